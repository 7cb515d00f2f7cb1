//! The binary: hands over to the library.

use std::process::ExitCode;
use std::thread::Builder;

/// The shell may give the first thread less (`ulimit -s`).
const STACK_BYTES: usize = 8 << 20;

fn main() -> ExitCode {
    let run = || tamis::cli::run(std::env::args_os());
    match Builder::new().stack_size(STACK_BYTES).spawn(run) {
        // A panic has said what it is.
        Ok(thread) => thread.join().unwrap_or(ExitCode::from(3)),
        Err(_) => run(),
    }
}
