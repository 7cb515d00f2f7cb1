// Asm may write what it is given and what it can name. Nothing here runs.
static int shared_word, kept;

int with_operands(void) {
  int local[2];
  local[0] = 1;
  shared_word = 1;
  __asm__ volatile("" : : "r"(local), "r"(&shared_word) : "memory");
  pc_label(local[0] != 1, 1, "open");
  pc_label(shared_word != 1, 2, "open");
  return 0;
}
static void barrier(void) { __asm__ volatile("" : : : "memory"); }
int over_a_barrier(int n) {
  int mine[2];
  mine[n & 1] = 2;
  kept = 1;
  barrier();
  pc_label(kept != 1, 3, "open");
  pc_label(mine[n & 1] != 2, 4, "never");
  return 0;
}

int main(void) { return 0; }
