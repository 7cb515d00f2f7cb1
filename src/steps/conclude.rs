//! All functions: from findings to verdicts.
//!
//! Comes in: labels with their groups, findings per function. Goes out: one verdict per label, and the relation.
//! No label is removed in favour of one that is removed, or that no state covers: only labels that some state covers
//! imply anything, and what is named in a verdict is a source of the relation.

use super::ids::LabelId;
use super::link::{Ground, Link, Pair, Sure};
use super::relation::Relation;
use super::{Finding, Findings, Settings, Why};
use crate::base::Id;
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
    let links = case.links(&pairs);
    let relation = Relation::new(case.labels.len(), &links);
    let by_pair = pairs
        .iter()
        .map(|&pair| (relation.class[pair.label()], pair));
    let by_pair: HashMap<usize, Pair> = by_pair.collect();
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
        edges: links
            .iter()
            .map(|link| Edge {
                from: id(link.from()),
                to: id(link.to()),
                ground: link.ground(),
            })
            .collect(),
        pairs: pairs
            .iter()
            .map(|pair| {
                let [x, y] = pair.halves().map(id);
                (id(pair.label()), x, y)
            })
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
                    .zip(found.labels.values())
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

    /// If it is covered whenever it is reached.
    fn sure(&self, label: usize) -> Option<Sure> {
        let Labelled {
            finding, function, ..
        } = self.labels[label];
        let first = self.first[function];
        let point = |label: LabelId| self.labels[first + label.index()].entry.point;
        match finding {
            Finding::Possible { always } => {
                always.map(|proved| Sure::new(proved, function, first, point))
            }
            _ => None,
        }
    }

    /// The always-true labels of each group and criterion, ascending; by function of the first.
    fn always(&self) -> BTreeMap<(GroupId, &'a str), Vec<Sure>> {
        let mut groups: BTreeMap<(GroupId, &'a str), Vec<Sure>> = BTreeMap::new();
        for sure in (0..self.labels.len()).filter_map(|label| self.sure(label)) {
            let key = (
                self.labels[sure.label()].entry.group,
                self.family(sure.label()),
            );
            groups.entry(key).or_default().push(sure);
        }
        groups
    }

    /// All that was proved: step 3's implications, step 2's circles, and each half of a pair implies the label that
    /// the pair stands for.
    fn links(&self, pairs: &[Pair]) -> Vec<Link> {
        let mut links = Vec::new();
        for (found, &first) in self.findings.iter().zip(&self.first) {
            let proved = found.implications.iter();
            links.extend(proved.map(|&proved| Link::proof(proved, first)));
        }
        if self.settings.steps.duplicates {
            for same in self.always().values().filter(|same| same.len() > 1) {
                let steps = same.windows(2).map(|pair| (pair[0], pair[1]));
                let circle = steps.chain([(same[same.len() - 1], same[0])]);
                links.extend(circle.filter_map(|(a, b)| Link::group(a, b, self.program)));
            }
        }
        links.extend(pairs.iter().flat_map(|pair| pair.links()));
        links
    }

    /// Labels that two others stand for.
    fn pairs(&self) -> Vec<Pair> {
        // One label of each group, by function and criterion.
        let mut families: BTreeMap<(usize, &'a str), Vec<Sure>> = BTreeMap::new();
        for ((_, family), labels) in self.always() {
            let mut of_function: BTreeMap<usize, Sure> = BTreeMap::new();
            for sure in labels {
                of_function.entry(sure.function()).or_insert(sure);
            }
            for (function, sure) in of_function {
                families.entry((function, family)).or_default().push(sure);
            }
        }
        let mut pairs = Vec::new();
        for mut labels in families.into_values() {
            labels.sort_unstable_by_key(|sure| sure.label());
            pairs.extend(labels.iter().filter_map(|&l| self.pair(l, &labels)));
        }
        pairs
    }

    fn pair(&self, l: Sure, labels: &[Sure]) -> Option<Pair> {
        let precedes = |a: Sure, b: Sure| a.precedes(b, self.program);
        let after: Vec<Sure> = labels.iter().copied().filter(|&x| precedes(l, x)).collect();
        let nearest = |x: &&Sure| !after.iter().any(|&between| precedes(between, **x));
        let nearest: Vec<Sure> = after.iter().filter(nearest).copied().collect();
        let nearest = &nearest[..nearest.len().min(MOST_BRANCHES)];
        let halves = nearest.iter().enumerate();
        let mut halves = halves.flat_map(|(i, &x)| nearest[i + 1..].iter().map(move |&y| (x, y)));
        halves.find_map(|(x, y)| Pair::new(l, x, y, self.program))
    }

    fn verdict(
        &self,
        label: usize,
        relation: &Relation,
        by_pair: &HashMap<usize, Pair>,
    ) -> Verdict {
        let Labelled {
            entry,
            finding,
            function,
        } = self.labels[label];
        let verdict = |status, step: &str, reason: &str| Verdict {
            id: entry.id,
            status,
            step: step.into(),
            reason: reason.into(),
        };
        match finding {
            Finding::Infeasible(_) if self.settings.steps.infeasible => {
                let why = match self.program.is_entered(function) {
                    true => "no state reaches it and makes it true",
                    false => "nothing calls its function",
                };
                return verdict(Status::Infeasible, "1", why);
            }
            Finding::Infeasible(_) => return verdict(Status::Unknown, "", "not asked"),
            Finding::Open(why) => return verdict(Status::Unknown, "", why.text()),
            Finding::Possible { .. } => {}
        }
        let class = relation.class[label];
        let id = |label: usize| self.labels[label].entry.id;
        if let Some(pair) = by_pair.get(&class) {
            let [x, y] = pair.halves().map(|half| relation.class[half]);
            if relation.is_live(x) && relation.is_live(y) && x != y {
                let mut by = vec![id(relation.first(x)), id(relation.first(y))];
                by.sort_unstable();
                return verdict(
                    Status::Duplicate(by),
                    "2",
                    "covered exactly when one of the two is",
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
        let sure = |label: usize| self.sure(label).is_some();
        let trivial = sure(label) && sure(first) && group(label) == group(first);
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
            Why::Timeout => "the solver reached its limit",
            Why::Memory => "the memory limit was reached",
            Why::Solver => "the solver gave no answer",
            Why::Interrupted => "not asked: the run was stopped",
            Why::Elsewhere => "not asked: it belongs to another shard",
            Why::Fault => "internal error: this function has no verdicts",
            Why::Vacuous => "the hypotheses were not shown satisfiable",
            Why::Unconfirmed => "the second solver did not prove it again",
            Why::Order => "internal error: the order of the labels does not allow it",
            Why::Unsupported(what) => what,
        }
    }
}
