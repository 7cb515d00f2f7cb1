//! Stable names of labels: an edit elsewhere does not change them.

use std::collections::HashMap;

/// The content hash of a label relative to its function: 16 hexadecimal digits. `ordinal` counts
/// the labels of the function with the same tag and predicate, from 0.
pub fn key(function: &str, tag: &str, predicate: &str, ordinal: usize) -> String {
    let mut hash = Fnv::new();
    // A byte that no text holds keeps the parts apart.
    for part in [function, tag, predicate, &ordinal.to_string()] {
        hash.write(part.as_bytes());
        hash.write(&[0xff]);
    }
    format!("{:016x}", hash.0)
}

/// FNV-1a, 64 bits: the same on every machine and in every version.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// Gives the labels of one function their keys, in order.
#[derive(Default)]
pub struct Keys {
    seen: HashMap<(String, String), usize>,
}

impl Keys {
    pub fn next(&mut self, function: &str, tag: &str, predicate: &str) -> String {
        let count = self
            .seen
            .entry((tag.to_string(), predicate.to_string()))
            .or_default();
        let ordinal = *count;
        *count += 1;
        key(function, tag, predicate, ordinal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_labels_of_a_function_have_different_keys() {
        let mut keys = Keys::default();
        let first = keys.next("f", "CC", "x == y");
        let second = keys.next("f", "CC", "x == y");
        assert_ne!(first, second);
        assert_eq!(first, key("f", "CC", "x == y", 0));
        assert_eq!(second, key("f", "CC", "x == y", 1));
    }

    #[test]
    fn keys_never_change() {
        assert_eq!(key("f", "CC", "x == y", 0), "2891533f6f39ed84");
        assert_ne!(key("f", "C", "Cx", 0), key("f", "CC", "x", 0));
    }
}
