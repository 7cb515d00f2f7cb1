//! Standard output and standard error. Output that cannot be written is a failure of the command; messages that
//! cannot be written have nobody to be told to.

use super::Exit;
use crate::base::name_text;
use crate::replay::remove_private_dirs;
use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// A line for people, to standard error.
macro_rules! say {
    ($($text:tt)*) => { $crate::cli::terminal::message(format_args!("{}\n", format_args!($($text)*))) };
}
pub(super) use say;

/// Text for people, to standard error.
pub fn message(text: Arguments) {
    let _ = io::stderr().write_fmt(text);
}

/// Whether `--quiet` hides what is neither a result nor a problem.
static QUIET: AtomicBool = AtomicBool::new(false);

pub fn be_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// Whether `--verbose` asks for details.
static VERBOSE: AtomicBool = AtomicBool::new(false);

pub fn be_verbose(verbose: bool) {
    VERBOSE.store(verbose, Ordering::Relaxed);
}

pub fn is_verbose() -> bool {
    VERBOSE.load(Ordering::Relaxed)
}

/// Text for people that `--quiet` hides.
pub fn inform(text: Arguments) {
    if !QUIET.load(Ordering::Relaxed) {
        message(text);
    }
}

/// The current directory: names below it are shown relative to it.
pub fn here() -> String {
    name_text(&std::env::current_dir().unwrap_or_default())
}

/// What was asked for, to standard output.
pub fn output(text: &[u8]) -> Exit {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text).and_then(|()| stdout.flush()) {
        Ok(()) => Exit::Done,
        // A reader that has seen enough may close the pipe.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Exit::Done,
        Err(error) => {
            say!("error: cannot write to standard output: {error}");
            Exit::Usage
        }
    }
}

/// The first Ctrl-C sets `stop` and says what is being written; the second ends the process.
pub fn stop_on_interrupt(stop: &'static AtomicBool, written: &'static str) {
    let handler = move || {
        if stop.swap(true, Ordering::Relaxed) {
            remove_private_dirs();
            std::process::exit(130);
        }
        say!("\ntamis: ending; {written} being written (Ctrl-C again to give up)");
    };
    // Without a handler Ctrl-C ends the process as usual.
    let _ = ctrlc::set_handler(handler);
}
