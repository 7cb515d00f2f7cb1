// An alignment of a type that is defined later: for gcc the definition counts where it asks for more, for clang the typedef.
struct later;
typedef struct later __attribute__((aligned(1))) less;
struct later { char c; int i; };
struct again;
typedef struct again __attribute__((aligned(32))) more;
typedef more __attribute__((aligned(2))) then_less;
struct again { char c; int i; };
struct fits;
typedef struct fits __attribute__((aligned(16))) wide;
struct fits { char c; int i; };
typedef struct fits __attribute__((aligned(2))) two;
MAY sizeof(struct later);
MAY sizeof(struct { char c; less l; });
MAY sizeof(struct { char c; then_less l; });
MAY _Alignof(more);
ASK sizeof(struct fits);
ASK sizeof(struct { char c; wide l; });
ASK sizeof(struct { char c; two l; });
