//! How names bind over all units.
//!
//! Comes in: the outlines of the units. Goes out: which function a call runs, and which functions
//! may be entered from where nobody looks. Nothing here knows what functions do.

use super::interrupt::Target;
use super::library::{HOOKS, Manner, manner};
use super::outline::{Body, Outline, Symbol};
use super::program::World;
use crate::base::{Bug, seeded};
use crate::ir::Linkage;
use std::collections::{HashMap, HashSet};

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound<'a> {
    /// The function with this index.
    Function(usize),
    /// No unit has it.
    Elsewhere(&'a str),
    /// One of several, or one that may be replaced.
    Unknown,
}

/// The functions of all units, and how names bind.
pub(super) struct Linked<'a> {
    pub outlines: &'a [Outline],
    pub functions: Vec<Linkable<'a>>,
    /// The index of each unit's first function.
    pub first: Vec<usize>,
    /// Functions with external linkage, by name.
    external: HashMap<&'a str, Vec<usize>>,
}

pub(super) struct Linkable<'a> {
    pub unit: usize,
    pub body: &'a Body,
}

impl<'a> Linked<'a> {
    pub fn new(outlines: &'a [Outline]) -> Linked<'a> {
        let mut linked = Linked {
            outlines,
            functions: Vec::new(),
            first: Vec::new(),
            external: HashMap::new(),
        };
        for (unit, outline) in outlines.iter().enumerate() {
            linked.first.push(linked.functions.len());
            for body in &outline.functions {
                let symbol = &outline.symbols[body.symbol];
                if symbol.linkage == Linkage::External {
                    let same = linked.external.entry(&symbol.name).or_default();
                    same.push(linked.functions.len());
                }
                linked.functions.push(Linkable { unit, body });
            }
        }
        linked
    }

    fn symbol(&self, function: usize) -> &'a Symbol {
        let Linkable { unit, body } = self.functions[function];
        &self.outlines[unit].symbols[body.symbol]
    }

    /// What a call of the symbol by the function is.
    pub fn target(&self, caller: usize, symbol: usize) -> Target {
        match self.bound(self.functions[caller].unit, symbol) {
            Bound::Function(function) => Target::Function(function),
            Bound::Unknown => Target::Unknown,
            Bound::Elsewhere(name) => match manner(name) {
                Some(Manner::Always) => Target::Returns,
                Some(Manner::Twice) => Target::Twice,
                _ if seeded(Bug::ExitReturns) => Target::Returns,
                Some(Manner::Maybe | Manner::Never | Manner::Object) | None => Target::Unknown,
            },
        }
    }

    /// What a symbol of the unit stands for, when it is called.
    pub fn bound(&self, unit: usize, symbol: usize) -> Bound<'a> {
        let outline = &self.outlines[unit];
        let symbol = &outline.symbols[symbol];
        let internal = symbol.linkage == Linkage::Internal;
        if let Some(function) = symbol.function {
            return match internal || !outline.opacity.replaceable {
                true => Bound::Function(self.first[unit] + function),
                false => Bound::Unknown,
            };
        }
        if internal {
            return Bound::Unknown;
        }
        match self.external.get(symbol.name.as_str()).map(Vec::as_slice) {
            Some(&[function]) if self.is_one_program() => {
                let unit = self.functions[function].unit;
                match self.outlines[unit].opacity.replaceable {
                    true => Bound::Unknown,
                    false => Bound::Function(function),
                }
            }
            Some(_) => Bound::Unknown,
            None => Bound::Elsewhere(&symbol.name),
        }
    }

    /// Files with more than one `main` are several programs: names do not bind across them.
    fn is_one_program(&self) -> bool {
        self.external
            .get("main")
            .is_none_or(|mains| mains.len() == 1)
    }

    pub fn is_whole(&self, world: World, all_read: bool) -> bool {
        match world {
            World::Whole => true,
            World::Library => false,
            World::Auto => {
                let one_main = self
                    .external
                    .get("main")
                    .is_some_and(|mains| mains.len() == 1);
                one_main && all_read && !self.hides_calls() && self.uses_only_the_library()
            }
        }
    }

    fn hides_calls(&self) -> bool {
        self.outlines.iter().any(|o| o.opacity.hidden_calls)
    }

    /// Whatever the units use and do not define is of the C library.
    fn uses_only_the_library(&self) -> bool {
        let symbols = || self.outlines.iter().flat_map(|outline| &outline.symbols);
        let objects: HashSet<&str> = symbols()
            .filter(|s| s.object && s.linkage == Linkage::External)
            .map(|s| s.name.as_str())
            .collect();
        let known = |symbol: &Symbol| {
            let name = symbol.name.as_str();
            self.external.contains_key(name) || objects.contains(name) || manner(name).is_some()
        };
        symbols()
            .filter(|s| s.used && s.linkage == Linkage::External)
            .all(known)
    }

    /// The functions that are entered from one call in the program and from nowhere else.
    pub fn called_once(&self, whole: bool) -> HashSet<usize> {
        let mut calls = vec![0usize; self.functions.len()];
        let addresses = self.addresses();
        for (caller, function) in self.functions.iter().enumerate() {
            for symbol in function.body.called() {
                if let Target::Function(callee) = self.target(caller, symbol) {
                    calls[callee] += 1;
                }
            }
        }
        let whole = whole && !self.hides_calls();
        let once = |&function: &usize| {
            let symbol = self.symbol(function);
            let opacity = self.outlines[self.functions[function].unit].opacity;
            let seen = match symbol.linkage {
                Linkage::Internal => !opacity.hidden_calls && !symbol.address_taken,
                Linkage::External => {
                    let name = symbol.name.as_str();
                    let unique = self.external.get(name).is_some_and(|same| same.len() == 1);
                    let bound = unique && !opacity.replaceable && self.is_one_program();
                    whole && bound && name != "main" && !addresses.contains(name)
                }
            };
            seen && (calls[function] == 1
                || (seeded(Bug::CalledTwiceIsOnce) && calls[function] == 2))
        };
        (0..self.functions.len()).filter(once).collect()
    }

    /// The names with external linkage whose address some unit uses.
    fn addresses(&self) -> HashSet<&'a str> {
        let symbols = self.outlines.iter().flat_map(|outline| &outline.symbols);
        symbols
            .filter(|s| s.address_taken && s.linkage == Linkage::External)
            .map(|s| s.name.as_str())
            .collect()
    }

    /// The functions that code which nobody knows may call: through a pointer, or by name unless
    /// the units are `all` that knows their names.
    pub fn entered_from_anywhere(&self, all: bool) -> Vec<usize> {
        let addresses = self.addresses();
        let closed = all && !self.hides_calls() && self.is_one_program();
        let entered = |&function: &usize| {
            let symbol = self.symbol(function);
            let opacity = self.outlines[self.functions[function].unit].opacity;
            let by_name = symbol.linkage == Linkage::External && {
                let name = symbol.name.as_str();
                let unique = self.external.get(name).is_some_and(|same| same.len() == 1);
                !closed || !unique || opacity.replaceable || addresses.contains(name)
            };
            by_name || symbol.address_taken || opacity.hidden_calls
        };
        (0..self.functions.len()).filter(entered).collect()
    }

    /// The functions that the library itself may call by name: those in the place of one of its
    /// own, and those with a name that is reserved for it, as `_sbrk` is.
    pub fn called_by_the_library(&self) -> Vec<usize> {
        let names = self.external.iter();
        let same = names.filter(|(name, _)| name.starts_with('_') || manner(name).is_some());
        same.flat_map(|(_, functions)| functions.iter().copied())
            .collect()
    }

    /// Whether some unit may put functions behind those of the library.
    pub fn hooks_the_library(&self) -> bool {
        let mut symbols = self.outlines.iter().flat_map(|outline| &outline.symbols);
        symbols.any(|s| s.used && HOOKS.contains(&s.name.as_str()))
    }

    /// The functions that call one that may come back twice. By name: whoever defines it, it is
    /// written to do so.
    pub fn returning_twice(&self) -> Vec<bool> {
        let twice = |function: &Linkable| {
            let symbols = &self.outlines[function.unit].symbols;
            let named = |symbol: usize| manner(&symbols[symbol].name) == Some(Manner::Twice);
            function.body.direct.twice || function.body.called().any(named)
        };
        self.functions.iter().map(twice).collect()
    }
}
