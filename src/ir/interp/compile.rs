//! From a function to the code that runs it.
//!
//! Comes in: a verified function and the machine's numbers for its globals. Goes out: [`Code`].
//! It changes how the function is written down, never what it means; it knows nothing of memory
//! or the library.

use super::code::{
    ArgSite, CallResult, CallSite, Code, Event, General, Norm, Op, Param, Pc, Reg, Shape, Slot,
    Table, Target,
};
use super::expr_size::ExprSizes;
use crate::base::{Id, Span};
use crate::ir::{
    Arg, BinOp, BlockId, Callee, ExprId, ExprKind, Function, GlobalId, InstKind, TermKind, Ty,
    UnOp, Value, VarId, ops,
};

/// The machine's addresses and numbers of a unit's globals.
pub(super) trait Globals {
    fn address(&self, global: GlobalId) -> u64;
    fn symbol(&self, global: GlobalId) -> u32;
}

/// The code of a whole function; points are left out unless someone observes them.
pub(super) fn compile(function: &Function, globals: &dyn Globals, points: bool) -> Code {
    let mut compiler = Compiler::new(function, globals, points);
    compiler.frame();
    for (id, block) in function.blocks.iter() {
        compiler.starts[id.index()] = compiler.here();
        for inst in &block.insts {
            compiler.begin(inst.span);
            compiler.inst(&inst.kind);
        }
        compiler.begin(block.term.span);
        compiler.term(&block.term.kind);
    }
    compiler.finish()
}

/// Code that yields one expression in a frame of the function.
pub(super) fn compile_expr(function: &Function, globals: &dyn Globals, expr: ExprId) -> Code {
    let mut compiler = Compiler::new(function, globals, false);
    compiler.begin(Span::default());
    let reg = compiler.value(expr);
    compiler.event(Event::Yield(reg));
    compiler.finish()
}

struct Compiler<'a> {
    function: &'a Function,
    globals: &'a dyn Globals,
    points: bool,
    sizes: ExprSizes,
    code: Code,
    next: Reg,
    starts: Vec<Pc>,
    /// Jumps whose target, held as a block's number, becomes the block's start.
    block_jumps: Vec<usize>,
}

/// Where a conditional jump goes.
#[derive(Clone, Copy)]
enum Dest {
    Block(BlockId),
    /// Fall through when false, otherwise an entry of a list of open jumps.
    Open,
}

impl<'a> Compiler<'a> {
    fn new(function: &'a Function, globals: &'a dyn Globals, points: bool) -> Self {
        let vars = function.vars.len() as u32;
        let code = Code {
            vars,
            registers: vars,
            variadic: function.variadic,
            ..Code::default()
        };
        Compiler {
            function,
            globals,
            points,
            sizes: ExprSizes::of(&function.exprs),
            code,
            next: vars,
            starts: vec![0; function.blocks.len()],
            block_jumps: Vec::new(),
        }
    }

    fn frame(&mut self) {
        for (id, var) in self.function.vars.iter() {
            if self.in_memory(id) {
                self.code.slots.push(Slot {
                    reg: reg(id),
                    size: var.size,
                });
            }
        }
        for &id in &self.function.params {
            let var = &self.function.vars[id];
            self.code.params.push(Param {
                reg: reg(id),
                ty: var.ty,
                size: var.size,
                in_memory: self.in_memory(id),
            });
        }
    }

    fn finish(mut self) -> Code {
        for &at in &self.block_jumps {
            match &mut self.code.ops[at] {
                Op::Jump { to } | Op::JumpIf { to, .. } | Op::JumpUnless { to, .. } => {
                    *to = self.starts[*to as usize];
                }
                _ => {}
            }
        }
        for table in &mut self.code.tables {
            table.default = self
                .starts
                .get(table.default as usize)
                .copied()
                .unwrap_or(table.default);
            for (_, _, to) in &mut table.ranges {
                *to = self.starts[*to as usize];
            }
        }
        self.code
    }

    fn in_memory(&self, id: VarId) -> bool {
        let var = &self.function.vars[id];
        var.address_taken || var.ty.is_none()
    }

    fn here(&self) -> Pc {
        self.code.ops.len() as Pc
    }

    /// Starts an instruction: temporaries of the one before are free.
    fn begin(&mut self, span: Span) {
        self.next = self.code.vars;
        self.code.spans.push((self.here(), span));
    }

    fn emit(&mut self, op: Op) -> usize {
        self.code.ops.push(op);
        self.code.ops.len() - 1
    }

    fn event(&mut self, event: Event) {
        self.emit(Op::Event(event));
    }

    fn temp(&mut self) -> Reg {
        let reg = self.next;
        self.next += 1;
        self.code.registers = self.code.registers.max(self.next);
        reg
    }

    fn trap(&mut self, message: impl Into<String>) {
        let index = self.code.messages.len() as u32;
        self.code.messages.push(message.into());
        self.event(Event::Trap(index));
    }

    fn inst(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Declare(_) => {}
            // A program whose result depends on the choice has no defined result to compare with.
            InstKind::Assign { var, value }
            | InstKind::Either {
                var, before: value, ..
            } => {
                self.assign(*var, *value);
            }
            InstKind::Store { addr, value, .. } => {
                let (addr, src) = (self.value(*addr), self.value(*value));
                let shape = Shape::of(self.ty(*value));
                self.emit(Op::Store { addr, src, shape });
            }
            InstKind::Copy { dst, src, size } => {
                let (dst, src) = (self.value(*dst), self.value(*src));
                match u32::try_from(*size) {
                    Ok(size) => drop(self.emit(Op::Copy { dst, src, size })),
                    Err(_) => self.trap("not modelled: an object of 4 GiB"),
                }
            }
            InstKind::Zero { dst, size } => {
                let dst = self.value(*dst);
                match u32::try_from(*size) {
                    Ok(size) => drop(self.emit(Op::Zero { dst, size })),
                    Err(_) => self.trap("not modelled: an object of 4 GiB"),
                }
            }
            InstKind::Call {
                result,
                callee,
                args,
                ..
            } => self.call(*result, callee, args),
            InstKind::VolatileLoad { var, addr } => {
                let addr = self.value(*addr);
                let shape = self.function.vars[*var].ty.map_or(Shape::U8, Shape::of);
                let dst = self.temp();
                self.emit(Op::Load { dst, addr, shape });
                self.set(*var, dst);
            }
            InstKind::Alloca { var, size } => {
                let size = self.value(*size);
                let dst = self.temp();
                self.event(Event::Alloca { dst, size });
                self.set(*var, dst);
            }
            InstKind::Havoc {
                vars,
                memory,
                reason,
            } => {
                if !vars.is_empty() || *memory && !is_barrier(reason) {
                    self.trap(format!("not modelled: {reason}"));
                }
            }
            InstKind::Point(point) => {
                if self.points {
                    self.event(Event::Point(*point));
                }
            }
        }
    }

    fn assign(&mut self, var: VarId, value: ExprId) {
        if self.in_memory(var) {
            let src = self.value(value);
            self.set(var, src);
        } else {
            self.value_into(value, reg(var));
        }
    }

    /// Gives a variable the value of a register.
    fn set(&mut self, var: VarId, src: Reg) {
        if self.in_memory(var) {
            let shape = self.function.vars[var].ty.map_or(Shape::U8, Shape::of);
            self.emit(Op::Store {
                addr: reg(var),
                src,
                shape,
            });
        } else {
            self.emit(Op::Move { dst: reg(var), src });
        }
    }

    fn call(&mut self, result: Option<VarId>, callee: &Callee, args: &[Arg]) {
        let target = match callee {
            Callee::Direct(global) => Target::Symbol(self.globals.symbol(*global)),
            Callee::Indirect(addr) => Target::Indirect(self.value(*addr)),
            Callee::Builtin(name) => match super::libc::find(name) {
                Some(routine) => Target::Routine(routine),
                None => Target::Unknown(name.clone()),
            },
        };
        let args = args.iter().map(|arg| self.arg(arg)).collect();
        let result = result.map_or(CallResult::Dropped, |id| {
            let var = &self.function.vars[id];
            match var.ty {
                None => CallResult::Aggregate(reg(id), var.size),
                Some(ty) if self.in_memory(id) => CallResult::Memory(reg(id), ty),
                Some(ty) => CallResult::Register(reg(id), ty),
            }
        });
        let site = self.code.sites.len() as u32;
        self.code.sites.push(CallSite {
            target,
            args,
            result,
        });
        self.event(Event::Call { site });
    }

    fn arg(&mut self, arg: &Arg) -> ArgSite {
        ArgSite {
            reg: self.value(arg.value),
            ty: self.ty(arg.value),
            by_copy: arg.by_copy,
        }
    }

    fn term(&mut self, kind: &TermKind) {
        match kind {
            TermKind::Goto(block) => self.jump(*block),
            TermKind::Branch { cond, then, els } => {
                let open = self.jump_when(*cond, true, Dest::Block(*then));
                self.close(open);
                self.jump(*els);
            }
            TermKind::Switch {
                value,
                cases,
                default,
            } => {
                let table = cases
                    .iter()
                    .map(|&(low, high, to)| (low, high, index(to)))
                    .collect();
                self.table(*value, table, index(*default));
            }
            TermKind::IndirectGoto { addr, targets } => {
                let table = targets
                    .iter()
                    .map(|&(value, to)| (value, value, index(to)))
                    .collect();
                // Code after the end of the blocks: a value that is no label.
                self.table(*addr, table, Pc::MAX);
            }
            TermKind::Return(value) => {
                let value = value.map(|value| self.value(value));
                self.event(Event::Return { value });
            }
            TermKind::Unreachable => self.trap("reached code that is declared unreachable"),
        }
    }

    fn jump(&mut self, to: BlockId) {
        let at = self.emit(Op::Jump { to: index(to) });
        self.block_jumps.push(at);
    }

    fn table(&mut self, value: ExprId, mut ranges: Vec<(i128, i128, Pc)>, default: Pc) {
        ranges.sort_unstable();
        let ty = self.ty(value);
        let value = self.value(value);
        let table = self.code.tables.len() as u32;
        self.code.tables.push(Table {
            ty,
            ranges,
            default,
        });
        self.emit(Op::Switch { value, table });
    }

    /// Jumps to `dest` when the truth of `cond` is `when`, and falls through otherwise. Open
    /// jumps to `dest` are returned, to be closed.
    fn jump_when(&mut self, cond: ExprId, when: bool, dest: Dest) -> Vec<usize> {
        match self.function.exprs[cond].kind {
            ExprKind::Unary(UnOp::Not, a) if self.sizes.fits(cond) => {
                self.jump_when(a, !when, dest)
            }
            // `a && b` is true when both are; `a || b` is false when both are.
            ExprKind::And(a, b) | ExprKind::Or(a, b) if self.sizes.fits(cond) => {
                let is_and = matches!(self.function.exprs[cond].kind, ExprKind::And(..));
                if is_and == when {
                    let skip = self.jump_when(a, !when, Dest::Open);
                    let open = self.jump_when(b, when, dest);
                    self.close(skip);
                    open
                } else {
                    let mut open = self.jump_when(a, when, dest);
                    open.extend(self.jump_when(b, when, dest));
                    open
                }
            }
            _ => {
                let cond = self.truth_of(cond);
                let to = match dest {
                    Dest::Block(block) => index(block),
                    Dest::Open => 0,
                };
                let at = self.emit(match when {
                    true => Op::JumpIf { cond, to },
                    false => Op::JumpUnless { cond, to },
                });
                match dest {
                    Dest::Block(_) => {
                        self.block_jumps.push(at);
                        Vec::new()
                    }
                    Dest::Open => vec![at],
                }
            }
        }
    }

    /// Lets open jumps come here.
    fn close(&mut self, open: Vec<usize>) {
        let here = self.here();
        for at in open {
            match &mut self.code.ops[at] {
                Op::Jump { to } | Op::JumpIf { to, .. } | Op::JumpUnless { to, .. } => *to = here,
                _ => {}
            }
        }
    }

    /// A register whose low 64 bits are zero exactly when the value is.
    fn truth_of(&mut self, expr: ExprId) -> Reg {
        let ty = self.ty(expr);
        let a = self.value(expr);
        if is_narrow(ty) {
            return a;
        }
        let dst = self.temp();
        self.general(dst, a, a, General::Truth(ty));
        dst
    }

    fn ty(&self, expr: ExprId) -> Ty {
        self.function.exprs[expr].ty
    }

    /// The register that holds the value: a variable's own, or a temporary.
    fn value(&mut self, expr: ExprId) -> Reg {
        match self.function.exprs[expr].kind {
            ExprKind::Var(var) if !self.in_memory(var) => reg(var),
            ExprKind::VarAddr(var) => reg(var),
            ExprKind::Cast(a)
                if is_same_bits(self.ty(a), self.ty(expr)) && self.sizes.fits(expr) =>
            {
                self.value(a)
            }
            _ => {
                // The result takes the place of the operands' temporaries.
                let mark = self.next;
                let dst = self.temp();
                self.value_into(expr, dst);
                self.next = mark + 1;
                dst
            }
        }
    }

    /// Computes the value into `dst`, which is written last: `dst` may be an operand.
    fn value_into(&mut self, expr: ExprId, dst: Reg) {
        if !self.sizes.fits(expr) {
            return self.trap("not modelled: an expression of this size");
        }
        let ty = self.ty(expr);
        match self.function.exprs[expr].kind {
            ExprKind::Int(value) => self.constant(dst, ty, value),
            ExprKind::Float { value, exact: true } => {
                let value = value.to_bits();
                self.emit(Op::Const { dst, value });
            }
            ExprKind::Float { exact: false, .. } => {
                self.trap("not modelled: a constant that is no double");
            }
            ExprKind::VarAddr(var) => drop(self.emit(Op::Move { dst, src: reg(var) })),
            ExprKind::GlobalAddr(global) => {
                let value = self.globals.address(global);
                self.emit(Op::Const { dst, value });
            }
            ExprKind::Var(var) if self.in_memory(var) => {
                let (addr, shape) = (reg(var), Shape::of(ty));
                self.emit(Op::Load { dst, addr, shape });
            }
            ExprKind::Var(var) => drop(self.emit(Op::Move { dst, src: reg(var) })),
            ExprKind::Load(a) => {
                let addr = self.value(a);
                let shape = Shape::of(ty);
                self.emit(Op::Load { dst, addr, shape });
            }
            ExprKind::Unary(op, a) => self.unary(dst, op, a),
            ExprKind::Binary(op, a, b) => self.binary(dst, op, a, b),
            ExprKind::PtrAdd {
                base, index, scale, ..
            } => self.ptr_add(dst, base, index, scale),
            ExprKind::And(..) | ExprKind::Or(..) => self.connective(dst, expr),
            ExprKind::Select(c, a, b) => {
                let otherwise = self.jump_when(c, false, Dest::Open);
                self.value_into(a, dst);
                let end = self.emit(Op::Jump { to: 0 });
                self.close(otherwise);
                self.value_into(b, dst);
                self.close(vec![end]);
            }
            ExprKind::Cast(a) => self.cast(dst, a, ty),
        }
    }

    fn constant(&mut self, dst: Reg, ty: Ty, value: i128) {
        let bits = super::code::from_value(ty, Value::Int(ops::normalise(ty, value)));
        if is_narrow(ty) {
            let value = bits as u64;
            self.emit(Op::Const { dst, value });
        } else {
            let index = self.code.wide.len() as u32;
            self.code.wide.push(bits);
            self.emit(Op::WideConst { dst, index });
        }
    }

    fn connective(&mut self, dst: Reg, expr: ExprId) {
        let otherwise = self.jump_when(expr, false, Dest::Open);
        self.emit(Op::Const { dst, value: 1 });
        let end = self.emit(Op::Jump { to: 0 });
        self.close(otherwise);
        self.emit(Op::Const { dst, value: 0 });
        self.close(vec![end]);
    }

    fn general(&mut self, dst: Reg, a: Reg, b: Reg, what: General) {
        let index = self.code.general.len() as u32;
        self.code.general.push(what);
        self.emit(Op::General { dst, a, b, index });
    }

    fn unary(&mut self, dst: Reg, op: UnOp, a: ExprId) {
        let ty = self.ty(a);
        let a = self.value(a);
        if !is_narrow(ty) {
            return self.general(dst, a, a, General::Unary(op, ty));
        }
        let norm = Norm::of(ty);
        self.emit(match op {
            UnOp::Neg => Op::Neg { dst, a, norm },
            UnOp::BitNot => Op::BitNot { dst, a, norm },
            UnOp::Not => Op::IsZero { dst, a },
        });
    }

    fn binary(&mut self, dst: Reg, op: BinOp, a: ExprId, b: ExprId) {
        let (ty, amount) = (self.ty(a), self.ty(b));
        let (a, b) = (self.value(a), self.value(b));
        if !is_narrow(ty) || !is_narrow(amount) {
            return self.general(dst, a, b, General::Binary(op, ty, amount));
        }
        let (norm, signed) = (Norm::of(ty), ty.is_signed());
        self.emit(match op {
            BinOp::Add => Op::Add { dst, a, b, norm },
            BinOp::Sub => Op::Sub { dst, a, b, norm },
            BinOp::Mul => Op::Mul { dst, a, b, norm },
            BinOp::Div if signed => Op::DivS { dst, a, b, norm },
            BinOp::Div => Op::DivU { dst, a, b },
            BinOp::Rem if signed => Op::RemS { dst, a, b },
            BinOp::Rem => Op::RemU { dst, a, b },
            BinOp::BitAnd => Op::And { dst, a, b },
            BinOp::BitOr => Op::Or { dst, a, b },
            BinOp::BitXor => Op::Xor { dst, a, b },
            BinOp::Shl => Op::Shl { dst, a, b, norm },
            BinOp::Shr => Op::Shr { dst, a, b, norm },
            BinOp::Eq => Op::Eq { dst, a, b },
            BinOp::Ne => Op::Ne { dst, a, b },
            BinOp::Lt if signed => Op::LtS { dst, a, b },
            BinOp::Lt => Op::LtU { dst, a, b },
            BinOp::Le if signed => Op::LeS { dst, a, b },
            BinOp::Le => Op::LeU { dst, a, b },
            BinOp::Gt if signed => Op::LtS { dst, a: b, b: a },
            BinOp::Gt => Op::LtU { dst, a: b, b: a },
            BinOp::Ge if signed => Op::LeS { dst, a: b, b: a },
            BinOp::Ge => Op::LeU { dst, a: b, b: a },
        });
    }

    fn ptr_add(&mut self, dst: Reg, base: ExprId, index: ExprId, scale: u64) {
        let (base, mut index) = (self.value(base), self.value(index));
        let small = match u32::try_from(scale) {
            Ok(scale) => scale,
            Err(_) => {
                let (factor, product, norm) = (self.temp(), self.temp(), Norm::of(Ty::U64));
                self.emit(Op::Const {
                    dst: factor,
                    value: scale,
                });
                self.emit(Op::Mul {
                    dst: product,
                    a: index,
                    b: factor,
                    norm,
                });
                index = product;
                1
            }
        };
        self.emit(Op::PtrAdd {
            dst,
            base,
            index,
            scale: small,
        });
    }

    fn cast(&mut self, dst: Reg, a: ExprId, to: Ty) {
        let from = self.ty(a);
        if is_same_bits(from, to) {
            return self.value_into(a, dst);
        }
        let a = self.value(a);
        if is_narrow(to) && !from.is_float() {
            let norm = Norm::of(to);
            self.emit(Op::Norm { dst, a, norm });
        } else {
            self.general(dst, a, a, General::Cast(from, to));
        }
    }
}

/// Types that 64 bits hold as they are: integers but the widest, and pointers.
fn is_narrow(ty: Ty) -> bool {
    !ty.is_float() && ty.bits() <= 64
}

/// Whether every value of one type is held in a register like the same value of the other.
fn is_same_bits(from: Ty, to: Ty) -> bool {
    if from == to {
        return true;
    }
    if !is_narrow(from) || !is_narrow(to) {
        return matches!(
            (from, to),
            (Ty::Int { bits: 128, .. }, Ty::Int { bits: 128, .. })
        );
    }
    to.bits() == 64 || from.bits() < to.bits() && (!from.is_signed() || to.is_signed())
}

fn reg(var: VarId) -> Reg {
    var.index() as Reg
}

fn index(block: BlockId) -> Pc {
    block.index() as Pc
}

/// An `asm` without instructions only keeps the compiler from moving code.
fn is_barrier(reason: &str) -> bool {
    reason.contains("barrier") || reason.contains("empty asm")
}
