//! Small changes of an input: one value, one pointer, the length of one object.

use super::command_line;
use super::library::STDIN;
use super::make::{Maker, characters, cut, end_string, is_char};
use super::random::Random;
use super::shape::{BYTE, Input, Leaf, Object, Root, Shape, Stream};
use crate::ir::{CType, ops};

/// Elements of a text that changes may make longer.
const TEXT: usize = 64;

/// Changes the input in one to three places.
pub fn mutate(maker: &Maker, random: &mut Random, input: &Input) -> Input {
    let mut input = input.clone();
    for _ in 0..1 + random.below(3) {
        let mut leaves = input.leaves(maker.entry);
        leaves.retain(|leaf| !maker.entry.is_fixed(&input, leaf));
        let resize = !input.objects.is_empty() && random.once_in(6);
        match random.pick(&leaves) {
            _ if maker.entry.is_program && random.once_in(4) => {
                command_line::change(maker, random, &mut input);
            }
            _ if maker.entry.reads_stdin && random.once_in(6) => {
                resize_stdin(maker, random, &mut input);
            }
            _ if maker.entry.allocates && random.once_in(12) => {
                input.failing = random.below(4) as u64;
            }
            _ if resize => resize_one(maker, random, &mut input),
            _ if random.once_in(5) => edit_text(maker, random, &mut input),
            Some(leaf) => {
                change(maker, random, &mut input, leaf);
                if !leaf.path.is_empty() && random.once_in(4) {
                    spread(maker, &mut input, leaf);
                }
            }
            None => break,
        }
    }
    input.tidy(maker.entry);
    input
}

/// Changes a text: a string of the program in its place or in it, a character more, a part less.
fn edit_text(maker: &Maker, random: &mut Random, input: &mut Input) {
    let texts = (input.objects.iter().enumerate()).filter(|(_, object)| is_char(&object.ty));
    let texts: Vec<usize> = texts.map(|(i, _)| i).collect();
    let (text, most) = match random.pick(&texts) {
        Some(&which) => (&mut input.objects[which].elements, TEXT),
        None if maker.entry.reads_stdin => (&mut input.stdin, STDIN),
        None => return,
    };
    match random.below(7) {
        6 if change_number(maker, random, text) => {}
        0 => {
            *text = maker.text(random);
            // Standard input has no end to mark.
            text.truncate(text.len() - usize::from(texts.is_empty()));
        }
        1 | 2 => {
            let word = maker.word(random).map(characters).unwrap_or_default();
            insert(random, text, &word[..word.len().saturating_sub(1)]);
        }
        3 if text.len() > 1 => {
            let from = random.below(text.len() - 1);
            let count = 1 + random.below((text.len() - 1 - from).min(4));
            text.drain(from..from + count);
        }
        _ => {
            let character = Shape::Int(maker.character(random).into());
            insert(random, text, &[character]);
        }
    }
    text.truncate(most);
}

/// Another number of the program in the place of one that stands in the text; whether one does.
fn change_number(maker: &Maker, random: &mut Random, text: &mut Vec<Shape>) -> bool {
    let is_digit = |shape: &Shape| matches!(shape, Shape::Int(48..=57));
    let starts =
        (0..text.len()).filter(|&i| is_digit(&text[i]) && (i == 0 || !is_digit(&text[i - 1])));
    let starts: Vec<usize> = starts.collect();
    let Some(&start) = random.pick(&starts) else {
        return false;
    };
    let end = text[start..].iter().position(|shape| !is_digit(shape));
    let end = end.map_or(text.len(), |count| start + count);
    let number = random
        .pick(maker.constants)
        .map_or(0, |number| number.unsigned_abs());
    let digits = number.to_string().into_bytes();
    text.splice(
        start..end,
        digits.iter().map(|&digit| Shape::Int(digit.into())),
    );
    true
}

/// All elements of an array get the value that one has, in the same member.
fn spread(maker: &Maker, input: &mut Input, leaf: &Leaf) {
    let Some(value) = input.get(leaf).cloned() else {
        return;
    };
    let alike = |other: &Leaf| {
        let mut pairs = other.path.iter().zip(&leaf.path);
        let differing = pairs.by_ref().filter(|(a, b)| a != b).count();
        other.root == leaf.root
            && other.ty == leaf.ty
            && other.path.len() == leaf.path.len()
            && differing == 1
    };
    for other in input
        .leaves(maker.entry)
        .iter()
        .filter(|other| alike(other))
    {
        if !maker.entry.is_fixed(input, other) {
            input.set(other, value.clone());
        }
    }
}

fn insert(random: &mut Random, text: &mut Vec<Shape>, string: &[Shape]) {
    let at = random.below(text.len().max(1));
    text.splice(at..at, string.iter().cloned());
}

fn resize_stdin(maker: &Maker, random: &mut Random, input: &mut Input) {
    let wanted = random.below(STDIN / 4);
    input.stdin.truncate(wanted);
    while input.stdin.len() < wanted {
        input.stdin.push(maker.scalar(random, &BYTE));
    }
}

fn change(maker: &Maker, random: &mut Random, input: &mut Input, leaf: &Leaf) {
    let Some(old) = input.get(leaf).cloned() else {
        return;
    };
    let new = match (&leaf.ty, &old) {
        (CType::Pointer { to, .. }, _) => pointer(maker, random, input, to),
        (ty, Shape::Int(value)) if random.once_in(2) => {
            let by = [1, -1, 2, -2, 10, -10, 32, 128][random.below(8)];
            let scalar = ty.scalar().unwrap_or(crate::ir::Ty::INT);
            match ty {
                CType::Bool => Shape::Int(1 - value),
                _ => Shape::Int(ops::normalise(scalar, value.wrapping_add(by))),
            }
        }
        (ty, Shape::Int(_)) if (is_char(ty) || is_stdin(leaf)) && random.once_in(2) => {
            Shape::Int(maker.character(random).into())
        }
        (ty, _) => maker.scalar(random, ty),
    };
    let new = match (leaf.bits, new) {
        (Some((_, width)), Shape::Int(value)) => Shape::Int(cut(&leaf.ty, width, value)),
        (_, new) => new,
    };
    input.set(leaf, new);
}

fn is_stdin(leaf: &Leaf) -> bool {
    matches!(leaf.root, Root::Stdin(_))
}

fn pointer(maker: &Maker, random: &mut Random, input: &mut Input, to: &CType) -> Shape {
    if let CType::Function(_) = to {
        let fitting = maker.functions(to);
        let chosen = random.pick(&fitting);
        return match chosen {
            Some(name) if !random.once_in(4) => Shape::Function(name.clone()),
            _ => Shape::Null,
        };
    }
    if let CType::Record(record) = to
        && Stream::is_file(&maker.entry.types, *record)
    {
        return match random.once_in(4) {
            true => Shape::Null,
            false => Shape::Stream(maker.stream(&mut Some(random))),
        };
    }
    let same = (input.objects.iter().enumerate()).filter(|(_, object)| object.ty == *to);
    let same: Vec<usize> = same.map(|(i, _)| i).collect();
    match random.below(3) {
        0 => Shape::Null,
        1 if !same.is_empty() => Shape::To(same[random.below(same.len())], 0),
        _ => {
            // A copy of an object of the type; what it leads to is shared.
            match random.pick(&same) {
                Some(&like) => {
                    let copy = input.objects[like].clone();
                    input.objects.push(copy);
                    Shape::To(input.objects.len() - 1, 0)
                }
                None => fresh(maker, random, input, to),
            }
        }
    }
}

/// An object that an input made from nothing has.
fn fresh(maker: &Maker, random: &mut Random, input: &mut Input, to: &CType) -> Shape {
    let Ok(other) = maker.random(random) else {
        return Shape::Null;
    };
    let found = other.objects.iter().position(|object| object.ty == *to);
    let Some(found) = found else {
        return Shape::Null;
    };
    let first = input.objects.len();
    input.objects.extend(other.objects);
    // Pointers among them are to their new numbers.
    for leaf in input.leaves(maker.entry) {
        if let Root::Object(object, _) = leaf.root
            && object >= first
            && let Some(Shape::To(target, _)) = input.get_mut(&leaf)
        {
            *target += first;
        }
    }
    Shape::To(first + found, 0)
}

fn resize_one(maker: &Maker, random: &mut Random, input: &mut Input) {
    let index = random.below(input.objects.len());
    let Object { ty, elements, .. } = &mut input.objects[index];
    let wanted = [1, 2, 3, 4, 8, 16][random.below(6)];
    let last = elements.last().cloned();
    if elements.len() > wanted {
        elements.truncate(wanted);
    }
    while elements.len() < wanted {
        let Some(last) = &last else { break };
        let new = match ty.scalar() {
            Some(scalar) if scalar.is_int() => maker.scalar(random, ty),
            _ => last.clone(),
        };
        elements.push(new);
    }
    end_string(ty, elements);
}
