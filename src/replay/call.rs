//! The arguments of a call of a compiler, read.

use crate::base::name_path;
use std::path::PathBuf;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Compile,
    Link,
    /// Preprocessing, assembly text, a check, a partial link.
    Other,
}

pub(super) struct Words<'a> {
    pub mode: Mode,
    /// Each input with its place among the arguments.
    pub inputs: Vec<(usize, PathBuf)>,
    pub output: Option<&'a String>,
    /// The arguments that are neither inputs nor the output nor `-c`.
    pub flags: Vec<String>,
}

/// Options whose value is the next argument.
const WITH_VALUE: [&str; 24] = [
    "-D",
    "-U",
    "-I",
    "-L",
    "-l",
    "-T",
    "-u",
    "-x",
    "-z",
    "-MF",
    "-MT",
    "-MQ",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-isysroot",
    "--sysroot",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-arch",
    "-target",
];

impl<'a> Words<'a> {
    pub fn read(arguments: &'a [String]) -> Self {
        let mut words = Words {
            mode: Mode::Link,
            inputs: Vec::new(),
            output: None,
            flags: Vec::new(),
        };
        let mut at = 0;
        while at < arguments.len() {
            let word = &arguments[at];
            match word.as_str() {
                "-c" => words.mode = words.mode.max_with(Mode::Compile),
                "-E" | "-S" | "-M" | "-MM" | "-fsyntax-only" | "-r" => {
                    words.mode = Mode::Other;
                }
                "-o" => {
                    at += 1;
                    words.output = arguments.get(at);
                }
                option if WITH_VALUE.contains(&option) => {
                    words.flags.push(word.clone());
                    at += 1;
                    words.flags.extend(arguments.get(at).cloned());
                }
                option if option.starts_with(['-', '@']) => words.flags.push(word.clone()),
                _ => words.inputs.push((at, name_path(word))),
            }
            at += 1;
        }
        words
    }
}

impl Mode {
    /// `-E` wins over `-c`, wherever it stands.
    fn max_with(self, mode: Mode) -> Mode {
        match self {
            Mode::Other => self,
            _ => mode,
        }
    }
}
