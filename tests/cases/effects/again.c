// Calls that come back to the same function, static locals, loops.
static int depth, limit, kept;
static void (*hook)(int);

static int nested(int n) {
  static int calls;
  calls = n;
  depth = n;
  if (n > 0) nested(n - 1);
  pc_label(depth != n, 1, "open");
  pc_label(calls != n, 2, "open");
  return calls;
}
static int counter(void) {
  static int value = 3;
  value++;
  return value;
}
static int quiet(int n) { return n + limit; }

static int by_hook(int n) {
  kept = n;
  limit = 1;
  if (n > 0) hook(n);
  pc_label(kept != n, 3, "open");
  pc_label(limit != 1, 4, "open");
  return kept;
}
static void hooked(int n) { by_hook(n - 1); }

static int loops(int n) {
  int sum = 0;
  limit = 2;
  depth = 0;
  for (int i = 0; i < n; i++) {
    pc_label(limit != 2, 5, "never");
    pc_label(depth != 0, 6, "open");
    sum += quiet(i);
    depth++;
  }
  pc_label(limit != 2, 7, "never");
  for (int i = 0; i < n; i++) {
    pc_label(limit != 2, 8, "open");
    if (i > 1) by_hook(0);
    limit = counter();
  }
  kept = 4;
  while (n-- > 0) {
    pc_label(kept != 4, 9, "never");
    counter();
    nested(1);
  }
  pc_label(kept != 4, 10, "never");
  return sum;
}
static int jumps(int n) {
  limit = 3;
  kept = 3;
  if (n & 1) goto inside;
again:
  kept = n;
inside:
  pc_label(kept != 3, 11, "open");
  pc_label(limit != 3, 12, "open");
  if (n-- > 0) goto again;
  return 0;
}

int main(void) {
  hook = hooked;
  nested(3);
  by_hook(3);
  loops(4);
  jumps(1);
  jumps(2);
  return 0;
}
