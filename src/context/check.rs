//! The facts as an observer of executions: says where one is broken.
//!
//! Comes in: the units, their facts, an execution. Goes out: an error at the first entry or return that breaks a fact, and the first
//! read of a global that does, as a message. Knows nothing of how facts are found.

use super::program::in_global;
use super::{Context, Seen};
use crate::coreach::Program;
use crate::ir::interp::Observer;
use crate::ir::{ExprId, ExprKind, Function, InstKind, PointId, Unit, Value};
use crate::ranges::{Interval, Visit, full, ranges};
use std::collections::{HashMap, HashSet};

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
    /// By point: reads of variables and of scalars of globals, each with what it lies between there.
    there: HashMap<PointId, Vec<(ExprId, Interval)>>,
}

impl<'a> Check<'a> {
    /// The units are those of the context; `run` are the same as they are run, before anything was lent.
    pub fn new(
        units: &[Unit],
        run: &[&'a Unit],
        program: &'a Program,
        context: &'a Context,
    ) -> Check<'a> {
        let mut functions = HashMap::new();
        let all = units.iter().zip(run);
        let all = all.flat_map(|(unit, run)| {
            let functions = unit.functions.iter().zip(&run.functions);
            functions.map(move |(f, run)| (unit, f, run))
        });
        for (unit, f, run) in all {
            let index = functions.len();
            let seen = Seen {
                context,
                program,
                unit,
                function: index,
            };
            let exprs = || f.exprs.iter().take(run.exprs.len());
            let reads = exprs().filter_map(|(id, e)| {
                let ExprKind::Load(addr) = e.kind else {
                    return None;
                };
                let (global, access) = in_global(f, addr)?;
                Some((id, context.content(index, global, &access, e.ty)?))
            });
            let reads = reads.collect();
            let there = there(f, run.exprs.len(), &seen);
            let checked = Checked {
                index,
                reads,
                there,
            };
            functions.insert(std::ptr::from_ref(run), checked);
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

/// What variables and scalars of globals lie between at each point that control comes to. The first expressions of the function are
/// those that are run.
fn there(f: &Function, first: usize, seen: &Seen) -> HashMap<PointId, Vec<(ExprId, Interval)>> {
    let mut there = HashMap::new();
    let Some(ranges) = ranges(f, seen, None).filter(|_| !seen.program.returns_twice(seen.function))
    else {
        return there;
    };
    let mut vars = HashSet::new();
    let reads = f.exprs.iter().take(first).filter(|(_, e)| match e.kind {
        ExprKind::Load(addr) => in_global(f, addr).is_some_and(|(_, access)| access.stride == 0),
        ExprKind::Var(var) => vars.insert(var),
        _ => false,
    });
    let reads: Vec<ExprId> = reads.map(|(id, _)| id).collect();
    ranges.visit(|visit, at| {
        if let Visit::Inst(inst) = visit
            && let InstKind::Point(point) = inst.kind
        {
            let known = reads.iter().filter_map(|&read| {
                let any = full(f.expr(read).ty)?;
                Some((read, at.eval(read).filter(|&value| value != any)?))
            });
            there.insert(point, known.collect());
        }
    });
    there
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
        point: PointId,
        eval: &mut dyn FnMut(ExprId) -> Option<Value>,
    ) {
        let Some(checked) = self.functions.get(&std::ptr::from_ref(function)) else {
            return;
        };
        let there = checked.there.get(&point).into_iter().flatten();
        for &(read, range) in checked.reads.iter().chain(there) {
            if self.broken.is_none()
                && let Some(value) = eval(read)
                && !within(value, range)
            {
                let name = &function.name;
                let what = format!("a variable that {name} reads");
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
