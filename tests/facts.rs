//! gcc and clang contradict nothing that the front end computes for the cases of the other tests and for system headers,
//! and a fact that is wrong is noticed. `benchmarks/facts` does the same for real programs.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use support::directory;
use tamis::frontend::facts::{Claim, FactKind};
use tamis::frontend::{self, CompileCommand};
use tamis::oracle::{self, Compiler};
use tamis::pipeline::{self, FactsRequest, Inputs};

const COMPILERS: [&str; 2] = ["gcc", "clang"];

const HEADERS: &str = "
#define _GNU_SOURCE
#include <complex.h>
#include <elf.h>
#include <inttypes.h>
#include <math.h>
#include <netinet/ip.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/ucontext.h>
#include <termios.h>
#include <time.h>
";

/// Something of each kind.
const SMALL: &str = "
struct s { int a : 3; unsigned b : 7; char c; long d; struct { int x; } e; union { int u; float f; }; };
enum e { A = 1, B = A << 3, C = -4 };
static int table[B] = { 1, sizeof(struct s), 3 + A };
_Noreturn void stop(int);
int back(int);
int f(int x, struct s *p)
{
    struct local { char q; int r; } l = { 1, 2 };
    switch (x) { case A: return 1; case B + 1: return l.r; default: break; }
    if (__builtin_types_compatible_p(int, long)) return __builtin_choose_expr(A == 1, 4, 5);
    if (x > 3) return _Generic(x, int: 1, default: 2) + (int)sizeof *p + (int)_Alignof(struct s);
    return table[__builtin_offsetof(struct s, c)] + p->b;
}
";

fn c_files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            c_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
    found.sort();
}

/// Asks both compilers; gives how many facts each agreed to.
fn agreed(files: Vec<PathBuf>, out: PathBuf) -> Vec<usize> {
    let request = FactsRequest {
        inputs: Inputs {
            files,
            ..Inputs::default()
        },
        compilers: COMPILERS.map(str::to_string).to_vec(),
        out,
    };
    let found = pipeline::facts(&request).expect("the inputs can be read");
    let wrong: Vec<String> = found
        .diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.message.contains("is contradicted"))
        .map(ToString::to_string)
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let sum = |v: &pipeline::Verdicts| v.counts.values().map(|count| count.agreed).sum();
    found.verdicts.iter().map(sum).collect()
}

#[test]
fn the_compilers_agree_on_the_cases() {
    let mut files = Vec::new();
    c_files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases"),
        &mut files,
    );
    for count in agreed(files, directory("facts-cases")) {
        assert!(count > 10_000, "{count}");
    }
}

#[test]
fn the_compilers_agree_on_system_headers() {
    let directory = directory("facts-headers");
    let file = directory.join("headers.c");
    fs::write(&file, HEADERS).expect("a file");
    for count in agreed(vec![file], directory) {
        assert!(count > 3_000, "{count}");
    }
}

#[test]
fn a_wrong_fact_of_each_kind_is_noticed() {
    let directory = directory("facts-wrong");
    fs::write(directory.join("small.c"), SMALL).expect("a file");
    for name in COMPILERS {
        let command = CompileCommand {
            directory: directory.clone(),
            file: "small.c".into(),
            compiler: name.into(),
            args: Vec::new(),
        };
        let compiler = Compiler::named(name).expect("a compiler");
        let mut unit = frontend::read_with_facts(&command).expect("it is read");
        let right = oracle::ask(&compiler, &command, &unit, &directory.join("right"));
        let right = right.expect("it can be asked");
        assert!(right.differences.is_empty(), "{:?}", right.differences);
        for fact in &mut unit.facts {
            match &mut fact.claim {
                Claim::Holds(condition) => *condition = format!("!({condition})"),
                Claim::Bits { width, .. } => *width += 1,
                Claim::Noreturn { noreturn, .. } => *noreturn = !*noreturn,
            }
        }
        let wrong = oracle::ask(&compiler, &command, &unit, &directory.join("wrong"));
        let wrong = wrong.expect("it can be asked");
        for kind in FactKind::ALL {
            let count = wrong.counts.get(&kind).copied().unwrap_or_default();
            assert!(count.contradicted > 0, "{name}: {kind:?}");
            assert_eq!((count.agreed, count.refused), (0, 0), "{name}: {kind:?}");
        }
    }
}
