//! The memory model.
//!
//! Memory is one array of bytes for everything that a pointer may reach, and one array for each
//! private local and each separable global. An object's address is a variable: nothing is known of it but that it is not null and
//! that objects do not overlap.

use super::defined::Defined;
use super::passive::{Encoder, sort_of};
use super::separation::Storage;
use crate::base::{Id, Span};
use crate::ir::*;
use crate::logic::{Sort, TermId, Terms};
use crate::ranges::Interval;

/// The values of variables and memory at some point.
#[derive(Clone)]
pub struct State {
    /// By variable: its value, or for a private object its bytes. `None` is any value; it gets a name when it is read.
    pub vars: Vec<Option<TermId>>,
    /// The bytes of the separable globals that the function names.
    pub globals: Vec<TermId>,
    /// What pointers reach.
    pub memory: TermId,
    /// What holds since nothing undefined came before.
    pub defined: Defined,
}

/// Objects more than this in one function are not told apart by hypotheses: their number is
/// that of the pairs.
const MAX_APART: usize = 12;

/// Larger copies are havocked instead of spelled out.
const MAX_COPY: u64 = 64;

impl State {
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
                self.forget_memory();
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

    /// The address of an object: the same variable everywhere.
    pub fn base(&mut self, object: Object) -> TermId {
        // Locals of a function that was called are no locals of this one.
        if let (Object::Local(_), true) = (object, self.depth > 0) {
            return self.unknown_value(Ty::Ptr);
        }
        if let Some(&known) = self.bases.get(&object) {
            return known;
        }
        let name = match object {
            Object::Local(var) => format!("&{}", self.f.vars[var].name),
            Object::Global(global) => format!("&{}", self.unit.globals[global].name),
        };
        let base = self.terms.fresh(&name, Sort::BitVec(64), None);
        let size = self.certain_size(object);
        if size > 0 {
            self.terms.declare_object(base, size);
            for (&other, &known) in &self.bases {
                if self.may_share(object, other) {
                    self.terms.declare_shared(base, known);
                }
            }
        }
        self.bases.insert(object, base);
        base
    }

    /// Objects that certainly exist have an address that is not null, and do not overlap.
    pub fn hypotheses(&mut self) -> Vec<TermId> {
        let mut sized: Vec<(TermId, u64, Object)> = Vec::new();
        for (&object, &base) in &self.bases {
            let size = self.certain_size(object);
            if size > 0 {
                sized.push((base, size, object));
            }
        }
        sized.sort_unstable_by_key(|&(base, ..)| base);
        let mut list = Vec::new();
        for &(base, size, _) in &sized {
            // 0 < base and base + size does not wrap: base ≤ 2⁶⁴ − 1 − size
            let zero = self.terms.bv(0, 64);
            list.push(self.terms.ult(zero, base));
            let last = self.terms.bv(u128::from(u64::MAX - size), 64);
            list.push(self.terms.ule(base, last));
        }
        if sized.len() <= MAX_APART {
            for (i, &(a, a_size, a_object)) in sized.iter().enumerate() {
                for &(b, b_size, b_object) in &sized[i + 1..] {
                    if self.may_share(a_object, b_object) {
                        continue;
                    }
                    let a_end = self.terms.offset(a, a_size);
                    let b_end = self.terms.offset(b, b_size);
                    let before = self.terms.ule(a_end, b);
                    let after = self.terms.ule(b_end, a);
                    list.push(self.terms.or2(before, after));
                }
            }
        }
        list
    }

    /// How many bytes the object has at least. One that is only declared may be weak, and then
    /// there is none.
    fn certain_size(&self, object: Object) -> u64 {
        let global = match object {
            Object::Local(var) => return self.f.vars[var].size,
            Object::Global(global) => &self.unit.globals[global],
        };
        match &global.kind {
            GlobalKind::Object {
                size,
                init: Some(_),
                ..
            } if !global.replaceable => *size,
            _ => 0,
        }
    }

    /// Whether two objects may have bytes in common: string literals do (as all constants do under
    /// -fmerge-all-constants), and locals that do not live at the same time.
    fn may_share(&self, a: Object, b: Object) -> bool {
        let constant = |global: GlobalId| {
            let kind = &self.unit.globals[global].kind;
            matches!(kind, GlobalKind::Object { constant: true, .. })
        };
        match (a, b) {
            (Object::Global(a), Object::Global(b)) => constant(a) && constant(b),
            (Object::Local(a), Object::Local(b)) => {
                let (a, b) = (self.f.vars[a].scope, self.f.vars[b].scope);
                let inside = |a: Span, b: Span| b.start <= a.start && a.end <= b.end;
                !inside(a, b) && !inside(b, a)
            }
            _ => false,
        }
    }
}

/// The bytes of a scalar that hold its value.
pub fn bytes_of(ty: Ty) -> u32 {
    match ty {
        Ty::Float(FloatKind::F80) => 10,
        other => other.size() as u32,
    }
}
