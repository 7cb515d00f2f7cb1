//! Which pairs of labels an implication may relate.
//!
//! The passive form says what holds when control goes its way; it does not say that control does. So the formula
//! `reach(a) ∧ φₐ ⇒ reach(b) ∧ φ_b` means that runs that cover a cover b only if
//!
//! - b comes first: then control was there, or
//! - b comes later, and nothing interrupts the way to it.
//!
//! In both cases one state describes the visit of a and the visit of b nearest to it: a loop between them, or around
//! one of them, is described by its last iteration, the one that led out of it; a way to b that leads through another
//! iteration is cut from the passive form, where b then is not reached and nothing follows.

use crate::coreach::Program;
use crate::ir::PointId;

/// The points of one function.
pub struct Order<'a> {
    pub program: &'a Program,
    /// The function's index in the program.
    pub function: usize,
}

/// A point and its number in the passive form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spot {
    pub point: PointId,
    pub position: usize,
}

impl Order<'_> {
    /// A proof of the implication means that runs that cover a label at `a` cover one at `b`.
    pub fn relates(&self, a: Spot, b: Spot) -> bool {
        if a.point == b.point {
            return true;
        }
        let ordered = |spot: Spot| self.program.is_ordered(self.function, spot.point);
        ordered(a) && ordered(b) && (b.position < a.position || self.follows(a, b))
    }

    fn follows(&self, a: Spot, b: Spot) -> bool {
        self.program.runs_on(self.function, a.point)
            || self.program.always_follows(self.function, b.point, a.point)
    }

    /// On every way to the second point the first is passed.
    pub fn precedes(&self, first: Spot, then: Spot) -> bool {
        self.program
            .always_precedes(self.function, first.point, then.point)
    }

    /// One of the points is passed on every way through the other.
    pub fn accompanies(&self, a: Spot, b: Spot) -> bool {
        let (program, function) = (self.program, self.function);
        program.always_precedes(function, b.point, a.point)
            || program.always_follows(function, b.point, a.point)
            || program.co_reached((function, a.point), (function, b.point))
    }
}
