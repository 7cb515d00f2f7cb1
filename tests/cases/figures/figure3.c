// Figure 3 of "Time to Clean Your Test Objectives" (2018), all predicates true.
void exit(int);
void pc_label(int, ...);
int g;
static void calledOnce(void)
{
  pc_label(1, 1);
  g = 3;
}
int main(int i, char **arguments)
{
  pc_label(1, 2);
  if (i > 0) {
    pc_label(1, 3);
    if (i == 5) i++;
    pc_label(1, 4);
    calledOnce();
    if (i == 7) exit(0);
    pc_label(1, 5);
    i++;
    pc_label(1, 6);
  } else {
    pc_label(1, 7);
    g = 2;
  }
  return i;
}
