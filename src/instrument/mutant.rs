//! A mutant as C text: what stands in the program, and what the mutant has in its place.
//!
//! Comes in: an expression of a function and what becomes of it. Goes out: both as people write them. Must not know which
//! operator of mutation made it.

use super::print::pretty;
use super::text::{Prec, Text, infix, inside_parens, precedence, tokens, trimmed_end};
use crate::base::{IdVec, Span};
use crate::ir::{ExprId, ExprKind, Function, Global, GlobalId, Origin};
use crate::labels::{Mutant, Replacement};

/// The two texts, and the part of the preprocessed text that one takes from the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MutantText {
    pub span: Span,
    pub of: String,
    pub by: String,
}

pub fn mutant_text(
    text: &dyn Text,
    globals: &IdVec<GlobalId, Global>,
    function: &Function,
    mutant: Mutant,
) -> Option<MutantText> {
    let origin = function.exprs.get(mutant.of)?.origin;
    let span = origin.span()?;
    let span = Span {
        end: trimmed_end(text.bytes(), span),
        ..span
    };
    let print = |e| pretty(text, globals, function, e);
    if let (Origin::Operator(span), Replacement::Expr(new)) = (origin, mutant.by) {
        let written = text.snippet(span).and_then(|written| {
            let by = assigned(
                &written,
                symbol(function, mutant.of)?,
                symbol(function, new)?,
            )?;
            Some((written, by))
        });
        if let Some((of, by)) = written {
            return Some(MutantText { span, of, by });
        }
    }
    let by = match mutant.by {
        Replacement::Abs => format!("abs({})", print(mutant.of)),
        Replacement::Expr(new) => print(new),
    };
    let written = match origin {
        Origin::Source(_) => text.snippet(span),
        _ => None,
    };
    Some(match written {
        Some(of) => MutantText {
            by: in_place(text.bytes(), span, &of, by),
            span,
            of,
        },
        None => MutantText {
            of: print(mutant.of),
            span,
            by,
        },
    })
}

/// The replacement as it may stand where the other text stood: in parentheses where its neighbours would tear it apart.
fn in_place(bytes: &[u8], span: Span, of: &str, by: String) -> String {
    let (prec, range) = (precedence(&by), span.range());
    let before = &bytes[..range.start];
    let joins = before.last() == by.as_bytes().first();
    let fits = fits(last_token(before), prec) && fits(first_token(&bytes[range.end..]), prec);
    match inside_parens(of).is_some() || joins || prec < precedence(of) && !fits {
        true => format!("({by})"),
        false => by,
    }
}

/// Whether an expression may stand beside this token.
fn fits(token: &str, prec: Prec) -> bool {
    match token {
        "(" | ")" | "[" | "]" | "{" | "}" | "," | ";" | "=" | "?" | ":" | "return" => {
            prec > Prec::Comma
        }
        operator => prec > infix(operator).min(Prec::Multiplicative),
    }
}

fn first_token(bytes: &[u8]) -> &str {
    let line = bytes.trim_ascii_start().split(|&byte| byte == b'\n').next();
    let line = std::str::from_utf8(line.unwrap_or_default()).unwrap_or_default();
    tokens(line).next().unwrap_or_default()
}

fn last_token(bytes: &[u8]) -> &str {
    // No token that matters is longer; lines that macros make may be very long.
    let near = &bytes[bytes.len().saturating_sub(80)..];
    let line = near.trim_ascii_end().rsplit(|&byte| byte == b'\n').next();
    let line = std::str::from_utf8(line.unwrap_or_default()).unwrap_or_default();
    tokens(line).last().unwrap_or_default()
}

fn symbol(function: &Function, e: ExprId) -> Option<&'static str> {
    match function.exprs.get(e)?.kind {
        ExprKind::Binary(op, ..) => Some(op.symbol()),
        _ => None,
    }
}

/// `x += e` with `-` for `+` is `x -= e`, and `x++` is `x--`; `None` if the text has no such operator, or several.
fn assigned(written: &str, old: &str, new: &str) -> Option<String> {
    let step = |symbol: &str| match symbol {
        "+" => Some("++"),
        "-" => Some("--"),
        _ => None,
    };
    let compound = (format!("{old}="), format!("{new}="));
    let found: Vec<&str> = tokens(written)
        .filter(|token| *token == compound.0 || Some(*token) == step(old))
        .collect();
    let [token] = found[..] else {
        return None;
    };
    let changed = match token == compound.0 {
        true => compound.1.as_str(),
        false => step(new)?,
    };
    let at = token.as_ptr() as usize - written.as_ptr() as usize;
    let (before, after) = (&written[..at], &written[at + token.len()..]);
    Some(format!("{before}{changed}{after}"))
}

#[cfg(test)]
mod tests {
    use super::assigned;

    #[test]
    fn assignments_keep_their_form() {
        let check = |text, old, new, expected: Option<&str>| {
            assert_eq!(assigned(text, old, new).as_deref(), expected, "{text}");
        };
        check("x += y", "+", "-", Some("x -= y"));
        check("a[i] <<= 2", "<<", ">>", Some("a[i] >>= 2"));
        check("x++", "+", "-", Some("x--"));
        check("--x", "-", "+", Some("++x"));
        // A step by one has no spelling of its own for other operators.
        check("x++", "+", "*", None);
        check("x += y++", "+", "-", None);
        check("f() + z", "+", "-", None);
    }
}
