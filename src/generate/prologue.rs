//! The first block of a path: the input in memory, and the globals as the program initialises them.
//!
//! Each number of the input is a variable of the path that nothing assigns; what it is in a model is what the next input
//! has there. Pointers are as they were in the run.

use super::shape::{Input, Leaf, Root, Shape, Stream};
use super::straight::Builder;
use crate::base::Id;
use crate::ir::{
    BinOp, CType, ExprId, ExprKind, FloatKind, GlobalId, GlobalKind, InstKind, Ty, VarId,
};
use std::collections::BTreeSet;

/// Bytes of one object that are laid out.
const BYTES: u64 = 1024;
/// What one instruction makes zero.
const ZEROED: u64 = 64;

/// Writes the block; gives the variables that stand for integers. `params` are those of the entry.
pub fn write(builder: &mut Builder, input: &Input, params: &[VarId]) -> Vec<(VarId, Leaf)> {
    let entry = builder.entry;
    let mut places = Places {
        input,
        objects: Vec::new(),
        params: params.to_vec(),
    };
    for (i, object) in input.objects.iter().enumerate() {
        let element = entry.types.size(&object.ty).unwrap_or(1);
        let size = element * object.elements.len() as u64;
        let var = builder.variable(&format!("object{i}"), None, size, true);
        places.objects.push((var, element));
        let base = builder.node(ExprKind::VarAddr(var), Ty::Ptr);
        zero(builder, base, size);
    }
    for &param in params {
        if builder.f.vars[param].ty.is_none() {
            builder.f.vars[param].address_taken = true;
            let size = builder.f.vars[param].size;
            let base = builder.node(ExprKind::VarAddr(param), Ty::Ptr);
            zero(builder, base, size);
        }
    }
    let mut laid_out = BTreeSet::new();
    // What an object holds may name further ones.
    while let Some(&global) = builder.named.iter().find(|g| !laid_out.contains(*g)) {
        laid_out.insert(global);
        initial(builder, global);
    }
    if let Some((_, size)) = builder.program.stdin {
        let size = builder.program.global(builder.program.own, size);
        if laid_out.contains(&size) {
            let addr = builder.node(ExprKind::GlobalAddr(size), Ty::Ptr);
            let value = builder.node(ExprKind::Int(input.stdin.len() as i128), Ty::U64);
            store(builder, addr, value);
        }
    }
    let mut inputs = Vec::new();
    for leaf in input.leaves(entry) {
        let Some(shape) = input.get(&leaf).cloned() else {
            continue;
        };
        if let Root::Global(i) = leaf.root {
            let global = &entry.globals[i];
            let merged = builder.program.global(global.unit, global.id);
            if !laid_out.contains(&merged) {
                continue;
            }
        }
        if let (Root::Stdin(_), Some((bytes, _))) = (leaf.root, builder.program.stdin)
            && !laid_out.contains(&builder.program.global(builder.program.own, bytes))
        {
            continue;
        }
        places.leaf(builder, &leaf, &shape, &mut inputs);
    }
    inputs
}

struct Places<'i> {
    input: &'i Input,
    /// Each with the size of an element.
    objects: Vec<(VarId, u64)>,
    params: Vec<VarId>,
}

impl Places<'_> {
    fn leaf(
        &self,
        builder: &mut Builder,
        leaf: &Leaf,
        shape: &Shape,
        inputs: &mut Vec<(VarId, Leaf)>,
    ) {
        let Some(ty) = leaf.ty.scalar() else { return };
        let value = match shape {
            Shape::Int(value) if builder.entry.is_fixed(self.input, leaf) => {
                builder.node(ExprKind::Int(*value), ty)
            }
            Shape::Int(_) => {
                let ty = if leaf.bits.is_some() { Ty::U64 } else { ty };
                let var = builder.variable("input", Some(ty), ty.size(), false);
                inputs.push((var, leaf.clone()));
                let value = builder.node(ExprKind::Var(var), ty);
                match leaf.ty {
                    CType::Bool => {
                        let one = builder.node(ExprKind::Int(1), ty);
                        builder.node(ExprKind::Binary(BinOp::BitAnd, value, one), ty)
                    }
                    _ => value,
                }
            }
            Shape::Float(_) if matches!(leaf.ty, CType::Float(FloatKind::F32 | FloatKind::F64)) => {
                let var = builder.variable("input", Some(ty), ty.size(), false);
                inputs.push((var, leaf.clone()));
                builder.node(ExprKind::Var(var), ty)
            }
            Shape::Float(value) => {
                let kind = ExprKind::Float {
                    value: *value,
                    exact: true,
                };
                builder.node(kind, ty)
            }
            Shape::To(object, element) => {
                let Some(&(var, size)) = self.objects.get(*object) else {
                    return;
                };
                let base = builder.node(ExprKind::VarAddr(var), Ty::Ptr);
                at(builder, base, size * element)
            }
            Shape::Function(name) => {
                let program = builder.program;
                let Some(body) = program.external(name) else {
                    return;
                };
                let unit = program.bodies[body].unit;
                let symbol = program.global(unit, program.function(body).symbol);
                builder.node(ExprKind::GlobalAddr(symbol), Ty::Ptr)
            }
            Shape::Stream(stream) => self::stream(builder, *stream),
            _ => builder.node(ExprKind::Int(0), ty),
        };
        match leaf.root {
            Root::Arg(i) if leaf.path.is_empty() => {
                let var = self.params[i];
                builder.emit(InstKind::Assign { var, value });
            }
            root => {
                let base = self.base(builder, root);
                let addr = at(builder, base, leaf.offset);
                match leaf.bits {
                    None => store(builder, addr, value),
                    Some(bits) => store_bits(builder, addr, bits, value),
                }
            }
        }
    }

    fn base(&self, builder: &mut Builder, root: Root) -> ExprId {
        let entry = builder.entry;
        let (kind, offset) = match root {
            Root::Arg(i) => (ExprKind::VarAddr(self.params[i]), 0),
            Root::Object(i, j) => {
                let (var, element) = self.objects[i];
                (ExprKind::VarAddr(var), element * j as u64)
            }
            Root::Global(i) => {
                let global = &entry.globals[i];
                let merged = builder.program.global(global.unit, global.id);
                (ExprKind::GlobalAddr(merged), 0)
            }
            Root::Stub(i, j) => {
                let stub = &entry.stubs[i];
                let size = entry.types.size(&stub.ret).unwrap_or(0);
                let unit = builder.program.units.len() - 1;
                let results = stub.results.unwrap_or(GlobalId::from_index(0));
                let merged = builder.program.global(unit, results);
                (ExprKind::GlobalAddr(merged), size * j as u64)
            }
            Root::Stdin(i) => {
                let bytes = (builder.program.stdin).map_or(GlobalId::from_index(0), |both| both.0);
                let merged = builder.program.global(builder.program.own, bytes);
                (ExprKind::GlobalAddr(merged), i as u64)
            }
        };
        let base = builder.node(kind, Ty::Ptr);
        at(builder, base, offset)
    }
}

/// What the object of the library holds; any pointer, if the program does not name it.
fn stream(builder: &mut Builder, stream: Stream) -> ExprId {
    let mut globals = builder.program.globals.globals.iter();
    let named = globals.find(|(_, global)| global.name == stream.name());
    match named.map(|(id, _)| id) {
        Some(id) => {
            let addr = builder.node(ExprKind::GlobalAddr(id), Ty::Ptr);
            builder.node(ExprKind::Load(addr), Ty::Ptr)
        }
        None => {
            let any = builder.variable("stream", Some(Ty::Ptr), 8, false);
            builder.node(ExprKind::Var(any), Ty::Ptr)
        }
    }
}

fn at(builder: &mut Builder, base: ExprId, offset: u64) -> ExprId {
    if offset == 0 {
        return base;
    }
    let index = builder.node(ExprKind::Int(offset.into()), Ty::I64);
    let kind = ExprKind::PtrAdd {
        base,
        index,
        scale: 1,
        bound: None,
    };
    builder.node(kind, Ty::Ptr)
}

fn store(builder: &mut Builder, addr: ExprId, value: ExprId) {
    builder.emit(InstKind::Store {
        addr,
        value,
        volatile: false,
    });
}

/// Byte by byte: `byte = byte & ~mask | (value << first >> 8·i) & mask`.
fn store_bits(builder: &mut Builder, addr: ExprId, (first, width): (u8, u8), value: ExprId) {
    let (first, width) = (u32::from(first), u32::from(width));
    for i in 0..(first + width).div_ceil(8) {
        let low = first.saturating_sub(8 * i).min(8);
        let high = (first + width - 8 * i).min(8);
        let mask = (1i128 << high) - (1 << low);
        let place = at(builder, addr, i.into());
        let old = builder.node(ExprKind::Load(place), Ty::U8);
        let keep = builder.node(ExprKind::Int(0xff & !mask), Ty::U8);
        let kept = builder.node(ExprKind::Binary(BinOp::BitAnd, old, keep), Ty::U8);
        // Bit `8·i` of the field's bytes is bit `8·i - first` of the value.
        let (op, amount) = match (8 * i).checked_sub(first) {
            Some(amount) => (BinOp::Shr, amount),
            None => (BinOp::Shl, first - 8 * i),
        };
        let amount = builder.node(ExprKind::Int(amount.into()), Ty::INT);
        let moved = builder.node(ExprKind::Binary(op, value, amount), Ty::U64);
        let moved = builder.node(ExprKind::Cast(moved), Ty::U8);
        let mask = builder.node(ExprKind::Int(mask), Ty::U8);
        let new = builder.node(ExprKind::Binary(BinOp::BitAnd, moved, mask), Ty::U8);
        let byte = builder.node(ExprKind::Binary(BinOp::BitOr, kept, new), Ty::U8);
        store(builder, place, byte);
    }
}

fn zero(builder: &mut Builder, base: ExprId, size: u64) {
    let mut done = 0;
    while done < size.min(BYTES) {
        let part = (size - done).min(ZEROED);
        let dst = at(builder, base, done);
        builder.emit(InstKind::Zero { dst, size: part });
        done += part;
    }
}

/// What the program puts into a global before it starts.
fn initial(builder: &mut Builder, global: GlobalId) {
    let content = &builder.program.globals.globals[global].kind;
    let GlobalKind::Object {
        size,
        init: Some(init),
        ..
    } = content
    else {
        return;
    };
    let base = builder.node(ExprKind::GlobalAddr(global), Ty::Ptr);
    zero(builder, base, (*size).max(init.bytes.len() as u64));
    for (i, &byte) in init.bytes.iter().take(BYTES as usize).enumerate() {
        if byte != 0 {
            let addr = at(builder, base, i as u64);
            let value = builder.node(ExprKind::Int(byte.into()), Ty::U8);
            store(builder, addr, value);
        }
    }
    for reloc in init.relocs.iter().filter(|reloc| reloc.offset < BYTES) {
        builder.named.insert(reloc.target);
        let addr = at(builder, base, reloc.offset);
        let target = builder.node(ExprKind::GlobalAddr(reloc.target), Ty::Ptr);
        let value = match reloc.addend {
            0 => target,
            addend => {
                let index = builder.node(ExprKind::Int(addend.into()), Ty::I64);
                let kind = ExprKind::PtrAdd {
                    base: target,
                    index,
                    scale: 1,
                    bound: None,
                };
                builder.node(kind, Ty::Ptr)
            }
        };
        store(builder, addr, value);
    }
}
