//! What states say about predicates: for each predicate one bit per state.
//!
//! Comes in: values of predicates in states. Goes out: which of them were seen true, and which are true
//! wherever another is. Must not know what a predicate or a state is.

/// The values of some predicates in all states seen so far.
#[derive(Clone)]
pub struct Known {
    /// By predicate, 64 states in a word.
    words: Vec<Vec<u64>>,
    states: usize,
}

impl Known {
    pub fn new(predicates: usize) -> Self {
        Known {
            words: vec![Vec::new(); predicates],
            states: 0,
        }
    }

    /// One more state.
    pub fn add(&mut self, mut holds: impl FnMut(usize) -> bool) {
        let bit = self.states % 64;
        for (predicate, words) in self.words.iter_mut().enumerate() {
            if bit == 0 {
                words.push(0);
            }
            if let Some(last) = words.last_mut() {
                *last |= u64::from(holds(predicate)) << bit;
            }
        }
        self.states += 1;
    }

    /// The states of another one, which has the same predicates, from the given one on.
    pub fn append(&mut self, other: &Known, from: usize) {
        for state in from..other.states {
            self.add(|predicate| other.words[predicate][state / 64] >> (state % 64) & 1 == 1);
        }
    }

    pub fn states(&self) -> usize {
        self.states
    }

    pub fn seen_true(&self, predicate: usize) -> bool {
        self.words[predicate].iter().any(|&word| word != 0)
    }

    /// In how many states it holds.
    pub fn count(&self, predicate: usize) -> usize {
        let ones = self.words[predicate].iter().map(|word| word.count_ones());
        ones.sum::<u32>() as usize
    }

    /// No state has `a` without `b`.
    pub fn may_imply(&self, a: usize, b: usize) -> bool {
        let mut pairs = self.words[a].iter().zip(&self.words[b]);
        pairs.all(|(a, b)| a & !b == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_refute_implications() {
        let mut known = Known::new(3);
        for state in 0..130 {
            known.add(|predicate| state % (predicate + 1) == 0);
        }
        // 0 always holds, 1 in every second state, 2 in every third.
        assert!(known.may_imply(1, 0) && !known.may_imply(0, 1) && !known.may_imply(1, 2));
        assert!(known.seen_true(2));
        assert_eq!((known.states(), known.count(1)), (130, 65));
        let mut other = Known::new(3);
        other.add(|predicate| predicate == 2);
        other.append(&known, 64);
        assert_eq!((other.states(), other.count(1)), (67, 33));
        assert!(other.may_imply(1, 0) && !other.may_imply(2, 0));
    }
}
