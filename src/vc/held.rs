//! What the scalars of separable globals hold, where the whole program says more of it than of any time.
//!
//! Comes in: who knows the program, and the state at an entry, at the head of a loop, after a call. Goes out: the state in which these
//! scalars lie in their intervals, as terms, so that no hypothesis is needed. Knows nothing of how the intervals are found.

use super::Calls;
use super::passive::Encoder;
use crate::ir::{ExprKind, Function, InstKind, Object, Ty, access};
use crate::ranges::{Interval, Scalar};

impl Encoder<'_> {
    /// What the scalars of separable globals hold that something is known of, at one place.
    pub fn confine_globals(
        &mut self,
        known: impl Fn(&dyn Calls, &Function, &Scalar) -> Option<Interval>,
        is_asked: impl Fn(usize) -> bool,
    ) {
        for (index, scalar) in self.scalars.clone() {
            let value = match is_asked(index) {
                true => known(self.calls, self.f, &scalar),
                false => None,
            };
            if let Some(value) = value {
                self.confine_global(index, &scalar, value);
            }
        }
    }

    /// The scalars at fixed places of separable globals that the function or one of these bodies names.
    pub fn find_scalars(&mut self, bodies: &[&Function]) {
        let mut found = Vec::new();
        for f in bodies {
            let stores = f.blocks.values().flat_map(|block| &block.insts);
            let stores = stores.filter_map(|inst| match inst.kind {
                InstKind::Store { addr, value, .. } => Some((addr, f.expr(value).ty)),
                _ => None,
            });
            let loads = f.exprs.values().filter_map(|e| match e.kind {
                ExprKind::Load(addr) => Some((addr, e.ty)),
                _ => None,
            });
            for (addr, ty) in stores.chain(loads) {
                if let Some(access) = access(f, addr)
                    && let Object::Global(global) = access.object
                    && let Ok(index) = self.separation.globals.binary_search(&global)
                    && let Ok(offset) = u64::try_from(access.offset)
                    && access.stride == 0
                    && matches!(ty, Ty::Int { .. } | Ty::Ptr)
                {
                    found.push((index, Scalar { global, offset, ty }));
                }
            }
        }
        found.sort_unstable_by_key(|(index, scalar)| (*index, scalar.offset, scalar.ty.size()));
        found.dedup_by_key(|(index, scalar)| (*index, scalar.offset, scalar.ty.size()));
        found.retain(|(_, scalar)| self.calls.is_followed(scalar));
        self.scalars = found;
    }
}
