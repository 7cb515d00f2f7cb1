//! Variables and memory: what other rules may do with them, and the model behind that.
//!
//! The interface is the functions that others can call: they read and write variables, scalars at addresses and bytes, and
//! havoc what may have been written. The model is the fields of [`State`], which nobody else sees: memory is one array of bytes
//! for everything that a pointer may reach, and one array for each private local and each separable global.

use super::defined::Defined;
use super::loops::Writes;
use super::passive::{Encoder, sort_of};
use super::separation::Storage;
use crate::base::Id;
use crate::ir::*;
use crate::logic::{Sort, TermId, Terms};
use crate::ranges::{Interval, Scalar};

/// The values of variables and memory at some point.
#[derive(Clone)]
pub struct State {
    /// By variable: its value, or for a private object its bytes. `None` is any value; it gets a name when it is read.
    vars: Vec<Option<TermId>>,
    /// The bytes of the separable globals that the function names.
    globals: Vec<TermId>,
    /// What pointers reach.
    memory: TermId,
    /// What holds since nothing undefined came before.
    pub defined: Defined,
}

/// Larger copies are havocked instead of spelled out.
const MAX_COPY: u64 = 64;

impl State {
    /// Memory may hold anything; there are no variables and globals yet.
    pub fn new(terms: &mut Terms) -> State {
        State {
            vars: Vec::new(),
            globals: Vec::new(),
            memory: terms.fresh("memory", Sort::Memory, None),
            defined: Defined::default(),
        }
    }

    /// What a function that is called here finds, which has no variables yet.
    pub fn called(&self) -> State {
        State {
            vars: Vec::new(),
            globals: self.globals.clone(),
            memory: self.memory,
            defined: self.defined.called(),
        }
    }

    /// The same variables, with what a call leaves of the rest.
    pub fn returned(&mut self, back: &State) {
        self.globals.clone_from(&back.globals);
        self.memory = back.memory;
        self.defined.returned(&back.defined);
    }

    /// Variables have any values, and nothing is known to be defined.
    pub fn havoc_variables(&mut self) {
        self.vars.fill(None);
        self.defined = Defined::default();
    }

    /// The state is `other` where `condition` holds.
    pub fn merge(&mut self, terms: &mut Terms, condition: TermId, other: &State) {
        for (mine, theirs) in self.vars.iter_mut().zip(&other.vars) {
            if mine != theirs {
                let both = theirs.zip(*mine);
                *mine = both.map(|(theirs, mine)| terms.ite(condition, theirs, mine));
            }
        }
        for (mine, theirs) in self.globals.iter_mut().zip(&other.globals) {
            if mine != theirs {
                *mine = terms.ite(condition, *theirs, *mine);
            }
        }
        if self.memory != other.memory {
            self.memory = terms.ite(condition, other.memory, self.memory);
        }
        self.defined.merge(&other.defined);
    }
}

impl Encoder<'_> {
    /// The variables of the function, each with any value.
    pub fn add_variables(&mut self) {
        for var in self.f.vars.ids() {
            let value = self.unknown(var);
            self.state.vars.push(Some(value));
        }
    }

    /// The separable globals, each with any content.
    pub fn add_globals(&mut self) {
        for global in 0..self.separation.globals.len() {
            let bytes = self.unknown_global(global);
            self.state.globals.push(bytes);
        }
    }

    /// A variable that stands for any value of `var`.
    fn unknown(&mut self, var: VarId) -> TermId {
        let v = &self.f.vars[var];
        let sort = match v.ty {
            _ if self.separation.private[var.index()] => Sort::Memory,
            Some(ty) => sort_of(ty),
            None => Sort::Memory,
        };
        let tag = self.tag(var);
        self.terms.fresh(&v.name, sort, tag)
    }

    /// A variable that stands for any content of a separable global.
    fn unknown_global(&mut self, global: usize) -> TermId {
        let name = &self.unit.globals[self.separation.globals[global]].name;
        self.terms.fresh(name, Sort::Memory, None)
    }

    /// The variable takes a value.
    pub fn set(&mut self, var: VarId, value: TermId) {
        let v = &self.f.vars[var];
        match (v.address_taken, v.ty) {
            (true, Some(ty)) => {
                let bits = self.bytes_of_scalar(ty, value);
                let (memory, address) = self.place_of_var(var);
                let memory = self.terms.store_le(memory, address, bits);
                self.set_memory_of(var, memory);
            }
            _ => self.state.vars[var.index()] = Some(value),
        }
    }

    /// The variable takes any value.
    pub fn havoc(&mut self, var: VarId) {
        let v = &self.f.vars[var];
        let name = v.name.as_str();
        let tag = self.tag(var);
        if self.separation.private[var.index()] {
            self.state.vars[var.index()] = Some(self.terms.fresh(name, Sort::Memory, None));
        } else if v.address_taken {
            let (memory, address) = self.place_of_var(var);
            if v.size > MAX_COPY {
                self.havoc_memory();
                return;
            }
            let mut memory = memory;
            for i in 0..v.size {
                let byte = self.terms.fresh(name, Sort::BitVec(8), None);
                let at = self.terms.offset(address, i);
                memory = self.terms.store(memory, at, byte);
            }
            self.state.memory = memory;
        } else if let Some(ty) = v.ty {
            self.state.vars[var.index()] = Some(self.terms.fresh(name, sort_of(ty), tag));
        }
    }

    /// What these writes may write takes any value.
    pub fn havoc_writes(&mut self, writes: &Writes) {
        for &var in &writes.vars {
            self.state.vars[var.index()] = Some(self.unknown(var));
        }
        for &global in &writes.globals {
            self.state.globals[global] = self.unknown_global(global);
        }
        if writes.memory {
            self.havoc_memory();
        }
    }

    fn havoc_memory(&mut self) {
        self.state.memory = self.terms.fresh("memory", Sort::Memory, None);
    }

    /// The variable's value, which is not in memory, lies in the interval.
    pub fn keep_between(&mut self, var: VarId, interval: Option<Interval>) {
        if let (Some(interval), Some(ty)) = (interval, self.f.vars[var].ty) {
            let value = self.content_of(var);
            self.state.vars[var.index()] = Some(self.confined(value, interval, ty));
        }
    }

    /// The value of a scalar variable.
    pub fn read_var(&mut self, var: VarId) -> TermId {
        let v = &self.f.vars[var];
        match (v.address_taken, v.ty) {
            (true, Some(ty)) if self.result_only && !self.separation.private[var.index()] => {
                self.unknown_value(ty)
            }
            (true, Some(ty)) => {
                let (memory, address) = self.place_of_var(var);
                let bits = self.terms.load_le(memory, address, bytes_of(ty));
                self.scalar_of_bytes(ty, bits)
            }
            _ => self.content_of(var),
        }
    }

    /// The value of a variable that is not in memory, or the bytes of a private one.
    pub fn content_of(&mut self, var: VarId) -> TermId {
        match self.state.vars[var.index()] {
            Some(value) => value,
            None => {
                let value = self.unknown(var);
                *self.state.vars[var.index()].insert(value)
            }
        }
    }

    fn place_of_var(&mut self, var: VarId) -> (TermId, TermId) {
        if self.separation.private[var.index()] {
            (self.content_of(var), self.terms.bv(0, 64))
        } else {
            (self.state.memory, self.base(Object::Local(var)))
        }
    }

    fn set_memory_of(&mut self, var: VarId, memory: TermId) {
        if self.separation.private[var.index()] {
            self.state.vars[var.index()] = Some(memory);
        } else {
            self.state.memory = memory;
        }
    }

    /// The array that an access goes to, its content, and the index there.
    fn place(&mut self, addr: ExprId) -> (Storage, TermId, TermId) {
        let storage = self.separation.storage(self.f, addr);
        let (memory, index) = match storage {
            Storage::Memory => {
                let address = self.value(addr);
                (self.state.memory, address)
            }
            Storage::Local(var) => (self.content_of(var), self.offset_inside(addr)),
            Storage::Global(global) => (self.state.globals[global], self.offset_inside(addr)),
        };
        (storage, memory, index)
    }

    /// The offset of an address inside its object.
    fn offset_inside(&mut self, addr: ExprId) -> TermId {
        match self.f.expr(addr).kind {
            ExprKind::PtrAdd {
                base, index, scale, ..
            } => {
                let base = self.offset_inside(base);
                let bytes = self.scaled(index, scale);
                self.terms.add(base, bytes)
            }
            _ => self.terms.bv(0, 64),
        }
    }

    pub fn load(&mut self, addr: ExprId, ty: Ty) -> TermId {
        if let Some(value) = self.constant_load(addr, ty) {
            return value;
        }
        let value = match self.table_load(addr, ty) {
            Some(value) => value,
            None => self.memory_load(addr, ty),
        };
        match self.known_content(addr, ty) {
            Some(range) => self.confined(value, range, ty),
            None => value,
        }
    }

    fn memory_load(&mut self, addr: ExprId, ty: Ty) -> TermId {
        let (storage, memory, address) = self.place(addr);
        let mixed = storage == Storage::Memory && self.separation.is_mixed(self.f, addr);
        if mixed || self.is_hidden(storage) {
            return self.unknown_value(ty);
        }
        let bits = self.terms.load_le(memory, address, bytes_of(ty));
        self.scalar_of_bytes(ty, bits)
    }

    /// What a scalar of a global lies between.
    fn known_content(&self, addr: ExprId, ty: Ty) -> Option<Interval> {
        let access = access(self.f, addr)?;
        match access.object {
            Object::Global(global) => self.calls.content(global, &access, ty),
            Object::Local(_) => None,
        }
    }

    /// Whether what is there is not looked at.
    fn is_hidden(&self, storage: Storage) -> bool {
        self.result_only && !matches!(storage, Storage::Local(_))
    }

    pub fn store(&mut self, addr: ExprId, ty: Ty, value: TermId) {
        let bits = self.bytes_of_scalar(ty, value);
        let (storage, memory, address) = self.place(addr);
        let memory = self.terms.store_le(memory, address, bits);
        self.put(storage, memory);
    }

    /// The scalar of the separable global of this index lies in the interval.
    pub fn confine_global(&mut self, index: usize, scalar: &Scalar, value: Interval) {
        let memory = self.state.globals[index];
        let at = self.terms.bv(u128::from(scalar.offset), 64);
        let bits = self.terms.load_le(memory, at, bytes_of(scalar.ty));
        let held = self.scalar_of_bytes(scalar.ty, bits);
        let held = self.confined(held, value, scalar.ty);
        let bits = self.bytes_of_scalar(scalar.ty, held);
        self.state.globals[index] = self.terms.store_le(memory, at, bits);
        self.known.clear();
    }

    fn put(&mut self, storage: Storage, memory: TermId) {
        match storage {
            Storage::Memory => self.state.memory = memory,
            Storage::Local(var) => self.state.vars[var.index()] = Some(memory),
            Storage::Global(global) => self.state.globals[global] = memory,
        }
    }

    pub fn copy(&mut self, dst: ExprId, src: ExprId, size: u64) {
        let (storage, memory, to) = self.place(dst);
        if size > MAX_COPY {
            return self.havoc_storage(storage);
        }
        let (other, source, from) = self.place(src);
        if self.is_hidden(other) {
            return self.havoc_storage(storage);
        }
        let mut memory = memory;
        for i in 0..size {
            let at = self.terms.offset(from, i);
            let byte = self.terms.select(source, at);
            let at = self.terms.offset(to, i);
            memory = self.terms.store(memory, at, byte);
        }
        self.put(storage, memory);
    }

    /// The bytes of an object; none if they are many or not looked at.
    pub fn bytes_at(&mut self, addr: ExprId, size: u64) -> Vec<TermId> {
        let (storage, memory, from) = self.place(addr);
        if size > MAX_COPY || self.is_hidden(storage) {
            return Vec::new();
        }
        let byte = |i| {
            let at = self.terms.offset(from, i);
            self.terms.select(memory, at)
        };
        (0..size).map(byte).collect()
    }

    /// A variable in memory takes these bytes.
    pub fn set_bytes(&mut self, var: VarId, bytes: &[TermId]) {
        let (mut memory, address) = self.place_of_var(var);
        for (i, &byte) in bytes.iter().enumerate() {
            let at = self.terms.offset(address, i as u64);
            memory = self.terms.store(memory, at, byte);
        }
        self.set_memory_of(var, memory);
    }

    pub fn zero(&mut self, dst: ExprId, size: u64) {
        let (storage, memory, to) = self.place(dst);
        if size > MAX_COPY {
            return self.havoc_storage(storage);
        }
        let zero = self.terms.bv(0, 8);
        let mut memory = memory;
        for i in 0..size {
            let at = self.terms.offset(to, i);
            memory = self.terms.store(memory, at, zero);
        }
        self.put(storage, memory);
    }

    /// These bytes take any value.
    pub fn havoc_bytes(&mut self, dst: ExprId, size: u64) {
        let (storage, memory, to) = self.place(dst);
        if size > MAX_COPY {
            return self.havoc_storage(storage);
        }
        let mut memory = memory;
        for i in 0..size {
            let byte = self.terms.fresh("any", Sort::BitVec(8), None);
            let at = self.terms.offset(to, i);
            memory = self.terms.store(memory, at, byte);
        }
        self.put(storage, memory);
    }

    fn havoc_storage(&mut self, storage: Storage) {
        let memory = self.terms.fresh("memory", Sort::Memory, None);
        self.put(storage, memory);
    }

    /// What a constant object holds at a constant offset.
    fn constant_load(&mut self, addr: ExprId, ty: Ty) -> Option<TermId> {
        let Constant::Address { base, offset } = fold(&self.f.exprs, addr) else {
            return None;
        };
        let global = &self.unit.globals[base];
        if global.replaceable {
            return None;
        }
        let GlobalKind::Object {
            size,
            init: Some(init),
            constant,
            volatile: false,
            ..
        } = &global.kind
        else {
            return None;
        };
        if !constant && !self.calls.is_unwritten(base) {
            return None;
        }
        let (start, bytes) = (u64::try_from(offset).ok()?, u64::from(bytes_of(ty)));
        let end = start.checked_add(bytes).filter(|end| end <= size)?;
        if init
            .relocs
            .iter()
            .any(|r| r.offset < end && start < r.offset + 8)
        {
            return None;
        }
        if !self.keeps(global.span) {
            return None;
        }
        let byte = |i: u64| init.bytes.get(i as usize).copied().unwrap_or(0);
        let value = (start..end)
            .rev()
            .fold(0u128, |all, i| all << 8 | u128::from(byte(i)));
        let bits = self.terms.bv(value, 8 * bytes as u32);
        Some(self.scalar_of_bytes(ty, bits))
    }
}

/// The bytes of a scalar that hold its value.
pub fn bytes_of(ty: Ty) -> u32 {
    match ty {
        Ty::Float(FloatKind::F80) => 10,
        other => other.size() as u32,
    }
}
