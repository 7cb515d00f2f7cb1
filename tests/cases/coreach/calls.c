// What a call may do to the way on.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int unknown(int);
void die(const char *) __attribute__((noreturn));
jmp_buf buf;
static void exits_deep(int a) { if (a) exit(1); }
static void exits_deeper(int a) { exits_deep(a); }
static int returns(int a) { return a + 1; }
static int returns_too(int a) { return returns(a) * (int)strlen("x"); }
static int loops(int a) { while (a != 3) a += 2; return a; }
static int counts(int a) { for (int i = 0; i < 3; i++) a += i; return a; }
static int even(int);
static int odd(int a) { return a ? even(a - 1) : 0; }
static int even(int a) { return a ? odd(a - 1) : 1; }
static void jumps(int a) { if (a) longjmp(buf, 1); }
static int compare(const void *a, const void *b) { return *(int *)a - *(int *)b; }
static void assembly(void) { __asm__("nop"); }

int exit_two_levels_deep(int a) {
  // {1} {2}
  pc_label(a, 1);
  exits_deeper(a);
  pc_label(a, 2);
  return a;
}
int exit_elsewhere(int a) {
  exits_deep(a);
  exits_deeper(a);
  return 0;
}
int callees_that_return(int a) {
  // {3 4 5 6}
  pc_label(a, 3);
  a = returns(a) + returns(a);
  pc_label(a, 4);
  a = returns_too(a) + returns_too(a);
  pc_label(a, 5);
  a = counts(a) - counts(a + 1);
  pc_label(a, 6);
  return a;
}
int library(int a) {
  // {7 8}
  pc_label(a, 7);
  printf("%d %zu\n", a, strlen("abc"));
  pc_label(a, 8);
  return a;
}
int an_unknown_function(int a) {
  // {9} {10 11}
  pc_label(a, 9);
  a = unknown(a);
  pc_label(a, 10);
  a++;
  pc_label(a, 11);
  return a;
}
int noreturn_attribute(int a) {
  // {12} {13} {14}
  pc_label(a, 12);
  if (a) {
    pc_label(a, 13);
    die("a");
  }
  pc_label(a, 14);
  return a;
}
int loop_in_a_callee(int a) {
  // {15} {16}
  pc_label(a, 15);
  a = loops(a) + loops(a);
  pc_label(a, 16);
  return a;
}
int mutual_recursion(int a) {
  // {17} {18}
  pc_label(a, 17);
  a = even(a) + odd(a);
  pc_label(a, 18);
  return a;
}
int long_jump(int a) {
  // {19} {20}
  pc_label(a, 19);
  jumps(a);
  jumps(a + 1);
  pc_label(a, 20);
  return a;
}
int set_jump(int a) {
  // {21} {22 23} {24} {25}
  pc_label(a, 21);
  if (setjmp(buf) == 0) {
    pc_label(a, 22);
    a++;
    pc_label(a, 23);
    jumps(a);
    pc_label(a, 24);
  }
  pc_label(a, 25);
  return a;
}
int set_jump_without_a_branch(int a) {
  // {26} {27}
  pc_label(a, 26);
  setjmp(buf);
  pc_label(a, 27);
  jumps(a);
  return a;
}
int function_pointer(int (*f)(int), int a) {
  // {28} {29}
  pc_label(a, 28);
  a = f(a);
  pc_label(a, 29);
  return a;
}
int calls_back(int *a) {
  // {30} {31}
  pc_label(1, 30);
  qsort(a, 3, sizeof *a, compare);
  pc_label(1, 31);
  return 0;
}
int calls_assembly(int a) {
  // {32} {33}
  pc_label(a, 32);
  assembly();
  assembly();
  pc_label(a, 33);
  return a;
}
int recursive(int a) {
  // {34} {35} {36}
  pc_label(a, 34);
  if (a) {
    pc_label(a, 35);
    a = recursive(a - 1);
  }
  pc_label(a, 36);
  return a;
}
int any_order(int a) {
  // {37 38} {39} {40}
  pc_label(a, 37);
  a = unknown((pc_label(a, 38), a)) + returns((pc_label(a, 39), a));
  pc_label(a, 40);
  return a;
}
int any_order_but_all_return(int a) {
  // {41 42 43 44}
  pc_label(a, 41);
  a = returns((pc_label(a, 42), a)) + returns((pc_label(a, 43), a));
  pc_label(a, 44);
  return a;
}
