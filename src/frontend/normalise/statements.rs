//! Statements and declarations: labels before `}` or a declaration, `__label__`, implicit `int`,
//! asm at file level.

use super::{Rewriter, Tok, plain_name};
use crate::base::Span;
use crate::frontend::lex::Kind;
use crate::frontend::words;

/// What an open bracket holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    /// A condition, after `if`, `for`, `while` or `switch`.
    Control,
    Group,
    /// Statements.
    Block,
    /// Members.
    Record,
    /// Values or enumerators.
    List,
}

struct State {
    kept: Vec<Tok>,
    open: Vec<Open>,
    /// A statement or declaration begins here.
    at_start: bool,
    /// The statement that begins here has a label.
    labelled: bool,
    /// After `struct`, `union` or `enum` and perhaps its tag.
    record: Option<Open>,
    /// What the last closed bracket held.
    closed: Option<Open>,
}

/// Said of asm at file level, which may name functions.
pub const ASM_OUTSIDE: &str = "asm outside functions is not read";

impl State {
    fn inside(&self, open: Open) -> bool {
        self.open.last() == Some(&open)
    }

    /// Where declarations and statements stand.
    fn in_statements(&self) -> bool {
        self.open.is_empty() || self.inside(Open::Block)
    }

    fn insert(&mut self, kind: Kind, text: &'static str, before: &Tok) {
        let at = self.kept.last().map_or(before.start, |last| last.end);
        self.kept.push(Tok::inserted(kind, text, at));
    }
}

impl Rewriter<'_> {
    pub(super) fn plain_statements(&mut self) {
        if self.kind(0) == Some(Kind::Ident) && words::is_asm(self.text(0)) {
            let last = self.tokens.last().map_or(0, |token| token.end);
            let span = Span {
                start: self.tokens[0].start,
                end: last,
            };
            self.notes.push((span, ASM_OUTSIDE.to_owned()));
            self.tokens.clear();
        }
        if self.tokens.iter().all(|token| token.kind == Kind::Semi) {
            self.tokens.clear();
        }
        let partners = self.partners();
        let mut state = State {
            kept: Vec::with_capacity(self.tokens.len() + 8),
            open: Vec::new(),
            at_start: true,
            labelled: false,
            record: None,
            closed: None,
        };
        let mut at = 0;
        while at < self.tokens.len() {
            if state.at_start
                && state.in_statements()
                && let Some(next) = self.statement_start(at, &mut state, &partners)
            {
                at = next;
                continue;
            }
            self.step(at, &mut state);
            at += 1;
        }
        self.tokens = state.kept;
    }

    /// Handles what only the start of a statement can be; gives the index after it.
    fn statement_start(
        &self,
        at: usize,
        state: &mut State,
        partners: &[Option<u32>],
    ) -> Option<usize> {
        let token = &self.tokens[at];
        if let Some(colon) = self.label_end(at, state, partners) {
            state.kept.extend_from_slice(&self.tokens[at..=colon]);
            state.labelled = true;
            return Some(colon + 1);
        }
        if std::mem::take(&mut state.labelled) && self.needs_empty_statement(at) {
            state.insert(Kind::Semi, ";", token);
        }
        if self.is_word(at, "__label__") {
            let mut end = at + 1;
            let is_part = |at| match self.kind(at) {
                Some(Kind::Ident) => !words::is_keyword(self.text(at)),
                kind => kind == Some(Kind::Comma),
            };
            while is_part(end) {
                end += 1;
            }
            return (self.kind(end) == Some(Kind::Semi)).then_some(end + 1);
        }
        let name = self.name_without_type(at, state.open.is_empty())?;
        for specifier in at..name {
            state.kept.push(self.tokens[specifier].clone());
        }
        state.insert(Kind::Ident, "int", &self.tokens[name]);
        state.at_start = false;
        Some(name)
    }

    /// The index of the `:` of a label.
    fn label_end(&self, at: usize, state: &State, partners: &[Option<u32>]) -> Option<usize> {
        if !state.inside(Open::Block) || self.kind(at) != Some(Kind::Ident) {
            return None;
        }
        match self.text(at) {
            "case" => self.case_end(at + 1, partners),
            word => {
                let is_label = word == "default" || !words::is_keyword(word);
                (is_label && self.kind(at + 1) == Some(Kind::Colon)).then_some(at + 1)
            }
        }
    }

    /// The first `:` that belongs to no `?`.
    fn case_end(&self, from: usize, partners: &[Option<u32>]) -> Option<usize> {
        let mut questions = 0usize;
        let mut at = from;
        loop {
            match self.kind(at)? {
                Kind::Colon if questions == 0 => return Some(at),
                Kind::Colon => questions -= 1,
                Kind::Question => questions += 1,
                Kind::LParen | Kind::LBrace | Kind::LBracket => at = partners[at]? as usize,
                Kind::Semi | Kind::RBrace => return None,
                Kind::Ident if matches!(self.text(at), "case" | "do" | "else") => return None,
                _ => {}
            }
            at += 1;
        }
    }

    /// After a label there must be a statement, not a declaration or the end of the block.
    fn needs_empty_statement(&self, at: usize) -> bool {
        match self.kind(at) {
            Some(Kind::RBrace) => true,
            Some(Kind::Ident) => {
                let word = self.text(at);
                let declares = match self.kind(at + 1) {
                    Some(Kind::Ident) => true,
                    Some(Kind::Star) => matches!(self.kind(at + 2), Some(Kind::Ident | Kind::Star)),
                    _ => false,
                };
                words::begins_declaration(word)
                    || word == "__label__"
                    || (self.input.names.is_type(word) && declares)
            }
            _ => false,
        }
    }

    /// The declarator of a declaration that names no type: `static x;`, and `f() {}` at file level.
    fn name_without_type(&self, at: usize, file_level: bool) -> Option<usize> {
        let is_specifier = |word: &str| {
            (words::is_storage_word(word) && word != "typedef")
                || (words::is_qualifier(word) && word != "_Atomic")
        };
        let mut name = at;
        while self.kind(name) == Some(Kind::Ident) && is_specifier(self.text(name)) {
            name += 1;
        }
        if name == at && !file_level {
            return None;
        }
        let declares = match self.kind(name)? {
            Kind::Star => true,
            Kind::Ident if words::is_keyword(self.text(name)) || self.begins_type(name) => false,
            Kind::Ident => matches!(
                self.kind(name + 1),
                Some(Kind::Assign | Kind::Semi | Kind::Comma | Kind::LBracket | Kind::LParen)
            ),
            _ => false,
        };
        declares.then_some(name)
    }

    /// Follows the brackets and the ends of statements.
    fn step(&self, at: usize, state: &mut State) {
        let token = &self.tokens[at];
        let word = self.text(at);
        let in_statements = state.in_statements();
        let was_record = state.record.take();
        let began = std::mem::take(&mut state.at_start);
        let closed = state.closed.take();
        match token.kind {
            Kind::LParen => {
                let control = at > 0 && words::is_control_word(self.text(at - 1));
                state
                    .open
                    .push(if control { Open::Control } else { Open::Group });
            }
            Kind::LBracket => state.open.push(Open::Group),
            Kind::RParen | Kind::RBracket => {
                state.closed = state.open.pop();
                state.at_start = state.closed == Some(Open::Control);
                // An old-style parameter may be declared without a type after the list.
                state.at_start |= state.open.is_empty() && self.is_word(at + 1, "register");
            }
            Kind::LBrace => {
                let holds =
                    was_record.unwrap_or_else(|| self.brace_holds(at, state, closed, began));
                state.open.push(holds);
                state.at_start = holds == Open::Block;
                state.kept.push(token.clone());
                if state.open.len() == 1 && holds == Open::Block && self.input.is_function {
                    self.declare_shadows(state, token);
                }
                return;
            }
            Kind::RBrace => {
                state.closed = state.open.pop();
                state.at_start = state.closed == Some(Open::Block);
            }
            Kind::Semi if state.inside(Open::Record) && self.is_empty_member(state) => return,
            Kind::Semi => state.at_start = in_statements,
            Kind::Ident if matches!(word, "else" | "do") => state.at_start = true,
            Kind::Ident if words::is_record_word(word) => {
                state.record = Some(if word == "enum" {
                    Open::List
                } else {
                    Open::Record
                });
            }
            // The tag.
            Kind::Ident if at > 0 && words::is_record_word(self.text(at - 1)) => {
                state.record = was_record
            }
            _ => {}
        }
        state.kept.push(token.clone());
    }

    /// A second `;` after a member, or one before the first.
    fn is_empty_member(&self, state: &State) -> bool {
        state
            .kept
            .last()
            .is_some_and(|last| matches!(last.kind, Kind::LBrace | Kind::Semi))
    }

    fn brace_holds(&self, at: usize, state: &State, closed: Option<Open>, began: bool) -> Open {
        let before = at.checked_sub(1).and_then(|before| self.kind(before));
        match before {
            Some(Kind::LParen) => Open::Block,
            Some(Kind::Assign | Kind::Comma | Kind::RBracket) => Open::List,
            _ if !state.in_statements() => Open::List,
            // At file level a body, and in anything but a definition a compound literal.
            _ if state.open.is_empty() && !self.input.is_function => Open::List,
            Some(Kind::RParen) if closed == Some(Open::Control) || state.open.is_empty() => {
                Open::Block
            }
            _ if began || state.open.is_empty() => Open::Block,
            _ => Open::List,
        }
    }

    fn declare_shadows(&self, state: &mut State, brace: &Tok) {
        for name in self.input.shadows {
            state.kept.push(Tok::inserted(
                Kind::Op,
                format!("extern int {};", plain_name(name)),
                brace.end,
            ));
        }
    }
}
