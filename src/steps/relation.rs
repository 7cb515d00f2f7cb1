//! The relation "whatever covers a covers b" as a graph: its circles, and which labels stay live.
//!
//! Comes in: labels and links between them, each proved. Goes out: classes of labels that the same tests cover, and for each class the live ones
//! that imply it. Must not know why an edge holds.

use super::link::Link;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// A class names at most this many of the live classes that imply it.
const MOST_NAMED: usize = 8;

/// Labels by class, and what implies each class.
pub struct Relation {
    /// By node.
    pub class: Vec<usize>,
    /// By class: its nodes, ascending.
    pub members: Vec<Vec<usize>>,
    /// By class: some of the live classes that imply it, ascending; none for a live class.
    pub above: Vec<Vec<usize>>,
    /// Edges between classes, each once, ascending.
    pub edges: Vec<(usize, usize)>,
}

impl Relation {
    pub fn new(nodes: usize, links: &[Link]) -> Relation {
        let edges: Vec<(usize, usize)> = links.iter().map(|l| (l.from(), l.to())).collect();
        let graph: DiGraph<(), (), usize> = DiGraph::from_edges(edges.iter().copied());
        let mut class = vec![usize::MAX; nodes];
        let mut members: Vec<Vec<usize>> = Vec::new();
        // Each component comes after those that it has edges to: in reverse, implying classes come first.
        let mut components = kosaraju_scc(&graph);
        components.reverse();
        for component in components {
            let mut nodes: Vec<usize> = component
                .iter()
                .map(|n: &NodeIndex<usize>| n.index())
                .collect();
            nodes.sort_unstable();
            nodes.iter().for_each(|&node| class[node] = members.len());
            members.push(nodes);
        }
        // Nodes after the last one that has an edge.
        for (node, class) in class
            .iter_mut()
            .enumerate()
            .filter(|(_, c)| **c == usize::MAX)
        {
            *class = members.len();
            members.push(vec![node]);
        }
        let between = edges.iter().map(|&(a, b)| (class[a], class[b]));
        let mut between: Vec<(usize, usize)> = between.filter(|(a, b)| a != b).collect();
        between.sort_unstable();
        between.dedup();
        let above = live_above(&members, &between);
        Relation {
            class,
            members,
            above,
            edges: between,
        }
    }

    /// The label that stands for its class.
    pub fn first(&self, class: usize) -> usize {
        self.members[class][0]
    }

    pub fn is_live(&self, class: usize) -> bool {
        self.above[class].is_empty()
    }
}

/// For each class the live classes that imply it: those of its predecessors, or the predecessors themselves. The
/// edges go from smaller to larger numbers and are sorted.
fn live_above(members: &[Vec<usize>], edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut above: Vec<Vec<usize>> = vec![Vec::new(); members.len()];
    for &(a, b) in edges {
        let mut named = match above[a].as_slice() {
            [] => vec![a],
            live => live.to_vec(),
        };
        named.append(&mut above[b]);
        named.sort_by_key(|&class| members[class][0]);
        named.dedup();
        named.truncate(MOST_NAMED);
        above[b] = named;
    }
    above
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_classes_and_only_sources_are_live() {
        // 0 ⇒ 1 ⇔ 2 ⇒ 3, 4 ⇒ 3, 5 alone.
        let edges = [(0, 1), (1, 2), (2, 1), (2, 3), (4, 3)];
        let relation = Relation::new(6, &edges.map(|(a, b)| Link::assumed(a, b)));
        let class = |node: usize| relation.class[node];
        assert_eq!(class(1), class(2));
        for live in [0, 4, 5] {
            assert!(relation.is_live(class(live)), "{live}");
        }
        let above = |node: usize| -> Vec<usize> {
            let classes = relation.above[class(node)].iter();
            classes.map(|&class| relation.first(class)).collect()
        };
        assert_eq!(above(2), [0]);
        assert_eq!(above(3), [0, 4]);
    }
}
