//! Standard streams: what goes to `stdout` and `stderr` is kept, `stdin` is given.

use super::printf::{Source, format};
use super::{ArgValue, Host, Plain, give, int, ptr};
use crate::ir::interp::Fault;

#[derive(Default)]
pub(super) struct Input {
    bytes: Vec<u8>,
    at: usize,
    ended: bool,
}

impl Input {
    pub fn new(bytes: Vec<u8>) -> Input {
        Input {
            bytes,
            at: 0,
            ended: false,
        }
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.at += usize::from(byte.is_some());
        self.ended |= byte.is_none();
        byte
    }
}

pub(super) fn find(name: &str) -> Option<Plain> {
    Some(match name {
        "printf" => |h, a| {
            let text = format(h, ptr(a, 0)?, Source::Args(rest(a, 1)))?;
            h.put_stdout(&text)
        },
        "vprintf" => |h, a| {
            let text = format(h, ptr(a, 0)?, Source::List(ptr(a, 1)?))?;
            h.put_stdout(&text)
        },
        "fprintf" => |h, a| {
            let text = format(h, ptr(a, 1)?, Source::Args(rest(a, 2)))?;
            h.put(ptr(a, 0)?, &text)
        },
        "vfprintf" => |h, a| {
            let text = format(h, ptr(a, 1)?, Source::List(ptr(a, 2)?))?;
            h.put(ptr(a, 0)?, &text)
        },
        "sprintf" => |h, a| {
            let text = format(h, ptr(a, 1)?, Source::Args(rest(a, 2)))?;
            h.put_string(ptr(a, 0)?, u64::MAX, text)
        },
        "vsprintf" => |h, a| {
            let text = format(h, ptr(a, 1)?, Source::List(ptr(a, 2)?))?;
            h.put_string(ptr(a, 0)?, u64::MAX, text)
        },
        "snprintf" => |h, a| {
            let text = format(h, ptr(a, 2)?, Source::Args(rest(a, 3)))?;
            h.put_string(ptr(a, 0)?, ptr(a, 1)?, text)
        },
        "vsnprintf" => |h, a| {
            let text = format(h, ptr(a, 2)?, Source::List(ptr(a, 3)?))?;
            h.put_string(ptr(a, 0)?, ptr(a, 1)?, text)
        },
        "puts" => |h, a| {
            let mut text = h.string(ptr(a, 0)?)?.to_vec();
            text.push(b'\n');
            h.put_stdout(&text)
        },
        "fputs" | "fputs_unlocked" => |h, a| {
            let text = h.string(ptr(a, 0)?)?.to_vec();
            h.put(ptr(a, 1)?, &text)
        },
        "putchar" | "putchar_unlocked" => |h, a| {
            let byte = int(a, 0)? as u8;
            h.put_stdout(&[byte])?;
            give(byte.into())
        },
        "putc" | "fputc" | "putc_unlocked" | "fputc_unlocked" | "_IO_putc" => |h, a| {
            let byte = int(a, 0)? as u8;
            h.put(ptr(a, 1)?, &[byte])?;
            give(byte.into())
        },
        "fwrite" | "fwrite_unlocked" => |h, a| {
            let (size, count) = (ptr(a, 1)?, ptr(a, 2)?);
            let total = size
                .checked_mul(count)
                .ok_or_else(|| Fault::trap("fwrite: too much"))?;
            if total > 0 {
                let text = h.memory.bytes(ptr(a, 0)?, total)?.to_vec();
                h.put(ptr(a, 3)?, &text)?;
            }
            give(if size == 0 { 0 } else { count as i64 })
        },
        "fflush" | "fflush_unlocked" | "setvbuf" | "setbuf" | "setlinebuf" => |_, _| give(0),
        "ferror" | "ferror_unlocked" | "clearerr" => |_, _| give(0),
        "getchar" | "getchar_unlocked" => |h, _| give(h.stdin.next().map_or(-1, i64::from)),
        "getc" | "fgetc" | "getc_unlocked" | "_IO_getc" => |h, a| {
            h.expect_stdin(ptr(a, 0)?)?;
            give(h.stdin.next().map_or(-1, i64::from))
        },
        // Called by `generate/library.c`.
        "tamis_other_stream" => |_, _| Err(Fault::trap("not modelled: input from another stream")),
        // Called by `generate/stub.rs`.
        "tamis_written_by_library" => |_, _| {
            Err(Fault::trap(
                "not modelled: what a function of the library writes",
            ))
        },
        "fgets" => fgets,
        "feof" | "feof_unlocked" => |h, a| {
            h.expect_stdin(ptr(a, 0)?)?;
            give(h.stdin.ended.into())
        },
        _ => return None,
    })
}

fn rest(args: &[ArgValue], from: usize) -> &[ArgValue] {
    args.get(from..).unwrap_or(&[])
}

fn fgets(host: &mut Host, args: &[ArgValue]) -> Result<u128, Fault> {
    let (buffer, size) = (ptr(args, 0)?, int(args, 1)?);
    host.expect_stdin(ptr(args, 2)?)?;
    let mut line = Vec::new();
    while (line.len() as i64) < size - 1 {
        let Some(byte) = host.stdin.next() else { break };
        line.push(byte);
        if byte == b'\n' {
            break;
        }
    }
    if line.is_empty() {
        return give(0);
    }
    line.push(0);
    host.memory.write(buffer, &line)?;
    Ok(buffer.into())
}

impl Host {
    fn put_stdout(&mut self, text: &[u8]) -> Result<u128, Fault> {
        self.stdout.extend_from_slice(text);
        give(text.len() as i64)
    }

    fn put(&mut self, stream: u64, text: &[u8]) -> Result<u128, Fault> {
        if stream == self.streams[1] {
            return self.put_stdout(text);
        }
        if stream != self.streams[2] {
            return Err(Fault::trap("not modelled: output to another stream"));
        }
        self.stderr.extend_from_slice(text);
        give(text.len() as i64)
    }

    fn expect_stdin(&self, stream: u64) -> Result<(), Fault> {
        if stream == self.streams[0] {
            Ok(())
        } else {
            Err(Fault::trap("not modelled: input from another stream"))
        }
    }

    /// Writes at most `room` bytes with the final zero; gives the length of the whole text.
    fn put_string(&mut self, place: u64, room: u64, mut text: Vec<u8>) -> Result<u128, Fault> {
        let length = text.len();
        if room > 0 {
            text.truncate((room - 1).min(length as u64) as usize);
            text.push(0);
            self.memory.write(place, &text)?;
        }
        give(length as i64)
    }
}
