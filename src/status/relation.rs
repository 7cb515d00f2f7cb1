//! `subsumption.json` and `subsumption.dot`: the proved relation between labels.

use serde::Serialize;
use std::fmt::Write;

/// What was proved, also the part that `status.csv` does not need.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Relation<'a> {
    /// Labels that the same tests cover.
    pub duplicates: &'a [Vec<u64>],
    /// `[a, b]`: each test that covers a covers b; a and b stand for their duplicates.
    pub implications: &'a [(u64, u64)],
}

impl Relation<'_> {
    pub fn to_json(self) -> String {
        let mut text = serde_json::to_string(&self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// For Graphviz: a node has the ids of its duplicates.
    pub fn to_dot(self) -> String {
        let mut text = String::from("digraph subsumption {\n");
        for list in self.duplicates {
            let ids: Vec<String> = list.iter().map(u64::to_string).collect();
            let _ = writeln!(text, "  {} [label=\"{}\"];", list[0], ids.join(" = "));
        }
        for (a, b) in self.implications {
            let _ = writeln!(text, "  {a} -> {b};");
        }
        text.push_str("}\n");
        text
    }
}
