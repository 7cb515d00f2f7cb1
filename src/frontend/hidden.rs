//! What a file says and its unit does not show: calls from nowhere, definitions that give way.

use super::Source;
use super::attribute::Attribute;
use super::chunk::{Chunk, ChunkKind};
use super::lex::{Kind, Lexer, Token, lex};
use super::lower::{SymbolNames, symbol_names};
use super::normalise::ASM_OUTSIDE;
use super::parse::Language;
use super::words::{is_asm, is_keyword};
use crate::base::{Diagnostic, Place, Severity};
use crate::ir::{AsmNames, Hidden, Unit, asm_names};

/// Attributes by which a function runs, or has its address taken, without a call in the text.
const CALLED: [&str; 9] = [
    "alias",
    "cleanup",
    "constructor",
    "destructor",
    "ifunc",
    "interrupt",
    "symver",
    "used",
    "weakref",
];

/// Attributes by which a declaration defines a symbol.
const DEFINES: [&str; 4] = ["alias", "ifunc", "symver", "weakref"];

impl Hidden {
    pub(super) fn new(
        source: &Source,
        chunks: &[Chunk],
        lowered: &Unit,
        diagnostics: &[Diagnostic],
        language: Language,
    ) -> Hidden {
        let attributes = || chunks.iter().flat_map(|chunk| &chunk.attributes);
        let lost = |d: &Diagnostic| d.severity > Severity::Note || d.message == ASM_OUTSIDE;
        let weak_pragma = chunks.iter().flat_map(weak_pragmas).next().is_some();
        let unread = Unread::new(lowered, diagnostics);
        let left_out = chunks.iter().filter(|chunk| unread.has(source, chunk));
        let known: Vec<[Place; 2]> = left_out.map(|chunk| ends(source, chunk)).collect();
        let is_known = |d: &Diagnostic| {
            let place = d.place.as_ref();
            place.is_some_and(|place| known.iter().any(|ends| is_inside(place, ends)))
        };
        let attribute = attributes().any(|a| CALLED.contains(&a.name.as_str()));
        let lost = || diagnostics.iter().filter(|d| lost(d));
        let unnamed = weak_pragma || attribute || lost().any(|d| !is_known(d));
        let mut hidden = Hidden {
            calls: unnamed || lost().next().is_some(),
            unnamed,
            objects: unnamed || attributes().any(|a| a.name == "section"),
            replaceable: weak_pragma || attributes().any(|a| a.name == "weak"),
            threads: language.threads,
            ..Hidden::default()
        };
        for chunk in chunks {
            hidden.add(source, chunk, &unread);
        }
        hidden.add_symbols(&symbol_names(chunks));
        hidden
    }

    /// Adds the names of a declaration that the unit may not show.
    fn add(&mut self, source: &Source, chunk: &Chunk, unread: &Unread) {
        for text in weak_pragmas(chunk) {
            self.names
                .extend(lex(text).tokens.iter().map(|t| t.text(text).to_string()));
        }
        let defines = |a: &Attribute| DEFINES.contains(&a.name.as_str());
        let defines = chunk.attributes.iter().any(defines);
        let left_out = unread.has(source, chunk);
        let is_asm = matches!(chunk.kind, ChunkKind::Other) && begins_with_asm(source, chunk);
        if !(defines || left_out || is_asm) {
            return;
        }
        let text = source.text.get(chunk.span.range()).unwrap_or_default();
        let written = Written::new(text);
        let inner = source.is_of_system_header(chunk.span);
        match &chunk.kind {
            ChunkKind::Function { name } if left_out && !name.is_empty() => {
                match inner || written.is_static {
                    true => self.inner_names.push(name.clone()),
                    false => self.names.push(name.clone()),
                }
                self.uses.extend(written.words.iter().cloned());
            }
            _ if inner => self.inner_names.extend(written.words.iter().cloned()),
            _ => self.names.extend(written.words.iter().cloned()),
        }
        if defines {
            self.names.extend(written.words);
        }
        if let Some(asm) = written.asm {
            if asm.any {
                // It makes names that no text has.
                self.anything = true;
                self.calls = true;
                self.unnamed = true;
                self.objects = true;
            }
            match asm.defines || is_asm || defines {
                true => self.names.extend(asm.words),
                false => self.uses.extend(asm.words),
            }
        }
    }

    /// What the linker calls a name is a name as well.
    fn add_symbols(&mut self, symbols: &SymbolNames) {
        for list in [&mut self.names, &mut self.inner_names, &mut self.uses] {
            let others: Vec<String> = list
                .iter()
                .filter_map(|n| symbols.get(n).cloned())
                .collect();
            list.extend(others);
            list.sort_unstable();
            list.dedup();
        }
    }
}

fn weak_pragmas(chunk: &Chunk) -> impl Iterator<Item = &str> {
    let texts = chunk.pragmas.iter().map(|(_, text)| text.as_str());
    texts.filter(|text| text.trim_start().starts_with("weak"))
}

fn begins_with_asm(source: &Source, chunk: &Chunk) -> bool {
    let mut tokens = Lexer::new(&source.text, chunk.span.start as usize);
    let first = tokens.find(|token| token.text(&source.text) != "__extension__");
    first.is_some_and(|token| is_asm(token.text(&source.text)))
}

/// Which parts of the file were not read.
struct Unread<'a> {
    /// Where functions begin that were read; ascending.
    functions: Vec<u32>,
    /// The places of what was left out.
    places: Vec<&'a Place>,
}

impl Unread<'_> {
    fn new<'a>(lowered: &Unit, diagnostics: &'a [Diagnostic]) -> Unread<'a> {
        let lost = diagnostics.iter().filter(|d| d.severity > Severity::Note);
        let mut functions: Vec<u32> = lowered.functions.iter().map(|f| f.span.start).collect();
        functions.sort_unstable();
        Unread {
            functions,
            places: lost.filter_map(|d| d.place.as_ref()).collect(),
        }
    }

    fn has(&self, source: &Source, chunk: &Chunk) -> bool {
        if chunk.items.is_err() {
            return true;
        }
        if let ChunkKind::Function { .. } = chunk.kind {
            let next = self
                .functions
                .partition_point(|&start| start < chunk.span.start);
            let next = self.functions.get(next);
            return next.is_none_or(|&start| start >= chunk.span.end);
        }
        if self.places.is_empty() {
            return false;
        }
        let ends = ends(source, chunk);
        self.places.iter().any(|place| is_inside(place, &ends))
    }
}

/// Where the text of a declaration begins and ends.
fn ends(source: &Source, chunk: &Chunk) -> [Place; 2] {
    [chunk.span.start, chunk.span.end].map(|at| source.place(at))
}

fn is_inside(place: &Place, [first, last]: &[Place; 2]) -> bool {
    place.file == first.file && first.line <= place.line && place.line <= last.line
}

/// The names in the text of a declaration.
struct Written {
    words: Vec<String>,
    is_static: bool,
    /// Of its string literals, if it has asm.
    asm: Option<AsmNames>,
}

impl Written {
    fn new(text: &str) -> Written {
        let tokens = lex(text).tokens;
        let words = tokens.iter().filter(|token| token.kind == Kind::Ident);
        let words: Vec<&str> = words.map(|token| token.text(text)).collect();
        // A parameter may be `a[static 3]`.
        let head = tokens
            .iter()
            .take_while(|token| !matches!(token.kind, Kind::LParen | Kind::LBrace));
        let has_asm = words.iter().any(|word| is_asm(word));
        Written {
            is_static: head.into_iter().any(|token| token.text(text) == "static"),
            asm: has_asm.then(|| asm_names(&literals(text, &tokens))),
            words: words
                .into_iter()
                .filter(|word| !is_keyword(word))
                .map(String::from)
                .collect(),
        }
    }
}

/// The string literals, with a blank where something else stands between them.
fn literals(text: &str, tokens: &[Token]) -> String {
    let part = |token: &Token| match token.kind {
        Kind::Str => token.text(text),
        _ => " ",
    };
    tokens.iter().map(part).collect()
}
