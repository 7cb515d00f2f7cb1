//! `#pragma` lines that change what the text after them means, where lowering does not follow.
//!
//! Comes in: the chunks of a file, each with its pragmas. Goes out: those that such a line gives another meaning fail, with
//! the place of the line. `#pragma pack` before a declaration is no such line: lowering knows it.

use super::Source;
use super::chunk::{Chunk, ChunkKind};
use super::flags;
use super::pack::PackStack;
use super::parse::Language;
use crate::base::{Diagnostic, Span};

/// Lets the chunks fail that cannot be lowered as they are.
pub(super) fn refuse(source: &Source, chunks: &mut [Chunk], language: Language) {
    let pragmas = chunks.iter().flat_map(|chunk| &chunk.pragmas);
    // Such a line stands where a function is declared, and replaces it where it is called.
    let variant = pragmas
        .filter(|(_, text)| language.parallel && first_word(text) == "omp")
        .find(|(_, text)| text.contains("variant"))
        .map(|(span, _)| *span);
    let (mut layout, mut attributes) = (None, Vec::new());
    let (mut pack, mut unread, mut options) = (PackStack::default(), None, None);
    let mut strings = None;
    for chunk in chunks {
        for (span, text) in &chunk.pragmas {
            layout = layout_after(text, *span, layout);
            let is_read = pack.follow(text) && !matches!(first_word(text), "options" | "align");
            unread = unread.or((!is_read).then_some(*span));
            options = options.or(changes_meaning(text).then_some(*span));
            strings = strings.or(text.contains("write-strings").then_some(*span));
            follow_attributes(text, *span, &mut attributes);
        }
        let own = chunk
            .attributes
            .iter()
            .find(|a| a.name == "optimize" && !flags::are_harmless_options(&a.args));
        // A declaration may say it of a function that is defined later.
        options = options.or(own.map(|attribute| attribute.span));
        let is_function = matches!(chunk.kind, ChunkKind::Function { .. });
        let line = inside(source, chunk, language)
            .or(options)
            .or(layout.or(unread).filter(|_| defines_records(source, chunk)))
            .or(strings.filter(|_| asks_for_types(source, chunk)))
            .or(variant.filter(|_| is_function))
            .or(attributes.last().copied());
        let by_flag = language.const_strings && asks_for_types(source, chunk);
        match line {
            _ if chunk.items.is_err() => {}
            Some(line) => chunk.items = Err(failure(source, chunk, line)),
            None if by_flag => {
                chunk.items = Err(left_out(source, chunk, chunk.span, "-Wwrite-strings"));
            }
            None => {}
        }
    }
}

/// A line inside of the chunk that is not about what comes after the chunk.
fn inside(source: &Source, chunk: &Chunk, language: Language) -> Option<Span> {
    let pragmas = chunk.pragmas.iter();
    let mut inner = pragmas.filter(|(span, _)| span.start > chunk.span.start);
    let line = inner.find(|(_, text)| match first_word(text) {
        "pack" => defines_records(source, chunk),
        "omp" | "acc" => language.parallel,
        _ => false,
    });
    line.map(|(span, _)| *span)
}

/// The line after which records are not laid out as usual, when this one comes after `before`.
fn layout_after(text: &str, span: Span, before: Option<Span>) -> Option<Span> {
    let has = |word: &str| text.contains(word);
    let unusual = match first_word(text) {
        "scalar_storage_order" => has("big"),
        "ms_struct" => has("on"),
        _ => return before,
    };
    unusual.then_some(span)
}

/// `#pragma clang attribute push (…)` gives attributes to what is declared up to its `pop`, by rules that are not followed. Those
/// that such a line gives later, with a second `push` or `NAME.push`, only add to them.
fn follow_attributes(text: &str, span: Span, pushed: &mut Vec<Span>) {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .collect();
    match words[..] {
        ["clang", "attribute", .., "pop"] => {
            pushed.pop();
        }
        ["clang", "attribute", ..] => pushed.push(span),
        _ => {}
    }
}

/// `#pragma GCC optimize ("…")` with an option that is no optimisation.
fn changes_meaning(text: &str) -> bool {
    let args = text.trim().strip_prefix("GCC").map(str::trim_start);
    let args = args.and_then(|rest| rest.strip_prefix("optimize"));
    args.is_some_and(|args| !flags::are_harmless_options(args))
}

fn defines_records(source: &Source, chunk: &Chunk) -> bool {
    let text = source.text.get(chunk.span.range()).unwrap_or_default();
    text.contains("struct") || text.contains("union")
}

/// Whether the text asks which type an expression has. Only there does it matter whether characters of a string literal are `const`.
fn asks_for_types(source: &Source, chunk: &Chunk) -> bool {
    let text = source.text.get(chunk.span.range()).unwrap_or_default();
    text.contains("_Generic") || text.contains("types_compatible")
}

fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

fn failure(source: &Source, chunk: &Chunk, line: Span) -> Diagnostic {
    let text = source.text.get(line.range()).unwrap_or_default().trim();
    left_out(source, chunk, line, text)
}

fn left_out(source: &Source, chunk: &Chunk, at: Span, cause: &str) -> Diagnostic {
    let what = match &chunk.kind {
        ChunkKind::Function { name } => format!("function `{name}`"),
        ChunkKind::Other => "declaration".to_string(),
    };
    let message = format!("{what} is left out: `{cause}` changes its meaning");
    Diagnostic::warning(Some(source.place(at.start)), message)
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::super::pool::with_deep_stack;
    use super::*;

    /// The functions and declarations that are left out.
    fn left_out(text: &str, parallel: bool) -> usize {
        let language = Language {
            parallel,
            ..Language::default()
        };
        let source = Source::new("a.c".into(), text.as_bytes().to_vec()).expect("small");
        with_deep_stack(|| {
            let parsed = parse(&source, language);
            parsed.chunks.iter().filter(|c| c.items.is_err()).count()
        })
    }

    #[test]
    fn code_in_pragmas_is_not_read() {
        let text = "int f(void) {\nint x = 0;\n#pragma omp parallel\nx++;\nreturn x; }\nint g(void) { return 1; }\n";
        assert_eq!((left_out(text, true), left_out(text, false)), (1, 0));
        let text = "#pragma omp threadprivate(x)\nint f(void) { return 1; }\n";
        assert_eq!(left_out(text, true), 0);
        let text = "#pragma omp declare variant(g) match(construct={parallel})\nint f(void);\nint g(void) { return 1; }\n";
        assert_eq!((left_out(text, true), left_out(text, false)), (1, 0));
    }

    #[test]
    fn types_of_strings_that_warnings_change_are_not_read() {
        let asks = "int f(void) { return _Generic(\"a\", char *: 1, default: 2); }\n";
        let other = "int g(void) { return *\"a\"; }\n";
        let line = "#pragma GCC diagnostic warning \"-Wwrite-strings\"\n";
        assert_eq!(left_out(&format!("{asks}{other}"), false), 0);
        assert_eq!(left_out(&format!("{asks}{line}{other}{asks}"), false), 1);
    }

    #[test]
    fn layouts_that_change_inside_of_a_declaration_are_not_read() {
        let record = "struct s { char c; int x; };\n";
        let inside = format!(
            "int f(void) {{\n#pragma pack(push, 1)\n{record}#pragma pack(pop)\nreturn 1; }}\n"
        );
        assert_eq!(left_out(&inside, false), 1);
        let before =
            format!("#pragma pack(1)\n{record}#pragma pack()\nint f(void) {{ return 1; }}\n");
        assert_eq!(left_out(&before, false), 0);
        let push = "#pragma clang attribute push(__attribute__((noreturn)), apply_to = function)";
        let pushed = format!(
            "{push}\nvoid f(void);\n#pragma clang attribute pop\nint g(void) {{ return 1; }}\n"
        );
        assert_eq!(left_out(&pushed, false), 1);
        let order = "#pragma scalar_storage_order";
        let turned = format!(
            "{order} big-endian\n{record}int i;\n{order} default\nstruct t {{ int x; }};\n"
        );
        assert_eq!(left_out(&turned, false), 1);
    }
}
