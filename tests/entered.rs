//! Which functions control may enter. Small programs, each with the functions that nothing can call.

use tamis::base::{Assumed, STATIC_FUNCTIONS};
use tamis::coreach::{Outline, Program, World};
use tamis::frontend::{Source, TranslationUnit, read_preprocessed};

/// The functions that are not entered, in the order of the text.
fn dead(files: &[&str], world: World, assumed: &Assumed) -> String {
    let unit = |text: &&str| {
        let source = Source::new("t.c".into(), text.as_bytes().to_vec()).unwrap();
        read_preprocessed(source)
    };
    let units: Vec<TranslationUnit> = files.iter().map(unit).collect();
    let outlines: Vec<Outline> = units
        .iter()
        .map(|tu| Outline::new(&tu.unit, tu.hidden.clone()))
        .collect();
    let program = Program::new(&outlines, world, true, assumed);
    let functions = units.iter().flat_map(|unit| &unit.unit.functions);
    let dead = functions
        .enumerate()
        .filter(|(index, _)| !program.is_entered(*index));
    let names: Vec<&str> = dead.map(|(_, f)| f.name.as_str()).collect();
    names.join(" ")
}

#[test]
fn functions_that_nothing_calls_are_known() {
    use World::{Auto, Library, Whole};
    let table: &[(World, &[&str], &str)] = &[
        (
            Library,
            &["static int a(void) { return 1; } int b(void) { return 2; }"],
            "a",
        ),
        // Whoever is called only by those.
        (
            Library,
            &[
                "static int c(void) { return 1; } static int a(void) { return c(); }
               static int d(void) { return 1; } int b(void) { return d(); }",
            ],
            "c a",
        ),
        // Each file has its own.
        (
            Library,
            &[
                "static int a(void) { return 1; } int b(void) { return a(); }",
                "static int a(void) { return 1; } int c(void) { return 3; }",
            ],
            "a",
        ),
        // The address is used, also by what never runs.
        (
            Library,
            &["static int a(void) { return 1; } static int (*p)(void) = a;"],
            "",
        ),
        (
            Library,
            &[
                "static int a(void); static int b(void) { return a != 0; } static int a(void) { return 1; }",
            ],
            "b",
        ),
        (
            Library,
            &[
                "static int a(void) { return 1; } struct s { int x; int (*p)(void); };
               static const struct s t[2] = {[1] = {.p = &a}};",
            ],
            "",
        ),
        // Attributes by which a function runs or may be found.
        (
            Library,
            &["__attribute__((constructor)) static void a(void) {}"],
            "",
        ),
        (
            Library,
            &["static void a(void) __attribute__((destructor)); static void a(void) {}"],
            "",
        ),
        (
            Library,
            &["__attribute__((used)) static void a(void) {}"],
            "",
        ),
        (
            Library,
            &["__attribute__((section(\".init\"))) static void a(void) {}"],
            "",
        ),
        (
            Library,
            &["static void a(void) {} void b(void) __attribute__((alias(\"a\")));"],
            "",
        ),
        (
            Library,
            &["static void *a(void) { return 0; } void b(void) __attribute__((ifunc(\"a\")));"],
            "",
        ),
        (
            Library,
            &["static void a(void) {} static void b(void) __attribute__((weakref(\"a\")));"],
            "",
        ),
        (
            Library,
            &[
                "static void a(int *p) { *p = 1; } void b(void) { int x __attribute__((cleanup(a))); x = 0; }",
            ],
            "",
        ),
        // asm.
        (
            Library,
            &["static void a(void) {} __asm__(\".globl b\\nb: call a\\nret\");"],
            "",
        ),
        (
            Library,
            &["static void a(void) {} void b(void) { __asm__ volatile(\"call a\"); }"],
            "",
        ),
        (
            Library,
            &["static void a(void) {} void b(void) { __asm__ volatile(\"\" : : \"r\"(a)); }"],
            "",
        ),
        // A part that is left out may call anything.
        (
            Library,
            &["static void a(void) {} void b(void) { void c(void) { a(); } c(); }"],
            "",
        ),
        (
            Library,
            &[
                "static void a(void) {} int b(int n, _Complex double z) { if (z * z == n) a(); return n; }",
            ],
            "",
        ),
        // Files that are not said to be a whole program.
        (
            Auto,
            &["int a(void) { return 1; } int main(void) { return 0; }"],
            "",
        ),
        (
            Library,
            &["int a(void) { return 1; } int main(void) { return 0; }"],
            "",
        ),
        // A whole program.
        (
            Whole,
            &["int a(void) { return 1; } int c(void) { return a(); } int main(void) { return 0; }"],
            "a c",
        ),
        (
            Whole,
            &[
                "int a(void); int main(void) { return a(); }",
                "int b(void) { return 1; } int a(void) { return b(); }
                   int c(void) { return b(); }",
            ],
            "c",
        ),
        (Whole, &["int a(void) { return 1; }"], ""),
        (
            Whole,
            &[
                "int a(void) { return 1; } int main(void) { return 0; }",
                "int main(void) { return 0; }",
            ],
            "",
        ),
        // The library may call these, or another file by a pointer.
        (
            Whole,
            &[
                "void *malloc(unsigned long n) { return (void *)n; } void _init(void) {} int main(void) { return 0; }",
            ],
            "",
        ),
        (
            Whole,
            &[
                "int a(void) { return 1; } int main(void) { return 0; }",
                "int a(void); int (*p)(void) = a;",
            ],
            "",
        ),
        (
            Whole,
            &[
                "int a(void) { return 1; } int main(void) { return 0; }",
                "void b(void) { __asm__(\"call a\"); }",
            ],
            "",
        ),
        (
            Whole,
            &[
                "int a(void) { return 1; } __attribute__((constructor)) void b(void) {} int main(void) { return 0; }",
            ],
            "",
        ),
        // Names are looked up while the program runs, and control goes where nobody sees it.
        (
            Whole,
            &[
                "void *dlsym(void *, const char *); int a(void) { return 1; }
                   int main(void) { return dlsym(0, \"a\") != 0; }",
            ],
            "",
        ),
        // Which definition is taken is open.
        (
            Whole,
            &[
                "int a(void) { return 1; } int main(void) { return a(); }",
                "int a(void) { return 2; }",
            ],
            "",
        ),
    ];
    for (world, files, expected) in table {
        let found = dead(files, *world, &Assumed::default());
        assert_eq!(found, *expected, "{world:?} {files:?}");
    }
    let dropped = Assumed::without([STATIC_FUNCTIONS]).unwrap();
    let file = "static int a(void) { return 1; }";
    assert_eq!(dead(&[file], Library, &dropped), "");
}
