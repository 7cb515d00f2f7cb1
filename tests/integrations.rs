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

/// A file of a CI system is what the system's schema asks for.
#[track_caller]
fn is_valid(kind: &str, file: &Path) {
    let validate = root().join("tests/tools/validate");
    let mut command = Command::new("python3");
    command.arg(validate).arg(kind).arg(file);
    let checked = command.output().expect("python3");
    let said = String::from_utf8_lossy(&checked.stderr);
    assert!(checked.status.success(), "{said}");
}

/// An archive with the layout of those of packaging/release, made of the tamis under test; below the directory `home`.
fn archive(project: &Project) -> PathBuf {
    let name = "tamis-0.1.0-x86_64-linux";
    let bin = project.place.join("home/archive").join(name).join("bin");
    fs::create_dir_all(&bin).expect("made");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_tamis"), bin.join("tamis")).expect("linked");
    let pack = format!("tar -cJf home/{name}.tar.xz -C home/archive {name}");
    project.succeeds(&pack, &[]);
    project.place.join(format!("home/{name}.tar.xz"))
}

/// A program of the name that writes down how it was called.
fn stand_in(project: &Project, name: &str, script: &str) -> String {
    let bin = project.place.join("stand-ins");
    fs::create_dir_all(&bin).expect("made");
    let text = format!("#!/bin/sh\necho \"$*\" >>{name}.log\n{script}\n");
    fs::write(bin.join(name), text).expect("written");
    project.succeeds(&format!("chmod +x stand-ins/{name}"), &[]);
    bin.display().to_string()
}

#[test]
fn the_steps_of_the_action_run() {
    is_valid("github-actions", &root().join("packaging/action.yml"));
    let action = yaml("packaging/action.yml");
    let project = Project::new("action");
    let archive = archive(&project).display().to_string();
    let coverage = "cc --coverage -O0 -o measured main.c max.c && ./measured 1 2 >/dev/null; \
        lcov -q -c -d . --rc lcov_branch_coverage=1 -o app.info";
    project.succeeds(coverage, &[]);
    // A comment can be edited once there is one.
    let gh = r#"case "$*" in *--edit-last*) grep -q -v -e --edit-last gh.log ;; esac"#;
    let stand_ins = stand_in(&project, "gh", gh);
    let input = |name: &str| match name {
        "archive" => archive.clone(),
        "replay" => "--cmake . --ctest".to_string(),
        "lcov" => "app.info".to_string(),
        name => {
            let default = &action["inputs"][name]["default"];
            default
                .as_str()
                .unwrap_or_else(|| panic!("no default for {name}"))
                .to_string()
        }
    };
    // What the runner knows, and each step adds to.
    let runner = project.place.join("runner");
    fs::create_dir_all(&runner).expect("made");
    let (packaging, runner) = (
        root().join("packaging").display().to_string(),
        runner.display().to_string(),
    );
    let mut ran = Vec::new();
    let mut said = String::new();
    for step in action["runs"]["steps"].as_array().expect("steps") {
        let name = step["name"].as_str().expect("a name");
        let condition = step["if"].as_str().unwrap_or_default();
        for part in condition.split("inputs.").skip(1) {
            let input = part.split(' ').next().expect("a name");
            assert!(action["inputs"][input].is_object(), "{name}: {input}");
        }
        let Some(script) = step["run"].as_str() else {
            let upload = (step["uses"].as_str(), step["with"]["sarif_file"].as_str());
            let action = "github/codeql-action/upload-sarif@v3";
            assert_eq!(upload, (Some(action), Some("tamis.sarif")), "{name}");
            assert!(project.has("tamis.sarif"));
            ran.push(name);
            continue;
        };
        assert_eq!(step["shell"], "bash", "{name}");
        assert!(
            !script.contains("${{"),
            "{name}: inputs reach a script by variables only"
        );
        let added = fs::read_to_string(project.place.join("path")).unwrap_or_default();
        let path = format!("{stand_ins}:{}:/usr/bin:/bin", added.trim());
        let mut variables = vec![
            ("PATH".to_string(), path),
            ("RUNNER_TEMP".to_string(), runner.clone()),
            ("GITHUB_PATH".to_string(), "path".to_string()),
            ("GITHUB_ACTION_PATH".to_string(), packaging.clone()),
            ("GITHUB_STEP_SUMMARY".to_string(), "summary.md".to_string()),
        ];
        for (variable, value) in step["env"].as_object().into_iter().flatten() {
            let value = value
                .as_str()
                .expect("text")
                .trim_matches(['$', '{', '}', ' ']);
            let value = match value {
                "github.token" => "secret".to_string(),
                "github.event.number" => "7".to_string(),
                _ => input(value.strip_prefix("inputs.").expect("an input")),
            };
            variables.push((variable.clone(), value));
        }
        let variables: Vec<(&str, &str)> = variables
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        said += &project.succeeds(script, &variables);
        if name == "Comment" {
            project.succeeds(script, &variables);
        }
        ran.push(name);
    }
    let steps = [
        "Install tamis",
        "Clean",
        "Replay",
        "Correct",
        "Report",
        "Upload SARIF",
        "Comment",
        "Gate",
    ];
    assert_eq!(ran, steps);
    let matcher = said
        .split("::add-matcher::")
        .nth(1)
        .and_then(|rest| rest.lines().next());
    assert!(
        Path::new(matcher.expect("a problem matcher")).exists(),
        "{said}"
    );
    for file in [
        "tamis.sarif",
        "tamis.md",
        "summary.md",
        "app.info.corrected",
        "tamis.out/report/index.html",
    ] {
        assert!(project.has(file), "{file}");
    }
    // One comment, then edited.
    let calls = fs::read_to_string(project.place.join("gh.log")).expect("calls");
    let [edit, make] =
        ["pr comment 7 --edit-last", "pr comment 7"].map(|c| format!("{c} --body-file tamis.md"));
    assert_eq!(calls.lines().collect::<Vec<_>>(), [&edit, &make, &edit]);
    let gate = "tamis report --format markdown --fail-under 100";
    assert_eq!(project.run(gate, &[]).status.code(), Some(4));
}

#[test]
fn the_script_of_the_gitlab_template_runs() {
    is_valid("gitlab-ci", &root().join("packaging/gitlab-ci.yml"));
    let template = yaml("packaging/gitlab-ci.yml");
    let job = &template[".tamis"];
    let project = Project::new("gitlab");
    let archive = format!("file://{}", archive(&project).display());
    let stand_ins = stand_in(&project, "apt-get", "");
    let path = format!(
        "{stand_ins}:{}/local/bin:/usr/bin:/bin",
        project.place.display()
    );
    let variables = job["variables"].as_object().expect("variables").iter();
    let mut variables: Vec<(&str, &str)> = variables
        .map(|(name, value)| (name.as_str(), value.as_str().expect("text")))
        .collect();
    variables.push(("TAMIS_REPLAY", "--cmake . --ctest"));
    variables.push(("TAMIS_ARCHIVE", &archive));
    variables.push(("PATH", &path));
    let script = |part: &str| {
        let lines = job[part].as_array().expect("a script").iter();
        let lines: Vec<&str> = lines
            .map(|line| line.as_str().expect("a command"))
            .collect();
        lines.join("\n")
    };
    // Of the image there is a stand-in: where it installs, and what it brings.
    fs::create_dir_all(project.place.join("local")).expect("made");
    project.succeeds(
        &script("before_script").replace("/usr/local", "local"),
        &variables,
    );
    let brought = fs::read_to_string(project.place.join("apt-get.log")).expect("calls");
    for needed in [
        "curl",
        "ca-certificates",
        "xz-utils",
        "gcc",
        "libc6-dev",
        "cmake",
    ] {
        assert!(
            brought.contains(&format!(" {needed}")),
            "{needed}: {brought}"
        );
    }
    project.succeeds(&script("script"), &variables);
    let reports = &job["artifacts"]["reports"];
    for file in [&reports["junit"], &reports["coverage_report"]["path"]] {
        assert!(project.has(file.as_str().expect("a file")), "{file}");
    }
}

/// pre-commit itself runs the hook, from a repository with what it needs.
#[test]
fn the_hook_looks_at_what_is_committed() {
    let project = Project::new("hook");
    let hooks = support::directory("integrations-hooks");
    fs::create_dir(hooks.join("packaging")).expect("made");
    for file in [".pre-commit-hooks.yaml", "packaging/pre-commit"] {
        fs::copy(root().join(file), hooks.join(file)).expect("copied");
    }
    let (hooks, home) = (hooks.display(), project.place.join("home"));
    let named = "git config user.email a@b && git config user.name a";
    let script = format!(
        "(cd {hooks} && git init -q . && {named} && git add -A && git commit -qm hooks)
git init -q . && {named} && git add max.c main.c
python3 -m pre_commit validate-manifest {hooks}/.pre-commit-hooks.yaml
python3 -m pre_commit try-repo {hooks} tamis --verbose"
    );
    let modules = root().join("third_party/testing/python");
    let modules = modules.to_str().expect("plain");
    let home = home.to_str().expect("plain");
    let said = project.succeeds(
        &script,
        &[("PYTHONPATH", modules), ("PRE_COMMIT_HOME", home)],
    );
    assert!(said.contains("labels of changed functions"), "{said}");
    assert!(
        said.contains("Passed") && said.contains("results in .git/tamis.out"),
        "{said}"
    );
    assert!(!project.has("tamis.out"));
    // What tamis cannot read is not committed without notice.
    project.succeeds("echo '#error no' >>max.c; git add max.c", &[]);
    let failed = project.run(
        &format!("python3 -m pre_commit try-repo {hooks} tamis"),
        &[("PYTHONPATH", modules), ("PRE_COMMIT_HOME", home)],
    );
    let said = String::from_utf8_lossy(&failed.stdout).into_owned();
    assert!(
        !failed.status.success() && said.contains("#error no"),
        "{said}"
    );
}

/// The matcher of GitHub and of editors finds what tamis prints.
#[test]
fn the_problem_matcher_matches() {
    let text = fs::read_to_string(root().join("packaging/problem-matcher.json")).expect("it");
    let matcher: Value = serde_json::from_str(&text).expect("JSON");
    let pattern = &matcher["problemMatcher"][0]["pattern"][0];
    let place = support::directory("integrations-matcher");
    fs::write(place.join("a.c"), "#include \"nosuch.h\"\n").expect("written");
    let said = session::output("tamis annotate a.c", &place);
    fs::write(place.join("said"), said).expect("written");
    // The groups are those whose numbers the matcher names.
    let script = "import re, sys; found = re.search(sys.argv[1], open('said').read(), re.M); print(*(found[int(n)] for n in sys.argv[2:]), sep='|')";
    let fields = ["file", "line", "column", "severity", "message"];
    let numbers = fields.map(|field| pattern[field].to_string());
    let found = Command::new("python3")
        .args(["-c", script, pattern["regexp"].as_str().expect("a pattern")])
        .args(numbers)
        .current_dir(&place)
        .output()
        .expect("python3");
    let found = String::from_utf8_lossy(&found.stdout).into_owned();
    assert!(found.starts_with("a.c|1|10|error|"), "{found}");
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
    fs::rename(
        archive(&project),
        project.place.join("tamis-0.1.0-x86_64-linux.tar.xz"),
    )
    .expect("moved");
    let home = home.to_str().expect("plain");
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
    is_valid("github-workflows", &file);
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
