//! What a run leaves for later ones, and what it takes over from an earlier one.
//!
//! Comes in: the request, the labels and the findings of a run. Goes out: a [`Record`], and the way back from it; the
//! inputs are a list of their own.

use super::labels::RunLabels;
use super::{Caching, FunctionFilter, Inputs, Outcome, Request, Suppressions, Touched};
use crate::base::{Assumed, Diagnostic};
use crate::coreach::World;
use crate::criteria::{self, DecisionScope, Options};
use crate::prover::{self, Limits};
use crate::status::{self, InputRow, Record, RecordedFinding, RecordedGround, RecordedKind, Setup};
use crate::steps::{Conclusions, Edge, Finding, Findings, Ground, Settings, Steps};
use std::collections::BTreeMap;
use std::path::PathBuf;

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
        options: options(request, settings, world),
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

fn options(request: &Request, settings: &Settings, world: World) -> BTreeMap<String, String> {
    let Options {
        decisions,
        switches,
        mcc_cap,
        mcc_short_circuit,
        max_conditions,
        mutators,
    } = &request.options;
    let criteria: Vec<&str> = request.criteria.iter().map(|c| c.name).collect();
    let chosen = criteria::MUTATORS
        .iter()
        .filter(|m| mutators.contains(&m.mutator));
    let mutators: Vec<&str> = chosen.map(|m| m.name).collect();
    let all = [
        ("criteria", criteria.join(",")),
        ("mutators", mutators.join(",")),
        ("decisions", format!("{decisions:?}")),
        ("switches", switches.to_string()),
        ("mcc_cap", mcc_cap.to_string()),
        ("mcc_short_circuit", mcc_short_circuit.to_string()),
        ("max_conditions", max_conditions.to_string()),
        ("world", format!("{world:?}")),
        ("dropped", request.assumed.dropped()),
        ("context", request.context.to_string()),
        ("exclusions", request.suppressions.comments.to_string()),
        ("suppress", request.suppressions.texts.join("\n")),
        ("across_criteria", settings.across_criteria.to_string()),
        ("limit", settings.limits.resource.to_string()),
        ("z3_limit", settings.limits.z3.to_string()),
        ("solver", settings.limits.backend.to_string()),
        ("memory", settings.limits.memory.to_string()),
        (
            "shard",
            request
                .shard
                .map_or(String::new(), |shard| shard.to_string()),
        ),
        (
            "in_diff",
            request
                .touched
                .as_ref()
                .map_or(String::new(), Touched::record),
        ),
    ];
    let named = |(name, value): (&str, String)| (name.to_string(), value);
    all.into_iter().map(named).collect()
}

/// The request that a setup was made from, without inputs. `None` if it was not made by [`setup`].
pub(super) fn request(setup: &Setup, jobs: usize) -> Option<(Request, Settings)> {
    let option = |name: &str| setup.options.get(name).map(String::as_str);
    let is_one_of = |name: &str, values: &[&str]| {
        let value = option(name)?;
        values.iter().position(|known| *known == value)
    };
    // An empty list of names is `none`.
    let criteria = criteria::parse_list(option("criteria")?).ok()?;
    let mutators = criteria::parse_mutators(option("mutators")?).ok()?;
    let options = Options {
        decisions: [DecisionScope::Control, DecisionScope::All]
            [is_one_of("decisions", &["Control", "All"])?],
        switches: option("switches")?.parse().ok()?,
        mcc_cap: option("mcc_cap")?.parse().ok()?,
        mcc_short_circuit: option("mcc_short_circuit")?.parse().ok()?,
        max_conditions: option("max_conditions")?.parse().ok()?,
        mutators,
    };
    let request = Request {
        inputs: Inputs::default(),
        functions: FunctionFilter {
            only: setup.functions.clone(),
            skip: setup.skip_functions.clone(),
        },
        touched: match option("in_diff")? {
            "" => None,
            text => Some(Touched::recorded(text)?),
        },
        criteria,
        options,
        hooks: None,
        suppressions: Suppressions {
            comments: option("exclusions")?.parse().ok()?,
            texts: option("suppress")?.lines().map(String::from).collect(),
        },
        world: [World::Auto, World::Part, World::Whole, World::Library]
            [is_one_of("world", &["Auto", "Part", "Whole", "Library"])?],
        assumed: Assumed::without(option("dropped")?.split(',').filter(|n| !n.is_empty())).ok()?,
        context: option("context")?.parse().ok()?,
        out: PathBuf::new(),
        jobs,
        dump_ir: false,
        keep_units: true,
        cache: Caching::Off,
        shard: match option("shard")? {
            "" => None,
            text => Some(text.parse().ok()?),
        },
        budget: None,
    };
    let settings = Settings {
        steps: Steps::default(),
        across_criteria: option("across_criteria")?.parse().ok()?,
        limits: Limits {
            resource: option("limit")?.parse().ok()?,
            z3: option("z3_limit")?.parse().ok()?,
            backend: option("solver")?.parse().ok()?,
            memory: option("memory")?.parse().ok()?,
            ..Limits::default()
        },
    };
    Some((request, settings))
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
