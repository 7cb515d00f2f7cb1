//! How deep the syntax tree of some tokens can be.
//!
//! Comes in: the tokens of a declaration. Goes out: the first token that goes too deep, if any.
//! Parsing, lowering and dropping a tree recurse; this bound keeps them inside their stacks.

use super::lex::{Kind, Token};

/// Open brackets.
pub const MAX_BRACKETS: usize = 1_000;

/// Operators, brackets, labels and statements around one token.
pub const MAX_DEPTH: usize = 20_000;

/// What stands around the current token inside one pair of brackets.
#[derive(Default)]
struct Level {
    /// Operators and keywords since the last separator: each may be a level of the tree.
    run: usize,
    /// `else` after `else`.
    elses: usize,
    /// `?` without its `:` yet.
    questions: usize,
}

/// The token at which the tree may become too deep.
pub fn too_deep(text: &str, tokens: &[Token]) -> Option<Token> {
    let mut levels = vec![Level::default()];
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1);
        let goes_on = next.is_some_and(|next| continues(text, *next));
        match token.kind {
            Kind::LParen | Kind::LBrace | Kind::LBracket => {
                add(&mut levels, &mut depth);
                levels.push(Level::default());
            }
            Kind::RParen | Kind::RBracket => close(&mut levels, &mut depth),
            Kind::RBrace => {
                close(&mut levels, &mut depth);
                if !goes_on {
                    reset(&mut levels, &mut depth, is_else(text, next));
                }
            }
            Kind::Semi => reset(&mut levels, &mut depth, is_else(text, next)),
            Kind::Comma if levels.last().is_some_and(|level| level.questions == 0) => {
                reset(&mut levels, &mut depth, false);
            }
            Kind::Ident if token.text(text) == "else" => {
                if let Some(level) = levels.last_mut() {
                    level.elses += 1;
                    depth += 1;
                }
            }
            Kind::Ident if !nests(token.text(text)) => {}
            Kind::Number | Kind::Str | Kind::Char => {}
            kind => {
                add(&mut levels, &mut depth);
                if let Some(level) = levels.last_mut() {
                    match kind {
                        Kind::Question => level.questions += 1,
                        Kind::Colon => level.questions = level.questions.saturating_sub(1),
                        _ => {}
                    }
                }
            }
        }
        if depth > MAX_DEPTH || levels.len() > MAX_BRACKETS {
            return Some(*token);
        }
    }
    None
}

fn is_else(text: &str, token: Option<&Token>) -> bool {
    token.is_some_and(|token| token.text(text) == "else")
}

/// Whether an expression may go on with this token after a `}`.
fn continues(text: &str, token: Token) -> bool {
    !matches!(
        token.kind,
        Kind::Ident
            | Kind::Number
            | Kind::Str
            | Kind::Char
            | Kind::LBrace
            | Kind::RBrace
            | Kind::Semi
    ) || token.text(text) == "while"
}

/// Keywords that put a statement or an expression inside themselves.
fn nests(word: &str) -> bool {
    matches!(
        word,
        "if" | "for"
            | "while"
            | "do"
            | "switch"
            | "case"
            | "default"
            | "sizeof"
            | "return"
            | "_Alignof"
            | "__alignof__"
            | "__alignof"
            | "__extension__"
            | "_Generic"
            | "typeof"
            | "__typeof__"
            | "__typeof"
            | "__real__"
            | "__imag__"
    )
}

fn add(levels: &mut [Level], depth: &mut usize) {
    if let Some(level) = levels.last_mut() {
        level.run += 1;
        *depth += 1;
    }
}

fn close(levels: &mut Vec<Level>, depth: &mut usize) {
    if levels.len() > 1
        && let Some(level) = levels.pop()
    {
        *depth -= level.run + level.elses;
    }
}

/// A statement or an operand of a comma ends.
fn reset(levels: &mut [Level], depth: &mut usize, else_follows: bool) {
    if let Some(level) = levels.last_mut() {
        *depth -= level.run;
        level.run = 0;
        level.questions = 0;
        if !else_follows {
            *depth -= level.elses;
            level.elses = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lex::lex;
    use super::*;

    fn deep(text: &str) -> bool {
        too_deep(text, &lex(text).tokens).is_some()
    }

    #[test]
    fn ordinary_code_is_not_deep() {
        assert!(!deep(
            &"f(a, b + c); if (x) { y(); } else z = 1;\n".repeat(50_000)
        ));
        assert!(!deep(&format!(
            "int a[] = {{ {} }};",
            "{ 1, -2 }, ".repeat(50_000)
        )));
        assert!(!deep(&"case 1: x; break;".repeat(50_000)));
    }

    #[test]
    fn every_way_to_nest_is_seen() {
        let shapes = [
            "(",
            "{",
            "[",
            "!",
            "-(x)",
            "1+",
            "*",
            "a?",
            "a?b,",
            "a=",
            "if(x)",
            "if(x)y;else ",
            "if(x){}else ",
            "l:",
            "case 1:",
            "sizeof ",
            "(int)",
            "for(;;)",
            "x.",
            "do ",
            "(T){0}+",
            "f()",
            "a[0]",
        ];
        for shape in shapes {
            assert!(deep(&shape.repeat(MAX_DEPTH + 1)), "{shape}");
        }
        assert!(!deep(&")]}".repeat(10)));
    }
}
