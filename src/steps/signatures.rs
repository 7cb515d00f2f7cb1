//! What states say about predicates: a bit for each predicate in each state, on pages that copies share.
//!
//! Comes in: values of predicates in states, each looked at in a window. Goes out: which of them were seen true, and which
//! are true wherever another is. Some predicates stand in a row, those that are near each other beside each other; the
//! others are of groups of these. Must not know what a predicate or a state is.

use std::ops::Range;
use std::sync::Arc;

/// The states of a page.
const STATES: usize = 64;
/// The cells of a row: windows begin and end where cells do.
const CELL: usize = 64;

/// Predicates that a state is looked at in: those in a row, and those of groups.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Window {
    pub row: Range<usize>,
    pub groups: Range<usize>,
}

/// The values in at most 64 states.
#[derive(Clone)]
struct Page {
    window: Window,
    /// A word for each predicate of the window, in it a bit for each state; bits that no state uses are 0.
    words: Arc<[u64]>,
}

impl Page {
    fn word(&self, predicate: usize) -> Option<u64> {
        self.window.place(predicate).map(|place| self.words[place])
    }
}

impl Window {
    fn place(&self, predicate: usize) -> Option<usize> {
        let Window { row, groups } = self;
        if row.contains(&predicate) {
            return Some(predicate - row.start);
        }
        let group = groups.contains(&predicate);
        group.then(|| row.len() + predicate - groups.start)
    }
}

/// The values of some predicates in all states seen so far.
#[derive(Clone)]
pub struct Signatures {
    /// How many predicates are in the row, and how many there are.
    row: usize,
    predicates: usize,
    pages: Vec<Page>,
    /// By cell: the pages whose windows have it. All pages come last.
    of_cell: Vec<Vec<u32>>,
    states: usize,
    /// How many states the last page has.
    last: usize,
}

impl Signatures {
    pub fn new(row: usize, groups: usize) -> Self {
        Signatures {
            row,
            predicates: row + groups,
            pages: Vec::new(),
            of_cell: vec![Vec::new(); row.div_ceil(CELL) + 1],
            states: 0,
            last: 0,
        }
    }

    /// The cells of the row that have a place which is at most so far from this one.
    pub fn around(&self, place: usize, away: usize) -> Range<usize> {
        let start = place.saturating_sub(away) / CELL * CELL;
        let end = (place.saturating_add(away) / CELL + 1).saturating_mul(CELL);
        start..end.min(self.row)
    }

    /// One more state, in which of a window these hold.
    pub fn add(&mut self, window: &Window, holding: &[usize]) {
        // A page that a copy has too stays as it is.
        let last = self.pages.last_mut().filter(|_| self.last < STATES);
        let same = last.filter(|page| page.window == *window);
        if same.is_none_or(|page| Arc::get_mut(&mut page.words).is_none()) {
            let words = vec![0; window.row.len() + window.groups.len()].into();
            let window = window.clone();
            self.push(Page { window, words });
            self.last = 0;
        }
        if let Some(page) = self.pages.last_mut()
            && let Some(words) = Arc::get_mut(&mut page.words)
        {
            for place in holding.iter().filter_map(|&p| page.window.place(p)) {
                words[place] |= 1 << self.last;
            }
        }
        self.last += 1;
        self.states += 1;
    }

    fn push(&mut self, page: Page) {
        let number = self.pages.len() as u32;
        let Range { start, end } = page.window.row;
        let all = self.of_cell.len() - 1;
        for cell in (start / CELL..end.div_ceil(CELL)).chain([all]) {
            self.of_cell[cell].push(number);
        }
        self.pages.push(page);
    }

    /// The states that a copy saw, which was made when this one had so many states and pages.
    pub fn append(&mut self, copy: &Signatures, (states, pages): (usize, usize)) {
        copy.pages[pages..]
            .iter()
            .for_each(|page| self.push(page.clone()));
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

    /// The pages that may have a predicate.
    fn pages_of(&self, predicate: usize) -> impl Iterator<Item = &Page> {
        let cell = match predicate < self.row {
            true => predicate / CELL,
            false => self.of_cell.len() - 1,
        };
        let pages = self.of_cell[cell].iter();
        pages.map(|&number| &self.pages[number as usize])
    }

    fn words(&self, predicate: usize) -> impl Iterator<Item = u64> {
        let words = self.pages_of(predicate);
        words.filter_map(move |page| page.word(predicate))
    }

    pub fn seen_true(&self, predicate: usize) -> bool {
        self.words(predicate).any(|word| word != 0)
    }

    /// In how many states it holds.
    pub fn count(&self, predicate: usize) -> usize {
        let ones = self.words(predicate).map(|word| word.count_ones());
        ones.sum::<u32>() as usize
    }

    /// No state in which both were looked at has a group without `b`, which is in the row.
    pub fn may_follow(&self, group: usize, b: usize) -> bool {
        let mut pages = self.pages_of(b);
        pages.all(|page| match (page.word(group), page.word(b)) {
            (Some(with), Some(holds)) => with & !holds == 0,
            _ => true,
        })
    }

    /// Whether no state in which both were looked at has `a` without `b`.
    pub fn may_be_implied_by(&self, a: usize) -> impl Fn(usize) -> bool {
        let words = self.pages_of(a).map(|page| (page.word(a), page));
        let held: Vec<(u64, &Page)> = words
            .filter_map(|(word, page)| Some((word.filter(|&word| word != 0)?, page)))
            .collect();
        move |b| {
            let refutes =
                |(word, page): &(u64, &Page)| page.word(b).is_some_and(|b| word & !b != 0);
            !held.iter().any(refutes)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(predicates: usize) -> Window {
        Window {
            row: 0..predicates,
            groups: predicates..predicates,
        }
    }

    #[test]
    fn states_refute_implications() {
        let mut signatures = Signatures::new(3, 0);
        for state in 0..130 {
            let holds = |predicate: &usize| state % (predicate + 1) == 0;
            signatures.add(&whole(3), &(0..3).filter(holds).collect::<Vec<_>>());
        }
        let may_imply = |signatures: &Signatures, a, b| signatures.may_be_implied_by(a)(b);
        // 0 always holds, 1 in every second state, 2 in every third.
        assert!(
            may_imply(&signatures, 1, 0)
                && !may_imply(&signatures, 0, 1)
                && !may_imply(&signatures, 1, 2)
        );
        assert!(signatures.seen_true(2));
        assert_eq!((signatures.states(), signatures.count(1)), (130, 65));
        let before = (signatures.states(), signatures.pages());
        let mut copies = [signatures.clone(), signatures.clone()];
        copies[0].add(&whole(3), &[2]);
        assert!(!may_imply(&copies[0], 2, 0));
        copies[1].add(&whole(3), &[1]);
        copies
            .iter()
            .for_each(|copy| signatures.append(copy, before));
        assert_eq!((signatures.states(), signatures.count(1)), (132, 66));
        assert!(!may_imply(&signatures, 1, 0) && !may_imply(&signatures, 2, 0));
    }

    #[test]
    fn a_window_says_nothing_of_what_is_outside() {
        // A row of 300, and the groups 300 of the first half and 301 of the second.
        let mut signatures = Signatures::new(300, 2);
        let row = signatures.around(70, 10);
        assert_eq!(row, 0..128);
        assert_eq!(signatures.around(250, 200), 0..300);
        let groups = 300..301;
        signatures.add(&Window { row, groups }, &[70, 300]);
        // 71 does not hold there, 200 may.
        assert!(!signatures.may_be_implied_by(70)(71));
        assert!(signatures.may_be_implied_by(70)(200));
        assert!(signatures.seen_true(70) && signatures.seen_true(300));
        assert!(!signatures.seen_true(200) && !signatures.seen_true(301));
        assert!(signatures.may_follow(300, 70) && !signatures.may_follow(300, 71));
        assert!(signatures.may_follow(300, 200) && signatures.may_follow(301, 200));
    }
}
