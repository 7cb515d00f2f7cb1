//! The steps of `tamis clean` one by one, and a run that is ended early: what is written is what holds, and can be built upon.

#[path = "steps/ir.rs"]
mod ir;
mod support;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};
use support::{command, read, summary, tamis};

/// An empty directory.
fn directory(name: &str) -> PathBuf {
    support::directory(&format!("steps-{name}"))
}

/// How many labels were taken over from earlier steps.
fn taken_over(out: &Path) -> u64 {
    let count = &summary(out)["proving"]["taken_over"];
    count.as_u64().expect("a number")
}

/// More tags than a machine word has bits.
#[test]
fn labels_of_different_tags_are_not_related_however_many_there_are() {
    let root = directory("tags");
    let labels = (0..150).map(|id| format!("pc_label(x > 0, {}, \"T{}\");", id + 1, id % 75));
    let labels: String = labels.collect();
    let text = format!("void pc_label(int, int, const char *);\nvoid f(int x) {{ {labels} }}\n");
    fs::write(root.join("a.c"), text).expect("written");
    tamis(&root, &["clean", "--criteria", "none", "a.c"]);
    let status = read(root.join("tamis.out/status.csv"));
    let rows = status.lines().skip(1).map(|row| row.split(',').collect());
    let rows: Vec<Vec<&str>> = rows.collect();
    let duplicates = rows.iter().filter(|row| row[1] == "duplicate");
    let duplicates: Vec<_> = duplicates.collect();
    assert_eq!((rows.len(), duplicates.len()), (150, 75), "{status}");
    for row in duplicates {
        let [id, by] = [row[0], row[2]].map(|id| id.parse::<u32>().expect("a number"));
        assert_eq!(id % 75, by % 75, "{row:?}");
    }
}

/// With next to no steps of our own solver, z3 has to decide; what it proves is what the solver proves with its usual steps.
#[test]
fn z3_decides_what_the_solver_leaves_open() {
    let root = directory("z3");
    let case = "tests/cases/exhaustive/triangle.c";
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join(case);
    let case = case.to_string_lossy();
    let removed = |out: &str, options: &[&str]| {
        let args = ["clean", "--library", "--criteria", "cc,mcc,wm", "-o", out];
        support::done(&root, &[&args, options, &[&*case]].concat());
        let status = read(root.join(out).join("status.csv"));
        let rows = status.lines().skip(1).map(|row| row.split(',').collect());
        let removed = rows.filter(|row: &Vec<&str>| row[1] != "unknown");
        let (infeasible, implied): (Vec<_>, Vec<_>) =
            removed.partition(|row| row[1] == "infeasible");
        let ids: BTreeSet<String> = infeasible.iter().map(|row| row[0].to_string()).collect();
        (ids, implied.len())
    };
    let (alone, implied_alone) = removed("little", &["--limit", "1"]);
    let (by_z3, implied_by_z3) = removed("z3", &["--limit", "1", "--z3-limit", "1000000"]);
    let (usual, implied) = removed("usual", &[]);
    assert!(alone.len() < by_z3.len(), "{alone:?}");
    assert!(by_z3.is_subset(&usual), "{by_z3:?}");
    assert!(implied_alone < implied_by_z3 && implied_by_z3 <= implied);
}

#[test]
fn one_by_one_they_find_what_they_find_together() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    for case in [
        "exhaustive/triangle.c",
        "exhaustive/calendar.c",
        "stops/exit.c",
        "clean/trips.c",
        "clean/memory.c",
    ] {
        let root = directory(&case.replace(['/', '.'], "-"));
        let file = cases.join(case).to_string_lossy().into_owned();
        tamis(&root, &["clean", "-o", "all", &file]);
        for steps in ["1", "2", "3"] {
            let run = tamis(&root, &["clean", "-o", "each", "--steps", steps, &file]);
            assert_eq!(run.status.code(), Some(0), "{case} {steps}");
        }
        let (all, each) = (root.join("all"), root.join("each"));
        for file in ["status.csv", "subsumption.json", "labels.labels"] {
            let same = read(all.join(file)) == read(each.join(file));
            assert!(same, "{case}: {file} differs");
        }
        assert_eq!(summary(&each)["options"]["steps"], "1,2,3", "{case}");
        assert!(taken_over(&each) > 0 && taken_over(&all) == 0, "{case}");
        // Nothing of step 1 was asked again.
        assert_eq!(summary(&each)["proving"]["solver_calls"]["1"], 0, "{case}");
    }
}

const SOURCE: &str = "int f(int x) { if (x > 3 && x < 2) return 1; return 0; }\n";

fn statuses(out: &Path) -> Vec<String> {
    let status = read(out.join("status.csv"));
    let rows = status.lines().skip(1);
    rows.map(|row| row.split(',').nth(1).unwrap_or_default().to_string())
        .collect()
}

#[test]
fn other_inputs_or_options_are_not_built_upon() {
    let root = directory("other");
    fs::write(root.join("a.c"), SOURCE).expect("written");
    let step = |steps: &str, more: &[&str]| {
        let args = [
            &["clean", "--criteria", "mcc", "--steps", steps, "a.c"],
            more,
        ]
        .concat();
        let run = tamis(&root, &args);
        assert_eq!(run.status.code(), Some(0), "{args:?}");
        String::from_utf8_lossy(&run.stderr).into_owned()
    };
    let out = root.join("tamis.out");
    step("1", &[]);
    assert!(!step("3", &[]).contains("not used"));
    assert!(taken_over(&out) > 0);
    assert!(statuses(&out).contains(&"infeasible".to_string()));
    // Step 1 has nothing before it: it begins anew.
    step("1", &[]);
    assert_eq!(taken_over(&out), 0);
    for (more, why) in [
        (["--limit", "77"], "limit differs"),
        (["--functions", "f"], "other functions were chosen"),
        (["--", "-DX"], "other files or flags were given"),
    ] {
        let stderr = step("2", &more);
        assert!(stderr.contains(why), "{more:?}: {stderr}");
        // Without step 1 nothing is called infeasible.
        assert!(
            !statuses(&out).contains(&"infeasible".to_string()),
            "{more:?}"
        );
        step("1", &[]);
    }
    fs::write(root.join("a.c"), SOURCE.replace("x > 3", "x > 1")).expect("written");
    let stderr = step("3", &[]);
    assert!(
        stderr.contains("the results of earlier steps are not used: a.c has changed"),
        "{stderr}"
    );
    assert!(!statuses(&out).contains(&"infeasible".to_string()));
    assert_eq!(taken_over(&out), 0);
    fs::write(out.join("record.json"), "{").expect("written");
    let stderr = step("2", &[]);
    assert!(
        stderr.contains("not used: not the record of a run"),
        "{stderr}"
    );
    fs::write(out.join("inputs.json"), "{").expect("written");
    let stderr = step("3", &[]);
    assert!(
        stderr.contains("not used: not a list of inputs"),
        "{stderr}"
    );
    assert!(!statuses(&out).contains(&"infeasible".to_string()));
}

#[test]
fn an_input_that_fails_is_one_of_the_inputs() {
    let root = directory("failed");
    fs::write(root.join("a.c"), SOURCE).expect("written");
    fs::write(root.join("b.c"), "#error no\n").expect("written");
    let step = |steps: &str| {
        let files = ["b.c", "a.c"];
        let args = [
            &["clean", "--criteria", "mcc", "--steps", steps],
            &files[..],
        ]
        .concat();
        let run = tamis(&root, &args);
        (
            run.status.code(),
            String::from_utf8_lossy(&run.stderr).into_owned(),
        )
    };
    let out = root.join("tamis.out");
    step("1");
    let inputs: Value = serde_json::from_str(&read(out.join("inputs.json"))).expect("JSON");
    let of = |row: usize, name: &str| inputs["commands"][row][name].as_str().unwrap_or("none");
    let names = ["file", "annotated", "digest"];
    assert_eq!(names.map(|name| of(0, name)), ["b.c", "", ""]);
    assert_eq!((of(1, "file"), of(1, "annotated")), ("a.c", "a_labels.c"));
    // The same inputs fail again.
    let (code, stderr) = step("2");
    assert_eq!(code, Some(2), "{stderr}");
    assert!(taken_over(&out) > 0, "{stderr}");
    let explained = tamis(&root, &["explain", "tamis.out", "1"]);
    assert_eq!(explained.status.code(), Some(0));
    // What else there is may matter for all files.
    fs::write(root.join("b.c"), "int b;\n").expect("written");
    let explained = tamis(&root, &["explain", "tamis.out", "1"]);
    let said = String::from_utf8_lossy(&explained.stderr).into_owned();
    assert!(said.contains("b.c has changed since"), "{said}");
    let (code, stderr) = step("3");
    assert_eq!(code, Some(0), "{stderr}");
    assert!(stderr.contains("not used: b.c has changed"), "{stderr}");
    assert!(!statuses(&out).contains(&"infeasible".to_string()));
}

/// The first function is proved at once, the second keeps any solver busy: it asks for the factors of a number of 128 bits
/// with two large ones.
fn slow_program() -> String {
    let mut text = "void pc_label(int, ...);\nint quick(int x)\n{\n".to_string();
    for id in 1..=40 {
        text += &format!("  pc_label(x > {id} && x < {id}, {id}, \"A\");\n");
    }
    text += "  return x;\n}\nint slow(unsigned __int128 x, unsigned __int128 y)\n{\n";
    text += "  unsigned __int128 product = (unsigned __int128)0x7641f3080ff92384u << 64;\n";
    text += "  product |= 0xefb135c4741de1abu;\n";
    text += "  if (x >> 64 == 0 && y >> 64 == 0 && x > 1 && y > 1)\n";
    text + "    pc_label(x * y == product, 41, \"A\");\n  return 0;\n}\n"
}

/// Ends a run with a signal so long after its tables appeared; gives how it ended.
fn ended(root: &Path, signal: Signal, after: Duration) -> Output {
    let options = [
        "clean",
        "--criteria",
        "none",
        "--limit",
        "4000000000",
        "--jobs",
        "1",
        "a.c",
    ];
    let mut run = command(root, &options);
    let child = run
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    let clock = Instant::now();
    while !root.join("tamis.out.new/status.csv").exists() {
        assert!(
            clock.elapsed() < Duration::from_secs(60),
            "no labels after a minute"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(after);
    kill_process(Pid::from_child(&child), signal).expect("sent");
    let clock = Instant::now();
    let output = child.wait_with_output().expect("ended");
    // The search does not go on until its own limit, a minute.
    let took = clock.elapsed();
    assert!(took < Duration::from_secs(25), "{took:?} after the signal");
    output
}

#[test]
fn what_was_proved_is_kept_when_the_run_is_ended() {
    // A shell may have told its children to ignore Ctrl-C; tamis hears it all the same, and SIGTERM as well.
    for signal in [Signal::INT, Signal::TERM] {
        let root = directory(&format!("ended-{}", signal.as_raw()));
        fs::write(root.join("a.c"), slow_program()).expect("written");
        let out = root.join("tamis.out");
        // On a busy machine the first function may need longer.
        let waits = [2, 8, 30].map(Duration::from_secs);
        let mut infeasible = 0;
        for wait in waits {
            let _ = fs::remove_dir_all(&out);
            let run = ended(&root, signal, wait);
            let stderr = String::from_utf8_lossy(&run.stderr);
            assert_eq!(run.status.code(), Some(130), "{stderr}");
            assert!(
                stderr.contains("what was proved is being written"),
                "{stderr}"
            );
            infeasible = statuses(&out).iter().filter(|s| *s == "infeasible").count();
            if infeasible > 0 {
                break;
            }
        }
        assert_eq!(infeasible, 40);
        check_files(&root, &out);
    }
}

/// All files are there, whole, and of one size; the label that was not settled says why.
fn check_files(root: &Path, out: &Path) {
    let rows = |name: &str| read(out.join(name)).lines().count();
    assert_eq!(
        (
            rows("labels.csv"),
            rows("status.csv"),
            rows("labels.labels")
        ),
        (42, 42, 42)
    );
    let status = read(out.join("status.csv"));
    let last = status.lines().last().unwrap_or_default();
    let why = [
        "not asked: the run was stopped",
        "the solver reached its limit",
    ];
    let open = why.iter().any(|why| last == format!("41,unknown,,,{why}"));
    assert!(open, "{last}");
    assert_eq!(summary(out)["labels"], 41);
    assert_eq!(summary(out)["interrupted"], true);
    for name in ["subsumption.json", "record.json"] {
        let parsed: Result<Value, _> = serde_json::from_str(&read(out.join(name)));
        assert!(parsed.is_ok(), "{name}");
    }
    assert!(out.join("annotated/a_labels.c").exists());
    let left = fs::read_dir(out).expect("the directory").flatten();
    let left: Vec<_> = left
        .filter(|e| e.path().extension().is_some_and(|e| e == "tmp"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    let explained = tamis(root, &["explain", "tamis.out", "7"]);
    assert_eq!(explained.status.code(), Some(0));
    // The next run finds the directory free.
    let again = tamis(
        root,
        &["clean", "--criteria", "none", "--functions", "quick", "a.c"],
    );
    assert_eq!(again.status.code(), Some(0));
}
