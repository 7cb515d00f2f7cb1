//! The part of the C library that programs under the interpreter may use.
//!
//! Comes in: a function's name and its arguments. Goes out: what it does to memory and to the
//! output. A function that is not here stops the program. Nothing here knows frames or code.

mod atomic;
mod builtin;
mod ctype;
mod math;
mod number;
mod printf;
mod sort;
mod stdio;
mod stdlib;
mod string;

use super::Fault;
use super::code::Shape;
use super::memory::Memory;
use crate::ir::Ty;

/// An argument as its register holds it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArgValue {
    pub bits: u128,
    pub ty: Ty,
    /// The size of an aggregate, whose address this is.
    pub by_copy: Option<u64>,
}

impl ArgValue {
    pub fn int(value: u64) -> ArgValue {
        ArgValue {
            bits: value.into(),
            ty: Ty::INT,
            by_copy: None,
        }
    }

    pub fn ptr(address: u64) -> ArgValue {
        ArgValue {
            bits: address.into(),
            ty: Ty::Ptr,
            by_copy: None,
        }
    }
}

/// A library function that needs nothing but its arguments. An integer result may be wider than
/// the declared type: the caller cuts it.
pub(super) type Plain = fn(&mut Host, &[ArgValue]) -> Result<u128, Fault>;

#[derive(Clone, Copy, Debug)]
pub(super) enum Routine {
    Plain(Plain),
    /// Needs the arguments of the running function.
    VaStart,
    /// `qsort` and `bsearch` call back.
    Sort,
    Search,
}

/// The routine of this name; `__builtin_memcpy` is `memcpy`.
pub(super) fn find(name: &str) -> Option<Routine> {
    match name {
        "__builtin_va_start" | "__builtin_c23_va_start" => return Some(Routine::VaStart),
        "qsort" => return Some(Routine::Sort),
        "bsearch" => return Some(Routine::Search),
        _ => {}
    }
    let plain = |name: &str| {
        stdio::find(name)
            .or_else(|| stdlib::find(name))
            .or_else(|| string::find(name))
            .or_else(|| ctype::find(name))
            .or_else(|| math::find(name))
            .or_else(|| builtin::find(name))
            .or_else(|| atomic::find(name))
    };
    let found = plain(name).or_else(|| plain(name.strip_prefix("__builtin_")?));
    found.map(Routine::Plain)
}

/// The size of an object that the library defines; 0 if it does not.
pub(super) fn object_size(name: &str) -> u64 {
    match name {
        "stdin" | "stdout" | "stderr" | "environ" | "__environ" => 8,
        _ => 0,
    }
}

/// What library functions work on.
pub(super) struct Host {
    pub memory: Memory,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// The allocation that fails, counted from here on; 0 for none.
    pub failing: u64,
    stdin: stdio::Input,
    /// The addresses that `stdin`, `stdout` and `stderr` hold.
    streams: [u64; 3],
    errno: u64,
    random: stdlib::Random,
    ctype: Option<ctype::Tables>,
}

impl Host {
    pub fn new(memory_limit: u64) -> Host {
        Host {
            memory: Memory::new(memory_limit),
            stdout: Vec::new(),
            stderr: Vec::new(),
            failing: 0,
            stdin: stdio::Input::default(),
            streams: [0; 3],
            errno: 0,
            random: stdlib::Random::new(1),
            ctype: None,
        }
    }

    /// Makes the objects that every program has.
    pub fn start(&mut self) -> Result<(), Fault> {
        for i in 0..3 {
            self.streams[i] = self.memory.allocate(216)?;
        }
        self.errno = self.memory.allocate(4)?;
        Ok(())
    }

    pub fn set_stdin(&mut self, bytes: Vec<u8>) {
        self.stdin = stdio::Input::new(bytes);
    }

    /// The content of an object that the library defines.
    pub fn fill_object(&mut self, name: &str, place: u64) -> Result<(), Fault> {
        match self.stream(name) {
            Some(stream) => self.memory.store(place, Shape::Word, stream.into()),
            None => Ok(()),
        }
    }

    /// The address of the stream that an object of the library leads to.
    pub fn stream(&self, name: &str) -> Option<u64> {
        let names = ["stdin", "stdout", "stderr"];
        let which = names.iter().position(|own| *own == name)?;
        Some(self.streams[which])
    }

    /// An array of strings that ends with a null pointer, as `argv`.
    pub fn string_array(&mut self, strings: &[&str]) -> Result<u64, Fault> {
        let array = self.memory.allocate(8 * (strings.len() as u64 + 1))?;
        for (i, string) in strings.iter().enumerate() {
            let place = self.memory.allocate(string.len() as u64 + 1)?;
            self.memory.write(place, string.as_bytes())?;
            self.memory
                .store(array + 8 * i as u64, Shape::Word, place.into())?;
        }
        Ok(array)
    }

    /// The bytes of a C string, without the zero.
    fn string(&self, address: u64) -> Result<&[u8], Fault> {
        let rest = self.memory.rest(address)?;
        match rest.iter().position(|&byte| byte == 0) {
            Some(end) => Ok(&rest[..end]),
            None => Err(Fault::trap("a string without an end")),
        }
    }
}

fn arg(args: &[ArgValue], i: usize) -> Result<&ArgValue, Fault> {
    args.get(i)
        .ok_or_else(|| Fault::trap("library call with too few arguments"))
}

pub(super) fn ptr(args: &[ArgValue], i: usize) -> Result<u64, Fault> {
    Ok(arg(args, i)?.bits as u64)
}

fn int(args: &[ArgValue], i: usize) -> Result<i64, Fault> {
    Ok(arg(args, i)?.bits as u64 as i64)
}

fn float(args: &[ArgValue], i: usize) -> Result<f64, Fault> {
    Ok(f64::from_bits(arg(args, i)?.bits as u64))
}

/// An integer result.
fn give(value: i64) -> Result<u128, Fault> {
    Ok(u128::from(value as u64))
}
