//! What stands around each label in the annotated text: it tells labels with equal predicates apart.
//!
//! Comes in: an output directory. Goes out: by id, digests of the label's line and of the lines near it, without ids. Labels of a
//! text that is not there have no context.

use super::inputs::read_inputs;
use crate::base::{self, Diagnostic, name_path};
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Component, Path};

/// How many lines are looked at in each direction.
const REACH: usize = 3;

/// The lines around a label.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Context {
    line: u64,
    /// The nearest first.
    before: Vec<u64>,
    after: Vec<u64>,
}

impl Context {
    /// How many lines are the same, from the label outwards.
    pub fn likeness(&self, other: &Context) -> u32 {
        let run = |a: &[u64], b: &[u64]| a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let near = run(&self.before, &other.before) + run(&self.after, &other.after);
        u32::from(self.line == other.line) + near as u32
    }
}

/// The contexts of all labels of a directory.
pub fn read_contexts(dir: &Path) -> Result<HashMap<u64, Context>, Diagnostic> {
    let mut contexts = HashMap::new();
    for input in read_inputs(&dir.join("inputs.json"))? {
        let name = name_path(&input.annotated);
        let inside = (name.components()).all(|part| matches!(part, Component::Normal(_)));
        if !input.is_annotated() || !inside {
            continue;
        }
        if let Some(text) = base::read_optional(&dir.join("annotated").join(&name))? {
            add(&text, &mut contexts);
        }
    }
    Ok(contexts)
}

fn add(text: &[u8], contexts: &mut HashMap<u64, Context>) {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    // Line markers count as little as empty lines.
    let lines: Vec<Line> = lines
        .filter(|line| !line.is_empty() && line[0] != b'#')
        .map(Line::read)
        .collect();
    for (at, line) in lines
        .iter()
        .enumerate()
        .filter(|(_, line)| !line.ids.is_empty())
    {
        let digest = |line: &Line| line.digest;
        let context = Context {
            line: line.digest,
            before: lines[..at].iter().rev().take(REACH).map(digest).collect(),
            after: lines[at + 1..].iter().take(REACH).map(digest).collect(),
        };
        contexts.extend(line.ids.iter().map(|id| (*id, context.clone())));
    }
}

/// A line of an annotated text.
struct Line {
    digest: u64,
    /// Of the labels on it.
    ids: Vec<u64>,
}

impl Line {
    /// An id is the number in `, 14, "TAG"`.
    fn read(line: &[u8]) -> Line {
        let mut hasher = DefaultHasher::new();
        let mut ids = Vec::new();
        let mut at = 0;
        while at < line.len() {
            let digits = line[at..].iter().take_while(|b| b.is_ascii_digit()).count();
            let (number, rest) = line[at..].split_at(digits);
            let is_id = digits > 0 && line[..at].ends_with(b", ") && rest.starts_with(b", \"");
            let id = std::str::from_utf8(number)
                .ok()
                .and_then(|n| n.parse().ok());
            match id.filter(|_| is_id) {
                Some(id) => ids.push(id),
                None => line[at..at + digits.max(1)].hash(&mut hasher),
            }
            at += digits.max(1);
        }
        Line {
            digest: hasher.finish(),
            ids,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_line_markers_do_not_count() {
        let contexts = |text: &str| {
            let mut contexts = HashMap::new();
            add(text.as_bytes(), &mut contexts);
            contexts
        };
        let old = contexts("a;\npc_label(x > 10, 1, \"CC\"); b;\nc;\n");
        let new = contexts("z;\n# 9 \"f.c\"\n\na;\n  pc_label(x > 10, 7, \"CC\"); b;\nd;\n");
        assert_eq!(old[&1].likeness(&new[&7]), 2);
        let other = contexts("a;\npc_label(x > 11, 1, \"CC\"); b;\nc;\n");
        assert_eq!(old[&1].likeness(&other[&1]), 2);
        assert_eq!(old[&1].likeness(&old[&1]), 3);
    }
}
