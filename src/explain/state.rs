//! A state that refutes a claim, in the user's terms: what parameters, globals and locals are.
//!
//! Comes in: a claim that has such a state. Goes out: values by C name, at the start of the function and at the label. What the
//! formula does not look at is left out: it may be anything.

use super::claim::Question;
use super::simple::simple;
use crate::base::Span;
use crate::ir::*;
use crate::logic::{self, Assignment, Evaluator, TermId, Terms, VarId as TermVar};
use crate::prover::{Answer, Literal, Session};
use crate::steps::Why;
use crate::vc::{self, Context, Options};
use std::collections::{BTreeSet, HashSet};

/// More values than this are no help.
const MOST_VALUES: usize = 40;

/// Values that some execution may have, as far as the model of the function goes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct State {
    pub values: Vec<Value>,
}

impl State {
    /// `x = 0, y = 1`, or nothing.
    pub fn text(&self, when: When) -> String {
        let of_that = self.values.iter().filter(|value| value.when == when);
        let shown = of_that.map(|value| format!("{} = {}", value.name, value.value));
        shown.collect::<Vec<_>>().join(", ")
    }
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Value {
    pub when: When,
    /// A variable, or what is read from memory, as C text.
    pub name: String,
    /// As C text.
    pub value: String,
}

/// Where a value is looked at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum When {
    /// The function begins.
    Start,
    /// Control is at the label.
    Label,
}

/// A thing to look at.
struct Watched {
    when: When,
    name: String,
    expr: ExprId,
    ty: Ty,
}

/// A state that has what the claim says no state has.
pub(super) fn refuting(question: &Question) -> Result<State, Why> {
    let subject = &question.case.subject;
    let mut function = subject.function.clone();
    let labels = question.claim.labels();
    let labels: Vec<_> = labels.iter().map(|&label| subject.label(label)).collect();
    let watched = things(question, &mut function, labels[0].span, labels[0].predicate);
    let mut predicates: Vec<_> = labels.iter().map(|l| (l.point, l.predicate)).collect();
    let always = function.implicit(ExprKind::Int(1), Ty::INT);
    let start = predicates.len();
    predicates.push((function.entry_point, always));
    let point = |when| match when {
        When::Start => start,
        When::Label => 0,
    };
    let values = watched.iter().map(|thing| (point(thing.when), thing.expr));
    let pointers = watched.iter().filter_map(|thing| {
        let pointer = pointer(&function, thing.expr)?;
        Some((point(thing.when), pointer))
    });
    let list: Vec<(usize, ExprId)> = values.chain(pointers).collect();
    let options = Options {
        kept: None,
        watched: &list,
    };
    let context = Context::Function;
    let unit = subject.unit;
    let mut encoding = vc::encode_with(unit, &function, &predicates, subject, context, options);
    let obligation = question.obligation(&mut encoding, context);
    let obligation = obligation.map_err(|_| Why::Solver)?;
    let literals = obligation.literals(&encoding.terms);
    let roots: Vec<TermId> = literals.iter().map(|literal| literal.predicate).collect();
    let relevant = Relevant::new(&encoding.terms, &roots);
    let (values, pointers) = encoding.values.split_at(watched.len());
    let null = nulls(&mut encoding.terms, &relevant, pointers);
    let (terms, hypotheses) = (&encoding.terms, &encoding.hypotheses);
    let mut session = Session::new(terms, hypotheses, question.limits);
    let (model, literals) = without_nulls(&mut session, terms, literals, &null)?;
    let model = simple(terms, hypotheses, &literals, model);
    let seen: Vec<TermId> = encoding.values.iter().flatten().copied().collect();
    let mut evaluator = Evaluator::new(terms, &seen);
    evaluator.run(terms, &model);
    let mut pointers = pointers.iter();
    let shown = watched.iter().zip(values);
    let shown = shown.filter_map(|(thing, value)| {
        let pointer = pointer(&function, thing.expr).and_then(|_| *pointers.next()?);
        // Nothing is read through a null pointer, which the state shows.
        if pointer.is_some_and(|pointer| evaluator.bits(pointer) == 0) {
            return None;
        }
        let value = value.filter(|&value| relevant.has(terms, value))?;
        let text = number(thing.ty, evaluator.bits(value))?;
        Some(Value {
            when: thing.when,
            name: thing.name.clone(),
            value: text,
        })
    });
    Ok(State {
        values: tidy(shown.collect()),
    })
}

/// For each pointer that the formula looks at: it is not null.
fn nulls(terms: &mut Terms, relevant: &Relevant, pointers: &[Option<TermId>]) -> Vec<Literal> {
    let mut literals = Vec::new();
    for &pointer in pointers.iter().flatten() {
        let width = terms.sort(pointer).width();
        let Some(width) = width.filter(|_| relevant.has(terms, pointer)) else {
            continue;
        };
        let zero = terms.bv(0, width);
        let null = terms.eq(pointer, zero);
        let apart = terms.not(null);
        let literal = Literal::new(terms, apart);
        if !literals.contains(&literal) {
            literals.push(literal);
        }
    }
    literals
}

/// A state in which pointers that are read through are not null, as far as there is one: what is read through a null pointer is
/// read by no execution. Gives what holds in it.
fn without_nulls(
    session: &mut Session,
    terms: &Terms,
    mut literals: Vec<Literal>,
    null: &[Literal],
) -> Result<(Assignment, Vec<Literal>), Why> {
    let all = [&literals, null].concat();
    if let Answer::Sat(model) = session.ask(terms, &all) {
        return Ok((*model, all));
    }
    let mut model = match session.ask(terms, &literals) {
        Answer::Sat(model) => *model,
        other => return Err(Why::of(&other)),
    };
    for literal in null {
        literals.push(*literal);
        match session.ask(terms, &literals) {
            Answer::Sat(better) => model = *better,
            _ => drop(literals.pop()),
        }
    }
    Ok((model, literals))
}

/// The pointer that a read from memory goes through: `p` for `p->a` and `p[i]`.
fn pointer(function: &Function, read: ExprId) -> Option<ExprId> {
    let ExprKind::Load(mut address) = function.expr(read).kind else {
        return None;
    };
    while let ExprKind::PtrAdd { base, .. } = function.expr(address).kind {
        address = base;
    }
    Some(address)
}

/// Each once; at the label only what differs from the start.
fn tidy(values: Vec<Value>) -> Vec<Value> {
    let mut seen: BTreeSet<(String, String)> = BTreeSet::new();
    let mut kept = Vec::new();
    for value in values {
        if seen.insert((value.name.clone(), value.value.clone())) && kept.len() < MOST_VALUES {
            kept.push(value);
        }
    }
    kept
}

/// Parameters and what is reached from them at the start; variables in scope and what the predicate reads at the label.
fn things(
    question: &Question,
    function: &mut Function,
    label: Span,
    predicate: ExprId,
) -> Vec<Watched> {
    let text = question.case.text;
    let mut list = Vec::new();
    let named = function.named_params();
    let inputs: Vec<ExprId> = (function.exprs.iter())
        .filter(|(e, expr)| matches!(expr.kind, ExprKind::Load(_)) && is_input(function, *e))
        .map(|(e, _)| e)
        .collect();
    for &var in &named {
        watch_var(function, When::Start, var, &mut list);
    }
    let load = |when, function: &Function, expr: ExprId, list: &mut Vec<Watched>| {
        list.push(Watched {
            when,
            name: text(expr),
            expr,
            ty: function.expr(expr).ty,
        });
    };
    for expr in inputs {
        load(When::Start, function, expr, &mut list);
    }
    let in_scope = |var: &Var| {
        let written = matches!(var.kind, VarKind::Local | VarKind::Param);
        written && !var.name.is_empty() && var.scope.contains(label)
    };
    let locals = function.vars.iter().filter(|(_, var)| in_scope(var));
    let locals: Vec<VarId> = locals.map(|(id, _)| id).collect();
    for var in locals {
        watch_var(function, When::Label, var, &mut list);
    }
    for expr in parts(function, predicate) {
        if matches!(function.expr(expr).kind, ExprKind::Load(_)) {
            load(When::Label, function, expr, &mut list);
        }
    }
    list
}

fn watch_var(function: &mut Function, when: When, var: VarId, list: &mut Vec<Watched>) {
    let (name, volatile) = (function.vars[var].name.clone(), function.vars[var].volatile);
    if let Some(ty) = function.vars[var].ty.filter(|_| !volatile) {
        let expr = function.implicit(ExprKind::Var(var), ty);
        list.push(Watched {
            when,
            name,
            expr,
            ty,
        });
    }
}

/// The expression and all it is made of.
fn parts(function: &Function, root: ExprId) -> Vec<ExprId> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut work = vec![root];
    while let Some(e) = work.pop() {
        if seen.insert(e) {
            found.push(e);
            work.extend(function.expr(e).kind.operands());
        }
    }
    found
}

/// Whether the value is there when the function begins: made of parameters, globals and constants.
fn is_input(function: &Function, root: ExprId) -> bool {
    let known = |e: &ExprId| match function.expr(*e).kind {
        ExprKind::Var(var) => function.vars[var].kind == VarKind::Param,
        ExprKind::VarAddr(_) => false,
        _ => true,
    };
    function.expr(root).origin.span().is_some() && parts(function, root).iter().all(known)
}

/// What a formula looks at.
struct Relevant {
    terms: HashSet<TermId>,
    variables: HashSet<TermVar>,
}

impl Relevant {
    fn new(terms: &Terms, roots: &[TermId]) -> Self {
        let cone = terms.cone(roots);
        Relevant {
            variables: scalars(terms, &cone),
            terms: cone.into_iter().collect(),
        }
    }

    /// Whether the value is constant, part of the formula, or computed from something that is.
    fn has(&self, terms: &Terms, value: TermId) -> bool {
        if terms.constant(value).is_some() || self.terms.contains(&value) {
            return true;
        }
        let cone = terms.cone(&[value]);
        let read = terms.op(value) == logic::Op::Select;
        !read && !scalars(terms, &cone).is_disjoint(&self.variables)
    }
}

/// The variables that are no memory: two reads of one memory need not have anything in common.
fn scalars(terms: &Terms, cone: &[TermId]) -> HashSet<TermVar> {
    let variables = cone.iter().filter_map(|&term| match terms.op(term) {
        logic::Op::Var(var) if terms.sort(term) != logic::Sort::Memory => Some(var),
        _ => None,
    });
    variables.collect()
}

/// As C writes it; floats have no value in the model.
fn number(ty: Ty, value: u128) -> Option<String> {
    Some(match ty {
        Ty::Float(_) => return None,
        Ty::Ptr if value == 0 => "NULL".to_string(),
        Ty::Ptr => format!("{value:#x}"),
        Ty::Int { signed: true, .. } => {
            let unused = 128 - ty.bits();
            (((value << unused) as i128) >> unused).to_string()
        }
        Ty::Int { .. } => value.to_string(),
    })
}
