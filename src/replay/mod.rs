//! A test suite, run on the program with recorded labels.
//!
//! Comes in: how the annotated files are compiled, and the tests. Goes out: what each test covers, and which verdicts it
//! contradicts. Must not know how a verdict was proved, nor where results are written.

mod build;
mod call;
mod check;
mod cmake;
mod flags;
mod made;
mod map;
mod meson;
mod private_dir;
mod process;
mod project;
mod recorder;
mod suite;
mod tests_run;
mod text;
mod work_dir;
mod wrapper;

pub use build::{Build, Unit};
pub use check::{Broken, Contradiction, contradictions};
pub use flags::for_preprocessed;
pub use made::remove_made;
pub use map::MAX_LABEL;
pub use private_dir::{PrivateDir, remove_private_dirs};
pub use project::{Project, System};
pub use recorder::{Entry, RECORD, record, recorded_compiler};
pub use suite::{Action, Suite, Test};
pub use tests_run::{Ran, RunOptions, run_all};
pub use work_dir::WorkDir;
pub use wrapper::{PLAN, compile as wrapped_compiler};

/// Hears how far a run is.
pub trait Monitor: Sync {
    fn compiles(&self, files: usize);
    fn compiled(&self, file: &str);
    fn runs(&self, tests: usize);
    fn ran(&self, test: &str);
}
