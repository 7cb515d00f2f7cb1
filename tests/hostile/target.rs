//! What broken C is tried on: the library, in this process.

use std::any::Any;
use std::fs;
use std::panic::catch_unwind;
use std::path::Path;
use tamis::base::Severity;
use tamis::frontend::{Source, read_preprocessed};
use tamis::labels::{FunctionLabels, LabelTable};
use tamis::{criteria, instrument};

/// The texts that mutations start from, by name. They need no preprocessor.
pub fn seeds() -> Vec<(String, Vec<u8>)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/seeds");
    let entries = fs::read_dir(directory).expect("the seeds are in the repository");
    let mut seeds: Vec<_> = entries
        .map(|entry| entry.expect("the seeds can be listed"))
        .map(|entry| {
            (
                entry.file_name().to_string_lossy().into_owned(),
                fs::read(entry.path()).expect("a seed can be read"),
            )
        })
        .collect();
    seeds.sort();
    seeds
}

/// Reads a preprocessed text, makes every label and the annotated text; gives errors and warnings.
pub fn analyse(text: Vec<u8>) -> Vec<String> {
    let source = match Source::new("broken.c".into(), text) {
        Ok(source) => source,
        Err(diagnostic) => return vec![diagnostic.to_string()],
    };
    let mut unit = read_preprocessed(source);
    let all = criteria::parse_list("all").unwrap_or_default();
    let options = criteria::Options::default();
    let labels = |function: &mut _| {
        let (made, _) = criteria::requests(function, &all, &options);
        FunctionLabels::new(function, made)
    };
    let requests = unit.unit.functions.iter_mut().map(labels).collect();
    let table = LabelTable::number(requests, &[]);
    let annotated = instrument::annotate(&unit.source, &unit.unit, &table.functions);
    let diagnostics = unit.diagnostics.iter().chain(&annotated.diagnostics);
    let serious = diagnostics.filter(|diagnostic| diagnostic.severity > Severity::Note);
    serious.map(|diagnostic| diagnostic.to_string()).collect()
}

/// The same with a panic as an error.
pub fn attempt(text: Vec<u8>) -> Result<Vec<String>, String> {
    catch_unwind(|| analyse(text)).map_err(|payload| message(payload.as_ref()))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or(payload.downcast_ref::<&str>().copied())
        .unwrap_or("no message")
        .to_string()
}
