//! The options of a run as names and values: written here only, for `record.json` and `summary.json`, and read here only.

use super::{Caching, FunctionFilter, Inputs, Request, Suppressions, Touched};
use crate::base::Assumed;
use crate::coreach::World;
use crate::criteria;
use crate::prover::Limits;
use crate::status::Setup;
use crate::steps::{Settings, Steps};
use std::collections::BTreeMap;
use std::path::PathBuf;

type Values = BTreeMap<String, String>;

fn named<const N: usize>(values: [(&str, String); N]) -> Values {
    let named = |(name, value): (&str, String)| (name.to_string(), value);
    values.into_iter().map(named).collect()
}

/// What decides which labels there are, and what is assumed of the program: that it is in this world.
pub(super) fn labelling(request: &Request, world: World) -> Values {
    let criteria::Options {
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
    named([
        ("criteria", criteria.join(",")),
        ("mutators", mutators.join(",")),
        ("decisions", decisions.to_string()),
        ("switches", switches.to_string()),
        ("mcc_cap", mcc_cap.to_string()),
        ("mcc_short_circuit", mcc_short_circuit.to_string()),
        ("max_conditions", max_conditions.to_string()),
        ("world", world.to_string()),
        ("dropped", request.assumed.dropped()),
        ("context", request.context.to_string()),
        ("exclusions", request.suppressions.comments.to_string()),
        ("suppress", request.suppressions.texts.join("\n")),
    ])
}

/// What decides how hard proofs are sought.
pub(super) fn proving(settings: &Settings) -> Values {
    named([
        ("across_criteria", settings.across_criteria.to_string()),
        ("limit", settings.limits.resource.to_string()),
        ("z3_limit", settings.limits.z3.to_string()),
        ("solver", settings.limits.backend.to_string()),
        ("memory", settings.limits.memory.to_string()),
    ])
}

/// All that decides, with the inputs, what the run finds.
pub(super) fn recorded(request: &Request, settings: &Settings, world: World) -> Values {
    let (shard, touched) = (request.shard.as_ref(), request.touched.as_ref());
    let mut all = labelling(request, world);
    all.extend(proving(settings));
    all.extend(named([
        ("shard", shard.map_or(String::new(), ToString::to_string)),
        ("in_diff", touched.map_or(String::new(), Touched::record)),
    ]));
    all
}

/// The request that a setup was made from, without inputs. `None` if it was not made by [`recorded`].
pub(super) fn read(setup: &Setup, jobs: usize) -> Option<(Request, Settings)> {
    let option = |name: &str| setup.options.get(name).map(String::as_str);
    // An empty list of names is `none`.
    let criteria = criteria::parse_list(option("criteria")?).ok()?;
    let mutators = criteria::parse_mutators(option("mutators")?).ok()?;
    let options = criteria::Options {
        decisions: option("decisions")?.parse().ok()?,
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
        world: option("world")?.parse().ok()?,
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
