//! Hand-built functions over literal C texts, compiled with the real compiler where it matters.

use super::text::Text;
use super::{Slotted, annotate, fill_slots, pretty};
use crate::base::{Id, IdVec, Place, Span};
use crate::ir::*;
use crate::labels::Label;
use std::process::Command;

impl Text for &str {
    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }
    fn snippet(&self, span: Span) -> Option<String> {
        self.get(span.range())
            .map(|s| s.split_whitespace().collect::<Vec<_>>().join(" "))
    }
    fn place(&self, _: u32) -> Option<Place> {
        None
    }
}

const LONG: Ty = Ty::I64;
const UINT: Ty = Ty::Int {
    bits: 32,
    signed: false,
};
const CHAR: Ty = Ty::Int {
    bits: 8,
    signed: true,
};

/// A function under construction; its text is given, its graph holds only its points.
struct Build {
    text: &'static str,
    function: Function,
    labels: Vec<Label>,
}

impl Build {
    /// The first function of the text.
    fn new(text: &'static str) -> Self {
        let mut points = IdVec::new();
        let entry_point = points.push(Point {
            anchor: Anchor::Entry,
            sequenced: true,
        });
        let term = Term {
            kind: TermKind::Unreachable,
            span: Span::default(),
        };
        let mut blocks = IdVec::new();
        blocks.push(Block {
            insts: Vec::new(),
            term,
        });
        let function = Function {
            span: Span::new(0, text.len()),
            sites: Sites {
                body_start: text.find('{').map_or(0, |at| at as u32 + 1),
                ..Sites::default()
            },
            blocks,
            points,
            entry_point,
            ..Function::empty("f", GlobalId::from_index(0), Ret::Void)
        };
        let mut build = Build {
            text,
            function,
            labels: Vec::new(),
        };
        build.add_point_to_graph(entry_point);
        build
    }

    fn span(&self, part: &str) -> Span {
        let start = self.text.find(part).unwrap_or_else(|| panic!("no {part}"));
        Span::new(start, start + part.len())
    }

    fn add_point_to_graph(&mut self, point: PointId) {
        let inst = Inst {
            kind: InstKind::Point(point),
            span: Span::default(),
        };
        self.function.blocks[BlockId::from_index(0)]
            .insts
            .push(inst);
    }

    fn point(&mut self, anchor: Anchor) -> PointId {
        let point = self.function.points.push(Point {
            anchor,
            sequenced: true,
        });
        self.add_point_to_graph(point);
        point
    }

    fn local(&mut self, name: &str, ty: Ty) -> VarId {
        self.var(name, ty, VarKind::Local)
    }

    fn var(&mut self, name: &str, ty: Ty, kind: VarKind) -> VarId {
        self.function.vars.push(Var::scalar(name, kind, ty))
    }

    fn temp(&mut self, source: &str, ty: Ty) -> ExprId {
        let source = Some(self.span(source));
        let var = self.var(
            "t",
            ty,
            VarKind::Temp {
                source,
                truth: false,
            },
        );
        self.made(ExprKind::Var(var), ty)
    }

    fn made(&mut self, kind: ExprKind, ty: Ty) -> ExprId {
        self.function.implicit(kind, ty)
    }

    fn source(&mut self, part: &str, kind: ExprKind, ty: Ty) -> ExprId {
        let origin = Origin::Source(self.span(part));
        self.function.exprs.push(Expr { kind, ty, origin })
    }

    fn int(&mut self, value: i128, ty: Ty) -> ExprId {
        self.made(ExprKind::Int(value), ty)
    }

    fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        let ty = if op.is_comparison() {
            Ty::INT
        } else {
            self.function.expr(a).ty
        };
        self.made(ExprKind::Binary(op, a, b), ty)
    }

    fn label(&mut self, point: PointId, predicate: ExprId) {
        let id = self.labels.len() as u64 + 1;
        let (span, in_source) = (Span::default(), false);
        let tag = "CC".to_string();
        self.labels.push(Label {
            id,
            criterion: "cc",
            tag,
            point,
            predicate,
            span,
            in_source,
            mutant: None,
        });
    }

    fn unit(self) -> (Unit, Vec<Vec<Label>>) {
        (
            Unit {
                globals: IdVec::new(),
                functions: vec![self.function],
            },
            vec![self.labels],
        )
    }

    /// The annotated text without its prologue.
    fn annotated(self) -> String {
        let text = self.text;
        let full = self.annotated_file();
        let tail = text.rsplit(';').next().unwrap_or("");
        assert!(full.ends_with(tail));
        full.split_once("#endif\n")
            .map(|(_, rest)| rest.to_string())
            .expect("a prologue")
    }

    fn annotated_file(self) -> String {
        let text = self.text;
        let (unit, labels) = self.unit();
        let annotated = annotate(&text, &unit, &labels);
        assert_eq!(annotated.diagnostics, []);
        let Slotted { text, slots } = annotated.text;
        String::from_utf8(fill_slots(&text, &slots, |id| id)).expect("UTF-8")
    }

    fn pretty(&self, predicate: ExprId) -> String {
        pretty(&self.text, &IdVec::new(), &self.function, predicate)
    }

    /// The condition of the only label, as it is inserted.
    fn safe(mut self, predicate: ExprId) -> String {
        self.label(self.function.entry_point, predicate);
        let text = self.annotated_file();
        let (_, rest) = text.split_once("{ pc_label(").expect("a label");
        rest.split_once(", 1, \"CC\");")
            .expect("a label")
            .0
            .to_string()
    }
}

#[test]
fn pretty_text_has_no_needless_parentheses() {
    let mut b = Build::new("int f(int x) { return (x + 1) * x; }");
    let x = b.local("x", Ty::INT);
    let x = b.source("x", ExprKind::Var(x), Ty::INT);
    let one = b.int(1, Ty::INT);
    let sum = b.source("(x + 1)", ExprKind::Binary(BinOp::Add, x, one), Ty::INT);
    let difference = b.binary(BinOp::Sub, x, one);
    let differs = b.binary(BinOp::Ne, sum, difference);
    assert_eq!(b.pretty(differs), "x + 1 != x - 1");
    let product = b.binary(BinOp::Mul, sum, difference);
    assert_eq!(b.pretty(product), "(x + 1) * (x - 1)");
    let less = b.binary(BinOp::Lt, x, one);
    let not = b.made(ExprKind::Unary(UnOp::Not, less), Ty::INT);
    let both = b.made(ExprKind::And(not, differs), Ty::INT);
    assert_eq!(b.pretty(both), "!(x < 1) && x + 1 != x - 1");
    let unequal = b.binary(BinOp::Ne, less, not);
    assert_eq!(b.pretty(unequal), "(x < 1) != !(x < 1)");
    let nested = b.binary(BinOp::Sub, x, difference);
    assert_eq!(b.pretty(nested), "x - (x - 1)");
    let wide = b.made(ExprKind::Cast(x), LONG);
    let narrow = b.made(ExprKind::Cast(sum), CHAR);
    assert_eq!(b.pretty(wide), "x");
    assert_eq!(b.pretty(narrow), "(signed char)(x + 1)");
    let minus = b.int(-1, Ty::INT);
    let negative = b.binary(BinOp::Sub, x, minus);
    assert_eq!(b.pretty(negative), "x - -1");
}

#[test]
fn pretty_text_shows_what_a_temporary_holds() {
    let mut b = Build::new("int f(void) { int c; return (c = next()) != 3; }");
    let held = b.temp("c = next()", Ty::INT);
    let three = b.int(3, Ty::INT);
    let differs = b.binary(BinOp::Ne, held, three);
    assert_eq!(b.pretty(differs), "(c = next()) != 3");
}

#[test]
fn safe_text_wraps_where_c_would_overflow() {
    let mut b = Build::new("int f(int x, char c) { return x + 1 > c + 1; }");
    let x = b.local("x", Ty::INT);
    let x = b.source("x", ExprKind::Var(x), Ty::INT);
    let one = b.source("1", ExprKind::Int(1), Ty::INT);
    let sum = b.source("x + 1", ExprKind::Binary(BinOp::Add, x, one), Ty::INT);
    let c = b.local("c", CHAR);
    let c = b.source("c)", ExprKind::Var(c), CHAR);
    let wide = b.made(ExprKind::Cast(c), Ty::INT);
    let small = b.source("c + 1", ExprKind::Binary(BinOp::Add, wide, one), Ty::INT);
    let greater = b.source(
        "x + 1 > c + 1",
        ExprKind::Binary(BinOp::Gt, sum, small),
        Ty::INT,
    );
    assert_eq!(b.pretty(greater), "x + 1 > c + 1");
    assert_eq!(b.safe(greater), "(int)((unsigned int)x + 1u) > (c + 1)");
}

#[test]
fn labels_stand_at_their_anchors() {
    let mut b = Build::new(
        "int f(int x) {\n  if (x && x > 1)\n    return x;\n  while (x) x--;\n  return g(x) + 1;\n}\n",
    );
    let x = b.local("x", Ty::INT);
    let x = b.made(ExprKind::Var(x), Ty::INT);
    let call = b.temp("g(x)", Ty::INT);
    let anchors = [
        Anchor::Statement {
            span: b.span("if (x && x > 1)\n    return x;\n  "),
            braces: false,
        },
        Anchor::Before {
            span: b.span("x && x > 1"),
            parens: false,
        },
        Anchor::Before {
            span: b.span("x > 1"),
            parens: true,
        },
        Anchor::Statement {
            span: b.span("return x;"),
            braces: true,
        },
        Anchor::Statement {
            span: b.span("x--;"),
            braces: true,
        },
        Anchor::After {
            span: b.span("g(x) "),
            value: call,
        },
        Anchor::After {
            span: b.span("x--"),
            value: x,
        },
    ];
    let entry = b.function.entry_point;
    b.label(entry, x);
    for anchor in anchors {
        let point = b.point(anchor);
        b.label(point, x);
    }
    b.label(PointId::from_index(6), call);
    let expected = "int f(int x) { __attribute__((unused)) int tamis_a7 = 0, tamis_t1 = 0; \
         pc_label(x, 1, \"CC\");\n  \
         pc_label(x, 2, \"CC\"); if (pc_label(x, 3, \"CC\"), x && (pc_label(x, 4, \"CC\"), x > 1))\n    \
         { pc_label(x, 5, \"CC\"); return x; }\n  \
         while (x) { pc_label(x, 6, \"CC\"); (tamis_a7 = (x--), pc_label(x, 8, \"CC\"), tamis_a7); }\n  \
         return (tamis_t1 = (g(x)), pc_label(x, 7, \"CC\"), pc_label(tamis_t1, 9, \"CC\"), tamis_t1) + 1;\n}\n";
    assert_eq!(b.annotated(), expected);
}

#[test]
fn what_cannot_be_placed_is_said_and_left_out() {
    let mut b = Build::new("int f(int x) { return x; }");
    let unknown = b.var(
        "t0",
        Ty::INT,
        VarKind::Temp {
            source: None,
            truth: false,
        },
    );
    let unknown = b.made(ExprKind::Var(unknown), Ty::INT);
    let one = b.int(1, Ty::INT);
    let entry = b.function.entry_point;
    b.label(entry, unknown);
    b.label(entry, one);
    b.label(PointId::from_index(9), one);
    let text = b.text;
    let (unit, labels) = b.unit();
    let annotated = annotate(&text, &unit, &labels);
    let messages: Vec<String> = annotated
        .diagnostics
        .iter()
        .map(|d| d.to_string())
        .collect();
    assert_eq!(messages.len(), 2);
    assert!(
        messages[0].contains("label 1") && messages[1].contains("label 3"),
        "{messages:?}"
    );
    let text = String::from_utf8_lossy(&annotated.text.text);
    assert!(
        text.ends_with("int f(int x) { pc_label(1, , \"CC\"); return x; }"),
        "{text}"
    );
}

#[test]
fn labels_of_a_computed_goto_stand_in_its_expression() {
    let mut b = Build::new("void f(void **t, int i) { goto *t[i]; }");
    let one = b.int(1, Ty::INT);
    let span = b.span("goto *t[i]");
    let point = b.point(Anchor::Before {
        span,
        parens: false,
    });
    b.label(point, one);
    let expected = "void f(void **t, int i) { goto *(pc_label(1, 1, \"CC\"), t[i]); }";
    assert_eq!(b.annotated(), expected);
}

#[test]
fn local_label_declarations_stay_first() {
    let mut b = Build::new("void f(void) { __label__ out; out: ; }");
    let one = b.int(1, Ty::INT);
    b.label(b.function.entry_point, one);
    let expected = "void f(void) { __label__ out; pc_label(1, 1, \"CC\"); out: ; }";
    assert_eq!(b.annotated(), expected);
}

/// Compiles with a `pc_label` that prints its condition, and gives the output.
fn run(name: &str, text: &str, flags: &[&str]) -> String {
    let dir = std::env::temp_dir().join(format!("tamis-annotate-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory");
    let (file, program) = (dir.join("f.c"), dir.join("f"));
    std::fs::write(&file, text).expect("written");
    let define = "-Dpc_label(c,i,t)=((void)printf(\"%d \",(c)?1:0))";
    let mut cc = Command::new("cc");
    let status = cc
        .args(["-Wall", "-Werror", define])
        .args(flags)
        .arg("-o")
        .arg(&program)
        .arg(&file);
    assert!(status.status().expect("cc runs").success(), "{text}");
    let output = Command::new(&program).output().expect("it runs");
    let _ = std::fs::remove_dir_all(&dir);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn safe_text_computes_what_the_ir_does() {
    let mut b = Build::new(
        "int printf(const char *, ...);\nint f(int x, long y, unsigned u, char *p) { return 0; }\n\
         int main(void) { char s[] = \"abcdefgh\"; return f(-2147483647 - 1, -9223372036854775807l - 1, 5, s); }\n",
    );
    b.function.sites.body_start = b.text.find(") { return 0").map_or(0, |at| at as u32 + 3);
    let (min, long_min) = (i128::from(i32::MIN), i128::from(i64::MIN));
    let x = b.local("x", Ty::INT);
    let x = b.made(ExprKind::Var(x), Ty::INT);
    let y = b.local("y", LONG);
    let y = b.made(ExprKind::Var(y), LONG);
    let u = b.local("u", UINT);
    let u = b.made(ExprKind::Var(u), UINT);
    let p = b.local("p", Ty::Ptr);
    let p = b.made(ExprKind::Var(p), Ty::Ptr);
    let (minus, minus_long) = (b.int(-1, Ty::INT), b.int(-1, LONG));
    let big = b.int(i128::from(i32::MAX), Ty::INT);
    let mut expectations = Vec::new();
    let negated = b.made(ExprKind::Unary(UnOp::Neg, x), Ty::INT);
    expectations.push((negated, min));
    for (op, value) in [
        (BinOp::Add, i128::from(i32::MAX)),
        (BinOp::Mul, min),
        (BinOp::Div, min),
        (BinOp::Rem, 0),
    ] {
        expectations.push((b.binary(op, x, minus), value));
    }
    expectations.push((b.binary(BinOp::Sub, x, big), 1));
    expectations.push((b.binary(BinOp::Div, y, minus_long), long_min));
    expectations.push((b.binary(BinOp::Rem, y, minus_long), 0));
    expectations.push((b.binary(BinOp::Shl, minus, u), -32));
    let six = b.int(6, UINT);
    expectations.push((b.binary(BinOp::Sub, u, six), i128::from(u32::MAX)));
    let index = b.int(2, LONG);
    let addr = b.made(
        ExprKind::PtrAdd {
            base: p,
            index,
            scale: 1,
            bound: None,
        },
        Ty::Ptr,
    );
    expectations.push((b.made(ExprKind::Load(addr), CHAR), i128::from(b'c')));
    // Misaligned, and not of the object's type.
    let odd = b.int(1, LONG);
    let addr = b.made(
        ExprKind::PtrAdd {
            base: p,
            index: odd,
            scale: 1,
            bound: None,
        },
        Ty::Ptr,
    );
    expectations.push((
        b.made(ExprKind::Load(addr), Ty::INT),
        i128::from(u32::from_le_bytes(*b"bcde")),
    ));
    let wide = b.made(
        ExprKind::Cast(y),
        Ty::Int {
            bits: 128,
            signed: true,
        },
    );
    expectations.push((b.binary(BinOp::Mul, wide, wide), long_min * long_min));
    let entry = b.function.entry_point;
    for &(expr, value) in &expectations {
        let ty = b.function.expr(expr).ty;
        let value = b.int(value, ty);
        let equal = b.binary(BinOp::Eq, expr, value);
        b.label(entry, equal);
    }
    let null = b.int(0, Ty::Ptr);
    let isnt_null = b.binary(BinOp::Ne, p, null);
    b.label(entry, isnt_null);
    let above = b.binary(BinOp::Gt, p, null);
    b.label(entry, above);
    let text = b.annotated_file();
    let flags = [
        "-O2",
        "-fsanitize=undefined",
        "-fno-sanitize-recover=all",
        "-ftrapv",
    ];
    assert_eq!(
        run("arith", &text, &flags),
        "1 ".repeat(expectations.len() + 2)
    );
}

#[test]
fn pointers_and_nested_captures_keep_their_types() {
    let mut b = Build::new(
        "int printf(const char *, ...);\nstruct s { int v; };\nstatic struct s one = {7};\nstatic int n;\n\
         static struct s *get(void) { n++; return &one; }\n\
         int main(void) { if (get()->v == 7 && (n += 2) > 2) return n != 3; return 9; }\n",
    );
    b.function.sites.body_start = b.text.find("main(void) {").map_or(0, |at| at as u32 + 12);
    let pointer = b.temp("get()-", Ty::Ptr);
    let var = VarId::from_index(0);
    b.function.vars[var].kind = VarKind::Temp {
        source: Some(span_less_one(b.span("get()-"))),
        truth: false,
    };
    let sum = b.temp("(n += 2)", Ty::INT);
    let seven = b.int(7, Ty::INT);
    let value = b.made(ExprKind::Load(pointer), Ty::INT);
    let equal = b.binary(BinOp::Eq, value, seven);
    let two = b.int(2, Ty::INT);
    let greater = b.binary(BinOp::Gt, sum, two);
    let at_get = b.point(Anchor::After {
        span: span_less_one(b.span("get()-")),
        value: pointer,
    });
    let whole = b.span("get()->v == 7 && (n += 2) > 2");
    let decision = b.made(ExprKind::And(equal, greater), Ty::INT);
    let at_end = b.point(Anchor::After {
        span: whole,
        value: decision,
    });
    b.label(at_get, equal);
    b.label(at_end, greater);
    b.label(at_end, decision);
    let text = b.annotated_file();
    assert!(
        text.contains("tamis_t0 = (void *)(get()), pc_label("),
        "{text}"
    );
    assert_eq!(run("pointers", &text, &["-O2"]), "1 1 1 ");
}

#[test]
fn truth_and_value_of_one_expression_share_a_capture() {
    let mut b = Build::new("int f(int x) { if (g(x)) return 1; return h(x); }");
    let value = b.temp("g(x)", Ty::Ptr);
    let truth = b.temp("g(x)", Ty::INT);
    let other = b.temp("h(x)", Ty::INT);
    for var in [1, 2].map(VarId::from_index) {
        if let VarKind::Temp { truth, .. } = &mut b.function.vars[var].kind {
            *truth = true;
        }
    }
    let after = Anchor::After {
        span: b.span("g(x)"),
        value: truth,
    };
    let point = b.point(after);
    b.label(point, truth);
    b.label(point, value);
    b.label(point, other);
    let expected = "int f(int x) { __attribute__((unused)) int tamis_t1 = 0, tamis_t2 = 0; \
         __attribute__((unused)) void *tamis_t0 = 0; \
         if (((__typeof__((void)0, g(x)))(tamis_t0 = (void *)(g(x)), tamis_t1 = !!tamis_t0, \
         pc_label(tamis_t1, 1, \"CC\"), pc_label(tamis_t0, 2, \"CC\"), pc_label(tamis_t2, 3, \"CC\"), \
         tamis_t0))) return 1; return (tamis_t2 = !!(h(x))); }";
    assert_eq!(b.annotated(), expected);
}

fn span_less_one(span: Span) -> Span {
    Span {
        end: span.end - 1,
        ..span
    }
}

#[test]
fn the_default_macro_accepts_every_arity() {
    let text =
        Build::new("int f(void) { pc_label(1); pc_label(2, 3); return pc_label(1, 2, \"a\"), 0; }");
    let text = text.annotated_file();
    let main = "int printf(const char *, ...);\nint main(void) { return f(); }\n";
    let dir = std::env::temp_dir().join(format!("tamis-arity-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory");
    let file = dir.join("f.c");
    std::fs::write(&file, format!("{text}\n{main}")).expect("written");
    let flags = ["-Wall", "-Werror", "-fsyntax-only"];
    let status = Command::new("cc").args(flags).arg(&file).status();
    let _ = std::fs::remove_dir_all(&dir);
    assert!(status.expect("cc runs").success());
}
