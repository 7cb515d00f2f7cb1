//! `#pragma pack`, which holds from its line on.
//!
//! Comes in: pragmas in order. Goes out: the largest alignment of members, and whether a line is one that gcc and clang read alike.

#[derive(Default)]
pub struct PackStack {
    pub current: Option<u64>,
    /// With the names that `push` gave.
    saved: Vec<(Option<String>, Option<u64>)>,
}

impl PackStack {
    /// Follows the pragma if it is about packing; false if compilers may read it differently.
    #[must_use]
    pub fn follow(&mut self, pragma: &str) -> bool {
        let Some(rest) = pragma.trim().strip_prefix("pack") else {
            return true;
        };
        let rest = rest.trim();
        let args = rest
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        match args {
            Some(args) => self.pack(args).is_some(),
            // `packed` and the like are other words.
            None => rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'),
        }
    }

    /// `n`, nothing, `push`, `push, n`, `push, name`, `push, name, n`, `pop`, `pop, name`.
    fn pack(&mut self, args: &str) -> Option<()> {
        let args: Vec<&str> = args.split(',').map(str::trim).collect();
        match args[..] {
            [""] => self.current = None,
            ["push"] => self.saved.push((None, self.current)),
            ["pop"] => self.pop(None)?,
            ["push", name, n] if is_name(name) => {
                let limit = limit(n)?;
                self.saved.push((Some(name.to_string()), self.current));
                self.current = limit;
            }
            ["push", name] if is_name(name) => {
                self.saved.push((Some(name.to_string()), self.current));
            }
            ["push", n] => {
                let limit = limit(n)?;
                self.saved.push((None, self.current));
                self.current = limit;
            }
            ["pop", name] if is_name(name) => self.pop(Some(name))?,
            [n] => self.current = limit(n)?,
            _ => return None,
        }
        Some(())
    }

    /// Back to before the last `push`, or the last one of this name. Without a name nothing happens where there is none.
    fn pop(&mut self, name: Option<&str>) -> Option<()> {
        let at = match name {
            None => match self.saved.len().checked_sub(1) {
                Some(at) => at,
                None => return Some(()),
            },
            Some(name) => self
                .saved
                .iter()
                .rposition(|(saved, _)| saved.as_deref() == Some(name))?,
        };
        self.current = self.saved[at].1;
        self.saved.truncate(at);
        Some(())
    }
}

/// 0 is no limit.
fn limit(text: &str) -> Option<Option<u64>> {
    let known = ["0", "1", "2", "4", "8", "16"].contains(&text);
    let n = text.parse().ok().filter(|_| known)?;
    Some(Some(n).filter(|n| *n != 0))
}

fn is_name(text: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    text.starts_with(letter) && text.chars().all(|c| letter(c) || c.is_ascii_digit())
}
