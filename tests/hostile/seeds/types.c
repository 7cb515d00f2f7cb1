/* Declarations, records, initialisers. */
typedef unsigned long size_t;
typedef struct node { struct node *next; int value : 5; unsigned flag : 1, : 0, rest : 20; } node;
enum colour { RED, GREEN = 5, BLUE, LAST = BLUE + (1 << 4) };
union both { float f; unsigned u; char bytes[4]; };
struct outer { union { int a; long b; }; struct { short x, y; } points[3]; char tail[]; };
typedef int (*handler)(const char *, ...);
int (*table[2])(int, int);
extern int incomplete[];
static const char *const names[] = { "red", [GREEN] = "green" "er", [BLUE] = "\x62\154ue\n" };
struct outer o = { .b = 3, .points = { [1] = { .y = 7 }, { 1, 2 } } };
node first = { 0, -3, 1, 99 }, *head = &first;
int matrix[3][4] = { { 1, 2 }, { [2] = 5 } };
char text[] = "abc", exact[3] = "abc";
_Bool truth = 5;
extern long double wide;
double tiny = 0x1.8p-3, huge = 1e300;
wchar_is_not_here;

int old_style(a, p)
    int a;
    char *p;
{
    return a + *p;
}

size_t use(node *n, union both b, handler h)
{
    struct local { int x; } one = { 1 }, two = one;
    int array[one.x + 2];
    size_t size = sizeof(struct outer) + sizeof array + sizeof *n + _Alignof(double);
    for (node *at = n; at; at = at->next)
        size += at->value + at->flag * at->rest;
    b.f += 1.0f;
    two = (struct local){ .x = (int)b.u };
    size += h ? h("%d", two.x) : old_style(1, "x");
    return size + (table[1] ? table[1](1, 2) : (*table[0])(3, 4)) + names[1][0] + (enum colour)3 + o.points[2].x;
}
