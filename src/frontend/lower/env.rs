//! Names: scopes of identifiers and tags, and the tables behind them.
//!
//! A function body is lowered against a shared, finished file environment; what it adds itself
//! (local records, `static` locals, string literals) goes to tables of its own.

use super::super::ctype::{CType, IntKind, QualType, Record, RecordId, Records};
use super::super::normalise::original_name;
use super::names::SymbolNames;
use crate::base::{Id, Span};
use crate::ir::{Global, GlobalId, GlobalKind, Linkage, VarId};
use std::collections::HashMap;
use std::sync::Arc;

/// What an identifier stands for.
#[derive(Clone, Debug)]
pub enum Entity {
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
    Enum(IntKind),
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
    /// Some type is volatile or atomic: reads must be looked at one by one.
    pub has_volatile: bool,
}

impl Env {
    pub fn file(symbols: SymbolNames) -> Env {
        Env {
            outer: None,
            scopes: vec![Scope::default()],
            records: Records::new(),
            globals: Vec::new(),
            first_global: 0,
            linked: HashMap::new(),
            symbols: Arc::new(symbols),
            has_volatile: false,
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
            has_volatile: file.has_volatile,
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

    pub fn declare(&mut self, name: &str, entity: Entity) {
        let scope = self
            .scopes
            .last_mut()
            .expect("an environment has at least one scope");
        scope.names.insert(name.to_string(), entity);
    }

    pub fn tag(&self, name: &str) -> Option<Tag> {
        self.scopes
            .iter()
            .rev()
            .find_map(|scope| scope.tags.get(name).copied())
            .or_else(|| self.outer.as_ref()?.tag(name))
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
                    prototype: String::new(),
                },
                linkage: Linkage::External,
                replaceable: false,
                span,
            })
        })
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
