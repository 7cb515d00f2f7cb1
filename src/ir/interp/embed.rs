//! The machine as a part of something larger: objects made from outside, calls with any arguments, runs from the start.
//!
//! Comes in: bytes and addresses. Goes out: how a call ended, and what memory holds then. Nothing here knows why somebody
//! wants a function to run.

use super::libc::ArgValue;
use super::link::SymbolKind;
use super::{Host, Machine, Observer, Stop, Trap, libc, no_place, to_value, unplaced};
use crate::ir::{GlobalId, Ret, Ty, Value};

/// An argument of a call; an aggregate by its address and size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Argument {
    pub bits: u128,
    pub ty: Ty,
    pub by_copy: Option<u64>,
}

/// How a call ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ended {
    /// With this scalar, if it gives one.
    Returned(Option<Value>),
    /// The program ended, with this status; 134 after `abort`.
    Exited(i32),
    Stopped(Trap),
}

/// Why a run has no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The program did something undefined.
    Undefined,
    /// It did something that the interpreter does not know.
    NotModelled,
    /// It took too long, too much memory, or too many calls.
    Limit,
}

/// The reasons of traps that come from a limit.
const LIMITS: [&str; 4] = [
    "step limit",
    "call depth limit",
    "out of memory",
    "too many objects",
];

impl Trap {
    pub fn cause(&self) -> Cause {
        if self.reason.contains("not modelled") {
            Cause::NotModelled
        } else if LIMITS.contains(&&*self.reason) {
            Cause::Limit
        } else {
            Cause::Undefined
        }
    }
}

/// Whether the library has a function or an object of this name.
pub fn is_in_library(name: &str) -> bool {
    libc::find(name).is_some() || libc::object_size(name) > 0
}

impl<O: Observer> Machine<'_, O> {
    pub fn observer(&mut self) -> &mut O {
        &mut self.observer
    }

    /// Memory, files and limits as they were before anything ran. Compiled code stays.
    pub fn restart(&mut self) {
        self.host = Host::new(self.limits.memory);
        self.broken = self.program.lay_out(&mut self.host).err();
        self.steps = self.limits.steps;
    }

    /// A fresh object of zero bytes.
    pub fn object(&mut self, size: u64) -> Result<u64, Trap> {
        self.host.memory.allocate(size).map_err(trap)
    }

    /// The same, as `malloc` makes it: the program may free it.
    pub fn heap_object(&mut self, size: u64) -> Result<u64, Trap> {
        let address = self.host.malloc(size).map_err(trap)?;
        Ok(address as u64)
    }

    /// Lets the allocation fail that comes at this place, counted from 1; none if it is 0.
    pub fn fail_allocation(&mut self, at: u64) {
        self.host.failing = at;
    }

    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Trap> {
        self.host.memory.write(address, bytes).map_err(trap)
    }

    /// What is there; `None` if no object is.
    pub fn bytes(&self, address: u64, size: u64) -> Option<&[u8]> {
        self.host.memory.bytes(address, size).ok()
    }

    /// What the pointer of this name in the C library, as `stdin`, leads to.
    pub fn stream(&self, name: &str) -> u64 {
        self.host.stream(name).unwrap_or(0)
    }

    /// The address of a global of a unit.
    pub fn address(&self, unit: usize, global: GlobalId) -> u64 {
        use super::compile::Globals;
        self.program.globals(unit).address(global)
    }

    /// Calls the function that the unit knows as this symbol.
    pub fn invoke_symbol(&mut self, unit: usize, symbol: GlobalId, args: &[Argument]) -> Ended {
        let result = self.start_call(unit, symbol, args);
        self.unwind();
        match result {
            Ok(value) => Ended::Returned(value),
            Err(Stop::Exit(status)) => Ended::Exited(status),
            Err(Stop::Trap(trap)) => Ended::Stopped(trap),
        }
    }

    fn start_call(
        &mut self,
        unit: usize,
        symbol: GlobalId,
        args: &[Argument],
    ) -> Result<Option<Value>, Stop> {
        use super::compile::Globals;
        let symbol = self.program.globals(unit).symbol(symbol);
        let SymbolKind::Function { .. } = self.program.symbols[symbol as usize].kind else {
            return Err(no_place("no such function"));
        };
        let ret = self.program.function(symbol).map(|(_, f)| f.ret);
        let args = args.iter().map(|arg| ArgValue {
            bits: arg.bits,
            ty: arg.ty,
            by_copy: arg.by_copy,
        });
        let bits = self.invoke(symbol, &args.collect::<Vec<_>>())?;
        Ok(match ret {
            Some(Ret::Scalar(ty)) => Some(to_value(ty, bits)),
            _ => None,
        })
    }
}

fn trap(fault: super::Fault) -> Trap {
    match unplaced(fault) {
        Stop::Trap(trap) => trap,
        Stop::Exit(status) => Trap {
            reason: format!("exit with status {status}"),
            function: None,
            span: None,
        },
    }
}
