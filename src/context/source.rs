//! The places that a fact comes from.
//!
//! Comes in: the units, their facts, and one fact that a function uses. Goes out: the calls that give the argument, the returns that
//! give the result, the writes to the global, each with what it gives. Knows nothing of how facts are found.

use super::program::in_global;
use super::{Context, Fact, Holds, Seen, UnitFacts, number};
use crate::base::Span;
use crate::coreach::Program;
use crate::ir::{Callee, ExprId, Function, GlobalId, InstKind, Unit};
use crate::ranges::{Back, Interval, NOT_NULL, Visit, join, ranges};

/// A place that a fact comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Source {
    pub unit: usize,
    pub span: Span,
    /// What is given there; `None` for any value, and where bytes are written.
    pub value: Option<Interval>,
}

/// Where a fact that the function of this index uses comes from, in the order of the units.
pub fn sources(
    units: &[Unit],
    program: &Program,
    context: &Context,
    function: usize,
    fact: Fact,
) -> Vec<Source> {
    let all = || {
        let units = units.iter().enumerate();
        units.flat_map(|(unit, content)| content.functions.iter().map(move |f| (unit, f)))
    };
    let own = all().nth(function).map(|(_, f)| f.symbol);
    let callee = |symbol| match own == Some(symbol) {
        true => Some(function),
        false => program.callee(function, symbol),
    };
    let target = match fact {
        Fact::Argument(symbol, index) => callee(symbol).map(|f| Target::Argument(f, index)),
        Fact::Result(symbol) => callee(symbol).map(Target::Result),
        Fact::Global(symbol) => program.object(function, symbol).map(Target::Object),
        Fact::Entered(symbol, _) => callee(symbol).map(Target::Entry),
        Fact::Left(symbol, _) => callee(symbol).map(Target::Return),
        Fact::Extents(symbol) => callee(symbol).map(Target::Entry),
    };
    let Some(target) = target else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for (index, (unit, f)) in all().enumerate() {
        let seen = Seen {
            context,
            program,
            unit: &units[unit],
            function: index,
        };
        let mut add = |span, value| found.push(Source { unit, span, value });
        if let Some(known) = ranges(f, &seen, None) {
            known.visit(|visit, at| {
                let eval = |e| at.eval(e);
                target.told(program, (index, f), visit, &eval, &mut add);
            });
        }
    }
    found
}

impl Context {
    /// What a fact that the function uses says, in words; `sources` is where the fact comes from.
    pub fn sentence(
        &self,
        units: &[Unit],
        function: usize,
        fact: Fact,
        sources: &[Source],
    ) -> String {
        let unit = &units[self.unit[function] as usize];
        let name = |symbol: GlobalId| unit.globals[symbol].name.as_str();
        let count = sources.len();
        match fact {
            Fact::Argument(symbol, index) => {
                let f = unit.functions.iter().find(|f| f.symbol == symbol);
                let parameter = f.map_or("", |f| f.vars[f.params[index]].name.as_str());
                let value = between(self.argument(function, symbol, index));
                match sources {
                    [] => format!("{} is called with {value} for {parameter}", name(symbol)),
                    [_] => format!("the only caller passes {value} for {parameter}"),
                    _ => format!("all {count} callers pass {value} for {parameter}"),
                }
            }
            Fact::Result(symbol) => {
                let value = match self.result(function, &Callee::Direct(symbol)) {
                    Back::Value(value, _) => Some(value),
                    _ => None,
                };
                format!("{} returns {}", name(symbol), between(value))
            }
            Fact::Global(symbol) if self.is_unwritten(function, symbol) => {
                format!("nothing writes {}", name(symbol))
            }
            Fact::Global(symbol) => {
                let values = sources.iter().map(|source| source.value);
                let all = values.reduce(|a, b| a.zip(b).map(|(a, b)| join(a, b)));
                let name = name(symbol);
                match all.flatten() {
                    None => format!("{name} holds its initialiser, or what is written"),
                    all => format!("{name} holds its initialiser, or {}", between(all)),
                }
            }
            Fact::Entered(symbol, global) => {
                let held =
                    self.held_words(function, |known| known.entered.get(&number(symbol)), global);
                let (name, global) = (name(symbol), name(global));
                format!("{global} holds {held} whenever {name} is called")
            }
            Fact::Extents(symbol) => {
                format!(
                    "pointers of {} point into objects of known size",
                    name(symbol)
                )
            }
            Fact::Left(symbol, global) => {
                let held =
                    self.held_words(function, |known| known.left.get(&number(symbol)), global);
                let (name, global) = (name(symbol), name(global));
                format!("{global} holds {held} whenever {name} has returned")
            }
        }
    }
}

impl Context {
    /// What one of these facts says of a global; its scalars if it has several.
    fn held_words<'c>(
        &'c self,
        function: usize,
        facts: impl Fn(&'c UnitFacts) -> Option<&'c Vec<Holds>>,
        global: GlobalId,
    ) -> String {
        let list = self
            .unit_facts(function)
            .and_then(facts)
            .into_iter()
            .flatten();
        let own = list.filter(|one| one.global == number(global));
        let words: Vec<String> = own.map(|one| between(Some(one.value))).collect();
        words.join(", ")
    }
}

/// The values in words; a range that has every value but null is that of a pointer.
fn between(value: Option<Interval>) -> String {
    match value {
        None => "any value".to_string(),
        Some(NOT_NULL) => "what is not null".to_string(),
        Some((low, high)) if low == high => low.to_string(),
        Some((low, high)) => format!("{low} to {high}"),
    }
}

/// What a fact is about, by numbers over all units.
enum Target {
    Argument(usize, usize),
    Result(usize),
    Object(usize),
    /// The calls of a function, and where it returns.
    Entry(usize),
    Return(usize),
}

impl Target {
    fn told(
        &self,
        program: &Program,
        (index, f): (usize, &Function),
        visit: Visit<'_>,
        eval: &dyn Fn(ExprId) -> Option<Interval>,
        add: &mut dyn FnMut(Span, Option<Interval>),
    ) {
        let is_object = |object: usize, addr: ExprId| {
            let global = in_global(f, addr).map(|(global, _)| global);
            global.and_then(|global| program.object(index, global)) == Some(object)
        };
        match (self, visit) {
            (Target::Result(callee), Visit::Return(value, span)) if *callee == index => {
                add(span, value.and_then(eval));
            }
            (Target::Return(callee), Visit::Return(_, span)) if *callee == index => {
                add(span, None);
            }
            (Target::Entry(callee), Visit::Inst(inst)) => {
                if let InstKind::Call {
                    callee: Callee::Direct(symbol),
                    ..
                } = &inst.kind
                    && program.callee(index, *symbol) == Some(*callee)
                {
                    add(inst.span, None);
                }
            }
            (Target::Argument(callee, parameter), Visit::Inst(inst)) => {
                if let InstKind::Call {
                    callee: Callee::Direct(symbol),
                    args,
                    ..
                } = &inst.kind
                    && program.callee(index, *symbol) == Some(*callee)
                {
                    let value = args.get(*parameter).and_then(|arg| eval(arg.value));
                    add(inst.span, value);
                }
            }
            (Target::Object(object), Visit::Inst(inst)) => match inst.kind {
                InstKind::Store { addr, value, .. } if is_object(*object, addr) => {
                    add(inst.span, eval(value));
                }
                InstKind::Copy { dst, .. } | InstKind::Zero { dst, .. }
                    if is_object(*object, dst) =>
                {
                    add(inst.span, None);
                }
                _ => {}
            },
            _ => {}
        }
    }
}
