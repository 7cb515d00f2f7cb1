__int128 a; unsigned __int128 b; __uint128_t c; __int128_t d; __float128 e; __float80 f;
static __thread int g; __const__ char *h; const __volatile__ __signed__ char i;
int a$b, é, \u00e9x;
char *s = "\e[1m\%\d\u00e9\x41\101\n" L"\u20ac" "plain";
char c1 = '\e', c2 = '\'';
double q = 1.5Q + 0x1p3w + 1e3f;
char *r = R"x(a\b"c
d)x";
int x<:3:> = <% 1, 2 %>;
bool flag; struct t { int bool; }; int bb(struct t *p) { return p->bool; }
