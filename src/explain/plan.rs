//! From a verdict to what it rests on.
//!
//! Comes in: the status of a label, and the edges that the relation between labels was made of. Goes out: the reasons, in the
//! order in which a reader wants them. Must not know how a reason is proved.

use crate::status::Status;
use crate::steps::{Edge, Ground};
use std::collections::{BTreeMap, HashMap, VecDeque};

/// One thing that a verdict rests on; labels by id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// No state covers it.
    Never(u64),
    /// Whatever reaches it covers it.
    Always(u64),
    /// Whatever covers the first covers the second.
    Implies(u64, u64),
    /// Whenever one is reached, so is the other.
    Together(u64, u64),
    /// The first comes before both others, and one of them always follows it.
    Pair(u64, u64, u64),
}

impl Reason {
    /// The labels that it names.
    pub fn labels(self) -> Vec<u64> {
        match self {
            Reason::Never(label) | Reason::Always(label) => vec![label],
            Reason::Implies(a, b) | Reason::Together(a, b) => vec![a, b],
            Reason::Pair(l, x, y) => vec![l, x, y],
        }
    }
}

/// The relation as a run found it.
pub struct Plan {
    next: BTreeMap<u64, Vec<(u64, Ground)>>,
    pairs: Vec<(u64, u64, u64)>,
}

impl Plan {
    pub fn new(edges: &[Edge], pairs: &[(u64, u64, u64)]) -> Self {
        let mut next: BTreeMap<u64, Vec<(u64, Ground)>> = BTreeMap::new();
        for edge in edges {
            next.entry(edge.from)
                .or_default()
                .push((edge.to, edge.ground));
        }
        Plan {
            next,
            pairs: pairs.to_vec(),
        }
    }

    /// What the status of the label rests on; nothing for a label that stays.
    pub fn reasons(&self, label: u64, status: &Status) -> Vec<Reason> {
        let mut reasons = Vec::new();
        match status {
            Status::Infeasible => reasons.push(Reason::Never(label)),
            Status::Duplicate(by) => match by.as_slice() {
                &[x, y] => reasons.extend(self.pair(label, x, y)),
                by => by
                    .iter()
                    .for_each(|&by| reasons.extend(self.same(label, by))),
            },
            Status::Subsumed(by) => {
                let ways = by.iter().filter_map(|&by| self.way(by, label));
                ways.for_each(|way| reasons.extend(way));
            }
            Status::Unknown | Status::Covered => {}
        }
        let mut once = Vec::new();
        for reason in reasons {
            if !once.contains(&reason) {
                once.push(reason);
            }
        }
        once
    }

    /// Whether the relation has a way to the status of a label that is not infeasible.
    pub fn holds(&self, label: u64, status: &Status) -> bool {
        let leads = |a: u64, b: u64| self.path(a, b).is_some();
        match status {
            Status::Duplicate(by) => match by.as_slice() {
                &[x, y] => !self.pair(label, x, y).is_empty(),
                by => by.iter().all(|&by| leads(label, by) && leads(by, label)),
            },
            Status::Subsumed(by) => by.iter().all(|&by| leads(by, label)),
            Status::Infeasible | Status::Unknown | Status::Covered => false,
        }
    }

    /// Why both are covered by the same tests.
    fn same(&self, a: u64, b: u64) -> Vec<Reason> {
        if a == b {
            return Vec::new();
        }
        let Some(there) = self.way(a, b) else {
            return Vec::new();
        };
        let both_ways = |reason: &Reason| !matches!(reason, Reason::Implies(..));
        let back = match there.iter().all(both_ways) {
            true => Vec::new(),
            false => self.way(b, a).unwrap_or_default(),
        };
        there.into_iter().chain(back).collect()
    }

    /// Why the label is covered exactly when one of the two is: it is the same as one that comes before a branch.
    fn pair(&self, label: u64, x: u64, y: u64) -> Vec<Reason> {
        let alike = |a: u64, b: u64| self.way(a, b).is_some() && self.way(b, a).is_some();
        let fits = |(l, p, q): &&(u64, u64, u64)| {
            alike(label, *l) && (alike(*p, x) && alike(*q, y) || alike(*p, y) && alike(*q, x))
        };
        let Some(&(l, p, q)) = self.pairs.iter().find(fits) else {
            return Vec::new();
        };
        let (x, y) = match alike(p, x) {
            true => (x, y),
            false => (y, x),
        };
        let mut reasons = self.same(label, l);
        reasons.extend([Reason::Always(l), Reason::Always(p), Reason::Always(q)]);
        reasons.push(Reason::Pair(l, p, q));
        reasons.extend(self.same(p, x));
        reasons.extend(self.same(q, y));
        reasons
    }

    /// The reasons on a shortest way from a to b; those of steps inside a group are those of its ends.
    fn way(&self, a: u64, b: u64) -> Option<Vec<Reason>> {
        let path = self.path(a, b)?;
        let mut reasons = Vec::new();
        let mut at = a;
        let mut steps = path.iter().peekable();
        while let Some(&(mut to, ground)) = steps.next() {
            match ground {
                Ground::Proof => reasons.push(Reason::Implies(at, to)),
                Ground::Pair => {
                    let pair = self
                        .pairs
                        .iter()
                        .find(|p| p.0 == to && (p.1 == at || p.2 == at));
                    reasons.extend(pair.map(|&(l, x, y)| Reason::Pair(l, x, y)));
                }
                Ground::Group => {
                    while let Some(&&(next, Ground::Group)) = steps.peek() {
                        to = next;
                        steps.next();
                    }
                    reasons.extend([Reason::Always(at), Reason::Always(to)]);
                    reasons.push(Reason::Together(at, to));
                }
            }
            at = to;
        }
        Some(reasons)
    }

    /// The edges of a shortest path.
    fn path(&self, a: u64, b: u64) -> Option<Vec<(u64, Ground)>> {
        let mut before: HashMap<u64, (u64, Ground)> = HashMap::new();
        let mut work = VecDeque::from([a]);
        while let Some(at) = work.pop_front() {
            if at == b {
                break;
            }
            for &(to, ground) in self.next.get(&at).into_iter().flatten() {
                if to != a && !before.contains_key(&to) {
                    before.insert(to, (at, ground));
                    work.push_back(to);
                }
            }
        }
        let mut path = Vec::new();
        let mut at = b;
        while at != a {
            let &(from, ground) = before.get(&at)?;
            path.push((at, ground));
            at = from;
        }
        path.reverse();
        Some(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(edges: &[(u64, u64, Ground)], pairs: &[(u64, u64, u64)]) -> Plan {
        let edge = |&(from, to, ground): &(u64, u64, Ground)| Edge { from, to, ground };
        let edges: Vec<Edge> = edges.iter().map(edge).collect();
        Plan::new(&edges, pairs)
    }

    #[test]
    fn a_chain_of_proofs_is_told_from_the_live_label_on() {
        let plan = plan(&[(5, 2, Ground::Proof), (2, 9, Ground::Proof)], &[]);
        let reasons = plan.reasons(9, &Status::Subsumed(vec![5]));
        assert_eq!(reasons, [Reason::Implies(5, 2), Reason::Implies(2, 9)]);
    }

    #[test]
    fn duplicates_need_both_directions_unless_a_group_has_both() {
        let proofs = plan(&[(1, 2, Ground::Proof), (2, 1, Ground::Proof)], &[]);
        let both = [Reason::Implies(2, 1), Reason::Implies(1, 2)];
        assert_eq!(proofs.reasons(2, &Status::Duplicate(vec![1])), both);
        let circle = [
            (1, 2, Ground::Group),
            (2, 3, Ground::Group),
            (3, 1, Ground::Group),
        ];
        let reasons = plan(&circle, &[]).reasons(2, &Status::Duplicate(vec![1]));
        let expected = [Reason::Always(2), Reason::Always(1), Reason::Together(2, 1)];
        assert_eq!(reasons, expected);
    }

    #[test]
    fn a_duplicate_needs_both_directions_and_a_pair_both_halves() {
        let one = plan(&[(1, 2, Ground::Proof)], &[]);
        assert!(one.holds(2, &Status::Subsumed(vec![1])));
        assert!(!one.holds(2, &Status::Duplicate(vec![1])));
        assert!(!one.holds(2, &Status::Infeasible));
        let both = plan(&[(1, 2, Ground::Proof), (2, 1, Ground::Proof)], &[]);
        assert!(both.holds(2, &Status::Duplicate(vec![1])));
        let edges = [(7, 2, Ground::Pair), (1, 2, Ground::Pair)];
        assert!(plan(&edges, &[(2, 1, 7)]).holds(2, &Status::Duplicate(vec![1, 7])));
        assert!(!plan(&edges, &[]).holds(2, &Status::Duplicate(vec![1, 7])));
    }

    #[test]
    fn a_pair_names_its_branches() {
        let edges = [(7, 2, Ground::Pair), (1, 2, Ground::Pair)];
        let reasons = plan(&edges, &[(2, 1, 7)]).reasons(2, &Status::Duplicate(vec![1, 7]));
        let always = [2, 1, 7].map(Reason::Always);
        assert_eq!(reasons, [&always[..], &[Reason::Pair(2, 1, 7)]].concat());
    }
}
