//! What one function hands on: arguments to those it calls, a result to its callers, values to globals.
//!
//! Comes in: a function and what is claimed so far. Goes out: its [`Gift`]s, which hold whatever it does in any
//! execution in which the claims hold.

use super::program::{Member, Members, in_global};
use super::shape::{Shape, Write};
use super::{exists, number};
use crate::coreach::Entry;
use crate::ir::{Access, Arg, Callee, ExprId, GlobalId, InstKind, Ret, TermKind, Ty};
use crate::ranges::{Back, Interval, NOT_NULL, Outside, Visit, full, join, ranges};
use std::collections::HashMap;

/// By parameter; `None` is any value.
pub type Arguments = Vec<Option<Interval>>;

/// What is claimed. Every part may only be too large.
#[derive(Clone, Debug)]
pub struct Claims {
    /// By function; `None`: it is not entered.
    pub entries: Vec<Option<Arguments>>,
    /// By function; `None`: it does not return. Any value if it has no interval.
    pub results: Vec<Option<Option<Interval>>>,
    /// By object.
    pub shapes: Vec<Shape>,
}

impl Claims {
    /// Lets the claims hold what a function does.
    pub fn receive(&mut self, gift: &Gift) {
        match *gift {
            Gift::Call(callee, ref arguments) => {
                let slot = &mut self.entries[callee];
                *slot = Some(match slot.take() {
                    None => arguments.clone(),
                    Some(known) => (known.into_iter().zip(arguments))
                        .map(|(a, b)| a.zip(*b).map(|(a, b)| join(a, b)))
                        .collect(),
                });
            }
            Gift::Store(object, write) => {
                let old = self.shapes[object].cells()[write.cell].value;
                self.shapes[object].set(write.cell, join(old, write.value));
            }
            Gift::Touch(object) => self.shapes[object].written = true,
            Gift::Result(_) => {}
        }
    }
}

/// What a function may do to others.
#[derive(Clone, PartialEq, Debug)]
pub enum Gift {
    Call(usize, Arguments),
    Result(Option<Interval>),
    Store(usize, Write),
    /// Something is written to the object.
    Touch(usize),
}

/// What the function of this index sees of the claims.
struct View<'a> {
    members: &'a Members<'a>,
    claims: &'a Claims,
    function: usize,
    /// By symbol: the numbers of the objects.
    objects: HashMap<u32, usize>,
}

impl Outside for View<'_> {
    fn argument(&self, _: GlobalId, index: usize) -> Option<Interval> {
        let arguments = self.claims.entries[self.function].as_ref()?;
        *arguments.get(index)?
    }

    fn result(&self, callee: &Callee) -> Back {
        let program = self.members.program;
        let own = match callee {
            Callee::Direct(symbol) => program.callee(self.function, *symbol),
            _ => None,
        };
        let Some(callee) = own else {
            return Back::promised(program.contracts(self.function, callee));
        };
        match (self.claims.results[callee], self.members.list[callee].f.ret) {
            (None, _) => Back::Never,
            (Some(Some(value)), Ret::Scalar(ty)) => Back::Value(value, ty),
            _ => Back::Any,
        }
    }

    fn content(&self, global: GlobalId, access: &Access, ty: Ty) -> Option<Interval> {
        let object = self.objects.get(&number(global))?;
        self.claims.shapes[*object].content(access, ty)
    }

    fn may_write(&self, callee: &Callee, global: GlobalId) -> bool {
        let effects = self.members.program.effects(self.function, callee);
        effects.writes(global)
    }

    fn exists(&self, symbol: GlobalId) -> bool {
        let unit = self.members.list[self.function].unit;
        exists(&self.members.units[unit], symbol)
    }
}

/// What the function hands on when it is entered as claimed.
pub fn gather(members: &Members, claims: &Claims, function: usize) -> Vec<Gift> {
    let member = &members.list[function];
    let view = View {
        members,
        claims,
        function,
        objects: objects(members, member, function),
    };
    let mut gifts = Vec::new();
    // Where a call may come back again, the graph does not show all the ways.
    let followed = match members.program.returns_twice(function) {
        true => None,
        false => ranges(member.f, &view, None),
    };
    match followed {
        Some(followed) => followed.visit(|visit, eval| view.gift(visit, eval, &mut gifts)),
        None => {
            let any = |e: ExprId| full(member.f.expr(e).ty);
            for block in member.f.blocks.values() {
                for inst in &block.insts {
                    view.gift(Visit::Inst(inst), &any, &mut gifts);
                }
                if let TermKind::Return(value) = block.term.kind {
                    view.gift(Visit::Return(value, block.term.span), &any, &mut gifts);
                }
            }
        }
    }
    gifts
}

fn objects(members: &Members, member: &Member, function: usize) -> HashMap<u32, usize> {
    let mut map = HashMap::new();
    for e in member.f.exprs.values() {
        if let crate::ir::ExprKind::GlobalAddr(global) = e.kind
            && let Some(object) = members.program.object(function, global)
            && object < members.shapes.len()
        {
            map.insert(number(global), object);
        }
    }
    map
}

impl View<'_> {
    fn gift(
        &self,
        visit: Visit<'_>,
        eval: &dyn Fn(ExprId) -> Option<Interval>,
        gifts: &mut Vec<Gift>,
    ) {
        let f = self.members.list[self.function].f;
        let inst = match visit {
            Visit::Inst(inst) => inst,
            Visit::Return(value, _) => {
                let value = match (value, f.ret) {
                    (Some(value), Ret::Scalar(ty)) if f.expr(value).ty == ty => eval(value),
                    _ => None,
                };
                return gifts.push(Gift::Result(value));
            }
        };
        match &inst.kind {
            InstKind::Call {
                callee: Callee::Direct(symbol),
                args,
                ..
            } => {
                if let Some(callee) = self.members.program.callee(self.function, *symbol) {
                    gifts.push(Gift::Call(callee, self.arguments(callee, args, eval)));
                }
            }
            InstKind::Store { addr, value, .. } => {
                if let Some((object, access)) = self.object(*addr) {
                    let write =
                        self.claims.shapes[object].store(&access, f.expr(*value).ty, eval(*value));
                    gifts.push(Gift::Touch(object));
                    gifts.extend(write.map(|write| Gift::Store(object, write)));
                }
            }
            InstKind::Copy { dst, size, .. } => self.fill(*dst, *size, false, gifts),
            InstKind::Zero { dst, size } => self.fill(*dst, *size, true, gifts),
            _ => {}
        }
    }

    fn object(&self, addr: ExprId) -> Option<(usize, Access)> {
        let f = self.members.list[self.function].f;
        let (global, access) = in_global(f, addr)?;
        Some((*self.objects.get(&number(global))?, access))
    }

    fn fill(&self, dst: ExprId, size: u64, zero: bool, gifts: &mut Vec<Gift>) {
        if let Some((object, access)) = self.object(dst) {
            gifts.push(Gift::Touch(object));
            let writes = self.claims.shapes[object].fill(&access, size, zero);
            gifts.extend(writes.into_iter().map(|write| Gift::Store(object, write)));
        }
    }

    /// What the parameters of a function get. A call that does not fit its definition may give them anything.
    fn arguments(
        &self,
        callee: usize,
        args: &[Arg],
        eval: &dyn Fn(ExprId) -> Option<Interval>,
    ) -> Arguments {
        let (caller, f) = (
            self.members.list[self.function].f,
            self.members.list[callee].f,
        );
        let types = || f.params.iter().map(|&param| f.vars[param].ty);
        let fits = |(ty, arg): (Option<Ty>, &Arg)| match arg.by_copy {
            Some(_) => ty.is_none(),
            None => ty == Some(caller.expr(arg.value).ty),
        };
        let enough = match f.variadic {
            true => args.len() >= f.params.len(),
            false => args.len() == f.params.len(),
        };
        if !enough || !types().zip(args).all(fits) {
            return vec![None; f.params.len()];
        }
        let values = types()
            .zip(args)
            .map(|(ty, arg)| ty.and_then(|_| eval(arg.value)));
        values.collect()
    }
}

/// What the parameters of a function are given by who is not seen; `None` if all its callers are.
pub fn from_outside(members: &Members, function: usize) -> Option<Arguments> {
    let f = members.list[function].f;
    let mut arguments: Arguments = vec![None; f.params.len()];
    match members.program.entry(function) {
        _ if !members.parts.arguments => {}
        Entry::Calls => return None,
        Entry::Anywhere => {}
        Entry::Environment => {
            let ty = |index: usize| f.vars[f.params[index]].ty;
            if f.params.len() >= 2 && ty(0) == Some(Ty::INT) && ty(1) == Some(Ty::Ptr) {
                arguments[0] = Some((0, i128::from(i32::MAX)));
                arguments[1] = Some(NOT_NULL);
            }
        }
    }
    Some(arguments)
}
