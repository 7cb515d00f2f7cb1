//! The tutorial is played: each command of docs/tutorial.md in a tree that has its files, and what it prints compared with
//! the page. `UPDATE_EXPECT=1` rewrites the page.

mod session;

use std::fs;
use std::path::Path;

const FENCE: &str = "```console\n";
const END: &str = "```\n";

#[test]
fn the_tutorial_says_what_happens() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = session::scratch("tutorial");
    session::copy_tree(&root.join("docs/tutorial"), &place.join("docs/tutorial"));
    let page = root.join("docs/tutorial.md");
    let expected = fs::read_to_string(&page).expect("the tutorial");
    let played = replayed(&expected, &place);
    if session::comparable(&played) == session::comparable(&expected) {
        return;
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&page, &played).expect("written");
        return;
    }
    panic!("the tutorial differs from what happens, which is:\n{played}");
}

/// The page with what its commands print.
fn replayed(page: &str, place: &Path) -> String {
    let mut text = String::new();
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(FENCE) {
        let (block, after) = after.split_once(END).expect("a closed block");
        text += &format!("{before}{FENCE}{}{END}", session::play(block, place));
        rest = after;
    }
    assert!(!text.is_empty(), "no command was found");
    text + rest
}
