//! A command of a terminal, with the tamis of this build first on the path.

use std::path::Path;
use std::process::Command;

/// What a command prints, both streams in one, and its exit code.
pub fn output(command: &str, directory: &Path) -> String {
    let tamis = Path::new(env!("CARGO_BIN_EXE_tamis"));
    let mut path = tamis.parent().expect("a directory").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let ran = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .current_dir(directory)
        .env("PATH", path)
        .env("LC_ALL", "C")
        .output()
        .expect("a shell");
    let mut text =
        String::from_utf8_lossy(&ran.stdout).replace(&*directory.to_string_lossy(), "HERE");
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    match ran.status.code() {
        Some(0) => text,
        code => format!("{text}[exit {}]\n", code.unwrap_or(-1)),
    }
}
