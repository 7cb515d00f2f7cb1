//! Stubs: functions that the program calls and no file defines give results that the input decides.
//!
//! The stub of `T f(…)` is, in the IR as in the C that tests have:
//!
//! ```text
//! static T results[N]; static unsigned long calls;
//! T f(…) { unsigned long call = calls++; return results[call < N ? call : N - 1]; }
//! ```
//!
//! So the results are an object like any other, and a path through the stub is a path of the program.

use crate::base::Span;
use crate::ir::interp::is_in_library;
use crate::ir::{
    BinOp, Block, BlockId, Bound, CType, Callee, Contract, Expr, ExprId, ExprKind, Function,
    Global, GlobalId, GlobalKind, Init, Inst, InstKind, Linkage, Origin, Ret, Signatures, Term,
    TermKind, Ty, Unit, Var, VarKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// How many results of a stub an input decides; the last one is given again and again.
pub const RESULTS: u64 = 4;

/// What the C library promises of the result of a function.
pub type Contracts = fn(&str) -> &'static [Contract];

#[derive(Clone, Debug)]
pub struct Stub {
    pub name: String,
    /// The unit whose types these are.
    pub unit: usize,
    pub ret: CType,
    pub params: Vec<CType>,
    pub variadic: bool,
    /// In the unit of the stubs: the object with the results; `None` if there are none.
    pub results: Option<GlobalId>,
    /// What the C library promises of the result.
    pub range: Option<(i128, i128)>,
    /// Why calls of it cannot be answered.
    pub refused: Option<&'static str>,
}

/// Stubs for all functions that are called and not defined.
pub fn stubs(units: &[Unit], signatures: &[Signatures], contracts: Contracts) -> (Unit, Vec<Stub>) {
    let mut made = Unit::default();
    let mut stubs = Vec::new();
    for (name, unit) in missing(units) {
        // What the library lacks, nobody declares.
        let declared = signatures.get(unit).and_then(|unit| unit.function(&name));
        let mut stub = Stub {
            name: name.clone(),
            unit,
            ret: declared.map_or(CType::INT, |f| f.ret.clone()),
            params: declared.map_or(Vec::new(), |f| f.params.clone()),
            variadic: declared.is_some_and(|f| f.variadic),
            results: None,
            range: range(contracts(&name)),
            refused: None,
        };
        match (&stub.ret, stub.ret.scalar()) {
            (CType::Void, _) => define(&mut made, &name, None),
            (_, Some(ty)) => stub.results = Some(define_with(&mut made, &name, ty)),
            _ => stub.refused = Some("it returns a structure"),
        }
        stubs.push(stub);
    }
    (made, stubs)
}

/// A range that all contracts allow. Where an argument decides, what is sure: nothing was read, nothing was converted.
fn range(contracts: &[Contract]) -> Option<(i128, i128)> {
    let mut ends = None;
    for contract in contracts {
        let (low, high) = ends.unwrap_or((i128::from(i64::MIN), i128::from(i64::MAX)));
        let low = match contract.low {
            Bound::Open => low,
            Bound::Number(number) => low.max(number.into()),
            Bound::Argument(_) | Bound::Conversions(_) => low.max(0),
        };
        let high = match contract.high {
            Bound::Open => high,
            Bound::Number(number) => high.min(number.into()),
            Bound::Argument(_) | Bound::Conversions(_) => high.min(0),
        };
        ends = Some((low, high.max(low)));
    }
    ends
}

/// The functions that are called by name and that no unit and no library defines, with a unit that calls each.
fn missing(units: &[Unit]) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    let defined: BTreeSet<&str> = (units.iter())
        .flat_map(|unit| unit.functions.iter().map(|f| f.name.as_str()))
        .collect();
    for (index, unit) in units.iter().enumerate() {
        for f in &unit.functions {
            let insts = f.blocks.values().flat_map(|block| &block.insts);
            let called = insts.filter_map(|inst| match inst.kind {
                InstKind::Call {
                    callee: Callee::Direct(global),
                    ..
                } => Some(global),
                _ => None,
            });
            let named = f.exprs.values().filter_map(|e| match e.kind {
                ExprKind::GlobalAddr(global) => Some(global),
                _ => None,
            });
            for global in called.chain(named) {
                let global = &unit.globals[global];
                // One that never returns has no result to decide.
                let is_function = matches!(
                    global.kind,
                    GlobalKind::Function {
                        noreturn: false,
                        ..
                    }
                );
                let known = defined.contains(&*global.name) || is_in_library(&global.name);
                if is_function && !known && global.linkage == Linkage::External {
                    found.entry(global.name.clone()).or_insert(index);
                }
            }
        }
    }
    found
}

fn object(unit: &mut Unit, name: String, size: u64) -> GlobalId {
    unit.globals.push(Global {
        name,
        kind: GlobalKind::Object {
            size,
            align: 16,
            init: Some(Init::default()),
            constant: false,
            volatile: false,
            thread_local: false,
        },
        linkage: Linkage::Internal,
        replaceable: false,
        span: Span::default(),
    })
}

/// The stub of a function that gives a scalar.
fn define_with(unit: &mut Unit, name: &str, ty: Ty) -> GlobalId {
    let results = object(unit, format!("{name}.results"), RESULTS * ty.size());
    let calls = object(unit, format!("{name}.calls"), 8);
    define(unit, name, Some((results, calls, ty)));
    results
}

/// A function that gives nothing, or the next of the results.
fn define(unit: &mut Unit, name: &str, results: Option<(GlobalId, GlobalId, Ty)>) {
    let symbol = unit.globals.push(Global::function(name));
    let mut f = Function {
        in_system_header: true,
        ..Function::empty(
            name,
            symbol,
            results.map_or(Ret::Void, |(_, _, ty)| Ret::Scalar(ty)),
        )
    };
    match results {
        None => block(&mut f, Vec::new(), TermKind::Return(None)),
        Some((results, calls, ty)) => give_next(&mut f, results, calls, ty),
    }
    unit.functions.push(f);
}

fn give_next(f: &mut Function, results: GlobalId, calls: GlobalId, ty: Ty) {
    let call = f.vars.push(Var::scalar("call", VarKind::Local, Ty::U64));
    let counter = expr(f, ExprKind::GlobalAddr(calls), Ty::Ptr);
    let count = expr(f, ExprKind::Load(counter), Ty::U64);
    let now = expr(f, ExprKind::Var(call), Ty::U64);
    let one = expr(f, ExprKind::Int(1), Ty::U64);
    let next = expr(f, ExprKind::Binary(BinOp::Add, now, one), Ty::U64);
    let last = expr(f, ExprKind::Int(i128::from(RESULTS) - 1), Ty::U64);
    let early = expr(f, ExprKind::Binary(BinOp::Lt, now, last), Ty::INT);
    let which = expr(f, ExprKind::Select(early, now, last), Ty::U64);
    let which = expr(f, ExprKind::Cast(which), Ty::I64);
    let base = expr(f, ExprKind::GlobalAddr(results), Ty::Ptr);
    let place = ExprKind::PtrAdd {
        base,
        index: which,
        scale: ty.size(),
        bound: None,
    };
    let place = expr(f, place, Ty::Ptr);
    let value = expr(f, ExprKind::Load(place), ty);
    let insts = vec![
        InstKind::Assign {
            var: call,
            value: count,
        },
        InstKind::Store {
            addr: counter,
            value: next,
            volatile: false,
        },
    ];
    block(f, insts, TermKind::Return(Some(value)));
}

fn expr(f: &mut Function, kind: ExprKind, ty: Ty) -> ExprId {
    f.exprs.push(Expr {
        kind,
        ty,
        origin: Origin::Implicit,
    })
}

fn block(f: &mut Function, insts: Vec<InstKind>, term: TermKind) {
    let span = Span::default();
    let insts = insts.into_iter().map(|kind| Inst { kind, span }).collect();
    let term = Term { kind: term, span };
    let _: BlockId = f.blocks.push(Block { insts, term });
}
