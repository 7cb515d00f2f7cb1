//! Witnesses: the lines `// run: …` of a case, run as C beside the case itself.
//!
//! A case file comes in; for each run, which of the labels it covered, in the order of the text,
//! goes out. Nothing of tamis is used: labels are numbered by `__COUNTER__`.

use super::verdicts::compiler_flags;
use std::path::Path;
use std::process::Command;

/// One run of a case.
pub struct Run {
    /// The C statements.
    pub text: String,
    pub covered: Vec<bool>,
}

/// Does the runs of the case, which has this many labels.
pub fn runs(case: &Path, text: &str, labels: usize) -> Result<Vec<Run>, String> {
    let texts = marked(text, "// run: ");
    let name = case.file_stem().unwrap_or_default().to_string_lossy();
    let stem = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("witness-{name}"));
    let (source, program) = (stem.with_extension("c"), stem.with_extension("exe"));
    let driver = driver(case, text, &texts, labels);
    std::fs::write(&source, driver).map_err(|e| e.to_string())?;
    let mut compiler = Command::new("cc");
    compiler
        .args(["-w", "-fwrapv", "-O0"])
        .args(compiler_flags(case)?);
    output(
        compiler
            .arg(&source)
            .arg("-o")
            .args([&program, Path::new("-lm")]),
    )?;
    let printed = output(&mut Command::new(&program))?;
    let covered = printed
        .lines()
        .map(|line| line.bytes().map(|b| b == b'1').collect());
    let runs = texts.into_iter().map(String::from).zip(covered);
    Ok(runs.map(|(text, covered)| Run { text, covered }).collect())
}

/// The case, its world, a function per run.
fn driver(case: &Path, text: &str, runs: &[&str], labels: usize) -> String {
    let folder = case.parent().unwrap_or(Path::new(".")).join("world");
    let (case, folder) = (case.display(), folder.display());
    let mut lines = vec![
        format!("#define LABELS {labels}"),
        "static unsigned char *hits;".into(),
        "#define pc_label(c) ((c) ? (void)(hits[__COUNTER__] = 1) : (void)0)".into(),
        format!("#include \"{case}\""),
        format!("#include \"{folder}/world.c\""),
    ];
    lines.extend(marked(text, "// world: ").into_iter().map(String::from));
    for (i, run) in runs.iter().enumerate() {
        lines.push(format!("static void run_{i}(void) {{ {run}; }}"));
    }
    let names: Vec<String> = (0..runs.len()).map(|i| format!("run_{i}")).collect();
    lines.push(format!("#define RUNS {}", names.join(", ")));
    lines.push(format!("#include \"{folder}/runs.c\"\n"));
    lines.join("\n")
}

/// What comes after the mark, in the lines that have it.
fn marked<'t>(text: &'t str, mark: &str) -> Vec<&'t str> {
    let lines = text.lines().map(str::trim);
    lines.filter_map(|line| line.strip_prefix(mark)).collect()
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|e| e.to_string())?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into()),
        false => Err(String::from_utf8_lossy(&output.stderr).into()),
    }
}
