//! What is claimed of labels of one function, and the obligation that each claim is. There is no other definition: the steps, the
//! explanations and the second opinion ask what is formed here.
//!
//! ```text
//! unreached ℓ   reach(ℓ)                            has no state
//! never ℓ       reach(ℓ) ∧ φ                        has no state
//! always ℓ      reach(ℓ) ∧ ¬φ                       has no state
//! a implies b   reach(a) ∧ φₐ ∧ ¬(reach(b) ∧ φ_b)   has no state, and the order relates a to b
//! ```
//!
//! Where a is reached b is or was before, `reach(b)` is left out: that is the same, and simpler. Without the order
//! ([`Order::relates`]) the formula does not mean what the claim says, so no obligation is formed.

use super::ids::LabelId;
use super::order::{Order, Spot};
use crate::base::{Id, IdVec};
use crate::ir::{BlockId, PointId};
use crate::logic::{TermId, Terms};
use crate::prover::Literal;
use crate::vc::{Context, Encoding};
use serde::{Deserialize, Serialize};

/// No state reaches the label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreached(pub LabelId);

/// No state covers the label.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Never(pub LabelId);

/// Whatever reaches the label covers it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Always(pub LabelId);

/// Whatever covers the first label covers the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Implies(pub LabelId, pub LabelId);

/// Any claim about labels of one function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Claim {
    Unreached(LabelId),
    Never(LabelId),
    Always(LabelId),
    Implies(LabelId, LabelId),
}

impl From<Unreached> for Claim {
    fn from(Unreached(label): Unreached) -> Claim {
        Claim::Unreached(label)
    }
}

impl From<Never> for Claim {
    fn from(Never(label): Never) -> Claim {
        Claim::Never(label)
    }
}

impl From<Always> for Claim {
    fn from(Always(label): Always) -> Claim {
        Claim::Always(label)
    }
}

impl From<Implies> for Claim {
    fn from(Implies(a, b): Implies) -> Claim {
        Claim::Implies(a, b)
    }
}

impl Claim {
    /// Whether the claim may be proved in this context. A block by itself is taken to be reached; where trips are looked at one by
    /// one, a label in another trip is not.
    pub fn fits(self, context: Context) -> bool {
        match self {
            Claim::Unreached(_) => context != Context::Block,
            Claim::Never(_) => true,
            Claim::Always(_) | Claim::Implies(..) => context != Context::Trips,
        }
    }

    /// The labels, the one whose visit is looked at first.
    pub fn labels(self) -> Vec<LabelId> {
        match self {
            Claim::Unreached(label) | Claim::Never(label) | Claim::Always(label) => vec![label],
            Claim::Implies(a, b) => vec![a, b],
        }
    }

    /// The same claim where its labels are the only ones.
    #[must_use]
    pub fn alone(self) -> Claim {
        let [first, second] = [0, 1].map(LabelId::from_index);
        match self {
            Claim::Unreached(_) => Claim::Unreached(first),
            Claim::Never(_) => Claim::Never(first),
            Claim::Always(_) => Claim::Always(first),
            Claim::Implies(..) => Claim::Implies(first, second),
        }
    }
}

/// What has no state if the claim `C` holds: a conjunction. Only [`Frame::obligation`] makes one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Obligation<C = Claim> {
    claim: C,
    formula: Formula,
}

/// `reach ∧ assumed ∧ goal`; what is not there is true.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Formula {
    /// Control is at the label, or at the first of two.
    pub reach: Option<TermId>,
    /// What is supposed of the label there.
    pub assumed: Option<Literal>,
    /// The second label is not covered.
    pub goal: Option<Literal>,
}

/// Why a claim has no obligation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// The order does not relate the labels: no formula proves the claim.
    Order,
    /// The context does not tell.
    Context,
}

impl<C: Copy> Obligation<C> {
    pub fn claim(self) -> C {
        self.claim
    }

    pub(super) fn formula(self) -> Formula {
        self.formula
    }

    /// The conjunction.
    pub fn literals(self, terms: &Terms) -> Vec<Literal> {
        let Formula {
            reach,
            assumed,
            goal,
        } = self.formula;
        let reach = reach.map(|term| Literal::new(terms, term));
        [reach, assumed, goal].into_iter().flatten().collect()
    }
}

/// The labels of an encoding, and their order.
pub struct Frame<'a> {
    context: Context,
    order: Order<'a>,
    sites: IdVec<LabelId, Site>,
}

/// A label in an encoding.
pub(super) struct Site {
    /// `None` if it is true.
    pub reach: Option<TermId>,
    pub is_reached: bool,
    pub holds: Literal,
    covered: Literal,
    pub spot: Spot,
    block: BlockId,
}

impl<'a> Frame<'a> {
    /// The labels stand at these points, in the order in which the encoding has them.
    pub fn new(
        encoding: &mut Encoding,
        context: Context,
        points: impl IntoIterator<Item = PointId>,
        order: Order<'a>,
    ) -> Self {
        let site = |(label, point): (usize, PointId)| {
            let (reach, holds) = (encoding.reach[label], encoding.holds[label]);
            let covered = encoding.terms.and2(reach, holds);
            let constant = encoding.terms.constant(reach);
            Site {
                reach: (constant != Some(1)).then_some(reach),
                is_reached: constant != Some(0),
                holds: Literal::new(&encoding.terms, holds),
                covered: Literal::new(&encoding.terms, covered),
                spot: Spot {
                    point,
                    position: encoding.position[label],
                },
                block: encoding.block[label],
            }
        };
        Frame {
            context,
            order,
            sites: points.into_iter().enumerate().map(site).collect(),
        }
    }

    /// The obligation of a claim, if the order and the context allow one.
    pub fn obligation<C: Copy + Into<Claim>>(&self, claim: C) -> Result<Obligation<C>, Unfit> {
        let formula = match claim.into() {
            claim if !claim.fits(self.context) => return Err(Unfit::Context),
            Claim::Unreached(label) => self.there(label, None),
            Claim::Never(label) => self.there(label, Some(self.sites[label].holds)),
            Claim::Always(label) => self.there(label, Some(self.sites[label].holds.negate())),
            Claim::Implies(a, b) => self.implication(a, b)?,
        };
        Ok(Obligation { claim, formula })
    }

    fn there(&self, label: LabelId, assumed: Option<Literal>) -> Formula {
        Formula {
            reach: self.sites[label].reach,
            assumed,
            goal: None,
        }
    }

    fn implication(&self, a: LabelId, b: LabelId) -> Result<Formula, Unfit> {
        if !self.relates(a, b) {
            return Err(Unfit::Order);
        }
        if self.context == Context::Block && self.sites[a].block != self.sites[b].block {
            return Err(Unfit::Context);
        }
        let other = match self.together(a, b) {
            true => self.sites[b].holds,
            false => self.sites[b].covered,
        };
        Ok(Formula {
            goal: Some(other.negate()),
            ..self.there(a, Some(self.sites[a].holds))
        })
    }

    /// A proof that a implies b would mean it.
    pub fn relates(&self, a: LabelId, b: LabelId) -> bool {
        self.order.relates(self.sites[a].spot, self.sites[b].spot)
    }

    /// Where the first label is reached the second is, or was before.
    pub fn together(&self, a: LabelId, b: LabelId) -> bool {
        let (a, b) = (&self.sites[a], &self.sites[b]);
        a.reach == b.reach || self.order.precedes(b.spot, a.spot)
    }

    /// One of the labels is passed on every way through the other.
    pub fn accompanies(&self, a: LabelId, b: LabelId) -> bool {
        let (a, b) = (&self.sites[a], &self.sites[b]);
        self.order.accompanies(a.spot, b.spot)
    }

    pub(super) fn site(&self, label: LabelId) -> &Site {
        &self.sites[label]
    }
}
