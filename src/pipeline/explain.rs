//! Why a label of an output directory has its verdict.
//!
//! Comes in: the directory and an id. Goes out: the label, its verdict and what it rests on, proved again from the same
//! inputs. When an input has changed since, what the files of the directory say is all there is.

use super::labels::{self, RunLabels};
use super::{Monitor, Outcome, inputs, options, record, unit};
use crate::base::{Assumption, Diagnostic, Id, Place, Stop, name_path};
use crate::context::{self, Fact};
use crate::explain::{Case, Claim, Found, Line, Plan, Reason, State, examine};
use crate::frontend::preprocess::preprocess;
use crate::frontend::{CompileCommand, Source};
use crate::instrument;
use crate::ir::ExprId;
use crate::prover::Limits;
use crate::status::{self, InputRow, LabelRow, Record, Status, Summary, Verdict};
use crate::steps::{LONGER, LabelId, Subject, Why};
use crate::vc::Context;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// The run that is asked about.
pub struct Query {
    pub dir: PathBuf,
    /// What one question may cost; as in the run if not given.
    pub limit: Option<u32>,
    pub jobs: usize,
    /// Compilers that relative paths name are run, too.
    pub trust_compiler: bool,
}

/// The answer.
pub struct Explained {
    pub label: LabelRow,
    pub verdict: Verdict,
    /// The steps of the run, as in `1,2`.
    pub steps: String,
    /// Labels that are not worth a test because this one is.
    pub stands_for: Vec<u64>,
    pub told: Vec<Told>,
    /// All labels that are named, by id.
    pub labels: BTreeMap<u64, LabelRow>,
    /// What every verdict of the run takes for granted.
    pub assumptions: Vec<Assumption>,
    /// Inputs that are not what they were in the run: then nothing was proved again.
    pub changed: Vec<PathBuf>,
    pub diagnostics: Vec<Diagnostic>,
    pub excerpts: Excerpt,
    /// What the preprocessor made of the lines that are named.
    pub expansions: HashMap<(Arc<str>, u32), String>,
}

/// A reason of the verdict, and what became of it.
pub struct Told {
    pub reason: Reason,
    pub how: How,
    /// `None` for what the order of the program says: nothing is asked about it.
    pub found: Option<Found>,
    /// The facts of the whole program that the proof needs.
    pub known: Vec<ProgramFact>,
}

/// A fact of the whole program.
pub struct ProgramFact {
    pub sentence: String,
    /// Where it comes from.
    pub places: Vec<Place>,
}

/// What was proved for a reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// What it says.
    Itself,
    /// For [`Reason::Never`]: control does not even come to the label.
    Unreached,
    /// For [`Reason::Implies`]: the second label is covered whenever it is reached, and it is passed on every way to
    /// the first.
    Always,
}

/// Why there is no answer.
pub enum Unexplained {
    /// There is no such label.
    Question(Diagnostic),
    /// The files of the output, or the inputs, could not be understood.
    Input(Diagnostic),
}

/// Lines of the user's files.
#[derive(Default)]
pub struct Excerpt {
    directories: Vec<PathBuf>,
}

impl Excerpt {
    /// The path of a file as the compiler named it.
    pub fn path(&self, file: &str) -> PathBuf {
        let places = self
            .directories
            .iter()
            .map(|directory| directory.join(name_path(file)));
        let mut places = places.filter(|path| path.is_file());
        places.next().unwrap_or_else(|| name_path(file))
    }
}

/// Why a label has its verdict.
pub fn explain(query: &Query, id: u64, monitor: &dyn Monitor) -> Result<Explained, Unexplained> {
    let files = Files::read(&query.dir)?;
    let mut explained = files.label(query, id)?;
    let earlier = EarlierRun::read(&files, query, monitor)?;
    explained.changed = earlier.changed(&files.inputs);
    // The same text makes the same labels, unless another build of tamis makes others.
    if explained.changed.is_empty() && !earlier.has(&explained.label) {
        explained
            .changed
            .push((&*explained.label.place.file).into());
    }
    if explained.changed.is_empty() {
        explained.told = earlier.tell(&files, &explained)?;
        explained.expansions = earlier.expansions(&explained)?;
        if files.record.setup.versions != record::versions() {
            let message =
                "another build of tamis or z3 made these results; the proofs below are of this one";
            explained.diagnostics.push(Diagnostic::note(None, message));
        }
    }
    files.name_labels(&mut explained);
    Ok(explained)
}

/// States of the model that cover these labels, as far as some are found. None if an input has changed.
pub fn states(
    query: &Query,
    ids: &[u64],
    monitor: &dyn Monitor,
) -> Result<BTreeMap<u64, State>, Unexplained> {
    let files = Files::read(&query.dir)?;
    let earlier = EarlierRun::read(&files, query, monitor)?;
    let mut states = BTreeMap::new();
    if earlier.changed(&files.inputs).is_empty() {
        for &id in ids {
            let same = files.rows.get(&id).is_some_and(|row| earlier.has(row));
            let found = match same {
                true => Some(earlier.ask(&[id], |l| Claim::Never(l[0]))?),
                false => None,
            };
            if let Some(Found::Refuted(state)) = found {
                states.insert(id, state);
            }
        }
    }
    Ok(states)
}

/// What the output directory holds.
struct Files {
    rows: BTreeMap<u64, LabelRow>,
    verdicts: BTreeMap<u64, Verdict>,
    assumptions: Vec<Assumption>,
    record: Record,
    inputs: Vec<InputRow>,
}

impl Files {
    fn read(dir: &Path) -> Result<Files, Unexplained> {
        let read = || -> Result<Files, Diagnostic> {
            status::verify(dir)?;
            if !Record::is_in(dir)? {
                let message = format!(
                    "{} has no verdicts: `tamis clean` did not write it",
                    dir.display()
                );
                return Err(Diagnostic::error(None, message).with_hint("run `tamis clean` first"));
            }
            let rows = status::read_labels(&dir.join("labels.csv"))?;
            let verdicts = status::read_status(&dir.join("status.csv"))?;
            Ok(Files {
                rows: rows.into_iter().map(|row| (row.id, row)).collect(),
                verdicts: verdicts.into_iter().map(|v| (v.id, v)).collect(),
                assumptions: Summary::read(&dir.join("summary.json"))?.assumptions,
                record: Record::read(dir)?,
                inputs: status::read_inputs(&dir.join("inputs.json"))?,
            })
        };
        read().map_err(Unexplained::Input)
    }

    /// The label without reasons.
    fn label(&self, query: &Query, id: u64) -> Result<Explained, Unexplained> {
        let Some(row) = self.rows.get(&id) else {
            let message = format!("there is no label {id} in {}", query.dir.display());
            let mut problem = Diagnostic::error(None, message);
            if let (Some(first), Some(last)) = (self.rows.keys().next(), self.rows.keys().last()) {
                problem =
                    problem.with_hint(format!("ids go from {first} to {last}, see labels.csv"));
            }
            return Err(Unexplained::Question(problem));
        };
        let verdict = self.verdicts.get(&id).cloned();
        let removed = self.verdicts.values();
        let removed = removed.filter(|verdict| verdict.status.by().contains(&id));
        let directories = self.inputs.iter().map(|input| name_path(&input.directory));
        let mut directories: Vec<PathBuf> = directories.collect();
        directories.dedup();
        Ok(Explained {
            label: row.clone(),
            verdict: verdict.unwrap_or_else(|| Verdict::unknown(id)),
            steps: self.record.steps.clone(),
            stands_for: removed.map(|verdict| verdict.id).collect(),
            told: Vec::new(),
            labels: BTreeMap::new(),
            assumptions: self.assumptions.clone(),
            changed: Vec::new(),
            diagnostics: Vec::new(),
            excerpts: Excerpt { directories },
            expansions: HashMap::new(),
        })
    }

    /// Collects the labels that the explanation names.
    fn name_labels(&self, explained: &mut Explained) {
        let mut ids: BTreeSet<u64> = explained.verdict.status.by().iter().copied().collect();
        ids.insert(explained.label.id);
        for told in &explained.told {
            ids.extend(told.reason.labels());
        }
        let rows = ids.iter().filter_map(|id| self.rows.get(id));
        explained.labels = rows.map(|row| (row.id, row.clone())).collect();
    }
}

/// The inputs, read again.
struct EarlierRun {
    table: RunLabels,
    commands: Vec<CompileCommand>,
    now: Vec<InputRow>,
    limits: Limits,
    /// By input.
    sources: RefCell<HashMap<usize, Rc<Source>>>,
}

impl EarlierRun {
    fn read(files: &Files, query: &Query, monitor: &dyn Monitor) -> Result<Self, Unexplained> {
        let Some((request, settings)) = options::read(&files.record.setup, query.jobs) else {
            let message = format!(
                "{}: the options in record.json cannot be read",
                query.dir.display()
            );
            return Err(Unexplained::Input(Diagnostic::error(None, message)));
        };
        let recorded = |row| inputs::recorded(row, query.trust_compiler);
        let commands: Result<Vec<_>, _> = files.inputs.iter().map(recorded).collect();
        let commands = commands.map_err(Unexplained::Input)?;
        // As long as the verdict may have taken.
        let longest = settings.limits.resource.saturating_mul(LONGER);
        let limits = Limits {
            resource: query.limit.unwrap_or(longest),
            ..Limits::default()
        };
        let mut outcome = Outcome::default();
        outcome.summary.files_failed = files.record.setup.inputs_failed;
        let drafts =
            unit::drafts(&request, &commands, None, monitor).map_err(Unexplained::Input)?;
        let now = inputs::rows(&commands, &drafts);
        let mut table = labels::number(&request, drafts, &mut outcome);
        labels::learn_facts(&request, &mut table, &Stop::default(), &mut outcome);
        Ok(EarlierRun {
            table,
            commands,
            now,
            limits,
            sources: RefCell::default(),
        })
    }

    /// The inputs whose text is not what it was.
    fn changed(&self, inputs: &[InputRow]) -> Vec<PathBuf> {
        let pairs = inputs.iter().zip(&self.now);
        let changed = pairs.filter(|(input, now)| input.digest != now.digest);
        changed.map(|(input, _)| (&*input.file).into()).collect()
    }

    /// Whether the label is there and the same.
    fn has(&self, label: &LabelRow) -> bool {
        let mut rows = self.table.rows.iter();
        rows.any(|row| row.id == label.id && row.key == label.key)
    }

    fn tell(&self, files: &Files, explained: &Explained) -> Result<Vec<Told>, Unexplained> {
        let (id, status) = (explained.label.id, &explained.verdict.status);
        let plan = Plan::new(&record::edges(&files.record), &files.record.pairs);
        let reasons = match status {
            // Whether some state covers it is what makes it stay.
            Status::Unknown => vec![Reason::Never(id)],
            status => plan.reasons(id, status),
        };
        reasons
            .into_iter()
            .map(|reason| self.told(reason))
            .collect()
    }

    fn told(&self, reason: Reason) -> Result<Told, Unexplained> {
        let (how, found) = match reason {
            Reason::Never(label) => {
                let never = self.ask(&[label], |l| Claim::Never(l[0]))?;
                // If control does not even come there, that is easier to see.
                let whole = matches!(&never, Found::Proved(p) if p.context != Context::Block);
                self.or_else(never, whole, How::Unreached, &[label], Claim::Unreached)?
            }
            Reason::Always(label) => {
                let always = self.ask(&[label], |l| Claim::Always(l[0]))?;
                (How::Itself, Some(always))
            }
            Reason::Implies(a, b) => {
                let implies = self.ask(&[a, b], |l| Claim::Implies(l[0], l[1]))?;
                let open = !matches!(implies, Found::Proved(_)) && self.precedes(b, a);
                self.or_else(implies, open, How::Always, &[b], Claim::Always)?
            }
            Reason::Together(..) | Reason::Pair(..) => (How::Itself, None),
        };
        let function = reason.labels().first().and_then(|&label| self.place(label));
        let known = match (&found, function) {
            (Some(Found::Proved(proof)), Some((function, _))) => {
                let facts = proof.facts.iter();
                let known = facts.map(|&fact| self.known(function, fact));
                known.collect::<Result<_, _>>()?
            }
            _ => Vec::new(),
        };
        Ok(Told {
            reason,
            how,
            found,
            known,
        })
    }

    /// A fact that the function uses, and where it comes from.
    fn known(&self, function: usize, fact: Fact) -> Result<ProgramFact, Unexplained> {
        let RunLabels {
            units,
            program,
            context,
            inputs,
            ..
        } = &self.table;
        let sources = context::sources(units, program, context, function, fact);
        let mut places = Vec::new();
        for source in &sources {
            let text = self.source(inputs[source.unit])?;
            places.push(text.place(source.span.start));
        }
        places.dedup_by(|a, b| a.file == b.file && a.line == b.line);
        let sentence = context.sentence(units, function, fact, &sources);
        Ok(ProgramFact { sentence, places })
    }

    /// Another claim about a label, if it is wanted and proved; otherwise what was found.
    fn or_else(
        &self,
        found: Found,
        wanted: bool,
        how: How,
        label: &[u64],
        claim: fn(LabelId) -> Claim,
    ) -> Result<(How, Option<Found>), Unexplained> {
        if wanted {
            let other = self.ask(label, |l| claim(l[0]))?;
            if matches!(other, Found::Proved(_)) {
                return Ok((how, Some(other)));
            }
        }
        Ok((How::Itself, Some(found)))
    }

    /// Whether the first label is passed on every way to the second.
    fn precedes(&self, first: u64, then: u64) -> bool {
        let (Some((f, a)), Some((g, b))) = (self.place(first), self.place(then)) else {
            return false;
        };
        let point = |label: usize| self.table.labels.functions[f][label].point;
        f == g && self.table.program.always_precedes(f, point(a), point(b))
    }

    /// The text of the lines that the explanation names, as the compiler sees it.
    fn expansions(
        &self,
        explained: &Explained,
    ) -> Result<HashMap<(Arc<str>, u32), String>, Unexplained> {
        let Some((function, _)) = self.place(explained.label.id) else {
            return Ok(HashMap::new());
        };
        let mut units = (self.table.units.iter().enumerate())
            .flat_map(|(unit, of_unit)| of_unit.functions.iter().map(move |_| unit));
        let Some(unit) = units.nth(function) else {
            return Ok(HashMap::new());
        };
        let label = &explained.label.place;
        let mut lines = HashSet::from([(label.file.clone(), label.line)]);
        for told in &explained.told {
            let named: &[Line] = match &told.found {
                Some(Found::Proved(proof)) => &proof.lines,
                Some(Found::Open(_, lines)) => lines,
                _ => &[],
            };
            lines.extend(named.iter().map(|line| (line.file.clone(), line.line)));
        }
        Ok(self.source(self.table.inputs[unit])?.expansions(&lines))
    }

    /// Asks about labels of one function.
    fn ask(&self, ids: &[u64], claim: impl Fn(&[LabelId]) -> Claim) -> Result<Found, Unexplained> {
        let places: Option<Vec<_>> = ids.iter().map(|&id| self.place(id)).collect();
        let of_one = |places: &Vec<(usize, usize)>| places.iter().all(|p| p.0 == places[0].0);
        let Some(places) = places.filter(of_one) else {
            return Ok(Found::Open(Why::Solver, Vec::new()));
        };
        let function = places[0].0;
        let labels = places.iter().map(|&(_, label)| LabelId::from_index(label));
        let labels: Vec<LabelId> = labels.collect();
        let mut functions = (self.table.units.iter().enumerate())
            .flat_map(|(unit, of_unit)| of_unit.functions.iter().map(move |f| (unit, f)));
        let Some((unit, f)) = functions.nth(function) else {
            return Ok(Found::Open(Why::Fault, Vec::new()));
        };
        let source = self.source(self.table.inputs[unit])?;
        let unit = &self.table.units[unit];
        let line = |offset: u32| {
            let place = source.place(offset);
            Line {
                file: place.file,
                line: place.line,
            }
        };
        let text = |e: ExprId| instrument::pretty(&*source, &unit.globals, f, e);
        let case = Case {
            subject: Subject {
                unit,
                function: f,
                labels: &self.table.labels.functions[function],
                program: &self.table.program,
                context: &self.table.context,
                index: function,
                prior: None,
            },
            line: &line,
            text: &text,
        };
        Ok(examine(&case, claim(&labels), self.limits))
    }

    /// The function of a label and its index there.
    fn place(&self, id: u64) -> Option<(usize, usize)> {
        let functions = self.table.labels.functions.iter().enumerate();
        let mut places = functions.filter_map(|(function, labels)| {
            let index = labels.iter().position(|label| label.id == id)?;
            Some((function, index))
        });
        places.next()
    }

    fn source(&self, input: usize) -> Result<Rc<Source>, Unexplained> {
        if let Some(known) = self.sources.borrow().get(&input) {
            return Ok(known.clone());
        }
        let source = preprocess(&self.commands[input]).map_err(Unexplained::Input)?;
        let source = Rc::new(source);
        self.sources.borrow_mut().insert(input, source.clone());
        Ok(source)
    }
}
