//! The facts as one function sees them.

use super::{Context, exists};
use crate::coreach::Program;
use crate::ir::{Access, Callee, GlobalId, Ty, Unit, VarId};
use crate::ranges::{Back, Extent, Interval, Outside, Scalar};

#[derive(Clone, Copy)]
pub struct Seen<'a> {
    pub context: &'a Context,
    pub program: &'a Program,
    /// The function's unit.
    pub unit: &'a Unit,
    /// The function's index in the program.
    pub function: usize,
}

impl Outside for Seen<'_> {
    fn argument(&self, function: GlobalId, index: usize) -> Option<Interval> {
        self.context.argument(self.function, function, index)
    }

    fn result(&self, callee: &Callee) -> Back {
        match self.context.result(self.function, callee) {
            Back::Any => Back::promised(self.program.contracts(self.function, callee)),
            known => known,
        }
    }

    fn content(&self, global: GlobalId, access: &Access, ty: Ty) -> Option<Interval> {
        self.context.content(self.function, global, access, ty)
    }

    fn may_write(&self, callee: &Callee, global: GlobalId) -> bool {
        self.program.effects(self.function, callee).writes(global)
    }

    fn is_followed(&self, scalar: &Scalar) -> bool {
        self.context.is_followed(self.function, scalar)
    }

    fn entered(&self, function: GlobalId, scalar: &Scalar) -> Option<Interval> {
        self.context.entered(self.function, function, scalar)
    }

    fn left(&self, callee: &Callee, scalar: &Scalar) -> Option<Interval> {
        self.context.left(self.function, callee, scalar)
    }

    fn is_unwritten(&self, global: GlobalId) -> bool {
        self.context.is_unwritten(self.function, global)
    }

    fn extent(&self, function: GlobalId, var: VarId) -> Option<Extent> {
        self.context.extent(self.function, function, var)
    }

    fn size(&self, symbol: GlobalId) -> Option<u64> {
        self.context.size(self.function, symbol)
    }

    fn exists(&self, symbol: GlobalId) -> bool {
        exists(self.unit, symbol)
    }
}
