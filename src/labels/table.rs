//! The labels of a run and their ids.
//!
//! Comes in: per function, in the order of the run, the labels found in the source and those that
//! criteria ask for. Goes out: labels with unique ids. Must not know criteria.

use super::{Label, LabelRequest, SOURCE};
use crate::base::Span;
use crate::ir::{Function, SourceLabel};
use std::collections::HashSet;

/// An id in the source above this is not taken over, so that ids after it still exist, and are exact
/// where numbers are floats.
pub const MAX_ID: u64 = 1 << 53;

/// All labels of a run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LabelTable {
    /// One list per function, in the order that was given, each by point.
    pub functions: Vec<Vec<Label>>,
    pub problems: Vec<IdProblem>,
}

/// What one function brings into the table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FunctionLabels {
    pub source: Vec<SourceLabel>,
    pub made: Vec<LabelRequest>,
}

/// A label of the source that could not keep its id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdProblem {
    /// The index of the function.
    pub function: usize,
    pub span: Span,
    pub message: String,
}

impl FunctionLabels {
    pub fn new(f: &Function, made: Vec<LabelRequest>) -> Self {
        FunctionLabels {
            source: f.sites.source_labels.clone(),
            made,
        }
    }
}

impl LabelTable {
    /// Labels of the source keep their ids, unless these are `taken` by calls of `pc_label` that are no labels; the others
    /// are numbered after the highest of them all.
    pub fn number(functions: Vec<FunctionLabels>, taken: &[u64]) -> LabelTable {
        let mut table = LabelTable::default();
        let kept = kept_ids(&functions, taken);
        let taken = taken.iter().filter(|id| **id <= MAX_ID);
        let highest = kept.iter().flatten().flatten().chain(taken).max();
        let mut fresh = highest.copied().unwrap_or(0) + 1..;
        for (index, (labels, kept)) in functions.into_iter().zip(kept).enumerate() {
            let mut list = Vec::with_capacity(labels.source.len() + labels.made.len());
            for (label, kept) in labels.source.into_iter().zip(kept) {
                let id = kept.or_else(|| fresh.next()).unwrap_or(u64::MAX);
                if let (Some(wanted), None) = (label.id, kept) {
                    table.problems.push(problem(index, label.span, wanted, id));
                }
                list.push(source_label(label, id));
            }
            for request in labels.made {
                list.push(made_label(request, fresh.next().unwrap_or(u64::MAX)));
            }
            list.sort_by_key(|label| label.point);
            table.functions.push(list);
        }
        table
    }
}

/// For each label of the source the id that it keeps: its own, unless it is too large or was
/// taken before.
fn kept_ids(functions: &[FunctionLabels], taken: &[u64]) -> Vec<Vec<Option<u64>>> {
    let mut taken: HashSet<u64> = taken.iter().copied().collect();
    let mut keep = |label: &SourceLabel| label.id.filter(|id| *id <= MAX_ID && taken.insert(*id));
    functions
        .iter()
        .map(|labels| labels.source.iter().map(&mut keep).collect())
        .collect()
}

fn problem(function: usize, span: Span, wanted: u64, id: u64) -> IdProblem {
    let why = if wanted > MAX_ID {
        "is too large"
    } else {
        "is used twice"
    };
    IdProblem {
        function,
        span,
        message: format!("label id {wanted} {why}: this label becomes {id}"),
    }
}

fn source_label(label: SourceLabel, id: u64) -> Label {
    Label {
        id,
        criterion: SOURCE,
        tag: label.tag.unwrap_or_else(|| "LABEL".to_string()),
        point: label.point,
        predicate: label.predicate,
        span: label.span,
        in_source: true,
        mutant: None,
    }
}

fn made_label(request: LabelRequest, id: u64) -> Label {
    Label {
        id,
        criterion: request.criterion,
        tag: request.tag.to_string(),
        point: request.point,
        predicate: request.predicate,
        span: request.span,
        in_source: false,
        mutant: request.mutant,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Id;
    use crate::ir::{ExprId, PointId};

    fn source(id: Option<u64>) -> SourceLabel {
        SourceLabel {
            point: PointId::from_index(0),
            predicate: ExprId::from_index(0),
            id,
            tag: None,
            span: Span::default(),
        }
    }

    fn made(point: usize) -> LabelRequest {
        LabelRequest {
            criterion: "cc",
            tag: "CC",
            point: PointId::from_index(point),
            predicate: ExprId::from_index(0),
            span: Span::default(),
            mutant: None,
        }
    }

    fn ids(table: &LabelTable) -> Vec<Vec<u64>> {
        table
            .functions
            .iter()
            .map(|list| list.iter().map(|label| label.id).collect())
            .collect()
    }

    #[test]
    fn made_labels_come_after_the_highest_source_id_of_all_functions() {
        let first = FunctionLabels {
            source: vec![source(Some(3))],
            made: vec![made(1), made(2)],
        };
        let second = FunctionLabels {
            source: vec![source(Some(7)), source(None)],
            made: vec![made(1)],
        };
        let table = LabelTable::number(vec![first, second], &[]);
        assert_eq!(ids(&table), [vec![3, 8, 9], vec![7, 10, 11]]);
        assert_eq!(table.functions[0][0].tag, "LABEL");
        assert!(table.problems.is_empty());
    }

    #[test]
    fn a_second_label_with_the_same_id_gets_a_fresh_one() {
        let labels = FunctionLabels {
            source: vec![source(Some(3)), source(Some(3))],
            made: vec![],
        };
        let table = LabelTable::number(vec![labels], &[]);
        assert_eq!(ids(&table), [[3, 4]]);
        assert_eq!(
            table.problems[0].message,
            "label id 3 is used twice: this label becomes 4"
        );
    }

    #[test]
    fn ids_that_are_taken_are_given_to_no_label() {
        let labels = FunctionLabels {
            source: vec![source(Some(3)), source(Some(2))],
            made: vec![made(1)],
        };
        let table = LabelTable::number(vec![labels], &[9, 3, u64::MAX]);
        assert_eq!(ids(&table), [[10, 2, 11]]);
        assert_eq!(table.problems.len(), 1);
    }

    #[test]
    fn an_id_that_leaves_no_room_is_not_taken_over() {
        let labels = FunctionLabels {
            source: vec![source(Some(u64::MAX))],
            made: vec![made(1)],
        };
        let table = LabelTable::number(vec![labels], &[]);
        assert_eq!(ids(&table), [[1, 2]]);
        assert_eq!(table.problems.len(), 1);
    }
}
