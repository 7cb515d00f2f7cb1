//! Diagnostics on a terminal: the message, the line it is about, a caret, a hint.
//!
//! Comes in: diagnostics. Goes out: text on stderr. Text that comes from files is shown without
//! its control characters.

use super::args::Color;
use super::terminal;
use crate::base::{Diagnostic, Place, Severity, name_path, relative};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::OnceLock;

/// What `--color` says.
static COLOURS: OnceLock<Color> = OnceLock::new();

pub(super) fn choose_colours(when: Color) {
    // Set once, before anything is printed.
    let _ = COLOURS.set(when);
}

/// How many of one kind are shown.
const PER_KIND: usize = 10;

/// Escape sequences, or nothing.
#[derive(Clone, Copy, Default)]
pub(super) struct Styles {
    error: &'static str,
    warning: &'static str,
    note: &'static str,
    bold: &'static str,
    reset: &'static str,
}

impl Styles {
    /// Colours on a terminal that can show them, unless `NO_COLOR` asks for none.
    pub fn of_stderr() -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = || std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        let able = || !set("NO_COLOR") && !dumb() && std::io::stderr().is_terminal();
        let wanted = match COLOURS.get().unwrap_or(&Color::Auto) {
            Color::Auto => able(),
            Color::Always => true,
            Color::Never => false,
        };
        if !wanted {
            return Styles::default();
        }
        Styles {
            error: "\x1b[1;31m",
            warning: "\x1b[1;33m",
            note: "\x1b[1;36m",
            bold: "\x1b[1m",
            reset: "\x1b[0m",
        }
    }

    /// Text that nobody should overlook.
    pub fn alarm(&self, text: &str) -> String {
        format!("{}{text}{}", self.error, self.reset)
    }

    fn of(&self, severity: Severity) -> &'static str {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
            Severity::Note => self.note,
        }
    }
}

pub(super) struct Renderer {
    styles: Styles,
    all: bool,
    /// The lines of files that were looked into; `None` when a file cannot be read.
    files: RefCell<HashMap<String, Option<Vec<String>>>>,
}

impl Renderer {
    pub fn new(styles: Styles, all: bool) -> Self {
        Renderer {
            styles,
            all,
            files: RefCell::default(),
        }
    }

    /// Prints the first diagnostics of each kind; gives the number of those left out.
    pub fn print(&self, diagnostics: &[Diagnostic]) -> usize {
        let mut shown: BTreeMap<(Severity, String), usize> = BTreeMap::new();
        let mut hidden = 0;
        for diagnostic in diagnostics {
            let count = shown
                .entry((diagnostic.severity, kind(&diagnostic.message)))
                .or_default();
            *count += 1;
            if self.all || *count <= PER_KIND {
                let text = self.text(diagnostic);
                match diagnostic.severity {
                    Severity::Note => terminal::inform(format_args!("{text}")),
                    _ => terminal::message(format_args!("{text}")),
                }
            } else {
                hidden += 1;
            }
        }
        hidden
    }

    fn text(&self, diagnostic: &Diagnostic) -> String {
        let Styles { bold, reset, .. } = self.styles;
        let colour = self.styles.of(diagnostic.severity);
        let mut text = String::new();
        if let Some(place) = &diagnostic.place {
            let place = place.to_string();
            let place = clean(relative(&place, &terminal::here()));
            let _ = write!(text, "{bold}{place}:{reset} ");
        }
        let severity = diagnostic.severity;
        let _ = writeln!(
            text,
            "{colour}{severity}:{reset} {}",
            clean(&diagnostic.message)
        );
        if let Some(place) = &diagnostic.place {
            text += &self.excerpt(place, colour);
        }
        if let Some(hint) = &diagnostic.hint {
            let _ = writeln!(text, "      {bold}= hint:{reset} {}", clean(hint));
        }
        text
    }

    /// The line of the user's file, and a caret below the column.
    pub fn excerpt(&self, place: &Place, colour: &str) -> String {
        let Some(line) = self.line(place) else {
            return String::new();
        };
        let mut text = self.line_of(place);
        // Columns count bytes of the preprocessed text; macros may have moved them.
        let column = place.column as usize;
        if column <= line.len() {
            let before = line
                .char_indices()
                .take_while(|(at, _)| *at + 1 < column)
                .count();
            let _ = writeln!(text, "      | {:before$}{colour}^{}", "", self.styles.reset);
        }
        text
    }

    /// The line with its number.
    pub fn line_of(&self, place: &Place) -> String {
        let line = self.line(place);
        line.map_or_else(String::new, |line| format!("{:5} | {line}\n", place.line))
    }

    /// The line of the user's file.
    pub fn line(&self, place: &Place) -> Option<String> {
        let mut files = self.files.borrow_mut();
        let lines = files
            .entry(place.file.to_string())
            .or_insert_with(|| read_lines(&place.file));
        let line = lines.as_ref()?.get((place.line as usize).checked_sub(1)?)?;
        (!line.trim().is_empty() && line.len() < 300).then(|| clean(line))
    }
}

/// Only plain files: reading a device or a pipe could take for ever.
fn read_lines(file: &str) -> Option<Vec<String>> {
    let file = name_path(file);
    let plain = std::fs::metadata(&file).is_ok_and(|found| found.is_file());
    let bytes = plain.then(|| std::fs::read(&file).ok()).flatten()?;
    Some(
        String::from_utf8_lossy(&bytes)
            .lines()
            .map(String::from)
            .collect(),
    )
}

/// What two messages of one kind share: the words without quoted names and numbers.
fn kind(message: &str) -> String {
    let unquoted = message.split('`').step_by(2).collect::<Vec<_>>().join("`");
    unquoted.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// One line without control characters.
fn clean(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c == '\t' {
                ' '
            } else if c.is_control() {
                '\u{fffd}'
            } else {
                c
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_ignore_names_and_numbers() {
        assert_eq!(
            kind("cannot lower `f` at 3"),
            kind("cannot lower `g()` at 12")
        );
        assert_ne!(kind("cannot lower `f`"), kind("cannot parse `f`"));
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(clean("a\x1b[31m\tb"), "a\u{fffd}[31m b");
    }

    #[test]
    fn the_line_and_a_caret_are_shown() {
        let path = std::env::temp_dir().join(format!("tamis-render-{}.c", std::process::id()));
        std::fs::write(&path, "int a;\nint é = b;\n").expect("written");
        let place = Place {
            file: path.to_string_lossy().into(),
            line: 2,
            column: 10,
        };
        let diagnostic = Diagnostic::error(Some(place), "no `b`").with_hint("declare it");
        let text = Renderer::new(Styles::default(), false).text(&diagnostic);
        let _ = std::fs::remove_file(&path);
        let expected = format!(
            "{}:2:10: error: no `b`\n    2 | int é = b;\n      |         ^\n      = hint: declare it\n",
            path.display()
        );
        assert_eq!(text, expected);
    }
}
