//! What is left to test: the live labels that no test covers, those that bring most first.
//!
//! Comes in: verdicts, the proved relation, which labels are covered. Goes out: labels in the order to aim at them.

use super::{ProvedRelation, Verdict};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// A label worth a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    pub id: u64,
    /// The other labels that a test for it is sure to cover, and that nothing before it in the list brings.
    pub brings: Vec<u64>,
}

/// The live labels that are not covered. Every one of them is needed, since none comes with another; each is the one that
/// brings most after those before it, and the smaller id wins among equals.
pub fn to_cover(
    verdicts: &[Verdict],
    relation: &ProvedRelation,
    covered: impl Fn(u64) -> bool,
) -> Vec<Objective> {
    let graph = Graph::new(relation);
    let mut had: HashSet<u64> = HashSet::new();
    let open = |id: &u64| !covered(*id);
    let live = verdicts.iter().filter(|verdict| verdict.status.is_live());
    let mut heap: BinaryHeap<(usize, Reverse<u64>)> = live
        .map(|verdict| verdict.id)
        .filter(open)
        .map(|id| (usize::MAX, Reverse(id)))
        .collect();
    let mut objectives = Vec::with_capacity(heap.len());
    while let Some((promised, Reverse(id))) = heap.pop() {
        let brings: Vec<u64> = graph
            .below(id)
            .into_iter()
            .filter(|id| open(id) && !had.contains(id))
            .collect();
        // What a label brings only shrinks as others are taken: if it still beats the next promise it is the best.
        let next = heap.peek().copied();
        if brings.len() < promised && next.is_some_and(|next| (brings.len(), Reverse(id)) < next) {
            heap.push((brings.len(), Reverse(id)));
            continue;
        }
        had.insert(id);
        had.extend(&brings);
        objectives.push(Objective { id, brings });
    }
    objectives
}

/// The relation with every label of a class in one node.
struct Graph<'a> {
    /// The class of a label that has duplicates: its first one.
    class: HashMap<u64, &'a [u64]>,
    implied: HashMap<u64, Vec<u64>>,
}

impl<'a> Graph<'a> {
    fn new(relation: &'a ProvedRelation) -> Self {
        let classes = relation.duplicates.iter();
        let class: HashMap<u64, &[u64]> = classes
            .flat_map(|class| class.iter().map(move |&id| (id, class.as_slice())))
            .collect();
        let mut graph = Graph {
            class,
            implied: HashMap::new(),
        };
        for &(a, b) in &relation.implications {
            let node = graph.node(a);
            graph.implied.entry(node).or_default().push(b);
        }
        graph
    }

    fn node(&self, id: u64) -> u64 {
        self.class.get(&id).map_or(id, |class| class[0])
    }

    /// Whatever is covered with this label, ascending, without itself.
    fn below(&self, id: u64) -> Vec<u64> {
        let mut seen = HashSet::from([self.node(id)]);
        let mut open = vec![self.node(id)];
        let mut found = Vec::new();
        while let Some(node) = open.pop() {
            match self.class.get(&node) {
                Some(class) => found.extend(class.iter().copied()),
                None => found.push(node),
            }
            for &next in self.implied.get(&node).into_iter().flatten() {
                let next = self.node(next);
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        found.retain(|&other| other != id);
        found.sort_unstable();
        found
    }
}
