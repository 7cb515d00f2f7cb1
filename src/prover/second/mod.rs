//! A second opinion: what was proved here, another solver proves again.
//!
//! Comes in: hypotheses and literals, as a [`Session`](super::Session) gets them. They are printed as they are, so nothing
//! of our own flattening, circuits and search stands between the question and the other solver. Goes out: whether it agrees.
//!
//! A process serves one formula after the other; of a formula, each term is sent once.
//!
//! Terms know which variables are addresses of objects, and that what is computed from one stays in it: `objects` says so in words
//! that the other solver understands.

mod objects;
mod process;

pub use process::Solver;

use super::Literal;
use crate::logic::{Printer, TermId, Terms};
use process::{Process, Silence};
use std::sync::Mutex;
use std::time::Duration;

/// What the other solver says to "these cannot hold together".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opinion {
    Agrees,
    /// It found a state.
    Disagrees,
    /// It found a state in which an address that is computed from an object lies outside of it, and no other.
    Strays,
    Timeout,
    /// It gave no answer that can be understood, or ended.
    Failure,
}

/// Processes of one solver, for all threads.
pub struct SolverPool {
    solver: Solver,
    version: String,
    limit: Duration,
    idle: Mutex<Vec<Process>>,
}

impl SolverPool {
    /// Fails if the solver is not there.
    pub fn new(solver: Solver, limit: Duration) -> Result<SolverPool, String> {
        let process = Process::start(solver, limit)?;
        let answer = process.ask("(get-info :version)\n".to_string(), START);
        let missing = |_| format!("{} is not there or does not work", solver.name());
        let answer = answer.map_err(missing)?;
        let version = answer.split('"').nth(1).unwrap_or("unknown").to_string();
        Ok(SolverPool {
            solver,
            version,
            limit,
            idle: Mutex::new(vec![process]),
        })
    }

    pub fn solver(&self) -> Solver {
        self.solver
    }

    pub fn version(&self) -> &str {
        &self.version
    }

    fn process(&self) -> Result<Process, String> {
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        idle.map_or_else(|| Process::start(self.solver, self.limit), Ok)
    }
}

/// How long a solver may take to start, on a busy machine.
const START: Duration = Duration::from_secs(60);

/// What a process was told of a formula.
#[derive(Default)]
struct Told {
    printer: Printer,
    objects: Vec<TermId>,
}

/// One formula, asked many times.
pub struct Second<'a> {
    solvers: &'a SolverPool,
    terms: &'a Terms,
    hypotheses: &'a [TermId],
    /// What the process was told, and the addresses of objects that it knows.
    open: Option<(Process, Told)>,
}

impl<'a> Second<'a> {
    pub fn new(solvers: &'a SolverPool, terms: &'a Terms, hypotheses: &'a [TermId]) -> Self {
        Second {
            solvers,
            terms,
            hypotheses,
            open: None,
        }
    }

    /// Whether it agrees that the hypotheses exclude one literal of each of these lists.
    pub fn ask(&mut self, questions: &[&[Literal]]) -> Opinion {
        let opinion = self.ask_within(questions, &[]);
        let (Opinion::Disagrees, [literals]) = (opinion, questions) else {
            return opinion;
        };
        let inside = objects::inside(self.terms, &self.roots(literals));
        if inside.is_empty() {
            return opinion;
        }
        match self.ask_within(questions, &inside) {
            Opinion::Agrees => Opinion::Strays,
            other => other,
        }
    }

    /// The same where these formulas hold too.
    fn ask_within(&mut self, questions: &[&[Literal]], inside: &[String]) -> Opinion {
        let mut text = String::new();
        let (process, mut told) = match self.open.take() {
            Some(open) => open,
            None => {
                let Ok(process) = self.solvers.process() else {
                    return Opinion::Failure;
                };
                text += "(reset)\n";
                let mut told = Told::default();
                text += &self.preamble(&mut told);
                (process, told)
            }
        };
        self.question(&mut told, questions, inside, &mut text);
        // The solver keeps its own time; what is added is for reading the text.
        let answer = process.ask(text, 2 * self.solvers.limit + START);
        let opinion = match answer.as_deref().map(str::trim) {
            Ok("unsat") => Opinion::Agrees,
            Ok("sat") => Opinion::Disagrees,
            Ok("unknown" | "timeout") => Opinion::Timeout,
            // Whatever it has become, it is not asked again.
            Err(Silence::Late) => return Opinion::Timeout,
            Ok(_) | Err(Silence::Ended) => return Opinion::Failure,
        };
        self.open = Some((process, told));
        opinion
    }

    fn preamble(&self, told: &mut Told) -> String {
        let mut text = "(set-logic QF_AUFBV)\n".to_string();
        text += &self.definitions(told, self.hypotheses);
        for &hypothesis in self.hypotheses {
            text += &format!("(assert {})\n", told.printer.name(self.terms, hypothesis));
        }
        text
    }

    fn question(
        &self,
        told: &mut Told,
        questions: &[&[Literal]],
        inside: &[String],
        text: &mut String,
    ) {
        for literals in questions {
            let roots: Vec<TermId> = literals.iter().map(|literal| literal.predicate).collect();
            *text += &self.definitions(told, &roots);
        }
        let words = |literals: &[Literal]| -> Vec<String> {
            let words = literals.iter().map(|&literal| self.word(told, literal));
            words.collect()
        };
        let mut assumed = match questions {
            [only] => words(only),
            several => {
                let one = |literals: &&[Literal]| match words(literals) {
                    words if words.len() == 1 => words.concat(),
                    words => format!("(and {})", words.join(" ")),
                };
                let all: Vec<String> = several.iter().map(one).collect();
                vec![format!("(or {})", all.join(" "))]
            }
        };
        assumed.extend_from_slice(inside);
        *text += &format!("(check-sat-assuming ({}))\n", assumed.join(" "));
    }

    /// What is missing so that the terms can be named, and where the objects among them lie.
    fn definitions(&self, told: &mut Told, roots: &[TermId]) -> String {
        let mut text = told.printer.definitions(self.terms, roots);
        text += &objects::apart(self.terms, roots, &mut told.objects);
        text
    }

    fn word(&self, told: &Told, literal: Literal) -> String {
        let name = told.printer.name(self.terms, literal.predicate);
        match literal.holds {
            true => name,
            false => format!("(not {name})"),
        }
    }

    fn roots(&self, literals: &[Literal]) -> Vec<TermId> {
        let predicates = literals.iter().map(|literal| literal.predicate);
        predicates.chain(self.hypotheses.iter().copied()).collect()
    }

    /// The question as a file of its own.
    pub fn reproducer(&self, literals: &[Literal]) -> String {
        let mut told = Told::default();
        let mut text = self.preamble(&mut told);
        let roots = self.roots(literals);
        text += &self.definitions(&mut told, &roots);
        for &literal in literals {
            text += &format!("(assert {})\n", self.word(&told, literal));
        }
        for fact in objects::inside(self.terms, &roots) {
            text += &format!("(assert {fact})\n");
        }
        text + "(check-sat)\n"
    }
}

impl Drop for Second<'_> {
    fn drop(&mut self) {
        if let (Some((process, _)), Ok(mut idle)) = (self.open.take(), self.solvers.idle.lock()) {
            idle.push(process);
        }
    }
}
