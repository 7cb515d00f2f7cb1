//! SMT-LIB 2 text of a query, for reproducers and other solvers. Each term is defined once, by name.

use super::term::Op;
use super::{FunId, Sort, TermId, Terms, VarId};
use std::collections::{BTreeSet, HashSet};
use std::fmt::Write;

/// A query that asks whether all assertions can hold together.
pub fn smt2(terms: &Terms, assertions: &[TermId]) -> String {
    let mut out = String::new();
    let logic = logic(terms, &terms.cone(assertions));
    writeln!(out, "(set-logic {logic})").expect("a string takes it");
    out += &Printer::default().definitions(terms, assertions);
    for &assertion in assertions {
        writeln!(out, "(assert {})", name(terms, assertion)).expect("a string takes it");
    }
    out.push_str("(check-sat)\n");
    out
}

/// Defines terms of one table, each when it is used first.
#[derive(Default)]
pub struct Printer {
    terms: HashSet<TermId>,
    sorts: BTreeSet<Sort>,
    functions: BTreeSet<FunId>,
}

impl Printer {
    /// The definitions that are missing so that the roots can be used by [`name`](Self::name).
    pub fn definitions(&mut self, terms: &Terms, roots: &[TermId]) -> String {
        let mut cone = terms.cone(roots);
        cone.retain(|&term| self.terms.insert(term));
        let mut out = String::new();
        self.declare_sorts(terms, &cone, &mut out);
        self.declare_functions(terms, &cone, &mut out);
        for &term in &cone {
            define(terms, term, &mut out);
        }
        out
    }

    /// How a term that was defined is referred to.
    pub fn name(&self, terms: &Terms, term: TermId) -> String {
        name(terms, term)
    }

    fn declare_sorts(&mut self, terms: &Terms, cone: &[TermId], out: &mut String) {
        let mut sorts = BTreeSet::new();
        for &term in cone {
            sorts.insert(terms.sort(term));
            if let Op::Apply(function) = terms.op(term) {
                sorts.extend(terms.functions()[function].arguments.iter().copied());
            }
        }
        for sort in sorts {
            if matches!(sort, Sort::Opaque(_)) && self.sorts.insert(sort) {
                writeln!(out, "(declare-sort {sort} 0)").expect("a string takes it");
            }
        }
    }

    fn declare_functions(&mut self, terms: &Terms, cone: &[TermId], out: &mut String) {
        let used = cone.iter().filter_map(|&t| match terms.op(t) {
            Op::Apply(function) => Some(function),
            _ => None,
        });
        let used: BTreeSet<FunId> = used.collect();
        for function in used {
            if !self.functions.insert(function) {
                continue;
            }
            let declared = &terms.functions()[function];
            let arguments: Vec<String> = declared.arguments.iter().map(Sort::to_string).collect();
            let (name, result) = (function_name(terms, function), declared.result);
            let arguments = arguments.join(" ");
            writeln!(out, "(declare-fun {name} ({arguments}) {result})")
                .expect("a string takes it");
        }
    }
}

/// The smallest standard logic.
fn logic(terms: &Terms, cone: &[TermId]) -> &'static str {
    let memory = cone.iter().any(|&t| terms.sort(t) == Sort::Memory);
    let functions = cone
        .iter()
        .any(|&t| matches!(terms.op(t), Op::Apply(_)) || matches!(terms.sort(t), Sort::Opaque(_)));
    match (memory, functions) {
        (false, false) => "QF_BV",
        (true, false) => "QF_ABV",
        (false, true) => "QF_UFBV",
        (true, true) => "QF_AUFBV",
    }
}

/// A quoted symbol; the number keeps two variables of one name apart.
fn symbol(name: &str, id: impl std::fmt::Display) -> String {
    let clean: String = name
        .chars()
        .map(|c| match c {
            ' '..='~' if c != '|' && c != '\\' => c,
            _ => '_',
        })
        .collect();
    format!("|{clean}!{id}|")
}

fn variable_name(terms: &Terms, var: VarId) -> String {
    symbol(&terms.variables()[var].name, var)
}

fn function_name(terms: &Terms, function: FunId) -> String {
    symbol(&terms.functions()[function].name, function)
}

/// How other terms refer to a term.
fn name(terms: &Terms, term: TermId) -> String {
    match (terms.op(term), terms.sort(term)) {
        (Op::Var(var), _) => variable_name(terms, var),
        (Op::Const(index), Sort::Bool) => (terms.constant_at(index) == 1).to_string(),
        (Op::Const(index), Sort::BitVec(width)) => {
            format!("(_ bv{} {width})", terms.constant_at(index))
        }
        _ => term.to_string(),
    }
}

fn define(terms: &Terms, term: TermId, out: &mut String) {
    let sort = terms.sort(term);
    match terms.op(term) {
        Op::Const(_) => {}
        Op::Var(var) => {
            writeln!(out, "(declare-const {} {sort})", variable_name(terms, var))
                .expect("a string takes it");
        }
        Op::Select | Op::Store => {
            writeln!(out, "(define-fun {term} () {sort} {})", access(terms, term))
                .expect("a string takes it");
        }
        _ => {
            write!(
                out,
                "(define-fun {term} () {sort} ({}",
                operator(terms, term)
            )
            .expect("a string takes it");
            for &arg in terms.args(term) {
                out.push(' ');
                out.push_str(&name(terms, arg));
            }
            out.push_str("))\n");
        }
    }
}

/// A load or a store, byte by byte: `(concat (select m (bvadd a 1)) (select m a))`.
fn access(terms: &Terms, term: TermId) -> String {
    let args: Vec<String> = terms.args(term).iter().map(|&a| name(terms, a)).collect();
    let at = |i: u32| match i {
        0 => args[1].clone(),
        _ => format!("(bvadd {} (_ bv{i} 64))", args[1]),
    };
    if terms.op(term) == Op::Select {
        let bytes = terms.width(term) / 8;
        let byte = |i: u32| format!("(select {} {})", args[0], at(i));
        return (1..bytes).fold(byte(0), |low, i| format!("(concat {} {low})", byte(i)));
    }
    let bytes = terms.width(terms.args(term)[2]) / 8;
    (0..bytes).fold(args[0].clone(), |memory, i| {
        let byte = format!("((_ extract {} {}) {})", 8 * i + 7, 8 * i, args[2]);
        format!("(store {memory} {} {byte})", at(i))
    })
}

fn operator(terms: &Terms, term: TermId) -> String {
    let width = terms.sort(term).width().unwrap_or(0);
    let text = match terms.op(term) {
        Op::Apply(function) => return function_name(terms, function),
        Op::Extract(low) => return format!("(_ extract {} {low})", low + width - 1),
        Op::Zext | Op::Sext => {
            let added = width - terms.width(terms.args(term)[0]);
            let signed = terms.op(term) == Op::Sext;
            let kind = if signed { "sign_extend" } else { "zero_extend" };
            return format!("(_ {kind} {added})");
        }
        Op::Const(_) | Op::Var(_) => return name(terms, term),
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Ite => "ite",
        Op::Eq => "=",
        Op::Add => "bvadd",
        Op::Sub => "bvsub",
        Op::Mul => "bvmul",
        Op::Udiv => "bvudiv",
        Op::Sdiv => "bvsdiv",
        Op::Urem => "bvurem",
        Op::Srem => "bvsrem",
        Op::Shl => "bvshl",
        Op::Lshr => "bvlshr",
        Op::Ashr => "bvashr",
        Op::BvAnd => "bvand",
        Op::BvOr => "bvor",
        Op::BvXor => "bvxor",
        Op::BvNot => "bvnot",
        Op::Neg => "bvneg",
        Op::Ult => "bvult",
        Op::Slt => "bvslt",
        Op::Concat => "concat",
        Op::Select | Op::Store => return access(terms, term),
    };
    text.to_string()
}
