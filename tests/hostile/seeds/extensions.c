/* What gcc has and the standard has not. */
typedef __builtin_va_list va_list;
struct __attribute__((packed)) packed { char c; int i; } __attribute__((aligned(8)));
extern int weak(void) __attribute__((weak, nonnull)), alias(int) __asm__("other_name");
__extension__ typedef long long wide;
static __inline __attribute__((__always_inline__)) int twice(int x) { return 2 * x; }
_Noreturn void stop(void);
__thread int local_to_thread;
typedef int vector __attribute__((vector_size(16)));
#pragma pack(push, 1)
struct tight { char c; long l; };
#pragma pack(pop)

int sum(int count, ...)
{
    va_list list;
    int total = 0;
    __builtin_va_start(list, count);
    while (count-- > 0)
        total += __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return total;
}

int extensions(int a, int b)
{
    __label__ one, two;
    static void *jumps[] = { &&one, &&two };
    int max = ({ int x = a, y = b; x > y ? x : y; });
    __auto_type copy = max;
    typeof(a) same = a ?: b;
    int matches = _Generic(copy, int: 1, default: 0) + __builtin_types_compatible_p(int, long);
    asm volatile("nop" : "+r"(same) : "r"(b) : "memory", "cc");
    if (__builtin_expect(a > 3, 0) && __builtin_constant_p(3))
        goto *jumps[a & 1];
one:
    switch (a) {
    case 1: b++; __attribute__((fallthrough));
    case 2: b += __alignof__(copy); break;
    }
two:
    if (__builtin_add_overflow(a, b, &max))
        stop();
    return max + matches + sizeof(void) + twice(same) + (int)(__int128)a + weak();
}
