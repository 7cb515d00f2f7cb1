//! What holds after an instruction because it was not undefined.
//!
//! Comes in: the instructions and conditions of a function as they are encoded. Goes out: facts that conditions and predicates
//! further on are simplified by:
//!
//! ```text
//! *p, p->m, p[i], (*p)()  were evaluated   ⇒  p ≠ 0
//! x / d, x % d            were evaluated   ⇒  d ≠ 0
//! x << n, x >> n          were evaluated   ⇒  0 ≤ n < bits of x
//! a[i]                    was evaluated    ⇒  0 ≤ i < n, where `a` is or points to the start of an object of n elements
//! ```
//!
//! Facts go forward only: an execution covers what it passes before it meets something undefined. C orders the operands of an
//! expression as it likes, so a fact counts from the next full expression on ([`Point::sequenced`]). Operands that are evaluated
//! under a condition give none. A fact is about a value and not about a variable, so no write takes it back; where ways
//! meet, those stay that all of them have.

use super::passive::Encoder;
use crate::ir::*;
use crate::logic::{Op, TermId};
use crate::ranges::Extent;
use std::rc::Rc;

/// A predicate is simplified in so many of its parts.
const PARTS: usize = 64;

/// Expressions are looked into for so many nodes.
const NODES: usize = 64;

/// What is known of a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Fact {
    /// Of a Bool.
    False,
    /// Of a number, read as unsigned one.
    Below(u32),
}

/// What is known at some point; ascending.
pub type Facts = Rc<Vec<(TermId, Fact)>>;

/// What instructions that were passed say.
#[derive(Clone, Default)]
pub struct Defined {
    /// Known wherever control goes on.
    facts: Facts,
    /// Known after the full expression that is being evaluated.
    pending: Facts,
}

impl Defined {
    /// What holds where ways meet.
    pub fn merge(&mut self, other: &Defined) {
        meet(&mut self.facts, &other.facts);
        meet(&mut self.pending, &other.pending);
    }

    /// A full expression ends.
    pub fn sequence(&mut self) {
        let pending = std::mem::take(&mut self.pending);
        add(&mut self.facts, &pending);
    }

    /// At the start of a function that is called from here.
    pub fn called(&self) -> Defined {
        Defined {
            facts: self.facts.clone(),
            pending: Facts::default(),
        }
    }

    /// A function that was called came back with this.
    pub fn returned(&mut self, callee: &Defined) {
        add(&mut self.pending, &callee.facts);
        add(&mut self.pending, &callee.pending);
    }
}

fn meet(mine: &mut Facts, theirs: &Facts) {
    if !Rc::ptr_eq(mine, theirs) && mine != theirs {
        Rc::make_mut(mine).retain(|fact| theirs.binary_search(fact).is_ok());
    }
}

fn add(facts: &mut Facts, more: &[(TermId, Fact)]) {
    let new = more
        .iter()
        .filter(|fact| facts.binary_search(fact).is_err());
    let new: Vec<(TermId, Fact)> = new.copied().collect();
    if !new.is_empty() {
        let facts = Rc::make_mut(facts);
        facts.extend(new);
        facts.sort_unstable();
    }
}

impl Encoder<'_> {
    /// What holds when the instruction has been executed, by values of the state before it.
    pub fn defined_by(&mut self, kind: &InstKind) -> Vec<(TermId, Fact)> {
        let mut facts = Vec::new();
        match kind {
            InstKind::Assign { value, .. } => self.evaluated(*value, &mut facts),
            InstKind::Store { addr, value, .. } => {
                self.evaluated(*addr, &mut facts);
                self.evaluated(*value, &mut facts);
                self.accessed(*addr, &mut facts);
                self.indexed(*addr, self.f.expr(*value).ty.size(), &mut facts);
            }
            InstKind::Copy { dst, src, size } if *size > 0 => {
                for addr in [*dst, *src] {
                    self.evaluated(addr, &mut facts);
                    self.accessed(addr, &mut facts);
                }
            }
            InstKind::VolatileLoad { addr, .. } => {
                self.evaluated(*addr, &mut facts);
                self.accessed(*addr, &mut facts);
            }
            InstKind::Call { callee, args, .. } => {
                if let Callee::Indirect(callee) = callee {
                    self.evaluated(*callee, &mut facts);
                    self.accessed(*callee, &mut facts);
                }
                let values = args.iter().filter(|arg| arg.by_copy.is_none());
                values.for_each(|arg| self.evaluated(arg.value, &mut facts));
            }
            // Of `Either` one operand was evaluated; the others say nothing.
            _ => {}
        }
        facts
    }

    /// After an instruction with these facts.
    pub fn note_defined(&mut self, facts: &[(TermId, Fact)]) {
        add(&mut self.state.defined.pending, facts);
    }

    /// The condition of a branch, or a result, was evaluated.
    pub fn note_condition(&mut self, kind: &TermKind) {
        let (TermKind::Branch { cond: value, .. }
        | TermKind::Switch { value, .. }
        | TermKind::Return(Some(value))) = kind
        else {
            return;
        };
        let mut facts = Vec::new();
        self.evaluated(*value, &mut facts);
        self.note_defined(&facts);
    }

    /// The expression was evaluated.
    fn evaluated(&mut self, e: ExprId, facts: &mut Vec<(TermId, Fact)>) {
        let mut open = vec![e];
        let mut left = NODES;
        while let (Some(e), Some(rest)) = (open.pop(), left.checked_sub(1)) {
            left = rest;
            let node = self.f.expr(e);
            match node.kind {
                // The other operands may not be evaluated.
                ExprKind::And(a, _) | ExprKind::Or(a, _) | ExprKind::Select(a, ..) => open.push(a),
                ExprKind::Load(addr) => {
                    self.accessed(addr, facts);
                    self.indexed(addr, node.ty.size(), facts);
                    open.push(addr);
                }
                ExprKind::Binary(op, a, b) => {
                    match op {
                        BinOp::Div | BinOp::Rem => self.not_zero(b, facts),
                        BinOp::Shl | BinOp::Shr => self.in_width(a, b, facts),
                        _ => {}
                    }
                    open.extend([a, b]);
                }
                ref kind => open.extend(kind.operands()),
            }
        }
    }

    /// An object was read or written at the address: the pointer that it is computed from is not null.
    fn accessed(&mut self, addr: ExprId, facts: &mut Vec<(TermId, Fact)>) {
        let mut root = addr;
        loop {
            let node = self.f.expr(root);
            match node.kind {
                ExprKind::PtrAdd { base, .. } => root = base,
                ExprKind::Cast(a) if node.ty == Ty::Ptr && self.f.expr(a).ty == Ty::Ptr => root = a,
                ExprKind::Var(_) | ExprKind::Load(_) if node.ty == Ty::Ptr => break,
                _ => return,
            }
        }
        self.not_zero(root, facts);
    }

    /// So many bytes were read or written at the address: the index in it leads to an element of the object.
    fn indexed(&mut self, addr: ExprId, size: u64, facts: &mut Vec<(TermId, Fact)>) {
        let Some((index, limit)) = self.index(addr, size) else {
            return;
        };
        let mut index = self.value(index);
        // An extension keeps the value, as it is not negative.
        loop {
            let both_readings_agree =
                u64::from(limit) <= 1 << (self.terms.width(index).min(64) - 1);
            if self.terms.constant(index).is_none() && both_readings_agree {
                facts.push((index, Fact::Below(limit)));
            }
            match (self.terms.op(index), self.terms.args(index)) {
                (Op::Zext | Op::Sext, &[inner]) => index = inner,
                _ => break,
            }
        }
    }

    /// The only index of an address that is not constant, if it is not negative and below a limit.
    fn index(&self, mut addr: ExprId, size: u64) -> Option<(ExprId, u32)> {
        let (mut found, mut offset) = (None, 0i128);
        let extent = loop {
            match self.f.expr(addr).kind {
                ExprKind::PtrAdd {
                    base, index, scale, ..
                } => {
                    match fold(&self.f.exprs, index) {
                        Constant::Int(index) => {
                            offset = offset.checked_add(index.checked_mul(scale.into())?)?;
                        }
                        _ if found.is_none() && scale > 0 => found = Some((index, scale)),
                        _ => return None,
                    }
                    addr = base;
                }
                ExprKind::VarAddr(var) => break Extent::of(self.f.vars[var].size)?,
                ExprKind::GlobalAddr(global) => break Extent::of(self.calls.size(global)?)?,
                ExprKind::Var(var) => break self.calls.extent(self.f.symbol, var)?,
                _ => return None,
            }
        };
        let (index, scale) = found?;
        let least = -i128::from(extent.before) - offset;
        let most = i128::from(extent.after) - i128::from(size) - offset;
        let limit = most.div_euclid(scale.into()) + 1;
        let limit = u32::try_from(limit).ok().filter(|&limit| limit > 0)?;
        // No negative multiple of the scale leads into the object.
        ((-least).div_euclid(scale.into()) <= 0).then_some((index, limit))
    }

    fn not_zero(&mut self, e: ExprId, facts: &mut Vec<(TermId, Fact)>) {
        let ty = self.f.expr(e).ty;
        if ty.is_float() {
            return;
        }
        let value = self.value(e);
        let zero = self.terms.bv(0, ty.bits());
        let is_zero = self.terms.eq(value, zero);
        if self.terms.constant(is_zero).is_none() {
            facts.push((is_zero, Fact::False));
        }
    }

    fn in_width(&mut self, shifted: ExprId, amount: ExprId, facts: &mut Vec<(TermId, Fact)>) {
        let bits = self.f.expr(shifted).ty.bits();
        let mut amount = self.value(amount);
        // An extension keeps the value, as it is not negative.
        loop {
            // The highest bit is clear below this, so that both readings agree.
            if self.terms.constant(amount).is_none() && self.terms.width(amount) > 7 {
                facts.push((amount, Fact::Below(bits)));
            }
            match (self.terms.op(amount), self.terms.args(amount)) {
                (Op::Zext | Op::Sext, &[inner]) => amount = inner,
                _ => break,
            }
        }
    }

    /// The same where the facts hold.
    pub fn where_defined(&mut self, condition: TermId) -> TermId {
        let facts = self.state.defined.facts.clone();
        if facts.is_empty() {
            return condition;
        }
        let mut left = PARTS;
        self.simplified(condition, &facts, &mut left)
    }

    fn simplified(&mut self, term: TermId, facts: &Facts, left: &mut usize) -> TermId {
        if facts.binary_search(&(term, Fact::False)).is_ok() {
            return self.terms.bool(false);
        }
        if *left == 0 {
            return term;
        }
        *left -= 1;
        let args = self.terms.args(term).to_vec();
        match self.terms.op(term) {
            Op::Not | Op::And | Op::Or => {
                let parts = args.iter().map(|&part| self.simplified(part, facts, left));
                let parts: Vec<TermId> = parts.collect();
                self.terms.rebuild(term, &parts)
            }
            Op::Ite if self.terms.sort(term) == crate::logic::Sort::Bool => {
                let parts = args.iter().map(|&part| self.simplified(part, facts, left));
                let parts: Vec<TermId> = parts.collect();
                self.terms.rebuild(term, &parts)
            }
            op @ (Op::Eq | Op::Ult | Op::Slt) => match self.decided(op, args[0], args[1], facts) {
                Some(truth) => self.terms.bool(truth),
                None => term,
            },
            _ => term,
        }
    }

    /// What a comparison with a constant comes to for a number that is known to be small.
    fn decided(&self, op: Op, a: TermId, b: TermId, facts: &Facts) -> Option<bool> {
        let limit = |term: TermId| {
            let first = facts.partition_point(|fact| fact.0 < term);
            let own = facts[first..].iter().take_while(|fact| fact.0 == term);
            let limits = own.filter_map(|fact| match fact.1 {
                Fact::Below(limit) => Some(i128::from(limit)),
                Fact::False => None,
            });
            limits.min()
        };
        let number = |term: TermId| {
            let (bits, width) = (self.terms.constant(term)?, self.terms.width(term));
            let negative = op == Op::Slt && bits >> (width - 1) & 1 == 1;
            // As an unsigned number of 128 bits it is larger than any limit all the same.
            let value = i128::try_from(bits).unwrap_or(i128::MAX);
            Some(if negative { -1 } else { value })
        };
        match (limit(a), number(b), number(a), limit(b)) {
            // 0 ≤ x < limit against k
            (Some(limit), Some(k), ..) => match op {
                Op::Eq => (k >= limit || k < 0).then_some(false),
                _ if k >= limit => Some(true),
                _ if k <= 0 => Some(false),
                _ => None,
            },
            // k against 0 ≤ x < limit
            (.., Some(k), Some(limit)) => match op {
                Op::Eq => (k >= limit || k < 0).then_some(false),
                _ if k < 0 => Some(true),
                _ if k >= limit - 1 => Some(false),
                _ => None,
            },
            _ => None,
        }
    }
}
