//! The formula of one function as a circuit in one solver: hypotheses asserted, questions by assumption.
//!
//! Terms are flattened and made gates when a question needs them first. A question decides only what it is made of: the
//! gates under its literals, under the hypotheses, and under lemmas about values that it reads. What is too hard for gates
//! and small as a formula is asked z3.

use super::answer::{Answer, Fault};
use super::backend::SatSolver;
use super::blast::Blast;
use super::elimination::{Elimination, Source};
use super::gates::Gates;
use super::model::{self, Lemma, Reading};
use super::sat::{Budget, Lit, Solver, Variable, Verdict};
use super::session::Limits;
use super::z3::Z3;
use crate::base::{FastMap, Id, Stop};
use crate::logic::{Assignment, Evaluator, Op, Rest, TermId, Terms, VarId};
use std::collections::HashSet;

/// How many models of one question may turn out wrong.
const MOST_MODELS: usize = 60;
/// What a literal of a clause takes, with its part of watches, gates and variables.
const BYTES_PER_LITERAL: usize = 28;
/// What a flat term takes, with its range, its arguments and its place in tables.
const BYTES_PER_TERM: usize = 160;
/// One that has this part of its memory is full: certificates begin anew, so that each has room.
const FULL: usize = 2;
/// A cone that has become so many times as large as that of the first question is made anew. What it began with is at least so many gates.
const GROWN: usize = 4;
const FEW_GATES: usize = 2_000;
/// Terms of a question that z3 is asked.
const LARGEST_FOR_Z3: usize = 400;

/// What a check gave, before the model is confirmed.
pub(super) enum CheckResult {
    Unsat(Vec<usize>),
    Sat {
        state: Assignment,
        /// Evaluation has to agree; otherwise it may differ.
        exact: bool,
    },
    Other(Answer),
}

/// Where a clause comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Origin {
    /// It defines a gate, or the constant.
    Gate,
    Hypothesis,
    /// It holds of every memory and every function (`model`).
    Lemma,
}

pub(super) struct Circuit {
    elimination: Elimination,
    blast: Blast,
    hypotheses: Vec<(TermId, Lit)>,
    /// Assumed: no two accesses overlap in part.
    apart: Lit,
    lemmas: Vec<(Lit, Lemma)>,
    /// By variable: the lemmas about it.
    lemmas_of: FastMap<VarId, Vec<usize>>,
    cone: Cone,
    /// How many literals of clauses and how many flat terms there may be when the question is made.
    room: (usize, usize),
    z3: Option<Z3>,
    limits: Limits,
    stop: Stop,
    models: u64,
}

/// What the questions of a scope are made of.
#[derive(Default)]
struct Cone {
    scope: u32,
    /// By flat term: the scope that looked through it for variables last.
    terms: Vec<u32>,
    /// By flat variable, likewise.
    watched: Vec<u32>,
    /// The flat variables whose values matter, also as parts of addresses.
    variables: Vec<VarId>,
    /// How many gates there are, and how many there were after the first question.
    gates: usize,
    first: usize,
    /// Evaluates what they rest on.
    evaluator: Option<Evaluator>,
}

impl Circuit {
    pub fn new(
        terms: &Terms,
        hypotheses: &[TermId],
        limits: Limits,
        stop: &Stop,
    ) -> Result<Self, Fault> {
        Circuit::on(limits.backend.solver(), terms, hypotheses, limits, stop)
    }

    /// The same with a log of the solver's clauses.
    pub fn logged(
        terms: &Terms,
        hypotheses: &[TermId],
        limits: Limits,
        stop: &Stop,
    ) -> Result<Self, Fault> {
        let solver = Box::new(Solver::logged());
        Circuit::on(solver, terms, hypotheses, limits, stop)
    }

    fn on(
        solver: Box<dyn SatSolver>,
        terms: &Terms,
        hypotheses: &[TermId],
        limits: Limits,
        stop: &Stop,
    ) -> Result<Self, Fault> {
        let mut blast = Blast::new(Gates::new(solver), stop);
        let mut circuit = Circuit {
            elimination: Elimination::new(stop),
            apart: blast.gates.input(true),
            blast,
            hypotheses: Vec::new(),
            lemmas: Vec::new(),
            lemmas_of: FastMap::default(),
            cone: Cone::default(),
            room: (usize::MAX, usize::MAX),
            z3: None,
            limits,
            stop: stop.clone(),
            models: 0,
        };
        for &hypothesis in hypotheses {
            let (flat, literal) = circuit.made(terms, hypothesis)?;
            circuit.blast.gates.solver.clause(&[literal]);
            circuit.hypotheses.push((flat, literal));
        }
        circuit.enter();
        Ok(circuit)
    }

    /// The next questions are about something else.
    pub fn enter(&mut self) {
        self.blast.gates.solver.clear_cone();
        self.cone.scope += 1;
        self.cone.variables.clear();
        (self.cone.gates, self.cone.first) = (0, 0);
        if let Some(evaluator) = &mut self.cone.evaluator {
            evaluator.turn_to(&self.elimination.terms, &[]);
        }
        for i in 0..self.hypotheses.len() {
            self.add_to_cone(self.hypotheses[i].1);
        }
    }

    /// Whether little room is left.
    pub fn is_full(&self) -> bool {
        self.bytes() > self.limits.bytes() / FULL
    }

    fn bytes(&self) -> usize {
        BYTES_PER_LITERAL * self.blast.gates.solver.size()
            + BYTES_PER_TERM * self.elimination.terms.len()
    }

    fn literal(&mut self, terms: &Terms, (term, holds): (TermId, bool)) -> Result<Lit, Fault> {
        let (_, literal) = self.made(terms, term)?;
        Ok(if holds { literal } else { !literal })
    }

    /// The flat term of a term, and its literal. A circuit that becomes too large on the way is no use.
    fn made(&mut self, terms: &Terms, term: TermId) -> Result<(TermId, Lit), Fault> {
        let room = self.limits.bytes();
        let left = room.saturating_sub(BYTES_PER_LITERAL * self.blast.gates.solver.size());
        let most = (left / BYTES_PER_TERM).min(self.room.1);
        let flat = self.elimination.eliminate(terms, term, most);
        let flat = flat.map_err(|fault| self.limited(fault))?;
        let left = room.saturating_sub(BYTES_PER_TERM * self.elimination.terms.len());
        let most = (left / BYTES_PER_LITERAL).min(self.room.0);
        let literal = self.blast.literal(&self.elimination.terms, flat, most);
        let literal = literal.map_err(|fault| self.limited(fault))?;
        Ok((flat, literal))
    }

    /// What was too much: for the memory, or for one question.
    fn limited(&self, fault: Fault) -> Fault {
        let (literals, terms) = self.room;
        let beyond =
            self.blast.gates.solver.size() > literals || self.elimination.terms.len() > terms;
        match fault {
            Fault::Memory if beyond => Fault::Limit,
            other => other,
        }
    }

    /// The next question may make so many literals of clauses and so many flat terms.
    pub fn allow(&mut self, literals: usize, terms: usize) {
        self.room = (
            self.blast.gates.solver.size().saturating_add(literals),
            self.elimination.terms.len().saturating_add(terms),
        );
    }

    pub fn solver(&self) -> &dyn SatSolver {
        &*self.blast.gates.solver
    }

    /// Where a clause that the solver was given comes from.
    pub fn origin(&self, clause: &[Lit]) -> Origin {
        match *clause {
            [Lit::TRUE] => Origin::Gate,
            [only] if self.hypotheses.iter().any(|&(_, h)| h == only) => Origin::Hypothesis,
            [_] => Origin::Lemma,
            [a, b] if a == !self.apart || b == !self.apart => Origin::Lemma,
            _ => Origin::Gate,
        }
    }

    /// The literals of predicates, or of their negations.
    pub fn literals(&mut self, terms: &Terms, list: &[(TermId, bool)]) -> Result<Vec<Lit>, Fault> {
        list.iter().map(|&l| self.literal(terms, l)).collect()
    }

    /// Whether the hypotheses and these predicates (or their negations), and those of the scope, can hold together
    /// with one of the others, if there are any. The core counts assumptions, then the choice, then the scope.
    pub fn check(
        &mut self,
        terms: &Terms,
        assumptions: &[(TermId, bool)],
        one_of: &[(TermId, bool)],
        facts: &[(TermId, bool)],
        budget: Budget,
    ) -> Result<CheckResult, Fault> {
        let mut literals = self.literals(terms, assumptions)?;
        let choices = self.literals(terms, one_of)?;
        let choice = self.choice(&choices);
        literals.extend(choice);
        let facts_here = self.literals(terms, facts)?;
        literals.extend(facts_here);
        // Questions of one scope share most of what they are made of, unless the scope is large.
        if self.cone.first > 0 && self.cone.gates > GROWN * self.cone.first {
            self.enter();
        }
        literals
            .iter()
            .for_each(|&literal| self.add_to_cone(literal));
        if self.cone.first == 0 {
            self.cone.first = self.cone.gates.max(FEW_GATES);
        }
        let mut outcome = self.refine(&literals, budget)?;
        if matches!(outcome, CheckResult::Other(Answer::Timeout))
            && let Some(core) = self.ask_z3(terms, assumptions, one_of, facts)?
        {
            outcome = CheckResult::Unsat(core);
        }
        if let ([_, _, ..], Some(choice)) = (&choices[..], choice) {
            // The choice was for this question.
            self.blast.gates.solver.clause(&[!choice]);
        }
        Ok(outcome)
    }

    fn choice(&mut self, choices: &[Lit]) -> Option<Lit> {
        match *choices {
            [] => None,
            [only] => Some(only),
            _ => Some(self.blast.gates.choice(choices)),
        }
    }

    /// Asks, tells what a wrong model did not respect, and asks again.
    fn refine(&mut self, literals: &[Lit], budget: Budget) -> Result<CheckResult, Fault> {
        let mut left = budget;
        // The scope comes first: it is the same for many questions.
        let mut question: Vec<Lit> = literals.iter().rev().copied().collect();
        question.push(self.apart);
        let mut apart = true;
        for _ in 0..MOST_MODELS {
            let Gates {
                solver, structure, ..
            } = &mut self.blast.gates;
            match solver.solve(&question, structure, &mut left) {
                Verdict::Unsat(core) if apart && core.contains(&self.apart) => {
                    // The proof needs that nothing overlaps: it has to do without.
                    question.pop();
                    apart = false;
                }
                // The hypotheses exclude themselves: that proves nothing about what was asked.
                Verdict::Unsat(core) if core.is_empty() && !literals.is_empty() => {
                    let what = "what is assumed of every state excludes itself";
                    return Ok(CheckResult::Other(Answer::Failure(what.to_string())));
                }
                Verdict::Unsat(core) => {
                    let used = (0..literals.len()).filter(|&i| core.contains(&literals[i]));
                    return Ok(CheckResult::Unsat(used.collect()));
                }
                Verdict::Sat => match self.read(apart) {
                    Reading::State { state, exact } => {
                        return Ok(CheckResult::Sat { state, exact });
                    }
                    Reading::Lemmas(lemmas) => {
                        for lemma in lemmas {
                            self.learn(lemma)?;
                        }
                    }
                },
                Verdict::Open => break,
            }
        }
        // The next question shall not have to decide what was too much for this one.
        self.enter();
        Ok(CheckResult::Other(Answer::Timeout))
    }

    /// The core of a question like that of `check`, if it is small and z3 proves it.
    fn ask_z3(
        &mut self,
        terms: &Terms,
        assumptions: &[(TermId, bool)],
        one_of: &[(TermId, bool)],
        facts: &[(TermId, bool)],
    ) -> Result<Option<Vec<usize>>, Fault> {
        if self.limits.z3 == 0 {
            return Ok(None);
        }
        let mut roots = self.flat_literals(terms, assumptions)?;
        if !one_of.is_empty() {
            let choices = self.flat_literals(terms, one_of)?;
            roots.push(self.elimination.terms.or(&choices));
        }
        roots.extend(self.flat_literals(terms, facts)?);
        let Some(known) = self.known_about(&roots) else {
            return Ok(None);
        };
        let z3 = match &mut self.z3 {
            Some(z3) => z3,
            none => none.insert(Z3::new(self.limits)?),
        };
        z3.refute(&self.elimination.terms, &known, &roots, &self.stop)
    }

    fn flat_literals(
        &mut self,
        terms: &Terms,
        list: &[(TermId, bool)],
    ) -> Result<Vec<TermId>, Fault> {
        let mut literal = |&(term, holds): &(TermId, bool)| {
            let flat = self.elimination.eliminate(terms, term, usize::MAX)?;
            Ok(match holds {
                true => flat,
                false => self.elimination.terms.not(flat),
            })
        };
        list.iter().map(&mut literal).collect()
    }

    /// What holds of the variables that these flat terms are made of: hypotheses, lemmas, and what hard operations are.
    /// `None` if that is much.
    fn known_about(&mut self, roots: &[TermId]) -> Option<Vec<TermId>> {
        let mut known: Vec<TermId> = self.hypotheses.iter().map(|&(term, _)| term).collect();
        let mut work = [roots, &known].concat();
        let mut seen = HashSet::new();
        while let Some(term) = work.pop() {
            if !seen.insert(term) {
                continue;
            }
            if seen.len() > LARGEST_FOR_Z3 {
                return None;
            }
            work.extend_from_slice(self.elimination.terms.args(term));
            if let Op::Var(var) = self.elimination.terms.op(term)
                && let &Source::Hard(operation) = self.elimination.source(var)
            {
                known.push(self.elimination.terms.eq(term, operation));
                work.push(operation);
            }
        }
        let variables = self.elimination.terms.variables();
        let is_seen = |var: &VarId| seen.contains(&variables[*var].term);
        let lemmas = self.lemmas.iter().filter(|(_, lemma)| !lemma.apart);
        let lemmas = lemmas.filter(|(_, lemma)| lemma.about.iter().all(is_seen));
        known.extend(lemmas.map(|(_, lemma)| lemma.term));
        Some(known)
    }

    /// The model as a state.
    fn read(&mut self, apart: bool) -> Reading {
        self.models += 1;
        let rest = Rest::Hash(self.models);
        let state = self.values(rest);
        let flat = &mut self.elimination;
        let evaluator = self
            .cone
            .evaluator
            .get_or_insert_with(|| Evaluator::new(&flat.terms, &[]));
        let mut roots = Vec::new();
        for &var in &self.cone.variables {
            roots.push(flat.terms.variables()[var].term);
            flat.rests_on(var, &mut roots);
        }
        evaluator.add_roots(&flat.terms, &roots);
        evaluator.run(&flat.terms, &state);
        model::read(flat, evaluator, &self.cone.variables, rest, apart)
    }

    /// The values of the flat variables that matter; bits that the solver left open may have any.
    fn values(&self, rest: Rest) -> Assignment {
        let mut state = Assignment::new(rest);
        let solver = &self.blast.gates.solver;
        for &var in &self.cone.variables {
            let term = self.elimination.terms.variables()[var].term;
            if !self.blast.knows(term) {
                continue;
            }
            let word = self
                .blast
                .word(&self.elimination.terms, term)
                .iter()
                .enumerate();
            let mut value = state.bits(var, self.elimination.terms.sort(term));
            for (i, &bit) in word {
                if let Some(bit) = solver.model(bit) {
                    value = value & !(1 << i) | u128::from(bit) << i;
                }
            }
            state.set_bits(var, value);
        }
        state
    }

    /// Tells the solver something that always holds.
    fn learn(&mut self, lemma: Lemma) -> Result<(), Fault> {
        let literal = (self.blast).literal(&self.elimination.terms, lemma.term, usize::MAX)?;
        let solver = &mut self.blast.gates.solver;
        match lemma.apart {
            true => solver.clause(&[!self.apart, literal]),
            false => solver.clause(&[literal]),
        }
        let index = self.lemmas.len();
        for &var in &lemma.about {
            self.lemmas_of.entry(var).or_default().push(index);
        }
        self.lemmas.push((literal, lemma));
        self.add_to_cone(literal);
        Ok(())
    }

    /// The gates under a literal are decided from now on, and values that they read are looked at.
    fn add_to_cone(&mut self, literal: Lit) {
        let mut gates = vec![literal.variable()];
        while let Some(gate) = gates.pop() {
            if !self.blast.gates.solver.add_to_cone(gate) {
                continue;
            }
            self.cone.gates += 1;
            let inputs = self.blast.gates.inputs(gate);
            gates.extend(inputs.iter().map(|l| l.variable()));
            if inputs.is_empty()
                && let Some(var) = self.blast.owner(gate)
            {
                self.watch(var, &mut gates);
            }
        }
    }

    /// The value of a flat variable matters, and so do those that it rests on.
    fn watch(&mut self, var: VarId, gates: &mut Vec<Variable>) {
        let (flat, cone) = (&self.elimination, &mut self.cone);
        let scope = cone.scope;
        cone.watched.resize(flat.terms.variables().len(), 0);
        cone.terms.resize(flat.terms.len(), 0);
        let mut work = vec![flat.terms.variables()[var].term];
        while let Some(term) = work.pop() {
            if std::mem::replace(&mut cone.terms[term.index()], scope) == scope {
                continue;
            }
            let Op::Var(var) = flat.terms.op(term) else {
                work.extend_from_slice(flat.terms.args(term));
                continue;
            };
            cone.watched[var.index()] = scope;
            cone.variables.push(var);
            flat.rests_on(var, &mut work);
            for &lemma in self.lemmas_of.get(&var).map_or(&[][..], Vec::as_slice) {
                let (literal, lemma) = &self.lemmas[lemma];
                if lemma.about.iter().all(|v| cone.watched[v.index()] == scope) {
                    gates.push(literal.variable());
                }
            }
        }
    }
}

impl Elimination {
    /// Adds the flat terms that tell whether the value of a variable is right.
    fn rests_on(&self, var: VarId, roots: &mut Vec<TermId>) {
        match self.source(var) {
            Source::Variable(_) | Source::Open => {}
            Source::Memory { address, .. } => roots.push(*address),
            Source::Function { arguments, .. } => roots.extend(arguments),
            Source::Overlap { distance, .. } => roots.push(*distance),
            Source::Hard(term) => roots.push(*term),
        }
    }
}
