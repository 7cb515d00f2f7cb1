//! Frames: how functions are entered and left, and how arguments and results travel.
//!
//! Comes in: a call site of a running frame. Goes out: the callee's frame, or a library
//! function's result in place. Nothing here knows what the library functions do.

use super::code::{ArgSite, CallResult, Code, Pc, Reg, Shape, Target, to_type, to_value};
use super::libc::{ArgValue, Routine};
use super::{Fault, Machine, Observer, Stop, SymbolKind, compile};
use std::rc::Rc;

/// `qsort` inside the comparison of a `qsort`, and so on: these do nest on our stack.
const MAX_NESTED: u32 = 50;

pub(super) struct Frame {
    pub symbol: u32,
    pub code: Rc<Code>,
    pub regs: Vec<u128>,
    pub pc: Pc,
    /// Where the result of the call in progress goes.
    result: CallResult,
    /// The arguments after the named ones.
    variadic: Vec<u128>,
    /// Objects that die with the frame, besides those of variables.
    extra: Vec<u64>,
}

impl<O: Observer> Machine<'_, O> {
    fn code_of(&mut self, symbol: u32) -> Result<Rc<Code>, Fault> {
        if let Some(code) = &self.code[symbol as usize] {
            return Ok(Rc::clone(code));
        }
        let Some((unit, function)) = self.program.function(symbol) else {
            let name = &self.program.symbols[symbol as usize].name;
            return Err(Fault::trap(format!(
                "not modelled: the external function {name}"
            )));
        };
        let code = Rc::new(compile::compile(
            function,
            &self.program.globals(unit),
            O::ACTIVE,
        ));
        self.code[symbol as usize] = Some(Rc::clone(&code));
        Ok(code)
    }

    /// The frame of a call, with its variables' objects and its arguments.
    pub(super) fn enter(&mut self, symbol: u32, args: &[ArgValue]) -> Result<Frame, Fault> {
        if self.frames.len() >= self.limits.depth {
            return Err(Fault::trap("call depth limit"));
        }
        let code = self.code_of(symbol)?;
        let mut regs = self.pool.pop().unwrap_or_default();
        regs.resize((code.registers as usize).max(regs.len()), 0);
        regs[..code.vars as usize].fill(0);
        for slot in &code.slots {
            regs[slot.reg as usize] = self.host.memory.allocate(slot.size)?.into();
        }
        if args.len() < code.params.len() {
            return Err(Fault::trap("call with too few arguments"));
        }
        for (param, arg) in code.params.iter().zip(args) {
            let address = regs[param.reg as usize] as u64;
            match (param.ty, arg.by_copy) {
                (None, Some(size)) => {
                    let size = size.min(param.size);
                    self.host.memory.copy(address, arg.bits as u64, size)?;
                }
                (Some(ty), None) if param.in_memory => {
                    let bits = to_type(ty, arg.bits);
                    self.host.memory.store(address, Shape::of(ty), bits)?;
                }
                (Some(ty), None) => regs[param.reg as usize] = to_type(ty, arg.bits),
                _ => return Err(Fault::trap("call with an argument of another kind")),
            }
        }
        if O::ACTIVE
            && let Some((_, function)) = self.program.function(symbol)
        {
            let values = code.params.iter().zip(args).map(|(param, arg)| {
                let ty = param.ty?;
                Some(to_value(ty, to_type(ty, arg.bits)))
            });
            let values: Vec<_> = values.collect();
            let told = self.observer.enters(function, &values);
            told.map_err(Fault::trap)?;
        }
        let mut frame = Frame {
            symbol,
            code,
            regs,
            pc: 0,
            result: CallResult::Dropped,
            variadic: Vec::new(),
            extra: Vec::new(),
        };
        if frame.code.variadic {
            self.keep_variadic(&mut frame, args)?;
        }
        Ok(frame)
    }

    fn keep_variadic(&mut self, frame: &mut Frame, args: &[ArgValue]) -> Result<(), Fault> {
        for arg in &args[frame.code.params.len()..] {
            let mut bits = arg.bits;
            if let Some(size) = arg.by_copy {
                let copy = self.host.memory.allocate(size)?;
                frame.extra.push(copy);
                self.host.memory.copy(copy, arg.bits as u64, size)?;
                bits = copy.into();
            }
            frame.variadic.push(bits);
        }
        Ok(())
    }

    /// Ends a frame and the objects that lived in it.
    pub(super) fn leave(&mut self, frame: Frame) {
        for slot in &frame.code.slots {
            self.host
                .memory
                .release(frame.regs[slot.reg as usize] as u64);
        }
        for address in frame.extra {
            self.host.memory.release(address);
        }
        self.pool.push(frame.regs);
    }

    pub(super) fn return_to_caller(
        &mut self,
        frame: &mut Frame,
        value: Option<Reg>,
    ) -> Result<(), Fault> {
        let Some(mut caller) = self.frames.pop() else {
            return Err(Fault::trap("return without a caller"));
        };
        // Before the callee's objects die: an aggregate may be one of them.
        let result = match value {
            Some(reg) => self.give(&mut caller, frame.regs[reg as usize]),
            None => Ok(()),
        };
        let callee = std::mem::replace(frame, caller);
        self.leave(callee);
        result
    }

    /// Hands a result to the frame that made the call.
    fn give(&mut self, frame: &mut Frame, bits: u128) -> Result<(), Fault> {
        match frame.result {
            CallResult::Dropped => Ok(()),
            CallResult::Register(reg, ty) => {
                frame.regs[reg as usize] = to_type(ty, bits);
                Ok(())
            }
            CallResult::Memory(reg, ty) => {
                let address = frame.regs[reg as usize] as u64;
                self.host
                    .memory
                    .store(address, Shape::of(ty), to_type(ty, bits))
            }
            CallResult::Aggregate(reg, size) => {
                let address = frame.regs[reg as usize] as u64;
                self.host.memory.copy(address, bits as u64, size)
            }
        }
    }

    /// Makes a call: the frame of a function of the program, or nothing more to do.
    pub(super) fn call_site(
        &mut self,
        frame: &mut Frame,
        site: u32,
    ) -> Result<Option<Frame>, Fault> {
        let code = Rc::clone(&frame.code);
        let site = &code.sites[site as usize];
        frame.result = site.result;
        let args = self.arguments(frame, &site.args);
        let symbol = match &site.target {
            Target::Symbol(symbol) => *symbol,
            Target::Indirect(reg) => self.program.symbol_at(frame.regs[*reg as usize] as u64)?,
            Target::Routine(routine) => {
                self.routine(frame, *routine, &args)?;
                return Ok(None);
            }
            Target::Unknown(name) => {
                return Err(Fault::trap(format!("not modelled: the builtin {name}")));
            }
        };
        match self.program.symbols[symbol as usize].kind {
            SymbolKind::Routine(routine) => {
                self.routine(frame, routine, &args)?;
                Ok(None)
            }
            _ => self.enter(symbol, &args).map(Some),
        }
    }

    fn arguments(&self, frame: &Frame, sites: &[ArgSite]) -> Vec<ArgValue> {
        let value = |site: &ArgSite| ArgValue {
            bits: frame.regs[site.reg as usize],
            ty: site.ty,
            by_copy: site.by_copy,
        };
        sites.iter().map(value).collect()
    }

    fn routine(
        &mut self,
        frame: &mut Frame,
        routine: Routine,
        args: &[ArgValue],
    ) -> Result<(), Fault> {
        let bits = match routine {
            Routine::Plain(function) => function(&mut self.host, args)?,
            Routine::VaStart => self.va_start(frame, args)?,
            Routine::Sort => self.sort(args)?,
            Routine::Search => self.search(args)?,
        };
        self.give(frame, bits)
    }

    /// The list points to an object with 16 bytes per argument, and counts the bytes taken.
    fn va_start(&mut self, frame: &mut Frame, args: &[ArgValue]) -> Result<u128, Fault> {
        let list = super::libc::ptr(args, 0)?;
        let memory = &mut self.host.memory;
        let object = memory.allocate(16 * frame.variadic.len() as u64)?;
        frame.extra.push(object);
        for (i, bits) in frame.variadic.iter().enumerate() {
            memory.store(object + 16 * i as u64, Shape::Wide, *bits)?;
        }
        memory.store(list, Shape::Word, object.into())?;
        memory.store(list + 8, Shape::Word, 0)?;
        Ok(0)
    }

    pub(super) fn alloca(&mut self, frame: &mut Frame, dst: Reg, size: Reg) -> Result<(), Fault> {
        let object = self
            .host
            .memory
            .allocate(frame.regs[size as usize] as u64)?;
        frame.extra.push(object);
        frame.regs[dst as usize] = object.into();
        Ok(())
    }

    /// Calls a comparison function of the program.
    pub(super) fn compare(&mut self, function: u64, a: u64, b: u64) -> Result<i32, Fault> {
        let symbol = self.program.symbol_at(function)?;
        let args = [ArgValue::ptr(a), ArgValue::ptr(b)];
        if let SymbolKind::Routine(Routine::Plain(routine)) =
            self.program.symbols[symbol as usize].kind
        {
            return routine(&mut self.host, &args).map(|bits| bits as u32 as i32);
        }
        if self.nested >= MAX_NESTED {
            return Err(Fault::trap("not modelled: this much nesting of qsort"));
        }
        self.nested += 1;
        let frame = self.enter(symbol, &args)?;
        let result = self.run_frame(frame);
        self.nested -= 1;
        match result {
            Ok(bits) => Ok(bits as u32 as i32),
            Err(Stop::Exit(status)) => Err(Fault::Exit(status)),
            Err(Stop::Trap(trap)) => Err(Fault::trap(trap.to_string())),
        }
    }
}
