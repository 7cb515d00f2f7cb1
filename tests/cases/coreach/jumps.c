// break, continue, goto.
int breaks(int n) {
  // {1 6} {2 3} {4} {5}
  pc_label(n, 1);
  for (int i = 0; i < 10; i++) {
    pc_label(i, 2);
    pc_label(i, 3);
    if (i == n) {
      pc_label(i, 4);
      break;
    }
    pc_label(i, 5);
  }
  pc_label(n, 6);
  return n;
}
int continues(int n) {
  // {10 14} {11} {12} {13}
  pc_label(n, 10);
  for (int i = 0; i < 10; i++) {
    pc_label(i, 11);
    if (i == n) {
      pc_label(i, 12);
      continue;
    }
    pc_label(i, 13);
  }
  pc_label(n, 14);
  return n;
}
int continues_to_the_test(int n) {
  // {20 24} {21 23} {22}
  int i = 0;
  pc_label(n, 20);
  do {
    pc_label(i, 21);
    if (n) continue;
    pc_label(i, 22);
  } while ((pc_label(i, 23), ++i < 10));
  pc_label(n, 24);
  return n;
}
int nested(int n) {
  // {30 36} {31 35} {32 34} {33}
  pc_label(n, 30);
  for (int i = 0; i < n; i++) {
    pc_label(i, 31);
    for (int j = 0; j < i; j++) {
      pc_label(i, 32);
      if (j == 3) pc_label(j, 33);
      pc_label(i, 34);
    }
    pc_label(i, 35);
  }
  pc_label(n, 36);
  return n;
}
int once_before_a_loop(int n) {
  // {40} {41}
  pc_label(n, 40);
  do {
    pc_label(n, 41);
  } while (n == 3);
  return n;
}
int forward(int n) {
  // {50 53} {51} {52}
  pc_label(n, 50);
  if (n) goto over;
  pc_label(n, 51);
  n = 2;
  if (n == 5) pc_label(n, 52);
over:
  pc_label(n, 53);
  return n;
}
int backward(int n) {
  // {60} {61 62} {63}
  pc_label(n, 60);
again:
  pc_label(n, 61);
  n ^= 5;
  pc_label(n, 62);
  if (n > 3) goto again;
  pc_label(n, 63);
  return n;
}
int irreducible(int n) {
  // {70} {71} {72} {73}
  pc_label(n, 70);
  if (n) goto middle;
top:
  pc_label(n, 71);
  n -= 2;
middle:
  pc_label(n, 72);
  if (n > 3) goto top;
  pc_label(n, 73);
  return n;
}
int unreachable(int n) {
  // {80} {81} {82}
  pc_label(n, 80);
  return n;
  pc_label(n, 81);
  n++;
  pc_label(n, 82);
}
int computed(int n) {
  // {90} {91} {92} {93}
  void *way[2] = {&&left, &&right};
  pc_label(n, 90);
  goto *way[n & 1];
left:
  pc_label(n, 91);
  return 1;
right:
  pc_label(n, 92);
  if (n < 5) return 3;
  pc_label(n, 93);
  return 2;
}
