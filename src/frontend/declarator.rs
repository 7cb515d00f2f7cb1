//! Which names a declaration declares, seen from its tokens alone.
//!
//! Comes in: the tokens of a declaration. Goes out: typedef names, or a function's name and its
//! parameters. It must work without knowing which identifiers are types.

use super::lex::{Kind, Token};
use super::words;

/// The name that a function definition defines, and the names of its parameters.
#[derive(Debug, PartialEq, Eq)]
pub struct Head<'a> {
    pub name: &'a str,
    pub params: Vec<&'a str>,
}

/// The names of a `typedef` declaration; empty for any other one.
pub fn typedef_names<'a>(text: &'a str, declaration: &[Token]) -> Vec<&'a str> {
    let is_typedef = |token: &Token| token.text(text) == "typedef";
    if !skeleton(text, declaration).iter().any(is_typedef) {
        return Vec::new();
    }
    declared_names(text, declaration)
}

/// The names that a declaration declares.
pub fn declared_names<'a>(text: &'a str, declaration: &[Token]) -> Vec<&'a str> {
    let tokens = skeleton(text, declaration);
    let mut names = Vec::new();
    for (index, part) in split_at_commas(&tokens).enumerate() {
        names.extend(declared_name(text, part, index == 0).map(|at| part[at].text(text)));
    }
    names
}

/// The head of a function definition: everything before its body.
pub fn function_head<'a>(text: &'a str, head: &[Token]) -> Option<Head<'a>> {
    let tokens = skeleton(text, head);
    let at = function_name(text, &tokens)?;
    let after = tokens[at + 1..]
        .iter()
        .position(|token| token.kind != Kind::RParen)?;
    let open = at + 1 + after;
    let params = match tokens.get(open) {
        Some(token) if token.kind == Kind::LParen => {
            let group = &tokens[open + 1..close_of(&tokens, open)];
            let name = |part: &[Token]| Some(part[declared_name(text, part, true)?].text(text));
            split_at_commas(group).filter_map(name).collect()
        }
        _ => return None,
    };
    Some(Head {
        name: tokens[at].text(text),
        params,
    })
}

/// The tokens without attributes, asm labels, array sizes and what is in braces.
fn skeleton(text: &str, tokens: &[Token]) -> Vec<Token> {
    let mut kept = Vec::new();
    let mut at = 0;
    while let Some(&token) = tokens.get(at) {
        let group = match token.kind {
            // The brace stays as a sign that the word before it is no declarator.
            Kind::LBrace => {
                kept.push(token);
                Some(at)
            }
            Kind::LBracket => Some(at),
            Kind::Ident if words::takes_group(token.text(text)) => {
                let is_group = tokens
                    .get(at + 1)
                    .is_some_and(|next| next.kind == Kind::LParen);
                if !is_group || words::is_type_word(token.text(text)) {
                    kept.push(token);
                }
                is_group.then_some(at + 1)
            }
            _ => {
                kept.push(token);
                None
            }
        };
        at = group.map_or(at, |open| close_of(tokens, open)) + 1;
    }
    kept
}

/// The index of the bracket that closes the one at `open`, or the end.
fn close_of(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            Kind::LParen | Kind::LBrace | Kind::LBracket => depth += 1,
            Kind::RParen | Kind::RBrace | Kind::RBracket => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    tokens.len()
}

fn split_at_commas(tokens: &[Token]) -> impl Iterator<Item = &[Token]> {
    let mut depth = 0usize;
    tokens.split(move |token| {
        match token.kind {
            Kind::LParen => depth += 1,
            Kind::RParen => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(token.kind, Kind::Comma | Kind::Semi)
    })
}

fn is_name(text: &str, tokens: &[Token], at: usize) -> bool {
    let tag = at > 0 && words::is_record_word(tokens[at - 1].text(text));
    tokens[at].kind == Kind::Ident && !words::is_keyword(tokens[at].text(text)) && !tag
}

/// Whether a type is named before `at`: only then can the identifier there be a declarator.
fn has_type_before(text: &str, tokens: &[Token], at: usize) -> bool {
    let names_type = |token: &Token| {
        let word = token.text(text);
        token.kind == Kind::Ident && !words::is_storage_word(word) && !words::is_qualifier(word)
    };
    tokens[..at].iter().any(names_type)
}

/// The declared identifier of one declarator; `first` when specifiers stand before it.
fn declared_name(text: &str, tokens: &[Token], first: bool) -> Option<usize> {
    let declares =
        |at: usize| is_name(text, tokens, at) && (!first || has_type_before(text, tokens, at));
    let Some(open) = tokens.iter().position(|token| token.kind == Kind::LParen) else {
        return (0..tokens.len()).rev().find(|&at| declares(at));
    };
    if open > 0 && declares(open - 1) && !is_inner_declarator(tokens, open) {
        return Some(open - 1);
    }
    inner_name(text, tokens, open)
}

/// Like [`declared_name`], but what has no type may be a function that returns `int`.
fn function_name(text: &str, tokens: &[Token]) -> Option<usize> {
    let open = tokens.iter().position(|token| token.kind == Kind::LParen)?;
    if open > 0 && is_name(text, tokens, open - 1) && !is_inner_declarator(tokens, open) {
        return Some(open - 1);
    }
    inner_name(text, tokens, open)
}

/// `(*f)`, `((f))`, `(f)(…)`
fn is_inner_declarator(tokens: &[Token], open: usize) -> bool {
    let begins = tokens
        .get(open + 1)
        .is_some_and(|t| matches!(t.kind, Kind::Star | Kind::LParen));
    let after = tokens.get(close_of(tokens, open) + 1);
    begins || after.is_some_and(|token| token.kind == Kind::LParen)
}

fn inner_name(text: &str, tokens: &[Token], open: usize) -> Option<usize> {
    let (mut start, mut end) = (open + 1, close_of(tokens, open).min(tokens.len()));
    // Iterative: the parentheses may be nested as deep as the text is long.
    loop {
        let inner = tokens.get(start..end)?;
        match inner.iter().position(|token| token.kind == Kind::LParen) {
            None => return (start..end).find(|&at| is_name(text, tokens, at)),
            Some(open) if open > 0 && is_name(text, inner, open - 1) => {
                return Some(start + open - 1);
            }
            Some(open) => (start, end) = (start + open + 1, start + close_of(inner, open)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lex::lex;
    use super::*;

    fn typedefs(text: &str) -> Vec<&str> {
        typedef_names(text, &lex(text).tokens)
    }

    #[test]
    fn typedef_names_are_found() {
        for (text, names) in [
            ("typedef int T;", vec!["T"]),
            (
                "typedef unsigned long int size_t, *p, a[3];",
                vec!["size_t", "p", "a"],
            ),
            ("typedef int (*F)(int, T);", vec!["F"]),
            ("typedef T (*F)(U x), G(int y);", vec!["F", "G"]),
            ("typedef T F(U);", vec!["F"]),
            ("typedef T (F)(U);", vec!["F"]),
            ("typedef void (*(*F)(int))(void);", vec!["F"]),
            ("typedef struct s { int a, b; } S, *PS;", vec!["S", "PS"]),
            ("typedef struct s S __attribute__((aligned(8)));", vec!["S"]),
            ("typedef __typeof__(x) T;", vec!["T"]),
            ("typedef enum { A = f(1), B } E;", vec!["E"]),
            ("int typedef T;", vec!["T"]),
            ("typedef int V __attribute__((vector_size(16)));", vec!["V"]),
            ("typedef struct s;", vec![]),
            ("int x;", vec![]),
        ] {
            assert_eq!(typedefs(text), names, "{text}");
        }
    }

    #[test]
    fn function_heads_are_found() {
        for (text, name, params) in [
            ("int f(int a, T b)", "f", vec!["a", "b"]),
            ("f(a, b)", "f", vec![]),
            ("static T *f(T T, void (*cb)(int x))", "f", vec!["T", "cb"]),
            ("int (*f(int a))(int)", "f", vec!["a"]),
            ("int (f)(int a)", "f", vec!["a"]),
            (
                "__attribute__((x)) struct s f(struct t *t, char c[4])",
                "f",
                vec!["t", "c"],
            ),
            ("void f(void)", "f", vec![]),
        ] {
            let head = function_head(text, &lex(text).tokens).expect(text);
            assert_eq!((head.name, head.params), (name, params), "{text}");
        }
    }
}
