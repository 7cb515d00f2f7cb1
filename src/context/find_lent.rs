//! Which variables are lent by their address, and which parameters are references: the greatest sets for which that is so.
//!
//! Comes in: the units, and who calls what. Goes out: these sets. What they mean stands in `lent`.

use crate::base::Id;
use crate::coreach::{Entry, Program};
use crate::ir::{
    Arg, BlockId, Callee, ExprId, ExprKind, Function, GlobalId, GlobalKind, InstKind, TermKind, Ty,
    UnOp, Unit, VarId,
};
use std::collections::{BTreeMap, BTreeSet};

/// Functions of the C library that write where their arguments point to, and keep no pointer.
const FORGETFUL: [&str; 9] = [
    "scanf",
    "fscanf",
    "sscanf",
    "__isoc99_scanf",
    "__isoc99_fscanf",
    "__isoc99_sscanf",
    "__isoc23_scanf",
    "__isoc23_fscanf",
    "__isoc23_sscanf",
];

/// A parameter: a function and an index.
type Param = (usize, usize);

#[derive(Default)]
pub struct Lent {
    /// Each with the type that it points to.
    pub references: BTreeMap<Param, Ty>,
    /// The references that something may be written through.
    pub written: BTreeSet<Param>,
    /// By unit: objects whose address the library is given, and an integer of their size.
    pub objects: BTreeMap<(usize, GlobalId), Ty>,
    /// By function: its unit, and its place there.
    pub places: Vec<(usize, usize)>,
    /// By function: the units that call it.
    pub callers: Vec<BTreeSet<usize>>,
    variables: BTreeSet<(usize, VarId)>,
    /// Parameters that are only handed on.
    untyped: BTreeSet<Param>,
}

/// A call that variables may be lent to.
pub struct Site {
    pub block: BlockId,
    pub index: usize,
    /// The function of the units that it runs.
    pub callee: Option<usize>,
    /// It is one of the library that keeps no pointer.
    pub forgets: bool,
    alone: bool,
    /// What the symbol is called.
    name: String,
    args: Vec<Arg>,
}

/// What an address that is handed on belongs to, in one function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Holder {
    Variable(VarId),
    Reference(usize),
}

/// An argument of a call that is the address of something.
struct Handed {
    holder: Holder,
    to: Option<Param>,
}

impl Lent {
    pub fn new(units: &[Unit], program: &Program) -> Lent {
        let mut lent = Lent::default();
        for (unit, content) in units.iter().enumerate() {
            let own = 0..content.functions.len();
            lent.places.extend(own.map(|index| (unit, index)));
        }
        lent.callers = vec![BTreeSet::new(); lent.places.len()];
        let all = 0..lent.places.len();
        if program.has_threads() || all.clone().any(|f| program.returns_twice(f)) {
            return lent;
        }
        let handed = lent.candidates(units, program);
        lent.type_the_rest(units, &handed);
        lent.settle(units, &handed);
        lent
    }

    /// The references of a function, by index.
    pub fn of_function(&self, function: usize) -> Vec<(usize, Ty)> {
        let own = self.references.range((function, 0)..(function + 1, 0));
        own.map(|(&(_, index), &ty)| (index, ty)).collect()
    }

    pub fn variables(&self, function: usize) -> impl Iterator<Item = VarId> + '_ {
        let first = |function: usize| (function, VarId::from_index(0));
        let own = self.variables.range(first(function)..first(function + 1));
        own.map(|&(_, var)| var)
    }

    /// All that may be lent and all that may be a reference by what its own function does; and by function, what is handed on.
    fn candidates(&mut self, units: &[Unit], program: &Program) -> Vec<Vec<Handed>> {
        let mut handed = Vec::new();
        let mut unfit: BTreeSet<Param> = BTreeSet::new();
        let mut unknown: BTreeSet<String> = BTreeSet::new();
        let mut given: BTreeSet<Param> = BTreeSet::new();
        for (function, &(unit, own)) in self.places.clone().iter().enumerate() {
            let f = &units[unit].functions[own];
            let mut scan = Scan::new(f, program.entry(function) == Entry::Calls && !f.variadic);
            let sites = sites(&units[unit], f, program, function);
            for site in &sites {
                let Some(callee) = site.callee else {
                    unknown.insert(site.name.clone());
                    self.forgotten((unit, &units[unit]), site, &mut scan);
                    continue;
                };
                self.callers[callee].insert(unit);
                let (home, place) = self.places[callee];
                let takes = &units[home].functions[place];
                let fits = site.alone && takes.params.len() == site.args.len();
                if !fits {
                    unfit.extend((0..takes.params.len()).map(|index| (callee, index)));
                    site.args.iter().for_each(|arg| scan.escapes(arg.value));
                    continue;
                }
                for (index, arg) in site.args.iter().enumerate() {
                    let to = (callee, index);
                    given.insert(to);
                    match scan.holder(arg) {
                        None => _ = unfit.insert(to),
                        Some(holder) => scan.handed.push(Handed {
                            holder,
                            to: Some(to),
                        }),
                    }
                }
                scan.twice(site);
            }
            scan.finish(&sites);
            self.variables
                .extend(scan.variables.iter().map(|&var| (function, var)));
            let references = scan.references.iter();
            self.references
                .extend(references.map(|(&index, &ty)| ((function, index), ty)));
            let params = scan.params.values().copied();
            let untyped = params.filter(|index| !scan.references.contains_key(index));
            self.untyped.extend(untyped.map(|index| (function, index)));
            self.written
                .extend(scan.written.iter().map(|&index| (function, index)));
            handed.push(scan.handed);
        }
        let places = &self.places;
        let may_be = |to: &Param| {
            let (unit, own) = places[to.0];
            let named = unknown.contains(&units[unit].functions[own].name);
            !named && !unfit.contains(to) && given.contains(to)
        };
        self.references.retain(|to, _| may_be(to));
        self.untyped.retain(may_be);
        handed
    }

    /// The library is given addresses, which it forgets.
    fn forgotten(&mut self, (unit, content): (usize, &Unit), site: &Site, scan: &mut Scan) {
        for arg in site.args.iter().filter(|_| site.forgets) {
            if let Some(holder) = scan.holder(arg) {
                scan.handed.push(Handed { holder, to: None });
            }
            if let Some((global, ty)) = object(content, scan.f, arg) {
                self.objects.insert((unit, global), ty);
            }
        }
    }

    /// A parameter that is only handed on points to what it is given, and what it is given to points to.
    fn type_the_rest(&mut self, units: &[Unit], handed: &[Vec<Handed>]) {
        let mut before = usize::MAX;
        while before != self.untyped.len() {
            before = self.untyped.len();
            for (function, list) in handed.iter().enumerate() {
                let (unit, own) = self.places[function];
                let vars = &units[unit].functions[own].vars;
                for one in list {
                    let (ty, from) = match one.holder {
                        Holder::Variable(var) => (vars[var].ty, None),
                        Holder::Reference(index) => {
                            let from = (function, index);
                            (self.references.get(&from).copied(), Some(from))
                        }
                    };
                    let other = one.to.and_then(|to| self.references.get(&to).copied());
                    for (to, ty) in [(one.to, ty), (from, other)] {
                        if let (Some(to), Some(ty)) = (to, ty)
                            && self.untyped.remove(&to)
                        {
                            self.references.insert(to, ty);
                        }
                    }
                }
            }
        }
    }

    /// Leaves out what is handed on to what is no reference, and references that are given something else, until nothing changes.
    fn settle(&mut self, units: &[Unit], handed: &[Vec<Handed>]) {
        loop {
            let before = (
                self.references.len(),
                self.variables.len(),
                self.written.len(),
            );
            for (function, list) in handed.iter().enumerate() {
                let (unit, own) = self.places[function];
                let f = &units[unit].functions[own];
                for one in list {
                    let holds = match one.holder {
                        Holder::Variable(var) => f.vars[var]
                            .ty
                            .filter(|_| self.variables.contains(&(function, var))),
                        Holder::Reference(index) => {
                            self.references.get(&(function, index)).copied()
                        }
                    };
                    let wanted = match one.to {
                        None => holds,
                        Some(to) => self.references.get(&to).copied(),
                    };
                    let written = one.to.is_none_or(|to| self.written.contains(&to));
                    if holds.is_some() && holds == wanted {
                        if let (true, Holder::Reference(index)) = (written, one.holder) {
                            self.written.insert((function, index));
                        }
                        continue;
                    }
                    match one.holder {
                        Holder::Variable(var) => _ = self.variables.remove(&(function, var)),
                        Holder::Reference(index) => {
                            self.references.remove(&(function, index));
                        }
                    }
                    one.to.iter().for_each(|to| _ = self.references.remove(to));
                }
            }
            let after = (
                self.references.len(),
                self.variables.len(),
                self.written.len(),
            );
            if before == after {
                return;
            }
        }
    }
}

/// The direct calls of a function, in order.
pub fn sites(unit: &Unit, f: &Function, program: &Program, function: usize) -> Vec<Site> {
    let mut sites = Vec::new();
    for (block, content) in f.blocks.iter() {
        for (index, inst) in content.insts.iter().enumerate() {
            if let InstKind::Call {
                callee: callee @ Callee::Direct(symbol),
                args,
                alone,
                ..
            } = &inst.kind
            {
                let name = unit.globals[*symbol].name.as_str();
                let target = program.callee(function, *symbol);
                // Contracts are those of the library's own function.
                let of_library = || !program.contracts(function, callee).is_empty();
                sites.push(Site {
                    block,
                    index,
                    callee: target,
                    forgets: *alone
                        && target.is_none()
                        && FORGETFUL.contains(&name)
                        && of_library(),
                    alone: *alone,
                    name: name.to_string(),
                    args: args.clone(),
                });
            }
        }
    }
    sites
}

/// An object whose address is the argument, as an integer of its size.
fn object(unit: &Unit, f: &Function, arg: &Arg) -> Option<(GlobalId, Ty)> {
    let ExprKind::GlobalAddr(global) = f.expr(arg.value).kind else {
        return None;
    };
    match unit.globals[global].kind {
        GlobalKind::Object {
            size: size @ (1 | 2 | 4 | 8),
            constant: false,
            volatile: false,
            thread_local: false,
            ..
        } => {
            let ty = Ty::Int {
                bits: size as u8 * 8,
                signed: true,
            };
            Some((global, ty))
        }
        _ => None,
    }
}

/// What one function does with addresses of its variables and with its parameters.
struct Scan<'a> {
    f: &'a Function,
    /// By parameter: its index.
    params: BTreeMap<VarId, usize>,
    variables: BTreeSet<VarId>,
    /// By index: the type that is read and written.
    references: BTreeMap<usize, Ty>,
    written: BTreeSet<usize>,
    handed: Vec<Handed>,
}

impl<'a> Scan<'a> {
    fn new(f: &'a Function, may_refer: bool) -> Scan<'a> {
        let insts = || f.blocks.values().flat_map(|block| &block.insts);
        // Asm has addresses that its instruction does not show.
        let asm = insts().any(|inst| matches!(inst.kind, InstKind::Havoc { .. }));
        let is_scalar = |ty: Option<Ty>| ty.is_some_and(|ty| ty.size() <= 8);
        let variables = f
            .vars
            .iter()
            .filter(|(_, var)| !asm && is_scalar(var.ty) && var.address_taken && !var.volatile);
        let params = f.params.iter().enumerate().filter(|(_, param)| {
            let var = &f.vars[**param];
            may_refer && !asm && var.ty == Some(Ty::Ptr) && !var.address_taken && !var.volatile
        });
        Scan {
            f,
            params: params.map(|(index, &param)| (param, index)).collect(),
            variables: variables.map(|(var, _)| var).collect(),
            references: BTreeMap::new(),
            written: BTreeSet::new(),
            handed: Vec::new(),
        }
    }

    fn holder(&self, arg: &Arg) -> Option<Holder> {
        match self.f.expr(arg.value).kind {
            _ if arg.by_copy.is_some() => None,
            ExprKind::VarAddr(var) if self.variables.contains(&var) => Some(Holder::Variable(var)),
            ExprKind::Var(var) => self.params.get(&var).map(|&index| Holder::Reference(index)),
            _ => None,
        }
    }

    /// Nothing is handed on twice by one call.
    fn twice(&mut self, site: &Site) {
        let mut seen = BTreeSet::new();
        for arg in &site.args {
            if let Some(holder) = self.holder(arg)
                && !seen.insert(holder)
            {
                self.drop(holder);
            }
        }
    }

    fn drop(&mut self, holder: Holder) {
        match holder {
            Holder::Variable(var) => _ = self.variables.remove(&var),
            Holder::Reference(index) => self.params.retain(|_, own| *own != index),
        }
    }

    /// The expression is used as a value that may go anywhere.
    fn escapes(&mut self, e: ExprId) {
        match self.f.expr(e).kind {
            ExprKind::VarAddr(var) => _ = self.variables.remove(&var),
            ExprKind::Var(var) => _ = self.params.remove(&var),
            _ => {}
        }
    }

    /// The expression is the address of a scalar that is accessed.
    fn accessed(&mut self, addr: ExprId, ty: Ty, write: bool) {
        match self.f.expr(addr).kind {
            ExprKind::VarAddr(var) => _ = self.variables.remove(&var),
            ExprKind::Var(var) => {
                let Some(&index) = self.params.get(&var) else {
                    return;
                };
                if ty.size() > 8 || *self.references.entry(index).or_insert(ty) != ty {
                    self.params.remove(&var);
                }
                if write {
                    self.written.insert(index);
                }
            }
            _ => {}
        }
    }

    /// Looks at all other uses. Those of calls are in `handed`.
    fn finish(&mut self, sites: &[Site]) {
        let f = self.f;
        for e in f.exprs.values() {
            match e.kind {
                ExprKind::Load(addr) => self.accessed(addr, e.ty, false),
                ExprKind::Unary(UnOp::Not, a) if self.is_param(a) => {}
                ExprKind::Binary(op, a, b) if op.is_comparison() => {
                    for operand in [a, b] {
                        if !self.is_param(operand) {
                            self.escapes(operand);
                        }
                    }
                }
                ref kind => kind.operands().for_each(|operand| self.escapes(operand)),
            }
        }
        let mut sites = sites.iter().peekable();
        for (block, content) in f.blocks.iter() {
            for (index, inst) in content.insts.iter().enumerate() {
                let site = sites.next_if(|site| (site.block, site.index) == (block, index));
                self.instruction(&inst.kind, site);
            }
            match content.term.kind {
                TermKind::Return(Some(e)) | TermKind::Switch { value: e, .. } => self.escapes(e),
                TermKind::IndirectGoto { addr, .. } => self.escapes(addr),
                _ => {}
            }
        }
        let params: BTreeSet<usize> = self.params.values().copied().collect();
        self.references.retain(|index, _| params.contains(index));
    }

    fn is_param(&self, e: ExprId) -> bool {
        matches!(self.f.expr(e).kind, ExprKind::Var(_))
    }

    fn assigned(&mut self, var: VarId) {
        self.params.remove(&var);
    }

    fn instruction(&mut self, kind: &InstKind, site: Option<&Site>) {
        match kind {
            InstKind::Declare(var) => _ = self.params.remove(var),
            InstKind::Assign { var, value } => {
                self.assigned(*var);
                self.escapes(*value);
            }
            InstKind::Either { var, before, after } => {
                self.assigned(*var);
                self.escapes(*before);
                self.escapes(*after);
            }
            InstKind::Store {
                addr,
                value,
                volatile,
            } => {
                match volatile {
                    true => self.escapes(*addr),
                    false => self.accessed(*addr, self.f.expr(*value).ty, true),
                }
                self.escapes(*value);
            }
            InstKind::Copy { dst, src, .. } => {
                self.escapes(*dst);
                self.escapes(*src);
            }
            InstKind::Zero { dst, .. } => self.escapes(*dst),
            InstKind::VolatileLoad { var, addr } => {
                self.assigned(*var);
                self.escapes(*addr);
            }
            InstKind::Alloca { var, size } => {
                self.assigned(*var);
                self.escapes(*size);
            }
            InstKind::Call {
                result,
                callee,
                args,
                ..
            } => {
                result.iter().for_each(|var| self.assigned(*var));
                if let Callee::Indirect(e) = callee {
                    self.escapes(*e);
                }
                let kept = site.is_some_and(|site| site.callee.is_some() || site.forgets);
                for arg in args {
                    if !kept || arg.by_copy.is_some() {
                        self.escapes(arg.value);
                    }
                }
            }
            InstKind::Havoc { .. } | InstKind::Point(_) => {}
        }
    }
}
