// String functions and hand-written ones.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int words(const char *s) { int n = 0, in = 0; for (; *s; s++) if (isspace((unsigned char)*s)) in = 0; else if (!in) in = 1, n++; return n; }
static char *reverse(char *s) { char *a = s, *b = s + strlen(s); while (a < b && a < --b) { char t = *a; *a++ = *b; *b = t; } return s; }
static int match(const char *p, const char *s) {
    if (!*p) return !*s;
    if (*p == '*') return match(p + 1, s) || (*s && match(p, s + 1));
    return *s && (*p == '?' || *p == *s) && match(p + 1, s + 1);
}
static char *copy(char *d, const char *s) { char *r = d; while ((*d++ = *s++)) ; return r; }
static int compare(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return (unsigned char)*a - (unsigned char)*b; }
static long number(const char *s) {
    long v = 0; int neg = 0;
    while (isspace(*s)) s++;
    if (*s == '-' || *s == '+') neg = *s++ == '-';
    while (isdigit(*s)) v = v * 10 + (*s++ - '0');
    return neg ? -v : v;
}
int main(void) {
    char b[32], *p;
    printf("%d %d %s ", words(" the quick  fox"), words(""), reverse(copy(b, "stressed")));
    printf("%d%d%d%d ", match("a*c?", "abbcd"), match("a*", "b"), match("", ""), match("*x", "yyx"));
    printf("%d %d %d ", compare("abc", "abd"), compare("a", "a") == strcmp("a", "a"), compare("\xff", "a") > 0);
    printf("%ld %ld %ld ", number(" -42x"), number("+7"), number(""));
    if ((p = strchr(b, 'd')) && p[1] == 'e') *p = 0;
    if (!strstr(b, "zz") && strlen(b) < 5) strcat(b, "x");
    p = malloc(10);
    if (p) { memset(p, 'm', 9), p[9] = 0; strncpy(p, "ab", 2); printf("%s %d ", p, memcmp(p, "abm", 3)); free(p); }
    printf("%s %d\n", b, sizeof "abc" == 4 && "abc"[1] == 'b');
    return abs(-3) + atoi("4");
}
