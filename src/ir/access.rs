//! Where in an object an access goes.
//!
//! Comes in: an address. Goes out: the object that it lies in, and which offsets in it the address may have. Nothing here
//! knows the values of variables.

use super::{Constant, ExprId, ExprKind, Function, Object, fold};

/// An address `offset + stride · n` bytes from the start of an object, for some integer n.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    pub object: Object,
    pub offset: i64,
    /// 0: the offset is the only one.
    pub stride: u64,
}

/// The access that an address stands for when it is the object's own address plus offsets.
pub fn access(f: &Function, mut e: ExprId) -> Option<Access> {
    let (mut offset, mut stride) = (0i64, 0u64);
    loop {
        let object = match f.expr(e).kind {
            ExprKind::VarAddr(var) => Object::Local(var),
            ExprKind::GlobalAddr(global) => Object::Global(global),
            ExprKind::PtrAdd {
                base, index, scale, ..
            } => {
                match fold(&f.exprs, index) {
                    Constant::Int(index) => {
                        let bytes = index.checked_mul(i128::from(scale))?;
                        offset = offset.checked_add(i64::try_from(bytes).ok()?)?;
                    }
                    _ => stride = gcd(stride, scale),
                }
                e = base;
                continue;
            }
            _ => return None,
        };
        return Some(Access {
            object,
            offset,
            stride,
        });
    }
}

/// The greatest common divisor; that of 0 and `b` is `b`.
pub fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
