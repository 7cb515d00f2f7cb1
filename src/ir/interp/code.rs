//! The compact code that the interpreter runs.
//!
//! Comes in: nothing, these are data types. A function's code works on a file of 128-bit
//! registers: first one per variable, then temporaries. A variable that lives in memory has its
//! address in its register.
//!
//! An integer of up to 64 bits is held extended to 64 bits by its own signedness; a float of any
//! kind as the bits of an `f64`; the rest of the register has no meaning.

use super::libc::Routine;
use crate::base::Span;
use crate::ir::{BinOp, FloatKind, PointId, Ty, UnOp, Value, ops};

pub(super) type Reg = u32;

/// A position in the code.
pub(super) type Pc = u32;

/// Cuts a 64-bit result to its type: shift left, then back with or without the sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Norm {
    shift: u8,
    signed: bool,
}

impl Norm {
    /// For integers of up to 64 bits and pointers.
    pub fn of(ty: Ty) -> Norm {
        Norm {
            shift: 64u32.saturating_sub(ty.bits()) as u8,
            signed: ty.is_signed(),
        }
    }

    #[inline(always)]
    pub fn apply(self, value: u64) -> u64 {
        if self.signed {
            ((value << self.shift) as i64 >> self.shift) as u64
        } else {
            value << self.shift >> self.shift
        }
    }

    #[inline(always)]
    pub fn bits(self) -> u64 {
        64 - u64::from(self.shift)
    }

    #[inline(always)]
    pub fn shift_right(self, value: u64, amount: u64) -> u64 {
        if self.signed {
            (value as i64 >> amount) as u64
        } else {
            value >> amount
        }
    }
}

/// How a scalar lies in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    Word,
    Wide,
    Float(FloatKind),
}

impl Shape {
    pub fn of(ty: Ty) -> Shape {
        match ty {
            Ty::Float(kind) => Shape::Float(kind),
            Ty::Ptr => Shape::Word,
            Ty::Int { bits, signed } => match (bits, signed) {
                (8, true) => Shape::I8,
                (8, false) => Shape::U8,
                (16, true) => Shape::I16,
                (16, false) => Shape::U16,
                (32, true) => Shape::I32,
                (32, false) => Shape::U32,
                (128, _) => Shape::Wide,
                _ => Shape::Word,
            },
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    Const {
        dst: Reg,
        value: u64,
    },
    WideConst {
        dst: Reg,
        index: u32,
    },
    Move {
        dst: Reg,
        src: Reg,
    },
    Add {
        dst: Reg,
        a: Reg,
        b: Reg,
        norm: Norm,
    },
    Sub {
        dst: Reg,
        a: Reg,
        b: Reg,
        norm: Norm,
    },
    Mul {
        dst: Reg,
        a: Reg,
        b: Reg,
        norm: Norm,
    },
    DivS {
        dst: Reg,
        a: Reg,
        b: Reg,
        norm: Norm,
    },
    DivU {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    RemS {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    RemU {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    And {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Or {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Xor {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Shl {
        dst: Reg,
        a: Reg,
        b: Reg,
        norm: Norm,
    },
    Shr {
        dst: Reg,
        a: Reg,
        b: Reg,
        norm: Norm,
    },
    Neg {
        dst: Reg,
        a: Reg,
        norm: Norm,
    },
    BitNot {
        dst: Reg,
        a: Reg,
        norm: Norm,
    },
    Eq {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    Ne {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LtS {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LtU {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LeS {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    LeU {
        dst: Reg,
        a: Reg,
        b: Reg,
    },
    IsZero {
        dst: Reg,
        a: Reg,
    },
    Norm {
        dst: Reg,
        a: Reg,
        norm: Norm,
    },
    PtrAdd {
        dst: Reg,
        base: Reg,
        index: Reg,
        scale: u32,
    },
    /// Floats and 128-bit integers: `code.general[index]` says what.
    General {
        dst: Reg,
        a: Reg,
        b: Reg,
        index: u32,
    },
    Load {
        dst: Reg,
        addr: Reg,
        shape: Shape,
    },
    Store {
        addr: Reg,
        src: Reg,
        shape: Shape,
    },
    Copy {
        dst: Reg,
        src: Reg,
        size: u32,
    },
    Zero {
        dst: Reg,
        size: u32,
    },
    Jump {
        to: Pc,
    },
    JumpIf {
        cond: Reg,
        to: Pc,
    },
    JumpUnless {
        cond: Reg,
        to: Pc,
    },
    Switch {
        value: Reg,
        table: u32,
    },
    /// What the hot loop leaves to the machine.
    Event(Event),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    Call {
        site: u32,
    },
    Return {
        value: Option<Reg>,
    },
    Alloca {
        dst: Reg,
        size: Reg,
    },
    Point(PointId),
    /// The value of a single expression.
    Yield(Reg),
    /// Stops with `code.messages[index]`.
    Trap(u32),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum General {
    Unary(UnOp, Ty),
    Binary(BinOp, Ty, Ty),
    Cast(Ty, Ty),
    Truth(Ty),
}

/// A `switch` or a computed goto: ascending disjoint ranges of the value of type `ty`.
#[derive(Clone, Debug)]
pub(super) struct JumpTable {
    pub ty: Ty,
    pub ranges: Vec<(i128, i128, Pc)>,
    pub default: Pc,
}

impl JumpTable {
    pub fn target(&self, bits: u128) -> Pc {
        let Value::Int(value) = to_value(self.ty, bits) else {
            return self.default;
        };
        let after = self.ranges.partition_point(|&(low, _, _)| low <= value);
        match after.checked_sub(1).map(|i| self.ranges[i]) {
            Some((_, high, to)) if value <= high => to,
            _ => self.default,
        }
    }
}

#[derive(Clone, Debug)]
pub(super) enum Target {
    /// An index into the machine's symbols.
    Symbol(u32),
    Indirect(Reg),
    Routine(Routine),
    /// A builtin that is not modelled.
    Unknown(String),
}

#[derive(Clone, Debug)]
pub(super) struct CallSite {
    pub target: Target,
    pub args: Vec<ArgSite>,
    pub result: CallResult,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ArgSite {
    pub reg: Reg,
    pub ty: Ty,
    pub by_copy: Option<u64>,
}

/// Where the result of a call goes.
#[derive(Clone, Copy, Debug)]
pub(super) enum CallResult {
    Dropped,
    Register(Reg, Ty),
    /// The register holds the address of the variable.
    Memory(Reg, Ty),
    Aggregate(Reg, u64),
}

/// A variable with its own object, made when the function is called.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub reg: Reg,
    pub size: u64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Param {
    pub reg: Reg,
    /// The scalar type; `None` for an aggregate.
    pub ty: Option<Ty>,
    pub size: u64,
    pub in_memory: bool,
}

#[derive(Debug, Default)]
pub(super) struct Code {
    pub ops: Vec<Op>,
    /// The place of each instruction, by its first operation, ascending.
    pub spans: Vec<(Pc, Span)>,
    pub wide: Vec<u128>,
    pub general: Vec<General>,
    pub tables: Vec<JumpTable>,
    pub sites: Vec<CallSite>,
    pub messages: Vec<String>,
    pub slots: Vec<Slot>,
    pub params: Vec<Param>,
    pub variadic: bool,
    pub vars: u32,
    pub registers: u32,
}

impl Code {
    pub fn span_at(&self, pc: Pc) -> Option<Span> {
        let after = self.spans.partition_point(|&(start, _)| start <= pc);
        after.checked_sub(1).map(|i| self.spans[i].1)
    }
}

/// The value that a register holds.
pub(super) fn to_value(ty: Ty, bits: u128) -> Value {
    match ty {
        Ty::Float(_) => Value::Float(f64::from_bits(bits as u64)),
        _ if ty.bits() == 128 => Value::Int(bits as i128),
        _ if ty.is_signed() => Value::Int(i128::from(bits as u64 as i64)),
        _ => Value::Int(i128::from(bits as u64)),
    }
}

/// How a register holds a value of the type.
pub(super) fn from_value(ty: Ty, value: Value) -> u128 {
    match value {
        Value::Float(value) => u128::from(value.to_bits()),
        Value::Int(value) => {
            let value = ops::normalise(ty, value);
            if ty.bits() == 128 {
                value as u128
            } else {
                u128::from(value as u64)
            }
        }
    }
}

/// The bits, given by someone who knows only the register, as the type holds them.
pub(super) fn to_type(ty: Ty, bits: u128) -> u128 {
    if ty.is_float() || ty.bits() == 128 {
        bits
    } else {
        u128::from(Norm::of(ty).apply(bits as u64))
    }
}
