//! What a run is asked to do. Plain data.

use super::{FunctionFilter, Inputs, Shard, Suppressions, Touched};
use crate::base::Assumed;
use crate::cache::Address;
use crate::context::Parts;
use crate::coreach::World;
use crate::criteria;
use crate::instrument::Hooks;
use crate::prover::second::SolverPool;
use crate::status::Summary;
use crate::steps::Settings;
use std::path::PathBuf;
use std::time::Duration;

/// What `tamis clean`, `tamis annotate` or `tamis blocks` was asked to do.
pub struct Request {
    pub inputs: Inputs,
    pub functions: FunctionFilter,
    /// Only functions that this touches.
    pub touched: Option<Touched>,
    pub criteria: criteria::Selection,
    pub options: criteria::Options,
    /// What labels are in the files for other test generators, if there shall be any.
    pub hooks: Option<Hooks>,
    /// Lines without labels.
    pub suppressions: Suppressions,
    /// What may be outside of the inputs.
    pub world: World,
    /// What is taken for granted besides.
    pub assumed: Assumed,
    /// What the proofs of a function may know of the rest of the program.
    pub context: Parts,
    pub out: PathBuf,
    /// Threads; 0 for as many as there are processors.
    pub jobs: usize,
    /// Keep the text form of the IR.
    pub dump_ir: bool,
    /// Keep the IR itself, for proving.
    pub keep_units: bool,
    pub cache: Caching,
    /// Prove only this part; another run has the others.
    pub shard: Option<Shard>,
    /// Ends the proofs after this time; what is cheap comes first.
    pub budget: Option<Duration>,
}

impl Request {
    /// What is outside of the inputs. Files that a glob or their language leaves out may call what these define, and write it.
    pub(super) fn world(&self, summary: &Summary) -> World {
        match self.world {
            World::Auto if summary.files_left_out + summary.files_not_c > 0 => World::Part,
            known => known,
        }
    }
}

impl Default for Request {
    /// What the command line does without options, but for a directory and a cache.
    fn default() -> Self {
        Request {
            inputs: Inputs::default(),
            functions: FunctionFilter::default(),
            touched: None,
            criteria: criteria::parse_list(criteria::DEFAULT).unwrap_or_default(),
            options: criteria::Options::default(),
            hooks: None,
            suppressions: Suppressions {
                comments: true,
                texts: Vec::new(),
            },
            world: World::default(),
            assumed: Assumed::default(),
            context: Parts::ALL,
            out: PathBuf::new(),
            jobs: 0,
            dump_ir: false,
            keep_units: false,
            cache: Caching::Off,
            shard: None,
            budget: None,
        }
    }
}

/// What `tamis clean` was asked to do.
pub struct CleanRequest {
    pub labels: Request,
    pub settings: Settings,
    pub again: Again,
}

impl CleanRequest {
    /// Cleans these inputs as the command line does without options, without a cache; the results go to that directory.
    pub fn new(inputs: Inputs, out: impl Into<PathBuf>) -> Self {
        CleanRequest {
            labels: Request {
                inputs,
                out: out.into(),
                keep_units: true,
                ..Request::default()
            },
            settings: Settings::default(),
            again: Again::default(),
        }
    }
}

/// Where findings are kept for later runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Caching {
    /// Nowhere.
    Off,
    /// In the output directory.
    Inside,
    At(Address),
}

/// How proofs are checked by proving them again.
#[derive(Default)]
pub struct Again {
    /// Another solver proves it.
    pub second: Option<SolverPool>,
    /// Every claim gets a certificate.
    pub certificates: bool,
    /// What stays open there does not count as proved.
    pub strict: bool,
}
