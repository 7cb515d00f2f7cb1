//! The tests at work, side by side.
//!
//! Comes in: tests and the programs for them. Goes out: how each ended and what it covered, in the order of the tests.

use super::build::BUILD;
use super::map::{Hits, Map};
use super::process::{Ended, Limits, run};
use super::suite::filled;
use super::{Action, Monitor, Test, WorkDir};
use rayon::prelude::*;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How tests are run.
pub struct RunOptions<'a> {
    pub shop: &'a WorkDir,
    /// What argument lists are for; commands find it in `TAMIS_PROGRAM`.
    pub program: Option<PathBuf>,
    /// Where tests run.
    pub directory: &'a Path,
    /// The highest id and one.
    pub labels: usize,
    pub timeout: Duration,
    /// Bytes that a test may print.
    pub output: u64,
    pub stop: &'a AtomicBool,
    pub monitor: &'a dyn Monitor,
}

/// A test that was run.
#[derive(Debug)]
pub struct Ran {
    pub name: Arc<str>,
    /// How it ended, in words.
    pub result: String,
    pub seconds: f64,
    pub hits: Hits,
    /// What the test did to its map, if anything: then nothing is known of what it covered.
    pub lost: Option<&'static str>,
}

impl Ran {
    /// Whether all its processes ended by themselves.
    pub fn whole(&self) -> bool {
        self.lost.is_none() && self.hits.began == self.hits.ended
    }
}

/// Runs each test once. When `stop` becomes true the others are left out.
pub fn run_all(tests: &[Test], run_options: &RunOptions) -> Vec<Ran> {
    run_options.monitor.runs(tests.len());
    let one = |(index, test): (usize, &Test)| {
        if run_options.stop.load(Ordering::Relaxed) {
            return None;
        }
        let ran = run_options.run(index, test);
        run_options.monitor.ran(&test.name);
        Some(ran)
    };
    tests
        .par_iter()
        .enumerate()
        .with_max_len(1)
        .filter_map(one)
        .collect()
}

impl RunOptions<'_> {
    fn run(&self, index: usize, test: &Test) -> Ran {
        let start = Instant::now();
        let path = self.shop.file("maps", index, "map", "");
        let ran = Map::make(&path, self.labels)
            .and_then(|map| Ok((self.execute(index, test, &path)?, map.take())));
        let (result, hits) = match ran {
            Ok((ended, hits)) => (ended.text(), hits),
            Err(error) => (format!("not run: {error}"), Ok(Hits::default())),
        };
        let (hits, lost) = match hits {
            Ok(hits) => (hits, None),
            Err(lost) => (Hits::default(), Some(lost)),
        };
        Ran {
            name: test.name.clone(),
            result: lost.map_or(result.clone(), |lost| {
                format!("{result}; its map was {lost}")
            }),
            seconds: start.elapsed().as_secs_f64(),
            hits,
            lost,
        }
    }

    fn execute(&self, index: usize, test: &Test, map: &Path) -> io::Result<Ended> {
        let work = self.shop.file("work", index, &test.name, "");
        fs::create_dir(&work)?;
        let output = self.shop.file("output", index, &test.name, ".txt");
        let mut command = self.command(test, &work)?;
        command
            .current_dir(self.directory)
            .env("TAMIS_REPLAY_MAP", map)
            .env("TAMIS_WORK", &work)
            .env(BUILD, self.shop.build_directory());
        if let Some(program) = &self.program {
            command.env("TAMIS_PROGRAM", program);
        }
        let limits = Limits {
            time: Some(self.timeout),
            output: self.output,
            stop: self.stop,
        };
        let ended = run(&mut command, &output, limits);
        // A test that made its directory unreadable keeps it until the next replay.
        let _ = fs::remove_dir_all(&work);
        ended
    }

    fn command(&self, test: &Test, work: &Path) -> io::Result<Command> {
        Ok(match &test.action {
            Action::Command { text, here } => {
                let mut command = Command::new("sh");
                command
                    .args(["-c", text])
                    .env("TAMIS_HERE", here)
                    .stdin(Stdio::null());
                command
            }
            Action::Arguments { words, stdin, here } => {
                let absent = || io::Error::other("there is no program");
                let mut command = Command::new(self.program.as_ref().ok_or_else(absent)?);
                let paths = [("{here}", here.as_path()), ("{work}", work)];
                command.args(words.iter().map(|word| filled(word, &paths)));
                match stdin {
                    Some(file) => command.stdin(File::open(file)?),
                    None => command.stdin(Stdio::null()),
                };
                command
            }
            Action::Driver(program) => {
                let mut command = Command::new(program);
                command.stdin(Stdio::null());
                command
            }
        })
    }
}
