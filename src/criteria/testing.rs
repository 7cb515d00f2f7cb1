//! Small functions for tests, written as C expressions, and their labels as text.
//!
//! The type of a variable is the first letter of its name: `p` and `q` pointers, `u` unsigned, `c`
//! char, `l` long, `d` double, `t` a temporary without a source, anything else int; `arr` is an array of ten
//! ints, `->x` an int member, `->q` a pointer member.

use super::{Options, parse_list, requests};
use crate::base::{Id, IdVec, Span};
use crate::ir::*;

pub struct Build {
    pub f: Function,
    text_len: usize,
}

/// The labels of one criterion on one decision, as `TAG predicate` without the tag.
pub fn decision_labels(criterion: &str, text: &str) -> Vec<String> {
    let mut build = Build::new();
    build.decision(text);
    build.predicates(criterion, &Options::default())
}

/// The labels of some criterion on one root.
pub fn root_labels(criterion: &str, mutators: &str, text: &str) -> Vec<String> {
    let mut build = Build::new();
    build.root(text);
    let mutators = super::parse_mutators(mutators).unwrap();
    build.predicates(
        criterion,
        &Options {
            mutators,
            ..Options::default()
        },
    )
}

impl Build {
    pub fn new() -> Self {
        let mut points = IdVec::new();
        let entry_point = points.push(Point {
            anchor: Anchor::Entry,
            sequenced: true,
        });
        let mut blocks = IdVec::new();
        let term = Term {
            kind: TermKind::Return(None),
            span: Span::default(),
        };
        blocks.push(Block {
            insts: vec![],
            term,
        });
        let f = Function {
            blocks,
            points,
            entry_point,
            ..Function::empty("f", GlobalId::from_index(0), Ret::Void)
        };
        Build { f, text_len: 0 }
    }

    pub fn point(&mut self) -> PointId {
        let anchor = Anchor::Statement {
            span: Span::default(),
            braces: false,
        };
        self.f.points.push(Point {
            anchor,
            sequenced: true,
        })
    }

    pub fn var(&mut self, name: &str) -> VarId {
        if let Some((id, _)) = self.f.vars.iter().find(|(_, var)| var.name == name) {
            return id;
        }
        let kind = match name.starts_with('t') {
            true => VarKind::Temp {
                source: None,
                truth: false,
            },
            false => VarKind::Local,
        };
        let ty = (name != "arr").then(|| ty_of(name));
        self.f.vars.push(Var {
            name: name.into(),
            kind,
            ty,
            size: 4,
            align: 4,
            address_taken: name == "arr",
            volatile: false,
            scope: Span::default(),
            span: Span::default(),
        })
    }

    pub fn expr(&mut self, text: &str) -> ExprId {
        let base = self.text_len;
        self.text_len += text.len() + 1;
        let mut parser = Parser {
            build: self,
            rest: text,
            len: text.len(),
            base,
        };
        let expr = parser.conditional();
        assert_eq!(parser.rest.trim(), "", "not read in `{text}`");
        expr
    }

    /// A point where the program evaluates the expression.
    pub fn root(&mut self, text: &str) -> ExprId {
        let point = self.point();
        let expr = self.expr(text);
        self.f.sites.roots.push(Root { point, expr });
        expr
    }

    /// An `if` whose conditions are strict when they may fault.
    pub fn decision(&mut self, text: &str) -> &mut Decision {
        let root = self.root(text);
        let point = self.f.sites.roots[self.f.sites.roots.len() - 1].point;
        let mut leaves = Vec::new();
        let tree = self.tree(root, point, &mut leaves);
        let kind = DecisionKind::If;
        let span = self.f.expr(root).origin.span().unwrap();
        self.f.sites.decisions.push(Decision {
            kind,
            span,
            point,
            guard: None,
            root,
            tree,
            leaves,
        });
        self.f.sites.decisions.last_mut().unwrap()
    }

    fn tree(&self, e: ExprId, point: PointId, leaves: &mut Vec<Leaf>) -> BoolTree {
        let mut part = |e| Box::new(self.tree(e, point, leaves));
        match self.f.expr(e).kind {
            ExprKind::And(a, b) => BoolTree::And(part(a), part(b)),
            ExprKind::Or(a, b) => BoolTree::Or(part(a), part(b)),
            ExprKind::Unary(UnOp::Not, a) => BoolTree::Not(part(a)),
            ExprKind::Select(c, a, b) => BoolTree::Cond(part(c), part(a), part(b)),
            _ => {
                let span = self.f.expr(e).origin.span().unwrap();
                let strict = may_fault(&self.f, |_| 0, e);
                leaves.push(Leaf {
                    expr: e,
                    span,
                    point,
                    strict,
                });
                BoolTree::Leaf(leaves.len() - 1)
            }
        }
    }

    /// All predicates of the labels of these criteria.
    pub fn predicates(&mut self, criteria: &str, options: &Options) -> Vec<String> {
        let (requests, _) = requests(&mut self.f, &parse_list(criteria).unwrap(), options);
        requests
            .iter()
            .map(|request| print(&self.f, request.predicate))
            .collect()
    }

    /// All remarks of these criteria.
    pub fn remarks(&mut self, criteria: &str, options: &Options) -> Vec<String> {
        let (_, remarks) = requests(&mut self.f, &parse_list(criteria).unwrap(), options);
        remarks.into_iter().map(|remark| remark.message).collect()
    }
}

fn ty_of(name: &str) -> Ty {
    match name.as_bytes()[0] {
        b'p' | b'q' => Ty::Ptr,
        b'u' => Ty::Int {
            bits: 32,
            signed: false,
        },
        b'c' => Ty::Int {
            bits: 8,
            signed: true,
        },
        b'l' => Ty::I64,
        b'd' => Ty::Float(FloatKind::F64),
        _ => Ty::INT,
    }
}

struct Parser<'a> {
    build: &'a mut Build,
    rest: &'a str,
    len: usize,
    base: usize,
}

const LEVELS: [&[(&str, Option<BinOp>)]; 10] = [
    &[("||", None)],
    &[("&&", None)],
    &[("|", Some(BinOp::BitOr))],
    &[("^", Some(BinOp::BitXor))],
    &[("&", Some(BinOp::BitAnd))],
    &[("==", Some(BinOp::Eq)), ("!=", Some(BinOp::Ne))],
    &[
        ("<=", Some(BinOp::Le)),
        (">=", Some(BinOp::Ge)),
        ("<", Some(BinOp::Lt)),
        (">", Some(BinOp::Gt)),
    ],
    &[("<<", Some(BinOp::Shl)), (">>", Some(BinOp::Shr))],
    &[("+", Some(BinOp::Add)), ("-", Some(BinOp::Sub))],
    &[
        ("*", Some(BinOp::Mul)),
        ("/", Some(BinOp::Div)),
        ("%", Some(BinOp::Rem)),
    ],
];

impl Parser<'_> {
    fn eat(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        let Some(after) = rest.strip_prefix(token) else {
            return false;
        };
        let longer = ["&", "|", "<", ">"].contains(&token)
            && after.starts_with([token.chars().next().unwrap(), '=']);
        if longer {
            return false;
        }
        self.rest = after;
        true
    }

    fn at(&self) -> usize {
        self.base + self.len - self.rest.trim_start().len()
    }

    fn node(&mut self, start: usize, kind: ExprKind, ty: Ty) -> ExprId {
        let end = self.base + self.len - self.rest.len();
        let origin = Origin::Source(Span::new(start, end));
        self.build.f.exprs.push(Expr { kind, ty, origin })
    }

    fn ty(&self, e: ExprId) -> Ty {
        self.build.f.expr(e).ty
    }

    fn cast(&mut self, e: ExprId, ty: Ty) -> ExprId {
        if self.ty(e) == ty {
            e
        } else {
            self.build.f.implicit(ExprKind::Cast(e), ty)
        }
    }

    fn conditional(&mut self) -> ExprId {
        let start = self.at();
        let c = self.binary(0);
        if !self.eat("?") {
            return c;
        }
        let a = self.conditional();
        assert!(self.eat(":"));
        let b = self.conditional();
        let ty = self.ty(a);
        self.node(start, ExprKind::Select(c, a, b), ty)
    }

    fn binary(&mut self, level: usize) -> ExprId {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let start = self.at();
        let mut left = self.binary(level + 1);
        while let Some((token, op)) = operators.iter().find(|(token, _)| self.eat(token)) {
            let right = self.binary(level + 1);
            left = match op {
                None if *token == "&&" => self.node(start, ExprKind::And(left, right), Ty::INT),
                None => self.node(start, ExprKind::Or(left, right), Ty::INT),
                Some(op) => self.operator(start, *op, left, right),
            };
        }
        left
    }

    fn operator(&mut self, start: usize, op: BinOp, a: ExprId, b: ExprId) -> ExprId {
        let (ta, tb) = (self.ty(a), self.ty(b));
        if ta == Ty::Ptr && tb != Ty::Ptr && !op.is_comparison() {
            let mut index = self.cast(b, Ty::I64);
            if op == BinOp::Sub {
                index = self
                    .build
                    .f
                    .implicit(ExprKind::Unary(UnOp::Neg, index), Ty::I64);
            }
            let kind = ExprKind::PtrAdd {
                base: a,
                index,
                scale: 4,
                bound: None,
            };
            return self.node(start, kind, Ty::Ptr);
        }
        let rank = |ty: Ty| match ty {
            Ty::Ptr => 5,
            Ty::Float(_) => 4,
            Ty::I64 => 3,
            Ty::Int {
                bits: 32,
                signed: false,
            } => 2,
            _ => 1,
        };
        let common = match rank(ta).max(rank(tb)) {
            1 => Ty::INT,
            top if rank(ta) == top => ta,
            _ => tb,
        };
        let (a, b) = match op.is_shift() {
            true => (a, b),
            false => (self.cast(a, common), self.cast(b, common)),
        };
        self.node(
            start,
            ExprKind::Binary(op, a, b),
            if op.is_comparison() { Ty::INT } else { common },
        )
    }

    fn unary(&mut self) -> ExprId {
        let start = self.at();
        for op in [UnOp::Not, UnOp::Neg, UnOp::BitNot] {
            if self.eat(op.symbol()) {
                let a = self.unary();
                let ty = if op == UnOp::Not { Ty::INT } else { self.ty(a) };
                return self.node(start, ExprKind::Unary(op, a), ty);
            }
        }
        if self.eat("*") {
            let a = self.unary();
            return self.node(start, ExprKind::Load(a), Ty::INT);
        }
        self.postfix()
    }

    fn postfix(&mut self) -> ExprId {
        let start = self.at();
        let mut e = self.primary();
        loop {
            if self.eat("->") {
                let name = self.word();
                let index = self.build.f.implicit(ExprKind::Int(8), Ty::I64);
                let kind = ExprKind::PtrAdd {
                    base: e,
                    index,
                    scale: 1,
                    bound: None,
                };
                let address = self.build.f.implicit(kind, Ty::Ptr);
                e = self.node(start, ExprKind::Load(address), ty_of(name));
            } else if self.eat("[") {
                let index = self.conditional();
                assert!(self.eat("]"));
                let index = self.cast(index, Ty::I64);
                let is_array = matches!(self.build.f.expr(e).kind, ExprKind::VarAddr(_));
                let bound = is_array.then_some(10);
                let kind = ExprKind::PtrAdd {
                    base: e,
                    index,
                    scale: 4,
                    bound,
                };
                let address = self.build.f.implicit(kind, Ty::Ptr);
                e = self.node(start, ExprKind::Load(address), Ty::INT);
            } else {
                return e;
            }
        }
    }

    fn word(&mut self) -> &'static str {
        let rest = self.rest.trim_start();
        let end = rest
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        self.rest = after;
        Box::leak(word.to_string().into_boxed_str())
    }

    fn primary(&mut self) -> ExprId {
        if self.eat("(") {
            let e = self.conditional();
            assert!(self.eat(")"));
            return e;
        }
        let start = self.at();
        let word = self.word();
        if let Ok(value) = word.parse() {
            return self.node(start, ExprKind::Int(value), Ty::INT);
        }
        let var = self.build.var(word);
        if word == "arr" {
            return self.build.f.implicit(ExprKind::VarAddr(var), Ty::Ptr);
        }
        self.node(start, ExprKind::Var(var), ty_of(word))
    }
}

/// The expression as C, with the parentheses it needs.
pub fn print(f: &Function, e: ExprId) -> String {
    let wrap = |e: ExprId| {
        let text = print(f, e);
        let atomic = match f.expr(e).kind {
            ExprKind::Binary(..) | ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Select(..) => {
                false
            }
            ExprKind::PtrAdd { .. } => false,
            ExprKind::Cast(_) => !text.contains(' ') || text.starts_with('('),
            _ => true,
        };
        if atomic { text } else { format!("({text})") }
    };
    match &f.expr(e).kind {
        ExprKind::Int(value) => value.to_string(),
        ExprKind::Float { value, .. } => format!("{value:?}"),
        ExprKind::Var(v) | ExprKind::VarAddr(v) => f.vars[*v].name.clone(),
        ExprKind::GlobalAddr(g) => g.to_string(),
        ExprKind::Load(address) => match f.expr(*address).kind {
            ExprKind::PtrAdd { base, index, .. } if f.expr(*address).origin == Origin::Implicit => {
                match f.expr(index).kind {
                    ExprKind::Int(_) if f.expr(e).ty == Ty::Ptr => format!("{}->q", wrap(base)),
                    ExprKind::Int(_) => format!("{}->x", wrap(base)),
                    _ => format!("{}[{}]", wrap(base), print(f, index)),
                }
            }
            _ => format!("*{}", wrap(*address)),
        },
        ExprKind::Unary(op, a) => format!("{}{}", op.symbol(), wrap(*a)),
        ExprKind::Binary(op, a, b) => format!("{} {} {}", wrap(*a), op.symbol(), wrap(*b)),
        ExprKind::PtrAdd { base, index, .. } => format!("{} + {}", wrap(*base), wrap(*index)),
        ExprKind::And(a, b) => format!(
            "{} && {}",
            chain(f, *a, "&&", &wrap),
            chain(f, *b, "&&", &wrap)
        ),
        ExprKind::Or(a, b) => format!(
            "{} || {}",
            chain(f, *a, "||", &wrap),
            chain(f, *b, "||", &wrap)
        ),
        ExprKind::Select(c, a, b) => format!("{} ? {} : {}", wrap(*c), wrap(*a), wrap(*b)),
        ExprKind::Cast(a) => match f.expr(e).ty {
            Ty::Int { bits: 128, .. } => format!("(i128){}", wrap(*a)),
            Ty::I64 if f.expr(*a).ty == Ty::INT => format!("(i64){}", wrap(*a)),
            _ => print(f, *a),
        },
    }
}

/// An operand of `&&` or `||`: comparisons and more of the same need no parentheses.
fn chain(f: &Function, e: ExprId, joint: &str, wrap: &dyn Fn(ExprId) -> String) -> String {
    let plain = match f.expr(e).kind {
        ExprKind::Binary(..) => true,
        ExprKind::And(..) => joint == "&&",
        ExprKind::Or(..) => joint == "||",
        _ => false,
    };
    if plain { print(f, e) } else { wrap(e) }
}
