//! A state with smaller numbers that does the same.
//!
//! Comes in: a state that the solver found. Goes out: one in which the same literals hold, and in which variables and bytes of
//! memory are zero, or near to it, as far as trying one after the other gets.

use crate::logic::{Assignment, Evaluator, MemoryValue, Sort, TermId, Terms, Value, VarId};
use crate::prover::Literal;

/// How many terms may be evaluated for it.
const WORK: usize = 20_000_000;

struct Trial<'a> {
    terms: &'a Terms,
    hypotheses: &'a [TermId],
    literals: &'a [Literal],
    evaluator: Evaluator,
    left: usize,
}

pub fn simple(
    terms: &Terms,
    hypotheses: &[TermId],
    literals: &[Literal],
    state: Assignment,
) -> Assignment {
    let mut roots: Vec<TermId> = literals.iter().map(|literal| literal.predicate).collect();
    roots.extend(hypotheses);
    let evaluator = Evaluator::new(terms, &roots);
    let mut trial = Trial {
        terms,
        hypotheses,
        literals,
        left: WORK / evaluator.size().max(1),
        evaluator,
    };
    let mut state = state;
    for var in state.written().map(|(var, _)| var).collect::<Vec<VarId>>() {
        match terms.variables()[var].sort {
            Sort::Memory => trial.bytes(&mut state, var),
            sort => trial.number(&mut state, var, sort.width().unwrap_or(128)),
        }
    }
    state
}

impl Trial<'_> {
    /// Whether the state still has all that is asked of it.
    fn holds(&mut self, state: &Assignment) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        let evaluator = &mut self.evaluator;
        evaluator.run(self.terms, state);
        let literal = |l: &Literal| evaluator.bool(l.predicate) == l.holds;
        self.literals.iter().all(literal) && self.hypotheses.iter().all(|&h| evaluator.bool(h))
    }

    fn number(&mut self, state: &mut Assignment, var: VarId, width: u32) {
        let Some(&Value::Bits(value)) = state.get(var) else {
            return;
        };
        for simpler in nearer(value, width) {
            let mut other = state.clone();
            other.set_bits(var, simpler);
            if self.holds(&other) {
                *state = other;
                return;
            }
        }
    }

    fn bytes(&mut self, state: &mut Assignment, var: VarId) {
        let Some(Value::Memory(memory)) = state.get(var) else {
            return;
        };
        let (mut bytes, rest) = ((*memory.bytes).clone(), memory.rest);
        // The high bytes of a number come last.
        for at in bytes.keys().rev().copied().collect::<Vec<u64>>() {
            let value = bytes[&at];
            for simpler in nearer(u128::from(value), 8) {
                bytes.insert(at, simpler as u8);
                let memory = MemoryValue::new(bytes.clone(), rest);
                let mut other = state.clone();
                other.set(var, Value::Memory(memory));
                if self.holds(&other) {
                    *state = other;
                    break;
                }
                bytes.insert(at, value);
            }
        }
    }
}

/// Numbers that are easier to read, the easiest first: small ones, then smaller ones with the same sign.
fn nearer(value: u128, width: u32) -> Vec<u128> {
    let all = u128::MAX >> (128 - width.clamp(1, 128));
    let negative = value >> (width.clamp(1, 128) - 1) & 1 == 1;
    let size = |v: u128| {
        if v >> (width.clamp(1, 128) - 1) & 1 == 1 {
            !v & all
        } else {
            v
        }
    };
    let mut list: Vec<u128> = (0..=10).collect();
    list.extend([all, all - 1]);
    let mut part = size(value);
    let mut halves = Vec::new();
    while part > 10 {
        part /= 2;
        halves.push(if negative { !part & all } else { part });
    }
    list.extend(halves.into_iter().rev());
    // Of two that are as far from zero the one that is not negative is easier.
    let rank = |v: u128| (size(v), v > all / 2);
    list.retain(|&v| v & !all == 0 && rank(v) < rank(value));
    let mut seen = std::collections::HashSet::new();
    list.retain(|&v| seen.insert(v));
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_tried_is_nearer_to_zero() {
        assert_eq!(nearer(0, 32), []);
        assert_eq!(
            nearer(3, 32),
            [0, 1, 2, u128::from(u32::MAX), u128::from(u32::MAX - 1)]
        );
        let big = nearer(1 << 31, 32);
        assert_eq!(big.first(), Some(&0));
        assert!(big.contains(&u128::from(u32::MAX)) && !big.contains(&(1 << 31)));
        assert_eq!(nearer(1, 1), [0]);
    }
}
