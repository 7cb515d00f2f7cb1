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
    let archive = archive.to_str().expect("plain");
    let place = out.join("unpacked");
    fs::create_dir_all(&place).expect("made");
    let into = ["-C", place.to_str().expect("plain")];
    let words = ["-xf", archive, "--strip-components", "1"];
    succeeds("tar", &[&words[..], &into].concat());
    has_all_and_no_more(&place);
    pages_lead_somewhere(&place.join("share/doc/tamis"));
    let said = succeeds("packaging/empty-root", &[archive, "tests/cases/install"]);
    from_the_archive_to_a_corrected_ratio(&said);
    the_container_takes(archive, &out.join("container"));
    package_comes_and_goes(&out);
}

/// What an installed tamis consists of, and where it looks for the solver.
fn has_all_and_no_more(place: &Path) {
    for part in [
        "bin/tamis",
        "lib/tamis/libz3.so.5.4",
        "share/man/man1/tamis-clean.1.gz",
        "share/bash-completion/completions/tamis",
        "share/zsh/site-functions/_tamis",
        "share/fish/vendor_completions.d/tamis.fish",
        "share/doc/tamis/LICENSE-MIT",
        "share/doc/tamis/LICENSE-APACHE",
        "share/doc/tamis/LICENSE-z3",
    ] {
        assert!(place.join(part).exists(), "{part}");
    }
    let linked = fs::read_to_string(place.join("share/doc/tamis/LICENSES-linked"));
    let linked = linked.expect("the licences of what is linked");
    for needed in [
        "\nclap ",
        "\nserde_json ",
        "\nz3-sys ",
        "GCC Runtime Library Exception",
    ] {
        assert!(
            linked.to_lowercase().contains(&needed.to_lowercase()),
            "{needed}"
        );
    }
    // No other library of that name is loaded, whatever lies beside.
    for (file, wanted) in [
        ("bin/tamis", "[$ORIGIN/../lib/tamis]"),
        ("lib/tamis/libz3.so.5.4", "[$ORIGIN]"),
    ] {
        let file = place.join(file);
        let file = file.to_str().expect("plain");
        let dynamic = succeeds("readelf", &["-dW", file]);
        let paths: Vec<&str> = dynamic.lines().filter(|l| l.contains("PATH")).collect();
        assert!(paths.len() == 1 && paths[0].ends_with(wanted), "{paths:?}");
        let sections = succeeds("readelf", &["-SW", file]);
        for unneeded in [".debug_info", ".symtab"] {
            assert!(!sections.contains(unneeded), "{file}: {unneeded}");
        }
    }
}

/// Links of the pages that are installed.
fn pages_lead_somewhere(doc: &Path) {
    let pages = succeeds("find", &[doc.to_str().expect("plain"), "-name", "*.md"]);
    assert!(pages.lines().count() > 10, "{pages}");
    for page in pages.lines().map(Path::new) {
        let text = fs::read_to_string(page).expect("a page");
        for target in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let file = target.split('#').next().unwrap_or_default();
            let there = page.parent().expect("a directory").join(file).exists();
            assert!(
                target.starts_with("http") || there,
                "{}: {target}",
                page.display()
            );
        }
    }
}

/// What `packaging/empty-root` showed: the archive is unpacked once; with that each project takes five commands at most.
fn from_the_archive_to_a_corrected_ratio(said: &str) {
    let sessions: Vec<&str> = said.split("$ ").skip(1).collect();
    assert!(sessions[0].contains("tar -xf tamis.tar.xz"), "{said}");
    let mut commands = 1;
    for (project, ratio) in [
        (
            "(make)",
            "cc                  8/10   80.0%     80.0%             4/6   66.6%         2",
        ),
        (
            "(cmake)",
            "cc                  8/10   80.0%     80.0%             5/7   71.4%         2",
        ),
    ] {
        let of = sessions
            .iter()
            .filter(|session| session.starts_with(project));
        let of: Vec<&&str> = of.collect();
        assert!((2..=4).contains(&of.len()), "{project}: {said}");
        let last = of.last().expect("one");
        assert!(
            last.contains("corrected") && last.lines().any(|l| l == ratio),
            "{last}"
        );
        commands += of.len();
    }
    assert_eq!(sessions.len(), commands, "{said}");
}

/// The commands of the recipe for a container, with directories of its own for those of the image.
fn the_container_takes(archive: &str, place: &Path) {
    let recipe = fs::read_to_string(root().join("packaging/Containerfile")).expect("it");
    let added = recipe.lines().find_map(|line| line.strip_prefix("ADD "));
    let pattern = added
        .and_then(|line| line.strip_suffix(" /opt/"))
        .expect("ADD … /opt/");
    let (folder, name) = pattern.rsplit_once('/').expect("a folder");
    let release = fs::read_to_string(root().join("packaging/release")).expect("it");
    assert!(release.contains(&format!("out={folder}\n")), "{folder}");
    let (start, end) = name.split_once('*').expect("a glob");
    let made = archive.rsplit('/').next().expect("a name");
    assert!(
        made.starts_with(start) && made.ends_with(end),
        "{made}: {pattern}"
    );
    let runs = recipe.lines().filter_map(|line| line.strip_prefix("RUN "));
    let installs = runs.filter(|run| run.contains("tamis")).collect::<Vec<_>>();
    assert_eq!(installs.len(), 1, "{recipe}");
    let here = place.to_str().expect("plain");
    let script = format!(
        "mkdir -p /opt /usr/local/bin; tar -xf {archive} -C /opt; {}",
        installs[0]
    );
    let script = script.replace("/opt", &format!("{here}/opt"));
    let script = script.replace("/usr/local", &format!("{here}/local"));
    let path = format!("PATH=\"{here}/local/bin:$PATH\"; {script}");
    assert!(succeeds("sh", &["-ec", &path]).starts_with("tamis "));
}

/// Installs the Debian package into a root of its own, beside what this machine has installed, and removes it.
fn package_comes_and_goes(out: &Path) {
    let package = out.join("tamis_0.1.0_amd64.deb");
    let place = out.join("dpkg");
    fs::create_dir_all(place.join("var/lib/dpkg")).expect("made");
    let known = place.join("var/lib/dpkg/status");
    fs::copy("/var/lib/dpkg/status", known).expect("a Debian system");
    let at = format!("--root={}", place.display());
    let package = package.to_str().expect("plain");
    let is_root = rustix::process::geteuid().is_root();
    let user = ["unshare", "--user", "--map-root-user"];
    let dpkg = |words: &[&str]| {
        let start = if is_root { &[][..] } else { &user };
        let all = [start, &["dpkg", &at, "--force-script-chrootless"], words].concat();
        succeeds(all[0], &all[1..])
    };
    dpkg(&["--install", package]);
    let installed = place.join("usr/bin/tamis");
    let version = Command::new(&installed).arg("--version").output();
    let version = version.expect("the installed tamis runs").stdout;
    assert!(String::from_utf8_lossy(&version).starts_with("tamis "));
    dpkg(&["--purge", "tamis"]);
    let usr = place.join("usr");
    let left = succeeds(
        "find",
        &[place.to_str().expect("plain"), "-name", "*tamis*"],
    );
    assert!(left.is_empty() && !usr.join("bin").exists(), "{left}");
}

#[test]
fn the_package_for_cargo_has_what_it_needs() {
    let pack = |address| {
        let args = ["--repository", address, "--no-verify", "--offline"];
        run("packaging/crate", &args)
    };
    let nowhere = pack("/srv/tamis");
    let said = String::from_utf8_lossy(&nowhere.stderr).into_owned();
    assert_eq!(nowhere.status.code(), Some(1), "{said}");
    assert!(said.contains("--repository https://"), "{said}");
    let packed = pack("git@example.org:tools/tamis.git");
    let said = String::from_utf8_lossy(&packed.stderr).into_owned();
    assert!(packed.status.success(), "{said}");
    let archive = "target/crate-build/package/tamis-0.1.0.crate";
    let listed = succeeds("tar", &["-tf", archive]);
    let files = listed.lines().filter_map(|line| line.split_once('/'));
    let files: Vec<&str> = files.map(|(_, file)| file).collect();
    for needed in ["build.rs", "src/main.rs", "README.md", "LICENSE-MIT"] {
        assert!(files.contains(&needed), "{needed}: {listed}");
    }
    let heavy = |file: &&&str| file.starts_with("results/") || file.starts_with("tests/");
    assert_eq!(files.iter().find(heavy), None);
    let manifest = succeeds("tar", &["-xOf", archive, "tamis-0.1.0/Cargo.toml"]);
    for field in [
        r#"repository = "https://example.org/tools/tamis""#,
        "readme = ",
        "keywords = ",
        "categories = ",
    ] {
        assert!(manifest.contains(field), "{field}: {manifest}");
    }
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

/// A program that is copied, and one that cargo installs, load the solver that they were built with.
#[test]
fn a_copy_and_an_installed_program_find_their_solver() {
    let place = support::directory("install-copy");
    let foreign = place.join("third_party/z3/lib");
    let copies = place.join("target/copies");
    for folder in [&foreign, &copies] {
        fs::create_dir_all(folder).expect("made");
    }
    fs::write(foreign.join("libz3.so.5.4"), "not a library").expect("written");
    let copy = copies.join("tamis");
    fs::copy(env!("CARGO_BIN_EXE_tamis"), &copy).expect("copied");
    let installed = place.join("installed");
    let to = installed.to_str().expect("plain");
    let words = ["install", "--path", ".", "--debug", "--locked", "--offline"];
    let folders = ["--target-dir", "target", "--root", to];
    succeeds(env!("CARGO"), &[&words[..], &folders].concat());
    for program in [copy, installed.join("bin/tamis")] {
        let said = succeeds(program.to_str().expect("plain"), &["--version"]);
        assert!(said.starts_with("tamis "), "{said}");
    }
}

/// `./test.sh` brings what tests need.
#[test]
fn testing_brings_the_rest() {
    let script = fs::read_to_string(root().join("test.sh")).expect("test.sh");
    assert!(script.lines().any(|line| line == "./setup.sh"), "{script}");
    let traced = run("sh", &["-x", "setup.sh"]);
    let steps = String::from_utf8_lossy(&traced.stderr).into_owned();
    assert!(traced.status.success(), "{steps}");
    for needed in ["chromium", "redis", "csmith", "bitwuzla", "tools/fetch"] {
        assert!(steps.contains(needed), "{needed}: {steps}");
    }
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
