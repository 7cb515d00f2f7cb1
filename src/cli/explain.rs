//! `tamis explain`: why a label has its verdict.

use super::Exit;
use super::annotate::{diagnostic, plural};
use super::args::{ExplainArgs, Format};
use super::progress::Bar;
use super::render::{Renderer, Styles};
use super::report::fail;
use super::terminal;
use crate::base::{Diagnostic, Place, name_text, relative};
use crate::explain::{Found, Line, Proof, Reason, State, When};
use crate::pipeline::{self, Explained, How, ProgramFact, Query, Told, Unexplained};
use crate::status::{LabelRow, Status};
use crate::vc::Context;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Of a fact, no more places than these are named.
const MAX_PLACES: usize = 6;
/// Characters of a line of names.
const MAX_WIDTH: usize = 90;
/// Characters of a macro's expansion that are shown.
const MAX_EXPANSION: usize = 300;

pub(super) fn run(args: ExplainArgs) -> Exit {
    let (dir, id) = match label(&args.label) {
        Ok(label) => label,
        Err(problem) => return fail(problem, Exit::Usage),
    };
    let query = Query {
        dir,
        limit: args.limit,
        jobs: args.jobs,
        trust_compiler: args.trust.trust_compiler,
    };
    let bar = Bar::new(args.format == Format::Text);
    let result = pipeline::explain(&query, id, &bar);
    bar.clear();
    let renderer = Renderer::new(Styles::of_stderr(), true);
    let mut explained = match result {
        Ok(explained) => explained,
        Err(Unexplained::Question(problem)) => {
            renderer.print(&[problem]);
            return Exit::Usage;
        }
        Err(Unexplained::Input(problem)) => {
            renderer.print(&[problem]);
            return Exit::Input;
        }
    };
    explained.diagnostics.extend(changes(&explained));
    let page = Page {
        explained: &explained,
        renderer: &renderer,
    };
    let text = match args.format {
        Format::Json => format!("{}\n", page.machine()),
        Format::Text => page.human(),
    };
    let printed = terminal::output(text.as_bytes());
    if args.format == Format::Text {
        renderer.print(&explained.diagnostics);
    }
    match explained.changed.is_empty() {
        true => printed,
        false => Exit::Input,
    }
}

/// `DIR ID`, or `ID` of tamis.out.
fn label(words: &[PathBuf]) -> Result<(PathBuf, u64), Diagnostic> {
    let (dir, id) = match words {
        [dir, _, ..] => (dir.clone(), words.last()),
        _ => (PathBuf::from("tamis.out"), words.first()),
    };
    let id = id.map(|id| id.to_string_lossy()).unwrap_or_default();
    let number = id.parse().ok();
    let bad = || {
        let message = format!("`{id}` is not the id of a label");
        Diagnostic::error(None, message).with_hint("ids are in the first column of labels.csv")
    };
    number.map(|id| (dir, id)).ok_or_else(bad)
}

fn changes(explained: &Explained) -> Vec<Diagnostic> {
    let changed = explained.changed.iter().map(|file| {
        let message = format!(
            "{} has changed since the run: nothing was proved again",
            file.display()
        );
        Diagnostic::warning(None, message).with_hint("run `tamis clean` again")
    });
    changed.collect()
}

struct Page<'a> {
    explained: &'a Explained,
    renderer: &'a Renderer,
}

impl Page<'_> {
    fn human(&self) -> String {
        let Explained { label, verdict, .. } = self.explained;
        let mut text = format!(
            "label {} ({}) of {}, {}\n",
            label.id,
            label.tag,
            label.function,
            near(&label.place.to_string())
        );
        text += &self.excerpt(&label.place, true);
        if let Some(expanded) = self.expansion(&label.place) {
            text += &field("expanded", &expanded);
        }
        text += &objective(label);
        let by = list(verdict.status.by());
        let mut status = verdict.status.name().to_string();
        if !by.is_empty() {
            status += &match &verdict.status {
                Status::Duplicate(by) if by.len() == 2 => format!(" of {} or {}", by[0], by[1]),
                Status::Duplicate(_) => format!(" of {by}"),
                _ => format!(" by {by}"),
            };
        }
        if !verdict.step.is_empty() {
            status += &format!(", step {}", verdict.step);
        }
        text += &field("verdict", &status);
        if !verdict.reason.is_empty() {
            text += &field("", &verdict.reason);
        }
        if !self.explained.stands_for.is_empty() {
            text += &field("stands for", &list(&self.explained.stands_for));
        }
        let mut shown = BTreeSet::from([label.id]);
        for told in &self.explained.told {
            text.push('\n');
            text += &self.reason(told, &mut shown);
        }
        text + &self.assumptions()
    }

    /// They are the same for all labels: their names, and what they say when much is wanted.
    fn assumptions(&self) -> String {
        let in_force = self.explained.assumptions.iter().filter(|a| a.in_force);
        if terminal::is_verbose() {
            let items = in_force.map(|a| format!("  - {}: {}\n", a.name, a.sentence));
            return format!(
                "\nAssumed of every execution:\n{}",
                items.collect::<String>()
            );
        }
        let names: Vec<&str> = in_force.map(|a| &*a.name).collect();
        let mut text = "\nAssumed of every execution (--verbose says what it means):\n".to_string();
        let mut line = String::new();
        for (at, name) in names.iter().enumerate() {
            let comma = if at + 1 < names.len() { "," } else { "" };
            if line.len() + name.len() > MAX_WIDTH {
                text += &format!(" {line}\n");
                line.clear();
            }
            line += &format!(" {name}{comma}");
        }
        text + &format!(" {line}\n")
    }

    fn row(&self, id: u64) -> Option<&LabelRow> {
        self.explained.labels.get(&id)
    }

    /// One reason: what it says, the labels it names that were not shown yet, why it holds.
    fn reason(&self, told: &Told, shown: &mut BTreeSet<u64>) -> String {
        let mut text = sentence(told) + "\n";
        let others = told
            .reason
            .labels()
            .into_iter()
            .filter(|&id| shown.insert(id));
        for row in others.filter_map(|id| self.row(id)) {
            text += &format!(
                "  label {} ({}) at {}\n",
                row.id,
                row.tag,
                near(&row.place.to_string())
            );
            text += &self.excerpt(&row.place, true);
            text += &objective(row);
        }
        if let Some(formula) = self.formula(told) {
            text += &field("formula", &formula);
        }
        match &told.found {
            None => {}
            Some(Found::Proved(proof)) => {
                text += &self.proof(proof);
                for known in &told.known {
                    text += &field("uses", &fact(known));
                }
            }
            Some(Found::Refuted(state)) => text += &self.state(state),
            Some(Found::Open(why, lines)) => {
                let same = why.text() == self.explained.verdict.reason;
                text += &match (lines.is_empty(), same) {
                    (false, _) => field("because of", why.text()),
                    (true, true) => field("asked again", "same outcome"),
                    (true, false) => field("asked again", why.text()),
                };
                text += &self.lines(lines);
            }
        }
        text
    }

    fn lines(&self, lines: &[Line]) -> String {
        let mut text = String::new();
        let mut file = &self.explained.label.place.file;
        for line in lines {
            if line.file != *file {
                file = &line.file;
                text += &format!("  {}\n", near(file));
            }
            text += &self.excerpt(&place(line), false);
            if let Some(expanded) = self.expansion(&place(line)) {
                text += &format!("      = {expanded}\n");
            }
        }
        text
    }

    /// What the compiler sees in the place of a line that has macros.
    fn expansion(&self, place: &Place) -> Option<String> {
        let line = (place.file.clone(), place.line);
        let expanded = self.explained.expansions.get(&line)?;
        let words = |text: &str| text.split_whitespace().collect::<String>();
        if words(expanded) == words(&without_comments(&self.text(place)?)) {
            return None;
        }
        let mut shown: String = expanded.chars().take(MAX_EXPANSION).collect();
        if shown.len() < expanded.len() {
            shown += " …";
        }
        Some(shown)
    }

    fn proof(&self, proof: &Proof) -> String {
        let text = field("proved in", context(proof));
        if proof.lines.is_empty() {
            return text
                + &field(
                    "lines",
                    "none: the proof holds whatever the program assigns and decides",
                );
        }
        let all = match proof.minimal {
            true => "these suffice, whatever the others assign and decide",
            false => "these suffice, though some may not be needed",
        };
        text + &field("lines", all) + &self.lines(&proof.lines)
    }

    fn state(&self, state: &State) -> String {
        let mut text = String::new();
        for (name, when) in [("at the start", When::Start), ("at the label", When::Label)] {
            let values = state.text(when);
            if !values.is_empty() {
                text += &field(name, &values);
            }
        }
        match text.is_empty() {
            true => field("state", "any"),
            false => text,
        }
    }

    /// What has no state, or has one.
    fn formula(&self, told: &Told) -> Option<String> {
        let predicate = |id: u64| self.row(id).map_or("", |row| &row.predicate);
        let formula = match told.reason {
            Reason::Never(l) if told.how == How::Unreached => format!("reach({l})"),
            Reason::Never(l) => format!("reach({l}) ∧ ({})", predicate(l)),
            Reason::Always(l) => format!("reach({l}) ∧ ¬({})", predicate(l)),
            Reason::Implies(_, b) if told.how == How::Always => {
                format!("reach({b}) ∧ ¬({})", predicate(b))
            }
            Reason::Implies(a, b) => {
                let passed = matches!(&told.found, Some(Found::Proved(proof)) if proof.together);
                let (p, q) = (predicate(a), predicate(b));
                match passed {
                    true => format!("reach({a}) ∧ ({p}) ∧ ¬({q}) at {b}"),
                    false => format!("reach({a}) ∧ ({p}) ∧ ¬(reach({b}) ∧ ({q}))"),
                }
            }
            Reason::Together(..) | Reason::Pair(..) => return None,
        };
        let what = match told.found {
            Some(Found::Proved(_)) => "is unsatisfiable",
            Some(Found::Refuted(_)) => "is satisfiable",
            _ => "is undecided",
        };
        Some(format!("{formula} {what}"))
    }

    /// The line of the user's file, with a caret if asked.
    fn excerpt(&self, place: &Place, caret: bool) -> String {
        let path = self.explained.excerpts.path(&place.file);
        let found = Place {
            file: name_text(&path).into(),
            ..place.clone()
        };
        match caret {
            true => self.renderer.excerpt(&found, ""),
            false => self.renderer.line_of(&found),
        }
    }

    fn machine(&self) -> Value {
        let Explained { verdict, .. } = self.explained;
        let told: Vec<Value> = self.explained.told.iter().map(|t| self.told(t)).collect();
        let others = self
            .explained
            .labels
            .values()
            .filter(|row| row.id != verdict.id);
        let others: Vec<Value> = others.map(|row| self.label(row)).collect();
        let diagnostics: Vec<Value> = self.explained.diagnostics.iter().map(diagnostic).collect();
        json!({
            "label": self.label(&self.explained.label),
            "verdict": {
                "status": verdict.status.name(),
                "by": verdict.status.by(),
                "step": verdict.step,
                "reason": verdict.reason,
            },
            "steps": self.explained.steps,
            "stands_for": self.explained.stands_for,
            "labels": others,
            "reasons": told,
            "assumptions": self.explained.assumptions,
            "changed": self.explained.changed,
            "diagnostics": diagnostics,
        })
    }

    fn label(&self, row: &LabelRow) -> Value {
        let mut label = row.to_json();
        label.insert("text".into(), json!(self.text(&row.place)));
        label.insert("expanded".into(), json!(self.expansion(&row.place)));
        Value::Object(label)
    }

    fn told(&self, told: &Told) -> Value {
        let kind = match told.reason {
            Reason::Never(_) if told.how == How::Unreached => "unreached",
            Reason::Never(_) => "never",
            Reason::Always(_) => "always",
            Reason::Implies(..) => "implies",
            Reason::Together(..) => "together",
            Reason::Pair(..) => "pair",
        };
        let mut value = json!({
            "kind": kind,
            "labels": told.reason.labels(),
            "text": sentence(told),
            "formula": self.formula(told),
        });
        let more = match &told.found {
            None => json!({ "outcome": "order of the program" }),
            Some(Found::Proved(proof)) => json!({
                "outcome": "proved",
                "context": context(proof),
                "lines": self.all_lines(&proof.lines),
                "all_lines_needed": proof.minimal,
                "facts": told.known.iter().map(|known| json!({
                    "text": known.sentence,
                    "places": known.places.iter().map(Place::to_string).collect::<Vec<_>>(),
                })).collect::<Vec<_>>(),
            }),
            Some(Found::Refuted(state)) => json!({
                "outcome": "state",
                "state": state.values.iter().map(|value| json!({
                    "at": match value.when { When::Start => "start", When::Label => "label" },
                    "name": value.name,
                    "value": value.value,
                })).collect::<Vec<_>>(),
            }),
            Some(Found::Open(why, lines)) => json!({
                "outcome": "open",
                "why": why.text(),
                "lines": self.all_lines(lines),
            }),
        };
        if let (Value::Object(all), Value::Object(more)) = (&mut value, more) {
            all.extend(more);
        }
        value
    }

    fn all_lines(&self, lines: &[Line]) -> Vec<Value> {
        let one = |line: &Line| {
            let text = self.text(&place(line));
            json!({ "file": &*line.file, "line": line.line, "text": text })
        };
        lines.iter().map(one).collect()
    }

    fn text(&self, place: &Place) -> Option<String> {
        let path = self.explained.excerpts.path(&place.file);
        self.renderer.line(&Place {
            file: name_text(&path).into(),
            ..place.clone()
        })
    }
}

/// The mutant, if it is one, and the predicate.
fn objective(row: &LabelRow) -> String {
    let mutant = row.mutation.as_ref();
    let mutant = mutant.map(|mutation| field("mutant", &mutation.to_string()));
    mutant.unwrap_or_default() + &field("predicate", &row.predicate)
}

/// A line of C without what its comments say. One that begins in an earlier line is not known.
fn without_comments(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find("/*") {
        text += &rest[..at];
        let end = rest[at..].find("*/");
        rest = end.map_or("", |end| &rest[at + end + 2..]);
    }
    text += rest;
    let end = text.find("//").unwrap_or(text.len());
    text.truncate(end);
    text
}

/// A place as it is shown.
fn near(place: &str) -> String {
    relative(place, &terminal::here()).to_string()
}

fn place(line: &Line) -> Place {
    Place {
        file: line.file.clone(),
        line: line.line,
        column: 1,
    }
}

/// A fact of the whole program and where it comes from.
fn fact(known: &ProgramFact) -> String {
    let places = known.places.iter().take(MAX_PLACES);
    let mut places: Vec<String> = places
        .map(|p| near(&format!("{}:{}", p.file, p.line)))
        .collect();
    match (
        places.is_empty(),
        known.places.len().saturating_sub(MAX_PLACES),
    ) {
        (true, _) => return known.sentence.clone(),
        (false, 0) => {}
        (false, more) => places.push(format!("and {more} more")),
    }
    format!("{}: {}", known.sentence, places.join(", "))
}

fn context(proof: &Proof) -> &'static str {
    match proof.context {
        Context::Block => "its block alone",
        Context::Function => "the function",
        Context::Trips => "the function, with all trips of its loops",
    }
}

/// What a reason says, and whether it was found again.
fn sentence(told: &Told) -> String {
    let again = match told.found {
        Some(Found::Proved(_)) => ":",
        _ => " (proved by the run, not proved again).",
    };
    match told.reason {
        Reason::Never(l) if told.how == How::Unreached => {
            format!("Label {l} is unreachable:")
        }
        Reason::Never(l) => match told.found {
            Some(Found::Refuted(_)) => {
                format!("Label {l} may be feasible: this state of the model covers it.")
            }
            Some(Found::Open(..)) => format!("Whether label {l} is feasible is undecided:"),
            _ => format!("Label {l} is infeasible:"),
        },
        Reason::Always(l) => format!("Every execution that reaches label {l} covers it{again}"),
        Reason::Implies(a, b) if told.how == How::Always => format!(
            "Every test that covers label {a} covers label {b}, which comes first and is covered whenever it is reached:"
        ),
        Reason::Implies(a, b) => {
            format!("Every test that covers label {a} covers label {b}{again}")
        }
        Reason::Together(a, b) => {
            format!("Labels {a} and {b} are co-reached: an execution reaches them equally often.")
        }
        Reason::Pair(l, x, y) => {
            format!("Label {l} comes before labels {x} and {y}, and one of them always follows it.")
        }
    }
}

fn list(ids: &[u64]) -> String {
    let shown: Vec<String> = ids.iter().take(20).map(u64::to_string).collect();
    let more = ids.len() - shown.len();
    let tail = match more {
        0 => String::new(),
        more => format!(" and {}", plural(more, "other")),
    };
    shown.join(", ") + &tail
}

/// A named line; long texts are not broken.
fn field(name: &str, value: &str) -> String {
    format!("  {name:12}  {}\n", value.replace('\n', " "))
}
