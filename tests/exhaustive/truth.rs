//! What is true of labels, by running every input: labels in, the set of inputs that cover each
//! out, and what follows from the sets. The compiler runs the annotated C; no prover is used.

use crate::verdicts::Row;
use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

const DRIVER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/exhaustive/driver.c");

/// For each label the inputs that cover it.
pub struct Sets(HashMap<u64, Vec<u64>>);

/// Runs `f` of an annotated file on every input.
pub fn run(annotated: &Path, program: &Path, rows: &[Row]) -> Result<Sets, String> {
    let text = std::fs::read_to_string(annotated).map_err(|e| e.to_string())?;
    let third = text
        .lines()
        .any(|line| line.starts_with("int f(") && line.contains("_Bool "));
    let ids = rows.iter().map(|row| row.id);
    let labels = ids.max().unwrap_or(0) as usize + 1;
    let mut cc = Command::new("cc");
    cc.args(["-w", "-fwrapv", "-O1", DRIVER, "-o"]).arg(program);
    cc.arg(format!("-DANNOTATED=\"{}\"", annotated.display()));
    cc.arg(format!("-DLABELS={labels}"));
    cc.arg(format!("-DTHIRD={}", u8::from(third)));
    output(&mut cc)?;
    let bytes = output(&mut Command::new(program))?;
    Ok(Sets::of_bytes(&bytes, labels, rows))
}

/// What the command writes, if it succeeds.
pub fn output(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|e| e.to_string())?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr).into()),
    }
}

impl Sets {
    /// From a row of bits for each id below `labels`.
    pub fn of_bytes(bytes: &[u8], labels: usize, rows: &[Row]) -> Sets {
        let words: Vec<u64> = bytes
            .chunks_exact(8)
            .map(|chunk| u64::from_le_bytes(chunk.try_into().unwrap_or_default()))
            .collect();
        let width = words.len() / labels;
        let set = |id: u64| words[id as usize * width..][..width].to_vec();
        Sets(rows.iter().map(|row| (row.id, set(row.id))).collect())
    }

    fn of(&self, row: &Row) -> &[u64] {
        &self.0[&row.id]
    }

    pub fn is_infeasible(&self, row: &Row) -> bool {
        self.of(row).iter().all(|word| *word == 0)
    }

    /// Why the verdict is false, if it is.
    pub fn refute(&self, row: &Row) -> Option<&'static str> {
        let own = self.of(row);
        let by: Vec<&Vec<u64>> = row.by.iter().filter_map(|id| self.0.get(id)).collect();
        let union = |i: usize| by.iter().fold(0, |all, set| all | set[i]);
        match row.status.as_str() {
            "infeasible" if !self.is_infeasible(row) => Some("it is covered"),
            "duplicate" if (0..own.len()).any(|i| own[i] != union(i)) => {
                Some("other inputs cover the other")
            }
            "subsumed" if (0..own.len()).any(|i| union(i) & !own[i] != 0) => {
                Some("an input covers the other and not this")
            }
            _ => None,
        }
    }

    /// Why each label that could be removed can be: all infeasible ones, and all but one of each
    /// set that has no smaller one inside it. Of equal ones, that which tamis kept stays.
    pub fn removable<'r>(&self, rows: &[&'r Row]) -> Vec<(&'r Row, String)> {
        let feasible = rows.iter().filter(|row| !self.is_infeasible(row));
        let mut kept: Vec<&Row> = feasible.copied().collect();
        kept.sort_by_key(|row| (self.size(row), !row.is_unknown(), row.id));
        let mut stays: Vec<&Row> = Vec::new();
        let mut reasons = Vec::new();
        for row in kept {
            match stays.iter().find(|other| self.is_within(other, row)) {
                Some(other) => reasons.push((row, self.relation(row, other))),
                None => stays.push(row),
            }
        }
        let infeasible = rows.iter().filter(|row| self.is_infeasible(row));
        reasons.extend(infeasible.map(|row| (*row, "infeasible".to_string())));
        reasons.sort_by_key(|(row, _)| row.id);
        reasons
    }

    fn relation(&self, row: &Row, other: &Row) -> String {
        let name = match self.of(row) == self.of(other) {
            true => "duplicate of",
            false => "subsumed by",
        };
        format!(
            "{name} {} `{}` at line {}",
            other.id, other.predicate, other.line
        )
    }

    fn size(&self, row: &Row) -> u32 {
        self.of(row).iter().map(|word| word.count_ones()).sum()
    }

    fn is_within(&self, small: &Row, large: &Row) -> bool {
        let mut pairs = self.of(small).iter().zip(self.of(large));
        pairs.all(|(small, large)| small & !large == 0)
    }
}
