//! Files are read back as they were written; the output directory keeps its habits.

use super::*;
use crate::base::Place;
use std::fs;
use std::path::PathBuf;

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
    let labels: Vec<LabelRow> = (1..=5).map(label).collect();
    write_labels(&dir.file("labels.csv"), &labels).expect("written");
    assert_eq!(read_labels(&dir.file("labels.csv")), Ok(labels.clone()));
    write_status(&dir.file("status.csv"), &verdicts()).expect("written");
    assert_eq!(read_status(&dir.file("status.csv")), Ok(verdicts()));
    write_ltest(&dir.file("labels.labels"), &labels, &verdicts()).expect("written");
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
        let output = OutputDir::create(&out).expect("made");
        fs::write(output.file("run"), run.to_string()).expect("written");
    }
    let content = |path: &str| fs::read_to_string(dir.file(path)).expect("text");
    assert_eq!(content("sub/tamis.out/run"), "3");
    assert_eq!(content("sub/tamis.out.old/run"), "2");
}

#[test]
fn a_directory_of_the_user_is_left_alone() {
    let dir = Scratch::new("foreign");
    let out = dir.file("src");
    fs::create_dir(&out).expect("made");
    fs::write(out.join("main.c"), "int x;").expect("written");
    let error = OutputDir::create(&out).expect_err("refused");
    assert!(error.message.contains("no output of tamis") && error.hint.is_some());
    assert!(out.join("main.c").exists());
    let file = dir.file("file");
    fs::write(&file, "").expect("written");
    assert!(OutputDir::create(&file).is_err());
    let empty = dir.file("empty");
    fs::create_dir(&empty).expect("made");
    assert!(OutputDir::create(&empty).is_ok());
    // Not even through `.old`.
    drop(OutputDir::create(&empty).expect("made again"));
    fs::remove_dir_all(dir.file("empty.old")).expect("removed");
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
