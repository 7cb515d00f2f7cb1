//! From the solver's model to a state that terms can be evaluated in, or to what the model does not respect.
//!
//! The solver knows values at places as variables. A model may give one place two values: then it is wrong, and the
//! solver is told a lemma that excludes it, which holds in every state.

use super::answer::Fault;
use super::raw::{Context, text};
use super::reads::{Cone, Node, Source, number, part};
use super::translate::Translation;
use crate::logic::{
    Assignment, FunId, FunctionValue, MemoryValue, Rest, Sort, Terms, Value, VarId,
};
use std::collections::{BTreeMap, HashMap};
use z3_sys::*;

/// Lemmas for one model.
const MOST_LEMMAS: usize = 24;

/// What came out of a model.
pub(super) enum Reading {
    State {
        state: Assignment,
        /// Something was left open: evaluation may differ.
        exact: bool,
    },
    /// The model is wrong; these hold in every state, the second ones if nothing overlaps in part.
    Lemmas {
        always: Vec<Z3_ast>,
        apart: Vec<Z3_ast>,
    },
}

struct Reader<'a> {
    context: &'a Context,
    model: Z3_model,
}

/// Reads a model of formulas with these reads. `apart`: overlaps in part are excluded for now.
pub(super) fn read(
    context: &Context,
    model: Z3_model,
    terms: &Terms,
    translation: &Translation,
    cone: &Cone,
    apart: bool,
) -> Result<Reading, Fault> {
    let reader = Reader { context, model };
    let mut found = Found::default();
    for &index in &cone.order {
        let node = &translation.reads.nodes[index];
        found.node(&reader, &translation.reads.nodes, index, node, apart)?;
        if found.always.len() + found.apart.len() >= MOST_LEMMAS {
            break;
        }
    }
    if !found.always.is_empty() || !found.apart.is_empty() {
        return Ok(Reading::Lemmas {
            always: found.always,
            apart: found.apart,
        });
    }
    let mut state = Assignment::new(Rest::Value(0));
    for (&var, &ast) in &translation.variables {
        let sort = terms.variables()[var].sort;
        state.set_bits(var, reader.bits(ast, sort)?);
    }
    let rest = Rest::Value(0);
    for (var, places) in found.memories {
        let bytes = places.into_iter().map(|(at, (byte, _))| (at, byte));
        let memory = MemoryValue::new(bytes.collect(), rest);
        state.variables.insert(var, Value::Memory(memory));
    }
    for (function, entries) in found.functions {
        let entries = entries.into_iter().map(|(key, (value, _))| (key, value));
        let entries = entries.collect();
        state
            .functions
            .insert(function, FunctionValue { entries, rest });
    }
    Ok(Reading::State {
        state,
        exact: found.exact,
    })
}

/// The values of a function by its arguments.
type Entries = HashMap<Box<[u128]>, (u128, usize)>;

/// What the nodes of a model say. Values come with the node that gave them.
struct Found {
    memories: BTreeMap<VarId, BTreeMap<u64, (u8, usize)>>,
    functions: BTreeMap<FunId, Entries>,
    always: Vec<Z3_ast>,
    apart: Vec<Z3_ast>,
    exact: bool,
}

impl Default for Found {
    fn default() -> Self {
        Found {
            memories: BTreeMap::new(),
            functions: BTreeMap::new(),
            always: Vec::new(),
            apart: Vec::new(),
            exact: true,
        }
    }
}

impl Found {
    fn node(
        &mut self,
        reader: &Reader,
        nodes: &[Node],
        index: usize,
        node: &Node,
        apart: bool,
    ) -> Result<(), Fault> {
        match &node.source {
            Source::Others => {}
            Source::Open => self.exact = false,
            &Source::Write {
                distance,
                apart: separate,
                exact,
                bytes,
                written,
            } => {
                let d = reader.bits(distance, Sort::BitVec(64))? as u64;
                let touches = d < bytes || d.wrapping_neg() < written;
                let overlaps = touches && !(d == 0 && exact);
                if overlaps && apart {
                    self.apart
                        .push(reader.no_overlap(distance, separate, exact)?);
                } else if overlaps {
                    self.exact = false;
                }
            }
            &Source::Memory {
                memory,
                address,
                bytes,
            } => {
                let at = reader.bits(address, Sort::BitVec(64))? as u64;
                let value = reader.bits(node.value, Sort::BitVec(8 * bytes))?;
                let known = self.memories.entry(memory).or_default();
                for i in 0..u64::from(bytes) {
                    let byte = (value >> (8 * i)) as u8;
                    let (before, giver) = *known.entry(at.wrapping_add(i)).or_insert((byte, index));
                    if before != byte {
                        let lemma = reader.same_bytes(&nodes[giver], node)?;
                        self.always.push(lemma);
                        break;
                    }
                }
            }
            Source::Function {
                function,
                arguments,
                result,
            } => {
                let key = arguments.iter().map(|&(ast, sort)| reader.bits(ast, sort));
                let key: Box<[u128]> = key.collect::<Result<_, Fault>>()?;
                let value = reader.bits(node.value, *result)?;
                let known = self.functions.entry(*function).or_default();
                let (before, giver) = *known.entry(key).or_insert((value, index));
                if before != value {
                    let lemma = reader.same_value(&nodes[giver], node)?;
                    self.always.push(lemma);
                }
            }
        }
        Ok(())
    }
}

impl Reader<'_> {
    /// The value of a term in the model; what the model leaves open is zero.
    fn bits(&self, ast: Z3_ast, sort: Sort) -> Result<u128, Fault> {
        let c = self.context.raw();
        // SAFETY: a term and a model of this context; the value is kept.
        unsafe {
            let mut value = ast;
            if !Z3_model_eval(c, self.model, ast, true, &mut value) {
                return Err(Fault::new("a term without a value in the model"));
            }
            Z3_inc_ref(c, value);
            let read = self.number(value, sort);
            Z3_dec_ref(c, value);
            read
        }
    }

    fn number(&self, ast: Z3_ast, sort: Sort) -> Result<u128, Fault> {
        let c = self.context.raw();
        // SAFETY: a term of this context.
        unsafe {
            if sort == Sort::Bool {
                return match Z3_get_bool_value(c, ast) {
                    Z3_L_TRUE => Ok(1),
                    Z3_L_FALSE => Ok(0),
                    _ => Err(self.unreadable(ast)),
                };
            }
            if !Z3_is_numeral_ast(c, ast) {
                return Err(self.unreadable(ast));
            }
            let mut small = 0;
            if Z3_get_numeral_uint64(c, ast, &mut small) {
                return Ok(u128::from(small));
            }
            let digits = text(Z3_get_numeral_binary_string(c, ast));
            u128::from_str_radix(&digits, 2).map_err(|_| self.unreadable(ast))
        }
    }

    fn unreadable(&self, ast: Z3_ast) -> Fault {
        // SAFETY: a term of this context.
        let text = text(unsafe { Z3_ast_to_string(self.context.raw(), ast) });
        Fault::Failure(format!("a value in the model that is none: {text}"))
    }

    fn eq(&self, a: Z3_ast, b: Z3_ast) -> Result<Z3_ast, Fault> {
        // SAFETY: two terms of this context and of one sort.
        self.context
            .keep(unsafe { Z3_mk_eq(self.context.raw(), a, b) })
    }

    fn implies(&self, a: Z3_ast, b: Z3_ast) -> Result<Z3_ast, Fault> {
        // SAFETY: two Bools of this context.
        self.context
            .keep(unsafe { Z3_mk_implies(self.context.raw(), a, b) })
    }

    fn all(&self, list: &[Z3_ast]) -> Result<Z3_ast, Fault> {
        // SAFETY: Bools of this context, which live during the call.
        self.context
            .keep(unsafe { Z3_mk_and(self.context.raw(), list.len() as u32, list.as_ptr()) })
    }

    /// d = 0 (if that is no overlap in part), or the places do not touch.
    fn no_overlap(&self, distance: Z3_ast, separate: Z3_ast, exact: bool) -> Result<Z3_ast, Fault> {
        if !exact {
            return Ok(separate);
        }
        let zero = number(self.context, 0)?;
        let list = [self.eq(distance, zero)?, separate];
        // SAFETY: Bools of this context, which live during the call.
        self.context
            .keep(unsafe { Z3_mk_or(self.context.raw(), 2, list.as_ptr()) })
    }

    /// If the second place is as far from the first as it is in the model, the bytes that they share are equal.
    fn same_bytes(&self, a: &Node, b: &Node) -> Result<Z3_ast, Fault> {
        let (Some((from, read)), Some((to, wanted))) = (a.place(), b.place()) else {
            return Err(Fault::new("a byte without a place"));
        };
        let address = Sort::BitVec(64);
        let d = (self.bits(to, address)? as u64).wrapping_sub(self.bits(from, address)? as u64);
        // The parts that are shared: from `low_a` in a and from `low_b` in b.
        let (low_a, low_b) = match d < u64::from(read) {
            true => (d as u32, 0),
            false => (0, d.wrapping_neg() as u32),
        };
        let shared = (read - low_a).min(wanted - low_b);
        // SAFETY: two numbers of 64 bits of this context.
        let distance = unsafe { Z3_mk_bvsub(self.context.raw(), to, from) };
        let distance = self.context.keep(distance)?;
        let here = self.eq(distance, number(self.context, d)?)?;
        let of_a = part(self.context, a.value, 8 * low_a, 8 * shared)?;
        let of_b = part(self.context, b.value, 8 * low_b, 8 * shared)?;
        self.implies(here, self.eq(of_a, of_b)?)
    }

    /// Equal arguments have equal values.
    fn same_value(&self, a: &Node, b: &Node) -> Result<Z3_ast, Fault> {
        let (Source::Function { arguments: x, .. }, Source::Function { arguments: y, .. }) =
            (&a.source, &b.source)
        else {
            return Err(Fault::new("a value without a function"));
        };
        let pairs = x.iter().zip(y).map(|(&(x, _), &(y, _))| self.eq(x, y));
        let pairs: Vec<Z3_ast> = pairs.collect::<Result<_, Fault>>()?;
        self.implies(self.all(&pairs)?, self.eq(a.value, b.value)?)
    }
}

impl Node {
    /// Where a value of a memory is, and how many bytes it has.
    fn place(&self) -> Option<(Z3_ast, u32)> {
        match self.source {
            Source::Memory { address, bytes, .. } => Some((address, bytes)),
            _ => None,
        }
    }
}
