//! Cutting, normalising and parsing of small texts.

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

#[test]
fn attributes_of_records_and_whole_declarations() {
    let text = "__attribute__((a)) struct __attribute__((p)) s { int m; } __attribute__((q(1))) x __attribute__((b));";
    check(text, |_, parsed| {
        let chunk = &parsed.chunks[0];
        let item = &chunk.items.as_ref().expect("read")[0];
        let names = |list: Vec<usize>| -> Vec<&str> {
            let names = list.iter().map(|&i| chunk.attributes[i].name.as_str());
            names.collect()
        };
        let end = chunk.token_from(item.span.end - 1);
        assert_eq!(
            names(chunk.attributes_in(chunk.token_from(item.span.start), end)),
            ["a", "b"]
        );
        let start = chunk.text.find("struct").expect("there");
        let keyword = lang_c::span::Span::span(start, start + 6);
        assert_eq!(names(chunk.record_attributes(keyword)), ["p", "q"]);
        let second = chunk.record_attributes(keyword)[1];
        let argument = chunk.argument(&chunk.attributes[second]);
        assert!(matches!(argument, Some(lang_c::ast::TypeOf::Expression(_))));
    });
}

#[test]
fn one_bad_function_costs_one_function() {
    let text = "int a(void) { return 1; }\nint b(int x) { asm goto (\"\" : : : : l); l: return x; }\nint c(void) { return 2; }\nint d(void) {\n if (1) {\n}\nint e(void) { return 3; }\n";
    check(text, |_, parsed| {
        let read: Vec<bool> = parsed
            .chunks
            .iter()
            .map(|chunk| chunk.items.is_ok())
            .collect();
        assert_eq!(read, [true, false, true, false, true]);
        let failure = parsed.chunks[1]
            .items
            .as_ref()
            .expect_err("asm goto")
            .to_string();
        assert!(
            failure.starts_with("t.c:2:20: warning: cannot parse function `b` near `goto"),
            "{failure}"
        );
        let failure = parsed.chunks[3]
            .items
            .as_ref()
            .expect_err("brace")
            .to_string();
        assert!(
            failure.starts_with("t.c:4:13: warning: function `d` has a `{`"),
            "{failure}"
        );
    });
}

#[test]
fn pragmas_go_to_what_follows() {
    let text = "int a;\n#pragma tamis partition(x, -1, 0)\nint f(int x)\n{\n#pragma tamis partition(x, 5)\n return x; }\nint b;\n#pragma once\n";
    check(text, |_, parsed| {
        let texts: Vec<Vec<&str>> = parsed
            .chunks
            .iter()
            .map(|c| c.pragmas.iter().map(|p| p.1.as_str()).collect())
            .collect();
        assert_eq!(
            texts,
            [
                vec![],
                vec!["tamis partition(x, -1, 0)", "tamis partition(x, 5)"],
                vec![],
                vec!["once"]
            ]
        );
    });
}

/// Shapes that nest, just below and far above the limits: read or refused, and no overflow.
#[test]
fn deep_code_is_read_or_refused() {
    for n in [900usize, 9_000, 100_000] {
        for (before, shape, after, end) in [
            ("int x = ", "(", "1", ")"),
            ("int x = 1", "+1", "", ""),
            ("int x = ", "(int)", "1", ""),
            ("int x = ", "- ", "1", ""),
            ("int f(int a) { return ", "a?1:", "1; }", ""),
            ("int f(int a) { return ", "a?", "1", ":1"),
            ("int f(int a) { ", "a=", "1; }", ""),
            ("int f(int a) { ", "if(a)a=1;else ", "; }", ""),
            ("int f(int a) { ", "for(;;)", "; }", ""),
            ("int f(int a) { ", "do ", ";", "while(a);"),
            ("int f(int a) { ", "{", ";", "}"),
            ("int f(int a) { switch(a) { ", "case 1:", "; } }", ""),
            ("int ", "*", "x;", ""),
            ("int f(int *a) { return ", "*", "a; }", ""),
            ("int f(int *a) { return a", "[0]", "; }", ""),
            ("int x = ", "sizeof ", "1;", ""),
            ("", "struct { ", "int x;", "} a;"),
            ("int ", "(*", "x", ")(int)"),
            ("int x = 1", ",y", ";", ""),
            ("int x = {", "{1},", "};", ""),
        ] {
            let text = format!("{before}{}{after}{};}}", shape.repeat(n), end.repeat(n));
            check(&text, |_, parsed| {
                assert!(!parsed.chunks.is_empty(), "{shape}")
            });
        }
    }
}

/// Mutations of real shapes: whatever comes in, something comes out.
#[test]
fn no_text_is_a_panic() {
    let seed = "typedef struct s T; int f(int a, T *T) { switch (a) { case 1: x ?: &&l; goto *p; default: } \
        for (T *i = 0;;) ; l: return sizeof (int){} + (a)[0]; } enum e : int { A }; [[x]] int y; \
        __attribute__((a(1), b)) struct __attribute__((p)) q { _Alignas(8) int m; } v = { .m = \"\\e\u{e9}\" }; \
        g(a, b) register a; {} asm volatile (\"x\" : : [n] \"r\"(1)); _Static_assert(1); é$ = '\\u00e9';\n# 3 \"x\"\n";
    let parts: Vec<&str> = seed
        .split_inclusive([' ', '(', ')', '{', '}', ';', '"', '[', ']'])
        .collect();
    let mut state = 0x2545_f491_4f6c_dd1du64;
    let mut random = move |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    for _ in 0..400 {
        let count = 1 + random(60);
        let mut text: Vec<u8> = (0..count)
            .flat_map(|_| parts[random(parts.len())].bytes())
            .collect();
        for _ in 0..random(4) {
            let at = random(text.len());
            text[at] = random(256) as u8;
        }
        let source = Source::new("t.c".into(), text).expect("small");
        with_deep_stack(|| {
            let parsed = parse(
                &source,
                Language {
                    c23: random_bit(&source),
                    ..Language::default()
                },
            );
            for chunk in &parsed.chunks {
                for item in chunk.items.iter().flatten() {
                    assert!(chunk.span.contains(chunk.span_of(item.span)));
                    chunk.attributes_in(item.span.start, item.span.end);
                    chunk.after_declarator(item.span.start);
                }
            }
        });
    }
}

fn random_bit(source: &Source) -> bool {
    source.bytes.len().is_multiple_of(2)
}

/// Texts on which a careless scan would read to the end again and again.
#[test]
fn hostile_repetition_is_linear() {
    for shape in [
        "{} ",
        "f(a) b ",
        "goto * ",
        "do case ",
        "else __label__ ",
        "enum e : int ",
        "{ ",
        "} ",
        "( } ",
        "[[ ",
        "__attribute__(( ",
        "typedef ",
        "static ",
        "R\"( ",
        "\" ",
        "a ? ",
        "_Static_assert( ",
        "struct ",
    ] {
        let body = shape.repeat(50_000);
        for text in [
            format!("int f(void) {{ {body} }}"),
            format!("(((((( {body}"),
            body,
        ] {
            check(&text, |_, parsed| assert!(!parsed.chunks.is_empty()));
        }
    }
}
