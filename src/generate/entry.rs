//! What a function needs to be called: its parameters, the globals that it reads, the stubs that it calls.

use super::command_line;
use super::image::{Places, decode};
use super::library::NEXT_BYTE;
use super::make::{Maker, end_string, is_char};
use super::program::Program;
use super::shape::{Input, Leaf, Object, Root, Shape};
use super::stub::Stub;
use crate::ir::{CType, ExprKind, GlobalId, GlobalKind, Linkage, Signatures};
use std::collections::BTreeSet;

/// A function that tests call.
pub struct Entry {
    /// Its place among the functions of the program.
    pub body: usize,
    pub unit: usize,
    pub name: String,
    /// What tests call it.
    pub symbol: String,
    pub params: Vec<Param>,
    pub ret: CType,
    pub variadic: bool,
    /// The types of its unit.
    pub types: Signatures,
    pub globals: Vec<SetGlobal>,
    /// Those that it or its callees may call.
    pub stubs: Vec<Stub>,
    /// It and all that it may call.
    pub reachable: BTreeSet<usize>,
    /// It is `main`, which is called with a command line.
    pub is_program: bool,
    /// It or a callee reads standard input.
    pub reads_stdin: bool,
    /// It or a callee may free what it is given.
    pub frees: bool,
    /// It or a callee allocates memory.
    pub allocates: bool,
}

pub struct Param {
    pub name: String,
    pub ty: CType,
}

/// A global that tests set.
pub struct SetGlobal {
    pub name: String,
    pub ty: CType,
    pub unit: usize,
    pub id: GlobalId,
    /// What the program puts there, if that is known.
    pub initial: Option<Shape>,
}

impl Entry {
    /// The entry of a function, or why it cannot be called.
    pub fn new(program: &Program, body: usize) -> Result<Entry, String> {
        let f = program.function(body);
        let unit = program.bodies[body].unit;
        let types = program.signatures[unit].clone();
        let declared = types
            .function(&f.name)
            .ok_or("its type is not known")?
            .clone();
        if declared.params.len() != f.params.len() {
            return Err("its parameters are declared in the old style".into());
        }
        let params = f.params.iter().zip(&declared.params).enumerate();
        let params = params.map(|(i, (&var, ty))| Param {
            name: match f.vars[var].name.as_str() {
                "" => format!("argument{}", i + 1),
                name => name.to_string(),
            },
            ty: ty.clone(),
        });
        let is_program = f.name == "main";
        if is_program && let Some(why) = command_line::refused(&declared.params) {
            return Err(why.into());
        }
        let mut reachable = program.reachable(body);
        // A program starts with what it puts there itself.
        let globals = match is_program {
            true => Vec::new(),
            false => globals(program, &types, &reachable),
        };
        if !is_program {
            let given = declared.params.iter();
            let given = given.chain(globals.iter().map(|global| &global.ty));
            reachable.extend(program.callbacks(unit, given));
        }
        let reads =
            |body: &usize| program.is_library(*body) && program.function(*body).name == NEXT_BYTE;
        let reads_stdin = reachable.iter().any(reads);
        let stubs = program.stubs.iter().filter(|stub| {
            let own = program.external(&stub.name);
            stub.results.is_some() && own.is_some_and(|body| reachable.contains(&body))
        });
        let mut stubs: Vec<Stub> = stubs.cloned().collect();
        for stub in stubs.iter_mut().filter(|stub| stub.unit != unit) {
            // Records of another unit have other numbers.
            if let CType::Pointer { .. } = stub.ret {
                stub.ret = CType::Pointer {
                    to: CType::Void.into(),
                    constant: false,
                };
            }
        }
        Ok(Entry {
            body,
            unit,
            name: f.name.clone(),
            symbol: match is_program {
                true => free_name(&types),
                false => f.name.clone(),
            },
            params: params.collect(),
            ret: declared.ret,
            variadic: declared.variadic,
            frees: !is_program && calls(program, &reachable, &["free", "realloc"]),
            allocates: calls(program, &reachable, &ALLOCATE),
            globals,
            types,
            stubs,
            reachable,
            is_program,
            reads_stdin,
        })
        .map(|mut entry| {
            for i in 0..entry.globals.len() {
                entry.globals[i].initial = initial(program, &entry, i);
            }
            entry
        })
    }

    /// Whether the value follows from others, so that no engine may choose it.
    pub fn is_fixed(&self, input: &Input, leaf: &Leaf) -> bool {
        let only_null = |i: usize| self.stubs[i].only_null;
        let given = match leaf.root {
            Root::Stub(i, _) => only_null(i),
            // The end of what may be a string.
            Root::Object(i, j) => {
                let Object { ty, elements, .. } = &input.objects[i];
                is_char(ty) && j + 1 == elements.len()
            }
            _ => false,
        };
        given || leaf.is_end || self.is_program && command_line::is_fixed(input, leaf)
    }

    /// Gives values that follow from others, and results of stubs that the C library may give.
    pub fn repair(&self, input: &mut Input) {
        for (stub, results) in self.stubs.iter().zip(&mut input.stubs) {
            for shape in results {
                match (shape, stub.range) {
                    (Shape::Int(value), Some((low, high))) => *value = (*value).clamp(low, high),
                    (shape, _) if stub.only_null => *shape = Shape::Null,
                    _ => {}
                }
            }
        }
        for object in &mut input.objects {
            end_string(&object.ty, &mut object.elements);
        }
        if self.is_program {
            command_line::repair(input);
            input.tidy(self);
        }
    }

    /// Whether the program itself puts this value there.
    pub fn initial_is(&self, global: usize, leaf: &Leaf, shape: &Shape) -> bool {
        let mut globals = vec![None; global];
        globals.push(self.globals[global].initial.clone());
        let before = Input {
            globals,
            ..Input::default()
        };
        before.get(leaf) == Some(shape)
    }
}

const ALLOCATE: [&str; 4] = ["malloc", "calloc", "realloc", "strdup"];

/// Whether one of these functions calls or names one of these functions of the C library.
fn calls(program: &Program, reachable: &BTreeSet<usize>, wanted: &[&str]) -> bool {
    let mut named = reachable.iter().flat_map(|&body| program.names(body));
    named.any(|global| {
        let name = program.globals.globals[global].name.as_str();
        program.defined_by(global).is_none() && wanted.contains(&name)
    })
}

/// A name for the program's `main` beside that of a test.
fn free_name(types: &Signatures) -> String {
    let mut name = String::from("program_main");
    while types.names.contains_key(&name) {
        name.push('_');
    }
    name
}

/// What the program puts into a global; `None` if that has pointers.
fn initial(program: &Program, entry: &Entry, global: usize) -> Option<Shape> {
    let SetGlobal { ty, unit, id, .. } = &entry.globals[global];
    let merged = program.global(*unit, *id);
    let GlobalKind::Object {
        init: Some(init), ..
    } = &program.globals.globals[merged].kind
    else {
        return None;
    };
    if !init.relocs.is_empty() {
        return None;
    }
    let mut bytes = init.bytes.clone();
    bytes.resize(bytes.len().max(entry.types.size(ty)? as usize), 0);
    let maker = Maker {
        program,
        entry,
        constants: &[],
        strings: &[],
        numbers: &[],
    };
    let like = maker.zero(ty)?;
    Some(decode(&entry.types, ty, &like, &Nowhere, &bytes))
}

/// Memory without objects.
struct Nowhere;

impl Places for Nowhere {
    fn address(&self, _: &Shape) -> u64 {
        0
    }

    fn shape(&self, address: u64) -> Shape {
        match address {
            0 => Shape::Null,
            _ => Shape::Elsewhere,
        }
    }
}

/// The variables of external linkage that these functions name, and whose types the unit knows.
fn globals(program: &Program, types: &Signatures, reachable: &BTreeSet<usize>) -> Vec<SetGlobal> {
    let mut found: Vec<SetGlobal> = Vec::new();
    for &body in reachable {
        let unit = program.bodies[body].unit;
        for e in program.function(body).exprs.values() {
            let ExprKind::GlobalAddr(id) = e.kind else {
                continue;
            };
            let merged = &program.globals.globals[program.global(unit, id)];
            let settable = matches!(
                merged.kind,
                GlobalKind::Object {
                    init: Some(_),
                    constant: false,
                    volatile: false,
                    thread_local: false,
                    ..
                }
            );
            let known = found.iter().any(|global| global.name == merged.name);
            if settable
                && !known
                && !program.is_of_library(&merged.name)
                && merged.linkage == Linkage::External
                && let Some(ty) = types.names.get(&merged.name)
                && types.size(ty).is_some()
            {
                let (name, ty) = (merged.name.clone(), ty.clone());
                found.push(SetGlobal {
                    name,
                    ty,
                    unit,
                    id,
                    initial: None,
                });
            }
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}
