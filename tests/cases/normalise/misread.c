typedef int T;
typedef struct list list;
int length(list *list) { return sizeof(list) + (list)(0); }
void f(void) { int T = 1; T * 2; (T)(3); { typedef char T; T x; } }
int g(int a, T T, int (*h)(T)) { return T; }
