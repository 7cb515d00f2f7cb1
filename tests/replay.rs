//! `tamis replay` as a user meets it. Each directory of tests/cases/replay has the files of a case and `session.txt`, a
//! transcript that is played again; `UPDATE_EXPECT=1` rewrites it.

mod support;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use support::{session, transcript, tree};

#[test]
fn every_session_goes_as_it_is_written() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/replay");
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let only = std::env::var("CASE").ok();
    let mut directories: Vec<_> = fs::read_dir(cases).expect("cases").flatten().collect();
    directories.sort_by_key(|entry| entry.file_name());
    let mut wrong = Vec::new();
    for entry in directories {
        let name = entry.file_name().to_string_lossy().into_owned();
        if only.as_ref().is_some_and(|only| *only != name) {
            continue;
        }
        let place = support::directory(&format!("replay-{name}"));
        tree::copy_tree(&entry.path(), &place);
        let transcript = entry.path().join("session.txt");
        let expected = fs::read_to_string(&transcript).expect("a session");
        fs::remove_file(place.join("session.txt")).expect("removed");
        let played = transcript::play(&expected, &place);
        if transcript::comparable(&played) == transcript::comparable(&expected) {
            continue;
        }
        match update {
            true => fs::write(&transcript, &played).expect("written"),
            false => wrong.push(format!(
                "{name}:\n--- expected\n{expected}--- played\n{played}"
            )),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_was_covered_before_ctrl_c_is_written() {
    let place = support::directory("replay-interrupted");
    let program = "#include <stdlib.h>\n#include <unistd.h>\nint main(int n, char **v) {\n  if (n > 1) { pause(); }\n  return 0;\n}\n";
    fs::write(place.join("a.c"), program).expect("written");
    fs::write(place.join("tests.txt"), "< /dev/null\nwait\nwait\nwait\n").expect("written");
    session::output("tamis annotate a.c --criteria cc", &place);
    let child = Command::new(env!("CARGO_BIN_EXE_tamis"))
        .args(["replay", "tamis.out", "--args", "tests.txt", "--jobs", "2"])
        .current_dir(&place)
        .stderr(Stdio::piped())
        .spawn()
        .expect("tamis runs");
    // The second map is there when the first test is over or beside it; both must have begun.
    let start = Instant::now();
    let began = || {
        place
            .join("tamis.out/replay/output/1-tests.txt_2.txt")
            .exists()
    };
    while !began() && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(500));
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("sent");
    let ended = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(130), "{said}");
    assert!(said.contains("of 4") && said.contains("stopped"), "{said}");
    let status = fs::read_to_string(place.join("tamis.out/status.csv")).expect("status.csv");
    assert_eq!(status.matches(",covered,").count(), 2, "{status}");
}

/// Ctrl-C while a build command runs: exit code 130, earlier results stay, and nothing is left in the temporary directory.
#[test]
fn ctrl_c_in_a_build_is_said_by_the_exit_code() {
    let place = support::directory("replay-interrupted-build");
    fs::write(place.join("a.c"), "int main(void) { return 0; }\n").expect("written");
    let temporary = place.join("temporary");
    fs::create_dir(&temporary).expect("made");
    session::output("tamis annotate a.c --criteria stmt", &place);
    let before = fs::read_to_string(place.join("tamis.out/status.csv")).expect("status.csv");
    let slow = "$CC -c a.c; touch began; sleep 600";
    for words in [
        ["replay", "--build", slow, "--command", "true"].as_slice(),
        &["record", slow],
    ] {
        let began = place.join("began");
        let _ = fs::remove_file(&began);
        let child = Command::new(env!("CARGO_BIN_EXE_tamis"))
            .args(words)
            .current_dir(&place)
            .env("TMPDIR", &temporary)
            .stderr(Stdio::piped())
            .spawn()
            .expect("tamis runs");
        let start = Instant::now();
        while !began.exists() && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).expect("sent");
        let ended = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(130), "{words:?}: {said}");
        let left = fs::read_dir(&temporary).expect("read").count();
        assert_eq!(left, 0, "{words:?}");
    }
    let after = fs::read_to_string(place.join("tamis.out/status.csv")).expect("status.csv");
    assert_eq!(after, before);
    assert!(place.join("compile_commands.json").exists());
}

/// A second Ctrl-C ends at once, and leaves nothing in the temporary directory either.
#[test]
fn ctrl_c_twice_leaves_nothing_behind() {
    let place = support::directory("replay-interrupted-twice");
    let temporary = place.join("temporary");
    fs::create_dir(&temporary).expect("made");
    let began = place.join("began");
    for round in 0..5 {
        let _ = fs::remove_file(&began);
        let mut child = Command::new(env!("CARGO_BIN_EXE_tamis"))
            .args(["record", "touch began; sleep 600"])
            .current_dir(&place)
            .env("TMPDIR", &temporary)
            .stderr(Stdio::null())
            .spawn()
            .expect("tamis runs");
        let start = Instant::now();
        while !began.exists() && start.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let pid = rustix::process::Pid::from_child(&child);
        for _ in 0..2 {
            // The second one may come too late: then the first one ended it.
            let _ = rustix::process::kill_process(pid, rustix::process::Signal::INT);
            std::thread::sleep(Duration::from_millis(round));
        }
        let ended = child.wait().expect("it ends");
        assert_eq!(ended.code(), Some(130));
        let left = fs::read_dir(&temporary).expect("read").count();
        assert_eq!(left, 0, "{round}");
    }
}
