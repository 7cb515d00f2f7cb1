//! Instructions and terminators of the text form.

use super::cursor::{Cursor, Parse};
use super::expr::Exprs;
use super::sites;
use crate::base::Span;
use crate::ir::{
    Arg, BlockId, Callee, ExprId, Function, GlobalId, Inst, InstKind, Term, TermKind, VarId,
};
use std::collections::HashMap;

/// One line of a block.
pub fn line(
    cursor: &mut Cursor,
    function: &mut Function,
    block: BlockId,
    globals: &HashMap<String, GlobalId>,
) -> Parse<()> {
    let span = Span::default();
    if cursor.take("@") {
        let kind = InstKind::Point(sites::point(cursor, function, globals)?);
        function.blocks[block].insts.push(Inst { kind, span });
        return Ok(());
    }
    let mut body = Body {
        exprs: Exprs { function, globals },
    };
    if let Some(kind) = body.terminator(cursor)? {
        body.exprs.function.blocks[block].term = Term { kind, span };
        return Ok(());
    }
    let kind = body.instruction(cursor)?;
    let insts = &mut body.exprs.function.blocks[block].insts;
    insts.push(Inst { kind, span });
    Ok(())
}

struct Body<'a> {
    exprs: Exprs<'a>,
}

impl Body<'_> {
    fn expr(&mut self, cursor: &mut Cursor) -> Parse<ExprId> {
        self.exprs.expr(cursor)
    }

    fn terminator(&mut self, cursor: &mut Cursor) -> Parse<Option<TermKind>> {
        let kind = if cursor.take("goto [") {
            let addr = self.expr(cursor)?;
            cursor.expect("]")?;
            cursor.expect("{")?;
            let mut targets = Vec::new();
            while !cursor.take("}") {
                let value = cursor.number()?;
                cursor.expect(":")?;
                targets.push((value, cursor.id("b")?));
                cursor.take(",");
            }
            TermKind::IndirectGoto { addr, targets }
        } else if cursor.take("goto") {
            TermKind::Goto(cursor.id("b")?)
        } else if cursor.take("if") {
            let cond = self.expr(cursor)?;
            cursor.expect("goto")?;
            let then = cursor.id("b")?;
            cursor.expect("else")?;
            let els = cursor.id("b")?;
            TermKind::Branch { cond, then, els }
        } else if cursor.take("switch") {
            self.switch(cursor)?
        } else if cursor.take("return") {
            let value = match cursor.at_end() {
                true => None,
                false => Some(self.expr(cursor)?),
            };
            TermKind::Return(value)
        } else if cursor.take("unreachable") {
            TermKind::Unreachable
        } else {
            return Ok(None);
        };
        Ok(Some(kind))
    }

    fn switch(&mut self, cursor: &mut Cursor) -> Parse<TermKind> {
        let value = self.expr(cursor)?;
        cursor.expect("{")?;
        let mut cases = Vec::new();
        while !cursor.take("default") {
            let (low, high) = sites::case_range(cursor)?;
            cursor.expect(":")?;
            cases.push((low, high, cursor.id("b")?));
            cursor.expect(",")?;
        }
        cursor.expect(":")?;
        let default = cursor.id("b")?;
        cursor.expect("}")?;
        Ok(TermKind::Switch {
            value,
            cases,
            default,
        })
    }

    fn instruction(&mut self, cursor: &mut Cursor) -> Parse<InstKind> {
        if cursor.take("declare") {
            return Ok(InstKind::Declare(cursor.id("v")?));
        }
        if cursor.take("copy") {
            let size = super::bytes(cursor)?;
            cursor.expect("to")?;
            let dst = self.expr(cursor)?;
            cursor.expect("from")?;
            let src = self.expr(cursor)?;
            return Ok(InstKind::Copy { dst, src, size });
        }
        if cursor.take("zero") {
            let size = super::bytes(cursor)?;
            cursor.expect("at")?;
            let dst = self.expr(cursor)?;
            return Ok(InstKind::Zero { dst, size });
        }
        if cursor.take("havoc") {
            return havoc(cursor);
        }
        if cursor.take("call") {
            return self.call(cursor, None);
        }
        if let Some(var) = cursor.take_id("v") {
            cursor.expect("=")?;
            return self.assignment(cursor, var);
        }
        let ty = cursor.take_type();
        if ty.is_none() {
            return Err(format!("`{}` is no instruction", cursor.rest().trim()));
        }
        cursor.expect("[")?;
        let addr = self.expr(cursor)?;
        cursor.expect("]")?;
        cursor.expect("=")?;
        let value = self.expr(cursor)?;
        Ok(InstKind::Store {
            addr,
            value,
            volatile: cursor.take("volatile"),
        })
    }

    /// What stands behind `v0 =`.
    fn assignment(&mut self, cursor: &mut Cursor, var: VarId) -> Parse<InstKind> {
        if cursor.take("call") {
            return self.call(cursor, Some(var));
        }
        if cursor.take("volatile [") {
            let addr = self.expr(cursor)?;
            cursor.expect("]")?;
            return Ok(InstKind::VolatileLoad { var, addr });
        }
        if cursor.take("alloca") {
            let size = self.expr(cursor)?;
            return Ok(InstKind::Alloca { var, size });
        }
        if cursor.take("either") {
            let before = self.expr(cursor)?;
            cursor.expect("or")?;
            let after = self.expr(cursor)?;
            return Ok(InstKind::Either { var, before, after });
        }
        let value = self.expr(cursor)?;
        Ok(InstKind::Assign { var, value })
    }

    fn call(&mut self, cursor: &mut Cursor, result: Option<VarId>) -> Parse<InstKind> {
        let callee = if cursor.take("[") {
            let addr = self.expr(cursor)?;
            cursor.expect("]")?;
            Callee::Indirect(addr)
        } else if cursor.take("@") {
            let name = cursor.name()?;
            let global = self.exprs.globals.get(&name);
            Callee::Direct(*global.ok_or_else(|| format!("no global `{name}`"))?)
        } else {
            Callee::Builtin(cursor.name()?)
        };
        cursor.expect("(")?;
        let mut args = Vec::new();
        while !cursor.take(")") {
            args.push(self.argument(cursor)?);
            cursor.take(",");
        }
        Ok(InstKind::Call {
            result,
            callee,
            args,
            noreturn: cursor.take("noreturn"),
            alone: cursor.take("alone"),
        })
    }

    /// An expression, or `12 bytes at` an address.
    fn argument(&mut self, cursor: &mut Cursor) -> Parse<Arg> {
        let mut ahead = Cursor::new(cursor.rest());
        let by_copy = match super::bytes(&mut ahead) {
            Ok(size) => {
                super::bytes(cursor)?;
                cursor.expect("at")?;
                Some(size)
            }
            Err(_) => None,
        };
        let value = self.expr(cursor)?;
        Ok(Arg { value, by_copy })
    }
}

/// `havoc v1 v2 memory: reason`
fn havoc(cursor: &mut Cursor) -> Parse<InstKind> {
    let mut vars = Vec::new();
    while let Some(var) = cursor.take_id("v") {
        vars.push(var);
    }
    let memory = cursor.take("memory");
    cursor.expect(":")?;
    Ok(InstKind::Havoc {
        vars,
        memory,
        reason: cursor.take_rest().to_string(),
    })
}
