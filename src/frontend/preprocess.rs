//! Runs the C preprocessor.
//!
//! Comes in: a compile command. Goes out: the preprocessed text. Never goes through a shell.

use super::{CompileCommand, Source};
use crate::base::{self, Diagnostic, Place, name_text};
use rustix::process::{Pid, Signal};
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long a preprocessor may run.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// What is read of a preprocessor's output before it is stopped; [`Source`] refuses that much.
const OUTPUT_LIMIT: u64 = 1 << 30;

/// `<compiler> <args> -E file`; a missing header or a time-out is an error with its place.
pub fn preprocess(command: &CompileCommand) -> Result<Source, Diagnostic> {
    preprocess_within(command, TIME_LIMIT)
}

/// Other texts for the macros that tell the time: what changes with them changes from build to build.
const OTHER_TIME: [&str; 4] = [
    "-w",
    "-D__DATE__=\"\"",
    "-D__TIME__=\"\"",
    "-D__TIMESTAMP__=\"\"",
];

/// As [`preprocess`], with the wall-clock time that the compiler may take.
pub fn preprocess_within(command: &CompileCommand, limit: Duration) -> Result<Source, Diagnostic> {
    let mut source = Source::new(command.file.clone(), run(command, &[], limit)?)?;
    if tells_time(&source.bytes) {
        let other = run(command, &OTHER_TIME, limit).unwrap_or_default();
        source.mark_dated(&other, tells_time);
    }
    Ok(source)
}

/// Whether there is something like `12:59:00` or `Jan  1 1970`.
fn tells_time(text: &[u8]) -> bool {
    let is = |pattern: &[u8], text: &[u8]| {
        let mut pairs = pattern.iter().zip(text);
        pairs.all(|(&wanted, &byte)| match wanted {
            b'0' => byte.is_ascii_digit() || byte == b' ',
            b'a' => byte.is_ascii_alphabetic(),
            other => byte == other,
        })
    };
    let time = text.windows(8).any(|window| is(b"00:00:00", window));
    time || text.windows(11).any(|window| is(b"aaa 00 0000", window))
}

fn run(command: &CompileCommand, more: &[&str], limit: Duration) -> Result<Vec<u8>, Diagnostic> {
    let fail = |message: String| Diagnostic::error(Some(first_line(command)), message);
    // `pc_label` stays a call, also where a header of the user's defines it as a macro.
    let mut child = Command::new(&command.compiler)
        .args(&command.args)
        .args(["-E", "-Dpc_label=pc_label"])
        .args(more)
        .arg(file_argument(&command.file))
        .current_dir(&command.directory)
        .env("LC_ALL", "C")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .map_err(|error| {
            fail(format!("cannot run `{}`: {error}", command.compiler))
                .with_hint("install that compiler, or name another one")
        })?;
    let pipes = (child.stdout.take(), child.stderr.take());
    let readers = read_aside(pipes.0).and_then(|out| Ok((out, read_aside(pipes.1)?)));
    let (stdout, stderr) =
        readers.map_err(|error| fail(format!("cannot start a thread: {error}")))?;
    let success = wait_within(&mut child, limit)
        .map_err(|error| fail(format!("cannot wait for `{}`: {error}", command.compiler)))?;
    let whole = |reader: Reader| {
        let read = reader
            .join()
            .unwrap_or_else(|_| Err(io::Error::other("it was lost")));
        read.map_err(|error| {
            fail(format!(
                "cannot read what `{}` prints: {error}",
                command.compiler
            ))
        })
    };
    let (text, messages) = (whole(stdout), whole(stderr));
    match success {
        None => Err(fail(format!(
            "preprocessing took longer than {} s",
            limit.as_secs()
        ))),
        Some(false) => Err(compiler_error(
            command,
            &String::from_utf8_lossy(&messages?),
        )),
        Some(true) => text,
    }
}

/// The file as an argument: never taken for a flag.
fn file_argument(file: &Path) -> PathBuf {
    match file.to_string_lossy().starts_with(['-', '@']) {
        true => Path::new(".").join(file),
        false => file.into(),
    }
}

type Reader = thread::JoinHandle<io::Result<Vec<u8>>>;

/// Reads a pipe to its end on a thread of its own, so that no pipe fills up.
fn read_aside(pipe: Option<impl Read + Send + 'static>) -> io::Result<Reader> {
    thread::Builder::new().spawn(move || {
        let mut bytes = Vec::new();
        if let Some(pipe) = pipe {
            let mut pipe = pipe.take(OUTPUT_LIMIT);
            pipe.read_to_end(&mut bytes)?;
            if pipe.limit() == 0 {
                let message = format!("it prints more than {OUTPUT_LIMIT} bytes");
                return Err(io::Error::other(message));
            }
        }
        Ok(bytes)
    })
}

/// Whether the child succeeded; `None` when it was stopped for its time.
fn wait_within(child: &mut Child, limit: Duration) -> std::io::Result<Option<bool>> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status.success()));
        }
        if start.elapsed() > limit {
            // The whole group: the driver's own children hold the pipes open.
            let group = Pid::from_child(child);
            rustix::process::kill_process_group(group, Signal::KILL)?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

fn first_line(command: &CompileCommand) -> Place {
    Place {
        file: name_text(&command.file).into(),
        line: 1,
        column: 1,
    }
}

/// The first error that the compiler reports, at its place.
fn compiler_error(command: &CompileCommand, messages: &str) -> Diagnostic {
    if let Some((place, message)) = messages.lines().find_map(base::compiler_error) {
        let diagnostic = Diagnostic::error(Some(place), format!("preprocessing: {message}"));
        return match message.contains("No such file or directory") {
            true => diagnostic.with_hint("give the include path with -I after `--`"),
            false => diagnostic,
        };
    }
    let first = messages.lines().find(|line| !line.trim().is_empty());
    let message = format!(
        "`{}` failed: {}",
        command.compiler,
        first.unwrap_or("no message")
    );
    Diagnostic::error(Some(first_line(command)), message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(name: &str, text: &str) -> CompileCommand {
        let directory =
            std::env::temp_dir().join(format!("tamis-preprocess-{}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("temporary directory");
        std::fs::write(directory.join(name), text).expect("temporary file");
        CompileCommand {
            directory,
            file: name.into(),
            compiler: "cc".into(),
            args: Vec::new(),
        }
    }

    #[test]
    fn text_comes_out_with_places() {
        let source = preprocess(&command("ok.c", "#define A 1\n\nint a = A;\n")).expect("fine");
        let at = source.text.find("int a").expect("there");
        assert_eq!(source.place(at as u32).to_string(), "ok.c:3:1");
    }

    #[test]
    fn a_missing_header_has_its_place() {
        let error =
            preprocess(&command("bad.c", "int a;\n#include <nosuch.h>\n")).expect_err("missing");
        let place = error.place.expect("place");
        assert_eq!((place.file.as_ref(), place.line), ("bad.c", 2));
        assert!(error.message.contains("nosuch.h"));
    }

    #[test]
    fn a_missing_compiler_or_file_is_an_error() {
        let mut missing = command("ok2.c", "");
        missing.compiler = "no-such-gcc".into();
        assert!(
            preprocess(&missing)
                .expect_err("no compiler")
                .hint
                .is_some()
        );
        missing.compiler = "cc".into();
        missing.file = "nosuch.c".into();
        assert!(preprocess(&missing).is_err());
    }
}
