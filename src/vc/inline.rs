//! What small functions give back, from their bodies.
//!
//! Comes in: a call of a function that this unit alone can define. Goes out: its result as a term over the arguments. What
//! the call may write is forgotten as for any call, and what the body reads of memory is any value: C leaves open
//! in which order the calls of one expression run, so only a result that depends on the arguments is the same in all of
//! them.

use super::loops::Cut;
use super::memory::State;
use super::passive::Encoder;
use super::privacy::Apart;
use super::walk::Walk;
use crate::base::{Bug, seeded};
use crate::ir::*;
use crate::logic::TermId;
use std::collections::HashMap;
use std::rc::Rc;

/// A call inside of this many others is not looked into.
const MAX_DEPTH: usize = 3;
/// Nor is a function with more instructions.
const MAX_INSTRUCTIONS: usize = 60;

impl<'a> Encoder<'a> {
    /// The value that the call gives back, when it returns; `None`: any.
    pub fn result_of(&mut self, callee: &Callee, args: &[Arg]) -> Option<TermId> {
        let function = self.body_of(callee)?;
        let fits = |(param, arg): (&VarId, &Arg)| {
            arg.by_copy.is_none() && function.vars[*param].ty == Some(self.f.expr(arg.value).ty)
        };
        let known = function.params.len() == args.len() && !function.variadic;
        if !known || !function.params.iter().zip(args).all(fits) {
            return None;
        }
        let size: usize = function.blocks.values().map(|b| b.insts.len() + 1).sum();
        if self.depth >= MAX_DEPTH || size > MAX_INSTRUCTIONS || size > self.budget {
            return None;
        }
        self.budget -= size;
        let values: Vec<TermId> = args.iter().map(|arg| self.value(arg.value)).collect();
        self.run(function, &values)
    }

    fn body_of(&self, callee: &Callee) -> Option<&'a Function> {
        let Callee::Direct(symbol) = callee else {
            return None;
        };
        let unit = self.unit;
        if !self.inline || unit.globals[*symbol].linkage != Linkage::Internal {
            return None;
        }
        let function = unit.functions.iter().find(|f| f.symbol == *symbol)?;
        matches!(function.ret, Ret::Scalar(_)).then_some(function)
    }

    /// The value of a run with these arguments.
    fn run(&mut self, function: &'a Function, values: &[TermId]) -> Option<TermId> {
        let apart = Apart {
            private: Apart::new(function, self.calls).private,
            globals: self.apart.globals.clone(),
        };
        let outside = State {
            vars: Vec::new(),
            ..self.state.clone()
        };
        let caller = (
            std::mem::replace(&mut self.f, function),
            std::mem::replace(&mut self.apart, apart),
            std::mem::replace(&mut self.state, outside),
            std::mem::take(&mut self.known),
        );
        self.depth += 1;
        for var in function.vars.ids() {
            let value = self.unknown(var);
            self.state.vars.push(Some(value));
        }
        for (&param, &value) in function.params.iter().zip(values) {
            self.set(param, value);
        }
        let cut = Cut::of(function, &self.apart, self.calls);
        let nothing = HashMap::new();
        let mut walk = Walk::new(&cut, function, &[], &nothing);
        let initial = Rc::new(self.state.clone());
        walk.run(self, initial);
        self.through &= walk.exact;
        let mut returns = walk.returns.iter().rev();
        let last = returns.next().map(|&(_, value)| value);
        let result = last.map(|last| {
            returns.fold(last, |other, &(here, value)| {
                match seeded(Bug::ResultOfLastReturn) {
                    true => other,
                    false => self.terms.ite(here, value, other),
                }
            })
        });
        self.depth -= 1;
        (self.f, self.apart, self.state, self.known) = caller;
        result
    }
}
