//! What the front end takes for granted about a text, so that a compiler can be asked whether it is true.
//!
//! Comes in: what lowering computes, through [`Ledger`], if someone asked for it. Goes out: [`Fact`]s, each a
//! claim in C and the place of the preprocessed text where it holds. Must not know compilers.

mod spell;

pub use spell::spell;

use super::ctype::RecordId;
use std::collections::HashSet;

/// What a fact is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FactKind {
    Size,
    Alignment,
    Offset,
    BitField,
    Enumerator,
    EnumType,
    ArrayBound,
    BitFieldWidth,
    CaseLabel,
    SizeOf,
    AlignOf,
    OffsetOf,
    TypesCompatible,
    Generic,
    ChooseExpr,
    Initialiser,
    DeclaredType,
    ExpressionType,
    Noreturn,
}

impl FactKind {
    pub const ALL: [FactKind; 19] = [
        FactKind::Size,
        FactKind::Alignment,
        FactKind::Offset,
        FactKind::BitField,
        FactKind::Enumerator,
        FactKind::EnumType,
        FactKind::ArrayBound,
        FactKind::BitFieldWidth,
        FactKind::CaseLabel,
        FactKind::SizeOf,
        FactKind::AlignOf,
        FactKind::OffsetOf,
        FactKind::TypesCompatible,
        FactKind::Generic,
        FactKind::ChooseExpr,
        FactKind::Initialiser,
        FactKind::DeclaredType,
        FactKind::ExpressionType,
        FactKind::Noreturn,
    ];

    pub fn name(self) -> &'static str {
        match self {
            FactKind::Size => "size",
            FactKind::Alignment => "alignment",
            FactKind::Offset => "offset",
            FactKind::BitField => "bit-field",
            FactKind::Enumerator => "enumerator",
            FactKind::EnumType => "enum type",
            FactKind::ArrayBound => "array bound",
            FactKind::BitFieldWidth => "bit-field width",
            FactKind::CaseLabel => "case label",
            FactKind::SizeOf => "sizeof",
            FactKind::AlignOf => "alignof",
            FactKind::OffsetOf => "offsetof",
            FactKind::TypesCompatible => "types compatible",
            FactKind::Generic => "generic",
            FactKind::ChooseExpr => "choose expr",
            FactKind::Initialiser => "initialiser",
            FactKind::DeclaredType => "declared type",
            FactKind::ExpressionType => "expression type",
            FactKind::Noreturn => "noreturn",
        }
    }
}

/// Something that the front end computed and that a compiler can contradict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    pub kind: FactKind,
    /// Where a declaration that states the fact may stand: an offset of the preprocessed text.
    pub at: u32,
    pub claim: Claim,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// This integer constant expression is not 0.
    Holds(String),
    /// In an object of the type `record`, which has this size and alignment, the bit-field takes `width` bits from
    /// bit `first` on.
    Bits {
        record: String,
        field: String,
        size: u64,
        align: u64,
        first: u64,
        width: u8,
    },
    /// Whether the function never returns, and a call of it.
    Noreturn {
        name: String,
        call: String,
        noreturn: bool,
    },
}

/// Collects facts while a chunk is lowered.
#[derive(Debug, Default)]
pub struct Ledger {
    /// Where facts can be stated at present; `None` where no declaration can stand.
    pub at: Option<u32>,
    pub facts: Vec<Fact>,
    known: HashSet<(FactKind, String)>,
    /// Names declared since the last look at them.
    pub declared: Vec<String>,
    /// Tags that became complete since then.
    pub tags: Vec<String>,
    /// Records that were looked at.
    pub records: HashSet<RecordId>,
}

impl Ledger {
    /// Adds that a condition holds, once.
    pub fn holds(&mut self, kind: FactKind, condition: String) {
        let Some(at) = self.at else { return };
        if self.known.insert((kind, condition.clone())) {
            let claim = Claim::Holds(condition);
            self.facts.push(Fact { kind, at, claim });
        }
    }

    /// Forgets what was declared.
    pub fn forget(&mut self) {
        self.declared.clear();
        self.tags.clear();
    }

    pub fn add(&mut self, kind: FactKind, claim: Claim) {
        if let Some(at) = self.at {
            self.facts.push(Fact { kind, at, claim });
        }
    }
}

/// `text` is this number, whatever the types of both.
pub fn equals(text: &str, value: i128) -> Option<String> {
    let number = match value {
        v if v == i128::from(i64::MIN) => "(-9223372036854775807LL - 1)".to_string(),
        v if i64::try_from(v).is_ok() => format!("{v}LL"),
        v => format!("{}ULL", u64::try_from(v).ok()?),
    };
    Some(format!("(__int128)({text}) == {number}"))
}
