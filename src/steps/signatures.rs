//! What states say about predicates: a bit for each predicate in each state, on pages that copies share.
//!
//! Comes in: values of predicates in states. Goes out: which of them were seen true, and which are true
//! wherever another is. Must not know what a predicate or a state is.

use std::sync::Arc;

/// The states of a page.
const STATES: usize = 64;

/// The values of some predicates in all states seen so far.
#[derive(Clone)]
pub struct Signatures {
    predicates: usize,
    /// A word for each predicate, in it a bit for each state; bits that no state uses are 0.
    pages: Vec<Arc<[u64]>>,
    states: usize,
    /// How many states the last page has.
    last: usize,
}

impl Signatures {
    pub fn new(predicates: usize) -> Self {
        Signatures {
            predicates,
            pages: Vec::new(),
            states: 0,
            last: 0,
        }
    }

    /// One more state, in which these hold.
    pub fn add(&mut self, holding: &[usize]) {
        // A page that a copy has too stays as it is.
        let own = self.pages.last_mut().and_then(Arc::get_mut);
        if self.last == STATES || own.is_none() {
            self.pages.push(vec![0; self.predicates].into());
            self.last = 0;
        }
        if let Some(page) = self.pages.last_mut().and_then(Arc::get_mut) {
            for &predicate in holding {
                page[predicate] |= 1 << self.last;
            }
        }
        self.last += 1;
        self.states += 1;
    }

    /// The states that a copy saw, which was made when this one had so many states and pages.
    pub fn append(&mut self, copy: &Signatures, (states, pages): (usize, usize)) {
        self.pages.extend_from_slice(&copy.pages[pages..]);
        self.states += copy.states - states;
        self.last = STATES;
    }

    pub fn predicates(&self) -> usize {
        self.predicates
    }

    pub fn states(&self) -> usize {
        self.states
    }

    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    fn words(&self, predicate: usize) -> impl Iterator<Item = u64> {
        self.pages.iter().map(move |page| page[predicate])
    }

    pub fn seen_true(&self, predicate: usize) -> bool {
        self.words(predicate).any(|word| word != 0)
    }

    /// In how many states it holds.
    pub fn count(&self, predicate: usize) -> usize {
        let ones = self.words(predicate).map(|word| word.count_ones());
        ones.sum::<u32>() as usize
    }

    /// No state has `a` without `b`.
    pub fn may_imply(&self, a: usize, b: usize) -> bool {
        self.pages.iter().all(|page| page[a] & !page[b] == 0)
    }

    /// The same for many `b`: only the pages are looked at on which `a` holds somewhere.
    pub fn may_be_implied_by(&self, a: usize) -> impl Fn(usize) -> bool {
        let pages = self.pages.iter().filter(move |page| page[a] != 0);
        let held: Vec<(u64, &[u64])> = pages.map(|page| (page[a], &page[..])).collect();
        move |b| held.iter().all(|(word, page)| word & !page[b] == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_refute_implications() {
        let mut signatures = Signatures::new(3);
        for state in 0..130 {
            let holds = |predicate: &usize| state % (predicate + 1) == 0;
            signatures.add(&(0..3).filter(holds).collect::<Vec<_>>());
        }
        // 0 always holds, 1 in every second state, 2 in every third.
        assert!(
            signatures.may_imply(1, 0)
                && !signatures.may_imply(0, 1)
                && !signatures.may_imply(1, 2)
        );
        for (a, b) in (0..9).map(|pair| (pair / 3, pair % 3)) {
            let at_once = signatures.may_be_implied_by(a)(b);
            assert_eq!(at_once, signatures.may_imply(a, b));
        }
        assert!(signatures.seen_true(2));
        assert_eq!((signatures.states(), signatures.count(1)), (130, 65));
        let before = (signatures.states(), signatures.pages());
        let mut copies = [signatures.clone(), signatures.clone()];
        copies[0].add(&[2]);
        assert!(!copies[0].may_imply(2, 0));
        copies[1].add(&[1]);
        copies
            .iter()
            .for_each(|copy| signatures.append(copy, before));
        assert_eq!((signatures.states(), signatures.count(1)), (132, 66));
        assert!(!signatures.may_imply(1, 0) && !signatures.may_imply(2, 0));
    }
}
