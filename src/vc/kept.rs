//! What is left of a function when some of its text does not count.
//!
//! Comes in: the instructions and ends of blocks that were not kept. Goes out: a state that is right whatever they do: what
//! they assign is any value, their conditions go either way. So what is proved without a line is proved for any line in its place
//! that writes to the same places and goes to the same blocks.

use super::loops::Writes;
use super::passive::Encoder;
use crate::base::Span;
use crate::ir::*;
use crate::logic::{Sort, TermId};

impl Encoder<'_> {
    pub fn keeps(&self, span: Span) -> bool {
        self.kept.is_none_or(|kept| kept(span))
    }

    /// One instruction that does not count.
    pub fn any_instruction(&mut self, kind: &InstKind) {
        match kind {
            InstKind::Assign { var, .. } | InstKind::Either { var, .. } => self.havoc(*var),
            InstKind::Store { addr, value, .. } => {
                let ty = self.f.expr(*value).ty;
                let value = self.unknown_value(ty);
                self.store(*addr, ty, value);
            }
            InstKind::Copy { dst, size, .. } | InstKind::Zero { dst, size } => {
                self.havoc_bytes(*dst, *size);
            }
            InstKind::Call { result, callee, .. } => {
                self.runs_through = false;
                self.havoc_writes(&Writes::of_call(&self.separation, self.calls, callee));
                result.iter().for_each(|var| self.havoc(*var));
            }
            other => return self.instruction(other),
        }
        self.known.clear();
    }

    /// The edges out of a block whose end does not count: any of them, and one of them.
    pub fn leave_anyway(&mut self, kind: &TermKind, reach: TermId) -> Vec<(BlockId, TermId)> {
        let mut targets: Vec<BlockId> = kind.successors().collect();
        targets.sort_unstable();
        targets.dedup();
        let mut rest = reach;
        let mut edges = Vec::with_capacity(targets.len());
        while let Some(target) = targets.pop() {
            if targets.is_empty() {
                edges.push((target, rest));
                break;
            }
            let choice = self.terms.fresh("choice", Sort::Bool, None);
            edges.push((target, self.terms.and2(rest, choice)));
            let other = self.terms.not(choice);
            rest = self.terms.and2(rest, other);
        }
        edges
    }
}
