//! One function: its labels, region by region.
//!
//! Comes in: a function, its labels, the order of its points. Goes out: [`Findings`]. The formula is built
//! once; a region is what shares a reach term.

use super::order::{Order, Spot};
use super::region::{Atom, Desk, Region};
use super::{Counts, Finding, Findings, Settings, Stop, Why};
use crate::coreach::Program;
use crate::ir::{Callee, Function, GlobalId, Unit};
use crate::labels::Label;
use crate::logic::{Assignment, Evaluator, Sampler, TermId};
use crate::prover::Session;
use crate::vc::{self, Encoding};
use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

/// How many terms may be evaluated for random states.
const RANDOM_WORK: usize = 4_000_000;
/// In a function with at most this many labels each one may relate to each other one; in others only to those
/// that are passed on every way through it.
const SMALL: usize = 600;
/// How many regions elsewhere a region of a large function looks at.
const NEAR: usize = 12;

/// One function with its labels.
pub struct Subject<'a> {
    pub unit: &'a Unit,
    pub function: &'a Function,
    pub labels: &'a [Label],
    pub program: &'a Program,
    /// The function's index in the program.
    pub index: usize,
}

impl vc::Calls for Subject<'_> {
    fn separable(&self, global: GlobalId) -> bool {
        self.program.is_separable(self.index, global)
    }

    fn writes_memory(&self, callee: &Callee) -> bool {
        self.program.effects(self.index, callee).memory()
    }

    fn writes_global(&self, callee: &Callee, global: GlobalId) -> bool {
        self.program.effects(self.index, callee).writes(global)
    }
}

/// Asks all questions about one function.
pub fn examine(subject: &Subject, settings: &Settings, stop: &Stop) -> Findings {
    let mut findings = Findings {
        labels: vec![Finding::Open(Why::Interrupted); subject.labels.len()],
        ..Findings::default()
    };
    if subject.labels.is_empty() || stop.load(std::sync::atomic::Ordering::Relaxed) {
        return findings;
    }
    if subject.program.returns_twice(subject.index) {
        let why = Finding::Open(Why::Unsupported("a call in it may return twice"));
        findings.labels.fill(why);
        return findings;
    }
    let clock = Instant::now();
    let labels = subject.labels.iter();
    let predicates: Vec<_> = labels.map(|l| (l.point, l.predicate)).collect();
    let mut encoding = vc::encode(subject.unit, subject.function, &predicates, subject);
    let scene = Scene::new(subject, settings, &mut encoding);
    let mut desk = Desk {
        terms: &encoding.terms,
        session: Session::new(&encoding.terms, &encoding.hypotheses, settings.limits),
        sampler: Sampler::new(&encoding.terms, 1),
        order: Order {
            program: subject.program,
            function: subject.index,
        },
        counts: Counts::default(),
        recent: Vec::new(),
        stop,
    };
    let random = scene.random(&encoding, &mut desk);
    let consistent =
        random.states > 0 || desk.session.hypotheses_satisfiable(&encoding.terms) == Some(true);
    desk.counts.micros[0] += clock.elapsed().as_micros() as u64;
    if consistent {
        for region in 0..scene.regions.len() {
            scene.examine(region, &mut desk, &random, settings, &mut findings);
        }
    } else {
        let why = Finding::Open(Why::Unsupported("its hypotheses may exclude each other"));
        findings.labels.fill(why);
    }
    findings.counts = desk.counts;
    findings
}

/// The regions of a function.
struct Scene<'a> {
    labels: &'a [Label],
    /// Each family has a bit; all have the same one if relations go across criteria.
    bits: HashMap<&'a str, u64>,
    regions: Vec<Place>,
    small: bool,
}

/// What shares a reach term.
struct Place {
    reach: TermId,
    /// By position, then by term; the terms hold where the region is reached.
    atoms: Vec<Atom>,
    /// The same, each together with the reach: for other regions.
    covered: Vec<TermId>,
}

/// The values of all predicates in random states.
struct Random {
    states: usize,
    words: HashMap<TermId, u64>,
}

impl<'a> Scene<'a> {
    fn new(subject: &Subject<'a>, settings: &Settings, encoding: &mut Encoding) -> Self {
        let labels = subject.labels;
        let mut bits = HashMap::new();
        for label in labels {
            let next = if settings.across_criteria {
                0
            } else {
                bits.len() as u32
            };
            bits.entry(label.family()).or_insert(1 << next.min(63));
        }
        // In the order of the passive form, so that a region comes after those that dominate it.
        let mut places: BTreeMap<(usize, TermId), BTreeMap<(usize, TermId), Atom>> =
            BTreeMap::new();
        let mut first: HashMap<TermId, usize> = HashMap::new();
        for i in 0..labels.len() {
            let (reach, position) = (encoding.reach[i], encoding.position[i]);
            let start = first.entry(reach).or_insert(position);
            *start = (*start).min(position);
        }
        for (i, label) in labels.iter().enumerate() {
            let (reach, position) = (encoding.reach[i], encoding.position[i]);
            let atoms = places.entry((first[&reach], reach)).or_default();
            let atom = atoms
                .entry((position, encoding.holds[i]))
                .or_insert_with(|| Atom {
                    term: encoding.holds[i],
                    spot: Spot {
                        point: label.point,
                        position,
                    },
                    criteria: 0,
                    labels: Vec::new(),
                });
            atom.criteria |= bits[label.family()];
            atom.labels.push(i as u32);
        }
        let regions = places.into_iter().map(|((_, reach), atoms)| {
            let atoms: Vec<Atom> = atoms.into_values().collect();
            let terms = &mut encoding.terms;
            Place {
                reach,
                covered: atoms.iter().map(|a| terms.and2(reach, a.term)).collect(),
                atoms,
            }
        });
        Scene {
            labels,
            bits,
            regions: regions.collect(),
            small: labels.len() <= SMALL,
        }
    }

    /// All predicates in some random states that satisfy the hypotheses.
    fn random(&self, encoding: &Encoding, desk: &mut Desk) -> Random {
        let terms = &encoding.terms;
        let mut roots: Vec<TermId> = encoding.hypotheses.clone();
        for region in &self.regions {
            roots.push(region.reach);
            roots.extend(region.atoms.iter().map(|atom| atom.term));
            roots.extend(&region.covered);
        }
        roots.sort_unstable();
        roots.dedup();
        let mut evaluator = Evaluator::new(terms, &roots);
        let wanted = (RANDOM_WORK / evaluator.size().max(1)).clamp(4, 64);
        let states: Vec<Assignment> = (0..wanted).map(|_| desk.sampler.next(terms)).collect();
        let mut words = evaluator.run_many(terms, &states, &roots);
        let at = |root: &TermId| roots.binary_search(root).unwrap_or(0);
        let usable = encoding
            .hypotheses
            .iter()
            .fold(mask(wanted), |usable, root| usable & words[at(root)]);
        words.iter_mut().for_each(|word| *word &= usable);
        Random {
            states: usable.count_ones() as usize,
            words: roots.into_iter().zip(words).collect(),
        }
    }

    fn examine(
        &self,
        index: usize,
        desk: &mut Desk,
        random: &Random,
        settings: &Settings,
        findings: &mut Findings,
    ) {
        let region = &self.regions[index];
        let steps = settings.steps;
        if desk.terms.constant(region.reach) == Some(0) {
            for &label in region.atoms.iter().flat_map(|atom| &atom.labels) {
                findings.labels[label as usize] = Finding::Infeasible;
            }
            return;
        }
        let own = region.atoms.len();
        let mut atoms = region.atoms.clone();
        if steps.subsumption {
            for other in self.near(index, desk) {
                let other = &self.regions[other];
                atoms.extend(
                    other
                        .atoms
                        .iter()
                        .zip(&other.covered)
                        .map(|(atom, &term)| Atom {
                            term,
                            ..atom.clone()
                        }),
                );
            }
        }
        let seen = random.seen(region.reach, &atoms);
        let outcome = Region::new(desk, region.reach, &atoms, own, seen.into_iter())
            .run(steps.duplicates, steps.subsumption);
        for (atom, finding) in region.atoms.iter().zip(outcome.findings) {
            for &label in &atom.labels {
                findings.labels[label as usize] = finding.clone();
            }
        }
        if steps.subsumption {
            self.relate(&atoms, &outcome.implications, findings);
        }
    }

    /// The other regions that this one's labels may imply something about.
    fn near(&self, index: usize, desk: &Desk) -> Vec<usize> {
        let spot = |region: usize| self.regions[region].atoms[0].spot;
        let constant = |region: &usize| {
            let reach = self.regions[*region].reach;
            desk.terms.constant(reach) == Some(0)
        };
        let others = (0..self.regions.len()).filter(|&other| other != index && !constant(&other));
        if self.small {
            return others.collect();
        }
        let here = spot(index);
        let mut near: Vec<usize> = others
            .filter(|&other| desk.order.accompanies(here, spot(other)))
            .collect();
        near.sort_by_key(|&other| spot(other).position.abs_diff(here.position));
        near.truncate(NEAR);
        near
    }

    /// Implications between atoms as implications between labels: for each criterion one between the first labels,
    /// and a circle through the labels of an atom.
    fn relate(&self, atoms: &[Atom], implications: &[(usize, usize)], findings: &mut Findings) {
        let first = |atom: &Atom, bit: u64| {
            let of_that = |label: &&u32| self.bit(**label) == bit;
            atom.labels.iter().find(of_that).copied()
        };
        for &(a, b) in implications {
            let (a, b) = (&atoms[a], &atoms[b]);
            for bit in ones(a.criteria & b.criteria) {
                findings
                    .implications
                    .extend(first(a, bit).zip(first(b, bit)));
            }
        }
        let possible = |atom: &&Atom| {
            let label = atom.labels[0] as usize;
            matches!(findings.labels[label], Finding::Possible { .. })
        };
        let mut circles = Vec::new();
        for atom in atoms.iter().filter(possible) {
            for bit in ones(atom.criteria) {
                let same = atom.labels.iter().filter(|label| self.bit(**label) == bit);
                let same: Vec<u32> = same.copied().collect();
                if same.len() > 1 {
                    circles.extend(same.windows(2).map(|pair| (pair[0], pair[1])));
                    circles.push((same[same.len() - 1], same[0]));
                }
            }
        }
        findings.implications.extend(circles);
    }

    fn bit(&self, label: u32) -> u64 {
        self.bits[self.labels[label as usize].family()]
    }
}

impl Random {
    /// For each state that reaches the region, the values of the atoms.
    fn seen(&self, reach: TermId, atoms: &[Atom]) -> Vec<Vec<bool>> {
        let word = |term: &TermId| self.words.get(term).copied().unwrap_or(0);
        let values: Vec<u64> = atoms.iter().map(|atom| word(&atom.term)).collect();
        let reached = word(&reach);
        let states = (0..64).filter(|state| reached >> state & 1 == 1);
        states
            .map(|state| values.iter().map(|word| word >> state & 1 == 1).collect())
            .collect()
    }
}

/// The bits that are set, each by itself.
fn ones(mask: u64) -> impl Iterator<Item = u64> {
    (0..64)
        .map(|bit| 1 << bit)
        .filter(move |bit| mask & bit != 0)
}

fn mask(states: usize) -> u64 {
    match states {
        64 => u64::MAX,
        _ => (1 << states) - 1,
    }
}
