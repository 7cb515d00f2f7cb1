//! The input of a whole program: the words of its command line.
//!
//! `main` is called with what C promises it (C17 5.1.2.2.1): `argv` has `argc` strings and a null pointer after them. So these
//! are no choice of an engine: the words are, and how many there are. `argc` may be 0, then there is not even a name.

use super::entry::Entry;
use super::make::{Maker, characters, is_char};
use super::random::Random;
use super::shape::{Input, Leaf, Object, Root, Shape};
use crate::ir::CType;

/// The first word.
const NAME: &[u8] = b"program";
/// Words besides the name that random command lines have, and places of the list that a change may make longer.
const WORDS: usize = 4;
const MOST: usize = 8;

/// Why `main` cannot be called, if so.
pub fn refused(params: &[CType]) -> Option<&'static str> {
    let strings = |ty: &CType| match ty {
        CType::Pointer { to, .. } => {
            matches!(&**to, CType::Pointer { to, .. } if is_char(to))
        }
        _ => false,
    };
    let usual = match params {
        [] => true,
        [count, rest @ ..] => *count == CType::INT && rest.len() <= 2 && rest.iter().all(strings),
    };
    (!usual).then_some("its parameters are not those of the standard")
}

/// A command line of so many words besides the name, each with room for so many characters.
pub fn plain(entry: &Entry, input: &mut Input, words: usize, room: usize) {
    let blank = vec![Shape::Int(0); room + 1];
    let words = std::iter::once(characters(NAME)).chain((0..words).map(|_| blank.clone()));
    fill(entry, input, words.collect());
}

pub fn random(maker: &Maker, random: &mut Random, input: &mut Input) {
    let count = match random.once_in(16) {
        true => 0,
        false => 1 + random.below(WORDS),
    };
    let words = (0..count).map(|i| match i {
        0 => characters(NAME),
        _ => word(maker, random),
    });
    fill(maker.entry, input, words.collect());
}

/// A number of the program, or characters.
pub fn word(maker: &Maker, random: &mut Random) -> Vec<Shape> {
    if random.once_in(2)
        && let Some(string) = maker.word(random)
    {
        return characters(string);
    }
    if random.once_in(2) {
        let near = *random.pick(maker.constants).unwrap_or(&0);
        return characters(near.to_string().as_bytes());
    }
    let length = random.below(6);
    let mut characters: Vec<Shape> = (0..length)
        .map(|_| match random.once_in(3) {
            true => maker.scalar(random, &character()),
            false => Shape::Int(32 + random.below(95) as i128),
        })
        .collect();
    characters.push(Shape::Int(0));
    characters
}

/// Changes which words there are: another one in the place of one, one more, or one less.
pub fn change(maker: &Maker, random: &mut Random, input: &mut Input) {
    let Some(&Shape::To(list, _)) = input.args.get(1) else {
        return;
    };
    let places = input.objects[list].elements.len();
    match random.below(4) {
        0 if places > 1 => drop(input.objects[list].elements.remove(random.below(places))),
        1 | 2 if places <= MOST => {
            let new = Shape::To(input.objects.len(), 0);
            let ty = character();
            input.objects.push(Object {
                ty,
                elements: word(maker, random),
                on_heap: false,
            });
            // The first one is the name.
            let at = 1 + random.below(places.max(1));
            let elements = &mut input.objects[list].elements;
            elements.insert(at.min(elements.len()), new);
        }
        _ => {
            let chosen = random.pick(&input.objects[list].elements);
            if let Some(&Shape::To(which, _)) = chosen {
                input.objects[which].elements = word(maker, random);
            }
        }
    }
}

fn character() -> CType {
    CType::Int {
        ty: crate::ir::Ty::Int {
            bits: 8,
            signed: true,
        },
        name: "char",
    }
}

/// Whether it is the first word as it is made.
pub fn is_name(object: &Object) -> bool {
    object.elements == characters(NAME)
}

/// Makes the arguments of these words.
fn fill(entry: &Entry, input: &mut Input, words: Vec<Vec<Shape>>) {
    let mut params = entry.params.iter();
    if params.next().is_none() {
        return;
    }
    input.args.push(Shape::Int(words.len() as i128));
    for (i, param) in params.enumerate() {
        let CType::Pointer { to, .. } = &param.ty else {
            return;
        };
        let CType::Pointer { to: character, .. } = &**to else {
            return;
        };
        let list = input.objects.len();
        input.args.push(Shape::To(list, 0));
        input.objects.push(Object {
            ty: (**to).clone(),
            elements: Vec::new(),
            on_heap: false,
        });
        // The environment is empty.
        let own = if i == 0 { &words[..] } else { &[] };
        let mut elements = Vec::new();
        for word in own {
            elements.push(Shape::To(input.objects.len(), 0));
            input.objects.push(Object {
                ty: (**character).clone(),
                elements: word.clone(),
                on_heap: false,
            });
        }
        elements.push(Shape::Null);
        input.objects[list].elements = elements;
    }
}

/// Whether the value follows from the others.
pub fn is_fixed(input: &Input, leaf: &Leaf) -> bool {
    match leaf.root {
        Root::Arg(_) => true,
        Root::Object(i, _) => !is_char(&input.objects[i].ty),
        _ => false,
    }
}

/// Gives the values that follow from the others.
pub fn repair(input: &mut Input) {
    let Some(&Shape::To(list, _)) = input.args.get(1) else {
        return;
    };
    let elements = &mut input.objects[list].elements;
    elements.retain(|word| matches!(word, Shape::To(..)));
    let count = elements.len();
    elements.push(Shape::Null);
    input.args[0] = Shape::Int(count as i128);
}
