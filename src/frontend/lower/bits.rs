//! Bit-fields: read and written through the bytes they occupy, never through others.

use super::super::ctype::{BitRange, CType, IntKind};
use super::builder::Operand;
use super::{Lower, Lowerer};
use crate::base::Span;
use crate::ir::*;

/// A naturally sized part of the bytes of a bit-field: byte offset and width in bits.
struct Piece {
    offset: u64,
    bits: u8,
}

/// The bytes that `first + width` bits occupy, in the largest pieces that stay inside them.
fn pieces(range: BitRange) -> Vec<Piece> {
    let mut left = (u64::from(range.first) + u64::from(range.width)).div_ceil(8);
    let mut offset = 0;
    let mut list = Vec::new();
    while left > 0 {
        let size = [8, 4, 2, 1]
            .into_iter()
            .find(|&size| size <= left)
            .unwrap_or(1);
        list.push(Piece {
            offset,
            bits: size as u8 * 8,
        });
        offset += size;
        left -= size;
    }
    list
}

/// The type that holds all pieces of the field at once.
fn word(range: BitRange) -> Ty {
    let bits = if range.first + range.width > 64 {
        128
    } else {
        64
    };
    Ty::Int {
        bits,
        signed: false,
    }
}

impl Lowerer<'_> {
    /// The value of a bit-field, promoted as C promotes bit-fields.
    pub fn read_bits(
        &mut self,
        addr: ExprId,
        range: BitRange,
        ty: &CType,
        volatile: bool,
        span: Span,
    ) -> Lower<Operand> {
        let declared = self.scalar(ty, span)?;
        let word = word(range);
        let mut all = None;
        for piece in pieces(range) {
            let at = self.offset(addr, piece.offset);
            let part = Ty::Int {
                bits: piece.bits,
                signed: false,
            };
            let value = if volatile {
                let var = self.temp(part, None, span);
                self.emit(InstKind::VolatileLoad { var, addr: at }, span)?;
                self.var_expr(var)
            } else {
                self.expr(ExprKind::Load(at), part)
            };
            let value = self.cast(value, word);
            let value = self.shift(BinOp::Shl, value, piece.offset as u32 * 8);
            all = Some(match all {
                Some(rest) => self.binary(BinOp::BitOr, rest, value),
                None => value,
            });
        }
        let Some(all) = all else {
            return self.fail(span, "a bit-field without bits");
        };
        let value = self.bits_of(all, range.first, range.width, declared.is_signed());
        self.promoted_bits(value, range, ty, span)
    }

    /// What a bit-field of the declared type holds once `value` is stored in it, promoted.
    pub fn stored_bits(
        &mut self,
        value: ExprId,
        range: BitRange,
        ty: &CType,
        span: Span,
    ) -> Lower<Operand> {
        let declared = self.scalar(ty, span)?;
        let word = self.cast(value, word(range));
        let bits = self.bits_of(word, 0, range.width, declared.is_signed());
        self.promoted_bits(bits, range, ty, span)
    }

    fn promoted_bits(
        &mut self,
        value: ExprId,
        range: BitRange,
        ty: &CType,
        span: Span,
    ) -> Lower<Operand> {
        let promoted = promoted_type(ty, range.width);
        let target = self.scalar(&promoted, span)?;
        Ok(Operand {
            expr: self.cast(value, target),
            ty: promoted,
        })
    }

    /// Moves the field to the top of the unsigned word, then down with its sign.
    fn bits_of(&mut self, word: ExprId, first: u8, width: u8, signed: bool) -> ExprId {
        let bits = self.ty(word).bits();
        let (first, width) = (u32::from(first), u32::from(width));
        let value = self.shift(BinOp::Shl, word, bits - first - width);
        let bits_type = Ty::Int {
            bits: bits as u8,
            signed,
        };
        let value = self.cast(value, bits_type);
        self.shift(BinOp::Shr, value, bits - width)
    }

    /// Writes the low bits of `value`, keeping the neighbours.
    pub fn write_bits(
        &mut self,
        addr: ExprId,
        range: BitRange,
        value: ExprId,
        span: Span,
    ) -> Lower<()> {
        let word = word(range);
        let ones = if range.width >= 128 {
            u128::MAX
        } else {
            (1u128 << range.width) - 1
        };
        let mask = ones << range.first;
        // The first piece must not change what the others store, nor where.
        let (mut addr, mut value) = (addr, value);
        if pieces(range).len() > 1 {
            addr = self.kept(addr, span)?;
            value = self.kept(value, span)?;
        }
        let value = self.cast(value, word);
        let value = self.shift(BinOp::Shl, value, u32::from(range.first));
        for piece in pieces(range) {
            let ty = Ty::Int {
                bits: piece.bits,
                signed: false,
            };
            let low = piece.offset as u32 * 8;
            let full = (1u128 << piece.bits) - 1;
            let mask = (mask >> low) & full;
            let at = self.offset(addr, piece.offset);
            let part = self.shift(BinOp::Shr, value, low);
            let part = self.cast(part, ty);
            let new = if mask == full {
                part
            } else {
                let old = self.expr(ExprKind::Load(at), ty);
                let keep = self.int((!mask & full) as i128, ty);
                let kept = self.binary(BinOp::BitAnd, old, keep);
                let mask = self.int(mask as i128, ty);
                let part = self.binary(BinOp::BitAnd, part, mask);
                self.binary(BinOp::BitOr, kept, part)
            };
            self.emit(
                InstKind::Store {
                    addr: at,
                    value: new,
                    volatile: false,
                },
                span,
            )?;
        }
        Ok(())
    }

    /// Refuses what compilers compute differently on bit-fields wider than `int`: `x op y`, where
    /// `common` is what both are converted to.
    pub fn agreed_on_bits(
        &self,
        op: BinOp,
        (x, y): (&Operand, &Operand),
        common: &CType,
        span: Span,
    ) -> Lower<()> {
        let CType::Bits(field, _) = common else {
            return Ok(());
        };
        let may_be_negative = |operand: &Operand| {
            let signed = self.ty(operand.expr).is_signed();
            signed && self.constant_value(operand.expr).is_none_or(|v| v < 0)
        };
        let converted = !field.is_signed() && (may_be_negative(x) || may_be_negative(y));
        let wraps = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => true,
            // The least value divided by -1.
            BinOp::Div | BinOp::Rem => field.is_signed() && may_be_negative(y),
            _ => false,
        };
        match wraps || (converted && !op.is_shift()) {
            true => self.fail(
                span,
                "a bit-field wider than int in arithmetic that compilers do differently",
            ),
            false => Ok(()),
        }
    }

    /// Operands that are compared: a constant that is not negative is as well unsigned, and then
    /// compilers agree on what it is beside an unsigned wide bit-field.
    pub fn beside_bits(&mut self, x: Operand, y: Operand, span: Span) -> Lower<(Operand, Operand)> {
        let unsigned = |this: &mut Self, operand: Operand| match operand.ty {
            CType::Int(kind)
                if kind.bits() == 64 && this.constant_value(operand.expr) >= Some(0) =>
            {
                this.convert(operand, &CType::Int(kind.to_unsigned()), span)
            }
            _ => Ok(operand),
        };
        match (&x.ty, &y.ty) {
            (CType::Bits(field, _), _) if !field.is_signed() => Ok((x, unsigned(self, y)?)),
            (_, CType::Bits(field, _)) if !field.is_signed() => Ok((unsigned(self, x)?, y)),
            _ => Ok((x, y)),
        }
    }

    fn shift(&mut self, op: BinOp, value: ExprId, amount: u32) -> ExprId {
        if amount == 0 {
            return value;
        }
        let amount = self.int(i128::from(amount), Ty::INT);
        self.binary(op, value, amount)
    }
}

/// A bit-field that `int` can represent becomes an `int` (C11 6.3.1.1).
fn promoted_type(ty: &CType, width: u8) -> CType {
    let signed = ty.scalar().is_some_and(Ty::is_signed);
    match ty {
        CType::Bool => CType::INT,
        _ if width < 32 || (width == 32 && signed) => CType::INT,
        _ if width == 32 => CType::Int(IntKind::UInt),
        CType::Int(kind) | CType::Enum(kind, _) if width < kind.bits() => CType::Bits(*kind, width),
        other => other.promoted(),
    }
}
