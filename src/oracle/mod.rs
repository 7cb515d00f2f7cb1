//! The compiler as an oracle: facts in, what a compiler says about them out.
//!
//! Comes in: a translation unit with its facts, and the command that compiles it. Goes out: which facts the compiler
//! contradicts, and which it could not be asked. Knows compilers and their messages; must not know how a fact was found.

mod bits;
mod compiler;
mod text;

pub use compiler::{Compiler, Dialect};
pub use text::FACTS;

use crate::base::{Diagnostic, Place};
use crate::frontend::facts::{Claim, Fact, FactKind};
use crate::frontend::{CompileCommand, TranslationUnit};
use std::collections::BTreeMap;
use std::path::Path;

/// What became of the facts of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// The compiler was asked and agrees.
    pub agreed: usize,
    pub contradicted: usize,
    /// The compiler does not accept the question.
    pub refused: usize,
}

/// What a compiler said about a unit.
#[derive(Debug, Default)]
pub struct Opinion {
    pub counts: BTreeMap<FactKind, Count>,
    /// One for each fact that does not hold or could not be asked.
    pub differences: Vec<Diagnostic>,
    /// The compiler complains about the unit's own text: it was asked nothing.
    pub foreign: Option<Diagnostic>,
}

/// How a fact came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Answer {
    Agreed,
    Contradicted,
    Refused,
}

/// Asks the compiler about each fact. `stem` is where the generated files go, without `_facts.c`.
pub fn ask(
    compiler: &Compiler,
    command: &CompileCommand,
    unit: &TranslationUnit,
    stem: &Path,
) -> Result<Opinion, Diagnostic> {
    let mut facts: Vec<&Fact> = unit.facts.iter().collect();
    facts.sort_by_key(|fact| fact.at);
    let generated = text::assertions(&unit.source, &facts, compiler.dialect);
    let said = compiler.check(command, &generated, &named(stem, "_facts.c"))?;
    let mut opinion = Opinion {
        foreign: said.foreign,
        ..Opinion::default()
    };
    if opinion.foreign.is_some() {
        return Ok(opinion);
    }
    let mut answers: Vec<(Answer, String)> = Vec::with_capacity(facts.len());
    for (index, fact) in facts.iter().enumerate() {
        let number = index as u32 + 1;
        answers.push(match (said.errors.get(&number), &fact.claim) {
            (Some(message), _) if compiler::is_failed_assertion(message) => {
                (Answer::Contradicted, message.clone())
            }
            (Some(message), _) => (Answer::Refused, message.clone()),
            (None, _) => (Answer::Agreed, String::new()),
        });
    }
    if compiler.dialect == Dialect::Clang {
        let calls = text::calls(unit, &facts);
        let said = compiler.check(command, &calls, &named(stem, "_calls.c"))?;
        for ((number, fact), answer) in (1..).zip(&facts).zip(&mut answers) {
            if let Claim::Noreturn { noreturn, .. } = fact.claim {
                *answer = returns(&said, number, noreturn);
            }
        }
    }
    bits::ask(compiler, command, unit, &facts, stem, &mut answers)?;
    for (fact, (answer, message)) in facts.iter().zip(answers) {
        let count = opinion.counts.entry(fact.kind).or_default();
        match answer {
            Answer::Agreed => count.agreed += 1,
            Answer::Contradicted => count.contradicted += 1,
            Answer::Refused => count.refused += 1,
        }
        if answer != Answer::Agreed {
            let place = unit.source.place(fact.at);
            opinion
                .differences
                .push(difference(compiler, place, fact, answer, &message));
        }
    }
    Ok(opinion)
}

/// The answer of a compiler that warns where the end of a function is reached.
fn returns(said: &compiler::Said, number: u32, noreturn: bool) -> (Answer, String) {
    let first = said.errors.get(&number).or(said.errors.values().next());
    let foreign = said.foreign.as_ref().map(|problem| &problem.message);
    match (first.or(foreign), said.returns.contains(&number)) {
        (Some(message), _) => (Answer::Refused, message.clone()),
        (None, true) if noreturn => (Answer::Contradicted, "it returns".into()),
        (None, false) if !noreturn => (Answer::Contradicted, "it does not return".into()),
        (None, _) => (Answer::Agreed, String::new()),
    }
}

fn difference(
    compiler: &Compiler,
    place: Place,
    fact: &Fact,
    answer: Answer,
    message: &str,
) -> Diagnostic {
    let claim = match &fact.claim {
        Claim::Holds(condition) => condition.clone(),
        Claim::Bits {
            record,
            field,
            first,
            width,
            ..
        } => format!("{record}.{field} has {width} bits from bit {first}"),
        Claim::Noreturn { name, noreturn, .. } => {
            format!(
                "`{name}` is {}noreturn",
                if *noreturn { "" } else { "not " }
            )
        }
    };
    let what = match answer {
        Answer::Refused => "cannot be asked",
        _ => "is contradicted",
    };
    let kind = fact.kind.name();
    Diagnostic::warning(
        Some(place),
        format!("{kind} {what} by {}: {claim} ({message})", compiler.name),
    )
}

fn named(stem: &Path, suffix: &str) -> std::path::PathBuf {
    let mut name = stem.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
