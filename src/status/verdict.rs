//! What is known of a label.

/// The answer for one label. Anything but `Unknown` was proved, or seen in a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Status {
    #[default]
    Unknown,
    /// No execution covers it.
    Infeasible,
    /// Covered by exactly the tests that cover one of these.
    Duplicate(Vec<u64>),
    /// Each test that covers one of these covers it.
    Subsumed(Vec<u64>),
    /// A test covers it.
    Covered,
}

/// The status of a label, and how it came to be.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    pub id: u64,
    pub status: Status,
    /// The step that found it; empty for `unknown`.
    pub step: String,
    /// For people.
    pub reason: String,
}

impl Verdict {
    pub fn unknown(id: u64) -> Self {
        Verdict {
            id,
            ..Verdict::default()
        }
    }

    pub fn subsumed(id: u64, by: Vec<u64>) -> Self {
        Verdict {
            id,
            status: Status::Subsumed(by),
            step: "3".into(),
            reason: "covered whenever one of those is".into(),
        }
    }

    /// Of one label, by step 3.
    pub fn duplicate(id: u64, of: u64) -> Self {
        Verdict {
            id,
            status: Status::Duplicate(vec![of]),
            step: "3".into(),
            reason: "each is covered whenever the other is".into(),
        }
    }
}

impl Status {
    /// As `status.csv` writes it.
    pub fn name(&self) -> &'static str {
        match self {
            Status::Unknown => "unknown",
            Status::Infeasible => "infeasible",
            Status::Duplicate(_) => "duplicate",
            Status::Subsumed(_) => "subsumed",
            Status::Covered => "covered",
        }
    }

    /// Whether it is worth a test, or was until a test covered it.
    pub fn is_live(&self) -> bool {
        matches!(self, Status::Unknown | Status::Covered)
    }

    /// The labels that stand for this one.
    pub fn by(&self) -> &[u64] {
        match self {
            Status::Duplicate(by) | Status::Subsumed(by) => by,
            _ => &[],
        }
    }

    /// The inverse of [`name`](Self::name) and [`by`](Self::by).
    pub(super) fn parse(name: &str, by: Vec<u64>) -> Result<Status, String> {
        let status = match name {
            "unknown" => Status::Unknown,
            "infeasible" => Status::Infeasible,
            "covered" => Status::Covered,
            "duplicate" => Status::Duplicate(by.clone()),
            "subsumed" => Status::Subsumed(by.clone()),
            _ => return Err(format!("`{name}` is no status")),
        };
        let needs_labels = matches!(status, Status::Duplicate(_) | Status::Subsumed(_));
        if needs_labels == by.is_empty() {
            let which = if needs_labels { "needs" } else { "has no" };
            return Err(format!("`{name}` {which} labels in `by`"));
        }
        Ok(status)
    }
}
