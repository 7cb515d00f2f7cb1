//! Random graphs: what `flow` says is checked against the definition of section 3.1, by walking
//! over all executions with one pair of points in mind.

use super::effects::Direct;
use super::flow::{Flow, Passage};
use super::outline::{Body, Event, Straight, What};
use crate::base::Id;
use crate::ir::PointId;
use crate::ir::graph::{Dominance, Loops, reached};
use std::collections::HashSet;

/// The symbol of a function that may not return; others return.
const MAYBE: usize = 0;

pub(super) struct Random(pub u64);

impl Random {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }
}

/// A graph of up to seven blocks, with points, interruptions and loops some of which end.
fn random_body(random: &mut Random, forward: bool) -> Body {
    let count = 2 + random.below(6);
    let mut points = 0;
    let mut blocks: Vec<Straight> = Vec::new();
    for index in 0..count {
        let mut events = Vec::new();
        for _ in 0..random.below(4) {
            let what = match random.below(6) {
                0 => What::Stop,
                1 => What::Call(random.below(3)),
                _ => {
                    points += 1;
                    What::Point(PointId::from_index(points - 1))
                }
            };
            events.push(Event { what, inside: None });
        }
        let targets = if forward { index + 1..count } else { 0..count };
        let mut next: Vec<usize> = (0..random.below(3))
            .filter(|_| !targets.is_empty())
            .map(|_| targets.start)
            .collect();
        for to in &mut next {
            *to += random.below(targets.len());
        }
        next.sort_unstable();
        next.dedup();
        blocks.push(Straight { events, next });
    }
    let graph: Vec<Vec<usize>> = blocks.iter().map(|b| b.next.clone()).collect();
    let loops = Loops::new(&graph, 0);
    let mut ends = |index| has_test(&graph, &loops, index) && random.below(2) == 0;
    let ends = (0..loops.loops.len()).map(&mut ends).collect();
    Body {
        symbol: 0,
        blocks,
        points,
        loops,
        ends,
        direct: Direct::default(),
    }
}

/// Each iteration passes a block that may leave the loop: only then may a loop be said to end.
fn has_test(graph: &[Vec<usize>], loops: &Loops, index: usize) -> bool {
    let dominance = Dominance::new(graph, 0);
    let this = &loops.loops[index];
    let test = |block: usize| {
        loops.innermost[block] == Some(index)
            && this.latches.iter().all(|&l| dominance.dominates(block, l))
            && graph[block].iter().any(|&to| !loops.contains(index, to))
    };
    this.regular && (0..graph.len()).any(test)
}

/// All executions of a body, watched for `a` and `b`.
struct Walk<'a> {
    body: &'a Body,
    a: PointId,
    b: PointId,
    /// Visits alternate, `a` first, and each `a` is followed by `b`.
    alternate: bool,
}

/// A block, and whether `a` was passed and `b` is due.
type State = (usize, bool);

impl Walk<'_> {
    fn holds(body: &Body, a: PointId, b: PointId) -> bool {
        let mut walk = Walk {
            body,
            a,
            b,
            alternate: true,
        };
        let mut seen: HashSet<State> = HashSet::new();
        let mut open = vec![(0, false)];
        while let Some(state) = open.pop() {
            if seen.insert(state) {
                open.extend(walk.successors(state));
            }
        }
        walk.alternate && !walk.may_wait_for_ever(&seen)
    }

    fn successors(&mut self, (block, mut due): State) -> Vec<State> {
        for event in &self.body.blocks[block].events {
            match event.what {
                What::Point(point) if point == self.a || point == self.b => {
                    self.alternate &= due == (point == self.b);
                    due = point == self.a;
                }
                What::Stop | What::Call(MAYBE) => self.alternate &= !due,
                What::Point(_) | What::Call(_) => {}
            }
        }
        let next = &self.body.blocks[block].next;
        self.alternate &= !(due && next.is_empty());
        next.iter().map(|&to| (to, due)).collect()
    }

    /// `b` is due, and a loop that may not end is repeated without it.
    fn may_wait_for_ever(&mut self, seen: &HashSet<State>) -> bool {
        let endless = (0..self.body.ends.len()).filter(|&l| !self.body.ends[l]);
        endless.collect::<Vec<_>>().into_iter().any(|index| {
            let head = (self.body.loops.loops[index].head, true);
            let mut around: HashSet<State> = HashSet::new();
            let mut open = match seen.contains(&head) {
                true => self.waiting(index, head),
                false => Vec::new(),
            };
            while let Some(state) = open.pop() {
                if around.insert(state) {
                    open.extend(self.waiting(index, state));
                }
            }
            around.contains(&head)
        })
    }

    /// Where the state leads inside of the loop while `b` is due all the time.
    fn waiting(&mut self, index: usize, state: State) -> Vec<State> {
        let passes = |what| matches!(what, What::Point(p) if p == self.a || p == self.b);
        let events = &self.body.blocks[state.0].events;
        if events.iter().any(|event| passes(event.what)) {
            return Vec::new();
        }
        let mut next = self.successors(state);
        next.retain(|&(to, _)| self.body.loops.contains(index, to));
        next
    }
}

/// Whether some execution passes `to`, from the start or after `from`, and never `without`; `None`
/// for the end of an execution.
fn passes(body: &Body, from: Option<PointId>, to: Option<PointId>, without: PointId) -> bool {
    let mut seen = HashSet::new();
    let mut open = match from {
        None => vec![(0, 0)],
        Some(from) => vec![position(body, from)],
    };
    while let Some((block, start)) = open.pop() {
        if !seen.insert((block, start)) {
            continue;
        }
        let content = &body.blocks[block];
        let mut blocked = false;
        for event in &content.events[start..] {
            match event.what {
                What::Point(point) if point == without => blocked = true,
                What::Point(point) if Some(point) == to && !blocked => return true,
                What::Stop | What::Call(MAYBE) if to.is_none() && !blocked => return true,
                _ => {}
            }
            if blocked {
                break;
            }
        }
        if !blocked {
            if content.next.is_empty() && to.is_none() {
                return true;
            }
            open.extend(content.next.iter().map(|&next| (next, 0)));
        }
    }
    false
}

/// Just behind the point.
fn position(body: &Body, point: PointId) -> (usize, usize) {
    let is = |event: &Event| event.what == What::Point(point);
    let place = |(index, block): (usize, &Straight)| {
        let at = block.events.iter().position(is)?;
        Some((index, at + 1))
    };
    let mut blocks = body.blocks.iter().enumerate();
    blocks.find_map(place).unwrap_or((0, 0))
}

fn flow(body: &Body) -> Flow {
    Flow::new(body, false, false, |symbol| match symbol {
        MAYBE => Passage::Interrupts,
        _ => Passage::Through,
    })
}

/// All pairs of different points that can be reached.
fn pairs(body: &Body) -> Vec<(PointId, PointId)> {
    let graph: Vec<Vec<usize>> = body.blocks.iter().map(|b| b.next.clone()).collect();
    let reached = reached(&graph, 0);
    let points = (0..body.points).map(PointId::from_index);
    let points: Vec<PointId> = points
        .filter(|&point| reached[position(body, point).0])
        .collect();
    let all = |&a: &PointId| points.iter().map(move |&b| (a, b));
    points
        .iter()
        .flat_map(all)
        .filter(|(a, b)| a != b)
        .collect()
}

fn check(body: &Body) -> (usize, usize) {
    let flow = flow(body);
    let regular = body.loops.loops.iter().all(|l| l.regular);
    let (mut grouped, mut apart) = (0, 0);
    for (a, b) in pairs(body) {
        let class = |point| flow.segment(point).map(|segment| flow.class[segment]);
        let together = class(a) == class(b);
        let holds = Walk::holds(body, a, b) || Walk::holds(body, b, a);
        assert!(
            holds || !together,
            "{a} and {b} are not co-reached: {body:#?}"
        );
        assert!(
            together || !holds || !regular,
            "{a} and {b} are co-reached: {body:#?}"
        );
        grouped += usize::from(together);
        apart += usize::from(!together);

        let precedes = flow.always_precedes(a, b);
        assert_eq!(
            precedes,
            !passes(body, None, Some(b), a),
            "{a} {b} {body:#?}"
        );
        if flow.always_follows(b, a) {
            assert!(!passes(body, Some(a), None, b), "{a} {b} {body:#?}");
            assert!(flow.one_always_follows(&[b], a));
        }
    }
    (grouped, apart)
}

#[test]
fn groups_of_graphs_without_loops_are_exactly_the_co_reached_points() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut total = (0, 0);
    for _ in 0..4000 {
        let (grouped, apart) = check(&random_body(&mut random, true));
        total = (total.0 + grouped, total.1 + apart);
    }
    assert!(total.0 > 1000 && total.1 > 1000, "{total:?}");
}

#[test]
fn groups_of_graphs_with_loops_are_co_reached() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut total = (0, 0);
    for _ in 0..8000 {
        let (grouped, apart) = check(&random_body(&mut random, false));
        total = (total.0 + grouped, total.1 + apart);
    }
    assert!(total.0 > 1000 && total.1 > 1000, "{total:?}");
}
