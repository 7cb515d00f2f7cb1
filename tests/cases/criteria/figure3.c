// criteria: none
// Figure 3 of "Time to Clean Your Test Objectives" (2018), with labels in the source.
void exit(int);
void pc_label(int, ...);
int g;
void calledOnce(void)
{
  pc_label(g > 1, 1);
  g = 3;
}
int main_(int i)
{
  pc_label(i == 2, 2);
  if (i > 0) {
    pc_label(i == 3, 3, "CC");
    if (i == 5) i++;
    pc_label(i == 4, 4);
    calledOnce();
    if (i == 7) exit(0);
    pc_label(i == 5, 5);
    i++;
    pc_label(i == 6, 6);
  } else {
    pc_label(i == 7);
    g = 2;
  }
  return i;
}
