//! How far words, numbers and literals of preprocessed C go, for parts that look at text only.
//!
//! Comes in: bytes that begin with such a token. Goes out: its length. Must not know what a token means.

/// What identifiers and numbers are made of.
pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

/// The length of the identifier or the preprocessing number that the text begins with: `1e-5`, `0x1p+3` and, since C23,
/// `1'000` are one token each. 0 if there is none.
pub fn word_len(text: &[u8]) -> usize {
    let is_digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    match is_digit(0) || (text.first() == Some(&b'.') && is_digit(1)) {
        true => number_len(text),
        false => text.iter().take_while(|&&byte| is_word(byte)).count(),
    }
}

/// `0xe+1`, which no compiler takes, is read as a sum.
fn number_len(text: &[u8]) -> usize {
    let is_hex = matches!(text, [b'0', b'x' | b'X', ..]);
    let mut at = 0;
    loop {
        at += match &text[at..] {
            [b'e' | b'E', b'+' | b'-', ..] if !is_hex => 2,
            [b'p' | b'P', b'+' | b'-', ..] => 2,
            [b'\'', next, ..] if next.is_ascii_alphanumeric() || *next == b'_' => 2,
            [byte, ..] if is_word(*byte) || *byte == b'.' => 1,
            _ => return at,
        };
    }
}

/// The length of the string or character literal that the text begins with, quotes included. One that is not closed ends with
/// its line.
pub fn literal_len(text: &[u8]) -> usize {
    let mut at = 1;
    while at < text.len() && text[at] != text[0] && text[at] != b'\n' {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_are_whole() {
        for (text, token) in [
            ("x1$é+1", "x1$é"),
            ("1'000'000u;", "1'000'000u"),
            ("0x1'Fp+3-1", "0x1'Fp+3"),
            (".5e-5f*2", ".5e-5f"),
            ("0xe+1", "0xe"),
            ("1''", "1"),
            ("L'a'", "L"),
            (".x", ""),
            ("", ""),
        ] {
            assert_eq!(&text[..word_len(text.as_bytes())], token, "{text}");
        }
    }

    #[test]
    fn literals_end_with_their_quote_or_their_line() {
        for (text, token) in [
            (r#""a\"b" c"#, r#""a\"b""#),
            (r"'\'' c", r"'\''"),
            ("'open\n'", "'open\n"),
            ("\"\\", "\"\\"),
        ] {
            assert_eq!(&text[..literal_len(text.as_bytes())], token);
        }
    }
}
