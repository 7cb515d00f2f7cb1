//! A small typed control-flow graph per function.
//!
//! Comes in: what the front end lowered. Goes out: what criteria, proofs and the interpreter
//! read. Nothing here knows C syntax, labels or SMT; where the source is needed, there is a
//! [`Span`](crate::base::Span).
//!
//! Expressions are pure trees; everything with an effect is an instruction. So a label's
//! predicate is an expression like any other, and evaluating it changes nothing.

mod access;
mod address;
mod asm;
mod contract;
mod decision;
mod definite;
mod expr;
mod faults;
mod fold;
mod function;
pub mod graph;
pub mod interp;
mod kept;
pub mod ops;
mod prototype;
mod read;
#[cfg(test)]
pub(crate) mod sample;
mod separate;
mod signature;
mod sites;
mod strip;
mod text;
mod unit;
mod uses;
mod verify;

pub use access::{Access, access, gcd};
pub use address::resolve_addresses;
pub use asm::{AsmNames, asm_names};
pub use contract::{Bound, Contract, When, conversions};
pub use decision::{BoolTree, Decision, DecisionKind, Leaf, SwitchDecision};
pub use definite::{Definite, definitely_assigned};
pub use expr::{BinOp, Expr, ExprId, ExprKind, FloatKind, Origin, Ty, UnOp};
pub use faults::{Faults, may_fault};
pub use fold::{Constant, fold};
pub use function::{
    Anchor, Arg, Block, BlockId, Callee, Function, Inst, InstKind, Point, PointId, Ret, Term,
    TermKind, Var, VarId, VarKind,
};
pub use kept::{Kept, decides, tells};
pub use ops::Value;
pub use prototype::{library_prototype, prototype_fits};
pub use read::{ReadError, read};
pub use separate::{Exposure, Object, direct_base, exposures, separable, unexposed};
pub use signature::{CType, FieldType, FunctionType, RecordLayout, RecordType, Signatures};
pub use sites::{Partition, Root, Sites, SourceLabel};
pub use strip::strip;
pub use unit::{Global, GlobalId, GlobalKind, Hidden, Init, Linkage, Reloc, Unit};
pub use uses::uses;
pub use verify::{verify, verify_unit};
