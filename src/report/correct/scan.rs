//! The annotated text as tokens: those that make branches, labels, and the brackets around them.
//!
//! Comes in: preprocessed C with labels. Goes out: tokens with their offsets. Everything else (names, literals, other
//! operators) is one kind of token, kept because its line matters.

use crate::base::{is_word, literal_len, word_len};

/// What a token is to a reader of branches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    If,
    While,
    For,
    Switch,
    /// `&&` or `||`.
    Junction,
    Question,
    Open,
    Close,
    Brace,
    Semicolon,
    /// `pc_label(…)` with its id.
    Label(u64),
    Comma,
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: Kind,
    pub offset: u32,
}

/// All tokens; directives are left out.
pub fn scan(text: &str) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    let mut fresh = true;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte == b'\n' {
            (at, fresh) = (at + 1, true);
        } else if byte.is_ascii_whitespace() {
            at += 1;
        } else if byte == b'#' && fresh {
            at = end_of_directive(bytes, at);
        } else {
            let (kind, length) = token(text, at);
            tokens.push(Token {
                kind,
                offset: at as u32,
            });
            (at, fresh) = (at + length, false);
        }
    }
    tokens
}

/// A directive ends with its line, unless a backslash stands before the end.
fn end_of_directive(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while at < bytes.len() && (bytes[at] != b'\n' || bytes[at - 1] == b'\\') {
        at += 1;
    }
    at
}

/// The kind and the length of the token that begins here.
fn token(text: &str, at: usize) -> (Kind, usize) {
    let rest = &text.as_bytes()[at..];
    match rest {
        [b'"', ..] | [b'\'', ..] => (Kind::Other, literal_len(rest)),
        [b'&', b'&', ..] | [b'|', b'|', ..] => (Kind::Junction, 2),
        [b'?', ..] => (Kind::Question, 1),
        [b'(', ..] => (Kind::Open, 1),
        [b')', ..] => (Kind::Close, 1),
        [b'{' | b'}', ..] => (Kind::Brace, 1),
        [b';', ..] => (Kind::Semicolon, 1),
        [b',', ..] => (Kind::Comma, 1),
        [first, ..] if is_word(*first) => word(text, at),
        _ => (Kind::Other, 1),
    }
}

fn word(text: &str, at: usize) -> (Kind, usize) {
    let rest = &text.as_bytes()[at..];
    let length = word_len(rest);
    let kind = match &rest[..length] {
        b"if" => Kind::If,
        b"while" => Kind::While,
        b"for" => Kind::For,
        b"switch" => Kind::Switch,
        b"pc_label" => {
            return label(&text.as_bytes()[at..], length).unwrap_or((Kind::Other, length));
        }
        _ => Kind::Other,
    };
    (kind, length)
}

/// `pc_label(condition, id, "TAG")`: the id is what follows the last comma but one.
fn label(rest: &[u8], name: usize) -> Option<(Kind, usize)> {
    let mut at = name;
    let (mut depth, mut commas) = (0, Vec::new());
    loop {
        match rest.get(at)? {
            b'"' | b'\'' => at += literal_len(&rest[at..]) - 1,
            byte if is_word(*byte) => at += word_len(&rest[at..]) - 1,
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 1 => commas.push(at),
            _ if depth == 0 && !rest[at].is_ascii_whitespace() => return None,
            _ => {}
        }
        at += 1;
        if depth == 0 && rest[at - 1] == b')' {
            break;
        }
    }
    let &[.., id, tag] = commas.as_slice() else {
        return None;
    };
    let id = std::str::from_utf8(&rest[id + 1..tag])
        .ok()?
        .trim()
        .parse()
        .ok()?;
    Some((Kind::Label(id), at))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        scan(text).iter().map(|token| token.kind).collect()
    }

    #[test]
    fn labels_are_one_token_whatever_they_contain() {
        use Kind::*;
        let text = "# 3 \"if.c\"\nif (pc_label(a && f(\")\", ','), 12, \"CC\"), a && '\"')";
        assert_eq!(
            kinds(text),
            [If, Open, Label(12), Comma, Other, Junction, Other, Close]
        );
    }

    #[test]
    fn text_that_ends_early_is_read_to_its_end() {
        for text in ["pc_label(a, 1", "\"abc", "'\\", "#define x \\", "pc_label"] {
            scan(text);
        }
    }
}
