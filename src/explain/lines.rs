//! A set of lines that a proof needs, none of which can be left out, by QuickXplain (Junker 2004): it asks about k log(n/k)
//! times for k of n lines.
//!
//! Comes in: lines, those that a reader would like best first, and a test that is true of all of them. Goes out: lines of
//! which none can be left out, as long as the tests last.

use std::sync::Arc;

/// A line of the user's files.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line {
    pub file: Arc<str>,
    pub line: u32,
}

/// Places in the list of lines.
type Set = Vec<usize>;

/// Asks the test, as often as it may.
pub struct Search<T> {
    test: T,
    left: usize,
}

impl<T: FnMut(&[usize]) -> bool> Search<T> {
    /// `test` is true of all lines, and of more lines if it is of fewer; it may be asked `limit` times.
    pub fn new(limit: usize, test: T) -> Self {
        Search { test, left: limit }
    }

    /// A part of the lines `0..count` that passes the test, and whether no line of it can be left out.
    pub fn least(mut self, count: usize) -> (Set, bool) {
        let all: Set = (0..count).collect();
        if count == 0 || self.passes(&[]) {
            return (Vec::new(), true);
        }
        let mut found = self.needed(&[], false, &all);
        found.sort_unstable();
        (found, self.left > 0)
    }

    /// What of `among` is needed beside `given`; `grown`: something was added to `given` since it was tested.
    fn needed(&mut self, given: &[usize], grown: bool, among: &[usize]) -> Set {
        if grown && self.passes(given) {
            return Vec::new();
        }
        if let [_] = among {
            return among.to_vec();
        }
        let (first, second) = among.split_at(among.len() / 2);
        let mut of_second = self.needed(&[given, first].concat(), true, second);
        let mut of_first = self.needed(&[given, &of_second].concat(), !of_second.is_empty(), first);
        of_first.append(&mut of_second);
        of_first
    }

    fn passes(&mut self, lines: &[usize]) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        (self.test)(lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn least(count: usize, limit: usize, test: impl Fn(&[usize]) -> bool) -> (Set, bool) {
        Search::new(limit, |set: &[usize]| test(set)).least(count)
    }

    #[test]
    fn what_is_needed_is_found() {
        let needs = |wanted: Set| move |set: &[usize]| wanted.iter().all(|line| set.contains(line));
        for wanted in [vec![], vec![0], vec![99], vec![3, 50, 51, 98]] {
            assert_eq!(least(100, 1000, needs(wanted.clone())), (wanted, true));
        }
        assert_eq!(least(1, 10, needs(vec![0])), (vec![0], true));
        assert_eq!(least(0, 10, needs(vec![])), (vec![], true));
    }

    #[test]
    fn of_two_reasons_the_first_is_preferred() {
        let either = |set: &[usize]| set.contains(&2) || set.contains(&7);
        assert_eq!(least(10, 100, either), (vec![2], true));
    }

    #[test]
    fn what_is_found_passes_when_the_tests_are_spent() {
        let test = |set: &[usize]| [1, 40, 77].iter().all(|line| set.contains(line));
        for limit in 1..30 {
            let (found, complete) = least(80, limit, test);
            assert!(
                test(&found) && (!complete || found == [1, 40, 77]),
                "{limit}"
            );
        }
    }
}
