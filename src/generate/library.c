/* What paths go through in place of the C library: the functions of string.h and ctype.h, in the C locale.
   In the program that tests are linked with, the real ones run. */
typedef unsigned long size_t;

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return n;
}

size_t strnlen(const char *s, size_t most)
{
    size_t n = 0;
    while (n < most && s[n] != '\0')
        n++;
    return n;
}

int strcmp(const char *a, const char *b)
{
    while (*a == *b) {
        if (*a == '\0')
            return 0;
        a++;
        b++;
    }
    return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
}

int strncmp(const char *a, const char *b, size_t n)
{
    for (; n > 0; n--) {
        if (*a != *b)
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        if (*a == '\0')
            return 0;
        a++;
        b++;
    }
    return 0;
}

char *strcpy(char *to, const char *from)
{
    char *start = to;
    while ((*to = *from) != '\0') {
        to++;
        from++;
    }
    return start;
}

char *strncpy(char *to, const char *from, size_t n)
{
    size_t i = 0;
    for (; i < n && from[i] != '\0'; i++)
        to[i] = from[i];
    for (; i < n; i++)
        to[i] = '\0';
    return to;
}

char *strcat(char *to, const char *from)
{
    strcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, size_t n)
{
    size_t end = strlen(to), i = 0;
    for (; i < n && from[i] != '\0'; i++)
        to[end + i] = from[i];
    to[end + i] = '\0';
    return to;
}

char *strchr(const char *s, int c)
{
    for (; *s != (char)c; s++)
        if (*s == '\0')
            return (char *)0;
    return (char *)s;
}

char *strrchr(const char *s, int c)
{
    const char *found = (const char *)0;
    for (;; s++) {
        if (*s == (char)c)
            found = s;
        if (*s == '\0')
            return (char *)found;
    }
}

char *strstr(const char *s, const char *part)
{
    for (;; s++) {
        size_t i = 0;
        while (part[i] != '\0' && s[i] == part[i])
            i++;
        if (part[i] == '\0')
            return (char *)s;
        if (*s == '\0')
            return (char *)0;
    }
}

size_t strcspn(const char *s, const char *stop)
{
    size_t n = 0;
    for (; s[n] != '\0'; n++) {
        const char *c = stop;
        for (; *c != '\0'; c++)
            if (*c == s[n])
                return n;
    }
    return n;
}

size_t strspn(const char *s, const char *only)
{
    size_t n = 0;
    for (; s[n] != '\0'; n++) {
        const char *c = only;
        while (*c != '\0' && *c != s[n])
            c++;
        if (*c == '\0')
            return n;
    }
    return n;
}

char *strpbrk(const char *s, const char *stop)
{
    s += strcspn(s, stop);
    return *s == '\0' ? (char *)0 : (char *)s;
}

void *memcpy(void *to, const void *from, size_t n)
{
    unsigned char *a = to;
    const unsigned char *b = from;
    size_t i;
    for (i = 0; i < n; i++)
        a[i] = b[i];
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    unsigned char *a = to;
    const unsigned char *b = from;
    size_t i;
    if ((unsigned long)a <= (unsigned long)b)
        for (i = 0; i < n; i++)
            a[i] = b[i];
    else
        for (i = n; i > 0; i--)
            a[i - 1] = b[i - 1];
    return to;
}

void *memset(void *to, int c, size_t n)
{
    unsigned char *a = to;
    size_t i;
    for (i = 0; i < n; i++)
        a[i] = (unsigned char)c;
    return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const unsigned char *x = a, *y = b;
    size_t i;
    for (i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] < y[i] ? -1 : 1;
    return 0;
}

void *memchr(const void *s, int c, size_t n)
{
    const unsigned char *x = s;
    size_t i;
    for (i = 0; i < n; i++)
        if (x[i] == (unsigned char)c)
            return (void *)(x + i);
    return (void *)0;
}

int islower(int c) { return c >= 'a' && c <= 'z'; }
int isupper(int c) { return c >= 'A' && c <= 'Z'; }
int isalpha(int c) { return islower(c) || isupper(c); }
int isdigit(int c) { return c >= '0' && c <= '9'; }
int isalnum(int c) { return isalpha(c) || isdigit(c); }
int isblank(int c) { return c == ' ' || c == '\t'; }
int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
int isprint(int c) { return c >= ' ' && c <= '~'; }
int isgraph(int c) { return c > ' ' && c <= '~'; }
int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127; }
int ispunct(int c) { return isgraph(c) && !isalnum(c); }
int isxdigit(int c) { return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
int tolower(int c) { return isupper(c) ? c + ('a' - 'A') : c; }
int toupper(int c) { return islower(c) ? c - ('a' - 'A') : c; }

/* glibc's tables, for values from -128 on; its macros read them. */
static const unsigned short classes[384] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2003, 0x2002, 0x2002, 0x2002, 0x2002, 0x2, 0x2,
    0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2, 0x2,
    0x6001, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
    0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xd808, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
    0xc004, 0xd508, 0xd508, 0xd508, 0xd508, 0xd508, 0xd508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508,
    0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc508, 0xc004, 0xc004, 0xc004, 0xc004, 0xc004,
    0xc004, 0xd608, 0xd608, 0xd608, 0xd608, 0xd608, 0xd608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608,
    0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc608, 0xc004, 0xc004, 0xc004, 0xc004, 0x2,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const unsigned short *const middle = classes + 128;

const unsigned short **__ctype_b_loc(void)
{
    return (const unsigned short **)&middle;
}

long atol(const char *s)
{
    /* LONG_MAX / 10 and LONG_MAX % 10 */
    const unsigned long tenth = 922337203685477580UL, rest = 7;
    unsigned long n = 0;
    int negative = 0;
    while (isspace((unsigned char)*s))
        s++;
    if (*s == '-' || *s == '+') {
        negative = *s == '-';
        s++;
    }
    for (; *s >= '0' && *s <= '9'; s++) {
        unsigned long digit = (unsigned long)(*s - '0');
        if (n > tenth || (n == tenth && digit > rest))
            return negative ? -9223372036854775807L - 1 : 9223372036854775807L;
        n = n * 10 + digit;
    }
    return negative ? -(long)n : (long)n;
}

int atoi(const char *s) { return (int)atol(s); }

static int tamis_errno;

int *__errno_location(void) { return &tamis_errno; }

static unsigned digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'z')
        return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'Z')
        return (unsigned)(c - 'A') + 10;
    return 36;
}

void tamis_written_by_library(void);

/* The number without its sign; whether it has one, and whether it is too large. */
static unsigned long magnitude(const char *s, char **end, int base, int *negative, int *large)
{
    const char *start = s;
    unsigned long n = 0;
    int any = 0;
    if (base < 0 || base == 1 || base > 36)
        tamis_written_by_library();
    while (isspace((unsigned char)*s))
        s++;
    *negative = *s == '-';
    *large = 0;
    if (*s == '-' || *s == '+')
        s++;
    if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && digit_of(s[2]) < 16) {
        s += 2;
        base = 16;
    } else if (base == 0) {
        base = s[0] == '0' ? 8 : 10;
    }
    for (; digit_of(*s) < (unsigned)base; s++) {
        unsigned long digit = digit_of(*s);
        any = 1;
        /* ULONG_MAX / 10 and ULONG_MAX % 10; other bases are rare. */
        if (base == 10 ? n > 1844674407370955161UL || (n == 1844674407370955161UL && digit > 5)
                       : n > (18446744073709551615UL - digit) / (unsigned long)base)
            *large = 1;
        else
            n = n * (unsigned long)base + digit;
    }
    if (end)
        *end = (char *)(any ? s : start);
    return n;
}

long strtol(const char *s, char **end, int base)
{
    int negative, large;
    unsigned long n = magnitude(s, end, base, &negative, &large);
    unsigned long most = negative ? 9223372036854775808UL : 9223372036854775807UL;
    if (large || n > most) {
        tamis_errno = 34; /* ERANGE */
        n = most;
    }
    return negative ? (long)(0 - n) : (long)n;
}

unsigned long strtoul(const char *s, char **end, int base)
{
    int negative, large;
    unsigned long n = magnitude(s, end, base, &negative, &large);
    if (large) {
        tamis_errno = 34;
        return 18446744073709551615UL;
    }
    return negative ? 0 - n : n;
}

long long strtoll(const char *s, char **end, int base) { return strtol(s, end, base); }
unsigned long long strtoull(const char *s, char **end, int base) { return strtoul(s, end, base); }
long __isoc23_strtol(const char *s, char **end, int base) { return strtol(s, end, base); }
unsigned long __isoc23_strtoul(const char *s, char **end, int base) { return strtoul(s, end, base); }

/* Standard input: the bytes that a test gives. The interpreter has no other stream to read from. */
typedef struct _IO_FILE FILE;
extern FILE *stdin;
void tamis_other_stream(void);

static unsigned char tamis_stdin[64];
static unsigned long tamis_stdin_size, tamis_stdin_at, tamis_stdin_ended;

int tamis_next_byte(void)
{
    if (tamis_stdin_at < tamis_stdin_size)
        return tamis_stdin[tamis_stdin_at++];
    tamis_stdin_ended = 1;
    return -1;
}

int getchar(void) { return tamis_next_byte(); }
int getchar_unlocked(void) { return tamis_next_byte(); }

int fgetc(FILE *f)
{
    if (f != stdin)
        tamis_other_stream();
    return tamis_next_byte();
}

int getc(FILE *f) { return fgetc(f); }
int _IO_getc(FILE *f) { return fgetc(f); }
int getc_unlocked(FILE *f) { return fgetc(f); }

/* Only what was read last can be put back, which is all that C promises. */
int ungetc(int c, FILE *f)
{
    if (f != stdin || tamis_stdin_at == 0)
        tamis_other_stream();
    if (c == -1)
        return -1;
    tamis_stdin_at--;
    tamis_stdin[tamis_stdin_at] = (unsigned char)c;
    tamis_stdin_ended = 0;
    return (unsigned char)c;
}

int feof(FILE *f)
{
    if (f != stdin)
        tamis_other_stream();
    return tamis_stdin_ended != 0;
}

int feof_unlocked(FILE *f) { return feof(f); }

char *fgets(char *to, int size, FILE *f)
{
    int n = 0, c = 0;
    if (size == 1) {
        *to = '\0';
        return to;
    }
    while (n < size - 1 && c != '\n') {
        c = fgetc(f);
        if (c == -1)
            break;
        to[n++] = (char)c;
    }
    if (n == 0)
        return 0;
    to[n] = '\0';
    return to;
}

/* What scanf and its kin read from: a text, or standard input where there is none. What reads no standard input shall not
   name it, since its callers would be given some. */
static const char *tamis_text;
static int (*next_scanned)(void);

static int next_of_text(void) { return *tamis_text == '\0' ? -1 : (unsigned char)*tamis_text++; }

static void put_back(int c)
{
    if (c == -1)
        return;
    if (tamis_text)
        tamis_text--;
    else
        tamis_stdin_at--;
}

static void skip_blanks(void)
{
    int c = next_scanned();
    while (c != -1 && isspace(c))
        c = next_scanned();
    put_back(c);
}

/* An integer of so many bytes; 0 if there is none, -1 at the end of what is read. What is too large is undefined. */
static int scan_integer(void *to, int size, int base, int is_signed, int width)
{
    unsigned long n = 0, most = ~0UL >> (64 - 8 * size + is_signed);
    int negative = 0, any = 0, c;
    skip_blanks();
    c = next_scanned();
    if (c == -1)
        return -1;
    if ((c == '-' || c == '+') && width > 1) {
        negative = c == '-';
        width--;
        c = next_scanned();
    }
    for (; width > 0 && c != -1 && digit_of((char)c) < (unsigned)base; width--) {
        unsigned long digit = digit_of((char)c);
        any = 1;
        if (n > (most - digit) / (unsigned long)base)
            tamis_written_by_library();
        n = n * (unsigned long)base + digit;
        c = next_scanned();
    }
    put_back(c);
    if (!any)
        return 0;
    n = negative ? 0 - n : n;
    if (to && size == 8)
        *(unsigned long *)to = n;
    else if (to && size == 4)
        *(unsigned *)to = (unsigned)n;
    else if (to && size == 2)
        *(unsigned short *)to = (unsigned short)n;
    else if (to)
        *(unsigned char *)to = (unsigned char)n;
    return 1;
}

/* A word, or characters. */
static int scan_text(char *to, int is_word, int width)
{
    int count = 0, c;
    if (is_word)
        skip_blanks();
    for (c = next_scanned(); count < width && c != -1 && !(is_word && isspace(c)); c = next_scanned()) {
        if (to)
            to[count] = (char)c;
        count++;
        if (count == width)
            break;
    }
    if (count < width)
        put_back(c);
    if (count == 0 || (!is_word && count < width))
        return -1;
    if (to && is_word)
        to[count] = '\0';
    return 1;
}

static int scan(const char *text, int (*next)(void), const char *format, __builtin_va_list list)
{
    int done = 0;
    tamis_text = text;
    next_scanned = next;
    for (; *format != '\0'; format++) {
        int kept = 1, width = 0, size = 4, found;
        if (isspace((unsigned char)*format)) {
            skip_blanks();
            continue;
        }
        if (*format != '%') {
            int c = next_scanned();
            if (c == (unsigned char)*format)
                continue;
            put_back(c);
            return c == -1 && done == 0 ? -1 : done;
        }
        format++;
        if (*format == '*') {
            kept = 0;
            format++;
        }
        for (; isdigit((unsigned char)*format); format++)
            width = width * 10 + (*format - '0');
        if (*format == 'l' || *format == 'z' || *format == 'j' || *format == 't') {
            size = 8;
            format += format[1] == 'l' ? 2 : 1;
        } else if (*format == 'h') {
            size = format[1] == 'h' ? 1 : 2;
            format += size == 1 ? 2 : 1;
        }
        if (*format == 'd' || *format == 'u' || *format == 'x') {
            void *to = kept ? __builtin_va_arg(list, void *) : (void *)0;
            found = scan_integer(to, size, *format == 'x' ? 16 : 10, *format == 'd', width ? width : 1000);
        } else if ((*format == 's' || *format == 'c') && size == 4) {
            char *to = kept ? __builtin_va_arg(list, char *) : (char *)0;
            found = scan_text(to, *format == 's', width ? width : *format == 's' ? 1000 : 1);
        } else {
            tamis_written_by_library();
            return -1;
        }
        if (found != 1)
            return found == -1 && done == 0 ? -1 : done;
        done += kept;
    }
    return done;
}

int scanf(const char *format, ...)
{
    __builtin_va_list list;
    int done;
    __builtin_va_start(list, format);
    done = scan((const char *)0, tamis_next_byte, format, list);
    __builtin_va_end(list);
    return done;
}

int fscanf(FILE *f, const char *format, ...)
{
    __builtin_va_list list;
    int done;
    if (f != stdin)
        tamis_other_stream();
    __builtin_va_start(list, format);
    done = scan((const char *)0, tamis_next_byte, format, list);
    __builtin_va_end(list);
    return done;
}

int sscanf(const char *text, const char *format, ...)
{
    __builtin_va_list list;
    int done;
    __builtin_va_start(list, format);
    /* Also where the format asks for nothing, there must be a text. */
    done = *text == '\0' && *format == '\0' ? 0 : scan(text, next_of_text, format, list);
    __builtin_va_end(list);
    return done;
}

int __isoc99_scanf(const char *format, ...)
{
    __builtin_va_list list;
    int done;
    __builtin_va_start(list, format);
    done = scan((const char *)0, tamis_next_byte, format, list);
    __builtin_va_end(list);
    return done;
}

int __isoc99_fscanf(FILE *f, const char *format, ...)
{
    __builtin_va_list list;
    int done;
    if (f != stdin)
        tamis_other_stream();
    __builtin_va_start(list, format);
    done = scan((const char *)0, tamis_next_byte, format, list);
    __builtin_va_end(list);
    return done;
}

int __isoc99_sscanf(const char *text, const char *format, ...)
{
    __builtin_va_list list;
    int done;
    __builtin_va_start(list, format);
    /* Also where the format asks for nothing, there must be a text. */
    done = *text == '\0' && *format == '\0' ? 0 : scan(text, next_of_text, format, list);
    __builtin_va_end(list);
    return done;
}

size_t fread(void *to, size_t size, size_t count, FILE *f)
{
    unsigned char *bytes = to;
    size_t done = 0;
    while (done < size * count) {
        int c = fgetc(f);
        if (c == -1)
            break;
        bytes[done++] = (unsigned char)c;
    }
    return size == 0 ? 0 : done / size;
}

/* The words of a command line, as glibc reads them: operands come after the options. */
char *optarg;
int optind = 1, opterr = 1, optopt = '?';

struct option {
    const char *name;
    int has_arg, *flag, val;
};
enum order { permute, require_order, return_in_order };

static const char *option_rest;
static int first_operand, last_operand, option_started;
static enum order option_order;

/* Puts the options that come after the operands passed over before these. */
static void exchange(char **words)
{
    for (; last_operand < optind; first_operand++, last_operand++) {
        char *word = words[last_operand];
        for (int i = last_operand; i > first_operand; i--)
            words[i] = words[i - 1];
        words[first_operand] = word;
    }
}

static int is_operand(const char *word) { return word[0] != '-' || word[1] == '\0'; }

static int long_option(int count, char **words, const char *letters, const struct option *options, int *index)
{
    const struct option *found = (const struct option *)0;
    size_t length = strcspn(option_rest, "=");
    const char *given = option_rest + length;
    int exact = 0, several = 0;
    for (int i = 0; options[i].name != (const char *)0 && !exact; i++) {
        const struct option *option = &options[i];
        if (strncmp(option->name, option_rest, length) != 0)
            continue;
        exact = strlen(option->name) == length;
        if (found == (const struct option *)0 || exact)
            found = option;
        else if (found->has_arg != option->has_arg || found->flag != option->flag || found->val != option->val)
            several = 1;
    }
    option_rest = (const char *)0;
    optind++;
    if (found == (const struct option *)0 || (several && !exact)) {
        optopt = 0;
        return '?';
    }
    if (*given != '\0') {
        if (found->has_arg == 0) {
            optopt = found->val;
            return '?';
        }
        optarg = (char *)given + 1;
    } else if (found->has_arg == 1) {
        if (optind == count) {
            optopt = found->val;
            return letters[0] == ':' ? ':' : '?';
        }
        optarg = words[optind++];
    }
    if (index != (int *)0)
        *index = (int)(found - options);
    if (found->flag == (int *)0)
        return found->val;
    *found->flag = found->val;
    return 0;
}

int getopt_long(int count, char *const *given, const char *letters, const struct option *options, int *index)
{
    char **words = (char **)given;
    const char *letter;
    int c;
    if (count < 1)
        return -1;
    optarg = (char *)0;
    if (optind == 0 || !option_started) {
        if (optind == 0)
            optind = 1;
        first_operand = last_operand = optind;
        option_rest = (const char *)0;
        option_order = letters[0] == '-' ? return_in_order : letters[0] == '+' ? require_order : permute;
        option_started = 1;
    }
    if (letters[0] == '-' || letters[0] == '+')
        letters++;
    if (option_rest == (const char *)0 || *option_rest == '\0') {
        if (last_operand > optind)
            last_operand = optind;
        if (first_operand > optind)
            first_operand = optind;
        if (option_order == permute) {
            if (first_operand != last_operand && last_operand != optind)
                exchange(words);
            else if (last_operand != optind)
                first_operand = optind;
            while (optind < count && is_operand(words[optind]))
                optind++;
            last_operand = optind;
        }
        if (optind != count && strcmp(words[optind], "--") == 0) {
            optind++;
            if (first_operand != last_operand && last_operand != optind)
                exchange(words);
            else if (first_operand == last_operand)
                first_operand = optind;
            last_operand = optind = count;
        }
        if (optind == count) {
            if (first_operand != last_operand)
                optind = first_operand;
            return -1;
        }
        if (is_operand(words[optind])) {
            if (option_order == require_order)
                return -1;
            optarg = words[optind++];
            return 1;
        }
        option_rest = words[optind] + 1;
        if (options != (const struct option *)0 && *option_rest == '-') {
            option_rest++;
            return long_option(count, words, letters, options, index);
        }
    }
    c = *option_rest++;
    letter = strchr(letters, c);
    if (*option_rest == '\0')
        optind++;
    if (letter == (const char *)0 || c == ':' || c == ';') {
        optopt = c;
        return '?';
    }
    if (letter[1] != ':')
        return c;
    if (*option_rest != '\0') {
        optarg = (char *)option_rest;
        optind++;
    } else if (letter[2] != ':' && optind == count) {
        optopt = c;
        c = letters[0] == ':' ? ':' : '?';
    } else if (letter[2] != ':')
        optarg = words[optind++];
    option_rest = (const char *)0;
    return c;
}

int getopt(int count, char *const *words, const char *letters)
{
    return getopt_long(count, words, letters, (const struct option *)0, (int *)0);
}
