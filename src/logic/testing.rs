//! Random raw terms: built without any simplification, for tests that compare.

use super::term::Op;
use super::{FunId, Random, Sort, TermId, Terms};
use crate::base::Id;

pub const WIDTHS: [u32; 6] = [1, 8, 16, 32, 64, 128];

/// Grows a table by random terms over a few variables.
pub struct Grower {
    pub random: Random,
    pub widths: Vec<u32>,
    /// Whether memories, opaque sorts and functions take part.
    pub rich: bool,
    pool: Vec<TermId>,
    functions: Vec<FunId>,
}

const OPAQUE: Sort = Sort::Opaque(0);

impl Grower {
    pub fn new(terms: &mut Terms, seed: u64, widths: &[u32], rich: bool) -> Self {
        let mut grower = Grower {
            random: Random::new(seed),
            widths: widths.to_vec(),
            rich,
            pool: Vec::new(),
            functions: Vec::new(),
        };
        grower.leaves(terms);
        grower
    }

    fn leaves(&mut self, terms: &mut Terms) {
        let mut sorts = vec![Sort::Bool];
        sorts.extend(self.widths.iter().map(|&w| Sort::BitVec(w)));
        if self.rich {
            sorts.extend([Sort::Memory, OPAQUE, Sort::BitVec(64), Sort::BitVec(8)]);
            let w = Sort::BitVec(self.widths[0]);
            self.functions = vec![
                terms.function("f", &[w, OPAQUE], OPAQUE),
                terms.function("g", &[OPAQUE], w),
                terms.function("p", &[OPAQUE, OPAQUE], Sort::Bool),
            ];
        }
        for sort in sorts {
            for name in ["x", "y"] {
                self.pool.push(terms.fresh(name, sort, None));
            }
        }
    }

    /// An existing term of that sort, preferring recent ones, or a constant.
    fn pick(&mut self, terms: &mut Terms, sort: Sort) -> TermId {
        if self.random.below(4) == 0 {
            match sort {
                Sort::BitVec(w) => {
                    let value = self.random.boundary(w);
                    return terms.bv(value, w);
                }
                Sort::Bool if self.random.below(4) == 0 => {
                    let value = self.random.below(2) == 0;
                    return terms.bool(value);
                }
                _ => {}
            }
        }
        let of_sort: Vec<TermId> = self
            .pool
            .iter()
            .copied()
            .filter(|&t| terms.sort(t) == sort)
            .collect();
        if of_sort.is_empty() {
            let term = terms.fresh("z", sort, None);
            self.pool.push(term);
            return term;
        }
        let recent = of_sort.len().min(6);
        match self.random.below(2) {
            0 => of_sort[of_sort.len() - 1 - self.random.below(recent)],
            _ => of_sort[self.random.below(of_sort.len())],
        }
    }

    /// One more raw term.
    pub fn grow(&mut self, terms: &mut Terms) -> TermId {
        let w = self.widths[self.random.below(self.widths.len())];
        let bv = Sort::BitVec(w);
        let kinds = if self.rich { 12 } else { 8 };
        let term = match self.random.below(kinds) {
            0 => {
                let op = [Op::Not, Op::And, Op::Or, Op::And, Op::Or][self.random.below(5)];
                let count = if op == Op::Not {
                    1
                } else {
                    2 + self.random.below(2)
                };
                let args: Vec<_> = (0..count).map(|_| self.pick(terms, Sort::Bool)).collect();
                terms.intern(op, Sort::Bool, &args)
            }
            1 => {
                let sort = self.any_sort(bv);
                let args = [
                    self.pick(terms, Sort::Bool),
                    self.pick(terms, sort),
                    self.pick(terms, sort),
                ];
                terms.intern(Op::Ite, sort, &args)
            }
            2 => {
                let sort = self.any_sort(bv);
                let args = [self.pick(terms, sort), self.pick(terms, sort)];
                terms.intern(Op::Eq, Sort::Bool, &args)
            }
            3 => {
                let args = [self.pick(terms, bv), self.pick(terms, bv)];
                let op = [Op::Ult, Op::Slt][self.random.below(2)];
                terms.intern(op, Sort::Bool, &args)
            }
            4 => {
                let arg = self.pick(terms, bv);
                let op = [Op::BvNot, Op::Neg][self.random.below(2)];
                terms.intern(op, bv, &[arg])
            }
            5 => self.reshape(terms, w),
            6 | 7 => {
                let args = [self.pick(terms, bv), self.pick(terms, bv)];
                let op = BINARY[self.random.below(BINARY.len())];
                terms.intern(op, bv, &args)
            }
            8 | 9 => {
                let memory = self.pick(terms, Sort::Memory);
                let at = self.pick(terms, Sort::BitVec(64));
                let near = terms.bv(self.random.below(3) as u128, 64);
                let at = terms.intern(Op::Add, Sort::BitVec(64), &[at, near]);
                self.pool.push(at);
                let bits = [8, 16, 32][self.random.below(3)];
                let value = self.pick(terms, Sort::BitVec(bits));
                terms.intern(Op::Store, Sort::Memory, &[memory, at, value])
            }
            10 => {
                let memory = self.pick(terms, Sort::Memory);
                let at = self.pick(terms, Sort::BitVec(64));
                let bits = [8, 16, 32][self.random.below(3)];
                terms.intern(Op::Select, Sort::BitVec(bits), &[memory, at])
            }
            _ => {
                let function = self.functions[self.random.below(self.functions.len())];
                let sorts = terms.functions()[function].arguments.clone();
                let args: Vec<_> = sorts.iter().map(|&s| self.pick(terms, s)).collect();
                terms.apply(function, &args)
            }
        };
        self.pool.push(term);
        term
    }

    fn any_sort(&mut self, bv: Sort) -> Sort {
        match self.random.below(if self.rich { 6 } else { 3 }) {
            0 => Sort::Bool,
            3 => Sort::Memory,
            4 => OPAQUE,
            _ => bv,
        }
    }

    /// Extraction, extension or concatenation from or to width `w`.
    fn reshape(&mut self, terms: &mut Terms, w: u32) -> TermId {
        let arg = self.pick(terms, Sort::BitVec(w));
        match self.random.below(4) {
            0 => {
                let low = self.random.below(w as usize) as u32;
                let width = 1 + self.random.below((w - low) as usize) as u32;
                let sort = Sort::BitVec(width);
                terms.intern(Op::Extract(low), sort, &[arg])
            }
            1 if w < 128 => {
                let other = self.widths[self.random.below(self.widths.len())];
                let low = self.pick(terms, Sort::BitVec(other.min(128 - w)));
                let sort = Sort::BitVec(w + other.min(128 - w));
                terms.intern(Op::Concat, sort, &[arg, low])
            }
            kind => {
                let wider: Vec<u32> = self.widths.iter().copied().filter(|&o| o > w).collect();
                if wider.is_empty() {
                    return arg;
                }
                let to = wider[self.random.below(wider.len())];
                let op = if kind == 2 { Op::Zext } else { Op::Sext };
                terms.intern(op, Sort::BitVec(to), &[arg])
            }
        }
    }
}

/// a ≠ b as it stands, without simplification.
pub fn raw_differ(terms: &mut Terms, a: TermId, b: TermId) -> TermId {
    let same = terms.intern(Op::Eq, Sort::Bool, &[a, b]);
    terms.intern(Op::Not, Sort::Bool, &[same])
}

/// The operators that give words of the width of their two arguments.
pub const BINARY: [Op; 13] = [
    Op::Add,
    Op::Sub,
    Op::Mul,
    Op::Udiv,
    Op::Sdiv,
    Op::Urem,
    Op::Srem,
    Op::Shl,
    Op::Lshr,
    Op::Ashr,
    Op::BvAnd,
    Op::BvOr,
    Op::BvXor,
];

/// The simplified images of all raw terms, by id.
pub fn simplify_all(terms: &mut Terms) -> Vec<TermId> {
    let raw: Vec<TermId> = terms.ids().collect();
    let mut image: Vec<TermId> = Vec::with_capacity(raw.len());
    for term in raw {
        let args: Vec<TermId> = terms.args(term).iter().map(|a| image[a.index()]).collect();
        image.push(terms.rebuild(term, &args));
    }
    image
}
