//! Another solver as a process that reads SMT-LIB and answers line by line.
//!
//! Comes in: which solver, and text. Goes out: its lines, or that none came in time. Must not know what is asked.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::Builder;
use std::time::Duration;

/// The interpreter of Python that setup.sh's wheels are for.
const PYTHON: &str = "python3";
const BITWUZLA: &str = include_str!("bitwuzla.py");
/// Megabytes of a solver's process.
const MEMORY: u64 = 4096;

/// The solvers that can be asked. A closed list: what `tamis.toml` says must not start anything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solver {
    Bitwuzla,
    Cvc5,
    Z3,
}

impl Solver {
    pub const ALL: [Solver; 3] = [Solver::Bitwuzla, Solver::Cvc5, Solver::Z3];

    pub fn name(self) -> &'static str {
        match self {
            Solver::Bitwuzla => "bitwuzla",
            Solver::Cvc5 => "cvc5",
            Solver::Z3 => "z3",
        }
    }

    fn command(self, limit: Duration) -> Command {
        let limit = limit.as_millis().max(1);
        let mut command;
        match self {
            Solver::Bitwuzla => {
                command = Command::new(PYTHON);
                // Isolated: a file `bitwuzla.py` of the current directory is not for us.
                command.args(["-I", "-c", BITWUZLA]);
                command.args([limit.to_string(), MEMORY.to_string()]);
                command.args(third_party().iter().map(|place| place.join("second")));
            }
            Solver::Cvc5 => {
                command = Command::new("cvc5");
                command.args(["--lang=smt2", "--incremental", "--quiet"]);
                command.arg(format!("--tlimit-per={limit}"));
            }
            Solver::Z3 => {
                let brought = third_party().into_iter().map(|place| place.join("bin/z3"));
                let brought = brought.into_iter().find(|path| path.exists());
                command = Command::new(brought.unwrap_or_else(|| PathBuf::from("z3")));
                command.args(["-in", "-smt2"]);
                command.arg(format!("-t:{limit}"));
            }
        }
        command
    }
}

impl std::str::FromStr for Solver {
    type Err = String;

    fn from_str(name: &str) -> Result<Solver, String> {
        let found = Solver::ALL.into_iter().find(|solver| solver.name() == name);
        found.ok_or_else(|| {
            format!("`{name}` is no solver that can be asked: there are bitwuzla, cvc5 and z3")
        })
    }
}

/// Where setup.sh puts things, seen from the binary, then as the sources lie.
fn third_party() -> Vec<PathBuf> {
    let binary = std::env::current_exe().unwrap_or_default();
    let above = binary.ancestors().skip(1).take(4);
    let mut places: Vec<PathBuf> = above.map(|place| place.join("third_party")).collect();
    places.push(Path::new(env!("CARGO_MANIFEST_DIR")).join("third_party"));
    places.retain(|place| place.is_dir());
    places
}

/// A solver at work. It ends with the value.
pub(super) struct Process {
    child: Child,
    /// To a thread that writes: a solver that does not read must not hold us up.
    input: Sender<String>,
    lines: Receiver<String>,
}

/// No line came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Silence {
    Late,
    Ended,
}

impl Process {
    pub fn start(solver: Solver, limit: Duration) -> Result<Process, String> {
        let mut command = solver.command(limit);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start {}: {error}", solver.name()))?;
        bound_memory(&child);
        let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{} has no streams", solver.name()));
        };
        let (input, texts) = channel::<String>();
        let (send, lines) = channel();
        let without = |error| format!("cannot start a thread: {error}");
        let writer = Builder::new().spawn(move || {
            let write = |text: String| {
                stdin
                    .write_all(text.as_bytes())
                    .and_then(|()| stdin.flush())
            };
            texts.into_iter().map(write).all(|done| done.is_ok())
        });
        writer.map_err(without)?;
        let reader = Builder::new().spawn(move || {
            let lines = BufReader::new(stdout).lines().map_while(Result::ok);
            lines.map(|line| send.send(line)).all(|sent| sent.is_ok())
        });
        reader.map_err(without)?;
        Ok(Process {
            child,
            input,
            lines,
        })
    }

    /// Sends text that is answered by one line.
    pub fn ask(&self, text: String, limit: Duration) -> Result<String, Silence> {
        self.input.send(text).map_err(|_| Silence::Ended)?;
        self.lines.recv_timeout(limit).map_err(|why| match why {
            RecvTimeoutError::Timeout => Silence::Late,
            RecvTimeoutError::Disconnected => Silence::Ended,
        })
    }
}

impl Process {
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A limit that the solver cannot pass, whatever it counts itself.
fn bound_memory(child: &Child) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let bytes = Some(2 * MEMORY * 1024 * 1024);
    let limit = Rlimit {
        current: bytes,
        maximum: bytes,
    };
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = prlimit(Some(pid), Resource::As, limit);
    }
}
