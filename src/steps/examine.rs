//! One function: its labels, region by region.
//!
//! Comes in: a function, its labels, the order of its points. Goes out: [`Findings`]. The formula is built
//! once; a region is what shares a reach term.

use super::claim::{Frame, Implies};
use super::ids::{AtomId, LabelId, RegionId};
use super::local::{Blocks, Local};
use super::order::{Order, Spot};
use super::progress::{is_complete, last_step};
use super::proof::{Inquiry, Proved};
use super::proof_state::{self, ProofState, Share};
use super::region::{Atom, Fruitless, Region, RegionProof, Worker, around};
use super::states::States;
use super::trips::Trips;
use super::{Finding, Findings, Settings, Why};
use crate::base::{Id, IdRange, IdVec, Stop, ThreadClock};
use crate::context::{self, Seen};
use crate::coreach::Program;
use crate::ir::{Access, Callee, Contract, Function, GlobalId, Ty, Unit};
use crate::labels::Label;
use crate::logic::{TermId, Terms};
use crate::prover::{Answer, Backend, Limits, Literal, Session, hard_terms};
use crate::ranges::{Back, Interval, Outside, Scalar};
use crate::vc::{self, Context, Encoding};
use fixedbitset::FixedBitSet;
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// In a function with at most this many labels each one may relate to each other one; in others only to those
/// that are passed on every way through it.
const SMALL: usize = 400;
/// How many regions elsewhere a region of a large function looks at.
const NEAR: usize = 8;
/// How many atoms before and after its own place a label of a large function looks at in a region: one region may have most of the labels.
const WINDOW: usize = 256;

/// A function with more predicates at points is cut into shares of about so many, for several threads.
const SHARE: usize = 1_000;

/// A function with fewer terms has few questions: in step 1 each may take so many times the limit.
const SHORT: usize = 1_500;
pub const LONGER: u32 = 20;

/// What a question may cost that is not about a label.
const ASIDE: Limits = Limits {
    resource: 200_000,
    z3: 0,
    memory: 256,
    wall: Duration::from_secs(60),
    backend: Backend::Own,
};

/// One function with its labels.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub unit: &'a Unit,
    pub function: &'a Function,
    pub labels: &'a [Label],
    pub program: &'a Program,
    /// What is known of its arguments, results and globals.
    pub context: &'a context::Context,
    /// The function's index in the program.
    pub index: usize,
    /// What an earlier run of other steps found out about these labels.
    pub prior: Option<&'a Findings>,
}

impl<'a> Subject<'a> {
    /// The labels in an encoding of all of them.
    pub fn frame(&self, encoding: &mut Encoding, context: Context) -> Frame<'a> {
        let points = self.labels.iter().map(|label| label.point);
        Frame::new(encoding, context, points, self.order())
    }

    /// The facts of the whole program, as the function sees them.
    fn seen(&self) -> Seen<'a> {
        Seen {
            context: self.context,
            program: self.program,
            unit: self.unit,
            function: self.index,
        }
    }

    /// The functions and globals that the proofs look at, each once.
    pub fn symbols(&self) -> Vec<GlobalId> {
        let policy = vc::Policy::of(Context::Function);
        let mut bodies = vc::bodies_looked_into(self.unit, self.function, self, &policy);
        bodies.push(self.function);
        let mut symbols: Vec<GlobalId> = bodies.iter().flat_map(|f| f.symbols()).collect();
        symbols.extend(bodies.iter().map(|f| f.symbol));
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }

    pub fn label(&self, label: LabelId) -> &'a Label {
        &self.labels[label.index()]
    }

    pub fn order(&self) -> Order<'a> {
        Order {
            program: self.program,
            function: self.index,
        }
    }
}

impl Outside for Subject<'_> {
    fn argument(&self, function: GlobalId, index: usize) -> Option<Interval> {
        self.seen().argument(function, index)
    }

    fn result(&self, callee: &Callee) -> Back {
        self.seen().result(callee)
    }

    fn content(&self, global: GlobalId, access: &Access, ty: Ty) -> Option<Interval> {
        self.seen().content(global, access, ty)
    }

    fn may_write(&self, callee: &Callee, global: GlobalId) -> bool {
        self.seen().may_write(callee, global)
    }

    fn is_followed(&self, scalar: &Scalar) -> bool {
        self.seen().is_followed(scalar)
    }

    fn entered(&self, function: GlobalId, scalar: &Scalar) -> Option<Interval> {
        self.seen().entered(function, scalar)
    }

    fn left(&self, callee: &Callee, scalar: &Scalar) -> Option<Interval> {
        self.seen().left(callee, scalar)
    }

    fn is_unwritten(&self, global: GlobalId) -> bool {
        self.seen().is_unwritten(global)
    }

    fn exists(&self, symbol: GlobalId) -> bool {
        self.seen().exists(symbol)
    }
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

    fn runs_own_body(&self, function: GlobalId) -> bool {
        self.program.runs_own_body(self.index, function)
    }

    fn contracts(&self, callee: &Callee) -> &'static [Contract] {
        self.program.contracts(self.index, callee)
    }

    fn is_entered(&self) -> bool {
        self.program.is_entered(self.index)
    }

    fn runs_through(&self) -> bool {
        let entry = self.function.entry_point;
        self.program.runs_on(self.index, entry)
    }

    fn is_excluded(&self, terms: &Terms, condition: TermId) -> bool {
        let mut session = Session::new(terms, &[], ASIDE);
        let answer = session.ask(terms, &[Literal::new(terms, condition)]);
        matches!(answer, Answer::Unsat(_))
    }
}

/// Asks all questions about one function.
pub fn examine(subject: &Subject, settings: &Settings, stop: &Stop) -> Findings {
    let labels = subject.labels;
    if labels.is_empty() || stop.load(Ordering::Relaxed) {
        return Findings::without(labels.len(), Why::Interrupted);
    }
    if subject.program.returns_twice(subject.index) {
        return Findings::without(labels.len(), Why::Unsupported("a call may return twice"));
    }
    let clock = ThreadClock::start();
    let predicates: Vec<_> = labels.iter().map(|l| (l.point, l.predicate)).collect();
    let encode = |context| {
        vc::encode(
            subject.unit,
            subject.function,
            &predicates,
            subject,
            context,
        )
    };
    let (mut whole, mut block) = (encode(Context::Function), encode(Context::Block));
    let partition = Partition::new(subject, settings, &mut whole);
    let frame = subject.frame(&mut whole, Context::Function);
    let local = subject.frame(&mut block, Context::Block);
    let limits = limits(settings.limits, whole.terms.len());
    let Encoding {
        terms, hypotheses, ..
    } = &whole;
    let mut states = States::new(terms, hypotheses, &partition.atoms, &partition.regions);
    states.search(stop);
    if stop.load(Ordering::Relaxed) {
        return Findings::without(labels.len(), Why::Interrupted);
    }
    // A contradiction in our own model would prove everything.
    let satisfiable = || {
        let mut session = Session::new(&whole.terms, &whole.hypotheses, limits).until(stop);
        session.hypotheses_satisfiable(&whole.terms) == Some(true)
    };
    if states.signatures.states() == 0 && !satisfiable() {
        return Findings::without(labels.len(), Why::Vacuous);
    }
    let blocks = Blocks::new(block, local, limits, stop);
    let mut proof_state = ProofState::new(states, partition.atoms.len(), partition.regions.len());
    if let Some(prior) = subject.prior.filter(|prior| is_complete(prior)) {
        proof_state.resume(prior, &partition.atoms, stop);
    }
    proof_state.counts.micros[0] += clock.micros();
    let examination = Examination {
        frame: &frame,
        whole: &whole,
        blocks: &blocks,
        partition: &partition,
        unfinished: last_step(settings.steps) < 3,
        stop,
    };
    let shares = proof_state::shares(&partition.regions, SHARE);
    for step in proof_state.progress.done..last_step(settings.steps) {
        let limits = if step == 0 { limits } else { settings.limits };
        let work = |regions: &Share| {
            let done = examination.work(step, limits, regions.clone(), proof_state.share());
            (regions.clone(), done)
        };
        let shares = shares.par_iter().map(work).collect();
        proof_state.absorb(shares, &partition.regions);
        if step == 0 && !whole.exact {
            let clock = ThreadClock::start();
            let unrolled = Trips {
                subject,
                limits,
                stop,
            };
            unrolled.work(&partition.atoms, &mut proof_state);
            proof_state.counts.micros[step] += clock.micros();
        }
        // What it found holds, but there may be more.
        if stop.load(Ordering::Relaxed) {
            break;
        }
        proof_state.progress.done = step + 1;
    }
    partition.findings(proof_state, &frame, settings)
}

/// Where the shares of a function are worked on.
struct Examination<'a> {
    frame: &'a Frame<'a>,
    whole: &'a Encoding,
    blocks: &'a Blocks<'a>,
    partition: &'a Partition<'a>,
    /// A later run may go on with further steps.
    unfinished: bool,
    stop: &'a Stop,
}

impl<'a> Examination<'a> {
    /// One step about some regions. It begins with new solvers: it must not depend on whether the steps before it were just run.
    fn work(
        &self,
        step: usize,
        limits: Limits,
        regions: Share,
        proof_state: ProofState<'a>,
    ) -> ProofState<'a> {
        let clock = ThreadClock::start();
        let Encoding {
            terms, hypotheses, ..
        } = self.whole;
        let mut worker = Worker {
            terms,
            atoms: &self.partition.atoms,
            regions: &self.partition.regions,
            frame: self.frame,
            window: self.partition.window(),
            inquiry: Inquiry::new(Session::new(terms, hypotheses, limits).until(self.stop)),
            local: Local::new(self.blocks, limits, self.stop),
            proof_state,
            fruitless: Fruitless::default(),
            unfinished: self.unfinished,
            stop: self.stop,
        };
        for index in regions {
            let near = match step {
                2 => self.partition.near(index, &mut worker),
                _ => Vec::new(),
            };
            RegionProof::new(&mut worker, index, near).run(step);
        }
        worker.proof_state.counts.local_calls += worker.local.calls();
        worker.proof_state.counts.micros[step] += clock.micros();
        worker.proof_state.states.rest();
        worker.proof_state
    }
}

/// What a question of step 1 about a function with so many terms may cost.
fn limits(limits: Limits, terms: usize) -> Limits {
    let times = if terms < SHORT { LONGER } else { 1 };
    Limits {
        resource: limits.resource.saturating_mul(times),
        ..limits
    }
}

/// The atoms and regions of a function.
struct Partition<'a> {
    labels: &'a [Label],
    /// Each family has a number; all have the same one if relations go across criteria.
    families: HashMap<&'a str, usize>,
    /// By region.
    atoms: IdVec<AtomId, Atom>,
    /// In the order of the passive form, so that a region comes after those that dominate it.
    regions: IdVec<RegionId, Region>,
}

impl<'a> Partition<'a> {
    fn new(subject: &Subject<'a>, settings: &Settings, encoding: &mut Encoding) -> Self {
        let labels = subject.labels;
        let mut families = HashMap::new();
        for label in labels {
            let next = match settings.across_criteria {
                true => 0,
                false => families.len(),
            };
            families.entry(label.family()).or_insert(next);
        }
        let hard = hard_terms(&encoding.terms);
        let mut first: HashMap<TermId, usize> = HashMap::new();
        for (&reach, &position) in encoding.reach.iter().zip(&encoding.position) {
            let start = first.entry(reach).or_insert(position);
            *start = (*start).min(position);
        }
        let mut regions: BTreeMap<(usize, TermId), BTreeMap<(usize, TermId), Atom>> =
            BTreeMap::new();
        for (i, label) in labels.iter().enumerate() {
            let (reach, position) = (encoding.reach[i], encoding.position[i]);
            let (holds, point) = (encoding.holds[i], label.point);
            let atoms = regions.entry((first[&reach], reach)).or_default();
            let atom = atoms.entry((position, holds)).or_insert_with(|| Atom {
                reach,
                holds,
                covered: encoding.terms.and2(reach, holds),
                spot: Spot { point, position },
                hard: hard[holds.index()],
                families: FixedBitSet::with_capacity(families.len()),
                labels: Vec::new(),
            });
            atom.families.insert(families[label.family()]);
            atom.labels.push(LabelId::from_index(i));
        }
        let mut partition = Partition {
            labels,
            families,
            atoms: IdVec::new(),
            regions: IdVec::new(),
        };
        for ((_, reach), atoms) in regions {
            let start = partition.atoms.next_id();
            for atom in atoms.into_values() {
                partition.atoms.push(atom);
            }
            partition.regions.push(Region {
                reach,
                atoms: IdRange::new(start, partition.atoms.next_id()),
            });
        }
        partition
    }

    /// The atoms elsewhere that this region's labels may imply. Those of the same regions that are left out are counted.
    fn near(&self, index: RegionId, worker: &mut Worker) -> Vec<AtomId> {
        let label = |region| self.first(region).labels[0];
        let near: Vec<RegionId> = match self.labels.len() > SMALL {
            true => {
                let accompanies =
                    |&other: &RegionId| worker.frame.accompanies(label(index), label(other));
                let others = self.outwards(index).filter(accompanies);
                others.take(NEAR).collect()
            }
            false => {
                let others = self.regions.ids();
                others.filter(|&other| other != index).collect()
            }
        };
        let own = self.regions[index].atoms.clone();
        let position = self.first(index).spot.position;
        let parts = near.iter().map(|&region| {
            let atoms = &self.regions[region].atoms;
            let before = |atom: &Atom| atom.spot.position < position;
            let place = self.atoms.range(atoms).partition_point(before);
            let nearest = AtomId::from_index(atoms.start().index() + place);
            around(atoms, nearest, self.window())
        });
        let atoms: Vec<AtomId> = parts.flatten().collect();
        let all = near.iter().map(|&region| self.regions[region].atoms.len());
        let cut = (all.sum::<usize>() - atoms.len()) * own.len();
        worker.proof_state.counts.not_asked += cut as u64;
        atoms
    }

    /// How many atoms before and after a place are looked at.
    fn window(&self) -> usize {
        match self.labels.len() > SMALL {
            true => WINDOW,
            false => usize::MAX,
        }
    }

    /// The other regions, those at the nearest positions first.
    fn outwards(&self, region: RegionId) -> impl Iterator<Item = RegionId> {
        let position = |index| self.first(RegionId::from_index(index)).spot.position;
        let index = region.index();
        let (mut before, mut after) = (index, index + 1);
        std::iter::from_fn(move || {
            let down = before.checked_sub(1);
            let up = (after < self.regions.len()).then_some(after);
            let away = |other: usize| position(other).abs_diff(position(index));
            let next = match (down, up) {
                (Some(down), Some(up)) if away(up) < away(down) => up,
                (down, up) => down.or(up)?,
            };
            match next < index {
                true => before = next,
                false => after = next + 1,
            }
            Some(RegionId::from_index(next))
        })
    }

    /// The first atom of a region.
    fn first(&self, region: RegionId) -> &Atom {
        &self.atoms[self.regions[region].atoms.start()]
    }

    /// What is known of atoms, as what is known of labels.
    fn findings(&self, proof_state: ProofState, frame: &Frame, settings: &Settings) -> Findings {
        let mut findings = Findings::without(self.labels.len(), Why::Interrupted);
        findings.counts = proof_state.counts;
        findings.progress = proof_state.progress;
        for (atom, finding) in self.atoms.values().zip(proof_state.findings.values()) {
            for &label in &atom.labels {
                findings.labels[label] = finding.restated(frame, label);
            }
            if settings.steps.subsumption && matches!(finding, Finding::Possible { .. }) {
                self.circles(atom, frame, &mut findings.implications);
            }
        }
        let mut atom_of = HashMap::new();
        for atom in self.atoms.values() {
            atom_of.extend(atom.labels.iter().map(|&label| (label, atom)));
        }
        let first = |atom: &Atom, family: usize| {
            let of_that = |label: &&LabelId| self.family(**label) == family;
            atom.labels.iter().find(of_that).copied()
        };
        for &proved in &proof_state.implications {
            let Implies(a, b) = proved.claim();
            let (a, b) = (atom_of[&a], atom_of[&b]);
            for family in a.families.intersection(&b.families) {
                let claim = first(a, family).zip(first(b, family));
                let claim = claim.map(|(a, b)| Implies(a, b));
                let proved = claim.and_then(|claim| frame.restated(proved, claim));
                findings.implications.extend(proved);
            }
        }
        findings
    }

    /// The labels of an atom imply each other: a circle through those of each family.
    fn circles(&self, atom: &Atom, frame: &Frame, implications: &mut Vec<Proved<Implies>>) {
        for family in atom.families.ones() {
            let same = atom
                .labels
                .iter()
                .filter(|label| self.family(**label) == family);
            let same: Vec<LabelId> = same.copied().collect();
            if let ([first, .., last], true) = (same.as_slice(), same.len() > 1) {
                let steps = same.windows(2).map(|pair| (pair[0], pair[1]));
                let circle = steps.chain([(*last, *first)]);
                implications.extend(circle.filter_map(|(a, b)| frame.equal(a, b)));
            }
        }
    }

    fn family(&self, label: LabelId) -> usize {
        self.families[self.labels[label.index()].family()]
    }
}
