use super::super::pool::with_deep_stack;
use super::*;

fn check(text: &str, look: impl FnOnce(&Source, &Parsed) + Send) {
    let source = Source::new("t.c".into(), text.as_bytes().to_vec()).expect("small");
    with_deep_stack(|| {
        let parsed = parse(&source, Language::default());
        look(&source, &parsed);
    });
}

fn failures(text: &str) -> Vec<String> {
    let mut failures = Vec::new();
    check(text, |_, parsed| {
        let failed = parsed
            .chunks
            .iter()
            .filter_map(|chunk| chunk.items.as_ref().err());
        failures = failed.map(ToString::to_string).collect();
    });
    failures
}

#[test]
fn what_lang_c_rejects_is_read() {
    for text in [
        "typedef int T; int f(int a, T *T) { return sizeof(T) + (T) [0]; }",
        "int f(int x) { return x ?: 3; }",
        "int f(int x) { void *p = &&l; goto *p; l: return x && p; }",
        "unsigned __int128 a; __int128 b; __uint128_t c; __float128 d = 1.5Q;",
        "int f(int x) { switch (x) { case 1: { } default: } l: ; int y; m: __attribute__((unused)); n: int z; return z; }",
        "struct __attribute__((packed)) s { int a; ; _Alignas(8) char c; } v;",
        "enum __attribute__((packed)) e { A __attribute__((deprecated)), B };",
        "static __thread int x; __const__ int y; static z; f() { register i; return i; } weak_alias(a, b);",
        "struct s { int a; }; struct s g(void) { return (struct s){}; } struct s h = {};",
        "int x = __builtin_types_compatible_p(int, struct s *); int y = __alignof__(x); int z = _Alignof(int);",
        "_Static_assert(1); _Static_assert(1, \"x\"); int a$b, é; char *s = \"\\e[0m\\u00e9\";",
        "asm(\".globl x\"); void f(void) { asm(\"nop\"); asm volatile inline (\"\" ::: \"memory\"); }",
        "typedef int T; void f(void) { for (T *x = 0, *y; ; ) ; __typeof__(T) z; __extension__ ({ __label__ a; a: 1; }); __auto_type q = z; }",
        "int f(a, b) int a; char *b; { return a; }",
        "typedef unsigned char u8; int g(const u8 *p) { l: u8 x = *p; return x; }",
        "int *p = (int[]){ 1, 2 }; int (*q)(int) = 0; ;",
        "int f(void) <% int a<:3:>; return (int){1}; %>",
    ] {
        assert_eq!(failures(text), Vec::<String>::new(), "{text}");
    }
}
