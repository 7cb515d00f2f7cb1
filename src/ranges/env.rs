//! What is known at one point of a function.

use super::interval::{Interval, join};
use crate::ir::{ExprId, VarId};

#[derive(Clone, PartialEq, Debug)]
pub struct Env {
    /// By variable, then by slot; `None` for what is not followed.
    pub values: Vec<Option<Interval>>,
    /// Variables that have the value that this expression has here, each once; ascending.
    equal: Vec<(VarId, ExprId)>,
}

impl Env {
    /// No variable is known to be equal to anything.
    pub fn new(values: Vec<Option<Interval>>) -> Env {
        Env {
            values,
            equal: Vec::new(),
        }
    }

    /// The variable has the value of the expression. It is in no other pair.
    pub fn equate(&mut self, var: VarId, e: ExprId) {
        let at = self.equal.partition_point(|pair| pair.0 < var);
        self.equal.insert(at, (var, e));
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
        let pairs = self.values.iter().zip(&other.values).enumerate();
        let values = pairs.map(|(index, (a, b))| join(index, (*a)?, (*b)?));
        let is_in = |pair: &&(VarId, ExprId)| other.equal.binary_search(pair).is_ok();
        let equal = self.equal.iter().filter(is_in);
        Env {
            values: values.collect(),
            equal: equal.copied().collect(),
        }
    }
}
