//! Ratios and the list of what is left, on the example of "Time to Clean Your Test Objectives" (2018) and on small relations.

use super::*;
use crate::base::Place;
use std::collections::BTreeSet;

fn label(id: u64, tag: &str, function: &str) -> LabelRow {
    LabelRow {
        id,
        key: String::new(),
        criterion: "source".into(),
        tag: tag.into(),
        place: Place {
            file: "t.c".into(),
            line: 1,
            column: 1,
        },
        function: function.into(),
        group: String::new(),
        predicate: String::new(),
        mutation: None,
    }
}

fn verdict(id: u64, status: Status) -> Verdict {
    Verdict {
        status,
        ..Verdict::unknown(id)
    }
}

fn set(ids: &[u64]) -> BTreeSet<u64> {
    ids.iter().copied().collect()
}

/// Figure 1, criterion DC, the test 1, 2, 1: l2 and l5 are covered, and l1 and l6 stand for them.
#[test]
fn the_example_of_section_2_is_half_covered_raw_and_not_at_all_corrected() {
    let labels: Vec<LabelRow> = [1, 2, 5, 6].map(|id| label(id, "DC", "triangle")).into();
    let verdicts = [
        verdict(1, Status::Unknown),
        verdict(2, Status::Subsumed(vec![6])),
        verdict(5, Status::Subsumed(vec![1])),
        verdict(6, Status::Unknown),
    ];
    let covered = set(&[2, 5]);
    let all = ratios(&labels, &verdicts, |id| covered.contains(&id));
    let ratio = all["DC"].total;
    assert_eq!(ratio.raw(), Some(50.0));
    assert_eq!(ratio.corrected(), Some(0.0));
    assert_eq!(
        (ratio.covered, ratio.labels, ratio.live_covered, ratio.live),
        (2, 4, 0, 2)
    );
    assert_eq!(all["DC"].files["t.c"].functions["triangle"], ratio);
}

#[test]
fn criteria_files_and_functions_are_counted_apart() {
    let labels = [
        label(1, "CC", "f"),
        label(2, "CC", "g"),
        label(3, "WM", "f"),
    ];
    let verdicts = [
        verdict(1, Status::Covered),
        verdict(2, Status::Infeasible),
        verdict(3, Status::Infeasible),
    ];
    let all = ratios(&labels, &verdicts, |id| id == 1);
    assert_eq!(all["CC"].total.raw(), Some(50.0));
    assert_eq!(all["CC"].total.corrected(), Some(100.0));
    assert_eq!(all["CC"].files["t.c"].functions["f"].raw(), Some(100.0));
    assert_eq!(all["WM"].total.corrected(), None);
}

#[test]
fn what_brings_most_comes_first() {
    // 1 ⇒ 2; 3 = 7 ⇒ 4 ⇒ {2, 5, 6}; 8 alone; 9 ⇒ 5.
    let relation = ProvedRelation {
        duplicates: vec![vec![3, 7]],
        implications: vec![(1, 2), (7, 4), (4, 2), (4, 5), (4, 6), (9, 5)],
    };
    let subsumed = |id| verdict(id, Status::Subsumed(vec![3]));
    let mut verdicts: Vec<Verdict> = [1, 3, 8, 9].map(Verdict::unknown).into();
    verdicts.extend([2, 4, 5, 6].map(subsumed));
    verdicts.push(verdict(7, Status::Duplicate(vec![3])));
    let list = |covered: &[u64]| -> Vec<(u64, Vec<u64>)> {
        let covered = set(covered);
        let objectives = to_cover(&verdicts, &relation, |id| covered.contains(&id));
        objectives.into_iter().map(|o| (o.id, o.brings)).collect()
    };
    let none: Vec<u64> = Vec::new();
    assert_eq!(
        list(&[]),
        [
            (3, vec![2, 4, 5, 6, 7]),
            (1, none.clone()),
            (8, none.clone()),
            (9, none.clone())
        ]
    );
    assert_eq!(
        list(&[2, 3, 4, 6, 7]),
        [(9, vec![5]), (1, none.clone()), (8, none)]
    );
}

#[test]
fn coverage_is_read_as_it_was_written() {
    let dir = std::env::temp_dir().join(format!("tamis-coverage-{}", std::process::id()));
    std::fs::create_dir_all(&dir).expect("a directory");
    let rows = vec![
        CoverageRow {
            id: 1,
            tests: vec!["a".into(), "b,c".into()],
            reached: 3,
        },
        CoverageRow {
            id: 4,
            tests: Vec::new(),
            reached: 1,
        },
    ];
    let path = dir.join("coverage.csv");
    std::fs::write(&path, coverage_text(&rows)).expect("written");
    assert_eq!(read_coverage(&path), Ok(rows.clone()));
    assert_eq!(covered(&rows), set(&[1]));
    assert_eq!(by_test(&rows)["b,c"].len(), 1);
    let tests = vec![TestRow {
        name: "a".into(),
        result: "signal 11".into(),
        seconds: 0.125,
        labels: 1,
        whole: false,
    }];
    std::fs::write(&path, tests_text(&tests)).expect("written");
    assert_eq!(read_tests(&path), Ok(tests));
    assert_eq!(
        read_relation(&dir.join("none")),
        Ok(ProvedRelation::default())
    );
    std::fs::write(&path, "{\"duplicates\": [[]], \"implications\": []}").expect("written");
    assert!(read_relation(&path).is_err());
    let _ = std::fs::remove_dir_all(&dir);
}
