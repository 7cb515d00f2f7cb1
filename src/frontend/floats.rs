//! Whether floating-point operations of a build give the same value wherever they are computed.
//!
//! Comes in: the flags of a compile command, the attributes and pragmas of the file. Goes out: the words by which the
//! compiler may compute `a * b + c` at once, in more bits than its type has, or in another order, at one place and not at
//! another. Knows nothing of what is made of that.

use super::Source;
use super::chunk::{Chunk, ChunkKind};
use super::flags::{are_harmless_options, options_as_flags};

/// Flags that begin like these do it, whatever comes after them.
const LOOSE: [&str; 35] = [
    "-Ofast",
    "-fapprox-func",
    "-fassociative-math",
    "-fcomplex-arithmetic",
    "-fcx-fortran-rules",
    "-fcx-limited-range",
    "-fdenormal-fp-math",
    "-fexcess-precision",
    "-ffast-math",
    "-ffinite-math-only",
    "-ffp-contract",
    "-ffp-model",
    "-ffp-eval-method",
    "-ffp-exception-behavior",
    "-fno-honor-infinities",
    "-fno-honor-nans",
    "-fno-signed-zeros",
    "-freciprocal-math",
    "-frounding-math",
    "-funsafe-math-optimizations",
    "-fveclib",
    "-mavx10",
    "-mavx512",
    "-mdaz-ftz",
    "-mfma",
    "-menable-unsafe-fp-math",
    "-mfpmath",
    "-mfused-madd",
    "-mno-sse",
    "-mpc32",
    "-mpc64",
    "-mrecip",
    "-msoft-float",
    "-mveclibabi",
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

/// Follows what the text itself says of how functions are compiled, and says whether that makes the file loose. A function of a
/// system header is loose by itself: the compiler does not put its body into functions that are compiled otherwise.
pub(super) fn mark_loose(source: &Source, chunks: &mut [Chunk]) -> bool {
    let (mut options, mut file) = (Options::default(), false);
    for chunk in chunks {
        let of_system = source.is_of_system_header(chunk.span);
        let is_function = matches!(chunk.kind, ChunkKind::Function { .. });
        let mut loose = options.loose;
        for (span, text) in &chunk.pragmas {
            options.follow(text);
            let before = span.start <= chunk.span.start;
            loose = options.loose || (loose && !before);
        }
        let own = has_options(chunk);
        chunk.loose_floats = is_function && (loose || own);
        file |= match of_system {
            true => own && !is_function,
            false => loose || own,
        };
    }
    file
}

/// An attribute says that a function is compiled otherwise, in a way that may change floating-point numbers.
fn has_options(chunk: &Chunk) -> bool {
    let targets = ["target", "target_clones", "target_version"];
    let mut attributes = chunk.attributes.iter();
    attributes
        .any(|a| targets.contains(&a.name.as_str()) || a.name == "optimize" && are_loose(&a.args))
}

/// Options of `optimize`. What is not known may do anything; `O2` and `unroll-loops` have nothing to do with floats.
fn are_loose(options: &str) -> bool {
    !are_harmless_options(options) || options_as_flags(options).any(|flag| is_loose(&flag))
}

/// What pragmas have said so far.
#[derive(Default)]
struct Options {
    loose: bool,
    /// What was so at each `push_options`.
    pushed: Vec<bool>,
}

impl Options {
    fn follow(&mut self, pragma: &str) {
        let words: Vec<&str> = pragma
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|word| !word.is_empty())
            .collect();
        match words[..] {
            ["GCC", "push_options"] => self.pushed.push(self.loose),
            ["GCC", "pop_options"] => self.loose = self.pushed.pop().unwrap_or(self.loose),
            ["GCC", "reset_options"] => self.loose = false,
            // The words have lost their signs: the options are read from the text.
            ["GCC", "optimize", ..] => {
                let options = pragma.split_once("optimize").map_or("", |(_, list)| list);
                self.loose |= are_loose(options);
            }
            ["GCC", "target", ..]
            | ["clang", "fp" | "attribute", ..]
            | ["float_control" | "fenv_access" | "fp_contract", ..] => self.loose = true,
            ["STDC", _, state] => self.loose |= state != "OFF",
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::parse::{Language, parse};

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
        for (pragmas, loose) in [
            ("GCC target(\"fma\")", true),
            ("GCC optimize (\"fast-math\")", true),
            ("GCC optimize (\"Ofast\")", true),
            (
                "GCC optimize (\"O2\", \"-funsafe-math-optimizations\")",
                true,
            ),
            ("GCC optimize (\"no-such-option\")", true),
            ("GCC optimize (\"O3,unroll-loops\")", false),
            ("GCC optimize 2", false),
            ("GCC optimize (\"fast-math\");GCC optimize (\"O2\")", true),
            ("GCC diagnostic push", false),
            ("STDC FP_CONTRACT ON", true),
            ("STDC FP_CONTRACT OFF", false),
            ("STDC FENV_ACCESS ON", true),
            ("clang fp contract(fast)", true),
            (
                "clang attribute push(__attribute__((target(\"fma\"))), apply_to = function)",
                true,
            ),
            ("pack(1)", false),
            (
                "GCC push_options;GCC target(\"avx2\");GCC pop_options",
                false,
            ),
            ("GCC push_options;GCC target(\"avx2\")", true),
            ("GCC target(\"fma\");GCC push_options;GCC pop_options", true),
            ("GCC target(\"fma\");GCC reset_options", false),
        ] {
            let mut options = Options::default();
            pragmas.split(';').for_each(|pragma| options.follow(pragma));
            assert_eq!(options.loose, loose, "{pragmas}");
        }
    }

    #[test]
    fn headers_of_the_system_are_followed() {
        let loose = |header: &str| {
            let text = format!(
                "# 1 \"a.c\"\n# 1 \"/usr/include/x.h\" 1 3\n{header}\n# 2 \"a.c\" 2\ndouble f(double x) {{ return x; }}\n"
            );
            let source = Source::new("a.c".into(), text.into_bytes()).expect("text");
            let mut parsed = parse(&source, Language::default());
            let file = mark_loose(&source, &mut parsed.chunks);
            let marked = parsed.chunks.iter().filter(|chunk| chunk.loose_floats);
            (file, marked.count())
        };
        assert_eq!(loose("static double g(void) { return 1; }"), (false, 0));
        let own = "static __attribute__((target(\"fma\"))) double g(void) { return 1; }";
        assert_eq!(loose(own), (false, 1));
        assert_eq!(
            loose("double g(void) __attribute__((target(\"fma\")));"),
            (true, 0)
        );
        assert_eq!(loose("#pragma GCC target(\"fma\")\nint i;"), (true, 1));
        let popped = "#pragma GCC push_options\n#pragma GCC target(\"fma\")\nstatic double g(void) { return 1; }\n#pragma GCC pop_options\nint i;";
        assert_eq!(loose(popped), (false, 1));
    }
}
