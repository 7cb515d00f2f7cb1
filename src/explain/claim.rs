//! A claim about labels of one function, proved again with as few lines as can be.

use super::Case;
use super::lines::{Line, Search};
use super::state::{self, State};
use crate::base::{Id, Span};
use crate::context::Fact;
use crate::coreach::{builtin_may_return_twice, may_return_twice};
use crate::ir::{Callee, Inst, InstKind};
use crate::prover::{Answer, Limits, Session};
use crate::steps::{Claim, Frame, LabelId, Obligation, Subject, Unfit, Why};
use crate::vc::{self, Context, Encoding, Options};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::time::{Duration, Instant};

/// How often the prover may be asked for one set of lines, and how long that may take.
const QUESTIONS: usize = 300;
const PATIENCE: Duration = Duration::from_secs(30);

/// What became of a claim.
#[derive(Clone, PartialEq, Debug)]
pub enum Found {
    Proved(Proof),
    /// This state refutes it.
    Refuted(State),
    /// Why it is open, and the lines that make it so if some do.
    Open(Why, Vec<Line>),
}

#[derive(Clone, PartialEq, Debug)]
pub struct Proof {
    /// Where it is proved.
    pub context: Context,
    /// The facts of the whole program that it needs.
    pub facts: Vec<Fact>,
    /// With these it is proved, whatever the others assign and decide; ascending.
    pub lines: Vec<Line>,
    /// None of the lines can be left out.
    pub minimal: bool,
    /// For an implication: where the first label is reached the second is, or was before.
    pub together: bool,
}

/// Tries to prove the claim: in the block first, then in the function, then with all trips of its loops.
pub fn examine(case: &Case, claim: Claim, limits: Limits) -> Found {
    let program = case.subject.program;
    if program.returns_twice(case.subject.index) {
        let why = Why::Unsupported("a call may return twice");
        return Found::Open(why, returning_twice(case));
    }
    let question = Question::new(case, claim, limits);
    let mut whole = question.encode(Context::Function, None);
    if question.obligation(&mut whole, Context::Function) == Err(Unfit::Order) {
        return Found::Open(Why::Order, Vec::new());
    }
    for context in [Context::Block, Context::Function, Context::Trips] {
        if context == Context::Trips && whole.exact {
            break;
        }
        if question.answer(context, None).is_valid() {
            if !question.is_consistent(context) {
                return Found::Open(Why::Vacuous, Vec::new());
            }
            let facts = question.least_facts(context);
            let known = case.subject.context.only(case.subject.index, &facts);
            let case = Case {
                subject: Subject {
                    context: &known,
                    ..case.subject
                },
                ..*case
            };
            let question = Question::new(&case, claim, limits);
            return Found::Proved(question.with_least_lines(context, facts));
        }
    }
    match question.answer(Context::Function, None) {
        Answer::Unsat(_) => Found::Open(Why::Solver, Vec::new()),
        Answer::Sat(_) => match state::refuting(&question) {
            Ok(state) => Found::Refuted(state),
            Err(why) => Found::Open(why, Vec::new()),
        },
        other => Found::Open(Why::of(&other), Vec::new()),
    }
}

/// The lines with a call that may come back again.
fn returning_twice(case: &Case) -> Vec<Line> {
    let globals = &case.subject.unit.globals;
    let is_one = |inst: &&Inst| match &inst.kind {
        InstKind::Call { callee, .. } => match callee {
            Callee::Direct(symbol) => may_return_twice(&globals[*symbol]),
            Callee::Builtin(name) => builtin_may_return_twice(name),
            Callee::Indirect(_) => false,
        },
        _ => false,
    };
    let blocks = case.subject.function.blocks.values();
    let calls = blocks.flat_map(|block| block.insts.iter().filter(is_one));
    let lines: BTreeSet<Line> = calls.map(|inst| (case.line)(inst.span.start)).collect();
    lines.into_iter().collect()
}

/// A claim that can be asked with some of the lines.
pub(super) struct Question<'c, 'a> {
    pub case: &'c Case<'a>,
    pub claim: Claim,
    pub limits: Limits,
    /// The lines of spans that were looked up, by their starts.
    known: RefCell<HashMap<u32, Line>>,
}

impl<'c, 'a> Question<'c, 'a> {
    pub fn new(case: &'c Case<'a>, claim: Claim, limits: Limits) -> Self {
        Question {
            case,
            claim,
            limits,
            known: RefCell::default(),
        }
    }

    fn line(&self, span: Span) -> Line {
        let mut known = self.known.borrow_mut();
        let line = known.entry(span.start);
        line.or_insert_with(|| (self.case.line)(span.start)).clone()
    }

    /// The formula where only these lines count; all of them for `None`.
    fn encode(&self, context: Context, kept: Option<vc::Kept>) -> Encoding {
        let subject = &self.case.subject;
        let labels = self.claim.labels();
        let labels = labels.iter().map(|&label| subject.label(label));
        let predicates: Vec<_> = labels.map(|l| (l.point, l.predicate)).collect();
        let options = Options { kept, watched: &[] };
        let (unit, function) = (subject.unit, subject.function);
        vc::encode_with(unit, function, &predicates, subject, context, options)
    }

    fn answer(&self, context: Context, kept: Option<vc::Kept>) -> Answer {
        let mut encoding = self.encode(context, kept);
        self.ask(&mut encoding, context)
    }

    fn ask(&self, encoding: &mut Encoding, context: Context) -> Answer {
        match self.obligation(encoding, context) {
            Ok(obligation) => {
                let terms = &encoding.terms;
                let literals = obligation.literals(terms);
                Session::new(terms, &encoding.hypotheses, self.limits).ask(terms, &literals)
            }
            Err(_) => Answer::Unknown("the context does not tell".to_string()),
        }
    }

    /// What has no state if the claim holds.
    pub fn obligation(
        &self,
        encoding: &mut Encoding,
        context: Context,
    ) -> Result<Obligation, Unfit> {
        let frame = self.frame(encoding, context);
        frame.obligation(self.claim.alone())
    }

    /// Where the first label is reached the second is, or was before.
    fn together(&self, context: Context) -> bool {
        let mut encoding = self.encode(context, None);
        let [first, second] = [0, 1].map(LabelId::from_index);
        self.frame(&mut encoding, context).together(first, second)
    }

    /// The labels of the claim, which are the first that the encoding has.
    fn frame(&self, encoding: &mut Encoding, context: Context) -> Frame<'_> {
        let subject = &self.case.subject;
        let labels = self.claim.labels().into_iter();
        let points = labels.map(|label| subject.label(label).point);
        Frame::new(encoding, context, points, subject.order())
    }

    /// The hypotheses do not exclude each other: otherwise they would prove everything.
    fn is_consistent(&self, context: Context) -> bool {
        let encoding = self.encode(context, None);
        let mut session = Session::new(&encoding.terms, &encoding.hypotheses, self.limits);
        session.hypotheses_satisfiable(&encoding.terms) == Some(true)
    }

    /// Facts of the whole program with which it is still proved, none of which can be left out.
    fn least_facts(&self, context: Context) -> Vec<Fact> {
        let subject = &self.case.subject;
        let symbols = subject.symbols();
        let facts = subject.context.facts(subject.index, &symbols);
        let clock = Instant::now();
        let search = Search::new(QUESTIONS, |chosen: &[usize]| {
            let chosen: Vec<Fact> = chosen.iter().map(|&index| facts[index]).collect();
            let known = subject.context.only(subject.index, &chosen);
            let case = Case {
                subject: Subject {
                    context: &known,
                    ..*subject
                },
                ..*self.case
            };
            let question = Question::new(&case, self.claim, self.limits);
            clock.elapsed() < PATIENCE && question.answer(context, None).is_valid()
        });
        let (found, _) = search.least(facts.len());
        found.into_iter().map(|index| facts[index]).collect()
    }

    fn with_least_lines(&self, context: Context, facts: Vec<Fact>) -> Proof {
        let lines = self.candidates(context);
        let clock = Instant::now();
        let search = Search::new(QUESTIONS, |chosen: &[usize]| {
            let chosen: HashSet<&Line> = chosen.iter().map(|&index| &lines[index]).collect();
            let kept = |span: Span| chosen.contains(&self.line(span));
            clock.elapsed() < PATIENCE && self.answer(context, Some(&kept)).is_valid()
        });
        let (found, complete) = search.least(lines.len());
        let mut least: Vec<Line> = found.iter().map(|&index| lines[index].clone()).collect();
        least.sort();
        let together = match self.claim {
            Claim::Implies(..) => self.together(context),
            _ => false,
        };
        Proof {
            context,
            facts,
            lines: least,
            minimal: complete && clock.elapsed() < PATIENCE,
            together,
        }
    }

    /// The lines that the formula is made of, those near to the label first.
    fn candidates(&self, context: Context) -> Vec<Line> {
        let seen: RefCell<BTreeSet<Line>> = RefCell::default();
        let kept = |span: Span| {
            seen.borrow_mut().insert(self.line(span));
            true
        };
        self.encode(context, Some(&kept));
        let label = self.case.subject.label(self.claim.labels()[0]);
        let own = self.line(label.span);
        let mut lines: Vec<Line> = seen.into_inner().into_iter().collect();
        lines.sort_by_key(|line| (line.file != own.file, line.line.abs_diff(own.line)));
        lines
    }
}
