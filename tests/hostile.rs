//! Malformed and hostile C, and broken files of others: a message with its place and exit code 2, never a panic.

#[path = "hostile/mutate.rs"]
mod mutate;
#[path = "hostile/readers.rs"]
mod readers;
mod support;
#[path = "hostile/target.rs"]
mod target;
#[path = "hostile/texts.rs"]
mod texts;

use std::fs;
use std::path::Path;
use std::process::Command;
use texts::{Fate, Text};

#[test]
fn hostile_files_end_with_a_message_and_not_with_a_crash() {
    let directory = support::directory("hostile");
    let wrong: Vec<String> = texts::all()
        .iter()
        .filter_map(|text| run(text, &directory).err())
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Runs the program on one text; the error says what should have been otherwise.
fn run(text: &Text, directory: &Path) -> Result<(), String> {
    let file = format!("{}.c", text.name);
    fs::write(directory.join(&file), &text.bytes).expect("the test file can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_tamis"))
        .args([
            "annotate",
            "--criteria",
            "all",
            "-o",
            &format!("{}.out", text.name),
            &file,
            "--",
            "-w",
        ])
        .current_dir(directory)
        .output()
        .expect("tamis can be started");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code();
    let problem = if stderr.contains("panicked") || !matches!(code, Some(0 | 2)) {
        format!("ended with {}", output.status)
    } else if text.fate == Fate::Fine && code != Some(0) {
        "was refused".to_string()
    } else if text.fate == Fate::Refused && code != Some(2) {
        "was not refused".to_string()
    } else if code == Some(2) && !has_place(&stderr, &file) {
        "was refused without a place".to_string()
    } else {
        return Ok(());
    };
    Err(format!(
        "{file} {problem}: {}",
        stderr.chars().take(300).collect::<String>()
    ))
}

/// Whether a message begins with the file and a line: `x.c:3:`.
fn has_place(stderr: &str, file: &str) -> bool {
    let places = stderr
        .match_indices(file)
        .map(|(at, _)| &stderr[at + file.len()..]);
    places.into_iter().any(|rest| {
        let digits = rest
            .strip_prefix(':')
            .unwrap_or("")
            .chars()
            .take_while(char::is_ascii_digit)
            .count();
        digits > 0 && rest[1 + digits..].starts_with(':')
    })
}

#[test]
fn files_that_are_not_there_are_named() {
    for arguments in [
        &["annotate", "no_such_file.c"][..],
        &["annotate", "--compile-commands", "no_such_file.json"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_tamis"))
            .args(arguments)
            .current_dir(support::directory("absent"))
            .output()
            .expect("tamis can be started");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            matches!(output.status.code(), Some(1 | 2)),
            "{arguments:?}: {}: {stderr}",
            output.status
        );
        assert!(stderr.contains("no_such_file"), "{arguments:?}: {stderr}");
    }
}

#[test]
fn seeds_are_read_in_full() {
    for (name, text) in target::seeds() {
        let report = target::analyse(text);
        assert_eq!(report, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn a_seed_cut_anywhere_never_panics() {
    let mut random = mutate::Random(1);
    for (_, text) in target::seeds() {
        for _ in 0..30 {
            survives(text[..random.below(text.len())].to_vec());
        }
    }
}

#[test]
fn mutated_seeds_never_panic() {
    let seeds: Vec<Vec<u8>> = target::seeds().into_iter().map(|(_, text)| text).collect();
    for number in 0..400 {
        survives(mutate::mutate(&seeds, &mut mutate::Random(number)));
    }
}

#[test]
fn changed_files_of_results_and_coverage_never_panic() {
    let directory = support::directory("readers");
    readers::scene(&directory).expect("the files can be copied");
    for (name, text) in readers::files() {
        let seeds = [text];
        for number in 0..60 {
            let mut random = mutate::Random(number);
            let changed = match number % 4 {
                0 => seeds[0][..random.below(seeds[0].len())].to_vec(),
                _ => mutate::mutate(&seeds, &mut random),
            };
            if let Err(message) = readers::attempt(&directory, &name, &changed) {
                let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("panic-{name}"));
                let _ = fs::write(&kept, changed);
                panic!("{message}: the text is in {}", kept.display());
            }
        }
    }
}

/// Defaults of the user: whatever stands there is used or refused, with a message.
#[test]
fn a_broken_tamis_toml_is_a_message() {
    let directory = support::directory("toml");
    let files = readers::files();
    let (_, text) = files
        .iter()
        .find(|(name, _)| name == "tamis.toml")
        .expect("there");
    for number in 0..40 {
        let changed = mutate::mutate(std::slice::from_ref(text), &mut mutate::Random(number));
        fs::write(directory.join("tamis.toml"), &changed).expect("written");
        let output = Command::new(env!("CARGO_BIN_EXE_tamis"))
            .args(["clean", "no_such_file.c"])
            .current_dir(&directory)
            .output()
            .expect("tamis can be started");
        let stderr = String::from_utf8_lossy(&output.stderr);
        let told = matches!(output.status.code(), Some(1 | 2)) && !stderr.contains("panicked");
        assert!(told, "{number}: {}: {stderr}", output.status);
    }
}

fn survives(text: Vec<u8>) {
    if let Err(message) = target::attempt(text.clone()) {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("panic.c");
        let _ = fs::write(&kept, text);
        panic!("{message}: the text is in {}", kept.display());
    }
}
