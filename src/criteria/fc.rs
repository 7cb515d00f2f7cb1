//! FC, function coverage: each function is entered. One label `(entry, true)`.

use super::draft::Draft;
use super::formula::Formula;

pub fn make(draft: &mut Draft) {
    let (entry, span) = (draft.f.entry_point, draft.f.span);
    draft.label("FC", entry, Formula::True, span);
}
