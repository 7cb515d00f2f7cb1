//! What is known of functions that are not in the program: the table `library.csv`.

use std::collections::HashMap;
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

static TABLE: LazyLock<HashMap<&'static str, Manner>> = LazyLock::new(|| {
    let rows = include_str!("library.csv").lines().skip(1);
    rows.filter_map(|row| {
        let (name, manner) = row.split_once(',')?;
        Some((name, of_word(manner)?))
    })
    .collect()
});

fn of_word(word: &str) -> Option<Manner> {
    Some(match word {
        "always" => Manner::Always,
        "maybe" => Manner::Maybe,
        "never" => Manner::Never,
        "twice" => Manner::Twice,
        "object" => Manner::Object,
        _ => return None,
    })
}

pub(super) fn manner(name: &str) -> Option<Manner> {
    TABLE.get(name).copied()
}

/// Compiler builtins that stay calls.
pub(super) fn builtin_returns(name: &str) -> bool {
    let atomic = name.starts_with("__sync_") || name.starts_with("__atomic_");
    atomic || manner(name) == Some(Manner::Always)
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
}
