//! Reads the text form of the IR, so that tests of later stages need no C in front of them.
//!
//! Comes in: text as [`text`](super::text) prints it. Goes out: a unit, or the line that is wrong and why. What the text
//! does not have gets a default: the spans of instructions and variables, prototypes, scopes (all variables live
//! in the whole function). So `read(u.to_string())` prints the same text again. Nothing here verifies: that is
//! [`verify`](super::verify).
//!
//! - `cursor`: words and numbers of one line.
//! - `expr`: expressions; their types follow from the leaves and the casts.
//! - `body`: instructions and terminators.
//! - `sites`: points, decisions and the other tables behind a function.

mod body;
mod cursor;
mod expr;
mod sites;

use super::{
    Block, BlockId, Function, Global, GlobalId, GlobalKind, Init, Linkage, Point, PointId, Reloc,
    Ret, Term, TermKind, Ty, Unit, Var, VarId, VarKind,
};
use crate::base::{Id, IdVec, Span};
use cursor::{Cursor, Parse};
use std::collections::HashMap;
use std::fmt;

/// Why a text is not IR.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// Counted from 1.
    pub line: usize,
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReadError {}

/// The unit that the text describes. Lines that begin with `#` and empty lines are skipped.
pub fn read(text: &str) -> Result<Unit, ReadError> {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let mut cursor = Cursor::new(line);
        let read = reader
            .line(&mut cursor)
            .and_then(|()| match cursor.at_end() {
                true => Ok(()),
                false => Err(format!("`{}` is too much here", cursor.rest())),
            });
        read.map_err(|message| ReadError {
            line: index + 1,
            message,
        })?;
    }
    match reader.open {
        Some(_) => Err(ReadError {
            line: text.lines().count(),
            message: "the last function has no `}`".into(),
        }),
        None => Ok(reader.unit),
    }
}

#[derive(Default)]
struct Reader {
    unit: Unit,
    /// By name.
    globals: HashMap<String, GlobalId>,
    /// The function whose blocks are being read, with the block.
    open: Option<(Function, Option<BlockId>)>,
}

impl Reader {
    fn line(&mut self, cursor: &mut Cursor) -> Parse<()> {
        if let Some((mut function, block)) = self.open.take() {
            if cursor.take("}") {
                self.unit.functions.push(function);
                return Ok(());
            }
            let block = self.in_function(cursor, &mut function, block)?;
            self.open = Some((function, block));
            return Ok(());
        }
        if cursor.rest().starts_with("  ") {
            let globals = &self.globals;
            let function = self.unit.functions.last_mut();
            let function = function.ok_or("a table without a function")?;
            return sites::table(cursor, function, globals);
        }
        if cursor.rest().starts_with('g') {
            return self.global(cursor);
        }
        self.open = Some((self.header(cursor)?, None));
        Ok(())
    }

    /// A variable, the start of a block, or a line of it; gives the block that the next line is in.
    fn in_function(
        &self,
        cursor: &mut Cursor,
        function: &mut Function,
        block: Option<BlockId>,
    ) -> Parse<Option<BlockId>> {
        if cursor.rest().starts_with(' ') {
            match block {
                None => local(cursor, function)?,
                Some(block) => body::line(cursor, function, block, &self.globals)?,
            }
            return Ok(block);
        }
        let block: BlockId = cursor.id("b")?;
        cursor.expect(":")?;
        make_up_to(&mut function.blocks, block, || Block {
            insts: Vec::new(),
            term: Term {
                kind: TermKind::Unreachable,
                span: Span::default(),
            },
        });
        Ok(Some(block))
    }

    /// `g0 external x: 4 bytes, align 4 const = "…" [8] = &g1+0` or `g1 external fn f noreturn`.
    fn global(&mut self, cursor: &mut Cursor) -> Parse<()> {
        let id: GlobalId = cursor.id("g")?;
        if id.index() != self.unit.globals.len() {
            return Err(format!("{id} is not the next global"));
        }
        let linkage = linkage(cursor)?;
        let (name, kind, replaceable) = if cursor.take("fn") {
            let name = cursor.name()?;
            let kind = GlobalKind::Function {
                noreturn: cursor.take("noreturn"),
                twice: cursor.take("returns_twice"),
                elidable: cursor.take("elidable"),
                prototype: String::new(),
            };
            (name, kind, false)
        } else {
            let name = cursor.name()?;
            cursor.expect(":")?;
            let (size, align) = size_and_align(cursor)?;
            let constant = cursor.take("const");
            let volatile = cursor.take("volatile");
            let thread_local = cursor.take("thread_local");
            let replaceable = cursor.take("replaceable");
            let kind = GlobalKind::Object {
                size,
                align,
                init: if cursor.take("=") {
                    Some(content(cursor)?)
                } else {
                    None
                },
                constant,
                volatile,
                thread_local,
            };
            (name, kind, replaceable)
        };
        self.globals.insert(name.clone(), id);
        self.unit.globals.push(Global {
            name,
            kind,
            linkage,
            replaceable,
            span: Span::default(),
        });
        Ok(())
    }

    /// `external fn f(v0 x: i32, …) -> i32 {`
    fn header(&self, cursor: &mut Cursor) -> Parse<Function> {
        let linkage = linkage(cursor)?;
        cursor.expect("fn")?;
        let name = cursor.name()?;
        let symbol = *(self.globals.get(&name)).ok_or_else(|| format!("no global `{name}`"))?;
        let mut function = Function {
            linkage,
            ..Function::empty(name, symbol, Ret::Void)
        };
        cursor.expect("(")?;
        while !cursor.take(")") {
            if cursor.take("...") {
                function.variadic = true;
            } else {
                let param = variable(cursor, &mut function, VarKind::Param)?;
                function.params.push(param);
            }
            cursor.take(",");
        }
        if cursor.take("->") {
            function.ret = match cursor.take_type() {
                Some(ty) => Ret::Scalar(ty),
                None => Ret::Aggregate {
                    size: bytes(cursor)?,
                },
            };
        }
        cursor.expect("{")?;
        Ok(function)
    }
}

fn linkage(cursor: &mut Cursor) -> Parse<Linkage> {
    if cursor.take("external") {
        return Ok(Linkage::External);
    }
    cursor.expect("internal")?;
    Ok(Linkage::Internal)
}

fn bytes(cursor: &mut Cursor) -> Parse<u64> {
    let size = cursor.number()?;
    cursor.expect("bytes")?;
    Ok(size)
}

fn size_and_align(cursor: &mut Cursor) -> Parse<(u64, u64)> {
    let size = bytes(cursor)?;
    cursor.expect(",")?;
    cursor.expect("align")?;
    Ok((size, cursor.number()?))
}

/// The content of an object.
fn content(cursor: &mut Cursor) -> Parse<Init> {
    let mut init = Init {
        bytes: cursor.byte_string()?,
        relocs: Vec::new(),
    };
    while cursor.take("[") {
        let offset = cursor.number()?;
        cursor.expect("]")?;
        cursor.expect("=")?;
        cursor.expect("&")?;
        let target = cursor.id("g")?;
        init.relocs.push(Reloc {
            offset,
            target,
            addend: cursor.number()?,
        });
    }
    Ok(init)
}

/// A variable that is no parameter: `v2 t: i32 in memory`.
fn local(cursor: &mut Cursor, function: &mut Function) -> Parse<()> {
    let id = variable(cursor, function, VarKind::Local)?;
    let truth = cursor.take("truth of");
    if truth || cursor.take("of") {
        let source = Some(cursor.span()?);
        function.vars[id].kind = VarKind::Temp { source, truth };
    } else if cursor.take("temporary") {
        let (source, truth) = (None, false);
        function.vars[id].kind = VarKind::Temp { source, truth };
    } else if cursor.take("parameter") {
        function.vars[id].kind = VarKind::Param;
    }
    Ok(())
}

/// `v0 x: i32` or `v1 s: 12 bytes, align 4 in memory`.
fn variable(cursor: &mut Cursor, function: &mut Function, kind: VarKind) -> Parse<VarId> {
    let id: VarId = cursor.id("v")?;
    let name = match cursor.rest().trim_start().starts_with(':') {
        true => String::new(),
        false => cursor.name()?,
    };
    cursor.expect(":")?;
    let (ty, size, align) = match cursor.take_type() {
        Some(ty) => (Some(ty), ty.size(), ty.size()),
        None => {
            let (size, align) = size_and_align(cursor)?;
            (None, size, align)
        }
    };
    let var = Var {
        name,
        kind,
        ty,
        size,
        align,
        address_taken: cursor.take("in memory"),
        volatile: cursor.take("volatile"),
        scope: Span::default(),
        span: Span::default(),
    };
    // Parameters may have been numbered among the others.
    make_up_to(&mut function.vars, id, || {
        Var::scalar("", VarKind::Local, Ty::INT)
    });
    function.vars[id] = var;
    Ok(id)
}

/// Adds what is missing up to an id.
fn make_up_to<I: Id, T>(list: &mut IdVec<I, T>, id: I, mut make: impl FnMut() -> T) {
    while list.len() <= id.index() {
        list.push(make());
    }
}

/// Adds a point of this id.
fn put_point(function: &mut Function, id: PointId, point: Point) {
    make_up_to(&mut function.points, id, || point.clone());
    function.points[id] = point;
}

#[cfg(test)]
mod tests;
