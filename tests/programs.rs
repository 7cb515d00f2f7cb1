//! Whole programs and the verdicts that their labels must get: each file of `tests/cases/programs` holds cases. `=== NAME | FLAGS | VERDICTS`
//! begins one, `--- FILE` a file of it other than `a.c`. All C files are cleaned with `--whole-program`; verdicts are those of
//! the labels by their ids, or `refused`. `TAMIS=FILE` tries another binary, such as that of an earlier commit.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/programs");

#[test]
fn labels_of_programs_have_their_verdicts() {
    let (mut cases, mut wrong) = (0, Vec::new());
    for entry in std::fs::read_dir(FOLDER).expect("cases") {
        let text = std::fs::read_to_string(entry.expect("a case").path()).expect("text");
        for case in text.split("\n=== ").skip(1) {
            cases += 1;
            let (head, body) = case.split_once('\n').expect("a case has a program");
            let fields: Vec<&str> = head.split('|').map(str::trim).collect();
            let verdicts = verdicts(fields[0], fields[1], body);
            if verdicts != fields[2] {
                wrong.push(format!("{}: {verdicts} and not {}", fields[0], fields[2]));
            }
        }
    }
    let others = format!("{} of {cases} cases have other verdicts", wrong.len());
    assert!(wrong.is_empty(), "\n{}\n{others}\n", wrong.join("\n"));
}

fn verdicts(name: &str, flags: &str, body: &str) -> String {
    let folder = support::absent(&format!("programs-{name}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    let files = files(&folder, body);
    let out = folder.join("out");
    let other = std::env::var_os("TAMIS");
    let mut tamis = Command::new(other.unwrap_or(env!("CARGO_BIN_EXE_tamis").into()));
    tamis.args([
        "clean",
        "--no-cache",
        "--criteria",
        "none",
        "--whole-program",
        "-o",
    ]);
    tamis.arg(&out).args(&files).arg("--");
    tamis.args(flags.split_whitespace()).current_dir(&folder);
    let ran = tamis.output().expect("tamis runs");
    let stderr = String::from_utf8_lossy(&ran.stderr);
    if ran.status.code() == Some(2) && stderr.contains("the compile command is refused") {
        return "refused".to_string();
    }
    let status = std::fs::read_to_string(out.join("status.csv"));
    let status = status.unwrap_or_else(|_| panic!("{name}: {stderr}"));
    let row = |row: &str| {
        let cells: Vec<&str> = row.split(',').collect();
        format!("{} {}", cells[0], cells[1])
    };
    let rows: Vec<String> = status.lines().skip(1).map(row).collect();
    rows.join(", ")
}

/// Writes the files of a case; those to clean.
fn files(folder: &Path, body: &str) -> Vec<PathBuf> {
    let mut list = Vec::new();
    for (index, part) in body.split("\n--- ").enumerate() {
        let (name, text) = match index {
            0 => ("a.c", part),
            _ => part.split_once('\n').expect("a file has a text"),
        };
        let path = folder.join(name.trim());
        std::fs::write(&path, format!("{text}\n")).expect("written");
        if path.extension().is_some_and(|extension| extension == "c") {
            list.push(path);
        }
    }
    list
}
