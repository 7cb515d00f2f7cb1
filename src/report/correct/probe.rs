//! Which branch of a line is which condition, as the compiler itself says.
//!
//! The preprocessed text is compiled twice: as it is, and with the parts of each decision on lines of their own. Both have
//! the same branches in the same order. So the second says which decision a branch belongs to, and the first where gcov
//! counts it. The branches of a decision are its conditions, in the order of evaluation, if there are as many.
//!
//! Comes in: a preprocessed text, a compiler, a run. Goes out: for each line the conditions of its branches.

use super::gcno::{self, Branching, Function};
use super::scan::{Kind, Token, scan};
use super::sites::Leaf;
use crate::frontend::Source;
use crate::report::data::Run;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The ways out of one block, and the condition that chooses if it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fork {
    pub arcs: usize,
    pub leaf: Option<Leaf>,
}

/// The forks of each line of the main file, in gcov's order.
pub type Forks = BTreeMap<u32, Vec<Fork>>;

/// `compile` gives what the compiler writes for gcov.
pub fn probe(
    run: &Run,
    source: &Source,
    file: &Arc<str>,
    compile: &dyn Fn(&[u8]) -> Option<Vec<u8>>,
) -> Option<Forks> {
    let tokens = scan(&source.text);
    let spread = Spread::new(source, &tokens);
    let shown = gcno::read(&compile(&source.bytes)?)?;
    let apart = gcno::read(&compile(spread.text.as_bytes())?)?;
    let conditions = conditions(run, source, file, &tokens, &spread);
    let mut lines: BTreeMap<u32, (usize, Vec<Fork>)> = BTreeMap::new();
    for (number, (shown, apart)) in pairs(&shown, &apart)?.enumerate() {
        let mut leaves = leaves(&apart.blocks, &conditions);
        for (at, block) in shown.blocks.iter().enumerate() {
            if block.file != **file {
                continue;
            }
            let (of, forks) = lines
                .entry(block.line)
                .or_insert_with(|| (number, Vec::new()));
            forks.push(Fork {
                arcs: block.arcs,
                // How gcov orders several functions on a line is another matter.
                leaf: leaves.remove(&at).filter(|_| *of == number),
            });
            if *of != number {
                forks.iter_mut().for_each(|fork| fork.leaf = None);
            }
        }
    }
    let forks = lines.into_iter().map(|(line, (_, forks))| (line, forks));
    Some(forks.collect())
}

/// The functions of both texts, if these have the same branches.
fn pairs<'a>(
    shown: &'a [Function],
    apart: &'a [Function],
) -> Option<impl Iterator<Item = (&'a Function, &'a Function)>> {
    let arcs = |function: &Function| -> Vec<usize> {
        function.blocks.iter().map(|block| block.arcs).collect()
    };
    let same = |(a, b): (&Function, &Function)| a.name == b.name && arcs(a) == arcs(b);
    let all = shown.len() == apart.len() && shown.iter().zip(apart).all(same);
    all.then(|| shown.iter().zip(apart))
}

/// A decision: the lines of the spread text that it has, and its conditions.
struct Decision {
    lines: (u32, u32),
    leaves: Vec<Leaf>,
}

/// By index of the block: its condition.
fn leaves(blocks: &[Branching], decisions: &[Decision]) -> HashMap<usize, Leaf> {
    let mut found = HashMap::new();
    for decision in decisions {
        let (first, end) = decision.lines;
        let inside = |(_, block): &(usize, &Branching)| (first..end).contains(&block.line);
        let here: Vec<(usize, &Branching)> = blocks.iter().enumerate().filter(inside).collect();
        let ordered = here.is_sorted_by_key(|(_, block)| block.line);
        let alike = here.len() == decision.leaves.len() && here.iter().all(|(_, b)| b.arcs == 2);
        if ordered && alike {
            let leaves = decision.leaves.iter().cloned();
            found.extend(here.iter().map(|(at, _)| *at).zip(leaves));
        }
    }
    found
}

/// The text with one line per part of a decision, without line markers.
struct Spread {
    text: String,
    /// The line of each token.
    lines: Vec<u32>,
}

impl Spread {
    fn new(source: &Source, tokens: &[Token]) -> Spread {
        let (mut text, mut lines, mut line) = (String::new(), Vec::new(), 1);
        for (at, token) in tokens.iter().enumerate() {
            let start = token.offset as usize;
            let next = tokens.get(at + 1).map(|next| next.offset as usize);
            // Operators and numbers may be several tokens here, so only these begin a line.
            if !matches!(token.kind, Kind::Other | Kind::Label(_)) {
                text.push('\n');
                line += 1;
            }
            lines.push(line);
            let all = &source.text[start..next.unwrap_or(source.text.len())];
            for (number, part) in all.split('\n').enumerate() {
                let directive = number > 0 && part.trim_start().starts_with('#');
                let pragma = directive && part.contains("pragma");
                if pragma {
                    text = text + "\n" + part + "\n";
                    line += 2;
                } else if !directive {
                    text += if number > 0 { " " } else { "" };
                    text += part;
                }
            }
        }
        text.push('\n');
        Spread { text, lines }
    }
}

/// The decisions of the main file whose conditions all have labels.
fn conditions(
    run: &Run,
    source: &Source,
    file: &Arc<str>,
    tokens: &[Token],
    spread: &Spread,
) -> Vec<Decision> {
    let labels = labels(run, file);
    let leaf = |token: &Token| {
        let place = source.place(token.offset);
        let ids = labels.get(&(place.line, place.column));
        let here = ids.filter(|_| place.file == *file)?;
        let [yes, no] = here[..] else { return None };
        Some(Leaf {
            units: vec![[yes, no]],
        })
    };
    let mut decisions = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let sections = matches!(token.kind, Kind::For);
        if !sections && !matches!(token.kind, Kind::If | Kind::While) {
            continue;
        }
        let Some((first, end)) = section(tokens, at, sections) else {
            continue;
        };
        let inside = &tokens[first..end];
        let plain = |token: &Token| {
            matches!(
                token.kind,
                Kind::Other | Kind::Open | Kind::Close | Kind::Comma | Kind::Junction
            )
        };
        let junctions = inside.iter().filter(|token| token.kind == Kind::Junction);
        let leaves: Vec<Leaf> = inside.iter().filter_map(leaf).collect();
        if inside.iter().all(plain) && leaves.len() == junctions.count() + 1 {
            decisions.push(Decision {
                lines: (spread.lines[first - 1], spread.lines[end]),
                leaves,
            });
        }
    }
    decisions
}

/// The labels of conditions by place, those that hold first.
fn labels(run: &Run, file: &Arc<str>) -> HashMap<(u32, u32), Vec<u64>> {
    let mut labels: HashMap<(u32, u32), Vec<u64>> = HashMap::new();
    let here = |row: &crate::status::LabelRow| row.criterion == "cc" && row.place.file == *file;
    for label in run.labels().filter(|label| here(label.row)) {
        let place = &label.row.place;
        let ids = labels.entry((place.line, place.column)).or_default();
        ids.push(label.row.id);
    }
    labels
}

/// The tokens of the condition that a keyword begins: after its parenthesis, or after the first semicolon of a `for`.
fn section(tokens: &[Token], keyword: usize, sections: bool) -> Option<(usize, usize)> {
    let mut depth = 0usize;
    let mut ends = Vec::new();
    for (at, token) in tokens.iter().enumerate().skip(keyword + 1) {
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.checked_sub(1)?,
            Kind::Semicolon if depth == 1 => ends.push(at),
            _ => {}
        }
        if depth == 0 {
            return match (sections, &ends[..]) {
                (false, []) => Some((keyword + 2, at)),
                (true, &[first, second]) => Some((first + 1, second)),
                _ => None,
            };
        }
    }
    None
}
