//! The search: propagate, decide, learn from conflicts, restart.

use super::clauses::{PAIR, Reason, Watch};
use super::{Budget, Guide, Lit, Solver, Value, Verdict, View};
use crate::base::Id;
use crate::prover::backend::SatSolver;

/// Conflicts before the first restart; Luby's sequence gives the others.
const RESTART: u64 = 64;
/// Rounds in which nothing is decided but what explains.
const EASY: u64 = 1;
/// Learned clauses before the worse half is forgotten, at least.
const LEARNED: usize = 2_000;

/// A conflict costs as much as so many propagated literals.
pub(in crate::prover) const CONFLICT: u64 = 100;

/// A clause whose literals are all false.
#[derive(Clone, Copy)]
pub(super) enum Conflict {
    Pair(Lit, Lit),
    Clause(u32),
}

impl Solver {
    /// Whether the clauses and the assumptions exclude each other. What it takes is taken off the budget.
    pub(super) fn decide_query(
        &mut self,
        assumptions: &[Lit],
        guide: &dyn Guide,
        budget: &mut Budget,
    ) -> Verdict {
        self.backtrack(0);
        // What has to be explained depends on the question.
        self.explained = 0;
        self.active.clear();
        if self.unsat {
            return Verdict::Unsat(Vec::new());
        }
        let end = self.spent.saturating_add(budget.steps);
        let mut verdict = None;
        let mut round = 0;
        while verdict.is_none() {
            round += 1;
            self.reduce_learned();
            verdict = self.search(assumptions, guide, round, (end, budget));
            self.backtrack(0);
        }
        budget.steps = end.saturating_sub(self.spent);
        verdict.unwrap_or(Verdict::Open)
    }

    /// Searches until the conflicts of that round; `None` asks for a restart.
    fn search(
        &mut self,
        assumptions: &[Lit],
        guide: &dyn Guide,
        round: u64,
        (last_step, budget): (u64, &Budget),
    ) -> Option<Verdict> {
        let mut left = RESTART * luby(round);
        loop {
            if let Some(conflict) = self.propagate() {
                if self.level() == 0 {
                    self.unsat = true;
                    return Some(Verdict::Unsat(Vec::new()));
                }
                self.spent += CONFLICT;
                left = left.saturating_sub(1);
                self.learn(conflict);
                if left.is_multiple_of(RESTART) && budget.is_over() {
                    return Some(Verdict::Open);
                }
                continue;
            }
            if self.spent >= last_step || budget.is_stopped() {
                return Some(Verdict::Open);
            }
            if left == 0 {
                return None;
            }
            // The assumptions are the first decisions.
            if let Some(&assumption) = assumptions.get(self.level()) {
                match self.value(assumption) {
                    Value::True => self.next_level(),
                    Value::False => return Some(Verdict::Unsat(self.core(assumption))),
                    Value::Open => self.decide(assumption),
                }
                continue;
            }
            let active = match round > EASY {
                true => self.most_active(),
                false => None,
            };
            match active.or_else(|| self.unexplained(guide)) {
                Some(decision) => self.decide(decision),
                None => {
                    self.keep_model();
                    return Some(Verdict::Sat);
                }
            }
        }
    }

    fn decide(&mut self, literal: Lit) {
        self.next_level();
        self.assign(literal, Reason::None);
    }

    fn next_level(&mut self) {
        self.starts.push((self.trail.len(), self.explained));
    }

    /// The most active variable without a value, as it was last.
    fn most_active(&mut self) -> Option<Lit> {
        while let Some(variable) = self.active.pop() {
            let literal = Lit::new(variable, !self.phases[variable.index()]);
            if self.value(literal) == Value::Open {
                return Some(literal);
            }
        }
        None
    }

    /// A decision for the first literal that is not explained.
    fn unexplained(&mut self, guide: &dyn Guide) -> Option<Lit> {
        let view = View {
            values: &self.values,
            phases: &self.phases,
            activities: &self.active.activities,
        };
        while let Some(&literal) = self.trail.get(self.explained) {
            let decision = match self.is_in_cone(literal) {
                true => guide.explain(literal, &view),
                false => None,
            };
            if decision.is_some() {
                return decision;
            }
            self.explained += 1;
        }
        None
    }

    fn keep_model(&mut self) {
        for literal in self.model_trail.drain(..) {
            self.model[literal.variable().index()] = Value::Open;
        }
        self.model.resize(self.len(), Value::Open);
        for &literal in &self.trail {
            self.model[literal.variable().index()] = match literal.is_negated() {
                true => Value::False,
                false => Value::True,
            };
        }
        self.model_trail.extend_from_slice(&self.trail);
    }

    /// Forgets clauses when there are many. Only between searches: then no clause is a reason.
    fn reduce_learned(&mut self) {
        let most = LEARNED.max(self.len() / 8);
        if self.clauses.has_learned_more_than(most) {
            let values = &self.values;
            self.clauses
                .reduce(|literal| values[literal.index()] == Value::True);
        }
    }

    /// What follows from the trail, until a clause breaks.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        while self.propagated < self.trail.len() {
            let falsified = !self.trail[self.propagated];
            self.propagated += 1;
            self.spent += 1;
            let mut watches = std::mem::take(&mut self.clauses.watches[falsified.index()]);
            let conflict = self.visit(falsified, &mut watches);
            // A clause finds its new watch among literals that are not false: never in the list that was taken.
            self.clauses.watches[falsified.index()] = watches;
            if conflict.is_some() {
                self.propagated = self.trail.len();
                return conflict;
            }
        }
        None
    }

    /// Looks at the clauses that watch a literal which became false; keeps those that still do.
    fn visit(&mut self, falsified: Lit, watches: &mut Vec<Watch>) -> Option<Conflict> {
        let (mut kept, mut next) = (0, 0);
        let mut conflict = None;
        while next < watches.len() {
            let watch = watches[next];
            next += 1;
            let blocked = self.value(watch.blocker);
            if blocked == Value::True {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let (first, reason) = match watch.clause {
                PAIR => (watch.blocker, Reason::Pair(falsified)),
                clause => match self.rewatch(clause, falsified) {
                    None => continue,
                    Some(first) => (first, Reason::Clause(clause)),
                },
            };
            watches[kept] = Watch {
                blocker: first,
                clause: watch.clause,
            };
            kept += 1;
            match self.value(first) {
                Value::True => {}
                // A clause with a literal that stays open is satisfied as soon as somebody asks for it.
                Value::Open if self.level() > 0 && !self.is_in_cone(first) => {}
                Value::Open => self.assign(first, reason),
                Value::False => {
                    conflict = Some(match watch.clause {
                        PAIR => Conflict::Pair(falsified, first),
                        clause => Conflict::Clause(clause),
                    });
                    break;
                }
            }
        }
        watches.copy_within(next.., kept);
        watches.truncate(kept + watches.len() - next);
        conflict
    }

    /// Finds another literal to watch in place of one that became false. If there is none, gives the other watched
    /// literal.
    fn rewatch(&mut self, clause: u32, falsified: Lit) -> Option<Lit> {
        let literals = self.clauses.literals_mut(clause);
        if literals[0] == falsified.0 {
            literals.swap(0, 1);
        }
        let first = Lit(literals[0]);
        if self.values[first.index()] == Value::True {
            return Some(first);
        }
        let open = |&l: &u32| self.values[l as usize] != Value::False;
        let Some(other) = literals[2..].iter().position(open) else {
            return Some(first);
        };
        literals.swap(1, other + 2);
        let watched = Lit(literals[1]);
        self.clauses.watches[watched.index()].push(Watch {
            blocker: first,
            clause,
        });
        None
    }
}

/// Luby's sequence: 1 1 2 1 1 2 4 1 1 2 …
fn luby(number: u64) -> u64 {
    let mut number = number;
    loop {
        let bits = 64 - number.leading_zeros();
        if number == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        number -= (1 << (bits - 1)) - 1;
    }
}
