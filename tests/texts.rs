//! The pages for readers: README.md, ARCHITECTURE.md and docs/*.md are short, their links lead somewhere, and the files and
//! functions that they name exist.

use std::fs;
use std::path::{Path, PathBuf};

const MAX_README: usize = 130;
const MAX_WIDTH: usize = 110;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a page")
}

fn pages() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).expect("docs").flatten();
    let docs = docs.map(|entry| entry.path());
    let mut pages: Vec<PathBuf> = docs
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    pages.extend(["README.md", "ARCHITECTURE.md"].map(|name| root().join(name)));
    pages.sort();
    pages
}

/// The lines outside of code blocks.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut code = false;
    page.lines().filter(move |line| {
        let fence = line.starts_with("```");
        code ^= fence;
        !code && !fence
    })
}

/// What stands between single backticks.
fn names(page: &str) -> Vec<&str> {
    let lines = prose(page).flat_map(|line| line.split('`').skip(1).step_by(2));
    lines.collect()
}

/// Checks every page, and tells all problems at once.
fn check(pages: &[PathBuf], problems: impl Fn(&Path, &str) -> Vec<String>) {
    let of = |page: &PathBuf| {
        let name = page.strip_prefix(root()).expect("a page").display();
        let found = problems(page, &text(page)).into_iter();
        found.map(|p| format!("{name}: {p}")).collect::<Vec<_>>()
    };
    let all: Vec<String> = pages.iter().flat_map(of).collect();
    assert!(all.is_empty(), "\n{}\n", all.join("\n"));
}

/// Every file of ours, relative to the repository.
fn files(below: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(below).expect("a directory").flatten() {
        let path = entry.path();
        let name = path.strip_prefix(root()).expect("inside").to_string_lossy();
        let ours = !name.starts_with(['.', 't']) || name.starts_with("tests");
        match path.is_dir() {
            true if !path.is_symlink() && ours => files(&path, found),
            true => {}
            false => found.push(format!("/{name}")),
        }
    }
}

#[test]
fn the_readme_fits_three_screens() {
    let lines = text(&root().join("README.md")).lines().count();
    assert!(lines <= MAX_README, "{lines} lines, more than {MAX_README}");
}

#[test]
fn lines_are_short() {
    check(&pages(), |_, page| {
        let long =
            prose(page).filter(|line| !line.starts_with('|') && line.chars().count() > MAX_WIDTH);
        long.map(|line| format!("more than {MAX_WIDTH} characters: {line}"))
            .collect()
    });
}

/// The first screen of the README has a real program.
#[test]
fn the_readme_begins_with_a_real_program() {
    let readme = text(&root().join("README.md"));
    let screen: Vec<&str> = readme.lines().take(30).collect();
    for wanted in ["tamis clean -p benchmarks/subjects/", "to cover", "wm "] {
        assert!(
            screen.iter().any(|line| line.contains(wanted)),
            "{wanted}: {screen:?}"
        );
    }
}

#[test]
fn links_lead_somewhere() {
    check(&pages(), |path, page| {
        let targets = prose(page).flat_map(|line| line.split("](").skip(1));
        let targets = targets.filter_map(|rest| rest.split(')').next());
        let dead = targets.filter(|target| {
            let file = target.split('#').next().unwrap_or_default();
            let here = path.parent().expect("a directory");
            !target.starts_with("http") && !file.is_empty() && !here.join(file).exists()
        });
        dead.map(|target| format!("no `{target}`")).collect()
    });
}

#[test]
fn files_that_are_named_exist() {
    let mut all = Vec::new();
    files(root(), &mut all);
    let developers = ["ARCHITECTURE.md", "docs/internals.md"].map(|name| root().join(name));
    check(&developers, |_, page| {
        let ends = [".rs", ".csv", ".c", ".py", ".h", ".js"];
        let named = names(page).into_iter().filter(|name| {
            let plain = !name.contains(|c: char| "*<> …".contains(c));
            // What a run writes is described in docs/output.md.
            let written = [
                "labels.csv",
                "status.csv",
                "coverage.csv",
                "tests.csv",
                "f.c",
            ];
            plain && ends.iter().any(|end| name.ends_with(end)) && !written.contains(name)
        });
        let absent =
            named.filter(|name| !all.iter().any(|file| file.ends_with(&format!("/{name}"))));
        absent.map(|name| format!("no file `{name}`")).collect()
    });
}

/// `part::function` and `part::Type::function` of docs/internals.md are defined in that part.
#[test]
fn functions_that_are_named_exist() {
    let mut all = Vec::new();
    files(&root().join("src"), &mut all);
    let sources: Vec<(String, String)> = (all.into_iter())
        .filter(|file| file.ends_with(".rs"))
        .map(|file| (text(&root().join(&file[1..])), file))
        .map(|(text, file)| (file, text))
        .collect();
    check(&[root().join("docs/internals.md")], |_, page| {
        let paths = names(page).into_iter().filter(|name| name.contains("::"));
        let undefined = paths.filter(|path| {
            let part = path.split("::").next().unwrap_or_default();
            let name = path.split("::").last().unwrap_or_default();
            let word = name.trim_end_matches("()");
            let inside = |file: &str| {
                file.starts_with(&format!("/src/{part}/")) || file == format!("/src/{part}.rs")
            };
            let kinds = ["fn", "struct", "enum", "trait"];
            let defined = |text: &str| {
                kinds.iter().any(|kind| {
                    ["(", "<", " "]
                        .iter()
                        .any(|end| text.contains(&format!("{kind} {word}{end}")))
                })
            };
            !sources
                .iter()
                .any(|(file, text)| inside(file) && defined(text))
        });
        undefined.map(|path| format!("no `{path}`")).collect()
    });
}
