//! The symbols that the text of asm may name.
//!
//! Comes in: string literals of C as the source has them, one after the other. Goes out: their words. Nothing here knows
//! what an assembler does with a word, only how words are written.

/// What an asm text may do to symbols.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AsmNames {
    /// Every word of the text.
    pub words: Vec<String>,
    /// It may define symbols: it has labels, assignments or directives.
    pub defines: bool,
    /// It may name symbols that are no words of the text: those that macros and operands make, or another file has.
    pub any: bool,
}

/// Reads the literals. Those that touch are one text, as they are to the assembler.
pub fn asm_names(literals: &str) -> AsmNames {
    let mut names = AsmNames::default();
    let text = unescaped(&literals.replace("\"\"", ""), &mut names.any);
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.');
    let words = text.split(|c| !is_part(c)).filter(|word| !word.is_empty());
    names.words = words.map(String::from).collect();
    let is_directive = |word: &String| {
        let mut chars = word.chars();
        chars.next() == Some('.') && chars.next().is_some_and(char::is_alphabetic)
    };
    names.defines = text.contains([':', '=']) || names.words.iter().any(is_directive);
    let open = [".altmacro", ".include", ".incbin"];
    names.any |= names.words.iter().any(|w| open.contains(&w.as_str()));
    names.any |= joins_operand(&text);
    names
}

/// The text with a blank for each escape that stands for white space or a quote. Any other escape may be a part of a name, or
/// of the assembler's own language.
fn unescaped(literals: &str, strange: &mut bool) -> String {
    let mut text = String::with_capacity(literals.len());
    let mut chars = literals.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        *strange |= !matches!(chars.next(), Some('n' | 't' | 'r' | 'f' | 'v' | '"' | '\''));
        text.push(' ');
    }
    text
}

/// Whether an operand stands right after a word, as in `name%c0`; `%=` is only a number.
fn joins_operand(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    (1..bytes.len()).any(|at| {
        bytes[at] == b'%'
            && is_part(bytes[at - 1])
            && !matches!(bytes.get(at + 1), Some(b'=' | b'%'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_that_the_assembler_reads() {
        let words = |text: &str| asm_names(text).words.join(" ");
        assert_eq!(
            words(r#""mk: jmp fopen""cookie@PLT""#),
            "mk jmp fopencookie PLT"
        );
        assert_eq!(
            words(r#"".globl malloc\n\tmalloc: jmp mm""#),
            ".globl malloc malloc jmp mm"
        );
    }

    #[test]
    fn plain_instructions_define_nothing() {
        for (text, defines) in [
            (r#""lock; cmpxchg %1, %0""#, false),
            (r#""malloc: ret""#, true),
            (r#""malloc = mine""#, true),
            (r#"".set malloc, mine""#, true),
        ] {
            assert_eq!(asm_names(text).defines, defines, "{text}");
        }
    }

    #[test]
    fn names_that_are_made_may_be_any() {
        for (text, any) in [
            (r#""rorw $8, %w0\n\tmovl %%eax, %0""#, false),
            (r#""jne .L%=""#, false),
            (r#"".irp s, a, b\n jmp \\s""#, true),
            (r#""call fopen\x63ookie""#, true),
            (r#""call f%c0""#, true),
            (r#"".include \"f.s\"""#, true),
        ] {
            assert_eq!(asm_names(text).any, any, "{text}");
        }
    }
}
