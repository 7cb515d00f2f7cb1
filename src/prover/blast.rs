//! From terms to gates, bit by bit: bits from the lowest to the highest.
//!
//! Comes in: terms of Booleans and bit-vectors, elements of opaque sorts as numbers; no memories, no functions. Goes out:
//! the literals of each. Operators are those of SMT-LIB, as `logic` evaluates them.

use super::answer::Fault;
use super::gates::Gates;
use super::sat::{Lit, Variable};
use crate::base::{FastMap, Id, Stop};
use crate::logic::{Op, Sort, TermId, Terms, VarId};
use std::sync::atomic::Ordering;

/// The bits of the numbers that stand for elements of opaque sorts: there are more than terms of the sort.
const OPAQUE_BITS: u32 = 24;

pub(super) struct Blast {
    /// Ends it halfway.
    stop: Stop,
    pub gates: Gates,
    /// By term: where its bits start; 0 if it has none yet.
    starts: Vec<u32>,
    /// The first entry is not used.
    bits: Vec<Lit>,
    /// By variable of the solver: the variable that it is a bit of.
    owners: Vec<Option<VarId>>,
    /// Quotients and remainders by their operands.
    divisions: FastMap<(Word, Word), (Word, Word)>,
}

/// Bits, the lowest first.
type Word = Vec<Lit>;

impl Blast {
    pub fn new(gates: Gates, stop: &Stop) -> Self {
        Blast {
            stop: stop.clone(),
            gates,
            starts: Vec::new(),
            bits: Vec::new(),
            owners: Vec::new(),
            divisions: FastMap::default(),
        }
    }

    /// The literal of a Boolean term. The clauses may not have more than so many literals.
    pub fn literal(&mut self, terms: &Terms, term: TermId, most: usize) -> Result<Lit, Fault> {
        self.make(terms, term, most)?;
        Ok(self.word(terms, term)[0])
    }

    /// The bits of a term that was made.
    pub fn word(&self, terms: &Terms, term: TermId) -> &[Lit] {
        let start = self.starts[term.index()] as usize;
        &self.bits[start..start + width(terms.sort(term)) as usize]
    }

    /// Whether the term has bits already.
    pub fn knows(&self, term: TermId) -> bool {
        self.starts
            .get(term.index())
            .is_some_and(|&start| start > 0)
    }

    /// Makes the gates of a term and of what it is made of.
    fn make(&mut self, terms: &Terms, root: TermId, most: usize) -> Result<(), Fault> {
        self.starts.resize(terms.len(), 0);
        if self.bits.is_empty() {
            self.bits.push(Lit::FALSE);
        }
        let mut work = vec![root];
        while let Some(&term) = work.last() {
            if self.knows(term) {
                work.pop();
                continue;
            }
            let before = work.len();
            let args = terms.args(term).iter();
            work.extend(args.filter(|&&arg| !self.knows(arg)));
            if work.len() == before {
                work.pop();
                if self.gates.solver.size() > most {
                    return Err(Fault::Memory);
                }
                if self.stop.load(Ordering::Relaxed) {
                    return Err(Fault::Ended);
                }
                let word = self.term(terms, term);
                debug_assert_eq!(word.len() as u32, width(terms.sort(term)));
                self.starts[term.index()] = self.bits.len() as u32;
                self.bits.extend(word);
            }
        }
        Ok(())
    }

    fn term(&mut self, terms: &Terms, term: TermId) -> Word {
        let sort = terms.sort(term);
        let args = terms.args(term);
        let arg = |blast: &Blast, i: usize| blast.word(terms, args[i]).to_vec();
        match terms.op(term) {
            Op::Const(_) => constant(terms.constant(term).unwrap_or(0), width(sort)),
            Op::Var(var) => self.variable(var, sort),
            Op::Not | Op::BvNot => arg(self, 0).into_iter().map(|l| !l).collect(),
            Op::And | Op::Or => {
                let literals: Vec<Lit> = args.iter().map(|&a| self.word(terms, a)[0]).collect();
                vec![match terms.op(term) {
                    Op::And => self.gates.and(&literals),
                    _ => self.gates.or(&literals),
                }]
            }
            Op::Ite => {
                let condition = self.word(terms, args[0])[0];
                self.choose(condition, &arg(self, 1), &arg(self, 2))
            }
            Op::Neg => self.negate(&arg(self, 0)),
            Op::Extract(low) => {
                let low = low as usize;
                arg(self, 0)[low..low + width(sort) as usize].to_vec()
            }
            Op::Concat => [arg(self, 1), arg(self, 0)].concat(),
            Op::Zext => extended(arg(self, 0), width(sort), Lit::FALSE),
            Op::Sext => {
                let word = arg(self, 0);
                let sign = word[word.len() - 1];
                extended(word, width(sort), sign)
            }
            Op::Apply(_) | Op::Select | Op::Store => panic!("a memory or a function has no bits"),
            op => self.binary(op, &arg(self, 0), &arg(self, 1)),
        }
    }

    /// Bits of unknown value. What is tried first is a mixture: numbers that are all different keep places apart.
    fn variable(&mut self, var: VarId, sort: Sort) -> Word {
        let seed = (var.index() as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let wide = width(sort) > 32;
        let phase = |bit: u32| wide && bit > 3 && seed.rotate_left(bit) & 1 == 1;
        let bits = (0..width(sort)).map(|bit| self.gates.input(phase(bit)));
        let word: Word = bits.collect();
        self.owners
            .resize(self.gates.solver.len() - word.len(), None);
        self.owners.resize(self.gates.solver.len(), Some(var));
        word
    }

    /// The variable that a variable of the solver is a bit of, if it is one.
    pub fn owner(&self, bit: Variable) -> Option<VarId> {
        self.owners.get(bit.index()).copied().flatten()
    }

    fn binary(&mut self, op: Op, a: &[Lit], b: &[Lit]) -> Word {
        match op {
            Op::Eq => vec![self.equal(a, b)],
            Op::Ult => vec![self.less(a, b)],
            Op::Slt => {
                // Signed order is unsigned order with the sign bits turned.
                vec![self.less(&turned(a), &turned(b))]
            }
            Op::Add => self.add(a, b, Lit::FALSE),
            Op::Sub => self.add(a, &inverted(b), Lit::TRUE),
            Op::Mul => self.multiply(a, b),
            Op::Udiv => self.divide(a, b).0,
            Op::Urem => self.divide(a, b).1,
            Op::Sdiv => {
                let quotient = self.of_magnitudes(a, b).0;
                let negative = self.gates.xor(a[a.len() - 1], b[b.len() - 1]);
                self.negate_if(negative, &quotient)
            }
            Op::Srem => {
                let remainder = self.of_magnitudes(a, b).1;
                self.negate_if(a[a.len() - 1], &remainder)
            }
            Op::Shl => {
                let reversed: Word = a.iter().rev().copied().collect();
                let mut shifted = self.shift_down(&reversed, b, Lit::FALSE);
                shifted.reverse();
                shifted
            }
            Op::Lshr => self.shift_down(a, b, Lit::FALSE),
            Op::Ashr => self.shift_down(a, b, a[a.len() - 1]),
            Op::BvAnd => self.bitwise(a, b, Gates::and2),
            Op::BvOr => self.bitwise(a, b, Gates::or2),
            Op::BvXor => self.bitwise(a, b, Gates::xor),
            op => panic!("{op:?} is no operator of two bit-vectors"),
        }
    }

    fn bitwise(&mut self, a: &[Lit], b: &[Lit], gate: fn(&mut Gates, Lit, Lit) -> Lit) -> Word {
        let pairs = a.iter().zip(b);
        pairs.map(|(&a, &b)| gate(&mut self.gates, a, b)).collect()
    }

    fn choose(&mut self, condition: Lit, yes: &[Lit], no: &[Lit]) -> Word {
        let pairs = yes.iter().zip(no);
        pairs
            .map(|(&yes, &no)| self.gates.mux(condition, yes, no))
            .collect()
    }

    fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same = self.bitwise(a, b, Gates::equal);
        self.gates.and(&same)
    }

    /// a < b: no carry out of a + ¬b + 1.
    fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut carry = Lit::TRUE;
        for (&a, &b) in a.iter().zip(b) {
            carry = self.gates.majority(a, !b, carry);
        }
        !carry
    }

    fn add(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> Word {
        let mut carry = carry;
        let mut sum = Vec::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let half = self.gates.xor(a, b);
            sum.push(self.gates.xor(half, carry));
            carry = self.gates.majority(a, b, carry);
        }
        sum
    }

    fn negate(&mut self, a: &[Lit]) -> Word {
        let zero = vec![Lit::FALSE; a.len()];
        self.add(&inverted(a), &zero, Lit::TRUE)
    }

    fn negate_if(&mut self, condition: Lit, a: &[Lit]) -> Word {
        let negated = self.negate(a);
        self.choose(condition, &negated, a)
    }

    /// Σ bᵢ·(a << i).
    fn multiply(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        // Constant bits on the right drop whole rows.
        let constants = |word: &[Lit]| word.iter().filter(|l| l.is_constant()).count();
        let (a, b) = match constants(a) > constants(b) {
            true => (b, a),
            false => (a, b),
        };
        let mut sum = vec![Lit::FALSE; a.len()];
        for (i, &bit) in b.iter().enumerate() {
            if bit == Lit::FALSE {
                continue;
            }
            let row: Word = a[..a.len() - i]
                .iter()
                .map(|&a| self.gates.and2(a, bit))
                .collect();
            let high = self.add(&sum[i..], &row, Lit::FALSE);
            sum.truncate(i);
            sum.extend(high);
        }
        sum
    }

    /// Quotient and remainder by restoring division. With b = 0 nothing is ever subtracted from, so that the quotient has
    /// all bits set and the remainder is a, as SMT-LIB has it.
    fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let key = (a.to_vec(), b.to_vec());
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        // One bit more, since twice a remainder may not fit.
        let divisor = extended(b.to_vec(), b.len() as u32 + 1, Lit::FALSE);
        let mut remainder = vec![Lit::FALSE; divisor.len()];
        let mut quotient = vec![Lit::FALSE; a.len()];
        for i in (0..a.len()).rev() {
            remainder.pop();
            remainder.insert(0, a[i]);
            let fits = !self.less(&remainder, &divisor);
            let less = self.add(&remainder, &inverted(&divisor), Lit::TRUE);
            remainder = self.choose(fits, &less, &remainder);
            quotient[i] = fits;
        }
        remainder.pop();
        self.divisions
            .insert(key, (quotient.clone(), remainder.clone()));
        (quotient, remainder)
    }

    fn of_magnitudes(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let (x, y) = (
            self.negate_if(a[a.len() - 1], a),
            self.negate_if(b[b.len() - 1], b),
        );
        self.divide(&x, &y)
    }

    /// The bits moved down by b places; `fill` comes in from above.
    fn shift_down(&mut self, a: &[Lit], b: &[Lit], fill: Lit) -> Word {
        let mut word = a.to_vec();
        let mut beyond = Vec::new();
        for (stage, &bit) in b.iter().enumerate() {
            let by = 1usize.checked_shl(stage as u32).unwrap_or(usize::MAX);
            if by >= a.len() {
                beyond.push(bit);
                continue;
            }
            let moved = (0..a.len()).map(|i| *word.get(i + by).unwrap_or(&fill));
            let moved: Word = moved.collect();
            word = self.choose(bit, &moved, &word);
        }
        let beyond = self.gates.or(&beyond);
        self.choose(beyond, &vec![fill; a.len()], &word)
    }
}

pub(super) fn width(sort: Sort) -> u32 {
    match sort {
        Sort::Bool => 1,
        Sort::BitVec(width) => width,
        Sort::Opaque(_) => OPAQUE_BITS,
        Sort::Memory => panic!("a memory has no bits"),
    }
}

fn constant(value: u128, width: u32) -> Word {
    let bit = |i: u32| match value >> i & 1 {
        1 => Lit::TRUE,
        _ => Lit::FALSE,
    };
    (0..width).map(bit).collect()
}

fn extended(word: Word, width: u32, with: Lit) -> Word {
    let mut word = word;
    word.resize(width as usize, with);
    word
}

fn inverted(word: &[Lit]) -> Word {
    word.iter().map(|&l| !l).collect()
}

/// With the highest bit inverted.
fn turned(word: &[Lit]) -> Word {
    let mut word = word.to_vec();
    if let Some(sign) = word.last_mut() {
        *sign = !*sign;
    }
    word
}
