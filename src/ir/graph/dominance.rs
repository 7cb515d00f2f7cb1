//! Dominator trees, asked in constant time.
//!
//! Comes in: a graph and a root. Goes out: which node lies on every path from the root to another.

use petgraph::algo::dominators::simple_fast;
use petgraph::graph::{DiGraph, NodeIndex};

/// A dominator tree. Nodes that the root does not reach are in no relation.
#[derive(Clone, PartialEq, Hash, Debug)]
pub struct Dominance {
    /// The nodes, each after the one above it.
    pub order: Vec<usize>,
    /// When a walk over the tree enters and leaves a node; 0 for nodes outside of the tree.
    enter: Vec<u32>,
    leave: Vec<u32>,
    /// The nearest other node that dominates each node.
    above: Vec<Option<usize>>,
}

impl Dominance {
    pub fn new(next: &[Vec<usize>], root: usize) -> Dominance {
        let mut graph = DiGraph::<(), ()>::with_capacity(next.len(), next.len());
        for _ in next {
            graph.add_node(());
        }
        for (from, successors) in next.iter().enumerate() {
            for &to in successors {
                graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), ());
            }
        }
        let found = simple_fast(&graph, NodeIndex::new(root));
        let above = graph.node_indices().map(|node| {
            let above = found.immediate_dominator(node);
            above.map(NodeIndex::index)
        });
        Dominance::number(above.collect(), root)
    }

    fn number(above: Vec<Option<usize>>, root: usize) -> Dominance {
        let mut below = vec![Vec::new(); above.len()];
        for (node, above) in above.iter().enumerate() {
            if let Some(above) = above {
                below[*above].push(node);
            }
        }
        let mut tree = Dominance {
            order: Vec::new(),
            enter: vec![0; below.len()],
            leave: vec![0; below.len()],
            above,
        };
        let mut clock = 0;
        let mut open = vec![(root, false)];
        while let Some((node, left)) = open.pop() {
            clock += 1;
            if left {
                tree.leave[node] = clock;
                continue;
            }
            tree.enter[node] = clock;
            tree.order.push(node);
            open.push((node, true));
            open.extend(below[node].iter().rev().map(|&child| (child, false)));
        }
        tree
    }

    /// The nodes that dominate a node, from itself up to the root.
    pub fn chain(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node), |&node| self.above[node])
    }

    /// Every path from the root to `b` passes `a`. A node dominates itself.
    pub fn dominates(&self, a: usize, b: usize) -> bool {
        let known = self.enter[a] > 0 && self.enter[b] > 0;
        known && self.enter[a] <= self.enter[b] && self.leave[b] <= self.leave[a]
    }
}
