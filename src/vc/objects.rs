//! Where objects are: each has an address, which is a variable. Nothing is known of it but that it is not null and that
//! objects do not overlap.

use super::passive::Encoder;
use crate::base::Span;
use crate::ir::*;
use crate::logic::{Sort, TermId};

/// Objects more than this in one function are not told apart by hypotheses: their number is
/// that of the pairs.
const MAX_APART: usize = 12;

impl Encoder<'_> {
    /// The address of an object: the same variable everywhere.
    pub fn base(&mut self, object: Object) -> TermId {
        // Locals of a function that was called are no locals of this one.
        if let (Object::Local(_), true) = (object, self.depth > 0) {
            return self.unknown_value(Ty::Ptr);
        }
        if let Some(&known) = self.bases.get(&object) {
            return known;
        }
        let name = match object {
            Object::Local(var) => format!("&{}", self.f.vars[var].name),
            Object::Global(global) => format!("&{}", self.unit.globals[global].name),
        };
        let base = self.terms.fresh(&name, Sort::BitVec(64), None);
        let size = self.certain_size(object);
        if size > 0 {
            self.terms.declare_object(base, size);
            for (&other, &known) in &self.bases {
                if self.may_share(object, other) {
                    self.terms.declare_shared(base, known);
                }
            }
        }
        self.bases.insert(object, base);
        base
    }

    /// Objects that certainly exist have an address that is not null, and do not overlap.
    pub fn hypotheses(&mut self) -> Vec<TermId> {
        let mut sized: Vec<(TermId, u64, Object)> = Vec::new();
        for (&object, &base) in &self.bases {
            let size = self.certain_size(object);
            if size > 0 {
                sized.push((base, size, object));
            }
        }
        sized.sort_unstable_by_key(|&(base, ..)| base);
        let mut list = Vec::new();
        for &(base, size, _) in &sized {
            // 0 < base and base + size does not wrap: base ≤ 2⁶⁴ − 1 − size
            let zero = self.terms.bv(0, 64);
            list.push(self.terms.ult(zero, base));
            let last = self.terms.bv(u128::from(u64::MAX - size), 64);
            list.push(self.terms.ule(base, last));
        }
        if sized.len() <= MAX_APART {
            for (i, &(a, a_size, a_object)) in sized.iter().enumerate() {
                for &(b, b_size, b_object) in &sized[i + 1..] {
                    if self.may_share(a_object, b_object) {
                        continue;
                    }
                    let a_end = self.terms.offset(a, a_size);
                    let b_end = self.terms.offset(b, b_size);
                    let before = self.terms.ule(a_end, b);
                    let after = self.terms.ule(b_end, a);
                    list.push(self.terms.or2(before, after));
                }
            }
        }
        list
    }

    /// How many bytes the object has at least. One that is only declared may be weak, and then
    /// there is none.
    fn certain_size(&self, object: Object) -> u64 {
        let global = match object {
            Object::Local(var) => return self.f.vars[var].size,
            Object::Global(global) => &self.unit.globals[global],
        };
        match &global.kind {
            GlobalKind::Object {
                size,
                init: Some(_),
                ..
            } if !global.replaceable => *size,
            _ => 0,
        }
    }

    /// Whether two objects may have bytes in common: string literals do (as all constants do under
    /// -fmerge-all-constants), and locals that do not live at the same time.
    fn may_share(&self, a: Object, b: Object) -> bool {
        let constant = |global: GlobalId| {
            let kind = &self.unit.globals[global].kind;
            matches!(kind, GlobalKind::Object { constant: true, .. })
        };
        match (a, b) {
            (Object::Global(a), Object::Global(b)) => constant(a) && constant(b),
            (Object::Local(a), Object::Local(b)) => {
                let (a, b) = (self.f.vars[a].scope, self.f.vars[b].scope);
                let inside = |a: Span, b: Span| b.start <= a.start && a.end <= b.end;
                !inside(a, b) && !inside(b, a)
            }
            _ => false,
        }
    }
}
