//! Flags of a compile command, for a text that is preprocessed already.

/// Flags that the preprocessor has dealt with, with their values behind them or after them.
const PREPROCESSOR: [&str; 16] = [
    "-A",
    "-D",
    "-U",
    "-I",
    "-include",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-imacros",
    "-isysroot",
    "--sysroot",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-imultiarch",
    "-imultilib",
];

/// Those after which no macro of the compiler's own changes a word of the text, and no warning is given.
const PREPROCESSED: [&str; 2] = ["-undef", "-w"];

/// The flags for the preprocessed text.
pub fn for_preprocessed(flags: &[String]) -> Vec<String> {
    let mut kept = without_preprocessor(flags);
    kept.extend(PREPROCESSED.map(String::from));
    kept
}

/// The flags that have nothing to do with the preprocessor; a linker may see these.
pub fn without_preprocessor(flags: &[String]) -> Vec<String> {
    let mut kept = Vec::new();
    let mut rest = flags.iter();
    while let Some(flag) = rest.next() {
        if PREPROCESSOR.contains(&flag.as_str()) {
            rest.next();
        } else if !is_preprocessor(flag) {
            kept.push(flag.clone());
        }
    }
    kept
}

/// Also what forbids the small liberties that labels take, such as a statement before declarations.
fn is_preprocessor(flag: &str) -> bool {
    flag.starts_with("-Wp,-D")
        || flag.starts_with("-Wp,-U")
        || matches!(
            flag,
            "-nostdinc"
                | "-undef"
                | "-trigraphs"
                | "-ftrigraphs"
                | "-pedantic-errors"
                | "--pedantic-errors"
                | "-Werror=pedantic"
        )
        || PREPROCESSOR.iter().any(|start| flag.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_preprocessors_flags_are_left_out() {
        let flags = [
            "-O2",
            "-DX",
            "-I",
            "inc",
            "-include",
            "a.h",
            "-std=c99",
            "-Wp,-D_X=1",
            "-pedantic-errors",
            "-fwrapv",
        ];
        let kept = for_preprocessed(&flags.map(String::from));
        assert_eq!(kept, ["-O2", "-std=c99", "-fwrapv", "-undef", "-w"]);
    }
}
