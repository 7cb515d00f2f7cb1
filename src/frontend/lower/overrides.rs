//! Initialisers that override others of the same declaration (C11 6.7.9p19).
//!
//! Comes in: what a list says, in the order of the text. Goes out: the values that count.
//!
//! A later initialiser of a subobject replaces all that was said of it before: braces and strings bring their zeros along. C leaves open
//! whether what is replaced is evaluated at all, so it must have no effect. Where compilers differ (a part of a value that is given
//! as a whole, two members of a union) the declaration is refused.

use super::super::ctype::{ArrayLen, CType, QualType, RecordId};
use super::super::layout;
use super::init::{InitItem, InitValue};
use super::{Lower, Lowerer};
use crate::base::Span;
use lang_c::ast::*;
use lang_c::span::Node;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// Bits of the object, counted from its start.
type Bits = Range<u64>;

/// What an initialiser says, one thing after the other.
pub enum Step<'n> {
    /// A value for a part of the object.
    Item(InitItem<'n>),
    /// All of a subobject is initialised anew.
    Reset(Bits),
    /// A member of a union was initialised, by what stands before this.
    Member {
        of: RecordId,
        at: Bits,
        member: u64,
        span: Span,
    },
}

impl Lowerer<'_> {
    /// Braces, or a string, for a subobject.
    pub fn reset<'n>(&self, ty: &QualType, offset: u64) -> Step<'n> {
        Step::Reset(self.extent(ty, offset))
    }

    /// Says which member of a union is initialised; nothing for other types.
    pub fn chosen_member<'n>(
        &self,
        ty: &QualType,
        member: u64,
        offset: u64,
        span: Span,
    ) -> Option<Step<'n>> {
        let CType::Record(of) = ty.ty else {
            return None;
        };
        self.env.records[of].is_union.then(|| Step::Member {
            of,
            at: self.extent(ty, offset),
            member,
            span,
        })
    }

    /// For gcc, the value of a range designator is evaluated once; for clang, once for each element.
    pub fn evaluated_once(
        &mut self,
        from: u64,
        to: u64,
        item: &Node<InitializerListItem>,
    ) -> Lower<()> {
        if from < to && !self.is_pure_initialiser(&item.node.initializer.node) {
            return self.fail(
                self.span(item.span),
                "effects in the value of a range of elements",
            );
        }
        Ok(())
    }

    fn is_pure_initialiser(&mut self, initialiser: &Initializer) -> bool {
        match initialiser {
            Initializer::Expression(e) => self.is_pure(e),
            Initializer::List(items) => items
                .iter()
                .all(|item| self.is_pure_initialiser(&item.node.initializer.node)),
        }
    }

    /// The items that no later step overrides.
    pub fn without_overridden<'n>(&mut self, steps: Vec<Step<'n>>) -> Lower<Vec<InitItem<'n>>> {
        let mut overridden = Spans::default();
        let mut members: HashMap<(u64, RecordId), u64> = HashMap::new();
        let mut kept = Vec::new();
        for step in steps.into_iter().rev() {
            match step {
                Step::Reset(bits) => overridden.add(bits),
                Step::Member {
                    of,
                    at,
                    member,
                    span,
                } => {
                    let last = *members.entry((at.start, of)).or_insert(member);
                    if last != member && !overridden.contains(&at) {
                        return self.fail(span, "a union that is initialised by two members");
                    }
                }
                Step::Item(item) => {
                    let bits = self.extent_of_item(&item);
                    if !self.is_overridden(&item, &bits, &overridden)? {
                        kept.push(item);
                    }
                    overridden.add(bits);
                }
            }
        }
        kept.reverse();
        Ok(kept)
    }

    fn is_overridden(&mut self, item: &InitItem, bits: &Bits, later: &Spans) -> Lower<bool> {
        let InitValue::Expr(e) = item.value else {
            // A byte of a string may be overridden where it stands.
            return Ok(later.contains(bits));
        };
        if later.contains(bits) {
            return match self.is_pure(e) {
                true => Ok(true),
                false => self.fail(item.span, "an overridden initialiser with effects"),
            };
        }
        match later.overlaps(bits) {
            true => self.fail(item.span, "an initialiser that is overridden in part"),
            false => Ok(false),
        }
    }

    fn extent_of_item(&self, item: &InitItem) -> Bits {
        if let Some(range) = item.bits {
            let first = item.offset.saturating_mul(8) + u64::from(range.first);
            return first..first + u64::from(range.width);
        }
        match &item.value {
            InitValue::Bytes(bytes) => bits(item.offset, bytes.len() as u64),
            InitValue::Expr(_) => self.extent(&item.ty, item.offset),
        }
    }

    /// A flexible array has all that follows.
    fn extent(&self, ty: &QualType, offset: u64) -> Bits {
        match &ty.ty {
            CType::Array(_, ArrayLen::Unknown) => bits(offset, u64::MAX),
            ty => bits(offset, layout::size_of(ty, &self.env.records).unwrap_or(0)),
        }
    }
}

fn bits(offset: u64, size: u64) -> Bits {
    offset.saturating_mul(8)..offset.saturating_add(size).saturating_mul(8)
}

/// A set of numbers as spans, of which no two touch: from the start of each to its end.
#[derive(Default)]
struct Spans(BTreeMap<u64, u64>);

impl Spans {
    fn contains(&self, span: &Bits) -> bool {
        let before = self.0.range(..=span.start).next_back();
        !span.is_empty() && before.is_some_and(|(_, end)| *end >= span.end)
    }

    fn overlaps(&self, span: &Bits) -> bool {
        let before = self.0.range(..span.end).next_back();
        !span.is_empty() && before.is_some_and(|(_, end)| *end > span.start)
    }

    fn add(&mut self, span: Bits) {
        if span.is_empty() {
            return;
        }
        let Range { mut start, mut end } = span;
        while let Some((&from, &to)) = self.0.range(..=end).next_back() {
            if to < start {
                break;
            }
            self.0.remove(&from);
            start = start.min(from);
            end = end.max(to);
        }
        self.0.insert(start, end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_joined() {
        let mut spans = Spans::default();
        for span in [8..16, 24..32, 40..48, 16..24] {
            spans.add(span);
        }
        assert_eq!(spans.0, BTreeMap::from([(8, 32), (40, 48)]));
        assert!(spans.contains(&(9..32)) && !spans.contains(&(9..33)) && !spans.contains(&(0..0)));
        assert!(spans.overlaps(&(0..9)) && !spans.overlaps(&(32..40)) && !spans.overlaps(&(0..8)));
        spans.add(0..100);
        assert_eq!(spans.0, BTreeMap::from([(0, 100)]));
    }
}
