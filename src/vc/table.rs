//! Reads of constant tables at an index that is not constant.
//!
//! Comes in: an address that is a constant object's own with offsets. Goes out: the element as a choice over the indices,
//! and any value for an index outside.

use super::memory::bytes_of;
use super::passive::{Encoder, sort_of};
use crate::ir::*;
use crate::logic::TermId;

/// Larger tables are not spelled out.
const MAX_SIZE: u64 = 512;

struct ConstantTable<'a> {
    size: u64,
    init: &'a Init,
    ty: Ty,
    /// What is read where the table says nothing.
    any: TermId,
}

/// `index * scale` bytes.
type Level = (TermId, u64);

impl<'a> Encoder<'a> {
    /// What a constant table holds there.
    pub fn table_load(&mut self, addr: ExprId, ty: Ty) -> Option<TermId> {
        let (base, indices) = self.levels(addr)?;
        let (size, init) = self.table(base)?;
        let levels: Vec<Level> = indices
            .into_iter()
            .map(|(index, scale)| (self.value(index), scale))
            .collect();
        let any = self.terms.fresh("any", sort_of(ty), None);
        let table = ConstantTable {
            size,
            init,
            ty,
            any,
        };
        Some(self.element(&table, &levels, 0, size))
    }

    /// The base of an address and the offsets from it, the outermost array's first.
    fn levels(&self, mut addr: ExprId) -> Option<(GlobalId, Vec<(ExprId, u64)>)> {
        let mut levels = Vec::new();
        loop {
            match self.f.expr(addr).kind {
                ExprKind::PtrAdd {
                    base, index, scale, ..
                } => {
                    levels.push((index, scale));
                    addr = base;
                }
                ExprKind::GlobalAddr(global) => {
                    levels.reverse();
                    return Some((global, levels));
                }
                _ => return None,
            }
        }
    }

    /// The content of an object that no other definition can replace and nothing writes.
    fn table(&self, base: GlobalId) -> Option<(u64, &'a Init)> {
        let global = &self.unit.globals[base];
        match &global.kind {
            GlobalKind::Object {
                size,
                init: Some(init),
                constant,
                volatile: false,
                ..
            } if *size <= MAX_SIZE && !global.replaceable => {
                let constant = *constant && global.linkage == Linkage::Internal;
                let unwritten = constant || self.calls.is_unwritten(base);
                (unwritten && self.keeps(global.span)).then_some((*size, init))
            }
            _ => None,
        }
    }

    /// What the levels choose in the `limit` bytes from `offset` on.
    fn element(
        &mut self,
        table: &ConstantTable,
        levels: &[Level],
        offset: u64,
        limit: u64,
    ) -> TermId {
        let Some((&(index, scale), rest)) = levels.split_first() else {
            return self.leaf(table, offset);
        };
        if let Some(value) = self.terms.constant(index) {
            let bytes = value.checked_mul(u128::from(scale));
            return match bytes.filter(|&bytes| bytes <= u128::from(limit)) {
                Some(bytes) => {
                    let bytes = bytes as u64;
                    self.element(table, rest, offset + bytes, limit - bytes)
                }
                None => table.any,
            };
        }
        if scale == 0 || limit == 0 {
            return table.any;
        }
        let count = limit.div_ceil(scale);
        let end = self.terms.bv(u128::from(count), 64);
        let inside = self.terms.ult(index, end);
        let chosen = self.between(table, levels, offset, limit, (0, count));
        self.terms.ite(inside, chosen, table.any)
    }

    /// The same where the first index lies in `from..to`, by halves.
    fn between(
        &mut self,
        table: &ConstantTable,
        levels: &[Level],
        offset: u64,
        limit: u64,
        (from, to): (u64, u64),
    ) -> TermId {
        let (index, scale) = levels[0];
        if to - from == 1 {
            let bytes = from * scale;
            let left = scale.min(limit - bytes);
            return self.element(table, &levels[1..], offset + bytes, left);
        }
        let middle = from + (to - from) / 2;
        let low = self.between(table, levels, offset, limit, (from, middle));
        let high = self.between(table, levels, offset, limit, (middle, to));
        let middle = self.terms.bv(u128::from(middle), 64);
        let below = self.terms.ult(index, middle);
        self.terms.ite(below, low, high)
    }

    fn leaf(&mut self, table: &ConstantTable, start: u64) -> TermId {
        let bytes = u64::from(bytes_of(table.ty));
        let end = start + bytes;
        let relocs = &table.init.relocs;
        if end > table.size
            || relocs
                .iter()
                .any(|r| r.offset < end && start < r.offset + 8)
        {
            return table.any;
        }
        let byte = |i: u64| table.init.bytes.get(i as usize).copied().unwrap_or(0);
        let value = (start..end)
            .rev()
            .fold(0u128, |all, i| all << 8 | u128::from(byte(i)));
        let bits = self.terms.bv(value, 8 * bytes as u32);
        self.scalar_of_bytes(table.ty, bits)
    }
}
