//! Files are read back as they were written; the output directory keeps its habits.

use super::*;
use crate::base::Place;
use std::fs;
use std::path::{Path, PathBuf};

/// A directory of its own for each test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tamis-status-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a directory");
        Scratch(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn label(id: u64) -> LabelRow {
    LabelRow {
        id,
        key: format!("k{id}"),
        criterion: "cc".into(),
        tag: "CC".into(),
        place: Place {
            file: "dir with, comma/a.c".into(),
            line: 3,
            column: 7,
        },
        function: "f".into(),
        group: String::new(),
        predicate: "x == \"a\nb\"[0], !(y < 'é')".into(),
        mutation: None,
    }
}

fn verdicts() -> Vec<Verdict> {
    let verdict = |id, status, step: &str| Verdict {
        id,
        status,
        step: step.into(),
        reason: "why".into(),
    };
    vec![
        Verdict::unknown(1),
        verdict(2, Status::Infeasible, "1"),
        verdict(3, Status::Duplicate(vec![1, 4]), "3"),
        verdict(4, Status::Subsumed(vec![1]), "3"),
        verdict(5, Status::Covered, "replay"),
    ]
}

#[test]
fn tables_are_read_as_they_were_written() {
    let dir = Scratch::new("tables");
    let mut labels: Vec<LabelRow> = (1..=5).map(label).collect();
    labels[2].mutation = Some(Mutation {
        of: "a,\"b\" + 1".into(),
        by: "a - 1".into(),
        end_line: 4,
        end_column: 2,
    });
    fs::write(dir.file("labels.csv"), labels_text(&labels)).expect("written");
    fs::write(dir.file(MUTANTS), mutants_text(&labels)).expect("written");
    assert_eq!(read_labels(&dir.file("labels.csv")), Ok(labels.clone()));
    fs::write(dir.file("status.csv"), status_text(&verdicts())).expect("written");
    assert_eq!(read_status(&dir.file("status.csv")), Ok(verdicts()));
    let text = ltest_text(labels.iter().zip(&verdicts()));
    fs::write(dir.file("labels.labels"), text).expect("written");
    let rows = read_ltest(&dir.file("labels.labels")).expect("read");
    let statuses: Vec<Status> = rows.into_iter().map(|row| row.status).collect();
    assert_eq!(
        statuses,
        verdicts().into_iter().map(|v| v.status).collect::<Vec<_>>()
    );
    let text = fs::read_to_string(dir.file("labels.labels")).expect("text");
    assert!(
        text.starts_with("# id,status,tag,origin_loc,current_loc,emitter,drivers,exec_time\n"),
        "{text}"
    );
    assert!(
        text.contains("\n2,uncoverable,CC,\"dir with, comma/a.c:3\",,tamis,,\n"),
        "{text}"
    );
    assert!(
        text.contains(",tamis,,,dup=1 4\n") && text.contains(",sub=1\n"),
        "{text}"
    );
}

#[test]
fn errors_in_tables_have_a_line() {
    let dir = Scratch::new("errors");
    let path = dir.file("status.csv");
    for (text, line, message) in [
        ("id,status\n", 1, "expected the columns"),
        (
            "id,status,by,step,reason\n1,unknown,,,\nx,unknown,,,\n",
            3,
            "`x` is not a number",
        ),
        (
            "id,status,by,step,reason\n1,maybe,,,\n",
            2,
            "`maybe` is no status",
        ),
        (
            "id,status,by,step,reason\n1,duplicate,,3,\n",
            2,
            "needs labels",
        ),
        ("id,status,by,step,reason\n1,unknown\n", 2, "too few"),
        ("id,status,by,step,reason\n1,?,\"\n", 2, "`?` is no status"),
    ] {
        fs::write(&path, text).expect("written");
        let error = read_status(&path).expect_err(text);
        assert_eq!(error.place.map(|p| p.line), Some(line), "{text}");
        assert!(error.message.contains(message), "{}", error.message);
    }
    fs::write(&path, b"id,status,by,step,reason\n\xff,unknown,,,\n").expect("written");
    assert!(
        read_status(&path)
            .expect_err("no UTF-8")
            .message
            .contains("not a table")
    );
    assert!(read_status(&dir.file("none.csv")).is_err());
}

#[test]
fn the_previous_output_is_kept() {
    let dir = Scratch::new("old");
    let out = dir.file("sub/tamis.out");
    for run in 1..=3 {
        written(&out, run, false);
    }
    assert_eq!(runs(&dir.file("sub/tamis.out")), [Some(3), Some(2)]);
    // It is not published.
    drop(OutputDir::create(&out).expect("made"));
    assert_eq!(runs(&dir.file("sub/tamis.out")), [Some(3), Some(2)]);
}

/// A run that writes its number.
fn written(out: &Path, run: u32, interrupted: bool) {
    let output = OutputDir::create(out).expect("made");
    output
        .write_table("run", run.to_string().as_bytes())
        .expect("written");
    let mut summary = Summary {
        interrupted,
        ..Summary::default()
    };
    output.write_summary(&mut summary).expect("written");
    output.publish().expect("published");
}

/// The numbers of the run and of the one before it.
fn runs(out: &Path) -> [Option<u32>; 2] {
    let old = out.with_file_name(format!(
        "{}.old",
        out.file_name().unwrap_or_default().display()
    ));
    [out.to_path_buf(), old].map(|path| {
        let text = fs::read_to_string(path.join("run")).ok()?;
        text.parse().ok()
    })
}

#[test]
fn a_whole_run_does_not_make_way_for_interrupted_ones() {
    let dir = Scratch::new("interrupted");
    let out = dir.file("out");
    written(&out, 1, false);
    written(&out, 2, true);
    assert_eq!(runs(&out), [Some(2), Some(1)]);
    written(&out, 3, true);
    assert_eq!(runs(&out), [Some(3), Some(1)]);
    written(&out, 4, false);
    assert_eq!(runs(&out), [Some(4), Some(1)]);
    written(&out, 5, false);
    assert_eq!(runs(&out), [Some(5), Some(4)]);
}

#[test]
fn what_a_killed_run_left_is_cleared_up_and_its_cache_is_used() {
    let dir = Scratch::new("killed");
    let out = dir.file("out");
    written(&out, 1, false);
    let killed = OutputDir::create(&out).expect("made");
    fs::create_dir(killed.cache()).expect("made");
    fs::write(killed.cache().join("proof"), "").expect("written");
    fs::write(killed.file("labels.csv"), "id").expect("written");
    std::mem::forget(killed);
    // The process of this test holds the lock still, as the killed one would not.
    assert!(OutputDir::create(&out).is_err());
    fs::remove_file(dir.file("out.new/.tamis")).expect("there");
    fs::remove_file(dir.file("out/.tamis")).expect("there");
    for path in ["out.new/.tamis", "out/.tamis"] {
        fs::write(dir.file(path), "").expect("written");
    }
    assert_eq!(runs(&out), [Some(1), None]);
    written(&out, 2, false);
    assert_eq!(runs(&out), [Some(2), Some(1)]);
    assert!(out.join(".cache/proof").exists() && !out.join("labels.csv").exists());
    assert!(!dir.file("out.new").exists());
}

#[test]
fn a_table_that_is_not_what_was_written_is_refused() {
    let dir = Scratch::new("sealed");
    let out = dir.file("out");
    written(&out, 17, false);
    assert!(OutputDir::open(&out).is_ok());
    for (content, why) in [
        ("1", "has 1 of its 2 bytes"),
        ("18", "is not what tamis wrote"),
    ] {
        fs::write(out.join("run"), content).expect("written");
        let error = OutputDir::open(&out).expect_err("refused");
        assert!(error.message.contains(why), "{}", error.message);
    }
    fs::remove_file(out.join("run")).expect("there");
    assert!(OutputDir::open(&out).is_err());
    fs::remove_file(out.join("summary.json")).expect("there");
    let error = OutputDir::open(&out).expect_err("refused");
    assert!(error.message.contains("unfinished"), "{}", error.message);
}

#[test]
fn a_process_that_is_killed_between_two_files_leaves_what_can_be_read() {
    let dir = Scratch::new("between");
    let out = dir.file("out");
    written(&out, 1, false);
    let output = OutputDir::open(&out).expect("ours");
    let mut summary = Summary::read(&out.join("summary.json")).expect("whole");
    let files = [("run", b"2".to_vec()), ("more", b"x".to_vec())];
    output.replace(&mut summary, &files).expect("written");
    let whole = verify(&out).expect("whole");
    assert!(whole.values().all(|seal| seal.replaces.is_none()));
    // As it was after the first summary, and after the first file.
    for (name, content) in &files {
        let before = fs::read(out.join(name))
            .ok()
            .filter(|_| *name == "run")
            .map(|_| b"1".to_vec());
        let mut seal = seal::Seal::of(content);
        seal.replaces =
            Some(Box::new(before.map_or_else(seal::Seal::default, |text| {
                seal::Seal::of(&text)
            })));
        summary.files_sealed.insert((*name).into(), seal);
    }
    fs::remove_file(out.join("more")).expect("there");
    summary.write(&out.join("summary.json")).expect("written");
    for run in ["1", "2"] {
        fs::write(out.join("run"), run).expect("written");
        verify(&out).expect("either is right");
    }
    fs::write(out.join("run"), "3").expect("written");
    assert!(verify(&out).is_err());
}

#[test]
fn a_directory_of_the_user_is_left_alone() {
    let dir = Scratch::new("foreign");
    let out = dir.file("src");
    fs::create_dir(&out).expect("made");
    fs::write(out.join("main.c"), "int x;").expect("written");
    let error = OutputDir::create(&out).expect_err("refused");
    assert!(error.message.contains("not an output of tamis") && error.hint.is_some());
    assert!(out.join("main.c").exists());
    let file = dir.file("file");
    fs::write(&file, "").expect("written");
    assert!(OutputDir::create(&file).is_err());
    let empty = dir.file("empty");
    fs::create_dir(&empty).expect("made");
    assert!(OutputDir::create(&empty).is_ok());
    // Not even through `.old`.
    fs::create_dir(dir.file("empty.old")).expect("made");
    fs::write(dir.file("empty.old/mine"), "").expect("written");
    assert!(OutputDir::create(&empty).is_err());
    assert!(dir.file("empty.old/mine").exists());
}

#[test]
fn two_runs_do_not_share_a_directory() {
    let dir = Scratch::new("lock");
    let out = dir.file("out");
    let first = OutputDir::create(&out).expect("made");
    let error = OutputDir::create(&out).expect_err("in use");
    assert!(error.message.contains("another run"), "{}", error.message);
    drop(first);
    assert!(OutputDir::create(&out).is_ok());
}

fn names(inputs: &[&str]) -> Vec<String> {
    let inputs: Vec<PathBuf> = inputs.iter().map(PathBuf::from).collect();
    annotated_names(&inputs)
        .iter()
        .map(|name| name.display().to_string())
        .collect()
}

#[test]
fn annotated_names_mirror_the_inputs() {
    assert_eq!(names(&["/p/src/a.c"]), ["a_labels.c"]);
    assert_eq!(
        names(&["/p/src/a.c", "/p/lib/x/a.c"]),
        ["src/a_labels.c", "lib/x/a_labels.c"]
    );
    assert_eq!(
        names(&["/p/a.c", "/p/a.c", "/p/a.i"]),
        ["a_labels.c", "2/a_labels.c", "3/a_labels.c"]
    );
    assert_eq!(names(&["/p/x.y.c"]), ["x.y_labels.c"]);
}

#[test]
fn no_name_leads_outside() {
    for name in names(&[
        "../../etc/passwd",
        "/a/../../../b.c",
        "a/..",
        "/",
        "..",
        "c/../../d.c",
    ]) {
        let path = PathBuf::from(&name);
        assert!(
            path.components()
                .all(|c| matches!(c, std::path::Component::Normal(_))),
            "{name}"
        );
        assert!(name.ends_with("_labels.c"), "{name}");
    }
}

#[test]
fn the_summary_is_json() {
    let dir = Scratch::new("summary");
    let mut summary = Summary::new("annotate");
    summary.peak_memory_kib = peak_memory_kib();
    summary.criteria.insert(
        "cc".into(),
        CriterionCount {
            labels: 2,
            unknown: 2,
            ..Default::default()
        },
    );
    summary.write(&dir.file("summary.json")).expect("written");
    let text = fs::read(dir.file("summary.json")).expect("read");
    let value: serde_json::Value = serde_json::from_slice(&text).expect("json");
    assert_eq!(value["criteria"]["cc"]["labels"], 2);
    assert!(value["versions"]["tamis"].is_string() && value["peak_memory_kib"].is_u64());
}

#[test]
fn results_that_cannot_be_read_are_not_thrown_away() {
    let dir = Scratch::new("unreadable");
    let out = dir.file("out");
    written(&out, 1, false);
    written(&out, 2, false);
    let output = OutputDir::create(&out).expect("made");
    output.write_table("run", b"3").expect("written");
    output
        .write_summary(&mut Summary::default())
        .expect("written");
    // What a disk that fails does for a moment.
    fs::rename(out.join("summary.json"), dir.file("aside")).expect("there");
    fs::create_dir(out.join("summary.json")).expect("made");
    assert!(output.publish().is_err());
    assert_eq!(runs(&out), [Some(2), Some(1)]);
}
