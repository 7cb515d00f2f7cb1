//! The binary: hands over to the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    tamis::cli::run(std::env::args_os())
}
