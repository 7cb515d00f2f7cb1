//! Variables whose address is lent: calls are given it, look at what it points to, and forget it.
//!
//! Comes in: the units, and who calls what. Goes out: the units with the same meaning in which such a variable goes to the call by
//! value and comes back by a global that nothing else names. So no pointer reaches it, and what is known of variables, arguments
//! and globals is known of what the parameter points to. Knows neither labels nor solvers.
//!
//! A parameter is a *reference* when all its callers are seen and give it the address of a variable of their own that is lent, or a
//! reference of their own, each to one parameter of a call at most; and when it is only read and written through, at one type,
//! compared, and handed to other references. A variable is *lent* when its address goes to references only. So as long as a call
//! runs, the variable is named by one parameter of each function below the call, and by nothing else:
//!
//! ```text
//! f(int *p) { *p = *p + 1; return; }      f(int *p, int v) { v = v + 1; G = v; return; }
//! f(&x)                                   f(&unused, x); x = G
//! ```
//!
//! A function that leaves without returning would lose what it wrote. So nothing is lent where calls may come back twice (`setjmp`).

use super::find_lent::{Lent, Site, sites};
use crate::base::Span;
use crate::coreach::{Outline, Program};
use crate::ir::{
    Arg, ExprId, ExprKind, Function, Global, GlobalId, GlobalKind, Init, Inst, InstKind, Linkage,
    TermKind, Ty, Unit, Var, VarId, VarKind,
};
use std::collections::{BTreeMap, HashMap};

/// Rewrites the units, and what is kept of them; says how many variables and objects are lent. Then the program is another one.
pub fn lend(units: &mut [Unit], outlines: &mut [Outline], program: &Program) -> usize {
    let lent = Lent::new(units, program);
    let returns = returns(units, &lent);
    let mut count = 0;
    let mut function = 0;
    for (unit, content) in units.iter_mut().enumerate() {
        let mut functions = std::mem::take(&mut content.functions);
        for f in &mut functions {
            let sites = sites(content, f, program, function);
            let mut rewriter = Rewriter {
                lent: &lent,
                function,
                globals: &returns[unit],
                f,
                variables: HashMap::new(),
                pointed: HashMap::new(),
                count: 0,
            };
            rewriter.parameters();
            rewriter.variables();
            rewriter.blocks(&sites);
            count += rewriter.count;
            function += 1;
        }
        content.functions = functions;
    }
    if count > 0 {
        for (outline, unit) in outlines.iter_mut().zip(units) {
            *outline = outline.again(unit);
        }
    }
    count
}

/// Adds the globals by which values come back; by unit, function and parameter.
fn returns(units: &mut [Unit], lent: &Lent) -> Vec<BTreeMap<(usize, usize), GlobalId>> {
    let mut returns = vec![BTreeMap::new(); units.len()];
    for (&(function, index), &ty) in &lent.references {
        if !lent.written.contains(&(function, index)) {
            continue;
        }
        let (home, own) = lent.places[function];
        let f = &units[home].functions[own];
        let name = format!("*{} of {}", f.vars[f.params[index]].name, f.name);
        let users = &lent.callers[function];
        let linkage = match users.iter().all(|&unit| unit == home) {
            true => Linkage::Internal,
            false => Linkage::External,
        };
        for unit in users.iter().copied().chain([home]) {
            returns[unit].entry((function, index)).or_insert_with(|| {
                let init = (unit == home).then(Init::default);
                let global = global(&name, ty, linkage, init);
                units[unit].globals.push(global)
            });
        }
    }
    returns
}

fn global(name: &str, ty: Ty, linkage: Linkage, init: Option<Init>) -> Global {
    Global {
        name: name.to_string(),
        kind: GlobalKind::Object {
            size: ty.size(),
            align: ty.size(),
            init,
            constant: false,
            volatile: false,
            thread_local: false,
        },
        linkage,
        replaceable: false,
        span: Span::default(),
    }
}

struct Rewriter<'a> {
    lent: &'a Lent,
    function: usize,
    /// By function and parameter: what values come back by.
    globals: &'a BTreeMap<(usize, usize), GlobalId>,
    f: &'a mut Function,
    /// By type: a variable that has any value.
    variables: HashMap<Ty, VarId>,
    /// By reference: the variable that holds what it points to.
    pointed: HashMap<VarId, VarId>,
    count: usize,
}

impl Rewriter<'_> {
    /// What a reference points to becomes a parameter.
    fn parameters(&mut self) {
        let own = self.lent.of_function(self.function);
        for (index, ty) in own {
            let param = self.f.params[index];
            let (name, scope) = (&self.f.vars[param].name, self.f.vars[param].scope);
            let mut var = Var::scalar(format!("*{name}"), VarKind::Param, ty);
            var.scope = scope;
            var.span = self.f.vars[param].span;
            let var = self.f.vars.push(var);
            self.f.params.push(var);
            self.pointed.insert(param, var);
        }
        let reads: Vec<(ExprId, VarId)> = self
            .f
            .exprs
            .iter()
            .filter_map(|(id, e)| match e.kind {
                ExprKind::Load(addr) => Some((id, self.pointed_by(addr)?)),
                _ => None,
            })
            .collect();
        for (id, var) in reads {
            self.f.exprs[id].kind = ExprKind::Var(var);
        }
    }

    /// The variable that an address is that of, when the address is a reference.
    fn pointed_by(&self, addr: ExprId) -> Option<VarId> {
        match self.f.expr(addr).kind {
            ExprKind::Var(var) => self.pointed.get(&var).copied(),
            _ => None,
        }
    }

    /// Lent variables have no address any more; what was given it is given that of an object that nobody uses.
    fn variables(&mut self) {
        let vars: Vec<VarId> = self.lent.variables(self.function).collect();
        let mut unused = HashMap::new();
        for var in vars {
            let own = &mut self.f.vars[var];
            let taken = Var {
                kind: VarKind::Local,
                ..own.clone()
            };
            own.address_taken = false;
            unused.insert(var, self.f.vars.push(taken));
            self.count += 1;
        }
        for (_, e) in self.f.exprs.iter_mut() {
            if let ExprKind::VarAddr(var) = &mut e.kind {
                *var = *unused.get(var).unwrap_or(var);
            }
        }
        self.pointed
            .extend(unused.into_iter().map(|(var, unused)| (unused, var)));
    }

    fn blocks(&mut self, sites: &[Site]) {
        let mut sites = sites.iter().peekable();
        for block in self.f.blocks.ids() {
            let insts = std::mem::take(&mut self.f.blocks[block].insts);
            let mut new = Vec::with_capacity(insts.len());
            for (index, inst) in insts.into_iter().enumerate() {
                let site = sites.next_if(|site| (site.block, site.index) == (block, index));
                self.instruction(inst, site, &mut new);
            }
            if matches!(self.f.blocks[block].term.kind, TermKind::Return(_)) {
                self.hand_back(self.f.blocks[block].term.span, &mut new);
            }
            self.f.blocks[block].insts = new;
        }
    }

    fn instruction(&mut self, mut inst: Inst, site: Option<&Site>, new: &mut Vec<Inst>) {
        if let InstKind::Store { addr, value, .. } = inst.kind
            && let Some(var) = self.pointed_by(addr)
        {
            inst.kind = InstKind::Assign { var, value };
        }
        let (span, mut after) = (inst.span, Vec::new());
        if let (InstKind::Call { args, result, .. }, Some(site)) = (&mut inst.kind, site) {
            match site.callee {
                Some(callee) => self.lend_to(callee, args, &mut after),
                None if site.forgets => self.forget(args, &mut after),
                None => {}
            }
            // The result is assigned last.
            after.retain(
                |kind| !matches!(kind, InstKind::Assign { var, .. } if Some(*var) == *result),
            );
        }
        new.push(inst);
        new.extend(after.into_iter().map(|kind| Inst { kind, span }));
    }

    /// The variable whose address is handed on.
    fn lent_by(&self, addr: ExprId) -> Option<VarId> {
        match self.f.expr(addr).kind {
            ExprKind::Var(var) | ExprKind::VarAddr(var) => self.pointed.get(&var).copied(),
            _ => None,
        }
    }

    /// A call of a function with references gets values, and gives them back.
    fn lend_to(&mut self, callee: usize, args: &mut Vec<Arg>, after: &mut Vec<InstKind>) {
        for (index, ty) in self.lent.of_function(callee) {
            let given = args.get(index).and_then(|arg| self.lent_by(arg.value));
            // Every call was looked at, so there is one.
            let Some(var) = given else { continue };
            let value = self.f.implicit(ExprKind::Var(var), ty);
            args.push(Arg {
                value,
                by_copy: None,
            });
            if let Some(&global) = self.globals.get(&(callee, index)) {
                let addr = self.f.implicit(ExprKind::GlobalAddr(global), Ty::Ptr);
                let value = self.f.implicit(ExprKind::Load(addr), ty);
                after.push(InstKind::Assign { var, value });
            }
        }
    }

    /// A call of the library that forgets its pointers leaves any value where they point to.
    fn forget(&mut self, args: &mut [Arg], after: &mut Vec<InstKind>) {
        for arg in args {
            if let Some(var) = self.lent_by(arg.value) {
                if let Some(ty) = self.f.vars[var].ty {
                    let value = self.any(ty, after);
                    after.push(InstKind::Assign { var, value });
                }
            } else if let ExprKind::GlobalAddr(global) = self.f.expr(arg.value).kind
                && let Some(&ty) = self
                    .lent
                    .objects
                    .get(&(self.lent.places[self.function].0, global))
            {
                let addr = self.f.implicit(ExprKind::GlobalAddr(global), Ty::Ptr);
                let value = self.any(ty, after);
                after.push(InstKind::Store {
                    addr,
                    value,
                    volatile: false,
                });
                let mut unused = Var::scalar("unused", VarKind::Local, ty);
                unused.address_taken = true;
                let unused = self.f.vars.push(unused);
                arg.value = self.f.implicit(ExprKind::VarAddr(unused), Ty::Ptr);
                self.count += 1;
            }
        }
    }

    /// Any value of the type.
    fn any(&mut self, ty: Ty, after: &mut Vec<InstKind>) -> ExprId {
        let var = *self.variables.entry(ty).or_insert_with(|| {
            let var = Var::scalar("any", VarKind::Local, ty);
            self.f.vars.push(var)
        });
        after.push(InstKind::Declare(var));
        self.f.implicit(ExprKind::Var(var), ty)
    }

    /// What references point to goes back to who lent it.
    fn hand_back(&mut self, span: Span, new: &mut Vec<Inst>) {
        for (index, ty) in self.lent.of_function(self.function) {
            let Some(&global) = self.globals.get(&(self.function, index)) else {
                continue;
            };
            let var = self.pointed[&self.f.params[index]];
            let value = self.f.implicit(ExprKind::Var(var), ty);
            let addr = self.f.implicit(ExprKind::GlobalAddr(global), Ty::Ptr);
            let kind = InstKind::Store {
                addr,
                value,
                volatile: false,
            };
            new.push(Inst { kind, span });
        }
    }
}
