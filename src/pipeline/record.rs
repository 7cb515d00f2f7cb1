//! What a run leaves for later ones, and what it takes over from an earlier one.
//!
//! Comes in: the request, the labels and the findings of a run. Goes out: a [`Record`], and the way back from it; the
//! inputs are a list of their own.

use super::labels::RunLabels;
use super::{Outcome, Request, options};
use crate::base::Diagnostic;
use crate::coreach::World;
use crate::prover;
use crate::status::{self, InputRow, Record, RecordedFinding, RecordedGround, RecordedKind, Setup};
use crate::steps::{Conclusions, Edge, Finding, Findings, Ground, Settings, Steps};
use std::collections::BTreeMap;

/// The sources that this program was built from.
const BUILD: &str = env!("TAMIS_BUILD");

/// What decides, with the inputs, what the run finds. Some inputs may have no command.
pub(super) fn setup(
    request: &Request,
    settings: &Settings,
    world: World,
    unusable: usize,
) -> Setup {
    Setup {
        versions: versions(),
        inputs_failed: unusable,
        options: options::recorded(request, settings, world),
        functions: request.functions.only.clone(),
        skip_functions: request.functions.skip.clone(),
    }
}

pub(super) fn versions() -> BTreeMap<String, String> {
    BTreeMap::from([
        ("tamis".to_string(), BUILD.to_string()),
        ("z3".to_string(), prover::version()),
    ])
}

/// Names the programs that find things out.
pub(super) fn version() -> String {
    format!("{BUILD} {}", prover::version())
}

/// The record of the run.
pub(super) fn record(
    setup: Setup,
    steps: Steps,
    table: &RunLabels,
    findings: &[Findings],
    found: &Conclusions,
) -> Record {
    let mut record = Record::new(setup, steps.to_string());
    for (labels, findings) in table.labels.functions.iter().zip(findings) {
        let rows = labels.iter().zip(findings.labels.values());
        record.findings.extend(rows.map(|(label, finding)| {
            let (found, why) = match finding {
                Finding::Infeasible(_) => (RecordedKind::Infeasible, ""),
                Finding::Possible { always: Some(_) } => (RecordedKind::Always, ""),
                Finding::Possible { always: None } => (RecordedKind::Possible, ""),
                Finding::Open(why) => (RecordedKind::Open, why.text()),
            };
            RecordedFinding {
                id: label.id,
                found,
                why: why.to_string(),
            }
        }));
    }
    record.findings.sort_by_key(|finding| finding.id);
    let edges = found.edges.iter();
    record.edges = edges
        .map(|edge| {
            let ground = match edge.ground {
                Ground::Group => RecordedGround::Group,
                Ground::Pair => RecordedGround::Pair,
                Ground::Proof => RecordedGround::Proof,
            };
            (edge.from, edge.to, ground)
        })
        .collect();
    record.pairs = found.pairs.clone();
    record
}

/// The edges of a record as the steps made them.
pub(super) fn edges(record: &Record) -> Vec<Edge> {
    let edge = |&(from, to, ground): &(u64, u64, RecordedGround)| Edge {
        from,
        to,
        ground: match ground {
            RecordedGround::Group => Ground::Group,
            RecordedGround::Pair => Ground::Pair,
            RecordedGround::Proof => Ground::Proof,
        },
    };
    record.edges.iter().map(edge).collect()
}

/// What an earlier run left in the output directory.
pub(super) struct Earlier {
    record: Record,
    inputs: Vec<InputRow>,
}

impl Earlier {
    /// What the run that left it has otherwise, in words.
    pub(super) fn difference(&self, setup: &Setup, inputs: &[InputRow]) -> Option<String> {
        let other = setup.difference(&self.record.setup);
        other.or_else(|| status::inputs_difference(inputs, &self.inputs))
    }
}

/// What is in the output directory, if the run has steps that come after others. It is read before the directory is set
/// aside.
pub(super) fn earlier(
    request: &Request,
    settings: &Settings,
) -> Option<Result<Earlier, Diagnostic>> {
    let read = || {
        Ok(Earlier {
            record: Record::read(&request.out)?,
            inputs: status::read_inputs(&request.out.join("inputs.json"))?,
        })
    };
    let wanted = settings.steps.earlier(Steps::default()).any();
    match wanted.then(|| Record::is_in(&request.out))? {
        Ok(there) => there.then(read),
        Err(problem) => Some(Err(problem)),
    }
}

/// The steps of the run with those that were done before it on the same labels: what they found is part of its result, and
/// comes from the cache or is found again.
pub(super) fn take_over(
    earlier: Option<Result<Earlier, Diagnostic>>,
    difference: impl Fn(&Earlier) -> Option<String>,
    settings: &Settings,
    outcome: &mut Outcome,
) -> Settings {
    let mut unused = |why: String| {
        let message = format!("the results of earlier steps are not used: {why}");
        outcome.diagnostics.push(Diagnostic::note(None, message));
        settings.clone()
    };
    let earlier = match earlier {
        None => return settings.clone(),
        Some(Err(problem)) => return unused(problem.message),
        Some(Ok(earlier)) => earlier,
    };
    if let Some(why) = difference(&earlier) {
        return unused(why);
    }
    let steps = earlier.record.steps.parse::<Steps>();
    let taken = settings.steps.earlier(steps.unwrap_or(settings.steps));
    Settings {
        steps: settings.steps.with(taken),
        ..settings.clone()
    }
}
