//! Broken C, or broken files of results and coverage, against the library, for as long as asked.
//!
//! `cargo run --release --example fuzz -- [--readers] [--minutes N] [--jobs N] [--seed N] [FILES…]`, or `--replay FILES…`
//!
//! Comes in: the seeds of tests/hostile, and preprocessed C files if any are named; with `--readers` the files of tests/hostile/readers. Goes out: a line of the table
//! in results/fuzz.md for a run of ten minutes or more, and, in benchmarks/work/fuzz, the texts that made the library panic,
//! took longer than 20 seconds of processor time or more than 4 GiB. A text is on disk while it is tried, so that one that
//! kills the process is found there.

#[path = "../tests/hostile/mutate.rs"]
mod mutate;
#[path = "../tests/hostile/readers.rs"]
mod readers;
#[path = "../tests/hostile/target.rs"]
mod target;

use mutate::{Random, mutate};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

const HANG: Duration = Duration::from_secs(20);
const MEMORY_KIB: u64 = 4 << 20;
const RESULTS: &str = "results/fuzz.md";
const PREFACE: &str = "# Broken C against the library

`cargo run --release --example fuzz -- --minutes N --jobs N --seed N` adds a line: mutated texts of `tests/hostile/seeds`, each
read, labelled with every criterion and annotated. None may panic, take 20 seconds of processor time or 4 GiB. Where *files* says *readers*
(`--readers`), the texts are compile commands, status files, records, coverage and foreign measurements of `tests/hostile/readers`.

";
const HEADER: &str = "\
| date | commit | files | seed | jobs | minutes | texts | MB | panics | ended |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
";

struct Options {
    minutes: f64,
    jobs: u64,
    seed: u64,
    files: Vec<PathBuf>,
    /// Files of results instead of C.
    readers: bool,
    /// Only try the files as they are.
    replay: bool,
}

/// What the workers share.
struct Campaign {
    end: Instant,
    work: PathBuf,
    seeds: Vec<Vec<u8>>,
    /// By name, if those are what is tried.
    files: Vec<(String, Vec<u8>)>,
    executions: AtomicU64,
    bytes: AtomicU64,
    panics: AtomicU64,
    /// For each worker, the processor time of the process when it took up its text: a loaded
    /// machine makes no hang.
    busy: Vec<Mutex<Duration>>,
}

fn main() -> ExitCode {
    let Some(options) = options() else {
        eprintln!(
            "usage: fuzz [--readers] [--minutes N] [--jobs N] [--seed N] [FILES…] | --replay FILES…"
        );
        return ExitCode::from(1);
    };
    if options.replay {
        return replay(&options.files);
    }
    let work = Path::new(env!("CARGO_MANIFEST_DIR")).join("benchmarks/work/fuzz");
    if let Err(error) = fs::create_dir_all(&work) {
        eprintln!("fuzz: {}: {error}", work.display());
        return ExitCode::from(1);
    }
    let campaign = Arc::new(Campaign {
        end: Instant::now() + Duration::from_secs_f64(options.minutes * 60.0),
        work,
        seeds: seeds(&options.files),
        files: match options.readers {
            true => readers::files(),
            false => Vec::new(),
        },
        executions: AtomicU64::new(0),
        bytes: AtomicU64::new(0),
        panics: AtomicU64::new(0),
        busy: (0..options.jobs)
            .map(|_| Mutex::new(Duration::MAX))
            .collect(),
    });
    run(&campaign, &options)
}

fn options() -> Option<Options> {
    let mut options = Options {
        minutes: 1.0,
        jobs: 2,
        seed: 1,
        files: Vec::new(),
        readers: false,
        replay: false,
    };
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--minutes" => {
                options.minutes = arguments.next()?.parse().ok().filter(|n| *n >= 0.0)?
            }
            "--jobs" => options.jobs = arguments.next()?.parse().ok().filter(|n| *n > 0)?,
            "--seed" => options.seed = arguments.next()?.parse().ok()?,
            "--readers" => options.readers = true,
            "--replay" => options.replay = true,
            flag if flag.starts_with('-') => return None,
            file => options.files.push(file.into()),
        }
    }
    Some(options)
}

fn replay(files: &[PathBuf]) -> ExitCode {
    for file in files {
        let start = Instant::now();
        let outcome = fs::read(file).map(target::attempt);
        println!("{}: {outcome:?} in {:?}", file.display(), start.elapsed());
    }
    ExitCode::SUCCESS
}

fn seeds(files: &[PathBuf]) -> Vec<Vec<u8>> {
    let own = target::seeds().into_iter().map(|(_, text)| text);
    let given = files.iter().filter_map(|file| fs::read(file).ok());
    own.chain(given).collect()
}

fn run(campaign: &Arc<Campaign>, options: &Options) -> ExitCode {
    // The message of a caught panic would drown the rest.
    std::panic::set_hook(Box::new(|_| {}));
    let (start, commit) = (
        Instant::now(),
        output_of("git", &["describe", "--always", "--dirty"]),
    );
    let workers: Vec<_> = (0..options.jobs)
        .map(|worker| {
            let (campaign, seed) = (campaign.clone(), options.seed);
            thread::spawn(move || campaign.work(worker, seed))
        })
        .collect();
    let ending = wait(campaign, &workers);
    let minutes = start.elapsed().as_secs_f64() / 60.0;
    let row = format!(
        "| {} | {commit} | {} | {} | {} | {minutes:.1} | {} | {} | {} | {} |",
        output_of("date", &["+%F"]),
        if options.readers { "readers" } else { "C" },
        options.seed,
        options.jobs,
        campaign.executions.load(Ordering::Relaxed),
        campaign.bytes.load(Ordering::Relaxed) / 1_000_000,
        campaign.panics.load(Ordering::Relaxed),
        ending.as_deref().unwrap_or("as asked"),
    );
    println!("{HEADER}{row}");
    if minutes >= 10.0
        && let Err(error) = record(&row)
    {
        eprintln!("fuzz: {RESULTS}: {error}");
    }
    match ending.is_none() && campaign.panics.load(Ordering::Relaxed) == 0 {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// Why the campaign ended before its time, if it did.
fn wait(campaign: &Campaign, workers: &[thread::JoinHandle<()>]) -> Option<String> {
    while workers.iter().any(|worker| !worker.is_finished()) {
        thread::sleep(Duration::from_millis(200));
        if memory_kib() > MEMORY_KIB {
            return Some(format!("a text took more than {} MiB", MEMORY_KIB >> 10));
        }
        if let Some(worker) = campaign.hanging() {
            return Some(format!("text {worker} took more than {HANG:?}"));
        }
    }
    None
}

/// Adds a row to the table, which is the end of the file.
fn record(row: &str) -> std::io::Result<()> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(RESULTS);
    let mut text = fs::read_to_string(&path).unwrap_or_default();
    if !text.contains(HEADER) {
        text = format!("{PREFACE}{HEADER}");
    }
    fs::write(path, format!("{text}{row}\n"))
}

fn output_of(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| output.stdout).unwrap_or_default();
    String::from_utf8_lossy(&text).trim().to_owned()
}

/// The processor time that the process has used, as Linux counts it: in hundredths of a second.
fn processor_time() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program, in parentheses, may hold blanks.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

/// What the process holds, as Linux counts it.
fn memory_kib() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse().ok());
    kib.unwrap_or(0)
}

impl Campaign {
    /// Tries texts until the end. Each has its own number, so it can be made again.
    fn work(&self, worker: u64, seed: u64) {
        let mut number = worker;
        if !self.files.is_empty() {
            return self.work_on_files(worker, seed);
        }
        while Instant::now() < self.end {
            let text = mutate(
                &self.seeds,
                &mut Random(seed.wrapping_mul(1 << 40).wrapping_add(number)),
            );
            self.attempt(worker, number, text);
            number += self.busy.len() as u64;
        }
        // A worker that is done must not look like one that hangs.
        self.set_busy(worker, Duration::MAX);
        let _ = fs::remove_file(self.current(worker));
    }

    /// The same for files that a directory of results is read with.
    fn work_on_files(&self, worker: u64, seed: u64) {
        let directory = self.work.join(format!("readers-{worker}"));
        if let Err(error) = readers::scene(&directory) {
            eprintln!("fuzz: {}: {error}", directory.display());
            return;
        }
        let mut number = worker;
        while Instant::now() < self.end {
            let mut random = Random(seed.wrapping_mul(1 << 40).wrapping_add(number));
            let (name, text) = &self.files[random.below(self.files.len())];
            let text = mutate(std::slice::from_ref(text), &mut random);
            self.set_busy(worker, processor_time());
            self.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
            self.executions.fetch_add(1, Ordering::Relaxed);
            if let Err(message) = readers::attempt(&directory, name, &text) {
                self.panics.fetch_add(1, Ordering::Relaxed);
                let kept = self.work.join(format!("panic-{number}-{name}"));
                println!("panic: {}: {message}", kept.display());
                let _ = fs::write(&kept, &text);
            }
            number += self.busy.len() as u64;
        }
        self.set_busy(worker, Duration::MAX);
    }

    fn attempt(&self, worker: u64, number: u64, text: Vec<u8>) {
        let current = self.current(worker);
        if let Err(error) = fs::write(&current, &text) {
            eprintln!("fuzz: {}: {error}", current.display());
        }
        self.set_busy(worker, processor_time());
        self.bytes.fetch_add(text.len() as u64, Ordering::Relaxed);
        self.executions.fetch_add(1, Ordering::Relaxed);
        if let Err(message) = target::attempt(text) {
            self.panics.fetch_add(1, Ordering::Relaxed);
            let kept = self.work.join(format!("panic-{number}.c"));
            println!("panic: {}: {message}", kept.display());
            let _ = fs::rename(&current, &kept);
        }
    }

    fn current(&self, worker: u64) -> PathBuf {
        self.work.join(format!("current-{worker}.c"))
    }

    fn set_busy(&self, worker: u64, since: Duration) {
        *self.busy[worker as usize]
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner()) = since;
    }

    fn hanging(&self) -> Option<u64> {
        let since =
            |busy: &Mutex<Duration>| *busy.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        // All workers together use the time of the process.
        let limit = HANG * self.busy.len() as u32;
        let now = processor_time();
        let hangs = |busy: &Mutex<Duration>| now.saturating_sub(since(busy)) > limit;
        self.busy.iter().position(hangs).map(|worker| worker as u64)
    }
}
