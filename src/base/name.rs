//! Names of files as text and back, without loss: a byte that is not UTF-8 is written as `\xHH`.
//!
//! A backslash that would begin such an escape is written as `\x5c`; all other names stay as they are.

use std::ffi::OsString;
use std::fmt::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// What the linker knows a program's own `main` by beside a test driver. No function of C has this name.
pub const PROGRAM_MAIN: &str = "program.main";

/// The name as text.
pub fn name_text(path: &Path) -> String {
    bytes_text(path.as_os_str().as_bytes())
}

/// The same for a name that is there as bytes.
pub fn bytes_text(mut bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    while let Some(chunk) = bytes.utf8_chunks().next() {
        let valid = chunk.valid();
        for (at, c) in valid.char_indices() {
            match c == '\\' && escaped(&valid.as_bytes()[at..]).is_some() {
                true => text.push_str("\\x5c"),
                false => text.push(c),
            }
        }
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\x{byte:02x}");
        }
        bytes = &bytes[valid.len() + chunk.invalid().len()..];
    }
    text
}

/// The name of a file as people of a project say it: relative to its root if it is below it.
pub fn relative<'a>(file: &'a str, root: &str) -> &'a str {
    let below = file.strip_prefix(root);
    let below = below.and_then(|rest| rest.strip_prefix('/'));
    below.filter(|rest| !rest.is_empty()).unwrap_or(file)
}

/// The path that [`name_text`] gave this text.
pub fn name_path(text: &str) -> PathBuf {
    let text = text.as_bytes();
    let mut bytes = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let (byte, length) = match escaped(&text[at..]) {
            Some(byte) => (byte, 4),
            None => (text[at], 1),
        };
        bytes.push(byte);
        at += length;
    }
    OsString::from_vec(bytes).into()
}

/// The byte that an escape at the start of the text stands for.
fn escaped(text: &[u8]) -> Option<u8> {
    let digits = text.strip_prefix(b"\\x")?.get(..2)?;
    let digits = std::str::from_utf8(digits).ok()?;
    let hexadecimal = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u8::from_str_radix(digits, 16).ok().filter(|_| hexadecimal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    #[test]
    fn names_come_back() {
        let names: [&[u8]; 8] = [
            b"a.c",
            "ä\u{10ffff}.c".as_bytes(),
            b"\xff.c",
            b"\\xff.c",
            b"\\x\xff5c\\",
            b"\\\\x41\\x4",
            b"\xc3(\xe2\x82",
            b"\\x5cx5c",
        ];
        let mut texts = std::collections::HashSet::new();
        for name in names {
            let path = Path::new(OsStr::from_bytes(name));
            let text = name_text(path);
            assert_eq!(name_path(&text), path, "{text}");
            assert!(texts.insert(text));
        }
        assert_eq!(
            name_text(Path::new(OsStr::from_bytes(b"\xff.c"))),
            "\\xff.c"
        );
        assert_eq!(name_text(Path::new("\\a.c")), "\\a.c");
    }
}
