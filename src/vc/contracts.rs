//! What the C library promises of a result, as a term.
//!
//! Comes in: a call of a function with contracts, in the state before it. Goes out: the result, which lies where they say: a value that
//! does not is taken for one that does, so that no hypothesis is needed.

use super::passive::Encoder;
use crate::ir::*;
use crate::logic::TermId;

/// A contract whose arguments are terms.
pub struct Promise {
    /// The call is one that the contract is about.
    when: TermId,
    low: Option<End>,
    high: Option<End>,
}

#[derive(Clone, Copy)]
enum End {
    Number(i64),
    /// Not negative; of the result's width.
    Term(TermId),
}

impl Encoder<'_> {
    /// What holds of the result of the call. The arguments are evaluated here.
    pub fn promises(&mut self, callee: &Callee, args: &[Arg]) -> Vec<Promise> {
        let contracts = self.calls.contracts(callee);
        let promises = contracts.iter();
        promises
            .filter_map(|contract| self.promise(contract, args))
            .collect()
    }

    fn promise(&mut self, contract: &Contract, args: &[Arg]) -> Option<Promise> {
        let when = match contract.when {
            When::Always => self.terms.bool(true),
            When::Between(index, low, high) => {
                let arg = args.get(index)?.value;
                let ty = self.f.expr(arg).ty;
                let value = self.value(arg);
                self.in_range(value, low.into(), high.into(), ty.is_signed())
            }
            When::Empty(index) => {
                let text = self.text(args.get(index)?.value)?;
                let empty = text.first().is_none_or(|&byte| byte == 0);
                self.terms.bool(empty)
            }
        };
        Some(Promise {
            when,
            low: self.end(contract.low, args)?,
            high: self.end(contract.high, args)?,
        })
    }

    /// `None` if it cannot be told.
    fn end(&mut self, bound: Bound, args: &[Arg]) -> Option<Option<End>> {
        Some(match bound {
            Bound::Open => None,
            Bound::Number(number) => Some(End::Number(number)),
            Bound::Argument(index) => Some(End::Term(self.value(args.get(index)?.value))),
            Bound::Conversions(index) => {
                let format = self.text(args.get(index)?.value)?;
                Some(End::Number(conversions(format)))
            }
        })
    }

    /// The bytes of a string literal, or of another object that nothing writes.
    fn text(&self, e: ExprId) -> Option<&[u8]> {
        let Constant::Address { base, offset } = fold(&self.f.exprs, e) else {
            return None;
        };
        let global = &self.unit.globals[base];
        match &global.kind {
            GlobalKind::Object {
                init: Some(init),
                constant: true,
                volatile: false,
                ..
            } if !global.replaceable && init.relocs.is_empty() && self.keeps(global.span) => {
                init.bytes.get(usize::try_from(offset).ok()?..)
            }
            _ => None,
        }
    }

    /// The result of a call that keeps its promises.
    pub fn keep_promises(&mut self, var: VarId, promises: &[Promise]) {
        let Some(ty) = self.f.vars[var].ty.filter(|ty| ty.is_int()) else {
            return;
        };
        for promise in promises {
            let value = self.read_var(var);
            let Some((inside, other)) = self.inside(value, promise, ty) else {
                continue;
            };
            let outside = self.terms.not(inside);
            let broken = self.terms.and2(promise.when, outside);
            let kept = self.terms.ite(broken, other, value);
            let always = self.terms.constant(promise.when) == Some(1);
            if let (true, Some(End::Number(low)), Some(End::Number(high))) =
                (always, promise.low, promise.high)
            {
                self.terms
                    .note_between(kept, low.into(), high.into(), ty.is_signed());
            }
            self.set(var, kept);
        }
    }

    /// The value lies where it should, and one that does.
    fn inside(&mut self, value: TermId, promise: &Promise, ty: Ty) -> Option<(TermId, TermId)> {
        let width = ty.bits();
        let least = match promise.low {
            Some(End::Number(low)) => low,
            None if !ty.is_signed() => 0,
            None => match promise.high {
                Some(End::Number(high)) => high,
                _ => return None,
            },
            Some(End::Term(_)) => return None,
        };
        let other = self.constant(least.into(), width);
        let mut parts = Vec::new();
        if let Some(End::Number(low)) = promise.low {
            let low = self.constant(low.into(), width);
            parts.push(self.at_most(low, value, ty.is_signed()));
        }
        match promise.high {
            None => {}
            Some(End::Number(high)) => {
                let high = self.constant(high.into(), width);
                parts.push(self.at_most(value, high, ty.is_signed()));
            }
            Some(End::Term(high)) if self.terms.width(high) == width => {
                // What is negative lies below all that the argument may be.
                let zero = self.terms.bv(0, width);
                let below = match ty.is_signed() {
                    true => self.terms.slt(value, zero),
                    false => self.terms.bool(false),
                };
                let within = self.terms.ule(value, high);
                parts.push(self.terms.or2(below, within));
            }
            Some(End::Term(_)) => return None,
        }
        Some((self.terms.and(&parts), other))
    }

    fn at_most(&mut self, a: TermId, b: TermId, signed: bool) -> TermId {
        match signed {
            true => self.terms.sle(a, b),
            false => self.terms.ule(a, b),
        }
    }
}
