//! Which files and functions a run is about.

use super::GOOD;
use super::tree::Tree;

#[test]
fn a_compilation_database_names_files_and_flags() {
    let database = r#"[{"directory": "..", "file": "src/a.c", "arguments": ["cc", "-DLIMIT=1", "-c", "src/a.c"]},
        {"directory": "..", "file": "src/a.c", "command": "gcc -DLIMIT=2 -c src/a.c -o b.o"},
        {"directory": "..", "file": "src/x.cpp", "command": "g++ -c src/x.cpp"}]"#;
    let source = "int f(int x) { return x > LIMIT ? 1 : 0; }\n";
    let files = [
        ("build/compile_commands.json", database),
        ("src/a.c", source),
    ];
    let tree = Tree::new("database", &files);
    tree.tamis(&["annotate", "-p", "build", "--criteria", "cc"])
        .ends_with(0, &["2 files", "4 labels"]);
    assert!(
        tree.read("tamis.out/annotated/a_labels.c")
            .contains("pc_label(x > 1, 1, ")
    );
    assert!(
        tree.read("tamis.out/annotated/2/a_labels.c")
            .contains("pc_label(x > 2, 3, ")
    );
    tree.write("build/compile_commands.json", "[{]");
    let run = tree.tamis(&[
        "annotate",
        "--compile-commands",
        "build/compile_commands.json",
    ]);
    run.ends_with(2, &["build/compile_commands.json:1:3: error: "]);
}

#[test]
fn functions_are_selected_by_name_and_glob() {
    let text =
        "int aa(void) { return 1; }\nint ab(void) { return 2; }\nint b(void) { return 3; }\n";
    let tree = Tree::new("functions", &[("a.c", text)]);
    let only = [
        "annotate",
        "a.c",
        "--criteria",
        "fc",
        "--functions",
        "a*,zz",
        "--skip-functions",
        "ab",
    ];
    tree.tamis(&only)
        .ends_with(0, &["3 functions, 1 label (fc 1)"]);
    assert!(tree.read("tamis.out/labels.csv").contains(",aa,1,1"));
    let none = tree.tamis(&["annotate", "a.c", "--functions", "main"]);
    none.ends_with(0, &["note: no function is called `main`"]);
}

#[test]
fn files_are_left_out_by_globs_and_counted() {
    let database = r#"[{"directory": "..", "file": "src/a.c", "command": "cc -c src/a.c"},
        {"directory": "..", "file": "tests/t.c", "command": "cc -c tests/t.c"},
        {"directory": "..", "file": "src/gen.c", "command": "cc -c src/gen.c"},
        {"directory": "..", "file": "src/x.cpp", "command": "g++ -c src/x.cpp"}]"#;
    let files = [
        ("build/compile_commands.json", database),
        ("src/a.c", GOOD),
        ("src/gen.c", GOOD),
        ("tests/t.c", GOOD),
    ];
    let tree = Tree::new("globs", &files);
    let base = ["annotate", "-p", "build", "--criteria", "cc"];
    let with = |more: &[&str]| tree.tamis(&[&base[..], more].concat());
    let said = [
        "1 file, ",
        "2 files left out",
        "1 entry is not C and left out: src/x.cpp",
    ];
    with(&["--exclude", "tests/*,gen.c"]).ends_with(0, &said);
    with(&["--only", "tests/*"]).ends_with(0, &["1 file, ", "2 files left out"]);
    with(&["--only", "nothing/*"]).ends_with(2, &["leave no file", "hint:"]);
    let summary: serde_json::Value = {
        with(&["--exclude", "gen.c"]).ends_with(0, &["1 file left out"]);
        serde_json::from_str(&tree.read("tamis.out/summary.json")).expect("JSON")
    };
    assert_eq!(summary["files_left_out"], 1);
    assert_eq!(summary["files_not_c"], 1);
}

/// What is left out may call the rest, and write it: here it does so before `main`.
#[test]
fn a_program_without_some_of_its_files_is_not_whole() {
    let main = "int mode;\nint f(int x) { return x; }\n\
        int main(void) { pc_label(mode == 3, 1); int r = f(1); pc_label(r == 5, 2); return 0; }\n";
    let early = "extern int mode;\nint f(int);\n\
        __attribute__((constructor)) static void early(void) { mode = 3; f(5); }\n";
    let database = r#"[{"directory": ".", "file": "main.c", "command": "cc -c main.c"},
        {"directory": ".", "file": "early.c", "command": "cc -c early.c"}]"#;
    let files = [
        ("compile_commands.json", database),
        ("main.c", main),
        ("early.c", early),
    ];
    let tree = Tree::new("part", &files);
    let statuses = |more: &[&str]| {
        let base = ["clean", "-p", ".", "--criteria", "none", "--no-cache"];
        tree.tamis(&[&base[..], more].concat()).ends_with(0, &[]);
        let status = tree.read("tamis.out/status.csv");
        let status = status.lines().skip(1).map(|row| {
            let cells: Vec<&str> = row.split(',').collect();
            cells[1].to_string()
        });
        status.collect::<Vec<_>>()
    };
    assert_eq!(statuses(&["--exclude", "early.c"])[0], "unknown");
    assert_eq!(statuses(&["--only", "main.c"])[0], "unknown");
    assert_eq!(
        statuses(&["--only", "main.c", "--whole-program"])[0],
        "infeasible"
    );
    tree.write(
        "compile_commands.json",
        &database
            .replace("cc -c early.c", "g++ -c early.cpp")
            .replace("early.c\"", "early.cpp\""),
    );
    assert_eq!(statuses(&[])[0], "unknown");
}

/// CMake writes whole names; people read those of their project.
#[test]
fn files_of_the_project_are_named_from_its_root() {
    let tree = Tree::new(
        "relative",
        &[("src/a.c", "int f(int x) { return x @ 2; }\n")],
    );
    let root = std::fs::canonicalize(&tree.0).expect("there");
    let root = root.display();
    let entry = |file: &str, compiler: &str| {
        format!(
            r#"{{"directory": "{root}", "file": "{root}/src/{file}", "command": "{compiler} -c {root}/src/{file}"}}"#
        )
    };
    let database = format!("[{}, {}]", entry("a.c", "cc"), entry("x.cpp", "g++"));
    tree.write("build/compile_commands.json", &database);
    let run = tree.tamis(&["annotate", "-p", "build"]);
    let said = [
        "\nsrc/a.c:1:25: warning: ",
        "src/x.cpp:1:1: note: 1 entry is not C and left out: src/x.cpp",
    ];
    let run = run.ends_with(2, &said);
    assert!(!run.stderr.contains(&root.to_string()), "{}", run.stderr);
}
