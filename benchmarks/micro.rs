//! Micro-benchmarks of the stages: `cargo bench`, or `cargo bench -- prove` for one of them.
//!
//! Comes in: the programs of `tests/cases/exhaustive`, preprocessed once. Goes out: criterion's report, with what changed since the
//! last time; `--save-baseline NAME` and `--baseline NAME` compare two versions. Nothing fails because of a time.
//!
//! A question is whether label a implies label b of the same function: reach(a) ∧ reach(b) ∧ a ∧ ¬b has no state. Which questions are
//! true is found out before, with the solver, so that `prove` and `refute` time one kind of answer each.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::path::Path;
use tamis::criteria;
use tamis::frontend::{
    Source, command, lower_parsed, parse_preprocessed, pool, preprocess, read_preprocessed,
};
use tamis::ir::{ExprId, Function, PointId, Unit};
use tamis::logic::{Assignment, Evaluator, LazyEvaluator, Sampler, TermId};
use tamis::prover::{Limits, Literal, Session};
use tamis::vc::{AnyCall, Context, Encoding, encode};

/// As many states as a word has bits.
const STATES: usize = 64;
/// Questions of one kind that are asked of one function.
const QUESTIONS: usize = 40;

fn sources() -> Vec<Source> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/exhaustive");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the cases are there")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    let read = |file: &std::path::PathBuf| {
        let command = command::from_flags(file, &[]).expect("there is a compiler");
        preprocess::preprocess(&command).expect("the case can be preprocessed")
    };
    files.iter().map(read).collect()
}

/// A copy: a source is used up by reading it.
fn copy(source: &Source) -> Source {
    let text = source.text.as_bytes().to_vec();
    Source::new(source.file.clone(), text).expect("it was a source before")
}

fn units(sources: &[Source]) -> Vec<Unit> {
    let unit = |source| read_preprocessed(copy(source)).unit;
    sources.iter().map(unit).collect()
}

/// A function with the labels of all criteria.
struct Subject {
    unit: usize,
    function: usize,
    predicates: Vec<(PointId, ExprId)>,
}

fn subjects(units: &mut [Unit]) -> Vec<Subject> {
    let selection = criteria::parse_list("cc,mcc,gacc,wm").expect("these are criteria");
    let mut found = Vec::new();
    for (unit, content) in units.iter_mut().enumerate() {
        for (function, f) in content.functions.iter_mut().enumerate() {
            let predicates = predicates(f, &selection);
            if !predicates.is_empty() {
                found.push(Subject {
                    unit,
                    function,
                    predicates,
                });
            }
        }
    }
    found
}

fn predicates(f: &mut Function, selection: &criteria::Selection) -> Vec<(PointId, ExprId)> {
    let (labels, _) = criteria::requests(f, selection, &criteria::Options::default());
    labels.iter().map(|l| (l.point, l.predicate)).collect()
}

fn encoded(units: &[Unit], subject: &Subject) -> Encoding {
    let unit = &units[subject.unit];
    // Functions are in the order in which `subjects` saw them.
    let function = unit
        .functions
        .get(subject.function)
        .expect("the subject is of this unit");
    encode(
        unit,
        function,
        &subject.predicates,
        &AnyCall,
        Context::Function,
    )
}

/// The questions of one function that have one kind of answer: the facts, and a ∧ ¬b.
struct Questions {
    encoding: Encoding,
    asked: Vec<([TermId; 2], [Literal; 2])>,
}

fn session(encoding: &Encoding) -> Session {
    Session::new(&encoding.terms, &encoding.hypotheses, Limits::default())
}

/// Asks one question; true if it is proved, false if it is refuted.
fn ask(
    session: &mut Session,
    encoding: &Encoding,
    question: &([TermId; 2], [Literal; 2]),
) -> Option<bool> {
    let (facts, literals) = question;
    let predicates: Vec<TermId> = literals.iter().map(|l| l.predicate).collect();
    session.scope(&encoding.terms, facts, &predicates);
    let answer = session.ask(&encoding.terms, literals);
    match (answer.is_valid(), answer.is_invalid()) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

fn questions(units: &[Unit], subject: &Subject, wanted: bool) -> Questions {
    let encoding = encoded(units, subject);
    let mut session = session(&encoding);
    let count = subject.predicates.len();
    let mut asked = Vec::new();
    // Pairs of one function in an order that mixes near and far ones.
    for number in 0..count * count {
        let (a, b) = (number % count, (number / count + 7 * number) % count);
        if a == b || asked.len() == QUESTIONS {
            continue;
        }
        let facts = [encoding.reach[a], encoding.reach[b]];
        let first = Literal::new(&encoding.terms, encoding.holds[a]);
        let second = Literal::new(&encoding.terms, encoding.holds[b]).negate();
        let question = (facts, [first, second]);
        if ask(&mut session, &encoding, &question) == Some(wanted) {
            asked.push(question);
        }
    }
    Questions { encoding, asked }
}

fn reading(criterion: &mut Criterion) {
    let sources = sources();
    let bytes: usize = sources.iter().map(|source| source.text.len()).sum();
    let mut group = criterion.benchmark_group("frontend");
    group.throughput(Throughput::Bytes(bytes as u64));
    group.bench_function("parse", |bencher| {
        bencher.iter(|| {
            pool::with_deep_stack(|| {
                for source in &sources {
                    black_box(parse_preprocessed(source));
                }
            })
        })
    });
    let parsed: Vec<_> = pool::with_deep_stack(|| sources.iter().map(parse_preprocessed).collect());
    group.bench_function("lower", |bencher| {
        bencher.iter(|| {
            pool::with_deep_stack(|| {
                for (source, parsed) in sources.iter().zip(&parsed) {
                    black_box(lower_parsed(source, parsed));
                }
            })
        })
    });
    group.finish();
}

fn evaluating(criterion: &mut Criterion) {
    let mut units = units(&sources());
    let subjects = subjects(&mut units);
    let labels: usize = subjects.iter().map(|s| s.predicates.len()).sum();
    let mut group = criterion.benchmark_group("terms");
    group.throughput(Throughput::Elements(labels as u64));
    group.bench_function("encode", |bencher| {
        bencher.iter(|| {
            for subject in &subjects {
                black_box(encoded(&units, subject));
            }
        })
    });
    let mut prepared: Vec<_> = subjects
        .iter()
        .map(|subject| {
            let encoding = encoded(&units, subject);
            let evaluator = Evaluator::new(&encoding.terms, &encoding.holds);
            let mut sampler = Sampler::new(&encoding.terms, 1);
            let states: Vec<Assignment> =
                (0..STATES).map(|_| sampler.next(&encoding.terms)).collect();
            (encoding, evaluator, states)
        })
        .collect();
    group.throughput(Throughput::Elements((labels * STATES) as u64));
    group.bench_function("evaluate", |bencher| {
        bencher.iter(|| {
            for (encoding, evaluator, states) in &mut prepared {
                black_box(evaluator.run_many(&encoding.terms, states, &encoding.holds));
            }
        })
    });
    let mut lazy = LazyEvaluator::default();
    group.bench_function("lazy evaluation", |bencher| {
        bencher.iter(|| {
            for (encoding, _, states) in &prepared {
                for state in states {
                    let mut values = lazy.in_state(&encoding.terms, state);
                    let labels = encoding.reach.iter().zip(&encoding.holds);
                    let covered = |&(&reach, &holds): &_| values.bool(reach) && values.bool(holds);
                    black_box(labels.filter(covered).count());
                }
            }
        })
    });
    group.finish();
}

fn answering(criterion: &mut Criterion) {
    let mut units = units(&sources());
    let subjects = subjects(&mut units);
    let mut group = criterion.benchmark_group("solver");
    group.sample_size(20);
    for (name, wanted) in [("prove", true), ("refute", false)] {
        let all: Vec<Questions> = subjects
            .iter()
            .map(|subject| questions(&units, subject, wanted))
            .collect();
        let count: usize = all.iter().map(|q| q.asked.len()).sum();
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for questions in &all {
                    let mut session = session(&questions.encoding);
                    for question in &questions.asked {
                        let answer = ask(&mut session, &questions.encoding, question);
                        assert_eq!(answer, Some(wanted), "answers do not change");
                    }
                }
            })
        });
    }
    group.finish();
}

criterion_group!(benches, reading, evaluating, answering);
criterion_main!(benches);
