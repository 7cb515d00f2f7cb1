//! What `tamis generate` writes: test files, their Makefile, reproducers of findings.

use super::{Confirmed, EarlierRun, Export, FINDINGS, GenerateRequest, Generated, TESTS};
use crate::base::{self, Diagnostic, PROGRAM_MAIN, Place};
use crate::frontend::CompileCommand;
use crate::frontend::preprocess::preprocess;
use crate::generate::{self, Chosen, Entry, Fault, Input, Run, Runner, Style, Written};
use crate::pipeline::Failure;
use crate::status::{self, LabelRow, OutputDir};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

impl EarlierRun {
    pub(super) fn file<'c>(
        &self,
        entry: &Entry,
        tests: impl Iterator<Item = &'c Chosen>,
        how: (Style, bool),
    ) -> String {
        let written: Vec<Written> = tests
            .map(|chosen| Written {
                input: &chosen.input,
                run: &chosen.run,
                comment: self.comment(&chosen.labels),
            })
            .collect();
        generate::test_file(&self.program, entry, &written, how)
    }

    /// What a test is for.
    fn comment(&self, ids: &[u64]) -> String {
        let rows: HashMap<u64, &LabelRow> = self.labels.iter().map(|row| (row.id, row)).collect();
        const MOST: usize = 6;
        let mut text = String::from("For:");
        for row in ids.iter().take(MOST).filter_map(|id| rows.get(id)) {
            let objective = row.objective();
            let objective: String = objective.chars().filter(|c| !c.is_control()).collect();
            let _ = write!(
                text,
                "\n     {} {} at line {}: {objective}",
                row.family(),
                row.id,
                row.place.line
            );
        }
        if ids.len() > MOST {
            let rest: Vec<String> = ids[MOST..].iter().map(u64::to_string).collect();
            let _ = write!(text, "\n     and {}", rest.join(" "));
        }
        text
    }

    pub(super) fn write(
        &self,
        request: &GenerateRequest,
        dir: &OutputDir,
        entries: &[Entry],
        confirmed: &[Confirmed],
        done: &mut Generated,
    ) -> Result<(), Failure> {
        let folder = fresh(dir, TESTS)?;
        let mut files = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let own = confirmed.iter().filter(|c| c.chosen.entry == index);
            let own: Vec<&Chosen> = own.map(|c| &c.chosen).collect();
            if own.is_empty() {
                continue;
            }
            done.tests += own.len();
            let name = file_name(entry);
            if request.style == Style::Gtest {
                let text = generate::gtest_file(entry, own.len());
                let path = folder.join(&name).with_extension("cc");
                status::write_whole(&path, text.as_bytes()).map_err(Failure::Output)?;
            }
            export(&folder, entry, &own, &request.exports)?;
            let text = self.file(entry, own.into_iter(), (request.style, request.oracle));
            status::write_whole(&folder.join(&name), text.as_bytes()).map_err(Failure::Output)?;
            files.push(name);
        }
        done.files = files.len();
        let text = self.makefile(&files, request.style, &request.link);
        status::write_whole(&folder.join("Makefile"), &text).map_err(Failure::Output)
    }

    /// Builds the program's own files and the tests, and runs these.
    fn makefile(&self, files: &[String], style: Style, link: &[String]) -> Vec<u8> {
        let tests: Vec<&str> = files
            .iter()
            .map(|file| file.trim_end_matches(".c"))
            .collect();
        let objects: Vec<String> = (0..self.commands.len())
            .map(|i| format!("program{i}.o"))
            .collect();
        let (tests, objects) = (tests.join(" "), objects.join(" "));
        let libraries = [&link.join(" "), style.libraries(), "-lm"].join(" ");
        let rule = match style {
            Style::Gtest => {
                "$(TESTS): %: %.c %.cc program.a\n\t$(CC) $(CFLAGS) -c $< -o $@.o\n\t$(CXX) $(CXXFLAGS) $@.cc $@.o program.a $(LDLIBS) -o $@\n"
            }
            _ => "$(TESTS): %: %.c program.a\n\t$(CC) $(CFLAGS) $< program.a $(LDLIBS) -o $@\n",
        };
        let text = format!(
            "# Made by tamis generate: `make` builds and runs the tests, with another compiler by `make CC=clang`.\nCC = cc\nCFLAGS = -g -Wall\nOBJCOPY = objcopy\nLDLIBS = {}\nTESTS = {tests}\nPROGRAM = {objects}\n\ncheck: $(TESTS)\n\t@for test in $(TESTS); do echo $$test; ./$$test || exit 1; done\n\n{rule}\n# A library: of files that belong to different programs the linker takes what a test needs.\nprogram.a: $(PROGRAM)\n\trm -f $@\n\tar rcs $@ $(PROGRAM)\n\n",
            libraries.trim()
        );
        let mut text = text.into_bytes();
        for (i, command) in self.commands.iter().enumerate() {
            self.object_rule(i, command, &mut text);
        }
        // Which headers a file includes is the compiler's to know: the program is built anew each time.
        text.extend_from_slice(
            b"FORCE:\n.PHONY: check clean FORCE\nclean:\n\trm -f $(TESTS) $(TESTS:=.o) $(PROGRAM) program.a\n",
        );
        text
    }

    /// How a file of the program is compiled, with another name for its `main`.
    fn object_rule(&self, index: usize, command: &CompileCommand, text: &mut Vec<u8>) {
        let target = format!("program{index}.o");
        text.extend(format!("{target}: FORCE\n\tcd ").into_bytes());
        text.extend(shell(command.directory.as_os_str().as_bytes()));
        text.extend_from_slice(b" && $(CC)");
        for word in &command.args {
            text.push(b' ');
            text.extend(shell(word.as_bytes()));
        }
        let has_main = self.has_main(index);
        if has_main {
            // Names in objects for link-time optimisation cannot be changed.
            text.extend_from_slice(b" -fno-lto");
        }
        text.extend_from_slice(b" -g -c ");
        text.extend(shell(command.file.as_os_str().as_bytes()));
        text.extend(format!(" -o '$(CURDIR)/{target}'\n").into_bytes());
        if has_main {
            let rename = format!("\t$(OBJCOPY) --redefine-sym=main={PROGRAM_MAIN} {target}\n");
            text.extend(rename.into_bytes());
        }
        text.push(b'\n');
    }

    /// Whether a file of the program has `main`, or may have it because it was not understood.
    fn has_main(&self, command: usize) -> bool {
        let own = |body: &usize| {
            let unit = self.program.bodies[*body].unit;
            self.inputs.get(unit) == Some(&command)
        };
        let is_main = |body: usize| self.program.function(body).name == "main";
        let mut bodies = (0..self.program.bodies.len()).filter(own);
        !self.inputs.contains(&command) || bodies.any(is_main)
    }

    pub(super) fn write_findings(
        &self,
        dir: &OutputDir,
        entries: &[Entry],
        findings: &BTreeMap<Fault, (usize, Input)>,
        done: &mut Generated,
    ) -> Result<(), Failure> {
        let folder = fresh(dir, FINDINGS)?;
        let mut runner = Runner::new(&self.program);
        let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
        for (fault, (entry, input)) in findings {
            let number = numbers.entry(*entry).or_default();
            *number += 1;
            let entry = &entries[*entry];
            let run: Run = runner.run(entry, input);
            let place = self.place(fault);
            let at = place
                .as_ref()
                .map_or(String::new(), |place| format!(" at {place}"));
            let written = Written {
                input,
                run: &run,
                comment: format!("Shows: {} in {}{at}", fault.reason, fault.function),
            };
            let text =
                generate::test_file(&self.program, entry, &[written], (Style::Assert, false));
            let path = folder.join(format!("{}_{number}.c", entry.name));
            status::write_whole(&path, text.as_bytes()).map_err(Failure::Output)?;
            let what = format!("{} in `{}`", fault.reason, fault.function);
            done.findings.push((place, what, path));
        }
        Ok(())
    }

    /// Where in the user's files it happened.
    fn place(&self, fault: &Fault) -> Option<Place> {
        let bodies = 0..self.program.bodies.len();
        let body = bodies
            .into_iter()
            .find(|&body| self.program.function(body).name == fault.function)?;
        let unit = self.program.bodies[body].unit;
        let command = &self.commands[*self.inputs.get(unit)?];
        let source = preprocess(command).ok()?;
        Some(source.place(fault.start))
    }
}

/// Writes the inputs for other generators, in a folder for each format and function.
fn export(
    folder: &Path,
    entry: &Entry,
    tests: &[&Chosen],
    formats: &[Export],
) -> Result<(), Failure> {
    for format in formats {
        let (kind, end) = match format {
            Export::Seeds => ("seeds", ""),
            Export::Ktest => ("ktest", ".ktest"),
            Export::TestComp => ("test-comp", ".xml"),
        };
        let place = folder.join(kind).join(&entry.name);
        fs::create_dir_all(&place).map_err(|error| {
            let message = format!("cannot make {}: {error}", place.display());
            Failure::Output(Diagnostic::error(None, message))
        })?;
        // No format says that memory runs out.
        let told = |(_, test): &(usize, &&Chosen)| test.input.failing == 0;
        for (i, test) in tests.iter().enumerate().filter(told) {
            let bytes = match format {
                Export::Seeds => generate::seed(entry, &test.input),
                Export::Ktest => generate::ktest(entry, &test.input),
                Export::TestComp => generate::test_comp(entry, &test.input).into_bytes(),
            };
            let path = place.join(format!("test{}{end}", i + 1));
            status::write_whole(&path, &bytes).map_err(Failure::Output)?;
        }
    }
    Ok(())
}

/// `test_NAME.c`
pub(super) fn file_name(entry: &Entry) -> String {
    format!("test_{}.c", entry.name)
}

/// A folder of the output directory without what an earlier run left in it.
fn fresh(dir: &OutputDir, name: &str) -> Result<PathBuf, Failure> {
    let folder = dir.file(name);
    let cannot = |error: std::io::Error| {
        let message = format!("cannot make {}: {error}", folder.display());
        Failure::Output(Diagnostic::error(None, message))
    };
    if base::exists(&folder).map_err(Failure::Output)? {
        fs::remove_dir_all(&folder).map_err(cannot)?;
    }
    fs::create_dir(&folder).map_err(cannot)?;
    Ok(folder)
}

/// A word for the shell, in a Makefile; it may be a name that is not UTF-8.
fn shell(word: &[u8]) -> Vec<u8> {
    let plain = |c: &u8| c.is_ascii_alphanumeric() || b"-_./=+,:@".contains(c);
    if !word.is_empty() && word.iter().all(plain) {
        return word.to_vec();
    }
    let mut quoted = vec![b'\''];
    for byte in word {
        match byte {
            b'$' => quoted.extend_from_slice(b"$$"),
            b'\'' => quoted.extend_from_slice(b"'\\''"),
            byte => quoted.push(*byte),
        }
    }
    quoted.push(b'\'');
    quoted
}
