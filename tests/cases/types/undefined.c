// An alignment of a type that is defined later: gcc lets the definition override it, clang does not.
struct later;
typedef struct later __attribute__((aligned(1))) less;
struct later { char c; int i; };
typedef struct later __attribute__((aligned(2))) two;
ASK sizeof(struct later);
MAY sizeof(struct { char c; less l; });
ASK sizeof(struct { char c; two l; });
