//! The annotated program as other test generators take it: labels as branches.
//!
//! Comes in: the name of an annotated text, and what its labels shall be. Goes out: a C file that includes the text below the
//! definitions of `hooks/labels.h`. Must not know the text: it has `pc_label(cond, id, "TAG")` at every label, whatever that is.

use std::path::Path;

/// What becomes of a label, see `labels.h`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hooks {
    Direct,
    Tight,
    Idl1,
}

impl Hooks {
    /// The name that `labels.h` knows it by.
    fn macro_name(self) -> &'static str {
        match self {
            Hooks::Direct => "TAMIS_DIRECT",
            Hooks::Tight => "TAMIS_TIGHT",
            Hooks::Idl1 => "TAMIS_IDL1",
        }
    }

    /// The files that are the same for all programs: name and text.
    pub fn files(self) -> [(&'static str, String); 2] {
        let header = include_str!("hooks/labels.h");
        [
            (
                "labels.h",
                format!("#define {}\n{header}", self.macro_name()),
            ),
            ("labels.c", include_str!("hooks/labels.c").into()),
        ]
    }

    /// A file beside which `labels.h` is `depth` directories up, and `text` beside that directory. `calls`: the program declares
    /// `pc_label` itself. `None` if the name of the text cannot stand in an `#include`.
    pub fn file(text: &Path, calls: bool) -> Option<Vec<u8>> {
        let name = text.as_os_str().as_encoded_bytes();
        if name.iter().any(|byte| matches!(byte, b'"' | b'\n' | b'\\')) {
            return None;
        }
        let up = "../".repeat(text.components().count().saturating_sub(1));
        let mut file = match calls {
            true => String::from("#define TAMIS_CALLS\n"),
            false => String::new(),
        };
        file += &format!("#include \"{up}labels.h\"\n#include \"{up}../annotated/");
        let mut file = file.into_bytes();
        file.extend_from_slice(name);
        file.extend_from_slice(b"\"\n");
        Some(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_found_from_any_depth() {
        let text = |name: &str| Hooks::file(Path::new(name), false);
        let expected = "#include \"../labels.h\"\n#include \"../../annotated/src/a_labels.c\"\n";
        assert_eq!(text("src/a_labels.c"), Some(expected.into()));
        assert_eq!(text("a\"_labels.c"), None);
    }
}
