//! Inputs in the formats of other generators.
//!
//! Comes in: an entry and an input. Goes out: its numbers in order (arguments, globals, results of stubs, then the elements of
//! objects): as bytes for libFuzzer and AFL++, as a `.ktest` file of KLEE, as a test case of Test-Comp. Pointers are left
//! out: whoever reads these makes the objects itself.

use super::entry::Entry;
use super::shape::{Input, Leaf, Root, Shape};
use super::spell::{constant, declare};
use crate::ir::{CType, FloatKind};
use std::fmt::Write;

/// A name for each root, as its declaration has it.
fn name(entry: &Entry, root: Root) -> String {
    match root {
        Root::Arg(i) => entry.params[i].name.clone(),
        Root::Global(i) => entry.globals[i].name.clone(),
        Root::Stub(i, j) => format!("{}_result{j}", entry.stubs[i].name),
        Root::Stdin(_) => "stdin".into(),
        Root::Object(i, _) => format!("object{i}"),
    }
}

/// The numbers of the input.
fn numbers(entry: &Entry, input: &Input) -> Vec<(Leaf, Shape)> {
    let leaves = input.leaves(entry).into_iter();
    let with = leaves.filter_map(|leaf| Some((input.get(&leaf)?.clone(), leaf)));
    with.filter(|(shape, _)| matches!(shape, Shape::Int(_) | Shape::Float(_)))
        .map(|(shape, leaf)| (leaf, shape))
        .collect()
}

fn bytes(ty: &CType, shape: &Shape) -> Vec<u8> {
    let size = ty.scalar().map_or(0, |ty| ty.size()) as usize;
    let mut bytes = match (shape, ty) {
        (Shape::Int(value), _) => value.to_le_bytes().to_vec(),
        (Shape::Float(value), CType::Float(FloatKind::F32)) => {
            (*value as f32).to_le_bytes().to_vec()
        }
        (Shape::Float(value), _) => value.to_le_bytes().to_vec(),
        _ => Vec::new(),
    };
    bytes.resize(size, 0);
    bytes
}

/// The bytes of all numbers, one after the other.
pub fn seed(entry: &Entry, input: &Input) -> Vec<u8> {
    let all = numbers(entry, input);
    all.iter()
        .flat_map(|(leaf, shape)| bytes(&leaf.ty, shape))
        .collect()
}

/// Version 3 of KLEE's format: one object for each argument, global, stub and object that has numbers.
pub fn ktest(entry: &Entry, input: &Input) -> Vec<u8> {
    let mut objects: Vec<(String, Vec<u8>)> = Vec::new();
    for (leaf, shape) in numbers(entry, input) {
        let (name, bytes) = (name(entry, leaf.root), bytes(&leaf.ty, &shape));
        match objects.last_mut() {
            Some((last, content)) if *last == name => content.extend(bytes),
            _ => objects.push((name, bytes)),
        }
    }
    let mut file = b"KTEST".to_vec();
    let number = |file: &mut Vec<u8>, value: usize| {
        file.extend((value as u32).to_be_bytes());
    };
    let text = |file: &mut Vec<u8>, bytes: &[u8]| {
        file.extend((bytes.len() as u32).to_be_bytes());
        file.extend(bytes);
    };
    number(&mut file, 3);
    number(&mut file, 1);
    text(&mut file, entry.name.as_bytes());
    // Symbolic arguments of the program: none.
    number(&mut file, 0);
    number(&mut file, 0);
    number(&mut file, objects.len());
    for (name, content) in &objects {
        text(&mut file, name.as_bytes());
        text(&mut file, content);
    }
    file
}

/// A test case of Test-Comp's exchange format 1.1.
pub fn test_comp(entry: &Entry, input: &Input) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<!DOCTYPE testcase PUBLIC \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n<testcase>\n",
    );
    for (leaf, shape) in numbers(entry, input) {
        let ty = declare(&entry.types, &leaf.ty, "", false);
        let value = match shape {
            Shape::Int(value) => value.to_string(),
            shape => constant(&leaf.ty, &shape),
        };
        let _ = writeln!(
            text,
            "  <input variable=\"{}\" type=\"{ty}\">{}</input>",
            name(entry, leaf.root),
            value.replace('"', "&quot;")
        );
    }
    text + "</testcase>\n"
}
