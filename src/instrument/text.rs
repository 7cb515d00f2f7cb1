//! C text looked at as text: what a snippet needs around it to be one operand.
//!
//! Comes in: source text. Goes out: its precedence, its free commas, its end without trailing
//! blanks. Must not know the IR.

use super::edit::SLOT;
use crate::base::{Place, Span, is_word, literal_len, word_len};
use crate::frontend::Source;

/// What annotating asks of a preprocessed text.
pub trait Text: Sync {
    fn bytes(&self) -> &[u8];
    /// The text of a span on one line; `None` when it is not what the compiler reads there.
    fn snippet(&self, span: Span) -> Option<String>;
    fn place(&self, offset: u32) -> Option<Place>;
}

impl Text for Source {
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn snippet(&self, span: Span) -> Option<String> {
        let range = span.range();
        // The two differ where the user's bytes are no UTF-8: such text cannot be printed again.
        let faithful = self.text.as_bytes().get(range.clone()) == self.bytes.get(range);
        let text = self.text.get(span.range())?;
        (faithful && !text.contains(SLOT)).then(|| Source::snippet(self, span))
    }

    fn place(&self, offset: u32) -> Option<Place> {
        Some(Source::place(self, offset))
    }
}

/// How tightly an expression holds together, by C's grammar, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Prec {
    Comma,
    Assign,
    Conditional,
    LogicalOr,
    LogicalAnd,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relational,
    Shift,
    Additive,
    Multiplicative,
    Unary,
    Postfix,
}

/// The precedence of an expression's text; never tighter than it really is.
pub(super) fn precedence(text: &str) -> Prec {
    let mut lowest = Prec::Postfix;
    let mut depth = 0usize;
    // Whether an operand ended just before: then an operator is a binary one.
    let mut after_operand = false;
    for token in tokens(text) {
        let opens = matches!(token, "(" | "[" | "{");
        let closes = matches!(token, ")" | "]" | "}");
        if closes {
            depth = depth.saturating_sub(1);
            after_operand = true;
        } else if depth == 0 && !opens {
            let prec = if after_operand {
                infix(token)
            } else {
                prefix(token)
            };
            lowest = lowest.min(prec);
            after_operand = match token {
                "." | "->" => false,
                "++" | "--" => after_operand,
                _ => token.starts_with(is_operand_start) && !is_prefix_word(token),
            };
        } else if opens && depth == 0 {
            // `(T)x` and `f(x)` look alike from the left; an operand after `)` makes it a cast.
            after_operand = false;
        }
        depth += usize::from(opens);
    }
    if starts_with_group_and_goes_on(text) {
        lowest.min(Prec::Unary)
    } else {
        lowest
    }
}

/// `(T)x` holds together as a prefix operator does; `(e)` alone is primary.
fn starts_with_group_and_goes_on(text: &str) -> bool {
    text.trim_start().starts_with('(') && inside_parens(text).is_none()
}

/// The inside, when one pair of parentheses encloses the whole text.
pub(super) fn inside_parens(text: &str) -> Option<&str> {
    let trimmed = text.trim();
    let mut depth = 0usize;
    for token in tokens(trimmed) {
        let at = token.as_ptr() as usize - trimmed.as_ptr() as usize;
        match token {
            "(" => depth += 1,
            ")" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            let whole = token == ")" && at + 1 == trimmed.len();
            return whole.then(|| &trimmed[1..at]);
        }
    }
    None
}

/// Whether a macro call would take the text for more than one argument.
pub(super) fn has_free_comma(text: &str) -> bool {
    let mut depth = 0usize;
    tokens(text).any(|token| {
        match token {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        token == "," && depth == 0
    })
}

/// The arguments of a call without its closing parenthesis, as a macro would get them. `None` if
/// it is no call, or if a function would get others: brackets and braces protect commas there.
pub(super) fn call_arguments(bytes: &[u8], call: Span) -> Option<Vec<Span>> {
    let bytes = bytes.get(call.range())?;
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).ok()?,
    };
    let at = |token: &str| token.as_ptr() as usize - text.as_ptr() as usize;
    let mut tokens = tokens(text);
    let open = tokens.by_ref().find(|token| *token == "(")?;
    let (mut depth, mut brackets) = (0usize, 0usize);
    let mut arguments = vec![(at(open) + 1, at(open) + 1)];
    for token in tokens {
        match token {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            "[" | "{" | "<:" | "<%" => brackets += 1,
            "]" | "}" | ":>" | "%>" => brackets = brackets.saturating_sub(1),
            "," if depth == 0 && brackets > 0 => return None,
            "," if depth == 0 => {
                arguments.push((at(token) + 1, at(token) + 1));
                continue;
            }
            _ => {}
        }
        if let Some(last) = arguments.last_mut() {
            let empty = last.0 == last.1;
            *last = (
                if empty { at(token) } else { last.0 },
                at(token) + token.len(),
            );
        }
    }
    let base = call.start as usize;
    let span = |&(start, end): &(usize, usize)| Span::new(base + start, base + end);
    Some(arguments.iter().map(span).collect())
}

/// Whether `({ … })` occurs.
pub(super) fn has_statement_expression(text: &str) -> bool {
    let mut before = "";
    tokens(text).any(|token| std::mem::replace(&mut before, token) == "(" && token == "{")
}

pub(super) fn infix(token: &str) -> Prec {
    match token {
        "," => Prec::Comma,
        "?" | ":" => Prec::Conditional,
        "||" => Prec::LogicalOr,
        "&&" => Prec::LogicalAnd,
        "|" => Prec::BitOr,
        "^" => Prec::BitXor,
        "&" => Prec::BitAnd,
        "==" | "!=" => Prec::Equality,
        "<" | ">" | "<=" | ">=" => Prec::Relational,
        "<<" | ">>" => Prec::Shift,
        "+" | "-" => Prec::Additive,
        "*" | "/" | "%" => Prec::Multiplicative,
        "." | "->" | "++" | "--" => Prec::Postfix,
        _ if token.ends_with('=') => Prec::Assign,
        // Two operands side by side: a cast, adjacent strings, or something unknown.
        _ => Prec::Unary,
    }
}

fn prefix(token: &str) -> Prec {
    match token {
        "+" | "-" | "*" | "&" | "!" | "~" | "++" | "--" | "&&" => Prec::Unary,
        _ if is_prefix_word(token) => Prec::Unary,
        _ if token.starts_with(is_operand_start) => Prec::Postfix,
        _ => Prec::Comma,
    }
}

fn is_prefix_word(token: &str) -> bool {
    const WORDS: [&str; 9] = [
        "sizeof",
        "_Alignof",
        "alignof",
        "__alignof",
        "__alignof__",
        "__extension__",
        "__real__",
        "__imag__",
        "__real",
    ];
    WORDS.contains(&token)
}

fn is_operand_start(c: char) -> bool {
    !c.is_ascii() || is_word(c as u8) || matches!(c, '"' | '\'' | '.')
}

/// The tokens of a text: words and numbers, literals, and punctuation, the longest first.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let (token, after) = rest.split_at(token_len(rest, first));
        rest = after;
        Some(token)
    })
}

fn token_len(text: &str, first: char) -> usize {
    let bytes = text.as_bytes();
    if matches!(first, '"' | '\'') {
        return literal_len(bytes);
    }
    let word = word_len(bytes);
    if word > 0 {
        return word;
    }
    const LONG: [&str; 28] = [
        "<:", "<%", ":>", "%>", "%:", "##", "<<=", ">>=", "...", "&&", "||", "==", "!=", "<=",
        ">=", "<<", ">>", "->", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    ];
    let long = LONG.iter().find(|l| text.starts_with(**l)).map(|l| l.len());
    long.unwrap_or(first.len_utf8())
}

/// The end of a span without the blanks and line markers that follow its last token.
pub(super) fn trimmed_end(bytes: &[u8], span: Span) -> u32 {
    let start = span.start as usize;
    let mut end = (span.end as usize).min(bytes.len());
    loop {
        while end > start && bytes[end - 1].is_ascii_whitespace() {
            end -= 1;
        }
        let line = line_start(bytes, end);
        if line <= start || !is_directive(&bytes[line..end]) {
            return end as u32;
        }
        end = line;
    }
}

/// Where labels before a statement go: ahead of the `#pragma` lines that belong to it, and of the line markers before
/// these, which `_Pragma` has.
pub(super) fn before_pragmas(bytes: &[u8], start: u32) -> u32 {
    let (mut place, mut end) = (start as usize, start as usize);
    loop {
        while end > 0 && bytes[end - 1].is_ascii_whitespace() {
            end -= 1;
        }
        let line = line_start(bytes, end);
        if end == 0 || !is_directive(&bytes[line..end]) {
            return place as u32;
        }
        end = line;
        if is_pragma(&bytes[line..]) || place != start as usize {
            // The line break before the directive stays in front of it.
            place = line.saturating_sub(1);
        }
    }
}

fn line_start(bytes: &[u8], at: usize) -> usize {
    bytes[..at]
        .iter()
        .rposition(|&b| b == b'\n')
        .map_or(0, |p| p + 1)
}

fn is_directive(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"#")
}

fn is_pragma(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    line.strip_prefix(b"#")
        .is_some_and(|rest| rest.trim_ascii_start().starts_with(b"pragma"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precedence_follows_the_grammar() {
        for (text, prec) in [
            ("x", Prec::Postfix),
            ("a[i + 1].b->c", Prec::Postfix),
            ("f(a, b)", Prec::Postfix),
            ("(a + b)", Prec::Postfix),
            ("'\\'' ", Prec::Postfix),
            ("1e-5", Prec::Postfix),
            ("-x", Prec::Unary),
            ("(int)x", Prec::Unary),
            ("(a)(b)", Prec::Unary),
            ("sizeof x", Prec::Unary),
            ("sizeof(int)", Prec::Unary),
            ("a - -b", Prec::Additive),
            ("(a) + (b)", Prec::Additive),
            ("a * b + c", Prec::Additive),
            ("a & b", Prec::BitAnd),
            ("*p", Prec::Unary),
            ("a < b", Prec::Relational),
            ("a ? b : c", Prec::Conditional),
            ("a <<= 1", Prec::Assign),
            ("a, b", Prec::Comma),
            ("\"a,b\"[0]", Prec::Postfix),
            ("(struct s){1, 2}.x", Prec::Unary),
            ("0xe+1", Prec::Additive),
            ("(int)x + y", Prec::Additive),
            ("(int)x & y", Prec::BitAnd),
            ("(int)x * y < z", Prec::Relational),
            ("(int)sizeof x - 1", Prec::Additive),
            ("x++ & y", Prec::BitAnd),
            ("- --x", Prec::Unary),
        ] {
            assert_eq!(precedence(text), prec, "{text}");
        }
    }

    #[test]
    fn only_a_pair_around_everything_counts() {
        assert_eq!(inside_parens(" (a + b) "), Some("a + b"));
        assert_eq!(inside_parens("(a) + (b)"), None);
        assert_eq!(inside_parens("(')')"), Some("')'"));
    }

    #[test]
    fn braces_and_brackets_protect_no_comma() {
        assert!(has_free_comma("(struct s){1, 2}.x"));
        assert!(has_free_comma("a[1, 2]"));
        assert!(!has_free_comma("f(1, 2) + \",\"[0] + ','"));
    }

    #[test]
    fn ends_stop_before_markers_and_starts_before_pragmas() {
        let text = b"x;\n# 3 \"f.c\"\n  y;\n#pragma GCC unroll 4\n# 9 \"f.c\"\n for";
        assert_eq!(trimmed_end(text, Span::new(0, 15)), 2);
        assert_eq!(before_pragmas(text, 15), 15);
        let start = text.len() as u32 - 3;
        assert_eq!(before_pragmas(text, start), 17);
        let text = b"x;\n# 1 \"f.c\"\n#pragma GCC unroll 4\n# 1 \"f.c\"\n for";
        assert_eq!(before_pragmas(text, text.len() as u32 - 3), 2);
    }
}
