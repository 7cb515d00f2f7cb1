# 1 "marked.c"
# 1 "<built-in>"
# 1 "<command-line>"
# 1 "/usr/include/there.h" 1 3 4
extern int printf(const char *restrict format, ...) __attribute__((__format__(__printf__, 1, 2)));
static inline int in_header(int x) { return x > 0 && x < 10; }
# 2 "marked.c" 2
void pc_label(int condition, unsigned long long id, const char *tag);
# 10 "marked.c"
int labelled(int a, int b)
{
    pc_label(a > b, 7, "CC");
    if (
# 12 "marked.c" 3
        in_header(a)
# 12 "marked.c"
        && b) {
        pc_label(a == 3 && b < 2, 9, "MCC");
        printf("%d\n", a);
    }
    return a;
}
