//! Preconditions: calls of `tamis_assume`, and conditions that are checked where a function starts.
//!
//! Comes in: the conditions, each as a function of the IR that has the parameters of the one it is about. Goes out: functions
//! that begin with a call of theirs, and which expressions must hold:
//!
//! ```text
//! T f(params) { body }    →    T f(params) { int holds = tamis_assumption_1(params); assume(holds); body }
//! ```
//!
//! So a condition is a part of every path, and all engines see it where they see the program. What comes after one that does
//! not hold counts for nothing. Knows nothing of inputs.

use crate::base::{Id, Span};
use crate::ir::{
    Arg, BlockId, Callee, ExprId, ExprKind, Function, Global, GlobalKind, Inst, InstKind, Linkage,
    Ty, Unit, Var, VarKind,
};

/// What programs call (`tamis.h`).
const ASSUME: &str = "tamis_assume";
/// How the names of the functions with conditions begin.
const CONDITION: &str = "tamis_assumption_";

/// A condition on the calls of a function.
#[derive(Debug)]
pub struct Assumption {
    /// Of the function.
    pub unit: usize,
    pub function: String,
    /// As the user wrote it.
    pub text: String,
    /// Defines the function with the condition, and nothing else.
    pub condition: Unit,
}

/// The name of the function with the condition of this number.
pub fn condition_name(number: usize) -> String {
    format!("{CONDITION}{number}")
}

/// Whether it is the name of one.
pub fn is_condition(name: &str) -> bool {
    name.starts_with(CONDITION)
}

/// The function of this name without the rest of its unit, or why it is no condition.
pub fn condition(mut unit: Unit, name: &str) -> Result<Unit, String> {
    unit.functions.retain(|f| f.name == name);
    let Some(f) = unit.functions.first_mut() else {
        return Err("it is no expression of the parameters and globals".into());
    };
    f.in_system_header = true;
    for symbol in f.symbols() {
        let Global {
            name: named,
            kind,
            linkage,
            ..
        } = &unit.globals[symbol];
        let is_shared = matches!(kind, GlobalKind::Object { constant: true, .. }) || named == name;
        if *linkage == Linkage::Internal && !is_shared {
            return Err(format!(
                "`{named}` is static: only `tamis_assume` in its own file can use it"
            ));
        }
    }
    for (_, global) in unit.globals.iter_mut() {
        // The program defines it.
        if let GlobalKind::Object { init, .. } = &mut global.kind
            && global.linkage == Linkage::External
        {
            *init = None;
        }
    }
    Ok(unit)
}

/// Makes the function of the unit begin with a call of the condition.
pub fn require(unit: &mut Unit, function: &str, condition: &str) {
    let Some(index) = unit.functions.iter().position(|f| f.name == function) else {
        return;
    };
    let symbol = unit.globals.push(Global::function(condition));
    let f = &mut unit.functions[index];
    let holds = f.vars.push(Var::scalar("holds", VarKind::Local, Ty::INT));
    let args = f.params.clone().into_iter().map(|param| argument(f, param));
    let args = args.collect();
    let kind = InstKind::Call {
        result: Some(holds),
        callee: Callee::Direct(symbol),
        args,
        noreturn: false,
        alone: false,
    };
    let span = Span::default();
    f.blocks[BlockId::from_index(0)]
        .insts
        .insert(0, Inst { kind, span });
}

/// A parameter handed on.
fn argument(f: &mut Function, param: crate::ir::VarId) -> Arg {
    match f.vars[param].ty {
        Some(ty) => Arg {
            value: f.implicit(ExprKind::Var(param), ty),
            by_copy: None,
        },
        None => {
            f.vars[param].address_taken = true;
            let size = f.vars[param].size;
            Arg {
                value: f.implicit(ExprKind::VarAddr(param), Ty::Ptr),
                by_copy: Some(size),
            }
        }
    }
}

/// What must hold before a call of this function goes on.
pub fn required_before(callee: &str, args: &[Arg]) -> Option<ExprId> {
    match (callee, args) {
        (ASSUME, [condition]) => Some(condition.value),
        _ => None,
    }
}
