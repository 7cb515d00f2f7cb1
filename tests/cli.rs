//! The program as a user meets it: exit codes, messages, the output directory.

use std::fs;
use std::process::{Command, Stdio};

#[path = "cli/selection.rs"]
mod selection;
mod support;
#[path = "cli/tree.rs"]
mod tree;

use tree::Tree;

const GOOD: &str = "int f(int x) {\n  if (x > 1) return 2;\n  return 0;\n}\n";

#[test]
fn a_good_file_gives_all_files_and_exit_code_0() {
    let tree = Tree::new("good", &[("a.c", GOOD)]);
    let run = tree.tamis(&["annotate", "a.c", "--criteria", "cc"]);
    run.ends_with(0, &["1 file, 1 function, 2 labels (cc 2)", "tamis.out"]);
    for file in ["labels.csv", "status.csv", "labels.labels", "summary.json"] {
        assert!(tree.has(&format!("tamis.out/{file}")), "{file}");
    }
    let labels = tree.read("tamis.out/labels.csv");
    let mut lines = labels.lines();
    assert_eq!(
        lines.next(),
        Some("id,key,criterion,tag,file,line,column,function,group,predicate")
    );
    assert!(
        lines.next().is_some_and(
            |line| line.starts_with("1,") && line.ends_with(",cc,CC,a.c,2,7,f,1,x > 1")
        )
    );
    assert_eq!(
        tree.read("tamis.out/status.csv"),
        "id,status,by,step,reason\n1,unknown,,,\n2,unknown,,,\n"
    );
    assert!(
        tree.read("tamis.out/labels.labels")
            .contains("\n1,unknown,CC,a.c:2,,tamis,,\n")
    );
    let annotated = tree.read("tamis.out/annotated/a_labels.c");
    assert!(annotated.starts_with("#ifndef pc_label\n"), "{annotated}");
    assert!(annotated.contains(
        "if (pc_label(x > 1, 1, \"CC\"), pc_label(!(x > 1), 2, \"CC\"), x > 1) return 2;"
    ));
}

#[test]
fn usage_errors_have_exit_code_1_and_a_suggestion() {
    let tree = Tree::new("usage", &[("a.c", GOOD)]);
    tree.tamis(&["annotate"]).ends_with(1, &["FILES"]);
    tree.tamis(&["frobnicate"]).ends_with(1, &["frobnicate"]);
    let run = tree.tamis(&["annotate", "a.c", "--criteria", "cc,gac"]);
    run.ends_with(1, &["unknown criterion `gac`; did you mean `gacc`?"]);
    let run = tree.tamis(&["annotate", "a.c", "--mutators", "aorr"]);
    run.ends_with(1, &["unknown mutator `aorr`; did you mean `aor`?"]);
    tree.tamis(&["criteria", "mmc"])
        .ends_with(1, &["did you mean `mcc`?"]);
    assert!(!tree.has("tamis.out"));
}

#[test]
fn help_and_criteria_go_to_stdout() {
    let tree = Tree::new("help", &[]);
    let run = tree
        .tamis(&["--help"])
        .ends_with(0, &["Examples:", "annotate", "criteria"]);
    assert!(run.stderr.is_empty());
    tree.tamis(&["annotate", "--help"])
        .ends_with(0, &["Examples:", "labels.csv"]);
    tree.tamis(&["criteria"])
        .ends_with(0, &["cc", "gacc", "weak mutation", "aor"]);
    tree.tamis(&["criteria", "MCC"])
        .ends_with(0, &["mcc: multiple condition coverage", "!a && b"]);
}

#[test]
fn one_missing_file_does_not_cost_the_others() {
    let tree = Tree::new("missing", &[("a.c", GOOD)]);
    let run = tree.tamis(&["annotate", "nosuch.c", "a.c"]);
    run.ends_with(
        2,
        &[
            "nosuch.c:1:1: error: cannot read nosuch.c",
            "1 file, ",
            "1 file not read",
        ],
    );
    assert!(tree.has("tamis.out/annotated/a_labels.c"));
}

#[test]
fn a_missing_header_is_shown_at_its_line() {
    let bad = "int x;\n#include \"nosuch.h\"\n";
    let tree = Tree::new("header", &[("bad.c", bad), ("a.c", GOOD)]);
    let run = tree.tamis(&["annotate", "bad.c", "a.c"]);
    let said = [
        "bad.c:2:10: error: ",
        "nosuch.h",
        "    2 | #include \"nosuch.h\"",
        "         ^",
        "hint:",
        "-I",
    ];
    run.ends_with(2, &said);
    assert!(tree.has("tamis.out/annotated/a_labels.c"));
    tree.write("inc/nosuch.h", "");
    tree.tamis(&["annotate", "bad.c", "--", "-Iinc"])
        .ends_with(0, &[]);
}

#[test]
fn flags_that_load_code_are_refused() {
    let tree = Tree::new("flags", &[("a.c", GOOD)]);
    let run = tree.tamis(&["annotate", "a.c", "--", "-fplugin=evil.so"]);
    run.ends_with(2, &["a.c:1:1: error: ", "-fplugin=evil.so"]);
}

#[test]
fn a_flag_that_is_not_known_costs_its_file() {
    let database = r#"[
        {"directory": "..", "file": "a.c", "command": "cc -O2 -fPIC -c a.c"},
        {"directory": "..", "file": "b.c", "command": "cc -ftrapv -c b.c"},
        {"directory": "..", "file": "c.c", "command": "cc -fno-such-flag -c c.c"}]"#;
    let files = [
        ("a.c", GOOD),
        ("b.c", GOOD),
        ("c.c", GOOD),
        ("build/compile_commands.json", database),
    ];
    let tree = Tree::new("flag", &files);
    let run = tree.tamis(&["annotate", "-p", "build"]);
    let said = [
        "b.c:1:1: error: ",
        "`-ftrapv` ends the program",
        "c.c:1:1: error: ",
        "`-fno-such-flag` is not known",
        "1 file, ",
    ];
    run.ends_with(2, &said);
}

#[test]
fn a_function_that_is_not_understood_costs_that_function() {
    let text = format!("int g(int x) {{ return x @ 2; }}\n{GOOD}");
    let tree = Tree::new("function", &[("a.c", &text)]);
    let run = tree.tamis(&["annotate", "a.c"]);
    run.ends_with(2, &["a.c:1:", "warning: ", "1 file, 1 function, "]);
    assert!(
        tree.read("tamis.out/annotated/a_labels.c")
            .contains("int g(int x) { return x @ 2; }")
    );
}

#[test]
fn the_previous_output_is_kept_and_foreign_directories_are_left_alone() {
    let tree = Tree::new("output", &[("a.c", GOOD), ("mine/file", "precious")]);
    tree.tamis(&["annotate", "a.c", "--criteria", "cc"])
        .ends_with(0, &[]);
    tree.tamis(&["annotate", "a.c", "--criteria", "fc"])
        .ends_with(0, &[]);
    assert!(tree.read("tamis.out/labels.csv").contains(",FC,"));
    assert!(tree.read("tamis.out.old/labels.csv").contains(",CC,"));
    let run = tree.tamis(&["annotate", "a.c", "-o", "mine"]);
    run.ends_with(1, &["mine exists and is not an output of tamis", "hint:"]);
    assert_eq!(tree.read("mine/file"), "precious");
}

#[test]
fn names_mirror_the_inputs_and_stay_inside() {
    let outside = "#line 1 \"../../../escape.c\"\nint h(int x) { return x ? 1 : 2; }\n";
    let files = [
        ("src/a.c", GOOD),
        ("lib/a.c", GOOD),
        ("src/sub/line.c", outside),
    ];
    let tree = Tree::new("names", &files);
    fs::create_dir(tree.0.join("src/deep")).expect("made");
    let inputs = [
        "annotate",
        "src/deep/../a.c",
        "lib/a.c",
        "src/sub/line.c",
        "-o",
        "out/here",
    ];
    tree.tamis(&inputs).ends_with(0, &["3 files"]);
    for name in ["src/a_labels.c", "lib/a_labels.c", "src/sub/line_labels.c"] {
        assert!(tree.has(&format!("out/here/annotated/{name}")), "{name}");
    }
    assert!(
        tree.read("out/here/labels.csv")
            .contains(",../../../escape.c,1,")
    );
}

#[test]
fn labels_of_the_source_keep_their_ids() {
    let text = "int f(int x) {\n  pc_label(x > 3, 7, \"OWN\");\n  pc_label(x);\n  return x;\n}\n";
    let tree = Tree::new("source", &[("a.c", text), ("b.c", GOOD)]);
    tree.tamis(&["annotate", "b.c", "a.c", "--criteria", "fc"])
        .ends_with(0, &["4 labels"]);
    let labels = tree.read("tamis.out/labels.csv");
    let ids: Vec<&str> = labels
        .lines()
        .skip(1)
        .filter_map(|line| line.split(',').next())
        .collect();
    assert_eq!(ids, ["7", "8", "9", "10"]);
    assert!(labels.contains(",source,OWN,a.c,2,3,f,2,x > 3"), "{labels}");
    assert!(
        tree.read("tamis.out/annotated/b_labels.c")
            .contains("pc_label(1, 8, \"FC\")")
    );
    tree.tamis(&["annotate", "a.c", "--criteria", "none"])
        .ends_with(0, &["2 labels (source 2)"]);
}

#[test]
fn json_is_for_machines() {
    let tree = Tree::new("json", &[("a.c", GOOD)]);
    let run = tree
        .tamis(&["annotate", "a.c", "nosuch.c", "--format", "json"])
        .ends_with(2, &[]);
    assert!(run.stderr.is_empty(), "{}", run.stderr);
    let value: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!(value["summary"]["functions"], 1);
    assert_eq!(value["diagnostics"][0]["file"], "nosuch.c");
    let summary: serde_json::Value =
        serde_json::from_str(&tree.read("tamis.out/summary.json")).expect("JSON");
    assert_eq!(summary["criteria"]["cc"]["unknown"], 2);
    assert!(summary["seconds"]["total"].is_number() && summary["assumptions"].is_array());
}

#[test]
fn the_ir_can_be_seen() {
    let tree = Tree::new("dump", &[("a.c", GOOD)]);
    let run = tree
        .tamis(&["annotate", "a.c", "--dump", "ir"])
        .ends_with(0, &[]);
    assert!(
        run.stdout.contains("b0") && run.stdout.contains('f'),
        "{}",
        run.stdout
    );
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let files: Vec<(String, String)> = (0..9)
        .map(|i| {
            (
                format!("f{i}.c"),
                format!("int f{i}(int x) {{ return x > {i} && x < 9 ? x + {i} : 0; }}\n"),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_str()))
        .collect();
    let tree = Tree::new("threads", &files);
    for jobs in ["1", "4"] {
        let mut args = vec!["annotate", "--jobs", jobs, "-o", jobs];
        args.extend(files.iter().map(|(name, _)| *name));
        tree.tamis(&args).ends_with(0, &["9 files"]);
    }
    for file in [
        "labels.csv",
        "labels.labels",
        "annotated/f3_labels.c",
        "annotated/f8_labels.c",
    ] {
        assert_eq!(
            tree.read(&format!("1/{file}")),
            tree.read(&format!("4/{file}")),
            "{file}"
        );
    }
}

#[test]
fn messages_of_one_kind_are_capped() {
    let broken: String = (0..30)
        .map(|i| format!("int g{i}(int x) {{ return x @ {i}; }}\n"))
        .collect();
    let tree = Tree::new("capped", &[("a.c", &broken)]);
    let run = tree
        .tamis(&["annotate", "a.c"])
        .ends_with(2, &["more diagnostics are in tamis.out/diagnostics.txt"]);
    assert!(
        run.stderr.matches("warning: ").count() <= 10,
        "{}",
        run.stderr
    );
    assert_eq!(
        tree.read("tamis.out/diagnostics.txt")
            .matches("warning: ")
            .count(),
        30
    );
    let run = tree
        .tamis(&["annotate", "a.c", "--all-diagnostics"])
        .ends_with(2, &[]);
    assert_eq!(run.stderr.matches("warning: ").count(), 30);
}

#[test]
fn a_file_that_is_no_c_is_an_error() {
    let tree = Tree::new(
        "no-c",
        &[("Makefile", "all:\n"), ("a.c", GOOD), ("b.txt", GOOD)],
    );
    let run = tree.tamis(&["clean", "Makefile"]);
    run.ends_with(2, &["Makefile:1:1: error: ", "does not end in .c", "hint:"]);
    assert!(!tree.has("tamis.out"));
    tree.tamis(&["annotate", "b.txt", "--", "-x", "c"])
        .ends_with(0, &["1 function"]);
    tree.write("src/a.c", GOOD);
    let run = tree.tamis(&["clean", "src"]);
    run.ends_with(2, &["cannot read src: it is a directory", "hint: ", " -p "]);
}

#[test]
fn the_compiler_is_named_by_an_option_or_by_cc() {
    let text = "#ifdef __clang__\nint f(int x) { return x > 1 ? 2 : 3; }\n#endif\nint g;\n";
    let tree = Tree::new("compiler", &[("a.c", text)]);
    tree.tamis(&["annotate", "a.c", "--cc", "gcc"])
        .ends_with(0, &["0 functions"]);
    tree.tamis(&["annotate", "a.c", "--cc", "clang"])
        .ends_with(0, &["1 function"]);
    let with = |cc: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
        command.args(["annotate", "a.c"]).env("CC", cc);
        let output = command.current_dir(&tree.0).output().expect("tamis runs");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(with("clang -DX").contains("1 function"));
    assert!(with("").contains("0 functions"));
    assert!(with("emacs").contains("`emacs` is not known as a C compiler"));
    let run = tree.tamis(&["annotate", "a.c", "--cc", "./clang"]);
    run.ends_with(2, &["--trust-compiler"]);
}

#[test]
fn results_go_to_standard_output_and_messages_to_standard_error() {
    let tree = Tree::new("streams", &[("a.c", GOOD)]);
    let run = tree
        .tamis(&["clean", "a.c", "--criteria", "cc"])
        .ends_with(0, &[]);
    assert!(run.stdout.contains("to cover") && !run.stdout.contains("results in"));
    assert!(run.stderr.contains("results in") && !run.stderr.contains("to cover"));
    let run = tree
        .tamis(&["--quiet", "clean", "a.c", "nosuch.c"])
        .ends_with(2, &["nosuch.c"]);
    assert!(!run.stderr.contains("results in") && run.stdout.contains("to cover"));
    let run = tree.tamis(&["-q", "clean", "a.c", "--functions", "main"]);
    let run = run.ends_with(0, &["to cover"]);
    assert!(run.stderr.is_empty(), "{}", run.stderr);
    let run = tree
        .tamis(&["clean", "a.c", "--verbose"])
        .ends_with(0, &["time: ", "total ", "solver: ", "memory: "]);
    assert!(!run.stdout.contains("solver: "), "{}", run.stdout);
    tree.tamis(&["clean", "a.c", "--verbose", "--quiet"])
        .ends_with(1, &["cannot be used with"]);
    let run = tree
        .tamis(&["clean", "nosuch.c", "--color", "always"])
        .ends_with(2, &[]);
    assert!(run.stderr.contains("\x1b[1;31merror:"), "{}", run.stderr);
    let run = tree
        .tamis(&["clean", "nosuch.c", "--color", "never"])
        .ends_with(2, &[]);
    assert!(!run.stderr.contains('\x1b'), "{}", run.stderr);
}

/// On a terminal: a line of progress with numbers as people write them, and colours; no line where there is no terminal.
#[test]
fn a_terminal_shows_progress_and_colours() {
    let tree = Tree::new("terminal", &[("a.c", GOOD)]);
    let tamis = env!("CARGO_BIN_EXE_tamis");
    let shown = |command: &str| {
        let command = format!("stty cols 120 rows 30; {tamis} {command}");
        let mut terminal = Command::new("script");
        terminal.args(["-qec", &command, "/dev/null"]);
        let output = terminal.current_dir(&tree.0).stdin(Stdio::null()).output();
        String::from_utf8_lossy(&output.expect("a terminal").stdout).into_owned()
    };
    let text = shown("clean --no-cache a.c");
    for wanted in [
        "0/1 file ",
        "/s",
        " proofs  f",
        " left",
        "1 file, 1 function",
    ] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    // No line has the number of one thing and the noun of another.
    assert!(
        !text.contains("1 files") && !text.contains(" 0/0") && !text.contains("0.0/s  0s left"),
        "{text}"
    );
    assert!(shown("clean nosuch.c").contains("\x1b[1;31merror:"));
    let never = shown("clean nosuch.c --color never");
    assert!(never.contains("error:") && !never.contains("\x1b[1;31m"));
    let plain = tree.tamis(&["clean", "a.c"]).ends_with(0, &[]);
    assert!(!plain.stderr.contains("/1 file"), "{}", plain.stderr);
}

#[test]
fn explain_takes_the_usual_directory() {
    let tree = Tree::new("explain", &[("a.c", GOOD)]);
    tree.tamis(&["clean", "a.c", "--criteria", "cc"])
        .ends_with(0, &[]);
    let short = tree
        .tamis(&["explain", "1"])
        .ends_with(0, &["label 1 (CC) of f"]);
    let long = tree.tamis(&["explain", "tamis.out", "1"]).ends_with(0, &[]);
    assert_eq!(short.stdout, long.stdout);
    tree.tamis(&["explain", "tamis.out"])
        .ends_with(1, &["`tamis.out` is not the id of a label", "hint:"]);
    tree.tamis(&["explain"]).ends_with(1, &["ID"]);
}

#[test]
fn mcc_may_follow_the_order_of_evaluation() {
    let text = "int f(int a, int b, int c) { if ((a && b) || c) return 1; return 0; }\n";
    let tree = Tree::new("mcc", &[("a.c", text)]);
    tree.tamis(&["annotate", "a.c", "--criteria", "mcc"])
        .ends_with(0, &["8 labels"]);
    tree.tamis(&[
        "annotate",
        "a.c",
        "--criteria",
        "mcc",
        "--mcc",
        "short-circuit",
    ])
    .ends_with(0, &["5 labels"]);
    assert!(tree.read("tamis.out/labels.csv").contains(",a && b\n"));
}

#[test]
fn options_are_in_groups() {
    let tree = Tree::new("groups", &[]);
    let clean = [
        "Input:",
        "Labels:",
        "Meaning:",
        "Proving:",
        "Cache and parts:",
        "Messages:",
    ];
    for (command, headings) in [
        ("clean", &clean[..]),
        ("replay", &["Building:", "Tests:", "Results:"]),
        (
            "generate",
            &["Search:", "Measurements:", "Tests:", "Results:"],
        ),
        ("report", &["Format:", "Content:", "Gate:"]),
        ("explain", &["Proving:", "Results:"]),
    ] {
        tree.tamis(&[command, "--help"]).ends_with(0, headings);
    }
    let replay = tree.tamis(&["replay", "--help"]);
    assert!(replay.stdout.contains("Corrected may be lower than raw"));
}

/// A build without the feature says so, before it does anything.
#[cfg(not(feature = "remote-cache"))]
#[test]
fn a_shared_cache_needs_a_build_that_has_it() {
    let tree = Tree::new("shared-cache", &[("a.c", "int f(int x) { return x; }")]);
    for place in ["redis://u:secret@h:1/2", "s3://h/p"] {
        let run = tree.tamis(&["clean", "a.c", "--cache", place]);
        assert_eq!(run.code, Some(1), "{}", run.stderr);
        assert!(
            run.stderr.contains("--features remote-cache"),
            "{}",
            run.stderr
        );
        assert!(!run.stderr.contains("secret"), "{}", run.stderr);
        assert!(!tree.has("tamis.out"));
    }
}
