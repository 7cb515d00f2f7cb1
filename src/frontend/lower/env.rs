//! Names: scopes of identifiers and tags, and the tables behind them.
//!
//! A function body is lowered against a shared, finished file environment; what it adds itself
//! (local records, `static` locals, string literals) goes to tables of its own.

use super::super::ctype::{CType, IntKind, QualType, Record, RecordId, Records};
use super::super::facts::{Fact, Ledger};
use super::super::normalise::original_name;
use super::names::SymbolNames;
use crate::base::{Id, Span};
use crate::ir::{Global, GlobalId, GlobalKind, Linkage, VarId};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What an identifier stands for.
#[derive(Clone, Debug)]
pub enum Entity {
    /// Its declaration was left out.
    LeftOut,
    Typedef(QualType),
    EnumConst {
        value: i128,
        ty: CType,
    },
    Global {
        id: GlobalId,
        ty: QualType,
    },
    Var {
        id: VarId,
        ty: QualType,
    },
    /// A variable-length array: the variable holds the address of its storage.
    Vla {
        pointer: VarId,
        ty: QualType,
    },
}

#[derive(Clone, Copy, Debug)]
pub enum Tag {
    Record(RecordId),
    Enum(IntKind, u32),
}

#[derive(Default, Debug)]
struct Scope {
    names: HashMap<String, Entity>,
    tags: HashMap<String, Tag>,
}

#[derive(Debug)]
pub struct Env {
    outer: Option<Arc<Env>>,
    scopes: Vec<Scope>,
    /// All records: those of the file, then those of the function.
    pub records: Records,
    /// Only the globals added here; ids go on after those of the outer environment.
    globals: Vec<Global>,
    first_global: usize,
    /// By linker name, so that a redeclaration finds its symbol from any scope.
    linked: HashMap<String, GlobalId>,
    /// The symbols of names that have others.
    symbols: Arc<SymbolNames>,
    /// Those of these names that the file uses as values.
    values: Arc<HashSet<String>>,
    /// Some type is volatile or atomic: reads must be looked at one by one.
    pub has_volatile: bool,
    /// Some typedef gives a type less alignment than it has by itself.
    pub has_aligned_typedef: bool,
    /// Something in the file is `may_alias`.
    pub has_may_alias: bool,
    /// The least alignment that typedefs give a record before its definition.
    early_alignments: HashMap<RecordId, u64>,
    /// Names with an attribute that is not followed: no declaration makes them known.
    left_out: HashSet<String>,
    /// Tags that were named with such an attribute: some compilers keep it for the definition.
    lost_tags: HashSet<String>,
    /// What attributes say of the alignment of each object of the file; the inner `None` where they say different things.
    alignments: HashMap<GlobalId, Option<Option<u64>>>,
    enums: u32,
    /// What the item at hand defined: records, tags and constants of enumerations.
    fresh_records: Vec<RecordId>,
    fresh_enums: Vec<String>,
    fresh_constants: Vec<String>,
    /// What is computed, if someone wants to know.
    pub ledger: Option<Box<Ledger>>,
}

impl Env {
    pub fn file(symbols: SymbolNames, values: HashSet<String>, has_may_alias: bool) -> Env {
        Env {
            outer: None,
            scopes: vec![Scope::default()],
            records: Records::new(),
            globals: Vec::new(),
            first_global: 0,
            linked: HashMap::new(),
            symbols: Arc::new(symbols),
            values: Arc::new(values),
            has_volatile: false,
            has_aligned_typedef: false,
            has_may_alias,
            early_alignments: HashMap::new(),
            left_out: HashSet::new(),
            lost_tags: HashSet::new(),
            alignments: HashMap::new(),
            enums: 0,
            fresh_records: Vec::new(),
            fresh_enums: Vec::new(),
            fresh_constants: Vec::new(),
            ledger: None,
        }
    }

    /// The environment of one function body.
    pub fn function(file: &Arc<Env>) -> Env {
        Env {
            outer: Some(file.clone()),
            scopes: vec![Scope::default()],
            records: file.records.clone(),
            globals: Vec::new(),
            first_global: file.globals.len(),
            linked: HashMap::new(),
            symbols: file.symbols.clone(),
            values: file.values.clone(),
            has_volatile: file.has_volatile,
            has_aligned_typedef: file.has_aligned_typedef,
            has_may_alias: file.has_may_alias,
            early_alignments: file.early_alignments.clone(),
            left_out: file.left_out.clone(),
            lost_tags: file.lost_tags.clone(),
            alignments: HashMap::new(),
            enums: file.enums,
            fresh_records: Vec::new(),
            fresh_enums: Vec::new(),
            fresh_constants: Vec::new(),
            ledger: file.ledger.is_some().then(Box::default),
        }
    }

    pub fn push_scope(&mut self) {
        self.scopes.push(Scope::default());
    }

    pub fn pop_scope(&mut self) {
        self.scopes.pop();
    }

    pub fn lookup(&self, name: &str) -> Option<&Entity> {
        self.scopes
            .iter()
            .rev()
            .find_map(|scope| scope.names.get(name))
            .or_else(|| self.outer.as_ref()?.lookup(name))
    }

    pub fn declare(&mut self, name: &str, mut entity: Entity) {
        if matches!(entity, Entity::Global { .. }) && self.left_out.contains(name) {
            entity = Entity::LeftOut;
        }
        let scope = self
            .scopes
            .last_mut()
            .expect("an environment has at least one scope");
        scope.names.insert(name.to_string(), entity);
        if let Some(ledger) = &mut self.ledger {
            ledger.declared.push(name.to_string());
        }
    }

    pub fn tag(&self, name: &str) -> Option<Tag> {
        self.scopes
            .iter()
            .rev()
            .find_map(|scope| scope.tags.get(name).copied())
            .or_else(|| self.outer.as_ref()?.tag(name))
    }

    /// The names of the outermost scope, sorted.
    pub fn names(&self) -> Vec<(String, Entity)> {
        let names = self.scopes.first().map(|scope| &scope.names);
        let mut names: Vec<_> = names
            .into_iter()
            .flatten()
            .map(|(name, entity)| (name.clone(), entity.clone()))
            .collect();
        names.sort_by(|a, b| a.0.cmp(&b.0));
        names
    }

    /// Tells the ledger that what the tag names is complete.
    pub fn completed(&mut self, tag: &str) {
        if let Some(ledger) = &mut self.ledger {
            ledger.tags.push(tag.to_string());
        }
    }

    /// The tag if the innermost scope itself declares it.
    pub fn tag_here(&self, name: &str) -> Option<Tag> {
        self.scopes.last()?.tags.get(name).copied()
    }

    pub fn declare_tag(&mut self, name: &str, tag: Tag) {
        let scope = self
            .scopes
            .last_mut()
            .expect("an environment has at least one scope");
        scope.tags.insert(name.to_string(), tag);
    }

    /// Nothing is known of the name that its lost declaration would have said; `for_good` if also not by another one.
    pub fn leave_out(&mut self, name: &str, for_good: bool) {
        if for_good {
            self.left_out.insert(name.to_string());
        }
        if for_good || self.lookup(name).is_none() {
            self.declare(name, Entity::LeftOut);
        }
    }

    /// The tag has an attribute that is not followed: a definition that comes later is not as it is written.
    pub fn lose_tag(&mut self, tag: &str) {
        self.lost_tags.insert(tag.to_string());
    }

    pub fn is_lost_tag(&self, tag: Option<&str>) -> bool {
        tag.is_some_and(|tag| self.lost_tags.contains(tag))
    }

    /// Remembers what a declaration of an object says of its alignment.
    pub fn align_object(&mut self, id: GlobalId, align: Option<u64>) {
        let known = self.alignments.entry(id).or_insert(Some(align));
        if *known != Some(align) {
            *known = None;
        }
    }

    /// What attributes say of an object's alignment, if anything; `None` if its declarations differ.
    pub fn object_alignment(&self, id: GlobalId) -> Option<Option<u64>> {
        match (self.alignments.get(&id), &self.outer) {
            (Some(known), _) => *known,
            (None, Some(outer)) => outer.object_alignment(id),
            (None, None) => Some(None),
        }
    }

    pub fn new_enum(&mut self) -> u32 {
        self.enums += 1;
        self.enums
    }

    /// A typedef gives the record an alignment: noted if there is no definition yet.
    pub fn align_undefined(&mut self, id: RecordId, align: u64) {
        if self.records[id].layout.is_none() {
            let least = self.early_alignments.entry(id).or_insert(align);
            *least = align.min(*least);
        }
    }

    /// Whether a typedef before the definition gave less: for gcc the definition counts, for clang the typedef.
    pub fn is_aligned_early(&self, id: RecordId, align: u64) -> bool {
        self.early_alignments
            .get(&id)
            .is_some_and(|&early| early < align)
    }

    pub fn define_record(&mut self, id: RecordId, record: Record) {
        self.records[id] = Arc::new(record);
        self.fresh_records.push(id);
    }

    pub fn define_enum(&mut self, tag: Option<&str>, constants: impl Iterator<Item = String>) {
        self.fresh_enums.extend(tag.map(str::to_string));
        self.fresh_constants.extend(constants);
    }

    /// What is defined from here on belongs to another item.
    pub fn begin_item(&mut self) {
        self.fresh_records.clear();
        self.fresh_enums.clear();
        self.fresh_constants.clear();
    }

    /// Takes back the types that the item at hand defined: they are not as it was understood.
    pub fn take_back_types(&mut self) {
        for id in std::mem::take(&mut self.fresh_records) {
            let mut record = (*self.records[id]).clone();
            record.layout = None;
            self.records[id] = Arc::new(record);
        }
        for tag in std::mem::take(&mut self.fresh_enums) {
            for scope in &mut self.scopes {
                scope.tags.remove(&tag);
            }
        }
        for name in std::mem::take(&mut self.fresh_constants) {
            self.declare(&name, Entity::LeftOut);
        }
    }

    pub fn new_record(&mut self, tag: Option<String>, is_union: bool) -> RecordId {
        self.records.push(Arc::new(Record {
            tag,
            is_union,
            layout: None,
        }))
    }

    pub fn global(&self, id: GlobalId) -> &Global {
        match id.index().checked_sub(self.first_global) {
            Some(local) => &self.globals[local],
            None => self
                .outer
                .as_ref()
                .expect("ids below the first are of the outer environment")
                .global(id),
        }
    }

    /// The global if it was added here and may be changed.
    pub fn own_global(&mut self, id: GlobalId) -> Option<&mut Global> {
        self.globals
            .get_mut(id.index().checked_sub(self.first_global)?)
    }

    pub fn add_global(&mut self, global: Global) -> GlobalId {
        let id = GlobalId::from_index(self.first_global + self.globals.len());
        self.globals.push(global);
        id
    }

    /// What the linker calls a C name.
    pub fn symbol_of(&self, name: &str) -> String {
        let name = original_name(name);
        match self.symbols.get(&*name) {
            Some(symbol) => symbol.clone(),
            None => name.into_owned(),
        }
    }

    /// The symbol of a name with linkage, if it was declared before in any scope.
    pub fn linked(&self, name: &str) -> Option<GlobalId> {
        self.known_symbol(&self.symbol_of(name))
    }

    /// Whether the name is one of several for its symbol in this file. Compilers may take them for different objects.
    pub fn shares_symbol(&self, name: &str) -> bool {
        let symbol = self.symbol_of(name);
        let labelled = self
            .symbols
            .values()
            .filter(|other| **other == symbol)
            .count();
        let other = |id: GlobalId| !matches!(self.lookup(name), Some(Entity::Global { id: own, .. }) if *own == id);
        labelled > 1 || (labelled == 1 && self.linked(name).is_some_and(other))
    }

    /// Whether the file uses another name for the symbol of this one as a value.
    pub fn has_other_value(&self, name: &str) -> bool {
        let (name, symbol) = (original_name(name), self.symbol_of(name));
        let is_value = |other: &String| *other != *name && self.values.contains(other);
        let mut labelled = self.symbols.iter().filter(|(_, of)| **of == symbol);
        labelled.any(|(other, _)| is_value(other)) || is_value(&symbol)
    }

    fn known_symbol(&self, symbol: &str) -> Option<GlobalId> {
        let here = self.linked.get(symbol).copied();
        here.or_else(|| self.outer.as_ref()?.known_symbol(symbol))
    }

    pub fn add_linked(&mut self, global: Global) -> GlobalId {
        let name = global.name.clone();
        let id = self.add_global(global);
        self.linked.insert(name, id);
        id
    }

    /// The symbol of an external function, declared if it was not yet.
    pub fn external_function(&mut self, name: &str, noreturn: bool, span: Span) -> GlobalId {
        self.linked(name).unwrap_or_else(|| {
            self.add_linked(Global {
                name: self.symbol_of(name),
                kind: GlobalKind::Function {
                    noreturn,
                    twice: false,
                    elidable: false,
                    prototype: String::new(),
                },
                linkage: Linkage::External,
                replaceable: false,
                span,
            })
        })
    }

    /// Takes what the ledger holds.
    pub fn facts(&mut self) -> Vec<Fact> {
        let ledger = self.ledger.as_mut();
        ledger.map_or_else(Vec::new, |ledger| std::mem::take(&mut ledger.facts))
    }

    pub fn first_global(&self) -> usize {
        self.first_global
    }

    pub fn into_globals(self) -> Vec<Global> {
        self.globals
    }

    pub fn globals(&self) -> &[Global] {
        &self.globals
    }
}
