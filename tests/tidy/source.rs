//! Source files as text: their code without comments and strings, and the paths that it names.

use super::table_of_parts;
use std::fs;
use std::path::{Path, PathBuf};

/// Directories with nothing of ours, or with what a run left.
const NOT_OURS: &[&str] = &[
    ".git",
    "target",
    "third_party",
    "tamis.out",
    "tamis.out.old",
    "benchmarks/subjects",
    "benchmarks/work",
];

pub struct SourceFile {
    /// Relative to the repository, as in `src/ir/fold.rs`.
    pub path: PathBuf,
    pub text: String,
    /// The text without comments and without the content of literals.
    pub code: String,
}

impl SourceFile {
    /// The path of its module: `["ir", "fold"]`; nothing for `lib.rs` and `main.rs`.
    pub fn module(&self) -> Vec<String> {
        let path = self.path.strip_prefix("src").expect("a file of src");
        let mut parts: Vec<String> = path
            .with_extension("")
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        if parts.last().is_some_and(|last| last == "mod") || parts == ["lib"] || parts == ["main"] {
            parts.pop();
        }
        parts
    }
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files below a directory, sorted, without those that are not ours.
pub fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        let skipped = NOT_OURS.iter().any(|dir| path == root().join(dir));
        if path.is_symlink() || skipped {
            continue;
        }
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found
}

pub fn sources() -> Vec<SourceFile> {
    files(&root().join("src"))
        .into_iter()
        .filter(|path| path.extension().is_some_and(|ext| ext == "rs"))
        .map(|path| {
            let text = fs::read_to_string(&path).unwrap();
            let code = code_of(&text);
            let path = path.strip_prefix(root()).unwrap().to_path_buf();
            SourceFile { path, text, code }
        })
        .collect()
}

/// Blanks comments and the content of string and character literals.
pub fn code_of(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if c == '"' {
            quoted(rest)
        } else if c == 'r' && !code.ends_with(is_word) {
            raw_string(rest)
        } else if c == '\'' {
            character(rest)
        } else {
            0
        };
        if skipped == 0 {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            code.push(' ');
            rest = &rest[skipped..];
        }
    }
    code
}

pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

pub fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        match rest {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

pub fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

/// The length of `r"…"` or `r#"…"#`; 0 if this is no raw string.
pub fn raw_string(text: &str) -> usize {
    let hashes = text[1..].chars().take_while(|c| *c == '#').count();
    if !text[1 + hashes..].starts_with('"') {
        return 0;
    }
    let close = format!("\"{}", "#".repeat(hashes));
    let start = 2 + hashes;
    text[start..]
        .find(&close)
        .map_or(text.len(), |at| start + at + close.len())
}

/// The length of a character literal; 0 for a lifetime.
pub fn character(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => text[3..].find('\'').map_or(0, |at| 3 + at + 1),
        Some(_) => match chars.next() {
            Some((at, '\'')) => at + 1,
            _ => 0,
        },
        None => 0,
    }
}

/// Every path that starts at the crate, without `crate::`; groups are written out.
pub fn crate_paths(file: &SourceFile) -> Vec<String> {
    let mut paths = Vec::new();
    for start in word_starts(&file.code, "crate") {
        let after = &file.code[start + "crate".len()..];
        if let Some(tree) = after.trim_start().strip_prefix("::") {
            expand(tree, "", &mut paths);
        }
    }
    paths.extend(climbing_paths(file));
    paths
}

/// `super::super::x` where that many steps lead out of the part.
pub fn climbing_paths(file: &SourceFile) -> Vec<String> {
    let mut paths = Vec::new();
    for start in word_starts(&file.code, "super") {
        let mut rest = &file.code[start..];
        let mut steps = 0;
        while let Some(after) = rest.strip_prefix("super::") {
            steps += 1;
            rest = after;
        }
        let mut found = Vec::new();
        expand(rest, "", &mut found);
        // Inside an inline module one step more stays in the file: only names of parts count.
        let is_part = |path: &String| table_of_parts().iter().any(|(part, _)| first(path) == part);
        if steps >= file.module().len() {
            paths.extend(found.into_iter().filter(is_part));
        }
    }
    paths
}

pub fn first(path: &str) -> &str {
    path.split("::").next().unwrap_or(path)
}

/// Where the word stands by itself and does not continue a path.
pub fn word_starts<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(word)
        .map(|(at, _)| at)
        .filter(move |&at| {
            let before = &code[..at];
            let after = &code[at + word.len()..];
            !before.ends_with(|c| is_word(c) || c == ':' || c == '$') && !after.starts_with(is_word)
        })
}

/// Reads a path or a `use` tree from the start of the code: `a::{b, c::d}` gives `a::b` and
/// `a::c::d`. Returns what follows.
pub fn expand<'a>(code: &'a str, prefix: &str, paths: &mut Vec<String>) -> &'a str {
    let mut rest = code.trim_start();
    if let Some(mut group) = rest.strip_prefix('{') {
        loop {
            group = group.trim_start();
            match group.chars().next() {
                None => return group,
                Some('}') => return &group[1..],
                Some(',') => group = &group[1..],
                Some(c) if is_word(c) || c == '*' || c == '{' => {
                    group = expand(group, prefix, paths);
                }
                // No `use` tree.
                Some(c) => group = &group[c.len_utf8()..],
            }
        }
    }
    let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
    let name = if end == 0 { "*" } else { &rest[..end] };
    rest = &rest[end.max(usize::from(rest.starts_with('*')))..];
    let path = if prefix.is_empty() {
        name.to_string()
    } else {
        format!("{prefix}::{name}")
    };
    match rest.trim_start().strip_prefix("::") {
        Some(inner) => expand(inner, &path, paths),
        None => {
            paths.push(path);
            skip_rename(rest)
        }
    }
}

/// What follows `as name`, if that comes next.
pub fn skip_rename(code: &str) -> &str {
    match code.trim_start().strip_prefix("as ") {
        Some(name) => name.trim_start().trim_start_matches(is_word),
        None => code,
    }
}

pub fn allows(allowed: &[impl AsRef<str>], path: &str) -> bool {
    allowed.iter().any(|prefix| {
        path.strip_prefix(prefix.as_ref())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    })
}
