//! The hot loop: runs code on registers and memory until something needs the machine.
//!
//! Comes in: code, registers, memory. Goes out: the [`Event`] that stopped it, or a [`Fault`].
//! Nothing here knows frames, symbols or the library.

use super::Fault;
use super::code::{Code, Event, General, Op, Pc, from_value, to_value};
use super::memory::Memory;
use crate::ir::{Ty, Value, ops};

/// Runs from `pc` on, at most `steps` operations. `pc` is left after the operation that stopped.
pub(super) fn execute(
    code: &Code,
    memory: &mut Memory,
    regs: &mut [u128],
    pc: &mut Pc,
    steps: &mut u64,
) -> Result<Event, Fault> {
    let mut at = *pc;
    let mut left = *steps;
    let result = run(code, memory, regs, &mut at, &mut left);
    *pc = at;
    *steps = left;
    result
}

#[inline(always)]
fn run(
    code: &Code,
    memory: &mut Memory,
    regs: &mut [u128],
    pc: &mut Pc,
    steps: &mut u64,
) -> Result<Event, Fault> {
    macro_rules! get {
        ($reg:expr) => {
            regs[$reg as usize] as u64
        };
    }
    macro_rules! set {
        ($reg:expr, $value:expr) => {{
            let value: u64 = $value;
            regs[$reg as usize] = u128::from(value);
        }};
    }
    loop {
        let Some(&op) = code.ops.get(*pc as usize) else {
            return Err(Fault::trap("jump to a value that is no label"));
        };
        *pc += 1;
        if *steps == 0 {
            return Err(Fault::trap("step limit"));
        }
        *steps -= 1;
        match op {
            Op::Const { dst, value } => set!(dst, value),
            Op::WideConst { dst, index } => regs[dst as usize] = code.wide[index as usize],
            Op::Move { dst, src } => regs[dst as usize] = regs[src as usize],
            Op::Add { dst, a, b, norm } => set!(dst, norm.apply(get!(a).wrapping_add(get!(b)))),
            Op::Sub { dst, a, b, norm } => set!(dst, norm.apply(get!(a).wrapping_sub(get!(b)))),
            Op::Mul { dst, a, b, norm } => set!(dst, norm.apply(get!(a).wrapping_mul(get!(b)))),
            Op::DivS { dst, a, b, norm } => {
                let (a, b) = (get!(a) as i64, divisor(get!(b))? as i64);
                set!(dst, norm.apply(a.wrapping_div(b) as u64));
            }
            Op::DivU { dst, a, b } => set!(dst, get!(a) / divisor(get!(b))?),
            Op::RemS { dst, a, b } => {
                let (a, b) = (get!(a) as i64, divisor(get!(b))? as i64);
                set!(dst, a.wrapping_rem(b) as u64);
            }
            Op::RemU { dst, a, b } => set!(dst, get!(a) % divisor(get!(b))?),
            Op::And { dst, a, b } => set!(dst, get!(a) & get!(b)),
            Op::Or { dst, a, b } => set!(dst, get!(a) | get!(b)),
            Op::Xor { dst, a, b } => set!(dst, get!(a) ^ get!(b)),
            Op::Shl { dst, a, b, norm } => {
                let amount = shift_amount(get!(b), norm.bits())?;
                set!(dst, norm.apply(get!(a) << amount));
            }
            Op::Shr { dst, a, b, norm } => {
                let amount = shift_amount(get!(b), norm.bits())?;
                set!(dst, norm.shift_right(get!(a), amount));
            }
            Op::Neg { dst, a, norm } => set!(dst, norm.apply(get!(a).wrapping_neg())),
            Op::BitNot { dst, a, norm } => set!(dst, norm.apply(!get!(a))),
            Op::Eq { dst, a, b } => set!(dst, (get!(a) == get!(b)).into()),
            Op::Ne { dst, a, b } => set!(dst, (get!(a) != get!(b)).into()),
            Op::LtS { dst, a, b } => set!(dst, ((get!(a) as i64) < get!(b) as i64).into()),
            Op::LtU { dst, a, b } => set!(dst, (get!(a) < get!(b)).into()),
            Op::LeS { dst, a, b } => set!(dst, (get!(a) as i64 <= get!(b) as i64).into()),
            Op::LeU { dst, a, b } => set!(dst, (get!(a) <= get!(b)).into()),
            Op::IsZero { dst, a } => set!(dst, (get!(a) == 0).into()),
            Op::Norm { dst, a, norm } => set!(dst, norm.apply(get!(a))),
            Op::PtrAdd {
                dst,
                base,
                index,
                scale,
            } => {
                let offset = get!(index).wrapping_mul(u64::from(scale));
                set!(dst, get!(base).wrapping_add(offset));
            }
            Op::General { dst, a, b, index } => {
                let (a, b) = (regs[a as usize], regs[b as usize]);
                regs[dst as usize] = general(code.general[index as usize], a, b)?;
            }
            Op::Load { dst, addr, shape } => {
                regs[dst as usize] = memory.load(get!(addr), shape)?;
            }
            Op::Store { addr, src, shape } => {
                memory.store(get!(addr), shape, regs[src as usize])?;
            }
            Op::Copy { dst, src, size } => memory.copy(get!(dst), get!(src), size.into())?,
            Op::Zero { dst, size } => memory.fill(get!(dst), 0, size.into())?,
            Op::Jump { to } => *pc = to,
            Op::JumpIf { cond, to } => {
                if get!(cond) != 0 {
                    *pc = to;
                }
            }
            Op::JumpUnless { cond, to } => {
                if get!(cond) == 0 {
                    *pc = to;
                }
            }
            Op::Switch { value, table } => {
                *pc = code.tables[table as usize].target(regs[value as usize]);
            }
            Op::Event(event) => return Ok(event),
        }
    }
}

#[inline(always)]
fn divisor(value: u64) -> Result<u64, Fault> {
    if value == 0 {
        return Err(Fault::trap("division by zero"));
    }
    Ok(value)
}

#[inline(always)]
fn shift_amount(amount: u64, bits: u64) -> Result<u64, Fault> {
    if amount >= bits {
        return Err(Fault::trap("shift amount out of range"));
    }
    Ok(amount)
}

fn general(what: General, a: u128, b: u128) -> Result<u128, Fault> {
    let (ty, value) = match what {
        General::Unary(op, ty) => {
            let result = if op == crate::ir::UnOp::Not {
                Ty::INT
            } else {
                ty
            };
            (result, ops::unary(op, ty, to_value(ty, a)))
        }
        General::Binary(op, ty, amount) => {
            let result = if op.is_comparison() { Ty::INT } else { ty };
            (
                result,
                ops::binary(op, ty, to_value(ty, a), to_value(amount, b)),
            )
        }
        General::Cast(from, to) => (to, ops::cast(from, to, to_value(from, a))),
        General::Truth(ty) => {
            let truth = ops::truth(to_value(ty, a));
            (Ty::INT, Some(Value::Int(truth.into())))
        }
    };
    match value {
        Some(value) => Ok(from_value(ty, value)),
        None => Err(undefined(what, b)),
    }
}

#[cold]
fn undefined(what: General, b: u128) -> Fault {
    use crate::ir::BinOp;
    match what {
        General::Binary(BinOp::Div | BinOp::Rem, ty, _) if ty.is_int() && b == 0 => {
            Fault::trap("division by zero")
        }
        General::Binary(BinOp::Shl | BinOp::Shr, ..) => Fault::trap("shift amount out of range"),
        _ => Fault::trap("not modelled: a long double that is no double"),
    }
}
