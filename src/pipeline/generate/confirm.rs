//! Tests in the annotated program: those that cover what they did in the interpreter stay.

use super::files::file_name;
use super::{Confirmed, EarlierRun, GenerateRequest, GenerateWatch, Generated, TESTS};
use crate::base::Diagnostic;
use crate::generate::{Chosen, Entry, Style};
use crate::pipeline::Failure;
use crate::pipeline::replay::{room, unit as replay_unit};
use crate::replay::{self, Action, Build, Ran, RunOptions, WorkDir};
use crate::status::{self, OutputDir};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What a test may print, and how long it may take.
const OUTPUT: u64 = 1 << 22;
const TIME: Duration = Duration::from_secs(20);

impl EarlierRun {
    /// Runs the tests in the annotated program; those that cover what they did in the interpreter stay. Of labels that others
    /// cover: why these do not count.
    pub(super) fn confirm(
        &self,
        request: &GenerateRequest,
        dir: &OutputDir,
        entries: &[Entry],
        chosen: Vec<Chosen>,
        (stop, monitor): (&AtomicBool, &dyn GenerateWatch),
        done: &mut Generated,
    ) -> Result<(Vec<Confirmed>, BTreeMap<u64, String>), Failure> {
        let (mut confirmed, mut lost) = (Vec::new(), BTreeMap::new());
        if chosen.is_empty() {
            return Ok((confirmed, lost));
        }
        let rows = status::read_inputs(&dir.file("inputs.json")).map_err(Failure::Input)?;
        let units: Result<Vec<_>, _> = (rows.iter())
            .filter(|row| row.is_annotated())
            .map(|row| replay_unit(row, dir, request.trust_compiler))
            .collect();
        let units = units.map_err(Failure::Input)?;
        let shop = WorkDir::new(&dir.file("generate")).map_err(Failure::Output)?;
        let room = room(&self.labels).map_err(Failure::Input)?;
        let build = Build {
            units: &units,
            labels: room,
            extra: &[],
            flags: &[],
            link: &request.link,
            shop: &shop,
            stop,
            monitor,
        };
        let groups = by_entry(chosen);
        let of_addresses = self.program.labels_of_addresses();
        let mut sources = Vec::new();
        for (&entry, tests) in &groups {
            let text = self.file(
                &entries[entry],
                tests.iter(),
                (Style::Assert, request.oracle),
            );
            let path = shop.root().join("src").join(file_name(&entries[entry]));
            shop.write(&path, text.as_bytes())
                .map_err(Failure::Output)?;
            sources.push(path);
        }
        let programs = build.drivers(&sources).map_err(Failure::Input)?;
        for ((entry, tests), program) in groups.into_iter().zip(programs) {
            let program = match program {
                Ok(program) => program,
                Err(problem) => {
                    let why = format!("it cannot be built: {}", problem.message);
                    let labels = tests.iter().flat_map(|test| &test.run.covered);
                    lost.extend(labels.map(|&id| (id, why.clone())));
                    done.diagnostics.push(problem);
                    continue;
                }
            };
            let run_options = RunOptions {
                shop: &shop,
                program: Some(program),
                directory: Path::new("."),
                labels: room,
                timeout: TIME,
                output: OUTPUT,
                stop,
                monitor,
            };
            let file = file_name(&entries[entry]);
            let actions: Vec<replay::Test> = (1..=tests.len())
                .map(|number| replay::Test {
                    name: format!("{TESTS}/{file}:{number}").into(),
                    action: Action::Arguments {
                        words: vec![number.to_string()],
                        stdin: None,
                        here: ".".into(),
                    },
                })
                .collect();
            let ran = replay::run_all(&actions, &run_options);
            for (chosen, ran) in tests.into_iter().zip(ran) {
                match self.difference(&chosen, &ran, &of_addresses) {
                    None => confirmed.push(Confirmed { chosen, ran }),
                    Some(why) => {
                        lost.extend(chosen.run.covered.iter().map(|&id| (id, why.clone())));
                        if chosen.input.failing > 0 {
                            // Functions of the library may have allocated too.
                            continue;
                        }
                        let message =
                            format!("a test of `{}` is left out: {why}", entries[entry].name);
                        let hint = "the interpreter and the compiled program differ: undefined behaviour that is not detected (an uninitialised read), or a fault of tamis";
                        let kept = dir.file("generate").join("src").join(&file);
                        let hint =
                            format!("{hint}; the test is {} in {}", ran.name, kept.display());
                        done.diagnostics
                            .push(Diagnostic::warning(None, message).with_hint(hint));
                    }
                }
            }
        }
        Ok((confirmed, lost))
    }

    /// What the compiled program did otherwise. Where objects are is its own affair.
    fn difference(
        &self,
        chosen: &Chosen,
        ran: &Ran,
        of_addresses: &BTreeSet<u64>,
    ) -> Option<String> {
        if ran.result != "exit 0" {
            return Some(format!("natively it ended with {}", ran.result));
        }
        let native = self.labels.iter().filter(|label| ran.hits.covers(label.id));
        let native: BTreeSet<u64> = native.map(|label| label.id).collect();
        let own: BTreeSet<u64> = chosen.run.covered.iter().copied().collect();
        let mut others = native.symmetric_difference(&own);
        let other = others.find(|id| !of_addresses.contains(id))?;
        let (yes, no) = match native.contains(other) {
            true => ("the compiled program", "the interpreter"),
            false => ("the interpreter", "the compiled program"),
        };
        Some(format!("{yes} covers label {other}, and {no} does not"))
    }
}

fn by_entry(chosen: Vec<Chosen>) -> BTreeMap<usize, Vec<Chosen>> {
    let mut groups: BTreeMap<usize, Vec<Chosen>> = BTreeMap::new();
    for test in chosen {
        groups.entry(test.entry).or_default().push(test);
    }
    groups
}
