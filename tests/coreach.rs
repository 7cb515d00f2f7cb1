//! Co-reached groups of C programs: each `tests/cases/coreach/NAME.c` says in comments of its own,
//! as in `// {1 3} {2}`, which of its labels are always reached together. A first line like
//! `// --library` holds options.
//!
//! Each `tests/cases/coreach/NAME.ir` is IR as text, without C in front; the groups of its functions are in the file beside it.
//! `UPDATE_EXPECT=1` writes them anew.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use support::listed::cases;
use tamis::base::Assumed;
use tamis::coreach::{Outline, Program, World};
use tamis::ir::{self, Hidden, PointId};

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
fn groups_of_ir_are_as_expected() {
    for file in cases("coreach", "ir") {
        let unit = ir::read(&support::read(&file))
            .unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        assert_eq!(ir::verify_unit(&unit), Ok(()), "{}", file.display());
        let outline = Outline::new(&unit, Hidden::default());
        let program = Program::new(&[outline], World::Library, true, &Assumed::default());
        let labels = unit.functions.iter().map(|f| &f.sites.source_labels);
        let points: Vec<Vec<PointId>> = labels
            .map(|labels| labels.iter().map(|label| label.point).collect())
            .collect();
        let mut text = String::new();
        for (function, groups) in unit.functions.iter().zip(program.groups(&points).of) {
            let mut lists: BTreeMap<u32, Vec<String>> = BTreeMap::new();
            for (label, group) in function.sites.source_labels.iter().zip(groups) {
                let id = label.id.unwrap_or_default().to_string();
                lists.entry(group).or_default().push(id);
            }
            let shown = lists.values().map(|ids| format!(" {{{}}}", ids.join(" ")));
            text += &format!("{}{}\n", function.name, shown.collect::<String>());
        }
        let same = support::expected::is_expected(&file.with_extension("expected"), &text);
        assert!(same, "{}:\n{text}", file.display());
    }
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

    let out = support::absent("coreach-table");
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
    let case = case.to_string_lossy();
    support::done(Path::new("/"), &[&[command], options, &[&*case]].concat())
}
