//! What functions of the C library promise of their results: the table `contracts.csv`.
//!
//! Comes in: a name. Goes out: its rows. `tests/contracts.rs` calls the library and compares. Nothing here knows whether the program
//! has a function of that name.
//!
//! ```text
//! name,low,high,when
//! read,-1,arg3,           the result lies between -1 and the third argument
//! ungetc,-1,-1,arg1 -1 -1 if the first argument lies between -1 and -1, so does the result
//! strcmp,0,,arg2 ""       if the second argument is the empty string, the result is not negative
//! ```

use crate::ir::{Bound, Contract, When};
use std::collections::HashMap;
use std::sync::LazyLock;

static TABLE: LazyLock<HashMap<&'static str, Vec<Contract>>> = LazyLock::new(|| {
    let mut table: HashMap<&'static str, Vec<Contract>> = HashMap::new();
    for (name, contract) in rows().flatten() {
        table.entry(name).or_default().push(contract);
    }
    table
});

fn rows() -> impl Iterator<Item = Option<(&'static str, Contract)>> {
    let rows = include_str!("contracts.csv").lines().skip(1);
    rows.map(|row| {
        let fields: Vec<&str> = row.split(',').collect();
        let &[name, low, high, when] = fields.as_slice() else {
            return None;
        };
        let contract = Contract {
            when: condition(when)?,
            low: bound(low)?,
            high: bound(high)?,
        };
        Some((name, contract))
    })
}

/// The contracts of a function; all hold at once.
pub fn contracts(name: &str) -> &'static [Contract] {
    TABLE.get(name).map_or(&[], Vec::as_slice)
}

fn bound(text: &str) -> Option<Bound> {
    if text.is_empty() {
        return Some(Bound::Open);
    }
    if let Some(number) = text.strip_prefix("conversions") {
        return Some(Bound::Conversions(index(number)?));
    }
    match text.strip_prefix("arg") {
        Some(number) => Some(Bound::Argument(index(number)?)),
        None => text.parse().ok().map(Bound::Number),
    }
}

fn condition(text: &str) -> Option<When> {
    if text.is_empty() {
        return Some(When::Always);
    }
    let (argument, rest) = text.strip_prefix("arg")?.split_once(' ')?;
    let argument = index(argument)?;
    if rest == "\"\"" {
        return Some(When::Empty(argument));
    }
    let (low, high) = rest.split_once(' ')?;
    Some(When::Between(
        argument,
        low.parse().ok()?,
        high.parse().ok()?,
    ))
}

/// Arguments are counted from 1 in the table.
fn index(text: &str) -> Option<usize> {
    text.parse::<usize>().ok()?.checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::super::library::{Manner, manner};
    use super::*;

    #[test]
    fn every_row_is_read_and_is_of_a_function_that_is_known() {
        for (row, text) in rows().zip(include_str!("contracts.csv").lines().skip(1)) {
            let (name, _) = row.unwrap_or_else(|| panic!("{text}"));
            let known = manner(name).is_some_and(|manner| manner != Manner::Object);
            assert!(known, "{name} is not in library.csv");
        }
    }
}
