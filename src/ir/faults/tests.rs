//! What may fault and what may not, on trees built by hand.

use super::*;
use crate::ir::sample::Builder;
use crate::ir::{FloatKind, TermKind, UnOp, VarId};

const U8: Ty = Ty::U8;
const I64: Ty = Ty::I64;

struct Trees {
    b: Builder,
    /// An `int` parameter.
    x: ExprId,
    /// A pointer parameter.
    p: ExprId,
    /// An array of ten `int`.
    array: VarId,
}

impl Trees {
    fn new() -> Self {
        let mut b = Builder::procedure();
        let (x, p) = (b.param(Ty::INT), b.param(Ty::Ptr));
        let x = b.expr(ExprKind::Var(x), Ty::INT);
        let p = b.expr(ExprKind::Var(p), Ty::Ptr);
        let array = b.object("x", 40, None);
        Trees { b, x, p, array }
    }

    fn constant(&mut self, value: i128, ty: Ty) -> ExprId {
        self.b.expr(ExprKind::Int(value), ty)
    }

    fn cast(&mut self, e: ExprId, ty: Ty) -> ExprId {
        self.b.expr(ExprKind::Cast(e), ty)
    }

    fn binary(&mut self, op: BinOp, a: ExprId, b: ExprId, ty: Ty) -> ExprId {
        self.b.expr(ExprKind::Binary(op, a, b), ty)
    }

    /// `array[index]`
    fn element(&mut self, index: ExprId, bound: Option<u64>) -> ExprId {
        let base = self.b.expr(ExprKind::VarAddr(self.array), Ty::Ptr);
        let scale = 4;
        let add = ExprKind::PtrAdd {
            base,
            index,
            scale,
            bound,
        };
        let addr = self.b.expr(add, Ty::Ptr);
        self.b.expr(ExprKind::Load(addr), Ty::INT)
    }

    /// Checks that exactly the first ones may fault.
    fn check(mut self, faulting: &[ExprId], safe: &[ExprId]) {
        self.b.end(TermKind::Return(None));
        let f = self.b.f;
        let size = |global: GlobalId| 8 * global.index() as u64;
        for e in faulting {
            assert!(may_fault(&f, size, *e), "{:?}", f.exprs[*e]);
        }
        for e in safe {
            assert!(!may_fault(&f, size, *e), "{:?}", f.exprs[*e]);
        }
        let mut all = Faults::new(size);
        assert!(faulting.iter().all(|e| all.may_fault(&f, *e)));
        assert!(!safe.iter().any(|e| all.may_fault(&f, *e)));
    }
}

#[test]
fn loads_are_safe_inside_known_objects_only() {
    let mut t = Trees::new();
    let indices = [0, 9, 10, -1].map(|i| t.constant(i, I64));
    let [first, last, past, before] = indices.map(|i| t.element(i, Some(10)));
    let wide = t.cast(t.x, I64);
    let unknown = t.element(wide, Some(10));
    let through_pointer = t.b.expr(ExprKind::Load(t.p), Ty::INT);
    // `inner[5]` of an `int inner[4]` at the start of a larger object.
    let five = t.constant(5, I64);
    let other_member = t.element(five, Some(4));
    t.check(
        &[past, before, unknown, through_pointer, other_member],
        &[first, last],
    );
}

#[test]
fn indices_may_be_limited_by_their_type_or_a_mask() {
    let mut t = Trees::new();
    let seven = t.constant(7, Ty::INT);
    let ten = t.constant(10, Ty::INT);
    let masked = t.binary(BinOp::BitAnd, t.x, seven, Ty::INT);
    let masked = t.cast(masked, I64);
    let masked = t.element(masked, Some(10));
    // `x % 10` may be negative, `(unsigned)x % 10` not.
    let rem = t.binary(BinOp::Rem, t.x, ten, Ty::INT);
    let rem = t.cast(rem, I64);
    let rem = t.element(rem, Some(10));
    let unsigned = Ty::Int {
        bits: 32,
        signed: false,
    };
    let (ux, uten) = (t.cast(t.x, unsigned), t.constant(10, unsigned));
    let urem = t.binary(BinOp::Rem, ux, uten, unsigned);
    let urem = t.cast(urem, I64);
    let urem = t.element(urem, Some(10));
    let byte = t.cast(t.x, U8);
    let byte = t.cast(byte, I64);
    let byte = t.element(byte, None);
    // A truth value as an index.
    let not = t.b.expr(ExprKind::Unary(UnOp::Not, t.x), Ty::INT);
    let not = t.cast(not, I64);
    let not = t.element(not, Some(10));
    t.check(&[rem, byte], &[masked, urem, not]);
}

#[test]
fn globals_are_as_large_as_the_caller_says() {
    let mut t = Trees::new();
    let addresses = [0, 1].map(|i| {
        t.b.expr(ExprKind::GlobalAddr(GlobalId::from_index(i)), Ty::Ptr)
    });
    let [absent, present] = addresses.map(|a| t.b.expr(ExprKind::Load(a), I64));
    let wide = Ty::Int {
        bits: 128,
        signed: true,
    };
    let too_wide = t.b.expr(ExprKind::Load(addresses[1]), wide);
    t.check(&[absent, too_wide], &[present]);
}

#[test]
fn divisions_fault_by_zero_and_at_the_minimum() {
    let mut t = Trees::new();
    let [zero, minus_one, three] = [0, -1, 3].map(|i| t.b.int(i));
    let by_zero = t.binary(BinOp::Div, three, zero, Ty::INT);
    let by_x = t.binary(BinOp::Div, three, t.x, Ty::INT);
    let by_three = t.binary(BinOp::Div, t.x, three, Ty::INT);
    let minimum = t.binary(BinOp::Div, t.x, minus_one, Ty::INT);
    let negated = t.binary(BinOp::Div, three, minus_one, Ty::INT);
    let byte = t.cast(t.x, U8);
    let byte = t.cast(byte, Ty::INT);
    let byte_negated = t.binary(BinOp::Div, byte, minus_one, Ty::INT);
    let double = Ty::Float(FloatKind::F64);
    let fx = t.cast(t.x, double);
    let float = t.binary(BinOp::Div, fx, fx, double);
    t.check(
        &[by_zero, by_x, minimum],
        &[by_three, negated, byte_negated, float],
    );
}

#[test]
fn shifts_need_an_amount_in_range_and_overflow_does_not_count() {
    let mut t = Trees::new();
    let amounts = [0, 31, 32, -1].map(|i| t.b.int(i));
    let [none, most, past, negative] = amounts.map(|by| t.binary(BinOp::Shl, t.x, by, Ty::INT));
    let unknown = t.binary(BinOp::Shr, t.x, t.x, Ty::INT);
    let sum = t.binary(BinOp::Add, t.x, t.x, Ty::INT);
    let product = t.binary(BinOp::Mul, sum, t.x, Ty::INT);
    t.check(&[past, negative, unknown], &[none, most, product]);
}

#[test]
fn sums_that_may_wrap_give_no_range() {
    let mut t = Trees::new();
    let big = t.constant(0x7fff_fff0, Ty::INT);
    let mask = t.constant(0xff, Ty::INT);
    let byte = t.binary(BinOp::BitAnd, t.x, mask, Ty::INT);
    // May wrap to a negative value, and so to 0 after the addition of the rest.
    let wrapping = t.binary(BinOp::Add, byte, big, Ty::INT);
    let one = t.constant(1, Ty::INT);
    let small = t.binary(BinOp::Add, byte, one, Ty::INT);
    let by_wrapping = t.binary(BinOp::Div, t.x, wrapping, Ty::INT);
    let by_small = t.binary(BinOp::Div, t.x, small, Ty::INT);
    t.check(&[by_wrapping], &[by_small]);
}

#[test]
fn floats_convert_in_range_only() {
    let mut t = Trees::new();
    let double = Ty::Float(FloatKind::F64);
    let values = [0.0, 1e9, 3e9, f64::NAN];
    let floats = values.map(|value| t.b.expr(ExprKind::Float { value, exact: true }, double));
    let [zero, fits, too_large, nan] = floats.map(|e| t.cast(e, Ty::INT));
    let fx = t.cast(t.x, double);
    let unknown = t.cast(fx, Ty::INT);
    t.check(&[too_large, nan, unknown], &[zero, fits, fx]);
}

#[test]
fn a_fault_anywhere_in_a_deep_shared_tree_counts() {
    let mut t = Trees::new();
    let mut safe = t.x;
    let mut faulting = t.b.expr(ExprKind::Load(t.p), Ty::INT);
    for _ in 0..50_000 {
        safe = t.binary(BinOp::Add, safe, safe, Ty::INT);
        faulting = t.b.expr(ExprKind::And(faulting, faulting), Ty::INT);
    }
    let guarded = t.b.expr(ExprKind::And(t.p, faulting), Ty::INT);
    let selected = t.b.expr(ExprKind::Select(t.x, safe, guarded), Ty::INT);
    t.check(&[faulting, guarded, selected], &[safe]);
}
