//! The loop forest of a graph.
//!
//! Comes in: a graph and its entry. Goes out: nested loops, each with a head. Every cycle passes
//! the head of the smallest loop around it, whether or not the graph is reducible: a loop is a
//! strongly connected component, and the loops in it are those of what is left without its head
//! (Bourdoncle's weak topological order).

use super::reached;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Loops {
    pub loops: Vec<Loop>,
    /// The smallest loop around each node.
    pub innermost: Vec<Option<usize>>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Loop {
    pub head: usize,
    pub parent: Option<usize>,
    /// This loop and all around it are entered at their heads only.
    pub regular: bool,
    /// The nodes of the loop that go to the head.
    pub latches: Vec<usize>,
}

impl Loops {
    /// Nodes that the entry does not reach belong to no loop.
    pub fn new(next: &[Vec<usize>], entry: usize) -> Loops {
        let reached = reached(next, entry);
        let mut finder = Finder {
            next,
            entry,
            before: predecessors(next, &reached),
            local: vec![usize::MAX; next.len()],
            found: Loops {
                loops: Vec::new(),
                innermost: vec![None; next.len()],
            },
        };
        let all = (0..next.len()).filter(|&node| reached[node]).collect();
        let mut open: Vec<(Vec<usize>, Option<usize>)> = vec![(all, None)];
        while let Some((nodes, parent)) = open.pop() {
            for component in finder.components(&nodes) {
                let index = finder.add(&component, parent);
                let head = finder.found.loops[index].head;
                let rest = component.into_iter().filter(|&node| node != head).collect();
                open.push((rest, Some(index)));
            }
        }
        finder.found
    }

    /// Whether the node is in the loop, at any depth.
    pub fn contains(&self, index: usize, node: usize) -> bool {
        self.around(node).any(|around| around == index)
    }

    /// The loops that the node is in, the smallest first.
    pub fn around(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.innermost[node], |&index| self.loops[index].parent)
    }

    /// The loop that the edge goes back in, to its head.
    pub fn closed_by(&self, from: usize, to: usize) -> Option<usize> {
        let closes = |&index: &usize| self.loops[index].head == to && self.contains(index, from);
        self.innermost[to].filter(closes)
    }
}

fn predecessors(next: &[Vec<usize>], reached: &[bool]) -> Vec<Vec<usize>> {
    let mut before = vec![Vec::new(); next.len()];
    for (node, successors) in next.iter().enumerate().filter(|(node, _)| reached[*node]) {
        for &successor in successors {
            before[successor].push(node);
        }
    }
    before
}

struct Finder<'a> {
    next: &'a [Vec<usize>],
    entry: usize,
    before: Vec<Vec<usize>>,
    /// The index of a node in the part that is looked at.
    local: Vec<usize>,
    found: Loops,
}

impl Finder<'_> {
    /// The strongly connected components with a cycle, each in ascending order.
    fn components(&mut self, nodes: &[usize]) -> Vec<Vec<usize>> {
        let mut graph = DiGraph::<usize, ()>::with_capacity(nodes.len(), nodes.len());
        for &node in nodes {
            self.local[node] = graph.add_node(node).index();
        }
        for &node in nodes {
            for &to in &self.next[node] {
                if self.local[to] != usize::MAX {
                    let ends = [node, to].map(|n| NodeIndex::new(self.local[n]));
                    graph.add_edge(ends[0], ends[1], ());
                }
            }
        }
        for &node in nodes {
            self.local[node] = usize::MAX;
        }
        let mut cyclic = Vec::new();
        for component in kosaraju_scc(&graph) {
            let mut component: Vec<usize> = component.into_iter().map(|n| graph[n]).collect();
            let alone = component.len() == 1;
            if alone && !self.next[component[0]].contains(&component[0]) {
                continue;
            }
            component.sort_unstable();
            cyclic.push(component);
        }
        cyclic.sort_unstable();
        cyclic
    }

    fn add(&mut self, component: &[usize], parent: Option<usize>) -> usize {
        let index = self.found.loops.len();
        for &node in component {
            self.found.innermost[node] = Some(index);
        }
        let inside = |node: usize| component.binary_search(&node).is_ok();
        let mut entries = component.iter().copied().filter(|&node| {
            node == self.entry || self.before[node].iter().any(|&from| !inside(from))
        });
        let head = entries.next().unwrap_or(component[0]);
        let around = parent.is_none_or(|parent| self.found.loops[parent].regular);
        let regular = around && entries.next().is_none();
        let mut latches: Vec<usize> = self.before[head].clone();
        latches.retain(|&from| inside(from));
        latches.dedup();
        self.found.loops.push(Loop {
            head,
            parent,
            regular,
            latches,
        });
        index
    }
}
