//! `string.h`.

use super::{Host, Plain, give, int, ptr};
use crate::ir::interp::Fault;
use crate::ir::interp::code::Shape;
use std::cmp::Ordering;

pub(super) fn find(name: &str) -> Option<Plain> {
    Some(match name {
        "memcpy" | "memmove" => |h, a| {
            h.memory.copy(ptr(a, 0)?, ptr(a, 1)?, ptr(a, 2)?)?;
            Ok(ptr(a, 0)?.into())
        },
        "mempcpy" => |h, a| {
            h.memory.copy(ptr(a, 0)?, ptr(a, 1)?, ptr(a, 2)?)?;
            Ok(ptr(a, 0)?.wrapping_add(ptr(a, 2)?).into())
        },
        "memset" => |h, a| {
            h.memory.fill(ptr(a, 0)?, int(a, 1)? as u8, ptr(a, 2)?)?;
            Ok(ptr(a, 0)?.into())
        },
        "bzero" => |h, a| {
            h.memory.fill(ptr(a, 0)?, 0, ptr(a, 1)?)?;
            give(0)
        },
        "memcmp" | "bcmp" => |h, a| {
            let size = ptr(a, 2)?;
            if size == 0 {
                return give(0);
            }
            let order = h
                .memory
                .bytes(ptr(a, 0)?, size)?
                .cmp(h.memory.bytes(ptr(a, 1)?, size)?);
            sign(order)
        },
        "memchr" => |h, a| {
            let byte = int(a, 1)? as u8;
            let rest = h.memory.rest(ptr(a, 0)?)?;
            let size = ptr(a, 2)?.min(rest.len() as u64) as usize;
            place(ptr(a, 0)?, rest[..size].iter().position(|&b| b == byte))
        },
        "memrchr" => |h, a| {
            let byte = int(a, 1)? as u8;
            let bytes = h.memory.bytes(ptr(a, 0)?, ptr(a, 2)?)?;
            place(ptr(a, 0)?, bytes.iter().rposition(|&b| b == byte))
        },
        "strlen" => |h, a| give(h.string(ptr(a, 0)?)?.len() as i64),
        "strnlen" => |h, a| give(h.bounded(ptr(a, 0)?, ptr(a, 1)?)?.len() as i64),
        "strcpy" => |h, a| {
            copy_string(h, ptr(a, 0)?, ptr(a, 1)?)?;
            Ok(ptr(a, 0)?.into())
        },
        "stpcpy" => |h, a| {
            let length = copy_string(h, ptr(a, 0)?, ptr(a, 1)?)?;
            Ok((ptr(a, 0)? + length).into())
        },
        "strncpy" => |h, a| {
            let (dst, size) = (ptr(a, 0)?, ptr(a, 2)?);
            let text = h.bounded(ptr(a, 1)?, size)?.to_vec();
            h.memory.fill(dst, 0, size)?;
            h.memory.write(dst, &text)?;
            Ok(dst.into())
        },
        "strcat" => |h, a| {
            let end = ptr(a, 0)? + h.string(ptr(a, 0)?)?.len() as u64;
            copy_string(h, end, ptr(a, 1)?)?;
            Ok(ptr(a, 0)?.into())
        },
        "strncat" => |h, a| {
            let end = ptr(a, 0)? + h.string(ptr(a, 0)?)?.len() as u64;
            let mut text = h.bounded(ptr(a, 1)?, ptr(a, 2)?)?.to_vec();
            text.push(0);
            h.memory.write(end, &text)?;
            Ok(ptr(a, 0)?.into())
        },
        "strcmp" | "strcoll" => |h, a| sign(h.string(ptr(a, 0)?)?.cmp(h.string(ptr(a, 1)?)?)),
        "strncmp" => |h, a| {
            let size = ptr(a, 2)?;
            sign(
                h.bounded(ptr(a, 0)?, size)?
                    .cmp(h.bounded(ptr(a, 1)?, size)?),
            )
        },
        "strcasecmp" => |h, a| {
            let lower = |i| -> Result<_, Fault> { Ok(h.string(ptr(a, i)?)?.to_ascii_lowercase()) };
            sign(lower(0)?.cmp(&lower(1)?))
        },
        "strncasecmp" => |h, a| {
            let lower = |i| -> Result<_, Fault> {
                Ok(h.bounded(ptr(a, i)?, ptr(a, 2)?)?.to_ascii_lowercase())
            };
            sign(lower(0)?.cmp(&lower(1)?))
        },
        "strchr" | "index" => |h, a| {
            let byte = int(a, 1)? as u8;
            let text = h.string(ptr(a, 0)?)?;
            let at = text.iter().position(|&b| b == byte);
            place(ptr(a, 0)?, at.or((byte == 0).then_some(text.len())))
        },
        "strchrnul" => |h, a| {
            let byte = int(a, 1)? as u8;
            let text = h.string(ptr(a, 0)?)?;
            let at = text.iter().position(|&b| b == byte);
            place(ptr(a, 0)?, at.or(Some(text.len())))
        },
        "strrchr" | "rindex" => |h, a| {
            let byte = int(a, 1)? as u8;
            let text = h.string(ptr(a, 0)?)?;
            let end = (byte == 0).then_some(text.len());
            place(ptr(a, 0)?, end.or(text.iter().rposition(|&b| b == byte)))
        },
        "strstr" => |h, a| {
            let (text, part) = (h.string(ptr(a, 0)?)?, h.string(ptr(a, 1)?)?);
            let at = match part.len() {
                0 => Some(0),
                length => text.windows(length).position(|window| window == part),
            };
            place(ptr(a, 0)?, at)
        },
        "strspn" => |h, a| {
            let (text, set) = (h.string(ptr(a, 0)?)?, h.string(ptr(a, 1)?)?);
            give(text.iter().take_while(|byte| set.contains(byte)).count() as i64)
        },
        "strcspn" => |h, a| {
            let (text, set) = (h.string(ptr(a, 0)?)?, h.string(ptr(a, 1)?)?);
            give(text.iter().take_while(|byte| !set.contains(byte)).count() as i64)
        },
        "strpbrk" => |h, a| {
            let (text, set) = (h.string(ptr(a, 0)?)?, h.string(ptr(a, 1)?)?);
            place(ptr(a, 0)?, text.iter().position(|byte| set.contains(byte)))
        },
        "strdup" | "__strdup" => |h, a| {
            let text = h.string(ptr(a, 0)?)?.to_vec();
            duplicate(h, text)
        },
        "strndup" => |h, a| {
            let text = h.bounded(ptr(a, 0)?, ptr(a, 1)?)?.to_vec();
            duplicate(h, text)
        },
        _ => return None,
    })
}

fn sign(order: Ordering) -> Result<u128, Fault> {
    give(order as i64)
}

fn place(start: u64, at: Option<usize>) -> Result<u128, Fault> {
    Ok(at.map_or(0, |at| (start + at as u64).into()))
}

/// Copies with the final zero; gives the length.
fn copy_string(host: &mut Host, dst: u64, src: u64) -> Result<u64, Fault> {
    let length = host.string(src)?.len() as u64;
    host.memory.copy(dst, src, length + 1)?;
    Ok(length)
}

fn duplicate(host: &mut Host, text: Vec<u8>) -> Result<u128, Fault> {
    let address = host.malloc(text.len() as u64 + 1)?;
    if address == 0 {
        return Ok(0);
    }
    host.memory.write(address as u64, &text)?;
    host.memory
        .store(address as u64 + text.len() as u64, Shape::U8, 0)?;
    Ok(address)
}

impl Host {
    /// A string that may also end after `size` bytes.
    fn bounded(&self, address: u64, size: u64) -> Result<&[u8], Fault> {
        if size == 0 {
            return Ok(&[]);
        }
        let rest = self.memory.rest(address)?;
        let head = &rest[..size.min(rest.len() as u64) as usize];
        match head.iter().position(|&byte| byte == 0) {
            Some(end) => Ok(&head[..end]),
            None if head.len() as u64 == size => Ok(head),
            None => Err(Fault::trap("a string without an end")),
        }
    }
}
