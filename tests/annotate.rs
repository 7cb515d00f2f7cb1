//! Annotated C: each `tests/cases/annotate/NAME.c` is a program whose annotated text is in
//! `NAME.expected` (the functions of the file, without headers), made with the options of its
//! first line: `// --criteria cc`. `UPDATE_EXPECT=1` writes it anew. With every criterion on,
//! the annotated program compiles without warnings, evaluates every label without undefined
//! behaviour, and prints what the plain one does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/annotate");

/// Evaluates the condition and keeps its truth, as a coverage tool does.
const EVALUATES: &str = "-Dpc_label(c,i,t)=((void)((c) ? (tamis_hits[(i) % 9999] = 1) : 0))";

#[test]
fn annotated_texts_are_as_expected() {
    for case in cases() {
        let text = fs::read_to_string(&case).expect("the case is text");
        let options = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("// "));
        let options: Vec<&str> = options.unwrap_or_default().split_whitespace().collect();
        let annotated = annotate(&case, &options, "expected");
        let actual = own_lines(&fs::read_to_string(annotated).expect("it is text"), &case);
        let expected = case.with_extension("expected");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&expected, &actual).expect("it can be written");
        }
        let wanted = fs::read_to_string(&expected).unwrap_or_default();
        assert_eq!(actual, wanted, "{}", case.display());
    }
}

#[test]
fn annotated_programs_print_what_the_plain_ones_do() {
    for case in cases() {
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

fn cases() -> Vec<PathBuf> {
    let entries = fs::read_dir(FOLDER).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable").path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    assert!(!files.is_empty());
    files
}

/// The annotated file of a case.
fn annotate(case: &Path, options: &[&str], run: &str) -> PathBuf {
    let name = case.file_stem().expect("it has a name").to_string_lossy();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("annotate-{run}-{name}"));
    let _ = fs::remove_dir_all(&folder);
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
