//! The facts as an observer of executions: says where one is broken.
//!
//! Comes in: the units, their facts, an execution. Goes out: an error at the first entry or return that breaks a fact, and the first
//! read of a global that does, as a message. Knows nothing of how facts are found.

use super::Context;
use super::program::in_global;
use crate::ir::interp::Observer;
use crate::ir::{ExprId, ExprKind, Function, PointId, Unit, Value};
use crate::ranges::Interval;
use std::collections::HashMap;

pub struct Check<'a> {
    context: &'a Context,
    /// By the place of the function in memory.
    functions: HashMap<*const Function, Checked>,
    /// The first global that did not hold what it should.
    pub broken: Option<String>,
}

struct Checked {
    index: usize,
    /// Reads of globals, each with what it lies between at any time.
    reads: Vec<(ExprId, Interval)>,
}

impl<'a> Check<'a> {
    /// The units are those of the context.
    pub fn new(units: &[&Unit], context: &'a Context) -> Check<'a> {
        let mut functions = HashMap::new();
        for f in units.iter().flat_map(|unit| &unit.functions) {
            let index = functions.len();
            let reads = f.exprs.iter().filter_map(|(id, e)| {
                let ExprKind::Load(addr) = e.kind else {
                    return None;
                };
                let (global, access) = in_global(f, addr)?;
                Some((id, context.content(index, global, &access, e.ty)?))
            });
            let reads = reads.collect();
            functions.insert(std::ptr::from_ref(f), Checked { index, reads });
        }
        Check {
            context,
            functions,
            broken: None,
        }
    }

    fn index(&self, function: &Function) -> Option<usize> {
        Some(self.functions.get(&std::ptr::from_ref(function))?.index)
    }
}

fn within(value: Value, (low, high): Interval) -> bool {
    value
        .int()
        .is_none_or(|value| low <= value && value <= high)
}

fn broken(what: &str, value: Value, (low, high): Interval) -> String {
    format!("a fact is broken: {what} is {value:?}, not one of {low} to {high}")
}

impl Observer for Check<'_> {
    fn at_point(
        &mut self,
        function: &Function,
        _: PointId,
        eval: &mut dyn FnMut(ExprId) -> Option<Value>,
    ) {
        let Some(checked) = self.functions.get(&std::ptr::from_ref(function)) else {
            return;
        };
        for &(read, range) in &checked.reads {
            if self.broken.is_none()
                && let Some(value) = eval(read)
                && !within(value, range)
            {
                let name = &function.name;
                let what = format!("a global that {name} reads");
                self.broken = Some(broken(&what, value, range));
            }
        }
    }

    fn enters(&mut self, function: &Function, args: &[Option<Value>]) -> Result<(), String> {
        let index = self.index(function);
        for (param, value) in args.iter().enumerate() {
            let known = index.and_then(|i| self.context.argument(i, function.symbol, param));
            if let (Some(range), Some(value)) = (known, *value)
                && !within(value, range)
            {
                let name = &function.name;
                let what = format!("argument {param} of {name}");
                return Err(broken(&what, value, range));
            }
        }
        Ok(())
    }

    fn returns(&mut self, function: &Function, value: Value) -> Result<(), String> {
        let known = self
            .index(function)
            .and_then(|index| self.context.returned(index));
        match known {
            Some(range) if !within(value, range) => {
                let name = &function.name;
                Err(broken(&format!("what {name} returns"), value, range))
            }
            _ => Ok(()),
        }
    }
}

impl Context {
    /// What the function gives back, of those that the units show.
    fn returned(&self, function: usize) -> Option<Interval> {
        *self.returned.get(function)?
    }
}
