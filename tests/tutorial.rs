//! Pages with transcripts are played: each command of their `console` blocks in a tree that has the files it needs, and
//! what it prints compared with the page. `UPDATE_EXPECT=1` rewrites the page.

mod support;

use std::fs;
use std::path::Path;
use std::process::Command;
use support::{session, transcript, tree};

const FENCE: &str = "```console\n";
const END: &str = "```\n";

#[test]
fn the_tutorial_says_what_happens() {
    says_what_happens("docs/tutorial.md", &["docs/tutorial"]);
}

#[test]
fn the_readme_says_what_happens() {
    // The program of the first screen.
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    brought(root, "gzip");
    says_what_happens("README.md", &["benchmarks/example"]);
}

#[test]
fn the_guide_says_what_happens() {
    says_what_happens("docs/guide.md", &["tests/cases/figures"]);
}

#[test]
fn the_page_on_criteria_says_what_happens() {
    says_what_happens("docs/criteria.md", &["benchmarks/example"]);
}

/// Each example is proved again, as the page shows it, on the program that `benchmarks/fetch` and `benchmarks/prepare` bring.
#[test]
fn the_page_on_infeasible_labels_shows_what_is_proved() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/infeasible.md")).expect("the page");
    let place = support::directory("infeasible");
    let mut examples = 0;
    for part in page.split("\n## ").filter(|part| part.contains("\n```\n")) {
        let mut blocks = part.split("\n```\n");
        let (before, block) = (
            blocks.next().expect("text"),
            blocks.next().expect("a block"),
        );
        let place_of = before.lines().last().filter(|line| !line.is_empty());
        let place_of = place_of.or(before.lines().rev().nth(1)).expect("a place");
        let words: Vec<&str> = place_of.split([',', '`', ' ', ':']).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let [program, file, function] = words.as_slice() else {
            panic!("not a program, a file and a function: {place_of}");
        };
        examples += 1;
        let subject = root.join("benchmarks/subjects").join(program);
        brought(root, program);
        let clean = format!(
            "tamis clean -q -p '{}' --only '{file}' --functions {function} --criteria cc --no-cache",
            subject.display()
        );
        session::output(&clean, &place);
        let line = block.split('|').next().expect("a number").trim();
        let predicate = block
            .lines()
            .nth(1)
            .and_then(|line| line.trim().strip_prefix("predicate"));
        let predicate = predicate.expect("a predicate").trim();
        let labels = fs::read_to_string(place.join("tamis.out/labels.csv")).expect("labels");
        let id = labels.lines().find(|row| {
            let place = format!("{file},{line},");
            row.contains(&place)
                && row
                    .trim_end_matches('"')
                    .ends_with(&format!(",{predicate}"))
        });
        let id = id.and_then(|row| row.split(',').next()).unwrap_or_else(|| {
            panic!("{program}: no label with {predicate} on line {line} of {file}")
        });
        let explained = session::output(&format!("tamis explain {id}"), &place);
        for wanted in block.lines() {
            let found = explained.lines().any(|line| line.trim() == wanted.trim());
            assert!(found, "{program}: {wanted}\n{explained}");
        }
        assert!(explained.contains("infeasible"), "{explained}");
    }
    assert_eq!(examples, 6);
}

/// Brings a subject of the measurements, unless it is there.
fn brought(root: &Path, program: &str) {
    for script in ["benchmarks/fetch", "benchmarks/prepare"] {
        let brought = Command::new(root.join(script)).arg(program).output();
        let brought = brought.expect("started");
        let said = String::from_utf8_lossy(&brought.stderr);
        assert!(brought.status.success(), "{script} {program}: {said}");
    }
}

/// Plays a page in a tree with these directories of the repository.
fn says_what_happens(page: &str, directories: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = support::directory(&page.replace('/', "-"));
    for directory in directories {
        tree::copy_tree(&root.join(directory), &place.join(directory));
    }
    fs::create_dir_all(place.join("benchmarks")).expect("made");
    let subjects = root.join("benchmarks/subjects");
    std::os::unix::fs::symlink(subjects, place.join("benchmarks/subjects")).expect("linked");
    let page = root.join(page);
    let expected = fs::read_to_string(&page).expect("the page");
    let played = replayed(&expected, &place);
    if transcript::comparable(&played) == transcript::comparable(&expected) {
        return;
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&page, &played).expect("written");
        return;
    }
    panic!("the page differs from what happens, which is:\n{played}");
}

/// The page with what its commands print.
fn replayed(page: &str, place: &Path) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(FENCE) {
        let (block, after) = after.split_once(END).expect("a closed block");
        text += &format!("{before}{FENCE}{}{END}", transcript::play(block, place));
        rest = after;
    }
    assert!(!text.is_empty(), "no command was found");
    text + rest
}
