//! One function: which of its points precede, follow and accompany each other.
//!
//! Comes in: a body, and which of its calls may not return. Goes out: a [`Flow`].
//!
//! Nodes are *segments*: runs of instructions of one block that nothing interrupts. The graph has
//! one node more, the exit, and an edge to it from everywhere where control may stay away: returns,
//! what may not return, and the ends of iterations of loops that may not end. Then
//!
//! ```text
//! b is always preceded by a  ⇔  a dominates b
//! a is always followed by b  ⇔  b post-dominates a
//! ```
//!
//! Two segments are co-reached if one dominates and the other post-dominates and they are in the
//! same innermost loop. Then visits alternate. A cycle through b without a would pass the head h
//! of the smallest loop around it; a is in that loop and is not h, and h dominates a, so
//! there is a way to h, and on to b, without a: a would not dominate b. A cycle through a without b passes
//! the end of an iteration of the smallest loop around it. If that loop may not end there is an
//! edge to the exit; if it ends there is a test in each iteration that leads out of the loop, and
//! likewise from the loops around it up to the exit: all without b, which would not post-dominate
//! a. This needs loops that are entered at their heads only; in others segments stay alone.

use super::outline::{Body, Part, What};
use crate::base::{Id, Span};
use crate::ir::PointId;
use crate::ir::graph::{Dominance, reached, reversed};

/// What a call does to the straight way on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Passage {
    /// Control comes back, once.
    Through,
    /// Control may stay away.
    Interrupts,
}

#[derive(Clone, PartialEq, Hash, Debug)]
pub(super) struct Flow {
    /// Where each point stands. `None` for points that stand alone: nothing reaches them, or C
    /// leaves open what comes before and after.
    places: Vec<Option<Position>>,
    /// Where each symbol is called, except where C leaves the order open.
    pub calls: Vec<(usize, usize)>,
    next: Vec<Vec<usize>>,
    precedes: Dominance,
    follows: Dominance,
    /// Segments with the same number are co-reached.
    pub class: Vec<usize>,
    /// From these segments on nothing keeps control from coming back to the caller.
    quiet: Vec<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Position {
    segment: usize,
    /// In the segment.
    index: usize,
}

/// The first segment of a function.
pub(super) const ENTRY: usize = 0;

impl Flow {
    /// `passage` says what the call of a symbol does, `anywhere` that control may stay away after each point, `twice` that a call
    /// may come back twice.
    pub fn new(
        body: &Body,
        anywhere: bool,
        twice: bool,
        passage: impl Fn(usize) -> Passage,
    ) -> Flow {
        let segments = Segments::new(body, anywhere, twice, passage);
        let precedes = Dominance::new(&segments.next, ENTRY);
        let follows = Dominance::new(&reversed(&segments.next), segments.exit);
        let class = if segments.twice {
            (0..segments.next.len()).collect()
        } else {
            classes(body, &segments, &precedes, &follows)
        };
        Flow {
            quiet: segments.quiet(),
            places: segments.places,
            calls: segments.calls,
            next: segments.next,
            precedes,
            follows,
            class,
        }
    }

    /// The segment of a point, unless the point stands alone.
    pub fn segment(&self, point: PointId) -> Option<usize> {
        Some(self.place(point)?.segment)
    }

    fn place(&self, point: PointId) -> Option<Position> {
        self.places.get(point.index()).copied().flatten()
    }

    pub fn always_precedes(&self, first: PointId, then: PointId) -> bool {
        self.related(first, then, |a, b| self.precedes.dominates(a, b))
    }

    pub fn always_follows(&self, then: PointId, first: PointId) -> bool {
        self.related(first, then, |a, b| self.follows.dominates(b, a))
    }

    /// Once the point is passed, control goes its way to the end of the function.
    pub fn runs_on(&self, point: PointId) -> bool {
        self.place(point)
            .is_some_and(|place| self.quiet[place.segment])
    }

    /// C leaves nothing open about what comes before and after the point.
    pub fn is_ordered(&self, point: PointId) -> bool {
        self.place(point).is_some()
    }

    fn related(
        &self,
        first: PointId,
        then: PointId,
        segments: impl Fn(usize, usize) -> bool,
    ) -> bool {
        match (self.place(first), self.place(then)) {
            (Some(a), Some(b)) if a.segment == b.segment => a.index <= b.index,
            (Some(a), Some(b)) => segments(a.segment, b.segment),
            _ => first == then,
        }
    }

    pub fn one_always_follows(&self, among: &[PointId], first: PointId) -> bool {
        let Some(start) = self.place(first) else {
            return among.contains(&first);
        };
        let mut closed = vec![false; self.next.len()];
        for place in among.iter().filter_map(|&point| self.place(point)) {
            if place.segment == start.segment && place.index >= start.index {
                return true;
            }
            closed[place.segment] = true;
        }
        let exit = self.next.len() - 1;
        let mut open = self.next[start.segment].clone();
        while let Some(segment) = open.pop() {
            if segment == exit {
                return false;
            }
            if !std::mem::replace(&mut closed[segment], true) {
                open.extend(&self.next[segment]);
            }
        }
        true
    }
}

/// The graph of segments.
struct Segments {
    next: Vec<Vec<usize>>,
    exit: usize,
    /// The block of each segment.
    block: Vec<usize>,
    places: Vec<Option<Position>>,
    calls: Vec<(usize, usize)>,
    /// Something in the function returns twice.
    twice: bool,
    /// Control may stay away after these segments.
    interrupted: Vec<usize>,
}

impl Segments {
    fn new(
        body: &Body,
        anywhere: bool,
        twice: bool,
        passage: impl Fn(usize) -> Passage,
    ) -> Segments {
        let next: Vec<Vec<usize>> = body.blocks.iter().map(|b| b.next.clone()).collect();
        let reached = reached(&next, 0);
        let passage = |what| match what {
            What::Point(_) if anywhere => Passage::Interrupts,
            What::Point(_) => Passage::Through,
            What::Call(symbol) => passage(symbol),
            What::Stop => Passage::Interrupts,
        };
        let unordered = Unordered::new(body, &reached, passage);
        let mut segments = Segments {
            next: Vec::new(),
            exit: 0,
            block: Vec::new(),
            places: vec![None; body.points],
            calls: Vec::new(),
            twice,
            interrupted: Vec::new(),
        };
        // Edges to the exit, which has its number when all segments have theirs.
        let mut leaves = Vec::new();
        let mut ends = vec![(usize::MAX, usize::MAX); body.blocks.len()];
        for (index, block) in body.blocks.iter().enumerate().filter(|(b, _)| reached[*b]) {
            let first = segments.open(index);
            let mut current = first;
            for (position, event) in block.events.iter().enumerate() {
                let ordered = !event.inside.is_some_and(|part| unordered.touches(part));
                match event.what {
                    What::Point(point) if ordered => {
                        let place = Position {
                            segment: current,
                            index: position,
                        };
                        if let Some(known) = segments.places.get_mut(point.index()) {
                            *known = Some(place);
                        }
                    }
                    What::Call(symbol) if ordered => segments.calls.push((symbol, current)),
                    _ => {}
                }
                let passage = passage(event.what);
                if passage != Passage::Through {
                    leaves.push(current);
                    segments.interrupted.push(current);
                    let after = segments.open(index);
                    segments.next[current].push(after);
                    current = after;
                }
            }
            ends[index] = (first, current);
        }
        for (index, block) in body.blocks.iter().enumerate().filter(|(b, _)| reached[*b]) {
            let last = ends[index].1;
            segments.next[last].extend(block.next.iter().map(|&to| ends[to].0));
            if block.next.is_empty() {
                leaves.push(last);
            }
        }
        for endless in body.endless() {
            let latches = endless.latches.iter().map(|&latch| ends[latch].1);
            segments.interrupted.extend(latches.clone());
            leaves.extend(latches);
        }
        segments.exit = segments.open(usize::MAX);
        for from in leaves {
            segments.next[from].push(segments.exit);
        }
        segments
    }

    /// The segments that lead to no interruption.
    fn quiet(&self) -> Vec<bool> {
        let before = reversed(&self.next);
        let mut quiet = vec![!self.twice; self.next.len()];
        let mut open = self.interrupted.clone();
        while let Some(segment) = open.pop() {
            if std::mem::replace(&mut quiet[segment], false) {
                open.extend(&before[segment]);
            }
        }
        quiet
    }

    fn open(&mut self, block: usize) -> usize {
        self.block.push(block);
        self.next.push(Vec::new());
        self.next.len() - 1
    }
}

/// Where C leaves the order open and it matters. In `f(x) + g(y)` either call may come first: if
/// `f` may not return, nothing is sure about the points of `g(y)`.
struct Unordered(Vec<Stops>);

/// The interruptions in one full expression.
#[derive(Clone, Copy)]
struct Stops {
    first_end: u32,
    last_start: u32,
}

impl Unordered {
    fn new(body: &Body, reached: &[bool], passage: impl Fn(What) -> Passage) -> Unordered {
        let mut stops = Vec::new();
        let blocks = body
            .blocks
            .iter()
            .zip(reached)
            .filter(|(_, reached)| **reached);
        for event in blocks.flat_map(|(block, _)| &block.events) {
            if let Some(Part { span, whole }) = event.inside
                && passage(event.what) != Passage::Through
            {
                if stops.len() <= whole {
                    let none = Stops {
                        first_end: u32::MAX,
                        last_start: 0,
                    };
                    stops.resize(whole + 1, none);
                }
                stops[whole].first_end = stops[whole].first_end.min(span.end);
                stops[whole].last_start = stops[whole].last_start.max(span.start);
            }
        }
        Unordered(stops)
    }

    /// Some interruption of the same full expression is neither in the part nor around it.
    fn touches(&self, part: Part) -> bool {
        let Span { start, end } = part.span;
        self.0.get(part.whole).is_some_and(|stops| {
            stops.first_end <= start || (stops.last_start >= end && stops.first_end != u32::MAX)
        })
    }
}

/// Numbers the classes of co-reached segments. The members of a class are in the same innermost
/// loop and dominate each other in a row, with no other dominator of that loop in between: so each
/// segment is compared with the nearest one only.
fn classes(
    body: &Body,
    segments: &Segments,
    precedes: &Dominance,
    follows: &Dominance,
) -> Vec<usize> {
    let loops = &body.loops;
    let mut class: Vec<usize> = (0..segments.next.len()).collect();
    // Per loop, and for what is in none, the dominators of the segment at hand; the last is nearest.
    let mut above: Vec<Vec<usize>> = vec![Vec::new(); loops.loops.len() + 1];
    for &segment in &precedes.order {
        if segment == segments.exit {
            continue;
        }
        let innermost = loops.innermost[segments.block[segment]];
        if innermost.is_some_and(|index| !loops.loops[index].regular) {
            continue;
        }
        let above = &mut above[innermost.map_or(0, |index| index + 1)];
        while above
            .last()
            .is_some_and(|&a| !precedes.dominates(a, segment))
        {
            above.pop();
        }
        if let Some(&nearest) = above.last()
            && follows.dominates(segment, nearest)
        {
            class[segment] = class[nearest];
        }
        above.push(segment);
    }
    class
}
