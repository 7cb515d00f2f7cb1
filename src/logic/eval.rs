//! Evaluation of terms in a concrete state, natively: every term of a cone once, in ascending order.

use super::assignment::{Assignment, MemoryValue};
use super::term::{Node, Op};
use super::{Sort, TermId, Terms, VarId, bits};
use crate::base::Id;
use std::collections::BTreeMap;

/// A chain of stores longer than this becomes a map.
const LONGEST_CHAIN: u32 = 64;

#[derive(Clone)]
pub(super) enum Memory {
    Whole(MemoryValue),
    /// The memory `under`, with some bytes changed.
    Written {
        under: usize,
        length: u32,
        address: u64,
        bytes: u32,
        value: u128,
    },
}

/// Evaluates the terms that some roots are made of.
#[derive(Clone)]
pub struct Evaluator {
    cone: Vec<TermId>,
    known: Vec<bool>,
    /// By term; of a memory, its place in `memories`.
    values: Vec<u128>,
    memories: Vec<Memory>,
}

impl Evaluator {
    pub fn new(terms: &Terms, roots: &[TermId]) -> Self {
        let mut evaluator = Evaluator {
            cone: Vec::new(),
            known: Vec::new(),
            values: Vec::new(),
            memories: Vec::new(),
        };
        evaluator.add_roots(terms, roots);
        evaluator
    }

    /// Other roots instead.
    pub fn turn_to(&mut self, terms: &Terms, roots: &[TermId]) {
        for term in self.cone.drain(..) {
            self.known[term.index()] = false;
        }
        self.add_roots(terms, roots);
    }

    /// More roots; their values are there after the next `run`.
    pub fn add_roots(&mut self, terms: &Terms, roots: &[TermId]) {
        self.known.resize(terms.len(), false);
        self.values.resize(terms.len(), 0);
        let mut work: Vec<TermId> = roots.to_vec();
        let before = self.cone.len();
        while let Some(term) = work.pop() {
            if !std::mem::replace(&mut self.known[term.index()], true) {
                self.cone.push(term);
                work.extend_from_slice(terms.args(term));
            }
        }
        if self.cone.len() > before {
            self.cone.sort_unstable();
        }
    }

    /// Evaluates the cone in that state.
    pub fn run(&mut self, terms: &Terms, state: &Assignment) {
        self.memories.clear();
        let mut applied = Vec::new();
        for &term in &self.cone {
            let node = terms.nodes[term];
            let first = node.first as usize;
            let args = &terms.arguments[first..first + node.count as usize];
            let value = value(
                terms,
                state,
                node,
                args,
                &self.values,
                &mut self.memories,
                &mut applied,
            );
            self.values[term.index()] = value;
        }
    }

    /// The value of a Bool or bit-vector term of the cone, after `run`.
    pub fn bits(&self, term: TermId) -> u128 {
        debug_assert!(self.known[term.index()]);
        self.values[term.index()]
    }

    pub fn bool(&self, term: TermId) -> bool {
        self.bits(term) == 1
    }

    /// The content of a memory term of the cone, after `run`.
    pub fn memory(&self, term: TermId) -> MemoryValue {
        whole(&self.memories, self.bits(term) as usize)
    }

    /// Whether the term is in the cone.
    pub fn knows(&self, term: TermId) -> bool {
        self.known.get(term.index()).copied().unwrap_or(false)
    }

    /// How many terms a run evaluates.
    pub fn size(&self) -> usize {
        self.cone.len()
    }

    /// The variables in the cone.
    pub fn variables(&self, terms: &Terms) -> Vec<VarId> {
        let vars = self.cone.iter().filter_map(|&term| match terms.op(term) {
            Op::Var(var) => Some(var),
            _ => None,
        });
        vars.collect()
    }

    /// The values of Bool roots in up to 64 states: bit i of a root's word is its value in state i.
    pub fn run_many(&mut self, terms: &Terms, states: &[Assignment], roots: &[TermId]) -> Vec<u64> {
        assert!(states.len() <= 64, "a word has 64 bits");
        let mut words = vec![0; roots.len()];
        for (i, state) in states.iter().enumerate() {
            self.run(terms, state);
            for (word, &root) in words.iter_mut().zip(roots) {
                *word |= u64::from(self.bool(root)) << i;
            }
        }
        words
    }
}

/// The value of a term in a state; those of its arguments are there.
#[inline]
pub(super) fn value(
    terms: &Terms,
    state: &Assignment,
    node: Node,
    args: &[TermId],
    values: &[u128],
    memories: &mut Vec<Memory>,
    applied: &mut Vec<u128>,
) -> u128 {
    match node.op {
        Op::Const(index) => terms.constant_at(index),
        Op::Var(var) => match node.sort {
            Sort::Memory => {
                memories.push(Memory::Whole(state.memory(var)));
                memories.len() as u128 - 1
            }
            sort => state.bits(var, sort),
        },
        Op::Apply(function) => {
            applied.clear();
            applied.extend(args.iter().map(|a| values[a.index()]));
            state.apply(function, applied, node.sort)
        }
        _ => evaluate(terms, node, args, values, memories),
    }
}

/// The value of an operator on the values of its arguments.
#[inline]
fn evaluate(
    terms: &Terms,
    node: Node,
    args: &[TermId],
    values: &[u128],
    memories: &mut Vec<Memory>,
) -> u128 {
    let arg = |i: usize| values[args[i].index()];
    let sort_of = |i: usize| terms.nodes[args[i]].sort;
    let width_of = |i: usize| sort_of(i).width().unwrap_or(1);
    let width = node.sort.width().unwrap_or(1);
    match node.op {
        Op::Not => 1 - arg(0),
        Op::And => u128::from(args.iter().all(|a| values[a.index()] == 1)),
        Op::Or => u128::from(args.iter().any(|a| values[a.index()] == 1)),
        Op::Ite => match arg(0) {
            1 => arg(1),
            _ => arg(2),
        },
        Op::Eq => u128::from(match sort_of(0) {
            Sort::Memory => {
                let (a, b) = (arg(0) as usize, arg(1) as usize);
                a == b || whole(memories, a).same(&whole(memories, b))
            }
            _ => arg(0) == arg(1),
        }),
        Op::BvNot => !arg(0) & bits::mask(width),
        Op::Neg => bits::neg(arg(0), width),
        Op::Extract(low) => arg(0) >> low & bits::mask(width),
        Op::Concat => arg(0) << width_of(1) | arg(1),
        Op::Zext => arg(0),
        Op::Sext => bits::sign_extend(arg(0), width_of(0), width),
        Op::Select => read(memories, arg(0) as usize, arg(1) as u64, width / 8),
        Op::Store => {
            let (under, address) = (arg(0) as usize, arg(1) as u64);
            write(memories, under, address, width_of(2) / 8, arg(2)) as u128
        }
        op => bits::binary(op, arg(0), arg(1), width_of(0)).expect("an operator of bit-vectors"),
    }
}

/// The value of some bytes, the lowest address holding the lowest bits.
fn read(memories: &[Memory], at: usize, wanted: u64, bytes: u32) -> u128 {
    let mut at = at;
    loop {
        match &memories[at] {
            Memory::Whole(memory) => {
                return join(bytes, |i| memory.read(wanted.wrapping_add(i)));
            }
            Memory::Written {
                under,
                address,
                bytes: written,
                value,
                ..
            } => {
                let inside = wanted.wrapping_sub(*address);
                let (count, size) = (u64::from(bytes), u64::from(*written));
                if inside < size && inside + count <= size {
                    return value >> (8 * inside) & bits::mask(8 * bytes);
                }
                if inside < size || address.wrapping_sub(wanted) < count {
                    return join(bytes, |i| {
                        read(memories, at, wanted.wrapping_add(i), 1) as u8
                    });
                }
                at = *under;
            }
        }
    }
}

fn join(bytes: u32, byte: impl Fn(u64) -> u8) -> u128 {
    let parts = (0..u64::from(bytes)).rev();
    parts.fold(0, |value, i| value << 8 | u128::from(byte(i)))
}

/// The place of the memory after a write.
fn write(memories: &mut Vec<Memory>, under: usize, address: u64, bytes: u32, value: u128) -> usize {
    let length = match &memories[under] {
        Memory::Whole(_) => 1,
        Memory::Written { length, .. } => length + 1,
    };
    memories.push(Memory::Written {
        under,
        length,
        address,
        bytes,
        value,
    });
    let at = memories.len() - 1;
    if length >= LONGEST_CHAIN {
        memories[at] = Memory::Whole(whole(memories, at));
    }
    at
}

/// The content at a place, as one map.
fn whole(memories: &[Memory], at: usize) -> MemoryValue {
    let mut at = at;
    let mut changed = BTreeMap::new();
    loop {
        match &memories[at] {
            Memory::Written {
                under,
                address,
                bytes,
                value,
                ..
            } => {
                for i in 0..u64::from(*bytes) {
                    let byte = (value >> (8 * i)) as u8;
                    changed.entry(address.wrapping_add(i)).or_insert(byte);
                }
                at = *under;
            }
            Memory::Whole(memory) if changed.is_empty() => return memory.clone(),
            Memory::Whole(memory) => {
                let mut bytes = (*memory.bytes).clone();
                bytes.extend(changed);
                return MemoryValue::new(bytes, memory.rest);
            }
        }
    }
}
