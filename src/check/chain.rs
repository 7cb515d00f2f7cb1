//! From claims to removals: does the verdict of a label follow from claims that have certificates?
//!
//! Comes in: claims that were accepted, the edges and pairs that the run recorded, the groups of labels. Goes out: that a verdict follows,
//! or why not. The rules:
//!
//! ```text
//! infeasible ℓ         never ℓ
//! a → b, by proof      implies a b
//! a → b, by group      always a, always b; both are in one co-reached group
//! x → l, by pair       always l, always x, always y, for a pair (l, x, y) or (l, y, x)
//! subsumed ℓ by b…     a path from each b to ℓ
//! duplicate ℓ of b     a path from ℓ to b, and one back
//! duplicate ℓ of x, y  a pair (l, p, q): ℓ is a duplicate of l, x of p, y of q
//! ```
//!
//! No `by` names a label that is removed itself. That labels of a group are reached together, that one half of a pair always
//! follows, and the order that an implication needs are taken from the run.

use crate::status::{CertifiedClaim, LabelRow, Record, RecordedGround, Status, Verdict};
use std::collections::{BTreeSet, HashMap, HashSet};

/// The relation as far as it has certificates.
pub(super) struct Chain<'a> {
    accepted: &'a BTreeSet<CertifiedClaim>,
    next: HashMap<u64, Vec<u64>>,
    before: HashMap<u64, Vec<u64>>,
    /// By their first label: pairs with certificates.
    pairs: HashMap<u64, Vec<(u64, u64)>>,
    removed: HashSet<u64>,
}

impl<'a> Chain<'a> {
    pub fn new(
        accepted: &'a BTreeSet<CertifiedClaim>,
        record: &Record,
        labels: &[LabelRow],
        verdicts: &[Verdict],
    ) -> Self {
        let removed = verdicts.iter().filter(|verdict| !verdict.status.is_live());
        let mut chain = Chain {
            accepted,
            next: HashMap::new(),
            before: HashMap::new(),
            pairs: HashMap::new(),
            removed: removed.map(|verdict| verdict.id).collect(),
        };
        for &(l, x, y) in &record.pairs {
            if [l, x, y].into_iter().all(|label| chain.is_always(label)) {
                chain.pairs.entry(l).or_default().push((x, y));
            }
        }
        let groups: HashMap<u64, &str> = labels.iter().map(|l| (l.id, &*l.group)).collect();
        for &(from, to, ground) in &record.edges {
            let stands = match ground {
                RecordedGround::Proof => accepted.contains(&CertifiedClaim::Implies(from, to)),
                RecordedGround::Group => {
                    let group = |label: u64| groups.get(&label).filter(|g| !g.is_empty());
                    let always = chain.is_always(from) && chain.is_always(to);
                    always && group(from).is_some() && group(from) == group(to)
                }
                RecordedGround::Pair => {
                    let pairs = chain.pairs.get(&to).into_iter().flatten();
                    pairs.into_iter().any(|&(x, y)| x == from || y == from)
                }
            };
            if stands {
                chain.next.entry(from).or_default().push(to);
                chain.before.entry(to).or_default().push(from);
            }
        }
        chain
    }

    fn is_always(&self, label: u64) -> bool {
        self.accepted.contains(&CertifiedClaim::Always(label))
    }

    /// Why the verdict does not follow, if it does not.
    pub fn check(&self, verdict: &Verdict) -> Result<(), String> {
        let label = verdict.id;
        if let Some(by) = verdict
            .status
            .by()
            .iter()
            .find(|by| self.removed.contains(by))
        {
            return Err(format!(
                "label {label}: it stands for {by}, which is removed"
            ));
        }
        let follows = match &verdict.status {
            Status::Unknown | Status::Covered => true,
            Status::Infeasible => self.accepted.contains(&CertifiedClaim::Never(label)),
            Status::Subsumed(by) => {
                let implies = reached(&self.before, label);
                by.iter().all(|by| implies.contains(by))
            }
            Status::Duplicate(by) => match by[..] {
                [x, y] => self.is_pair(label, x, y),
                [by] => self.same(label).contains(&by),
                _ => false,
            },
        };
        match follows {
            true => Ok(()),
            false => {
                let status = verdict.status.name();
                Err(format!(
                    "label {label}: no certificates show that it is {status}"
                ))
            }
        }
    }

    fn is_pair(&self, label: u64, x: u64, y: u64) -> bool {
        let [same, of_x, of_y] = [label, x, y].map(|label| self.same(label));
        let fits = |&(p, q): &(u64, u64)| {
            of_x.contains(&p) && of_y.contains(&q) || of_x.contains(&q) && of_y.contains(&p)
        };
        let mut pairs = same.iter().filter_map(|l| self.pairs.get(l)).flatten();
        pairs.any(fits)
    }

    /// The labels that have a path to this one and from it, with itself.
    fn same(&self, label: u64) -> HashSet<u64> {
        let (to, from) = (reached(&self.next, label), reached(&self.before, label));
        to.intersection(&from).copied().collect()
    }
}

/// All that a path leads to, with the start itself.
fn reached(next: &HashMap<u64, Vec<u64>>, start: u64) -> HashSet<u64> {
    let mut found = HashSet::from([start]);
    let mut work = vec![start];
    while let Some(at) = work.pop() {
        let to = next.get(&at).into_iter().flatten();
        work.extend(to.copied().filter(|&to| found.insert(to)));
    }
    found
}
