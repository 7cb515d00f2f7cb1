//! Surroundings that are not as one would like them: trees of others, names that are not UTF-8, results of an edited program.

mod support;

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::command;

fn fresh(name: &str) -> PathBuf {
    support::directory(&format!("surroundings-{name}"))
}

#[track_caller]
fn ends(command: &mut Command, code: i32) -> Output {
    let output = command.output().expect("tamis runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{command:?}: {said}");
    output
}

/// A compiler that leaves a trace.
fn put_compiler(path: &Path, trace: &Path) {
    let script = format!(
        "#!/bin/sh\ntouch '{}'\nexec /usr/bin/cc \"$@\"\n",
        trace.display()
    );
    fs::write(path, script).expect("written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("set");
}

#[test]
fn programs_of_the_source_tree_are_run_only_if_they_are_trusted() {
    let root = fresh("trust");
    fs::create_dir_all(root.join("tree/bin")).expect("made");
    fs::write(root.join("tree/a.c"), "int f(int x) { return x > 1; }\n").expect("written");
    fs::write(
        root.join("tree/b.c"),
        "int g(int x) { if (x) return 1; return 0; }\n",
    )
    .expect("written");
    let trace = root.join("trace");
    put_compiler(&root.join("tree/gcc"), &trace);
    put_compiler(&root.join("tree/bin/gcc"), &trace);
    let system = std::env::var("PATH").unwrap_or_default();
    for (compiler, path) in [
        ("./gcc", ""),
        ("bin/gcc", ""),
        ("../tree/gcc", ""),
        ("/proc/self/cwd/gcc", ""),
        ("ccache ./gcc", ""),
        ("gcc", "bin:"),
        ("gcc", ":"),
    ] {
        let entry = |file: &str, compiler: &str| {
            let command = format!("{compiler} -c {file}");
            serde_json::json!({ "directory": "tree", "file": file, "command": command })
        };
        let database = serde_json::json!([entry("a.c", compiler), entry("b.c", "/usr/bin/cc")]);
        fs::write(root.join("compile_commands.json"), database.to_string()).expect("written");
        let run = |args: &[&str]| {
            let _ = fs::remove_file(&trace);
            let mut command = command(&root, args);
            command.env("PATH", format!("{path}{system}"));
            command
        };
        let refused = ends(&mut run(&["clean", "-p", "."]), 2);
        let said = String::from_utf8_lossy(&refused.stderr);
        let parts = [
            "a.c:1:1: error: the compile command is refused",
            "--trust-compiler",
        ];
        assert!(parts.iter().all(|part| said.contains(part)), "{said}");
        assert!(!trace.exists(), "{compiler}");
        // The other file has its result.
        let labels = fs::read_to_string(root.join("tamis.out/labels.csv")).expect("there");
        assert!(
            labels.contains("b.c") && !labels.contains("a.c"),
            "{labels}"
        );
        ends(&mut run(&["clean", "-p", ".", "--trust-compiler"]), 0);
        assert!(trace.exists(), "{compiler}");
        // Results may come with the tree as well.
        for (args, code) in [
            (&["explain", "tamis.out", "1"][..], 0),
            (&["replay", "--drivers", "tree/a.c"], 2),
            (&["facts", "-p", ".", "-o", "facts"], 0),
        ] {
            ends(&mut run(args), 2);
            assert!(!trace.exists(), "{args:?} with {compiler}");
            // What depends on the process is nothing that a later command could find again.
            if !path.is_empty() || compiler.starts_with("/proc") {
                continue;
            }
            ends(&mut run(&[args, &["--trust-compiler"]].concat()), code);
            assert!(trace.exists(), "{args:?} with {compiler}");
        }
    }
    let asked = ["facts", "tree/a.c", "-o", "facts", "--compiler", "tree/gcc"];
    let _ = fs::remove_file(&trace);
    ends(&mut command(&root, &asked), 2);
    assert!(!trace.exists());
}

#[test]
fn names_that_are_not_utf8_work() {
    let parent = fresh("names");
    let name = |bytes: &[u8]| OsString::from_vec(bytes.to_vec());
    let root = parent.join(name(b"d\xfe"));
    fs::create_dir_all(&root).expect("made");
    let program = b"#include \"h\xfd.h\"\nint main(int n, char **v) {\n  if (n > 1) return g(n);\n  return 0;\n}\n";
    let header = "static int g(int x) {\n  if (x > 3) return 1;\n  return 0;\n}\n";
    fs::write(root.join(name(b"\xff.c")), program).expect("written");
    fs::write(root.join(name(b"h\xfd.h")), header).expect("written");
    fs::write(root.join(name(b"t\xfc.txt")), "1 2 3\n< /dev/null\n").expect("written");
    let file = name(b"\xff.c");
    let (clean, cc) = (OsStr::new("clean"), OsStr::new("--criteria=cc"));
    for _ in 0..2 {
        ends(&mut command(&root, &[clean, &file, cc]), 0);
    }
    let labels = fs::read_to_string(root.join("tamis.out/labels.csv")).expect("UTF-8");
    assert!(
        labels.contains(",\\xff.c,3,") && labels.contains(",h\\xfd.h,2,"),
        "{labels}"
    );
    assert!(
        root.join("tamis.out/annotated")
            .join(name(b"\xff_labels.c"))
            .exists()
    );
    let text = |output: Output| String::from_utf8_lossy(&output.stdout).into_owned();
    let told = text(ends(&mut command(&root, &["explain", "tamis.out", "3"]), 0));
    assert!(told.contains("3 |   if (n > 1) return g(n);"), "{told}");
    let list = name(b"t\xfc.txt");
    let replay: [&OsStr; 3] = [OsStr::new("replay"), OsStr::new("--args"), &list];
    ends(&mut command(&root, &replay), 0);
    let status = fs::read_to_string(root.join("tamis.out/status.csv")).expect("there");
    assert!(status.contains(",covered,"), "{status}");
    let build = "\"$CC\" -o app $(printf '\\377').c";
    let build = [
        "replay",
        "--build",
        build,
        "--program",
        "app",
        "--command",
        "./app 1 2 3",
    ];
    ends(&mut command(&root, &build), 0);
    assert!(text(ends(&mut command(&root, &["replay", "--list"]), 0)).contains("\\xff.c:3:"));
    ends(&mut command(&root, &["report"]), 0);
    let pages = fs::read_dir(root.join("tamis.out/report")).expect("pages");
    let shown = |entry: fs::DirEntry| {
        fs::read_to_string(entry.path()).is_ok_and(|text| text.contains(" g(n);"))
    };
    assert!(pages.flatten().any(shown));
    for format in ["json", "lcov", "sarif", "gcovr", "cobertura", "markdown"] {
        let said = text(ends(
            &mut command(&root, &["report", "--format", format]),
            0,
        ));
        assert!(
            format == "markdown" || said.contains("xff.c"),
            "{format}: {said}"
        );
    }
    ends(
        &mut command(&root, &["diff", "--check", "tamis.out", "tamis.out"]),
        0,
    );
    let out = name(b"out\xfb");
    let json: [&OsStr; 7] = [
        clean,
        &file,
        cc,
        OsStr::new("-o"),
        &out,
        OsStr::new("--format"),
        OsStr::new("json"),
    ];
    let said = text(ends(&mut command(&root, &json), 0));
    assert!(said.contains("\"out\":\"out\\\\xfb\""), "{said}");
    assert!(root.join(&out).join("summary.json").exists());
    // A word that would come out as another one is refused.
    fs::write(root.join("words.txt"), b"1\n\xff\n").expect("written");
    let refused = ends(&mut command(&root, &["replay", "--args", "words.txt"]), 2);
    assert!(
        refused
            .stderr
            .starts_with(b"words.txt:2:1: error: this line is not UTF-8")
    );
    assert_eq!(OsStr::from_bytes(b"\xff.c"), file);
}

#[test]
fn an_edit_above_equal_predicates_changes_neither_of_them() {
    let root = fresh("edit");
    // Nothing but the text around them tells the two decisions apart.
    let program = "int f(int x) {\n  if (x > 3)\n    return 7;\n  x = 2;\n  if (x > 3)\n    return 8;\n  return 0;\n}\n";
    let clean = |text: &str, out: &str| {
        fs::write(root.join("a.c"), text).expect("written");
        let args = [
            "clean",
            "a.c",
            "--criteria",
            "cc",
            "--steps",
            "1",
            "-o",
            out,
        ];
        ends(&mut command(&root, &args), 0);
    };
    clean(program, "before");
    let above = program.replacen("  if", "  if (x > 3)\n    x--;\n  if", 1);
    let between = program.replacen("  x = 2", "  if (x > 3)\n    x--;\n  x = 2", 1);
    let gone = program.replacen("  if (x > 3)\n    return 7;\n", "", 1);
    for (edited, said) in [
        (
            &above,
            "0 labels changed status, 2 new, 0 gone, 4 as before",
        ),
        (
            &between,
            "0 labels changed status, 2 new, 0 gone, 4 as before",
        ),
        (&gone, "0 labels changed status, 0 new, 2 gone, 2 as before"),
    ] {
        clean(edited, "after");
        let output = ends(
            &mut command(&root, &["diff", "--check", "before", "after"]),
            0,
        );
        let found = String::from_utf8_lossy(&output.stderr);
        assert!(found.contains(said), "{edited}\n{found}");
    }
    clean(&above.replace("x = 2", "x = 5"), "after");
    let output = ends(
        &mut command(&root, &["diff", "--check", "before", "after"]),
        4,
    );
    let found = String::from_utf8_lossy(&output.stdout);
    assert!(
        found.contains("a.c:7:7: f: CC x > 3: infeasible → unknown"),
        "{found}"
    );
}
