// Conditionals.
void if_else(int a) {
  // {1 4} {2} {3}
  pc_label(a, 1);
  if (a) pc_label(a, 2);
  else pc_label(a, 3);
  pc_label(a, 4);
}
int early_return(int a) {
  // {5} {6} {7 8}
  pc_label(a, 5);
  if (a) {
    pc_label(a, 6);
    return 1;
  }
  pc_label(a, 7);
  a++;
  pc_label(a, 8);
  return a;
}
void nested(int a, int b) {
  // {9 15} {10 14} {11} {12} {13}
  pc_label(a, 9);
  if (a) {
    pc_label(a, 10);
    if (b) {
      pc_label(a, 11);
    } else if (a == b) {
      pc_label(a, 12);
    } else {
      pc_label(a, 13);
    }
    pc_label(a, 14);
  }
  pc_label(a, 15);
}
int short_circuit(int a, int b) {
  // {16 18} {17}
  pc_label(a, 16);
  if (a && (pc_label(b, 17), b)) b = 2;
  pc_label(a, 18);
  return b;
}
int conditional(int a, int b) {
  // {19 22} {20} {21}
  pc_label(a, 19);
  b = a ? (pc_label(a, 20), b + 1) : (pc_label(a, 21), b);
  pc_label(b, 22);
  return b;
}
