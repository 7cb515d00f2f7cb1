//! Typed indices: an id of one table cannot index another.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A typed index into an [`IdVec`].
pub trait Id: Copy + Eq {
    fn from_index(index: usize) -> Self;
    fn index(self) -> usize;
}

/// Defines an id type; its text form is the prefix and the number, as in `b3`.
macro_rules! id_type {
    ($(#[$meta:meta])* $name:ident, $prefix:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $crate::base::Id for $name {
            fn from_index(index: usize) -> Self {
                $name(u32::try_from(index).expect("more than u32::MAX ids of one kind"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{self}")
            }
        }
    };
}
pub(crate) use id_type;

/// A growing table addressed by its own id type.
#[derive(Clone, PartialEq, Hash)]
pub struct IdVec<I, T> {
    items: Vec<T>,
    id: PhantomData<I>,
}

impl<I: Id, T> IdVec<I, T> {
    pub fn new() -> Self {
        IdVec {
            items: Vec::new(),
            id: PhantomData,
        }
    }

    pub fn push(&mut self, item: T) -> I {
        let id = self.next_id();
        self.items.push(item);
        id
    }

    /// The id that the next `push` will return.
    pub fn next_id(&self) -> I {
        I::from_index(self.items.len())
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items
            .iter()
            .enumerate()
            .map(|(i, t)| (I::from_index(i), t))
    }

    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (I, &mut T)> {
        self.items
            .iter_mut()
            .enumerate()
            .map(|(i, t)| (I::from_index(i), t))
    }

    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }
}

impl<I: Id, T> IdVec<I, T> {
    /// The items of a range of ids.
    pub fn range(&self, range: &IdRange<I>) -> &[T] {
        &self.items[range.start..range.end]
    }

    pub fn range_mut(&mut self, range: &IdRange<I>) -> &mut [T] {
        &mut self.items[range.start..range.end]
    }
}

impl<I: Id, T: Clone> IdVec<I, T> {
    pub fn filled(item: T, count: usize) -> Self {
        vec![item; count].into()
    }
}

impl<I, T> From<Vec<T>> for IdVec<I, T> {
    fn from(items: Vec<T>) -> Self {
        IdVec {
            items,
            id: PhantomData,
        }
    }
}

/// Ids in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdRange<I> {
    start: usize,
    end: usize,
    id: PhantomData<I>,
}

impl<I: Id> IdRange<I> {
    /// From the first id to the one before `end`.
    pub fn new(start: I, end: I) -> Self {
        IdRange {
            start: start.index(),
            end: end.index(),
            id: PhantomData,
        }
    }

    pub fn start(&self) -> I {
        I::from_index(self.start)
    }

    pub fn end(&self) -> I {
        I::from_index(self.end)
    }

    pub fn contains(&self, id: I) -> bool {
        (self.start..self.end).contains(&id.index())
    }

    /// The place of an id in the range.
    pub fn place(&self, id: I) -> usize {
        id.index() - self.start
    }
}

impl<I: Id> Iterator for IdRange<I> {
    type Item = I;

    fn next(&mut self) -> Option<I> {
        let next = (self.start < self.end).then(|| I::from_index(self.start));
        self.start += usize::from(next.is_some());
        next
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.end.saturating_sub(self.start);
        (left, Some(left))
    }
}

impl<I: Id> ExactSizeIterator for IdRange<I> {}

impl<I: Id, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<A: IntoIterator<Item = T>>(items: A) -> Self {
        IdVec {
            items: items.into_iter().collect(),
            id: PhantomData,
        }
    }
}

impl<I: Id, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: Id, T: fmt::Debug> fmt::Debug for IdVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}
