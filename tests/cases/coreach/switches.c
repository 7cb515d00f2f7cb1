// Switches.
int fallthrough(int a) {
  // {1 6} {2} {3} {4} {5}
  pc_label(a, 1);
  switch (a) {
  case 1:
    pc_label(a, 2);
  case 2:
    pc_label(a, 3);
    break;
  case 3:
    pc_label(a, 4);
    break;
  default:
    pc_label(a, 5);
  }
  pc_label(a, 6);
  return a;
}
int returns_in_a_case(int a) {
  // {10} {11} {12 13}
  pc_label(a, 10);
  switch (a) {
  case 1:
    pc_label(a, 11);
    return 1;
  default:
    pc_label(a, 12);
  }
  pc_label(a, 13);
  return a;
}
int one_way(int a) {
  // {20 21 22}
  pc_label(a, 20);
  switch (a) {
  case 1:
  default:
    pc_label(a, 21);
  }
  pc_label(a, 22);
  return a;
}
int before_the_first_case(int a) {
  // {30 32} {31}
  pc_label(a, 30);
  switch (a) {
    pc_label(a, 31);
  default:
    pc_label(a, 32);
  }
  return a;
}
