//! Whole programs with their whole input domain: each directory of `tests/cases/context` is a program whose every run is
//! made, so it is known which labels no run covers, and what `tamis clean` says of all its functions is compared with that.
//!
//! The first lines of `main.c` say what is run: `// arg: WORDS` the words of one argument, where `1..4` is a range and
//! `none` leaves it and those after it out; `// stdin: N of CHARACTERS` all texts of at most so many of these; `// argc: 0` one more run
//! without any argument, not even a name; `// flags: …` options of `tamis clean`; `// links: …` what the compiler needs besides.
//!
//! A false verdict fails. How much is found is printed, and must not fall below the floors. Programs whose name starts with `trap_` show
//! where facts would be wrong: what no run of them covers is often beyond proof by intention (a handler, a unit that was left out), so
//! they do not count. `CONTEXT=START` looks at the programs whose name starts so, and prints what is missed.

#[path = "exhaustive/truth.rs"]
#[allow(dead_code)]
mod truth;
#[path = "clean/verdicts.rs"]
#[allow(dead_code)]
mod verdicts;

use rayon::prelude::*;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use truth::Sets;
use verdicts::{Row, broken_contract, directory, rows};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const CRITERIA: &str = "cc,mcc,gacc,wm";

/// Per cent of the infeasible labels, and of all removable ones, that must be found.
const FLOORS: [f64; 2] = [90.0, 92.0];

/// So many runs check the facts, at most.
const CHECKED: usize = 6;

/// More runs than these take too long.
const MAX_RUNS: usize = 4000;

#[derive(Default)]
struct Outcome {
    name: String,
    wrong: Vec<String>,
    labels: usize,
    /// Found, and all.
    infeasible: [usize; 2],
    removable: [usize; 2],
    missed: Vec<String>,
}

#[test]
fn no_verdict_is_refuted_by_any_run() {
    let mut outcomes: Vec<Outcome> = cases().par_iter().map(|case| check(case)).collect();
    outcomes.sort_by(|a, b| a.name.cmp(&b.name));
    let mut total = Outcome {
        name: "all".into(),
        ..Outcome::default()
    };
    let percent = |[found, all]: [usize; 2]| 100.0 * found as f64 / all.max(1) as f64;
    for outcome in outcomes.iter().filter(|o| !o.name.starts_with("trap_")) {
        total.labels += outcome.labels;
        for i in 0..2 {
            total.infeasible[i] += outcome.infeasible[i];
            total.removable[i] += outcome.removable[i];
        }
    }
    for outcome in outcomes.iter().chain([&total]) {
        let Outcome {
            name,
            labels,
            infeasible,
            removable,
            ..
        } = outcome;
        println!(
            "{name:24} {labels:5} labels, infeasible {infeasible:?} {:.1} %, removable {removable:?} {:.1} %",
            percent(*infeasible),
            percent(*removable),
        );
        if std::env::var_os("CONTEXT").is_some() {
            outcome
                .missed
                .iter()
                .for_each(|label| println!("  missed {label}"));
        }
    }
    let wrong: Vec<&String> = outcomes.iter().flat_map(|outcome| &outcome.wrong).collect();
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
    if std::env::var_os("CONTEXT").is_none() {
        let found = [percent(total.infeasible), percent(total.removable)];
        let holds = found
            .iter()
            .zip(FLOORS)
            .all(|(found, floor)| *found >= floor);
        assert!(holds, "found {found:?} %, wanted {FLOORS:?}");
    }
}

fn cases() -> Vec<PathBuf> {
    let only = std::env::var("CONTEXT").ok();
    let entries = std::fs::read_dir(Path::new(ROOT).join("tests/cases/context"));
    let entries = entries.expect("the folder is there");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    programs.retain(|program| {
        let wanted = |only: &String| name(program).starts_with(only.as_str());
        only.as_ref().is_none_or(wanted)
    });
    assert!(!programs.is_empty());
    programs
}

fn name(program: &Path) -> String {
    let name = program.file_name().unwrap_or_default();
    name.to_string_lossy().into()
}

fn check(program: &Path) -> Outcome {
    let mut outcome = Outcome {
        name: name(program),
        ..Outcome::default()
    };
    if let Err(problem) = compare(program, &mut outcome) {
        outcome.wrong.push(format!("{}: {problem}", outcome.name));
    }
    outcome
}

/// What the first lines of the program say.
struct Header(String);

impl Header {
    fn all<'h>(&'h self, key: &'h str) -> impl Iterator<Item = &'h str> {
        let lines = self.0.lines().take_while(|line| line.starts_with("//"));
        lines.filter_map(move |line| {
            let rest = line.strip_prefix("// ")?.strip_prefix(key)?;
            rest.strip_prefix(": ")
        })
    }

    fn words(&self, key: &str) -> Vec<String> {
        let words = self.all(key).flat_map(str::split_whitespace);
        words.map(String::from).collect()
    }

    /// A line of the driver's file for each run.
    fn runs(&self) -> Result<Vec<String>, String> {
        let mut inputs = vec![String::new()];
        for line in self.all("stdin") {
            let (most, chars) = line.split_once(" of ").ok_or("stdin: N of CHARACTERS")?;
            let most: usize = most.parse().map_err(|_| "stdin: no number")?;
            let chars = chars.replace("\\n", "\n");
            let mut longest = vec![String::new()];
            for _ in 0..most {
                let next = longest
                    .iter()
                    .flat_map(|text| chars.bytes().map(move |byte| format!("{text}{byte:02x}")));
                longest = next.collect();
                inputs.extend(longest.iter().cloned());
            }
        }
        let mut lists: Vec<Vec<String>> = vec![Vec::new()];
        let mut done: Vec<Vec<String>> = Vec::new();
        for line in self.all("arg") {
            let words = choices(line)?;
            let mut next = Vec::new();
            for list in &lists {
                for word in &words {
                    match word.as_str() {
                        "none" => done.push(list.clone()),
                        _ => next.push([list.clone(), vec![word.clone()]].concat()),
                    }
                }
            }
            lists = next;
        }
        done.extend(lists);
        let mut runs: Vec<String> = Vec::new();
        for input in &inputs {
            runs.extend(
                done.iter()
                    .map(|args| format!("x{input} {}", args.join(" "))),
            );
        }
        runs.extend(self.all("argc").map(|_| "x -".to_string()));
        match runs.len() <= MAX_RUNS {
            true => Ok(runs),
            false => Err(format!("{} runs are too many", runs.len())),
        }
    }
}

fn choices(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    for word in line.split_whitespace() {
        match word.split_once("..") {
            None => words.push(word.to_string()),
            Some((from, to)) => {
                let number = |text: &str| text.parse::<i64>().map_err(|e| e.to_string());
                words.extend((number(from)?..=number(to)?).map(|n| n.to_string()));
            }
        }
    }
    Ok(words)
}

/// Compares what tamis says with what is true.
fn compare(program: &Path, outcome: &mut Outcome) -> Result<(), String> {
    let text = std::fs::read_to_string(program.join("main.c")).map_err(|e| e.to_string())?;
    let header = Header(text);
    let out = directory(&format!("context-{}", outcome.name));
    let mut files: Vec<PathBuf> = std::fs::read_dir(program)
        .map_err(|e| e.to_string())?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "c"))
        .collect();
    files.sort();
    let mut clean = Command::new(env!("CARGO_BIN_EXE_tamis"));
    clean
        .args(["clean", "--criteria", CRITERIA, "-o"])
        .arg(&out);
    clean.args(header.words("flags")).args(&files);
    let told = clean.output().map_err(|e| e.to_string())?;
    if told.status.code() != Some(0) && header.words("broken").is_empty() {
        return Err(String::from_utf8_lossy(&told.stderr).into());
    }
    check_facts(&files, &header)?;
    let rows = rows(&out)?;
    let sets = run(&out, &header, &rows)?;
    outcome.wrong.extend(broken_contract(&rows));
    for row in &rows {
        if let Some(why) = sets.refute(row) {
            let shown = format!("{}: {}: {why}", outcome.name, row.shown());
            outcome.wrong.push(shown);
        }
    }
    outcome.labels = rows.len();
    // Relations between labels of different functions are not asked for.
    let mut functions: BTreeMap<(&str, &str), Vec<&Row>> = BTreeMap::new();
    for row in &rows {
        let key = (row.criterion.as_str(), row.function.as_str());
        functions.entry(key).or_default().push(row);
    }
    for ((criterion, _), own) in functions {
        for (row, reason) in sets.removable(&own) {
            outcome.removable[1] += 1;
            outcome.removable[0] += usize::from(!row.is_unknown());
            if sets.is_infeasible(row) {
                outcome.infeasible[1] += 1;
                outcome.infeasible[0] += usize::from(row.status == "infeasible");
            }
            if row.is_unknown() {
                let shown = format!("{criterion} {}: {reason}", row.shown());
                outcome.missed.push(shown);
            }
        }
    }
    Ok(())
}

/// Runs the program in the interpreter on some of the inputs: no execution may break a fact. What the interpreter does not
/// model is not looked at.
fn check_facts(files: &[PathBuf], header: &Header) -> Result<(), String> {
    let runs = header.runs()?;
    let step = runs.len().div_ceil(CHECKED);
    for line in runs.iter().step_by(step).filter(|line| *line != "x -") {
        let mut words = line.split_whitespace();
        let hex = words.next().unwrap_or("x").trim_start_matches('x');
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let stdin: Vec<u8> = hex.as_bytes().chunks(2).filter_map(byte).collect();
        let mut run = Command::new(env!("CARGO_BIN_EXE_tamis"));
        run.args(["run", "--check-facts", "--stdin"]).args(files);
        for word in words {
            run.args(["--arg", word]);
        }
        run.stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let mut child = run.spawn().map_err(|e| e.to_string())?;
        if let Some(mut input) = child.stdin.take() {
            // A program that reads nothing may have ended.
            let _ = input.write_all(&stdin);
        }
        let output = child.wait_with_output().map_err(|e| e.to_string())?;
        let said = String::from_utf8_lossy(&output.stderr);
        if said.contains("a fact is broken") {
            return Err(format!("{line}: {said}"));
        }
    }
    Ok(())
}

/// Makes all runs of the annotated program.
fn run(out: &Path, header: &Header, rows: &[Row]) -> Result<Sets, String> {
    let labels = rows.iter().map(|row| row.id).max().unwrap_or(0) + 1;
    let mut annotated = Vec::new();
    annotated_files(&out.join("annotated"), &mut annotated);
    let place = out.join("runs.txt");
    std::fs::write(&place, header.runs()?.join("\n") + "\n").map_err(|e| e.to_string())?;
    let (driver, program) = (out.join("driver.o"), out.join("program"));
    let mut cc = Command::new("cc");
    cc.args(["-w", "-O1", "-c", &format!("-DLABELS={labels}"), "-o"])
        .arg(&driver);
    truth::output(cc.arg(Path::new(ROOT).join("tests/context/driver.c")))?;
    let mut cc = Command::new("cc");
    cc.args(["-w", "-fwrapv", "-O1", "-Dmain=program_main"]);
    cc.arg("-Dpc_label(c,i,t)=({extern void cover(unsigned);(c)?cover(i):(void)0;})");
    cc.args(&annotated).arg(&driver).arg("-o").arg(&program);
    truth::output(cc.args(header.words("links")))?;
    let bytes = truth::output(Command::new(&program).arg(&place))?;
    Ok(Sets::of_bytes(&bytes, labels as usize, rows))
}

fn annotated_files(directory: &Path, list: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => annotated_files(&path, list),
            false => list.push(path),
        }
    }
    list.sort();
}
