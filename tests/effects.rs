//! What calls may write, and what that lets the verification conditions keep.
//!
//! Small programs are tables of what each call of a function may write. Each
//! `tests/cases/effects/NAME.c` is a program with labels whose tag says whether it must be proved
//! that nothing covers them (`never`) or must not (`open`); no run may cover what is proved.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use support::listed::cases;
use tamis::base::Assumed;
use tamis::coreach::{Effects, Outline, Program, World};
use tamis::frontend::{Source, TranslationUnit, command, read, read_preprocessed};
use tamis::ir::interp::{Machine, Observer};
use tamis::ir::{Callee, ExprId, Function, GlobalId, GlobalKind, InstKind, PointId, Unit, Value};
use tamis::prover::{Limits, Literal, Session};
use tamis::ranges::Outside;
use tamis::vc::{Calls, Context, encode};

/// The calls of one function, as the whole program knows them.
struct Known<'a> {
    program: &'a Program,
    function: usize,
}

impl Known<'_> {
    fn effects(&self, callee: &Callee) -> Effects<'_> {
        self.program.effects(self.function, callee)
    }
}

impl Outside for Known<'_> {}

impl Calls for Known<'_> {
    fn separable(&self, global: GlobalId) -> bool {
        self.program.is_separable(self.function, global)
    }

    fn writes_memory(&self, callee: &Callee) -> bool {
        self.effects(callee).memory()
    }

    fn writes_global(&self, callee: &Callee, global: GlobalId) -> bool {
        self.effects(callee).writes(global)
    }

    fn runs_own_body(&self, symbol: GlobalId) -> bool {
        self.program.runs_own_body(self.function, symbol)
    }
}

fn program(units: &[TranslationUnit], world: World) -> Program {
    let outlines: Vec<Outline> = units
        .iter()
        .map(|tu| Outline::new(&tu.unit, tu.hidden.clone()))
        .collect();
    Program::new(&outlines, world, true, &Assumed::default())
}

/// The calls of `f` in the first file, each with what it may write.
fn calls_of_f(files: &[&str], world: World) -> String {
    let unit = |text: &&str| {
        let source = Source::new("t.c".into(), text.as_bytes().to_vec()).unwrap();
        read_preprocessed(source)
    };
    let units: Vec<TranslationUnit> = files.iter().map(unit).collect();
    let program = program(&units, world);
    let unit = &units[0].unit;
    let mut functions = unit.functions.iter().enumerate();
    let (function, f) = functions.find(|(_, f)| f.name == "f").expect("there is f");
    let calls = Known {
        program: &program,
        function,
    };
    let callees = f.blocks.values().flat_map(|block| &block.insts);
    let callees = callees.filter_map(|inst| match &inst.kind {
        InstKind::Call { callee, .. } => Some(call(unit, &calls, callee)),
        _ => None,
    });
    callees.collect::<Vec<String>>().join("; ")
}

/// `callee: memory global global`
fn call(unit: &Unit, calls: &Known, callee: &Callee) -> String {
    let mut text = match callee {
        Callee::Direct(id) => format!("{}:", unit.globals[*id].name),
        Callee::Indirect(_) => "*:".into(),
        Callee::Builtin(name) => format!("{name}:"),
    };
    if calls.writes_memory(callee) {
        text += " memory";
    }
    for (id, global) in unit.globals.iter() {
        if calls.separable(id) && calls.writes_global(callee, id) {
            text += " ";
            text += &global.name;
        }
    }
    text
}

#[test]
fn calls_write_what_their_callees_may_write() {
    use World::{Library, Whole};
    let table: &[(World, &[&str], &str)] = &[
        // By itself, by what it calls, by recursion.
        (
            Library,
            &["static int s, t; static void w(void) { s = 1; } static void v(void) { w(); t = 1; }
               static int r(void) { return s; } void f(void) { w(); v(); r(); }"],
            "w: s; v: s t; r:",
        ),
        (
            Library,
            &["static int s, t; static void b(int n); static void a(int n) { s = n; b(n - 1); }
               static void b(int n) { t = n; if (n) a(n); } void f(void) { b(3); }"],
            "b: s t",
        ),
        (
            Library,
            &["static int s; void f(int n) { s++; if (n) f(n - 1); }"],
            "f: s",
        ),
        // A variable of the callee is not memory, what a pointer reaches is.
        (
            Library,
            &["static int l(int n) { int a[4] = {0}; a[n] = 1; return a[0]; }
               static void p(int *q) { *q = 1; } int g; static void o(void) { g = 1; }
               void f(int *q) { l(1); p(q); o(); }"],
            "l:; p: memory; o: memory",
        ),
        // Who is called back: by an indirect call what has its address taken or is visible.
        (
            Library,
            &["static int s, t, u; static void w(void) { s = 1; } static void v(void) { t = 1; }
               void x(void) { u = 1; } void (*p)(void) = w;
               static void y(void) { v(); } static void z(void) { p(); }
               void f(void) { z(); y(); }"],
            "z: memory s t u; y: t",
        ),
        (
            Whole,
            &["static int s, u; static void w(void) { s = 1; } void x(void) { u = 1; }
               void (*p)(void) = w; void f(void) { p(); } int main(void) { f(); x(); return 0; }"],
            "*: memory s",
        ),
        // What is elsewhere is unknown; what is in another file is known.
        (
            Library,
            &["static int s; void w(void) { s = 1; } void e(void); void f(void) { e(); }"],
            "e: memory s",
        ),
        (
            Library,
            &["static int s; void w(void) { s = 1; } void e(void); void f(void) { e(); }",
              "unsigned long strlen(const char *); void e(void) { strlen(\"\"); }"],
            "e:",
        ),
        (
            Library,
            &["static int s, t; void w(void) { s = 1; } void e(void); void f(void) { e(); t = 1; }",
              "void w(void); void e(void) { w(); }"],
            "e: s",
        ),
        (
            Library,
            &["static int s; void w(void) { s = 1; } void e(void); void f(void) { e(); }",
              "__attribute__((weak)) void e(void) {}"],
            "e: memory s",
        ),
        // The library.
        (
            Library,
            &["unsigned long strlen(const char *); void *malloc(unsigned long); int toupper(int);
               void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
               static int s; static int c(const void *a, const void *b) { return s++; }
               void f(void *p) { strlen(p); malloc(1); toupper(1); qsort(p, 1, 1, c); }"],
            "strlen:; malloc: memory; toupper:; qsort: memory s",
        ),
        (
            Library,
            &["static int s; int strlen(const char *p) { s = 1; return 0; } char *strdup(char *);
               void f(char *p) { strlen(p); strdup(p); }"],
            "strlen: s; strdup: memory s",
        ),
        (
            Whole,
            &["static int s, t; int _write(int n) { return s = n; } int write_all(void) { return t = 1; }
               int puts(const char *); void f(void) { puts(\"\"); _write(1); write_all(); }
               int main(void) { f(); return 0; }"],
            "puts: memory s; _write: s; write_all: t",
        ),
        (
            Library,
            &["static int s; static int w(void *c, char *b, int n) { s = 1; return n; }
               void *fopencookie(void *, const char *, int (*)(void *, char *, int));
               int fclose(void *); void f(void) { fclose(fopencookie(0, \"\", w)); }"],
            "fopencookie: memory s; fclose: memory s",
        ),
        // Asm and builtins.
        (
            Library,
            &["static int s, t; static void a(void) { __asm__(\"nop\"); } int r(void) { return s + t; }
               static void o(int *p) { __builtin_add_overflow(1, 2, p); }
               void f(int *p) { a(); o(p); __builtin_popcount(3); __sync_synchronize(); }"],
            "a: memory s t; o: memory; __builtin_popcount:; __sync_synchronize: memory s t",
        ),
        // Objects that are not separable are memory.
        (
            Library,
            &["static int a, b, c[4]; static volatile int v; static struct { volatile int m; } m;
               int *p = &a; static _Thread_local int t; static int *q(void) { return &b; }
               static void w(int n) { a = 1; b = 1; c[n] = 1; v = 1; m.m = 1; t = 1; }
               void f(void) { q(); w(1); }"],
            "q:; w: memory c",
        ),
        (
            Library,
            &["static int s; static void w(void) { s = 1; } __asm__(\".globl s\");
               void f(void) { w(); }"],
            "w: memory",
        ),
        (
            Library,
            &["static int s __attribute__((section(\"set\"))); static void w(void) { s = 1; }
               void f(void) { w(); }"],
            "w: memory",
        ),
        (
            Library,
            &["static int a[4], b, c; static int g(void) { return *(b ? &b : &c); }
               static void h(void) { __asm__ volatile (\"\" : : \"r\"(&a) : \"memory\"); }
               static void w(void) { a[1] = 1; b = 1; c = 1; } void f(void) { w(); }"],
            "w: memory",
        ),
        // Copies in and out leave a struct separable.
        (
            Library,
            &["struct s { int a[3]; }; static struct s s, t; static struct s u(void) { return s; }
               static int w(struct s x) { t = x; return x.a[0]; }
               void f(void) { u(); w(s); }"],
            "u:; w: t",
        ),
    ];
    for (world, files, expected) in table {
        assert_eq!(calls_of_f(files, *world), *expected, "{files:?}");
    }
}

#[test]
fn functions_that_set_jumps_are_known() {
    let text =
        "int _setjmp(void *); int t(void *p) { return _setjmp(p); } int u(void *p) { return t(p); }
                int v(void *p) { return __builtin_setjmp(p); }";
    let source = Source::new("t.c".into(), text.into()).unwrap();
    let program = program(&[read_preprocessed(source)], World::Library);
    assert_eq!(
        [0, 1, 2].map(|f| program.returns_twice(f)),
        [true, false, true]
    );
}

/// The labels that a run covers.
#[derive(Default)]
struct Covered(BTreeSet<u64>);

impl Observer for Covered {
    fn at_point(
        &mut self,
        f: &Function,
        point: PointId,
        eval: &mut dyn FnMut(ExprId) -> Option<Value>,
    ) {
        for label in f
            .sites
            .source_labels
            .iter()
            .filter(|label| label.point == point)
        {
            if eval(label.predicate) != Some(Value::Int(0)) {
                self.0.extend(label.id);
            }
        }
    }
}

#[test]
fn globals_keep_their_values_over_calls_that_do_not_write_them() {
    for file in cases("effects", "c") {
        let command = command::from_flags(&file, &[]).unwrap();
        let tu = read(&command).unwrap();
        let mut machine = Machine::observed(&[&tu.unit], Covered::default());
        let end = machine.run(&["case"]);
        assert!(end.trap.is_none(), "{:?} {}", end.trap, file.display());
        let covered = machine.into_observer().0;
        let proved = proved(tu);
        assert!(!proved.is_empty());
        for (id, (proved, tag)) in proved {
            let what = format!("label {id} of {}", file.display());
            assert_eq!(if proved { "never" } else { "open" }, tag, "{what}");
            assert!(!(proved && covered.contains(&id)), "covered: {what}");
        }
    }
}

/// For each label whether it is proved that nothing covers it, and its tag.
fn proved(tu: TranslationUnit) -> BTreeMap<u64, (bool, String)> {
    let units = [tu];
    let program = program(&units, World::Auto);
    let unit = &units[0].unit;
    let mut list = BTreeMap::new();
    for (function, f) in unit.functions.iter().enumerate() {
        let labels = f.sites.source_labels.iter();
        let predicates: Vec<_> = labels.map(|l| (l.point, l.predicate)).collect();
        let calls = Known {
            program: &program,
            function,
        };
        let encoding = encode(unit, f, &predicates, &calls, Context::Function);
        let terms = &encoding.terms;
        let mut session = Session::new(terms, &encoding.hypotheses, Limits::default());
        for (i, label) in f.sites.source_labels.iter().enumerate() {
            let asked = [encoding.reach[i], encoding.holds[i]];
            let answer = session.ask(terms, &asked.map(|t| Literal::new(terms, t)));
            assert!(answer.is_valid() || answer.is_invalid(), "{answer:?}");
            let tag = label.tag.clone().unwrap_or_default();
            list.insert(label.id.unwrap(), (answer.is_valid(), tag));
        }
    }
    list
}

#[test]
fn the_cases_have_separable_globals_only() {
    // Otherwise they would show nothing.
    for file in cases("effects", "c") {
        let tu = read(&command::from_flags(&file, &[]).unwrap()).unwrap();
        let separable = tamis::ir::separable(&tu.unit, tu.hidden.objects);
        for ((_, global), separable) in tu.unit.globals.iter().zip(separable) {
            let object = matches!(global.kind, GlobalKind::Object { .. });
            let apart = !global.name.starts_with("shared") && !global.name.starts_with('.');
            assert_eq!(separable, object && apart, "{}", global.name);
        }
    }
}
