// Which operators keep the alignment that a typedef gave, the compilers do not agree on.
typedef long L4 __attribute__((aligned(4)));
L4 o;
struct flexible { int n; int d[]; } fl = {1, {2, 3}};
_Atomic int at;
ASK __alignof__(o);
ASK __alignof__(L4);
ASK sizeof(struct { char c; L4 l; });
MAY sizeof(struct { char c; __typeof__(o + 0) l; });
MAY sizeof(struct { char c; __typeof__((L4)0) l; });
MAY __alignof__((L4)0);
MAY __builtin_types_compatible_p(__typeof__(fl.d), int[2]);
MAY __builtin_types_compatible_p(__typeof__(at = 1), int);
