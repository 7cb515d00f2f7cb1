//! Units put together: which symbol each global of each unit is, and where it lies.
//!
//! Comes in: units. Goes out: the table of symbols and the laid-out globals. The symbol with
//! number `n` is the object with number `n + 1` of the memory, so its address needs no table.
//! Nothing here knows how code runs.

use super::Fault;
use super::compile::Globals;
use super::libc::{self, Host, Routine};
use crate::base::Id;
use crate::ir::{Function, Global, GlobalId, GlobalKind, Linkage, Unit};
use std::collections::HashMap;

pub(super) struct Symbol {
    pub name: String,
    pub kind: SymbolKind,
}

#[derive(Clone, Copy)]
pub(super) enum SymbolKind {
    /// Defined by a function of a unit.
    Function {
        unit: usize,
        function: usize,
    },
    /// A function of the library.
    Routine(Routine),
    /// Defined by a global of a unit.
    Object {
        unit: usize,
        global: GlobalId,
    },
    Missing,
}

pub(super) struct Program<'u> {
    units: Vec<&'u Unit>,
    pub symbols: Vec<Symbol>,
    /// The symbol of each global of each unit.
    symbol_of: Vec<Vec<u32>>,
    by_name: HashMap<&'u str, u32>,
}

/// The globals of one unit.
pub(super) struct UnitGlobals<'a>(&'a [u32]);

impl Globals for UnitGlobals<'_> {
    fn address(&self, global: GlobalId) -> u64 {
        address(self.symbol(global))
    }

    fn symbol(&self, global: GlobalId) -> u32 {
        self.0[global.index()]
    }
}

fn address(symbol: u32) -> u64 {
    (u64::from(symbol) + 1) << 32
}

impl<'u> Program<'u> {
    pub fn link(units: &[&'u Unit]) -> Program<'u> {
        let mut program = Program {
            units: units.to_vec(),
            symbols: Vec::new(),
            symbol_of: Vec::new(),
            by_name: HashMap::new(),
        };
        for (unit, content) in units.iter().enumerate() {
            let globals = content.globals.iter();
            let symbols = globals
                .map(|(id, global)| program.symbol(unit, id, global))
                .collect();
            program.symbol_of.push(symbols);
        }
        for (unit, content) in units.iter().enumerate() {
            for (function, definition) in content.functions.iter().enumerate() {
                program.define(unit, function, definition);
            }
        }
        program.find_routines();
        program
    }

    /// The symbol of a global: an external name is the same symbol in every unit.
    fn symbol(&mut self, unit: usize, id: GlobalId, global: &'u Global) -> u32 {
        let defined = matches!(&global.kind, GlobalKind::Object { init: Some(_), .. });
        let kind = match defined {
            true => SymbolKind::Object { unit, global: id },
            false => SymbolKind::Missing,
        };
        let is_external = global.linkage == Linkage::External;
        if is_external && let Some(&symbol) = self.by_name.get(global.name.as_str()) {
            let known = &mut self.symbols[symbol as usize].kind;
            if matches!(known, SymbolKind::Missing) {
                *known = kind;
            }
            return symbol;
        }
        let symbol = self.symbols.len() as u32;
        self.symbols.push(Symbol {
            name: global.name.clone(),
            kind,
        });
        if is_external {
            self.by_name.insert(&global.name, symbol);
        }
        symbol
    }

    fn define(&mut self, unit: usize, function: usize, definition: &Function) {
        let Some(&symbol) = self.symbol_of[unit].get(definition.symbol.index()) else {
            return;
        };
        let kind = &mut self.symbols[symbol as usize].kind;
        if matches!(kind, SymbolKind::Missing) {
            *kind = SymbolKind::Function { unit, function };
        }
    }

    /// What no unit defines may come from the library.
    fn find_routines(&mut self) {
        for symbol in &mut self.symbols {
            if let SymbolKind::Missing = symbol.kind
                && let Some(routine) = libc::find(&symbol.name)
            {
                symbol.kind = SymbolKind::Routine(routine);
            }
        }
    }

    pub fn find(&self, name: &str) -> Option<u32> {
        if let Some(&symbol) = self.by_name.get(name) {
            return Some(symbol);
        }
        let index = self.symbols.iter().position(|symbol| symbol.name == name);
        index.map(|index| index as u32)
    }

    pub fn function(&self, symbol: u32) -> Option<(usize, &'u Function)> {
        match self.symbols.get(symbol as usize)?.kind {
            SymbolKind::Function { unit, function } => {
                Some((unit, &self.units[unit].functions[function]))
            }
            _ => None,
        }
    }

    pub fn globals(&self, unit: usize) -> UnitGlobals<'_> {
        UnitGlobals(&self.symbol_of[unit])
    }

    /// The function that a pointer points to.
    pub fn symbol_at(&self, pointer: u64) -> Result<u32, Fault> {
        let index = (pointer >> 32).wrapping_sub(1);
        let symbol = u32::try_from(index).ok().filter(|_| pointer as u32 == 0);
        let kind = symbol
            .and_then(|symbol| self.symbols.get(symbol as usize))
            .map(|s| s.kind);
        match (symbol, kind) {
            (_, None | Some(SymbolKind::Object { .. })) | (None, _) => {
                Err(Fault::trap("call through a pointer that is no function"))
            }
            (Some(symbol), Some(_)) => Ok(symbol),
        }
    }

    /// Makes an object per symbol, in order, and fills in the initial content.
    pub fn lay_out(&self, host: &mut Host) -> Result<(), Fault> {
        for symbol in &self.symbols {
            let size = match symbol.kind {
                SymbolKind::Object { unit, global } => {
                    object_size(&self.units[unit].globals[global])
                }
                _ => libc::object_size(&symbol.name),
            };
            host.memory.allocate(size)?;
        }
        host.start()?;
        for (number, symbol) in self.symbols.iter().enumerate() {
            let place = address(number as u32);
            match symbol.kind {
                SymbolKind::Object { unit, global } => {
                    self.fill(host, place, unit, &self.units[unit].globals[global])?;
                }
                SymbolKind::Missing if libc::object_size(&symbol.name) == 0 => {
                    host.memory.mark_foreign(place);
                }
                _ => host.fill_object(&symbol.name, place)?,
            }
        }
        Ok(())
    }

    fn fill(&self, host: &mut Host, place: u64, unit: usize, global: &Global) -> Result<(), Fault> {
        let GlobalKind::Object {
            init: Some(init),
            constant,
            ..
        } = &global.kind
        else {
            return Ok(());
        };
        host.memory.write(place, &init.bytes)?;
        for reloc in &init.relocs {
            let target = self.globals(unit).address(reloc.target);
            let value = target.wrapping_add(reloc.addend as u64);
            host.memory
                .write(place + reloc.offset, &value.to_le_bytes())?;
        }
        if *constant {
            host.memory.mark_read_only(place);
        }
        Ok(())
    }
}

/// A flexible array member may be initialised past the size of its type.
fn object_size(global: &Global) -> u64 {
    match &global.kind {
        GlobalKind::Object { size, init, .. } => {
            let bytes = init.as_ref().map_or(0, |init| init.bytes.len() as u64);
            (*size).max(bytes)
        }
        GlobalKind::Function { .. } => 0,
    }
}
