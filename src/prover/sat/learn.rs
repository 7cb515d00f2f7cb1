//! Learning from a conflict, and the core of the assumptions when they fail.

use super::clauses::Reason;
use super::search::Conflict;
use super::{Lit, Solver};
use crate::base::Id;

impl Solver {
    /// Learns the clause of the first unique implication point and goes back to where it implies something.
    pub(super) fn learn(&mut self, conflict: Conflict) {
        let mut clause = self.implication_point(conflict);
        self.minimise(&mut clause);
        for literal in &clause {
            self.seen[literal.variable().index()] = false;
        }
        self.active.decay();
        if let Some(log) = &mut self.log {
            log.learned(&clause);
        }
        let [asserted, ref others @ ..] = clause[..] else {
            return;
        };
        // The literal of the highest level among the others is watched beside the asserted one.
        let highest = (0..others.len()).max_by_key(|&i| self.level_of(others[i]));
        let level = highest.map_or(0, |i| self.level_of(others[i]));
        if let Some(highest) = highest {
            clause.swap(1, highest + 1);
        }
        self.backtrack(level as usize);
        let reason = match clause.len() {
            1 => Reason::None,
            _ => {
                let lbd = self.lbd(&clause);
                self.clauses.add(&clause, Some(lbd))
            }
        };
        self.assign(asserted, reason);
    }

    fn level_of(&self, literal: Lit) -> u32 {
        self.levels[literal.variable().index()]
    }

    /// The clause: first the negation of the implication point, then literals of earlier levels. Its variables are marked
    /// in `seen`.
    fn implication_point(&mut self, conflict: Conflict) -> Vec<Lit> {
        let mut clause = vec![Lit::TRUE];
        let mut open = 0;
        match conflict {
            Conflict::Pair(a, b) => {
                self.analyse(a, &mut clause, &mut open);
                self.analyse(b, &mut clause, &mut open);
            }
            Conflict::Clause(index) => self.analyse_clause(index, None, &mut clause, &mut open),
        }
        let mut place = self.trail.len();
        loop {
            place -= 1;
            let literal = self.trail[place];
            let variable = literal.variable().index();
            if !self.seen[variable] {
                continue;
            }
            self.seen[variable] = false;
            open -= 1;
            if open == 0 {
                clause[0] = !literal;
                self.seen[variable] = true;
                return clause;
            }
            match self.reasons[variable] {
                Reason::Pair(other) => self.analyse(other, &mut clause, &mut open),
                Reason::Clause(index) => {
                    self.analyse_clause(index, Some(literal), &mut clause, &mut open);
                }
                Reason::None => {}
            }
        }
    }

    fn analyse_clause(
        &mut self,
        index: u32,
        but: Option<Lit>,
        clause: &mut Vec<Lit>,
        open: &mut usize,
    ) {
        for i in 0..self.clauses.length(index) {
            let literal = self.clauses.literal(index, i);
            if Some(literal) != but {
                self.analyse(literal, clause, open);
            }
        }
    }

    /// A false literal that the conflict rests on.
    fn analyse(&mut self, literal: Lit, clause: &mut Vec<Lit>, open: &mut usize) {
        let variable = literal.variable().index();
        let level = self.levels[variable] as usize;
        if level == 0 || std::mem::replace(&mut self.seen[variable], true) {
            return;
        }
        self.active.bump(literal.variable());
        match level >= self.level() {
            true => *open += 1,
            false => clause.push(literal),
        }
    }

    /// Drops literals that others of the clause imply.
    fn minimise(&mut self, clause: &mut Vec<Lit>) {
        let stays: Vec<bool> = clause.iter().map(|&l| !self.is_implied(l)).collect();
        let mut next = stays.iter().enumerate();
        clause.retain(|literal| {
            let stays = next.next().is_none_or(|(i, &stays)| i == 0 || stays);
            self.seen[literal.variable().index()] &= stays;
            stays
        });
    }

    fn is_implied(&self, literal: Lit) -> bool {
        let known = |other: Lit| self.seen[other.variable().index()] || self.level_of(other) == 0;
        match self.reasons[literal.variable().index()] {
            Reason::None => false,
            Reason::Pair(other) => known(other),
            Reason::Clause(index) => {
                let mut others = self.clauses.literals(index);
                others.all(|l| l.variable() == literal.variable() || known(l))
            }
        }
    }

    /// From how many levels the literals are.
    fn lbd(&self, clause: &[Lit]) -> u32 {
        let mut levels: Vec<u32> = clause.iter().map(|&l| self.level_of(l)).collect();
        levels.sort_unstable();
        levels.dedup();
        levels.len() as u32
    }

    /// The assumptions that make `failed`, one of them, false; with itself.
    pub(super) fn core(&mut self, failed: Lit) -> Vec<Lit> {
        let mut core = vec![failed];
        self.seen[failed.variable().index()] = true;
        for place in (0..self.trail.len()).rev() {
            let literal = self.trail[place];
            let variable = literal.variable().index();
            if !std::mem::replace(&mut self.seen[variable], false) || self.levels[variable] == 0 {
                continue;
            }
            match self.reasons[variable] {
                // Nothing but assumptions was decided before one of them failed.
                Reason::None => core.push(literal),
                Reason::Pair(other) => self.seen[other.variable().index()] = true,
                Reason::Clause(index) => {
                    for i in 0..self.clauses.length(index) {
                        let other = self.clauses.literal(index, i);
                        if other != literal {
                            self.seen[other.variable().index()] = true;
                        }
                    }
                }
            }
        }
        self.seen[failed.variable().index()] = false;
        core.dedup();
        core
    }
}
