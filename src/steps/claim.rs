//! What is claimed of labels of one function, and the question that it is.
//!
//! ```text
//! unreached ℓ   reach(ℓ)                            has no state
//! never ℓ       reach(ℓ) ∧ φ                        has no state
//! always ℓ      reach(ℓ) ∧ ¬φ                       has no state
//! a implies b   reach(a) ∧ φₐ ∧ ¬(reach(b) ∧ φ_b)   has no state
//! ```

use super::order::{Order, Spot};
use crate::ir::PointId;
use crate::prover::Literal;
use crate::vc::{Context, Encoding};

/// A claim about labels, each by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Claim {
    Unreached(usize),
    Never(usize),
    Always(usize),
    Implies(usize, usize),
}

impl Claim {
    /// The labels, the one whose visit is looked at first.
    pub fn labels(self) -> Vec<usize> {
        match self {
            Claim::Unreached(label) | Claim::Never(label) | Claim::Always(label) => vec![label],
            Claim::Implies(a, b) => vec![a, b],
        }
    }

    /// The same claim where its labels are the only ones.
    #[must_use]
    pub fn alone(self) -> Claim {
        match self {
            Claim::Unreached(_) => Claim::Unreached(0),
            Claim::Never(_) => Claim::Never(0),
            Claim::Always(_) => Claim::Always(0),
            Claim::Implies(..) => Claim::Implies(0, 1),
        }
    }
}

/// The labels that an encoding is about, and their order.
pub struct Frame<'a> {
    pub context: Context,
    /// By label.
    pub points: &'a [PointId],
    pub order: Order<'a>,
}

impl Frame<'_> {
    /// What has no state together if the claim holds; `None` if the context cannot tell.
    pub fn literals(&self, encoding: &mut Encoding, claim: Claim) -> Option<Vec<Literal>> {
        let literal = |encoding: &Encoding, term| Literal::new(&encoding.terms, term);
        let reach = |encoding: &Encoding, label: usize| literal(encoding, encoding.reach[label]);
        let holds = |encoding: &Encoding, label: usize| literal(encoding, encoding.holds[label]);
        Some(match claim {
            // A block by itself is taken to be reached.
            Claim::Unreached(_) if self.context == Context::Block => return None,
            Claim::Unreached(label) => vec![reach(encoding, label)],
            Claim::Never(label) => vec![reach(encoding, label), holds(encoding, label)],
            Claim::Always(label) => vec![reach(encoding, label), holds(encoding, label).negate()],
            Claim::Implies(a, b) => {
                let apart = encoding.block[a] != encoding.block[b];
                let (from, to) = (self.spot(encoding, a), self.spot(encoding, b));
                if !self.order.relates(from, to) || self.context == Context::Block && apart {
                    return None;
                }
                let other = match self.together(encoding, a, b) {
                    true => encoding.holds[b],
                    false => encoding.terms.and2(encoding.reach[b], encoding.holds[b]),
                };
                let other = literal(encoding, other).negate();
                vec![reach(encoding, a), holds(encoding, a), other]
            }
        })
    }

    /// Where the first label is reached the second is, or was before.
    pub fn together(&self, encoding: &Encoding, a: usize, b: usize) -> bool {
        let (from, to) = (self.spot(encoding, a), self.spot(encoding, b));
        encoding.reach[a] == encoding.reach[b] || self.order.precedes(to, from)
    }

    fn spot(&self, encoding: &Encoding, label: usize) -> Spot {
        Spot {
            point: self.points[label],
            position: encoding.position[label],
        }
    }
}
