//! What is assumed of programs: the table `assumptions.csv`.
//!
//! Comes in: names. Goes out: the rows, and which of them a run makes. Nothing here knows what dropping one does.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

pub const SINGLE_THREAD: &str = "single-thread";
pub const SIGNALS: &str = "signals";
pub const LIBRARY_NAMES: &str = "library-names";
pub const ALLOCATORS: &str = "allocators";
pub const STREAMS: &str = "streams";
pub const EXTERNAL_DEFINITIONS: &str = "external-definitions";
pub const STATIC_FUNCTIONS: &str = "static-functions";
pub const HOSTED: &str = "hosted";
pub const WHOLE_PROGRAM: &str = "whole-program";

/// One row of the table, and whether a run made the assumption.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Assumption {
    pub name: String,
    pub sentence: String,
    /// `--no-assume` takes it.
    pub can_be_dropped: bool,
    pub in_force: bool,
}

/// The table, with all in force that `assumed` does not drop.
pub fn assumptions(assumed: &Assumed) -> Vec<Assumption> {
    let row = |(name, drop, sentence): (&'static str, &str, &str)| Assumption {
        name: name.into(),
        sentence: sentence.into(),
        can_be_dropped: drop == "yes",
        in_force: assumed.holds(name),
    };
    rows().map(row).collect()
}

fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let rows = include_str!("assumptions.csv").lines().skip(1);
    rows.filter_map(|row| {
        let (name, rest) = row.split_once(';')?;
        let (drop, sentence) = rest.split_once(';')?;
        Some((name, drop, sentence))
    })
}

/// The assumptions that a run makes: all but those that were dropped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Assumed {
    dropped: BTreeSet<&'static str>,
}

impl Assumed {
    /// All but these; the error says what is wrong.
    pub fn without<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Assumed, String> {
        let mut assumed = Assumed::default();
        for name in names {
            assumed.dropped.insert(droppable(name)?);
        }
        Ok(assumed)
    }

    pub fn holds(&self, name: &str) -> bool {
        !self.dropped.contains(name)
    }

    /// The names of those that were dropped, with commas.
    pub fn dropped(&self) -> String {
        let names: Vec<&str> = self.dropped.iter().copied().collect();
        names.join(",")
    }
}

/// The name, if it is that of an assumption that can be dropped; the error says which are.
pub fn droppable(name: &str) -> Result<&'static str, String> {
    match rows().find(|(known, _, _)| *known == name) {
        Some((known, "yes", _)) => Ok(known),
        Some(_) => Err(format!("`{name}` cannot be dropped")),
        None => {
            let names = rows().filter(|(_, drop, _)| *drop == "yes");
            let names: Vec<&str> = names.map(|(name, _, _)| name).collect();
            Err(format!(
                "no assumption of this name; there are {}",
                names.join(", ")
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_code_are_in_the_table() {
        for name in [
            SINGLE_THREAD,
            SIGNALS,
            LIBRARY_NAMES,
            ALLOCATORS,
            STREAMS,
            EXTERNAL_DEFINITIONS,
            STATIC_FUNCTIONS,
            HOSTED,
            WHOLE_PROGRAM,
        ] {
            assert_eq!(droppable(name), Ok(name));
        }
        assert_eq!(rows().filter(|(_, drop, _)| *drop == "yes").count(), 9);
    }

    #[test]
    fn only_known_names_are_dropped() {
        let assumed = Assumed::without(["streams", "signals"]).unwrap();
        assert_eq!(assumed.dropped(), "signals,streams");
        assert!(assumed.holds(ALLOCATORS) && !assumed.holds(STREAMS));
        assert!(Assumed::without(["padding"]).is_err());
        assert!(Assumed::without(["paddling"]).is_err());
    }
}
