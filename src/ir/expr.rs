//! Pure expressions. Evaluating one reads variables and memory and changes nothing.

use super::{GlobalId, VarId};
use crate::base::{Span, id_type};
use std::fmt;
use std::hash::{Hash, Hasher};

id_type!(
    /// An expression of one function, see [`Function::exprs`](super::Function::exprs).
    ExprId, "e"
);

/// The type of a scalar value. Aggregates live in memory and have no value of their own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ty {
    /// Two's complement, wrapping. `bits` is 8, 16, 32, 64 or 128.
    Int {
        bits: u8,
        signed: bool,
    },
    Float(FloatKind),
    /// A 64-bit address.
    Ptr,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatKind {
    F32,
    F64,
    /// x87 extended, 16 bytes in memory.
    F80,
    F128,
}

impl Ty {
    /// The type of comparisons and of `&& || !`.
    pub const INT: Ty = Ty::Int {
        bits: 32,
        signed: true,
    };
    /// Sizes and byte offsets.
    pub const I64: Ty = Ty::Int {
        bits: 64,
        signed: true,
    };
    pub const U8: Ty = Ty::Int {
        bits: 8,
        signed: false,
    };
    pub const U64: Ty = Ty::Int {
        bits: 64,
        signed: false,
    };

    pub fn size(self) -> u64 {
        match self {
            Ty::Int { bits, .. } => u64::from(bits) / 8,
            Ty::Float(FloatKind::F32) => 4,
            Ty::Float(FloatKind::F64) | Ty::Ptr => 8,
            Ty::Float(FloatKind::F80 | FloatKind::F128) => 16,
        }
    }

    pub fn bits(self) -> u32 {
        self.size() as u32 * 8
    }

    pub fn is_int(self) -> bool {
        matches!(self, Ty::Int { .. })
    }

    pub fn is_float(self) -> bool {
        matches!(self, Ty::Float(_))
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Ty::Int { signed: true, .. })
    }
}

/// Where an expression comes from; decides what a criterion may mutate and how it is printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// Written as such: the text of the span is free of effects and evaluates to this value.
    Source(Span),
    /// A C operator at this span whose text has effects (`x += e`, `f() + z`): the operator is
    /// the user's, its operands are in the tree, the text must not be evaluated again.
    Operator(Span),
    /// Made by a conversion, an address computation or a criterion.
    Implicit,
}

impl Origin {
    /// The place of a C expression as the user wrote it.
    pub fn span(self) -> Option<Span> {
        match self {
            Origin::Source(span) | Origin::Operator(span) => Some(span),
            Origin::Implicit => None,
        }
    }
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Ty,
    pub origin: Origin,
}

#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// An integer or pointer constant: the value as its type reads it (negative for signed).
    /// A 128-bit unsigned constant above `i128::MAX` is stored by its bits.
    Int(i128),
    /// A floating constant. When `exact` is false the value is only near: treat it as any value.
    Float {
        value: f64,
        exact: bool,
    },
    /// The address of a local; the variable is marked `address_taken`.
    VarAddr(VarId),
    /// The address of a global object or function.
    GlobalAddr(GlobalId),
    /// The value of a scalar variable, wherever it lives. Never of a volatile one.
    Var(VarId),
    /// A scalar of the node's type read from memory. Volatile reads are instructions.
    Load(ExprId),
    Unary(UnOp, ExprId),
    /// Both operands have the same type, except for shifts (the amount has its own) . Comparisons give `int`.
    Binary(BinOp, ExprId, ExprId),
    /// `base + index * scale` bytes, `index` being a 64-bit integer. `bound` is the number of
    /// elements when the base is an array of known length and this is a subscript of it.
    PtrAdd {
        base: ExprId,
        index: ExprId,
        scale: u64,
        bound: Option<u64>,
    },
    /// Short-circuit `&&`: the right operand is evaluated only if the left is non-zero.
    And(ExprId, ExprId),
    /// Short-circuit `||`.
    Or(ExprId, ExprId),
    /// `c ? a : b`; only the chosen arm is evaluated.
    Select(ExprId, ExprId, ExprId),
    /// Conversion of the operand to the node's type, as C converts: integers truncate or extend
    /// by the operand's signedness, floats to integers truncate towards zero, pointers are
    /// 64-bit unsigned integers.
    Cast(ExprId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnOp {
    Neg,
    BitNot,
    /// `operand == 0`, an `int`.
    Not,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    /// Truncates towards zero. Division by zero is undefined; `MIN / -1` wraps.
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    /// An amount outside `0..bits` is undefined.
    Shl,
    /// Arithmetic for signed, logical for unsigned operands.
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinOp {
    pub fn is_comparison(self) -> bool {
        use BinOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }

    /// The comparison that holds where this one does not. Of integers: with a NaN neither may hold.
    pub fn negated(self) -> BinOp {
        use BinOp::*;
        match self {
            Lt => Ge,
            Ge => Lt,
            Gt => Le,
            Le => Gt,
            Eq => Ne,
            Ne => Eq,
            other => other,
        }
    }

    /// The comparison with its sides exchanged.
    pub fn swapped(self) -> BinOp {
        use BinOp::*;
        match self {
            Lt => Gt,
            Gt => Lt,
            Le => Ge,
            Ge => Le,
            other => other,
        }
    }

    pub fn is_shift(self) -> bool {
        matches!(self, BinOp::Shl | BinOp::Shr)
    }

    /// As in C.
    pub fn symbol(self) -> &'static str {
        match self {
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Rem => "%",
            BinOp::BitAnd => "&",
            BinOp::BitOr => "|",
            BinOp::BitXor => "^",
            BinOp::Shl => "<<",
            BinOp::Shr => ">>",
            BinOp::Eq => "==",
            BinOp::Ne => "!=",
            BinOp::Lt => "<",
            BinOp::Le => "<=",
            BinOp::Gt => ">",
            BinOp::Ge => ">=",
        }
    }
}

impl UnOp {
    /// As in C.
    pub fn symbol(self) -> &'static str {
        match self {
            UnOp::Neg => "-",
            UnOp::BitNot => "~",
            UnOp::Not => "!",
        }
    }
}

/// Floats by their bits; all else as a derived one would do it.
impl Hash for ExprKind {
    fn hash<H: Hasher>(&self, state: &mut H) {
        use ExprKind::*;
        std::mem::discriminant(self).hash(state);
        match *self {
            Int(value) => value.hash(state),
            Float { value, exact } => (value.to_bits(), exact).hash(state),
            VarAddr(var) | Var(var) => var.hash(state),
            GlobalAddr(global) => global.hash(state),
            Load(a) | Cast(a) => a.hash(state),
            Unary(op, a) => (op, a).hash(state),
            Binary(op, a, b) => (op, a, b).hash(state),
            PtrAdd {
                base,
                index,
                scale,
                bound,
            } => (base, index, scale, bound).hash(state),
            And(a, b) | Or(a, b) => (a, b).hash(state),
            Select(c, a, b) => (c, a, b).hash(state),
        }
    }
}

impl ExprKind {
    /// The operands, in order of evaluation, to be changed.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut ExprId> {
        use ExprKind::*;
        let list: [Option<&mut ExprId>; 3] = match self {
            Int(_) | Float { .. } | VarAddr(_) | GlobalAddr(_) | Var(_) => [None, None, None],
            Load(a) | Unary(_, a) | Cast(a) => [Some(a), None, None],
            Binary(_, a, b) | And(a, b) | Or(a, b) => [Some(a), Some(b), None],
            PtrAdd { base, index, .. } => [Some(base), Some(index), None],
            Select(c, a, b) => [Some(c), Some(a), Some(b)],
        };
        list.into_iter().flatten()
    }

    /// The operands, in order of evaluation.
    pub fn operands(&self) -> impl Iterator<Item = ExprId> + use<> {
        use ExprKind::*;
        let list: [Option<ExprId>; 3] = match *self {
            Int(_) | Float { .. } | VarAddr(_) | GlobalAddr(_) | Var(_) => [None; 3],
            Load(a) | Unary(_, a) | Cast(a) => [Some(a), None, None],
            Binary(_, a, b) | And(a, b) | Or(a, b) => [Some(a), Some(b), None],
            PtrAdd { base, index, .. } => [Some(base), Some(index), None],
            Select(c, a, b) => [Some(c), Some(a), Some(b)],
        };
        list.into_iter().flatten()
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Int { bits, signed: true } => write!(f, "i{bits}"),
            Ty::Int {
                bits,
                signed: false,
            } => write!(f, "u{bits}"),
            Ty::Float(FloatKind::F32) => f.write_str("f32"),
            Ty::Float(FloatKind::F64) => f.write_str("f64"),
            Ty::Float(FloatKind::F80) => f.write_str("f80"),
            Ty::Float(FloatKind::F128) => f.write_str("f128"),
            Ty::Ptr => f.write_str("ptr"),
        }
    }
}
