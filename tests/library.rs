//! The table of the prototypes of the C library against the headers of this machine: `tests/cases/library/headers.c` is read as
//! any file is. `UPDATE_EXPECT=1` adds what the headers declare and the table does not have. And the names that compilers know.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;
use tamis::frontend::{command, read};
use tamis::ir::{GlobalKind, Linkage};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[test]
fn prototypes_are_those_of_the_headers() {
    let path = PathBuf::from(ROOT).join("src/ir/prototypes.csv");
    let text = std::fs::read_to_string(&path).expect("the table is there");
    let rows = text.lines().skip(1).filter_map(|row| row.split_once(';'));
    let mut table: BTreeMap<String, String> =
        rows.map(|(name, p)| (name.into(), p.into())).collect();
    let mut wrong = Vec::new();
    for flags in [&["-O0"][..], &["-O0", "-std=c89", "-D_FILE_OFFSET_BITS=64"]] {
        for (name, prototype) in declared(flags) {
            let known = table.entry(name.clone()).or_default();
            if !known.split('|').any(|known| known == prototype) {
                wrong.push(format!("{name}: {prototype} and not {known}"));
                let bar = if known.is_empty() { "" } else { "|" };
                *known += &format!("{bar}{prototype}");
            }
        }
    }
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let rows: String = table.iter().map(|(n, p)| format!("{n};{p}\n")).collect();
        std::fs::write(&path, format!("name;prototype\n{rows}")).expect("it can be written");
        return;
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// The external functions that the headers declare, by symbol.
fn declared(flags: &[&str]) -> Vec<(String, String)> {
    let file = PathBuf::from(ROOT).join("tests/cases/library/headers.c");
    let flags: Vec<String> = flags.iter().map(|flag| flag.to_string()).collect();
    let tu =
        read(&command::from_flags(&file, &flags).expect("flags")).expect("the headers can be read");
    let functions = tu
        .unit
        .globals
        .values()
        .filter_map(|global| match &global.kind {
            GlobalKind::Function { prototype, .. }
                if global.linkage == Linkage::External && !global.name.contains('@') =>
            {
                Some((global.name.clone(), prototype.clone()))
            }
            _ => None,
        });
    functions.collect()
}

/// Whatever has a row that says how it behaves has one that says how it is declared.
#[test]
fn all_functions_of_the_table_have_a_prototype() {
    let read = |path: &str| std::fs::read_to_string(format!("{ROOT}/{path}")).expect("it is there");
    let (library, prototypes) = (
        read("src/coreach/library.csv"),
        read("src/ir/prototypes.csv"),
    );
    let declared: Vec<&str> = prototypes
        .lines()
        .filter_map(|row| Some(row.split_once(';')?.0))
        .collect();
    let without = library.lines().skip(1).filter_map(|row| {
        let (name, rest) = row.split_once(',')?;
        let builtin = name.starts_with("__builtin_") || name == "__tamis_label";
        let counts = !builtin && !rest.starts_with("object");
        (counts && !declared.contains(&name)).then_some(name)
    });
    let without: Vec<&str> = without.collect();
    assert!(without.is_empty(), "{without:?}");
}

/// The names that gcc's own strings show as those of functions which it has code for, and those that clang has code for among them.
#[test]
fn every_function_that_compilers_have_code_for_has_a_row() {
    let told = Command::new("gcc").arg("-print-prog-name=cc1").output();
    let cc1 = String::from_utf8(told.expect("gcc").stdout).expect("a name");
    let strings = std::fs::read(cc1.trim()).expect("the compiler can be read");
    let words = strings.split(|&byte| byte == 0);
    let words = words.filter_map(|word| std::str::from_utf8(word).ok());
    let plain = |word: &&str| {
        let mut bytes = word.bytes();
        bytes.next().is_some_and(|first| first.is_ascii_lowercase())
            && bytes.all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
    };
    let words = words.map(|word| word.trim_start_matches("__builtin_"));
    let words: BTreeSet<&str> = words.filter(plain).collect();
    let declare = |word: &&str| format!("struct unlikely {word}(struct unlikely);\n");
    let lines: String = words.iter().map(declare).collect();
    let folder = support::directory("library-builtins");
    let file = folder.join("declared.c");
    std::fs::write(&file, format!("struct unlikely {{ int a; }};\n{lines}")).expect("written");
    let rows = ["src/coreach/library.csv", "src/coreach/builtins.csv"]
        .map(|path| std::fs::read_to_string(format!("{ROOT}/{path}")).expect("it is there"));
    let known: BTreeSet<&str> = rows
        .iter()
        .flat_map(|rows| rows.lines().skip(1))
        .filter_map(|row| row.split(',').next())
        .collect();
    let mut missing = BTreeSet::new();
    for (compiler, mark) in [
        ("gcc", "conflicting types for built-in function '"),
        ("clang", "incompatible redeclaration of library function '"),
    ] {
        let mut command = Command::new(compiler);
        command.args(["-fsyntax-only", "-x", "c"]).arg(&file);
        command.env("LC_ALL", "C");
        if compiler == "clang" {
            command.arg("-ferror-limit=0");
        }
        let told = command.output().expect("a compiler").stderr;
        let told = String::from_utf8_lossy(&told).into_owned();
        let names = told
            .lines()
            .filter_map(|line| line.split_once(mark)?.1.split('\'').next());
        let names: Vec<&str> = names.collect();
        assert!(names.len() > 300, "{compiler}: {}", names.len());
        missing.extend(
            names
                .into_iter()
                .filter(|name| !known.contains(name))
                .map(str::to_string),
        );
    }
    assert!(missing.is_empty(), "{missing:?}");
}

/// The page on guarantees has the table of assumptions.
#[test]
fn the_guarantees_list_every_assumption() {
    let page = std::fs::read_to_string(format!("{ROOT}/docs/guarantees.md")).expect("it is there");
    for row in tamis::base::assumptions(&tamis::base::Assumed::default()) {
        let drop = if row.can_be_dropped { "yes" } else { "no" };
        let line = format!("| `{}` | {drop} | {} |", row.name, row.sentence);
        assert!(page.contains(&line), "{line}");
    }
}
