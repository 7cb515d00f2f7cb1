//! Which objects pointers point into: how large these are at most, and where in them the pointers may be.
//!
//! Comes in: the units and who calls what. Goes out: for each function the extents of its pointer variables: least sets for which every
//! assignment, argument and result fits. Whatever is read from memory, comes from who is not seen, or may have no value yet points
//! anywhere. Knows nothing of values.

use crate::base::{Id, IdVec};
use crate::coreach::{Entry, Program};
use crate::ir::graph::reverse_postorder;
use crate::ir::{
    Arg, Callee, Constant, ExprId, ExprKind, Function, Global, GlobalKind, InstKind, Linkage,
    TermKind, Ty, Unit, VarId, definitely_assigned, fold, uses,
};
use crate::ranges::Extent;
use std::collections::HashMap;

/// After so many rounds a pointer that still moves may be anywhere in its object.
const EXACT: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Target {
    /// It has no value as far as is known.
    Nothing,
    Into(Extent),
    Anywhere,
}

/// The extents of a function's pointers, by variable; ascending.
pub type Extents = Vec<(VarId, Extent)>;

/// By function.
pub fn extents(units: &[Unit], program: &Program, sizes: &Sizes) -> Vec<Extents> {
    let list = units.iter().enumerate();
    let list = list.flat_map(|(unit, content)| content.functions.iter().map(move |f| (unit, f)));
    let list: Vec<(usize, &Function)> = list.collect();
    let starts = list.iter().enumerate();
    let mut finder = Finder {
        sizes,
        program,
        pointers: starts
            .map(|(index, (_, f))| start(f, index, program))
            .collect(),
        results: vec![Target::Nothing; list.len()],
        list,
        round: 0,
        changed: true,
    };
    while std::mem::take(&mut finder.changed) {
        finder.round += 1;
        (0..finder.list.len()).for_each(|function| finder.function(function));
    }
    let known = |pointers: &IdVec<VarId, Target>| {
        let all = pointers.iter().filter_map(|(var, target)| match target {
            Target::Into(extent) => Some((var, *extent)),
            _ => None,
        });
        all.collect()
    };
    finder.pointers.iter().map(known).collect()
}

/// Which pointers are followed.
fn start(f: &Function, function: usize, program: &Program) -> IdVec<VarId, Target> {
    let twice = program.returns_twice(function);
    let called = program.entry(function) == Entry::Calls;
    let (definite, uses) = (definitely_assigned(f), uses(f));
    let (_, position) = reverse_postorder(f);
    let follows = |var: VarId| {
        let own = &f.vars[var];
        let plain = own.ty == Some(Ty::Ptr) && !own.address_taken && !own.volatile && !twice;
        let mut used = uses[var]
            .iter()
            .filter(|(block, _)| position[*block].is_some());
        let mut has_value = || used.all(|&(block, at)| definite.before(block, at, var));
        plain
            && match f.params.contains(&var) {
                true => called,
                false => has_value(),
            }
    };
    let vars = f.vars.ids().map(|var| match follows(var) {
        true => Target::Nothing,
        false => Target::Anywhere,
    });
    vars.collect()
}

struct Finder<'a> {
    sizes: &'a Sizes,
    program: &'a Program,
    /// With their units.
    list: Vec<(usize, &'a Function)>,
    pointers: Vec<IdVec<VarId, Target>>,
    results: Vec<Target>,
    round: usize,
    changed: bool,
}

impl<'a> Finder<'a> {
    fn function(&mut self, function: usize) {
        let (_, f) = self.list[function];
        // Behind a call that does not return there is a `return` of no value.
        for block in reverse_postorder(f).0 {
            let block = &f.blocks[block];
            for inst in &block.insts {
                self.instruction(function, &inst.kind);
            }
            if let TermKind::Return(Some(value)) = block.term.kind {
                let new = self.target(function, value);
                let both = self.together(self.results[function], new);
                self.changed |= both != self.results[function];
                self.results[function] = both;
            }
        }
    }

    fn instruction(&mut self, function: usize, kind: &InstKind) {
        match kind {
            InstKind::Assign { var, value } => {
                let new = self.target(function, *value);
                self.take(function, *var, new);
            }
            InstKind::Either { var, before, after } => {
                for operand in [*before, *after] {
                    let new = self.target(function, operand);
                    self.take(function, *var, new);
                }
            }
            InstKind::Call {
                result,
                callee,
                args,
                ..
            } => {
                let own = match callee {
                    Callee::Direct(symbol) => self.program.callee(function, *symbol),
                    _ => None,
                };
                if let Some(callee) = own {
                    self.call(function, callee, args);
                }
                if let Some(var) = result {
                    let new = own.map_or(Target::Anywhere, |callee| self.results[callee]);
                    self.take(function, *var, new);
                }
            }
            // Definite assignment has these.
            InstKind::Declare(_) => {}
            other => {
                for var in other.assigned() {
                    self.take(function, var, Target::Anywhere);
                }
            }
        }
    }

    fn call(&mut self, function: usize, callee: usize, args: &[Arg]) {
        let (caller, f) = (self.list[function].1, self.list[callee].1);
        let fits = args.len() >= f.params.len() && (f.variadic || args.len() == f.params.len());
        for (index, &param) in f.params.iter().enumerate() {
            let given = args.get(index).filter(|arg| {
                fits && arg.by_copy.is_none() && caller.expr(arg.value).ty == Ty::Ptr
            });
            let new = given.map_or(Target::Anywhere, |arg| self.target(function, arg.value));
            self.take(callee, param, new);
        }
    }

    fn take(&mut self, function: usize, var: VarId, new: Target) {
        let old = self.pointers[function][var];
        let both = self.together(old, new);
        self.changed |= both != old;
        self.pointers[function][var] = both;
    }

    fn together(&self, old: Target, new: Target) -> Target {
        let both = match (old, new) {
            (Target::Nothing, other) | (other, Target::Nothing) => other,
            (Target::Into(a), Target::Into(b)) => Target::Into(a.join(b)),
            _ => Target::Anywhere,
        };
        match both {
            Target::Into(extent) if both != old && self.round > EXACT => {
                Target::Into(extent.moved())
            }
            both => both,
        }
    }

    /// What an expression of pointer type points to.
    fn target(&self, function: usize, e: ExprId) -> Target {
        let (unit, f) = self.list[function];
        let node = f.expr(e);
        let object = |size| Extent::of(size).map_or(Target::Anywhere, Target::Into);
        match node.kind {
            _ if node.ty != Ty::Ptr => Target::Anywhere,
            ExprKind::VarAddr(var) => object(f.vars[var].size),
            ExprKind::GlobalAddr(global) => {
                object(self.sizes[unit][global.index()].unwrap_or_default())
            }
            ExprKind::Var(var) => self.pointers[function][var],
            // Nothing is accessed through null.
            ExprKind::Int(0) => Target::Nothing,
            ExprKind::Cast(a) if matches!(fold(&f.exprs, a), Constant::Int(0)) => Target::Nothing,
            ExprKind::Cast(a) => self.target(function, a),
            ExprKind::Select(_, a, b) => {
                self.together(self.target(function, a), self.target(function, b))
            }
            ExprKind::PtrAdd {
                base, index, scale, ..
            } => match self.target(function, base) {
                Target::Into(extent) => {
                    let bytes = match fold(&f.exprs, index) {
                        Constant::Int(index) => index.checked_mul(i128::from(scale)),
                        _ => None,
                    };
                    Target::Into(bytes.map_or(extent.moved(), |bytes| extent.shifted(bytes)))
                }
                other => other,
            },
            _ => Target::Anywhere,
        }
    }
}

/// The sizes of objects, by unit and symbol, where they are the same however the program is linked.
pub type Sizes = Vec<Vec<Option<u64>>>;

pub fn sizes(units: &[Unit], program: &Program) -> Sizes {
    let mut definitions: HashMap<&str, usize> = HashMap::new();
    for global in units.iter().flat_map(|unit| unit.globals.values()) {
        let defined = matches!(global.kind, GlobalKind::Object { init: Some(_), .. });
        *definitions.entry(&global.name).or_default() += usize::from(defined);
    }
    let only = |global: &Global| program.is_whole() && definitions[global.name.as_str()] == 1;
    let size = |global: &Global| match &global.kind {
        GlobalKind::Object {
            size,
            init: Some(init),
            constant,
            ..
        } => {
            // With -fcommon an object without initialiser may be a larger one of another file.
            let strong = *constant || !init.bytes.is_empty() || !init.relocs.is_empty();
            let own = strong || global.linkage == Linkage::Internal || only(global);
            (own && !global.replaceable).then_some(*size)
        }
        _ => None,
    };
    let of_unit = |unit: &Unit| unit.globals.values().map(size).collect();
    units.iter().map(of_unit).collect()
}
