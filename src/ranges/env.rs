//! What is known at one point of a function.

use super::interval::{Interval, join};
use crate::ir::{ExprId, VarId};
use std::rc::Rc;

/// So many intervals are shared or copied together.
pub const CHUNK: usize = 32;
/// More equalities are not kept.
const MAX_EQUAL: usize = 256;

/// Intervals by variable, then by slot; `None` for what is not followed. A block changes few of them, so environments share the
/// chunks in which they are equal: a copy or a join costs a pointer per chunk, and the intervals of chunks that differ.
#[derive(Clone, PartialEq, Debug)]
pub struct Values {
    chunks: Vec<Rc<[Option<Interval>]>>,
}

impl Values {
    fn new(values: &[Option<Interval>]) -> Values {
        Values {
            chunks: values.chunks(CHUNK).map(Rc::from).collect(),
        }
    }

    pub fn get(&self, index: usize) -> Option<Interval> {
        self.chunks[index / CHUNK][index % CHUNK]
    }

    pub fn set(&mut self, index: usize, value: Option<Interval>) {
        if self.get(index) != value {
            Rc::make_mut(&mut self.chunks[index / CHUNK])[index % CHUNK] = value;
        }
    }

    /// What is joined with itself must stay as it is.
    fn joined(
        &self,
        other: &Values,
        join: impl Fn(usize, Interval, Interval) -> Option<Interval>,
    ) -> Values {
        let pairs = self.chunks.iter().zip(&other.chunks).enumerate();
        let chunks = pairs.map(|(chunk, (a, b))| {
            if Rc::ptr_eq(a, b) {
                return a.clone();
            }
            let pairs = a.iter().zip(b.iter()).enumerate();
            let values = pairs.map(|(index, (a, b))| join(chunk * CHUNK + index, (*a)?, (*b)?));
            let values: Rc<[_]> = values.collect();
            // What did not grow stays shared.
            if values == *a { a.clone() } else { values }
        });
        Values {
            chunks: chunks.collect(),
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Env {
    pub values: Values,
    /// Variables that have the value that this expression has here, each once; ascending.
    equal: Vec<(VarId, ExprId)>,
}

impl Env {
    /// No variable is known to be equal to anything.
    pub fn new(values: &[Option<Interval>]) -> Env {
        Env {
            values: Values::new(values),
            equal: Vec::new(),
        }
    }

    /// The variable has the value of the expression. It is in no other pair.
    pub fn equate(&mut self, var: VarId, e: ExprId) {
        if self.equal.len() < MAX_EQUAL {
            let at = self.equal.partition_point(|pair| pair.0 < var);
            self.equal.insert(at, (var, e));
        }
    }

    /// Forgets the pairs that are not to be kept.
    pub fn retain_equal(&mut self, keep: impl Fn(VarId, ExprId) -> bool) {
        self.equal.retain(|&(var, e)| keep(var, e));
    }

    pub fn equal(&self) -> &[(VarId, ExprId)] {
        &self.equal
    }

    /// What holds in both.
    pub fn join(&self, other: &Env) -> Env {
        self.joined(other, |_, a, b| Some(join(a, b)))
    }

    /// The same with another way to join the values of an index.
    pub fn joined(
        &self,
        other: &Env,
        join: impl Fn(usize, Interval, Interval) -> Option<Interval>,
    ) -> Env {
        let is_in = |pair: &&(VarId, ExprId)| other.equal.binary_search(pair).is_ok();
        let equal = self.equal.iter().filter(is_in);
        Env {
            values: self.values.joined(&other.values, join),
            equal: equal.copied().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_keeps_its_values_and_a_join_shares_what_is_equal() {
        let start = Env::new(&vec![Some((0, 9)); 3 * CHUNK]);
        let (mut one, mut other) = (start.clone(), start.clone());
        one.values.set(CHUNK, Some((0, 0)));
        other.values.set(CHUNK, Some((5, 5)));
        other.values.set(1, None);
        assert_eq!(start.values.get(CHUNK), Some((0, 9)));
        let both = one.join(&other);
        let values = [0, 1, CHUNK, CHUNK + 1].map(|index| both.values.get(index));
        assert_eq!(values, [Some((0, 9)), None, Some((0, 5)), Some((0, 9))]);
        let shared =
            |chunk: usize| Rc::ptr_eq(&both.values.chunks[chunk], &start.values.chunks[chunk]);
        assert_eq!([0, 1, 2].map(shared), [false, false, true]);
    }
}
