//! The contracts of the C library (`src/coreach/contracts.csv`) against the library itself: each row of
//! `tests/cases/contracts/calls.csv` is a call, `name;argument;argument;…` in C, and a program that is compiled and run checks that
//! the result of each lies where all rows of its function say.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn read(path: &str) -> String {
    std::fs::read_to_string(format!("{ROOT}/{path}")).expect("it is there")
}

/// A bound as C; `None` if there is none.
fn bound(text: &str, args: &[&str]) -> Option<String> {
    if let Some(index) = text.strip_prefix("conversions") {
        let format = args[index.parse::<usize>().unwrap() - 1];
        let inside = format.replace("%%", "").replace("%*", "");
        return Some(inside.matches('%').count().to_string());
    }
    (!text.is_empty()).then(|| match text.strip_prefix("arg") {
        Some(index) => format!("(__int128)a{index}"),
        None => format!("(__int128){text}"),
    })
}

fn condition(when: &str, args: &[&str]) -> String {
    let Some((index, rest)) = when.strip_prefix("arg").and_then(|w| w.split_once(' ')) else {
        return "1".into();
    };
    match rest.split_once(' ') {
        Some((low, high)) => format!("a{index} >= {low} && a{index} <= {high}"),
        // Of a literal; others are not recognised by tamis.
        None => format!(
            "{}",
            u8::from(args[index.parse::<usize>().unwrap() - 1] == "\"\"")
        ),
    }
}

#[test]
fn the_library_keeps_its_contracts() {
    let table = read("src/coreach/contracts.csv");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .skip(1)
        .map(|r| r.split(',').collect())
        .collect();
    let calls = read("tests/cases/contracts/calls.csv");
    let mut called = BTreeSet::new();
    let mut text = read("tests/cases/contracts/start.c");
    for (number, call) in calls.lines().enumerate() {
        let fields: Vec<&str> = call.split(';').collect();
        let (name, args) = (fields[0], &fields[1..]);
        called.insert(name);
        let _ = writeln!(text, "static void call{number}(void) {{");
        for (i, arg) in args.iter().enumerate() {
            let _ = writeln!(text, "    __auto_type a{} = {arg};", i + 1);
        }
        let names: Vec<String> = (1..=args.len()).map(|i| format!("a{i}")).collect();
        let _ = writeln!(text, "    __int128 r = ({name})({});", names.join(", "));
        for row in rows.iter().filter(|row| row[0] == name) {
            let when = condition(row[3], args);
            for (end, sign) in [(row[1], ">="), (row[2], "<=")] {
                if let Some(end) = bound(end, args) {
                    let shown = call
                        .replace('\\', "\\\\")
                        .replace('"', "\\\"")
                        .replace('%', "%%");
                    let _ = writeln!(
                        text,
                        "    if (({when}) && !(r {sign} {end})) {{ printf(\"{shown}: %lld\\n\", (long long)r); wrong = 1; }}"
                    );
                }
            }
        }
        text.push_str("}\n");
    }
    text.push_str("int main(void) {\n");
    for number in 0..calls.lines().count() {
        let _ = writeln!(text, "    call{number}();");
    }
    text.push_str("    return wrong;\n}\n");
    // Names of the linker for what the headers call otherwise.
    let known: BTreeSet<&str> = rows.iter().map(|row| row[0]).collect();
    let without: Vec<&&str> = known.difference(&called).collect();
    assert!(without.is_empty(), "no calls of {without:?}");
    let stem = Path::new(env!("CARGO_TARGET_TMPDIR")).join("contracts");
    std::fs::write(stem.with_extension("c"), text).unwrap();
    for level in ["-O0", "-O2"] {
        let built = Command::new("cc")
            .args(["-w", "-fwrapv", level])
            .arg(stem.with_extension("c"))
            .arg("-o")
            .arg(stem.with_extension("exe"))
            .output()
            .unwrap();
        assert!(
            built.status.success(),
            "{}",
            String::from_utf8_lossy(&built.stderr)
        );
        let run = Command::new(stem.with_extension("exe")).output().unwrap();
        let printed = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.success(), "{printed}");
    }
}
