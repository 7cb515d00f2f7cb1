//! All functions: from findings to verdicts.
//!
//! Comes in: labels with their groups, findings per function. Goes out: one verdict per label, and the relation.
//! No label is removed in favour of one that is removed, or that no state covers: only labels that some state covers
//! imply anything, and what is named in a verdict is a source of the relation.

use super::relation::Relation;
use super::{Finding, Findings, Settings, Why};
use crate::base::{Bug, seeded};
use crate::coreach::{GroupId, Program};
use crate::ir::PointId;
use crate::status::{Status, Verdict};
use std::collections::{BTreeMap, HashMap};

/// At most this many labels are tried as one half of a pair.
const MOST_BRANCHES: usize = 6;

/// A label of the run.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    pub id: u64,
    /// What it is cleaned with.
    pub family: String,
    pub group: GroupId,
    pub point: PointId,
}

/// What the run found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Conclusions {
    /// In the order of the entries.
    pub verdicts: Vec<Verdict>,
    /// Labels that the same tests cover, each list ascending.
    pub duplicates: Vec<Vec<u64>>,
    /// `(a, b)`: whatever covers a covers b; between the first labels of classes.
    pub implications: Vec<(u64, u64)>,
    /// What the relation was made of, ascending.
    pub edges: Vec<Edge>,
    /// `(l, x, y)`: l is covered exactly when x or y is.
    pub pairs: Vec<(u64, u64, u64)>,
}

/// Whatever covers the first label covers the second.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Edge {
    pub from: u64,
    pub to: u64,
    pub ground: Ground,
}

/// Why an edge holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ground {
    /// Both are covered whenever they are reached, and they are reached together.
    Group,
    /// The first is one half of the pair that the second stands for.
    Pair,
    /// The implication was proved.
    Proof,
}

/// `entries` and `findings` are given per function, in the order of the program.
pub fn conclude(
    entries: &[Vec<Entry>],
    findings: &[Findings],
    program: &Program,
    settings: &Settings,
) -> Conclusions {
    let case = Case::new(entries, findings, program, settings);
    let pairs = if settings.steps.duplicates {
        case.pairs()
    } else {
        Vec::new()
    };
    let edges = case.edges(&pairs);
    let plain: Vec<(usize, usize)> = edges.iter().map(|&(a, b, _)| (a, b)).collect();
    let relation = Relation::new(case.labels.len(), &plain);
    let by_pair: HashMap<usize, (usize, usize)> = pairs
        .iter()
        .map(|&(l, x, y)| (relation.class[l], (x, y)))
        .collect();
    let verdicts = (0..case.labels.len())
        .map(|label| case.verdict(label, &relation, &by_pair))
        .collect();
    let ids = |class: &Vec<usize>| class.iter().map(|&l| case.labels[l].entry.id).collect();
    let classes = relation.members.iter().filter(|class| class.len() > 1);
    let id = |label: usize| case.labels[label].entry.id;
    let first = |class: usize| id(relation.first(class));
    let mut conclusions = Conclusions {
        verdicts,
        duplicates: classes.map(ids).collect(),
        implications: relation
            .edges
            .iter()
            .map(|&(a, b)| (first(a), first(b)))
            .collect(),
        edges: edges
            .iter()
            .map(|&(a, b, ground)| Edge {
                from: id(a),
                to: id(b),
                ground,
            })
            .collect(),
        pairs: pairs
            .iter()
            .map(|&(l, x, y)| (id(l), id(x), id(y)))
            .collect(),
    };
    conclusions
        .duplicates
        .iter_mut()
        .for_each(|list| list.sort_unstable());
    conclusions.duplicates.sort_unstable();
    conclusions.implications.sort_unstable();
    conclusions.edges.sort_unstable();
    conclusions.edges.dedup();
    conclusions
}

struct Case<'a> {
    labels: Vec<Labelled<'a>>,
    /// The index of each function's first label.
    first: Vec<usize>,
    findings: &'a [Findings],
    program: &'a Program,
    settings: &'a Settings,
}

#[derive(Clone, Copy)]
struct Labelled<'a> {
    entry: &'a Entry,
    finding: &'a Finding,
    function: usize,
}

impl<'a> Case<'a> {
    fn new(
        entries: &'a [Vec<Entry>],
        findings: &'a [Findings],
        program: &'a Program,
        settings: &'a Settings,
    ) -> Self {
        let mut labels = Vec::new();
        let mut first = Vec::new();
        for (function, (entries, found)) in entries.iter().zip(findings).enumerate() {
            first.push(labels.len());
            labels.extend(
                entries
                    .iter()
                    .zip(&found.labels)
                    .map(|(entry, finding)| Labelled {
                        entry,
                        finding,
                        function,
                    }),
            );
        }
        Case {
            labels,
            first,
            findings,
            program,
            settings,
        }
    }

    /// Labels that are cleaned together.
    fn family(&self, label: usize) -> &'a str {
        match self.settings.across_criteria {
            true => "",
            false => &self.labels[label].entry.family,
        }
    }

    fn is_always(&self, label: usize) -> bool {
        *self.labels[label].finding == Finding::Possible { always: true }
    }

    /// The always-true labels of each group and criterion, ascending; by function of the first.
    fn always(&self) -> BTreeMap<(GroupId, &'a str), Vec<usize>> {
        let mut groups: BTreeMap<(GroupId, &'a str), Vec<usize>> = BTreeMap::new();
        for label in (0..self.labels.len()).filter(|&label| self.is_always(label)) {
            let key = (self.labels[label].entry.group, self.family(label));
            groups.entry(key).or_default().push(label);
        }
        groups
    }

    /// All that was proved: step 3's implications, step 2's circles, and each half of a pair implies the label that
    /// the pair stands for.
    fn edges(&self, pairs: &[(usize, usize, usize)]) -> Vec<(usize, usize, Ground)> {
        let mut edges = Vec::new();
        for (found, first) in self.findings.iter().zip(&self.first) {
            let proved = found.implications.iter();
            let place = |label: u32| first + label as usize;
            edges.extend(proved.map(|&(a, b)| (place(a), place(b), Ground::Proof)));
            if seeded(Bug::ImplicationIsEquivalence) {
                let back = found.implications.iter();
                edges.extend(back.map(|&(a, b)| (place(b), place(a), Ground::Proof)));
            }
        }
        if self.settings.steps.duplicates {
            for same in self.always().values().filter(|same| same.len() > 1) {
                let steps = same.windows(2);
                edges.extend(steps.map(|pair| (pair[0], pair[1], Ground::Group)));
                edges.push((same[same.len() - 1], same[0], Ground::Group));
            }
        }
        for &(label, x, y) in pairs {
            edges.extend([(x, label, Ground::Pair), (y, label, Ground::Pair)]);
        }
        edges
    }

    /// `(l, x, y)`: l is covered exactly when x or y is. All three are covered whenever they are reached; l precedes
    /// both, and one of both always follows l. (Section 4.3 of the main paper: the label before a conditional and
    /// those of its branches.)
    fn pairs(&self) -> Vec<(usize, usize, usize)> {
        // One label of each group, by function and criterion.
        let mut families: BTreeMap<(usize, &'a str), Vec<usize>> = BTreeMap::new();
        for ((_, family), labels) in self.always() {
            let mut of_function: BTreeMap<usize, usize> = BTreeMap::new();
            for label in labels {
                of_function
                    .entry(self.labels[label].function)
                    .or_insert(label);
            }
            for (function, label) in of_function {
                families.entry((function, family)).or_default().push(label);
            }
        }
        let mut pairs = Vec::new();
        for ((function, _), mut labels) in families {
            labels.sort_unstable();
            let found = labels
                .iter()
                .filter_map(|&l| self.pair(function, l, &labels));
            pairs.extend(found);
        }
        pairs
    }

    fn pair(&self, function: usize, l: usize, labels: &[usize]) -> Option<(usize, usize, usize)> {
        let point = |label: usize| self.labels[label].entry.point;
        let precedes = |a: usize, b: usize| {
            a != b && self.program.always_precedes(function, point(a), point(b))
        };
        let after: Vec<usize> = labels.iter().copied().filter(|&x| precedes(l, x)).collect();
        let nearest = |&&x: &&usize| !after.iter().any(|&between| precedes(between, x));
        let nearest: Vec<usize> = after.iter().filter(nearest).copied().collect();
        let nearest = &nearest[..nearest.len().min(MOST_BRANCHES)];
        for (i, &x) in nearest.iter().enumerate() {
            for &y in &nearest[i + 1..] {
                let branches = [point(x), point(y)];
                if self
                    .program
                    .one_always_follows(function, &branches, point(l))
                    || seeded(Bug::EveryPairCovers)
                {
                    return Some((l, x, y));
                }
            }
        }
        None
    }

    fn verdict(
        &self,
        label: usize,
        relation: &Relation,
        by_pair: &HashMap<usize, (usize, usize)>,
    ) -> Verdict {
        let Labelled { entry, finding, .. } = self.labels[label];
        let verdict = |status, step: &str, reason: &str| Verdict {
            id: entry.id,
            status,
            step: step.into(),
            reason: reason.into(),
        };
        match finding {
            Finding::Infeasible if self.settings.steps.infeasible => {
                return verdict(
                    Status::Infeasible,
                    "1",
                    "no state reaches it and makes it true",
                );
            }
            Finding::Infeasible => return verdict(Status::Unknown, "", "not asked"),
            Finding::Open(why) => return verdict(Status::Unknown, "", why.text()),
            Finding::Possible { .. } => {}
        }
        let class = relation.class[label];
        let id = |label: usize| self.labels[label].entry.id;
        if let Some(&(x, y)) = by_pair.get(&class) {
            let (x, y) = (relation.class[x], relation.class[y]);
            if relation.is_live(x) && relation.is_live(y) && x != y {
                let mut by = vec![id(relation.first(x)), id(relation.first(y))];
                by.sort_unstable();
                return verdict(
                    Status::Duplicate(by),
                    "2",
                    "covered exactly when one of both is",
                );
            }
        }
        if !relation.is_live(class) {
            let above = relation.above[class].iter();
            let mut by: Vec<u64> = above.map(|&class| id(relation.first(class))).collect();
            by.sort_unstable();
            return verdict(
                Status::Subsumed(by),
                "3",
                "covered whenever one of those is",
            );
        }
        let first = relation.first(class);
        if first == label {
            return verdict(Status::Unknown, "", "a state may cover it");
        }
        let group = |label: usize| self.labels[label].entry.group;
        let trivial =
            self.is_always(label) && self.is_always(first) && group(label) == group(first);
        let (step, reason) = match trivial && self.settings.steps.duplicates {
            true => (
                "2",
                "both are covered whenever they are reached, and they are reached together",
            ),
            false => ("3", "each is covered whenever the other is"),
        };
        verdict(Status::Duplicate(vec![id(first)]), step, reason)
    }
}

impl Why {
    /// For `status.csv`.
    pub fn text(&self) -> &'static str {
        match self {
            Why::Timeout => "the limit of the solver was reached",
            Why::Memory => "the memory limit was reached",
            Why::Solver => "the solver gave no answer",
            Why::Interrupted => "not asked: the run was ended",
            Why::Elsewhere => "not asked: another part of the run asks",
            Why::Fault => "internal error: this function has no verdicts",
            Why::Vacuous => "what is assumed of the function may exclude itself",
            Why::Unconfirmed => "the second solver did not prove it again",
            Why::Unsupported(what) => what,
        }
    }
}
