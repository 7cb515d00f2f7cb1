//! Lists of names on the command line, with a suggestion for a name that does not exist.

use std::fmt;

/// A name that no table has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    /// What the names are of, as in `criterion`.
    pub kind: &'static str,
    pub name: String,
    pub nearest: Option<&'static str>,
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown {} `{}`", self.kind, self.name)?;
        match self.nearest {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => write!(f, "; there are {}", self.known.join(", ")),
        }
    }
}

impl std::error::Error for UnknownName {}

/// The parts of a comma-separated list, in lower case, without blanks and empty parts.
pub fn parts(list: &str) -> impl Iterator<Item = String> {
    list.split(',')
        .map(|part| part.trim().to_lowercase())
        .filter(|part| !part.is_empty())
}

/// The error for a name, with the known name that is nearest if one is near.
pub fn unknown(kind: &'static str, name: &str, known: Vec<&'static str>) -> UnknownName {
    let nearest = known
        .iter()
        .map(|candidate| (distance(name, candidate), *candidate))
        .min()
        .filter(|(distance, candidate)| *distance <= 2 && *distance < candidate.len())
        .map(|(_, candidate)| candidate);
    UnknownName {
        kind,
        name: name.to_string(),
        nearest,
        known,
    }
}

/// The number of single-character edits between two names (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggests_the_nearest_name() {
        let error = unknown("criterion", "gac", vec!["cc", "mcc", "gacc"]);
        assert_eq!(
            error.to_string(),
            "unknown criterion `gac`; did you mean `gacc`?"
        );
    }

    #[test]
    fn lists_the_names_when_none_is_near() {
        let error = unknown("criterion", "branches", vec!["cc", "mcc"]);
        assert_eq!(
            error.to_string(),
            "unknown criterion `branches`; there are cc, mcc"
        );
    }
}
