//! What `packaging/` has for CI systems and editors: each file is read as its own tool reads it, and its commands are run on a
//! project of CMake.

mod support;

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{session, tree};

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
        let place = support::directory(&format!("integrations-{name}"));
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
    let place = support::directory("integrations-matcher");
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

/// The fenced blocks of docs/nightly.md with this language, in order.
fn recipes(language: &str) -> Vec<String> {
    let page = fs::read_to_string(root().join("docs/nightly.md")).expect("the page");
    let mut blocks = page.split("```").skip(1).step_by(2);
    let mut found = Vec::new();
    while let Some((first, text)) = blocks.next().and_then(|block| block.split_once('\n')) {
        if first == language {
            found.push(text.to_string());
        }
    }
    found
}

/// A repository with an origin beside it, and a second commit there.
fn with_origin(project: &Project) {
    let script = "
git init -q -b main . && git config user.email a@b && git config user.name a && git config pull.ff only
printf 'build\n/tamis*\npart*\nproofs\norigin.git\nhome\n' >.gitignore
git add -A && git commit -qm one
git init -q --bare -b main origin.git && git remote add origin origin.git && git push -q -u origin main
sed -i 's/return most/return most + 0/' max.c && git commit -qam two && git push -q && git reset -q --hard HEAD~1";
    project.succeeds(script, &[]);
}

#[test]
fn the_recipes_of_the_page_run() {
    let plain = recipes("");
    let [install, cron, request, ..] = &plain[..] else {
        panic!("{plain:?}");
    };
    let project = Project::new("nightly");
    let home = project.place.join("home");
    fs::create_dir_all(home.join("archive/tamis-0.1.0-x86_64-linux/bin")).expect("made");
    let tamis = home.join("archive/tamis-0.1.0-x86_64-linux/bin/tamis");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_tamis"), tamis).expect("linked");
    let home = home.to_str().expect("plain");
    let archive =
        "tar -cJf tamis-0.1.0-x86_64-linux.tar.xz -C home/archive tamis-0.1.0-x86_64-linux";
    project.succeeds(archive, &[]);
    let path = [("HOME", home), ("PATH", "/usr/bin:/bin")];
    let installed = project.succeeds(&format!("{install}\ncommand -v tamis"), &path);
    assert!(installed.contains("home/tamis/bin/tamis"), "{installed}");
    // Two nights with a commit between them.
    with_origin(&project);
    let line = cron.lines().find(|line| line.starts_with("0 2 * * *"));
    let command = line
        .expect("a line of a crontab")
        .split_once("  ")
        .expect("a command")
        .1;
    let command = command.replace("/home/me/project", project.place.to_str().expect("plain"));
    let command = format!("{install}\n{command}");
    project.succeeds("tamis clean -p build", &[]);
    let told = project.succeeds(&command, &path);
    assert!(told.contains("max.c") && told.contains("new"), "{told}");
    // A merge request that changes one function.
    project.succeeds(
        "sed -i 's/argc/(argc)/' main.c && git commit -qam three",
        &[],
    );
    let told = project.succeeds(&format!("{install}\n{request}"), &path);
    assert!(told.contains("results in tamis.out"), "{told}");
    let labels = fs::read_to_string(project.place.join("tamis.out/labels.csv")).expect("labels");
    assert!(
        labels.contains("main.c") && !labels.contains("max.c"),
        "{labels}"
    );
}

#[test]
fn the_jobs_of_the_page_run() {
    let project = Project::new("matrix");
    let configure = "#!/bin/sh\ncp build/compile_commands.json .\n";
    fs::write(
        project
            .place
            .join("configure-and-write-compile_commands.sh"),
        configure,
    )
    .expect("it");
    project.succeeds("chmod +x configure-and-write-compile_commands.sh", &[]);
    let file = support::directory("integrations-page").join("page.yml");
    fs::write(&file, &recipes("yaml")[0]).expect("written");
    let page = yaml(file.to_str().expect("plain"));
    let run = |job: &str, part: &str| {
        let steps = page["jobs"][job]["steps"].as_array().expect("steps");
        for script in steps.iter().filter_map(|step| step["run"].as_str()) {
            let script = script.replace("${{ matrix.k }}", part);
            assert!(!script.contains("${{"), "{script}");
            project.succeeds(&script, &[("GITHUB_STEP_SUMMARY", "summary.md")]);
        }
    };
    let parts = page["jobs"]["part"]["strategy"]["matrix"]["k"].as_array();
    for part in parts.expect("parts") {
        run("part", &part.to_string());
    }
    run("whole", "");
    let summary = fs::read_to_string(project.place.join("summary.md")).expect("a summary");
    assert!(summary.contains("| `cc` |"), "{summary}");
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
