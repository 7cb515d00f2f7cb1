//! Shapes: the input of a call, as a tree by type with objects beside it.
//!
//! A pointer is null, leads to an element of an object, or to a function; two pointers to one object alias. An input has the
//! arguments, the globals that other files can set, the results of stubs, the bytes of standard input, and the objects that
//! pointers lead to. All engines make inputs, the interpreter runs them, and tests print them. A [`Leaf`] names one scalar of an input.

use super::entry::Entry;
use super::make::is_char;
use crate::ir::{CType, Signatures, Ty};

#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// An integer as its type reads it.
    Int(i128),
    Float(f64),
    Null,
    /// The element of an object.
    To(usize, u64),
    /// A function that other files can name.
    Function(String),
    /// A standard stream.
    Stream(Stream),
    /// A pointer that leads to nothing the input has; only read back, never made.
    Elsewhere,
    /// Of a structure, by field.
    Fields(Vec<Shape>),
    Elements(Vec<Shape>),
    /// The field of a union that has a value.
    Member(usize, Box<Shape>),
}

/// What a `FILE *` may be: the input that a test gives, or what it prints to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stream {
    Input,
    Output,
}

impl Stream {
    pub const ALL: [Stream; 2] = [Stream::Input, Stream::Output];

    /// The object of the C library that leads to it.
    pub fn name(self) -> &'static str {
        match self {
            Stream::Input => "stdin",
            Stream::Output => "stdout",
        }
    }

    /// Whether the record is what `FILE` names; no value of it is made.
    pub fn is_file(types: &Signatures, record: usize) -> bool {
        let found = types.records.get(record);
        found.is_some_and(|record| record.tag.as_deref() == Some("_IO_FILE"))
    }
}

/// What pointers lead to: so many values of a type.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    pub ty: CType,
    /// None if the call has freed it.
    pub elements: Vec<Shape>,
    /// `malloc` made it, so that the program may free it.
    pub on_heap: bool,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Input {
    pub args: Vec<Shape>,
    /// By global of the entry; `None` leaves it as the program initialises it.
    pub globals: Vec<Option<Shape>>,
    /// By stub of the entry: its results.
    pub stubs: Vec<Vec<Shape>>,
    /// The bytes of standard input; none if nothing reads it.
    pub stdin: Vec<Shape>,
    /// Which allocation of the call fails, counted from 1; 0 for none.
    pub failing: u64,
    pub objects: Vec<Object>,
}

/// The type of a byte of standard input.
pub static BYTE: CType = CType::Int {
    ty: Ty::U8,
    name: "unsigned char",
};

/// Where a value of an input begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Root {
    Arg(usize),
    Global(usize),
    /// A result of a stub.
    Stub(usize, usize),
    /// A byte of standard input.
    Stdin(usize),
    /// An element of an object.
    Object(usize, usize),
}

/// A scalar of an input.
#[derive(Clone, PartialEq, Debug)]
pub struct Leaf {
    pub root: Root,
    /// Fields and elements on the way from the root.
    pub path: Vec<usize>,
    pub ty: CType,
    /// In bytes from the root.
    pub offset: u64,
    /// Of a bit-field: its first bit and how many.
    pub bits: Option<(u8, u8)>,
    /// The last element of an array of `char`, which may be a string.
    pub is_end: bool,
}

impl Input {
    fn root(&self, root: Root) -> Option<&Shape> {
        match root {
            Root::Arg(i) => self.args.get(i),
            Root::Global(i) => self.globals.get(i)?.as_ref(),
            Root::Stub(i, j) => self.stubs.get(i)?.get(j),
            Root::Stdin(i) => self.stdin.get(i),
            Root::Object(i, j) => self.objects.get(i)?.elements.get(j),
        }
    }

    fn root_mut(&mut self, root: Root) -> Option<&mut Shape> {
        match root {
            Root::Arg(i) => self.args.get_mut(i),
            Root::Global(i) => self.globals.get_mut(i)?.as_mut(),
            Root::Stub(i, j) => self.stubs.get_mut(i)?.get_mut(j),
            Root::Stdin(i) => self.stdin.get_mut(i),
            Root::Object(i, j) => self.objects.get_mut(i)?.elements.get_mut(j),
        }
    }

    pub fn get(&self, leaf: &Leaf) -> Option<&Shape> {
        let mut shape = self.root(leaf.root)?;
        for &step in &leaf.path {
            shape = match shape {
                Shape::Fields(list) | Shape::Elements(list) => list.get(step)?,
                Shape::Member(which, inner) if *which == step => inner,
                _ => return None,
            };
        }
        Some(shape)
    }

    pub fn get_mut(&mut self, leaf: &Leaf) -> Option<&mut Shape> {
        let mut shape = self.root_mut(leaf.root)?;
        for &step in &leaf.path {
            shape = match shape {
                Shape::Fields(list) | Shape::Elements(list) => list.get_mut(step)?,
                Shape::Member(which, inner) if *which == step => inner,
                _ => return None,
            };
        }
        Some(shape)
    }

    pub fn set(&mut self, leaf: &Leaf, shape: Shape) {
        if let Some(place) = self.get_mut(leaf) {
            *place = shape;
        }
    }

    /// All roots, each with its type.
    pub fn roots<'a>(&'a self, entry: &'a Entry) -> Vec<(Root, &'a CType)> {
        let args = entry.params.iter().enumerate();
        let mut roots: Vec<(Root, &CType)> = args.map(|(i, p)| (Root::Arg(i), &p.ty)).collect();
        let globals = entry.globals.iter().enumerate();
        roots.extend(globals.map(|(i, global)| (Root::Global(i), &global.ty)));
        for (i, results) in self.stubs.iter().enumerate() {
            let ty = &entry.stubs[i].ret;
            roots.extend((0..results.len()).map(|j| (Root::Stub(i, j), ty)));
        }
        roots.extend((0..self.stdin.len()).map(|i| (Root::Stdin(i), &BYTE)));
        for (i, object) in self.objects.iter().enumerate() {
            let elements = 0..object.elements.len();
            roots.extend(elements.map(|j| (Root::Object(i, j), &object.ty)));
        }
        roots
    }

    /// All scalars, in a fixed order.
    pub fn leaves(&self, entry: &Entry) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        for (root, ty) in self.roots(entry) {
            if let Some(shape) = self.root(root) {
                let mut path = Vec::new();
                let place = (0, None, false);
                collect(&entry.types, root, shape, ty, place, &mut path, &mut leaves);
            }
        }
        leaves
    }

    /// Removes objects that no pointer leads to any more, and numbers the others anew.
    pub fn tidy(&mut self, entry: &Entry) {
        let mut kept = vec![false; self.objects.len()];
        let leaves = self.leaves(entry);
        let mut open: Vec<Root> = leaves.iter().map(|leaf| leaf.root).collect();
        open.retain(|root| !matches!(root, Root::Object(..)));
        open.dedup();
        while let Some(root) = open.pop() {
            for leaf in leaves.iter().filter(|leaf| leaf.root == root) {
                if let Some(Shape::To(object, _)) = self.get(leaf)
                    && let Some(seen) = kept.get_mut(*object)
                    && !std::mem::replace(seen, true)
                {
                    let elements = 0..self.objects[*object].elements.len();
                    open.extend(elements.map(|element| Root::Object(*object, element)));
                }
            }
        }
        let mut next = 0;
        let number: Vec<usize> = kept
            .iter()
            .map(|&kept| {
                next += usize::from(kept);
                next - usize::from(kept)
            })
            .collect();
        for leaf in &leaves {
            if let Some(Shape::To(object, _)) = self.get_mut(leaf) {
                *object = number[*object];
            }
        }
        let mut index = 0;
        self.objects.retain(|_| {
            index += 1;
            kept[index - 1]
        });
    }
}

fn collect(
    types: &Signatures,
    root: Root,
    shape: &Shape,
    ty: &CType,
    (offset, bits, is_end): (u64, Option<(u8, u8)>, bool),
    path: &mut Vec<usize>,
    leaves: &mut Vec<Leaf>,
) {
    match (shape, ty) {
        (Shape::Fields(list), CType::Record(record)) => {
            let fields = types.layout(*record).map_or(&[][..], |l| &l.fields);
            for (i, (shape, field)) in list.iter().zip(fields).enumerate() {
                path.push(i);
                let place = (offset + field.offset, field.bits, false);
                collect(types, root, shape, &field.ty, place, path, leaves);
                path.pop();
            }
        }
        (Shape::Member(which, inner), CType::Record(record)) => {
            let field = types.layout(*record).and_then(|l| l.fields.get(*which));
            if let Some(field) = field {
                path.push(*which);
                let place = (offset + field.offset, field.bits, false);
                collect(types, root, inner, &field.ty, place, path, leaves);
                path.pop();
            }
        }
        (Shape::Elements(list), CType::Array { of, .. }) => {
            let size = types.size(of).unwrap_or(0);
            for (i, shape) in list.iter().enumerate() {
                path.push(i);
                let is_end = is_char(of) && i + 1 == list.len();
                let place = (offset + size * i as u64, None, is_end);
                collect(types, root, shape, of, place, path, leaves);
                path.pop();
            }
        }
        _ => leaves.push(Leaf {
            root,
            path: path.clone(),
            ty: ty.clone(),
            offset,
            bits,
            is_end,
        }),
    }
}
