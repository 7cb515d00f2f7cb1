//! Stubs: functions that the program calls and no file defines give results that the input decides.
//!
//! The stub of `T f(…)` is, in the IR as in the C that tests have:
//!
//! ```text
//! static T results[N]; static unsigned long calls;
//! T f(…) { unsigned long call = calls++; return results[call < N ? call : N - 1]; }
//! ```
//!
//! So the results are an object like any other, and a path through the stub is a path of the program. A stub of a function of
//! the C library gives only what that function may give without having written anything. Objects that no file defines are
//! zero, and inputs like those of the program.

use super::callback;
use super::make::is_char;
use crate::base::{Id, Span};
use crate::ir::interp::is_in_library;
use crate::ir::{
    BinOp, Block, BlockId, Bound, CType, Callee, Contract, Expr, ExprId, ExprKind, Function,
    FunctionType, Global, GlobalId, GlobalKind, Init, Inst, InstKind, Linkage, Origin, Ret,
    Signatures, Term, TermKind, Ty, Unit, Var, VarKind, When,
};
use std::collections::{BTreeMap, BTreeSet};

/// How many results of a stub an input decides; the last one is given again and again.
pub const RESULTS: u64 = 4;

/// What is known of the C library.
#[derive(Clone, Copy)]
pub struct LibraryModel {
    /// What it promises of the result of a function.
    pub contracts: fn(&str) -> &'static [Contract],
    /// Whether it has a function or an object of this name.
    pub has: fn(&str) -> bool,
}

/// Functions that tests need themselves.
const USED_BY_TESTS: [&str; 7] = ["fork", "waitpid", "pipe", "dup2", "close", "write", "_exit"];

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
    /// It stands for one of the C library.
    pub of_library: bool,
    /// It gives null pointers only.
    pub only_null: bool,
    /// The program does not name it: inputs have its address.
    pub is_callback: bool,
    /// Why calls of it cannot be answered.
    pub refused: Option<&'static str>,
}

/// An object that the program names and no file defines.
#[derive(Clone, Debug)]
pub struct Lacking {
    pub name: String,
    pub size: u64,
}

/// Stubs for all functions that are called and not defined, and objects that are named and not defined.
pub fn stubs(
    units: &[Unit],
    signatures: &mut [Signatures],
    known: LibraryModel,
) -> (Unit, Vec<Stub>, Vec<Lacking>) {
    let mut made = Unit::default();
    let mut stubs = Vec::new();
    let lacking = lacking(units, known, &mut made);
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
            range: range((known.contracts)(&name)),
            of_library: (known.has)(&name),
            only_null: false,
            is_callback: false,
            refused: None,
        };
        let guarded = match stub.of_library {
            true => stub.as_library((known.contracts)(&name)),
            false => Vec::new(),
        };
        if stub.refused.is_none() && !stub.define(&mut made, &guarded) {
            stub.refused = Some("it returns a structure");
        }
        stubs.push(stub);
    }
    callback::add(units, signatures, &mut made, &mut stubs);
    (made, stubs, lacking)
}

impl Stub {
    /// Whether it is a function of this type.
    pub fn has_type(&self, ty: &FunctionType) -> bool {
        let FunctionType {
            ret,
            params,
            variadic,
        } = ty;
        self.ret == *ret && self.params == *params && self.variadic == *variadic
    }

    /// Defines it, if it returns nothing or a scalar.
    pub fn define(&mut self, made: &mut Unit, guarded: &[usize]) -> bool {
        match (&self.ret, self.ret.scalar()) {
            (CType::Void, _) => define(made, self, guarded, None),
            (_, Some(ty)) => self.results = Some(define_with(made, self, guarded, ty)),
            _ => return false,
        }
        true
    }

    /// Leaves what a function of the library may give that wrote nothing. Gives the parameters that must be null for that.
    fn as_library(&mut self, contracts: &[Contract]) -> Vec<usize> {
        if USED_BY_TESTS.contains(&self.name.as_str()) {
            self.refused = Some("tests need it themselves");
        }
        if let CType::Pointer { to, .. } = &self.ret {
            self.only_null = !is_char(to);
            return Vec::new();
        }
        let is_written = |ty: &CType| {
            matches!(
                ty,
                CType::Pointer {
                    constant: false,
                    ..
                }
            )
        };
        let written = (0..self.params.len()).filter(|&i| is_written(&self.params[i]));
        let written: Vec<usize> = written.collect();
        let failed = failed(contracts).filter(|_| self.variadic || !written.is_empty());
        if failed.is_some() {
            self.range = failed;
            return Vec::new();
        }
        if self.variadic {
            self.refused = Some("it may write through any argument");
        }
        written
    }
}

/// The results of a call that fails, or reads and converts nothing, if -1 says that it failed.
fn failed(contracts: &[Contract]) -> Option<(i128, i128)> {
    let fails = |contract: &Contract| matches!(contract.low, Bound::Number(-1));
    let counts =
        |contract: &Contract| matches!(contract.high, Bound::Argument(_) | Bound::Conversions(_));
    let always = |contract: &&Contract| matches!(contract.when, When::Always);
    let mut always = contracts.iter().filter(always);
    always
        .any(fails)
        .then(|| (-1, if contracts.iter().any(counts) { 0 } else { -1 }))
}

/// The objects that units name, that no unit defines and the C library does not have, defined as zero.
fn lacking(units: &[Unit], known: LibraryModel, made: &mut Unit) -> Vec<Lacking> {
    let mut found: BTreeMap<&str, &Global> = BTreeMap::new();
    let mut defined = BTreeSet::new();
    for (_, global) in units.iter().flat_map(|unit| unit.globals.iter()) {
        let GlobalKind::Object {
            size,
            init,
            thread_local: false,
            ..
        } = &global.kind
        else {
            continue;
        };
        if init.is_some() {
            defined.insert(global.name.as_str());
        } else if *size > 0
            && global.linkage == Linkage::External
            && !(known.has)(&global.name)
            && !is_in_library(&global.name)
        {
            found.insert(&global.name, global);
        }
    }
    found.retain(|name, _| !defined.contains(name));
    let mut lacking = Vec::new();
    for (name, global) in found {
        let mut global = global.clone();
        if let GlobalKind::Object { init, size, .. } = &mut global.kind {
            *init = Some(Init::default());
            lacking.push(Lacking {
                name: name.into(),
                size: *size,
            });
        }
        made.globals.push(global);
    }
    lacking
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
fn define_with(unit: &mut Unit, stub: &Stub, guarded: &[usize], ty: Ty) -> GlobalId {
    let name = &stub.name;
    let results = object(unit, format!("{name}.results"), RESULTS * ty.size());
    let calls = object(unit, format!("{name}.calls"), 8);
    define(unit, stub, guarded, Some((results, calls, ty)));
    results
}

/// A function that gives nothing, or the next of the results; it is modelled where the guarded parameters are null.
fn define(
    unit: &mut Unit,
    stub: &Stub,
    guarded: &[usize],
    results: Option<(GlobalId, GlobalId, Ty)>,
) {
    let symbol = unit.globals.push(Global::function(&stub.name));
    let mut f = Function {
        in_system_header: true,
        ..Function::empty(
            &stub.name,
            symbol,
            results.map_or(Ret::Void, |(_, _, ty)| Ret::Scalar(ty)),
        )
    };
    if !guarded.is_empty() {
        guard(unit, &mut f, stub, guarded);
    }
    match results {
        None => block(&mut f, Vec::new(), TermKind::Return(None)),
        Some((results, calls, ty)) => give_next(&mut f, results, calls, ty),
    }
    unit.functions.push(f);
}

/// Ends what is modelled unless these parameters are null.
fn guard(unit: &mut Unit, f: &mut Function, stub: &Stub, guarded: &[usize]) {
    for ty in &stub.params {
        let ty = ty.scalar().unwrap_or(Ty::Ptr);
        let param = f.vars.push(Var::scalar("argument", VarKind::Param, ty));
        f.params.push(param);
    }
    let null = expr(f, ExprKind::Int(0), Ty::Ptr);
    let mut writes = expr(f, ExprKind::Int(0), Ty::INT);
    for &param in guarded {
        let value = expr(f, ExprKind::Var(f.params[param]), Ty::Ptr);
        let given = expr(f, ExprKind::Binary(BinOp::Ne, value, null), Ty::INT);
        writes = expr(f, ExprKind::Or(writes, given), Ty::INT);
    }
    let [then, els] = [1, 2].map(BlockId::from_index);
    let branch = TermKind::Branch {
        cond: writes,
        then,
        els,
    };
    block(f, Vec::new(), branch);
    let symbol = unit
        .globals
        .push(Global::function("tamis_written_by_library"));
    let unknown = InstKind::Call {
        result: None,
        callee: Callee::Direct(symbol),
        args: Vec::new(),
        noreturn: true,
        alone: false,
    };
    block(f, vec![unknown], TermKind::Unreachable);
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
