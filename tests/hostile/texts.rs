//! Texts that no C program should be: what each is called, what it says, what must come of it.
//!
//! Knows C; nothing of tamis but its exit codes.

/// What the run must end with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Exit code 0: strange, but C.
    Fine,
    /// Exit code 2, and a message with the file and the line.
    Refused,
    /// One of both; the compiler itself is of two minds.
    Either,
}

pub struct Text {
    pub name: &'static str,
    pub bytes: Vec<u8>,
    pub fate: Fate,
}

pub fn all() -> Vec<Text> {
    let small = SMALL.iter().map(|(name, fate, text)| Text {
        name,
        bytes: text.to_vec(),
        fate: *fate,
    });
    small.chain(deep()).chain(gigantic()).collect()
}

use Fate::{Either, Fine, Refused};

const SMALL: &[(&str, Fate, &[u8])] = &[
    ("empty", Fine, b""),
    ("only_a_newline", Fine, b"\n"),
    ("no_newline_at_the_end", Fine, b"int f(void) { return 1; }"),
    ("lone_semicolons", Fine, b";;; int x;;"),
    ("truncated_body", Refused, b"int f(int a)\n{\n  if (a > 3) {\n    return a;\n"),
    ("truncated_expression", Refused, b"int f(int a)\n{\n  return a +"),
    ("truncated_parameter_list", Refused, b"int f(int a,"),
    ("truncated_struct", Refused, b"struct s {\n  int a;\n  int b"),
    ("closing_brace_too_many", Refused, b"int f(void) { return 1; } }\nint g(void) { return 2; }\n"),
    ("one_bad_function_between_good_ones", Refused, b"int f(void) { return 1; }\nint g(void) { return @; }\nint h(void) { return 3; }\n"),
    ("unterminated_string", Refused, b"const char *s = \"abc\n;\nint f(void) { return \"x; }\n"),
    ("unterminated_character", Refused, b"int f(void) { return 'a; }\n"),
    ("unterminated_comment", Refused, b"int f(void) { return 1; }\n/* and so on\n"),
    ("missing_header", Refused, b"#include \"no_such_header.h\"\nint f(void) { return 1; }\n"),
    ("error_directive", Refused, b"#error this is not for you\n"),
    ("unknown_extension_specifier", Refused, b"__far_away int *p;\nint f(void) { return __magic(int){3}; }\n"),
    // An `int` for gcc, unsigned for clang.
    ("old_value_of_a_bit_field", Refused, b"struct s { unsigned a : 3; } x;\nint f(void) { return x.a++ - 5 < 0; }\n"),
    ("length_of_a_parameter_with_effects", Refused, b"static int n;\nstatic void f(int a[n++]) { n = 5; }\nint g(void) { f(0); return n; }\n"),
    ("optimize_with_another_layout", Refused, b"__attribute__((optimize(\"pack-struct\"))) int f(void) { struct { char c; long x; } z; return sizeof z; }\n"),
    ("pragma_that_traps", Refused, b"#pragma GCC optimize (\"trapv\")\nint f(int x) { return x + 1; }\n"),
    ("pack_with_a_macro_name", Refused, b"#pragma pack(N)\nstruct s { char c; long x; };\nint f(struct s s) { return s.c; }\n"),
    ("unknown_attribute", Refused, b"__attribute__((no_such_thing(1, \"x\"))) int f(int a) { return a > 1; }\n"),
    ("bytes_that_are_not_utf8_in_a_string", Fine, b"const char s[] = \"\xff\xfe\x80\";\nint f(int a) { return a > s[0]; }\n"),
    ("bytes_that_are_not_utf8_in_a_comment", Fine, b"/* \xff\xfe */ int f(int a) { return a > 1; } // \x80\n"),
    ("bytes_that_are_not_utf8_in_a_name", Refused, b"int f(int a\xff) { return a\xff; }\n"),
    ("bytes_that_are_not_utf8_outside", Refused, b"int a;\n\xff\xfe\xfd\nint f(int b) { return b > 1; }\n"),
    ("nul_bytes", Either, b"int f(int a) { return a >\0 1; }\0\n"),
    ("utf16_text", Refused, b"\xff\xfei\0n\0t\0 \0x\0;\0\n\0"),
    ("binary", Refused, b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0\x01\0\0\0\x50\x10\n\x01\x02{}\x03"),
    ("carriage_returns", Fine, b"int f(int a)\r\n{\r\n  return a > 1;\r\n}\r\n"),
    ("byte_order_mark", Fine, b"\xef\xbb\xbfint f(int a) { return a > 1; }\n"),
    ("struct_that_contains_itself", Either, b"struct s { struct s inner; int x; };\nint f(struct s *p) { return p->x > 1; }\n"),
    ("structs_that_contain_each_other", Either, b"struct a { struct b { struct a x; } y; };\nint f(struct a *p) { return sizeof *p > 1; }\n"),
    ("array_of_its_own_size", Either, b"int a[sizeof a];\nint f(void) { return a[0]; }\n"),
    ("enumerator_of_itself", Either, b"enum { A = A };\nint f(void) { return A; }\n"),
    ("typedef_of_itself", Either, b"typedef T T;\nT f(T a) { return a; }\n"),
    ("typeof_itself", Either, b"__typeof__(x) x;\nint f(void) { return x; }\n"),
    ("division_by_zero_in_a_constant", Either, b"enum { A = 1 / 0, B = 1 % 0 };\nint f(int a) { switch (a) { case 1 / 0: return 1; } return A; }\n"),
    ("overflow_in_a_constant", Either, b"enum { A = (-9223372036854775807LL - 1) / -1 };\nlong x = (-9223372036854775807L - 1) % -1;\nint f(void) { return 1 << 31 << 31; }\n"),
    ("shift_too_far", Fine, b"int f(int a) { return (a << 64) + (a >> -1) + (1 << 1000000000); }\n"),
    ("negative_array", Either, b"int a[-1];\nint f(void) { int b[-5]; return sizeof b; }\n"),
    ("array_larger_than_memory", Either, b"char a[0x7fffffffffffffff];\nstruct s { char a[0x7fffffffffffffff], b[0x7fffffffffffffff]; };\nint f(struct s *p) { return p->b[1] > 0; }\n"),
    ("array_of_arrays_larger_than_memory", Either, b"int a[4294967296][4294967296][4294967296];\nint f(void) { return a[1][2][3]; }\n"),
    ("bit_field_too_wide", Either, b"struct s { int a : 99; unsigned b : 4294967297; _Bool c : 2; };\nint f(struct s *p) { return p->a + p->b; }\n"),
    ("alignment_of_three", Either, b"struct s { int a __attribute__((aligned(3))); } x;\nint f(void) { return x.a; }\n"),
    ("alignment_of_2_to_the_62", Either, b"struct s { int a __attribute__((aligned(1LL << 62))); } x[3];\nint f(void) { return x[1].a; }\n"),
    ("initialiser_out_of_range", Either, b"int a[3] = { [5] = 1, [-1] = 2 };\nint f(void) { return a[0]; }\n"),
    ("initialiser_of_a_huge_range", Either, b"int a[] = { [0 ... 2000000000] = 1 };\nint f(void) { return a[0]; }\n"),
    ("initialiser_of_the_last_index", Either, b"char a[] = { [0x7ffffffffffffffe] = 1 };\nint f(void) { return a[0]; }\n"),
    ("case_range_of_all_numbers", Fine, b"int f(long a) { switch (a) { case -9223372036854775807L ... 9223372036854775807L: return 1; } return 0; }\n"),
    ("case_range_upside_down", Fine, b"int f(int a) { switch (a) { case 9 ... 1: return 1; } return 0; }\n"),
    ("case_outside_of_a_switch", Refused, b"int f(int a) { case 1: return a; }\n"),
    ("break_outside_of_a_loop", Refused, b"int f(int a) { break; return a; }\n"),
    ("goto_nowhere", Refused, b"int f(int a) { goto nowhere; return a; }\n"),
    ("the_same_label_twice", Either, b"int f(int a) { l: a++; l: a--; goto l; }\n"),
    ("the_same_function_twice", Either, b"int f(int a) { return a > 1; }\nint f(int a) { return a > 2; }\n"),
    ("a_function_and_an_object", Either, b"int f;\nint f(int a) { return a > 1; }\nint g(void) { return f(1); }\n"),
    ("undeclared_name", Refused, b"int f(int a) { return a > no_such_name; }\n"),
    ("dereference_of_a_number", Refused, b"int f(int a) { return *a > 1; }\n"),
    ("member_of_a_number", Refused, b"int f(int a) { return a.x > 1 && a->y; }\n"),
    ("member_that_is_not_there", Refused, b"struct s { int x; };\nint f(struct s *p) { return p->y > 1; }\n"),
    ("member_of_an_incomplete_struct", Refused, b"struct s;\nint f(struct s *p) { return p->y > 1; }\n"),
    ("call_of_a_number", Refused, b"int f(int a) { return a(1) > 1 && 3(); }\n"),
    ("comparison_of_structs", Refused, b"struct s { int x; } a, b;\nint f(void) { return a == b || a; }\n"),
    ("assignment_to_a_number", Refused, b"int f(int a) { 3 = a; return a++ = 1; }\n"),
    ("void_in_a_condition", Refused, b"void g(void);\nint f(void) { return g() && 1; }\n"),
    ("octal_with_an_eight", Either, b"int f(int a) { return a > 089; }\n"),
    ("bad_escapes", Either, b"const char *s = \"\\x \\777 \\u12 \\q\";\nint f(int a) { return a > '\\xfffffffff' + '\\'; }\n"),
    ("bad_suffixes", Either, b"int f(int a) { return a > 1uul + 1.5xyz + 0x1.8 + 1e; }\n"),
    ("line_marker_without_a_number", Either, b"# \"x\"\n#line 99999999999999999999 \"y\"\nint f(int a) { return a > 1; }\n"),
    ("a_label_with_a_huge_id", Either, b"int f(int a) { pc_label(a > 1, 99999999999999999999999, \"X\"); return a; }\n"),
    ("labels_with_bad_arguments", Either, b"int f(int a) { pc_label(); pc_label(a, a, a); pc_label(a > 1, 1, \"X\", 4); return a; }\n"),
    ("two_labels_with_one_id", Either, b"int f(int a) { pc_label(a > 1, 1, \"X\"); pc_label(a > 2, 1, \"X\"); return a; }\n"),
    ("function_without_a_declarator", Either, b"struct __attribute__((packed)) s { int a; };\nint f { return 1; }\n"),
    ("not_c_at_all", Refused, b"Dear reader,\nthis is not a program; it is a letter (of sorts).\n"),
    ("cpp", Refused, b"template <class T> T f(T a) { return a > 1; }\nnamespace n { class c { public: int x; }; }\n"),
    ("parameter_without_a_type", Either, b"int f(a, b) { return a > b; }\nint g(int, int) { return 1; }\n"),
    ("void_variable", Refused, b"int f(void) { void v; return v; }\n"),
    ("array_of_functions", Either, b"int a[3](void);\nint f(int b) { return b > 1; }\n"),
    ("function_that_returns_an_array", Either, b"int g(void)[3];\nint f(int b) { return g()[1] > b; }\n"),
    ("vla_in_a_struct", Either, b"int f(int n) { struct { int a[n]; } s; return sizeof s > 4; }\n"),
    ("wide_comma", Fine, b"int f(int a) { return (a, a, a, a, a), a ? a : a ? a : a; }\n"),
];

/// The same construct inside itself, `DEPTH` times.
const DEPTH: usize = 20_000;

fn deep() -> Vec<Text> {
    let nested = |name, before: &str, open: &str, middle: &str, close: &str, after: &str| {
        let text = [
            before,
            &open.repeat(DEPTH),
            middle,
            &close.repeat(DEPTH),
            after,
        ]
        .concat();
        Text {
            name,
            bytes: text.into_bytes(),
            fate: Either,
        }
    };
    let inside = "int f(int a) {";
    vec![
        nested(
            "deep_parentheses",
            "int f(int a) { return ",
            "(",
            "a",
            ")",
            "; }\n",
        ),
        nested(
            "deep_parentheses_not_closed",
            "int f(int a) { return ",
            "(",
            "a",
            "",
            "; }\nint g(int b) { return b > 1; }\n",
        ),
        nested("deep_blocks", inside, "{", "a++;", "}", "return a; }\n"),
        nested(
            "deep_blocks_not_closed",
            inside,
            "{",
            "a++;",
            "",
            "return a; }\n",
        ),
        nested(
            "deep_negations",
            "int f(int a) { return ",
            "!",
            "a",
            "",
            "; }\n",
        ),
        nested(
            "deep_minus",
            "int f(int a) { return ",
            "- ",
            "a",
            "",
            "; }\n",
        ),
        nested(
            "deep_casts",
            "int f(int a) { return ",
            "(int)",
            "a",
            "",
            "; }\n",
        ),
        nested(
            "deep_dereferences",
            "int f(int *a) { return ",
            "*",
            "a",
            "",
            "; }\n",
        ),
        nested(
            "deep_attributes",
            "struct s { int a __attribute__((aligned(",
            "__attribute__((",
            "8",
            "))",
            "))); } x;\nint f(void) { return x.a; }\n",
        ),
        nested("deep_pointers", "int ", "*", "p", "", ";\n"),
        nested("deep_declarators", "int ", "(", "p", ")", ";\n"),
        nested("deep_array_declarators", "int a", "", "", "[1]", ";\n"),
        nested(
            "deep_function_declarators",
            "int (*g",
            "",
            "",
            "(int (*)",
            ";\n",
        ),
        nested(
            "deep_subscripts",
            "int a[3]; int f(void) { return ",
            "a[",
            "0",
            "]",
            "; }\n",
        ),
        nested(
            "deep_calls",
            "int g(int); int f(int a) { return ",
            "g(",
            "a",
            ")",
            "; }\n",
        ),
        nested(
            "deep_conditionals",
            "int f(int a) { return ",
            "a ? ",
            "1",
            " : 2",
            "; }\n",
        ),
        nested(
            "deep_else",
            inside,
            "if (a) a++; else ",
            "a--;",
            "",
            "return a; }\n",
        ),
        nested("deep_if", inside, "if (a) ", "a--;", "", "return a; }\n"),
        nested(
            "deep_loops",
            inside,
            "while (a) ",
            "a--;",
            "",
            "return a; }\n",
        ),
        nested(
            "deep_switches",
            inside,
            "switch (a) case 1: ",
            "a--;",
            "",
            "return a; }\n",
        ),
        nested(
            "deep_labels",
            inside,
            "switch (a) { case 1: ",
            "a--;",
            "}",
            "return a; }\n",
        ),
        nested("deep_structs", "", "struct { ", "int x;", "} m;", "\n"),
        nested(
            "deep_initialisers",
            "int x = ",
            "{",
            "1",
            "}",
            ";\nint f(int a) { return a > x; }\n",
        ),
        nested(
            "deep_statement_expressions",
            "int f(int a) { return ",
            "({ ",
            "a",
            "; })",
            "; }\n",
        ),
        nested(
            "deep_sizeof",
            "int f(int a) { return ",
            "sizeof ",
            "a",
            "",
            "; }\n",
        ),
        nested("deep_typeof", "", "__typeof__(", "int", ")", " x;\n"),
        nested(
            "deep_attributes",
            "int x ",
            "__attribute__((",
            "",
            "))",
            ";\n",
        ),
        nested(
            "deep_generic",
            "int f(int a) { return ",
            "_Generic(a, int: ",
            "1",
            ")",
            "; }\n",
        ),
        nested(
            "long_sum",
            "int f(int a) { return a",
            "",
            "",
            " + a",
            "; }\n",
        ),
        nested(
            "long_and",
            "int f(int a) { return a > 1",
            "",
            "",
            " && a > 2",
            "; }\n",
        ),
        nested(
            "long_comma",
            "int f(int a) { return a",
            "",
            "",
            ", a",
            "; }\n",
        ),
        nested(
            "long_assignment",
            "int f(int a) { ",
            "a = ",
            "1",
            "",
            "; return a; }\n",
        ),
        nested(
            "long_member_chain",
            "struct s { struct s *n; }; int f(struct s *p) { return p",
            "",
            "",
            "->n",
            " != 0; }\n",
        ),
        nested(
            "long_string_concatenation",
            "const char *s = \"a\"",
            "",
            "",
            " \"b\"",
            ";\nint f(int a) { return a > 1; }\n",
        ),
        nested(
            "deep_macro_of_brackets",
            "int f(int a) { return ",
            "((a) || ",
            "a",
            ")",
            "; }\n",
        ),
    ]
}

fn gigantic() -> Vec<Text> {
    let text = |name, fate, parts: [&str; 3], times| {
        let text = [parts[0], &parts[1].repeat(times), parts[2]].concat();
        Text {
            name,
            bytes: text.into_bytes(),
            fate,
        }
    };
    vec![
        text(
            "gigantic_decimal",
            Either,
            ["int f(int a) { return a > ", "9", "; }\n"],
            100_000,
        ),
        text(
            "gigantic_hexadecimal",
            Either,
            ["int f(int a) { return a > 0x", "f", "; }\n"],
            100_000,
        ),
        text(
            "gigantic_fraction",
            Either,
            ["int f(double a) { return a > 1.", "3", "; }\n"],
            100_000,
        ),
        text(
            "gigantic_exponent",
            Either,
            ["int f(double a) { return a > 1e", "9", "; }\n"],
            1_000,
        ),
        text(
            "gigantic_character",
            Either,
            ["int f(int a) { return a > '", "a", "'; }\n"],
            100_000,
        ),
        text(
            "gigantic_string",
            Fine,
            [
                "const char s[] = \"",
                "ab",
                "\";\nint f(int a) { return a > s[1]; }\n",
            ],
            500_000,
        ),
        text(
            "gigantic_name",
            Fine,
            ["int ", "a", "(int b) { return b > 1; }\n"],
            100_000,
        ),
        text(
            "gigantic_blank",
            Fine,
            ["int f(int a) {", " \n", "return a > 1; }\n"],
            200_000,
        ),
        text(
            "many_parameters",
            Fine,
            ["int f(", "int, ", "int);\nint g(int a) { return a > 1; }\n"],
            20_000,
        ),
        text(
            "many_statements",
            Fine,
            ["int f(int a) {", "a += a > 1;\n", "return a; }\n"],
            5_000,
        ),
        text(
            "many_cases",
            Either,
            [
                "int f(int a) { switch (a) {",
                "case __COUNTER__: a++;\n",
                "} return a; }\n",
            ],
            5_000,
        ),
        text(
            "many_functions_of_one_name",
            Either,
            ["", "int f(int a) { return a > 1; }\n", ""],
            2_000,
        ),
        text(
            "many_broken_functions",
            Refused,
            ["", "int f(int a) { return a >; }\n", ""],
            2_000,
        ),
        text(
            "many_open_brackets",
            Refused,
            ["int x = 1;\n", "{[(", "\n"],
            20_000,
        ),
        text(
            "many_closing_brackets",
            Refused,
            ["int x = 1;\n", ")]}", "\n"],
            20_000,
        ),
    ]
}
