//! Names of a test's variables, and places and pointers as C writes them.

use crate::generate::entry::Entry;
use crate::generate::make::is_char;
use crate::generate::shape::{BYTE, Input, Leaf, Root, Shape};
use crate::generate::spell::constant;
use crate::ir::CType;
use std::collections::{BTreeMap, BTreeSet};

/// What objects are called, and how places in them are written.
pub(super) struct Names {
    taken: BTreeSet<String>,
}

impl Names {
    pub(super) fn new(entry: &Entry) -> Names {
        let globals = entry.globals.iter().map(|global| global.name.clone());
        let stubs = entry.stubs.iter().map(|stub| stub.name.clone());
        let words = [
            "result",
            "main",
            "assert",
            "NULL",
            "fork",
            "waitpid",
            "printf",
            "status",
            "child",
            "pipe",
            "dup2",
            "write",
            "close",
            "_exit",
            "give_input",
            "exit_status",
            "stdin",
            "stdout",
            "on_heap",
            "malloc",
            "memcpy",
            "calloc",
            "realloc",
            "failing_allocation",
            "allocation_fails",
        ];
        let taken = globals
            .chain(stubs)
            .chain([entry.name.clone()])
            .chain(words.map(String::from));
        Names {
            taken: taken.collect(),
        }
    }

    /// A name for each object of the input: that of the parameter that leads to it, or of the way there.
    pub(super) fn of_objects(&self, entry: &Entry, input: &Input) -> Vec<String> {
        let mut taken = self.taken.clone();
        let mut names: BTreeMap<usize, String> = BTreeMap::new();
        let leaves = input.leaves(entry);
        // Scalars and structures are passed by their parameter's name.
        for param in entry
            .params
            .iter()
            .filter(|p| !matches!(p.ty, CType::Pointer { .. }))
        {
            taken.insert(param_name(self, &param.name));
        }
        let mut changed = true;
        while changed {
            changed = false;
            for leaf in &leaves {
                let Some(Shape::To(object, _)) = input.get(leaf) else {
                    continue;
                };
                if names.contains_key(object) {
                    continue;
                }
                let stem = match leaf.root {
                    Root::Arg(i) => Some(entry.params[i].name.clone()),
                    Root::Global(i) => Some(entry.globals[i].name.clone()),
                    Root::Stub(i, _) => Some(format!("{}_result", entry.stubs[i].name)),
                    Root::Stdin(_) => None,
                    // One of several is named by its number.
                    Root::Object(i, j) => names.get(&i).map(|name| match is_single(input, i) {
                        true => name.clone(),
                        false => format!("{name}_{j}"),
                    }),
                };
                let Some(stem) = stem else { continue };
                let field = fields(entry, input, leaf).join("_");
                let mut name = match field.as_str() {
                    "" => stem,
                    field => format!("{stem}_{field}"),
                };
                while !taken.insert(name.clone()) {
                    name.push('_');
                }
                names.insert(*object, name);
                changed = true;
            }
        }
        let name = |i| {
            names
                .get(&i)
                .cloned()
                .unwrap_or_else(|| format!("object{i}"))
        };
        (0..input.objects.len()).map(name).collect()
    }
}

/// The name of the variable for a parameter that is no pointer.
pub(super) fn param_name(names: &Names, name: &str) -> String {
    match names.taken.contains(name) {
        true => format!("{name}_"),
        false => name.into(),
    }
}

/// The names of the fields on the way to a leaf.
fn fields(entry: &Entry, input: &Input, leaf: &Leaf) -> Vec<String> {
    steps(entry, input, leaf)
        .into_iter()
        .filter_map(|step| step.strip_prefix('.').map(String::from))
        .collect()
}

/// The way to a leaf as C writes it: `.field` and `[i]`.
fn steps(entry: &Entry, input: &Input, leaf: &Leaf) -> Vec<String> {
    let mut ty = match leaf.root {
        Root::Arg(i) => entry.params[i].ty.clone(),
        Root::Global(i) => entry.globals[i].ty.clone(),
        Root::Stub(i, _) => entry.stubs[i].ret.clone(),
        Root::Stdin(_) => BYTE.clone(),
        Root::Object(i, _) => input.objects[i].ty.clone(),
    };
    let mut steps = Vec::new();
    for &step in &leaf.path {
        ty = match &ty {
            CType::Array { of, .. } => {
                steps.push(format!("[{step}]"));
                (**of).clone()
            }
            CType::Record(record) => {
                let Some(field) = entry.types.layout(*record).and_then(|l| l.fields.get(step))
                else {
                    break;
                };
                if let Some(name) = &field.name {
                    steps.push(format!(".{name}"));
                }
                field.ty.clone()
            }
            _ => break,
        };
    }
    steps
}

/// A place of the input, as an expression.
pub(super) fn place(
    entry: &Entry,
    input: &Input,
    names: (&Names, &[String]),
    leaf: &Leaf,
) -> String {
    let root = match leaf.root {
        Root::Arg(i) => param_name(names.0, &entry.params[i].name),
        Root::Global(i) => entry.globals[i].name.clone(),
        Root::Stub(i, j) => format!("{}_results[{j}]", entry.stubs[i].name),
        Root::Stdin(i) => format!("stdin[{i}]"),
        Root::Object(i, _) if input.objects[i].on_heap && is_single(input, i) => {
            let steps = steps(entry, input, leaf).concat();
            return match steps.strip_prefix('.') {
                Some(member) => format!("{}->{member}", names.1[i]),
                None if steps.is_empty() => format!("*{}", names.1[i]),
                None => format!("(*{}){steps}", names.1[i]),
            };
        }
        Root::Object(i, j) => match is_single(input, i) {
            true => names.1[i].clone(),
            false => format!("{}[{j}]", names.1[i]),
        },
    };
    root + &steps(entry, input, leaf).concat()
}

/// One structure is an object, not an array.
pub(super) fn is_single(input: &Input, object: usize) -> bool {
    let object = &input.objects[object];
    object.elements.len() == 1 && !is_char(&object.ty)
}

/// A pointer value, as an expression.
pub(super) fn pointer(input: &Input, names: &[String], shape: &Shape) -> String {
    match shape {
        Shape::To(object, element) => match (is_single(input, *object), element) {
            (true, 0) if input.objects[*object].on_heap => names[*object].clone(),
            (true, n) if input.objects[*object].on_heap => format!("{} + {n}", names[*object]),
            (true, 0) => format!("&{}", names[*object]),
            (true, n) => format!("&{} + {n}", names[*object]),
            (false, 0) => names[*object].clone(),
            (false, n) => format!("&{}[{n}]", names[*object]),
        },
        Shape::Function(name) => name.clone(),
        Shape::Stream(stream) => stream.name().into(),
        _ => "NULL".into(),
    }
}

pub(super) fn scalar(input: &Input, names: &[String], ty: &CType, shape: &Shape) -> String {
    match ty {
        CType::Pointer { .. } => pointer(input, names, shape),
        ty => constant(ty, shape),
    }
}
