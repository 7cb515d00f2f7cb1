//! From a function to the code that runs it.
//!
//! Comes in: a verified function and the machine's numbers for its globals. Goes out: [`Code`].
//! It changes how the function is written down, never what it means; it knows nothing of memory
//! or the library.

mod expr;

use super::code::{
    ArgSite, CallResult, CallSite, Code, Event, JumpTable, Op, Param, Pc, Reg, Shape, Slot, Target,
};
use super::expr_size::ExprSizes;
use crate::base::{Id, Span};
use crate::ir::{Arg, BlockId, Callee, ExprId, Function, GlobalId, InstKind, TermKind, VarId};
use expr::Dest;

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
        self.code.tables.push(JumpTable {
            ty,
            ranges,
            default,
        });
        self.emit(Op::Switch { value, table });
    }
}

fn reg(var: VarId) -> Reg {
    var.index() as Reg
}

fn index(block: BlockId) -> Pc {
    block.index() as Pc
}

/// An `asm` without instructions only keeps the compiler from moving code.
fn is_barrier(reason: &str) -> bool {
    let template = reason.strip_prefix("asm ");
    template.is_some_and(|text| text.chars().all(|c| c == '"' || c.is_whitespace()))
}
