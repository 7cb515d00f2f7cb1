//! A progress bar, on a terminal only.

use crate::pipeline::{GenerateWatch, Monitor};
use crate::replay;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use std::fmt;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

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
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} files  {wide_msg}") {
            bar.set_style(style);
        }
        Bar(bar, AtomicU64::new(0))
    }

    /// Begins to count so many things.
    fn count(&self, things: usize, name: &str) {
        self.0.reset();
        self.0.set_length(things as u64);
        let template = format!("{{bar:30}} {{pos}}/{{len}} {name}  {{wide_msg}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            self.0.set_style(style);
        }
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

/// Without control characters, which a file or function name may have.
fn shown(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).collect()
}

impl Monitor for Bar {
    fn begins(&self, files: usize) {
        self.0.set_length(files as u64);
    }

    fn finishes(&self, file: &Path) {
        self.0.set_message(shown(&file.to_string_lossy()));
        self.0.inc(1);
    }

    fn proves(&self, labels: usize) {
        self.0.reset();
        self.0.set_length(labels as u64);
        let template = "{bar:30} {pos}/{len} labels  {rate}  {eta} left  {wide_msg}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            let write = |state: &ProgressState, to: &mut dyn fmt::Write| {
                let _ = to.write_str(&rate(state.per_sec()));
            };
            self.0.set_style(style.with_key("rate", write));
        }
    }

    fn proved(&self, function: &str, labels: usize, proofs: u64) {
        let all = self.1.fetch_add(proofs, Ordering::Relaxed) + proofs;
        self.0
            .set_message(format!("{all} proofs  {}", shown(function)));
        self.0.inc(labels as u64);
    }
}

impl GenerateWatch for Bar {
    fn explores(&self, functions: usize) {
        self.count(functions, "functions");
    }

    fn explored(&self, function: &str) {
        self.0.set_message(shown(function));
        self.0.inc(1);
    }
}

impl replay::Monitor for Bar {
    fn compiles(&self, files: usize) {
        self.count(files, "files compiled");
    }

    fn compiled(&self, file: &str) {
        self.0.set_message(shown(file));
        self.0.inc(1);
    }

    fn runs(&self, tests: usize) {
        self.count(tests, "tests");
    }

    fn ran(&self, test: &str) {
        self.0.set_message(shown(test));
        self.0.inc(1);
    }
}

#[cfg(test)]
mod tests {
    use super::rate;

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
}
