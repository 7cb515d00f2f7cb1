//! From a log of clauses (DRUP) to steps with hints (LRAT), and from those to the few that one refutation needs.
//!
//! Comes in: the log, clause by clause, and questions. Goes out: for each learned clause the clauses whose unit propagation
//! derives it, and the same for a refuted question. Nothing of the search is trusted: a clause that unit propagation does not
//! derive is refused. Of the solver it takes only which variables matter, so that it does not propagate through the whole circuit.
//!
//! A literal that holds in every model is kept as a unit clause of its own, so that no hint has to derive it twice.

use crate::base::Id;
use crate::prover::sat::{Lit, Log, Value};
use std::collections::BTreeSet;

/// A clause by its place in the order of given, learned and derived ones.
pub(super) type Number = u32;

/// The reason of a literal that is assumed.
const ASSUMED: Number = Number::MAX;

/// Clauses and their derivations.
#[derive(Default)]
pub(super) struct Trim {
    clauses: Vec<Clause>,
    literals: Vec<Lit>,
    hints: Vec<Number>,
    /// By literal: the clauses that watch it, each with another literal of theirs.
    watches: Vec<Vec<(Number, Lit)>>,
    /// By literal.
    values: Vec<Value>,
    /// By variable: the clause that implied it, and its place on the trail.
    reasons: Vec<Number>,
    places: Vec<usize>,
    seen: Vec<bool>,
    /// Literals that are true; all of them are facts unless a clause is just being checked.
    trail: Vec<Lit>,
    propagated: usize,
    /// So much of the log was read.
    read: usize,
    /// The clauses exclude each other.
    contradiction: bool,
}

struct Clause {
    start: usize,
    end: usize,
    /// Where its hints are, unless it was given.
    derived: Option<(usize, usize)>,
}

/// Why literals exclude each other.
pub(super) struct Refutation {
    /// Those of them that are needed.
    pub used: Vec<Lit>,
    /// The clauses that propagation uses, in its order; the last one is falsified.
    pub hints: Vec<Number>,
}

/// A clause of the log does not follow by unit propagation.
#[derive(Debug)]
pub(super) struct NotImplied;

enum Conflict {
    Clause(Number),
    /// It is true, and should not be.
    Literal(Lit),
}

/// Whether a literal may get a value.
type Cone<'a> = &'a dyn Fn(Lit) -> bool;

impl Trim {
    /// Reads what was logged since the last time.
    pub fn read(&mut self, log: &Log, cone: Cone) -> Result<(), NotImplied> {
        while self.read < log.len() && !self.contradiction {
            let (clause, learned) = log.clause(self.read);
            self.read += 1;
            self.make_room(clause);
            let derived = match learned {
                false => None,
                true => {
                    let negated: Vec<Lit> = clause.iter().map(|&l| !l).collect();
                    Some(self.refute(&negated, cone).ok_or(NotImplied)?.hints)
                }
            };
            let number = self.add(clause, derived.as_deref());
            self.attach(number);
        }
        Ok(())
    }

    /// Why these literals exclude each other, if unit propagation finds out: in the cone, or anywhere.
    pub fn refute(&mut self, literals: &[Lit], cone: Cone) -> Option<Refutation> {
        let found = self.attempt(literals, cone);
        found.or_else(|| self.attempt(literals, &|_| true))
    }

    /// The clauses that these hints rest on, with themselves, ascending.
    pub fn core(&self, hints: &[Number]) -> Vec<Number> {
        let mut open: BTreeSet<Number> = hints.iter().copied().collect();
        let mut core = Vec::new();
        while let Some(number) = open.pop_last() {
            core.push(number);
            open.extend(self.hints(number).into_iter().flatten());
        }
        core.reverse();
        core
    }

    pub fn clause(&self, number: Number) -> &[Lit] {
        let clause = &self.clauses[number as usize];
        &self.literals[clause.start..clause.end]
    }

    /// `None` of a clause that was given.
    pub fn hints(&self, number: Number) -> Option<&[Number]> {
        let derived = self.clauses[number as usize].derived;
        derived.map(|(start, end)| &self.hints[start..end])
    }

    fn make_room(&mut self, clause: &[Lit]) {
        let variables = clause.iter().map(|l| l.variable().index() + 1).max();
        let variables = variables.unwrap_or(0);
        if self.reasons.len() < variables {
            self.reasons.resize(variables, ASSUMED);
            self.places.resize(variables, 0);
            self.seen.resize(variables, false);
            self.values.resize(2 * variables, Value::Open);
            self.watches.resize(2 * variables, Vec::new());
        }
    }

    fn add(&mut self, literals: &[Lit], hints: Option<&[Number]>) -> Number {
        let start = self.literals.len();
        self.literals.extend_from_slice(literals);
        self.literals[start..].sort_unstable();
        let mut kept = self.literals.split_off(start);
        kept.dedup();
        self.literals.append(&mut kept);
        let derived = hints.map(|hints| {
            let start = self.hints.len();
            self.hints.extend_from_slice(hints);
            (start, self.hints.len())
        });
        let end = self.literals.len();
        self.clauses.push(Clause {
            start,
            end,
            derived,
        });
        (self.clauses.len() - 1) as Number
    }

    /// Watches a clause, or draws the conclusion that it allows.
    fn attach(&mut self, number: Number) {
        let clause = self.clause(number);
        let satisfied = clause.windows(2).any(|pair| pair[0] == !pair[1])
            || clause.iter().any(|&l| self.value(l) == Value::True);
        if satisfied {
            return;
        }
        let open: Vec<Lit> = clause
            .iter()
            .copied()
            .filter(|&l| self.is_open(l))
            .collect();
        match open[..] {
            [] => self.contradiction = true,
            [only] => {
                self.fact(only, number);
                // What follows from facts becomes facts.
                self.contradiction |= self.propagate(&|_| true, true).is_some();
            }
            [a, b, ..] => {
                let Clause { start, end, .. } = self.clauses[number as usize];
                let literals = &mut self.literals[start..end];
                for (place, literal) in [a, b].into_iter().enumerate() {
                    let from = literals.iter().position(|&l| l == literal).unwrap_or(place);
                    literals.swap(place, from);
                }
                self.watches[a.index()].push((number, b));
                self.watches[b.index()].push((number, a));
            }
        }
    }

    /// The clause leaves nothing but this literal: a unit clause says so.
    fn fact(&mut self, literal: Lit, clause: Number) {
        let literals = self.clause(clause);
        let unit = match literals.len() {
            1 => clause,
            _ => {
                let others = literals.iter().filter(|&&l| l != literal);
                let hints = others.map(|l| self.reasons[l.variable().index()]);
                let hints: Vec<Number> = hints.chain([clause]).collect();
                self.add(&[literal], Some(&hints))
            }
        };
        self.assign(literal, unit);
    }

    fn attempt(&mut self, literals: &[Lit], cone: Cone) -> Option<Refutation> {
        self.make_room(literals);
        let facts = self.trail.len();
        let mut conflict = None;
        let mut failed = None;
        for &literal in literals {
            match self.value(literal) {
                Value::True => {}
                Value::Open => self.assign(literal, ASSUMED),
                Value::False => {
                    conflict = Some(Conflict::Literal(!literal));
                    failed = Some(literal);
                    break;
                }
            }
        }
        let conflict = conflict.or_else(|| self.propagate(cone, false));
        let refutation = conflict.map(|conflict| self.explain(conflict, failed));
        for literal in self.trail.drain(facts..) {
            self.values[literal.index()] = Value::Open;
            self.values[(!literal).index()] = Value::Open;
        }
        self.propagated = facts;
        refutation
    }

    /// What a conflict rests on, in the order of the trail.
    fn explain(&mut self, conflict: Conflict, failed: Option<Lit>) -> Refutation {
        let mut work: Vec<Lit> = match conflict {
            Conflict::Clause(number) => self.clause(number).to_vec(),
            Conflict::Literal(literal) => vec![literal],
        };
        let mut found = Vec::new();
        while let Some(literal) = work.pop() {
            let variable = literal.variable().index();
            if std::mem::replace(&mut self.seen[variable], true) {
                continue;
            }
            found.push(variable);
            let reason = self.reasons[variable];
            if reason != ASSUMED {
                work.extend_from_slice(self.clause(reason));
            }
        }
        found.sort_unstable_by_key(|&variable| self.places[variable]);
        let mut refutation = Refutation {
            used: Vec::new(),
            hints: Vec::new(),
        };
        for variable in found {
            self.seen[variable] = false;
            match self.reasons[variable] {
                ASSUMED => refutation.used.push(self.trail[self.places[variable]]),
                reason => refutation.hints.push(reason),
            }
        }
        refutation.used.extend(failed);
        if let Conflict::Clause(number) = conflict {
            refutation.hints.push(number);
        }
        refutation
    }

    /// What follows from the trail, until a clause is falsified. Among facts a conclusion is a fact.
    fn propagate(&mut self, cone: Cone, facts: bool) -> Option<Conflict> {
        while let Some(&literal) = self.trail.get(self.propagated) {
            self.propagated += 1;
            let falsified = !literal;
            let mut watches = std::mem::take(&mut self.watches[falsified.index()]);
            let mut conflict = None;
            let mut next = 0;
            while let Some(&(number, blocker)) = watches.get(next) {
                if self.value(blocker) == Value::True {
                    next += 1;
                    continue;
                }
                let Some(first) = self.rewatch(number, falsified) else {
                    watches.swap_remove(next);
                    continue;
                };
                watches[next].1 = first;
                next += 1;
                match self.value(first) {
                    Value::True => {}
                    Value::False => {
                        conflict = Some(Conflict::Clause(number));
                        break;
                    }
                    Value::Open if facts => self.fact(first, number),
                    Value::Open if cone(first) => self.assign(first, number),
                    Value::Open => {}
                }
            }
            // A new watch is never a false literal, so none came to the list that was taken.
            self.watches[falsified.index()] = watches;
            if conflict.is_some() {
                return conflict;
            }
        }
        None
    }

    /// Another literal to watch in place of a false one; if there is none, the other watched literal.
    fn rewatch(&mut self, number: Number, falsified: Lit) -> Option<Lit> {
        let clause = &self.clauses[number as usize];
        let literals = &mut self.literals[clause.start..clause.end];
        if literals[0] == falsified {
            literals.swap(0, 1);
        }
        let first = literals[0];
        let values = &self.values;
        let open = |l: &Lit| values[l.index()] != Value::False;
        if values[first.index()] == Value::True {
            return Some(first);
        }
        let Some(other) = literals[2..].iter().position(open) else {
            return Some(first);
        };
        literals.swap(1, other + 2);
        self.watches[literals[1].index()].push((number, first));
        None
    }

    fn value(&self, literal: Lit) -> Value {
        self.values[literal.index()]
    }

    fn is_open(&self, literal: Lit) -> bool {
        self.value(literal) == Value::Open
    }

    fn assign(&mut self, literal: Lit, reason: Number) {
        let variable = literal.variable().index();
        self.values[literal.index()] = Value::True;
        self.values[(!literal).index()] = Value::False;
        self.reasons[variable] = reason;
        self.places[variable] = self.trail.len();
        self.trail.push(literal);
    }
}
