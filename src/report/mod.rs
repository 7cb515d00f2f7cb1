//! What a directory of results says, for people and in other tools' formats.
//!
//! Comes in: an output directory, source files below directories that the user trusts. Goes out: pages and texts. All
//! that comes from files is escaped. Must not know how a verdict was proved or a test was run.

mod cobertura;
pub mod correct;
mod data;
mod escape;
mod gcovr;
mod html;
mod json;
mod junit;
mod lcov;
mod markdown;
mod sarif;
mod source;
mod stryker;

pub use data::{Label, Run, Standing, Witness};
pub use html::{Page, pages};
pub use lcov::Unreachable;
pub use source::Sources;

use crate::base::Diagnostic;
use crate::status;

/// A format of one file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Json,
    Markdown,
    Sarif,
    Lcov(Unreachable),
    Gcovr,
    Cobertura,
    Junit,
    Stryker,
    Ltest,
}

/// The run in this format. `seconds` since 1970 stand in formats that want a date.
pub fn write(
    run: &Run,
    sources: &Sources,
    format: Format,
    seconds: u64,
) -> Result<String, Diagnostic> {
    Ok(match format {
        Format::Json => json::write(run),
        Format::Markdown => markdown::write(run),
        Format::Sarif => sarif::write(run),
        Format::Lcov(unreachable) => lcov::write(run, unreachable),
        Format::Gcovr => gcovr::write(run),
        Format::Cobertura => cobertura::write(run, seconds),
        Format::Junit => junit::write(run),
        Format::Stryker => stryker::write(run, sources)?,
        Format::Ltest => {
            let rows = run.labels().map(|label| (label.row, label.verdict));
            String::from_utf8_lossy(&status::ltest_text(rows)).into_owned()
        }
    })
}
