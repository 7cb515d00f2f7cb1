//! Step 3 in one region: which of its labels imply which others, there and nearby.
//!
//! Comes in: a region, with what is known of its atoms. Goes out: implications, each of them proved. States refute most
//! pairs, the block alone proves many; what is left is asked many at once, and in halves if that was too much.

use super::region::{Region, ones};
use super::{Finding, Why};
use crate::base::{Bug, seeded};
use crate::prover::Literal;

impl Region<'_, '_> {
    /// Step 3: `reach ∧ φₐ ∧ ⋁ ¬φ_b` has no state, for all the b that no state refutes.
    pub(super) fn subsumption(&mut self) {
        let atoms = self.place.atoms.clone();
        let mut sources: Vec<usize> = atoms.clone().filter(|&a| self.is_possible(a)).collect();
        // What is hard must not use up the patience for the rest, nor many labels of one criterion that for the few of others;
        // what holds in few states implies most.
        let mut members = [0; 64];
        let of_families = |atom: usize| ones(self.desk.atoms[atom].families);
        for &atom in &sources {
            of_families(atom).for_each(|family| members[family as usize] += 1);
        }
        let members = |atom| {
            of_families(atom)
                .map(|family| members[family as usize])
                .min()
        };
        let states = |atom| self.desk.book.states.known.count(atom);
        sources.sort_by_key(|&atom| {
            (
                self.desk.atoms[atom].hard,
                members(atom),
                states(atom),
                atom,
            )
        });
        let mut settled: Vec<Option<usize>> = vec![None; atoms.len()];
        let first = atoms.start;
        for a in sources {
            let targets = match settled[a - first] {
                // What it implies, its own source implies: only whether both are the same is open.
                Some(by) if self.relates(a, by) => vec![by],
                Some(_) => Vec::new(),
                None => self.targets(a, &settled),
            };
            self.desk.book.counts.pairs += targets.len() as u64;
            for b in self.sweep(a, targets) {
                self.desk.book.implications.push((a, b));
                let families = self.desk.atoms[b].families & !self.desk.atoms[a].families;
                let covered = families == 0 && atoms.contains(&b);
                if covered && settled[a - first].is_none() && settled[b - first].is_none() {
                    settled[b - first] = Some(a);
                }
            }
        }
    }

    /// What `a` may imply; what another one in the region implies already needs no second source.
    fn targets(&self, a: usize, settled: &[Option<usize>]) -> Vec<usize> {
        let first = self.place.atoms.start;
        let own = self.place.atoms.clone();
        let own = own.filter(|&b| b != a && self.is_possible(b) && settled[b - first].is_none());
        let from = &self.desk.atoms[a];
        let of_interest = |b: &usize| {
            let to = &self.desk.atoms[*b];
            to.families & from.families != 0 && self.relates(a, *b)
        };
        own.chain(self.near.iter().copied())
            .filter(of_interest)
            .collect()
    }

    fn relates(&self, a: usize, b: usize) -> bool {
        let (from, to) = (&self.desk.atoms[a], &self.desk.atoms[b]);
        self.desk.order.relates(from.spot, to.spot)
    }

    /// Those of the targets that `a` implies.
    fn sweep(&mut self, a: usize, targets: Vec<usize>) -> Vec<usize> {
        let total = targets.len() as u64;
        let mut implied = Vec::new();
        let mut asked = Vec::new();
        for b in targets {
            if self.follows_trivially(a, b) {
                implied.push(b);
            } else if self.desk.book.states.known.may_imply(a, b) {
                asked.push(b);
            }
        }
        let mut confirmed = 0;
        if !self.stopped() && !asked.is_empty() {
            let (proved, open) = self.locally(a, asked);
            confirmed += proved.len() as u64;
            implied.extend(proved);
            asked = open;
        }
        let (hard, easy) = asked.iter().partition(|&&b| self.desk.atoms[b].hard);
        let mut work: Vec<Vec<usize>> = vec![hard, easy];
        while let Some(mut candidates) = work.pop() {
            candidates.retain(|&b| self.desk.book.states.known.may_imply(a, b));
            if candidates.is_empty() {
                continue;
            }
            match self.ask_implications(a, &candidates) {
                Ok(true) => {
                    confirmed += candidates.len() as u64;
                    implied.extend(candidates);
                }
                // The state refutes at least one of them.
                Ok(false) => work.push(candidates),
                Err(_) if candidates.len() > 1 => {
                    let rest = candidates.split_off(candidates.len() / 2);
                    work.extend([rest, candidates]);
                }
                Err(_) => confirmed += 1,
            }
        }
        self.desk.book.counts.without_solver += total - confirmed;
        implied
    }

    /// b is reached with a, and holds always or whenever a does.
    fn follows_trivially(&self, a: usize, b: usize) -> bool {
        let always = self.desk.book.findings[b] == Finding::Possible { always: true };
        let same = self.desk.atoms[a].holds == self.desk.atoms[b].holds;
        (always || same) && self.reached_with(a, b)
    }

    /// Where a is reached b is, or was before.
    fn reached_with(&self, a: usize, b: usize) -> bool {
        let (from, to) = (self.desk.atoms[a].spot, self.desk.atoms[b].spot);
        self.place.atoms.contains(&b)
            || self.desk.order.precedes(to, from)
            || seeded(Bug::ReachedAnyway)
    }

    /// Those that `a` implies in its block, and the others.
    fn locally(&mut self, a: usize, targets: Vec<usize>) -> (Vec<usize>, Vec<usize>) {
        let atoms = self.desk.atoms;
        let label = |atom: usize| atoms[atom].labels[0] as usize;
        let own = self.place.atoms.clone();
        let (here, mut open): (Vec<usize>, Vec<usize>) =
            targets.into_iter().partition(|b| own.contains(b));
        let labels: Vec<usize> = here.iter().map(|&b| label(b)).collect();
        let (proved, _) = self.desk.local.implied(label(a), &labels);
        let (proved, rest): (Vec<usize>, Vec<usize>) =
            here.iter().partition(|&&b| proved.contains(&label(b)));
        open.extend(rest);
        (proved, open)
    }

    fn ask_implications(&mut self, a: usize, targets: &[usize]) -> Result<bool, Why> {
        let (terms, atoms) = (self.desk.terms, self.desk.atoms);
        let assumed = Literal::new(terms, atoms[a].holds);
        let negated = |&b: &usize| {
            let term = match self.reached_with(a, b) {
                true => atoms[b].holds,
                false => atoms[b].covered,
            };
            Literal::new(terms, term).negate()
        };
        let negated: Vec<Literal> = targets.iter().map(negated).collect();
        self.ask(&[assumed], &negated)
    }
}
