//! The places in a function's expressions where criteria look for operators.
//!
//! Comes in: the roots of a function. Goes out: every node once, with the condition under which the
//! program evaluates it. Must not know what is asked of a node.

use super::formula::{Formula, and, not};
use crate::base::Span;
use crate::ir::{
    Anchor, BinOp, ExprId, ExprKind, Function, InstKind, Origin, PointId, TermKind, UnOp, may_fault,
};
use std::collections::{HashMap, HashSet};
use std::mem::{Discriminant, discriminant};

/// One node of an expression that the program evaluates.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    pub expr: ExprId,
    pub point: PointId,
    /// The span of the node, or of the C expression that it belongs to.
    pub span: Span,
    /// The program evaluates the node only where this holds.
    pub guard: Formula,
    pub use_: Use,
    /// The node is the address of an access, or a part of it that moves it.
    pub accessed: bool,
    /// The node is the whole address that an instruction reads or writes.
    pub target: bool,
    /// The node is `&&` or `||`, and its right operand has a value only where the program
    /// evaluates it.
    pub strict_right: bool,
}

/// What becomes of a node's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// An operand of this C operator, through conversions and unary operators; the number says which.
    Operand(ExprId, usize),
    /// Only its truth counts.
    Truth,
    /// Stored, passed, returned, used as an index.
    Value,
}

impl Site {
    /// Whether the user wrote this node (conversions and address computations are not written).
    pub fn is_written(&self, f: &Function) -> bool {
        f.expr(self.expr).origin != Origin::Implicit
    }

    /// The operands, if the node is a binary operator that the user wrote. An operator made by
    /// the lowering, say for a bit-field, has no written operand.
    pub fn binary(&self, f: &Function) -> Option<(BinOp, ExprId, ExprId)> {
        let ExprKind::Binary(op, a, b) = f.expr(self.expr).kind else {
            return None;
        };
        let written = |e| f.expr(through_casts(f, e)).origin != Origin::Implicit;
        (self.is_written(f) && (written(a) || written(b))).then_some((op, a, b))
    }
}

/// The operand of the implicit conversions around `e`.
pub fn through_casts(f: &Function, mut e: ExprId) -> ExprId {
    while let Origin::Implicit = f.expr(e).origin {
        let ExprKind::Cast(inner) = f.expr(e).kind else {
            break;
        };
        e = inner;
    }
    e
}

/// The source that a point belongs to.
pub fn place(f: &Function, point: PointId) -> Span {
    match f.points[point].anchor {
        Anchor::Entry => f.span,
        Anchor::Statement { span, .. }
        | Anchor::Before { span, .. }
        | Anchor::After { span, .. }
        | Anchor::InSource { span } => span,
    }
}

/// All nodes of all roots, operators before their operands, each C expression once.
pub fn sites(f: &mut Function) -> Vec<Site> {
    let mut walk = Walk::new(f);
    for root in f.sites.roots.clone() {
        let span = place(f, root.point);
        let target = walk.addresses.contains(&root.expr);
        walk.stack.push(Site {
            expr: root.expr,
            point: root.point,
            span,
            guard: Formula::True,
            use_: Use::Value,
            accessed: target,
            target,
            strict_right: false,
        });
        while let Some(site) = walk.stack.pop() {
            walk.visit(f, site);
        }
    }
    walk.found
}

struct Walk {
    found: Vec<Site>,
    stack: Vec<Site>,
    written: HashSet<(Span, Discriminant<ExprKind>)>,
    implicit: HashSet<ExprId>,
    /// Expressions that only decide where control goes.
    truths: HashSet<ExprId>,
    /// Addresses that instructions read or write.
    addresses: HashSet<ExprId>,
    /// The conditions of decisions, and whether they are strict.
    conditions: HashMap<ExprId, bool>,
}

impl Walk {
    fn new(f: &Function) -> Self {
        let mut truths: HashSet<ExprId> = HashSet::new();
        let mut conditions = HashMap::new();
        for decision in &f.sites.decisions {
            truths.insert(decision.root);
            for leaf in &decision.leaves {
                truths.insert(leaf.expr);
                *conditions.entry(leaf.expr).or_default() |= leaf.strict;
            }
        }
        let mut addresses = HashSet::new();
        for block in f.blocks.values() {
            if let TermKind::Branch { cond, .. } = block.term.kind {
                truths.insert(cond);
            }
            for inst in &block.insts {
                match inst.kind {
                    InstKind::Store { addr, .. } | InstKind::VolatileLoad { addr, .. } => {
                        addresses.insert(addr);
                    }
                    InstKind::Copy { dst, src, .. } => addresses.extend([dst, src]),
                    InstKind::Zero { dst, .. } => {
                        addresses.insert(dst);
                    }
                    _ => {}
                }
            }
        }
        let (found, stack) = (Vec::new(), Vec::new());
        Walk {
            found,
            stack,
            written: HashSet::new(),
            implicit: HashSet::new(),
            truths,
            addresses,
            conditions,
        }
    }

    fn visit(&mut self, f: &mut Function, mut site: Site) {
        let expr = f.expr(site.expr);
        let is_new = match expr.origin.span() {
            Some(span) => {
                site.span = span;
                self.written.insert((span, discriminant(&expr.kind)))
            }
            None => self.implicit.insert(site.expr),
        };
        if !is_new {
            return;
        }
        if self.truths.contains(&site.expr) {
            site.use_ = Use::Truth;
        }
        site.strict_right = match f.expr(site.expr).kind {
            ExprKind::And(_, b) | ExprKind::Or(_, b) => self.is_strict(f, b),
            _ => false,
        };
        self.found.push(site);
        let children = children(f, site);
        // The stack gives back the last one first.
        self.stack.extend(children.into_iter().rev());
    }
}

impl Walk {
    /// Whether some condition in `e` is strict. A part that is no condition of a decision is taken as
    /// strict if it may fault.
    fn is_strict(&self, f: &Function, e: ExprId) -> bool {
        let mut stack = vec![e];
        while let Some(e) = stack.pop() {
            let strict = match (self.conditions.get(&e), &f.expr(e).kind) {
                (Some(strict), _) => *strict,
                (None, kind @ (ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Select(..)))
                | (None, kind @ ExprKind::Unary(UnOp::Not, _)) => {
                    stack.extend(kind.operands());
                    false
                }
                _ => may_fault(f, |_| 0, e),
            };
            if strict {
                return true;
            }
        }
        false
    }
}

fn children(f: &mut Function, site: Site) -> Vec<Site> {
    let child = |expr, use_| Site {
        expr,
        use_,
        accessed: false,
        target: false,
        strict_right: false,
        ..site
    };
    let when = |child: Site, guard| Site { guard, ..child };
    let arm = if site.use_ == Use::Truth {
        Use::Truth
    } else {
        Use::Value
    };
    match f.expr(site.expr).kind {
        ExprKind::Int(_)
        | ExprKind::Float { .. }
        | ExprKind::VarAddr(_)
        | ExprKind::GlobalAddr(_)
        | ExprKind::Var(_) => Vec::new(),
        ExprKind::Load(address) => vec![Site {
            accessed: true,
            ..child(address, Use::Value)
        }],
        ExprKind::Unary(UnOp::Not, a) => vec![child(a, Use::Truth)],
        ExprKind::Unary(_, a) => vec![child(a, site.use_)],
        ExprKind::Cast(a) => vec![Site {
            accessed: site.accessed,
            ..child(a, site.use_)
        }],
        ExprKind::Binary(op, a, b) => {
            let use_ = |side| match site.binary(f) {
                Some(_) => Use::Operand(site.expr, side),
                // The language compares with 0 to get a truth value.
                None if op == BinOp::Ne => Use::Truth,
                None => Use::Value,
            };
            vec![child(a, use_(0)), child(b, use_(1))]
        }
        ExprKind::PtrAdd { base, index, .. } => {
            let base = Site {
                accessed: site.accessed,
                ..child(base, Use::Value)
            };
            vec![base, child(index, Use::Value)]
        }
        ExprKind::And(a, b) => {
            let guard = and(f, site.guard, Formula::Is(a));
            vec![child(a, Use::Truth), when(child(b, Use::Truth), guard)]
        }
        ExprKind::Or(a, b) => {
            let stops = not(f, Formula::Is(a));
            let guard = and(f, site.guard, stops);
            vec![child(a, Use::Truth), when(child(b, Use::Truth), guard)]
        }
        ExprKind::Select(c, a, b) => {
            let yes = and(f, site.guard, Formula::Is(c));
            let no = not(f, Formula::Is(c));
            let no = and(f, site.guard, no);
            let (a, b) = (when(child(a, arm), yes), when(child(b, arm), no));
            vec![child(c, Use::Truth), a, b]
        }
    }
}
