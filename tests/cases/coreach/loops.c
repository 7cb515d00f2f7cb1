// Loops that a counter ends, and others. What follows a loop that may not end is not sure.
int counted(int n) {
  // {1 4} {2 3}
  pc_label(n, 1);
  for (int i = 0; i < n; i++) {
    pc_label(i, 2);
    if (i == 3) n + 1;
    pc_label(i, 3);
  }
  pc_label(n, 4);
  return n;
}
int at_most(int n) {
  // {10} {11} {12}
  pc_label(n, 10);
  for (int i = 0; i <= n; i++) pc_label(i, 11);
  pc_label(n, 12);
  return n;
}
int at_most_a_constant(int n) {
  // {13 15} {14}
  pc_label(n, 13);
  for (int i = 0; i <= 100; i += 7) pc_label(i, 14);
  pc_label(n, 15);
  return n;
}
int wraps(int n) {
  // {16} {17} {18}
  pc_label(n, 16);
  for (unsigned char c = 0; c < 256; c++) pc_label(c, 17);
  pc_label(n, 18);
  return n;
}
int fits(int n) {
  // {19 21} {20}
  pc_label(n, 19);
  for (unsigned char c = 0; c < 255; c++) pc_label(c, 20);
  pc_label(n, 21);
  return n;
}
int unsigned_down(int n) {
  // {22} {23} {24}
  pc_label(n, 22);
  for (unsigned i = 10; i >= 0; i--) pc_label(i, 23);
  pc_label(n, 24);
  return n;
}
int counts_down(int n) {
  // {25 27} {26}
  pc_label(n, 25);
  while (n--) pc_label(n, 26);
  pc_label(n, 27);
  return n;
}
int digits(unsigned n) {
  // {28 30} {29}
  int k = 0;
  pc_label(n, 28);
  do {
    pc_label(n, 29);
    k++;
    n /= 10;
  } while (n != 0);
  pc_label(n, 30);
  return k;
}
int negative_shift(int n) {
  // {31} {32} {33}
  pc_label(n, 31);
  while (n != 0) {
    pc_label(n, 32);
    n >>= 1;
  }
  pc_label(n, 33);
  return n;
}
int bound_changes(int n) {
  // {34} {35} {36}
  pc_label(n, 34);
  for (int i = 0; i < n; i++) {
    pc_label(i, 35);
    n++;
  }
  pc_label(n, 36);
  return n;
}
int bound_in_memory(int n, int *p) {
  // {37} {38} {39}
  pc_label(n, 37);
  for (int i = 0; i < *p; i++) pc_label(i, 38);
  pc_label(n, 39);
  return n;
}
int counter_in_memory(int n) {
  // {40} {41} {42}
  int i = 0, *p = &i;
  pc_label(n, 40);
  for (i = 0; i < 10; i++) {
    pc_label(i, 41);
    *p = 0;
  }
  pc_label(n, 42);
  return n;
}
int step_may_be_skipped(int n) {
  // {43} {44} {45}
  int i = 0;
  pc_label(n, 43);
  while (i < 10) {
    pc_label(i, 44);
    if (n) i++;
  }
  pc_label(n, 45);
  return n;
}
int step_in_an_inner_loop(int n) {
  // {46} {47} {48} {49}
  pc_label(n, 46);
  for (int i = 0; i < n;) {
    pc_label(i, 47);
    for (int j = 0; j < 5; j++) {
      pc_label(j, 48);
      i++;
    }
  }
  pc_label(n, 49);
  return n;
}
int steps_over(int n) {
  // {50} {51} {52}
  pc_label(n, 50);
  for (int i = 0; i < n; i += 2) pc_label(i, 51);
  pc_label(n, 52);
  return n;
}
int infinite(int n) {
  // {53} {54 55}
  pc_label(n, 53);
  for (;;) {
    pc_label(n, 54);
    n++;
    pc_label(n, 55);
  }
}
int list(int **p) {
  // {56} {57 58} {59}
  pc_label(1, 56);
  while (p) {
    pc_label(1, 57);
    p = (int **)*p;
    pc_label(1, 58);
  }
  pc_label(1, 59);
  return 0;
}
int pre_decrement(int n) {
  // {60 62} {61}
  pc_label(n, 60);
  while (--n) pc_label(n, 61);
  pc_label(n, 62);
  return n;
}
int bound_is_another_parameter(unsigned n, unsigned m) {
  // {63 66} {64 65}
  pc_label(n, 63);
  while (n < m) {
    pc_label(n, 64);
    n++;
    pc_label(n, 65);
  }
  pc_label(n, 66);
  return n;
}
int widths_differ(long m) {
  // {67} {68} {69}
  pc_label(m, 67);
  for (int i = 0; i < m; i++) pc_label(i, 68);
  pc_label(m, 69);
  return 0;
}
int negated(int n) {
  // {70 72} {71}
  int i = 0;
  pc_label(n, 70);
  do {
    pc_label(i, 71);
    i++;
  } while (!(i >= n));
  pc_label(n, 72);
  return n;
}
int either_test(int n) {
  // {73} {74} {75}
  int i = 0;
  pc_label(n, 73);
  while (i < 10 || n) {
    pc_label(i, 74);
    i++;
  }
  pc_label(n, 75);
  return n;
}
int both_tests(int n) {
  // {76 78} {77}
  int i = 0;
  pc_label(n, 76);
  while (i < 10 && n) {
    pc_label(i, 77);
    i++;
  }
  pc_label(n, 78);
  return n;
}
