//! Builtins of gcc that are no library functions: bit counting, overflow checks, `va_list`.
//!
//! A `va_list` holds the address of an object with 16 bytes per argument, and then the number of
//! bytes taken from it.

use super::{ArgValue, Host, Plain, arg, give, int, ptr};
use crate::ir::interp::Fault;
use crate::ir::interp::code::{Shape, to_value};
use crate::ir::{Ty, Value, ops};

pub(super) fn find(name: &str) -> Option<Plain> {
    if let Some(function) = name.strip_prefix("__builtin_").and_then(overflow) {
        return Some(function);
    }
    Some(match name {
        "__builtin_va_arg" => |h, a| h.va_arg(ptr(a, 0)?),
        "__builtin_va_copy" => |h, a| {
            h.memory.copy(ptr(a, 0)?, ptr(a, 1)?, 24)?;
            give(0)
        },
        "__builtin_va_end" | "__builtin_prefetch" | "__builtin___clear_cache" => |_, _| give(0),
        "__tamis_label" => |_, a| Ok(arg(a, 0)?.bits),
        "__builtin_constant_p" => |_, _| give(0),
        "__builtin_object_size" | "__builtin_dynamic_object_size" => {
            |_, a| give(if int(a, 0)? < 2 { -1 } else { 0 })
        }
        "__builtin_trap" => |_, _| Err(Fault::trap("__builtin_trap")),
        "__builtin_unreachable" => |_, _| Err(Fault::trap("__builtin_unreachable")),
        "__builtin_clz" => |_, a| nonzero(int(a, 0)? as u32 as u64, |x| x.leading_zeros() - 32),
        "__builtin_clzl" | "__builtin_clzll" => |_, a| nonzero(ptr(a, 0)?, u64::leading_zeros),
        "__builtin_ctz" => |_, a| nonzero(int(a, 0)? as u32 as u64, u64::trailing_zeros),
        "__builtin_ctzl" | "__builtin_ctzll" => |_, a| nonzero(ptr(a, 0)?, u64::trailing_zeros),
        "__builtin_popcount" => |_, a| give((int(a, 0)? as u32).count_ones().into()),
        "__builtin_popcountl" | "__builtin_popcountll" => {
            |_, a| give(ptr(a, 0)?.count_ones().into())
        }
        "__builtin_parity" => |_, a| give(((int(a, 0)? as u32).count_ones() % 2).into()),
        "__builtin_parityl" | "__builtin_parityll" => {
            |_, a| give((ptr(a, 0)?.count_ones() % 2).into())
        }
        "__builtin_ffs" | "ffs" => |_, a| give(first_set((int(a, 0)? as u32).into())),
        "__builtin_ffsl" | "__builtin_ffsll" | "ffsl" | "ffsll" => {
            |_, a| give(first_set(ptr(a, 0)?))
        }
        "__builtin_clrsb" => |_, a| {
            let x = int(a, 0)? as i32;
            give(i64::from((x ^ (x >> 31)).leading_zeros()) - 1)
        },
        "__builtin_clrsbl" | "__builtin_clrsbll" => |_, a| {
            let x = int(a, 0)?;
            give(i64::from((x ^ (x >> 63)).leading_zeros()) - 1)
        },
        "__builtin_bswap16" => |_, a| give((int(a, 0)? as u16).swap_bytes().into()),
        "__builtin_bswap32" => |_, a| give((int(a, 0)? as u32).swap_bytes().into()),
        "__builtin_bswap64" => |_, a| give(ptr(a, 0)?.swap_bytes() as i64),
        _ => return None,
    })
}

/// The result for zero is undefined.
fn nonzero(value: u64, count: fn(u64) -> u32) -> Result<u128, Fault> {
    if value == 0 {
        return Err(Fault::trap("undefined: counting the zeros of zero"));
    }
    give(count(value).into())
}

fn first_set(value: u64) -> i64 {
    if value == 0 {
        0
    } else {
        i64::from(value.trailing_zeros()) + 1
    }
}

/// `__builtin_add_overflow(a, b, pointer, type)` and `__builtin_add_overflow_p(a, b, type)`, the
/// type of the result being given by its bits, negative when signed.
fn overflow(name: &str) -> Option<Plain> {
    Some(match name {
        "add_overflow" => |h, a| checked(h, a, ADD),
        "sub_overflow" => |h, a| checked(h, a, SUB),
        "mul_overflow" => |h, a| checked(h, a, MUL),
        "add_overflow_p" => |_, a| overflows(a, 2, ADD).map(|(overflows, ..)| overflows.into()),
        "sub_overflow_p" => |_, a| overflows(a, 2, SUB).map(|(overflows, ..)| overflows.into()),
        "mul_overflow_p" => |_, a| overflows(a, 2, MUL).map(|(overflows, ..)| overflows.into()),
        _ => return None,
    })
}

/// An operation that notices overflow and one that wraps.
type Operation = (fn(i128, i128) -> Option<i128>, fn(i128, i128) -> i128);
const ADD: Operation = (i128::checked_add, i128::wrapping_add);
const SUB: Operation = (i128::checked_sub, i128::wrapping_sub);
const MUL: Operation = (i128::checked_mul, i128::wrapping_mul);

fn checked(host: &mut Host, args: &[ArgValue], operation: Operation) -> Result<u128, Fault> {
    let (overflows, ty, stored) = overflows(args, 3, operation)?;
    host.memory
        .store(ptr(args, 2)?, Shape::of(ty), stored as u128)?;
    Ok(overflows.into())
}

/// Whether the exact result is no value of the type, the type, and the wrapped result.
fn overflows(
    args: &[ArgValue],
    type_at: usize,
    (exact, wrapping): Operation,
) -> Result<(bool, Ty, i128), Fault> {
    let (a, b, code) = (operand(args, 0)?, operand(args, 1)?, int(args, type_at)?);
    let ty = match code.unsigned_abs() {
        bits @ (8 | 16 | 32 | 64) => Ty::Int {
            bits: bits as u8,
            signed: code < 0,
        },
        _ => return Err(Fault::trap("not modelled: an overflow check on 128 bits")),
    };
    let wrapped = ops::normalise(ty, wrapping(a, b));
    Ok((exact(a, b) != Some(wrapped), ty, wrapped))
}

fn operand(args: &[ArgValue], i: usize) -> Result<i128, Fault> {
    let arg = arg(args, i)?;
    match to_value(arg.ty, arg.bits) {
        Value::Int(value) if arg.ty.bits() <= 64 => Ok(value),
        _ => Err(Fault::trap("not modelled: an overflow check on 128 bits")),
    }
}

impl Host {
    /// The next argument of a `va_list`.
    pub(super) fn va_arg(&mut self, list: u64) -> Result<u128, Fault> {
        let (object, taken) = (self.memory.word(list)?, self.memory.word(list + 8)?);
        let bits = self.memory.load(object.wrapping_add(taken), Shape::Wide);
        let bits = bits.map_err(|_| Fault::trap("va_arg without an argument"))?;
        self.memory
            .store(list + 8, Shape::Word, (taken + 16).into())?;
        Ok(bits)
    }
}
