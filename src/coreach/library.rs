//! What is known of functions that are not in the program: the table `library.csv`.
//!
//! Comes in: a name. Goes out: whether a call of it comes back, and what it writes that the program
//! can see. Nothing here knows whether the program has a function of that name.

use crate::ir::{Global, GlobalKind};
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// How a function or object of the C library behaves towards its caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// Comes back from every call that is not undefined.
    Always,
    /// May not come back, say because it calls functions that it was given.
    Maybe,
    Never,
    /// May come back again from a call that came back.
    Twice,
    /// Not a function.
    Object,
}

/// What a function of the C library may write that the program can see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Writes {
    /// Not even `errno`.
    Nothing,
    /// What pointers reach. It calls nothing of the program, unless that takes the place of a
    /// part of the library.
    Memory,
    /// It may call functions of the program.
    Anything,
}

/// What a function of the C library may call by its name, besides what it is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Calls {
    Nothing,
    /// The operating system, where a thread may be cancelled.
    System,
    /// `malloc` and its kin.
    Allocator,
    /// These, and what stands behind a stream.
    Stream,
}

/// Names by which a program changes what functions of the library do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Special {
    /// Puts functions of the program behind those of the library.
    Hook,
    /// Starts a thread, or ends one.
    Thread,
    /// Leaves a function in the middle and enters another one there.
    Context,
}

/// Whether a call of the function may come back again, as `setjmp` does.
pub fn may_return_twice(callee: &Global) -> bool {
    let declared = matches!(callee.kind, GlobalKind::Function { twice: true, .. });
    declared || builtin_may_return_twice(&callee.name)
}

/// [`may_return_twice`] of a builtin.
pub fn builtin_may_return_twice(name: &str) -> bool {
    manner(name) == Some(Manner::Twice)
}

type Row = (Manner, Writes, Calls);

static TABLE: LazyLock<HashMap<&'static str, Row>> = LazyLock::new(|| {
    let rows = include_str!("library.csv").lines().skip(1);
    rows.filter_map(|row| {
        let [name, returns, writes, calls] = fields(row)?;
        Some((
            name,
            (manner_of(returns)?, writes_of(writes)?, calls_of(calls)?),
        ))
    })
    .collect()
});

static SPECIAL: LazyLock<HashMap<&'static str, Special>> = LazyLock::new(|| {
    let rows = include_str!("special.csv").lines().skip(1);
    rows.filter_map(|row| {
        let [name, what] = fields(row)?;
        Some((name, special_of(what)?))
    })
    .collect()
});

static BUILTINS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("builtins.csv").lines().skip(1).collect());

fn fields<const N: usize>(row: &'static str) -> Option<[&'static str; N]> {
    row.split(',').collect::<Vec<_>>().try_into().ok()
}

fn calls_of(word: &str) -> Option<Calls> {
    Some(match word {
        "none" => Calls::Nothing,
        "system" => Calls::System,
        "allocator" => Calls::Allocator,
        "stream" => Calls::Stream,
        _ => return None,
    })
}

fn special_of(word: &str) -> Option<Special> {
    Some(match word {
        "hook" => Special::Hook,
        "thread" => Special::Thread,
        "context" => Special::Context,
        _ => return None,
    })
}

pub(super) fn special(name: &str) -> Option<Special> {
    SPECIAL.get(name).copied()
}

fn manner_of(word: &str) -> Option<Manner> {
    Some(match word {
        "always" => Manner::Always,
        "maybe" => Manner::Maybe,
        "never" => Manner::Never,
        "twice" => Manner::Twice,
        "object" => Manner::Object,
        _ => return None,
    })
}

fn writes_of(word: &str) -> Option<Writes> {
    Some(match word {
        "nothing" => Writes::Nothing,
        "memory" => Writes::Memory,
        "anything" => Writes::Anything,
        _ => return None,
    })
}

pub(super) fn manner(name: &str) -> Option<Manner> {
    TABLE.get(name).map(|row| row.0)
}

/// Whether the C library has a function or an object of this name.
pub fn is_of_library(name: &str) -> bool {
    manner(name).is_some()
}

/// What a function writes that is not in the program.
pub(super) fn writes(name: &str) -> Writes {
    TABLE.get(name).map_or(Writes::Anything, |row| row.1)
}

/// What a function calls by name that is not in the program.
pub(super) fn calls(name: &str) -> Calls {
    TABLE.get(name).map_or(Calls::Stream, |row| row.2)
}

/// Compiler builtins that stay calls.
pub(super) fn builtin_returns(name: &str) -> bool {
    let atomic = name.starts_with("__sync_") || name.starts_with("__atomic_");
    atomic || manner(name) == Some(Manner::Always)
}

/// Whether compilers have code of their own for calls of a function of this name, though the table has no row for it.
pub(super) fn is_builtin(name: &str) -> bool {
    BUILTINS.contains(name)
}

/// Whether the library may have an object of this name: one of a program would take its place.
pub fn is_object_of_library(name: &str) -> bool {
    let mut rows = include_str!("objects.csv").lines().skip(1);
    name.starts_with('_') || manner(name).is_some() || rows.any(|row| row == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_every_row_is_read() {
        let rows: Vec<&str> = include_str!("library.csv").lines().skip(1).collect();
        let names: Vec<&str> = rows
            .iter()
            .filter_map(|row| Some(row.split_once(',')?.0))
            .collect();
        assert!(names.is_sorted(), "not sorted");
        assert_eq!(TABLE.len(), rows.len());
    }

    #[test]
    fn functions_that_call_back_may_not_return() {
        assert_eq!(manner("qsort"), Some(Manner::Maybe));
        assert_eq!(manner("strlen"), Some(Manner::Always));
        assert_eq!(manner("xmalloc"), None);
    }

    #[test]
    fn only_functions_that_come_back_and_call_nothing_write_nothing() {
        let wrong = |(manner, writes, calls): &Row| {
            *writes == Writes::Nothing && (*manner != Manner::Always || *calls != Calls::Nothing)
        };
        assert!(!TABLE.values().any(wrong));
        for (name, expected) in [
            ("strlen", Writes::Nothing),
            ("isalpha", Writes::Nothing),
            ("sqrt", Writes::Memory),
            ("strtol", Writes::Memory),
            ("malloc", Writes::Memory),
            ("qsort", Writes::Anything),
            ("stdin", Writes::Anything),
            ("__sync_synchronize", Writes::Anything),
            ("xmalloc", Writes::Anything),
        ] {
            assert_eq!(writes(name), expected, "{name}");
        }
    }
}
