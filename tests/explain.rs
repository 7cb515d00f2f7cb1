//! `tamis explain` on small programs: each file of `tests/cases/explain` is cleaned as its first line says, the labels of its
//! second line are explained, and the text is compared with the file beside it. `UPDATE_EXPECT=1` rewrites.
//!
//! What is assumed of every execution is the same in all explanations and left out, addresses are not compared.

mod support;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use support::expected::is_expected;
use support::listed::cases;
use support::{tamis, text};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/explain");

/// Cleans a file; gives the output directory.
fn clean(directory: &Path, file: &str, name: &str, options: &[&str]) -> String {
    let out = support::absent(&format!("explain-{name}"));
    let out = out.to_string_lossy().into_owned();
    let run = tamis(
        directory,
        &[&["clean", "-o", &out], options, &[file]].concat(),
    );
    assert_eq!(run.status.code(), Some(0), "{file}: {}", text(&run.stderr));
    out
}

fn explain(directory: &Path, out: &str, id: u64) -> String {
    let run = tamis(directory, &["explain", out, &id.to_string()]);
    assert_eq!(run.status.code(), Some(0), "{id}: {}", text(&run.stderr));
    assert!(run.stderr.is_empty(), "{}", text(&run.stderr));
    text(&run.stdout)
}

fn json(out: &str, id: u64) -> Value {
    let run = tamis(
        Path::new("/"),
        &["explain", "--format", "json", out, &id.to_string()],
    );
    serde_json::from_slice(&run.stdout).unwrap_or_else(|_| panic!("{}", text(&run.stderr)))
}

/// What the line of a case says after `// key: `.
fn header<'a>(case: &'a str, key: &str) -> Vec<&'a str> {
    let start = format!("// {key}: ");
    let line = case.lines().find_map(|line| line.strip_prefix(&start));
    line.expect("the case says so").split(' ').collect()
}

/// Without the assumptions and without numbers of addresses.
fn comparable(explanation: &str) -> String {
    let told = explanation.split("\nAssumed of").next().unwrap_or_default();
    let mut words = told.split("0x");
    let mut shown = words.next().unwrap_or_default().to_string();
    for word in words {
        let digits = word.find(|c: char| !c.is_ascii_hexdigit());
        shown += "0x…";
        shown += &word[digits.unwrap_or(word.len())..];
    }
    shown
}

#[test]
fn explanations_are_as_expected() {
    let folder = Path::new(FOLDER);
    let mut wrong = Vec::new();
    for case in cases("explain", "c") {
        let name = case
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let source = fs::read_to_string(&case).expect("the case is text");
        let options = header(&source, "clean");
        let out = clean(folder, &format!("{name}.c"), &name, &options);
        let ids = header(&source, "explain");
        let told = ids
            .iter()
            .map(|id| explain(folder, &out, id.parse().expect("an id")));
        let told: Vec<String> = told.map(|told| comparable(&told)).collect();
        let told = told.join("\n----\n\n");
        if !is_expected(&case.with_extension("expected"), &told) {
            wrong.push(format!("{name}:\n{told}"));
        }
    }
    assert!(wrong.is_empty(), "not as expected\n{}", wrong.join("\n"));
}

fn kinds(explained: &Value) -> Vec<&str> {
    let reasons = explained["reasons"].as_array().expect("a list");
    reasons
        .iter()
        .map(|r| r["kind"].as_str().expect("a name"))
        .collect()
}

fn lines(reason: &Value) -> Vec<u64> {
    let lines = reason["lines"].as_array().expect("a list");
    lines
        .iter()
        .map(|line| line["line"].as_u64().expect("a number"))
        .collect()
}

#[test]
fn figure_1_of_time_to_clean() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/figures");
    let out = clean(&folder, "figure1.c", "figure1", &["--criteria", "none"]);
    for id in [9, 10] {
        let infeasible = json(&out, id);
        assert_eq!(kinds(&infeasible), ["never"]);
        assert_eq!(lines(&infeasible["reasons"][0]), [0; 0]);
    }
    let duplicate = json(&out, 7);
    assert_eq!(duplicate["verdict"]["by"], serde_json::json!([3]));
    assert_eq!(kinds(&duplicate), ["implies", "implies"]);
    // l14 implies l13 since type is 0 or 1.
    let duplicate = json(&out, 14);
    let needed = duplicate["reasons"]
        .as_array()
        .expect("a list")
        .iter()
        .map(lines);
    assert_eq!(needed.collect::<Vec<_>>(), [vec![5, 11], vec![]]);
    let subsumed = json(&out, 5);
    assert_eq!(subsumed["reasons"][0]["labels"], serde_json::json!([1, 5]));
    let live = json(&out, 1);
    assert_eq!(live["reasons"][0]["outcome"], "state");
    assert_eq!(live["stands_for"], serde_json::json!([5]));
}

#[test]
fn json_has_what_the_text_has() {
    let out = clean(
        Path::new(FOLDER),
        "infeasible.c",
        "json",
        &["--criteria", "none"],
    );
    // From another directory, in which the relative names of the inputs mean nothing.
    let explained = json(&out, 2);
    let label = &explained["label"];
    assert_eq!(
        (&label["id"], &label["function"]),
        (&2.into(), &"excluded".into())
    );
    assert!(
        label["text"]
            .as_str()
            .is_some_and(|text| text.contains("pc_label(y == 0"))
    );
    assert_eq!(explained["verdict"]["status"], "infeasible");
    let reason = &explained["reasons"][0];
    assert_eq!(reason["kind"], "unreached");
    assert_eq!(reason["outcome"], "proved");
    assert_eq!(reason["formula"], "reach(2) is unsatisfiable");
    assert_eq!(reason["all_lines_needed"], true);
    assert_eq!(reason["lines"][0]["text"], "  if (x > 10) {");
    assert!(
        explained["assumptions"]
            .as_array()
            .is_some_and(|list| list.len() > 3)
    );
}

/// A directory with one file.
fn tree(name: &str, source: &str) -> PathBuf {
    let root = support::directory(&format!("explain-tree-{name}"));
    fs::write(root.join("a.c"), source).expect("written");
    root
}

const SOURCE: &str = "int f(int x) { if (x > 3 && x < 2) return 1; return 0; }\n";

fn fails(directory: &Path, args: &[&str], code: i32, message: &str) {
    let run = tamis(directory, args);
    let stderr = text(&run.stderr);
    assert_eq!(run.status.code(), Some(code), "{args:?}: {stderr}");
    assert!(stderr.contains(message), "{args:?}: {stderr}");
}

#[test]
fn what_is_not_there_is_said() {
    let root = tree("missing", SOURCE);
    fails(
        &root,
        &["explain", "nosuch", "1"],
        2,
        "nosuch is not a directory",
    );
    fails(
        &root,
        &["explain", ".", "1"],
        2,
        ". is not an output of tamis",
    );
    fails(
        &root,
        &["explain", "tamis.out"],
        1,
        "is not the id of a label",
    );
    fails(
        &root,
        &["explain", "tamis.out", "one"],
        1,
        "`one` is not the id of a label",
    );
    tamis(&root, &["annotate", "a.c"]);
    fails(
        &root,
        &["explain", "tamis.out", "1"],
        2,
        "run `tamis clean` first",
    );
    tamis(&root, &["clean", "--criteria", "cc", "a.c"]);
    fails(
        &root,
        &["explain", "tamis.out", "99"],
        1,
        "ids go from 1 to 4",
    );
}

#[test]
fn a_broken_record_or_list_of_inputs_is_an_input_error() {
    let root = tree("broken", SOURCE);
    tamis(&root, &["clean", "--criteria", "cc", "a.c"]);
    // Whoever writes the files may write their digests.
    let summary = root.join("tamis.out/summary.json");
    let text = fs::read_to_string(&summary).expect("a summary");
    let mut unsealed: Value = serde_json::from_str(&text).expect("JSON");
    unsealed["files_sealed"] = Value::Object(serde_json::Map::new());
    fs::write(&summary, unsealed.to_string()).expect("written");
    let record = root.join("tamis.out/record.json");
    let whole = fs::read_to_string(&record).expect("a record");
    for broken in [
        "".to_string(),
        "{}".to_string(),
        whole[..whole.len() / 2].to_string(),
        whole.replace("\"format\":", "\"format\":9"),
        whole.replace("\"world\":\"auto\"", "\"world\":\"other\""),
        whole.replace("\"limit\":\"", "\"limit\":\"-"),
    ] {
        fs::write(&record, &broken).expect("written");
        fails(&root, &["explain", "tamis.out", "1"], 2, "record");
    }
    fs::write(&record, whole).expect("written");
    let inputs = root.join("tamis.out/inputs.json");
    let whole = fs::read_to_string(&inputs).expect("a list");
    for (broken, said) in [
        ("{".to_string(), "not a list of inputs"),
        // The directory may come from elsewhere.
        (whole.replace("\"cc\"", "\"rm\""), "`rm` is not known"),
    ] {
        fs::write(&inputs, &broken).expect("written");
        fails(&root, &["explain", "tamis.out", "1"], 2, said);
    }
    fs::remove_file(&inputs).expect("removed");
    fails(
        &root,
        &["explain", "tamis.out", "1"],
        2,
        "cannot read tamis.out/inputs.json",
    );
}

#[test]
fn a_source_that_changed_is_said_plainly() {
    let root = tree("changed", SOURCE);
    tamis(&root, &["clean", "--criteria", "mcc", "a.c"]);
    let told = explain(&root, "tamis.out", 1);
    assert!(told.contains("infeasible, step 1"), "{told}");
    fs::write(root.join("a.c"), SOURCE.replace('3', "1")).expect("written");
    let run = tamis(&root, &["explain", "tamis.out", "1"]);
    assert_eq!(run.status.code(), Some(2));
    // The verdict of the run, and nothing that was proved with the new text.
    let (stdout, stderr) = (text(&run.stdout), text(&run.stderr));
    assert!(
        stdout.contains("infeasible, step 1") && !stdout.contains("formula"),
        "{stdout}"
    );
    assert!(stderr.contains("a.c has changed since"), "{stderr}");
    fs::remove_file(root.join("a.c")).expect("removed");
    fails(
        &root,
        &["explain", "tamis.out", "1"],
        2,
        "a.c has changed since",
    );
}

#[test]
fn a_larger_limit_may_find_what_the_run_did_not() {
    let source = "int f(unsigned x, unsigned y) { if (x * y == 35 && x > 1 && x < y && y < 99) return 1; return 0; }\n";
    let root = tree("limit", source);
    tamis(
        &root,
        &["clean", "--criteria", "mcc", "--limit", "1", "a.c"],
    );
    let told = |limit: &str| {
        let run = tamis(&root, &["explain", "--limit", limit, "tamis.out", "1"]);
        text(&run.stdout)
    };
    assert!(
        told("50000000").contains("x = 5, y = 7"),
        "{}",
        told("50000000")
    );
}
