//! The recipes of docs/cluster: they are what their readers take, and the commands in them make of parts what one run makes.
//! `benchmarks/slurm` runs the one for Slurm in a real cluster.

mod support;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::results::assert_same;

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// An empty directory with the example and its compile commands, and in `whole` what one run says about it.
fn directory(name: &str) -> PathBuf {
    let root = support::directory(&format!("cluster-{name}"));
    fs::copy(
        repository().join("benchmarks/example/triangle.c"),
        root.join("triangle.c"),
    )
    .expect("copied");
    let command = serde_json::json!([{
        "directory": root, "file": "triangle.c", "arguments": ["cc", "-c", "triangle.c"],
    }]);
    fs::write(root.join("db.json"), command.to_string()).expect("written");
    let args = "clean --no-cache --compile-commands db.json -o whole".split(' ');
    support::done(&root, &args.collect::<Vec<_>>());
    root
}

fn done(command: &mut Command) -> Output {
    let output = command.output().expect("started");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    output
}

/// What was put together is what one run says, and nothing had to be proved again.
fn assert_whole(root: &Path, out: &str) {
    let out = root.join(out);
    assert_same(&out, &root.join("whole"), &["inputs.json"], "the parts");
    let summary = support::summary(&out);
    assert_eq!(summary["proving"]["cached"], summary["labels"]);
}

fn validate(file: &Path) -> Output {
    let mut command = Command::new("python3");
    let tool = repository().join("tests/tools/validate");
    command.arg(tool).arg("kubernetes").arg(file);
    command.output().expect("python3")
}

/// The objects of the recipe for Kubernetes.
fn objects() -> Vec<Value> {
    let script = "import json, sys; sys.path.insert(0, 'third_party/testing/python'); import yaml; \
                  print(json.dumps(list(yaml.safe_load_all(open('docs/cluster/kubernetes.yaml')))))";
    let mut python = Command::new("python3");
    let output = done(python.args(["-c", script]).current_dir(repository()));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn kubernetes_takes_its_recipe() {
    let recipe = repository().join("docs/cluster/kubernetes.yaml");
    let output = validate(&recipe);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    // The check sees mistakes.
    let root = directory("validate");
    let text = fs::read_to_string(recipe).expect("there");
    for (old, new) in [
        ("completionMode", "completionmode"),
        ("completions: 4", "completions: four"),
        ("- port: 6379", "- port: http"),
    ] {
        assert!(text.contains(old), "{old}");
        let file = root.join("changed.yaml");
        fs::write(&file, text.replace(old, new)).expect("written");
        assert_eq!(validate(&file).status.code(), Some(1), "{new}");
    }
}

/// Runs the container of a job as Kubernetes would, but for what the test has elsewhere.
fn run_job(job: &Value, root: &Path, index: Option<u64>) {
    let container = &job["spec"]["template"]["spec"]["containers"][0];
    let words = |list: &Value| -> Vec<String> {
        let list = list.as_array().expect("a list").iter();
        list.map(|word| word.as_str().expect("a word").to_string())
            .collect()
    };
    let command = words(&container["command"]);
    let mut process = Command::new(&command[0]);
    process.args(&command[1..]).args(words(&container["args"]));
    for variable in container["env"].as_array().expect("a list") {
        let text = |key: &str| variable[key].as_str().expect("text");
        process.env(text("name"), text("value"));
    }
    let out = root.join(index.map_or("last".into(), |index| format!("pod{index}")));
    fs::create_dir_all(&out).expect("made");
    let program = Path::new(env!("CARGO_BIN_EXE_tamis")).parent();
    let program = program.expect("a directory").display();
    let path = std::env::var("PATH").unwrap_or_default();
    process
        .env("PATH", format!("{program}:{path}"))
        .env("DB", root.join("db.json"))
        .env("CACHE", root.join("proofs"))
        .env("OUT", out)
        .envs(index.map(|index| ("JOB_COMPLETION_INDEX", index.to_string())));
    done(process.current_dir(root));
}

#[test]
fn the_jobs_of_kubernetes_make_the_whole() {
    let root = directory("kubernetes");
    let objects = objects();
    let job = |name: &str| {
        let mut all = objects.iter();
        all.find(|object| object["kind"] == "Job" && object["metadata"]["name"] == name)
            .expect("a job")
    };
    let parts = job("tamis-parts");
    let count = parts["spec"]["completions"].as_u64().expect("a number");
    assert_eq!(parts["spec"]["parallelism"].as_u64(), Some(count));
    (0..count).for_each(|index| run_job(parts, &root, Some(index)));
    run_job(job("tamis-whole"), &root, None);
    assert_whole(&root, "last/tamis.out");
}

#[test]
fn the_jobs_of_slurm_make_the_whole() {
    let root = directory("slurm");
    let run = |count: &str, variables: &[(&str, &str)]| {
        let mut process = Command::new("sh");
        process.arg(repository().join("docs/cluster/slurm.sbatch"));
        process
            .arg(count)
            .env("TAMIS", env!("CARGO_BIN_EXE_tamis"))
            .env("DB", root.join("db.json"))
            .env("OUT", "out")
            .env("SLURM_JOB_ID", "7")
            .envs(variables.iter().copied());
        fs::create_dir_all(root.join("out.parts")).expect("made");
        done(process.current_dir(&root));
    };
    for cache in [None, Some(("CACHE", "proofs"))] {
        for k in ["1", "2", "3"] {
            let array = [
                ("SLURM_ARRAY_TASK_ID", k),
                ("SLURM_ARRAY_TASK_COUNT", "3"),
                ("FLAGS", "--steps 1,2,3"),
            ];
            run("3", &[&array[..], cache.as_slice()].concat());
        }
        run("3", cache.as_slice());
        assert_whole(&root, "out");
    }
}
