//! Expressions of the text form.
//!
//! ```text
//! expr     = operand [ op operand ]                     every operator inside another is in parentheses
//! operand  = 7 | 7:u8 | 1.5:f64 | about 1.5:f64 | v0 | &v0 | @name | ty[expr] | (ty)operand | -operand | -(7)
//!          | ( expr ) | ( operand +p operand [* n] [of n] ) | ( operand ? operand : operand )
//! ```
//!
//! The type of an expression follows from its operands; constants that are no `int` carry theirs.

use super::cursor::{Cursor, Parse};
use crate::ir::{BinOp, ExprId, ExprKind, Function, GlobalId, Ty, UnOp};
use std::collections::HashMap;

/// Longer symbols first, so that none is the start of a later one.
const BINARY: [BinOp; 16] = [
    BinOp::Shl,
    BinOp::Shr,
    BinOp::Eq,
    BinOp::Ne,
    BinOp::Le,
    BinOp::Ge,
    BinOp::Lt,
    BinOp::Gt,
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::Div,
    BinOp::Rem,
    BinOp::BitAnd,
    BinOp::BitOr,
    BinOp::BitXor,
];

/// The expressions of one function.
pub struct Exprs<'a> {
    pub function: &'a mut Function,
    pub globals: &'a HashMap<String, GlobalId>,
}

impl Exprs<'_> {
    pub fn expr(&mut self, cursor: &mut Cursor) -> Parse<ExprId> {
        let left = self.operand(cursor)?;
        self.infix(cursor, left)
    }

    /// What follows an operand, if an operator does.
    fn infix(&mut self, cursor: &mut Cursor, left: ExprId) -> Parse<ExprId> {
        for (symbol, make) in [
            ("&&", ExprKind::And as fn(ExprId, ExprId) -> ExprKind),
            ("||", ExprKind::Or),
        ] {
            if cursor.take(symbol) {
                let right = self.operand(cursor)?;
                return Ok(self.make(make(left, right), Ty::INT));
            }
        }
        let Some(op) = BINARY.into_iter().find(|op| cursor.take(op.symbol())) else {
            return Ok(left);
        };
        let right = self.operand(cursor)?;
        let ty = match op.is_comparison() {
            true => Ty::INT,
            false => self.ty(left),
        };
        Ok(self.make(ExprKind::Binary(op, left, right), ty))
    }

    fn operand(&mut self, cursor: &mut Cursor) -> Parse<ExprId> {
        cursor.nested(|cursor| self.primary(cursor))
    }

    fn primary(&mut self, cursor: &mut Cursor) -> Parse<ExprId> {
        if cursor.take("(") {
            return self.in_parentheses(cursor);
        }
        if cursor.take("@") {
            let name = cursor.name()?;
            let global = self.globals.get(&name);
            let global = global.ok_or_else(|| format!("no global `{name}`"))?;
            return Ok(self.make(ExprKind::GlobalAddr(*global), Ty::Ptr));
        }
        if cursor.take("&") {
            let var = cursor.id("v")?;
            return Ok(self.make(ExprKind::VarAddr(var), Ty::Ptr));
        }
        if let Some(var) = cursor.take_id("v") {
            let ty = self.function.vars.get(var).and_then(|var| var.ty);
            let ty = ty.ok_or_else(|| format!("{var} is no scalar variable"))?;
            return Ok(self.make(ExprKind::Var(var), ty));
        }
        if let Some(ty) = cursor.take_type() {
            cursor.expect("[")?;
            let address = self.expr(cursor)?;
            cursor.expect("]")?;
            return Ok(self.make(ExprKind::Load(address), ty));
        }
        if let Some(constant) = self.constant(cursor)? {
            return Ok(constant);
        }
        for op in [UnOp::Neg, UnOp::BitNot, UnOp::Not] {
            if cursor.take(op.symbol()) {
                let operand = self.operand(cursor)?;
                let ty = match op {
                    UnOp::Not => Ty::INT,
                    UnOp::Neg | UnOp::BitNot => self.ty(operand),
                };
                return Ok(self.make(ExprKind::Unary(op, operand), ty));
            }
        }
        Err(format!(
            "an expression should stand before `{}`",
            cursor.rest()
        ))
    }

    fn constant(&mut self, cursor: &mut Cursor) -> Parse<Option<ExprId>> {
        let exact = !cursor.take("about");
        let rest = cursor.rest().trim_start();
        let unsigned = rest.strip_prefix('-').unwrap_or(rest);
        let digits = unsigned.bytes().take_while(u8::is_ascii_digit).count();
        let after = &unsigned[digits..];
        let special = after.starts_with("inf:") || after.starts_with("NaN:");
        if !exact || special || (digits > 0 && after.starts_with(['.', 'e'])) {
            let value = cursor.float().ok_or("a floating constant has no type")?;
            cursor.expect(":")?;
            let ty = cursor.take_type().ok_or("a constant has no type")?;
            return Ok(Some(self.make(ExprKind::Float { value, exact }, ty)));
        }
        if digits == 0 {
            return Ok(None);
        }
        let value = cursor.number()?;
        // A colon that belongs to something else has a space behind it.
        let typed = cursor.rest().strip_prefix(':');
        let typed = typed.is_some_and(|after| after.starts_with(char::is_alphabetic));
        let ty = match typed {
            true => {
                cursor.expect(":")?;
                cursor.take_type().ok_or("a constant has no type")?
            }
            false => Ty::INT,
        };
        Ok(Some(self.make(ExprKind::Int(value), ty)))
    }

    /// A cast, or anything in parentheses.
    fn in_parentheses(&mut self, cursor: &mut Cursor) -> Parse<ExprId> {
        let rest = cursor.rest();
        let is_cast = Cursor::new(rest).take_type().is_some()
            && rest
                .find([')', '['])
                .is_some_and(|at| rest[at..].starts_with(')'));
        if is_cast && let Some(ty) = cursor.take_type() {
            cursor.expect(")")?;
            let operand = self.operand(cursor)?;
            return Ok(self.make(ExprKind::Cast(operand), ty));
        }
        let left = self.operand(cursor)?;
        let whole = if cursor.take("+p") {
            self.pointer_sum(cursor, left)?
        } else if cursor.take("?") {
            let a = self.operand(cursor)?;
            cursor.expect(":")?;
            let b = self.operand(cursor)?;
            let ty = self.ty(a);
            self.make(ExprKind::Select(left, a, b), ty)
        } else {
            self.infix(cursor, left)?
        };
        cursor.expect(")")?;
        Ok(whole)
    }

    fn pointer_sum(&mut self, cursor: &mut Cursor, base: ExprId) -> Parse<ExprId> {
        let index = self.operand(cursor)?;
        let scale = if cursor.take("*") {
            cursor.number()?
        } else {
            1
        };
        let bound = if cursor.take("of") {
            Some(cursor.number()?)
        } else {
            None
        };
        let kind = ExprKind::PtrAdd {
            base,
            index,
            scale,
            bound,
        };
        Ok(self.make(kind, Ty::Ptr))
    }

    fn make(&mut self, kind: ExprKind, ty: Ty) -> ExprId {
        self.function.implicit(kind, ty)
    }

    fn ty(&self, expr: ExprId) -> Ty {
        self.function.expr(expr).ty
    }
}
