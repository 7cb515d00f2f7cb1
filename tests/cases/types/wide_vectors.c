// gcc's `_Alignof` of what has a wide vector inside is that of the widest register, clang's that of the vector.
typedef short wide __attribute__((vector_size(32)));
struct has { char c; wide v; };
union may { struct has h; char c; };
ASK sizeof(struct has);
ASK _Alignof(struct { char c; __attribute__((aligned(32))) short s; });
MAY _Alignof(wide);
MAY _Alignof(struct has);
MAY _Alignof(struct has[2]);
MAY _Alignof(union may);
