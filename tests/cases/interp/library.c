// The library: formats, strings, numbers in strings, memory, sorting, variable arguments.
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Pair { int a; char b[9]; };

static int total(int n, ...) {
    va_list list, copy;
    va_start(list, n);
    va_copy(copy, list);
    int sum = va_arg(copy, int);
    while (n--) sum += va_arg(list, int);
    sum += (int)va_arg(list, double);
    struct Pair pair = va_arg(list, struct Pair);
    va_end(copy);
    va_end(list);
    return sum + pair.a + pair.b[8];
}

static void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
}

static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(int argc, char **argv) {
    char buffer[64];
    struct Pair pair = {5, {[8] = 2}};
    printf("%d %d %s\n", total(3, 1, 2, 3, 4.5, pair), argc, argv[1] ? "more" : "none");
    say("%s-%5.2f-%lx-%c|%g %e\n", "hi", 3.14159, 0xdeadbeefcafeUL, 'z', 1e10, 12345.678);
    int n = snprintf(buffer, 4, "hello");
    printf("%d [%s]\n", n, buffer);
    sprintf(buffer, "%-8s|%8.3s|%+05d|%#x|%#o|% d", "ab", "abcdef", 42, 255, 8, 5);
    puts(buffer);
    printf("%5c|%-5c|%%|%p|%*d|%-*d|%.*f\n", 'a', 'b', (void *)0, 6, 42, 6, 42, 2, 3.14159);
    printf("%g %g %g %g %g\n", 0.0001, 0.00001, 123456.0, 1234567.0, 100.0);
    printf("%G %E %.0f %.0f %.0f %#.0f %a\n", 1e-10, 1.0, 0.5, 1.5, 2.5, 3.0, -0.1);
    printf("%hhu %hd %lx %zd\n", 300, 70000, -1L, (size_t)7);
    char *end;
    long value = strtol("  -0x1fz", &end, 0);
    printf("%ld %c %ld %lu\n", value, *end, strtol("777", 0, 8), strtoul("-1", 0, 10));
    value = strtol("99999999999999999999", 0, 10);
    printf("%ld %d %d %.3f\n", value, errno == ERANGE, atoi("42abc"), atof("2.5e1x"));
    printf("%d%d%d %c%c\n", !!isalpha('x'), !!isdigit('x'), !!isspace('\n'), toupper('q'), tolower('Q'));
    printf("%s %s %s\n", strchr("hello", 'l'), strrchr("hello", 'l'), strstr("foobar", "oba"));
    printf("%d %d\n", strcmp("a", "b") < 0, strncmp("abc", "abd", 2));
    int *numbers = calloc(4, sizeof *numbers);
    numbers = realloc(numbers, 100);
    for (int i = 0; i < 5; i++) numbers[i] = i * 7 % 5;
    qsort(numbers, 5, sizeof *numbers, order);
    int key = 3, *found = bsearch(&key, numbers, 5, sizeof *numbers, order);
    printf("%d %d %d\n", numbers[0], numbers[4], (int)(found - numbers));
    free(numbers);
    char *copy = strdup("text");
    memmove(copy + 1, copy, 3);
    printf("%s %zu\n", copy, strlen(copy));
    printf("%d ", rand());
    srand(42);
    printf("%d\n", rand());
    fprintf(stderr, "not here\n");
    fputs("out", stdout);
    putchar('\n');
    exit(7);
}
