//! The truth values that the conditions of a decision can have together.
//!
//! A *strict* condition has a value only where the short-circuit order evaluates it. So an
//! assignment is three-valued: true, false, or not evaluated. This is the one place that
//! knows it; all decision criteria ask here.
//!
//! Comes in: a [`Decision`]. Goes out: formulas that evaluate a strict condition only where the
//! program would. Must not know which criterion asks.

use super::formula::{Formula, and, not, or, select, xor};
use crate::ir::{BoolTree, Decision, Function};
use std::collections::HashMap;

/// The conditions of one decision.
pub struct Conditions<'a> {
    f: &'a mut Function,
    decision: &'a Decision,
    values: HashMap<*const BoolTree, Formula>,
    negations: HashMap<usize, Formula>,
}

/// One value per condition; `None` is "not evaluated".
pub type Assignment = Vec<Option<bool>>;

impl<'a> Conditions<'a> {
    pub fn new(f: &'a mut Function, decision: &'a Decision) -> Self {
        Conditions {
            f,
            decision,
            values: HashMap::new(),
            negations: HashMap::new(),
        }
    }

    /// `c_i` or `!c_i`.
    pub fn literal(&mut self, leaf: usize, value: bool) -> Formula {
        let positive = Formula::Is(self.decision.leaves[leaf].expr);
        if value {
            return positive;
        }
        *self
            .negations
            .entry(leaf)
            .or_insert_with(|| not(self.f, positive))
    }

    /// The value of a part of the tree, evaluated as the program does.
    pub fn value(&mut self, tree: &'a BoolTree) -> Formula {
        if let Some(&known) = self.values.get(&(tree as *const BoolTree)) {
            return known;
        }
        let value = match tree {
            BoolTree::Leaf(i) => self.literal(*i, true),
            BoolTree::Not(a) => {
                let a = self.value(a);
                not(self.f, a)
            }
            BoolTree::And(a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                and(self.f, a, b)
            }
            BoolTree::Or(a, b) => {
                let (a, b) = (self.value(a), self.value(b));
                or(self.f, a, b)
            }
            BoolTree::Cond(c, a, b) => {
                let (c, a, b) = (self.value(c), self.value(a), self.value(b));
                select(self.f, c, a, b)
            }
        };
        self.values.insert(tree, value);
        value
    }

    /// That the part has this value.
    fn outcome(&mut self, tree: &'a BoolTree, outcome: bool) -> Formula {
        let value = self.value(tree);
        if outcome { value } else { not(self.f, value) }
    }

    /// The condition under which the program evaluates `c_i`.
    pub fn evaluated(&mut self, leaf: usize) -> Formula {
        // A number outside the tree belongs to no evaluation.
        self.evaluated_in(&self.decision.tree, leaf)
            .unwrap_or(Formula::False)
    }

    fn evaluated_in(&mut self, tree: &'a BoolTree, leaf: usize) -> Option<Formula> {
        match tree {
            BoolTree::Leaf(i) => (*i == leaf).then_some(Formula::True),
            BoolTree::Not(a) => self.evaluated_in(a, leaf),
            // eval(b in a && b) = a && eval(b), eval(b in a || b) = !a && eval(b)
            BoolTree::And(a, b) => self
                .evaluated_in(a, leaf)
                .or_else(|| self.evaluated_after(a, true, b, leaf)),
            BoolTree::Or(a, b) => self
                .evaluated_in(a, leaf)
                .or_else(|| self.evaluated_after(a, false, b, leaf)),
            BoolTree::Cond(c, a, b) => self
                .evaluated_in(c, leaf)
                .or_else(|| self.evaluated_after(c, true, a, leaf))
                .or_else(|| self.evaluated_after(c, false, b, leaf)),
        }
    }

    fn evaluated_after(
        &mut self,
        first: &'a BoolTree,
        outcome: bool,
        then: &'a BoolTree,
        leaf: usize,
    ) -> Option<Formula> {
        let rest = self.evaluated_in(then, leaf)?;
        let first = self.outcome(first, outcome);
        Some(and(self.f, first, rest))
    }

    /// Whether a part that the program does not evaluate could have this value: its strict
    /// conditions have none and may be taken either way, the others count as they are.
    fn possible(&mut self, tree: &'a BoolTree, outcome: bool) -> Formula {
        match tree {
            BoolTree::Leaf(i) if self.decision.leaves[*i].strict => Formula::True,
            BoolTree::Leaf(i) => self.literal(*i, outcome),
            BoolTree::Not(a) => self.possible(a, !outcome),
            BoolTree::And(a, b) | BoolTree::Or(a, b) => {
                let (a, b) = (self.possible(a, outcome), self.possible(b, outcome));
                let conjunction = matches!(tree, BoolTree::And(..)) == outcome;
                if conjunction {
                    and(self.f, a, b)
                } else {
                    or(self.f, a, b)
                }
            }
            BoolTree::Cond(c, a, b) => {
                let (yes, no) = (self.possible(c, true), self.possible(c, false));
                let (a, b) = (self.possible(a, outcome), self.possible(b, outcome));
                let (a, b) = (and(self.f, yes, a), and(self.f, no, b));
                or(self.f, a, b)
            }
        }
    }

    /// `c_i` has this value and determines the decision; one formula per outcome
    /// (`[false, true]`). It determines the decision when, with the other conditions as they
    /// are, the other value of `c_i` gives the other outcome; conditions that are not
    /// evaluated are taken as suits.
    pub fn active(&mut self, leaf: usize, value: bool) -> [Formula; 2] {
        let none = [Formula::False; 2];
        self.active_in(&self.decision.tree, leaf, value)
            .unwrap_or(none)
    }

    /// The Boolean difference by recursion on the tree: each condition occurs once.
    fn active_in(&mut self, tree: &'a BoolTree, leaf: usize, value: bool) -> Option<[Formula; 2]> {
        match tree {
            BoolTree::Leaf(i) => (*i == leaf).then(|| {
                let literal = self.literal(leaf, value);
                if value {
                    [Formula::False, literal]
                } else {
                    [literal, Formula::False]
                }
            }),
            BoolTree::Not(a) => self.active_in(a, leaf, value).map(|[f, t]| [t, f]),
            BoolTree::And(a, b) => self.active_in_pair(a, b, true, leaf, value),
            BoolTree::Or(a, b) => self.active_in_pair(a, b, false, leaf, value),
            BoolTree::Cond(c, a, b) => match self.active_in(c, leaf, value) {
                Some(parts) => Some(self.active_in_choice(parts, a, b)),
                None => self
                    .active_after(c, true, a, leaf, value)
                    .or_else(|| self.active_after(c, false, b, leaf, value)),
            },
        }
    }

    /// `a && b` for `neutral` true, `a || b` for false: the other operand must be neutral.
    /// When `a` stops the evaluation, `b` is not evaluated and only needs to be possible.
    fn active_in_pair(
        &mut self,
        a: &'a BoolTree,
        b: &'a BoolTree,
        neutral: bool,
        leaf: usize,
        value: bool,
    ) -> Option<[Formula; 2]> {
        let Some(mut parts) = self.active_in(a, leaf, value) else {
            return self.active_after(a, neutral, b, leaf, value);
        };
        let evaluated = self.outcome(b, neutral);
        let skipped = self.possible(b, neutral);
        let (on, off) = (usize::from(neutral), usize::from(!neutral));
        parts[on] = and(self.f, parts[on], evaluated);
        parts[off] = and(self.f, parts[off], skipped);
        Some(parts)
    }

    fn active_after(
        &mut self,
        first: &'a BoolTree,
        outcome: bool,
        then: &'a BoolTree,
        leaf: usize,
        value: bool,
    ) -> Option<[Formula; 2]> {
        let parts = self.active_in(then, leaf, value)?;
        let first = self.outcome(first, outcome);
        Some(parts.map(|part| and(self.f, first, part)))
    }

    /// `c_i` in `c` of `c ? a : b`: `a` and `b` must differ, the one that is not evaluated possibly.
    fn active_in_choice(
        &mut self,
        [c_false, c_true]: [Formula; 2],
        a: &'a BoolTree,
        b: &'a BoolTree,
    ) -> [Formula; 2] {
        [false, true].map(|outcome| {
            let (now, other) = (self.outcome(a, outcome), self.possible(b, !outcome));
            let differ = and(self.f, now, other);
            let when_true = and(self.f, c_true, differ);
            let (now, other) = (self.outcome(b, outcome), self.possible(a, !outcome));
            let differ = and(self.f, now, other);
            let when_false = and(self.f, c_false, differ);
            or(self.f, when_true, when_false)
        })
    }

    /// With the other conditions as they are, the outcome does not depend on `c_i`. The dual of
    /// [`active`](Self::active): a disjunction, from the root down, so that each part is evaluated only if
    /// the parts above let the program come there.
    pub fn inactive(&mut self, leaf: usize) -> Formula {
        self.inactive_in(&self.decision.tree, leaf)
            .unwrap_or(Formula::False)
    }

    fn inactive_in(&mut self, tree: &'a BoolTree, leaf: usize) -> Option<Formula> {
        match tree {
            BoolTree::Leaf(i) => (*i == leaf).then_some(Formula::False),
            BoolTree::Not(a) => self.inactive_in(a, leaf),
            BoolTree::And(a, b) => self.inactive_in_pair(a, b, true, leaf),
            BoolTree::Or(a, b) => self.inactive_in_pair(a, b, false, leaf),
            BoolTree::Cond(c, a, b) => match self.inactive_in(c, leaf) {
                Some(inner) => {
                    let same = self.same(c, a, b);
                    Some(or(self.f, same, inner))
                }
                None => self
                    .inactive_after(c, true, a, leaf)
                    .or_else(|| self.inactive_after(c, false, b, leaf)),
            },
        }
    }

    fn inactive_in_pair(
        &mut self,
        a: &'a BoolTree,
        b: &'a BoolTree,
        neutral: bool,
        leaf: usize,
    ) -> Option<Formula> {
        let Some(inner) = self.inactive_in(a, leaf) else {
            return self.inactive_after(a, neutral, b, leaf);
        };
        let absorbs = if self.is_free(b) {
            self.outcome(b, !neutral)
        } else {
            let goes_on = self.outcome(a, neutral);
            let (evaluated, skipped) = (self.outcome(b, !neutral), self.possible(b, !neutral));
            select(self.f, goes_on, evaluated, skipped)
        };
        Some(or(self.f, absorbs, inner))
    }

    fn inactive_after(
        &mut self,
        first: &'a BoolTree,
        outcome: bool,
        then: &'a BoolTree,
        leaf: usize,
    ) -> Option<Formula> {
        let inner = self.inactive_in(then, leaf)?;
        let stops = self.outcome(first, !outcome);
        Some(or(self.f, stops, inner))
    }

    /// Both arms of `c ? a : b` have the same value, the one that is not evaluated possibly.
    fn same(&mut self, c: &'a BoolTree, a: &'a BoolTree, b: &'a BoolTree) -> Formula {
        if self.is_free(a) && self.is_free(b) {
            let (a, b) = (self.value(a), self.value(b));
            let differ = xor(self.f, a, b);
            return not(self.f, differ);
        }
        let matches = |this: &mut Self, now: &'a BoolTree, other: &'a BoolTree| {
            let value = this.value(now);
            let (yes, no) = (this.possible(other, true), this.possible(other, false));
            select(this.f, value, yes, no)
        };
        let (when_true, when_false) = (matches(self, a, b), matches(self, b, a));
        let c = self.value(c);
        select(self.f, c, when_true, when_false)
    }

    /// Whether all conditions of the part can be evaluated at any time.
    fn is_free(&self, tree: &BoolTree) -> bool {
        match tree {
            BoolTree::Leaf(i) => !self.decision.leaves[*i].strict,
            BoolTree::Not(a) => self.is_free(a),
            BoolTree::And(a, b) | BoolTree::Or(a, b) => self.is_free(a) && self.is_free(b),
            BoolTree::Cond(c, a, b) => self.is_free(c) && self.is_free(a) && self.is_free(b),
        }
    }

    /// The conjunctions of literals of all assignments, each in the order of evaluation, so that a
    /// strict condition comes after those that guard it.
    pub fn combinations(&mut self, assignments: &[Assignment]) -> Vec<Formula> {
        let order = order(&self.decision.tree);
        // `prefixes[k]` is the conjunction of the first k literals of the assignment before.
        let mut prefixes = vec![Formula::True];
        let mut previous: &[Option<bool>] = &[];
        let mut formulas = Vec::with_capacity(assignments.len());
        for assignment in assignments {
            let shared = order
                .iter()
                .take(prefixes.len() - 1)
                .take_while(|i| previous.get(**i) == assignment.get(**i))
                .count();
            prefixes.truncate(shared + 1);
            for &leaf in &order[shared..] {
                let literal = match assignment[leaf] {
                    Some(value) => self.literal(leaf, value),
                    None => Formula::True,
                };
                let prefix = and(self.f, prefixes[prefixes.len() - 1], literal);
                prefixes.push(prefix);
            }
            formulas.push(prefixes[order.len()]);
            previous = assignment;
        }
        formulas
    }
}

/// The conditions in the order of evaluation.
fn order(tree: &BoolTree) -> Vec<usize> {
    fn walk(tree: &BoolTree, order: &mut Vec<usize>) {
        match tree {
            BoolTree::Leaf(i) => order.push(*i),
            BoolTree::Not(a) => walk(a, order),
            BoolTree::And(a, b) | BoolTree::Or(a, b) => {
                walk(a, order);
                walk(b, order);
            }
            BoolTree::Cond(c, a, b) => {
                walk(c, order);
                walk(a, order);
                walk(b, order);
            }
        }
    }
    let mut list = Vec::new();
    walk(tree, &mut list);
    list
}

/// All distinct three-valued assignments, true before false; `None` if there are more than
/// `most`.
pub fn assignments(decision: &Decision, most: usize) -> Option<Vec<Assignment>> {
    let order = order(&decision.tree);
    let mut found = Vec::new();
    let mut current = vec![None; decision.leaves.len()];
    extend(decision, &order, &mut current, &mut found, most).then_some(found)
}

fn extend(
    decision: &Decision,
    rest: &[usize],
    current: &mut Assignment,
    found: &mut Vec<Assignment>,
    most: usize,
) -> bool {
    let [leaf, rest @ ..] = rest else {
        found.push(current.clone());
        return found.len() <= most;
    };
    // The leaves before this one have their values, so evaluation stops here or does not come here.
    let is_evaluated = outcome(&decision.tree, current) == Err(*leaf);
    if decision.leaves[*leaf].strict && !is_evaluated {
        return extend(decision, rest, current, found, most);
    }
    for value in [true, false] {
        current[*leaf] = Some(value);
        if !extend(decision, rest, current, found, most) {
            return false;
        }
    }
    current[*leaf] = None;
    true
}

/// Short-circuit evaluation under an assignment; `Err` names the first condition without a value.
pub fn outcome(tree: &BoolTree, assignment: &[Option<bool>]) -> Result<bool, usize> {
    match tree {
        BoolTree::Leaf(i) => assignment.get(*i).copied().flatten().ok_or(*i),
        BoolTree::Not(a) => outcome(a, assignment).map(|value| !value),
        BoolTree::And(a, b) => Ok(outcome(a, assignment)? && outcome(b, assignment)?),
        BoolTree::Or(a, b) => Ok(outcome(a, assignment)? || outcome(b, assignment)?),
        BoolTree::Cond(c, a, b) => {
            if outcome(c, assignment)? {
                outcome(a, assignment)
            } else {
                outcome(b, assignment)
            }
        }
    }
}
