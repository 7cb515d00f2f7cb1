//! The interpreter on C: each `tests/cases/interp/NAME.c` has in `NAME.out` what it prints and
//! its exit status. `UPDATE_EXPECT=1` writes that anew, from the program that the C compiler builds:
//! the compiler is right, whatever the interpreter does.

mod support;

use std::path::Path;
use std::process::Command;
use support::listed::cases;
use tamis::frontend::{TranslationUnit, command, read};
use tamis::ir::interp::{Limits, Machine};
use tamis::ir::{verify, verify_unit};

#[test]
fn programs_print_what_the_compiled_ones_print() {
    let mut wrong = Vec::new();
    for case in cases("interp", "c") {
        let expected = case.with_extension("out");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&expected, compiled(&case)).unwrap();
        }
        let wanted = std::fs::read_to_string(&expected).unwrap_or_default();
        let actual = interpreted(&case);
        if actual != wanted {
            wrong.push(format!("{}:\n{actual}", case.display()));
        }
    }
    assert!(
        wrong.is_empty(),
        "other output than expected:\n{}",
        wrong.join("\n")
    );
}

fn lowered(case: &Path) -> TranslationUnit {
    let unit = read(&command::from_flags(case, &[]).unwrap()).unwrap();
    let messages: Vec<String> = unit.diagnostics.iter().map(|d| d.to_string()).collect();
    verify_unit(&unit.unit).unwrap();
    for function in &unit.unit.functions {
        verify(&unit.unit, function).unwrap();
    }
    assert_eq!(messages, Vec::<String>::new(), "{}", case.display());
    unit
}

fn interpreted(case: &Path) -> String {
    let unit = lowered(case);
    let limits = Limits {
        steps: 100_000_000,
        ..Limits::default()
    };
    let outcome = Machine::new(&unit.unit).limits(limits).run(&["program"]);
    let text = String::from_utf8_lossy(&outcome.stdout);
    match outcome.trap {
        Some(trap) => format!("{text}trap: {trap}\n"),
        None => format!("{text}status {}\n", outcome.status),
    }
}

fn compiled(case: &Path) -> String {
    let name = case.file_stem().unwrap();
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let built = Command::new("cc")
        .args(["-w", "-fwrapv", "-O0", "-o"])
        .arg(&program)
        .arg(case)
        .status();
    assert!(built.unwrap().success());
    let output = Command::new(&program).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    format!("{text}status {}\n", output.status.code().unwrap_or(-1))
}
