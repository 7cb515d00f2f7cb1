//! The clauses, one after the other in one array, and who watches them.
//!
//! A clause of two literals is nothing but its two watches; a longer one is watched by its first two literals.

use super::Lit;

/// A literal whose falsehood makes a clause worth a look.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    /// Another literal of the clause: if it is true, the clause needs no look.
    pub blocker: Lit,
    /// The clause, or `PAIR` if it has no literals but these two.
    pub clause: u32,
}

pub(super) const PAIR: u32 = u32::MAX;

/// What made a literal true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// A decision, an assumption, or a fact.
    None,
    /// The other literal of a pair, which is false.
    Pair(Lit),
    /// The other literals of a clause.
    Clause(u32),
}

#[derive(Default)]
pub(super) struct Clauses {
    /// Per clause its length, its lbd (see `learned`), its literals.
    array: Vec<u32>,
    /// By literal: the clauses to look at when it becomes false.
    pub watches: Vec<Vec<Watch>>,
    /// Learned clauses of three literals and more.
    learned: Vec<u32>,
    /// How many of them the last reduction left.
    reduced_to: usize,
    pairs: usize,
}

const HEADER: usize = 2;
/// The lbd of a clause that was given: it is kept for ever.
const GIVEN: u32 = 0;

impl Clauses {
    pub fn variable(&mut self) {
        self.watches.extend([const { Vec::new() }; 2]);
    }

    pub fn size(&self) -> usize {
        self.array.len() + 2 * self.pairs
    }

    /// Whether there are more learned clauses than that, and half as many came since the last reduction, which looks at every clause.
    pub fn has_learned_more_than(&self, most: usize) -> bool {
        self.learned.len() > most.max(self.reduced_to + most / 2)
    }

    /// Adds a clause of at least two literals; the first two are watched. `lbd` is of a learned one: from how many
    /// levels its literals are, the fewer the better.
    pub fn add(&mut self, literals: &[Lit], lbd: Option<u32>) -> Reason {
        if let [a, b] = *literals {
            self.watches[a.index()].push(Watch {
                blocker: b,
                clause: PAIR,
            });
            self.watches[b.index()].push(Watch {
                blocker: a,
                clause: PAIR,
            });
            self.pairs += 1;
            return Reason::Pair(b);
        }
        let clause = self.array.len() as u32;
        self.array.push(literals.len() as u32);
        self.array.push(lbd.map_or(GIVEN, |q| q.max(1)));
        self.array.extend(literals.iter().map(|l| l.0));
        if lbd.is_some() {
            self.learned.push(clause);
        }
        self.watch(clause);
        Reason::Clause(clause)
    }

    fn watch(&mut self, clause: u32) {
        let (a, b) = (self.literal(clause, 0), self.literal(clause, 1));
        self.watches[a.index()].push(Watch { blocker: b, clause });
        self.watches[b.index()].push(Watch { blocker: a, clause });
    }

    pub fn literal(&self, clause: u32, index: usize) -> Lit {
        Lit(self.array[clause as usize + HEADER + index])
    }

    pub fn length(&self, clause: u32) -> usize {
        self.array[clause as usize] as usize
    }

    /// The literals as numbers.
    pub fn literals_mut(&mut self, clause: u32) -> &mut [u32] {
        let start = clause as usize + HEADER;
        let length = self.array[clause as usize] as usize;
        &mut self.array[start..start + length]
    }

    pub fn literals(&self, clause: u32) -> impl Iterator<Item = Lit> + '_ {
        let start = clause as usize + HEADER;
        let length = self.array[clause as usize] as usize;
        self.array[start..start + length].iter().map(|&l| Lit(l))
    }

    /// Forgets the worse half of the learned clauses, and clauses that a fact satisfies. No clause may be a reason that is
    /// still needed.
    pub fn reduce(&mut self, satisfied: impl Fn(Lit) -> bool) {
        let mut ranked = std::mem::take(&mut self.learned);
        // Of equal lbd the younger ones stay.
        ranked.sort_by_key(|&c| (self.array[c as usize + 1], std::cmp::Reverse(c)));
        let worse = ranked.split_off(ranked.len() / 2);
        for clause in worse {
            // Clauses of two levels join what else stays apart: they are kept.
            match self.array[clause as usize + 1] > 2 {
                true => self.array[clause as usize + 1] = u32::MAX,
                false => ranked.push(clause),
            }
        }
        self.compact(satisfied);
    }

    fn compact(&mut self, satisfied: impl Fn(Lit) -> bool) {
        let old = std::mem::take(&mut self.array);
        for watches in &mut self.watches {
            watches.retain(|w| w.clause == PAIR);
        }
        let mut at = 0;
        while at < old.len() {
            let (length, lbd) = (old[at] as usize, old[at + 1]);
            let literals = &old[at + HEADER..at + HEADER + length];
            at += HEADER + length;
            if lbd == u32::MAX || literals.iter().any(|&l| satisfied(Lit(l))) {
                continue;
            }
            let clause = self.array.len() as u32;
            self.array.extend([length as u32, lbd]);
            self.array.extend_from_slice(literals);
            if lbd != GIVEN {
                self.learned.push(clause);
            }
            self.watch(clause);
        }
        self.reduced_to = self.learned.len();
    }
}
