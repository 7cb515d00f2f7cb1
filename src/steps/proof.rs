//! Proved claims, and the only ways to one: the solver refutes the claim's obligation, or a rule below takes it from others.
//!
//! Comes in: obligations, which have their order checked, and claims that are proved. Goes out: claims that are proved. Nothing else
//! makes a [`Proved`], and findings, the relation (`link`) and the cache consist of nothing else. The cache gives back what it was given:
//! its content is sealed, and its name has the build in it.

use super::Why;
use super::claim::{Always, Claim, Formula, Frame, Implies, Obligation, Unreached};
use super::ids::LabelId;
use crate::logic::{Assignment, TermId, Terms};
use crate::prover::{Answer, Literal, Session};
use serde::{Deserialize, Serialize};

/// A claim that holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Proved<C>(C);

impl<C: Copy + Into<Claim>> Proved<C> {
    pub fn claim(self) -> C {
        self.0
    }

    #[cfg(test)]
    pub(crate) fn assumed(claim: C) -> Self {
        Proved(claim)
    }
}

/// What the solver says of obligations.
pub enum ProofResult<C> {
    Proved(Vec<Proved<C>>),
    /// This state refutes one of them.
    Refuted(Box<Assignment>),
    Open(Why),
}

/// Obligations of one encoding are asked here, about one region after the other.
pub struct Inquiry {
    session: Session,
    /// Control is there, which is a fact of the session.
    scope: Option<TermId>,
}

impl Inquiry {
    pub fn new(session: Session) -> Self {
        let scope = None;
        Inquiry { session, scope }
    }

    /// The next obligations are about this region, if one is given, and about these predicates.
    pub fn enter(&mut self, terms: &Terms, reach: Option<TermId>, predicates: &[TermId]) {
        let facts: Vec<TermId> = reach.into_iter().collect();
        self.session.scope(terms, &facts, predicates);
        self.scope = reach;
    }

    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Whether the state that the last answer gave refutes one of the obligations that were asked.
    pub fn is_refuted<C: Copy>(&self, asked: &Obligation<C>) -> bool {
        let goal = asked.formula().goal;
        goal.is_some_and(|goal| self.session.holds(goal.predicate) == goal.holds)
    }

    /// All at once: `reach ∧ assumed ∧ ⋁ goals` has no state. They have to agree in all but their goals. One of so many `parts` of the
    /// limit may be spent.
    pub fn ask<C>(
        &mut self,
        terms: &Terms,
        obligations: &[Obligation<C>],
        parts: u32,
    ) -> ProofResult<C>
    where
        C: Copy + Into<Claim>,
    {
        let Some(first) = obligations.first() else {
            return ProofResult::Proved(Vec::new());
        };
        let formula = first.formula();
        let agrees = |other: Formula| {
            other.goal.is_some() && (other.reach, other.assumed) == (formula.reach, formula.assumed)
        };
        if obligations.len() > 1 && !obligations.iter().all(|other| agrees(other.formula())) {
            return ProofResult::Open(Why::Fault);
        }
        let outside = formula.reach.filter(|&reach| self.scope != Some(reach));
        let outside = outside.map(|reach| Literal::new(terms, reach));
        let assumptions: Vec<Literal> = outside.into_iter().chain(formula.assumed).collect();
        let goals = obligations.iter().filter_map(|other| other.formula().goal);
        let goals: Vec<Literal> = goals.collect();
        match self.session.ask_one_of(terms, &assumptions, &goals, parts) {
            Answer::Unsat(_) => ProofResult::Proved(all(obligations)),
            Answer::Sat(state) => ProofResult::Refuted(state),
            answer => ProofResult::Open(Why::of(&answer)),
        }
    }
}

fn all<C: Copy>(obligations: &[Obligation<C>]) -> Vec<Proved<C>> {
    let claims = obligations.iter().map(|obligation| obligation.claim());
    claims.map(Proved).collect()
}

impl Why {
    /// Why an answer is none.
    pub fn of(answer: &Answer) -> Why {
        match answer {
            Answer::Timeout => Why::Timeout,
            Answer::Memory => Why::Memory,
            _ => Why::Solver,
        }
    }
}

/// The rules for claims about one function.
impl Frame<'_> {
    /// No way leads there.
    pub fn without_way(&self, label: LabelId) -> Option<Proved<Unreached>> {
        let obligation = self.obligation(Unreached(label)).ok()?;
        let dead = !self.site(label).is_reached;
        dead.then_some(Proved(obligation.claim()))
    }

    /// What has no state has none with more: the proved obligation is a part of this claim's obligation.
    pub fn restated<C, D>(&self, proved: Proved<C>, claim: D) -> Option<Proved<D>>
    where
        C: Copy + Into<Claim>,
        D: Copy + Into<Claim>,
    {
        let known = self.obligation(proved.claim()).ok()?.formula();
        let wanted = self.obligation(claim).ok()?.formula();
        let part = known.reach == wanted.reach
            && (known.assumed.is_none() || known.assumed == wanted.assumed)
            && (known.goal.is_none() || known.goal == wanted.goal);
        part.then_some(Proved(claim))
    }

    /// Where a is reached b is or was before, and b holds whenever a does.
    pub fn equal(&self, a: LabelId, b: LabelId) -> Option<Proved<Implies>> {
        if self.site(a).holds != self.site(b).holds || !self.together(a, b) {
            return None;
        }
        let obligation = self.obligation(Implies(a, b)).ok()?;
        Some(Proved(obligation.claim()))
    }

    /// Where a is reached b is or was before, and b is covered whenever it is reached.
    pub fn reached_with(&self, a: LabelId, b: Proved<Always>) -> Option<Proved<Implies>> {
        let Always(b) = b.claim();
        let obligation = self.obligation(Implies(a, b)).ok()?;
        self.together(a, b).then_some(Proved(obligation.claim()))
    }
}
