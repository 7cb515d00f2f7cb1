//! The deliberate mistakes of the laboratory fit the code: what `benchmarks/mistakes.py` replaces stands there once.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

#[test]
fn each_mistake_can_be_made() {
    let text = read("benchmarks/laboratory/mistakes/replacements.toml");
    let table: toml::Table = text.parse().expect("TOML");
    let replacements = table["replacement"].as_array().expect("a list");
    let mut made = BTreeSet::new();
    for replacement in replacements {
        let field = |name: &str| replacement[name].as_str().expect("text").to_string();
        let (file, old, new) = (field("file"), field("old"), field("new"));
        let count = read(&file).matches(&old).count();
        assert_eq!(count, 1, "{file} has this {count} times, not once:\n{old}");
        let named = new.split("Bug::").skip(1);
        made.extend(named.map(|rest| {
            let end = rest.find(|c: char| !c.is_alphanumeric());
            rest[..end.unwrap_or(rest.len())].to_string()
        }));
    }
    let listed: BTreeSet<String> = read("benchmarks/laboratory/mistakes/seeded.rs")
        .lines()
        .filter_map(|line| line.strip_suffix("\";")?.split_once(" \""))
        .map(|(name, _)| name.trim().to_string())
        .collect();
    assert!(listed.len() > 70);
    assert_eq!(made, listed);
}
