//! Every sequence of up to four type words that both compilers accept. What comes out is the text of a case: the
//! layout and the sign of each such type are questions, which may be left out for complex numbers only.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const WORDS: [&str; 12] = [
    "char",
    "short",
    "int",
    "long",
    "signed",
    "unsigned",
    "float",
    "double",
    "_Bool",
    "_Complex",
    "__int128",
    "__float128",
];
const LONGEST: usize = 4;

pub fn questions() -> String {
    let mut text = String::new();
    let mut shorter = vec![String::new()];
    for length in 1..=LONGEST {
        shorter = longer_by_one(&shorter);
        for (number, words) in shorter.iter().enumerate() {
            let complex = words.contains("_Complex");
            let ask = if complex { "MAY" } else { "ASK" };
            text += &format!("{ask} sizeof({words}) * 100 + _Alignof({words});\n");
            let name = format!("S{length}_{number}");
            text += &format!("struct {name} {{ char c; {words} x; }};\n");
            text += &format!("{ask} sizeof(struct {name});\n");
            text += &format!("{ask} sizeof(1 ? ({words})1 : ({words})1);\n");
            if !complex {
                text += &format!("{ask} ({words})-1 < ({words})0;\n");
            }
        }
    }
    text
}

/// These sequences with one word more, as far as both compilers accept them.
fn longer_by_one(shorter: &[String]) -> Vec<String> {
    let with = |words: &String| {
        let words = words.clone();
        WORDS.map(|word| format!("{words} {word}").trim().to_string())
    };
    let candidates: Vec<String> = shorter.iter().flat_map(with).collect();
    let refused = ["gcc", "clang"].map(|compiler| refused(compiler, &candidates));
    let accepted = |number: &usize| refused.iter().all(|lines| !lines.contains(&(number + 1)));
    let numbers = (0..candidates.len()).filter(accepted);
    numbers.map(|number| candidates[number].clone()).collect()
}

/// The lines of a file with a declaration per line that a compiler does not accept.
fn refused(compiler: &str, candidates: &[String]) -> BTreeSet<usize> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("words-{compiler}.c"));
    let lines: Vec<String> = candidates
        .iter()
        .enumerate()
        .map(|(number, words)| format!("typedef {words} t{number};"))
        .collect();
    std::fs::write(&path, lines.join("\n")).unwrap();
    let mut check = Command::new(compiler);
    check.args(["-w", "-fsyntax-only"]).arg(&path);
    if compiler == "clang" {
        check.arg("-ferror-limit=0");
    }
    let messages = check.output().unwrap().stderr;
    let messages = String::from_utf8_lossy(&messages);
    let place = format!("{}:", path.display());
    let line = |message: &str| {
        let rest = message.strip_prefix(place.as_str())?;
        rest.contains(" error: ").then_some(())?;
        rest.split(':').next()?.parse().ok()
    };
    messages.lines().filter_map(line).collect()
}
