//! Words of newer and older dialects become the words that lang-c knows.

use super::{Rewriter, Tok};
use crate::frontend::lex::Kind;
use crate::frontend::words;
use std::borrow::Cow;

/// What the words begin with that stand for something else.
const OWN: &str = "__tamis_";

/// What the names of identifiers begin with that lang-c cannot read or that look like our own words.
const ENCODED: &str = "__tamis_u_";

impl Rewriter<'_> {
    pub(super) fn plain_keywords(&mut self) {
        let mut depth = 0usize;
        let mut kept: Vec<Tok> = Vec::with_capacity(self.tokens.len());
        let mut at = 0;
        while at < self.tokens.len() {
            match self.tokens[at].kind {
                Kind::LBrace => depth += 1,
                Kind::RBrace => depth = depth.saturating_sub(1),
                _ => {}
            }
            let token = &self.tokens[at];
            if token.kind != Kind::Ident {
                kept.push(self.punctuator(at));
            } else if words::is_asm(self.text(at)) {
                at = self.asm_word(at, &mut kept);
                continue;
            } else {
                kept.push(match self.plain_word(at, depth) {
                    Some(word) => token.with_text(word),
                    None => token.clone(),
                });
            }
            at += 1;
        }
        self.tokens = kept;
    }

    /// Digraphs become what they stand for.
    fn punctuator(&self, at: usize) -> Tok {
        let token = &self.tokens[at];
        match self.text(at) {
            "<:" => token.with_text("["),
            ":>" => token.with_text("]"),
            "<%" => token.with_text("{"),
            "%>" => token.with_text("}"),
            _ => token.clone(),
        }
    }

    /// `asm` with its qualifiers: lang-c takes one `volatile` and nothing else. `goto` stays,
    /// because a jump out of an asm statement must not be lost.
    fn asm_word(&self, at: usize, kept: &mut Vec<Tok>) -> usize {
        kept.push(self.tokens[at].with_text("__asm__"));
        let mut next = at + 1;
        let mut volatile = false;
        while self.kind(next) == Some(Kind::Ident) {
            match self.text(next) {
                "inline" | "__inline" | "__inline__" => {}
                "volatile" | "__volatile" | "__volatile__" if volatile => {}
                "volatile" | "__volatile" | "__volatile__" => {
                    volatile = true;
                    kept.push(self.tokens[next].clone());
                }
                _ => break,
            }
            next += 1;
        }
        next
    }

    fn plain_word(&self, at: usize, depth: usize) -> Option<Cow<'static, str>> {
        let word = self.text(at);
        if let Cow::Owned(encoded) = plain_name(word) {
            return Some(encoded.into());
        }
        let plain = match word {
            "__int128" | "__int128_t" => "_Float128x",
            "__uint128_t" => "unsigned _Float128x",
            "__float128" => "_Float128",
            "__float80" => "long double",
            "__thread" => "_Thread_local",
            "__auto_type" => "__tamis_auto_type",
            "__const__" | "__const" => "const",
            // The other spellings are no reserved words of lang-c: they would be called.
            "typeof" | "__typeof__" => "__typeof",
            // The default of newer compilers is C23 without a flag that says so.
            "bool" if self.is_bool_keyword(at) => "_Bool",
            _ if self.input.c23 => return self.c23_word(at, depth),
            _ => return None,
        };
        Some(plain.into())
    }

    fn is_bool_keyword(&self, at: usize) -> bool {
        let declares =
            self.kind(at + 1) == Some(Kind::Ident) && !words::is_keyword(self.text(at + 1));
        !self.input.names.is_type("bool") && (self.input.c23 || declares)
    }

    fn c23_word(&self, at: usize, depth: usize) -> Option<Cow<'static, str>> {
        let is_static =
            self.is_word(at + 1, "static") || (at > 0 && self.is_word(at - 1, "static"));
        let plain = match self.text(at) {
            "true" => "((_Bool)1)",
            "false" => "((_Bool)0)",
            "nullptr" => "((void *)0)",
            // At file level it also means internal linkage (C23 6.2.2).
            "constexpr" if depth == 0 && !is_static => "static const",
            "constexpr" => "const",
            "static_assert" => "_Static_assert",
            "thread_local" => "_Thread_local",
            "alignof" => "_Alignof",
            "auto" if self.infers_type(at) => "__tamis_auto_type",
            _ => return None,
        };
        Some(plain.into())
    }

    /// `auto x = …`
    fn infers_type(&self, at: usize) -> bool {
        self.kind(at + 1) == Some(Kind::Ident)
            && !self.begins_type(at + 1)
            && self.kind(at + 2) == Some(Kind::Assign)
    }
}

/// How an identifier is spelled for lang-c.
pub fn plain_name(name: &str) -> Cow<'_, str> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    match name.bytes().all(plain) && !name.starts_with(OWN) {
        true => name.into(),
        false => encoded_name(name).into(),
    }
}

/// Whether a word of the tree is one of ours, and no name of the user's.
pub fn is_own_word(word: &str) -> bool {
    word.starts_with(OWN) && !word.starts_with(ENCODED)
}

/// Letters and digits as they are, `_` doubled, any other character as `_` and its number.
fn encoded_name(name: &str) -> String {
    let mut encoded = ENCODED.to_owned();
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        let (c, length) = universal_name(rest).unwrap_or((c, c.len_utf8()));
        match c {
            '_' => encoded.push_str("__"),
            c if c.is_ascii_alphanumeric() => encoded.push(c),
            c => encoded.push_str(&format!("_{:x}_", u32::from(c))),
        }
        rest = &rest[length..];
    }
    encoded
}

/// The character of a `\uXXXX` or `\UXXXXXXXX` at the start, and its length in the text.
pub(super) fn universal_name(text: &str) -> Option<(char, usize)> {
    let length = match text.as_bytes() {
        [b'\\', b'u', ..] => 6,
        [b'\\', b'U', ..] => 10,
        _ => return None,
    };
    let digits = text.get(2..length)?;
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    Some((
        char::from_u32(u32::from_str_radix(digits, 16).ok()?)?,
        length,
    ))
}

/// The user's name of an identifier in the tree: the same, unless lang-c cannot read it.
pub fn original_name(name: &str) -> Cow<'_, str> {
    let Some(encoded) = name.strip_prefix(ENCODED) else {
        return name.into();
    };
    let mut original = String::new();
    let mut chars = encoded.chars();
    while let Some(c) = chars.next() {
        if c != '_' {
            original.push(c);
            continue;
        }
        let code: String = chars.by_ref().take_while(|&c| c != '_').collect();
        match u32::from_str_radix(&code, 16).ok().and_then(char::from_u32) {
            Some(c) => original.push(c),
            None => original.push('_'),
        }
    }
    original.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strange_names_come_back() {
        for name in ["a$b", "é_x_1", "$", "_$_", "日本"] {
            let encoded = encoded_name(name);
            assert!(
                encoded
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            );
            assert_eq!(original_name(&encoded), name);
        }
        assert_eq!(encoded_name("\\u00e9"), encoded_name("é"));
        assert_ne!(plain_name("__tamis_u__e9_"), plain_name("é"));
        assert_eq!(original_name(&plain_name("__tamis_goto")), "__tamis_goto");
        assert!(is_own_word("__tamis_goto") && !is_own_word(&plain_name("__tamis_goto")));
        assert_eq!(original_name("plain__name"), "plain__name");
    }
}
