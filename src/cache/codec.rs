//! Findings as bytes.
//!
//! Comes in: complete findings. Goes out: bytes, and findings again if they fit the labels. What a later step needs to go on is
//! kept unless the last step is done.

use crate::base::{Id, IdVec};
use crate::logic::{Assignment, FunId, FunctionValue, MemoryValue, Rest, Value, VarId};
use crate::steps::{
    Always, Claim, Counts, Effort, Finding, Findings, Implies, LabelId, Learnt, Never, Progress,
    Proved, Why,
};
use serde::{Deserialize, Serialize};

/// No function has more; content that says so is broken.
const MOST_VARIABLES: u32 = 1 << 22;
const LAST_STEP: usize = 3;

#[derive(Serialize, Deserialize)]
struct Stored {
    labels: Vec<StoredFinding>,
    implications: Vec<Proved<Implies>>,
    done: usize,
    learnt: Vec<(LabelId, State)>,
    regions: Vec<(u64, bool)>,
    too_large: Vec<usize>,
    /// What the findings say about the labels, and not what it took.
    pairs: u64,
    without_solver: u64,
    open: u64,
    not_asked: u64,
    proofs: u64,
}

/// Complete findings have no others.
#[derive(Clone, Copy, Serialize, Deserialize)]
enum StoredFinding {
    Infeasible(Proved<Never>),
    Possible,
    Always(Proved<Always>),
    Timeout,
    Solver,
}

/// Addresses and what they hold.
type Bytes = Vec<(u64, u8)>;
/// Arguments and results.
type Entries = Vec<(Vec<u128>, u128)>;

/// Values of variables and functions by number.
#[derive(Serialize, Deserialize)]
struct State {
    bits: Vec<(u32, u128)>,
    memories: Vec<(u32, Bytes, StoredRest)>,
    functions: Vec<(u32, Entries, StoredRest)>,
    rest: StoredRest,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum StoredRest {
    Value(u128),
    Hash(u64),
}

pub fn written(findings: &Findings) -> Vec<u8> {
    let Progress {
        done,
        learnt,
        regions,
        too_large,
    } = &findings.progress;
    let unfinished = *done < LAST_STEP;
    let stored = Stored {
        labels: findings.labels.values().map(stored_finding).collect(),
        implications: findings.implications.clone(),
        done: *done,
        learnt: match unfinished {
            true => learnt
                .iter()
                .map(|learnt| (learnt.about, stored_state(&(&learnt.state).into())))
                .collect(),
            false => Vec::new(),
        },
        regions: regions.values().map(|r| (r.open, r.answered)).collect(),
        too_large: too_large.clone(),
        pairs: findings.counts.pairs,
        without_solver: findings.counts.without_solver,
        open: findings.counts.open,
        not_asked: findings.counts.not_asked,
        proofs: findings.counts.proofs,
    };
    // Writing to memory cannot fail.
    postcard::to_stdvec(&stored).unwrap_or_default()
}

/// Nothing if they are not about so many labels.
pub fn read(bytes: &[u8], labels: usize) -> Option<Findings> {
    let stored: Stored = postcard::from_bytes(bytes).ok()?;
    let fits = |proved: &Proved<Implies>| {
        let Implies(a, b) = proved.claim();
        a.index() < labels && b.index() < labels
    };
    let steps = 1..=LAST_STEP;
    if stored.labels.len() != labels
        || !stored.implications.iter().all(fits)
        || !steps.contains(&stored.done)
    {
        return None;
    }
    let found: IdVec<LabelId, Finding> = stored.labels.into_iter().map(finding).collect();
    let own = |(label, found): (LabelId, &Finding)| match found.claim() {
        Some(Claim::Never(of) | Claim::Always(of)) => of == label,
        _ => true,
    };
    if !found.iter().all(own) {
        return None;
    }
    let learnt = stored.learnt.iter().map(|(about, kept)| {
        Some(Learnt {
            about: *about,
            state: state(kept)?.into(),
        })
    });
    let learnt: Option<Vec<Learnt>> = learnt.collect();
    let effort = |(open, answered)| Effort { open, answered };
    Some(Findings {
        labels: found,
        implications: stored.implications,
        progress: Progress {
            done: stored.done,
            learnt: learnt?,
            regions: stored.regions.into_iter().map(effort).collect(),
            too_large: stored.too_large,
        },
        counts: Counts {
            pairs: stored.pairs,
            without_solver: stored.without_solver,
            open: stored.open,
            not_asked: stored.not_asked,
            proofs: stored.proofs,
            cached: labels as u64,
            ..Counts::default()
        },
    })
}

fn stored_finding(finding: &Finding) -> StoredFinding {
    match finding {
        Finding::Infeasible(never) => StoredFinding::Infeasible(*never),
        Finding::Possible { always: None } => StoredFinding::Possible,
        Finding::Possible {
            always: Some(always),
        } => StoredFinding::Always(*always),
        Finding::Open(Why::Timeout) => StoredFinding::Timeout,
        Finding::Open(_) => StoredFinding::Solver,
    }
}

fn finding(stored: StoredFinding) -> Finding {
    match stored {
        StoredFinding::Infeasible(never) => Finding::Infeasible(never),
        StoredFinding::Possible => Finding::Possible { always: None },
        StoredFinding::Always(always) => Finding::Possible {
            always: Some(always),
        },
        StoredFinding::Timeout => Finding::Open(Why::Timeout),
        StoredFinding::Solver => Finding::Open(Why::Solver),
    }
}

fn stored_state(state: &Assignment) -> State {
    let mut stored = State {
        bits: Vec::new(),
        memories: Vec::new(),
        functions: Vec::new(),
        rest: stored_rest(state.rest),
    };
    for (var, value) in state.written() {
        let var = var.index() as u32;
        match value {
            Value::Bits(bits) => stored.bits.push((var, *bits)),
            Value::Memory(memory) => {
                let bytes = memory.bytes.iter().map(|(&at, &byte)| (at, byte)).collect();
                stored.memories.push((var, bytes, stored_rest(memory.rest)));
            }
        }
    }
    for (function, value) in &state.functions {
        let entries = value.entries.iter();
        let mut entries: Vec<_> = entries.map(|(args, v)| (args.to_vec(), *v)).collect();
        entries.sort();
        let function = function.index() as u32;
        stored
            .functions
            .push((function, entries, stored_rest(value.rest)));
    }
    stored
}

fn state(stored: &State) -> Option<Assignment> {
    let mut state = Assignment::new(rest(stored.rest));
    for &(var, bits) in &stored.bits {
        state.set_bits(variable(var)?, bits);
    }
    for (var, bytes, others) in &stored.memories {
        let memory = MemoryValue::new(bytes.iter().copied().collect(), rest(*others));
        state.set(variable(*var)?, Value::Memory(memory));
    }
    for (function, entries, others) in &stored.functions {
        let entries = entries.iter();
        let value = FunctionValue {
            entries: entries
                .map(|(args, value)| (args.clone().into_boxed_slice(), *value))
                .collect(),
            rest: rest(*others),
        };
        let function = FunId::from_index(*function as usize);
        state.functions.insert(function, value);
    }
    Some(state)
}

/// A state has room for all variables up to its last.
fn variable(number: u32) -> Option<VarId> {
    (number <= MOST_VARIABLES).then(|| VarId::from_index(number as usize))
}

fn stored_rest(rest: Rest) -> StoredRest {
    match rest {
        Rest::Value(value) => StoredRest::Value(value),
        Rest::Hash(seed) => StoredRest::Hash(seed),
    }
}

fn rest(stored: StoredRest) -> Rest {
    match stored {
        StoredRest::Value(value) => Rest::Value(value),
        StoredRest::Hash(seed) => Rest::Hash(seed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, HashMap};

    fn state() -> Assignment {
        let mut state = Assignment::new(Rest::Hash(7));
        state.set_bits(VarId::from_index(3), u128::MAX);
        let bytes = BTreeMap::from([(u64::MAX, 1), (0, 255)]);
        let memory = MemoryValue::new(bytes, Rest::Value(9));
        state.set(VarId::from_index(4), Value::Memory(memory));
        let args: Box<[u128]> = Box::new([1, u128::MAX]);
        let value = FunctionValue {
            entries: HashMap::from([(args, 5)]),
            rest: Rest::Value(0),
        };
        state.functions.insert(FunId::from_index(0), value);
        state
    }

    #[test]
    fn findings_come_back_as_they_were() {
        let effort = Effort {
            open: 3,
            answered: true,
        };
        let findings = Findings {
            labels: IdVec::from(vec![
                Finding::Infeasible(Proved::assumed(Never(LabelId::from_index(0)))),
                Finding::Possible {
                    always: Some(Proved::assumed(Always(LabelId::from_index(1)))),
                },
                Finding::Possible { always: None },
                Finding::Open(Why::Timeout),
                Finding::Open(Why::Solver),
            ]),
            implications: [[0, 4], [4, 0]]
                .map(|pair| pair.map(LabelId::from_index))
                .map(|[a, b]| Proved::assumed(Implies(a, b)))
                .to_vec(),
            progress: Progress {
                done: 2,
                learnt: vec![Learnt {
                    about: LabelId::from_index(1),
                    state: state().into(),
                }],
                regions: IdVec::from(vec![effort]),
                too_large: vec![1000],
            },
            counts: Counts {
                pairs: 1,
                without_solver: 2,
                open: 3,
                not_asked: 6,
                proofs: 4,
                cached: 5,
                ..Counts::default()
            },
        };
        let bytes = written(&findings);
        assert_eq!(read(&bytes, 5), Some(findings.clone()));
        assert_eq!(read(&bytes, 6), None);
        assert_eq!(read(&bytes[..bytes.len() - 1], 5), None);
        let mut moved = findings.clone();
        let [first, third] = [0, 2].map(LabelId::from_index);
        moved.labels[first] = findings.labels[third].clone();
        moved.labels[third] = findings.labels[first].clone();
        assert_eq!(read(&written(&moved), 5), None);
    }
}
