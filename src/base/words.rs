//! Words of a command line.

/// A word, and whether some of it was quoted or escaped: then it is no operator of the shell.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ShellWord {
    pub text: String,
    pub quoted: bool,
}

/// Splits as a POSIX shell does, without expanding anything. `None` for an unclosed quote.
pub fn shell_words(command: &str) -> Option<Vec<String>> {
    let words = marked_shell_words(command)?;
    Some(words.into_iter().map(|word| word.text).collect())
}

/// As [`shell_words`], with what was quoted.
pub fn marked_shell_words(command: &str) -> Option<Vec<ShellWord>> {
    let mut words = Vec::new();
    let mut word: Option<ShellWord> = None;
    let mut chars = command.chars();
    while let Some(c) = chars.next() {
        match c {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                word.quoted = true;
                loop {
                    match chars.next()? {
                        '\'' => break,
                        c => word.text.push(c),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                word.quoted = true;
                double_quoted(&mut chars, &mut word.text)?;
            }
            '\\' => match chars.next()? {
                '\n' => {}
                c => {
                    let word = word.get_or_insert_default();
                    word.quoted = true;
                    word.text.push(c);
                }
            },
            c => word.get_or_insert_default().text.push(c),
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
