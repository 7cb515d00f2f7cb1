//! Smaller contexts first: what holds in a block whatever came before it, and what holds whatever came long before.
//!
//! The state at the start of a block or of a window is unknown, so formulas are small. What is proved here holds; what is not may still
//! hold in the function.

use super::claim::{Always, Claim, Frame, Implies, Never, Obligation, Unreached};
use super::proof::{Inquiry, Outcome, Proved};
use crate::ir::BlockId;
use crate::logic::{Evaluator, Sampler};
use crate::prover::{Limits, Session};
use crate::vc::{Encoding, Window};

/// The states that refute before the solver is asked.
const STATES: usize = 64;
/// Bytes of a circuit that is made anew for the next block: what is about other blocks only costs.
const RENEWED_ABOVE: usize = 32_000_000;
/// Such a session may take one of so many parts of the memory.
const MEMORY: u32 = 4;
/// A question in a window may take one of so many parts of the limit.
const PARTS: u32 = 8;
/// What questions in windows may cost, and how much more for each predicate.
const ALLOWANCE: u64 = 1_000_000;
const PER_ATOM: u64 = 5_000;

/// A function in a smaller context, and what random states say about it.
pub struct Small<'a> {
    encoding: Encoding,
    frame: Frame<'a>,
    /// By predicate: the random states in which it is reached, and those in which it holds.
    reached: Vec<u64>,
    holds: Vec<u64>,
    /// The hypotheses do not exclude each other: otherwise they would prove everything.
    consistent: bool,
}

/// Asks about one block after the other.
pub struct Local<'a> {
    small: &'a Small<'a>,
    inquiry: Inquiry,
    /// The block that the inquiry is about.
    scope: Option<BlockId>,
}

/// Asks with what comes shortly before a label.
pub struct Windows<'a> {
    /// By label: which of the two sees more.
    best: &'a [Window],
    first: Local<'a>,
    second: Local<'a>,
    /// What questions may cost, in the count of [`Session::work`].
    allowance: u64,
    /// How many were not asked.
    pub cut: u64,
}

impl<'a> Windows<'a> {
    /// The function in the first windows and in the second.
    pub fn new([first, second]: &'a [Small<'a>; 2], limits: Limits) -> Self {
        let resource = limits.resource.div_ceil(PARTS);
        let limits = Limits { resource, ..limits };
        Windows {
            best: &first.encoding.window,
            first: Local::new(first, limits),
            second: Local::new(second, limits),
            allowance: ALLOWANCE,
            cut: 0,
        }
    }

    /// Where to ask about the label, unless what that may cost was spent.
    pub fn of(&mut self, label: usize) -> Option<&mut Local<'a>> {
        let work = self.first.inquiry.session().work() + self.second.inquiry.session().work();
        if work > self.allowance {
            self.cut += 1;
            return None;
        }
        Some(match self.best[label] {
            Window::First => &mut self.first,
            Window::Second => &mut self.second,
        })
    }

    /// The next questions are about so many atoms.
    pub fn allow(&mut self, atoms: u64) {
        self.allowance += atoms * PER_ATOM;
    }

    pub fn calls(&self) -> u64 {
        self.first.calls() + self.second.calls()
    }
}

impl<'a> Small<'a> {
    /// The frame is that of the encoding.
    pub fn new(encoding: Encoding, frame: Frame<'a>, limits: Limits) -> Self {
        let terms = &encoding.terms;
        let mut sampler = Sampler::new(terms, 2);
        let states: Vec<_> = (0..STATES).map(|_| sampler.next(terms)).collect();
        let roots = [&encoding.hypotheses[..], &encoding.reach, &encoding.holds].concat();
        let mut words = Evaluator::new(terms, &roots).run_many(terms, &states, &roots);
        let holds = words.split_off(encoding.hypotheses.len() + encoding.reach.len());
        let reached = words.split_off(encoding.hypotheses.len());
        let usable = words.iter().fold(u64::MAX, |all, word| all & word);
        let satisfiable = || {
            let mut session = Session::new(terms, &encoding.hypotheses, limits);
            session.hypotheses_satisfiable(terms) == Some(true)
        };
        Small {
            consistent: usable != 0 || satisfiable(),
            reached: reached.iter().map(|word| word & usable).collect(),
            holds,
            encoding,
            frame,
        }
    }
}

impl<'a> Local<'a> {
    pub fn new(small: &'a Small<'a>, limits: Limits) -> Self {
        let Encoding {
            terms, hypotheses, ..
        } = &small.encoding;
        let memory = limits.memory.div_ceil(MEMORY);
        let session = Session::new(terms, hypotheses, Limits { memory, ..limits });
        Local {
            small,
            inquiry: Inquiry::new(session.renewed_above(RENEWED_ABOVE)),
            scope: None,
        }
    }

    /// The questions that were asked.
    pub fn calls(&self) -> u64 {
        let asked = self.inquiry.session().statistics();
        asked.valid + asked.invalid + asked.open + asked.failures
    }

    /// No way leads to the label.
    pub fn unreached(&mut self, label: usize) -> Option<Proved<Unreached>> {
        let refuted = self.small.reached[label] != 0;
        if refuted {
            None
        } else {
            self.ask(Unreached(label))
        }
    }

    /// The predicate never holds where the label is reached.
    pub fn never(&mut self, label: usize) -> Option<Proved<Never>> {
        let refuted = self.small.reached[label] & self.small.holds[label] != 0;
        if refuted {
            None
        } else {
            self.ask(Never(label))
        }
    }

    /// The predicate always holds where the label is reached.
    pub fn always(&mut self, label: usize) -> Option<Proved<Always>> {
        let refuted = self.small.reached[label] & !self.small.holds[label] != 0;
        if refuted {
            None
        } else {
            self.ask(Always(label))
        }
    }

    fn ask<C: Copy + Into<Claim>>(&mut self, claim: C) -> Option<Proved<C>> {
        if !self.small.consistent {
            return None;
        }
        let obligation = self.small.frame.obligation(claim).ok()?;
        self.enter(claim.into().labels()[0]);
        let terms = &self.small.encoding.terms;
        match self.inquiry.ask(terms, &[obligation], 1) {
            Outcome::Proved(proved) => proved.first().copied(),
            _ => None,
        }
    }

    /// Those of the targets that `a` implies.
    pub fn implied(&mut self, a: usize, targets: &[usize]) -> Vec<Proved<Implies>> {
        let Small {
            reached,
            holds,
            frame,
            ..
        } = self.small;
        let possible = |b: &&usize| reached[a] & holds[a] & !holds[**b] == 0;
        let obligation = |&b: &usize| frame.obligation(Implies(a, b)).ok();
        let targets = targets.iter().filter(possible);
        let mut open: Vec<Obligation<Implies>> = targets.filter_map(obligation).collect();
        if open.is_empty() || !self.small.consistent {
            return Vec::new();
        }
        self.enter(a);
        while !open.is_empty() {
            match self.inquiry.ask(&self.small.encoding.terms, &open, 1) {
                Outcome::Proved(proved) => return proved,
                Outcome::Refuted(_) => {
                    let before = open.len();
                    let session = self.inquiry.session();
                    open.retain(|obligation| !obligation.is_refuted(session));
                    if open.len() == before {
                        return Vec::new();
                    }
                }
                Outcome::Open(_) => return Vec::new(),
            }
        }
        Vec::new()
    }

    fn enter(&mut self, label: usize) {
        let block = self.small.encoding.block[label];
        if self.scope == Some(block) {
            return;
        }
        self.scope = Some(block);
        let reach = self.small.frame.site(label).reach;
        self.inquiry.enter(&self.small.encoding.terms, reach);
    }
}
