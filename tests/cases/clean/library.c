/* Functions of the C library: what they change, what they give, whether they return. */
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int total;
// world: #include <sys/resource.h>
// world: static void memory_is_short(void) { setrlimit(RLIMIT_AS, &(struct rlimit){1, 1}); }
static int quiet;
static int ascending(const void *a, const void *b) {
    quiet++;
    return *(const int *)a - *(const int *)b;
}

void strlen_changes_nothing_infeasible(const char *s) {
    total = 3;
    size_t n = strlen(s);
    pc_label(total != 3 && n == n);
}
void printf_changes_no_global_infeasible(void) {
    quiet = 3;
    printf("%d\n", quiet);
    pc_label(quiet != 3);
}
void FN_printf_changes_no_argument_infeasible(void) {
    int x = 2;
    printf("%p\n", (void *)&x);
    pc_label(x != 2);
}
void abs_of_a_small_value_infeasible(short x) {
    int y = abs(x);
    pc_label(y < 0);
}
void FN_fresh_memory_is_apart_infeasible(int *p) {
    *p = 1;
    int *q = malloc(sizeof *q);
    if (q) {
        *q = 2;
        pc_label(*p != 1);
    }
    free(q);
}
void FN_two_allocations_are_apart_infeasible(void) {
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    if (p && q)
        pc_label(p == q);
    free(p);
    free(q);
}
void FN_calloc_is_zero_infeasible(void) {
    int *p = calloc(4, sizeof *p);
    if (p)
        pc_label(p[2] != 0);
    free(p);
}
void getchar_is_a_byte_or_eof_infeasible(void) {
    int c = getchar();
    pc_label(c > 255);
}
void strcmp_writes_nothing_infeasible(char *a, const char *b) {
    a[0] = 'x';
    strcmp(a, b);
    pc_label(a[0] != 'x');
}

void abs_is_negative_feasible(int x) {
    // run: abs_is_negative_feasible(INT_MIN)
    int y = abs(x);
    pc_label(y < 0);
}
void malloc_gives_null_feasible(void) {
    // run: memory_is_short(); malloc_gives_null_feasible()
    // run: malloc_gives_null_feasible()
    void *p = malloc(1 << 26);
    pc_label(p == 0);
    pc_label(p != 0);
    free(p);
}
void memory_keeps_what_was_there_feasible(void) {
    // run: memory_keeps_what_was_there_feasible()
    volatile int *p = malloc(16 * sizeof *p), *q;
    if (!p)
        return;
    p[8] = 9;
    free((void *)p);
    q = malloc(16 * sizeof *q);
    if (q) {
        int v = q[8];
        pc_label(v != 0);
    }
    free((void *)q);
}
void strcpy_writes_feasible(const char *s) {
    // run: strcpy_writes_feasible("q")
    char t[8] = "a";
    strcpy(t, s);
    pc_label(t[0] == 'q');
}
void strcpy_onto_a_global_feasible(char *t, const char *s) {
    // run: strcpy_onto_a_global_feasible((char *)&total, "\1")
    total = 0;
    strcpy(t, s);
    pc_label(total == 1);
}
void errno_changes_feasible(void) {
    // run: errno_changes_feasible()
    errno = 0;
    fopen("/no/such/file", "r");
    int seen = errno;
    pc_label(seen != 0);
}
void sprintf_writes_feasible(int x) {
    // run: sprintf_writes_feasible(5)
    char t[16] = "";
    sprintf(t, "%d", x);
    pc_label(t[0] == '5');
}
void strtol_sets_its_end_feasible(const char *s) {
    // run: strtol_sets_its_end_feasible("12x")
    char *end = 0;
    long v = strtol(s, &end, 10);
    pc_label(v == 12 && end != 0);
}
void strchr_points_into_its_argument_feasible(void) {
    // run: strchr_points_into_its_argument_feasible()
    char t[] = "ab";
    char *p = strchr(t, 'b');
    if (p)
        *p = 'c';
    pc_label(t[1] == 'c');
}
void memcpy_returns_its_target_feasible(void) {
    // run: memcpy_returns_its_target_feasible()
    int a = 1, b = 2;
    int *p = memcpy(&a, &b, sizeof a);
    *p = 3;
    pc_label(a == 3);
}
void isdigit_gives_more_than_one_feasible(unsigned char c) {
    // run: isdigit_gives_more_than_one_feasible('5')
    int d = isdigit(c);
    pc_label(d > 1);
}
void getchar_gives_eof_feasible(void) {
    // run: getchar_gives_eof_feasible()
    int c = getchar();
    pc_label(c == EOF);
}
void memset_through_a_pointer_feasible(void) {
    // run: memset_through_a_pointer_feasible()
    static int x;
    int *p = &x;
    memset(p, 7, 1);
    pc_label(x == 7);
}
void realloc_moves_feasible(int **p) {
    // run: int *v = malloc(4); realloc_moves_feasible(&v)
    int *before = *p;
    int *after = realloc(before, 1 << 24);
    if (after) {
        *p = after;
        pc_label(before != *p);
    }
}
void rand_differs_feasible(void) {
    // run: rand_differs_feasible()
    int a = rand(), b = rand();
    pc_label(a != b);
}

void printf_writes_through_n_feasible(void) {
    // run: printf_writes_through_n_feasible()
    int x = 0;
    printf("ab%n", &x);
    pc_label(x == 2);
}
void strtok_cuts_the_string_feasible(void) {
    // run: strtok_cuts_the_string_feasible()
    char t[] = "a b";
    strtok(t, " ");
    pc_label(t[1] == 0);
}
void frexp_writes_the_exponent_feasible(double x) {
    // run: frexp_writes_the_exponent_feasible(8)
    int e = 0;
    frexp(x, &e);
    pc_label(e == 4);
}
void bsearch_points_into_the_table_feasible(void) {
    // run: bsearch_points_into_the_table_feasible()
    int t[2] = { 1, 2 }, key = 2;
    int *p = bsearch(&key, t, 2, sizeof *t, ascending);
    if (p)
        *p = 9;
    pc_label(t[1] == 9);
}
void bsearch_calls_back_feasible(void) {
    // run: bsearch_calls_back_feasible()
    int t[2] = { 1, 2 }, key = 2;
    quiet = 0;
    bsearch(&key, t, 2, sizeof *t, ascending);
    pc_label(quiet != 0);
}
void fgets_fills_the_buffer_feasible(FILE *in) {
    // run: FILE *v = fopen("/proc/self/comm", "r"); fgets_fills_the_buffer_feasible(v)
    char t[8] = "";
    if (fgets(t, sizeof t, in))
        pc_label(t[0] != 0);
}
void fread_fills_the_buffer_feasible(FILE *in) {
    // run: FILE *v = fopen("/proc/self/comm", "r"); fread_fills_the_buffer_feasible(v)
    int t[2] = { 0 };
    fread(t, 1, sizeof *t, in);
    pc_label(t[0] != 0);
}
static int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int s = 0, *out;
    while (n-- > 0)
        s += va_arg(list, int);
    out = va_arg(list, int *);
    *out = s;
    va_end(list);
    return s;
}
void varargs_hold_a_pointer_feasible(int x) {
    // run: varargs_hold_a_pointer_feasible(3)
    int y = 0;
    sum(2, x, 4, &y);
    pc_label(y == 7);
}
void memchr_gives_a_pointer_to_write_feasible(void) {
    // run: memchr_gives_a_pointer_to_write_feasible()
    char t[] = "xyz";
    char *p = memchr(t, 'y', 3);
    *p = 0;
    pc_label(t[1] == 0);
}
void realloc_keeps_the_content_feasible(int *p) {
    // run: int *v = malloc(4); *v = 6; realloc_keeps_the_content_feasible(v)
    p = realloc(p, 400);
    if (p)
        pc_label(*p == 6);
}
void strcat_reaches_behind_feasible(const char *s) {
    // run: strcat_reaches_behind_feasible("cd")
    char t[8] = "ab";
    strcat(t, s);
    pc_label(t[3] == 'd');
}
void getenv_differs_feasible(void) {
    // run: setenv("TAMIS_CASE", "q", 1); getenv_differs_feasible()
    char *p = getenv("TAMIS_CASE");
    pc_label(p && p[0] == 'q');
}

void across_printf_duplicate(int x) {
    pc_label(x == 2);
    printf("x\n");
    pc_label(x == 2);
}
void across_strlen_duplicate(const char *s, int x) {
    pc_label(x > 2);
    size_t n = strlen(s);
    pc_label(x >= 3 && n == n);
}
void strlen_bound_subsumes(const char *s) {
    size_t n = strlen(s);
    pc_label(n > 3);
    pc_label(n > 4);
}
void system_exits_distinct(int x) {
    // run: system_exits_distinct(3)
    // run: system_exits_distinct(2)
    pc_label(x > 2);
    if (x == 3)
        _Exit(0);
    pc_label(x > 1);
}
void string_changed_between_distinct(char *t, const char *s) {
    // run: char v[8] = "a"; string_changed_between_distinct(v, "b")
    // run: char v[8] = "b"; string_changed_between_distinct(v, "a")
    pc_label(t[0] == 'a');
    strcpy(t, s);
    pc_label(t[0] == 'a');
}
void raise_may_not_return_distinct(int x, int signal) {
    // run: raise_may_not_return_distinct(3, 9)
    // run: raise_may_not_return_distinct(2, 0)
    pc_label(x > 2);
    raise(signal);
    pc_label(x > 1);
}
void exec_may_not_return_distinct(int x, const char *path) {
    // run: exec_may_not_return_distinct(3, "/bin/true")
    // run: exec_may_not_return_distinct(2, "/no/such/file")
    char *const none[] = { 0 };
    pc_label(x > 2);
    execv(path, none);
    pc_label(x > 1);
}
static int leaving(const void *a, const void *b) {
    exit(a == b);
}
void callback_may_stop_distinct(int x, int n) {
    // run: callback_may_stop_distinct(3, 2)
    // run: callback_may_stop_distinct(2, 0)
    int t[2] = { 2, 1 };
    pc_label(x > 2);
    qsort(t, n & 3, sizeof *t, leaving);
    pc_label(x > 1);
}
void quick_exit_between_distinct(int x, int y) {
    // run: quick_exit_between_distinct(3, 1)
    // run: quick_exit_between_distinct(2, 0)
    pc_label(x > 2);
    if (y)
        quick_exit(0);
    pc_label(x > 1);
}
