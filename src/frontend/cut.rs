//! Cuts the tokens of a translation unit into external declarations.
//!
//! Comes in: all tokens. Goes out: ranges of them, each one declaration or definition. Brackets
//! that do not match cost the declaration around them, not the rest of the file. Knows which
//! words begin a declaration, and no types.

use super::lex::{Kind, Token};
use super::words;
use std::ops::Range;

/// One external declaration, as a range of tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    pub tokens: Range<usize>,
    /// The index of the token `{` that opens a function's body.
    pub body: Option<usize>,
    /// The token of a bracket without a partner.
    pub unbalanced: Option<usize>,
}

/// The partner of each bracket; `None` for other tokens and for brackets without one.
///
/// A `}` closes the last open `{`, whatever else is open inside: statements hold the text
/// together better than parentheses.
pub fn partners(kinds: impl ExactSizeIterator<Item = Kind>) -> Vec<Option<u32>> {
    let mut partners = vec![None; kinds.len()];
    let mut open: Vec<(usize, Kind)> = Vec::new();
    let mut braces = 0usize;
    for (at, kind) in kinds.enumerate() {
        let opener = match kind {
            Kind::LParen | Kind::LBrace | Kind::LBracket => {
                open.push((at, kind));
                braces += usize::from(kind == Kind::LBrace);
                continue;
            }
            Kind::RParen => Kind::LParen,
            Kind::RBracket => Kind::LBracket,
            Kind::RBrace => Kind::LBrace,
            _ => continue,
        };
        let wanted = |&(_, kind): &(usize, Kind)| kind == opener;
        let found = match kind {
            Kind::RBrace if braces == 0 => None,
            Kind::RBrace => {
                braces -= 1;
                open.iter().rposition(wanted)
            }
            _ => open
                .last()
                .filter(|last| wanted(last))
                .map(|_| open.len() - 1),
        };
        if let Some(found) = found {
            let (from, _) = open[found];
            open.truncate(found);
            partners[from] = Some(at as u32);
            partners[at] = Some(from as u32);
        }
    }
    partners
}

/// Cuts at the end of each external declaration.
pub fn cut(text: &str, tokens: &[Token]) -> Vec<Piece> {
    let partners = partners(tokens.iter().map(|token| token.kind));
    let mut cutter = Cutter {
        text,
        tokens,
        partners,
    };
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let piece = cutter.piece(at);
        at = piece.tokens.end;
        pieces.push(piece);
    }
    pieces
}

struct Cutter<'a> {
    text: &'a str,
    tokens: &'a [Token],
    partners: Vec<Option<u32>>,
}

/// What the tokens of a piece have shown so far.
#[derive(Default)]
struct Seen {
    /// `=`: braces are an initialiser.
    assign: bool,
    /// `struct`, `union` or `enum` and nothing but its tag since.
    record: bool,
    /// A group in parentheses: perhaps parameters.
    group: bool,
    /// Declarations of parameters in the old style stand before the body.
    old_style: bool,
}

impl Cutter<'_> {
    fn word(&self, at: usize) -> &str {
        self.tokens
            .get(at)
            .map_or("", |token| token.text(self.text))
    }

    fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    fn piece(&mut self, start: usize) -> Piece {
        let end_at = |end: usize, body, unbalanced| Piece {
            tokens: start..end,
            body,
            unbalanced,
        };
        let mut seen = Seen::default();
        let mut at = start;
        while let Some(kind) = self.kind(at) {
            match kind {
                Kind::Semi if !seen.old_style => return end_at(at + 1, None, None),
                Kind::Assign => seen.assign = true,
                Kind::RBrace => return end_at(at + 1, None, Some(at)),
                Kind::LBrace => {
                    let is_body = !seen.assign && !seen.record && seen.group;
                    let body = is_body.then_some(at);
                    match self.partners[at] {
                        None => return end_at(self.resume_after(at), body, Some(at)),
                        Some(close) if is_body => return end_at(close as usize + 1, body, None),
                        Some(close) => at = close as usize,
                    }
                    seen.record = false;
                }
                Kind::LParen | Kind::LBracket => {
                    let is_attribute = at > start && words::takes_group(self.word(at - 1));
                    seen.record &= is_attribute || kind == Kind::LBracket;
                    seen.group |= !is_attribute && kind == Kind::LParen;
                    if let Some(close) = self.partners[at] {
                        seen.old_style |= !seen.assign && self.is_old_style(start, at);
                        at = close as usize;
                    }
                }
                Kind::Ident if words::is_record_word(self.word(at)) => seen.record = true,
                Kind::Star | Kind::Comma => seen.record = false,
                _ => {}
            }
            at += 1;
        }
        end_at(self.tokens.len(), None, None)
    }

    /// `f(a, b) int a; …`: a list of bare names, and a declaration after it.
    fn is_old_style(&self, start: usize, open: usize) -> bool {
        if open == start
            || self.kind(open - 1) != Some(Kind::Ident)
            || words::is_keyword(self.word(open - 1))
        {
            return false;
        }
        let Some(close) = self.partners[open].map(|close| close as usize) else {
            return false;
        };
        let list = &self.tokens[open + 1..close];
        let is_list = list.len() % 2 == 1
            && list
                .iter()
                .enumerate()
                .all(|(index, token)| match index % 2 {
                    0 => token.kind == Kind::Ident && !words::is_keyword(token.text(self.text)),
                    _ => token.kind == Kind::Comma,
                });
        if !is_list || self.kind(close + 1) != Some(Kind::Ident) {
            return false;
        }
        let word = self.word(close + 1);
        let begins = words::begins_declaration(word) || !words::is_keyword(word);
        begins && self.reaches_body(close + 1, list.len().div_ceil(2))
    }

    /// At most `count` declarations lead up to a `{` after a `;`.
    fn reaches_body(&self, mut at: usize, mut count: usize) -> bool {
        // Declarations of parameters are short; without a bound, many false starts would each
        // read to the end of the file.
        let last = at + 100 * (count + 1);
        while let Some(kind) = self.kind(at).filter(|_| at < last) {
            match kind {
                Kind::LBrace if self.kind(at - 1) == Some(Kind::Semi) => return true,
                Kind::LBrace if self.kind(at - 1) == Some(Kind::RParen) => return false,
                Kind::Semi if count == 0 => return false,
                Kind::LParen | Kind::LBrace | Kind::LBracket => match self.partners[at] {
                    Some(close) => at = close as usize,
                    None => return false,
                },
                Kind::Assign | Kind::RBrace => return false,
                Kind::Semi => count -= 1,
                _ => {}
            }
            at += 1;
        }
        false
    }

    /// Where reading goes on after a `{` that nothing closes: at the next word in the first
    /// column that may begin a declaration.
    fn resume_after(&self, open: usize) -> usize {
        let is_start = |&at: &usize| {
            let start = self.tokens[at].start as usize;
            let first_column = start == 0 || self.text.as_bytes()[start - 1] == b'\n';
            first_column && self.begins_declaration(at)
        };
        (open + 1..self.tokens.len())
            .find(is_start)
            .unwrap_or(self.tokens.len())
    }

    fn begins_declaration(&self, at: usize) -> bool {
        if self.kind(at) != Some(Kind::Ident) {
            return false;
        }
        let word = self.word(at);
        let names_something = matches!(self.kind(at + 1), Some(Kind::Ident | Kind::Star));
        words::begins_declaration(word)
            || word == "__extension__"
            || word == "__attribute__"
            || (names_something && !words::is_keyword(word))
    }
}

#[cfg(test)]
mod tests {
    use super::super::lex::lex;
    use super::*;

    fn pieces(text: &str) -> Vec<String> {
        let tokens = lex(text).tokens;
        let show = |piece: Piece| {
            let (first, last) = (tokens[piece.tokens.start], tokens[piece.tokens.end - 1]);
            let mark = match (piece.body, piece.unbalanced) {
                (_, Some(_)) => "? ",
                (Some(_), None) => "f ",
                _ => "",
            };
            format!("{mark}{}", &text[first.start as usize..last.end as usize])
        };
        cut(text, &tokens).into_iter().map(show).collect()
    }

    #[test]
    fn declarations_and_definitions() {
        assert_eq!(
            pieces(
                "int a; int f(void) { ; } struct s { int x; } v; ; int *p = (int[]){1}; enum e { A };"
            ),
            [
                "int a;",
                "f int f(void) { ; }",
                "struct s { int x; } v;",
                ";",
                "int *p = (int[]){1};",
                "enum e { A };"
            ]
        );
        assert_eq!(
            pieces(
                "struct s { int x; } f(void) { } struct s g(int a) {} int h(void) __attribute__((x)); int i;"
            ),
            [
                "f struct s { int x; } f(void) { }",
                "f struct s g(int a) {}",
                "int h(void) __attribute__((x));",
                "int i;"
            ]
        );
        assert_eq!(
            pieces("struct __attribute__((packed)) s { int x; }; int y;").len(),
            2
        );
        assert_eq!(pieces("int (*t[])(int) = { f, g }; void f() {}").len(), 2);
    }

    #[test]
    fn old_style_definitions_are_one_piece() {
        assert_eq!(
            pieces("int f(a, b) int a; char *b; { return a; } int x;"),
            ["f int f(a, b) int a; char *b; { return a; }", "int x;"]
        );
        assert_eq!(pieces("f(a) T a; {}").len(), 1);
        assert_eq!(pieces("f(a) {} g(b) {}").len(), 2);
        assert_eq!(pieces("int f(T) ; int a; int g(void) {}").len(), 3);
        assert_eq!(pieces("weak_alias(a, b) int c; int g(void) {}").len(), 2);
    }

    #[test]
    fn unbalanced_braces_cost_one_function() {
        let text =
            "int f(void) {\n if (x) {\n return 1;\n}\nint g(void) {\n return 2;\n}\nint z;\n";
        assert_eq!(
            pieces(text)[1..],
            ["f int g(void) {\n return 2;\n}", "int z;"]
        );
        assert!(pieces(text)[0].starts_with("? int f"));
        assert_eq!(pieces("} int a;"), ["? }", "int a;"]);
        assert_eq!(pieces("int f( { int a; } int b;").len(), 2);
        assert_eq!(pieces("((({{{[[[").len(), 1);
        assert!(pieces("").is_empty());
    }
}
