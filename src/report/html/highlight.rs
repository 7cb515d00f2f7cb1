//! C text with its comments, literals, words and directives marked; every character stays.

use crate::base::{is_word, literal_len, word_len};
use crate::report::escape::markup;

const KEYWORDS: [&str; 45] = [
    "auto",
    "break",
    "case",
    "char",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extern",
    "float",
    "for",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "register",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "while",
    "bool",
    "true",
    "false",
    "_Bool",
    "_Generic",
    "_Static_assert",
    "_Thread_local",
    "_Atomic",
    "_Alignof",
    "_Alignas",
    "_Noreturn",
];

/// Reads lines one after the other; a comment may go on over several.
#[derive(Clone, Copy, Default)]
pub struct Highlighter {
    in_comment: bool,
}

impl Highlighter {
    /// Takes notice of a line that is not shown.
    pub fn skip(&mut self, line: &str) {
        if self.in_comment || line.contains("/*") {
            self.line(line);
        }
    }

    /// The line as HTML.
    pub fn line(&mut self, line: &str) -> String {
        let mut html = String::with_capacity(line.len() * 2);
        let mut rest = line;
        if !self.in_comment && rest.trim_start().starts_with('#') {
            let end = rest
                .find("/*")
                .or_else(|| rest.find("//"))
                .unwrap_or(rest.len());
            span(&mut html, "p", &rest[..end]);
            rest = &rest[end..];
        }
        while let Some(c) = rest.chars().next() {
            let (class, length) = self.token(rest, c);
            match class {
                "" => html += &markup(&rest[..length]),
                class => span(&mut html, class, &rest[..length]),
            }
            rest = &rest[length..];
        }
        html
    }

    /// The class and the length of what the text begins with.
    fn token(&mut self, text: &str, c: char) -> (&'static str, usize) {
        if self.in_comment || text.starts_with("/*") {
            let from = if self.in_comment { 0 } else { 2 };
            let end = text[from..].find("*/").map(|at| from + at + 2);
            self.in_comment = end.is_none();
            return ("c", end.unwrap_or(text.len()));
        }
        if text.starts_with("//") {
            return ("c", text.len());
        }
        match c {
            '"' | '\'' => ("s", literal_len(text.as_bytes())),
            c if starts_word(c) => {
                let end = word_len(text.as_bytes());
                let class = match &text[..end] {
                    word if KEYWORDS.contains(&word) => "k",
                    _ if c.is_ascii_digit() => "d",
                    _ => "",
                };
                (class, end)
            }
            _ => {
                let plain = |c: char| !starts_word(c) && !"\"'/".contains(c);
                let end = text.find(|c| !plain(c)).unwrap_or(text.len());
                ("", end.max(c.len_utf8()))
            }
        }
    }
}

fn starts_word(c: char) -> bool {
    !c.is_ascii() || is_word(c as u8)
}

fn span(html: &mut String, class: &str, text: &str) {
    html.push_str("<i class=\"");
    html.push_str(class);
    html.push_str("\">");
    html.push_str(&markup(text));
    html.push_str("</i>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_what_people_look_for() {
        let mut h = Highlighter::default();
        assert_eq!(
            h.line("if (a<1) /* x"),
            "<i class=\"k\">if</i> (a&lt;<i class=\"d\">1</i>) <i class=\"c\">/* x</i>"
        );
        assert_eq!(
            h.line("y */ \"<\""),
            "<i class=\"c\">y */</i> <i class=\"s\">&quot;&lt;&quot;</i>"
        );
        assert_eq!(
            h.line("#define A 1 // b"),
            "<i class=\"p\">#define A 1 </i><i class=\"c\">// b</i>"
        );
        assert_eq!(
            h.line("1'0 'a'"),
            "<i class=\"d\">1&#39;0</i> <i class=\"s\">&#39;a&#39;</i>"
        );
        assert_eq!(
            h.line("é = 'a\\''/2;"),
            "é = <i class=\"s\">&#39;a\\&#39;&#39;</i>/<i class=\"d\">2</i>;"
        );
    }
}
