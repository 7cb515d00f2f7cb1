//! Predicates as C text, in two styles.
//!
//! Comes in: an expression of a function. Goes out: text for people (`pretty`), or text that
//! evaluates to exactly the expression's value wherever the label stands (`safe`): it wraps where
//! the IR wraps, so the annotated program has no undefined behaviour that the original lacks.
//! Must not know where the text goes.

use super::literal::{c_type, plain_int, typed_float, typed_int, unsigned};
use super::range::Ranges;
use super::text::{Prec, Text, inside_parens, precedence};
use crate::base::{Id, IdVec};
use crate::ir::{BinOp, Expr, ExprId, ExprKind, Function, Global, GlobalId, Origin, Ty, UnOp};
use crate::ir::{VarId, VarKind};
use std::collections::BTreeSet;

/// Predicates are small; shared subtrees could make their text exponential in their size.
const MAX_NODES: usize = 20_000;
const MAX_DEPTH: usize = 1_000;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Pretty,
    Safe,
}

/// Text with the precedence of its outermost operator.
struct Piece {
    text: String,
    prec: Prec,
}

type Printed = Result<Piece, String>;

/// The predicate for people: minimal parentheses, no conversions that C makes by itself.
pub fn pretty(
    text: &dyn Text,
    globals: &IdVec<GlobalId, Global>,
    function: &Function,
    predicate: ExprId,
) -> String {
    let mut printer = Printer::new(text, globals, function, Style::Pretty, "");
    match printer.expr(predicate) {
        Ok(piece) => piece.text,
        Err(reason) => format!("/* {reason} */"),
    }
}

/// Prints the predicates of one function, and remembers what their text needs.
pub(super) struct Printer<'a> {
    text: &'a dyn Text,
    globals: &'a IdVec<GlobalId, Global>,
    function: &'a Function,
    style: Style,
    /// What the names that are not the user's start with.
    prefix: &'a str,
    ranges: Ranges,
    nodes: usize,
    depth: usize,
    /// The temporaries that were named.
    pub temps: BTreeSet<VarId>,
    /// The types that memory was read with, by [`access_type`].
    pub accesses: BTreeSet<(String, &'static str)>,
}

impl<'a> Printer<'a> {
    pub fn safe(
        text: &'a dyn Text,
        globals: &'a IdVec<GlobalId, Global>,
        function: &'a Function,
        prefix: &'a str,
    ) -> Self {
        Self::new(text, globals, function, Style::Safe, prefix)
    }

    fn new(
        text: &'a dyn Text,
        globals: &'a IdVec<GlobalId, Global>,
        function: &'a Function,
        style: Style,
        prefix: &'a str,
    ) -> Self {
        // Only safe text asks for ranges.
        let ranges = match style {
            Style::Safe => Ranges::new(&function.exprs),
            Style::Pretty => Ranges::new(&IdVec::new()),
        };
        let (temps, accesses) = Default::default();
        Printer {
            text,
            globals,
            function,
            style,
            prefix,
            ranges,
            nodes: 0,
            depth: 0,
            temps,
            accesses,
        }
    }

    /// The predicate as text that evaluates to its value.
    pub fn predicate(&mut self, id: ExprId) -> Result<String, String> {
        self.nodes = 0;
        self.depth = 0;
        Ok(self.expr(id)?.text)
    }

    fn expr(&mut self, id: ExprId) -> Printed {
        self.nested(|printer| match printer.snippet(id) {
            Some(piece) => Ok(piece),
            None => printer.structural(id),
        })
    }

    /// Keeps count of nodes and depth.
    fn nested(&mut self, print: impl FnOnce(&mut Self) -> Printed) -> Printed {
        self.nodes += 1;
        if self.nodes > MAX_NODES || self.depth > MAX_DEPTH {
            return Err("the predicate is too large to be written".into());
        }
        self.depth += 1;
        let printed = print(self);
        self.depth -= 1;
        printed
    }

    /// The user's own text, where it may be used again.
    fn snippet(&self, id: ExprId) -> Option<Piece> {
        let expr = self.function.exprs.get(id)?;
        let Origin::Source(span) = expr.origin else {
            return None;
        };
        let constant = matches!(expr.kind, ExprKind::Int(_));
        if self.style == Style::Safe && (constant || self.ranges.tainted(id)) {
            return None;
        }
        let text = self.text.snippet(span)?;
        let mut text = text.trim();
        while let Some(inside) = inside_parens(text) {
            text = inside.trim();
        }
        let piece = Piece {
            prec: precedence(text),
            text: text.to_string(),
        };
        // The text of a conversion may be that of its operand.
        let converts = matches!(expr.kind, ExprKind::Cast(_) | ExprKind::Float { .. });
        let retype = self.style == Style::Safe && converts && expr.ty != Ty::Ptr;
        Some(if retype {
            cast(c_type(expr.ty), piece)
        } else {
            piece
        })
    }

    fn structural(&mut self, id: ExprId) -> Printed {
        let Some(expr) = self.function.exprs.get(id) else {
            return Err(format!("there is no expression {id}"));
        };
        match expr.kind {
            ExprKind::Int(value) => Ok(self.int(value, expr.ty)),
            ExprKind::Float { value, exact } => self.float(value, exact, expr.ty),
            ExprKind::VarAddr(var) => Ok(unary("&", primary(self.var(var)?))),
            ExprKind::GlobalAddr(global) => self.global(global),
            ExprKind::Var(var) => Ok(self.var_piece(var)?),
            ExprKind::Load(addr) => self.load(addr, expr.ty),
            ExprKind::Unary(op, a) => self.unary(id, op, a),
            ExprKind::Binary(op, a, b) => self.binary(id, op, a, b),
            ExprKind::PtrAdd {
                base, index, scale, ..
            } => self.ptr_add(base, index, scale),
            ExprKind::And(a, b) => self.logical("&&", Prec::LogicalAnd, a, b),
            ExprKind::Or(a, b) => self.logical("||", Prec::LogicalOr, a, b),
            ExprKind::Select(c, a, b) => self.select(c, a, b),
            ExprKind::Cast(a) => self.cast(a, expr.ty, expr.origin),
        }
    }

    fn int(&self, value: i128, ty: Ty) -> Piece {
        let (text, prec) = match self.style {
            Style::Safe => typed_int(value, ty),
            Style::Pretty => plain_int(value, ty),
        };
        Piece { text, prec }
    }

    fn float(&self, value: f64, exact: bool, ty: Ty) -> Printed {
        match self.style {
            Style::Pretty => Ok(primary(format!("{value:?}"))),
            Style::Safe if exact => {
                let (text, prec) = typed_float(value, ty);
                Ok(Piece { text, prec })
            }
            Style::Safe => Err("a floating constant has no exact value".into()),
        }
    }

    /// The name of a variable; temporaries are known by what they hold.
    fn var(&mut self, id: VarId) -> Result<String, String> {
        let Some(var) = self.function.vars.get(id) else {
            return Err(format!("there is no variable {id}"));
        };
        match var.kind {
            VarKind::Param | VarKind::Local => Ok(var.name.clone()),
            VarKind::Temp { source: None, .. } => Err(format!(
                "{} holds a value that no part of the source has",
                var.name
            )),
            VarKind::Temp {
                source: Some(_), ..
            } => {
                self.temps.insert(id);
                Ok(temp_name(self.prefix, id))
            }
        }
    }

    fn var_piece(&mut self, id: VarId) -> Printed {
        if let (Style::Pretty, Some(var)) = (self.style, self.function.vars.get(id))
            && let VarKind::Temp {
                source: Some(span), ..
            } = var.kind
            && let Some(text) = self.text.snippet(span)
        {
            let text = inside_parens(&text).unwrap_or(&text).trim().to_string();
            return Ok(Piece {
                prec: precedence(&text),
                text,
            });
        }
        self.var(id).map(primary)
    }

    fn global(&mut self, id: GlobalId) -> Printed {
        let Some(global) = self.globals.get(id) else {
            return Err(format!("there is no symbol {id}"));
        };
        if global.name.starts_with('.') {
            // A string literal.
            let text = self.text.snippet(global.span);
            return text
                .map(primary)
                .ok_or_else(|| "a string cannot be written again".into());
        }
        // A `static` local is `function.name`.
        let name = global.name.split('.').nth(1).unwrap_or(&global.name);
        Ok(unary("&", primary(name.to_string())))
    }

    fn load(&mut self, addr: ExprId, ty: Ty) -> Printed {
        if self.style == Style::Pretty {
            return self.pretty_load(addr, ty);
        }
        let address = self.expr(addr)?;
        let access = access_type(self.prefix, ty);
        let pointer = cast(&format!("const {} *", access.0), address);
        self.accesses.insert(access);
        Ok(unary("*", pointer))
    }

    /// `a[i]` for an element, `*p` otherwise.
    fn pretty_load(&mut self, addr: ExprId, ty: Ty) -> Printed {
        let kind = self.function.exprs.get(addr).map(|e| &e.kind);
        if let Some(&ExprKind::PtrAdd {
            base, index, scale, ..
        }) = kind
            && scale == ty.size()
        {
            let base = self.operand(base, Prec::Postfix)?;
            return Ok(primary(format!("{}[{}]", base, self.expr(index)?.text)));
        }
        let address = self.expr(addr)?;
        if let Some(object) = address.text.strip_prefix('&')
            && precedence(object) == Prec::Postfix
        {
            return Ok(primary(object.to_string()));
        }
        Ok(unary("*", address))
    }

    /// Addresses are computed as integers: forming a pointer outside its object is undefined.
    fn ptr_add(&mut self, base: ExprId, index: ExprId, scale: u64) -> Printed {
        if self.style == Style::Pretty {
            // `p - i` moves by the negated index.
            let (symbol, index) = match self.function.exprs.get(index) {
                Some(&Expr {
                    kind: ExprKind::Unary(UnOp::Neg, inner),
                    origin: Origin::Implicit,
                    ..
                }) => ("-", inner),
                _ => ("+", index),
            };
            let (base, index) = (self.expr(base)?, self.expr(index)?);
            return Ok(infix(symbol, Prec::Additive, base, index));
        }
        let base = cast("unsigned long", self.expr(base)?);
        let index = cast("unsigned long", self.expr(index)?);
        let offset = infix(
            "*",
            Prec::Multiplicative,
            index,
            primary(format!("{scale}ul")),
        );
        let sum = format!("{} + {}", base.text, offset.text);
        Ok(cast(
            "char *",
            Piece {
                text: sum,
                prec: Prec::Additive,
            },
        ))
    }

    fn unary(&mut self, id: ExprId, op: UnOp, a: ExprId) -> Printed {
        let ty = self.function.expr(id).ty;
        let operand = self.expr(a)?;
        if self.style == Style::Pretty || op == UnOp::Not {
            return Ok(unary(op.symbol(), operand));
        }
        let Ty::Int { bits, .. } = ty else {
            return Ok(unary(op.symbol(), operand));
        };
        if op == UnOp::Neg && self.ranges.overflows(id) {
            return Ok(cast(
                c_type(ty),
                unary("-", cast(unsigned(bits.max(32)), operand)),
            ));
        }
        // C computes in `int` at least; back to the narrower type of the IR.
        let result = unary(op.symbol(), operand);
        Ok(if bits < 32 {
            cast(c_type(ty), result)
        } else {
            result
        })
    }

    fn binary(&mut self, id: ExprId, op: BinOp, a: ExprId, b: ExprId) -> Printed {
        if self.style == Style::Pretty {
            return self.pretty_binary(op, a, b);
        }
        let operand_ty = self.function.exprs.get(a).map_or(Ty::INT, |e| e.ty);
        if let Some(bits) = self.wraps(id) {
            return Ok(cast(
                c_type(operand_ty),
                self.modular_binary(op, a, b, bits)?,
            ));
        }
        let (left, right) = (self.expr(a)?, self.expr(b)?);
        let prec = precedence_of(op);
        match operand_ty {
            Ty::Ptr => Ok(pointer_binary(op, left, right)),
            Ty::Int { bits, .. } if self.ranges.overflows(id) => {
                Ok(wide_division(op, bits, left, right))
            }
            // C computes in `int` at least; back to the narrower type of the IR.
            Ty::Int { bits, .. } if bits < 32 && !op.is_comparison() => Ok(cast(
                c_type(operand_ty),
                infix(op.symbol(), prec, left, right),
            )),
            _ => Ok(infix(op.symbol(), prec, left, right)),
        }
    }

    /// Whether the node is computed modulo a power of two, without leaving a signed type on
    /// the way; then the width to compute in.
    fn wraps(&self, id: ExprId) -> Option<u8> {
        let ExprKind::Binary(op, a, _) = self.function.exprs.get(id)?.kind else {
            return None;
        };
        let Ty::Int { bits, .. } = self.function.exprs.get(a)?.ty else {
            return None;
        };
        let modular = matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl);
        (modular && (bits < 32 || self.ranges.overflows(id))).then_some(bits.max(32))
    }

    fn modular_binary(&mut self, op: BinOp, a: ExprId, b: ExprId, bits: u8) -> Printed {
        let left = self.modular(a, bits)?;
        let right = if op == BinOp::Shl {
            self.expr(b)?
        } else {
            self.modular(b, bits)?
        };
        Ok(infix(op.symbol(), precedence_of(op), left, right))
    }

    /// The value modulo 2^bits, as an expression of the unsigned type of that width.
    fn modular(&mut self, id: ExprId, bits: u8) -> Printed {
        let kind = self.function.exprs.get(id).map(|e| &e.kind);
        match kind {
            Some(ExprKind::Int(value)) if bits == 32 => Ok(primary(format!("{}u", *value as u32))),
            Some(ExprKind::Int(value)) if bits == 64 => Ok(primary(format!("{}ul", *value as u64))),
            Some(&ExprKind::Binary(op, a, b)) if self.wraps(id) == Some(bits) => {
                self.nested(|printer| printer.modular_binary(op, a, b, bits))
            }
            _ => Ok(cast(unsigned(bits), self.expr(id)?)),
        }
    }

    fn pretty_binary(&mut self, op: BinOp, a: ExprId, b: ExprId) -> Printed {
        let prec = precedence_of(op);
        let (left, right) = match op {
            BinOp::Add | BinOp::Sub => (Prec::Additive, Prec::Multiplicative),
            BinOp::Mul | BinOp::Div | BinOp::Rem => (Prec::Multiplicative, Prec::Unary),
            // A reader should not have to know how comparisons nest.
            _ if op.is_comparison() => (Prec::Shift, Prec::Shift),
            _ => (Prec::Unary, Prec::Unary),
        };
        let text = format!(
            "{} {} {}",
            self.operand(a, left)?,
            op.symbol(),
            self.operand(b, right)?
        );
        Ok(Piece { text, prec })
    }

    fn logical(&mut self, symbol: &str, prec: Prec, a: ExprId, b: ExprId) -> Printed {
        let least = if self.style == Style::Pretty {
            prec
        } else {
            Prec::Unary
        };
        let text = format!(
            "{} {symbol} {}",
            self.operand(a, least)?,
            self.operand(b, least)?
        );
        Ok(Piece { text, prec })
    }

    fn select(&mut self, c: ExprId, a: ExprId, b: ExprId) -> Printed {
        let least = if self.style == Style::Pretty {
            Prec::LogicalOr
        } else {
            Prec::Unary
        };
        let condition = self.operand(c, least)?;
        let text = format!(
            "{condition} ? {} : {}",
            self.operand(a, least)?,
            self.operand(b, least)?
        );
        Ok(Piece {
            text,
            prec: Prec::Conditional,
        })
    }

    fn cast(&mut self, a: ExprId, ty: Ty, origin: Origin) -> Printed {
        let from = self.function.exprs.get(a).map_or(ty, |e| e.ty);
        let operand = self.expr(a)?;
        if self.style == Style::Pretty && origin == Origin::Implicit && keeps_value(from, ty) {
            return Ok(operand);
        }
        // Between pointers and integers of another width, C wants a stop at `unsigned long`.
        let operand = match (from, ty) {
            (Ty::Ptr, Ty::Int { .. }) => cast("unsigned long", operand),
            (Ty::Int { bits, .. }, Ty::Ptr) if bits != 64 => cast("unsigned long", operand),
            _ => operand,
        };
        Ok(cast(c_type(ty), operand))
    }

    fn operand(&mut self, id: ExprId, least: Prec) -> Result<String, String> {
        Ok(self.expr(id)?.at_least(least))
    }
}

impl Piece {
    fn at_least(self, least: Prec) -> String {
        if self.prec < least {
            format!("({})", self.text)
        } else {
            self.text
        }
    }
}

/// The name of a captured temporary in the annotated text.
pub(super) fn temp_name(prefix: &str, id: VarId) -> String {
    format!("{prefix}t{}", id.index())
}

/// The type to read memory with, and the type it is made from: it may alias any object and
/// stand at any address, as a member of a packed structure does.
fn access_type(prefix: &str, ty: Ty) -> (String, &'static str) {
    (format!("{prefix}{ty}"), c_type(ty))
}

fn primary(text: String) -> Piece {
    Piece {
        text,
        prec: Prec::Postfix,
    }
}

fn unary(symbol: &str, operand: Piece) -> Piece {
    let operand = operand.at_least(Prec::Unary);
    // `- -x` must not become `--x`, nor `& &x` a logical operator.
    let gap = if operand.starts_with(symbol) { " " } else { "" };
    Piece {
        text: format!("{symbol}{gap}{operand}"),
        prec: Prec::Unary,
    }
}

fn cast(ty: &str, operand: Piece) -> Piece {
    // `(T)-x` and `(T)*p` are right, but look like a subtraction and a product.
    Piece {
        text: format!("({ty}){}", operand.at_least(Prec::Unary)),
        prec: Prec::Unary,
    }
}

fn infix(symbol: &str, prec: Prec, left: Piece, right: Piece) -> Piece {
    let (left, right) = (left.at_least(Prec::Unary), right.at_least(Prec::Unary));
    Piece {
        text: format!("{left} {symbol} {right}"),
        prec,
    }
}

/// Equality keeps the pointers, other comparisons are those of addresses.
fn pointer_binary(op: BinOp, left: Piece, right: Piece) -> Piece {
    let ty = match op {
        BinOp::Eq | BinOp::Ne => "const void *",
        _ => "unsigned long",
    };
    let result = infix(
        op.symbol(),
        precedence_of(op),
        cast(ty, left),
        cast(ty, right),
    );
    if op.is_comparison() {
        result
    } else {
        cast("char *", result)
    }
}

/// A signed division that may be `MIN / -1`, which needs one bit more than its type has.
fn wide_division(op: BinOp, bits: u8, left: Piece, right: Piece) -> Piece {
    let (narrow, wide) = match bits {
        32 => ("int", "long"),
        64 => ("long", "__int128"),
        _ => return widest_division(op, left, right),
    };
    let (left, right) = (cast(wide, left), cast(wide, right));
    cast(narrow, infix(op.symbol(), precedence_of(op), left, right))
}

/// No type is wider than 128 bits.
fn widest_division(op: BinOp, left: Piece, right: Piece) -> Piece {
    let (a, b) = (left.at_least(Prec::Unary), right.at_least(Prec::Unary));
    let by_minus_one = match op {
        BinOp::Div => format!("-(unsigned __int128){a}"),
        _ => "0".into(),
    };
    let symbol = op.symbol();
    let text = format!("{b} == -1 ? (__int128)({by_minus_one}) : {a} {symbol} {b}");
    Piece {
        text,
        prec: Prec::Conditional,
    }
}

/// Conversions that C makes by itself and that lose nothing worth showing.
fn keeps_value(from: Ty, to: Ty) -> bool {
    match (from, to) {
        (Ty::Int { bits: from, .. }, Ty::Int { bits: to, .. }) => from <= to,
        (Ty::Int { .. }, Ty::Float(_)) | (Ty::Ptr, Ty::Ptr) => true,
        (Ty::Float(_), Ty::Float(_)) => from.size() <= to.size(),
        _ => false,
    }
}

fn precedence_of(op: BinOp) -> Prec {
    match op {
        BinOp::Add | BinOp::Sub => Prec::Additive,
        BinOp::Mul | BinOp::Div | BinOp::Rem => Prec::Multiplicative,
        BinOp::BitAnd => Prec::BitAnd,
        BinOp::BitOr => Prec::BitOr,
        BinOp::BitXor => Prec::BitXor,
        BinOp::Shl | BinOp::Shr => Prec::Shift,
        BinOp::Eq | BinOp::Ne => Prec::Equality,
        BinOp::Lt | BinOp::Le | BinOp::Gt | BinOp::Ge => Prec::Relational,
    }
}
