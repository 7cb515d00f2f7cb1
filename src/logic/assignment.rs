//! A concrete state: a value for every variable and every uninterpreted function.

use super::{FunId, Sort, VarId, bits};
use crate::base::Id;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// What holds where nothing is written down: each choice is a total function, so an assignment always
/// is an interpretation of everything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// The same value everywhere.
    Value(u128),
    /// A value computed from this seed and the place.
    Hash(u64),
}

/// The content of a memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemoryValue {
    pub bytes: Arc<BTreeMap<u64, u8>>,
    pub rest: Rest,
}

/// An interpretation of an uninterpreted function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionValue {
    pub entries: HashMap<Box<[u128]>, u128>,
    pub rest: Rest,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Of Bool (0 or 1), a bit-vector, or the number of an element of an opaque sort.
    Bits(u128),
    Memory(MemoryValue),
}

/// Values of variables and functions; those not written down come from `rest`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// By variable.
    variables: Vec<Option<Value>>,
    pub functions: BTreeMap<FunId, FunctionValue>,
    pub rest: Rest,
}

/// An assignment that is kept for long: only what is written down takes room, and copies share it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// Ascending.
    variables: Arc<[(VarId, Value)]>,
    functions: Arc<BTreeMap<FunId, FunctionValue>>,
    rest: Rest,
}

impl From<Assignment> for Kept {
    fn from(state: Assignment) -> Kept {
        let written = state.written().map(|(var, value)| (var, value.clone()));
        let variables = written.collect();
        Kept {
            variables,
            functions: state.functions.into(),
            rest: state.rest,
        }
    }
}

impl From<&Kept> for Assignment {
    fn from(kept: &Kept) -> Assignment {
        let mut state = Assignment::new(kept.rest);
        for (var, value) in kept.variables.iter() {
            state.set(*var, value.clone());
        }
        state.functions.clone_from(&kept.functions);
        state
    }
}

/// How many elements of an opaque sort computed values are spread over; few, so that some are equal.
const OPAQUE_ELEMENTS: u128 = 16;

/// A well mixed number.
pub(super) fn mix(seed: u64, place: u64) -> u64 {
    let mut z = seed ^ place.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

fn fit(value: u128, sort: Sort) -> u128 {
    match sort {
        Sort::Bool => value & 1,
        Sort::BitVec(width) => value & bits::mask(width),
        Sort::Opaque(_) => value % OPAQUE_ELEMENTS,
        Sort::Memory => 0,
    }
}

impl Rest {
    fn bits(self, place: u64, sort: Sort) -> u128 {
        match self {
            Rest::Value(value) => match sort {
                Sort::Opaque(_) => value,
                _ => fit(value, sort),
            },
            Rest::Hash(seed) => {
                let wide = u128::from(mix(seed, place)) << 64 | u128::from(mix(!seed, place));
                fit(wide, sort)
            }
        }
    }

    /// Computed memory is made of aligned words, half of them small, as real data is.
    fn byte(self, address: u64) -> u8 {
        match self {
            Rest::Value(value) => value as u8,
            Rest::Hash(seed) => {
                let word = mix(seed, address >> 2);
                let lane = address & 3;
                match word >> 62 {
                    0 => 0,
                    1 if lane == 0 => word as u8,
                    1 => 0,
                    2 if word & 7 == 0 => 0xff,
                    _ => (word >> (8 * lane)) as u8,
                }
            }
        }
    }
}

impl MemoryValue {
    pub fn new(bytes: BTreeMap<u64, u8>, rest: Rest) -> Self {
        MemoryValue {
            bytes: Arc::new(bytes),
            rest,
        }
    }

    pub fn read(&self, address: u64) -> u8 {
        match self.bytes.get(&address) {
            Some(&byte) => byte,
            None => self.rest.byte(address),
        }
    }

    /// Whether both hold the same everywhere. Contents computed from two seeds are taken to differ.
    pub fn same(&self, other: &MemoryValue) -> bool {
        let rest_equal = match (self.rest, other.rest) {
            (Rest::Value(a), Rest::Value(b)) => a as u8 == b as u8,
            (a, b) => a == b,
        };
        let places = self.bytes.keys().chain(other.bytes.keys());
        rest_equal
            && places
                .into_iter()
                .all(|&at| self.read(at) == other.read(at))
    }
}

impl FunctionValue {
    fn value(&self, function: FunId, args: &[u128], result: Sort) -> u128 {
        match self.entries.get(args) {
            Some(&value) => value,
            None => rest_of_function(self.rest, function, args, result),
        }
    }
}

fn rest_of_function(rest: Rest, function: FunId, args: &[u128], result: Sort) -> u128 {
    let place = args.iter().fold(function.index() as u64, |place, &arg| {
        mix(mix(place, arg as u64), (arg >> 64) as u64)
    });
    rest.bits(place, result)
}

impl Assignment {
    /// Nothing written down.
    pub fn new(rest: Rest) -> Self {
        Assignment {
            variables: Vec::new(),
            functions: BTreeMap::new(),
            rest,
        }
    }

    pub fn set_bits(&mut self, var: VarId, value: u128) {
        self.set(var, Value::Bits(value));
    }

    pub fn set(&mut self, var: VarId, value: Value) {
        if self.variables.len() <= var.index() {
            self.variables.resize(var.index() + 1, None);
        }
        self.variables[var.index()] = Some(value);
    }

    /// What is written down of a variable.
    pub fn get(&self, var: VarId) -> Option<&Value> {
        self.variables.get(var.index())?.as_ref()
    }

    /// All that is written down of variables.
    pub fn written(&self) -> impl Iterator<Item = (VarId, &Value)> {
        let all = self.variables.iter().enumerate();
        all.filter_map(|(var, value)| Some((VarId::from_index(var), value.as_ref()?)))
    }

    /// A number that differs for most states; of a memory only its size counts, of functions nothing.
    pub fn fingerprint(&self) -> u64 {
        self.written().fold(0, |all, (var, value)| {
            let word = match value {
                Value::Bits(bits) => *bits as u64 ^ (*bits >> 64) as u64,
                Value::Memory(memory) => memory.bytes.len() as u64,
            };
            mix(all ^ word, var.index() as u64)
        })
    }

    /// The value of a variable that is not a memory.
    pub fn bits(&self, var: VarId, sort: Sort) -> u128 {
        match self.get(var) {
            Some(Value::Bits(value)) => *value,
            _ => self.rest.bits(var.index() as u64, sort),
        }
    }

    /// The value of a variable that is a memory.
    pub fn memory(&self, var: VarId) -> MemoryValue {
        match self.get(var) {
            Some(Value::Memory(memory)) => memory.clone(),
            _ => {
                let rest = match self.rest {
                    Rest::Hash(seed) => Rest::Hash(mix(seed, var.index() as u64)),
                    value => value,
                };
                MemoryValue::new(BTreeMap::new(), rest)
            }
        }
    }

    pub fn apply(&self, function: FunId, args: &[u128], result: Sort) -> u128 {
        match self.functions.get(&function) {
            Some(known) => known.value(function, args, result),
            None => rest_of_function(self.rest, function, args, result),
        }
    }
}
