//! A progress bar, on a terminal only.

use super::annotate::{noun, plural};
use crate::pipeline::{GenerateWatch, Monitor};
use crate::replay;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The bar, and the proofs so far.
pub(super) struct Bar(ProgressBar, AtomicU64);

impl Bar {
    /// Shows nothing unless `wanted` and stderr is a terminal.
    pub fn new(wanted: bool) -> Self {
        let bar = ProgressBar::new(0);
        let visible = wanted && std::io::stderr().is_terminal();
        bar.set_draw_target(match visible {
            true => ProgressDrawTarget::stderr(),
            false => ProgressDrawTarget::hidden(),
        });
        // Until there is something to count.
        if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
            bar.set_style(style);
        }
        Bar(bar, AtomicU64::new(0))
    }

    /// Begins to count so many things; `rest` is what the line shows behind their noun.
    fn count(&self, things: usize, noun: &str, rest: &str) {
        self.0.set_message("");
        let template = format!("{{bar:30}} {{pos}}/{{len}} {noun}{rest}  {{wide_msg}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            let rate = |state: &ProgressState, to: &mut dyn fmt::Write| {
                let _ = to.write_str(&rate(state.per_sec()));
            };
            let left = |state: &ProgressState, to: &mut dyn fmt::Write| {
                let _ = to.write_str(&left(state.pos(), state.eta()));
            };
            self.0
                .set_style(style.with_key("rate", rate).with_key("left", left));
        }
        self.0.reset_eta();
        self.0.reset_elapsed();
        // Drawn once, so that no line has the number of one thing and the noun of another.
        self.0.update(|state| {
            state.set_pos(0);
            state.set_len(things as u64);
        });
    }

    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

/// As people write it: `637/s`, `3.2/s`.
fn rate(per_second: f64) -> String {
    match per_second {
        few if few < 9.95 => format!("{few:.1}/s"),
        many => format!("{many:.0}/s"),
    }
}

/// The time that is left, once there is something to tell it by.
fn left(done: u64, time: Duration) -> String {
    match done {
        0 => String::new(),
        _ => format!("  {:#} left", HumanDuration(time)),
    }
}

/// Without control characters, which a file or function name may have.
fn shown(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).collect()
}

impl Monitor for Bar {
    fn begins(&self, files: usize) {
        self.count(files, &noun(files, "file"), "");
    }

    fn finishes(&self, file: &Path) {
        self.0.set_message(shown(&file.to_string_lossy()));
        self.0.inc(1);
    }

    fn proves(&self, labels: usize) {
        self.count(labels, &noun(labels, "label"), "  {rate}{left}");
    }

    fn proved(&self, function: &str, labels: usize, proofs: u64) {
        let all = self.1.fetch_add(proofs, Ordering::Relaxed) + proofs;
        let proofs = plural(all as usize, "proof");
        self.0.set_message(format!("{proofs}  {}", shown(function)));
        self.0.inc(labels as u64);
    }
}

impl GenerateWatch for Bar {
    fn explores(&self, functions: usize) {
        self.count(functions, &noun(functions, "function"), "");
    }

    fn explored(&self, function: &str) {
        self.0.set_message(shown(function));
        self.0.inc(1);
    }
}

impl replay::Monitor for Bar {
    fn compiles(&self, files: usize) {
        self.count(files, &noun(files, "file"), " compiled");
    }

    fn compiled(&self, file: &str) {
        self.0.set_message(shown(file));
        self.0.inc(1);
    }

    fn runs(&self, tests: usize) {
        self.count(tests, &noun(tests, "test"), "");
    }

    fn ran(&self, test: &str) {
        self.0.set_message(shown(test));
        self.0.inc(1);
    }
}

#[cfg(test)]
mod tests {
    use super::{left, rate};
    use std::time::Duration;

    #[test]
    fn rates_are_written_as_people_write_them() {
        for (per_second, text) in [
            (0.0, "0.0/s"),
            (3.2456, "3.2/s"),
            (9.96, "10/s"),
            (637.4321, "637/s"),
        ] {
            assert_eq!(rate(per_second), text);
        }
    }

    #[test]
    fn nothing_is_left_to_tell_before_something_is_done() {
        assert_eq!(left(0, Duration::ZERO), "");
        assert_eq!(left(3, Duration::from_secs(7)), "  7s left");
    }
}
