//! The text form of the IR, as `--dump ir` prints it.
//!
//! Comes in: a unit or a function. Goes out: text that depends on nothing else, so that tests can
//! compare it; [`read`](super::read) reads it again. Nothing here knows C or files.
//!
//! Constants that are no `int` carry their type (`7:u8`); a read of memory is `i32[address]`; `@name` is the address
//! of a global; every operator inside another is in parentheses.

use super::{
    Anchor, Arg, BlockId, BoolTree, Callee, Decision, ExprId, ExprKind, Function, Global,
    GlobalKind, InstKind, Linkage, Ret, SwitchDecision, TermKind, Ty, Unit, VarId, VarKind,
};
use crate::base::{IdVec, Span};
use std::fmt::{self, Display, Write};

/// Below this depth a subexpression is printed as its id.
const MAX_DEPTH: u32 = 200;

impl Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, global) in self.globals.iter() {
            writeln!(f, "{id} {global}")?;
        }
        for function in &self.functions {
            write!(
                f,
                "\n{}",
                FunctionText {
                    function,
                    globals: Some(&self.globals)
                }
            )?;
        }
        Ok(())
    }
}

impl Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        FunctionText {
            function: self,
            globals: None,
        }
        .fmt(f)
    }
}

impl Display for Linkage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Linkage::External => "external",
            Linkage::Internal => "internal",
        })
    }
}

impl Display for Global {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Global { name, linkage, .. } = self;
        match &self.kind {
            GlobalKind::Function {
                noreturn,
                twice,
                elidable,
                ..
            } => {
                write!(f, "{linkage} fn {name}")?;
                flag(f, *noreturn, "noreturn")?;
                flag(f, *twice, "returns_twice")?;
                flag(f, *elidable, "elidable")
            }
            GlobalKind::Object {
                size,
                align,
                init,
                constant,
                volatile,
                thread_local,
            } => {
                write!(f, "{linkage} {name}: {size} bytes, align {align}")?;
                flag(f, *constant, "const")?;
                flag(f, *volatile, "volatile")?;
                flag(f, *thread_local, "thread_local")?;
                flag(f, self.replaceable, "replaceable")?;
                let Some(init) = init else { return Ok(()) };
                f.write_str(" = ")?;
                byte_string(f, &init.bytes)?;
                for reloc in &init.relocs {
                    write!(
                        f,
                        " [{}] = &{}{:+}",
                        reloc.offset, reloc.target, reloc.addend
                    )?;
                }
                Ok(())
            }
        }
    }
}

fn flag(f: &mut fmt::Formatter<'_>, set: bool, word: &str) -> fmt::Result {
    if set { write!(f, " {word}") } else { Ok(()) }
}

/// Trailing zeros are left out: bytes past the end are zero anyway.
fn byte_string(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    let end = bytes
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |last| last + 1);
    write!(f, "\"{}\"", bytes[..end].escape_ascii())
}

struct FunctionText<'a> {
    function: &'a Function,
    globals: Option<&'a IdVec<super::GlobalId, Global>>,
}

impl Display for FunctionText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.header(f)?;
        for (id, var) in self.function.vars.iter() {
            if var.kind != VarKind::Param || !self.function.params.contains(&id) {
                self.var(f, id)?;
            }
        }
        for id in self.function.blocks.ids() {
            self.block(f, id)?;
        }
        f.write_str("}\n")?;
        self.tables(f)
    }
}

impl FunctionText<'_> {
    fn header(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let function = self.function;
        write!(f, "{} fn {}(", function.linkage, function.name)?;
        for (i, &param) in function.params.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            let Some(var) = function.vars.get(param) else {
                write!(f, "{comma}{param}")?;
                continue;
            };
            write!(f, "{comma}{param} {}: ", var.name)?;
            self.var_type(f, param)?;
        }
        if function.variadic {
            f.write_str(if function.params.is_empty() {
                "..."
            } else {
                ", ..."
            })?;
        }
        f.write_str(")")?;
        match function.ret {
            Ret::Void => {}
            Ret::Scalar(ty) => write!(f, " -> {ty}")?,
            Ret::Aggregate { size } => write!(f, " -> {size} bytes")?,
        }
        writeln!(f, " {{")
    }

    fn var(&self, f: &mut fmt::Formatter<'_>, id: VarId) -> fmt::Result {
        let var = &self.function.vars[id];
        write!(f, "  {id} {}: ", var.name)?;
        self.var_type(f, id)?;
        match var.kind {
            VarKind::Local => {}
            VarKind::Param => f.write_str(" parameter")?,
            VarKind::Temp {
                source: Some(span),
                truth,
            } => {
                let what = if truth { "truth of" } else { "of" };
                write!(f, " {what} {}", Range(span))?;
            }
            VarKind::Temp { source: None, .. } => f.write_str(" temporary")?,
        }
        f.write_str("\n")
    }

    fn var_type(&self, f: &mut fmt::Formatter<'_>, id: VarId) -> fmt::Result {
        let var = &self.function.vars[id];
        match var.ty {
            Some(ty) => write!(f, "{ty}")?,
            None => write!(f, "{} bytes, align {}", var.size, var.align)?,
        }
        flag(f, var.address_taken, "in memory")?;
        flag(f, var.volatile, "volatile")
    }

    fn block(&self, f: &mut fmt::Formatter<'_>, id: BlockId) -> fmt::Result {
        writeln!(f, "{id}:")?;
        let block = &self.function.blocks[id];
        for inst in &block.insts {
            f.write_str("  ")?;
            self.inst(f, &inst.kind)?;
            f.write_str("\n")?;
        }
        f.write_str("  ")?;
        self.term(f, &block.term.kind)?;
        f.write_str("\n")
    }

    fn inst(&self, f: &mut fmt::Formatter<'_>, kind: &InstKind) -> fmt::Result {
        match kind {
            InstKind::Declare(var) => write!(f, "declare {var}"),
            InstKind::Assign { var, value } => write!(f, "{var} = {}", self.expr(*value)),
            InstKind::Store {
                addr,
                value,
                volatile,
            } => {
                let ty = self.ty(*value);
                write!(f, "{ty}[{}] = {}", self.expr(*addr), self.expr(*value))?;
                flag(f, *volatile, "volatile")
            }
            InstKind::Copy { dst, src, size } => {
                write!(
                    f,
                    "copy {size} bytes to {} from {}",
                    self.expr(*dst),
                    self.expr(*src)
                )
            }
            InstKind::Zero { dst, size } => write!(f, "zero {size} bytes at {}", self.expr(*dst)),
            InstKind::Call {
                result,
                callee,
                args,
                noreturn,
                alone,
            } => {
                if let Some(result) = result {
                    write!(f, "{result} = ")?;
                }
                self.call(f, callee, args)?;
                flag(f, *noreturn, "noreturn")?;
                flag(f, *alone, "alone")
            }
            InstKind::VolatileLoad { var, addr } => {
                write!(f, "{var} = volatile [{}]", self.expr(*addr))
            }
            InstKind::Alloca { var, size } => write!(f, "{var} = alloca {}", self.expr(*size)),
            InstKind::Either { var, before, after } => {
                let (before, after) = (self.expr(*before), self.expr(*after));
                write!(f, "{var} = either {before} or {after}")
            }
            InstKind::Havoc {
                vars,
                memory,
                reason,
            } => {
                f.write_str("havoc")?;
                vars.iter().try_for_each(|var| write!(f, " {var}"))?;
                flag(f, *memory, "memory")?;
                write!(f, ": {reason}")
            }
            InstKind::Point(point) => {
                write!(f, "@{point}")?;
                let Some(point) = self.function.points.get(*point) else {
                    return Ok(());
                };
                self.anchor(f, point.anchor)?;
                flag(f, !point.sequenced, "unsequenced")
            }
        }
    }

    fn call(&self, f: &mut fmt::Formatter<'_>, callee: &Callee, args: &[Arg]) -> fmt::Result {
        match callee {
            Callee::Direct(global) => write!(f, "call @{}(", self.global(*global))?,
            Callee::Indirect(addr) => write!(f, "call [{}](", self.expr(*addr))?,
            Callee::Builtin(name) => write!(f, "call {name}(")?,
        }
        for (i, arg) in args.iter().enumerate() {
            f.write_str(if i > 0 { ", " } else { "" })?;
            match arg.by_copy {
                Some(size) => write!(f, "{size} bytes at {}", self.expr(arg.value))?,
                None => write!(f, "{}", self.expr(arg.value))?,
            }
        }
        f.write_str(")")
    }

    fn term(&self, f: &mut fmt::Formatter<'_>, kind: &TermKind) -> fmt::Result {
        match kind {
            TermKind::Goto(block) => write!(f, "goto {block}"),
            TermKind::Branch { cond, then, els } => {
                write!(f, "if {} goto {then} else {els}", self.expr(*cond))
            }
            TermKind::Switch {
                value,
                cases,
                default,
            } => {
                write!(f, "switch {} {{", self.expr(*value))?;
                for (low, high, block) in cases {
                    write!(f, " {}: {block},", CaseRange(*low, *high))?;
                }
                write!(f, " default: {default} }}")
            }
            TermKind::IndirectGoto { addr, targets } => {
                write!(f, "goto [{}] {{", self.expr(*addr))?;
                targets
                    .iter()
                    .try_for_each(|(value, block)| write!(f, " {value}: {block},"))?;
                f.write_str(" }")
            }
            TermKind::Return(Some(value)) => write!(f, "return {}", self.expr(*value)),
            TermKind::Return(None) => f.write_str("return"),
            TermKind::Unreachable => f.write_str("unreachable"),
        }
    }

    fn anchor(&self, f: &mut fmt::Formatter<'_>, anchor: Anchor) -> fmt::Result {
        match anchor {
            Anchor::Entry => f.write_str(" entry"),
            Anchor::Statement { span, braces } => {
                write!(f, " statement {}", Range(span))?;
                flag(f, braces, "braces")
            }
            Anchor::Before { span, parens } => {
                write!(f, " before {}", Range(span))?;
                flag(f, parens, "parens")
            }
            Anchor::After { span, value } => {
                write!(f, " after {} = {}", Range(span), self.expr(value))
            }
            Anchor::InSource { span } => write!(f, " label {}", Range(span)),
        }
    }

    fn tables(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let function = self.function;
        for (i, decision) in function.sites.decisions.iter().enumerate() {
            self.decision(f, i, decision)?;
        }
        for (i, switch) in function.sites.switches.iter().enumerate() {
            self.switch(f, i, switch)?;
        }
        for root in &function.sites.roots {
            writeln!(f, "  root @{} {}", root.point, self.expr(root.expr))?;
        }
        for label in &function.sites.source_labels {
            write!(f, "  label @{} {}", label.point, self.expr(label.predicate))?;
            label.id.map_or(Ok(()), |id| write!(f, " id {id}"))?;
            if let Some(tag) = &label.tag {
                f.write_str(" tag ")?;
                byte_string(f, tag.as_bytes())?;
            }
            writeln!(f, " at {}", Range(label.span))?;
        }
        for partition in &function.sites.partitions {
            writeln!(f, "  partition {} at {:?}", partition.param, partition.cuts)?;
        }
        for (span, reason) in &function.imprecise {
            writeln!(f, "  imprecise {}: {reason}", Range(*span))?;
        }
        Ok(())
    }

    fn decision(&self, f: &mut fmt::Formatter<'_>, i: usize, decision: &Decision) -> fmt::Result {
        let Decision {
            kind,
            span,
            point,
            root,
            tree,
            ..
        } = decision;
        write!(
            f,
            "  decision {i} {kind:?} @{point} {} tree {tree}",
            Range(*span)
        )?;
        if let Some(guard) = decision.guard {
            write!(f, " if {}", self.expr(guard))?;
        }
        writeln!(f, " is {}", self.expr(*root))?;
        for (i, leaf) in decision.leaves.iter().enumerate() {
            write!(
                f,
                "    c{i} @{} {} {}",
                leaf.point,
                Range(leaf.span),
                self.expr(leaf.expr)
            )?;
            flag(f, leaf.strict, "strict")?;
            f.write_str("\n")?;
        }
        Ok(())
    }

    fn switch(&self, f: &mut fmt::Formatter<'_>, i: usize, switch: &SwitchDecision) -> fmt::Result {
        let SwitchDecision {
            span,
            point,
            value,
            cases,
            default,
        } = switch;
        write!(
            f,
            "  switch {i} @{point} {} on {}:",
            Range(*span),
            self.expr(*value)
        )?;
        for (low, high, span) in cases {
            write!(f, " {} at {},", CaseRange(*low, *high), Range(*span))?;
        }
        match default {
            Some(span) => writeln!(f, " default at {}", Range(*span)),
            None => writeln!(f, " no default"),
        }
    }

    fn expr(&self, expr: ExprId) -> ExprText<'_> {
        ExprText {
            text: self,
            expr,
            depth: 0,
        }
    }

    fn ty(&self, expr: ExprId) -> Ty {
        self.function
            .exprs
            .get(expr)
            .map_or(Ty::INT, |expr| expr.ty)
    }

    fn global(&self, id: super::GlobalId) -> String {
        match self.globals.and_then(|globals| globals.get(id)) {
            Some(global) => global.name.clone(),
            None => id.to_string(),
        }
    }
}

struct ExprText<'a> {
    text: &'a FunctionText<'a>,
    expr: ExprId,
    depth: u32,
}

impl ExprText<'_> {
    fn operand(&self, expr: ExprId) -> ExprText<'_> {
        ExprText {
            text: self.text,
            expr,
            depth: self.depth + 1,
        }
    }

    fn is_constant(&self, expr: ExprId) -> bool {
        let expr = self.text.function.exprs.get(expr);
        expr.is_some_and(|e| matches!(e.kind, ExprKind::Int(_) | ExprKind::Float { .. }))
    }

    fn infix(&self, f: &mut fmt::Formatter<'_>, a: ExprId, op: &str, b: ExprId) -> fmt::Result {
        let (open, close) = if self.depth > 0 { ("(", ")") } else { ("", "") };
        write!(
            f,
            "{open}{} {op} {}{close}",
            self.operand(a),
            self.operand(b)
        )
    }
}

impl Display for ExprText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(expr) = self.text.function.exprs.get(self.expr) else {
            return write!(f, "{}", self.expr);
        };
        if self.depth > MAX_DEPTH {
            return write!(f, "{}", self.expr);
        }
        match &expr.kind {
            ExprKind::Int(value) if expr.ty == Ty::INT => write!(f, "{value}"),
            ExprKind::Int(value) => write!(f, "{value}:{}", expr.ty),
            ExprKind::Float { value, exact } => {
                let near = if *exact { "" } else { "about " };
                write!(f, "{near}{value:?}:{}", expr.ty)
            }
            ExprKind::VarAddr(var) => write!(f, "&{var}"),
            ExprKind::GlobalAddr(global) => write!(f, "@{}", self.text.global(*global)),
            ExprKind::Var(var) => write!(f, "{var}"),
            ExprKind::Load(a) => write!(f, "{}[{}]", expr.ty, self.operand(*a)),
            // `-7` is a constant.
            ExprKind::Unary(op, a) if self.is_constant(*a) => {
                write!(f, "{}({})", op.symbol(), self.operand(*a))
            }
            ExprKind::Unary(op, a) => write!(f, "{}{}", op.symbol(), self.operand(*a)),
            ExprKind::Binary(op, a, b) => self.infix(f, *a, op.symbol(), *b),
            ExprKind::PtrAdd {
                base,
                index,
                scale,
                bound,
            } => {
                write!(f, "({} +p {}", self.operand(*base), self.operand(*index))?;
                if *scale != 1 {
                    write!(f, " * {scale}")?;
                }
                if let Some(bound) = bound {
                    write!(f, " of {bound}")?;
                }
                f.write_char(')')
            }
            ExprKind::And(a, b) => self.infix(f, *a, "&&", *b),
            ExprKind::Or(a, b) => self.infix(f, *a, "||", *b),
            ExprKind::Select(c, a, b) => {
                let (c, a, b) = (self.operand(*c), self.operand(*a), self.operand(*b));
                write!(f, "({c} ? {a} : {b})")
            }
            ExprKind::Cast(a) => write!(f, "({}){}", expr.ty, self.operand(*a)),
        }
    }
}

impl Display for BoolTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoolTree::Leaf(i) => write!(f, "c{i}"),
            BoolTree::Not(a) => write!(f, "!{a}"),
            BoolTree::And(a, b) => write!(f, "({a} && {b})"),
            BoolTree::Or(a, b) => write!(f, "({a} || {b})"),
            BoolTree::Cond(c, a, b) => write!(f, "({c} ? {a} : {b})"),
        }
    }
}

struct Range(Span);

impl Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.0.start, self.0.end)
    }
}

struct CaseRange(i128, i128);

impl Display for CaseRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CaseRange(low, high) if low == high => write!(f, "{low}"),
            CaseRange(low, high) => write!(f, "{low}..={high}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Id;
    use crate::ir::sample::Builder;
    use crate::ir::{BinOp, GlobalId};

    #[test]
    fn a_function_prints_its_blocks_and_expressions() {
        let mut b = Builder::new("f", GlobalId::from_index(0), Ret::Scalar(Ty::INT));
        let a = b.var("a", VarKind::Param, Ty::INT);
        let p = b.var("p", VarKind::Param, Ty::Ptr);
        let (then, els) = (b.new_block(), b.new_block());
        let (a_read, p_read, two) = (b.read(a), b.read(p), b.int(2));
        let sum = b.binary(BinOp::Add, a_read, two);
        let loaded = b.expr(ExprKind::Load(p_read), Ty::INT);
        let product = b.binary(BinOp::Mul, sum, loaded);
        b.inst(InstKind::Point(b.f.entry_point));
        b.assign(a, product);
        b.end(TermKind::Branch {
            cond: a_read,
            then,
            els,
        });
        b.switch_to(then);
        b.end(TermKind::Return(Some(a_read)));
        let expected = "\
external fn f(v0 a: i32, v1 p: ptr) -> i32 {
b0:
  @p0 entry
  v0 = (v0 + 2) * i32[v1]
  if v0 goto b1 else b2
b1:
  return v0
b2:
  unreachable
}
";
        assert_eq!(b.f.to_string(), expected);
    }
}
