//! Byte-addressed memory made of separate objects.
//!
//! Comes in: addresses. Goes out: bytes, or a [`Fault`]. An address is
//! `generation << 56 | object << 32 | offset`, so an object is found without a search, addresses
//! inside one compare as they should, and every object is aligned to whatever it asks. Object 0
//! is never made: null faults. An object's number is used again after it dies, with the next of
//! 128 generations, so a dangling pointer faults. Nothing here knows types of C or the library.

use super::code::Shape;
use super::{Fault, wide_float};
use crate::ir::FloatKind;

const OFFSET_BITS: u32 = 32;
const OBJECT_MASK: u64 = 0xff_ffff;
const GENERATION_SHIFT: u32 = 56;
const GENERATIONS: u8 = 128;
/// A dead object keeps a buffer of up to this size for the next one.
const KEPT_CAPACITY: usize = 4096;

#[derive(Default)]
struct Object {
    data: Vec<u8>,
    generation: u8,
    read_only: bool,
    heap: bool,
    /// Stands for one whose content nobody knows.
    foreign: bool,
}

pub(super) struct Memory {
    objects: Vec<Object>,
    free: Vec<u32>,
    allocated: u64,
    limit: u64,
}

impl Memory {
    /// `limit` bounds the bytes that live objects have together.
    pub fn new(limit: u64) -> Memory {
        // No address has this generation.
        let null = Object {
            generation: u8::MAX,
            ..Object::default()
        };
        Memory {
            objects: vec![null],
            free: Vec::new(),
            allocated: 0,
            limit,
        }
    }

    pub fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    /// The address of a fresh object of `size` zero bytes.
    pub fn allocate(&mut self, size: u64) -> Result<u64, Fault> {
        let allocated = self.allocated.saturating_add(size);
        if allocated > self.limit || size >> OFFSET_BITS != 0 {
            return Err(Fault::trap("out of memory"));
        }
        let index = match self.free.pop() {
            Some(index) => index as usize,
            None if self.objects.len() as u64 > OBJECT_MASK => {
                return Err(Fault::trap("too many objects"));
            }
            None => {
                self.objects.push(Object::default());
                self.objects.len() - 1
            }
        };
        self.allocated = allocated;
        let object = &mut self.objects[index];
        object.data.resize(size as usize, 0);
        object.read_only = false;
        object.heap = false;
        object.foreign = false;
        Ok(u64::from(object.generation) << GENERATION_SHIFT | (index as u64) << OFFSET_BITS)
    }

    /// Ends the life of the object at this address, which is its start.
    pub fn release(&mut self, address: u64) {
        let index = object_index(address);
        let Some(object) = self.objects.get_mut(index) else {
            return;
        };
        self.allocated -= object.data.len() as u64;
        object.generation = (object.generation + 1) % GENERATIONS;
        if object.data.capacity() > KEPT_CAPACITY {
            object.data = Vec::new();
        } else {
            object.data.clear();
        }
        self.free.push(index as u32);
    }

    pub fn mark_read_only(&mut self, address: u64) {
        if let Some(object) = self.objects.get_mut(object_index(address)) {
            object.read_only = true;
        }
    }

    /// Of an object that no file defines, neither size nor content is known.
    pub fn mark_foreign(&mut self, address: u64) {
        if let Some(object) = self.objects.get_mut(object_index(address)) {
            object.foreign = true;
        }
    }

    pub fn mark_heap(&mut self, address: u64) {
        if let Some(object) = self.objects.get_mut(object_index(address)) {
            object.heap = true;
        }
    }

    /// The size of the heap object that starts at the address.
    pub fn heap_size(&self, address: u64) -> Result<u64, Fault> {
        let object = self.live(address)?;
        if !object.heap || address as u32 != 0 {
            return Err(Fault::trap("free of what malloc did not return"));
        }
        Ok(object.data.len() as u64)
    }

    fn live(&self, address: u64) -> Result<&Object, Fault> {
        match self.objects.get(object_index(address)) {
            Some(object) if u64::from(object.generation) == address >> GENERATION_SHIFT => {
                Ok(object)
            }
            _ => Err(no_object(address)),
        }
    }

    #[inline]
    pub fn bytes(&self, address: u64, size: u64) -> Result<&[u8], Fault> {
        if let Some(object) = self.objects.get(object_index(address))
            && u64::from(object.generation) == address >> GENERATION_SHIFT
            && let Some(bytes) = range(address, size).and_then(|range| object.data.get(range))
        {
            return Ok(bytes);
        }
        Err(self.why(address, size))
    }

    #[inline]
    pub fn bytes_mut(&mut self, address: u64, size: u64) -> Result<&mut [u8], Fault> {
        let why = match self.objects.get(object_index(address)) {
            Some(object)
                if u64::from(object.generation) == address >> GENERATION_SHIFT
                    && !object.read_only
                    && u64::from(address as u32) + size <= object.data.len() as u64 =>
            {
                None
            }
            _ => Some(()),
        };
        if why.is_some() {
            return Err(self.why(address, size));
        }
        let start = address as u32 as usize;
        Ok(&mut self.objects[object_index(address)].data[start..start + size as usize])
    }

    #[cold]
    fn why(&self, address: u64, size: u64) -> Fault {
        if size == 0 && address != 0 {
            return Fault::trap("an empty range outside every object");
        }
        match self.live(address) {
            Err(fault) => fault,
            Ok(object) if object.foreign => {
                Fault::trap("not modelled: an object that no file defines")
            }
            Ok(object)
                if range(address, size).is_some_and(|range| range.end <= object.data.len()) =>
            {
                Fault::trap("write to a constant object")
            }
            Ok(object) => Fault::trap(format!(
                "access to {size} bytes at offset {} of an object of {} bytes",
                address as u32 as i32,
                object.data.len()
            )),
        }
    }

    /// The bytes from the address to the end of its object.
    pub fn rest(&self, address: u64) -> Result<&[u8], Fault> {
        let object = self.live(address)?;
        object
            .data
            .get(address as u32 as usize..)
            .ok_or_else(|| self.why(address, 1))
    }

    pub fn copy(&mut self, dst: u64, src: u64, size: u64) -> Result<(), Fault> {
        if size == 0 {
            return Ok(());
        }
        if object_index(dst) == object_index(src) {
            self.bytes(src, size)?;
            self.bytes_mut(dst, size)?;
            let (dst, src_start) = (dst as u32 as usize, src as u32 as usize);
            let data = &mut self.objects[object_index(src)].data;
            data.copy_within(src_start..src_start + size as usize, dst);
            return Ok(());
        }
        // Two objects: take the source out for a moment, so that both can be borrowed.
        self.bytes(src, size)?;
        let data = std::mem::take(&mut self.objects[object_index(src)].data);
        let start = src as u32 as usize;
        let result = self.bytes_mut(dst, size);
        let result = result.map(|bytes| bytes.copy_from_slice(&data[start..start + size as usize]));
        self.objects[object_index(src)].data = data;
        result
    }

    pub fn fill(&mut self, dst: u64, byte: u8, size: u64) -> Result<(), Fault> {
        if size > 0 {
            self.bytes_mut(dst, size)?.fill(byte);
        }
        Ok(())
    }

    pub fn write(&mut self, dst: u64, bytes: &[u8]) -> Result<(), Fault> {
        if !bytes.is_empty() {
            self.bytes_mut(dst, bytes.len() as u64)?
                .copy_from_slice(bytes);
        }
        Ok(())
    }

    #[inline(always)]
    fn array<const N: usize>(&self, address: u64) -> Result<[u8; N], Fault> {
        let bytes = self.bytes(address, N as u64)?;
        let mut array = [0; N];
        array.copy_from_slice(bytes);
        Ok(array)
    }

    pub fn word(&self, address: u64) -> Result<u64, Fault> {
        Ok(u64::from_le_bytes(self.array(address)?))
    }

    /// A scalar as a register holds it.
    #[inline(always)]
    pub fn load(&self, address: u64, shape: Shape) -> Result<u128, Fault> {
        Ok(u128::from(match shape {
            Shape::I8 => self.array::<1>(address)?[0] as i8 as u64,
            Shape::U8 => u64::from(self.array::<1>(address)?[0]),
            Shape::I16 => i16::from_le_bytes(self.array(address)?) as u64,
            Shape::U16 => u64::from(u16::from_le_bytes(self.array(address)?)),
            Shape::I32 => i32::from_le_bytes(self.array(address)?) as u64,
            Shape::U32 => u64::from(u32::from_le_bytes(self.array(address)?)),
            Shape::Word => u64::from_le_bytes(self.array(address)?),
            Shape::Wide => return Ok(u128::from_le_bytes(self.array(address)?)),
            Shape::Float(kind) => self.load_float(address, kind)?.to_bits(),
        }))
    }

    fn load_float(&self, address: u64, kind: FloatKind) -> Result<f64, Fault> {
        let inexact = || Fault::trap("not modelled: a long double that is no double");
        match kind {
            FloatKind::F32 => Ok(f32::from_le_bytes(self.array(address)?).into()),
            FloatKind::F64 => Ok(f64::from_le_bytes(self.array(address)?)),
            FloatKind::F80 => {
                let bits = u128::from_le_bytes(self.array(address)?);
                wide_float::from_f80(bits).ok_or_else(inexact)
            }
            FloatKind::F128 => {
                let bits = u128::from_le_bytes(self.array(address)?);
                wide_float::from_f128(bits).ok_or_else(inexact)
            }
        }
    }

    #[inline(always)]
    pub fn store(&mut self, address: u64, shape: Shape, bits: u128) -> Result<(), Fault> {
        match shape {
            Shape::I8 | Shape::U8 => self.put(address, (bits as u8).to_le_bytes()),
            Shape::I16 | Shape::U16 => self.put(address, (bits as u16).to_le_bytes()),
            Shape::I32 | Shape::U32 => self.put(address, (bits as u32).to_le_bytes()),
            Shape::Word => self.put(address, (bits as u64).to_le_bytes()),
            Shape::Wide => self.put(address, bits.to_le_bytes()),
            Shape::Float(kind) => self.store_float(address, kind, f64::from_bits(bits as u64)),
        }
    }

    fn store_float(&mut self, address: u64, kind: FloatKind, value: f64) -> Result<(), Fault> {
        match kind {
            FloatKind::F32 => self.put(address, (value as f32).to_le_bytes()),
            FloatKind::F64 => self.put(address, value.to_le_bytes()),
            // The six bytes of padding keep what they had, as `fstpt` leaves them.
            FloatKind::F80 => {
                let bytes = wide_float::to_f80(value).to_le_bytes();
                self.write(address, &bytes[..10])
            }
            FloatKind::F128 => self.put(address, wide_float::to_f128(value).to_le_bytes()),
        }
    }

    #[inline(always)]
    fn put<const N: usize>(&mut self, address: u64, bytes: [u8; N]) -> Result<(), Fault> {
        self.bytes_mut(address, N as u64)?.copy_from_slice(&bytes);
        Ok(())
    }
}

#[inline(always)]
fn object_index(address: u64) -> usize {
    ((address >> OFFSET_BITS) & OBJECT_MASK) as usize
}

#[inline(always)]
fn range(address: u64, size: u64) -> Option<std::ops::Range<usize>> {
    let start = address as u32 as usize;
    Some(start..start.checked_add(size as usize)?)
}

fn no_object(address: u64) -> Fault {
    if address >> OFFSET_BITS == 0 {
        Fault::trap("access through a null pointer")
    } else {
        Fault::trap("access through a dangling or invalid pointer")
    }
}
