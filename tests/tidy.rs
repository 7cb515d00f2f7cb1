//! The rules of the code base that the compiler does not check: who may import whom, how files
//! start and how long they are, what no file may contain.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

#[path = "tidy/source.rs"]
mod source;

use source::*;

/// A part and the paths it may use.
type Row = (String, Vec<String>);

/// The table of parts in ARCHITECTURE.md. A part may always use itself. Parts that do not use each
/// other exchange data through the pipeline.
fn table_of_parts() -> &'static [Row] {
    static TABLE: OnceLock<Vec<Row>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let page = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
        let mut table: Vec<Row> = Vec::new();
        for row in page.lines().filter(|line| line.starts_with("| `")) {
            let mut cells = row.split('|').skip(1).map(str::trim);
            let (part, uses) = (cells.next().unwrap(), cells.next().unwrap());
            let uses = match uses {
                "all above" => table.iter().map(|(part, _)| part.clone()).collect(),
                "–" => Vec::new(),
                list => list.split(", ").map(plain).collect(),
            };
            table.push((plain(part), uses));
        }
        table
    })
}

/// Without the marks of code.
fn plain(cell: &str) -> String {
    cell.trim_matches('`').to_string()
}

const MAX_LINES: usize = 700;

fn report(problems: Vec<String>) {
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

/// Problems of the source files, each with its file.
fn check_sources(check: impl Fn(&SourceFile) -> Vec<String>) {
    let problems = sources().into_iter().flat_map(|file| {
        let path = file.path.display().to_string();
        check(&file)
            .into_iter()
            .map(move |problem| format!("{path}: {problem}"))
    });
    report(problems.collect());
}

#[test]
fn parts_import_only_what_the_table_allows() {
    check_sources(|file| {
        let module = file.module();
        let Some(part) = module.first() else {
            return Vec::new();
        };
        let Some((_, allowed)) = table_of_parts().iter().find(|(name, _)| name == part) else {
            return vec![format!("part `{part}` has no row in ARCHITECTURE.md")];
        };
        crate_paths(file)
            .into_iter()
            .filter(|path| first(path) != part && !allows(allowed, path))
            .map(|path| format!("`{part}` must not use `{path}`"))
            .collect()
    });
}

#[test]
fn rows_use_only_rows_above_them() {
    let table = table_of_parts();
    assert!(!table.is_empty());
    for (i, (part, allowed)) in table.iter().enumerate() {
        for path in allowed {
            let above = table[..i].iter().any(|(name, _)| name == first(path));
            assert!(above, "`{part}` uses `{path}`, which is not above it");
        }
    }
}

#[test]
fn every_source_file_starts_by_saying_what_it_is() {
    check_sources(|file| match file.text.starts_with("//! ") {
        true => Vec::new(),
        false => vec!["does not start with `//! `".to_string()],
    });
}

#[test]
fn source_files_are_short() {
    check_sources(|file| match file.text.lines().count() {
        ..=MAX_LINES => Vec::new(),
        lines => vec![format!("{lines} lines, more than {MAX_LINES}")],
    });
}

const MAX_TEST_LINES: usize = 500;

#[test]
fn test_files_are_short() {
    let rust = |path: &PathBuf| path.extension().is_some_and(|end| end == "rs");
    let long = files(&root().join("tests")).into_iter().filter(rust);
    let long = long.filter_map(|path| {
        let lines = fs::read_to_string(&path).unwrap().lines().count();
        let path = path.display();
        (lines > MAX_TEST_LINES)
            .then(|| format!("{path}: {lines} lines, more than {MAX_TEST_LINES}"))
    });
    report(long.collect());
}

#[test]
fn nothing_is_left_to_do_later() {
    check_sources(|file| {
        let macros = ["todo", "unimplemented"].into_iter().filter(|name| {
            word_starts(&file.code, name).any(|at| file.code[at + name.len()..].starts_with('!'))
        });
        let mark = file.text.contains("FIXME").then_some("FIXME");
        macros
            .chain(mark)
            .map(|found| format!("contains `{found}`"))
            .collect()
    });
}

#[test]
fn the_syntax_tree_stays_in_the_front_end() {
    check_sources(|file| {
        let outside = !file.path.starts_with("src/frontend");
        match outside && word_starts(&file.code, "lang_c").next().is_some() {
            true => vec!["names `lang_c`".to_string()],
            false => Vec::new(),
        }
    });
}

#[test]
fn no_path_of_one_machine_is_written_down() {
    check_sources(|file| {
        let paths = ["work", "tmp"].map(|dir| format!("/{dir}/"));
        let absolute = |path: &str| {
            file.text
                .match_indices(path)
                .any(|(at, _)| !file.text[..at].ends_with(|c| is_word(c) || "./-*}".contains(c)))
        };
        let found = paths.into_iter().filter(|path| absolute(path));
        found
            .map(|path| format!("contains the path `{path}`"))
            .collect()
    });
}

#[test]
fn every_source_file_is_part_of_the_crate() {
    let sources = sources();
    let mut reached: BTreeSet<Vec<String>> = BTreeSet::new();
    for file in &sources {
        for at in word_starts(&file.code, "mod") {
            let after = file.code[at + "mod".len()..].trim_start();
            let end = after.find(|c| !is_word(c)).unwrap_or(after.len());
            if after[end..].trim_start().starts_with(';') {
                let mut module = file.module();
                module.push(after[..end].to_string());
                reached.insert(module);
            }
        }
    }
    let orphans = sources.iter().filter(|file| {
        let module = file.module();
        !module.is_empty() && !reached.contains(&module)
    });
    report(
        orphans
            .map(|file| format!("{}: no `mod` names it", file.path.display()))
            .collect(),
    );
}

/// The names after `results/` in the rows of the table of docs/measuring.md.
fn listed_tables() -> BTreeSet<String> {
    let page = fs::read_to_string(root().join("docs/measuring.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| [results/"));
    rows.flat_map(|row| row.split("](../results/").skip(1))
        .map(|rest| rest.split(')').next().unwrap_or_default().to_owned())
        .collect()
}

fn tables() -> Vec<(String, String)> {
    let entries = fs::read_dir(root().join("results")).unwrap();
    let named = entries.map(|entry| entry.unwrap().path());
    named
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (name, fs::read_to_string(&path).unwrap())
        })
        .collect()
}

#[test]
fn the_page_on_measuring_lists_the_tables_that_there_are() {
    let there: BTreeSet<String> = tables().into_iter().map(|(name, _)| name).collect();
    assert_eq!(listed_tables(), there);
}

/// `benchmarks/campaign` makes all tables; as soon as one is of it, none may be of another commit.
#[test]
fn the_tables_are_of_one_commit() {
    let tables = tables();
    let of = |text: &str| -> BTreeSet<String> {
        let lines = text
            .lines()
            .filter_map(|line| line.strip_prefix("- commit: "));
        lines.map(str::to_owned).collect()
    };
    let all: BTreeSet<String> = tables.iter().flat_map(|(_, text)| of(text)).collect();
    let without = tables.iter().filter(|(_, text)| of(text).is_empty());
    let without: Vec<&String> = without.map(|(name, _)| name).collect();
    assert!(all.len() <= 1, "tables of several commits: {all:?}");
    let clean = |commit: &String| commit.chars().all(|c| c.is_ascii_hexdigit());
    assert!(all.iter().all(clean), "not a commit: {all:?}");
    assert!(
        all.is_empty() || without.is_empty(),
        "no commit: {without:?}"
    );
}

#[test]
fn no_host_of_a_package_registry_is_named() {
    // In pieces, so that this file does not name them either.
    let hosts = [
        ["crates", "io"],
        ["pypi", "org"],
        ["pythonhosted", "org"],
        ["debian", "org"],
        ["ubuntu", "com"],
        ["npmjs", "org"],
        ["npmjs", "com"],
        ["opam.ocaml", "org"],
    ]
    .map(|parts| parts.join("."));
    let mut problems = Vec::new();
    for path in files(root()) {
        // Cargo writes its lock file, with the index it uses.
        if path.file_name().is_some_and(|name| name == "Cargo.lock") {
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else {
            continue;
        };
        for host in hosts.iter().filter(|host| text.contains(host.as_str())) {
            problems.push(format!("{}: names `{host}`", path.display()));
        }
    }
    report(problems);
}

mod the_checker_itself {
    use super::*;

    fn file(path: &str, text: &str) -> SourceFile {
        SourceFile {
            path: PathBuf::from(path),
            text: text.to_string(),
            code: code_of(text),
        }
    }

    #[test]
    fn reads_groups_and_ignores_comments_and_literals() {
        let text = "//! [`X`](crate::vc::X)\nuse crate::{base::{Id, Span as S}, ir};\n\
                    /* crate::logic /* x */ */ fn f<'a>(c: &'a str) { \"crate::steps\"; 'c'; '\\''; \
                    r#\"crate::report \" \"#; crate::labels::Label::new(); }\n\
                    pub(crate) fn g() { $crate::base::x }";
        let paths = crate_paths(&file("src/criteria/cc.rs", text));
        assert_eq!(
            paths,
            ["base::Id", "base::Span", "ir", "labels::Label::new"]
        );
    }

    #[test]
    fn sees_paths_that_climb_out_of_their_part() {
        let text = "use super::super::frontend::Source; use super::x; use super::super::y;";
        assert_eq!(
            climbing_paths(&file("src/ir/fold.rs", text)),
            ["frontend::Source"]
        );
    }

    #[test]
    fn allows_a_path_and_what_is_inside_it() {
        let allowed = ["base", "frontend::Source"];
        assert!(allows(&allowed, "base::Id") && allows(&allowed, "frontend::Source::new"));
        assert!(!allows(&allowed, "frontend::Sources") && !allows(&allowed, "baseline"));
        assert!(!allows(&allowed, "frontend"));
    }
}
