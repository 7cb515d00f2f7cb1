// Functions that are called once belong to their caller.
static int once(int a) {
  // {1 2 9} {3}
  pc_label(a, 1);
  if (a) pc_label(a, 3);
  return a;
}
static void stops(int a);
int caller(int a) {
  pc_label(a, 2);
  a = once(a);
  pc_label(a, 9);
  return a;
}
static int twice(int a) {
  // {10} {11 12}
  pc_label(a, 10);
  return a;
}
int calls_twice(int a) {
  pc_label(a, 11);
  a = twice(a);
  a = twice(a);
  pc_label(a, 12);
  return a;
}
static int in_a_loop(int a) {
  // {20 22 23} {21 24}
  pc_label(a, 20);
  return a;
}
int loop(int a) {
  pc_label(a, 21);
  for (int i = 0; i < 5; i++) {
    pc_label(a, 22);
    in_a_loop(a);
    pc_label(a, 23);
  }
  pc_label(a, 24);
  return a;
}
static int address_taken(int a) {
  // {30} {31 32}
  pc_label(a, 30);
  return a;
}
int (*pointer)(int) = address_taken;
int calls_it_too(int a) {
  pc_label(a, 31);
  a = address_taken(a);
  pc_label(a, 32);
  return a;
}
static int compared(int a) {
  // {40} {41 42}
  pc_label(a, 40);
  return a;
}
int compares(int (*f)(int), int a) {
  pc_label(a, 41);
  if (f == compared) a = compared(a);
  pc_label(a, 42);
  return a;
}
int visible(int a) {
  // {50} {51 52}
  pc_label(a, 50);
  return a;
}
int calls_visible(int a) {
  pc_label(a, 51);
  a = visible(a);
  pc_label(a, 52);
  return a;
}
static int deep2(int a) {
  // {60 61 62}
  pc_label(a, 60);
  return a;
}
static int deep1(int a) {
  pc_label(a, 61);
  return deep2(a);
}
int deep0(int a) {
  pc_label(a, 62);
  return deep1(a);
}
int unknown(int);
static int may_not_return(int a) {
  // {70 72} {71} {73}
  pc_label(a, 70);
  a = unknown(a);
  pc_label(a, 71);
  return a;
}
int calls_may_not_return(int a) {
  pc_label(a, 72);
  a = may_not_return(a);
  pc_label(a, 73);
  return a;
}
static int calls_itself(int a) {
  // {80}
  pc_label(a, 80);
  return calls_itself(a);
}
static int ping(int a);
static int pong(int a) {
  // {90 91} {92}
  pc_label(a, 90);
  return ping(a);
}
static int ping(int a) {
  pc_label(a, 91);
  return pong(a);
}
int starts_ping(int a) {
  pc_label(a, 92);
  return ping(a);
}
static int sibling(int a) {
  // {100} {101} {102}
  pc_label(a, 100);
  return a;
}
int any_order(int a) {
  pc_label(a, 101);
  a = unknown(a) + sibling(a);
  pc_label(a, 102);
  return a;
}
