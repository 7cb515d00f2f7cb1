//! C in, IR out.
//!
//! Comes in: a compile command. Goes out: the preprocessed [`Source`] and its [`Unit`]. Knows
//! the C grammar, the ABI and compile flags; must not know labels. The lang-c AST stays inside.

pub mod command;
mod flags;
pub mod pool;
pub mod preprocess;
mod source;
mod trust;

mod lex;
mod words;

mod attribute;
mod chunk;
mod cut;
mod declarator;
mod depth;
mod floats;
mod hidden;
mod normalise;
mod pack;
mod parse;
mod pragmas;

mod ctype;
pub mod facts;
mod layout;
mod lower;
#[cfg(test)]
mod oracle;

pub use command::CompileCommand;
pub use source::Source;
pub use trust::check_compiler;

use crate::base::Diagnostic;
use crate::ir::{Hidden, Signatures, Unit};
use parse::Language;

/// A translation unit, read.
#[derive(Debug)]
pub struct TranslationUnit {
    pub source: Source,
    pub unit: Unit,
    /// About what was left out or lost precision.
    pub diagnostics: Vec<Diagnostic>,
    /// Function definitions outside of system headers, lowered or not.
    pub definitions: usize,
    /// What the unit does not show.
    pub hidden: Hidden,
    /// What the front end computed; empty unless it was asked for.
    pub facts: Vec<facts::Fact>,
}

/// A text that is parsed and not lowered yet. The tree stays inside.
pub struct Parsed(parse::Parsed);

/// The first half of [`read_preprocessed`]. Deep trees need [`pool::with_deep_stack`].
pub fn parse_preprocessed(source: &Source) -> Parsed {
    Parsed(parse::parse(source, Language::default()))
}

/// The second half of [`read_preprocessed`].
pub fn lower_parsed(source: &Source, parsed: &Parsed) -> Unit {
    lower::lower(source, &parsed.0, Language::default(), false).unit
}

/// Preprocesses and lowers one file. Only what concerns the whole file is an error.
pub fn read(command: &CompileCommand) -> Result<TranslationUnit, Diagnostic> {
    let source = preprocess::preprocess(command)?;
    Ok(read_source(source, Language::of(&command.args), false))
}

/// As [`read`], with all that a compiler can be asked about it.
pub fn read_with_facts(command: &CompileCommand) -> Result<TranslationUnit, Diagnostic> {
    let source = preprocess::preprocess(command)?;
    Ok(read_source(source, Language::of(&command.args), true))
}

/// The C types of what a file declares.
pub fn signatures(command: &CompileCommand) -> Result<Signatures, Diagnostic> {
    let source = preprocess::preprocess(command)?;
    let language = Language::of(&command.args);
    Ok(pool::with_deep_stack(|| {
        let parsed = parse::parse(&source, language);
        lower::signatures(&source, &parsed, language)
    }))
}

/// Lowers a text that is preprocessed already.
pub fn read_preprocessed(source: Source) -> TranslationUnit {
    read_source(source, Language::default(), false)
}

fn read_source(source: Source, language: Language, observe: bool) -> TranslationUnit {
    let (lowered, hidden) = pool::with_deep_stack(|| {
        let mut parsed = parse::parse(&source, language);
        let loose = floats::mark_loose(&source, &mut parsed.chunks);
        let language = Language {
            loose_floats: language.loose_floats || loose,
            loose_pointers: parsed.chunks.iter().any(|chunk| chunk.has_label_address),
            ..language
        };
        let lowered = lower::lower(&source, &parsed, language, observe);
        let hidden = Hidden::new(
            &source,
            &parsed.chunks,
            &lowered.unit,
            &lowered.diagnostics,
            language,
        );
        (lowered, hidden)
    });
    TranslationUnit {
        source,
        unit: lowered.unit,
        diagnostics: lowered.diagnostics,
        definitions: lowered.definitions,
        hidden,
        facts: lowered.facts,
    }
}
