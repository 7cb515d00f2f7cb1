//! Memories and functions, taken out of the formula.
//!
//! What is read after a write is a case distinction on the addresses, with d the distance from the place that is read to
//! the one that was written:
//!
//! ```text
//! read(ite(c, m, n), b)    =  ite(c, read(m, b), read(n, b))
//! read(write(m, a, v), b)  =  v             if d = 0
//!                             read(m, b)    if the places do not touch
//!                             anything      if they overlap in part
//! read(m, b)               =  a variable, the same for the same m and b
//! ```
//!
//! "Anything" is more than the truth, and so are different variables for values at equal places: what is proved holds.
//! A model may be wrong there; `model` finds out, and tells the solver what matters.

use super::answer::Fault;
use super::raw::Context;
use super::translate::{Translation, equal};
use crate::logic::{FunId, Op, Sort, TermId, Terms, VarId};
use std::collections::{HashMap, HashSet};
use z3_sys::*;

/// Beyond these a value is left open: it may be any.
const MOST_NODES: usize = 60_000;
const DEEPEST: usize = 1_500;

/// The reads of a table, as far as they were translated.
#[derive(Default)]
pub(super) struct Reads {
    pub nodes: Vec<Node>,
    /// By term that reads or applies a function.
    of_term: HashMap<TermId, usize>,
    known: HashMap<Place, usize>,
    unnamed: usize,
}

/// A value at a place, or of a function.
pub(super) struct Node {
    /// A variable, if there is a definition.
    pub value: Z3_ast,
    definition: Option<Z3_ast>,
    pub source: Source,
    /// The nodes that the value is made of.
    under: Vec<usize>,
}

pub(super) enum Source {
    /// Made of other values.
    Others,
    /// Of an unknown memory: a variable.
    Memory {
        memory: VarId,
        address: Z3_ast,
        bytes: u32,
    },
    /// Of an unknown function: a variable.
    Function {
        function: FunId,
        arguments: Vec<(Z3_ast, Sort)>,
        result: Sort,
    },
    /// After a write `distance` bytes further on, which may overlap in part unless `apart` holds.
    Write {
        distance: Z3_ast,
        apart: Z3_ast,
        exact: bool,
        bytes: u64,
        written: u64,
    },
    /// Too much to tell: a variable.
    Open,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    memory: TermId,
    /// A term and a constant.
    address: (TermId, u64),
    bytes: u32,
}

/// The nodes that some formulas read.
#[derive(Default)]
pub(super) struct Cone {
    terms: HashSet<TermId>,
    nodes: HashSet<usize>,
    /// In the order they were met.
    pub order: Vec<usize>,
}

impl Cone {
    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.terms.len()
    }
}

impl Cone {
    /// Adds what a term is made of; gives the definitions that go with it.
    pub fn add(&mut self, terms: &Terms, translation: &Translation, root: TermId) -> Vec<Z3_ast> {
        let mut work = vec![root];
        let (mut nodes, mut definitions) = (Vec::new(), Vec::new());
        let reads = &translation.reads;
        while let Some(term) = work.pop() {
            if self.terms.insert(term) {
                definitions.extend(translation.definition(term));
                nodes.extend(reads.of_term.get(&term));
                work.extend_from_slice(terms.args(term));
            }
        }
        while let Some(index) = nodes.pop() {
            if self.nodes.insert(index) {
                let node = &reads.nodes[index];
                self.order.push(index);
                definitions.extend(node.definition);
                nodes.extend(&node.under);
            }
        }
        definitions
    }
}

impl Translation {
    /// A value of a function.
    pub fn apply(
        &mut self,
        context: &Context,
        terms: &Terms,
        term: TermId,
        function: FunId,
    ) -> Result<Z3_ast, Fault> {
        let arguments = terms.args(term).iter();
        let arguments = arguments.map(|&arg| Ok((self.known(arg)?, terms.sort(arg))));
        let source = Source::Function {
            function,
            arguments: arguments.collect::<Result<_, Fault>>()?,
            result: terms.sort(term),
        };
        let node = self.variable(context, terms.sort(term), source)?;
        self.reads.of_term.insert(term, node);
        Ok(self.reads.nodes[node].value)
    }

    /// The value that a term reads from a memory.
    pub fn read(
        &mut self,
        context: &Context,
        terms: &Terms,
        term: TermId,
    ) -> Result<Z3_ast, Fault> {
        let place = Place {
            memory: terms.args(term)[0],
            address: (terms.args(term)[1], 0),
            bytes: terms.width(term) / 8,
        };
        let node = self.at(context, terms, place, 0)?;
        self.reads.of_term.insert(term, node);
        Ok(self.reads.nodes[node].value)
    }

    /// The node of a place.
    fn at(
        &mut self,
        context: &Context,
        terms: &Terms,
        place: Place,
        depth: usize,
    ) -> Result<usize, Fault> {
        if let Some(&known) = self.reads.known.get(&place) {
            return Ok(known);
        }
        let sort = Sort::BitVec(8 * place.bytes);
        let node = if depth > DEEPEST || self.reads.nodes.len() > MOST_NODES {
            self.variable(context, sort, Source::Open)?
        } else {
            match (terms.op(place.memory), terms.args(place.memory)) {
                (Op::Var(memory), _) => {
                    let source = Source::Memory {
                        memory,
                        address: self.address(context, place.address)?,
                        bytes: place.bytes,
                    };
                    self.variable(context, sort, source)?
                }
                (Op::Ite, &[condition, yes, no]) => {
                    let yes = self.at(context, terms, place.of(yes), depth + 1)?;
                    let no = self.at(context, terms, place.of(no), depth + 1)?;
                    self.choice(context, condition, yes, no)?
                }
                (Op::Store, &[under, at, value]) => {
                    let write = Write { under, at, value };
                    self.after_write(context, terms, place, write, depth)?
                }
                _ => return Err(Fault::new("a memory of an unknown kind")),
            }
        };
        self.reads.known.insert(place, node);
        Ok(node)
    }

    fn choice(
        &mut self,
        context: &Context,
        condition: TermId,
        yes: usize,
        no: usize,
    ) -> Result<usize, Fault> {
        let (a, b) = (self.reads.nodes[yes].value, self.reads.nodes[no].value);
        if a == b {
            return Ok(yes);
        }
        let condition = self.known(condition)?;
        // SAFETY: all of this context, both arms of one sort.
        let value = context.keep(unsafe { Z3_mk_ite(context.raw(), condition, a, b) })?;
        self.defined(context, value, Source::Others, vec![yes, no])
    }

    fn after_write(
        &mut self,
        context: &Context,
        terms: &Terms,
        place: Place,
        write: Write,
        depth: usize,
    ) -> Result<usize, Fault> {
        let (bytes, written) = (
            u64::from(place.bytes),
            u64::from(terms.width(write.value) / 8),
        );
        let (base, offset) = place.address;
        let Some(inside) = terms
            .distance(write.at, base)
            .map(|d| d.wrapping_add(offset))
        else {
            let under = self.at(context, terms, place.of(write.under), depth + 1)?;
            return self.perhaps_written(context, place, write, under, written);
        };
        if inside < written && inside + bytes <= written {
            let value = self.known(write.value)?;
            let value = part(context, value, 8 * inside as u32, 8 * place.bytes)?;
            return Ok(self.push(value, Source::Others, Vec::new()));
        }
        if inside >= written && inside.wrapping_neg() >= bytes {
            return self.at(context, terms, place.of(write.under), depth + 1);
        }
        // A part of it: byte by byte, each surely written or surely not.
        let mut parts = Vec::with_capacity(place.bytes as usize);
        for i in 0..bytes {
            let byte = Place {
                address: (base, offset.wrapping_add(i)),
                bytes: 1,
                ..place
            };
            parts.push(self.at(context, terms, byte, depth + 1)?);
        }
        let mut value = self.reads.nodes[parts[0]].value;
        for &part in &parts[1..] {
            let high = self.reads.nodes[part].value;
            // SAFETY: bit-vectors of this context.
            value = context.keep(unsafe { Z3_mk_concat(context.raw(), high, value) })?;
        }
        Ok(self.push(value, Source::Others, parts))
    }

    /// A read after a write whose distance only a state tells.
    fn perhaps_written(
        &mut self,
        context: &Context,
        place: Place,
        write: Write,
        under: usize,
        written: u64,
    ) -> Result<usize, Fault> {
        let bytes = u64::from(place.bytes);
        let exact = bytes <= written;
        let (to, from) = (self.known(write.at)?, self.address(context, place.address)?);
        let junk = self.unnamed(context, Sort::BitVec(8 * place.bytes))?;
        let stored = self.known(write.value)?;
        let below = self.reads.nodes[under].value;
        let c = context.raw();
        // SAFETY: all of this context; addresses have 64 bits, the values as many as are read.
        unsafe {
            let distance = context.keep(Z3_mk_bvsub(c, to, from))?;
            // Apart: bytes ≤ d ≤ 2⁶⁴ − written.
            let least = number(context, bytes)?;
            let most = number(context, written.wrapping_neg())?;
            let behind = context.keep(Z3_mk_bvule(c, least, distance))?;
            let before = context.keep(Z3_mk_bvule(c, distance, most))?;
            let both = [behind, before];
            let apart = context.keep(Z3_mk_and(c, 2, both.as_ptr()))?;
            let mut value = context.keep(Z3_mk_ite(c, apart, below, junk))?;
            if exact {
                let zero = number(context, 0)?;
                let same = context.keep(Z3_mk_eq(c, distance, zero))?;
                let low = part(context, stored, 0, 8 * place.bytes)?;
                value = context.keep(Z3_mk_ite(c, same, low, value))?;
            }
            let source = Source::Write {
                distance,
                apart,
                exact,
                bytes,
                written,
            };
            self.defined(context, value, source, vec![under])
        }
    }

    fn address(
        &mut self,
        context: &Context,
        (base, offset): (TermId, u64),
    ) -> Result<Z3_ast, Fault> {
        let base = self.known(base)?;
        if offset == 0 {
            return Ok(base);
        }
        let offset = number(context, offset)?;
        // SAFETY: two numbers of 64 bits of this context.
        context.keep(unsafe { Z3_mk_bvadd(context.raw(), base, offset) })
    }

    fn variable(&mut self, context: &Context, sort: Sort, source: Source) -> Result<usize, Fault> {
        let value = self.unnamed(context, sort)?;
        Ok(self.push(value, source, Vec::new()))
    }

    fn unnamed(&mut self, context: &Context, sort: Sort) -> Result<Z3_ast, Fault> {
        self.reads.unnamed += 1;
        self.fresh(context, &format!("r{}", self.reads.unnamed), sort)
    }

    /// A node with a variable for its value, which others use.
    fn defined(
        &mut self,
        context: &Context,
        value: Z3_ast,
        source: Source,
        under: Vec<usize>,
    ) -> Result<usize, Fault> {
        // SAFETY: a term of this context.
        let sort = unsafe {
            let sort = context.some(Z3_get_sort(context.raw(), value))?;
            Z3_get_bv_sort_size(context.raw(), sort)
        };
        let variable = self.unnamed(context, Sort::BitVec(sort))?;
        let definition = equal(context, variable, value)?;
        let node = self.push(variable, source, under);
        self.reads.nodes[node].definition = Some(definition);
        Ok(node)
    }

    fn push(&mut self, value: Z3_ast, source: Source, under: Vec<usize>) -> usize {
        self.reads.nodes.push(Node {
            value,
            definition: None,
            source,
            under,
        });
        self.reads.nodes.len() - 1
    }
}

struct Write {
    under: TermId,
    at: TermId,
    value: TermId,
}

impl Place {
    /// The same place in another memory.
    fn of(self, memory: TermId) -> Place {
        Place { memory, ..self }
    }
}

/// A number of 64 bits.
pub(super) fn number(context: &Context, value: u64) -> Result<Z3_ast, Fault> {
    super::translate::constant(context, u128::from(value), Sort::BitVec(64))
}

/// Some bits of a value.
pub(super) fn part(
    context: &Context,
    value: Z3_ast,
    low: u32,
    width: u32,
) -> Result<Z3_ast, Fault> {
    // SAFETY: a bit-vector of this context with at least `low + width` bits.
    context.keep(unsafe { Z3_mk_extract(context.raw(), low + width - 1, low, value) })
}
