//! The cache of proofs: a run that uses it says what a run without it says, whatever was changed in between, and asks only what
//! depends on the change.

mod support;

use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};
use support::{command, read, results, summary};

/// An empty directory.
fn directory(name: &str) -> PathBuf {
    support::directory(&format!("cache-{name}"))
}

/// A run that has to succeed.
fn tamis(directory: &Path, args: &[&str]) -> Output {
    let output = support::tamis(directory, args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    output
}

/// How many labels there are, and how many everything was known of.
fn labels(out: &Path) -> (u64, u64) {
    let summary = summary(out);
    let cached = summary["proving"]["cached"].as_u64();
    (
        summary["labels"].as_u64().expect("a number"),
        cached.expect("a number"),
    )
}

fn assert_same(a: &Path, b: &Path, what: &str) {
    results::assert_same(a, b, &[], what);
}

/// The status of each label of a function, without ids.
fn verdicts(out: &Path, function: &str) -> Vec<String> {
    let (labels, status) = (read(out.join("labels.csv")), read(out.join("status.csv")));
    let of_it = |row: &str| row.contains(&format!(",{function},"));
    let rows = labels.lines().zip(status.lines());
    let rows = rows.filter(|(label, _)| of_it(label));
    rows.map(|(_, status)| status.split(',').nth(1).unwrap_or_default().to_string())
        .collect()
}

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/cache")
}

/// A row of changes.txt.
struct Change {
    name: String,
    known: String,
    changes: Option<String>,
    /// File, old text, new text.
    edits: Vec<[String; 3]>,
}

fn changes() -> Vec<Change> {
    let text = read(cases().join("changes.txt"));
    let rows = text.lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| {
        let fields: Vec<String> = row
            .split('|')
            .map(|field| field.trim().replace("\\n", "\n"))
            .collect();
        let edits = fields[3..].chunks(3);
        Change {
            name: fields[0].clone(),
            known: fields[1].clone(),
            changes: Some(fields[2].clone()).filter(|name| name != "-"),
            edits: edits
                .map(|edit| [edit[0].clone(), edit[1].clone(), edit[2].clone()])
                .collect(),
        }
    })
    .collect()
}

fn write_sources(root: &Path, edits: &[[String; 3]]) {
    for name in ["a.c", "b.c", "types.h"] {
        let mut text = read(cases().join(name));
        for [file, old, new] in edits {
            if file == name {
                assert!(text.contains(old.as_str()), "{name} has no `{old}`");
                text = text.replacen(old.as_str(), new, 1);
            }
        }
        fs::write(root.join(name), text).expect("written");
    }
}

#[test]
fn whatever_changes_a_warm_run_says_what_a_cold_one_says() {
    let wrong: Vec<String> = changes().iter().flat_map(check).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a change does that it should not do.
fn check(change: &Change) -> Vec<String> {
    let name = &change.name;
    let root = directory(&name.replace([' ', '\''], "-"));
    let clean = |out: &str, options: &str, cache: &[&str]| {
        let options: Vec<&str> = options.split_whitespace().collect();
        let args = [&["clean", "-o", out, "a.c", "b.c"], &options[..], cache].concat();
        tamis(&root, &args);
        root.join(out)
    };
    let options = change.edits.iter().find(|edit| edit[0] == "options");
    let [_, before, after] = options.cloned().unwrap_or_default();
    write_sources(&root, &[]);
    let base = clean("base", &before, &["--cache", "proofs"]);
    write_sources(&root, &change.edits);
    let warm = clean("warm", &after, &["--cache", "proofs"]);
    let cold = clean("cold", &after, &["--no-cache"]);
    let mut wrong = Vec::new();
    for file in results::RESULTS {
        if read(warm.join(file)) != read(cold.join(file)) {
            wrong.push(format!("{name}: {file} differs"));
        }
    }
    let (all, known) = labels(&warm);
    let expected = match change.known.as_str() {
        "ALL" => known == all,
        "SOME" => 0 < known && known < all,
        _ => known == 0,
    };
    if !expected || labels(&base).1 != 0 {
        wrong.push(format!("{name}: {known} of {all} are known"));
    }
    if let Some(function) = &change.changes
        && verdicts(&base, function) == verdicts(&cold, function)
    {
        // A cache that knows nothing of the change would not be noticed.
        wrong.push(format!("{name}: {function} is as before"));
    }
    wrong
}

#[test]
fn steps_go_on_from_what_is_known() {
    let root = directory("steps");
    write_sources(&root, &[]);
    let steps = |steps: &str| {
        let args = ["clean", "--cache", "proofs", "-o", "out", "--steps", steps];
        tamis(&root, &[&args[..], &["a.c", "b.c"]].concat());
        let taken = &summary(&root.join("out"))["proving"]["taken_over"];
        (labels(&root.join("out")), taken.as_u64().expect("a number"))
    };
    let ((all, known), taken) = steps("1");
    assert_eq!((known, taken), (0, 0));
    let (_, taken) = steps("1,2,3");
    assert_eq!(taken, all);
    tamis(&root, &["clean", "-o", "cold", "--no-cache", "a.c", "b.c"]);
    assert_same(&root.join("out"), &root.join("cold"), "steps");
    // The last step needs the others, whether their verdicts are wanted or not.
    assert_eq!(steps("3").0, (all, all));
}

/// All files of a directory and those below it.
fn files(path: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(path).expect("a directory").flatten();
    let mut list = Vec::new();
    for path in entries.map(|entry| entry.path()) {
        match path.is_dir() {
            true => list.extend(files(&path)),
            // The marker is no proof.
            false if path.ends_with("tamis-cache") => {}
            false => list.push(path),
        }
    }
    list
}

/// What may become of a file.
type Damage = fn(&[u8]) -> Vec<u8>;

#[test]
fn a_broken_cache_is_no_cache() {
    let root = directory("broken");
    write_sources(&root, &[]);
    let clean = || tamis(&root, &["clean", "a.c", "b.c"]);
    let out = root.join("tamis.out");
    clean();
    let damages: [Damage; 3] = [
        |_| Vec::new(),
        |bytes| bytes[..bytes.len() - 1].to_vec(),
        |bytes| bytes.iter().map(|byte| byte ^ 0x20).collect(),
    ];
    for damage in damages {
        clean();
        let (all, known) = labels(&out);
        assert_eq!(known, all);
        for file in files(&out.join(".cache")) {
            let bytes = fs::read(&file).expect("read");
            fs::write(&file, damage(&bytes)).expect("written");
        }
        clean();
        assert_eq!(labels(&out).1, 0);
        assert_same(&out, &root.join("tamis.out.old"), "a broken cache");
    }
    // A cache that cannot be made is an error of the user's.
    let run = command(&root, &["clean", "--cache", "a.c/x", "a.c"]).output();
    assert_eq!(run.expect("started").status.code(), Some(1));
}

#[test]
fn runs_share_a_cache() {
    let root = directory("shared");
    write_sources(&root, &[]);
    let run = |out: &str| {
        let args = ["clean", "--cache", "proofs", "-o", out, "a.c", "b.c"];
        command(&root, &args).stderr(Stdio::null()).spawn()
    };
    let outs = ["1", "2", "3", "4"];
    let children: Vec<_> = outs.map(|out| run(out).expect("started")).into();
    for mut child in children {
        assert_eq!(child.wait().expect("ended").code(), Some(0));
    }
    tamis(&root, &["clean", "--no-cache", "-o", "cold", "a.c", "b.c"]);
    for out in outs {
        assert_same(&root.join(out), &root.join("cold"), out);
    }
    tamis(&root, &["clean", "--cache", "proofs", "a.c", "b.c"]);
    let (all, known) = labels(&root.join("tamis.out"));
    assert_eq!(known, all);
    let left = files(&root.join("proofs"));
    let unfinished = |path: &&PathBuf| path.to_string_lossy().contains("unfinished");
    assert_eq!(left.iter().find(unfinished), None);
}

/// The first function takes no time; the second keeps the solver busy with the factors of a large number.
const SLOW: &str = "void pc_label(int, ...);
int quick(int x) { pc_label(x > 3 && x < 2, 1, \"A\"); return x; }
int slow(unsigned __int128 x, unsigned __int128 y)
{
  unsigned __int128 product = (unsigned __int128)0x7641f3080ff92384u << 64;
  product |= 0xefb135c4741de1abu;
  if (x >> 64 == 0 && y >> 64 == 0 && x > 1 && y > 1)
    pc_label(x * y == product, 2, \"A\");
  return 0;
}
";

#[test]
fn a_run_that_was_killed_is_gone_on_with() {
    for signal in [Signal::KILL, Signal::INT] {
        let root = directory(&format!("killed-{}", signal.as_raw()));
        fs::write(root.join("a.c"), SLOW).expect("written");
        let limit = ["--criteria", "none", "--limit", "4000000000"];
        let args = [&["clean", "a.c", "--jobs", "2"], &limit[..]].concat();
        let mut child = command(&root, &args)
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        let cache = root.join("tamis.out.new/.cache");
        let clock = Instant::now();
        while !cache.is_dir() || files(&cache).is_empty() {
            assert!(clock.elapsed() < Duration::from_secs(120), "nothing kept");
            std::thread::sleep(Duration::from_millis(20));
        }
        kill_process(Pid::from_child(&child), signal).expect("sent");
        child.wait().expect("ended");
        // What was not worked through is not known, and must not be.
        let args = [&args[..], &["--functions", "quick"]].concat();
        let mut child = command(&root, &args)
            .stderr(Stdio::null())
            .spawn()
            .expect("started");
        let _ = child.try_wait();
        std::thread::sleep(Duration::from_secs(2));
        kill_process(Pid::from_child(&child), Signal::INT).expect("sent");
        child.wait().expect("ended");
        assert_eq!(labels(&root.join("tamis.out")), (2, 1), "{signal:?}");
    }
}
