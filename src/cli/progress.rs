//! A progress bar, on a terminal only.

use crate::pipeline::Watch;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::path::Path;

pub(super) struct Bar(ProgressBar);

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
        Bar(bar)
    }

    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}

impl Watch for Bar {
    fn begins(&self, files: usize) {
        self.0.set_length(files as u64);
    }

    fn finishes(&self, file: &Path) {
        let name: String = file
            .to_string_lossy()
            .chars()
            .filter(|c| !c.is_control())
            .collect();
        self.0.set_message(name);
        self.0.inc(1);
    }
}
