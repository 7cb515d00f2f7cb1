//! Initialisers of objects with static storage: their bytes, and the addresses in them.

use super::super::ctype::{BitRange, QualType};
use super::init::{InitItem, InitValue};
use super::{Fail, Lower, Lowerer};
use crate::base::Span;
use crate::ir::Constant;
use crate::ir::*;
use lang_c::ast::*;
use lang_c::span::Node;

/// A constant whose bytes we do not know, such as `0.1L`: the object exists, its content is open.
pub const UNKNOWN_CONTENT: &str = "a floating constant that is not exact";

impl Lowerer<'_> {
    /// The bytes of a static object if they are known, and its type with the array length
    /// filled in.
    pub fn static_init(
        &mut self,
        ty: &QualType,
        init: &Node<Initializer>,
    ) -> Lower<(QualType, Option<Init>)> {
        self.constant_context(|this| {
            let (ty, items) = this.flatten(ty, init)?;
            match this.static_items(items) {
                Ok(content) => Ok((ty, Some(content))),
                Err(fail) if fail.construct == UNKNOWN_CONTENT => Ok((ty, None)),
                Err(fail) => Err(fail),
            }
        })
    }

    pub fn static_items(&mut self, items: Vec<InitItem>) -> Lower<Init> {
        let mut init = Init::default();
        for item in items {
            match item.value {
                InitValue::Bytes(bytes) => put(&mut init, item.offset, &bytes, item.span)?,
                InitValue::Expr(e) => {
                    self.static_item(&mut init, item.offset, &item.ty, item.bits, e)?
                }
            }
        }
        Ok(init)
    }

    fn static_item(
        &mut self,
        init: &mut Init,
        offset: u64,
        ty: &QualType,
        bits: Option<BitRange>,
        e: &Node<Expression>,
    ) -> Lower<()> {
        let span = self.span(e.span);
        // A compound literal as the whole value: its own initialiser is meant.
        if let Expression::CompoundLiteral(literal) = &e.node
            && ty.ty.scalar().is_none()
        {
            let (_, items) = self.flatten_list(ty, &literal.node.initializer_list)?;
            let inner = self.static_items(items)?;
            put(init, offset, &inner.bytes, span)?;
            init.relocs.retain(|r| {
                r.offset + 8 <= offset || r.offset >= offset + inner.bytes.len() as u64
            });
            init.relocs.extend(inner.relocs.iter().map(|r| Reloc {
                offset: r.offset + offset,
                ..*r
            }));
            return Ok(());
        }
        self.note_initialiser(e);
        let value = self.rvalue(e)?;
        let value = self.convert(value, &ty.ty, span)?;
        let scalar = self.scalar(&ty.ty, span)?;
        let size = scalar.size();
        // Initialising a member twice: the last one counts.
        init.relocs
            .retain(|r| bits.is_some() || r.offset + 8 <= offset || r.offset >= offset + size);
        match fold(&self.exprs, value.expr) {
            Constant::Int(value) => match bits {
                Some(range) => put_bits(init, offset, range, value, span),
                None => put(
                    init,
                    offset,
                    &value.to_le_bytes()[..size.min(16) as usize],
                    span,
                ),
            },
            Constant::Float(value) => match scalar {
                Ty::Float(FloatKind::F32) => put(init, offset, &(value as f32).to_le_bytes(), span),
                Ty::Float(FloatKind::F64) => put(init, offset, &value.to_le_bytes(), span),
                Ty::Float(kind) => put(init, offset, &super::literal::extended(value, kind), span),
                _ => self.fail(span, "an initialiser that is not constant"),
            },
            Constant::Address {
                base,
                offset: addend,
            } if size == 8 => {
                put(init, offset, &[0; 8], span)?;
                init.relocs.push(Reloc {
                    offset,
                    target: base,
                    addend,
                });
                Ok(())
            }
            Constant::NotConstant
                if matches!(scalar, Ty::Float(_)) && self.graph.current.is_none() =>
            {
                self.fail(span, UNKNOWN_CONTENT)
            }
            _ => self.fail(span, "an initialiser that is not constant"),
        }
    }
}

/// The largest static object whose bytes we hold.
const MAX_STATIC: u64 = 1 << 28;

fn put(init: &mut Init, offset: u64, bytes: &[u8], span: Span) -> Lower<()> {
    let end = offset + bytes.len() as u64;
    if end > MAX_STATIC {
        return Err(Fail::new(span, "a static object of more than 256 MiB"));
    }
    if init.bytes.len() < end as usize {
        init.bytes.resize(end as usize, 0);
    }
    init.bytes[offset as usize..end as usize].copy_from_slice(bytes);
    Ok(())
}

fn put_bits(init: &mut Init, offset: u64, range: BitRange, value: i128, span: Span) -> Lower<()> {
    for i in 0..u64::from(range.width) {
        let bit = u64::from(range.first) + i;
        let byte = offset + bit / 8;
        if init.bytes.len() as u64 <= byte {
            put(init, byte, &[0], span)?;
        }
        let mask = 1u8 << (bit % 8);
        let slot = &mut init.bytes[byte as usize];
        *slot = if value >> i & 1 == 1 {
            *slot | mask
        } else {
            *slot & !mask
        };
    }
    Ok(())
}
