//! Co-reached groups of C programs: each `tests/cases/coreach/NAME.c` says in comments of its own,
//! as in `// {1 3} {2}`, which of its labels are always reached together. A first line like
//! `// --library` holds options.

mod listed;

use listed::cases;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/coreach");

type Groups = BTreeSet<BTreeSet<u64>>;

#[test]
fn groups_of_all_cases_are_as_their_comments_say() {
    let mut wrong = Vec::new();
    for case in cases("coreach", "c") {
        let text = std::fs::read_to_string(&case).expect("the case is text");
        let (wanted, actual) = (wanted(&text), actual(&case, &text));
        for group in wanted.symmetric_difference(&actual) {
            let what = match wanted.contains(group) {
                true => "is missing",
                false => "is unwanted",
            };
            wrong.push(format!("{}: {group:?} {what}", case.display()));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn both_formats_and_the_label_table_tell_the_same_groups() {
    let case = Path::new(FOLDER).join("figure3.c");
    let json = tamis("blocks", &case, &["--criteria", "none", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    let parts = &json["groups"][0]["parts"];
    assert_eq!(parts[0]["function"], "calledOnce");
    assert_eq!(parts[0]["labels"], serde_json::json!([1]));
    assert_eq!(parts[1]["labels"], serde_json::json!([3, 4]));
    let assumptions = json["assumptions"].to_string();
    assert!(assumptions.contains("whole program"), "{assumptions}");

    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("coreach-table");
    let folder = out.to_string_lossy();
    tamis("annotate", &case, &["--criteria", "none", "-o", &folder]);
    let table = std::fs::read_to_string(out.join("labels.csv")).expect("it was written");
    let group = |row: &str| row.split(',').nth(8).map(String::from);
    let groups: Vec<String> = table.lines().skip(1).filter_map(group).collect();
    assert_eq!(groups, ["1", "2", "1", "1", "3", "3", "4"]);
}

#[test]
fn the_groups_do_not_depend_on_the_number_of_threads() {
    let case = Path::new(FOLDER).join("calls.c");
    let run = |jobs| tamis("blocks", &case, &["--criteria", "all", "--jobs", jobs]);
    assert_eq!(run("1"), run("2"));
}

fn wanted(text: &str) -> Groups {
    let comments = text.lines().filter_map(|line| {
        let comment = line.trim_start().strip_prefix("// ")?;
        comment.starts_with('{').then_some(comment)
    });
    comments
        .flat_map(|line| line.split('}').map(numbers))
        .filter(|group| !group.is_empty())
        .collect()
}

fn actual(case: &Path, text: &str) -> Groups {
    let first = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("// "));
    let options = first.filter(|line| line.starts_with("--"));
    let mut options: Vec<&str> = options.unwrap_or_default().split_whitespace().collect();
    options.extend(["--criteria", "none"]);
    let groups = tamis("blocks", case, &options);
    let inside = |line: &str| {
        let (_, rest) = line.split_once(": ").expect("a group has a number");
        numbers(rest.split('}').next().unwrap_or_default())
    };
    groups.lines().map(inside).collect()
}

fn numbers(text: &str) -> BTreeSet<u64> {
    let words = text.split(|c: char| !c.is_ascii_digit());
    words.filter_map(|word| word.parse().ok()).collect()
}

fn tamis(command: &str, case: &Path, options: &[&str]) -> String {
    let mut tamis = Command::new(env!("CARGO_BIN_EXE_tamis"));
    let output = tamis.arg(command).args(options).arg(case).output();
    let output = output.expect("tamis runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}: {stderr}",
        case.display()
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}
