//! What a function of the C library promises of its result. The table is `coreach/contracts.csv`; this is the form of a row.

/// `low ≤ result ≤ high` for calls that fit `when`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Contract {
    pub when: When,
    pub low: Bound,
    pub high: Bound,
}

/// One end of a range.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// Whatever the type has.
    Open,
    Number(i64),
    /// The value of this argument, counted from 0, which is not negative.
    Argument(usize),
    /// How many conversions the format has that this argument is.
    Conversions(usize),
}

/// Which calls a contract is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum When {
    Always,
    /// The argument lies between these.
    Between(usize, i64, i64),
    /// The argument is the string `""`.
    Empty(usize),
}

/// How many objects a call of `scanf` with this format may assign, at most: a `%` in a scanset counts too. The text ends where it
/// ends or at a zero.
pub fn conversions(format: &[u8]) -> i64 {
    let mut count = 0;
    let mut rest = format
        .split(|&byte| byte == 0)
        .next()
        .unwrap_or(format)
        .iter();
    while let Some(&byte) = rest.next() {
        if byte == b'%' {
            match rest.next() {
                Some(b'%' | b'*') | None => {}
                Some(_) => count += 1,
            }
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::conversions;

    #[test]
    fn conversions_are_counted() {
        assert_eq!(conversions(b"%d %s"), 2);
        assert_eq!(conversions(b"%d%%%*d %[^x]x\0%d"), 2);
        assert_eq!(conversions(b"%[^%]"), 2);
        assert_eq!(conversions(b"100%"), 0);
    }
}
