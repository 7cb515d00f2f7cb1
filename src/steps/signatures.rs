//! What states say about places in a row: in each state a place is reached or not, and covered or not; a bit for each, on pages that copies
//! share.
//!
//! Comes in: which places of a window are covered and reached in states. Goes out: which of them were seen so, and which are
//! covered wherever another is. Places that are near each other are beside each other in the row. Must not know what a place
//! or a state is.

use std::ops::Range;
use std::sync::Arc;

/// The states of a page.
const STATES: usize = 64;
/// Windows begin and end where cells of so many places do.
const CELL: usize = 64;

/// A bit for each state; bits that no state uses are 0.
#[derive(Clone, Copy, Default)]
struct Words {
    reached: u64,
    covered: u64,
}

/// What holds in at most 64 states.
#[derive(Clone)]
struct Page {
    window: Range<usize>,
    /// By place of the window.
    words: Arc<[Words]>,
}

impl Page {
    /// `None` if the place is not in the window.
    fn words(&self, place: usize) -> Option<Words> {
        let inside = place.checked_sub(self.window.start)?;
        self.words.get(inside).copied()
    }
}

/// What one state says about the places of a window.
#[derive(Default)]
pub struct Seen {
    /// Ascending, as those that are covered.
    pub reached: Vec<usize>,
    pub covered: Vec<usize>,
}

/// What all states say that were seen so far.
#[derive(Clone)]
pub struct Signatures {
    places: usize,
    pages: Vec<Page>,
    /// By cell: the pages whose windows have it.
    of_cell: Vec<Vec<u32>>,
    states: usize,
    /// How many states the last page has.
    last: usize,
}

impl Signatures {
    pub fn new(places: usize) -> Self {
        Signatures {
            places,
            pages: Vec::new(),
            of_cell: vec![Vec::new(); places.div_ceil(CELL)],
            states: 0,
            last: 0,
        }
    }

    /// The cells with a place that is at most so far from this one.
    pub fn around(&self, place: usize, away: usize) -> Range<usize> {
        let start = place.saturating_sub(away) / CELL * CELL;
        let end = (place.saturating_add(away) / CELL + 1).saturating_mul(CELL);
        start..end.min(self.places)
    }

    /// One more state, looked at in a window of whole cells.
    pub fn add(&mut self, window: &Range<usize>, seen: &Seen) {
        // A page that a copy has too stays as it is.
        let last = self.pages.last_mut().filter(|_| self.last < STATES);
        let same = last.filter(|page| page.window == *window);
        if same.is_none_or(|page| Arc::get_mut(&mut page.words).is_none()) {
            self.push(Page {
                window: window.clone(),
                words: vec![Words::default(); window.len()].into(),
            });
            self.last = 0;
        }
        if let Some(page) = self.pages.last_mut()
            && let Some(words) = Arc::get_mut(&mut page.words)
        {
            let bit = 1 << self.last;
            for &place in &seen.reached {
                words[place - window.start].reached |= bit;
            }
            for &place in &seen.covered {
                words[place - window.start].covered |= bit;
            }
        }
        self.last += 1;
        self.states += 1;
    }

    fn push(&mut self, page: Page) {
        let number = self.pages.len() as u32;
        let cells = page.window.start / CELL..page.window.end.div_ceil(CELL);
        for pages in &mut self.of_cell[cells] {
            pages.push(number);
        }
        self.pages.push(page);
    }

    /// The states that a copy saw, which was made when this one had so many states and pages.
    pub fn append(&mut self, copy: &Signatures, (states, pages): (usize, usize)) {
        let new = copy.pages[pages..].iter();
        new.for_each(|page| self.push(page.clone()));
        self.states += copy.states - states;
        self.last = STATES;
    }

    pub fn states(&self) -> usize {
        self.states
    }

    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// The pages that have a place, with its words.
    fn pages_of(&self, place: usize) -> impl Iterator<Item = (&Page, Words)> {
        let pages = self.of_cell[place / CELL].iter();
        let pages = pages.map(|&number| &self.pages[number as usize]);
        pages.filter_map(move |page| Some((page, page.words(place)?)))
    }

    pub fn is_covered(&self, place: usize) -> bool {
        self.pages_of(place).any(|(_, words)| words.covered != 0)
    }

    pub fn is_reached(&self, place: usize) -> bool {
        self.pages_of(place).any(|(_, words)| words.reached != 0)
    }

    /// In how many states it is covered.
    pub fn count(&self, place: usize) -> usize {
        let ones = self.pages_of(place).map(|(_, w)| w.covered.count_ones());
        ones.sum::<u32>() as usize
    }

    /// No state reaches it and does not cover it.
    pub fn may_follow(&self, place: usize) -> bool {
        let mut pages = self.pages_of(place);
        pages.all(|(_, words)| words.reached & !words.covered == 0)
    }

    /// Whether no state in which both were looked at covers `a` without the other.
    pub fn may_be_implied_by(&self, a: usize) -> impl Fn(usize) -> bool {
        let pages = self.pages_of(a);
        let held: Vec<(&Page, u64)> = pages
            .filter(|(_, words)| words.covered != 0)
            .map(|(page, words)| (page, words.covered))
            .collect();
        move |b| {
            let refutes = |&(page, word): &(&Page, u64)| {
                let other = page.words(b);
                other.is_some_and(|other| word & !other.covered != 0)
            };
            !held.iter().any(refutes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(covered: impl Iterator<Item = usize>) -> Seen {
        let covered: Vec<usize> = covered.collect();
        Seen {
            reached: covered.clone(),
            covered,
        }
    }

    #[test]
    fn states_refute_implications() {
        let mut signatures = Signatures::new(3);
        for state in 0..130 {
            let holds = |place: &usize| state % (place + 1) == 0;
            signatures.add(&(0..3), &seen((0..3).filter(holds)));
        }
        let may_imply = |signatures: &Signatures, a, b| signatures.may_be_implied_by(a)(b);
        // 0 always holds, 1 in every second state, 2 in every third.
        assert!(
            may_imply(&signatures, 1, 0)
                && !may_imply(&signatures, 0, 1)
                && !may_imply(&signatures, 1, 2)
        );
        assert!(signatures.is_covered(2));
        assert_eq!((signatures.states(), signatures.count(1)), (130, 65));
        let before = (signatures.states(), signatures.pages());
        let mut copies = [signatures.clone(), signatures.clone()];
        copies[0].add(&(0..3), &seen([2].into_iter()));
        assert!(!may_imply(&copies[0], 2, 0));
        copies[1].add(&(0..3), &seen([1].into_iter()));
        copies
            .iter()
            .for_each(|copy| signatures.append(copy, before));
        assert_eq!((signatures.states(), signatures.count(1)), (132, 66));
        assert!(!may_imply(&signatures, 1, 0) && !may_imply(&signatures, 2, 0));
    }

    #[test]
    fn a_window_says_nothing_of_what_is_outside() {
        let mut signatures = Signatures::new(300);
        assert_eq!(signatures.around(250, 200), 0..300);
        let window = signatures.around(70, 10);
        assert_eq!(window, 0..128);
        let both = Seen {
            reached: vec![70, 71],
            covered: vec![70],
        };
        signatures.add(&window, &both);
        // 71 does not hold there, 200 may.
        assert!(!signatures.may_be_implied_by(70)(71));
        assert!(signatures.may_be_implied_by(70)(200));
        assert!(signatures.is_covered(70) && !signatures.is_covered(71));
        assert!(signatures.is_reached(71) && !signatures.is_reached(200));
        assert!(signatures.may_follow(70) && !signatures.may_follow(71));
        assert!(signatures.may_follow(200));
    }
}
