//! Memory allocation, exits, random numbers and the like.

use super::number;
use super::{ArgValue, Host, Plain, give, int, ptr};
use crate::ir::interp::Fault;

pub(super) fn find(name: &str) -> Option<Plain> {
    Some(match name {
        "exit" | "_exit" | "_Exit" | "quick_exit" => |_, a| Err(Fault::Exit(int(a, 0)? as i32)),
        // As a shell sees a process that SIGABRT ends.
        "abort" => |_, _| Err(Fault::Exit(134)),
        "__assert_fail" => assert_fail,
        "malloc" => |h, a| h.malloc(ptr(a, 0)?),
        "calloc" => |h, a| h.malloc(ptr(a, 0)?.saturating_mul(ptr(a, 1)?)),
        "realloc" => realloc,
        "free" => |h, a| h.release(ptr(a, 0)?),
        "abs" => |_, a| give((int(a, 0)? as i32).wrapping_abs().into()),
        "labs" | "llabs" | "imaxabs" => |_, a| give(int(a, 0)?.wrapping_abs()),
        "rand" | "random" => |h, _| give(h.random.next()),
        "srand" | "srandom" => |h, a| {
            h.random = Random::new(int(a, 0)? as u32);
            give(0)
        },
        "getenv" => |_, _| give(0),
        "__errno_location" => |h, _| Ok(h.errno.into()),
        other => return number::find(other),
    })
}

fn assert_fail(host: &mut Host, args: &[ArgValue]) -> Result<u128, Fault> {
    let text = |i: usize| -> Result<String, Fault> {
        Ok(String::from_utf8_lossy(host.string(ptr(args, i)?)?).into_owned())
    };
    let (condition, file, function) = (text(0)?, text(1)?, text(3)?);
    let line = int(args, 2)?;
    let message = format!("{file}:{line}: {function}: Assertion `{condition}' failed.\n");
    host.stderr.extend_from_slice(message.as_bytes());
    Err(Fault::Exit(134))
}

fn realloc(host: &mut Host, args: &[ArgValue]) -> Result<u128, Fault> {
    let (old, size) = (ptr(args, 0)?, ptr(args, 1)?);
    let moved = host.malloc(size)?;
    if old != 0 && moved != 0 {
        let kept = host.memory.heap_size(old)?.min(size);
        host.memory.copy(moved as u64, old, kept)?;
        host.memory.release(old);
    }
    Ok(moved)
}

impl Host {
    pub(in crate::ir::interp) fn malloc(&mut self, size: u64) -> Result<u128, Fault> {
        if self.failing > 0 {
            self.failing -= 1;
            if self.failing == 0 {
                return give(0);
            }
        }
        // No object is larger than pointers can be apart: C libraries refuse it.
        if i64::try_from(size).is_err() {
            return give(0);
        }
        let address = self.memory.allocate(size)?;
        self.memory.mark_heap(address);
        Ok(address.into())
    }

    fn release(&mut self, address: u64) -> Result<u128, Fault> {
        if address != 0 {
            self.memory.heap_size(address)?;
            self.memory.release(address);
        }
        give(0)
    }
}

/// The additive generator of glibc's `random`: `r[i] = r[i-3] + r[i-31]`.
pub(super) struct Random {
    state: [u32; 31],
    at: usize,
}

impl Random {
    pub fn new(seed: u32) -> Random {
        let mut state = [0; 31];
        let mut word = i64::from(if seed == 0 { 1 } else { seed } as i32);
        for place in &mut state {
            *place = word as u32;
            // 16807 * word mod 2^31-1, the result made non-negative.
            word = (16807 * word) % 2_147_483_647;
            if word < 0 {
                word += 2_147_483_647;
            }
        }
        // The first three words are used again as they are, before the sums begin.
        let mut random = Random { state, at: 3 };
        for _ in 0..310 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> i64 {
        let before = (self.at + 28) % 31;
        let word = self.state[self.at].wrapping_add(self.state[before]);
        self.state[self.at] = word;
        self.at = (self.at + 1) % 31;
        i64::from(word >> 1)
    }
}
