//! Words of a command line.

/// Splits as a POSIX shell does, without expanding anything. `None` for an unclosed quote.
pub fn shell_words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match c {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '\'' => break,
                        c => word.push(c),
                    }
                }
            }
            '"' => double_quoted(&mut chars, word.get_or_insert_default())?,
            '\\' => match chars.next()? {
                '\n' => {}
                c => word.get_or_insert_default().push(c),
            },
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    Some(words)
}

/// In double quotes a backslash hides only `$ \` " \` and a line break.
fn double_quoted(chars: &mut std::str::Chars<'_>, word: &mut String) -> Option<()> {
    loop {
        match chars.next()? {
            '"' => return Some(()),
            '\\' => match chars.next()? {
                '\n' => {}
                c @ ('$' | '`' | '"' | '\\') => word.push(c),
                c => word.extend(['\\', c]),
            },
            c => word.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn words_split_as_in_a_shell() {
        let words = shell_words(r#"cc -DA='x y' "-DB=\"q\" \n" a\ b '' c"#);
        assert_eq!(
            words,
            Some(strings(&["cc", "-DA=x y", "-DB=\"q\" \\n", "a b", "", "c"]))
        );
        assert_eq!(shell_words("cc 'x"), None);
        assert_eq!(
            shell_words("cc $(rm) `x` *"),
            Some(strings(&["cc", "$(rm)", "`x`", "*"]))
        );
    }
}
