//! What a user installs: the archive in an empty root, the Debian package, `cargo package` and what a missing solver says.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn run(program: &str, args: &[&str]) -> Output {
    let mut command = Command::new(program);
    // Speed matters here, size does not.
    command.args(args).current_dir(root()).env("XZ_LEVEL", "0");
    command.output().expect("started")
}

#[track_caller]
fn succeeds(program: &str, args: &[&str]) -> String {
    let output = run(program, args);
    let [said, complained] = [&output.stdout, &output.stderr].map(|b| String::from_utf8_lossy(b));
    assert!(
        output.status.success(),
        "{program} {args:?}:\n{said}{complained}"
    );
    said.into_owned()
}

/// The packages of the binary under test.
fn packages(name: &str) -> PathBuf {
    let out = support::directory(name);
    let to = out.to_str().expect("a plain name");
    let binary = env!("CARGO_BIN_EXE_tamis");
    succeeds("packaging/release", &["--binary", binary, "--out", to]);
    out
}

#[test]
fn packages_install_where_there_is_only_a_c_compiler() {
    let out = packages("install-packages");
    let archive = out.join("tamis-0.1.0-x86_64-linux.tar.xz");
    let listed = succeeds("tar", &["-tf", archive.to_str().expect("plain")]);
    for part in [
        "bin/tamis",
        "lib/tamis/libz3.so.5.4",
        "share/man/man1/tamis-clean.1.gz",
        "share/bash-completion/completions/tamis",
        "share/doc/tamis/LICENSE-MIT",
        "share/doc/tamis/LICENSE-z3",
    ] {
        assert!(listed.contains(&format!("/{part}\n")), "{part}: {listed}");
    }
    let archive = archive.to_str().expect("plain");
    let said = succeeds("packaging/empty-root", &[archive, "tests/cases/install"]);
    let rows: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("cc "))
        .collect();
    assert_eq!(rows.len(), 4, "{said}");
    // The archive is unpacked once; with that each project takes five commands at most.
    let commands: Vec<&str> = said.lines().filter(|line| line.starts_with("$ ")).collect();
    let of = |project: &str| {
        commands
            .iter()
            .filter(|line| line.starts_with(project))
            .count()
    };
    assert_eq!(
        commands.len(),
        1 + of("$ (make)") + of("$ (cmake)"),
        "{said}"
    );
    for project in ["$ (make)", "$ (cmake)"] {
        assert!((2..=4).contains(&of(project)), "{project}: {said}");
    }
    package_comes_and_goes(&out);
}

/// Installs the Debian package into a root of its own, and removes it.
fn package_comes_and_goes(out: &Path) {
    let package = out.join("tamis_0.1.0_amd64.deb");
    let place = out.join("dpkg");
    fs::create_dir_all(place.join("var/lib/dpkg")).expect("made");
    fs::write(place.join("var/lib/dpkg/status"), "").expect("written");
    let at = format!("--root={}", place.display());
    let package = package.to_str().expect("plain");
    let words = [at.as_str(), "--force-depends", "--force-script-chrootless"];
    succeeds("dpkg", &[&words[..], &["--install", package]].concat());
    let installed = place.join("usr/bin/tamis");
    let version = Command::new(&installed).arg("--version").output();
    let version = version.expect("the installed tamis runs").stdout;
    assert!(String::from_utf8_lossy(&version).starts_with("tamis "));
    succeeds("dpkg", &[&words[..], &["--purge", "tamis"]].concat());
    assert!(!installed.exists() && !place.join("usr/lib/tamis").exists());
}

#[test]
fn the_package_for_cargo_has_what_it_needs() {
    let args = ["package", "--list", "--allow-dirty", "--offline"];
    let listed = succeeds(env!("CARGO"), &args);
    for needed in ["build.rs", "src/main.rs", "README.md", "LICENSE-MIT"] {
        assert!(
            listed.lines().any(|line| line == needed),
            "{needed}: {listed}"
        );
    }
    let heavy = |line: &&str| line.starts_with("results/") || line.starts_with("tests/");
    assert_eq!(listed.lines().find(heavy), None);
}

/// What the crate's texts name must be in the package.
#[test]
fn no_source_needs_a_file_outside_of_the_package() {
    let sources = run(
        "grep",
        &["-rnE", r#"include_(str|bytes)!\("\.\./\.\./"#, "src"],
    );
    let found = String::from_utf8_lossy(&sources.stdout).into_owned();
    // Tests of the crate are not compiled where it is installed.
    let outside: Vec<&str> = found
        .lines()
        .filter(|line| !line.contains("tests/cases"))
        .collect();
    assert!(outside.is_empty(), "{outside:?}");
}

#[test]
fn a_missing_solver_is_one_line() {
    let place = support::directory("install-solver");
    for part in ["src", "Cargo.lock"] {
        std::os::unix::fs::symlink(root().join(part), place.join(part)).expect("linked");
    }
    let script = place.join("script");
    let [source, program] = [root().join("build.rs"), script.clone()];
    let [source, program] = [&source, &program].map(|path| path.to_str().expect("plain"));
    succeeds("rustc", &["--edition", "2024", "-o", program, source]);
    let built = |library: Option<&Path>| {
        let mut command = Command::new(&script);
        command
            .env("CARGO_MANIFEST_DIR", &place)
            .env_remove("Z3_LIBRARY_PATH_OVERRIDE");
        command.envs(library.map(|folder| ("Z3_LIBRARY_PATH_OVERRIDE", folder)));
        command.output().expect("started")
    };
    let without = built(None);
    let said = String::from_utf8_lossy(&without.stderr).into_owned();
    assert_eq!(without.status.code(), Some(1), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("setup.sh") && said.contains("libz3.so.5.4"),
        "{said}"
    );
    assert!(
        built(Some(&root().join("third_party/z3/lib")))
            .status
            .success()
    );
}

/// `./try.sh` brings no browser.
#[test]
fn trying_needs_little() {
    let script = fs::read_to_string(root().join("try.sh")).expect("try.sh");
    assert!(script.contains("./setup.sh try"), "{script}");
    let traced = run("sh", &["-x", "setup.sh", "try"]);
    let steps = String::from_utf8_lossy(&traced.stderr).into_owned();
    assert!(traced.status.success(), "{steps}");
    for heavy in ["chromium", "redis", "csmith", "bitwuzla", "tools/fetch"] {
        assert!(!steps.contains(heavy), "{heavy}: {steps}");
    }
    assert!(run("./setup.sh", &["everything"]).status.code() == Some(1));
}
