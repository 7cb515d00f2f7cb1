//! `#pragma pack`, which holds from its line on.
//!
//! Comes in: the pragmas of a file in order. Goes out: the largest alignment of members at each chunk.

use super::super::chunk::Chunk;

#[derive(Default)]
pub struct PackStack {
    pub current: Option<u64>,
    /// With the names that `push` gave.
    saved: Vec<(Option<String>, Option<u64>)>,
}

impl PackStack {
    pub fn pragmas(&mut self, chunk: &Chunk) {
        for (_, text) in &chunk.pragmas {
            let text = text.trim();
            let inner = text
                .strip_prefix("pack")
                .and_then(|rest| rest.trim_start().strip_prefix('('))
                .and_then(|rest| rest.split(')').next());
            if let Some(inner) = inner {
                self.pack(inner);
            }
        }
    }

    /// `n`, nothing, `push`, `push, n`, `push, name`, `push, name, n`, `pop`, `pop, name`, `pop, n`.
    fn pack(&mut self, args: &str) {
        let args: Vec<&str> = args.split(',').map(str::trim).collect();
        let number = |arg: &str| arg.parse::<u64>().ok();
        let limit = args.iter().find_map(|arg| number(arg));
        let name = args.iter().skip(1).find(|arg| number(arg).is_none());
        match args[0] {
            "push" => self
                .saved
                .push((name.map(|name| name.to_string()), self.current)),
            "pop" => self.pop(name.copied()),
            "" => self.current = None,
            _ => {}
        }
        if let Some(limit) = limit {
            self.current = Some(limit).filter(|n| *n != 0);
        }
    }

    /// Back to before the last `push`, or the last one of this name; nothing happens where there is none.
    fn pop(&mut self, name: Option<&str>) {
        let at = match name {
            None => self.saved.len().checked_sub(1),
            Some(name) => self
                .saved
                .iter()
                .rposition(|(saved, _)| saved.as_deref() == Some(name)),
        };
        if let Some(at) = at {
            self.current = self.saved[at].1;
            self.saved.truncate(at);
        }
    }
}
