//! Where criteria put the labels that they ask for.
//!
//! Comes in: a point, a predicate and a span. Goes out: a label request, unless no label can
//! stand there; then a note says so. Must not know any criterion.

use super::formula::{Formula, and, to_expr};
use super::options::{DecisionScope, Options};
use crate::base::{Id, Span};
use crate::ir::{
    Anchor, Decision, DecisionKind, ExprId, ExprKind, Function, PointId, SwitchDecision, VarKind,
};
use crate::labels::{Criterion, LabelRequest, Mutant};

/// A remark on a place of the function: something was left out, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    pub span: Span,
    pub message: String,
}

/// One criterion at work on one function.
pub struct Draft<'a> {
    pub f: &'a mut Function,
    pub options: &'a Options,
    pub(super) criterion: Criterion,
    pub(super) requests: Vec<LabelRequest>,
    pub(super) remarks: Vec<Remark>,
    facts: Vec<Option<Facts>>,
    nameless: usize,
    too_large: usize,
}

/// What decides whether an expression can be a predicate.
#[derive(Clone, Copy)]
struct Facts {
    /// It reads a temporary that an annotated program cannot capture.
    nameless: bool,
    /// The number of nodes when written out.
    size: u32,
}

/// A predicate larger than this helps nobody, and a nest of `?:` could make it exponential.
const MAX_SIZE: u32 = 10_000;

impl<'a> Draft<'a> {
    pub fn new(f: &'a mut Function, options: &'a Options) -> Self {
        Draft {
            f,
            options,
            criterion: "",
            requests: Vec::new(),
            remarks: Vec::new(),
            facts: Vec::new(),
            nameless: 0,
            too_large: 0,
        }
    }

    /// Asks for a label. One that is false by its form is no objective and is left out.
    pub fn label(&mut self, tag: &'static str, point: PointId, predicate: Formula, span: Span) {
        self.request(tag, point, predicate, span, None);
    }

    /// As [`label`](Self::label), for the place where a mutant differs.
    pub fn mutant(
        &mut self,
        tag: &'static str,
        (point, span): (PointId, Span),
        differs: Formula,
        mutant: Option<Mutant>,
    ) {
        self.request(tag, point, differs, span, mutant);
    }

    fn request(
        &mut self,
        tag: &'static str,
        point: PointId,
        predicate: Formula,
        span: Span,
        mutant: Option<Mutant>,
    ) {
        if predicate == Formula::False || self.is_inside_a_source_label(point) {
            return;
        }
        let predicate = to_expr(self.f, predicate);
        let facts = self.facts(predicate);
        if facts.nameless || facts.size > MAX_SIZE {
            self.nameless += usize::from(facts.nameless);
            self.too_large += usize::from(!facts.nameless);
            return;
        }
        let criterion = self.criterion;
        self.requests.push(LabelRequest {
            criterion,
            tag,
            point,
            predicate,
            span,
            mutant,
        });
    }

    /// A label on a decision as a whole: `guard && predicate` at the decision's point.
    pub fn decision_label(&mut self, tag: &'static str, decision: &Decision, predicate: Formula) {
        let predicate = self.guarded(decision.guard, predicate);
        self.label(tag, decision.point, predicate, decision.span);
    }

    pub fn guarded(&mut self, guard: Option<ExprId>, predicate: Formula) -> Formula {
        and(self.f, guard.map_or(Formula::True, Formula::Is), predicate)
    }

    pub fn remark(&mut self, span: Span, message: String) {
        self.remarks.push(Remark { span, message });
    }

    /// Visits the decisions that the options select. Those over constants only (`while (1)`,
    /// `do … while (0)`) have one outcome and are no decisions.
    pub fn decisions(&mut self, mut visit: impl FnMut(&mut Self, &Decision)) {
        let decisions = std::mem::take(&mut self.f.sites.decisions);
        for decision in &decisions {
            if self.selects(decision) {
                visit(self, decision);
            }
        }
        self.f.sites.decisions = decisions;
    }

    /// As [`decisions`](Self::decisions), for criteria that look at the single conditions.
    pub fn conditions(&mut self, mut visit: impl FnMut(&mut Self, &Decision)) {
        self.decisions(|draft, decision| {
            let (count, most) = (decision.leaves.len(), draft.options.max_conditions);
            if count <= most {
                return visit(draft, decision);
            }
            let criterion = draft.criterion;
            draft.remark(
                decision.span,
                format!("{criterion}: no labels for this decision: it has {count} conditions, more than {most}"),
            );
        });
    }

    pub fn switches(&mut self, mut visit: impl FnMut(&mut Self, &SwitchDecision)) {
        if !self.options.switches {
            return;
        }
        let switches = std::mem::take(&mut self.f.sites.switches);
        for switch in &switches {
            visit(self, switch);
        }
        self.f.sites.switches = switches;
    }

    pub(super) fn finish(mut self) -> (Vec<LabelRequest>, Vec<Remark>) {
        let whole = self.f.span;
        for (count, why) in [
            (
                self.nameless,
                "they depend on values that the source has no name for",
            ),
            (self.too_large, "their predicates are too large"),
        ] {
            if count > 0 {
                self.remark(whole, format!("{count} labels left out: {why}"));
            }
        }
        (self.requests, self.remarks)
    }

    fn selects(&self, decision: &Decision) -> bool {
        (decision.kind != DecisionKind::Value || self.options.decisions == DecisionScope::All)
            && !super::formula::is_constant(self.f, decision.root)
    }

    fn is_inside_a_source_label(&self, point: PointId) -> bool {
        matches!(self.f.points[point].anchor, Anchor::InSource { .. })
    }

    fn facts(&mut self, root: ExprId) -> Facts {
        self.facts.resize(self.f.exprs.len(), None);
        let mut stack = vec![root];
        loop {
            let e = stack[stack.len() - 1];
            let kind = &self.f.expr(e).kind;
            if let Some(operand) = kind.operands().find(|o| self.facts[o.index()].is_none()) {
                stack.push(operand);
                continue;
            }
            let own = match *kind {
                ExprKind::Var(v) | ExprKind::VarAddr(v) => {
                    matches!(self.f.vars[v].kind, VarKind::Temp { source: None, .. })
                }
                _ => false,
            };
            let mut facts = Facts {
                nameless: own,
                size: 1,
            };
            for operand in kind.operands().filter_map(|o| self.facts[o.index()]) {
                facts.nameless |= operand.nameless;
                facts.size = facts.size.saturating_add(operand.size);
            }
            self.facts[e.index()] = Some(facts);
            stack.pop();
            if stack.is_empty() {
                return facts;
            }
        }
    }
}
