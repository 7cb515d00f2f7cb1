//! One of several parts of the work, for several machines.
//!
//! Comes in: the functions of a run. Goes out: which of them belong to a part. The parts of one run have each function once, and
//! cost about the same. Where a function goes depends on its name, but for the most costly ones, so that an edit does
//! not move all of them.

use crate::base::Digest;
use crate::steps::Subject;
use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

/// So many of the most costly functions per part are dealt out by their cost.
const DEALT: usize = 16;
const MOST: usize = 100_000;

/// The part `index` of `count`, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Shard {
    pub index: usize,
    pub count: usize,
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `2/5`.
    fn from_str(text: &str) -> Result<Shard, String> {
        let read = || {
            let (index, count) = text.split_once('/')?;
            Some((index.parse().ok()?, count.parse().ok()?))
        };
        match read() {
            Some((index, count)) if (1..=count).contains(&index) && count <= MOST => {
                Ok(Shard { index, count })
            }
            _ => Err("a part is named by two numbers, as 2/5 is the second of five".into()),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// What examining a function is likely to take.
pub(super) fn cost(subject: &Subject) -> usize {
    subject.labels.len() * subject.function.exprs.len()
}

/// The part of each function, counted from 0.
pub(super) fn parts(subjects: &[Subject], count: usize) -> Vec<usize> {
    let weights: Vec<(&str, usize)> = (subjects.iter())
        .map(|subject| (subject.function.name.as_str(), cost(subject)))
        .collect();
    dealt(&weights, count)
}

/// The same for names and costs.
fn dealt(weights: &[(&str, usize)], count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|&i| (Reverse(weights[i].1), weights[i].0, i));
    let (large, small) = order.split_at(order.len().min(DEALT * count));
    let mut parts = vec![0; weights.len()];
    let mut load = vec![0; count];
    for &i in small {
        parts[i] = by_name(weights[i].0, count);
        load[parts[i]] += weights[i].1;
    }
    for &i in large {
        let lightest = (0..count).min_by_key(|&part| (load[part], part));
        parts[i] = lightest.unwrap_or(0);
        load[parts[i]] += weights[i].1;
    }
    parts
}

fn by_name(name: &str, count: usize) -> usize {
    let digest = Digest::of_bytes(name.as_bytes());
    let start = digest.as_bytes().first_chunk().copied().unwrap_or_default();
    (u64::from_le_bytes(start) % count as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cost_about_the_same_and_names_decide() {
        let names: Vec<String> = (0..500).map(|i| format!("f{i}")).collect();
        let weights = |skip: usize| -> Vec<(&str, usize)> {
            let all = names.iter().enumerate();
            let all = all.map(|(i, name)| (name.as_str(), 1 + (i * i) % 997));
            all.skip(skip).collect()
        };
        for count in [1, 2, 3, 7] {
            let all = weights(0);
            let parts = dealt(&all, count);
            let load = |part| -> usize {
                let own = parts.iter().zip(&all).filter(|(p, _)| **p == part);
                own.map(|(_, weight)| weight.1).sum()
            };
            let loads: Vec<usize> = (0..count).map(load).collect();
            let (least, most) = (loads.iter().min(), loads.iter().max());
            assert!(least > Some(&0) && most < least.map(|l| l + l / 5 + 1).as_ref());
            // One function less moves few others.
            let fewer = dealt(&weights(1), count);
            let moved = parts[1..].iter().zip(&fewer).filter(|(a, b)| a != b);
            assert!(moved.count() <= DEALT * count, "{count}");
        }
    }

    #[test]
    fn parts_are_named_by_two_numbers() {
        let shard = Shard { index: 2, count: 5 };
        assert_eq!("2/5".parse(), Ok(shard));
        assert_eq!(shard.to_string(), "2/5");
        for text in ["0/5", "6/5", "1", "1/0", "a/b", "-1/2", "1/99999999"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
