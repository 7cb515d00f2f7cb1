//! The annotated text with labels that are recorded.
//!
//! Comes in: annotated C. Goes out: the same with each `pc_label` of a function body whose id is a number of the run as a store
//! to the test's map. What else has the name is left alone: a declaration, a call with an id that is computed or that has no
//! room in the map.

use crate::base::{is_word, literal_len, word_len};

/// What the stores need; `runtime.c` has the definition.
const PROLOGUE: &str = "\
extern unsigned char *tamis_replay_map __attribute__((visibility(\"hidden\")));
#define tamis_replay_label(condition, id, ...) \
((void)(tamis_replay_map[2 * (unsigned long)(id) + ((condition) ? 1 : 0)] = 1))
";
const CALL: &[u8] = b"pc_label";
const RECORDED: &[u8] = b"tamis_replay_label";

/// The text to compile; ids are less than `labels`.
pub fn recorded(annotated: &[u8], labels: usize) -> Vec<u8> {
    let mut text = PROLOGUE.as_bytes().to_vec();
    text.reserve(annotated.len() * 2);
    let (mut depth, mut at, mut line_start) = (0usize, 0, true);
    while at < annotated.len() {
        let rest = &annotated[at..];
        let len = token_len(rest, line_start);
        match rest {
            [b'{', ..] | [b'<', b'%', ..] => depth += 1,
            [b'}', ..] | [b'%', b'>', ..] => depth = depth.saturating_sub(1),
            _ => {}
        }
        let token = &rest[..len];
        let is_label = || id_of_call(&rest[len..]).is_some_and(|id| id < labels);
        text.extend(if depth > 0 && token == CALL && is_label() {
            RECORDED
        } else {
            token
        });
        line_start = token == b"\n" || (line_start && token[0].is_ascii_whitespace());
        at += len;
    }
    text
}

/// The second argument of a call, if it is a number; `rest` begins after the name.
fn id_of_call(rest: &[u8]) -> Option<usize> {
    let (mut depth, mut commas, mut at, mut line_start) = (0usize, 0, 0, false);
    let mut id = String::new();
    while at < rest.len() {
        let len = token_len(&rest[at..], line_start);
        let token = &rest[at..at + len];
        line_start = token == b"\n" || (line_start && token[0].is_ascii_whitespace());
        at += len;
        match token {
            [b'('] => depth += 1,
            [b')'] => depth = depth.saturating_sub(1),
            [b','] if depth == 1 => {
                commas += 1;
                continue;
            }
            _ => {}
        }
        if token[0].is_ascii_whitespace() || token[0] == b'#' {
            continue;
        }
        if depth == 0 || commas > 1 {
            break;
        }
        if commas == 1 {
            id.push_str(std::str::from_utf8(token).ok()?);
        }
    }
    let decimal = id.bytes().all(|b| b.is_ascii_digit()) && (id == "0" || !id.starts_with('0'));
    id.parse().ok().filter(|_| decimal)
}

/// A directive, a literal, a word or one byte.
fn token_len(rest: &[u8], line_start: bool) -> usize {
    match rest[0] {
        b'#' if line_start => {
            let end = rest.iter().position(|&b| b == b'\n');
            end.unwrap_or(rest.len())
        }
        b'"' | b'\'' => literal_len(rest),
        b if is_word(b) => word_len(rest),
        b'<' if rest.starts_with(b"<%") => 2,
        b'%' if rest.starts_with(b"%>") => 2,
        _ => 1,
    }
}

/// Whether a word stands somewhere in the text outside of literals and directives.
pub fn has_word(text: &[u8], word: &[u8]) -> bool {
    let (mut at, mut line_start) = (0, true);
    while at < text.len() {
        let rest = &text[at..];
        let len = token_len(rest, line_start);
        if &rest[..len] == word {
            return true;
        }
        line_start = rest[0] == b'\n' || (line_start && rest[0].is_ascii_whitespace());
        at += len;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &str) -> String {
        let text = String::from_utf8(recorded(text.as_bytes(), 9)).expect("UTF-8");
        text.strip_prefix(PROLOGUE)
            .expect("the prologue")
            .replace("tamis_replay_label", "@")
    }

    #[test]
    fn only_calls_in_bodies_are_recorded() {
        for (text, expected) in [
            ("void pc_label(int, ...);\n", "void pc_label(int, ...);\n"),
            (
                "int f() { pc_label(x, 1, \"A\"); }",
                "int f() { @(x, 1, \"A\"); }",
            ),
            (
                "{ s = \"pc_label {\"; c = '\\''; pc_label(1, 2, \"\\\"\"); } pc_label",
                "{ s = \"pc_label {\"; c = '\\''; @(1, 2, \"\\\"\"); } pc_label",
            ),
            (
                "{\n# 3 \"pc_label\"\n my_pc_label; pc_label2; }",
                "{\n# 3 \"pc_label\"\n my_pc_label; pc_label2; }",
            ),
            (
                "#ifndef pc_label\n#endif\nint f() <% pc_label(1,1,\"\"); %> pc_label",
                "#ifndef pc_label\n#endif\nint f() <% @(1,1,\"\"); %> pc_label",
            ),
            (
                "{ x = 1'000; pc_label(x > 0x1'0, 1); c = L'{'; pc_label(1'0, 2); } pc_label",
                "{ x = 1'000; @(x > 0x1'0, 1); c = L'{'; @(1'0, 2); } pc_label",
            ),
            ("{ 'unclosed\n pc_label(1, 2)", "{ 'unclosed\n @(1, 2)"),
            (
                "{ pc_label(x); pc_label(x, i); pc_label(x, 9); pc_label(x, 1 + 1); pc_label(x, 010, \"\"); pc_label }",
                "{ pc_label(x); pc_label(x, i); pc_label(x, 9); pc_label(x, 1 + 1); pc_label(x, 010, \"\"); pc_label }",
            ),
            (
                "{ pc_label ( f(a, 2),\n# 3 \"x\"\n 8\n, \"A\"); }",
                "{ @ ( f(a, 2),\n# 3 \"x\"\n 8\n, \"A\"); }",
            ),
        ] {
            assert_eq!(changed(text), expected);
        }
    }

    #[test]
    fn words_are_found_whole() {
        assert!(has_word(b"int main(void)", b"main"));
        assert!(!has_word(
            b"int domain; char *s = \"main\";\n# 1 \"main\"\n",
            b"main"
        ));
    }
}
