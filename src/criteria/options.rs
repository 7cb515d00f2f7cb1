//! What the user may choose about criteria. Plain data.

use super::wm::Mutator;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    pub decisions: DecisionScope,
    /// DC and DCC ask for each `case` of a `switch`.
    pub switches: bool,
    /// MCC leaves out decisions with more than `2^mcc_cap` combinations.
    pub mcc_cap: u32,
    /// MCC has only the combinations that short-circuit evaluation tells apart.
    pub mcc_short_circuit: bool,
    /// Criteria that look into a decision leave out those with more conditions than this.
    pub max_conditions: usize,
    /// The operators of WM.
    pub mutators: Vec<Mutator>,
}

/// Which boolean expressions are decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum DecisionScope {
    /// Those of `if`, loops and `?:`.
    #[default]
    Control,
    /// Also those whose value is used otherwise, as in `ok = a && b;`.
    All,
}

impl std::fmt::Display for DecisionScope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            DecisionScope::Control => "control",
            DecisionScope::All => "all",
        })
    }
}

impl std::str::FromStr for DecisionScope {
    type Err = String;

    fn from_str(text: &str) -> Result<DecisionScope, String> {
        match text {
            "control" => Ok(DecisionScope::Control),
            "all" => Ok(DecisionScope::All),
            _ => Err(format!("`{text}` is neither `control` nor `all`")),
        }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            decisions: DecisionScope::Control,
            switches: true,
            mcc_cap: 12,
            mcc_short_circuit: false,
            max_conditions: 500,
            mutators: Mutator::DEFAULT.to_vec(),
        }
    }
}
