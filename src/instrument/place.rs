//! One function: each label's predicate at the label's place.
//!
//! Comes in: a function, its labels, its text. Goes out: the pieces to put around its
//! expressions and statements. Must not know how pieces are merged into the text.

use super::edit::{SLOT, Wrap, nest};
use super::literal::{c_type, string};
use super::print::{Printer, temp_name};
use super::text::{
    Text, before_pragmas, call_arguments, has_free_comma, has_statement_expression, trimmed_end,
};
use crate::base::{Diagnostic, Id, IdVec, Span};
use crate::ir::{Anchor, ExprId, ExprKind, Function, Global, GlobalId, InstKind, PointId, Ty};
use crate::ir::{VarId, VarKind};
use crate::labels::Label;
use std::collections::{BTreeMap, BTreeSet};

/// The pieces of one function.
#[derive(Default)]
pub(super) struct Placed {
    pub wraps: Vec<Wrap>,
    /// The types that memory is read with.
    pub accesses: BTreeSet<(String, &'static str)>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Of pieces around the same text, the earlier are outside.
const RANK_STATEMENT: u8 = 0;
const RANK_BEFORE: u8 = 1;
const RANK_AFTER: u8 = 2;
const RANK_CAPTURE: u8 = 3;

/// All pieces of a function, or none: labels whose captures cross each other would be wrong.
pub(super) fn place_labels(
    text: &dyn Text,
    globals: &IdVec<GlobalId, Global>,
    function: &Function,
    labels: &[Label],
    prefix: &str,
) -> Placed {
    let mut placed = Placed::default();
    let mut printer = Printer::safe(text, globals, function, prefix);
    let calls = label_calls(
        &mut printer,
        text,
        function,
        labels,
        &mut placed.diagnostics,
    );
    let completions = completions(text, globals, labels);
    if calls.is_empty() {
        placed.wraps = completions;
        return placed;
    }
    let temps = std::mem::take(&mut printer.temps);
    let mut placer = Placer {
        text,
        function,
        prefix,
        temps,
        declared: BTreeMap::new(),
    };
    match placer.wraps(&calls, completions.clone()) {
        Ok(wraps) => {
            placed.wraps = wraps;
            placed.accesses = printer.accesses;
        }
        Err(reason) => {
            placed.wraps = completions;
            let message = format!(
                "{reason}; the labels of {} are not in the annotated text",
                function.name
            );
            let place = text.place(function.span.start);
            placed.diagnostics.push(Diagnostic::warning(place, message));
        }
    }
    placed
}

/// The calls at each point, separated by commas.
fn label_calls(
    printer: &mut Printer,
    text: &dyn Text,
    function: &Function,
    labels: &[Label],
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<PointId, String> {
    let reachable = points_of_graph(function);
    let mut calls: BTreeMap<PointId, String> = BTreeMap::new();
    for label in labels.iter().filter(|label| !label.in_source) {
        let printed = match reachable.contains(&label.point) {
            true => printer.predicate(label.predicate),
            false => Err(format!("{} is no point of the graph", label.point)),
        };
        match printed {
            Ok(predicate) => {
                let list = calls.entry(label.point).or_default();
                if !list.is_empty() {
                    list.push_str(", ");
                }
                list.push_str(&call(&predicate, label));
            }
            Err(reason) => {
                let message = format!("label {} is not in the annotated text: {reason}", label.id);
                diagnostics.push(Diagnostic::warning(text.place(label.span.start), message));
            }
        }
    }
    calls
}

fn points_of_graph(function: &Function) -> BTreeSet<PointId> {
    let insts = function.blocks.values().flat_map(|block| &block.insts);
    insts
        .filter_map(|inst| match inst.kind {
            InstKind::Point(point) => Some(point),
            _ => None,
        })
        .collect()
}

/// `pc_label` may be a macro of three arguments.
fn call(predicate: &str, label: &Label) -> String {
    let (id, tag) = (label.id, string(&label.tag));
    if has_free_comma(predicate) {
        format!("pc_label(({predicate}), {SLOT}{id}{SLOT}, {tag})")
    } else {
        format!("pc_label({predicate}, {SLOT}{id}{SLOT}, {tag})")
    }
}

/// `pc_label(cond)` and `pc_label(cond, 7)` of the source get the arguments that they lack,
/// unless a declaration says how many there are. An id of the source is a slot as well: where it
/// was taken, the label has another.
fn completions(text: &dyn Text, globals: &IdVec<GlobalId, Global>, labels: &[Label]) -> Vec<Wrap> {
    let declared = globals.values().any(|global| global.name == "pc_label");
    let mut wraps = Vec::new();
    for label in labels.iter().filter(|label| label.in_source) {
        let end = trimmed_end(text.bytes(), label.span).saturating_sub(1);
        let call = Span { end, ..label.span };
        let Some(arguments) = call_arguments(text.bytes(), call) else {
            continue;
        };
        let (id, tag) = (label.id, string(&label.tag));
        let piece = |span: Span, open: String| Wrap {
            span,
            rank: RANK_CAPTURE,
            open,
            close: String::new(),
            replaces: span.start != span.end,
        };
        if let Some(&given) = arguments.get(1) {
            wraps.push(piece(given, format!("{SLOT}{id}{SLOT}")));
        }
        let at_end = Span { start: end, end };
        match arguments.len() {
            1 if !declared => wraps.push(piece(at_end, format!(", {SLOT}{id}{SLOT}, {tag}"))),
            2 if !declared => wraps.push(piece(at_end, format!(", {tag}"))),
            _ => {}
        }
    }
    wraps
}

struct Placer<'a> {
    text: &'a dyn Text,
    function: &'a Function,
    prefix: &'a str,
    /// The temporaries that predicates name and that nothing captures yet.
    temps: BTreeSet<VarId>,
    /// What is declared at the start of the body, by type.
    declared: BTreeMap<&'static str, BTreeSet<String>>,
}

/// A variable that keeps a captured value, or only its truth.
struct Holder {
    name: String,
    ty: Ty,
    truth: bool,
}

impl Placer<'_> {
    fn wraps(
        &mut self,
        calls: &BTreeMap<PointId, String>,
        mut wraps: Vec<Wrap>,
    ) -> Result<Vec<Wrap>, String> {
        let mut entry = String::new();
        for (&point, labels) in calls {
            match self.function.points.get(point).map(|p| p.anchor) {
                Some(Anchor::Entry) => entry = format!("{labels}; "),
                Some(Anchor::Statement { span, braces }) => {
                    wraps.push(self.statement(span, braces, labels));
                }
                Some(Anchor::Before { span, parens }) => {
                    wraps.push(self.before(span, parens, labels));
                }
                Some(Anchor::After { span, value }) => {
                    wraps.push(self.after(point, span, value, labels)?);
                }
                Some(Anchor::InSource { .. }) | None => {
                    return Err(format!("no label can be inserted at {point}"));
                }
            }
        }
        while let Some(&temp) = self.temps.first() {
            wraps.push(self.capture(temp)?);
        }
        wraps.extend(self.at_entry(&entry));
        let inside = |w: &Wrap| self.function.span.contains(w.span);
        if !wraps.iter().all(inside) {
            return Err("a label lies outside its function".into());
        }
        nest(&mut wraps).map_err(|_| "two label places cross each other".to_string())?;
        Ok(wraps)
    }

    /// `pc_label(…); S`, or `{ pc_label(…); S }`.
    fn statement(&self, span: Span, braces: bool, labels: &str) -> Wrap {
        let start = before_pragmas(self.text.bytes(), span.start);
        // After a line ahead of pragmas there is no blank yet.
        let gap = if start == span.start { "" } else { " " };
        let (open, close) = match braces {
            true => (format!("{gap}{{ {labels}; "), " }"),
            false => (format!("{gap}{labels}; "), ""),
        };
        let span = Span {
            start,
            ..self.trimmed(span)
        };
        Wrap {
            span,
            rank: RANK_STATEMENT,
            open,
            close: close.into(),
            replaces: false,
        }
    }

    /// `pc_label(…), E`, or `(pc_label(…), E)`.
    fn before(&self, span: Span, parens: bool, labels: &str) -> Wrap {
        let start = after_goto(self.text.bytes(), span);
        let (open, close) = match parens || start != span.start {
            true => (format!("({labels}, "), ")"),
            false => (format!("{labels}, "), ""),
        };
        let span = Span {
            start,
            ..self.trimmed(span)
        };
        Wrap {
            span,
            rank: RANK_BEFORE,
            open,
            close: close.into(),
            replaces: false,
        }
    }

    /// `(t = (E), pc_label(…), t)`; a temporary that holds E's value serves as `t`.
    fn after(
        &mut self,
        point: PointId,
        span: Span,
        value: ExprId,
        labels: &str,
    ) -> Result<Wrap, String> {
        let Some(value) = self.function.exprs.get(value) else {
            return Err(format!("the expression at {point} has no value"));
        };
        let mut holders = self.take_temps_at(span);
        if let ExprKind::Var(var) = value.kind
            && self.source_of(var) == Some(self.trimmed(span))
            && !holders.contains(&var)
        {
            holders.push(var);
        }
        let own = Holder {
            name: format!("{}a{}", self.prefix, point.index()),
            ty: value.ty,
            truth: false,
        };
        let only_truth = matches!(value.kind, ExprKind::Var(var) if self.keeps_truth(var));
        let own = (!only_truth).then_some(own);
        self.capture_with(span, &holders, own, Some(labels))
    }

    /// `(t = (E))`
    fn capture(&mut self, id: VarId) -> Result<Wrap, String> {
        let Some(span) = self.source_of(id) else {
            self.temps.remove(&id);
            return Err(format!("{id} cannot be captured"));
        };
        let holders = self.take_temps_at(span);
        self.capture_with(span, &holders, None, None)
    }

    /// Keeps E's value in all holders; the first that keeps all of it, or `own`, gives it back.
    fn capture_with(
        &mut self,
        span: Span,
        holders: &[VarId],
        own: Option<Holder>,
        labels: Option<&str>,
    ) -> Result<Wrap, String> {
        let mut holders: Vec<Holder> = holders
            .iter()
            .map(|&id| self.holder(id))
            .collect::<Result<_, _>>()?;
        // Stable: of those that keep the value, the first; then those that keep its truth.
        holders.sort_by_key(|holder| holder.truth);
        if holders.first().is_none_or(|holder| holder.truth) {
            holders.splice(0..0, own);
        }
        let Some((first, others)) = holders.split_first() else {
            return Err("nothing holds the value".into());
        };
        let mut then: Vec<String> = Vec::new();
        for other in others {
            let truth = if other.truth { "!!" } else { "" };
            then.push(format!("{} = {truth}{}", other.name, first.name));
            self.declare(other);
        }
        then.extend(labels.map(str::to_string));
        self.declare(first);
        let (open, close) = self.assign(first, span, &then)?;
        let rank = if labels.is_some() {
            RANK_AFTER
        } else {
            RANK_CAPTURE
        };
        Ok(Wrap {
            span: self.trimmed(span),
            rank,
            open,
            close,
            replaces: false,
        })
    }

    fn holder(&self, id: VarId) -> Result<Holder, String> {
        let ty = self.function.vars.get(id).and_then(|var| var.ty);
        let ty = ty.ok_or_else(|| format!("{id} is no scalar"))?;
        let name = temp_name(self.prefix, id);
        Ok(Holder {
            name,
            ty,
            truth: self.keeps_truth(id),
        })
    }

    /// The named temporaries with this source; from here on they are captured.
    fn take_temps_at(&mut self, span: Span) -> Vec<VarId> {
        let span = self.trimmed(span);
        let temps = self.temps.iter().copied();
        let found: Vec<VarId> = temps.filter(|&t| self.source_of(t) == Some(span)).collect();
        self.temps.retain(|temp| !found.contains(temp));
        found
    }

    /// Where the value of a temporary is computed, without trailing blanks.
    fn source_of(&self, var: VarId) -> Option<Span> {
        match self.function.vars.get(var)?.kind {
            VarKind::Temp { source, .. } => source.map(|span| self.trimmed(span)),
            _ => None,
        }
    }

    fn keeps_truth(&self, var: VarId) -> bool {
        let var = self.function.vars.get(var);
        var.is_some_and(|var| matches!(var.kind, VarKind::Temp { truth: true, .. }))
    }

    fn declare(&mut self, holder: &Holder) {
        let (ty, star) = match holder.ty {
            Ty::Ptr => ("void", "*"),
            ty => (c_type(ty), ""),
        };
        let declarator = format!("{star}{} = 0", holder.name);
        self.declared.entry(ty).or_default().insert(declarator);
    }

    /// What goes before and after E to keep it, evaluate `then`, and give E's value.
    fn assign(
        &self,
        holder: &Holder,
        span: Span,
        then: &[String],
    ) -> Result<(String, String), String> {
        let name = &holder.name;
        let list = match then {
            [] => String::new(),
            then => format!(", {}, {name}", then.join(", ")),
        };
        if holder.truth {
            return Ok((format!("({name} = !!("), format!("){list})")));
        }
        if holder.ty != Ty::Ptr {
            return Ok((format!("({name} = ("), format!("){list})")));
        }
        let Some(text) = self.text.snippet(span) else {
            return Err("a pointer's text cannot be written again".into());
        };
        if has_statement_expression(&text) {
            // It may define labels, which must not occur twice.
            let p = format!("{}p", self.prefix);
            let then: String = then.iter().map(|part| format!(" {part};")).collect();
            let open = format!("(__extension__ ({{ __auto_type {p} = (");
            return Ok((open, format!("); {name} = (void *){p};{then} {p}; }}))")));
        }
        // The comma turns arrays and functions into pointers, as the assignment does.
        let open = format!("((__typeof__((void)0, {}))({name} = (void *)(", text.trim());
        Ok((open, format!("){list}))")))
    }

    /// Declarations, then the labels of the entry, at the start of the body.
    fn at_entry(&self, labels: &str) -> Option<Wrap> {
        let mut open = String::new();
        for (ty, names) in &self.declared {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            open.push_str(&format!(
                " __attribute__((unused)) {ty} {};",
                names.join(", ")
            ));
        }
        if !labels.is_empty() {
            open.push(' ');
            open.push_str(labels.trim_end());
        }
        let start = after_label_declarations(self.text.bytes(), self.function.sites.body_start);
        let span = Span {
            start,
            end: self.function.span.end,
        };
        let wrap = Wrap {
            span,
            rank: RANK_STATEMENT,
            open,
            close: String::new(),
            replaces: false,
        };
        (!wrap.open.is_empty()).then_some(wrap)
    }

    /// The span without the blanks after its last token.
    fn trimmed(&self, span: Span) -> Span {
        let end = trimmed_end(self.text.bytes(), span);
        Span { end, ..span }
    }
}

/// A computed goto is no expression, but what follows its `*` is one.
fn after_goto(bytes: &[u8], span: Span) -> u32 {
    let text = bytes.get(span.range()).unwrap_or_default();
    let rest = text.strip_prefix(b"goto").map(<[u8]>::trim_ascii_start);
    match rest.and_then(|rest| rest.strip_prefix(b"*")) {
        Some(rest) => span.end - rest.len() as u32,
        None => span.start,
    }
}

/// `__label__ l;` must come first in a block.
fn after_label_declarations(bytes: &[u8], body_start: u32) -> u32 {
    let mut place = body_start as usize;
    // The brace may be written `<%`.
    if bytes.get(place.wrapping_sub(1)..=place) == Some(b"<%") {
        place += 1;
    }
    loop {
        let mut rest = bytes.get(place..).unwrap_or_default();
        loop {
            rest = rest.trim_ascii_start();
            if !rest.starts_with(b"#") {
                break;
            }
            let line = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
            rest = &rest[line..];
        }
        if !rest.starts_with(b"__label__") {
            return place as u32;
        }
        let Some(end) = rest.iter().position(|&b| b == b';') else {
            return place as u32;
        };
        place = bytes.len() - rest.len() + end + 1;
    }
}
