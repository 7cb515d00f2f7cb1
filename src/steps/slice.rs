//! A function with all that examining it may look at, and nothing else.
//!
//! Comes in: a [`Subject`] of a whole program. Goes out: the same as a program of its own: the function, the small ones that
//! it calls and that are looked into, the globals that these name, what the whole program says about them. Places,
//! names of labels and everything else are left out.
//!
//! This is what makes a cache of findings sound: what is examined is this and not the subject, so the digest of it
//! and of the settings covers all that findings can depend on. What it misses cannot be looked at, and
//! a global that is only declared, a body that is absent, claim less.

use super::progress::last_step;
use super::{Findings, Settings, Steps, Subject};
use crate::base::{Digest, Id, IdVec, Span};
use crate::context::Context;
use crate::coreach::Program;
use crate::ir::{Global, GlobalId, GlobalKind, Unit, strip};
use crate::labels::Label;
use crate::vc;
use std::collections::HashMap;

/// A program of one function.
pub struct Slice {
    /// The function is the first.
    unit: Unit,
    labels: Vec<Label>,
    program: Program,
    context: Context,
}

impl Slice {
    pub fn new(subject: &Subject) -> Slice {
        let policy = vc::Policy::of(vc::Context::Function);
        let mut names = Names::default();
        let predicates: Vec<_> = subject.labels.iter().map(|l| l.predicate).collect();
        let (function, predicates) = strip(subject.function, &predicates, |g| names.of(g));
        let mut functions = vec![function];
        let mut bodies = vec![subject.function.symbol];
        for body in vc::bodies_looked_into(subject.unit, subject.function, subject, &policy) {
            bodies.push(body.symbol);
            functions.push(strip(body, &[], |g| names.of(g)).0);
        }
        let labels = subject.labels.iter().zip(predicates);
        let labels = labels.map(|(label, predicate)| Label {
            id: 0,
            criterion: label.criterion,
            tag: match label.in_source {
                true => label.tag.clone(),
                false => String::new(),
            },
            point: label.point,
            predicate,
            span: Span::default(),
            in_source: label.in_source,
            mutant: None,
        });
        Slice {
            labels: labels.collect(),
            program: subject.program.alone(subject.index, &names.old),
            context: subject.context.alone(subject.index, &names.old, &bodies),
            unit: Unit {
                globals: names.globals(subject.unit),
                functions,
            },
        }
    }

    /// To be examined.
    pub fn subject<'a>(&'a self, prior: Option<&'a Findings>) -> Subject<'a> {
        Subject {
            unit: &self.unit,
            function: &self.unit.functions[0],
            labels: &self.labels,
            program: &self.program,
            context: &self.context,
            index: 0,
            prior,
        }
    }

    /// Of all that examining it with these settings depends on, except the program that does it: `version` names that.
    pub fn digest(&self, settings: &Settings, version: &str) -> Digest {
        let Settings {
            steps,
            across_criteria,
            limits,
        } = settings;
        // The clock and the memory are not part of it: what they ended is not kept.
        let asked = (
            last_step(*steps),
            across_criteria,
            limits.resource,
            limits.z3,
            limits.backend.name(),
        );
        let known = (&self.program, &self.context);
        Digest::of(&(version, asked, &self.unit, &self.labels, known))
    }
}

/// These settings with the steps that come before the last one, of which there has to be none more: the next fewer.
pub fn fewer_steps(settings: &Settings) -> Option<Settings> {
    let steps = match last_step(settings.steps) {
        3 => Steps {
            subsumption: false,
            ..Steps::default()
        },
        2 => Steps {
            infeasible: true,
            duplicates: false,
            subsumption: false,
        },
        _ => return None,
    };
    Some(Settings {
        steps,
        ..settings.clone()
    })
}

/// Globals in the order in which they are named.
#[derive(Default)]
struct Names {
    old: Vec<GlobalId>,
    new: HashMap<GlobalId, GlobalId>,
}

impl Names {
    fn of(&mut self, global: GlobalId) -> GlobalId {
        *self.new.entry(global).or_insert_with(|| {
            self.old.push(global);
            GlobalId::from_index(self.old.len() - 1)
        })
    }

    /// Those that were named, then those whose address is part of their content: of these only that they exist.
    fn globals(mut self, unit: &Unit) -> IdVec<GlobalId, Global> {
        let mut globals = IdVec::new();
        let named = self.old.len();
        let mut next = 0;
        while next < self.old.len() {
            let mut global = unit.globals[self.old[next]].clone();
            global.span = Span::default();
            // Unnamed objects are numbered over the whole unit.
            if global.name.starts_with('.') {
                global.name.truncate(1);
            }
            if let GlobalKind::Object { init, .. } = &mut global.kind {
                match next < named {
                    true => {
                        let content = init.iter_mut().flat_map(|init| &mut init.relocs);
                        content.for_each(|reloc| reloc.target = self.of(reloc.target));
                    }
                    false => *init = None,
                }
            }
            globals.push(global);
            next += 1;
        }
        globals
    }
}
