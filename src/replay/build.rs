//! The measured program: every annotated file compiled as its own command says, and linked.
//!
//! Comes in: the commands, what is linked besides, or a build command of the user's. Goes out: programs in the work_dir.
//! Compilers are never run through a shell; the user's build command is.

use super::flags::{for_preprocessed, without_preprocessor};
use super::process::{Ended, Limits, run};
use super::work_dir::WorkDir;
use super::wrapper::{MADE, Plan, Swap};
use super::{Monitor, text};
use crate::base::{Diagnostic, PROGRAM_MAIN, cannot, compiler_error};
use rayon::prelude::*;
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;

const RUNTIME: &str = include_str!("runtime.c");

/// What a compiler may print.
const OUTPUT: u64 = 1 << 26;

/// The variable that names a directory to build in, for build commands and tests.
pub const BUILD: &str = "TAMIS_BUILD";

/// One annotated file, and how it is compiled.
#[derive(Clone, Debug)]
pub struct Unit {
    pub directory: PathBuf,
    pub file: PathBuf,
    pub compiler: String,
    pub arguments: Vec<String>,
    pub annotated: PathBuf,
}

impl Unit {
    fn path(&self) -> PathBuf {
        plain_path(&self.directory.join(&self.file))
    }
}

pub struct Build<'a> {
    pub units: &'a [Unit],
    /// The highest id and one.
    pub labels: usize,
    /// C files without labels that belong to the program.
    pub extra: &'a [PathBuf],
    /// Compiler flags for those and for test drivers.
    pub flags: &'a [String],
    /// For the linker.
    pub link: &'a [String],
    pub shop: &'a WorkDir,
    pub stop: &'a AtomicBool,
    pub monitor: &'a dyn Monitor,
}

impl Build<'_> {
    /// A program of all files.
    pub fn program(&self) -> Result<PathBuf, Diagnostic> {
        self.monitor
            .compiles(self.units.len() + self.extra.len() + 1);
        let mut objects = self.objects(false)?;
        objects.extend(self.extra_objects()?);
        let program = self.shop.root().join("program");
        self.link("program", &objects, &program)?;
        Ok(program)
    }

    /// For each test driver a program of its own. A driver that cannot be built costs that driver.
    pub fn drivers(
        &self,
        sources: &[PathBuf],
    ) -> Result<Vec<Result<PathBuf, Diagnostic>>, Diagnostic> {
        self.monitor
            .compiles(self.units.len() + self.extra.len() + 1 + sources.len());
        let mut objects = self.objects(true)?;
        objects.extend(self.extra_objects()?);
        let archive = self.archive(&objects[..self.units.len()]);
        let build = |(index, source): (usize, &PathBuf)| {
            let name = stem(source);
            let object = self.shop.file("obj", index, &name, ".driver.o");
            self.compile(self.plain(source, &object), source, &object)?;
            let program = self.shop.file("obj", index, &name, ".driver");
            let parts = [vec![object.clone()], objects.clone()].concat();
            if let Err(problem) = self.link(&name, &parts, &program) {
                // Files of several programs define the same names: of a library the linker takes what the driver needs.
                let Ok(archive) = &archive else {
                    return Err(problem);
                };
                let rest = &objects[self.units.len()..];
                let parts = [&[object, archive.clone()], rest].concat();
                self.link(&name, &parts, &program).map_err(|_| problem)?;
            }
            Ok(program)
        };
        Ok(sources.par_iter().enumerate().map(build).collect())
    }

    /// Runs the user's build command with a compiler that takes the annotated files. Gives the files that it did not compile.
    pub fn by_command(&self, command: &str, directory: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
        self.monitor.compiles(1);
        let plan = self.plan()?;
        let wrapper = plan.write(self.shop)?;
        let mut make = Command::new("sh");
        make.args(["-c", command])
            .current_dir(directory)
            .env("CC", &wrapper)
            .env("TAMIS_CC", &wrapper)
            .env(BUILD, self.shop.build_directory())
            .stdin(Stdio::null());
        let output = self.shop.root().join("output").join("build.txt");
        let ended = run(&mut make, &output, self.limits())
            .map_err(|error| cannot("run", Path::new("sh"), &error))?;
        self.monitor.compiled(command);
        if ended == Ended::Stopped {
            return Err(stopped());
        }
        if ended != Ended::Exit(0) {
            let message = format!("the build command failed: {}", cause(&output));
            let hint = format!(
                "what it printed is in {}; it ended with {}",
                output.display(),
                ended.text()
            );
            return Err(Diagnostic::error(None, message).with_hint(hint));
        }
        let done = plan.compiled()?;
        if done.is_empty() {
            let message = "the build command compiled none of the labelled files with the compiler that CC names";
            return Err(Diagnostic::error(None, message).with_hint(advice(command, directory)));
        }
        // Of a file that is compiled in several ways, one suffices.
        let files: HashSet<PathBuf> = done.iter().map(|&unit| self.units[unit].path()).collect();
        let absent = self.units.iter().map(Unit::path);
        let absent: BTreeSet<PathBuf> = absent.filter(|file| !files.contains(file)).collect();
        Ok(absent.into_iter().collect())
    }

    fn plan(&self) -> Result<Plan, Diagnostic> {
        let runtime = self.runtime()?;
        let swap = |(index, unit): (usize, &Unit)| {
            Ok(Swap {
                file: unit.path(),
                arguments: unit.arguments.clone(),
                text: self.source(index, unit)?,
            })
        };
        let swaps: Result<Vec<Swap>, Diagnostic> =
            self.units.par_iter().enumerate().map(swap).collect();
        Ok(Plan {
            compiler: self.compiler().into(),
            runtime,
            objects: self.shop.root().join("obj"),
            log: self.shop.root().join("compiled"),
            made: self.shop.root().join(MADE),
            swaps: swaps?,
        })
    }

    fn compiler(&self) -> &str {
        self.units.first().map_or("cc", |unit| &unit.compiler)
    }

    /// The objects of all annotated files and of the runtime; with another name for `main` if a driver brings its own.
    fn objects(&self, drivers: bool) -> Result<Vec<PathBuf>, Diagnostic> {
        let one = |(index, unit): (usize, &Unit)| {
            let source = self.source(index, unit)?;
            let text = fs::read(&source).map_err(|error| cannot("read", &source, &error))?;
            let renamed = drivers && text::has_word(&text, b"main");
            let end = if drivers { ".d.o" } else { ".o" };
            let object = self.shop.file("obj", index, &stem(&unit.file), end);
            let mut command = Command::new(&unit.compiler);
            command
                .args(for_preprocessed(&unit.arguments))
                // Names in objects for link-time optimisation cannot be changed.
                .args(renamed.then_some("-fno-lto"));
            command
                .arg("-c")
                .arg(&source)
                .arg("-o")
                .arg(&object)
                .current_dir(&unit.directory);
            self.compile(command, &unit.file, &object)?;
            if renamed {
                self.rename_main(&object)?;
            }
            Ok(object)
        };
        let objects: Result<Vec<PathBuf>, Diagnostic> =
            self.units.par_iter().enumerate().map(one).collect();
        let mut objects = objects?;
        objects.push(self.runtime()?);
        Ok(objects)
    }

    /// In the object, so that the compiler takes `main` for what it is: its end returns 0.
    fn rename_main(&self, object: &Path) -> Result<(), Diagnostic> {
        let mut command = Command::new("objcopy");
        command
            .arg(format!("--redefine-sym=main={PROGRAM_MAIN}"))
            .arg(object);
        self.call(command, object)
    }

    /// The objects as a library.
    fn archive(&self, objects: &[PathBuf]) -> Result<PathBuf, Diagnostic> {
        let archive = self.shop.root().join("obj").join("program.a");
        let mut command = Command::new("ar");
        command.arg("rcs").arg(&archive).args(objects);
        self.call(command, &archive)?;
        Ok(archive)
    }

    fn extra_objects(&self) -> Result<Vec<PathBuf>, Diagnostic> {
        let one = |(index, file): (usize, &PathBuf)| {
            let object = self.shop.file("obj", index, &stem(file), ".extra.o");
            self.compile(self.plain(file, &object), file, &object)?;
            Ok(object)
        };
        self.extra.par_iter().enumerate().map(one).collect()
    }

    /// A file of the user's, as it is.
    fn plain(&self, file: &Path, object: &Path) -> Command {
        let mut command = Command::new(self.compiler());
        command
            .args(self.flags)
            .arg("-c")
            .arg(file_argument(file))
            .arg("-o")
            .arg(object);
        command
    }

    fn runtime(&self) -> Result<PathBuf, Diagnostic> {
        let source = self.shop.root().join("src").join("runtime.c");
        self.shop.write(&source, RUNTIME.as_bytes())?;
        let object = self.shop.root().join("obj").join("runtime.o");
        let mut command = Command::new(self.compiler());
        command
            .args(["-O2", "-fPIC", "-w"])
            .arg(format!("-DTAMIS_LABELS={}UL", self.labels));
        command.arg("-c").arg(&source).arg("-o").arg(&object);
        self.compile(command, &source, &object)?;
        Ok(object)
    }

    /// Writes the text of a unit that records its labels.
    fn source(&self, index: usize, unit: &Unit) -> Result<PathBuf, Diagnostic> {
        let annotated =
            fs::read(&unit.annotated).map_err(|error| cannot("read", &unit.annotated, &error))?;
        let source = self.shop.file("src", index, &stem(&unit.file), ".c");
        self.shop
            .write(&source, &text::recorded(&annotated, self.labels))?;
        Ok(source)
    }

    fn compile(&self, command: Command, file: &Path, object: &Path) -> Result<(), Diagnostic> {
        let done = self.call(command, object);
        self.monitor.compiled(&file.to_string_lossy());
        done
    }

    fn link(&self, name: &str, objects: &[PathBuf], program: &Path) -> Result<(), Diagnostic> {
        let mut command = Command::new(self.compiler());
        // Flags such as -pthread and -fsanitize matter to the linker too.
        let arguments = self
            .units
            .first()
            .map(|unit| without_preprocessor(&unit.arguments));
        command
            .args(arguments.unwrap_or_default())
            .args(objects)
            .args(self.link)
            // Costs nothing where nothing of it is used.
            .arg("-lm")
            .arg("-o")
            .arg(program);
        self.call(command, &self.shop.root().join("obj").join(name))
    }

    fn limits(&self) -> Limits<'_> {
        Limits {
            time: None,
            output: OUTPUT,
            stop: self.stop,
        }
    }

    /// Runs a compiler; its first error becomes ours.
    fn call(&self, mut command: Command, target: &Path) -> Result<(), Diagnostic> {
        let name = target
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let output = self.shop.root().join("output").join(format!("{name}.txt"));
        command
            .stdin(Stdio::null())
            .env("LC_ALL", "C")
            .env("TMPDIR", self.shop.root().join("tmp"));
        let program = command.get_program().to_string_lossy().into_owned();
        let ended = run(&mut command, &output, self.limits())
            .map_err(|error| cannot("run", Path::new(&program), &error))?;
        match ended {
            Ended::Exit(0) => Ok(()),
            Ended::Stopped => Err(stopped()),
            _ => Err(failure(&program, &output)),
        }
    }
}

fn stopped() -> Diagnostic {
    let message = "ended before the program was built; earlier results stay as they are";
    Diagnostic::error(None, message)
}

/// How a build takes another compiler.
fn advice(command: &str, directory: &Path) -> &'static str {
    let has = |file: &str| directory.join(file).exists();
    let says = |word: &str| command.contains(word);
    if says("meson") || (has("meson.build") && !says("make")) {
        "Meson keeps the compiler that it was configured with: name the source directory with --meson instead, and its tests with --meson-test"
    } else if says("cmake") || says("ninja") || (has("CMakeLists.txt") && !says("make")) {
        "CMake keeps the compiler that it was configured with: name the source directory with --cmake instead, and its tests with --ctest"
    } else {
        how_to_hand_on(command, directory)
    }
}

/// How make takes another compiler.
pub(super) fn how_to_hand_on(command: &str, directory: &Path) -> &'static str {
    let has = |file: &str| directory.join(file).exists();
    let says = |word: &str| command.contains(word);
    if says("libtool") || has("libtool") {
        "hand it on and build everything, as in 'make clean && make CC=\"$CC\"'"
    } else {
        "hand it on and build everything, as in 'make -B CC=\"$CC\"'"
    }
}

/// What a compiler or linker complained about, and what often helps.
fn failure(program: &str, output: &Path) -> Diagnostic {
    let text = fs::read(output).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let says = |what: &str| text.contains(what);
    let advice = if says("multiple definition of `main'") {
        "leave out the files of other programs with --leave-out; "
    } else if says("undefined reference to `main'") {
        "name a C file that has main with --extra, or test drivers with --drivers; "
    } else if says("undefined reference") {
        "name what is missing: --link '-lz', or --extra FILE.c; "
    } else if says("multiple definition") {
        "leave a file out with --leave-out, or build with --build; "
    } else {
        ""
    };
    let hint = format!("{advice}the whole message is in {}", output.display());
    let diagnostic = match text.lines().find_map(compiler_error) {
        Some((place, message)) => Diagnostic::error(Some(place), message.to_string()),
        None => {
            let telling = |line: &&str| {
                line.contains("undefined") || line.contains("multiple") || line.contains("error")
            };
            let line = text
                .lines()
                .find(telling)
                .or(text.lines().next())
                .unwrap_or("no message");
            Diagnostic::error(None, format!("`{program}` failed: {line}"))
        }
    };
    diagnostic.with_hint(hint)
}

/// Why a build failed: the compiler's first error, or the last line that is not only `make` giving up.
fn cause(output: &Path) -> String {
    let text = fs::read(output).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    let error = lines().find(|line| compiler_error(line).is_some());
    let telling = || lines().rev().find(|line| !gives_up(line));
    let line = error.or_else(telling).or_else(|| lines().next_back());
    line.unwrap_or("no message").to_string()
}

/// What `make` and `ninja` say after the command that failed.
fn gives_up(line: &str) -> bool {
    let made = line.starts_with("make") || line.starts_with("gmake");
    let after = ["] Error ", "Leaving directory", "Waiting for unfinished"];
    made && after.iter().any(|part| line.contains(part))
        || line.ends_with("not remade because of errors.")
        || line.starts_with("ninja: build stopped")
}

fn stem(file: &Path) -> String {
    file.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

/// The file as an argument: never taken for a flag.
fn file_argument(file: &Path) -> PathBuf {
    match file.to_string_lossy().starts_with(['-', '@']) {
        true => Path::new(".").join(file),
        false => file.into(),
    }
}

/// One name for a file, however it is reached.
pub(super) fn plain_path(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}
