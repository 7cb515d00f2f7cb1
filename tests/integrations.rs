//! What `packaging/` has for CI systems and editors: each file is read as its own tool reads it, and its commands are run on a
//! project of CMake.

mod scratch;
mod session;
mod tree;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A YAML file as JSON, read by the reader that tests/tools/fetch brings.
fn yaml(file: &str) -> Value {
    let script = "
import json, sys, yaml
yaml.SafeLoader.add_constructor('!reference', lambda loader, node: loader.construct_sequence(node))
print(json.dumps(yaml.safe_load(open(sys.argv[1]))))";
    let read = Command::new("python3")
        .args(["-c", script])
        .arg(root().join(file))
        .env("PYTHONPATH", root().join("third_party/testing/python"))
        .output()
        .expect("python3");
    let said = String::from_utf8_lossy(&read.stderr);
    assert!(read.status.success(), "{file}: {said}");
    serde_json::from_slice(&read.stdout).expect("JSON")
}

/// The project with a compilation database, and a `PATH` with tamis.
struct Project {
    place: PathBuf,
    path: String,
}

impl Project {
    fn new(name: &str) -> Project {
        let place = scratch::scratch(&format!("integrations-{name}"));
        tree::copy_tree(&root().join("tests/cases/install/cmake"), &place);
        let tamis = Path::new(env!("CARGO_BIN_EXE_tamis"));
        let bin = tamis.parent().expect("a directory").display();
        let path = format!("{bin}:{}", std::env::var("PATH").unwrap_or_default());
        let project = Project { place, path };
        let configure = "cmake -B build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON";
        project.succeeds(configure, &[]);
        project
    }

    fn run(&self, script: &str, variables: &[(&str, &str)]) -> Output {
        Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", script])
            .current_dir(&self.place)
            .env("PATH", &self.path)
            .envs(variables.iter().copied())
            .output()
            .expect("bash")
    }

    #[track_caller]
    fn succeeds(&self, script: &str, variables: &[(&str, &str)]) -> String {
        let ran = self.run(script, variables);
        let [out, err] = [&ran.stdout, &ran.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        assert!(ran.status.success(), "{script}:\n{out}{err}");
        format!("{out}{err}")
    }

    fn has(&self, file: &str) -> bool {
        self.place.join(file).exists()
    }
}

#[test]
fn the_steps_of_the_action_run() {
    let action = yaml("packaging/action.yml");
    let project = Project::new("action");
    let steps = action["runs"]["steps"].as_array().expect("steps");
    let input = |name: &str| match name {
        "replay" => "--cmake . --ctest".to_string(),
        name => {
            let default = &action["inputs"][name]["default"];
            default
                .as_str()
                .unwrap_or_else(|| panic!("no default for {name}"))
                .to_string()
        }
    };
    let mut ran = Vec::new();
    for step in steps {
        let name = step["name"].as_str().expect("a name");
        let Some(script) = step["run"].as_str() else {
            continue;
        };
        // These need a runner, a server, or a tracefile.
        if ["Install tamis", "Comment", "Correct"].contains(&name) {
            continue;
        }
        assert_eq!(step["shell"], "bash", "{name}");
        assert!(
            !script.contains("${{"),
            "{name}: inputs reach a script by variables only"
        );
        let mut variables = vec![("GITHUB_STEP_SUMMARY".to_string(), "summary.md".to_string())];
        for (variable, value) in step["env"].as_object().into_iter().flatten() {
            let value = value
                .as_str()
                .expect("text")
                .trim_matches(['$', '{', '}', ' ']);
            let value = input(value.strip_prefix("inputs.").expect("an input"));
            variables.push((variable.clone(), value));
        }
        let variables: Vec<(&str, &str)> = variables
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        project.succeeds(script, &variables);
        ran.push(name);
    }
    assert_eq!(ran, ["Clean", "Replay", "Report", "Gate"]);
    for file in [
        "tamis.sarif",
        "tamis.md",
        "summary.md",
        "tamis.out/report/index.html",
    ] {
        assert!(project.has(file), "{file}");
    }
    let gate = "tamis report --format markdown --fail-under 100";
    assert_eq!(project.run(gate, &[]).status.code(), Some(4));
}

#[test]
fn the_script_of_the_gitlab_template_runs() {
    let template = yaml("packaging/gitlab-ci.yml");
    let job = &template[".tamis"];
    let project = Project::new("gitlab");
    let variables = job["variables"].as_object().expect("variables").iter();
    let mut variables: Vec<(&str, &str)> = variables
        .map(|(name, value)| (name.as_str(), value.as_str().expect("text")))
        .collect();
    variables.push(("TAMIS_REPLAY", "--cmake . --ctest"));
    let lines = job["script"].as_array().expect("a script").iter();
    let script: Vec<&str> = lines
        .map(|line| line.as_str().expect("a command"))
        .collect();
    project.succeeds(&script.join("\n"), &variables);
    let reports = &job["artifacts"]["reports"];
    for file in [&reports["junit"], &reports["coverage_report"]["path"]] {
        assert!(project.has(file.as_str().expect("a file")), "{file}");
    }
}

#[test]
fn the_hook_looks_at_what_is_committed() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    let entry = hooks[0]["entry"].as_str().expect("an entry");
    let project = Project::new("hook");
    project.succeeds("git init -q . && git add max.c main.c", &[]);
    let hook = root().join(entry);
    let said = project.succeeds(hook.to_str().expect("plain"), &[]);
    assert!(said.contains("results in .git/tamis.out"), "{said}");
    assert!(!project.has("tamis.out"));
}

/// The matcher of GitHub and of editors finds what tamis prints.
#[test]
fn the_problem_matcher_matches() {
    let text = fs::read_to_string(root().join("packaging/problem-matcher.json")).expect("it");
    let matcher: Value = serde_json::from_str(&text).expect("JSON");
    let pattern = matcher["problemMatcher"][0]["pattern"][0]["regexp"].as_str();
    let place = scratch::scratch("integrations-matcher");
    fs::write(place.join("a.c"), "#include \"nosuch.h\"\n").expect("written");
    let said = session::output("tamis annotate a.c", &place);
    fs::write(place.join("said"), said).expect("written");
    let found = Command::new("grep")
        .args(["-cP", pattern.expect("a pattern"), "said"])
        .current_dir(&place)
        .output()
        .expect("grep");
    assert_eq!(String::from_utf8_lossy(&found.stdout).trim(), "1");
}

/// The recipe names the archive as the script that makes it does.
#[test]
fn the_container_takes_the_archive() {
    let recipe = fs::read_to_string(root().join("packaging/Containerfile")).expect("it");
    let release = fs::read_to_string(root().join("packaging/release")).expect("it");
    assert!(
        release.contains("name=tamis-$version-x86_64-linux")
            && release.contains("out=target/packages")
    );
    assert!(
        recipe.contains("ADD target/packages/tamis-*-x86_64-linux.tar.xz"),
        "{recipe}"
    );
}
