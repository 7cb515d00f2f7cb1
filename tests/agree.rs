//! The IR and the annotated C mean the same: with every criterion on, each label is false and
//! true as often in the interpreter as in the compiled annotated program, on each program of
//! `tests/cases/agree` and `tests/cases/interp`. No predicate faults in the interpreter, none is
//! undefined for the sanitizers, and the annotated program prints what the plain one does.
//! `CASE=NAME,FILE.c` runs these cases and other files, with the C flags of `AGREE_FLAGS`.

mod support;

use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tamis::criteria::{DecisionScope, Options, parse_list, parse_mutators, requests};
use tamis::frontend::{TranslationUnit, command, read};
use tamis::instrument::{annotate, fill_slots, pretty};
use tamis::ir::interp::{Limits, Machine, Observer};
use tamis::ir::{self, ExprId, Function, PointId, Value};
use tamis::labels::{FunctionLabels, Label, LabelTable};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// How often each label was false and true.
type Hits = BTreeMap<u64, [u64; 2]>;

/// How often the library calls these back is its own affair.
const CALLED_BACK: [&str; 1] = ["order"];

const PLAIN: [&str; 3] = ["-w", "-fwrapv", "-Dpc_label(...)=((void)0)"];

/// How the annotated program is built.
const BUILDS: [(&str, &[&str]); 3] = [
    ("O0", &["-O0"]),
    ("O2", &["-O2"]),
    (
        "sanitized",
        &[
            "-O1",
            "-fsanitize=undefined,address",
            "-fno-sanitize-recover=all",
        ],
    ),
];

#[test]
fn labels_are_covered_in_the_interpreter_as_in_the_compiled_program() {
    let wrong: Vec<String> = cases()
        .par_iter()
        .filter_map(|case| {
            check(case)
                .err()
                .map(|e| format!("{}: {e}", case.display()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the compiler needs for the case.
fn flags() -> Vec<String> {
    let flags = std::env::var("AGREE_FLAGS").unwrap_or_default();
    flags.split_whitespace().map(String::from).collect()
}

/// A program with all its labels.
struct Labelled {
    tu: TranslationUnit,
    functions: Vec<Vec<Label>>,
}

fn check(case: &Path) -> Result<(), String> {
    let labelled = labelled(case)?;
    let (interpreted, printed) = interpret(&labelled)?;
    let folder = folder(case);
    let annotated = write_annotated(&labelled, &folder)?;
    let plain = build(&[case], &folder.join("plain"), &PLAIN).and_then(|p| run(&p))?;
    if plain != printed {
        return Err(format!("interpreter: printed\n{printed}not\n{plain}"));
    }
    let ids = labelled.functions.iter().flatten().map(|label| label.id);
    let count = format!("-DTAMIS_LABELS={}", ids.max().unwrap_or(0) + 1);
    let header = format!("{ROOT}/benchmarks/evaluate.h");
    let hits = PathBuf::from(format!("{ROOT}/benchmarks/hits.c"));
    for (name, flags) in BUILDS {
        let mut all = vec!["-w", "-include", &header, &count];
        all.extend(flags);
        let program = build(&[&annotated, &hits], &folder.join(name), &all)?;
        let text = run(&program)?;
        if text != plain {
            return Err(format!("{name}: printed\n{text}not\n{plain}"));
        }
        compare(&labelled, &interpreted, &read_hits(&program)?)
            .map_err(|e| format!("{name}:{e}"))?;
    }
    Ok(())
}

fn labelled(case: &Path) -> Result<Labelled, String> {
    let mut tu = read(&command::from_flags(case, &flags()).unwrap()).unwrap();
    if let Some(problem) = tu.diagnostics.first() {
        return Err(problem.to_string());
    }
    let everything = parse_list("all").unwrap();
    let options = Options {
        mutators: parse_mutators("all").unwrap(),
        decisions: DecisionScope::All,
        ..Options::default()
    };
    let mut asked = Vec::new();
    for function in &mut tu.unit.functions {
        let (made, _) = requests(function, &everything, &options);
        asked.push(FunctionLabels::new(function, made));
    }
    for function in &tu.unit.functions {
        ir::verify(&tu.unit, function).map_err(|e| format!("{e:?}"))?;
    }
    let functions = LabelTable::number(asked, &[]).functions;
    Ok(Labelled { tu, functions })
}

/// Evaluates the labels of each point that control comes to.
struct Evaluator<'a> {
    /// By the name of the function.
    labels: BTreeMap<&'a str, BTreeMap<PointId, Vec<&'a Label>>>,
    hits: Hits,
    faults: Vec<&'a Label>,
}

impl Observer for Evaluator<'_> {
    fn at_point(
        &mut self,
        function: &Function,
        point: PointId,
        eval: &mut dyn FnMut(ExprId) -> Option<Value>,
    ) {
        let points = self.labels.get(function.name.as_str());
        for label in points.and_then(|p| p.get(&point)).into_iter().flatten() {
            let truth = match eval(label.predicate) {
                Some(Value::Int(value)) => value != 0,
                Some(Value::Float(value)) => value != 0.0,
                None => {
                    self.faults.push(label);
                    continue;
                }
            };
            self.hits.entry(label.id).or_default()[usize::from(truth)] += 1;
        }
    }
}

fn interpret(labelled: &Labelled) -> Result<(Hits, String), String> {
    let unit = &labelled.tu.unit;
    let mut evaluator = Evaluator {
        labels: BTreeMap::new(),
        hits: Hits::new(),
        faults: Vec::new(),
    };
    for (function, labels) in unit.functions.iter().zip(&labelled.functions) {
        let points = evaluator.labels.entry(&function.name).or_default();
        for label in labels {
            points.entry(label.point).or_default().push(label);
        }
    }
    let limits = Limits {
        steps: 100_000_000,
        ..Limits::default()
    };
    let mut machine = Machine::observed(&[unit], evaluator).limits(limits);
    let outcome = machine.run(&["program"]);
    if let Some(trap) = outcome.trap {
        return Err(format!("interpreter: {trap}"));
    }
    let evaluator = machine.into_observer();
    if let Some(label) = evaluator.faults.first() {
        return Err(format!(
            "interpreter: this faults: {}",
            shown(labelled, label.id)
        ));
    }
    let text = String::from_utf8_lossy(&outcome.stdout);
    Ok((evaluator.hits, format!("{text}status {}\n", outcome.status)))
}

fn folder(case: &Path) -> PathBuf {
    let name = case.file_stem().unwrap().to_string_lossy();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("agree-{name}"));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn write_annotated(labelled: &Labelled, folder: &Path) -> Result<PathBuf, String> {
    let Labelled { tu, functions } = labelled;
    let annotated = annotate(&tu.source, &tu.unit, functions);
    if let Some(problem) = annotated.diagnostics.first() {
        return Err(problem.to_string());
    }
    let text = fill_slots(&annotated.text.text, &annotated.text.slots, |id| id);
    let file = folder.join("annotated.c");
    std::fs::write(&file, text).unwrap();
    Ok(file)
}

fn build(files: &[&Path], program: &Path, flags: &[&str]) -> Result<PathBuf, String> {
    let mut cc = Command::new("cc");
    cc.args(flags).args(self::flags());
    let output = cc.args(files).arg("-o").arg(program).arg("-lm");
    succeeded(&output.output().unwrap())?;
    Ok(program.to_path_buf())
}

fn succeeded(output: &Output) -> Result<(), String> {
    let stderr = String::from_utf8_lossy(&output.stderr);
    let first: Vec<&str> = stderr.lines().take(8).collect();
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("does not compile: {}", first.join("\n"))),
    }
}

fn run(program: &Path) -> Result<String, String> {
    let mut command = Command::new(program);
    command.env("TAMIS_HITS", program.with_extension("hits"));
    command.env("ASAN_OPTIONS", "detect_leaks=0");
    let output = command.output().unwrap();
    let (text, errors) = (&output.stdout, &output.stderr);
    let (text, errors) = (
        String::from_utf8_lossy(text),
        String::from_utf8_lossy(errors),
    );
    let report = ["runtime error", "AddressSanitizer"];
    if report.iter().any(|report| errors.contains(report)) {
        let lines: Vec<&str> = errors.lines().take(12).collect();
        return Err(format!("{}: {}", program.display(), lines.join("\n")));
    }
    Ok(format!(
        "{text}status {}\n",
        output.status.code().unwrap_or(-1)
    ))
}

fn read_hits(program: &Path) -> Result<Hits, String> {
    let file = program.with_extension("hits");
    let text = std::fs::read_to_string(file).map_err(|e| format!("no hits: {e}"))?;
    let numbers = |line: &str| -> Vec<u64> {
        let words = line.split(' ').map(|word| word.parse().unwrap());
        words.collect()
    };
    let line = |line: Vec<u64>| (line[0], [line[1], line[2]]);
    Ok(text.lines().map(numbers).map(line).collect())
}

fn compare(labelled: &Labelled, interpreted: &Hits, compiled: &Hits) -> Result<(), String> {
    let functions = labelled.tu.unit.functions.iter().zip(&labelled.functions);
    let ids = functions
        .filter(|(function, _)| !CALLED_BACK.contains(&function.name.as_str()))
        .flat_map(|(_, labels)| labels.iter().map(|label| label.id));
    let differing: Vec<String> = ids
        .filter(|id| interpreted.get(id) != compiled.get(id))
        .map(|id| {
            let [here, there] = [interpreted, compiled].map(|hits| hits.get(&id));
            let [here, there] = [here, there].map(|hits| hits.copied().unwrap_or_default());
            let label = shown(labelled, id);
            format!("\n  false and true {here:?} times interpreted, {there:?} compiled: {label}")
        })
        .collect();
    match differing.len() {
        0 => Ok(()),
        count => Err(format!(
            " {count} labels differ{}",
            differing[..count.min(8)].concat()
        )),
    }
}

/// The label as a user sees it.
fn shown(labelled: &Labelled, id: u64) -> String {
    let Labelled { tu, functions } = labelled;
    let functions = tu.unit.functions.iter().zip(functions);
    let mut labels = functions.flat_map(|(f, labels)| labels.iter().map(move |l| (f, l)));
    let Some((function, label)) = labels.find(|(_, label)| label.id == id) else {
        return format!("label {id}");
    };
    let place = tu.source.place(label.span.start);
    let predicate = pretty(&tu.source, &tu.unit.globals, function, label.predicate);
    format!(
        "{id} {} at {}:{} of {}: {predicate}",
        label.tag, place.line, place.column, function.name
    )
}

/// Those of two folders, and the other files that `CASE` names.
fn cases() -> Vec<PathBuf> {
    let mut files = ["agree", "interp"]
        .map(|folder| support::listed::cases(folder, "c"))
        .concat();
    let named = std::env::var("CASE").unwrap_or_default();
    let others = named.split(',').filter(|name| name.ends_with(".c"));
    files.extend(others.map(PathBuf::from));
    assert!(!files.is_empty());
    files
}
