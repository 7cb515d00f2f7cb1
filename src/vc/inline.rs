//! What small functions do, from their bodies.
//!
//! Comes in: a call that runs a body of this unit. Goes out: its result as a term over the arguments, and,
//! if nothing else is evaluated with the call, the state after it. C leaves open in which order the calls of one
//! expression run: of a call that is not alone only a result that depends on the arguments is the same in all orders. So
//! what such a body reads of memory is any value, and what the call may write is havocked as for any call.

use super::Calls;
use super::loops::Cut;
use super::passive::Encoder;
use super::policy::Policy;
use super::separation::Separation;
use super::walk::{Return, Walk};
use crate::base::Id;
use crate::ir::*;
use crate::logic::TermId;
use std::collections::HashMap;
use std::rc::Rc;

impl<'a> Encoder<'a> {
    /// The value that the call gives back, when it returns; `None`: any.
    pub fn result_of(&mut self, callee: &Callee, args: &[Arg]) -> Option<TermId> {
        let function = self.body_of(callee, args)?;
        if !matches!(function.ret, Ret::Scalar(_)) {
            return None;
        }
        let back = self.run(function, args, true)?;
        back.value.first().copied()
    }

    /// Goes through the body of a call that is alone; says whether it could.
    pub fn through_body(&mut self, result: Option<VarId>, callee: &Callee, args: &[Arg]) -> bool {
        let Some(function) = self.body_of(callee, args) else {
            return false;
        };
        // Its memory is that of the caller, so it has to have no objects that the caller does not know.
        let separation = Separation::new(function, self.calls);
        let is_known = |global: &GlobalId| self.separation.globals.contains(global);
        let is_apart =
            |(id, var): (VarId, &Var)| !var.address_taken || separation.private[id.index()];
        if self.result_only
            || !separation.globals.iter().all(is_known)
            || !function.vars.iter().all(is_apart)
        {
            return false;
        }
        let Some(back) = self.run(function, args, false) else {
            return false;
        };
        self.state.returned(&back.state);
        if let Some(var) = result {
            self.havoc(var);
            match function.ret {
                Ret::Aggregate { .. } => self.set_bytes(var, &back.value),
                _ => self.take_result(var, back.value.first().copied()),
            }
        }
        true
    }

    /// The body, if it is small and takes these arguments.
    fn body_of(&self, callee: &Callee, args: &[Arg]) -> Option<&'a Function> {
        let Callee::Direct(symbol) = callee else {
            return None;
        };
        let unit = self.unit;
        let calls = self.calls;
        if self.depth >= self.policy.depth {
            return None;
        }
        let function = body_to_look_into(unit, *symbol, calls, &self.policy)?;
        let fits = |(param, arg): (&VarId, &Arg)| {
            arg.by_copy.is_none() && function.vars[*param].ty == Some(self.f.expr(arg.value).ty)
        };
        let known = function.params.len() == args.len() && !function.variadic;
        if !known || !function.params.iter().zip(args).all(fits) {
            return None;
        }
        (instructions(function) <= self.budget).then_some(function)
    }

    /// A run with these arguments, as if there was one way back; `None` if there is none.
    fn run(&mut self, function: &'a Function, args: &[Arg], result_only: bool) -> Option<Return> {
        self.budget -= instructions(function);
        let values: Vec<TermId> = args.iter().map(|arg| self.value(arg.value)).collect();
        let separation = Separation {
            private: Separation::new(function, self.calls).private,
            globals: self.separation.globals.clone(),
        };
        let result_only = result_only || self.result_only;
        let outside = self.state.called();
        let caller = (
            std::mem::replace(&mut self.f, function),
            std::mem::replace(&mut self.separation, separation),
            std::mem::replace(&mut self.state, outside),
            std::mem::take(&mut self.known),
            std::mem::replace(&mut self.result_only, result_only),
        );
        self.depth += 1;
        self.add_variables();
        for (&param, &value) in function.params.iter().zip(&values) {
            self.set(param, value);
        }
        let cut = Cut::of(function, &self.separation, self.calls);
        let nothing = HashMap::new();
        let mut walk = Walk::new(&cut, function, &[], &nothing);
        let initial = Rc::new(self.state.clone());
        walk.run(self, initial);
        self.runs_through &= walk.exact;
        let back = self.one_way_back(walk.returns);
        self.depth -= 1;
        (
            self.f,
            self.separation,
            self.state,
            self.known,
            self.result_only,
        ) = caller;
        back
    }

    fn one_way_back(&mut self, mut returns: Vec<Return>) -> Option<Return> {
        let mut back = returns.pop()?;
        for other in returns.into_iter().rev() {
            let here = other.here;
            let same = other.value.len() == back.value.len();
            let values = other.value.into_iter().zip(back.value).filter(|_| same);
            back.value = values
                .map(|(value, rest)| self.terms.ite(here, value, rest))
                .collect();
            let state = Rc::make_mut(&mut back.state);
            state.merge(&mut self.terms, here, &other.state);
        }
        Some(back)
    }
}

/// The functions whose bodies the encoding of this one may look into, each once.
pub fn bodies_looked_into<'u>(
    unit: &'u Unit,
    f: &'u Function,
    calls: &dyn Calls,
    policy: &Policy,
) -> Vec<&'u Function> {
    let mut found: Vec<&Function> = Vec::new();
    let mut callers = vec![f];
    for _ in 0..policy.depth {
        let called = callers.iter().flat_map(|f| direct_calls(f));
        let bodies = called.filter_map(|symbol| body_to_look_into(unit, symbol, calls, policy));
        let mut next: Vec<&Function> = Vec::new();
        for body in bodies {
            let same = |f: &&Function| std::ptr::eq(*f, body);
            let known = found.iter().chain(&next).any(same) || same(&f);
            next.extend((!known).then_some(body));
        }
        found.extend(&next);
        callers = next;
    }
    found
}

fn direct_calls(f: &Function) -> impl Iterator<Item = GlobalId> {
    let insts = f.blocks.values().flat_map(|block| &block.insts);
    insts.filter_map(|inst| match &inst.kind {
        InstKind::Call {
            callee: Callee::Direct(symbol),
            ..
        } => Some(*symbol),
        _ => None,
    })
}

/// The body of a function that calls of it may be looked into: no other can be the one that runs.
fn body_to_look_into<'u>(
    unit: &'u Unit,
    symbol: GlobalId,
    calls: &dyn Calls,
    policy: &Policy,
) -> Option<&'u Function> {
    let global = &unit.globals[symbol];
    let replaced = global.replaceable && global.linkage != Linkage::Internal;
    if replaced || !calls.runs_own_body(symbol) {
        return None;
    }
    let function = unit.functions.iter().find(|f| f.symbol == symbol)?;
    (instructions(function) <= policy.body).then_some(function)
}

fn instructions(function: &Function) -> usize {
    function.blocks.values().map(|b| b.insts.len() + 1).sum()
}
