//! Every claim is proved again, where that was asked for: by a second solver, and for certificates.
//!
//! Comes in: what was proved. Goes out: what of it is left, and files that show it.

use super::labels::RunLabels;
use super::removals::removals;
use super::{Failure, Outcome, Task, budget, certificates, second, write};
use crate::base::Stop;
use crate::steps::{Conclusions, Findings};

/// Findings, and what follows from them.
pub(super) struct Proved {
    pub findings: Vec<Findings>,
    pub conclusions: Conclusions,
}

/// Keeps what is proved again, or what is not disputed, as the task says.
pub(super) fn again(
    task: &Task,
    table: &RunLabels,
    out: &write::Output,
    conclude: &dyn Fn(&[Findings]) -> Conclusions,
    proved: &mut Proved,
    stop: &Stop,
    outcome: &mut Outcome,
) -> Result<(), Failure> {
    let strict = task.again.strict;
    if let Some(solvers) = &task.again.second {
        let said = second::second(task.request, table, &proved.findings, solvers, stop)?;
        let kept = |strict| said.keep(&proved.findings, strict);
        let [certain, undisputed] = [true, false].map(|strict| conclude(&kept(strict)));
        let removals = removals(&proved.conclusions, &certain, &undisputed);
        let disputes = said.report(solvers, table, removals, outcome);
        write::disputes(out, &disputes)?;
        *proved = Proved {
            findings: kept(strict),
            conclusions: if strict { certain } else { undisputed },
        };
    }
    if task.again.certificates {
        let made = budget::within(task.budget, stop, |stop| {
            certificates::certificates(task, table, &proved.findings, out, stop)
        })?;
        let kept = |strict| made.keep(&proved.findings, strict);
        let [certain, sound] = [true, false].map(|strict| conclude(&kept(strict)));
        let removals = removals(&proved.conclusions, &certain, &sound);
        made.report(table, removals, outcome);
        write::certificates(out, &made.rows())?;
        *proved = Proved {
            findings: kept(strict),
            conclusions: if strict { certain } else { sound },
        };
    }
    Ok(())
}
