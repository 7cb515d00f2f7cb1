//! `__sync_*` and `__atomic_*`: one thread runs, so each is its plain operation.
//!
//! The front end adds a last argument that gives the type of the object as bits, negative when
//! signed. A call without it is not modelled.

use super::{ArgValue, Host, Plain, arg, give, int, ptr};
use crate::ir::interp::Fault;
use crate::ir::interp::code::{Shape, from_value, to_value};
use crate::ir::{Ty, Value, ops};

pub(super) fn find(name: &str) -> Option<Plain> {
    /// The four ways to write a read-modify-write.
    macro_rules! modify {
        ($(($sync_old:literal, $sync_new:literal, $old:literal, $new:literal, $op:expr)),* $(,)?) => {
            match name {
                $($sync_old => return Some(|h, a| modify(h, a, 2, false, $op)),
                $sync_new => return Some(|h, a| modify(h, a, 2, true, $op)),
                $old => return Some(|h, a| modify(h, a, 3, false, $op)),
                $new => return Some(|h, a| modify(h, a, 3, true, $op)),)*
                _ => {}
            }
        };
    }
    #[rustfmt::skip]
    modify!(
        ("__sync_fetch_and_add", "__sync_add_and_fetch", "__atomic_fetch_add", "__atomic_add_fetch", i128::wrapping_add),
        ("__sync_fetch_and_sub", "__sync_sub_and_fetch", "__atomic_fetch_sub", "__atomic_sub_fetch", i128::wrapping_sub),
        ("__sync_fetch_and_and", "__sync_and_and_fetch", "__atomic_fetch_and", "__atomic_and_fetch", |a, b| a & b),
        ("__sync_fetch_and_or", "__sync_or_and_fetch", "__atomic_fetch_or", "__atomic_or_fetch", |a, b| a | b),
        ("__sync_fetch_and_xor", "__sync_xor_and_fetch", "__atomic_fetch_xor", "__atomic_xor_fetch", |a, b| a ^ b),
        ("__sync_fetch_and_nand", "__sync_nand_and_fetch", "__atomic_fetch_nand", "__atomic_nand_fetch", |a, b| !(a & b)),
    );
    Some(match name {
        "__atomic_load_n" => |h, a| {
            let cell = Cell::of(a, 2)?;
            h.memory.load(cell.place, cell.shape)
        },
        "__atomic_store_n" => |h, a| modify(h, a, 3, true, |_, new| new),
        "__atomic_exchange_n" => |h, a| modify(h, a, 3, false, |_, new| new),
        "__sync_lock_test_and_set" => |h, a| modify(h, a, 2, false, |_, new| new),
        "__sync_lock_release" => |h, a| {
            let cell = Cell::of(a, 1)?;
            h.memory.store(cell.place, cell.shape, 0)?;
            give(0)
        },
        "__sync_bool_compare_and_swap" => |h, a| swap(h, a).map(|(_, swapped)| swapped.into()),
        "__sync_val_compare_and_swap" => |h, a| swap(h, a).map(|(old, _)| old),
        "__atomic_compare_exchange_n" => compare_exchange,
        "__sync_synchronize" | "__atomic_thread_fence" | "__atomic_signal_fence" => |_, _| give(0),
        _ => return None,
    })
}

/// The object that an operation works on.
struct Cell {
    place: u64,
    shape: Shape,
    ty: Ty,
}

impl Cell {
    /// `arity` counts the arguments that the source has.
    fn of(args: &[ArgValue], arity: usize) -> Result<Cell, Fault> {
        let code = int(args, args.len().saturating_sub(1))?;
        match code.unsigned_abs() {
            bits @ (8 | 16 | 32 | 64 | 128) if args.len() == arity + 1 => {
                let ty = Ty::Int {
                    bits: bits as u8,
                    signed: code < 0,
                };
                Ok(Cell {
                    place: ptr(args, 0)?,
                    shape: Shape::of(ty),
                    ty,
                })
            }
            _ => Err(Fault::trap("not modelled: this atomic operation")),
        }
    }

    /// An argument, converted to the object's type.
    fn operand(&self, args: &[ArgValue], i: usize) -> Result<i128, Fault> {
        let arg = arg(args, i)?;
        match to_value(arg.ty, arg.bits) {
            Value::Int(value) => Ok(ops::normalise(self.ty, value)),
            Value::Float(_) => Err(Fault::trap("not modelled: an atomic operation on a float")),
        }
    }
}

fn modify(
    host: &mut Host,
    args: &[ArgValue],
    arity: usize,
    wants_new: bool,
    operation: fn(i128, i128) -> i128,
) -> Result<u128, Fault> {
    let cell = Cell::of(args, arity)?;
    let old = host.memory.load(cell.place, cell.shape)?;
    let Value::Int(value) = to_value(cell.ty, old) else {
        return Ok(old);
    };
    let new = operation(value, cell.operand(args, 1)?);
    let new = from_value(cell.ty, Value::Int(new));
    host.memory.store(cell.place, cell.shape, new)?;
    Ok(if wants_new { new } else { old })
}

/// `(p, old, new)`: the value before, and whether it was `old`.
fn swap(host: &mut Host, args: &[ArgValue]) -> Result<(u128, bool), Fault> {
    let cell = Cell::of(args, 3)?;
    let before = host.memory.load(cell.place, cell.shape)?;
    let expected = from_value(cell.ty, Value::Int(cell.operand(args, 1)?));
    if before == expected {
        let new = from_value(cell.ty, Value::Int(cell.operand(args, 2)?));
        host.memory.store(cell.place, cell.shape, new)?;
    }
    Ok((before, before == expected))
}

/// `(p, &expected, new, weak, order, order)`: on failure `expected` takes the value.
fn compare_exchange(host: &mut Host, args: &[ArgValue]) -> Result<u128, Fault> {
    let cell = Cell::of(args, 6)?;
    let expected_at = ptr(args, 1)?;
    let before = host.memory.load(cell.place, cell.shape)?;
    let expected = host.memory.load(expected_at, cell.shape)?;
    if before != expected {
        host.memory.store(expected_at, cell.shape, before)?;
        return give(0);
    }
    let new = from_value(cell.ty, Value::Int(cell.operand(args, 2)?));
    host.memory.store(cell.place, cell.shape, new)?;
    give(1)
}
