//! Branch coverage that others measured, corrected: branches that are proved infeasible do not count.
//!
//! Comes in: a run with labels of condition coverage, its annotated texts, a compiler, a file of lcov or gcovr. Goes out: the
//! same file without those branches. A branch is taken out only if it is certain which one it is. gcc says so itself
//! (`probe.rs`). Without it the whole decision must be understood, and the compiler must have as many branches on each of
//! its lines as it has conditions there, twice (`sites.rs`). In both cases the counts must tell the outcome, for compilers
//! order the two outcomes of a condition as they like. All else stays as it was measured. Taken for granted: the same
//! sources and macros, and a build without optimisation.

mod gcno;
mod gcovr;
mod lcov;
mod probe;
mod scan;
mod sites;

pub use gcovr::correct as correct_gcovr;
pub use lcov::correct as correct_lcov;
pub use sites::Sites;

use super::data::Run;
use crate::status::Status;
use sites::Leaf;
use std::collections::BTreeMap;

/// How often a branch was taken; `None` if the line was never reached.
type Count = Option<u64>;

/// What came of a correction.
#[derive(Default, Debug)]
pub struct Correction {
    /// The file in its own format, corrected.
    pub text: String,
    /// Files of the measurement that are files of the run.
    pub files: usize,
    pub branches: usize,
    pub taken: usize,
    /// Those on lines where it is certain which condition each belongs to.
    pub certain: usize,
    pub removed: Vec<Removed>,
    /// Conditions with one infeasible outcome of which neither was measured: which branch it is cannot be told.
    pub untold: usize,
    /// Lines with infeasible conditions whose branches do not correspond to them.
    pub unlike: Vec<(String, u32)>,
    /// What the measurement and the verdicts do not agree on.
    pub contradictions: Vec<Contradiction>,
}

/// A branch that is proved infeasible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Removed {
    pub file: String,
    pub line: u32,
    /// On its line, from 0.
    pub branch: usize,
    /// The label that is infeasible.
    pub label: u64,
    pub predicate: String,
}

/// A branch was taken that a label says is never taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contradiction {
    pub file: String,
    pub line: u32,
    pub label: u64,
}

impl Correction {
    /// The branches of each line that are removed.
    fn removed_of<'a>(&'a self, file: &'a str, line: u32) -> impl Iterator<Item = usize> + 'a {
        let here = self
            .removed
            .partition_point(|r| (r.file.as_str(), r.line) < (file, line));
        let rest = self.removed[here..].iter();
        rest.take_while(move |r| r.file == file && r.line == line)
            .map(|r| r.branch)
    }

    /// In percent, without the removed branches; `None` when nothing is left.
    pub fn corrected(&self) -> Option<f64> {
        let left = self.branches - self.removed.len();
        (left > 0).then(|| 100.0 * self.taken as f64 / left as f64)
    }

    /// In percent, as it was measured.
    pub fn raw(&self) -> Option<f64> {
        (self.branches > 0).then(|| 100.0 * self.taken as f64 / self.branches as f64)
    }
}

/// What was measured on a line.
#[derive(Default)]
struct Lined {
    /// The branches that count, in the order of the compiler.
    counts: Vec<Count>,
    /// Something on the line is not as in plain C: it stays as it is.
    unclear: bool,
    /// The branches are not in pairs from one block each: without the compiler's word it stays as it is.
    unpaired: bool,
}

/// What was measured, by file and line.
type Measured<'a> = BTreeMap<&'a str, BTreeMap<u32, Lined>>;

/// Decides which of the measured branches are infeasible.
fn decide(run: &Run, sites: &Sites, measured: &Measured) -> Correction {
    let mut correction = Correction::default();
    let files = sites.files_of(&measured.keys().copied().collect());
    correction.files = files.len();
    for (path, lines) in measured {
        for (&line, lined) in lines {
            let counts = &lined.counts;
            correction.branches += counts.len();
            correction.taken += counts.iter().filter(|count| count.unwrap_or(0) > 0).count();
            if let Some(file) = files.get(path).filter(|_| !lined.unclear) {
                decide_line(run, sites, (file, path, line), lined, &mut correction);
            }
        }
    }
    correction
}

fn decide_line(
    run: &Run,
    sites: &Sites,
    (file, measured, line): (&str, &str, u32),
    lined: &Lined,
    correction: &mut Correction,
) {
    let counts = &lined.counts;
    let by_rule = sites.leaves(file, line).filter(|_| !lined.unpaired);
    let by_rule = by_rule.filter(|leaves| agree(counts, leaves.len()));
    let by_compiler = sites.forks(file, line, counts.len());
    // What the rules say holds for every compiler.
    let forks: Vec<(usize, Option<&Leaf>)> = match (by_rule, by_compiler) {
        (Some(leaves), _) => leaves.iter().map(|leaf| (2, Some(leaf))).collect(),
        (None, Some(forks)) => (forks.iter())
            .map(|fork| (fork.arcs, fork.leaf.as_ref()))
            .collect(),
        (None, None) => Vec::new(),
    };
    let known = |id: u64| by_compiler.is_some() && sites.is_placed(id);
    if by_rule.is_none() && has_infeasible(run, sites.labels(file, line), known) {
        correction.unlike.push((measured.into(), line));
    }
    let mut first = 0;
    for (arcs, leaf) in forks {
        if let (Some(leaf), [a, b]) = (leaf, &counts[first..first + arcs]) {
            let place = (measured, line, first);
            correction.certain += 2;
            decide_pair(run, place, [*a, *b], infeasible(run, leaf), correction);
        }
        first += arcs;
    }
}

/// Two branches per condition; no condition is evaluated more often than the first.
fn agree(counts: &[Count], leaves: usize) -> bool {
    let total = |pair: &[Count]| -> u64 {
        let counts = pair.iter().map(|count| count.unwrap_or(0));
        counts.fold(0, u64::saturating_add)
    };
    let mut totals = counts.chunks(2).map(total);
    let first = totals.next().unwrap_or(0);
    counts.len() == 2 * leaves && totals.all(|total| total <= first)
}

/// The outcomes are in no known order: a count above zero tells which one it is not.
fn decide_pair(
    run: &Run,
    (file, line, first): (&str, u32, usize),
    pair: [Count; 2],
    found: [Option<u64>; 2],
    correction: &mut Correction,
) {
    let taken = pair.map(|count| count.unwrap_or(0) > 0);
    let ids: Vec<u64> = found.into_iter().flatten().collect();
    let free = taken.iter().filter(|taken| !**taken).count();
    if free < ids.len() {
        correction.contradictions.push(Contradiction {
            file: file.into(),
            line,
            label: ids[0],
        });
    } else if free > ids.len() {
        correction.untold += ids.len();
    } else {
        let open = (0..2).filter(|&i| !taken[i]);
        for (branch, label) in open.zip(ids) {
            let predicate = run.label(label).map(|label| label.row.predicate.clone());
            correction.removed.push(Removed {
                file: file.into(),
                line,
                branch: first + branch,
                label,
                predicate: predicate.unwrap_or_default(),
            });
        }
    }
}

/// The labels of a condition that are infeasible in each unit where the line stands.
fn infeasible(run: &Run, leaf: &Leaf) -> [Option<u64>; 2] {
    [0, 1].map(|outcome| {
        let is_proved = |ids: &[u64; 2]| {
            let label = run.label(ids[outcome]);
            label.is_some_and(|label| label.verdict.status == Status::Infeasible)
        };
        let first = leaf.units.first()?;
        leaf.units.iter().all(is_proved).then_some(first[outcome])
    })
}

/// Whether one of the labels is infeasible and not known to have a branch.
fn has_infeasible(run: &Run, labels: &[u64], known: impl Fn(u64) -> bool) -> bool {
    let unknown = labels.iter().filter(|id| !known(**id));
    unknown
        .filter_map(|id| run.label(*id))
        .any(|label| label.verdict.status == Status::Infeasible)
}
