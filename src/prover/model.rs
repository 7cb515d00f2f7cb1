//! From values of flat variables to a state that terms can be evaluated in, or to what the values do not respect.
//!
//! The solver knows values at places as variables. It may give one place two values: then the model is wrong, and the
//! solver is told a lemma that excludes it, which holds in every state.

use super::elimination::{Elimination, Source};
use crate::logic::{
    Assignment, Evaluator, FunId, FunctionValue, MemoryValue, Rest, TermId, Value, VarId,
};
use std::collections::{BTreeMap, HashMap};

/// Lemmas for one model.
const MOST_LEMMAS: usize = 24;

/// What came out of a model.
pub(super) enum Reading {
    State {
        state: Assignment,
        /// Nothing was left open: evaluation has to agree.
        exact: bool,
    },
    /// The model is wrong: these hold.
    Lemmas(Vec<Lemma>),
}

/// A flat term that holds in every state.
pub(super) struct Lemma {
    pub term: TermId,
    /// It holds only if no two accesses overlap in part.
    pub apart: bool,
    /// It matters where these variables do.
    pub about: Vec<VarId>,
}

/// The values of a function by its arguments, each with the variable that gave it.
type Entries = HashMap<Box<[u128]>, (u128, VarId)>;

struct Reader<'a> {
    elimination: &'a mut Elimination,
    values: &'a Evaluator,
    memories: BTreeMap<VarId, BTreeMap<u64, (u8, VarId)>>,
    functions: BTreeMap<FunId, Entries>,
    lemmas: Vec<Lemma>,
    state: Assignment,
    exact: bool,
    apart: bool,
}

/// Reads the values of these variables. `values`: of the flat terms that they rest on; `rest`: where nothing is known;
/// `apart`: overlaps in part are excluded for now.
pub(super) fn read(
    elimination: &mut Elimination,
    values: &Evaluator,
    variables: &[VarId],
    rest: Rest,
    apart: bool,
) -> Reading {
    let mut reader = Reader {
        elimination,
        values,
        memories: BTreeMap::new(),
        functions: BTreeMap::new(),
        lemmas: Vec::new(),
        state: Assignment::new(rest),
        exact: true,
        apart,
    };
    for &var in variables {
        reader.variable(var);
        if reader.lemmas.len() >= MOST_LEMMAS {
            break;
        }
    }
    match reader.lemmas.is_empty() {
        true => reader.finish(rest),
        false => Reading::Lemmas(reader.lemmas),
    }
}

impl Reader<'_> {
    fn variable(&mut self, var: VarId) {
        let value = self
            .values
            .bits(self.elimination.terms.variables()[var].term);
        match self.elimination.source(var).clone() {
            Source::Variable(original) => self.state.set_bits(original, value),
            Source::Open => self.exact = false,
            Source::Hard(term) => {
                if self.values.bits(term) != value {
                    let variable = self.elimination.terms.variables()[var].term;
                    let same = self.elimination.terms.eq(variable, term);
                    self.lemma(same, false, vec![var]);
                }
            }
            Source::Overlap {
                distance,
                bytes,
                written,
            } => self.overlap(var, distance, bytes, written),
            Source::Memory {
                memory,
                address,
                bytes,
            } => self.place(var, memory, address, bytes, value),
            Source::Function {
                function,
                arguments,
            } => self.application(var, function, &arguments, value),
        }
    }

    fn lemma(&mut self, term: TermId, apart: bool, about: Vec<VarId>) {
        self.lemmas.push(Lemma { term, apart, about });
    }

    fn overlap(&mut self, var: VarId, distance: TermId, bytes: u64, written: u64) {
        let d = self.values.bits(distance) as u64;
        let touches = d < bytes || d.wrapping_neg() < written;
        // At distance 0 the value is the one that was written, if enough was.
        if !touches || (d == 0 && bytes <= written) {
            return;
        }
        if !self.apart {
            self.exact = false;
            return;
        }
        let mut holds = self.elimination.apart(distance, bytes, written);
        if bytes <= written {
            let zero = self.elimination.number(0);
            let same = self.elimination.terms.eq(distance, zero);
            holds = self.elimination.terms.or2(same, holds);
        }
        self.lemma(holds, true, vec![var]);
    }

    fn place(&mut self, var: VarId, memory: VarId, address: TermId, bytes: u32, value: u128) {
        let at = self.values.bits(address) as u64;
        let known = self.memories.entry(memory).or_default();
        let mut giver = None;
        for i in 0..u64::from(bytes) {
            let byte = (value >> (8 * i)) as u8;
            let (before, by) = *known.entry(at.wrapping_add(i)).or_insert((byte, var));
            if before != byte {
                giver = Some(by);
                break;
            }
        }
        if let Some(giver) = giver {
            self.same_bytes(giver, var);
        }
    }

    /// If the second place is as far from the first as it is in the model, the bytes that they share are equal.
    fn same_bytes(&mut self, a: VarId, b: VarId) {
        let (Some((from, read)), Some((to, wanted))) =
            (self.elimination.place(a), self.elimination.place(b))
        else {
            return;
        };
        let d = (self.values.bits(to) as u64).wrapping_sub(self.values.bits(from) as u64);
        // The parts that are shared: from `low_a` in a and from `low_b` in b.
        let (low_a, low_b) = match d < u64::from(read) {
            true => (d as u32, 0),
            false => (0, d.wrapping_neg() as u32),
        };
        let shared = (read - low_a).min(wanted - low_b);
        let distance = self.elimination.number(d);
        let terms = &mut self.elimination.terms;
        let (of_a, of_b) = (terms.variables()[a].term, terms.variables()[b].term);
        let moved = terms.add(from, distance);
        let here = terms.eq(moved, to);
        let of_a = terms.extract(8 * (low_a + shared) - 1, 8 * low_a, of_a);
        let of_b = terms.extract(8 * (low_b + shared) - 1, 8 * low_b, of_b);
        let same = terms.eq(of_a, of_b);
        let lemma = terms.implies(here, same);
        self.lemma(lemma, false, vec![a, b]);
    }

    fn application(&mut self, var: VarId, function: FunId, arguments: &[TermId], value: u128) {
        let key: Box<[u128]> = arguments.iter().map(|&a| self.values.bits(a)).collect();
        let known = self.functions.entry(function).or_default();
        let (before, giver) = *known.entry(key).or_insert((value, var));
        if before != value {
            self.same_value(giver, var);
        }
    }

    /// Equal arguments have equal values.
    fn same_value(&mut self, a: VarId, b: VarId) {
        let (Source::Function { arguments: x, .. }, Source::Function { arguments: y, .. }) = (
            self.elimination.source(a).clone(),
            self.elimination.source(b).clone(),
        ) else {
            return;
        };
        let terms = &mut self.elimination.terms;
        let pairs: Vec<TermId> = x.iter().zip(&y).map(|(&x, &y)| terms.eq(x, y)).collect();
        let equal = terms.and(&pairs);
        let (of_a, of_b) = (terms.variables()[a].term, terms.variables()[b].term);
        let same = terms.eq(of_a, of_b);
        let lemma = terms.implies(equal, same);
        self.lemma(lemma, false, vec![a, b]);
    }

    fn finish(mut self, rest: Rest) -> Reading {
        for (var, places) in self.memories {
            let bytes = places.into_iter().map(|(at, (byte, _))| (at, byte));
            let memory = MemoryValue::new(bytes.collect(), rest);
            self.state.set(var, Value::Memory(memory));
        }
        for (function, entries) in self.functions {
            let entries = entries.into_iter().map(|(key, (value, _))| (key, value));
            let entries = entries.collect();
            self.state
                .functions
                .insert(function, FunctionValue { entries, rest });
        }
        Reading::State {
            state: self.state,
            exact: self.exact,
        }
    }
}

impl Elimination {
    /// Where a value of a memory is, and how many bytes it has.
    fn place(&self, var: VarId) -> Option<(TermId, u32)> {
        match *self.source(var) {
            Source::Memory { address, bytes, .. } => Some((address, bytes)),
            _ => None,
        }
    }
}
