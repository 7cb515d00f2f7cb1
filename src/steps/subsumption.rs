//! Step 3 in one region: which of its labels imply which others, there and nearby.
//!
//! Comes in: a region, with what is known of its atoms. Goes out: implications, each of them proved. States refute most
//! pairs, the block alone proves many; what is left is asked some at once, and in halves if that was too much.

use super::Finding;
use super::claim::{Implies, Obligation};
use super::ids::{AtomId, LabelId};
use super::proof::Proved;
use super::region::{RegionProof, around};
use crate::logic::TermId;
use std::collections::{BTreeMap, HashMap};

/// How many targets are asked about at once: a question about more of them seldom has an answer, and its halves are asked again.
const AT_ONCE: usize = 32;
/// After so many states in a row that refute what is left, an atom is asked about no further: proofs seldom come later.
const MODELS: usize = 8;

impl RegionProof<'_, '_> {
    /// Step 3: `reach ∧ φₐ ∧ ⋁ ¬φ_b` has no state, for all the b that no state refutes.
    pub(super) fn subsumption(&mut self) {
        let atoms = self.region.atoms.clone();
        let mut sources: Vec<AtomId> = atoms.clone().filter(|&a| self.is_possible(a)).collect();
        // What is hard must not use up the patience for the rest, nor many labels of one criterion that for the few of others;
        // what holds in few states implies most.
        let of_families = |atom: AtomId| self.worker.atoms[atom].families.ones();
        let mut members: BTreeMap<usize, usize> = BTreeMap::new();
        for family in sources.iter().flat_map(|&atom| of_families(atom)) {
            *members.entry(family).or_default() += 1;
        }
        let members = |atom| of_families(atom).map(|family| members[&family]).min();
        let states = |atom| self.worker.proof_state.states.count(atom);
        sources.sort_by_cached_key(|&atom| {
            (
                self.worker.atoms[atom].hard,
                members(atom),
                states(atom),
                atom,
            )
        });
        let mut same: HashMap<TermId, Vec<AtomId>> = HashMap::new();
        for atom in atoms.clone() {
            let holds = self.worker.atoms[atom].holds;
            same.entry(holds).or_default().push(atom);
        }
        let mut settled: Vec<Option<AtomId>> = vec![None; atoms.len()];
        for a in sources {
            if self.stopped() {
                return;
            }
            let targets = match settled[atoms.place(a)] {
                // What it implies, its own source implies: only whether both are the same is open.
                Some(by) if self.relates(a, by) => vec![by],
                Some(_) => Vec::new(),
                None => self.targets(a, &same[&self.worker.atoms[a].holds], &settled),
            };
            self.worker.proof_state.counts.pairs += targets.len() as u64;
            for (b, proved) in self.sweep(a, targets) {
                self.worker.proof_state.implications.push(proved);
                let [of_a, of_b] = [a, b].map(|atom| &self.worker.atoms[atom].families);
                let covered = of_b.is_subset(of_a) && atoms.contains(b);
                if covered && settled[atoms.place(a)].is_none() && settled[atoms.place(b)].is_none()
                {
                    settled[atoms.place(b)] = Some(a);
                }
            }
        }
    }

    /// What `a` may imply: atoms around it, those of its region that are about the same term, and those nearby. What another one
    /// in the region implies already needs no second source.
    fn targets(&mut self, a: AtomId, same: &[AtomId], settled: &[Option<AtomId>]) -> Vec<AtomId> {
        let atoms = &self.region.atoms;
        let unsettled = |b| settled[atoms.place(b)].is_none();
        let window = self.worker.window;
        let around = around(atoms, a, window);
        let further = same.iter().copied().filter(|&b| !around.contains(b));
        let cut = atoms.len() - around.len() - further.clone().count();
        self.worker.proof_state.counts.not_asked += cut as u64;
        let own = around.clone().chain(further);
        let own = own.filter(|&b| b != a && self.is_possible(b) && unsettled(b));
        let families = &self.worker.atoms[a].families;
        let of_interest = |&b: &AtomId| {
            !self.worker.atoms[b].families.is_disjoint(families) && self.relates(a, b)
        };
        own.chain(self.near.iter().copied())
            .filter(of_interest)
            .collect()
    }

    fn relates(&self, a: AtomId, b: AtomId) -> bool {
        self.worker.frame.relates(self.label(a), self.label(b))
    }

    /// Those of the targets that `a` implies, with the proofs.
    fn sweep(&mut self, a: AtomId, targets: Vec<AtomId>) -> Vec<(AtomId, Proved<Implies>)> {
        let total = targets.len() as u64;
        let mut implied = Vec::new();
        let mut asked = Vec::new();
        for b in targets {
            match self.follows_trivially(a, b) {
                Some(proved) => implied.push((b, proved)),
                None => asked.push(b),
            }
        }
        asked = self.unrefuted(a, asked);
        let mut confirmed = 0;
        if !self.stopped() && !asked.is_empty() {
            let (proved, open) = self.locally(a, asked);
            confirmed += proved.len() as u64;
            implied.extend(proved);
            asked = open;
        }
        let (hard, easy) = asked.iter().partition(|&&b| self.worker.atoms[b].hard);
        let [hard, easy]: [Vec<AtomId>; 2] = [hard, easy];
        let parts = hard.chunks(AT_ONCE).chain(easy.chunks(AT_ONCE));
        let mut work: Vec<Vec<AtomId>> = parts.map(<[AtomId]>::to_vec).collect();
        let mut models = 0;
        while let Some(candidates) = work.pop() {
            let mut candidates = self.unrefuted(a, candidates);
            let obligations = self.obligations(a, &candidates);
            if obligations.is_empty() {
                continue;
            }
            if models >= MODELS {
                self.worker.proof_state.counts.not_asked += obligations.len() as u64;
                continue;
            }
            match self.ask(a, &obligations) {
                Ok(Some(proved)) => {
                    confirmed += proved.len() as u64;
                    models = 0;
                    implied.extend(candidates.into_iter().zip(proved));
                }
                Ok(None) => {
                    let before = candidates.len();
                    models += 1;
                    let inquiry = &self.worker.inquiry;
                    let mut refuted = obligations.iter().map(|asked| inquiry.is_refuted(asked));
                    candidates.retain(|_| refuted.next() == Some(false));
                    // The state refutes at least one of them.
                    if candidates.len() < before {
                        work.push(candidates);
                    }
                }
                Err(_) if self.stopped() => break,
                Err(_) if candidates.len() > 1 => {
                    let rest = candidates.split_off(candidates.len() / 2);
                    work.extend([rest, candidates]);
                }
                Err(_) => confirmed += 1,
            }
        }
        self.worker.proof_state.counts.without_solver += total - confirmed;
        implied
    }

    /// Those of the targets that no state has `a` without.
    fn unrefuted(&self, a: AtomId, mut targets: Vec<AtomId>) -> Vec<AtomId> {
        let is_possible = self.worker.proof_state.states.may_be_implied_by(a);
        targets.retain(|&b| is_possible(b));
        targets
    }

    /// b is reached with a, and holds always or whenever a does.
    fn follows_trivially(&self, a: AtomId, b: AtomId) -> Option<Proved<Implies>> {
        let (from, to) = (self.label(a), self.label(b));
        let frame = self.worker.frame;
        let always = match &self.worker.proof_state.findings[b] {
            Finding::Possible { always } => *always,
            _ => None,
        };
        let by_always = always.and_then(|always| frame.reached_with(from, always));
        by_always.or_else(|| frame.equal(from, to))
    }

    /// Those that `a` implies in its block, and the others.
    fn locally(
        &mut self,
        a: AtomId,
        targets: Vec<AtomId>,
    ) -> (Vec<(AtomId, Proved<Implies>)>, Vec<AtomId>) {
        let own = self.region.atoms.clone();
        let (here, mut open): (Vec<AtomId>, Vec<AtomId>) =
            targets.into_iter().partition(|b| own.contains(*b));
        let labels: Vec<LabelId> = here.iter().map(|&b| self.label(b)).collect();
        let from = self.label(a);
        let found = self.worker.local.implied(from, &labels);
        let mut proved = Vec::new();
        for b in here {
            let claim = Implies(from, self.label(b));
            match found.iter().find(|proved| proved.claim() == claim) {
                Some(found) => proved.push((b, *found)),
                None => open.push(b),
            }
        }
        (proved, open)
    }

    /// One for each target: the order relates them all.
    fn obligations(&self, a: AtomId, targets: &[AtomId]) -> Vec<Obligation<Implies>> {
        let claims = targets
            .iter()
            .map(|&b| Implies(self.label(a), self.label(b)));
        let formed = claims.map(|claim| self.worker.frame.obligation(claim));
        formed.collect::<Result<_, _>>().unwrap_or_default()
    }
}
