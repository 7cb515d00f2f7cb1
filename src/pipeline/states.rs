//! How far the steps have come with a function, as a record holds it and back.

use crate::base::Id;
use crate::logic::{Assignment, FunId, FunctionValue, MemoryValue, Rest, Value, VarId};
use crate::status::{RecordedProgress, RecordedRest, RecordedState};
use crate::steps::{Effort, Progress};

/// No function has more; a record that says so is broken.
const MOST_VARIABLES: u32 = 1 << 22;

pub(super) fn recorded(progress: &Progress) -> RecordedProgress {
    let regions = progress.regions.iter();
    RecordedProgress {
        done: progress.done,
        learnt: progress.learnt.iter().map(recorded_state).collect(),
        regions: regions
            .map(|effort| (effort.open, effort.answered))
            .collect(),
        too_large: progress.too_large.clone(),
    }
}

/// `None` if a number is none.
pub(super) fn progress(recorded: &RecordedProgress) -> Option<Progress> {
    let regions = recorded.regions.iter();
    let learnt: Option<Vec<Assignment>> = recorded.learnt.iter().map(state).collect();
    Some(Progress {
        done: recorded.done,
        learnt: learnt?,
        regions: regions
            .map(|&(open, answered)| Effort { open, answered })
            .collect(),
        too_large: recorded.too_large.clone(),
    })
}

fn recorded_state(state: &Assignment) -> RecordedState {
    let mut recorded = RecordedState {
        rest: recorded_rest(state.rest),
        ..RecordedState::default()
    };
    for (var, value) in state.written() {
        match value {
            Value::Bits(bits) => recorded.bits.push((var.index() as u32, hex(*bits))),
            Value::Memory(memory) => {
                let bytes = memory.bytes.iter().map(|(&at, &byte)| (at, byte)).collect();
                let rest = recorded_rest(memory.rest);
                recorded.memories.push((var.index() as u32, bytes, rest));
            }
        }
    }
    for (function, value) in &state.functions {
        let entries = value.entries.iter().map(|(args, value)| {
            let args: Vec<String> = args.iter().map(|&arg| hex(arg)).collect();
            (args, hex(*value))
        });
        let mut entries: Vec<_> = entries.collect();
        entries.sort();
        let rest = recorded_rest(value.rest);
        recorded
            .functions
            .push((function.index() as u32, entries, rest));
    }
    recorded
}

fn state(recorded: &RecordedState) -> Option<Assignment> {
    let mut state = Assignment::new(rest(&recorded.rest)?);
    for (var, bits) in &recorded.bits {
        state.set_bits(variable(*var)?, number(bits)?);
    }
    for (var, bytes, others) in &recorded.memories {
        let memory = MemoryValue::new(bytes.iter().copied().collect(), rest(others)?);
        state.set(variable(*var)?, Value::Memory(memory));
    }
    for (function, entries, others) in &recorded.functions {
        let entry = |(args, value): &(Vec<String>, String)| {
            let args: Option<Box<[u128]>> = args.iter().map(|arg| number(arg)).collect();
            Some((args?, number(value)?))
        };
        let entries: Option<_> = entries.iter().map(entry).collect();
        let value = FunctionValue {
            entries: entries?,
            rest: rest(others)?,
        };
        state
            .functions
            .insert(FunId::from_index(*function as usize), value);
    }
    Some(state)
}

/// A state has room for all variables up to its last.
fn variable(number: u32) -> Option<VarId> {
    (number <= MOST_VARIABLES).then(|| VarId::from_index(number as usize))
}

fn recorded_rest(rest: Rest) -> RecordedRest {
    match rest {
        Rest::Value(value) => RecordedRest::Value(hex(value)),
        Rest::Hash(seed) => RecordedRest::Hash(seed),
    }
}

fn rest(recorded: &RecordedRest) -> Option<Rest> {
    Some(match recorded {
        RecordedRest::Value(value) => Rest::Value(number(value)?),
        RecordedRest::Hash(seed) => Rest::Hash(*seed),
    })
}

fn hex(value: u128) -> String {
    format!("{value:x}")
}

fn number(text: &str) -> Option<u128> {
    u128::from_str_radix(text, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, HashMap};

    #[test]
    fn states_come_back_as_they_were() {
        let mut state = Assignment::new(Rest::Hash(7));
        state.set_bits(VarId::from_index(3), u128::MAX);
        let bytes = BTreeMap::from([(u64::MAX, 1), (0, 255)]);
        let memory = MemoryValue::new(bytes, Rest::Value(9));
        let var = VarId::from_index(4);
        state.set(var, Value::Memory(memory));
        let args: Box<[u128]> = Box::new([1, u128::MAX]);
        let value = FunctionValue {
            entries: HashMap::from([(args, 5)]),
            rest: Rest::Value(0),
        };
        state.functions.insert(FunId::from_index(0), value);
        let before = Progress {
            done: 2,
            learnt: vec![state],
            regions: vec![Effort {
                open: 3,
                answered: true,
            }],
            too_large: vec![1000],
        };
        let text = serde_json::to_string(&recorded(&before)).expect("JSON");
        let read = serde_json::from_str(&text).expect("the same");
        assert_eq!(progress(&read), Some(before));
    }
}
