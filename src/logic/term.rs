//! The table of terms: each term once, its arguments before it.
//!
//! An argument's id is always smaller than the id of the term that uses it, so that ascending order
//! is topological order, and no walk over terms needs recursion. What simplifies is in `build`.

use super::Sort;
use super::range::Range;
use super::sort::MAX_WIDTH;
use crate::base::{FastMap, Id, IdVec, Index, id_type};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

id_type!(
    /// A term of a [`Terms`] table.
    TermId,
    "t"
);
id_type!(
    /// A variable of a [`Terms`] table.
    VarId,
    "v"
);
id_type!(
    /// An uninterpreted function of a [`Terms`] table.
    FunId,
    "f"
);

/// What a term does with its arguments. The other comparisons and `implies` are written with these.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// A constant of sort Bool (0 or 1) or bit-vector; see [`Terms::constant`].
    Const(u32),
    Var(VarId),
    Apply(FunId),
    Not,
    And,
    Or,
    /// Condition, then, else; of any sort.
    Ite,
    /// Of any sort.
    Eq,
    Add,
    Sub,
    Mul,
    Udiv,
    Sdiv,
    Urem,
    Srem,
    Shl,
    Lshr,
    Ashr,
    BvAnd,
    BvOr,
    BvXor,
    BvNot,
    Neg,
    Ult,
    Slt,
    /// The bits from this one upwards, as many as the sort has.
    Extract(u32),
    /// High part, low part.
    Concat,
    Zext,
    Sext,
    /// Memory, address: as many bytes as the sort has, the lowest address holding the lowest bits.
    Select,
    /// Memory, address, value of a number of bytes.
    Store,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub op: Op,
    pub sort: Sort,
    pub first: u32,
    pub count: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    pub name: Box<str>,
    pub sort: Sort,
    /// For the way back to what the variable stands for.
    pub tag: Option<u32>,
    pub term: TermId,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Function {
    pub name: Box<str>,
    pub arguments: Box<[Sort]>,
    pub result: Sort,
}

/// Something in memory.
pub(super) struct Object {
    pub size: u64,
    /// The addresses of objects that it may have bytes in common with.
    pub shares: Vec<TermId>,
}

/// The terms of one function.
pub struct Terms {
    pub(super) nodes: IdVec<TermId, Node>,
    pub(super) arguments: Vec<TermId>,
    pub(super) ranges: IdVec<TermId, Range>,
    index: Index,
    constants: Vec<u128>,
    constant_index: HashMap<u128, u32>,
    variables: IdVec<VarId, Variable>,
    functions: IdVec<FunId, Function>,
    function_index: HashMap<Function, FunId>,
    /// By address.
    pub(super) objects: FastMap<TermId, Object>,
    identity: u64,
}

static NEXT_IDENTITY: AtomicU64 = AtomicU64::new(0);

impl Default for Terms {
    fn default() -> Self {
        Self::new()
    }
}

impl Terms {
    pub fn new() -> Self {
        Terms {
            nodes: IdVec::new(),
            arguments: Vec::new(),
            ranges: IdVec::new(),
            index: Index::default(),
            constants: Vec::new(),
            constant_index: HashMap::new(),
            variables: IdVec::new(),
            functions: IdVec::new(),
            function_index: HashMap::new(),
            objects: FastMap::default(),
            identity: NEXT_IDENTITY.fetch_add(1, Ordering::Relaxed),
        }
    }

    /// A number that no other table of this process has.
    pub fn identity(&self) -> u64 {
        self.identity
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = TermId> + use<> {
        self.nodes.ids()
    }

    pub fn op(&self, term: TermId) -> Op {
        self.nodes[term].op
    }

    pub fn sort(&self, term: TermId) -> Sort {
        self.nodes[term].sort
    }

    /// The width of a bit-vector term. Asking it of another sort is a bug of the caller.
    pub fn width(&self, term: TermId) -> u32 {
        match self.sort(term) {
            Sort::BitVec(width) => width,
            sort => panic!("a bit-vector is needed, {term} is {sort}"),
        }
    }

    pub fn args(&self, term: TermId) -> &[TermId] {
        let node = &self.nodes[term];
        &self.arguments[node.first as usize..(node.first + node.count) as usize]
    }

    /// The value of a Bool or bit-vector constant.
    pub fn constant(&self, term: TermId) -> Option<u128> {
        match self.op(term) {
            Op::Const(index) => Some(self.constants[index as usize]),
            _ => None,
        }
    }

    pub(super) fn constant_at(&self, index: u32) -> u128 {
        self.constants[index as usize]
    }

    pub fn variables(&self) -> &IdVec<VarId, Variable> {
        &self.variables
    }

    pub fn functions(&self) -> &IdVec<FunId, Function> {
        &self.functions
    }

    /// A variable different from all others, also from one of the same name.
    pub fn fresh(&mut self, name: &str, sort: Sort, tag: Option<u32>) -> TermId {
        check_sort(sort);
        let var = self.variables.next_id();
        let term = self.intern(Op::Var(var), sort, &[]);
        self.variables.push(Variable {
            name: name.into(),
            sort,
            tag,
            term,
        });
        term
    }

    /// The uninterpreted function of that name and those sorts. Memory is no argument and no result.
    pub fn function(&mut self, name: &str, arguments: &[Sort], result: Sort) -> FunId {
        for &sort in arguments.iter().chain([&result]) {
            check_sort(sort);
            assert!(sort != Sort::Memory, "a function of memories");
        }
        let function = Function {
            name: name.into(),
            arguments: arguments.into(),
            result,
        };
        if let Some(&known) = self.function_index.get(&function) {
            return known;
        }
        let id = self.functions.push(function.clone());
        self.function_index.insert(function, id);
        id
    }

    pub(super) fn constant_term(&mut self, value: u128, sort: Sort) -> TermId {
        let next = self.constants.len() as u32;
        let index = *self.constant_index.entry(value).or_insert(next);
        if index == next {
            self.constants.push(value);
        }
        self.intern(Op::Const(index), sort, &[])
    }

    /// The term as it stands, without simplification.
    pub(super) fn intern(&mut self, op: Op, sort: Sort, args: &[TermId]) -> TermId {
        let hash = Index::hash((op, sort, args));
        let found = self.index.find(hash, |index| {
            let id = TermId::from_index(index as usize);
            let node = &self.nodes[id];
            node.op == op && node.sort == sort && self.args(id) == args
        });
        if let Some(index) = found {
            return TermId::from_index(index as usize);
        }
        let range = self.range_of(op, sort, args);
        self.ranges.push(range);
        let first = u32::try_from(self.arguments.len()).expect("4 G arguments in one table");
        self.arguments.extend_from_slice(args);
        let id = self.nodes.push(Node {
            op,
            sort,
            first,
            count: args.len() as u32,
        });
        self.index.insert(hash, id.index() as u32);
        id
    }

    /// All terms that the roots are made of, roots included, in ascending (topological) order.
    pub fn cone(&self, roots: &[TermId]) -> Vec<TermId> {
        let Some(last) = roots.iter().map(|t| t.index()).max() else {
            return Vec::new();
        };
        let mut needed = vec![false; last + 1];
        for root in roots {
            needed[root.index()] = true;
        }
        // A term's users come after it: one pass downwards meets them first.
        for index in (0..=last).rev() {
            if needed[index] {
                for arg in self.args(TermId::from_index(index)) {
                    needed[arg.index()] = true;
                }
            }
        }
        (0..=last)
            .filter(|&i| needed[i])
            .map(TermId::from_index)
            .collect()
    }
}

fn check_sort(sort: Sort) {
    if let Sort::BitVec(width) = sort {
        assert!((1..=MAX_WIDTH).contains(&width), "a width of {width} bits");
    }
}
