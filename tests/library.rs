//! The table of the prototypes of the C library against the headers of this machine: `tests/cases/library/headers.c` is read as
//! any file is. `UPDATE_EXPECT=1` adds what the headers declare and the table does not have.

use std::collections::BTreeMap;
use std::path::PathBuf;
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
