//! Preprocessed C in, tokens out.
//!
//! White space, comments and directive lines are no tokens; `#pragma` lines are kept aside.
//! Any text gives a list of tokens: what is no C is an [`Kind::Error`] token. Nothing here
//! knows keywords or grammar.

use crate::base::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    pub kind: Kind,
    pub start: u32,
    pub end: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Also keywords. May hold `$`, UTF-8 and `\u` names.
    Ident,
    /// A preprocessing number.
    Number,
    /// A string literal with its prefix.
    Str,
    /// A character constant with its prefix.
    Char,
    LParen,
    RParen,
    LBrace,
    RBrace,
    LBracket,
    RBracket,
    Semi,
    Comma,
    Colon,
    Question,
    Star,
    Amp,
    AmpAmp,
    Assign,
    Dot,
    Arrow,
    Ellipsis,
    /// `++` and `--`
    Step,
    /// `+` and `-`
    Sign,
    /// `!` and `~`
    Not,
    /// Any other operator.
    Op,
    /// An unterminated literal or a character that C does not know.
    Error,
}

impl Token {
    pub fn span(self) -> Span {
        Span {
            start: self.start,
            end: self.end,
        }
    }

    pub fn text(self, source: &str) -> &str {
        // Tokens begin and end at character boundaries.
        source.get(self.span().range()).unwrap_or("")
    }
}

/// The tokens of a text, and its `#pragma` lines as the text after the word.
#[derive(Debug, Default)]
pub struct Lexed {
    pub tokens: Vec<Token>,
    pub pragmas: Vec<(Span, String)>,
}

/// Lexes a whole text. Its length must be below 4 GiB.
pub fn lex(text: &str) -> Lexed {
    let mut lexed = Lexed {
        tokens: Vec::with_capacity(text.len() / 4),
        pragmas: Vec::new(),
    };
    let mut lexer = Lexer::new(text, 0);
    lexed.tokens.extend(lexer.by_ref());
    lexed.pragmas = lexer.pragmas;
    lexed
}

/// Gives the tokens from an offset on, one by one.
pub struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
    /// Only blanks since the last line break: a `#` begins a directive.
    line_start: bool,
    pragmas: Vec<(Span, String)>,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str, at: usize) -> Self {
        Lexer {
            text: text.as_bytes(),
            at,
            line_start: at == 0,
            pragmas: Vec::new(),
        }
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_trivia(&mut self) {
        while let Some(&byte) = self.text.get(self.at) {
            match byte {
                b'\n' => {
                    self.line_start = true;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'#' if self.line_start => self.directive(),
                b'/' if self.peek(1) == b'*' => self.block_comment(),
                b'/' if self.peek(1) == b'/' => self.skip_line(),
                b'\\' if self.peek(1) == b'\n' => self.at += 2,
                b'\\' if self.peek(1) == b'\r' && self.peek(2) == b'\n' => self.at += 3,
                _ => return,
            }
        }
    }

    fn skip_line(&mut self) {
        while self.at < self.text.len() && self.text[self.at] != b'\n' {
            self.at += 1;
        }
    }

    fn block_comment(&mut self) {
        let rest = &self.text[self.at + 2..];
        let length = rest.windows(2).position(|pair| pair == b"*/");
        self.at = length.map_or(self.text.len(), |length| self.at + 2 + length + 2);
    }

    fn directive(&mut self) {
        let start = self.at;
        self.skip_line();
        let line = String::from_utf8_lossy(&self.text[start..self.at]);
        let words = line.trim_start_matches('#').trim();
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if let Some(pragma) = words.strip_prefix("pragma")
            && !pragma.starts_with(is_word)
        {
            let span = Span::new(start, self.at);
            self.pragmas.push((span, pragma.trim().to_owned()));
        }
    }

    fn identifier(&mut self) -> Kind {
        loop {
            match self.peek(0) {
                b'_' | b'$' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | 0x80.. => self.at += 1,
                b'\\' if matches!(self.peek(1), b'u' | b'U') => self.at += 2,
                _ => return Kind::Ident,
            }
        }
    }

    fn number(&mut self) -> Kind {
        loop {
            match self.peek(0) {
                b'e' | b'E' | b'p' | b'P' if matches!(self.peek(1), b'+' | b'-') => self.at += 2,
                b'_' | b'.' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => self.at += 1,
                // A digit separator of C23.
                b'\'' if self.peek(1).is_ascii_alphanumeric() => self.at += 2,
                _ => return Kind::Number,
            }
        }
    }

    /// From the opening quote on.
    fn quoted(&mut self, quote: u8, kind: Kind) -> Kind {
        self.at += 1;
        loop {
            match self.text.get(self.at) {
                None | Some(b'\n') => return Kind::Error,
                Some(b'\\') => self.at = self.escape_end(),
                Some(&byte) => {
                    self.at += 1;
                    if byte == quote {
                        return kind;
                    }
                }
            }
        }
    }

    /// After a backslash and the character it hides; stays on character boundaries.
    fn escape_end(&self) -> usize {
        let mut end = (self.at + 2).min(self.text.len());
        while end < self.text.len() && self.text[end] & 0xC0 == 0x80 {
            end += 1;
        }
        end
    }

    /// `R"delimiter(…)delimiter"`, from the quote on.
    fn raw_string(&mut self) -> Kind {
        let rest = &self.text[self.at + 1..];
        let Some(open) = rest.iter().take(17).position(|&byte| byte == b'(') else {
            return self.quoted(b'"', Kind::Str);
        };
        let close = [b")", &rest[..open], b"\""].concat();
        let length = rest.windows(close.len()).position(|window| window == close);
        self.at = length.map_or(self.text.len(), |length| self.at + 1 + length + close.len());
        if length.is_some() {
            Kind::Str
        } else {
            Kind::Error
        }
    }

    /// Literals with a prefix, or an identifier.
    fn word(&mut self) -> Kind {
        let start = self.at;
        self.identifier();
        let kind = match (&self.text[start..self.at], self.peek(0)) {
            (b"L" | b"u" | b"U" | b"u8", b'"') => self.quoted(b'"', Kind::Str),
            (b"L" | b"u" | b"U" | b"u8", b'\'') => self.quoted(b'\'', Kind::Char),
            (b"R" | b"LR" | b"uR" | b"UR" | b"u8R", b'"') => self.raw_string(),
            _ => Kind::Ident,
        };
        if self.at == start {
            // A lone `\u`-like start cannot happen here, but progress must never depend on it.
            self.at += 1;
            return Kind::Error;
        }
        kind
    }

    fn punctuator(&mut self) -> Kind {
        let (length, kind) = match (self.peek(0), self.peek(1), self.peek(2)) {
            (b'.', b'.', b'.') => (3, Kind::Ellipsis),
            (b'<', b'<', b'=') | (b'>', b'>', b'=') => (3, Kind::Op),
            (b'+', b'+', _) | (b'-', b'-', _) => (2, Kind::Step),
            (b'-', b'>', _) => (2, Kind::Arrow),
            (b'&', b'&', _) => (2, Kind::AmpAmp),
            (b'<', b':', _) => (2, Kind::LBracket),
            (b':', b'>', _) => (2, Kind::RBracket),
            (b'<', b'%', _) => (2, Kind::LBrace),
            (b'%', b'>', _) => (2, Kind::RBrace),
            (b'<', b'<', _) | (b'>', b'>', _) | (b'|', b'|', _) | (b'#', b'#', _) => (2, Kind::Op),
            (b'<' | b'>' | b'=' | b'!' | b'+' | b'-', b'=', _) => (2, Kind::Op),
            (b'*' | b'/' | b'%' | b'&' | b'^' | b'|', b'=', _) => (2, Kind::Op),
            (b'(', ..) => (1, Kind::LParen),
            (b')', ..) => (1, Kind::RParen),
            (b'{', ..) => (1, Kind::LBrace),
            (b'}', ..) => (1, Kind::RBrace),
            (b'[', ..) => (1, Kind::LBracket),
            (b']', ..) => (1, Kind::RBracket),
            (b';', ..) => (1, Kind::Semi),
            (b',', ..) => (1, Kind::Comma),
            (b':', ..) => (1, Kind::Colon),
            (b'?', ..) => (1, Kind::Question),
            (b'*', ..) => (1, Kind::Star),
            (b'&', ..) => (1, Kind::Amp),
            (b'=', ..) => (1, Kind::Assign),
            (b'.', ..) => (1, Kind::Dot),
            (b'+' | b'-', ..) => (1, Kind::Sign),
            (b'!' | b'~', ..) => (1, Kind::Not),
            (b'<' | b'>' | b'/' | b'%' | b'^' | b'|', ..) => (1, Kind::Op),
            _ => (1, Kind::Error),
        };
        self.at += length;
        kind
    }
}

impl Iterator for Lexer<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip_trivia();
        self.line_start = false;
        let start = self.at;
        let kind = match *self.text.get(start)? {
            b'_' | b'$' | b'a'..=b'z' | b'A'..=b'Z' | 0x80.. => self.word(),
            b'\\' if matches!(self.peek(1), b'u' | b'U') => self.word(),
            b'0'..=b'9' => self.number(),
            b'.' if self.peek(1).is_ascii_digit() => self.number(),
            b'"' => self.quoted(b'"', Kind::Str),
            b'\'' => self.quoted(b'\'', Kind::Char),
            _ => self.punctuator(),
        };
        Some(Token {
            kind,
            start: start as u32,
            end: self.at as u32,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        lex(text)
            .tokens
            .into_iter()
            .map(|token| token.text(text))
            .collect()
    }

    #[test]
    fn splits_as_c_does() {
        assert_eq!(texts("x+++y"), ["x", "++", "+", "y"]);
        assert_eq!(texts("a->b.c...d"), ["a", "->", "b", ".", "c", "...", "d"]);
        assert_eq!(texts("1.5e+3f 0x1p-2 .5"), ["1.5e+3f", "0x1p-2", ".5"]);
        assert_eq!(
            texts("L\"a\\\"b\" u8\"c\" 'x'"),
            ["L\"a\\\"b\"", "u8\"c\"", "'x'"]
        );
        assert_eq!(texts("a$b é\\u00e9 <: %>"), ["a$b", "é\\u00e9", "<:", "%>"]);
        assert_eq!(texts("R\"x(a\"b)x\" y"), ["R\"x(a\"b)x\"", "y"]);
    }

    #[test]
    fn directives_and_comments_are_no_tokens() {
        let text = "# 1 \"a.c\"\nint /* x */ a; // y\n  #pragma tamis partition(x, 1)\nb # c";
        assert_eq!(texts(text), ["int", "a", ";", "b", "#", "c"]);
        assert_eq!(lex(text).pragmas[0].1, "tamis partition(x, 1)");
    }

    #[test]
    fn unterminated_things_are_errors() {
        for text in ["\"abc", "'a\n", "R\"(x", "\"a\\", "@", "\"\\é"] {
            assert_eq!(lex(text).tokens[0].kind, Kind::Error, "{text}");
        }
        assert!(lex("/* x").tokens.is_empty());
    }
}
