//! One process, with its children: started, limited, ended.
//!
//! Comes in: a command. Goes out: how it ended; what it printed is in a file. Must not know what the process is for.

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// What a process may do.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    pub time: Option<Duration>,
    /// Bytes of output.
    pub output: u64,
    /// Ends the process when it becomes true.
    pub stop: &'a AtomicBool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    Exit(i32),
    Signal(i32),
    Timeout,
    /// It printed too much.
    Output,
    /// The user ended the run.
    Stopped,
}

impl Ended {
    /// As `tests.csv` writes it.
    pub fn text(self) -> String {
        match self {
            Ended::Exit(code) => format!("exit {code}"),
            Ended::Signal(signal) => format!("signal {signal}"),
            Ended::Timeout => "timeout".into(),
            Ended::Output => "output limit".into(),
            Ended::Stopped => "stopped".into(),
        }
    }
}

/// Runs a command in a process group of its own, its output going to a file. Whatever is left of the group at the end is killed.
pub fn run(command: &mut Command, output: &Path, limits: Limits) -> io::Result<Ended> {
    let file = File::create(output)?;
    let mut child = command
        .stdout(file.try_clone()?)
        .stderr(file.try_clone()?)
        .process_group(0)
        .spawn()?;
    finish(&mut child, Some(&file), limits)
}

/// The same with the output where ours goes.
pub fn run_shown(command: &mut Command, stop: &AtomicBool) -> io::Result<Ended> {
    let limits = Limits {
        time: None,
        output: u64::MAX,
        stop,
    };
    finish(&mut command.process_group(0).spawn()?, None, limits)
}

fn finish(child: &mut Child, output: Option<&File>, limits: Limits) -> io::Result<Ended> {
    let group = Pid::from_child(child);
    let early = wait(group, output, limits);
    // Before the child is reaped, so that its number cannot belong to another group.
    let _ = kill_process_group(group, Signal::KILL);
    let ended = reap(child)?;
    Ok(early?.unwrap_or(ended))
}

fn reap(child: &mut Child) -> io::Result<Ended> {
    let status = child.wait()?;
    Ok(match (status.code(), status.signal()) {
        (Some(code), _) => Ended::Exit(code),
        (None, signal) => Ended::Signal(signal.unwrap_or(0)),
    })
}

/// Waits until the child has ended by itself, or a limit ends it.
fn wait(child: Pid, output: Option<&File>, limits: Limits) -> io::Result<Option<Ended>> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    loop {
        if waitid(WaitId::Pid(child), options)?.is_some() {
            return Ok(None);
        }
        if limits.stop.load(Ordering::Relaxed) {
            return Ok(Some(Ended::Stopped));
        }
        if limits.time.is_some_and(|limit| start.elapsed() > limit) {
            return Ok(Some(Ended::Timeout));
        }
        if let Some(output) = output
            && output.metadata()?.len() > limits.output
        {
            return Ok(Some(Ended::Output));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(script: &str, stop: bool) -> Ended {
        let output = std::env::temp_dir().join(format!("tamis-process-{}", std::process::id()));
        let stop = AtomicBool::new(stop);
        let limits = Limits {
            time: Some(Duration::from_secs(1)),
            output: 10_000,
            stop: &stop,
        };
        run(Command::new("sh").args(["-c", script]), &output, limits).expect("a shell")
    }

    #[test]
    fn each_end_is_told() {
        assert_eq!(ended("exit 3", false), Ended::Exit(3));
        assert_eq!(ended("kill -11 $$", false), Ended::Signal(11));
        // The child of the shell must go too.
        assert_eq!(ended("sleep 1000 & sleep 1000", false), Ended::Timeout);
        assert_eq!(
            ended("while :; do echo xxxxxxxxxxxxxxxx; done", false),
            Ended::Output
        );
        assert_eq!(ended("sleep 1000", true), Ended::Stopped);
    }
}
