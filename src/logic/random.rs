//! Random states, the same for the same seed. Values that decide comparisons come often: small numbers,
//! borders of the types, the constants of the terms and their neighbours, values drawn before.

use super::assignment::{Assignment, MemoryValue, Rest, Value, mix};
use super::term::Op;
use super::{Sort, Terms, VarId, bits};
use std::collections::BTreeMap;

/// A small generator of well mixed numbers.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    drawn: u64,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Random { seed, drawn: 0 }
    }

    pub fn word(&mut self) -> u64 {
        self.drawn += 1;
        mix(self.seed, self.drawn)
    }

    /// A number below `limit`, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.word() % limit as u64) as usize
    }

    pub fn wide(&mut self) -> u128 {
        u128::from(self.word()) << 64 | u128::from(self.word())
    }

    /// A bit-vector value, often at a border.
    pub fn boundary(&mut self, width: u32) -> u128 {
        let bit = 1u128 << self.below(width as usize);
        let value = match self.below(8) {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => bits::min_signed(width).wrapping_sub(u128::from(self.word() & 1)),
            4 => bit
                .wrapping_add(u128::from(self.word() % 3))
                .wrapping_sub(1),
            5 => u128::from(self.word() % 16),
            6 => u128::from(self.word() % 16).wrapping_neg(),
            _ => self.wide(),
        };
        value & bits::mask(width)
    }
}

/// Draws states for the variables of one table.
#[derive(Clone)]
pub struct Sampler {
    random: Random,
    /// The constants of the terms.
    constants: Vec<u128>,
}

impl Sampler {
    pub fn new(terms: &Terms, seed: u64) -> Self {
        let mut constants: Vec<u128> = terms
            .ids()
            .filter(|&t| matches!(terms.sort(t), Sort::BitVec(_)))
            .filter_map(|t| match terms.op(t) {
                Op::Const(index) => Some(terms.constant_at(index)),
                _ => None,
            })
            .collect();
        constants.sort_unstable();
        constants.dedup();
        Sampler {
            random: Random::new(seed),
            constants,
        }
    }

    /// Draws from now on what a new sampler with this seed would.
    pub fn restart(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }

    pub fn next(&mut self, terms: &Terms) -> Assignment {
        let mut state = Assignment::new(Rest::Hash(self.random.word()));
        let mut drawn: Vec<u128> = Vec::new();
        // In a small world different operations often have the same result.
        let small = self.random.below(4) == 0;
        for (var, variable) in terms.variables().iter() {
            let value = match variable.sort {
                Sort::Bool => u128::from(self.random.word() & 1),
                Sort::Opaque(_) => u128::from(self.random.word() % 4),
                Sort::BitVec(width) => {
                    let value = match small {
                        true => self.small(width),
                        false => self.value(width, &drawn),
                    };
                    drawn.push(value);
                    value
                }
                Sort::Memory => {
                    let memory = self.memory();
                    state.set(var, Value::Memory(memory));
                    continue;
                }
            };
            state.set_bits(var, value);
        }
        state
    }

    /// The state with one to three of these variables changed; of a memory, some bytes that are written down.
    pub fn vary(&mut self, terms: &Terms, state: &Assignment, among: &[VarId]) -> Assignment {
        let mut varied = state.clone();
        if among.is_empty() {
            return varied;
        }
        for _ in 0..1 + self.random.below(3) {
            let var = among[self.random.below(among.len())];
            match terms.variables()[var].sort {
                Sort::Bool => varied.set_bits(var, u128::from(self.random.word() & 1)),
                Sort::Opaque(_) => varied.set_bits(var, u128::from(self.random.word() % 4)),
                Sort::BitVec(width) => {
                    let near = state.bits(var, Sort::BitVec(width));
                    let value = match self.random.below(6) {
                        0 => near.wrapping_add(1) & bits::mask(width),
                        1 => near.wrapping_sub(1) & bits::mask(width),
                        2 => self.small(width),
                        _ => self.value(width, &[]),
                    };
                    varied.set_bits(var, value);
                }
                Sort::Memory => {
                    let memory = self.varied_memory(state.memory(var));
                    varied.set(var, Value::Memory(memory));
                }
            }
        }
        varied
    }

    fn varied_memory(&mut self, memory: MemoryValue) -> MemoryValue {
        if memory.bytes.is_empty() {
            return self.memory();
        }
        let mut bytes = (*memory.bytes).clone();
        let at = self.random.below(bytes.len());
        let address = bytes.keys().nth(at).copied().unwrap_or(0);
        let width = [8, 32, 64][self.random.below(3)];
        let value = self.value(width, &[]);
        for i in 0..u64::from(width / 8) {
            // What is not written down is as good as any: only bytes that matter are.
            if let Some(byte) = bytes.get_mut(&address.wrapping_add(i)) {
                *byte = (value >> (8 * i)) as u8;
            }
        }
        MemoryValue::new(bytes, memory.rest)
    }

    /// From -3 to 4.
    fn small(&mut self, width: u32) -> u128 {
        let value = u128::from(self.random.word() % 8);
        value.wrapping_sub(3) & bits::mask(width)
    }

    fn value(&mut self, width: u32, drawn: &[u128]) -> u128 {
        let pick = self.random.below(8);
        let value = match pick {
            0..3 if !self.constants.is_empty() => {
                let near = self.random.word() % 3;
                let constant = self.constants[self.random.below(self.constants.len())];
                constant.wrapping_add(u128::from(near)).wrapping_sub(1)
            }
            3 if !drawn.is_empty() => drawn[self.random.below(drawn.len())],
            _ => self.random.boundary(width),
        };
        value & bits::mask(width)
    }

    fn memory(&mut self) -> MemoryValue {
        let rest = match self.random.below(4) {
            0 => Rest::Value(0),
            _ => Rest::Hash(self.random.word()),
        };
        MemoryValue::new(BTreeMap::new(), rest)
    }
}
