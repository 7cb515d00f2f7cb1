//! `qsort` and `bsearch`, which call back into the program.
//!
//! The order of equal elements is glibc's: its `qsort` merges, so they keep their order.

use super::{ArgValue, give, ptr};
use crate::ir::interp::{Fault, Machine, Observer};

impl<O: Observer> Machine<'_, O> {
    pub(in crate::ir::interp) fn sort(&mut self, args: &[ArgValue]) -> Result<u128, Fault> {
        let (base, count, size) = (ptr(args, 0)?, ptr(args, 1)?, ptr(args, 2)?);
        let compare = ptr(args, 3)?;
        let total = count
            .checked_mul(size)
            .ok_or_else(|| Fault::trap("qsort of too much"))?;
        if total == 0 {
            return give(0);
        }
        // The comparisons read a copy, whose elements stay where they are.
        let copy = self.host.memory.allocate(total)?;
        self.host.memory.copy(copy, base, total)?;
        let element = |i: u64| copy + i * size;
        let mut order: Vec<u64> = (0..count).collect();
        let mut width = 1;
        while width < order.len() {
            order = self.merge_runs(&order, width, &element, compare)?;
            width *= 2;
        }
        for (i, from) in order.iter().enumerate() {
            self.host
                .memory
                .copy(base + i as u64 * size, element(*from), size)?;
        }
        self.host.memory.release(copy);
        give(0)
    }

    /// Merges each pair of neighbouring sorted runs.
    fn merge_runs(
        &mut self,
        order: &[u64],
        width: usize,
        element: &dyn Fn(u64) -> u64,
        compare: u64,
    ) -> Result<Vec<u64>, Fault> {
        let mut merged = Vec::with_capacity(order.len());
        for pair in order.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let ([a, left_rest @ ..], [b, right_rest @ ..]) = (left, right) {
                if self.compare(compare, element(*a), element(*b))? <= 0 {
                    merged.push(*a);
                    left = left_rest;
                } else {
                    merged.push(*b);
                    right = right_rest;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        Ok(merged)
    }

    pub(in crate::ir::interp) fn search(&mut self, args: &[ArgValue]) -> Result<u128, Fault> {
        let (key, base, count) = (ptr(args, 0)?, ptr(args, 1)?, ptr(args, 2)?);
        let (size, compare) = (ptr(args, 3)?, ptr(args, 4)?);
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = (low + high) / 2;
            let place = base.wrapping_add(middle.wrapping_mul(size));
            match self.compare(compare, key, place)? {
                0 => return Ok(place.into()),
                order if order < 0 => high = middle,
                _ => low = middle + 1,
            }
        }
        give(0)
    }
}
