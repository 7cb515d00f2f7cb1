//! A translation unit: its functions and its symbols.

use super::Function;
use crate::base::{IdVec, Span, id_type};

id_type!(
    /// A function or object with static storage: also string literals and `static` locals.
    GlobalId, "g"
);

#[derive(Clone, PartialEq, Hash, Debug, Default)]
pub struct Unit {
    pub globals: IdVec<GlobalId, Global>,
    /// The definitions that could be lowered, in source order.
    pub functions: Vec<Function>,
}

impl Unit {
    /// Other definitions may take the place of all that other units can name.
    pub fn may_be_interposed(&mut self) {
        for (_, global) in self.globals.iter_mut() {
            global.replaceable |= global.linkage == Linkage::External;
        }
    }
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Global {
    /// The linker's name; `static` locals are `function.name`, string literals `.strN`.
    pub name: String,
    pub kind: GlobalKind,
    pub linkage: Linkage,
    /// What it is may be what another definition says (`weak`, `alias`, an inline definition).
    pub replaceable: bool,
    pub span: Span,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub enum GlobalKind {
    Function {
        noreturn: bool,
        /// It may come back again from a call that came back (`returns_twice`).
        twice: bool,
        /// Compilers may leave calls of it out, or make one of several (`pure`, `const`).
        elidable: bool,
        /// As its declarations have it, see [`super::prototype_fits`]; empty if nothing declares it.
        prototype: String,
    },
    Object {
        /// 0 when incomplete (`extern int a[];`).
        size: u64,
        align: u64,
        /// `None`: only declared here. Tentative definitions are zero.
        init: Option<Init>,
        /// Declared `const` at its top: no defined execution writes it.
        constant: bool,
        volatile: bool,
        thread_local: bool,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Linkage {
    External,
    /// `static`: no other unit can name it.
    Internal,
}

/// Initial content. Bytes past the end of `bytes` are zero.
#[derive(Clone, PartialEq, Hash, Debug, Default)]
pub struct Init {
    pub bytes: Vec<u8>,
    pub relocs: Vec<Reloc>,
}

/// Eight bytes at `offset` hold the address of `target` plus `addend`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reloc {
    pub offset: u64,
    pub target: GlobalId,
    pub addend: i64,
}

impl Global {
    /// A function of which nothing but its name is known.
    pub fn function(name: impl Into<String>) -> Global {
        Global {
            name: name.into(),
            kind: GlobalKind::Function {
                noreturn: false,
                twice: false,
                elidable: false,
                prototype: String::new(),
            },
            linkage: Linkage::External,
            replaceable: false,
            span: Span::default(),
        }
    }
}

/// What the unit of a file does not show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hidden {
    /// A function may be called, or its address taken, by what the unit does not have: a part of
    /// the file that was left out, an attribute, asm outside of functions.
    pub calls: bool,
    /// All of that, but for parts of the file whose text is known: these can use only what `names`, `inner_names` or `uses` has.
    pub unnamed: bool,
    /// An object may be used by what the unit does not have and does not name: all that is `unnamed`, or a section
    /// attribute, since the linker tells where sections start and end.
    pub objects: bool,
    /// Another file may replace a definition with external linkage (`weak`).
    pub replaceable: bool,
    /// Symbols that the file may define, or use, in ways that the unit does not show: functions that were left out,
    /// and what an `alias` or asm outside of functions names.
    pub names: Vec<String>,
    /// The same, where the symbol is none that the library would call: `static`, or of a system header.
    pub inner_names: Vec<String>,
    /// Names that stand in what was left out.
    pub uses: Vec<String>,
    /// Asm makes names that its text does not have, so the file may define and use any symbol.
    pub anything: bool,
    /// The flags make compilers start threads.
    pub threads: bool,
}
