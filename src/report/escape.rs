//! Text of others inside our formats: nothing in it may be read as markup.

/// For HTML and XML, also inside quoted attributes. Characters that XML 1.0 does not know are replaced.
pub fn markup(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' => safe.push(c),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            c if c.is_control() || turns(c) => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// Characters that make a reader see the text after them in another order.
fn turns(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// JSON that may stand inside a `script` element: no tag and no comment can begin there.
pub fn script_json(value: &serde_json::Value) -> String {
    let text = value.to_string().replace(turns, "\u{fffd}");
    text.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}

/// One line without control characters, for formats of lines.
pub fn line(text: &str) -> String {
    let plain = |c: char| {
        if c.is_control() || turns(c) {
            '\u{fffd}'
        } else {
            c
        }
    };
    text.chars().map(plain).collect()
}

/// A code span of Markdown that may stand in a table.
pub fn markdown_code(text: &str) -> String {
    let text = line(text).replace('|', "\\|");
    let mut longest = 0;
    for run in text.split(|c| c != '`') {
        longest = longest.max(run.len());
    }
    let fence = "`".repeat(longest + 1);
    let pad = if text.is_empty() || text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_has_no_tags_and_no_control_characters() {
        assert_eq!(
            markup("<a b='\"'>&\u{1}\u{ffff}"),
            "&lt;a b=&#39;&quot;&#39;&gt;&amp;\u{fffd}\u{fffd}"
        );
    }

    #[test]
    fn no_script_ends_inside_json() {
        let value = serde_json::json!("</script><!--&");
        assert_eq!(
            script_json(&value),
            r#""\u003c/script\u003e\u003c!--\u0026""#
        );
    }

    #[test]
    fn a_code_span_is_not_left() {
        assert_eq!(markdown_code("a|b"), "`a\\|b`");
        assert_eq!(markdown_code("`<b>`` x"), "``` `<b>`` x ```");
    }
}
