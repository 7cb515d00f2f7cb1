//! One line of the text form, read word by word.

use crate::base::{Id, Span};
use crate::ir::{FloatKind, Ty};

/// What was read, or what is wrong.
pub type Parse<T> = Result<T, String>;

/// How deep expressions may be nested.
const MAX_DEPTH: u32 = 300;

pub struct Cursor<'a> {
    rest: &'a str,
    depth: u32,
}

impl<'a> Cursor<'a> {
    pub fn new(line: &'a str) -> Self {
        Cursor {
            rest: line,
            depth: 0,
        }
    }

    pub fn rest(&self) -> &'a str {
        self.rest
    }

    pub fn at_end(&self) -> bool {
        self.rest.trim().is_empty()
    }

    /// Reads something inside of parentheses.
    pub fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth == MAX_DEPTH {
            return Err("nested too deeply".into());
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Takes the token, if it comes next; a word only as a whole.
    pub fn take(&mut self, token: &str) -> bool {
        let rest = self.rest.trim_start();
        let Some(after) = rest.strip_prefix(token) else {
            return false;
        };
        let continues = |c: char| c.is_alphanumeric() || c == '_';
        if token.ends_with(continues) && after.starts_with(continues) {
            return false;
        }
        self.rest = after;
        true
    }

    pub fn expect(&mut self, token: &str) -> Parse<()> {
        match self.take(token) {
            true => Ok(()),
            false => Err(format!("`{token}` should stand before `{}`", self.rest)),
        }
    }

    /// The characters that belong together from here on.
    fn span_of(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest.trim_start();
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        self.rest = after;
        word
    }

    /// The name of a variable or symbol.
    pub fn name(&mut self) -> Parse<String> {
        match self.span_of(is_word) {
            "" => Err(format!("a name should stand before `{}`", self.rest)),
            name => Ok(name.to_string()),
        }
    }

    /// A number with an optional sign.
    pub fn number<N: std::str::FromStr>(&mut self) -> Parse<N> {
        let before = self.rest;
        let rest = self.rest.trim_start();
        let digits = rest.strip_prefix(['-', '+']).unwrap_or(rest);
        let count = digits.bytes().take_while(u8::is_ascii_digit).count();
        let (text, after) = rest.split_at(rest.len() - digits.len() + count);
        self.rest = after;
        let text = text.strip_prefix('+').unwrap_or(text);
        text.parse()
            .map_err(|_| format!("a number should stand before `{before}`"))
    }

    /// The number behind a prefix (`c0`), if it comes next.
    pub fn take_index(&mut self, prefix: &str) -> Option<usize> {
        let rest = self.rest.trim_start();
        let after = rest.strip_prefix(prefix)?;
        let count = after.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, after) = after.split_at(count);
        let index: u32 = digits
            .parse()
            .ok()
            .filter(|_| !after.starts_with(is_word))?;
        self.rest = after;
        Some(index as usize)
    }

    /// `v12`, if it comes next.
    pub fn take_id<I: Id>(&mut self, prefix: &str) -> Option<I> {
        self.take_index(prefix).map(I::from_index)
    }

    pub fn id<I: Id>(&mut self, prefix: &str) -> Parse<I> {
        self.take_id(prefix).ok_or_else(|| {
            format!(
                "`{prefix}` and a number should stand before `{}`",
                self.rest
            )
        })
    }

    /// The name of a scalar type, if it comes next.
    pub fn take_type(&mut self) -> Option<Ty> {
        const FLOATS: [(&str, FloatKind); 4] = [
            ("f32", FloatKind::F32),
            ("f64", FloatKind::F64),
            ("f80", FloatKind::F80),
            ("f128", FloatKind::F128),
        ];
        if self.take("ptr") {
            return Some(Ty::Ptr);
        }
        if let Some(&(_, kind)) = FLOATS.iter().find(|(name, _)| self.take(name)) {
            return Some(Ty::Float(kind));
        }
        for (prefix, signed) in [("i", true), ("u", false)] {
            for bits in [8u8, 16, 32, 64, 128] {
                if self.take(&format!("{prefix}{bits}")) {
                    return Some(Ty::Int { bits, signed });
                }
            }
        }
        None
    }

    /// `12..34`
    pub fn span(&mut self) -> Parse<Span> {
        let start = self.number()?;
        self.expect("..")?;
        Ok(Span {
            start,
            end: self.number()?,
        })
    }

    /// Bytes in quotes, escaped as [`u8::escape_ascii`] does.
    pub fn byte_string(&mut self) -> Parse<Vec<u8>> {
        self.expect("\"")?;
        let mut bytes = Vec::new();
        let mut rest = self.rest.bytes();
        loop {
            match rest.next().ok_or("a string has no end")? {
                b'"' => break,
                b'\\' => bytes.push(match rest.next() {
                    Some(b'n') => b'\n',
                    Some(b't') => b'\t',
                    Some(b'r') => b'\r',
                    Some(b'x') => {
                        let mut digit = || rest.next().and_then(|d| (d as char).to_digit(16));
                        let (high, low) = digit().zip(digit()).ok_or("`\\x` needs two digits")?;
                        (high << 4 | low) as u8
                    }
                    Some(other @ (b'\\' | b'"' | b'\'')) => other,
                    _ => return Err("an unknown escape in a string".into()),
                }),
                byte => bytes.push(byte),
            }
        }
        self.rest = &self.rest[self.rest.len() - rest.len()..];
        Ok(bytes)
    }

    /// All that is left.
    pub fn take_rest(&mut self) -> &'a str {
        std::mem::take(&mut self.rest).trim()
    }

    /// The spelling of a floating constant.
    pub fn float(&mut self) -> Option<f64> {
        let rest = self.rest.trim_start();
        let end = rest.find(':')?;
        let value = rest[..end].parse().ok()?;
        self.rest = &rest[end..];
        Some(value)
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '$')
}
