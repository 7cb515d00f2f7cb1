//! Inputs by type, from nothing.
//!
//! Comes in: an entry, a way to choose. Goes out: an input of the right types, or why there is none. Structures that
//! contain pointers to themselves (lists, trees) end at a depth.

use super::command_line;
use super::entry::Entry;
use super::library::STDIN;
use super::program::Program;
use super::random::Random;
use super::shape::{BYTE, Input, Object, Shape, Stream};
use super::stub::RESULTS;
use crate::ir::{CType, FloatKind, GlobalId, Linkage, Ty, ops};
use std::collections::BTreeSet;

/// Pointers more than this far from an argument are null.
const DEPTH: u32 = 5;
/// Parts of a text that is made of words.
const TOKENS: usize = 5;
/// Values that one input may have.
const VALUES: usize = 4096;

/// How values are chosen where the type leaves a choice.
pub struct Plan {
    /// Elements of objects that pointers lead to.
    pub elements: usize,
    /// How many pointers on a way are followed by further ones.
    pub depth: u32,
}

pub struct Maker<'a> {
    pub program: &'a Program,
    pub entry: &'a Entry,
    /// Numbers that the program compares with, and their neighbours.
    pub constants: &'a [i128],
    /// String literals of the program.
    pub strings: &'a [Vec<u8>],
    /// The larger ones of the constants, as text.
    pub numbers: &'a [Vec<u8>],
}

/// An input while it is made.
struct Draft<'r> {
    objects: Vec<Object>,
    values: usize,
    random: Option<&'r mut Random>,
    plan: Plan,
}

impl Maker<'_> {
    /// The plainest input: zeros, and pointers as planned.
    pub fn plain(&self, plan: Plan) -> Result<Input, String> {
        self.input(None, plan)
    }

    pub fn random(&self, random: &mut Random) -> Result<Input, String> {
        let elements = [1, 1, 2, 3, 4, 8, 16][random.below(7)];
        let depth = 1 + random.below(DEPTH as usize) as u32;
        self.input(Some(random), Plan { elements, depth })
    }

    fn input(&self, random: Option<&mut Random>, plan: Plan) -> Result<Input, String> {
        let mut draft = Draft {
            objects: Vec::new(),
            values: 0,
            random,
            plan,
        };
        let mut input = Input::default();
        if self.entry.reads_stdin {
            self.stdin(&mut draft, &mut input);
        }
        let params = match self.entry.is_program {
            true => &[],
            false => &self.entry.params[..],
        };
        for param in params {
            let value = self.value(&mut draft, &param.ty, 0);
            let value = value.map_err(|what| format!("parameter `{}` is {what}", param.name))?;
            input.args.push(value);
        }
        for global in &self.entry.globals {
            let changed = draft
                .random
                .as_mut()
                .is_some_and(|random| !random.once_in(3));
            input.globals.push(match changed {
                true => self.value(&mut draft, &global.ty, 1).ok(),
                false => global.initial.clone(),
            });
        }
        for stub in &self.entry.stubs {
            let results = (0..RESULTS).map(|_| match stub.only_null {
                true => Ok(Shape::Null),
                false => self.value(&mut draft, &stub.ret, 1),
            });
            let results: Result<Vec<Shape>, String> = results.collect();
            let results =
                results.map_err(|what| format!("the result of `{}` is {what}", stub.name))?;
            input.stubs.push(results);
        }
        input.objects = draft.objects;
        if self.entry.is_program {
            match draft.random {
                Some(random) => command_line::random(self, random, &mut input),
                None => {
                    let Plan { elements, depth } = draft.plan;
                    command_line::plain(self.entry, &mut input, depth as usize, elements);
                }
            }
        }
        Ok(input)
    }

    /// As many bytes of standard input as objects have elements.
    fn stdin(&self, draft: &mut Draft, input: &mut Input) {
        let count = draft.plan.elements.min(STDIN);
        let byte = |random: &mut Option<&mut Random>| match random {
            Some(random) => self.scalar(random, &BYTE),
            None => Shape::Int(0),
        };
        input.stdin = (0..count).map(|_| byte(&mut draft.random)).collect();
    }

    /// Zeros and null pointers of the type.
    pub fn zero(&self, ty: &CType) -> Option<Shape> {
        let mut draft = Draft {
            objects: Vec::new(),
            values: 0,
            random: None,
            plan: Plan {
                elements: 1,
                depth: 0,
            },
        };
        self.value(&mut draft, ty, DEPTH).ok()
    }

    fn value(&self, draft: &mut Draft, ty: &CType, depth: u32) -> Result<Shape, String> {
        draft.values += 1;
        if draft.values > VALUES {
            return Err("too large".into());
        }
        match ty {
            CType::Bool | CType::Int { .. } | CType::Float(_) => Ok(match &mut draft.random {
                Some(random) => self.scalar(random, ty),
                None if matches!(ty, CType::Float(_)) => Shape::Float(0.0),
                None => Shape::Int(0),
            }),
            CType::Pointer { to, .. } => self.pointer(draft, to, depth),
            CType::Array { of, len } => {
                let len = len.unwrap_or(0);
                if len > VALUES as u64 {
                    return Err("too large".into());
                }
                let elements = (0..len).map(|_| self.value(draft, of, depth));
                let mut elements = elements.collect::<Result<Vec<_>, _>>()?;
                end_string(of, &mut elements);
                Ok(Shape::Elements(elements))
            }
            CType::Record(record) => self.record(draft, *record, depth),
            CType::Void => Err("void".into()),
            CType::Function(_) => Err("a function".into()),
            CType::Other(what) => Err(what.clone()),
        }
    }

    fn record(&self, draft: &mut Draft, record: usize, depth: u32) -> Result<Shape, String> {
        let types = &self.entry.types;
        let layout = types
            .layout(record)
            .ok_or("of a type that is not complete")?;
        if types.records[record].is_union {
            let which = draft
                .random
                .as_mut()
                .map_or(0, |r| r.below(layout.fields.len()));
            let field = layout.fields.get(which).ok_or("an empty union")?;
            let inner = self.value(draft, &field.ty, depth)?;
            return Ok(Shape::Member(which, inner.into()));
        }
        let mut fields = Vec::new();
        for field in &layout.fields {
            let value = self.value(draft, &field.ty, depth)?;
            fields.push(match (field.bits, value) {
                (Some((_, width)), Shape::Int(value)) => Shape::Int(cut(&field.ty, width, value)),
                (_, value) => value,
            });
        }
        Ok(Shape::Fields(fields))
    }

    fn pointer(&self, draft: &mut Draft, to: &CType, depth: u32) -> Result<Shape, String> {
        let is_null = match &mut draft.random {
            Some(random) => random.once_in(if depth == 0 { 12 } else { 3 }),
            None => false,
        };
        if is_null || depth > draft.plan.depth {
            return Ok(Shape::Null);
        }
        if let CType::Function(_) = to {
            return Ok(self.function(draft, to));
        }
        if let CType::Record(record) = to
            && Stream::is_file(&self.entry.types, *record)
        {
            return Ok(Shape::Stream(self.stream(&mut draft.random)));
        }
        // Of an unknown type: bytes.
        let to = match to {
            CType::Void => &BYTE,
            CType::Record(record) if self.entry.types.layout(*record).is_none() => {
                return Ok(Shape::Null);
            }
            to => to,
        };
        if let Some(random) = &mut draft.random
            && random.once_in(6)
        {
            let same = (draft.objects.iter().enumerate()).filter(|(_, o)| o.ty == *to);
            let same: Vec<usize> = same.map(|(i, _)| i).collect();
            if let Some(&object) = random.pick(&same) {
                return Ok(Shape::To(object, 0));
            }
        }
        let count = match to {
            // Lists and trees are made of single objects.
            CType::Record(_) if depth > 0 => 1,
            _ => draft.plan.elements,
        };
        let object = draft.objects.len();
        // Its number comes before those of what it leads to.
        draft.objects.push(Object {
            ty: to.clone(),
            elements: Vec::new(),
            on_heap: self.entry.frees,
        });
        let elements = (0..count).map(|_| self.value(draft, to, depth + 1));
        let mut elements: Vec<Shape> = elements.collect::<Result<_, _>>()?;
        end_string(to, &mut elements);
        draft.objects[object].elements = elements;
        Ok(Shape::To(object, 0))
    }

    /// What is read, if anything is.
    pub fn stream(&self, random: &mut Option<&mut Random>) -> Stream {
        let usual = match self.entry.reads_stdin {
            true => Stream::Input,
            false => Stream::Output,
        };
        let chosen = random.as_mut().and_then(|random| random.pick(&Stream::ALL));
        chosen.copied().unwrap_or(usual)
    }

    /// A function of the type.
    fn function(&self, draft: &mut Draft, ty: &CType) -> Shape {
        let fitting = self.functions(ty);
        let chosen = match &mut draft.random {
            Some(random) => random.pick(&fitting),
            None => fitting.first(),
        };
        chosen.map_or(Shape::Null, |name| Shape::Function(name.clone()))
    }

    /// The functions of the program that have this type and that tests can name.
    pub fn functions(&self, ty: &CType) -> Vec<String> {
        let names = self.entry.types.names.iter();
        let fitting = names.filter(|(name, own)| {
            let body = self.program.external(name);
            *own == ty
                && body.is_some_and(|b| self.program.function(b).linkage == Linkage::External)
                && **name != self.entry.name
        });
        fitting.map(|(name, _)| name.clone()).collect()
    }

    /// A string of the program, or one of its numbers as text.
    pub fn word(&self, random: &mut Random) -> Option<&[u8]> {
        let words = match random.once_in(3) {
            true => [self.numbers, self.strings],
            false => [self.strings, self.numbers],
        };
        let [first, second] = words.map(|list| random.pick(list));
        first.or(second).map(Vec::as_slice)
    }

    /// A text of a few parts, as parsers read them: words, characters that the program compares with, others.
    pub fn text(&self, random: &mut Random) -> Vec<Shape> {
        let mut text = Vec::new();
        for _ in 0..random.below(TOKENS + 1) {
            match random.below(3) {
                0 => text.extend_from_slice(self.word(random).unwrap_or_default()),
                _ => text.push(self.character(random)),
            }
        }
        characters(&text)
    }

    /// One that can be read, mostly of those that the program compares with.
    pub fn character(&self, random: &mut Random) -> u8 {
        let near = (0..4).find_map(|_| {
            let value = u8::try_from(*random.pick(self.constants)?).ok();
            value.filter(|c| matches!(c, b'\t' | b'\n' | b' '..=b'~'))
        });
        match near {
            Some(near) if !random.once_in(3) => near,
            _ => b' ' + random.below(95) as u8,
        }
    }

    pub fn scalar(&self, random: &mut Random, ty: &CType) -> Shape {
        match ty {
            CType::Bool => Shape::Int(random.below(2) as i128),
            CType::Float(kind) => Shape::Float(self.float(random, *kind)),
            _ => Shape::Int(self.integer(random, ty.scalar().unwrap_or(Ty::INT))),
        }
    }

    fn integer(&self, random: &mut Random, ty: Ty) -> i128 {
        let small = [0, 1, -1, 2, 3, 7, 10, 16, 32, 100];
        let value = match random.below(10) {
            0..=2 => *random.pick(&small).unwrap_or(&0),
            3..=6 => *random.pick(self.constants).unwrap_or(&1),
            7 => {
                let bits = random.below(ty.bits() as usize + 1) as u32;
                (1i128 << bits.min(126)) - random.below(3) as i128 + 1
            }
            8 => -(1i128 << (ty.bits() - 1).min(126)) + random.below(2) as i128,
            _ => i128::from(random.next() as i64),
        };
        ops::normalise(ty, value)
    }

    fn float(&self, random: &mut Random, kind: FloatKind) -> f64 {
        let near = *random.pick(self.constants).unwrap_or(&1) as f64;
        let list = [
            0.0,
            1.0,
            -1.0,
            0.5,
            near,
            near + 0.5,
            -near,
            1e10,
            -0.0,
            f64::INFINITY,
            f64::NAN,
        ];
        let value = match random.below(3) {
            0 => (random.next() as i32) as f64 / 1024.0,
            _ => *random.pick(&list).unwrap_or(&0.0),
        };
        match kind {
            FloatKind::F32 => f64::from(value as f32),
            _ => value,
        }
    }
}

/// A value that the bit-field holds.
pub fn cut(ty: &CType, width: u8, value: i128) -> i128 {
    let low = value & ((1i128 << width.min(126)) - 1);
    let signed = ty.scalar().is_some_and(Ty::is_signed);
    match signed && width > 0 && low >> (width - 1) & 1 == 1 {
        true => low - (1i128 << width.min(126)),
        false => low,
    }
}

/// An array of `char` may be a string: its last element is zero.
pub fn end_string(ty: &CType, elements: &mut [Shape]) {
    if is_char(ty)
        && let Some(last) = elements.last_mut()
    {
        *last = Shape::Int(0);
    }
}

/// The characters of a string, with its end.
pub fn characters(text: &[u8]) -> Vec<Shape> {
    let bytes = text.iter().chain([&0]);
    bytes.map(|&byte| Shape::Int((byte as i8).into())).collect()
}

pub fn is_char(ty: &CType) -> bool {
    matches!(ty, CType::Int { name: "char", .. })
}

/// Longer strings are texts for people.
const STRING: usize = 32;

/// Numbers that are tried as text.
const NUMBERS: usize = 100;

/// The numbers that the program mentions, as they would stand in a text. What has one digit is found by trying characters.
pub fn numbers(constants: &[i128]) -> Vec<Vec<u8>> {
    let large = constants
        .iter()
        .filter(|number| number.unsigned_abs() >= 10);
    let large = large.take(NUMBERS);
    large
        .map(|number| number.to_string().into_bytes())
        .collect()
}

/// The strings that these functions name, also through tables.
pub fn strings(program: &Program, entry: &Entry) -> Vec<Vec<u8>> {
    use crate::ir::GlobalKind;
    let bodies = entry
        .reachable
        .iter()
        .filter(|&&body| !program.is_library(body));
    let mut open: Vec<GlobalId> = bodies.flat_map(|&body| program.names(body)).collect();
    let mut seen = BTreeSet::new();
    let mut found = BTreeSet::new();
    while let Some(global) = open.pop() {
        let global_kind = &program.globals.globals[global].kind;
        let GlobalKind::Object {
            init: Some(init), ..
        } = global_kind
        else {
            continue;
        };
        if !seen.insert(global) {
            continue;
        }
        open.extend(init.relocs.iter().map(|reloc| reloc.target));
        let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n');
        if let Some((0, text)) = init.bytes.split_last()
            && (1..=STRING).contains(&text.len())
            && text.iter().all(is_text)
        {
            found.insert(text.to_vec());
        }
    }
    found.into_iter().collect()
}

/// The integers that these functions mention, and their neighbours.
pub fn constants(program: &Program, entry: &Entry) -> Vec<i128> {
    use crate::ir::{ExprKind, TermKind};
    let mut found = BTreeSet::from([0, 1, -1]);
    for &body in &entry.reachable {
        let f = program.function(body);
        for e in f.exprs.values() {
            match e.kind {
                ExprKind::Int(value) => {
                    found.insert(value);
                }
                ExprKind::Float { value, .. } if value.abs() < 1e15 => {
                    found.insert(value as i128);
                }
                _ => {}
            }
        }
        for block in f.blocks.values() {
            if let TermKind::Switch { cases, .. } = &block.term.kind {
                found.extend(cases.iter().flat_map(|&(low, high, _)| [low, high]));
            }
        }
    }
    let near = found
        .iter()
        .flat_map(|&value| [-1, 0, 1].map(|by: i128| value.saturating_add(by)));
    let mut near: Vec<i128> = near.collect();
    near.sort_unstable();
    near.dedup();
    near
}
