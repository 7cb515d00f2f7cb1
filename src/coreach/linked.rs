//! How names bind over all units.
//!
//! Comes in: the outlines of the units. Goes out: which function a call runs, and which functions
//! may be entered from where nobody looks. Nothing here knows what functions do.

use super::interrupt::{Inside, Target};
use super::library::{
    Calls, Manner, Special, Writes, builtin_may_return_twice, calls, is_builtin,
    is_object_of_library, manner, special, writes,
};
use super::outline::{Body, Outline, Symbol};
use super::program::World;
use crate::base::{
    ALLOCATORS, Assumed, EXTERNAL_DEFINITIONS, HOSTED, LIBRARY_NAMES, SINGLE_THREAD,
    STATIC_FUNCTIONS, STREAMS,
};
use crate::ir::{Linkage, library_prototype};
use std::collections::{HashMap, HashSet};

/// Functions that are assumed to do what the library's do (`compiler-calls`).
const COMPILER_CALLS: [&str; 5] = ["memcmp", "memcpy", "memmove", "memset", "strlen"];

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound<'a> {
    /// The function with this index.
    Function(usize),
    /// That of the C library.
    Library(&'a str),
    /// One of several, one that may be replaced, or one that nobody knows.
    Unknown,
}

/// Who calls a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Entry {
    /// Code that nobody knows may, besides the calls that the units show.
    Anywhere,
    /// It is `main`, and the environment alone calls it.
    Environment,
    /// The direct calls that the units show, and nothing else.
    Calls,
}

/// The functions of all units, and how names bind.
pub(super) struct Linked<'a> {
    pub outlines: &'a [Outline],
    pub functions: Vec<Linkable<'a>>,
    /// The index of each unit's first function.
    pub first: Vec<usize>,
    /// Functions with external linkage, by name.
    external: HashMap<&'a str, Vec<usize>>,
    /// Symbols that may be defined where no unit shows it.
    opaque: HashSet<&'a str>,
    /// Functions in the place of those of the library that neither allocate nor use streams. Compilers and the library call
    /// such functions for one another, as `strchr` for `strstr`.
    plain: Vec<usize>,
    pub rest: Rest,
}

/// What is known of the world around the functions.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    /// The table may be trusted.
    table: bool,
    /// Definitions are not replaced, unless they are weak.
    definitions: bool,
    /// Functions of the program stand behind streams, or behind all that allocates.
    streams: bool,
    allocators: bool,
    pub threads: bool,
    /// Functions may be left in the middle, and go on later.
    contexts: bool,
    /// The program may have a function of its own, which no unit shows, in the place of one of the library.
    replaced: bool,
}

impl Rest {
    /// `all_read` is false when some file of the program gave no outline: it may use and define anything.
    fn new(outlines: &[Outline], all_read: bool, assumed: &Assumed) -> Rest {
        let anything = !all_read || outlines.iter().any(|o| o.hidden.anything);
        let symbols = outlines.iter().flat_map(|outline| &outline.symbols);
        let used: HashSet<Special> = symbols
            .filter(|symbol| symbol.used)
            .map(|symbol| symbol.name.as_str())
            .chain(outlines.iter().flat_map(mentioned))
            .filter_map(special)
            .collect();
        let uses = |what| anything || used.contains(&what);
        let replaced = anything
            || outlines
                .iter()
                .flat_map(defined)
                .any(stands_for_the_library);
        let hooks = replaced || uses(Special::Hook);
        let by_flag = outlines.iter().any(|o| o.hidden.threads);
        let threads = uses(Special::Thread) || by_flag || !assumed.holds(SINGLE_THREAD);
        let bodies = || outlines.iter().flat_map(|outline| &outline.functions);
        Rest {
            table: assumed.holds(LIBRARY_NAMES) && !anything,
            definitions: assumed.holds(EXTERNAL_DEFINITIONS),
            streams: hooks || !assumed.holds(STREAMS),
            allocators: hooks || !assumed.holds(ALLOCATORS),
            threads,
            contexts: threads || uses(Special::Context) || bodies().any(|b| b.direct.asm),
            replaced,
        }
    }

    /// Any function of the library may run code that nobody knows.
    pub fn opens_the_library(&self) -> bool {
        self.streams || self.allocators || self.threads
    }

    /// A function that calls these may run code that nobody knows.
    fn opens(&self, calls: Calls) -> bool {
        match calls {
            Calls::Nothing => self.replaced,
            Calls::System => self.threads || self.replaced,
            Calls::Allocator => self.threads || self.allocators,
            Calls::Stream => self.threads || self.allocators || self.streams,
        }
    }
}

/// The names that a file may define in ways that its unit does not show.
fn defined(outline: &Outline) -> impl Iterator<Item = &str> {
    let names = outline.hidden.names.iter().chain(&outline.asm_defines);
    names.map(String::as_str)
}

/// The names that stand where the unit does not show a use of them.
fn mentioned(outline: &Outline) -> impl Iterator<Item = &str> {
    let names = outline
        .hidden
        .names
        .iter()
        .chain(&outline.hidden.inner_names);
    let others = outline.hidden.uses.iter().chain(&outline.asm_words);
    names.chain(others).map(String::as_str)
}

/// Whether the library may call a function of this name for one of its own; `__x__` is how keywords and attributes are written.
fn stands_for_the_library(name: &str) -> bool {
    let reserved = name.starts_with('_') && !name.ends_with("__");
    reserved || manner(name).is_some() || library_prototype(name).is_some()
}

/// Whether the library's function of this name neither allocates nor uses streams; those that compilers call apart.
fn is_plain(name: &str) -> bool {
    let calls = manner(name).map(|_| calls(name));
    matches!(calls, Some(Calls::Nothing | Calls::System)) && !COMPILER_CALLS.contains(&name)
}

pub(super) struct Linkable<'a> {
    pub unit: usize,
    pub body: &'a Body,
}

impl<'a> Linked<'a> {
    /// `all_read` is false when some file of the program gave no outline.
    pub fn new(outlines: &'a [Outline], all_read: bool, assumed: &Assumed) -> Linked<'a> {
        let inner = outlines.iter().flat_map(|o| &o.hidden.inner_names);
        let names = outlines.iter().flat_map(defined);
        let mut linked = Linked {
            opaque: names.chain(inner.map(String::as_str)).collect(),
            rest: Rest::new(outlines, all_read, assumed),
            outlines,
            functions: Vec::new(),
            first: Vec::new(),
            external: HashMap::new(),
            plain: Vec::new(),
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
        let inside = linked.called_by_the_library().into_iter();
        linked.plain = inside
            .filter(|&f| is_plain(&linked.symbol(f).name))
            .collect();
        linked
    }

    pub fn symbol(&self, function: usize) -> &'a Symbol {
        let Linkable { unit, body } = self.functions[function];
        &self.outlines[unit].symbols[body.symbol]
    }

    /// What a call of the symbol by the function is.
    pub fn target(&self, caller: usize, symbol: usize) -> Target {
        match self.bound(self.functions[caller].unit, symbol) {
            Bound::Function(function) => Target::Function(function),
            Bound::Unknown => Target::Unknown,
            Bound::Library(name) => match manner(name) {
                Some(Manner::Always) => match calls(name) {
                    calls if self.rest.opens(calls) => Target::Unknown,
                    Calls::Nothing | Calls::System => Target::Plain,
                    Calls::Allocator | Calls::Stream => Target::Library,
                },
                Some(Manner::Twice) => Target::Twice,
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
            let function = self.first[unit] + function;
            return match internal || self.is_bound_to(function) {
                true => Bound::Function(function),
                false => Bound::Unknown,
            };
        }
        if internal {
            return Bound::Unknown;
        }
        match self.external.get(symbol.name.as_str()).map(Vec::as_slice) {
            Some(&[function]) if self.is_one_program() && self.is_bound_to(function) => {
                Bound::Function(function)
            }
            Some(_) => Bound::Unknown,
            None if self.is_of_the_library(symbol) => Bound::Library(&symbol.name),
            None => Bound::Unknown,
        }
    }

    /// Whether calls of the function's name run it. Compilers have code of their own for calls of functions that the
    /// library has and of some more, so these may run the program's or not.
    fn is_bound_to(&self, function: usize) -> bool {
        let symbol = self.symbol(function);
        let hidden = &self.outlines[self.functions[function].unit].hidden;
        let name = symbol.name.as_str();
        let standard = manner(name).is_some() && symbol.fits_the_library();
        let known = (standard || is_builtin(name)) && !symbol.of_system;
        let replaceable = hidden.replaceable || symbol.replaceable;
        self.rest.definitions && !replaceable && !known && !self.opaque.contains(name)
    }

    /// Whether the symbol, which no unit defines, is what the table says of its name.
    fn is_of_the_library(&self, symbol: &Symbol) -> bool {
        let known = match manner(&symbol.name) {
            None => false,
            Some(Manner::Object) => symbol.prototype.is_none(),
            Some(_) => symbol.fits_the_library(),
        };
        known && self.rest.table && !self.opaque.contains(symbol.name.as_str())
    }

    /// What a function of the library writes.
    pub fn library_writes(&self, name: &str) -> Writes {
        match writes(name) {
            _ if self.rest.opens(calls(name)) => Writes::Anything,
            Writes::Nothing if !self.plain.is_empty() => Writes::Memory,
            writes => writes,
        }
    }

    /// Files with more than one `main` are several programs: names do not bind across them.
    fn is_one_program(&self) -> bool {
        self.external
            .get("main")
            .is_none_or(|mains| mains.len() == 1)
    }

    pub fn has_one_main(&self) -> bool {
        let mains = self.external.get("main");
        mains.is_some_and(|mains| mains.len() == 1)
    }

    /// Whether the name may be defined or used where no unit shows it.
    pub fn is_opaque(&self, name: &str) -> bool {
        self.opaque.contains(name)
    }

    pub fn is_whole(&self, world: World, all_read: bool) -> bool {
        match world {
            World::Whole => true,
            World::Library | World::Part => false,
            World::Auto => {
                self.has_one_main()
                    && all_read
                    && !self.hides_calls()
                    && self.uses_only_the_library()
            }
        }
    }

    fn hides_calls(&self) -> bool {
        self.outlines.iter().any(|o| o.hidden.calls)
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
            self.external.contains_key(name)
                || objects.contains(name)
                || self.is_of_the_library(symbol)
        };
        symbols()
            .filter(|s| s.used && s.linkage == Linkage::External)
            .all(known)
    }

    /// The functions that are entered from one call in the program and from nowhere else, and whenever that call is passed.
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
        // Some declaration lets compilers leave calls out.
        let symbols = self.outlines.iter().flat_map(|outline| &outline.symbols);
        let elidable = symbols.filter(|s| s.elidable && s.linkage == Linkage::External);
        let elidable: HashSet<&str> = elidable.map(|symbol| symbol.name.as_str()).collect();
        let is_elidable = |symbol: &Symbol| {
            let external = symbol.linkage == Linkage::External;
            symbol.elidable || external && elidable.contains(symbol.name.as_str())
        };
        let once = |&function: &usize| {
            let symbol = self.symbol(function);
            let hidden = &self.outlines[self.functions[function].unit].hidden;
            let seen = match symbol.linkage {
                Linkage::Internal => !hidden.calls && !symbol.address_taken,
                Linkage::External => {
                    let name = symbol.name.as_str();
                    let unique = self.external.get(name).is_some_and(|same| same.len() == 1);
                    let bound = unique && self.is_bound_to(function) && self.is_one_program();
                    let entered = name == "main" || symbol.is_called_inside();
                    whole && bound && !entered && !addresses.contains(name)
                }
            };
            seen && calls[function] == 1 && !is_elidable(symbol)
        };
        (0..self.functions.len()).filter(once).collect()
    }

    /// The objects with external linkage that only instructions of the units access, and those by name. `all`: nothing outside of the
    /// units knows their names.
    pub fn shared_objects(&self, all: bool) -> HashSet<&'a str> {
        let hidden = || self.outlines.iter().map(|outline| &outline.hidden);
        let closed = all
            && self.has_one_main()
            && !self.rest.contexts
            && self.rest.definitions
            && !hidden().any(|h| h.calls || h.objects || h.replaceable);
        if !closed {
            return HashSet::new();
        }
        let mut defined: HashMap<&str, usize> = HashMap::new();
        let mut exposed: HashSet<&str> = self.outlines.iter().flat_map(mentioned).collect();
        for outline in self.outlines {
            for (number, symbol) in (0u32..).zip(&outline.symbols) {
                let name = symbol.name.as_str();
                if symbol.linkage != Linkage::External {
                    continue;
                }
                if outline.shared.binary_search(&number).is_err() {
                    exposed.insert(name);
                }
                *defined.entry(name).or_default() += usize::from(symbol.object);
            }
        }
        let once = defined.into_iter().filter(|(_, count)| *count == 1);
        let names = once.map(|(name, _)| name);
        let is_ours = |name: &&str| {
            !exposed.contains(name) && !self.opaque.contains(name) && !is_object_of_library(name)
        };
        names.filter(is_ours).collect()
    }

    /// The names with external linkage whose address some unit uses.
    fn addresses(&self) -> HashSet<&'a str> {
        let symbols = self.outlines.iter().flat_map(|outline| &outline.symbols);
        let taken = symbols.filter(|s| s.address_taken && s.linkage == Linkage::External);
        let words = self.outlines.iter().flat_map(|outline| &outline.asm_words);
        let names = taken.map(|s| s.name.as_str());
        names.chain(words.map(String::as_str)).collect()
    }

    /// The functions that code which nobody knows may call: through a pointer, or by name unless
    /// the units are `all` that knows their names. What was left out of a file knows the names that stand in it.
    pub fn entered_from_anywhere(&self, all: bool) -> Vec<usize> {
        let mut addresses = self.addresses();
        let words: Vec<HashSet<&str>> = self
            .outlines
            .iter()
            .map(|o| mentioned(o).collect())
            .collect();
        addresses.extend(words.iter().flatten());
        let closed = all && !self.hides_calls() && self.is_one_program() && !self.rest.contexts;
        let entered = |&function: &usize| {
            let symbol = self.symbol(function);
            let hidden = &self.outlines[self.functions[function].unit].hidden;
            let by_name = symbol.linkage == Linkage::External && {
                let name = symbol.name.as_str();
                let unique = self.external.get(name).is_some_and(|same| same.len() == 1);
                !closed || !unique || !self.is_bound_to(function) || addresses.contains(name)
            };
            let named = words[self.functions[function].unit].contains(symbol.name.as_str());
            by_name || named || symbol.address_taken || hidden.unnamed
        };
        (0..self.functions.len()).filter(entered).collect()
    }

    /// Who calls each function. Without a `main` nobody knows where the program starts.
    pub fn entries(
        &self,
        world: World,
        whole: bool,
        all_read: bool,
        assumed: &Assumed,
    ) -> Vec<Entry> {
        let mut entries = vec![Entry::Calls; self.functions.len()];
        let called_inside = self.called_by_the_library();
        let anywhere = self.entered_from_anywhere(whole && all_read && self.has_one_main());
        for function in anywhere.into_iter().chain(called_inside) {
            entries[function] = Entry::Anywhere;
        }
        if !assumed.holds(STATIC_FUNCTIONS) {
            entries.fill(Entry::Anywhere);
        }
        let hosted = assumed.holds(HOSTED) && world != World::Library && all_read;
        let addresses = self.addresses();
        for (function, entry) in entries.iter_mut().enumerate() {
            let symbol = self.symbol(function);
            if symbol.name == "main" && symbol.linkage == Linkage::External {
                let seen = !self.hides_calls() && self.is_one_program();
                let named = self.is_called("main") || addresses.contains("main");
                *entry = match hosted && seen && !named && !self.opaque.contains("main") {
                    true => Entry::Environment,
                    false => Entry::Anywhere,
                };
            }
        }
        entries
    }

    /// Whether some unit calls an external function of this name.
    fn is_called(&self, name: &str) -> bool {
        self.functions.iter().any(|function| {
            let symbols = &self.outlines[function.unit].symbols;
            let mut called = function.body.called();
            called.any(|symbol| symbols[symbol].name == name)
        })
    }

    /// The functions that the library itself may call by name.
    pub fn called_by_the_library(&self) -> Vec<usize> {
        let inside = |&function: &usize| {
            let symbol = self.symbol(function);
            symbol.linkage == Linkage::External && symbol.is_called_inside()
        };
        (0..self.functions.len()).filter(inside).collect()
    }

    pub fn inside(&self) -> Inside {
        Inside {
            all: self.called_by_the_library(),
            plain: self.plain.clone(),
        }
    }

    /// The functions that call one that may come back twice. By name: whoever defines it, it is
    /// written to do so. Where its name is used otherwise than to call it, an indirect call may be one of it.
    pub fn returning_twice(&self) -> Vec<bool> {
        let pointed = self.outlines.iter().any(|outline| {
            let mut symbols = outline.symbols.iter();
            symbols.any(|symbol| symbol.twice && symbol.address_taken)
                || mentioned(outline).any(builtin_may_return_twice)
        });
        let twice = |function: &Linkable| {
            let symbols = &self.outlines[function.unit].symbols;
            let named = |symbol: usize| symbols[symbol].twice;
            let direct = &function.body.direct;
            direct.twice || pointed && direct.unknown || function.body.called().any(named)
        };
        self.functions.iter().map(twice).collect()
    }
}
