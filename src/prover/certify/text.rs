//! A refutation as text: a CNF in DIMACS, a proof in LRAT. Must not know how either was found.
//!
//! The clauses come in the order in which a reader wants them: gates, hypotheses, lemmas, and last the question, a unit clause for
//! each of its literals. Variables are numbered anew, since few of the circuit are left.

use super::trim::{Number, Refutation, Trim};
use crate::prover::circuit::{Circuit, Origin};
use crate::prover::sat::{Lit, Variable};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// Clauses that exclude each other, and a proof of that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// In DIMACS.
    pub cnf: String,
    /// In LRAT, without deletions and without RAT.
    pub lrat: String,
}

impl Certificate {
    pub(super) fn new(circuit: &Circuit, trim: &Trim, refutation: &Refutation) -> Certificate {
        let core = trim.core(&refutation.hints);
        let (mut given, derived): (Vec<Number>, Vec<Number>) = core
            .into_iter()
            .partition(|&number| trim.hints(number).is_none());
        let origin = |number: Number| circuit.origin(trim.clause(number));
        given.sort_by_key(|&number| (origin(number), number));
        let question: Vec<[Lit; 1]> = refutation.used.iter().map(|&l| [l]).collect();
        let clauses = given.iter().map(|&number| trim.clause(number));
        let clauses: Vec<&[Lit]> = clauses.chain(question.iter().map(|q| &q[..])).collect();
        let steps = derived.iter().map(|&number| trim.clause(number));
        let names = Names::new(clauses.iter().copied().chain(steps));
        let count = |wanted: Origin| given.iter().filter(|&&n| origin(n) == wanted).count();
        let counts = [Origin::Gate, Origin::Hypothesis, Origin::Lemma].map(count);
        Certificate {
            cnf: cnf(&names, &clauses, counts, question.len()),
            lrat: lrat(&names, trim, refutation, &given, &derived),
        }
    }
}

/// Numbers of variables, from 1 on.
struct Names(HashMap<Variable, usize>);

impl Names {
    fn new<'a>(clauses: impl Iterator<Item = &'a [Lit]>) -> Names {
        let variables = clauses.flat_map(|clause| clause.iter().map(|l| l.variable()));
        let variables: BTreeSet<Variable> = variables.collect();
        let names = variables.into_iter().enumerate();
        Names(names.map(|(i, variable)| (variable, i + 1)).collect())
    }

    fn write(&self, clause: &[Lit], text: &mut String) {
        for literal in clause {
            let sign = if literal.is_negated() { "-" } else { "" };
            let name = self.0[&literal.variable()];
            let _ = write!(text, "{sign}{name} ");
        }
    }
}

fn cnf(names: &Names, clauses: &[&[Lit]], counts: [usize; 3], question: usize) -> String {
    let mut text = String::new();
    let [gates, hypotheses, lemmas] = counts;
    let _ = writeln!(
        text,
        "c clauses in order: {gates} of gates, {hypotheses} hypotheses, {lemmas} lemmas, {question} of the question"
    );
    let _ = writeln!(text, "p cnf {} {}", names.0.len(), clauses.len());
    for clause in clauses {
        names.write(clause, &mut text);
        text += "0\n";
    }
    text
}

/// The steps, and last the empty clause.
fn lrat(
    names: &Names,
    trim: &Trim,
    refutation: &Refutation,
    given: &[Number],
    derived: &[Number],
) -> String {
    let used = refutation.used.len();
    let given_ids = given.iter().enumerate().map(|(i, &number)| (number, i + 1));
    let first = given.len() + used + 1;
    let derived_ids = derived.iter().enumerate();
    let derived_ids = derived_ids.map(|(i, &number)| (number, first + i));
    let ids: HashMap<Number, usize> = given_ids.chain(derived_ids).collect();
    let mut text = String::new();
    let mut step = |id: usize, clause: &[Lit], hints: &mut dyn Iterator<Item = usize>| {
        let _ = write!(text, "{id} ");
        names.write(clause, &mut text);
        text += "0";
        hints.for_each(|hint| {
            let _ = write!(text, " {hint}");
        });
        text += " 0\n";
    };
    for number in derived {
        let hints = trim.hints(*number).unwrap_or_default();
        let mut hints = hints.iter().map(|hint| ids[hint]);
        step(ids[number], trim.clause(*number), &mut hints);
    }
    // The literals of the question first: nothing else may have been assumed.
    let units = given.len() + 1..first;
    let hints = refutation.hints.iter().map(|hint| ids[hint]);
    step(first + derived.len(), &[], &mut units.chain(hints));
    text
}
