//! Preprocessed text in, one lang-c tree per external declaration out.
//!
//! Each declaration is parsed alone, so a construct that lang-c cannot read costs one function.
//! A declaration needs to know which names are types, and nothing else of those before it.

pub use super::chunk::{Chunk, ChunkKind};

use super::Source;
use super::chunk::parse_text;
use super::cut::{self, Piece};
use super::declarator::{function_head, typedef_names};
use super::depth::too_deep;
use super::flags::starts_threads;
use super::floats::loose_flag;
use super::lex::{Kind, Lexed, Lexer, Token, lex};
use super::normalise::{Input, LABEL_ADDRESS, Normalised, TypeNames, normalise, plain_name};
use super::pragmas;
use crate::base::{Diagnostic, Span};
use lang_c::ast::{
    BlockItem, Declarator, DeclaratorKind, DerivedDeclarator, ExternalDeclaration, Statement,
};
use lang_c::span::Node;
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

/// What the parser made of a translation unit.
#[derive(Debug)]
pub struct Parsed {
    /// In source order.
    pub chunks: Vec<Chunk>,
    /// About what was left out; failures of chunks are in their `items`.
    pub diagnostics: Vec<Diagnostic>,
}

/// Which C the compile command asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Language {
    /// `-std=c23` and its kin: `true`, `nullptr`, `constexpr`, `alignas` are keywords.
    pub c23: bool,
    /// `-funsigned-char`: plain `char` has no sign.
    pub unsigned_char: bool,
    /// `-Wwrite-strings`: string literals have `const` characters.
    pub const_strings: bool,
    /// Floating-point operations may give different values for the same operands ([`super::floats`]).
    pub loose_floats: bool,
    /// The file takes addresses of labels. Compilers may take two that are equal for different ones, in some comparisons
    /// and not in others.
    pub loose_pointers: bool,
    /// `-fopenmp` and its kin: some pragmas are code.
    pub parallel: bool,
    /// `-fopenmp` and its kin: compilers start threads.
    pub threads: bool,
    /// `-fms-extensions` and its kin: a tag or type name alone may declare members.
    pub tagged_members: bool,
}

impl Language {
    /// As the last of each kind of flag says.
    pub fn of(args: &[String]) -> Language {
        let standard = args.iter().rev().find_map(|arg| {
            arg.strip_prefix("-std=")
                .or_else(|| arg.strip_prefix("--std="))
        });
        let c23 = [
            "c23",
            "c2x",
            "gnu23",
            "gnu2x",
            "c2y",
            "gnu2y",
            "iso9899:2024",
        ];
        Language {
            c23: standard.is_some_and(|standard| c23.contains(&standard)),
            unsigned_char: args
                .iter()
                .rev()
                .find_map(|arg| char_sign(arg))
                .unwrap_or(false),
            const_strings: args.iter().any(|arg| arg.ends_with("write-strings")),
            loose_floats: loose_flag(args).is_some(),
            loose_pointers: false,
            parallel: args
                .iter()
                .any(|arg| arg.starts_with("-fopenmp") || arg.starts_with("-fopenacc")),
            threads: starts_threads(args),
            tagged_members: args.iter().any(|arg| {
                matches!(
                    arg.as_str(),
                    "-fms-extensions" | "-fplan9-extensions" | "-fms-compatibility"
                )
            }),
        }
    }
}

/// Whether the flag makes plain `char` unsigned.
fn char_sign(flag: &str) -> Option<bool> {
    match flag {
        "-funsigned-char" | "-fno-signed-char" => Some(true),
        "-fsigned-char" | "-fno-unsigned-char" => Some(false),
        _ => None,
    }
}

/// Cuts, normalises and parses in parallel. Call it inside [`super::pool::with_deep_stack`], and
/// drop the result there too: a deep tree needs a deep stack.
pub fn parse(source: &Source, language: Language) -> Parsed {
    let lexed = lex(&source.text);
    let pieces = cut::cut(&source.text, &lexed.tokens);
    let types = file_level_types(&source.text, &lexed.tokens, &pieces);
    let unit = Unit {
        source,
        language,
        lexed: &lexed,
        types: &types,
    };
    let (mut chunks, notes): (Vec<Chunk>, Vec<Vec<Diagnostic>>) = pieces
        .par_iter()
        .enumerate()
        .map(|(number, piece)| unit.chunk(number, piece))
        .unzip();
    give_pragmas(&mut chunks, &lexed.pragmas, source.text.len());
    pragmas::refuse(source, &mut chunks, language);
    refuse_dated(source, &mut chunks);
    Parsed {
        chunks,
        diagnostics: notes.into_iter().flatten().collect(),
    }
}

/// The file-level typedef names, each with the number of the piece that declares it first.
fn file_level_types<'a>(
    text: &'a str,
    tokens: &[Token],
    pieces: &[Piece],
) -> HashMap<&'a str, u32> {
    let mut types = HashMap::new();
    for (number, piece) in pieces.iter().enumerate() {
        let tokens = &tokens[piece.tokens.clone()];
        let is_typedef =
            |token: &Token| token.end - token.start == 7 && token.text(text) == "typedef";
        if piece.body.is_none() && tokens.iter().any(is_typedef) && too_deep(text, tokens).is_none()
        {
            for name in typedef_names(text, tokens) {
                types.entry(name).or_insert(number as u32);
            }
        }
    }
    types
}

/// The first bracket without a partner among the tokens.
fn lonely_bracket(tokens: &[Token]) -> Option<usize> {
    let partners = cut::partners(tokens.iter().map(|token| token.kind));
    let is_lonely = |at: &usize| {
        let brackets = [
            Kind::LParen,
            Kind::RParen,
            Kind::LBracket,
            Kind::RBracket,
            Kind::LBrace,
            Kind::RBrace,
        ];
        partners[*at].is_none() && brackets.contains(&tokens[*at].kind)
    };
    (0..tokens.len()).find(is_lonely)
}

/// What depends on the time of compilation is another program in each build.
fn refuse_dated(source: &Source, chunks: &mut [Chunk]) {
    for line in &source.dated {
        let first = chunks.partition_point(|chunk| chunk.span.end <= line.start);
        let touched = chunks[first..].iter_mut();
        for chunk in touched.take_while(|chunk| chunk.span.start < line.end) {
            let what = match &chunk.kind {
                ChunkKind::Function { name } => format!("function `{name}`"),
                ChunkKind::Other => "declaration".to_string(),
            };
            let message = format!("{what} is left out: `__DATE__`, `__TIME__` or `__TIMESTAMP__`");
            let problem = Diagnostic::warning(Some(source.place(line.start)), message)
                .with_hint("its meaning changes from build to build");
            chunk.items = Err(problem);
        }
    }
}

/// A pragma goes to the chunk that ends after it, or to an empty one at the end: `weak` counts for what stands before it, too.
fn give_pragmas(chunks: &mut Vec<Chunk>, pragmas: &[(Span, String)], end: usize) {
    chunks.push(Chunk::empty(Span::new(end, end)));
    let last = chunks.len() - 1;
    for pragma in pragmas {
        let index = chunks[..last].partition_point(|chunk| chunk.span.end <= pragma.0.start);
        chunks[index].pragmas.push(pragma.clone());
    }
    if chunks[last].pragmas.is_empty() {
        chunks.pop();
    }
}

/// What every chunk needs to know of its translation unit.
struct Unit<'a> {
    source: &'a Source,
    language: Language,
    lexed: &'a Lexed,
    types: &'a HashMap<&'a str, u32>,
}

impl Unit<'_> {
    fn chunk(&self, number: usize, piece: &Piece) -> (Chunk, Vec<Diagnostic>) {
        let tokens = &self.lexed.tokens[piece.tokens.clone()];
        let end = tokens.last().map_or(0, |token| token.end);
        let start = tokens.first().map_or(end, |token| token.start);
        let mut chunk = Chunk::empty(Span { start, end });
        match self.fill(&mut chunk, number as u32, piece) {
            Ok(notes) => (chunk, notes),
            Err(failure) => {
                chunk.items = Err(failure);
                (chunk, Vec::new())
            }
        }
    }

    fn fill(
        &self,
        chunk: &mut Chunk,
        number: u32,
        piece: &Piece,
    ) -> Result<Vec<Diagnostic>, Diagnostic> {
        let text = &self.source.text;
        let tokens = &self.lexed.tokens[piece.tokens.clone()];
        if let Some(deep) = too_deep(text, tokens) {
            return Err(self.failure(deep.start, "the code is nested too deep to be read"));
        }
        let head = piece
            .body
            .and_then(|body| function_head(text, &self.lexed.tokens[piece.tokens.start..body]));
        let (name, params) = head
            .map(|head| (head.name, head.params))
            .unwrap_or_default();
        if piece.body.is_some() {
            chunk.kind = ChunkKind::Function {
                name: name.to_owned(),
            };
        }
        // lang-c takes exponential time on some brackets that are never closed.
        let lonely = || lonely_bracket(tokens).map(|at| piece.tokens.start + at);
        if let Some(at) = piece.unbalanced.or_else(lonely) {
            let token = self.lexed.tokens[at];
            let bracket = token.text(text);
            let what = describe(&chunk.kind);
            return Err(self.failure(
                token.start,
                &format!("{what} has a `{bracket}` without its partner"),
            ));
        }
        let names = TypeNames {
            global: self.types,
            number,
            local: local_types(text, tokens),
        };
        let mut shadows: Vec<&str> = params
            .into_iter()
            .filter(|name| names.is_global(name))
            .collect();
        shadows.dedup();
        let input = Input {
            source: self.source,
            tokens,
            names: &names,
            c23: self.language.c23,
            is_function: piece.body.is_some(),
            shadows: &shadows,
        };
        let (prefix, declared) = type_declarations(text, tokens, &names);
        chunk.prefix = prefix.len();
        let normalised = normalise(&input, prefix);
        self.parse_chunk(chunk, normalised, declared, shadows.len())
    }

    /// Parses the normalised text; takes out what was put in before it and into the body.
    fn parse_chunk(
        &self,
        chunk: &mut Chunk,
        normalised: Normalised,
        declared: usize,
        shadows: usize,
    ) -> Result<Vec<Diagnostic>, Diagnostic> {
        chunk.map = normalised.map;
        chunk.attributes = normalised.attributes;
        chunk.has_label_address = normalised.text.contains(LABEL_ADDRESS);
        let parsed = parse_text(normalised.text).map_err(|error| {
            let at = error
                .offset
                .max(chunk.prefix)
                .min(error.source.trim_end().len());
            self.syntax_error(chunk, chunk.map.start(at).min(chunk.span.end))
        })?;
        chunk.text = parsed.source;
        let mut items = parsed.unit.0;
        items.drain(..declared.min(items.len()));
        for item in &mut items {
            self.check(chunk, item, shadows)?;
        }
        chunk.items = Ok(items);
        let note = |(span, message): (Span, String)| {
            Diagnostic::note(Some(self.source.place(span.start)), message)
        };
        Ok(normalised.notes.into_iter().map(note).collect())
    }

    /// A tree that is no function where the tokens show one, or the reverse, was misread.
    fn check(
        &self,
        chunk: &Chunk,
        item: &mut Node<ExternalDeclaration>,
        shadows: usize,
    ) -> Result<(), Diagnostic> {
        let is_function = matches!(chunk.kind, ChunkKind::Function { .. });
        let agrees = match &mut item.node {
            ExternalDeclaration::FunctionDefinition(function) => {
                if let Statement::Compound(body) = &mut function.node.statement.node {
                    take_shadows(body, shadows);
                }
                is_function && declares_function(&function.node.declarator.node)
            }
            _ => !is_function,
        };
        match agrees {
            true => Ok(()),
            false => Err(self.syntax_error(chunk, chunk.span.start)),
        }
    }

    fn failure(&self, at: u32, message: &str) -> Diagnostic {
        Diagnostic::warning(Some(self.source.place(at)), message)
    }

    fn syntax_error(&self, chunk: &Chunk, at: u32) -> Diagnostic {
        let mut near = String::new();
        for token in Lexer::new(&self.source.text, at as usize).take(3) {
            let word = token.text(&self.source.text);
            if token.start >= chunk.span.end || near.len() + word.len() > 40 {
                break;
            }
            near += if near.is_empty() { "" } else { " " };
            near += word;
        }
        let what = describe(&chunk.kind);
        self.failure(at, &format!("cannot parse {what} near `{near}`"))
            .with_hint("tamis does not know this syntax; the rest of the file is not affected")
    }
}

fn describe(kind: &ChunkKind) -> String {
    match kind {
        ChunkKind::Function { name } => format!("function `{name}`"),
        ChunkKind::Other => "a declaration".to_owned(),
    }
}

/// Typedef names declared inside a function.
fn local_types<'a>(text: &'a str, tokens: &[Token]) -> HashSet<&'a str> {
    let mut names = HashSet::new();
    let is_typedef = |token: &Token| token.end - token.start == 7 && token.text(text) == "typedef";
    let mut rest = tokens;
    while let Some(start) = rest.iter().position(is_typedef) {
        let mut braces = 0usize;
        let ends = |token: &Token| {
            match token.kind {
                Kind::LBrace => braces += 1,
                Kind::RBrace => braces = braces.saturating_sub(1),
                _ => {}
            }
            braces == 0 && token.kind == Kind::Semi
        };
        let length = rest[start..].iter().position(ends);
        let end = length.map_or(rest.len(), |length| start + length);
        names.extend(typedef_names(text, &rest[start..end]));
        rest = &rest[end..];
    }
    names
}

/// `typedef int T;` for each type that the tokens may name, and their number.
fn type_declarations(text: &str, tokens: &[Token], names: &TypeNames<'_>) -> (String, usize) {
    let mut seen = HashSet::new();
    let mut prefix = String::new();
    for token in tokens.iter().filter(|token| token.kind == Kind::Ident) {
        let name = match token.text(text) {
            "__auto_type" | "auto" => "__tamis_auto_type".into(),
            name if names.is_global(name) => plain_name(name),
            _ => continue,
        };
        if !seen.contains(&name) {
            prefix += &format!("typedef int {name};");
            seen.insert(name);
        }
    }
    (prefix, seen.len())
}

/// Takes out the declarations that made lang-c see parameters as what they are.
fn take_shadows(body: &mut Vec<Node<BlockItem>>, shadows: usize) {
    body.drain(..shadows.min(body.len()));
}

/// Whether the declared name is a function: the derivation next to it is a parameter list.
fn declares_function(declarator: &Declarator) -> bool {
    let mut levels = vec![declarator];
    while let DeclaratorKind::Declarator(inner) = &levels[levels.len() - 1].kind.node {
        levels.push(&inner.node);
    }
    let mut derivations = levels
        .iter()
        .rev()
        .map(|level| &level.derived)
        .filter(|derived| !derived.is_empty());
    let Some(nearest) = derivations.next() else {
        return false;
    };
    let is_pointer =
        |part: &&Node<DerivedDeclarator>| matches!(part.node, DerivedDeclarator::Pointer(_));
    let first = nearest.iter().find(|part| !is_pointer(part));
    first.is_some_and(|part| {
        matches!(
            part.node,
            DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_)
        )
    })
}

#[cfg(test)]
mod tests;
