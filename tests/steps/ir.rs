//! The steps on IR as text, without C in front: the verdicts of the labels of `tests/cases/steps/NAME.ir` are in the file beside
//! it. `UPDATE_EXPECT=1` writes them anew.

use crate::support::expected::is_expected;
use crate::support::listed::cases;
use crate::support::read;
use tamis::base::{Assumed, Stop};
use tamis::context::{Context, Parts};
use tamis::coreach::{Outline, Program, World};
use tamis::ir::{self, Hidden, PointId, Unit};
use tamis::labels::{FunctionLabels, LabelTable};
use tamis::steps::{Entry, Findings, Settings, Subject, conclude, examine};

#[test]
fn verdicts_of_ir_are_as_expected() {
    for file in cases("steps", "ir") {
        let unit = ir::read(&read(&file)).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        assert_eq!(ir::verify_unit(&unit), Ok(()), "{}", file.display());
        let text = verdicts(unit);
        let same = is_expected(&file.with_extension("expected"), &text);
        assert!(same, "{}:\n{text}", file.display());
    }
}

/// A line per label: its id, its verdict, the labels that stand for it, the step.
fn verdicts(unit: Unit) -> String {
    let asked = unit.functions.iter();
    let asked = asked.map(|f| FunctionLabels::new(f, Vec::new())).collect();
    let labels = LabelTable::number(asked, &[]).functions;
    let outline = Outline::new(&unit, Hidden::default());
    let program = Program::new(&[outline], World::Library, true, &Assumed::default());
    let units = [unit];
    let context = Context::new(&units, &program, Parts::ALL, &|| false);
    let points: Vec<Vec<PointId>> = labels
        .iter()
        .map(|labels| labels.iter().map(|label| label.point).collect())
        .collect();
    let groups = program.groups(&points);
    let settings = Settings::default();
    let functions = units[0].functions.iter().zip(&labels).enumerate();
    let findings: Vec<Findings> = functions
        .map(|(index, (function, labels))| {
            let subject = Subject {
                unit: &units[0],
                function,
                labels,
                program: &program,
                context: &context,
                index,
                prior: None,
            };
            examine(&subject, &settings, &Stop::default())
        })
        .collect();
    let entries: Vec<Vec<Entry>> = labels
        .iter()
        .zip(&groups.of)
        .map(|(labels, groups)| {
            let entry = |(label, &group): (&tamis::labels::Label, &u32)| Entry {
                id: label.id,
                family: label.family().to_string(),
                group,
                point: label.point,
            };
            labels.iter().zip(groups).map(entry).collect()
        })
        .collect();
    let conclusions = conclude(&entries, &findings, &program, &settings);
    let lines = conclusions.verdicts.iter().map(|verdict| {
        let by: Vec<String> = verdict.status.by().iter().map(u64::to_string).collect();
        let line = format!(
            "{} {} {} {}",
            verdict.id,
            verdict.status.name(),
            by.join(" "),
            verdict.step
        );
        line.split_whitespace().collect::<Vec<_>>().join(" ") + "\n"
    });
    lines.collect()
}
