//! What one function hands on: arguments to those it calls, a result to its callers, values to globals.
//!
//! Comes in: a function and what is claimed so far. Goes out: its [`Gift`]s, which hold whatever it does in any
//! execution in which the claims hold.

use super::program::{CellId, Member, Members, in_global};
use super::shape::{Shape, Write};
use super::{exists, number};
use crate::base::Id;
use crate::coreach::Entry;
use crate::ir::{Access, Arg, Callee, ExprId, GlobalId, InstKind, Ret, TermKind, Ty, VarId};
use crate::ranges::{
    At, Back, Extent, Interval, NOT_NULL, Outside, Scalar, Visit, full, join, ranges,
};
use std::collections::{BTreeSet, HashMap};

/// By parameter; `None` is any value.
pub type Arguments = Vec<Option<Interval>>;
/// By place of a function; `None` is whatever the cell holds at any time.
pub type Held = Vec<Option<Interval>>;

/// The function of a call, what it is given, and what its places hold.
#[derive(Clone, PartialEq, Debug)]
pub struct Entered {
    pub arguments: Arguments,
    pub held: Held,
}

/// What is claimed. Every part may only be too large.
#[derive(Clone, Debug)]
pub struct Claims {
    /// By function; `None`: it is not entered.
    pub entries: Vec<Option<Entered>>,
    /// By function: what its places hold when it returns; `None`: it does not.
    pub left: Vec<Option<Held>>,
    /// By function; `None`: it does not return. Any value if it has no interval.
    pub results: Vec<Option<Option<Interval>>>,
    /// By object.
    pub shapes: Vec<Shape>,
}

impl Claims {
    /// Lets the claims hold what a function does.
    pub fn receive(&mut self, gift: &Gift) {
        match *gift {
            Gift::Call(callee, ref entered) => {
                let slot = &mut self.entries[callee];
                *slot = Some(match slot.take() {
                    None => entered.clone(),
                    Some(known) => Entered {
                        arguments: together(&known.arguments, &entered.arguments),
                        held: together(&known.held, &entered.held),
                    },
                });
            }
            Gift::Left(function, ref held) => {
                let slot = &mut self.left[function];
                *slot = Some(match slot.take() {
                    None => held.clone(),
                    Some(known) => together(&known, held),
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

fn together(a: &[Option<Interval>], b: &[Option<Interval>]) -> Vec<Option<Interval>> {
    let pairs = a.iter().zip(b);
    pairs
        .map(|(a, b)| a.zip(*b).map(|(a, b)| join(a, b)))
        .collect()
}

/// What a function may do to others.
#[derive(Clone, PartialEq, Debug)]
pub enum Gift {
    Call(usize, Entered),
    Result(Option<Interval>),
    /// What its places hold when it returns.
    Left(usize, Held),
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
        let entered = self.claims.entries[self.function].as_ref()?;
        *entered.arguments.get(index)?
    }

    fn followed(&self) -> Vec<Scalar> {
        let places = self.members.list[self.function].places.iter();
        let scalars = places.map(|&place| self.members.scalar(self.function, place));
        scalars.flatten().collect()
    }

    fn entered(&self, _: GlobalId, scalar: &Scalar) -> Option<Interval> {
        let entered = self.claims.entries[self.function].as_ref()?;
        *entered.held.get(self.place(self.function, scalar)?)?
    }

    fn left(&self, callee: &Callee, scalar: &Scalar) -> Option<Interval> {
        let callee = self.own(callee)?;
        let left = self.claims.left[callee].as_ref()?;
        *left.get(self.place(callee, scalar)?)?
    }

    fn result(&self, callee: &Callee) -> Back {
        let Some(own) = self.own(callee) else {
            let program = self.members.program;
            return Back::promised(program.contracts(self.function, callee));
        };
        match (self.claims.results[own], self.members.list[own].f.ret) {
            (None, _) => Back::Never,
            _ if self.claims.left[own].is_none() => Back::Never,
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

    fn extent(&self, _: GlobalId, var: VarId) -> Option<Extent> {
        let own = self.members.extents.get(self.function)?;
        Some(own.iter().find(|one| one.0 == var)?.1)
    }

    fn size(&self, symbol: GlobalId) -> Option<u64> {
        let unit = self.members.list[self.function].unit;
        *self.members.sizes.get(unit)?.get(symbol.index())?
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
    let nowhere: &dyn Fn(&Scalar) -> Option<Interval> = &|_| None;
    // Where a call may come back again, the graph does not show all the ways.
    let followed = match members.program.returns_twice(function) {
        true => None,
        false => ranges(member.f, &view, None),
    };
    match followed {
        Some(followed) => followed.visit(|visit, at: &At| {
            let known = (&|e| at.eval(e), &|scalar: &Scalar| at.held(scalar));
            view.gift(visit, Intervals(known.0, known.1), &mut gifts);
        }),
        None => {
            let any: &dyn Fn(ExprId) -> Option<Interval> = &|e| full(member.f.expr(e).ty);
            let any = Intervals(any, nowhere);
            for block in member.f.blocks.values() {
                for inst in &block.insts {
                    view.gift(Visit::Inst(inst), any, &mut gifts);
                }
                if let TermKind::Return(value) = block.term.kind {
                    view.gift(Visit::Return(value, block.term.span), any, &mut gifts);
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
    for &place in &member.places {
        let scalar = members.scalar(function, place);
        map.extend(scalar.map(|scalar| (number(scalar.global), place.0)));
    }
    map
}

/// What expressions and scalars lie between at some place.
#[derive(Clone, Copy)]
struct Intervals<'k>(
    &'k dyn Fn(ExprId) -> Option<Interval>,
    &'k dyn Fn(&Scalar) -> Option<Interval>,
);

impl View<'_> {
    /// The function of the units that the call runs.
    fn own(&self, callee: &Callee) -> Option<usize> {
        match callee {
            Callee::Direct(symbol) => self.members.program.callee(self.function, *symbol),
            _ => None,
        }
    }

    /// The scalar, which this function names, among the places of that one.
    fn place(&self, function: usize, scalar: &Scalar) -> Option<usize> {
        let object = *self.objects.get(&number(scalar.global))?;
        let cells = self.claims.shapes[object].cells();
        let is_it = |place: &CellId| {
            let cell = cells.get(place.1);
            cell.is_some_and(|cell| {
                (cell.offset, cell.ty.size()) == (scalar.offset, scalar.ty.size())
            })
        };
        let places = &self.members.list[function].places;
        let found = |place: &CellId| place.0 == object && is_it(place);
        places.iter().position(found)
    }

    /// What the places of a function hold.
    fn held(&self, function: usize, known: Intervals) -> Held {
        let places = self.members.list[function].places.iter();
        let value = |&place: &CellId| known.1(&self.members.scalar(self.function, place)?);
        places.map(value).collect()
    }

    fn gift(&self, visit: Visit<'_>, known: Intervals, gifts: &mut Vec<Gift>) {
        let eval = known.0;
        let f = self.members.list[self.function].f;
        let inst = match visit {
            Visit::Inst(inst) => inst,
            Visit::Return(value, _) => {
                let value = match (value, f.ret) {
                    (Some(value), Ret::Scalar(ty)) if f.expr(value).ty == ty => eval(value),
                    _ => None,
                };
                gifts.push(Gift::Left(self.function, self.held(self.function, known)));
                return gifts.push(Gift::Result(value));
            }
        };
        match &inst.kind {
            InstKind::Call {
                callee,
                args,
                alone,
                ..
            } => {
                if let Some(callee) = self.own(callee) {
                    // What else is evaluated with the call may write before it.
                    let held = match alone {
                        true => self.held(callee, known),
                        false => vec![None; self.members.list[callee].places.len()],
                    };
                    let arguments = self.arguments(callee, args, eval);
                    gifts.push(Gift::Call(callee, Entered { arguments, held }));
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

/// What a function is given by who is not seen; `None` if all its callers are. `stirred` are the objects that may be written before
/// `main` is entered.
pub fn from_outside(
    members: &Members,
    function: usize,
    stirred: &BTreeSet<usize>,
) -> Option<Entered> {
    let f = members.list[function].f;
    let places = &members.list[function].places;
    let mut arguments: Arguments = vec![None; f.params.len()];
    let mut held: Held = vec![None; places.len()];
    match members.program.entry(function) {
        _ if !members.parts.arguments => {}
        Entry::Calls => return None,
        Entry::Anywhere => {}
        Entry::Environment => {
            for (held, (object, cell)) in held.iter_mut().zip(places) {
                let initial = members.shapes[*object].cells()[*cell].value;
                *held = (!stirred.contains(object)).then_some(initial);
            }
            let ty = |index: usize| f.vars[f.params[index]].ty;
            if f.params.len() >= 2 && ty(0) == Some(Ty::INT) && ty(1) == Some(Ty::Ptr) {
                arguments[0] = Some((0, i128::from(i32::MAX)));
                arguments[1] = Some(NOT_NULL);
            }
        }
    }
    Some(Entered { arguments, held })
}

/// The objects that functions access which may run before `main`.
pub fn stirred(members: &Members) -> BTreeSet<usize> {
    let mut seen = vec![false; members.list.len()];
    let anywhere = |&function: &usize| members.program.entry(function) == Entry::Anywhere;
    let mut open: Vec<usize> = (0..members.list.len()).filter(anywhere).collect();
    let mut objects = BTreeSet::new();
    while let Some(function) = open.pop() {
        if !std::mem::replace(&mut seen[function], true) {
            objects.extend(&members.list[function].objects);
            open.extend(&members.list[function].callees);
        }
    }
    objects
}
