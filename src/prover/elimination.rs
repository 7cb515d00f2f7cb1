//! Memories and functions, taken out of the formula: what is left are Booleans and bit-vectors.
//!
//! Comes in: terms of a table. Goes out: terms of a table of our own, in which a variable stands for each value that is
//! open, and what it stands for. What is read after a write is a case distinction on the addresses, with d the distance
//! from the place that is read to the one that was written:
//!
//! ```text
//! read(ite(c, m, n), b)    =  ite(c, read(m, b), read(n, b))
//! read(write(m, a, v), b)  =  v             if d = 0
//!                             read(m, b)    if the places do not touch
//!                             anything      if they overlap in part
//! read(m, b)               =  a variable, the same for the same m and b
//! ```
//!
//! "Anything" is more than the truth, and so are different variables for values at equal places, and a variable in place of
//! a product: what is proved holds. A model may be wrong there; `model` finds out, and tells the solver what matters.

use super::answer::Fault;
use crate::base::{FastMap, Id, Stop};
use crate::logic::{Access, FunId, Op, Sort, TermId, Terms, VarId};
use std::sync::atomic::Ordering;

/// Beyond these a value is left open: it may be any.
const MOST_PLACES: usize = 200_000;
const DEEPEST: usize = 1_000;
/// Products and quotients of variables that are wider are open at first.
const HARD_WIDTH: u32 = 16;

#[derive(Default)]
pub(super) struct Elimination {
    /// Ends it halfway.
    stop: Stop,
    pub terms: Terms,
    /// By term of the other table.
    image: Vec<Image>,
    /// By variable of the flat table: what it stands for.
    sources: Vec<Source>,
    places: FastMap<MemoryRead, TermId>,
    /// The variables of terms that are hard.
    hard: FastMap<TermId, TermId>,
}

/// What became of a term.
#[derive(Clone, Copy)]
enum Image {
    Missing,
    /// It is there only where it is read.
    Memory,
    Term(TermId),
}

/// What a variable of the flat table stands for. Terms are flat ones.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Variable(VarId),
    /// What an unknown memory holds.
    Memory {
        memory: VarId,
        address: TermId,
        bytes: u32,
    },
    Function {
        function: FunId,
        arguments: Vec<TermId>,
    },
    /// What is read after a write `distance` bytes further on that overlaps in part.
    Overlap {
        distance: TermId,
        bytes: u64,
        written: u64,
    },
    /// The value of a term that is hard to reason with.
    Hard(TermId),
    /// Too much to tell.
    Open,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct MemoryRead {
    memory: TermId,
    /// A term and a constant.
    address: (TermId, u64),
    bytes: u32,
}

impl MemoryRead {
    /// The same place in another memory.
    fn of(self, memory: TermId) -> MemoryRead {
        MemoryRead { memory, ..self }
    }
}

struct Write {
    under: TermId,
    at: TermId,
    value: TermId,
}

impl Elimination {
    pub fn new(stop: &Stop) -> Self {
        Elimination {
            stop: stop.clone(),
            ..Elimination::default()
        }
    }

    /// The flat term of a term. There may not be more than so many flat terms.
    pub fn eliminate(&mut self, terms: &Terms, root: TermId, most: usize) -> Result<TermId, Fault> {
        self.image.resize(terms.len(), Image::Missing);
        let mut work = vec![root];
        while let Some(&term) = work.last() {
            if self.has(term) {
                work.pop();
                continue;
            }
            let before = work.len();
            work.extend(terms.args(term).iter().filter(|&&arg| !self.has(arg)));
            if work.len() == before {
                if self.terms.len() > most {
                    return Err(Fault::Memory);
                }
                if self.stop.load(Ordering::Relaxed) {
                    return Err(Fault::Ended);
                }
                work.pop();
                self.image[term.index()] = match terms.sort(term) {
                    Sort::Memory => Image::Memory,
                    sort => Image::Term(self.term(terms, term, sort)?),
                };
            }
        }
        self.known(root)
    }

    fn has(&self, term: TermId) -> bool {
        !matches!(self.image[term.index()], Image::Missing)
    }

    /// What a variable of the flat table stands for.
    pub fn source(&self, var: VarId) -> &Source {
        &self.sources[var.index()]
    }

    fn known(&self, term: TermId) -> Result<TermId, Fault> {
        match self.image[term.index()] {
            Image::Term(flat) => Ok(flat),
            _ => Err(Fault::new("a term was not flattened")),
        }
    }

    fn term(&mut self, terms: &Terms, term: TermId, sort: Sort) -> Result<TermId, Fault> {
        let args = terms.args(term);
        match terms.op(term) {
            Op::Const(_) => Ok(self.constant(terms.constant(term).unwrap_or(0), sort)),
            Op::Var(var) => Ok(self.variable(sort, Source::Variable(var))),
            Op::Apply(function) => {
                let arguments = args.iter().map(|&arg| self.known(arg));
                let source = Source::Function {
                    function,
                    arguments: arguments.collect::<Result<_, Fault>>()?,
                };
                Ok(self.variable(sort, source))
            }
            Op::Select => {
                let place = MemoryRead {
                    memory: args[0],
                    address: (args[1], 0),
                    bytes: terms.width(term) / 8,
                };
                self.read(terms, place, 0)
            }
            Op::Eq if terms.sort(args[0]) == Sort::Memory => {
                Err(Fault::new("memories are not compared"))
            }
            op => {
                let args = args.iter().map(|&arg| self.known(arg));
                let args: Vec<TermId> = args.collect::<Result<_, Fault>>()?;
                let made = self.terms.make(op, sort, &args);
                Ok(match is_hard(&self.terms, made) {
                    true => self.hard(made),
                    false => made,
                })
            }
        }
    }

    fn constant(&mut self, value: u128, sort: Sort) -> TermId {
        match sort {
            Sort::BitVec(width) => self.terms.bv(value, width),
            _ => self.terms.bool(value == 1),
        }
    }

    /// A variable in place of a term; the same one each time.
    fn hard(&mut self, term: TermId) -> TermId {
        if let Some(&known) = self.hard.get(&term) {
            return known;
        }
        let variable = self.variable(self.terms.sort(term), Source::Hard(term));
        self.hard.insert(term, variable);
        variable
    }

    fn variable(&mut self, sort: Sort, source: Source) -> TermId {
        self.sources.push(source);
        self.terms.fresh("", sort, None)
    }

    /// What a place of a memory holds.
    fn read(&mut self, terms: &Terms, place: MemoryRead, depth: usize) -> Result<TermId, Fault> {
        if let Some(&known) = self.places.get(&place) {
            return Ok(known);
        }
        let sort = Sort::BitVec(8 * place.bytes);
        let value = if depth > DEEPEST || self.places.len() > MOST_PLACES {
            self.variable(sort, Source::Open)
        } else {
            match (terms.op(place.memory), terms.args(place.memory)) {
                (Op::Var(memory), _) => {
                    let source = Source::Memory {
                        memory,
                        address: self.address(place)?,
                        bytes: place.bytes,
                    };
                    self.variable(sort, source)
                }
                (Op::Ite, &[condition, yes, no]) => {
                    let yes = self.read(terms, place.of(yes), depth + 1)?;
                    let no = self.read(terms, place.of(no), depth + 1)?;
                    let condition = self.known(condition)?;
                    self.terms.ite(condition, yes, no)
                }
                (Op::Store, &[under, at, value]) => {
                    let write = Write { under, at, value };
                    self.after_write(terms, place, &write, depth)?
                }
                _ => return Err(Fault::new("a memory of an unknown kind")),
            }
        };
        self.places.insert(place, value);
        Ok(value)
    }

    fn after_write(
        &mut self,
        terms: &Terms,
        place: MemoryRead,
        write: &Write,
        depth: usize,
    ) -> Result<TermId, Fault> {
        let bytes = u64::from(place.bytes);
        let written = u64::from(terms.width(write.value) / 8);
        let distance = match terms.distance(write.at, place.address.0) {
            Some(inside) => Some(inside.wrapping_add(place.address.1)),
            None => {
                let (to, from) = (self.known(write.at)?, self.address(place)?);
                self.terms.distance(to, from)
            }
        };
        let written_to = Access {
            address: write.at,
            offset: 0,
            bytes: written,
        };
        let read_from = Access {
            address: place.address.0,
            offset: place.address.1,
            bytes,
        };
        if distance.is_none() && terms.are_apart(written_to, read_from) {
            return self.read(terms, place.of(write.under), depth + 1);
        }
        let Some(inside) = distance else {
            return self.perhaps_written(terms, place, write, depth);
        };
        if inside < written && inside + bytes <= written {
            let value = self.known(write.value)?;
            let low = 8 * inside as u32;
            return Ok(self.terms.extract(low + 8 * place.bytes - 1, low, value));
        }
        if inside >= written && inside.wrapping_neg() >= bytes {
            return self.read(terms, place.of(write.under), depth + 1);
        }
        // A part of it: byte by byte, each surely written or surely not.
        let (base, offset) = place.address;
        let mut value = None;
        for i in 0..bytes {
            let byte = MemoryRead {
                address: (base, offset.wrapping_add(i)),
                bytes: 1,
                ..place
            };
            let byte = self.read(terms, byte, depth + 1)?;
            value = Some(match value {
                None => byte,
                Some(low) => self.terms.concat(byte, low),
            });
        }
        value.ok_or_else(|| Fault::new("a value of no bytes"))
    }

    /// A read after a write whose distance only a state tells.
    fn perhaps_written(
        &mut self,
        terms: &Terms,
        place: MemoryRead,
        write: &Write,
        depth: usize,
    ) -> Result<TermId, Fault> {
        let below = self.read(terms, place.of(write.under), depth + 1)?;
        let (bytes, written) = (
            u64::from(place.bytes),
            u64::from(terms.width(write.value) / 8),
        );
        let (to, from) = (self.known(write.at)?, self.address(place)?);
        let stored = self.known(write.value)?;
        let distance = self.terms.sub(to, from);
        let overlap = Source::Overlap {
            distance,
            bytes,
            written,
        };
        let sort = Sort::BitVec(8 * place.bytes);
        let anything = self.variable(sort, overlap);
        let apart = self.apart(distance, bytes, written);
        let value = self.terms.ite(apart, below, anything);
        if bytes > written {
            return Ok(value);
        }
        let same = self.terms.eq(to, from);
        let low = self.terms.extract(8 * place.bytes - 1, 0, stored);
        Ok(self.terms.ite(same, low, value))
    }

    /// The places do not touch: bytes ≤ d ≤ 2⁶⁴ − written.
    pub fn apart(&mut self, distance: TermId, bytes: u64, written: u64) -> TermId {
        let least = self.number(bytes);
        let most = self.number(written.wrapping_neg());
        let before = self.terms.ult(distance, least);
        let behind = self.terms.ult(most, distance);
        let touch = self.terms.or2(before, behind);
        self.terms.not(touch)
    }

    fn address(&mut self, place: MemoryRead) -> Result<TermId, Fault> {
        let (base, offset) = place.address;
        let base = self.known(base)?;
        Ok(self.terms.offset(base, offset))
    }

    /// A number of 64 bits.
    pub fn number(&mut self, value: u64) -> TermId {
        self.terms.bv(u128::from(value), 64)
    }
}

/// By term: whether its value is that of a product or quotient that is hard to reason with, or made of one. Values in memories
/// count for nothing.
pub fn hard_terms(terms: &Terms) -> Vec<bool> {
    let mut hard = Vec::with_capacity(terms.len());
    for term in terms.ids() {
        let mut args = terms.args(term).iter();
        let made_of = |&arg: &TermId| terms.sort(arg) != Sort::Memory && hard[arg.index()];
        hard.push(args.any(made_of) || is_hard(terms, term));
    }
    hard
}

/// A product or quotient of two variable values with many bits.
fn is_hard(terms: &Terms, term: TermId) -> bool {
    let operator = matches!(
        terms.op(term),
        Op::Mul | Op::Udiv | Op::Sdiv | Op::Urem | Op::Srem
    );
    let mut args = terms.args(term).iter();
    operator && terms.width(term) > HARD_WIDTH && args.all(|&arg| terms.constant(arg).is_none())
}
