// Figure 3 of "Time to Clean Your Test Objectives" (2018). One file defines main and uses only the C library: it is the whole
// program, so calledOnce belongs to its caller though it is not static.
// {2} {1 3 4} {5 6} {7}
void exit(int);
int g;
void calledOnce(void) {
  pc_label(g > 1, 1);
  g = 3;
}
int main(int i) {
  pc_label(i == 2, 2);
  if (i > 0) {
    pc_label(i == 3, 3);
    if (i == 5) i++;
    pc_label(i == 4, 4);
    calledOnce();
    if (i == 7) exit(0);
    pc_label(i == 5, 5);
    i++;
    pc_label(i == 6, 6);
  } else {
    pc_label(i == 7, 7);
    g = 2;
  }
  return i;
}
