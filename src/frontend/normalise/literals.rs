//! Literals with escapes, prefixes and suffixes that lang-c does not know. Values stay the same.

use super::{Rewriter, Tok, keywords::universal_name};
use crate::frontend::lex::Kind;

impl Rewriter<'_> {
    pub(super) fn plain_literals(&mut self) {
        for at in 0..self.tokens.len() {
            let token = &self.tokens[at];
            let plain = match token.kind {
                Kind::Str | Kind::Char => self.plain_quoted(token),
                Kind::Number => plain_number(self.text(at)),
                _ => None,
            };
            if let Some(plain) = plain {
                self.tokens[at].replaced = Some(plain.into());
            }
        }
    }

    /// A string literal or character constant; `None` when lang-c can read it as it is.
    fn plain_quoted(&self, token: &Tok) -> Option<String> {
        let text = self.text_of(token);
        let bytes = &self.input.source.bytes[token.span().range()];
        let quote = text.find(['"', '\''])?;
        if text[..quote].contains('R') {
            return raw_string(text, quote);
        }
        let is_odd = |(at, _): (usize, &str)| !has_known_escape(&text[at..]);
        let utf8_char = token.kind == Kind::Char && text.starts_with("u8");
        let invalid = text.as_bytes() != bytes;
        if !invalid && !utf8_char && !text.contains('\\') {
            return None;
        }
        if !invalid && !utf8_char && !escapes(text).any(is_odd) {
            return None;
        }
        let plain = rewrite_escapes(text, bytes);
        // In C23 `u8'x'` has type `unsigned char`.
        Some(if utf8_char {
            format!("((unsigned char){})", &plain[2..])
        } else {
            plain
        })
    }
}

/// The backslashes that begin an escape.
fn escapes(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut skip = usize::MAX;
    text.match_indices('\\').filter(move |&(at, _)| {
        let begins = at != skip;
        skip = if begins { at + 1 } else { usize::MAX };
        begins
    })
}

/// Whether lang-c reads the escape at the start.
fn has_known_escape(text: &str) -> bool {
    match text.as_bytes() {
        [
            _,
            b'\'' | b'"' | b'?' | b'\\' | b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v',
            ..,
        ] => true,
        [_, b'0'..=b'7', ..] => true,
        [_, b'x', digit, ..] => digit.is_ascii_hexdigit(),
        _ => false,
    }
}

/// Unknown escapes become plain ones; bytes that are not UTF-8 become octal escapes.
fn rewrite_escapes(text: &str, bytes: &[u8]) -> String {
    let mut plain = String::with_capacity(text.len() + 8);
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c != '\\' {
            match bytes.get(at) {
                Some(&byte) if c == '?' && byte != b'?' => plain.push_str(&format!("\\{byte:03o}")),
                _ => plain.push(c),
            }
            at += c.len_utf8();
        } else if let Some((c, length)) = universal_name(rest) {
            match c.is_ascii() {
                true => plain.push_str(&format!("\\{:03o}", u32::from(c))),
                false => plain.push(c),
            }
            at += length;
        } else {
            let hidden = rest.chars().nth(1);
            match hidden {
                Some('e' | 'E') => plain.push_str("\\033"),
                Some(c) if has_known_escape(rest) => plain.extend(['\\', c]),
                // gcc warns about `\%` and takes the `%`. By its number: after `\x4`, the `d` of
                // `\d` must not become a digit.
                Some(c) if c.is_ascii() => plain.push_str(&format!("\\{:03o}", u32::from(c))),
                Some(c) => plain.push(c),
                None => {}
            }
            at += 1 + hidden.map_or(0, char::len_utf8);
        }
    }
    plain
}

/// `R"x(a\b)x"` as `"a\\b"`.
fn raw_string(text: &str, quote: usize) -> Option<String> {
    let prefix = text[..quote].replace('R', "");
    let open = text.find('(')?;
    let close = text.rfind(')')?;
    let mut plain = format!("{prefix}\"");
    for c in text.get(open + 1..close)?.chars() {
        match c {
            '\n' => plain.push_str("\\n"),
            '"' | '\\' => plain.extend(['\\', c]),
            c => plain.push(c),
        }
    }
    plain.push('"');
    Some(plain)
}

/// Digit separators go; gcc's suffixes for `__float128` and `__float80` become those of lang-c.
fn plain_number(text: &str) -> Option<String> {
    let separated = text.contains('\'');
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let is_float = match hexadecimal {
        true => text.contains(['p', 'P']),
        false => text.contains(['.', 'e', 'E']),
    };
    let suffix = match text.as_bytes().last() {
        Some(b'q' | b'Q') if is_float => "f128",
        Some(b'w' | b'W') if is_float => "L",
        _ if separated => "",
        _ => return None,
    };
    let number = if suffix.is_empty() {
        text
    } else {
        &text[..text.len() - 1]
    };
    Some(number.replace('\'', "") + suffix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_keep_their_value() {
        let plain = |text: &str| rewrite_escapes(text, text.as_bytes());
        assert_eq!(plain(r#""\e[0m\%\n\\e""#), r#""\033[0m\045\n\\e""#);
        assert_eq!(plain(r#""\u00e9\u0024""#), r#""é\044""#);
        assert_eq!(rewrite_escapes("\"?\"", b"\"\xff\""), r#""\377""#);
        assert_eq!(rewrite_escapes("\"?\"", b"\"?\""), "\"?\"");
        assert_eq!(
            raw_string("uR\"x(a\"\\b)x\"", 2).as_deref(),
            Some(r#"u"a\"\\b""#)
        );
    }

    #[test]
    fn numbers() {
        assert_eq!(plain_number("1'000'000u").as_deref(), Some("1000000u"));
        assert_eq!(plain_number("1.5Q").as_deref(), Some("1.5f128"));
        assert_eq!(plain_number("0x1p3w").as_deref(), Some("0x1p3L"));
        assert_eq!(plain_number("1.5f"), None);
        assert_eq!(plain_number("0xeQ"), None);
    }
}
