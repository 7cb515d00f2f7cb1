//! Nothing is lost, and nothing foreign is touched: where results go, and what a failure leaves.

mod support;

use std::fs::{self, File};
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use support::{command, done, read, tamis};

const PROGRAM: &str = "int f(int x) {\n  if (x > 1 && x < 9) return 2;\n  return 0;\n}\n";

/// A directory with a program that was cleaned.
fn cleaned(name: &str) -> PathBuf {
    let root = support::directory(&format!("files-{name}"));
    fs::write(root.join("a.c"), PROGRAM).expect("written");
    done(&root, &["clean", "a.c"]);
    root
}

#[track_caller]
fn refused(root: &Path, args: &[&str], code: i32, part: &str) {
    let output = tamis(root, args);
    assert_eq!(
        output.status.code(),
        Some(code),
        "{args:?}: {}",
        said(&output)
    );
    assert!(said(&output).contains(part), "{args:?}: {}", said(&output));
}

fn said(output: &Output) -> String {
    support::text(&output.stderr)
}

#[test]
fn a_report_goes_through_a_fifo_and_a_link_and_replaces_neither() {
    let root = cleaned("fifo");
    let wanted = done(&root, &["report", "--format", "ltest"]);
    let fifo = root.join("fifo");
    let made = Command::new("mkfifo")
        .arg(&fifo)
        .status()
        .expect("mkfifo runs");
    assert!(made.success());
    let reader = Command::new("cat")
        .arg(&fifo)
        .stdout(Stdio::piped())
        .spawn()
        .expect("cat runs");
    done(&root, &["report", "--format", "ltest", "-o", "fifo"]);
    let got = reader.wait_with_output().expect("cat ends");
    assert_eq!(String::from_utf8_lossy(&got.stdout), wanted);
    assert!(fs::metadata(&fifo).expect("there").file_type().is_fifo());
    fs::write(root.join("target"), "before").expect("written");
    symlink("target", root.join("link")).expect("made");
    symlink("made", root.join("dangling")).expect("made");
    for link in ["link", "dangling"] {
        done(&root, &["report", "--format", "ltest", "-o", link]);
        assert!(root.join(link).is_symlink());
        assert_eq!(read(root.join(link)), wanted);
    }
    assert_eq!(read(root.join("target")), wanted);
    fs::write(root.join("m.info"), "SF:a.c\nend_of_record\n").expect("written");
    for out in ["link", "/dev/null"] {
        done(&root, &["correct", "--lcov", "m.info", "-o", out]);
    }
    assert!(root.join("link").is_symlink());
    assert_eq!(read(root.join("target")), read(root.join("m.info")));
    done(&root, &["report", "--format", "ltest", "-o", "/dev/null"]);
    assert!(
        fs::metadata("/dev/null")
            .expect("there")
            .file_type()
            .is_char_device()
    );
}

#[test]
fn a_dash_is_standard_output() {
    let root = cleaned("dash");
    let wanted = done(&root, &["report", "--format", "ltest"]);
    assert_eq!(
        done(&root, &["report", "--format", "ltest", "-o", "-"]),
        wanted
    );
    assert!(!root.join("-").exists());
    refused(&root, &["report", "-o", "-"], 1, "name a directory");
}

#[test]
fn pages_of_others_are_left_alone() {
    let root = cleaned("pages");
    fs::create_dir(root.join("site")).expect("made");
    fs::write(root.join("site/index.html"), "mine").expect("written");
    refused(
        &root,
        &["report", "-o", "site"],
        1,
        "neither empty nor a report of tamis",
    );
    assert_eq!(read(root.join("site/index.html")), "mine");
    for _ in 0..2 {
        done(&root, &["report", "-o", "pages"]);
    }
    assert!(root.join("pages/index.html").exists());
}

#[test]
fn a_run_that_reads_nothing_replaces_nothing() {
    let root = cleaned("typo");
    let before = read(root.join("tamis.out/status.csv"));
    for _ in 0..3 {
        refused(
            &root,
            &["clean", "typo.c"],
            2,
            "earlier results stay as they are",
        );
    }
    assert_eq!(read(root.join("tamis.out/status.csv")), before);
    assert!(!root.join("tamis.out.old").exists() && !root.join("tamis.out.new").exists());
    assert!(root.join("tamis.out/.cache").exists());
}

#[test]
fn tables_that_were_cut_off_are_refused_by_every_reader() {
    let root = cleaned("cut");
    done(&root, &["clean", "a.c"]);
    for table in ["labels.csv", "status.csv"] {
        let path = root.join("tamis.out").join(table);
        let text = read(&path);
        let lines: Vec<&str> = text.lines().collect();
        fs::write(&path, lines[..lines.len() - 1].join("\n") + "\n").expect("written");
        for args in [
            &["report"][..],
            &["report", "--format", "markdown"],
            &["explain", "tamis.out", "1"],
            &["diff", "tamis.out.old", "tamis.out"],
            &["replay", "--args", "tests"],
        ] {
            refused(&root, args, 2, &format!("{table} has "));
        }
        fs::write(&path, text).expect("written");
    }
    done(&root, &["report"]);
    fs::remove_file(root.join("tamis.out/summary.json")).expect("there");
    for args in [
        &["report"][..],
        &["explain", "tamis.out", "1"],
        &["diff", "tamis.out.old", "tamis.out"],
        &["replay", "--args", "tests"],
    ] {
        refused(&root, args, 2, "unfinished");
    }
}

/// The files of a directory, without those of the cache and of the replay itself.
fn files(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true if path.ends_with(".cache") || path.ends_with("replay") => {}
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found
}

/// A link to itself: neither absent nor readable, also for root.
#[test]
fn what_cannot_be_read_is_not_taken_for_absent() {
    const COMMANDS: [&[&str]; 8] = [
        &["report", "--format", "json"],
        &["report", "--format", "markdown"],
        &["report", "--format", "stryker"],
        &["report", "-o", "pages"],
        &["explain", "tamis.out", "1"],
        &["diff", "tamis.out", "tamis.out"],
        &["correct", "--lcov", "m.info"],
        &["replay"],
    ];
    let root = cleaned("unreadable");
    let main = "int main(int n, char **v) { return f(n); }\n";
    fs::write(root.join("a.c"), format!("{PROGRAM}{main}")).expect("written");
    fs::write(root.join("tests"), "1\n").expect("written");
    fs::write(root.join("m.info"), "SF:a.c\nend_of_record\n").expect("written");
    done(&root, &["clean", "a.c", "--criteria", "cc,wm"]);
    done(&root, &["replay", "--args", "tests"]);
    let wanted = COMMANDS.map(|args| done(&root, args));
    let mut failed = std::collections::BTreeSet::new();
    let mut paths = files(&root.join("tamis.out"));
    paths.push(root.join("a.c"));
    for path in paths {
        let name = path.file_name().expect("named").to_string_lossy();
        let content = fs::read(&path).expect("read");
        for (args, wanted) in COMMANDS.iter().zip(&wanted) {
            fs::remove_file(&path).expect("removed");
            symlink(&path, &path).expect("made");
            let output = tamis(&root, args);
            let _ = fs::remove_file(&path);
            fs::create_dir_all(path.parent().expect("a parent")).expect("made");
            fs::write(&path, &content).expect("written");
            let told = said(&output).contains(&*name);
            match output.status.code() {
                Some(0) if told || String::from_utf8_lossy(&output.stdout) == *wanted => {}
                Some(2) if told => drop(failed.insert(name.to_string())),
                _ => panic!("{name}, {args:?}: {}{}", output.status, said(&output)),
            }
        }
    }
    for table in [
        "coverage.csv",
        "inputs.json",
        "summary.json",
        ".tamis",
        "a.c",
    ] {
        assert!(failed.contains(table), "{table} is read by no command");
    }
}

#[test]
fn what_a_killed_process_left_goes_and_nothing_else() {
    let root = cleaned("left");
    for name in ["labels.csv.123.tmp", "mine.tmp", "mine.12a.tmp"] {
        fs::write(root.join("tamis.out").join(name), "x").expect("written");
    }
    done(&root, &["report", "--format", "json"]);
    assert!(!root.join("tamis.out/labels.csv.123.tmp").exists());
    assert!(root.join("tamis.out/mine.tmp").exists());
    assert!(root.join("tamis.out/mine.12a.tmp").exists());
    // A run that was killed before its end.
    fs::create_dir(root.join("tamis.out.new")).expect("made");
    fs::write(root.join("tamis.out.new/.tamis"), "").expect("written");
    fs::write(root.join("tamis.out.new/labels.csv"), "").expect("written");
    refused(&root, &["report", "tamis.out.new"], 2, "unfinished");
    done(&root, &["clean", "a.c"]);
    assert!(!root.join("tamis.out.new").exists());
}

#[test]
fn a_missing_directory_is_the_same_mistake_everywhere() {
    let root = cleaned("missing");
    for args in [
        &["report", "none"][..],
        &["explain", "none", "1"],
        &["diff", "tamis.out", "none"],
        &["replay", "none", "--args", "tests"],
        &["correct", "none", "--lcov", "x.info"],
        &["merge", "out", "none"],
    ] {
        refused(&root, args, 2, "none is not a directory");
    }
}

#[test]
fn output_that_cannot_be_written_is_a_failure() {
    let root = cleaned("full");
    let full = || {
        File::options()
            .write(true)
            .open("/dev/full")
            .expect("Linux has it")
    };
    for args in [
        &["report", "--format", "json"][..],
        &["criteria"],
        &["blocks", "a.c"],
        &["explain", "tamis.out", "1"],
        &["diff", "--json", "tamis.out", "tamis.out"],
        &["man"],
        &["completions", "bash"],
        &["--help"],
        &["clean", "--format", "json", "a.c"],
    ] {
        let output = command(&root, args)
            .stdout(full())
            .output()
            .expect("tamis runs");
        assert_eq!(output.status.code(), Some(1), "{args:?}: {}", said(&output));
    }
    for args in [
        &["clean", "a.c"][..],
        &["report"],
        &["diff", "tamis.out.old", "tamis.out"],
    ] {
        let ended = command(&root, args)
            .stderr(full())
            .status()
            .expect("tamis runs");
        assert_eq!(ended.code(), Some(0), "{args:?}");
    }
}

#[test]
fn a_cache_is_no_directory_of_the_user() {
    let root = cleaned("cache");
    fs::create_dir_all(root.join("project/db")).expect("made");
    fs::write(root.join("project/db/x"), "precious").expect("written");
    let month = std::time::Duration::from_secs(30 * 24 * 60 * 60);
    let file = File::options()
        .append(true)
        .open(root.join("project/db/x"))
        .expect("there");
    file.set_modified(std::time::SystemTime::now() - 3 * month)
        .expect("set");
    refused(
        &root,
        &["clean", "a.c", "--cache", "project"],
        1,
        "neither empty nor a cache of tamis",
    );
    assert_eq!(read(root.join("project/db/x")), "precious");
    for _ in 0..2 {
        done(&root, &["clean", "a.c", "--cache", "proofs"]);
    }
    assert!(root.join("proofs/tamis-cache").exists());
}

#[test]
fn a_foreign_tamis_toml_sets_only_what_is_harmless() {
    let root = cleaned("toml");
    let toml = root.join("tamis.toml");
    for text in [
        "[report]\nout = \"a.c\"\n",
        "[replay]\ncommand = [\"touch pwned\"]\n",
        "[replay]\nbuild = \"touch pwned\"\n",
        "[clean]\ncache = \"/tmp\"\n",
    ] {
        fs::write(&toml, text).expect("written");
        refused(&root, &["report", "--format", "json"], 1, "tamis.toml:2");
        done(&root, &["--help"]);
        done(&root, &["report", "--help"]);
    }
    assert_eq!(read(root.join("a.c")), PROGRAM);
    fs::rename(&toml, root.join("own.toml")).expect("renamed");
    fs::write(root.join("own.toml"), "[report]\nout = \"r.json\"\n").expect("written");
    done(
        &root,
        &["report", "--format", "json", "--config", "own.toml"],
    );
    assert!(root.join("r.json").exists());
    refused(&root, &["report", "--config", "none.toml"], 1, "none.toml");
    assert!(
        Command::new("mkfifo")
            .arg(&toml)
            .status()
            .expect("mkfifo runs")
            .success()
    );
    done(&root, &["--help"]);
    refused(&root, &["report"], 1, "not a regular file");
}

/// The arguments that `tests/cases/exits/exits.txt` has for each exit code.
#[test]
fn exit_codes_are_those_of_the_contract() {
    let root = cleaned("exits");
    let broken = format!("{PROGRAM}int g(void) {{ return @; }}\n");
    let measured = "SF:a.c\nBRDA:1,0,0,1\nBRDA:1,0,1,0\nend_of_record\n";
    let program = "int main(int n, char **v) { if (n > 1) return n - 2; return 0; }\n";
    for (name, text) in [
        ("a.c", program),
        ("broken.c", &broken),
        ("file", ""),
        ("tests.txt", "1\n"),
        ("measured.info", measured),
    ] {
        fs::write(root.join(name), text).expect("written");
    }
    fs::create_dir(root.join("mine")).expect("made");
    fs::write(root.join("mine/precious"), "mine").expect("written");
    done(&root, &["clean", "a.c", "-o", "cut"]);
    fs::write(root.join("cut/labels.csv"), "id").expect("written");
    let other = program.replace("{ if", "{ n = 0; if");
    fs::write(root.join("a.c"), other).expect("written");
    done(&root, &["clean", "a.c", "-o", "other"]);
    fs::write(root.join("a.c"), program).expect("written");
    done(&root, &["clean", "a.c"]);
    let list = include_str!("cases/exits/exits.txt");
    let mut wrong = Vec::new();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_ascii_whitespace();
        let Some(code) = words.next() else { continue };
        let output = tamis(&root, &words.collect::<Vec<_>>());
        if output.status.code() != code.parse().ok() {
            wrong.push(format!("{line}: {}\n{}", output.status, said(&output)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(read(root.join("mine/precious")), "mine");
}

/// As strace sees it.
#[test]
fn what_must_survive_a_loss_of_power_is_synced_before_it_is_renamed() {
    let root = cleaned("synced");
    let log = root.join("calls");
    let traced = Command::new("strace")
        .args(["-f", "-y", "-qq", "-e", "trace=fsync,rename", "-o"])
        .arg(&log)
        .arg(env!("CARGO_BIN_EXE_tamis"))
        .args(["clean", "a.c"])
        .current_dir(&root)
        .status()
        .expect("strace runs: setup.sh brings it");
    assert!(traced.success());
    let calls = read(&log);
    let calls: Vec<&str> = calls.lines().collect();
    let synced_before = |at: usize, name: &str| {
        let end = format!("{name}>)");
        let synced = |call: &&str| call.contains("fsync(") && call.contains(&end);
        calls[..at].iter().any(synced)
    };
    for name in [
        "labels.csv",
        "status.csv",
        "labels.labels",
        "subsumption.json",
        "inputs.json",
        "record.json",
        "summary.json",
        "a_labels.c",
    ] {
        // An annotated text is a draft before it is final.
        let renamed =
            |call: &&str| call.contains("rename(") && call.contains(&format!("/{name}\""));
        let at = calls.iter().rposition(renamed).expect(name);
        let temporary = calls[at]
            .split('"')
            .nth(1)
            .and_then(|path| path.rsplit('/').next());
        assert!(synced_before(at, temporary.expect("a name")), "{name}");
    }
    let published = |call: &&str| call.contains("rename(\"tamis.out.new\"");
    let at = calls.iter().rposition(published).expect("published");
    assert!(synced_before(at, "/tamis.out.new"));
}
