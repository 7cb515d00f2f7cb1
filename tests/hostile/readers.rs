//! What broken files other than C are tried on: the readers of a directory of results, of compile commands and of foreign
//! coverage, in this process.
//!
//! Comes in: `tests/hostile/readers`, a whole directory of results with the others beside it, and one file of it changed. Goes out:
//! nothing, or the message of a panic. Readers may refuse whatever they like.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use tamis::frontend::command::from_database;
use tamis::report::correct::{Sites, correct_gcovr, correct_lcov};
use tamis::report::{Run, Unreachable};
use tamis::status;

/// The files that are changed, by name, with what they hold.
pub fn files() -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder()).expect("the files are in the repository");
    let entries = entries.map(|entry| entry.expect("they can be listed"));
    let plain = entries.filter(|entry| entry.path().is_file());
    let read = |entry: fs::DirEntry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        (name, fs::read(entry.path()).expect("a file can be read"))
    };
    let mut files: Vec<_> = plain.map(read).collect();
    files.sort();
    files
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/readers")
}

/// A copy of all files to put changed ones into.
pub fn scene(directory: &Path) -> std::io::Result<()> {
    let annotated = directory.join("annotated");
    fs::create_dir_all(&annotated)?;
    for (name, text) in files() {
        fs::write(directory.join(name), text)?;
    }
    for entry in fs::read_dir(folder().join("annotated"))? {
        let entry = entry?;
        fs::copy(entry.path(), annotated.join(entry.file_name()))?;
    }
    fs::write(directory.join(".tamis"), "")
}

/// Reads all there is, with this file changed; gives the message of a panic. The file is as it was afterwards.
pub fn attempt(directory: &Path, name: &str, text: &[u8]) -> Result<(), String> {
    let path = directory.join(name);
    let before = fs::read(&path).map_err(|error| error.to_string())?;
    fs::write(&path, text).map_err(|error| error.to_string())?;
    let read = catch_unwind(AssertUnwindSafe(|| read_all(directory)));
    fs::write(&path, before).map_err(|error| error.to_string())?;
    read.map_err(|payload| {
        let text = payload.downcast_ref::<String>().cloned();
        let text = text.or_else(|| payload.downcast_ref::<&str>().map(ToString::to_string));
        format!("{name}: {}", text.unwrap_or_default())
    })
}

/// Whatever they say, they have to come back.
fn read_all(directory: &Path) {
    let file = |name: &str| directory.join(name);
    let _ = status::read_status(&file("status.csv"));
    let _ = status::read_labels(&file("labels.csv"));
    let _ = status::read_ltest(&file("labels.labels"));
    let _ = status::read_coverage(&file("coverage.csv"));
    let _ = status::read_tests(&file("tests.csv"));
    let _ = status::read_inputs(&file("inputs.json"));
    let _ = status::read_relation(&file("subsumption.json"));
    let _ = status::Summary::read(&file("summary.json"));
    let _ = status::verify(directory);
    let _ = status::Record::read(directory);
    let _ = from_database(&file("compile_commands.json"));
    let text = |name: &str| {
        let bytes = fs::read(file(name)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let Ok(run) = Run::read(directory) else {
        return;
    };
    let _ = (run.ratios(), run.objectives(), run.by_file().len());
    let Ok(sites) = Sites::read(directory, &run) else {
        return;
    };
    let (lcov, gcovr) = (file("app.info"), file("gcovr.json"));
    let _ = correct_lcov(
        &run,
        &sites,
        &lcov,
        &text("app.info"),
        Unreachable::default(),
    );
    let _ = correct_gcovr(&run, &sites, &gcovr, &text("gcovr.json"));
}
