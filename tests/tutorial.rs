//! Pages with transcripts are played: each command of their `console` blocks in a tree that has the files it needs, and
//! what it prints compared with the page. `UPDATE_EXPECT=1` rewrites the page.

mod scratch;
mod session;
mod transcript;
mod tree;

use std::fs;
use std::path::Path;

const FENCE: &str = "```console\n";
const END: &str = "```\n";

#[test]
fn the_tutorial_says_what_happens() {
    says_what_happens("docs/tutorial.md", &["docs/tutorial"]);
}

#[test]
fn the_readme_says_what_happens() {
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

/// Plays a page in a tree with these directories of the repository.
fn says_what_happens(page: &str, directories: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = scratch::scratch(&page.replace('/', "-"));
    for directory in directories {
        tree::copy_tree(&root.join(directory), &place.join(directory));
    }
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
