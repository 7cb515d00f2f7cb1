//! The parts of a run put together.
//!
//! Comes in: the output directories of all parts ([`Shard`]) of one run. Goes out: the directory that the run would have written in
//! one piece. The inputs are read again; what was proved about them comes from the caches of the parts.

use super::{Again, Caching, Failure, Monitor, Outcome, Run, Shard, Task, options};
use super::{complete, inputs, labelled, write};
use crate::base::{Diagnostic, Stop};
use crate::cache::{Address, Cache, Directory};
use crate::status::{self, InputRow, Record, Summary};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// What `tamis merge` is asked.
pub struct MergeRequest {
    pub out: PathBuf,
    pub parts: Vec<PathBuf>,
    /// A cache that the parts shared.
    pub cache: Option<Address>,
    pub jobs: usize,
    /// Compilers that relative paths name are run, too.
    pub trust_compiler: bool,
}

/// Puts the parts together.
pub fn merge(
    request: &MergeRequest,
    stop: &Stop,
    monitor: &dyn Monitor,
) -> Result<Outcome, Failure> {
    let clock = Instant::now();
    let (first, rows) = agreed(&request.parts).map_err(Failure::Input)?;
    let setup = whole(&first.setup);
    let Some((mut asked, mut settings)) = options::read(&setup, request.jobs) else {
        let message = "the parts have records that cannot be used";
        return Err(Failure::Input(Diagnostic::error(None, message)));
    };
    settings.steps = first.steps.parse().unwrap_or(settings.steps);
    asked.out = request.out.clone();
    asked.cache = match &request.cache {
        Some(address) => Caching::At(address.clone()),
        None => Caching::Inside,
    };
    let mut outcome = Outcome {
        summary: Summary::new("merge"),
        ..Outcome::default()
    };
    outcome.summary.files_failed = setup.inputs_failed;
    let recorded = |row| inputs::recorded(row, request.trust_compiler);
    let commands: Result<Vec<_>, _> = rows.iter().map(recorded).collect();
    let commands = commands.map_err(Failure::Input)?;
    let out = write::output(&asked, &commands)?;
    let run = labelled(&asked, commands, outcome, out, monitor)?;
    if let Some(why) = status::inputs_difference(&run.inputs, &rows) {
        return Err(Failure::Input(unlike(&why)));
    }
    let cache = caches(request, &run)?;
    let task = Task {
        request: &asked,
        settings,
        setup,
        cache,
        budget: None,
        again: &Again::default(),
    };
    complete(task, run, stop, monitor, clock)
}

/// What all parts were asked, and their inputs.
fn agreed(parts: &[PathBuf]) -> Result<(Record, Vec<InputRow>), Diagnostic> {
    let read = |dir: &PathBuf| -> Result<(Record, Vec<InputRow>), Diagnostic> {
        status::verify(dir)?;
        let inputs = status::read_inputs(&dir.join("inputs.json"))?;
        Ok((Record::read(dir)?, inputs))
    };
    let all: Result<Vec<_>, _> = parts.iter().map(read).collect();
    let all = all?;
    let Some((record, rows)) = all.first() else {
        return Err(unlike("none is named"));
    };
    let mut shards = BTreeSet::new();
    for ((other, other_rows), dir) in all.iter().zip(parts) {
        let shard: Option<Shard> = other
            .setup
            .options
            .get("shard")
            .and_then(|s| s.parse().ok());
        let Some(shard) = shard else {
            return Err(unlike(&format!("{} is a whole run", dir.display())));
        };
        let difference = whole(&record.setup).difference(&whole(&other.setup));
        let difference = difference.or_else(|| status::inputs_difference(rows, other_rows));
        let steps = (record.steps != other.steps).then(|| "other steps were run".to_string());
        if let Some(why) = difference.or(steps) {
            return Err(unlike(&format!("{}: {why}", dir.display())));
        }
        if !shards.insert(shard) {
            return Err(unlike(&format!("there are two parts {shard}")));
        }
    }
    let count = shards.iter().map(|shard| shard.count).max().unwrap_or(0);
    let every = (1..=count).map(|index| Shard { index, count });
    let missing: Vec<String> = every
        .filter(|shard| !shards.contains(shard))
        .map(|shard| shard.to_string())
        .collect();
    match missing.is_empty() && shards.len() == count {
        true => Ok((record.clone(), rows.clone())),
        false => Err(unlike(&format!("part {} is missing", missing.join(", ")))),
    }
}

fn unlike(why: &str) -> Diagnostic {
    Diagnostic::error(None, format!("the parts do not fit together: {why}"))
        .with_hint("run `tamis clean --shard k/n` for each k from 1 to n, on the same inputs")
}

/// The setup of the run that a part belongs to.
fn whole(setup: &status::Setup) -> status::Setup {
    let mut setup = setup.clone();
    setup.options.insert("shard".into(), String::new());
    setup
}

/// All places where the parts may have put what they proved.
fn caches(request: &MergeRequest, run: &Run) -> Result<Cache, Diagnostic> {
    let near = run.out.dir.cache();
    let own = match &request.cache {
        Some(address) => Cache::at(address, &near)?,
        None => Cache::open(&near)?,
    };
    let inside = |dir: &PathBuf| dir.join(status::CACHE);
    let others = request.parts.iter().map(inside);
    let others = others.filter(|path: &PathBuf| Path::is_dir(path));
    others
        .into_iter()
        .try_fold(own, |all, path| Ok(all.with(Directory::open(&path)?)))
}
