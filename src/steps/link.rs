//! The edges of the relation between the labels of all functions, and the rules that make them.
//!
//! Comes in: proved claims, and the order and the groups of points. Goes out: links and pairs, each of which holds; labels are
//! named by their index in the run.

use super::claim::{Always, Implies};
use super::ids::LabelId;
use super::proof::Proved;
use crate::base::Id;
use crate::coreach::Program;
use crate::ir::PointId;

/// Why a link holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ground {
    /// Both are covered whenever they are reached, and they are reached together.
    Group,
    /// The first is one half of the pair that the second stands for.
    Pair,
    /// The implication was proved.
    Proof,
}

/// Whatever covers the first label covers the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    from: usize,
    to: usize,
    ground: Ground,
}

/// A label that is covered whenever it is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sure {
    label: usize,
    function: usize,
    point: PointId,
}

impl Sure {
    /// The labels of the function start at `first`, and stand at these points.
    pub fn new(
        proved: Proved<Always>,
        function: usize,
        first: usize,
        point: impl Fn(LabelId) -> PointId,
    ) -> Sure {
        let Always(label) = proved.claim();
        Sure {
            label: first + label.index(),
            function,
            point: point(label),
        }
    }

    pub fn label(self) -> usize {
        self.label
    }

    pub fn function(self) -> usize {
        self.function
    }

    /// On every way to the other one this one is passed.
    pub fn precedes(self, other: Sure, program: &Program) -> bool {
        self.function == other.function
            && self.label != other.label
            && program.always_precedes(self.function, self.point, other.point)
    }
}

impl Link {
    /// An implication between labels of the function whose labels start at `first`.
    pub fn proof(proved: Proved<Implies>, first: usize) -> Link {
        let Implies(a, b) = proved.claim();
        Link {
            from: first + a.index(),
            to: first + b.index(),
            ground: Ground::Proof,
        }
    }

    /// Both are reached together.
    pub fn group(a: Sure, b: Sure, program: &Program) -> Option<Link> {
        let together = program.co_reached((a.function, a.point), (b.function, b.point));
        together.then_some(Link {
            from: a.label,
            to: b.label,
            ground: Ground::Group,
        })
    }

    #[cfg(test)]
    pub(super) fn assumed(from: usize, to: usize) -> Link {
        let ground = Ground::Proof;
        Link { from, to, ground }
    }

    pub fn from(self) -> usize {
        self.from
    }

    pub fn to(self) -> usize {
        self.to
    }

    pub fn ground(self) -> Ground {
        self.ground
    }
}

/// A label that is covered exactly when one of two others is: all three are covered whenever they are reached, the first precedes
/// both others, and one of the two always follows it. (Section 4.3 of "Time to Clean Your Test Objectives", 2018: the label before a conditional and those of its
/// branches.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair {
    label: usize,
    halves: [usize; 2],
}

impl Pair {
    pub fn new(l: Sure, x: Sure, y: Sure, program: &Program) -> Option<Pair> {
        let between = l.precedes(x, program) && l.precedes(y, program);
        let covers = program.one_always_follows(l.function, &[x.point, y.point], l.point);
        (between && covers).then_some(Pair {
            label: l.label,
            halves: [x.label, y.label],
        })
    }

    pub fn label(self) -> usize {
        self.label
    }

    pub fn halves(self) -> [usize; 2] {
        self.halves
    }

    /// Each half implies the label.
    pub fn links(self) -> [Link; 2] {
        self.halves.map(|from| Link {
            from,
            to: self.label,
            ground: Ground::Pair,
        })
    }
}
