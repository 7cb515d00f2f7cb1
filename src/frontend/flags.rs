//! Which arguments of a compile command are kept.
//!
//! Comes in: the arguments. Goes out: those that decide how a file is preprocessed and which C it
//! is, or a refusal. Nothing that loads code, runs a program or changes the layout of types
//! gets through.

use super::command::refusal;
use crate::base::Diagnostic;
use std::path::Path;

/// What to do with a flag and, if it takes one, its separate value.
enum Flag {
    Keep,
    KeepWithValue,
    Drop,
    DropWithValue,
    /// Loads code, runs a program or hides flags.
    Refuse,
    /// Types would have another layout than ours.
    OtherLayout,
    /// `-x` and a language.
    Language,
    /// `-target` and its name.
    Target,
}

/// The arguments that decide how the file is read.
pub fn keep_arguments(flags: &[String], file: &Path) -> Result<Vec<String>, Diagnostic> {
    let mut kept = Vec::new();
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        let class = classify(flag);
        if let Flag::Drop | Flag::Keep = class {
            kept.extend(matches!(class, Flag::Keep).then(|| flag.clone()));
            continue;
        }
        if let Flag::Refuse = class {
            let why = format!("`{flag}` can load code, run a program or hide other flags");
            return Err(refusal(
                file,
                &why,
                "leave it out: only preprocessing flags matter here",
            ));
        }
        if let Flag::OtherLayout = class {
            return Err(other_layout(file, flag));
        }
        let missing = || refusal(file, &format!("`{flag}` has no value"), "");
        let value = rest.next().ok_or_else(missing)?;
        match class {
            Flag::DropWithValue => continue,
            Flag::Target if !matches!(target(value), Flag::Keep) => {
                return Err(other_layout(file, value));
            }
            Flag::Language if !matches!(value.as_str(), "c" | "c-header" | "cpp-output") => {
                let why = format!("`-x {value}` is not C");
                return Err(refusal(file, &why, "only C is read"));
            }
            _ => kept.extend([flag.clone(), value.clone()]),
        }
    }
    Ok(kept)
}

pub fn other_layout(file: &Path, what: &str) -> Diagnostic {
    let why = format!("with `{what}` types are not laid out as gcc does on x86-64 Linux");
    refusal(
        file,
        &why,
        "analyse the build for x86-64 Linux with its usual type sizes",
    )
}

fn classify(flag: &str) -> Flag {
    let begins = |list: &[&str]| list.iter().any(|start| flag.starts_with(start));
    match flag {
        "-c" | "-S" | "-E" | "-g" | "-v" | "-s" | "-P" | "-C" | "-CC" | "-dD" | "-dM" => Flag::Drop,
        "-fsyntax-only" => Flag::Drop,
        "-x" => Flag::Language,
        "-target" | "-arch" | "--target" => Flag::Target,
        "-nostdinc" | "-ansi" | "-pthread" | "-undef" => Flag::Keep,
        "-Xpreprocessor" | "-Xassembler" | "-Xclang" | "-Xcompiler" | "-mllvm" => Flag::Refuse,
        _ if DROPPED_WITH_VALUE.contains(&flag) => Flag::DropWithValue,
        _ if KEPT_WITH_VALUE.contains(&flag) => Flag::KeepWithValue,
        _ if begins(&REFUSED) => Flag::Refuse,
        _ if begins(&OTHER_LAYOUT) => Flag::OtherLayout,
        _ if flag.starts_with("--target=") => target(&flag[9..]),
        _ if flag.starts_with("-Wp,") => wp_flag(flag),
        // Reports and helper programs: nothing that preprocessing needs.
        _ if begins(&DROPPED) => Flag::Drop,
        _ if begins(&KEPT) => Flag::Keep,
        // Warnings, linking, debugging, dependency files, object files.
        _ => Flag::Drop,
    }
}

const KEPT_WITH_VALUE: [&str; 12] = [
    "-D",
    "-U",
    "-I",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-isysroot",
    "--sysroot",
    "-iprefix",
    "-iwithprefix",
];
const KEPT: [&str; 15] = [
    "-D",
    "-U",
    "-I",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-include",
    "-imacros",
    "-isysroot",
    "--sysroot=",
    "-std=",
    "--std=",
    "-f",
    "-m",
    "-O",
];
const REFUSED: [&str; 12] = [
    "-fplugin",
    "-fpass-plugin",
    "-specs",
    "--specs",
    "-wrapper",
    "--wrapper",
    "-B",
    "--config",
    "-load",
    "-iplugindir",
    "-fuse-ld",
    "@",
];
const DROPPED: [&str; 16] = [
    "-fdump",
    "-fsave-",
    "-fprofile",
    "-fcallgraph",
    "-fdiagnostics",
    "-fmodule",
    "-ftest-coverage",
    "-flto",
    "-fembed",
    "-fcrash",
    "-fproc-stat",
    "-fopt-info",
    "-fstack-usage",
    "-foffload",
    "-fmax-errors",
    "-fcolor",
];
const DROPPED_WITH_VALUE: [&str; 14] = [
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-L",
    "-l",
    "-T",
    "-u",
    "-z",
    "-aux-info",
    "-dumpbase",
    "-dumpdir",
    "-Xlinker",
];
/// Flags after which types have other sizes, places or signs than [`super::layout`] says.
const OTHER_LAYOUT: [&str; 12] = [
    "-m32",
    "-mx32",
    "-m16",
    "-mlong-double-64",
    "-mlong-double-128",
    "-mms-bitfields",
    "-mabi=ms",
    "-malign-double",
    "-fpack-struct",
    "-fshort-enums",
    "-fshort-wchar",
    "-funsigned-bitfields",
];

/// Types are laid out as on x86-64 Linux.
fn target(name: &str) -> Flag {
    let is_ours =
        name.starts_with("x86_64") && !name.contains("windows") && !name.contains("mingw");
    if is_ours {
        Flag::Keep
    } else {
        Flag::OtherLayout
    }
}

/// `-Wp,…` hands flags to the preprocessor: definitions are fine, dependency files are dropped.
fn wp_flag(flag: &str) -> Flag {
    let mut words = flag.split(',').skip(1);
    let defines = |word: &str| word.starts_with("-D") || word.starts_with("-U");
    if words.clone().all(defines) {
        Flag::Keep
    } else if words.next().is_some_and(|word| word.starts_with("-M")) {
        Flag::Drop
    } else {
        Flag::Refuse
    }
}
