//! The interpreter: runs whole programs of the IR.
//!
//! Comes in: one unit, or several linked by the names of their external symbols. Goes out: what
//! the program wrote, its exit status, and why it stopped if it did something undefined or
//! something that is not modelled. It is how we know that lowering is right, and it evaluates
//! labels on real executions. It knows nothing of C's grammar, of labels or of SMT.
//!
//! Functions are compiled to register code when first called ([`compile`], [`code`]); the hot loop
//! ([`exec`]) runs it on [`memory`]; the machine here keeps the frames, so deep recursion of the
//! program costs no stack of ours; [`libc`] is the library. Uninitialised memory reads as zero.

mod code;
mod compile;
mod embed;
mod exec;
mod expr_size;
mod frame;
mod libc;
mod link;
mod memory;
#[cfg(test)]
mod tests;
mod wide_float;

pub use embed::{Argument, Cause, Ended, is_in_library};

use super::{ExprId, Function, PointId, Ret, Unit, Value};
use crate::base::Span;
use code::{Code, Event, from_value, to_value};
use frame::Frame;
use libc::{ArgValue, Host};
use link::{Program, SymbolKind};
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

/// Watches an execution. Points cost nothing unless `ACTIVE`.
pub trait Observer {
    const ACTIVE: bool = true;

    /// Control is at the point. `eval` gives the value that an expression of the function has
    /// there, or `None` if evaluating it would fault.
    fn at_point(
        &mut self,
        function: &Function,
        point: PointId,
        eval: &mut dyn FnMut(ExprId) -> Option<Value>,
    );

    /// A function is entered with these arguments, as its parameters have them; `None` for aggregates. An error stops
    /// the execution.
    fn enters(&mut self, _function: &Function, _args: &[Option<Value>]) -> Result<(), String> {
        Ok(())
    }

    /// A function gives back a scalar.
    fn returns(&mut self, _function: &Function, _value: Value) -> Result<(), String> {
        Ok(())
    }
}

/// Watches nothing.
pub struct Unobserved;

impl Observer for Unobserved {
    const ACTIVE: bool = false;

    fn at_point(&mut self, _: &Function, _: PointId, _: &mut dyn FnMut(ExprId) -> Option<Value>) {}
}

/// When an execution is given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Operations.
    pub steps: u64,
    /// Nested calls.
    pub depth: usize,
    /// Bytes of live objects.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            steps: u64::MAX,
            depth: 100_000,
            memory: 1 << 30,
        }
    }
}

/// Why an execution has no result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trap {
    pub reason: String,
    /// The function that was running, and the place in its unit.
    pub function: Option<String>,
    pub span: Option<Span>,
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)?;
        if let Some(function) = &self.function {
            write!(f, " in {function}")?;
        }
        if let Some(span) = self.span {
            write!(f, " at {}..{}", span.start, span.end)?;
        }
        Ok(())
    }
}

/// What a program did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Execution {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// As the shell sees it; 134 after `abort`. Without meaning after a trap.
    pub status: i32,
    pub trap: Option<Trap>,
    /// Operations executed.
    pub steps: u64,
}

/// Why code stopped, where it is not known yet which code.
#[derive(Debug)]
pub(in crate::ir) enum Fault {
    Exit(i32),
    Trap(Box<str>),
}

impl Fault {
    #[cold]
    fn trap(reason: impl Into<Box<str>>) -> Fault {
        Fault::Trap(reason.into())
    }
}

/// A fault with its place.
enum Stop {
    Exit(i32),
    Trap(Trap),
}

/// A program ready to run.
pub struct Machine<'u, O = Unobserved> {
    program: Program<'u>,
    /// By symbol; compiled when first called.
    code: Vec<Option<Rc<Code>>>,
    host: Host,
    frames: Vec<Frame>,
    /// Register files for the next frames.
    pool: Vec<Vec<u128>>,
    limits: Limits,
    steps: u64,
    nested: u32,
    observer: O,
    /// Code of single expressions, by symbol.
    snippets: HashMap<(u32, ExprId), Rc<Code>>,
    /// What kept the globals from being laid out.
    broken: Option<Fault>,
}

impl<'u> Machine<'u> {
    pub fn new(unit: &'u Unit) -> Self {
        Machine::linked(&[unit])
    }

    /// A program of several units.
    pub fn linked(units: &[&'u Unit]) -> Self {
        Machine::observed(units, Unobserved)
    }
}

impl<'u, O: Observer> Machine<'u, O> {
    pub fn observed(units: &[&'u Unit], observer: O) -> Self {
        let limits = Limits::default();
        let program = Program::link(units);
        let mut host = Host::new(limits.memory);
        let broken = program.lay_out(&mut host).err();
        Machine {
            code: vec![None; program.symbols.len()],
            program,
            host,
            frames: Vec::new(),
            pool: Vec::new(),
            steps: limits.steps,
            limits,
            nested: 0,
            observer,
            snippets: HashMap::new(),
            broken,
        }
    }

    pub fn limits(mut self, limits: Limits) -> Self {
        self.steps = limits.steps;
        self.host.memory.set_limit(limits.memory);
        self.limits = limits;
        self
    }

    /// What the program will read from its standard input.
    pub fn stdin(mut self, bytes: Vec<u8>) -> Self {
        self.host.set_stdin(bytes);
        self
    }

    pub fn into_observer(self) -> O {
        self.observer
    }

    /// Runs `main`; `args` are `argv`, with the program's name first.
    pub fn run(&mut self, args: &[&str]) -> Execution {
        let before = self.steps;
        let result = self.start(args);
        let (status, trap) = match result {
            Ok(status) => (status & 0xff, None),
            Err(Stop::Exit(status)) => (status & 0xff, None),
            Err(Stop::Trap(trap)) => (0, Some(trap)),
        };
        self.unwind();
        Execution {
            stdout: std::mem::take(&mut self.host.stdout),
            stderr: std::mem::take(&mut self.host.stderr),
            status,
            trap,
            steps: before - self.steps,
        }
    }

    fn start(&mut self, args: &[&str]) -> Result<i32, Stop> {
        let main = self
            .program
            .find("main")
            .ok_or_else(|| no_place("no function `main`"))?;
        let mut arguments = vec![ArgValue::int(args.len() as u64)];
        let argv = self.host.string_array(args).map_err(unplaced)?;
        arguments.push(ArgValue::ptr(argv));
        arguments.push(ArgValue::ptr(argv + 8 * args.len() as u64));
        let params = self
            .program
            .function(main)
            .map_or(0, |(_, function)| function.params.len());
        arguments.truncate(params);
        let bits = self.invoke(main, &arguments)?;
        Ok(bits as u32 as i32)
    }

    /// Calls one function with scalar arguments and gives its scalar result. Globals keep what
    /// earlier calls left in them.
    pub fn call(&mut self, function: &str, args: &[Value]) -> Result<Option<Value>, Trap> {
        let result = self.call_symbol(function, args);
        self.unwind();
        match result {
            Ok(value) => Ok(value),
            Err(Stop::Trap(trap)) => Err(trap),
            Err(Stop::Exit(status)) => Err(Trap {
                reason: format!("exit with status {status}"),
                function: None,
                span: None,
            }),
        }
    }

    fn call_symbol(&mut self, name: &str, args: &[Value]) -> Result<Option<Value>, Stop> {
        let symbol = self.program.find(name);
        let found = symbol.and_then(|symbol| Some((symbol, self.program.function(symbol)?.1)));
        let (symbol, function) = found.ok_or_else(|| no_place("no such function"))?;
        let mut arguments = Vec::new();
        for (&param, &value) in function.params.iter().zip(args) {
            let ty = function.vars[param]
                .ty
                .ok_or_else(|| no_place("an aggregate parameter"))?;
            arguments.push(ArgValue {
                bits: from_value(ty, value),
                ty,
                by_copy: None,
            });
        }
        if arguments.len() < function.params.len() {
            return Err(no_place("too few arguments"));
        }
        let ret = function.ret;
        let bits = self.invoke(symbol, &arguments)?;
        Ok(match ret {
            Ret::Scalar(ty) => Some(to_value(ty, bits)),
            Ret::Void | Ret::Aggregate { .. } => None,
        })
    }

    fn invoke(&mut self, symbol: u32, args: &[ArgValue]) -> Result<u128, Stop> {
        if let Some(Fault::Trap(reason)) = &self.broken {
            return Err(no_place(reason));
        }
        let frame = self.enter(symbol, args).map_err(unplaced)?;
        self.run_frame(frame)
    }

    /// Runs a frame until it returns. Calls become frames, not calls of ours.
    fn run_frame(&mut self, first: Frame) -> Result<u128, Stop> {
        let base = self.frames.len();
        let mut frame = first;
        loop {
            let memory = &mut self.host.memory;
            let Frame { code, regs, pc, .. } = &mut frame;
            let event = exec::execute(code, memory, regs, pc, &mut self.steps);
            let result = match event {
                Ok(Event::Call { site }) => self.call_site(&mut frame, site).map(|callee| {
                    if let Some(callee) = callee {
                        let caller = std::mem::replace(&mut frame, callee);
                        self.frames.push(caller);
                    }
                }),
                Ok(Event::Return { value }) => {
                    let told = self.tell_return(&frame, value);
                    if self.frames.len() == base && told.is_ok() {
                        let bits = value.map_or(0, |reg| frame.regs[reg as usize]);
                        self.leave(frame);
                        return Ok(bits);
                    }
                    told.and_then(|()| self.return_to_caller(&mut frame, value))
                }
                Ok(Event::Alloca { dst, size }) => self.alloca(&mut frame, dst, size),
                Ok(Event::Point(point)) => {
                    self.observe(&mut frame, point);
                    Ok(())
                }
                Ok(Event::Trap(index)) => {
                    Err(Fault::trap(frame.code.messages[index as usize].as_str()))
                }
                Ok(Event::Yield(_)) => Err(Fault::trap("the code of an expression was called")),
                Err(fault) => Err(fault),
            };
            if let Err(fault) = result {
                let stop = self.placed(fault, &frame);
                // Its objects die with the others.
                self.frames.push(frame);
                return Err(stop);
            }
        }
    }

    fn tell_return(&mut self, frame: &Frame, value: Option<code::Reg>) -> Result<(), Fault> {
        let function = self.program.function(frame.symbol);
        match (function, value) {
            (Some((_, function)), Some(reg)) if O::ACTIVE => match function.ret {
                Ret::Scalar(ty) => {
                    let value = to_value(ty, frame.regs[reg as usize]);
                    self.observer.returns(function, value).map_err(Fault::trap)
                }
                Ret::Void | Ret::Aggregate { .. } => Ok(()),
            },
            _ => Ok(()),
        }
    }

    fn observe(&mut self, frame: &mut Frame, point: PointId) {
        let symbol = frame.symbol;
        let Some((unit, function)) = self.program.function(symbol) else {
            return;
        };
        let (program, snippets) = (&self.program, &mut self.snippets);
        let (memory, regs) = (&mut self.host.memory, &mut frame.regs);
        self.observer.at_point(function, point, &mut |expr| {
            let code = snippets.entry((symbol, expr)).or_insert_with(|| {
                Rc::new(compile::compile_expr(
                    function,
                    &program.globals(unit),
                    expr,
                ))
            });
            if regs.len() < code.registers as usize {
                regs.resize(code.registers as usize, 0);
            }
            let mut steps = u64::MAX;
            match exec::execute(code, memory, regs, &mut 0, &mut steps) {
                Ok(Event::Yield(reg)) => {
                    Some(to_value(function.exprs[expr].ty, regs[reg as usize]))
                }
                _ => None,
            }
        });
    }

    fn placed(&self, fault: Fault, frame: &Frame) -> Stop {
        match fault {
            Fault::Exit(status) => Stop::Exit(status),
            Fault::Trap(reason) => Stop::Trap(Trap {
                reason: reason.into(),
                function: Some(self.program.symbols[frame.symbol as usize].name.clone()),
                span: frame.code.span_at(frame.pc.saturating_sub(1)),
            }),
        }
    }

    /// Forgets the frames of an execution that did not return.
    fn unwind(&mut self) {
        while let Some(frame) = self.frames.pop() {
            self.leave(frame);
        }
        self.nested = 0;
    }
}

fn no_place(reason: &str) -> Stop {
    Stop::Trap(Trap {
        reason: reason.into(),
        function: None,
        span: None,
    })
}

fn unplaced(fault: Fault) -> Stop {
    match fault {
        Fault::Exit(status) => Stop::Exit(status),
        Fault::Trap(reason) => no_place(&reason),
    }
}
