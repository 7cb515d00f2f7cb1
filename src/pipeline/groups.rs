//! All units together: the co-reached groups of their labels.

use super::unit::Draft;
use super::{Outcome, Request};
use crate::coreach::{Groups, Outline, Program};
use crate::ir::PointId;
use crate::labels::LabelTable;

/// What has to hold when the files are taken for a whole program.
const WHOLE: &str = "the files are a whole program: nothing else calls their functions by name";

/// The program, and the groups of all labels in the shape of the table.
pub(super) fn groups(
    request: &Request,
    drafts: &mut [Draft],
    labels: &LabelTable,
    outcome: &mut Outcome,
) -> (Program, Groups) {
    let failed = drafts.iter().any(|draft| draft.failed);
    let all_read = !failed && outcome.summary.files_failed == 0;
    let outlines: Vec<Outline> = drafts.iter_mut().filter_map(|d| d.outline.take()).collect();
    let program = Program::new(&outlines, request.world, all_read);
    if program.is_whole() {
        outcome.summary.assumptions.push(WHOLE.into());
    }
    let lists = labels.functions.iter();
    let points: Vec<Vec<PointId>> = lists
        .map(|labels| labels.iter().map(|label| label.point).collect())
        .collect();
    let groups = program.groups(&points);
    (program, groups)
}
