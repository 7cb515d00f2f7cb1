//! All units together: the co-reached groups of their labels.

use super::unit::Draft;
use super::{Outcome, Request};
use crate::base::{SINGLE_THREAD, WHOLE_PROGRAM, assumptions};
use crate::coreach::{Groups, Outline, Program, World};
use crate::ir::PointId;
use crate::labels::LabelTable;

/// What a program is made of.
pub(super) struct Basis {
    pub outlines: Vec<Outline>,
    world: World,
    all_read: bool,
}

impl Basis {
    pub fn program(&self, request: &Request) -> Program {
        Program::new(&self.outlines, self.world, self.all_read, &request.assumed)
    }
}

/// The program, and the groups of all labels in the shape of the table.
pub(super) fn groups(
    request: &Request,
    drafts: &mut [Draft],
    labels: &LabelTable,
    outcome: &mut Outcome,
) -> (Basis, Program, Groups) {
    let failed = drafts.iter().any(|draft| draft.failed);
    let all_read = !failed && outcome.summary.files_failed == 0;
    let basis = Basis {
        outlines: drafts.iter_mut().filter_map(|d| d.outline.take()).collect(),
        world: request.world(&outcome.summary),
        all_read,
    };
    let program = basis.program(request);
    outcome.summary.assumptions = assumptions(&request.assumed);
    for assumption in &mut outcome.summary.assumptions {
        assumption.in_force &= match assumption.name.as_str() {
            WHOLE_PROGRAM => program.is_whole(),
            SINGLE_THREAD => !program.has_threads(),
            _ => true,
        };
    }
    let lists = labels.functions.iter();
    let points: Vec<Vec<PointId>> = lists
        .map(|labels| labels.iter().map(|label| label.point).collect())
        .collect();
    let groups = program.groups(&points);
    (basis, program, groups)
}
