//! Annotated C: each `tests/cases/annotate/NAME.c` is a program whose annotated text is in
//! `NAME.expected` (the functions of the file, without headers), made with the options of its
//! first line: `// --criteria cc`. `UPDATE_EXPECT=1` writes it anew. With every criterion on,
//! the annotated program compiles without warnings, evaluates every label without undefined
//! behaviour, and prints what the plain one does. Over all of `tests/cases`: no token of the text
//! is lost among the labels, and gcc and clang accept with them what they accept without. With
//! `--instrument`, labels are branches: the program still prints the same, and ends where it is asked to.

mod support;

use rayon::prelude::*;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::expected::is_expected;
use support::listed::cases;
use tamis::criteria::{Options, parse_list, parse_mutators, requests};
use tamis::frontend::{command, read};
use tamis::instrument::{annotate as annotate_text, fill_slots};
use tamis::labels::{FunctionLabels, LabelTable};

/// Evaluates the condition and keeps its truth, as a coverage tool does.
const EVALUATES: &str = "-Dpc_label(c,i,t)=((void)((c) ? (tamis_hits[(i) % 9999] = 1) : 0))";

#[test]
fn annotated_texts_are_as_expected() {
    for case in cases("annotate", "c") {
        let text = fs::read_to_string(&case).expect("the case is text");
        let options = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("// "));
        let options: Vec<&str> = options.unwrap_or_default().split_whitespace().collect();
        let annotated = annotate(&case, &options, "expected");
        let actual = own_lines(&fs::read_to_string(annotated).expect("it is text"), &case);
        let same = is_expected(&case.with_extension("expected"), &actual);
        assert!(same, "{}:\n{actual}", case.display());
    }
}

#[test]
fn annotated_programs_print_what_the_plain_ones_do() {
    for case in cases("annotate", "c") {
        let all = [
            "--criteria",
            "all",
            "--mutators",
            "all",
            "--decisions",
            "all",
        ];
        let annotated = annotate(&case, &all, "all");
        let folder = annotated.parent().expect("it is in a folder").to_path_buf();
        let hits = folder.join("hits.h");
        fs::write(&hits, "static unsigned char tamis_hits[9999];\n").expect("written");
        let plain = compile_and_run(&case, &folder.join("plain"), &[]);
        let strict = ["-Wall", "-Werror", "-Wno-unused-function"];
        assert_eq!(
            plain,
            compile_and_run(&annotated, &folder.join("default"), &strict)
        );
        let hits = hits.to_string_lossy().to_string();
        let checked = [
            "-include",
            &hits,
            EVALUATES,
            "-w",
            "-O2",
            "-fsanitize=undefined",
            "-fno-sanitize-recover=all",
        ];
        assert_eq!(
            plain,
            compile_and_run(&annotated, &folder.join("checked"), &checked)
        );
    }
}

#[test]
fn instrumented_programs_end_at_labels_if_asked() {
    for case in cases("annotate", "c") {
        let plain = scratch(&case, "plain");
        let usual = compile_and_run(&case, &plain, &["-w"]);
        for compiler in ["gcc", "clang"] {
            let [direct, tight, idl1] = ["direct", "tight", "idl1"]
                .map(|labels| Instrumented::new(&case, labels, compiler));
            for program in [&direct, &tight, &idl1] {
                assert_eq!(program.run(""), (usual.clone(), program.covered()));
            }
            // P' says what the execution covers; P* ends with a label that holds, or there is no such execution.
            let covered = direct.covered();
            assert!(!covered.is_empty() && tight.covered().is_empty());
            for visit in 0..VISITS {
                let ((_, status), found) = tight.run(&("0".repeat(visit) + "1"));
                match status {
                    Some(3) => assert!(found.is_empty()),
                    _ => assert_eq!((status, found.len()), (Some(0), 1)),
                }
                assert!(found.is_subset(&covered));
            }
            // A label that is covered is a choice no more.
            let mut seen = BTreeSet::new();
            while let ((_, Some(0)), found) = idl1.run_on("1") {
                if found == seen {
                    break;
                }
                assert_eq!(found.len(), seen.len() + 1);
                seen = found;
            }
            assert!(!seen.is_empty() && seen.is_subset(&covered));
        }
    }
}

/// Visits of labels at which P* is asked to end.
const VISITS: usize = 20;

/// A program with labels as branches, and the file of what it covers.
struct Instrumented {
    program: PathBuf,
    record: PathBuf,
}

impl Instrumented {
    fn new(case: &Path, labels: &str, compiler: &str) -> Instrumented {
        let options = [
            "--cc",
            compiler,
            "--criteria",
            "all",
            "--instrument",
            labels,
        ];
        let annotated = annotate(case, &options, &format!("{labels}-{compiler}"));
        let folder = annotated.ancestors().nth(2).expect("the directory");
        let folder = folder.join("instrumented");
        let text = folder.join(annotated.file_name().expect("a name"));
        let program = folder.join("program");
        let compiled = Command::new(compiler)
            .args(["-w", "-o"])
            .args([&program, &text, &folder.join("labels.c")])
            .output();
        succeeded(&compiled.expect("it runs"), case);
        let record = folder.join("covered");
        Instrumented { program, record }
    }

    /// Runs it with these choices, as if nothing was covered.
    fn run(&self, choices: &str) -> ((String, Option<i32>), BTreeSet<usize>) {
        let _ = fs::remove_file(&self.record);
        self.run_on(choices)
    }

    fn run_on(&self, choices: &str) -> ((String, Option<i32>), BTreeSet<usize>) {
        let mut command = Command::new(&self.program);
        command.env("TAMIS_CHOICES", choices);
        command.env("TAMIS_COVERED", &self.record);
        let ran = command.output().expect("it runs");
        let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
        ((printed, ran.status.code()), self.covered())
    }

    fn covered(&self) -> BTreeSet<usize> {
        let bytes = fs::read(&self.record).unwrap_or_default();
        let ids = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'1');
        ids.map(|(id, _)| id).collect()
    }
}

fn scratch(case: &Path, name: &str) -> PathBuf {
    let stem = case.file_stem().expect("it has a name").to_string_lossy();
    support::absent(&format!("annotate-{name}-{stem}"))
}

#[test]
fn every_token_of_every_case_is_still_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let scratch = support::directory("annotate-tokens");
    let files = c_files(&folder);
    assert!(files.len() > 100);
    let wrong: Vec<String> = (files.par_iter().enumerate())
        .filter_map(|(index, file)| {
            let (plain, annotated) = with_all_labels(file)?;
            let place = scratch.join(format!("{index}.c"));
            let lost = lost_token(&tokens(&plain), &tokens(&annotated));
            let lost = lost.map(|token| format!("`{token}` is lost"));
            let refusing = ["gcc", "clang"].into_iter().find(|compiler| {
                !accepts(compiler, &annotated, &place) && accepts(compiler, &plain, &place)
            });
            let refused =
                refusing.map(|compiler| format!("{compiler} refuses {}", place.display()));
            let problem = lost.or(refused)?;
            Some(format!("{}: {problem}", file.display()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn c_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("readable").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => files.extend(c_files(&path)),
            false => files.extend(path.extension().is_some_and(|e| e == "c").then_some(path)),
        }
    }
    files.sort();
    files
}

/// The preprocessed text without and with labels; `None` where the file cannot be read alone.
fn with_all_labels(file: &Path) -> Option<(String, String)> {
    let command = command::from_flags(file, &[]).ok()?;
    let mut tu = read(&command).ok()?;
    let criteria = parse_list("all").ok()?;
    let options = Options {
        mutators: parse_mutators("all").ok()?,
        ..Options::default()
    };
    let asked = (tu.unit.functions.iter_mut())
        .map(|f| {
            let (made, _) = requests(f, &criteria, &options);
            FunctionLabels::new(f, made)
        })
        .collect();
    let labels = LabelTable::number(asked, &[]).functions;
    let annotated = annotate_text(&tu.source, &tu.unit, &labels).text;
    let annotated = fill_slots(&annotated.text, &annotated.slots, |id| id);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Some((text(&tu.source.bytes), text(&annotated)))
}

/// Words, literals and single characters of punctuation, without directives.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'))
    {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            let len = match first {
                '"' | '\'' => literal_len(rest, first),
                c if is_word(c) => {
                    // The digit separators of C23 are part of a number.
                    let goes_on = |d: char| is_word(d) || (d == '\'' && c.is_ascii_digit());
                    rest.find(|d| !goes_on(d)).unwrap_or(rest.len())
                }
                c => c.len_utf8(),
            };
            tokens.push(&rest[..len]);
            rest = rest[len..].trim_start();
        }
    }
    tokens
}

fn literal_len(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

/// The first token of the plain text that the annotated one does not have in its turn.
fn lost_token<'a>(plain: &[&'a str], annotated: &[&str]) -> Option<&'a str> {
    let mut rest = annotated.iter();
    let mut found = |token: &&str| rest.any(|other| other == token);
    plain.iter().find(|token| !found(token)).copied()
}

fn accepts(compiler: &str, text: &str, place: &Path) -> bool {
    fs::write(place, text).expect("written");
    let flags = ["-w", "-fsyntax-only", "-std=gnu11", "-Wno-error"];
    let mut command = Command::new(compiler);
    let output = command.args(flags).arg(place).output().expect("it runs");
    output.status.success()
}

/// The annotated file of a case.
fn annotate(case: &Path, options: &[&str], run: &str) -> PathBuf {
    let name = case.file_stem().expect("it has a name").to_string_lossy();
    let folder = scratch(case, run);
    let mut tamis = Command::new(env!("CARGO_BIN_EXE_tamis"));
    let output = tamis
        .arg("annotate")
        .args(options)
        .arg("-o")
        .arg(&folder)
        .arg(case)
        .output();
    let output = output.expect("tamis runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}: {stderr}",
        case.display()
    );
    folder.join("annotated").join(format!("{name}_labels.c"))
}

/// The lines that come from the case itself, with their numbers.
fn own_lines(text: &str, case: &Path) -> String {
    let (mut own, mut number, mut lines) = (false, 0, String::new());
    for line in text.lines() {
        if let Some(marker) = line.strip_prefix("# ") {
            own = marker.contains(&*case.to_string_lossy());
            number = marker
                .split(' ')
                .next()
                .and_then(|n| n.parse().ok())
                .unwrap_or(0);
            continue;
        }
        if own && !line.trim().is_empty() {
            lines += &format!("{number}: {}\n", line.trim_end());
        }
        number += 1;
    }
    lines
}

fn compile_and_run(file: &Path, program: &Path, flags: &[&str]) -> (String, Option<i32>) {
    let compiled = Command::new("cc")
        .args(flags)
        .arg("-o")
        .arg(program)
        .arg(file)
        .output();
    succeeded(&compiled.expect("cc runs"), file);
    let ran = Command::new(program).output().expect("it runs");
    let stderr = String::from_utf8_lossy(&ran.stderr);
    assert!(stderr.is_empty(), "{}: {stderr}", file.display());
    (
        String::from_utf8_lossy(&ran.stdout).into_owned(),
        ran.status.code(),
    )
}

fn succeeded(output: &Output, file: &Path) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {stderr}", file.display());
}
