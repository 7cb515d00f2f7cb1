//! Which kinds of facts are looked for: each can be left out, to see what it brings.

use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts {
    /// What parameters are given.
    pub arguments: bool,
    /// What functions give back.
    pub results: bool,
    /// What globals hold at any time.
    pub globals: bool,
    /// What globals hold when functions are entered and left; nothing without `arguments` and `globals`.
    pub states: bool,
    /// That of variables whose address only calls are given, which forget it.
    pub references: bool,
    /// What pointers point into, and what accesses say of their indices.
    pub extents: bool,
}

impl Parts {
    pub const ALL: Parts = Parts {
        arguments: true,
        results: true,
        globals: true,
        states: true,
        references: true,
        extents: true,
    };
    pub const NONE: Parts = Parts {
        arguments: false,
        results: false,
        globals: false,
        states: false,
        references: false,
        extents: false,
    };
}

impl FromStr for Parts {
    type Err = String;

    /// Reads `arguments,globals`, or `none`.
    fn from_str(text: &str) -> Result<Parts, String> {
        let mut parts = Parts::NONE;
        for word in text.split(',').filter(|_| text != "none") {
            match word {
                "arguments" => parts.arguments = true,
                "results" => parts.results = true,
                "globals" => parts.globals = true,
                "states" => parts.states = true,
                "references" => parts.references = true,
                "extents" => parts.extents = true,
                _ => {
                    return Err(
                        "arguments, results, globals, states, references, extents are known, and none"
                            .into(),
                    );
                }
            }
        }
        Ok(parts)
    }
}

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = [
            (self.arguments, "arguments"),
            (self.results, "results"),
            (self.globals, "globals"),
            (self.states, "states"),
            (self.references, "references"),
            (self.extents, "extents"),
        ];
        let words: Vec<&str> = all
            .iter()
            .filter(|part| part.0)
            .map(|part| part.1)
            .collect();
        match words.as_slice() {
            [] => f.write_str("none"),
            words => f.write_str(&words.join(",")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Parts;

    #[test]
    fn parts_are_read_as_they_are_printed() {
        for text in [
            "none",
            "results",
            "arguments,results,globals,states,references,extents",
        ] {
            let parts: Result<Parts, String> = text.parse();
            assert_eq!(parts.map(|parts| parts.to_string()), Ok(text.to_string()));
        }
        assert!("arguments,other".parse::<Parts>().is_err());
        assert!("".parse::<Parts>().is_err());
    }
}
