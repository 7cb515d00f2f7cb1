//! Whether floating-point operations of a build give the same value wherever they are computed.
//!
//! Comes in: the flags of a compile command, the attributes and pragmas of the file. Goes out: the words by which the
//! compiler may compute `a * b + c` at once, in more bits than its type has, or in another order, at one place and not at
//! another. Knows nothing of what is made of that.

use super::Source;
use super::chunk::Chunk;

/// Flags that begin like these do it, whatever comes after them.
const LOOSE: [&str; 26] = [
    "-Ofast",
    "-fapprox-func",
    "-fassociative-math",
    "-fdenormal-fp-math",
    "-fexcess-precision",
    "-ffast-math",
    "-ffinite-math-only",
    "-ffp-contract",
    "-ffp-model",
    "-ffp-eval-method",
    "-fno-honor-infinities",
    "-fno-honor-nans",
    "-fno-signed-zeros",
    "-freciprocal-math",
    "-frounding-math",
    "-fsingle-precision-constant",
    "-funsafe-math-optimizations",
    "-mavx10",
    "-mavx512",
    "-mdaz-ftz",
    "-mfma",
    "-mfpmath",
    "-mno-sse",
    "-mrecip",
    "-msoft-float",
    "-mxop",
];
/// Except these.
const STRICT: [&str; 5] = [
    "-ffp-contract=off",
    "-ffp-model=strict",
    "-fexcess-precision=standard",
    "-fexcess-precision=16",
    "-mfpmath=sse",
];
/// Processors that cannot multiply and add at once.
const PLAIN: [&str; 14] = [
    "amdfam10",
    "barcelona",
    "core2",
    "corei7",
    "corei7-avx",
    "ivybridge",
    "k8",
    "k8-sse3",
    "nehalem",
    "nocona",
    "sandybridge",
    "westmere",
    "x86-64",
    "x86-64-v2",
];

/// The flag that makes floating-point numbers loose, if one does.
pub(super) fn loose_flag(args: &[String]) -> Option<&str> {
    args.iter().map(String::as_str).find(|arg| is_loose(arg))
}

fn is_loose(flag: &str) -> bool {
    if STRICT.contains(&flag) {
        return false;
    }
    match flag.strip_prefix("-march=") {
        Some(processor) => !PLAIN.contains(&processor),
        None => LOOSE.iter().any(|start| flag.starts_with(start)),
    }
}

/// Whether the text itself says how some function is compiled. What headers of the system say, they say of their own.
pub(super) fn loose_text(source: &Source, chunks: &[Chunk]) -> bool {
    let chunks = chunks
        .iter()
        .filter(|chunk| !source.is_of_system_header(chunk.span));
    chunks.into_iter().any(|chunk| {
        let attributes = ["optimize", "target", "target_clones"];
        let mut names = chunk.attributes.iter().map(|a| a.name.as_str());
        names.any(|name| attributes.contains(&name))
            || chunk
                .pragmas
                .iter()
                .any(|(span, text)| is_loose_pragma(text) && !source.is_of_system_header(*span))
    })
}

fn is_loose_pragma(text: &str) -> bool {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .collect();
    match words[..] {
        ["GCC", "optimize" | "target", ..] | ["clang", "fp", ..] | ["float_control", ..] => true,
        ["STDC", "FP_CONTRACT" | "FENV_ACCESS" | "FENV_ROUND", state] => state != "OFF",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_that_change_what_is_computed_are_known() {
        for (flag, loose) in [
            ("-O2", false),
            ("-Ofast", true),
            ("-ffast-math", true),
            ("-fno-fast-math", false),
            ("-ffp-contract=fast", true),
            ("-ffp-contract=off", false),
            ("-march=x86-64", false),
            ("-march=native", true),
            ("-march=haswell", true),
            ("-mtune=native", false),
            ("-mfma", true),
            ("-msse4.2", false),
            ("-mfpmath=387", true),
            ("-mfpmath=sse", false),
            ("-mno-sse2", true),
            ("-fno-honor-nans", true),
        ] {
            assert_eq!(loose_flag(&[flag.to_string()]).is_some(), loose, "{flag}");
        }
    }

    #[test]
    fn pragmas_that_change_what_is_computed_are_known() {
        for (pragma, loose) in [
            ("GCC target(\"fma\")", true),
            ("GCC optimize (\"fast-math\")", true),
            ("GCC diagnostic push", false),
            ("STDC FP_CONTRACT ON", true),
            ("STDC FP_CONTRACT OFF", false),
            ("pack(1)", false),
        ] {
            assert_eq!(is_loose_pragma(pragma), loose, "{pragma}");
        }
    }
}
