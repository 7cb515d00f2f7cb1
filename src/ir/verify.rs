//! The invariants of the IR, checked.
//!
//! Comes in: a unit and one of its functions. Goes out: nothing, or every invariant that does not
//! hold. A violation is a bug of the front end or of a pass, never of the user's program.
//!
//! 1. Every id names an entry of its table. The function has a block, and its symbol is a function.
//! 2. The operands of an expression have smaller ids, so expressions have no cycles.
//! 3. Integer types have 8, 16, 32, 64 or 128 bits. A constant is a value of its type.
//! 4. Comparisons, `&&`, `||` and `!` give `int`. The operands of a comparison or an arithmetic
//!    operator have one type; a shift's amount is any integer. Arithmetic is on integers and floats,
//!    `% & | ^ ~ << >>` on integers; addresses are moved by `PtrAdd`, whose index has 64 bits.
//! 5. Both arms of a `Select` have its type. No cast is between a pointer and a float.
//! 6. `VarAddr` names variables marked `address_taken`; `Var` names scalar variables that are not
//!    volatile, at their type. `Load`, `Store`, `Copy`, `Zero` and indirect calls use pointers.
//! 7. A scalar variable has the size of its type; parameters are distinct and of kind `Param`.
//! 8. Assignments, `Either` and the results of calls to functions of the unit have the variable's
//!    type. The result of a volatile read is a scalar, that of `Alloca` a pointer.
//! 9. `return e` has the function's type: a pointer for an aggregate. A `return` without a value
//!    is legal everywhere: the value is then indeterminate.
//! 10. Switch cases are non-empty ranges and disjoint.
//! 11. A point stands at most once in the blocks. A point that stands nowhere was in unreachable
//!     code; labels there are never reached.
//! 12. Statements, decisions, switches, roots and labels name existing points and expressions;
//!     a decision's tree names its leaves. Partitions cut parameters at ascending values.

use super::{
    Anchor, Arg, BinOp, BlockId, BoolTree, Callee, Expr, ExprId, ExprKind, Function, GlobalId,
    GlobalKind, InstKind, PointId, Ret, TermKind, Ty, UnOp, Unit, VarId, VarKind, ops,
};
use crate::base::{Id, IdVec};

/// Checks a function of the unit.
pub fn verify(unit: &Unit, function: &Function) -> Result<(), Vec<String>> {
    let mut verifier = Verifier {
        unit,
        function,
        errors: Vec::new(),
    };
    verifier.signature();
    for (id, expr) in function.exprs.iter() {
        verifier.expr(id, expr);
    }
    verifier.blocks();
    verifier.tables();
    if verifier.errors.is_empty() {
        Ok(())
    } else {
        Err(verifier.errors)
    }
}

/// Checks what concerns the unit as a whole: initial content fits and the addresses in it name
/// globals; the result of a call has the callee's type.
pub fn verify_unit(unit: &Unit) -> Result<(), Vec<String>> {
    let mut errors = Vec::new();
    for (id, global) in unit.globals.iter() {
        global_errors(unit, id, &global.kind, &mut errors);
    }
    let mut results = vec![None; unit.globals.len()];
    for function in &unit.functions {
        if let Some(result) = results.get_mut(function.symbol.index()) {
            *result = Some(function.ret);
        }
    }
    for function in &unit.functions {
        call_errors(function, &results, &mut errors);
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

fn global_errors(unit: &Unit, id: GlobalId, kind: &GlobalKind, errors: &mut Vec<String>) {
    let GlobalKind::Object {
        size,
        init: Some(init),
        align,
        ..
    } = kind
    else {
        return;
    };
    if init.bytes.len() as u64 > *size {
        errors.push(format!("{id}: more initial bytes than the object has"));
    }
    if !align.is_power_of_two() {
        errors.push(format!("{id}: alignment {align} is no power of two"));
    }
    for reloc in &init.relocs {
        if reloc.offset.checked_add(8).is_none_or(|end| end > *size) {
            errors.push(format!("{id}: address at {} is outside", reloc.offset));
        }
        if unit.globals.get(reloc.target).is_none() {
            errors.push(format!("{id}: no global {}", reloc.target));
        }
    }
}

fn call_errors(function: &Function, results: &[Option<Ret>], errors: &mut Vec<String>) {
    for inst in function.blocks.values().flat_map(|block| &block.insts) {
        let InstKind::Call {
            result: Some(result),
            callee: Callee::Direct(callee),
            ..
        } = &inst.kind
        else {
            continue;
        };
        let Some(var) = function.vars.get(*result) else {
            continue;
        };
        let agrees = match results.get(callee.index()) {
            Some(Some(Ret::Void)) => false,
            Some(Some(Ret::Scalar(ty))) => var.ty == Some(*ty),
            Some(Some(Ret::Aggregate { size })) => var.ty.is_none() && var.size == *size,
            Some(None) | None => true,
        };
        if !agrees {
            let name = &function.name;
            errors.push(format!(
                "{name}: {result} has not the type that {callee} returns"
            ));
        }
    }
}

struct Verifier<'a> {
    unit: &'a Unit,
    function: &'a Function,
    errors: Vec<String>,
}

impl Verifier<'_> {
    fn check(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            self.errors.push(message());
        }
    }

    fn exists<I: Id + std::fmt::Display, T>(
        &mut self,
        table: &IdVec<I, T>,
        id: I,
        at: &str,
    ) -> bool {
        let holds = table.get(id).is_some();
        self.check(holds, || format!("{at}: no {id}"));
        holds
    }

    fn var_exists(&mut self, var: VarId, at: &str) -> bool {
        let function = self.function;
        self.exists(&function.vars, var, at)
    }

    fn expr_exists(&mut self, expr: ExprId, at: &str) -> bool {
        let function = self.function;
        self.exists(&function.exprs, expr, at)
    }

    fn point_exists(&mut self, point: PointId, at: &str) -> bool {
        let function = self.function;
        self.exists(&function.points, point, at)
    }

    fn target_exists(&mut self, block: BlockId, at: &str) {
        let function = self.function;
        self.exists(&function.blocks, block, at);
    }

    fn is_function(&mut self, global: GlobalId, at: &str) {
        let kind = self.unit.globals.get(global).map(|global| &global.kind);
        let holds = matches!(kind, Some(GlobalKind::Function { .. }));
        self.check(holds, || format!("{at}: {global} is no function"));
    }

    fn signature(&mut self) {
        let function = self.function;
        self.is_function(function.symbol, "symbol");
        self.check(!function.blocks.is_empty(), || "no entry block".into());
        for (i, &param) in function.params.iter().enumerate() {
            if !self.var_exists(param, "parameters") {
                continue;
            }
            let is_param = function.vars[param].kind == VarKind::Param;
            self.check(is_param, || format!("{param} is no parameter"));
            let first = !function.params[..i].contains(&param);
            self.check(first, || format!("{param} is two parameters"));
        }
        for (id, var) in function.vars.iter() {
            if let Some(ty) = var.ty {
                self.check(var.size == ty.size(), || {
                    format!("{id}: size {} of a variable of type {ty}", var.size)
                });
            }
            self.check(var.align.is_power_of_two(), || {
                format!("{id}: alignment {} is no power of two", var.align)
            });
        }
        if let Ret::Scalar(ty) = function.ret {
            self.check(well_formed(ty), || format!("result of type {ty}"));
        }
    }

    fn expr(&mut self, id: ExprId, expr: &Expr) {
        self.check(well_formed(expr.ty), || {
            format!("{id}: no type {}", expr.ty)
        });
        for operand in expr.kind.operands() {
            if operand.index() >= id.index() {
                self.errors
                    .push(format!("{id}: operand {operand} is not before it"));
                return;
            }
        }
        if let Some(message) = self.ill_typed(expr) {
            self.errors.push(format!("{id}: {message}"));
        }
    }

    /// What is wrong with an expression whose operands exist.
    fn ill_typed(&self, expr: &Expr) -> Option<String> {
        let of = |id: ExprId| self.function.exprs[id].ty;
        let ty = expr.ty;
        let holds = match expr.kind {
            ExprKind::Int(value) => !ty.is_float() && ops::normalise(ty, value) == value,
            ExprKind::Float { .. } => ty.is_float(),
            ExprKind::VarAddr(var) => {
                let var = self.function.vars.get(var);
                ty == Ty::Ptr && var.is_some_and(|var| var.address_taken)
            }
            ExprKind::GlobalAddr(global) => {
                ty == Ty::Ptr && self.unit.globals.get(global).is_some()
            }
            ExprKind::Var(var) => {
                let var = self.function.vars.get(var);
                var.is_some_and(|var| var.ty == Some(ty) && !var.volatile)
            }
            ExprKind::Load(a) => of(a) == Ty::Ptr,
            ExprKind::Unary(UnOp::Not, _) | ExprKind::And(..) | ExprKind::Or(..) => ty == Ty::INT,
            ExprKind::Unary(UnOp::Neg, a) => of(a) == ty && ty != Ty::Ptr,
            ExprKind::Unary(UnOp::BitNot, a) => of(a) == ty && ty.is_int(),
            ExprKind::Binary(op, a, b) => binary_agrees(op, of(a), of(b), ty),
            ExprKind::PtrAdd { base, index, .. } => {
                let wide = of(index).is_int() && of(index).bits() == 64;
                ty == Ty::Ptr && of(base) == Ty::Ptr && wide
            }
            ExprKind::Select(_, a, b) => of(a) == ty && of(b) == ty,
            ExprKind::Cast(a) => !matches!(
                (of(a), ty),
                (Ty::Ptr, Ty::Float(_)) | (Ty::Float(_), Ty::Ptr)
            ),
        };
        let operands = || expr.kind.operands().map(|id| of(id).to_string());
        (!holds).then(|| {
            let operands = operands().collect::<Vec<_>>().join(", ");
            format!("{:?} of type {ty} over ({operands})", expr.kind)
        })
    }

    /// Whether `expr` exists with the type; says so if not.
    fn has_type(&mut self, expr: ExprId, ty: Ty, at: &str) {
        if self.expr_exists(expr, at) {
            let actual = self.function.exprs[expr].ty;
            self.check(actual == ty, || {
                format!("{at}: {expr} is {actual}, not {ty}")
            });
        }
    }

    /// The type of a scalar variable; says so if it is none.
    fn scalar(&mut self, var: VarId, at: &str) -> Option<Ty> {
        if !self.var_exists(var, at) {
            return None;
        }
        let ty = self.function.vars[var].ty;
        self.check(ty.is_some(), || format!("{at}: {var} is no scalar"));
        ty
    }

    fn blocks(&mut self) {
        let function = self.function;
        let mut seen = vec![false; function.points.len()];
        for (id, block) in function.blocks.iter() {
            for (i, inst) in block.insts.iter().enumerate() {
                let at = format!("{id}.{i}");
                self.inst(&inst.kind, &at);
                if let InstKind::Point(point) = inst.kind
                    && let Some(seen) = seen.get_mut(point.index())
                {
                    let first = !std::mem::replace(seen, true);
                    self.check(first, || format!("{at}: {point} stands twice"));
                }
            }
            self.term(&block.term.kind, &format!("{id}.end"));
        }
    }

    fn inst(&mut self, kind: &InstKind, at: &str) {
        match kind {
            InstKind::Declare(var) => {
                self.var_exists(*var, at);
            }
            InstKind::Assign { var, value } => {
                if let Some(ty) = self.scalar(*var, at) {
                    self.has_type(*value, ty, at);
                }
            }
            InstKind::Store { addr, value, .. } => {
                self.has_type(*addr, Ty::Ptr, at);
                self.expr_exists(*value, at);
            }
            InstKind::Copy { dst, src, .. } => {
                self.has_type(*dst, Ty::Ptr, at);
                self.has_type(*src, Ty::Ptr, at);
            }
            InstKind::Zero { dst, .. } => self.has_type(*dst, Ty::Ptr, at),
            InstKind::Call {
                result,
                callee,
                args,
                ..
            } => self.call(*result, callee, args, at),
            InstKind::VolatileLoad { var, addr } => {
                self.scalar(*var, at);
                self.has_type(*addr, Ty::Ptr, at);
            }
            InstKind::Alloca { var, size } => {
                let ty = self.scalar(*var, at);
                self.check(ty == Some(Ty::Ptr), || format!("{at}: {var} is no pointer"));
                if self.expr_exists(*size, at) {
                    let ty = self.function.exprs[*size].ty;
                    let wide = ty.is_int() && ty.bits() == 64;
                    self.check(wide, || format!("{at}: a size of type {ty}"));
                }
            }
            InstKind::Either { var, before, after } => {
                if let Some(ty) = self.scalar(*var, at) {
                    self.has_type(*before, ty, at);
                    self.has_type(*after, ty, at);
                }
            }
            InstKind::Havoc { vars, .. } => {
                for var in vars {
                    self.var_exists(*var, at);
                }
            }
            InstKind::Point(point) => {
                self.point_exists(*point, at);
            }
        }
    }

    fn call(&mut self, result: Option<VarId>, callee: &Callee, args: &[Arg], at: &str) {
        for arg in args {
            match arg.by_copy {
                Some(_) => self.has_type(arg.value, Ty::Ptr, at),
                None => {
                    self.expr_exists(arg.value, at);
                }
            }
        }
        match callee {
            Callee::Direct(global) => self.is_function(*global, at),
            Callee::Indirect(addr) => self.has_type(*addr, Ty::Ptr, at),
            Callee::Builtin(_) => {}
        }
        if let Some(result) = result {
            self.var_exists(result, at);
        }
    }

    fn term(&mut self, kind: &TermKind, at: &str) {
        match kind {
            TermKind::Goto(block) => self.target_exists(*block, at),
            TermKind::Branch { cond, then, els } => {
                self.expr_exists(*cond, at);
                self.target_exists(*then, at);
                self.target_exists(*els, at);
            }
            TermKind::Switch {
                value,
                cases,
                default,
            } => {
                self.is_switch_value(*value, at);
                let ranges = cases.iter().map(|&(low, high, _)| (low, high)).collect();
                self.disjoint(ranges, at);
                cases
                    .iter()
                    .for_each(|&(_, _, block)| self.target_exists(block, at));
                self.target_exists(*default, at);
            }
            TermKind::IndirectGoto { addr, targets } => {
                self.expr_exists(*addr, at);
                targets
                    .iter()
                    .for_each(|&(_, block)| self.target_exists(block, at));
            }
            TermKind::Return(Some(value)) => match self.function.ret {
                Ret::Void => self.errors.push(format!("{at}: returns {value} from void")),
                Ret::Scalar(ty) => self.has_type(*value, ty, at),
                Ret::Aggregate { .. } => self.has_type(*value, Ty::Ptr, at),
            },
            TermKind::Return(None) | TermKind::Unreachable => {}
        }
    }

    fn is_switch_value(&mut self, value: ExprId, at: &str) {
        if self.expr_exists(value, at) {
            let ty = self.function.exprs[value].ty;
            self.check(ty.is_int(), || format!("{at}: a switch on {ty}"));
        }
    }

    /// The ranges are those of one switch, compared as signed numbers: a 128-bit unsigned range
    /// that crosses `i128::MAX` is refused.
    fn disjoint(&mut self, mut ranges: Vec<(i128, i128)>, at: &str) {
        let empty = ranges.iter().find(|(low, high)| low > high).copied();
        self.check(empty.is_none(), || format!("{at}: empty case {empty:?}"));
        ranges.sort_unstable();
        for pair in ranges.windows(2) {
            let apart = pair[0].1 < pair[1].0;
            self.check(apart, || {
                format!("{at}: cases {:?} and {:?} meet", pair[0], pair[1])
            });
        }
    }

    fn tables(&mut self) {
        let function = self.function;
        self.point_exists(function.entry_point, "entry point");
        for &point in &function.sites.statements {
            self.point_exists(point, "statements");
        }
        for (id, point) in function.points.iter() {
            if let Anchor::After { value, .. } = point.anchor {
                self.expr_exists(value, &id.to_string());
            }
        }
        self.decisions();
        for (i, switch) in function.sites.switches.iter().enumerate() {
            let at = format!("switch {i}");
            self.point_exists(switch.point, &at);
            self.is_switch_value(switch.value, &at);
            let ranges = switch
                .cases
                .iter()
                .map(|&(low, high, _)| (low, high))
                .collect();
            self.disjoint(ranges, &at);
        }
        for (i, root) in function.sites.roots.iter().enumerate() {
            let at = format!("root {i}");
            self.point_exists(root.point, &at);
            self.expr_exists(root.expr, &at);
        }
        for (i, label) in function.sites.source_labels.iter().enumerate() {
            let at = format!("label {i}");
            self.point_exists(label.point, &at);
            self.expr_exists(label.predicate, &at);
        }
        for (i, partition) in function.sites.partitions.iter().enumerate() {
            let is_param = function
                .vars
                .get(partition.param)
                .is_some_and(|var| var.kind == VarKind::Param);
            self.check(is_param, || format!("partition {i} is of no parameter"));
            let ascends = partition.cuts.is_sorted();
            self.check(ascends, || format!("partition {i} does not ascend"));
        }
    }

    fn decisions(&mut self) {
        for (i, decision) in self.function.sites.decisions.iter().enumerate() {
            let at = format!("decision {i}");
            self.point_exists(decision.point, &at);
            self.expr_exists(decision.root, &at);
            if let Some(guard) = decision.guard {
                self.expr_exists(guard, &at);
            }
            for leaf in &decision.leaves {
                self.expr_exists(leaf.expr, &at);
                self.point_exists(leaf.point, &at);
            }
            let unknown = unknown_leaf(&decision.tree, decision.leaves.len());
            self.check(unknown.is_none(), || format!("{at}: no leaf {unknown:?}"));
        }
    }
}

fn well_formed(ty: Ty) -> bool {
    match ty {
        Ty::Int { bits, .. } => matches!(bits, 8 | 16 | 32 | 64 | 128),
        Ty::Float(_) | Ty::Ptr => true,
    }
}

fn binary_agrees(op: BinOp, a: Ty, b: Ty, result: Ty) -> bool {
    if op.is_comparison() {
        return a == b && result == Ty::INT;
    }
    if op.is_shift() {
        return a == result && a.is_int() && b.is_int();
    }
    let arithmetic = match op {
        BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div => a != Ty::Ptr,
        _ => a.is_int(),
    };
    a == b && a == result && arithmetic
}

/// A leaf that the tree names and the decision has not. Trees may be deep, so no recursion.
fn unknown_leaf(tree: &BoolTree, leaves: usize) -> Option<usize> {
    let mut open = vec![tree];
    while let Some(tree) = open.pop() {
        match tree {
            BoolTree::Leaf(i) if *i >= leaves => return Some(*i),
            BoolTree::Leaf(_) => {}
            BoolTree::Not(a) => open.push(a),
            BoolTree::And(a, b) | BoolTree::Or(a, b) => open.extend([&**a, &**b]),
            BoolTree::Cond(c, a, b) => open.extend([&**c, &**a, &**b]),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Global;
    use crate::ir::sample::Builder;

    /// What the verifier says about `int f(int a)` after `change`.
    fn errors(change: impl FnOnce(&mut Builder, VarId)) -> Vec<String> {
        let mut globals = IdVec::new();
        let symbol = globals.push(Global::function("f"));
        let mut b = Builder::new("f", symbol, Ret::Scalar(Ty::INT));
        let a = b.var("a", VarKind::Param, Ty::INT);
        change(&mut b, a);
        let unit = Unit {
            globals,
            functions: vec![b.f],
        };
        verify(&unit, &unit.functions[0]).err().unwrap_or_default()
    }

    #[test]
    fn a_good_function_passes() {
        let none = errors(|b, a| {
            let value = b.read(a);
            b.end(TermKind::Return(Some(value)));
        });
        assert_eq!(none, Vec::<String>::new());
    }

    #[test]
    fn violations_are_named() {
        let unknown = errors(|b, _| b.end(TermKind::Goto(BlockId::from_index(7))));
        assert_eq!(unknown, ["b0.end: no b7"]);
        let wrong_type = errors(|b, a| {
            let value = b.expr(ExprKind::Int(1), Ty::U8);
            b.assign(a, value);
        });
        assert_eq!(wrong_type, ["b0.0: e0 is u8, not i32"]);
        let cycle = errors(|b, _| {
            b.expr(ExprKind::Unary(UnOp::Neg, ExprId::from_index(0)), Ty::INT);
        });
        assert_eq!(cycle, ["e0: operand e0 is not before it"]);
        let address = errors(|b, a| {
            b.expr(ExprKind::VarAddr(a), Ty::Ptr);
        });
        assert_eq!(address, ["e0: VarAddr(v0) of type ptr over ()"]);
        let twice = errors(|b, _| {
            let point = b.f.entry_point;
            b.inst(InstKind::Point(point));
            b.inst(InstKind::Point(point));
        });
        assert_eq!(twice, ["b0.1: p0 stands twice"]);
        let cases = errors(|b, a| {
            let (value, default) = (b.read(a), BlockId::from_index(0));
            b.end(TermKind::Switch {
                value,
                cases: vec![(5, 9, default), (1, 5, default)],
                default,
            });
        });
        assert_eq!(cases, ["b0.end: cases (1, 5) and (5, 9) meet"]);
        let result = errors(|b, _| {
            let value = b.expr(ExprKind::Int(1), Ty::I64);
            b.end(TermKind::Return(Some(value)));
        });
        assert_eq!(result, ["b0.end: e0 is i64, not i32"]);
    }
}
