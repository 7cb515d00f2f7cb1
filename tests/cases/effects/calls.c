// A global keeps its value over calls that do not write it.
static int state, other, count, table[8];
static struct pair { int a, b; } pair, copy;
int shared;
static int shared_with_all;
static const int primes[4] = {2, 3, 5, 7};
int *shared_pointer = &shared_with_all;
static void (*call_me)(int);

static int reads(int n) {
  int local[4] = {1, 2, 3, 4};
  local[n & 3] = n;
  return state + local[0];
}
static void writes(int n) { state = n; }
static void deep(int n) {
  other = n;
  writes(n);
}
static int recursive(int n) {
  if (n > 0) return recursive(n - 1);
  other = 7;
  return n;
}
static void through(int *p) { *p = 3; }
static struct pair give(void) { return pair; }
static void take(struct pair p) { copy = p; }

int over_harmless_calls(int n) {
  state = 5;
  other = 6;
  shared = 1;
  reads(n);
  pc_label(state != 5, 1, "never");
  pc_label(shared != 1, 2, "never");
  recursive(n);
  pc_label(state != 5, 3, "never");
  pc_label(other != 6, 4, "open");
  writes(n);
  pc_label(state != 5, 5, "open");
  return state;
}
int over_deep_calls(int n) {
  state = 5;
  count = 2;
  deep(n);
  pc_label(state != 5, 6, "open");
  pc_label(count != 2, 7, "never");
  through(&shared);
  pc_label(count != 2, 8, "never");
  return count;
}
int over_pointers(int *p) {
  state = 5;
  shared_with_all = 5;
  *p = 9;
  pc_label(state != 5, 9, "never");
  pc_label(shared_with_all != 5, 10, "open");
  through(p);
  pc_label(state != 5, 11, "never");
  return 0;
}
static void handler(int n) { table[3] = n; }
int over_function_pointers(int n) {
  table[3] = 1;
  count = 4;
  call_me = handler;
  call_me(n);
  pc_label(table[3] != 1, 12, "open");
  pc_label(count != 4, 13, "never");
  return 0;
}
int over_structs(int n) {
  pair.a = n;
  pair.b = 4;
  copy = pair;
  pc_label(copy.b != 4, 14, "never");
  pc_label(copy.a != n, 15, "never");
  struct pair mine = give();
  pc_label(pair.b != 4, 16, "never");
  pc_label(mine.b != 4, 17, "never");
  mine.b = 8;
  take(mine);
  pc_label(copy.b != 4, 18, "open");
  pc_label(pair.b != 4, 19, "never");
  return 0;
}
int elements(int i) {
  if (i < 0 || i > 7) return 0;
  table[2] = 1;
  table[i] = 9;
  pc_label(table[2] != 1 && table[2] != 9, 20, "never");
  pc_label(table[2] == 9, 21, "open");
  pc_label(state == 77, 22, "open");
  return 0;
}
int constants(int i) {
  if (i < 0 || i > 3) return 0;
  int prime = primes[i];
  deep(i);
  call_me(i);
  pc_label(primes[i] != prime, 23, "never");
  pc_label(primes[2] != 5, 24, "never");
  pc_label(prime == 7, 25, "open");
  return prime;
}

int main(void) {
  int object = 0;
  over_harmless_calls(1);
  over_harmless_calls(9);
  over_deep_calls(2);
  over_pointers(&object);
  over_pointers(&shared_with_all);
  over_function_pointers(6);
  over_structs(3);
  for (int i = 0; i < 8; i++) elements(i) + constants(i);
  return 0;
}
