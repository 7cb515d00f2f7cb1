//! Which arguments of a compile command are kept.
//!
//! Comes in: the arguments. Goes out: those that decide how a file is preprocessed and which C it is, or a refusal. What a
//! flag does is said by the tables `flags.csv` and `long_flags.csv`, and by nothing else: a flag that they do not know is
//! refused, since it may change what the program means. Nothing that loads code, runs a program or changes the layout
//! of types gets through.

use super::command::refusal;
use crate::base::Diagnostic;
use std::collections::HashMap;
use std::path::Path;
use std::sync::LazyLock;

/// How a flag is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    /// By itself.
    Slice,
    /// `-fX` and `-fno-X`.
    Switch,
    /// With its value in the same word.
    Joined,
    /// As [`Form::Joined`]; the value is a list, and each item must be one of the row's.
    Items,
    /// With its value in the next word.
    Separate,
    Either,
    /// Whatever begins like this.
    Prefix,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    Keep,
    Drop,
    /// Kept; compilers start threads by themselves.
    Threads,
    /// Types would have another layout than ours.
    Layout,
    Refuse,
    /// The value is a language, a machine.
    Language,
    Target,
    /// The value is a list of flags for another program.
    Linker,
    Assembler,
    Preprocessor,
}

#[derive(Clone)]
struct Row {
    flag: String,
    form: Form,
    /// The values that the row is about; none: all.
    values: Vec<String>,
    action: Action,
    why: String,
}

struct FlagTable {
    /// By all of the word, or by what it has up to its `=`.
    exact: HashMap<String, Vec<Row>>,
    /// Longest first.
    prefixes: Vec<Row>,
}

static TABLE: LazyLock<FlagTable> = LazyLock::new(|| FlagTable::new(include_str!("flags.csv")));

/// gcc's long spellings, and the short ones.
static LONG: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let rows = records(include_str!("long_flags.csv"));
    rows.filter_map(|row| Some((row.first()?.clone(), row.get(1)?.clone())))
        .collect()
});

fn records(text: &'static str) -> impl Iterator<Item = Vec<String>> {
    let rows = csv::Reader::from_reader(text.as_bytes()).into_records();
    rows.flatten()
        .map(|row| row.iter().map(str::to_string).collect())
}

impl FlagTable {
    fn new(text: &'static str) -> FlagTable {
        let (mut exact, mut prefixes) = (HashMap::<String, Vec<Row>>::new(), Vec::new());
        let rows: Vec<Row> = records(text).filter_map(|row| Row::new(&row)).collect();
        for row in rows {
            let negative = negation(&row.flag).filter(|_| row.form == Form::Switch);
            let keyed = !matches!(row.form, Form::Prefix)
                && (!matches!(row.form, Form::Joined | Form::Items) || row.flag.ends_with('='));
            if let Some(flag) = negative {
                let row = Row {
                    flag: flag.clone(),
                    ..row.clone()
                };
                exact.entry(flag).or_default().push(row);
            }
            if !keyed || row.form == Form::Either {
                prefixes.push(row.clone());
            }
            if keyed {
                exact.entry(row.flag.clone()).or_default().push(row);
            }
        }
        // Stable: rows of one flag stay in the order of the table.
        prefixes.sort_by_key(|row| std::cmp::Reverse(row.flag.len()));
        FlagTable { exact, prefixes }
    }

    /// The first row about a word, and the value that the word has.
    fn find<'a>(&self, word: &'a str) -> Option<(&Row, Option<&'a str>)> {
        let rows = |key: &str| self.exact.get(key).into_iter().flatten();
        let alone = rows(word).find(|row| !matches!(row.form, Form::Joined | Form::Items));
        if let Some(row) = alone {
            return Some((row, None));
        }
        if let Some(at) = word.find('=') {
            let (key, value) = word.split_at(at + 1);
            if let Some(row) = rows(key).find(|row| row.is_about(value)) {
                return Some((row, Some(value)));
            }
        }
        let begins = |row: &&Row| {
            let rest = word.strip_prefix(row.flag.as_str());
            rest.is_some_and(|value| row.is_about(value))
        };
        let row = self.prefixes.iter().find(begins)?;
        Some((row, Some(&word[row.flag.len()..])))
    }
}

impl Row {
    fn new(cells: &[String]) -> Option<Row> {
        let [flag, form, values, action, why] = cells else {
            return None;
        };
        Some(Row {
            flag: flag.clone(),
            form: match form.as_str() {
                "alone" => Form::Slice,
                "switch" => Form::Switch,
                "joined" => Form::Joined,
                "items" => Form::Items,
                "separate" => Form::Separate,
                "either" => Form::Either,
                "prefix" => Form::Prefix,
                _ => return None,
            },
            values: match values.as_str() {
                "" => Vec::new(),
                list => list.split('|').map(str::to_string).collect(),
            },
            action: match action.as_str() {
                "keep" => Action::Keep,
                "drop" => Action::Drop,
                "threads" => Action::Threads,
                "layout" => Action::Layout,
                "refuse" => Action::Refuse,
                "language" => Action::Language,
                "target" => Action::Target,
                "linker" => Action::Linker,
                "assembler" => Action::Assembler,
                "preprocessor" => Action::Preprocessor,
                _ => return None,
            },
            why: why.clone(),
        })
    }

    fn is_about(&self, value: &str) -> bool {
        let known = |value: &str| self.values.iter().any(|known| known == value);
        match self.form {
            _ if self.values.is_empty() => true,
            Form::Items => value.split(',').all(known),
            _ => known(value),
        }
    }
}

/// `-fno-X` for `-fX`, and so on for `-m`.
fn negation(flag: &str) -> Option<String> {
    let letter = ["-f", "-m"].into_iter().find(|l| flag.starts_with(l))?;
    Some(format!("{letter}no-{}", &flag[letter.len()..]))
}

/// The arguments that decide how the file is read.
pub fn keep_arguments(flags: &[String], file: &Path) -> Result<Vec<String>, Diagnostic> {
    let mut kept = Vec::new();
    let mut rest = flags.iter().map(String::as_str);
    while let Some(word) = rest.next() {
        // Objects, libraries, and the input itself.
        if !word.starts_with(['-', '@']) || word == "-" {
            continue;
        }
        let spelled = short_spelling(word, &mut rest);
        let Some((row, mut value)) = TABLE.find(&spelled) else {
            return Err(unknown(file, word));
        };
        let next = matches!(row.form, Form::Separate | Form::Either) && value.is_none();
        if next {
            value = rest.next();
            if value.is_none() && row.action != Action::Refuse {
                return Err(refusal(file, &format!("`{word}` has no value"), ""));
            }
        }
        if settle(row, word, value.unwrap_or_default(), file)? {
            kept.push(spelled.clone());
            kept.extend(value.filter(|_| next).map(str::to_string));
        }
    }
    Ok(kept)
}

/// Whether compilers start threads by themselves under these flags.
pub fn starts_threads(flags: &[String]) -> bool {
    let starts = |(row, _): (&Row, _)| row.action == Action::Threads;
    flags
        .iter()
        .any(|flag| TABLE.find(flag).is_some_and(starts))
}

/// Whether the flag is kept.
fn settle(row: &Row, word: &str, value: &str, file: &Path) -> Result<bool, Diagnostic> {
    match row.action {
        Action::Keep | Action::Threads => Ok(true),
        Action::Drop => Ok(false),
        Action::Layout => Err(other_layout(file, word)),
        Action::Refuse => Err(refused(file, word, &row.why)),
        Action::Target if is_ours(value) => Ok(true),
        Action::Target => Err(other_layout(file, value)),
        Action::Language if matches!(value, "c" | "c-header" | "cpp-output" | "none") => Ok(true),
        Action::Language => {
            let why = format!("`-x {value}` is not C");
            Err(refusal(file, &why, "only C is read"))
        }
        Action::Linker => handed_on("linker:", word, value, file),
        Action::Assembler => handed_on("assembler:", word, value, file),
        Action::Preprocessor => handed_on("preprocessor:", word, value, file),
    }
}

/// Whether the options of an `optimize` attribute or pragma, such as `("O2,unroll-loops", 3)`, leave the meaning alone, or change only
/// floating-point numbers, as those flags may that are kept.
pub(super) fn are_harmless_options(list: &str) -> bool {
    options_as_flags(list).all(|flag| {
        let row = TABLE.find(&flag);
        row.is_some_and(|(row, _)| matches!(row.action, Action::Keep | Action::Drop))
    })
}

/// The flags that the options of an `optimize` attribute or pragma stand for.
pub(super) fn options_as_flags(list: &str) -> impl Iterator<Item = String> {
    let separator = |c: char| matches!(c, ',' | '"' | '(' | ')' | ' ' | '\t');
    let options = list.split(separator).filter(|option| !option.is_empty());
    options.map(|option| match option.as_bytes()[0] {
        b'-' => option.to_string(),
        b'0'..=b'9' | b's' | b'g' | b'z' if option.len() == 1 => format!("-O{option}"),
        b'O' => format!("-{option}"),
        _ => format!("-f{option}"),
    })
}

/// Flags for another program, separated by commas; whether the word is kept. All must be in the table, and all have
/// the same fate.
fn handed_on(program: &str, word: &str, list: &str, file: &Path) -> Result<bool, Diagnostic> {
    // `-z word` is one flag of the linker.
    let (mut kept, mut dropped) = (false, word == "-z");
    for item in list.split(',').filter(|item| !item.is_empty()) {
        let value_of_dropped = dropped && !item.starts_with('-');
        match TABLE.find(&format!("{program}{item}")) {
            Some((row, _)) if row.action == Action::Refuse => {
                return Err(refused(file, word, &row.why));
            }
            Some((row, _)) if row.action == Action::Keep => kept = true,
            None if !value_of_dropped => {
                return Err(unknown(file, word));
            }
            _ => dropped = true,
        }
    }
    match kept && dropped {
        true => Err(unknown(file, word)),
        false => Ok(kept),
    }
}

/// gcc's long flags by their short names: `--define-macro=X` is `-DX`, `--short-enums` is `-fshort-enums`.
fn short_spelling<'a>(word: &str, rest: &mut impl Iterator<Item = &'a str>) -> String {
    if !word.starts_with("--") || TABLE.find(word).is_some() {
        return word.to_string();
    }
    let (name, value) = match word.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (word, None),
    };
    // A name with `=` takes a value, in this word or the next one.
    if let Some(short) = LONG.get(&format!("{name}=")) {
        let value = value.or_else(|| rest.next()).unwrap_or_default();
        return format!("{short}{value}");
    }
    if let (Some(short), None) = (LONG.get(name), value) {
        return short.clone();
    }
    let prefixes = [("--warn-", "-W"), ("--machine-", "-m"), ("--", "-f")];
    for (long, short) in prefixes {
        if let Some(name) = word.strip_prefix(long) {
            return format!("{short}{name}");
        }
    }
    word.to_string()
}

pub fn other_layout(file: &Path, what: &str) -> Diagnostic {
    let why = format!("`{what}` changes the layout of types from that of gcc on x86-64 Linux");
    refusal(
        file,
        &why,
        "analyse the build for x86-64 Linux with its usual type sizes",
    )
}

fn refused(file: &Path, flag: &str, why: &str) -> Diagnostic {
    let hint = "build the program without it, and analyse that build";
    refusal(file, &format!("`{flag}` {why}"), hint)
}

fn unknown(file: &Path, flag: &str) -> Diagnostic {
    let why = format!("`{flag}` is not known to preserve the meaning of the program");
    let hint = "if it does, omit it from the flags given to tamis; otherwise build without it";
    refusal(file, &why, hint)
}

/// Types are laid out as on x86-64 Linux. Android's `long double` is another.
fn is_ours(target: &str) -> bool {
    let linux = target == "x86_64" || target.starts_with("x86_64-") && target.contains("linux");
    linux
        && !["android", "ohos", "x32"]
            .iter()
            .any(|other| target.contains(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each line of the case: what becomes of the flags, then the flags.
    #[test]
    fn flags_do_what_the_cases_say() {
        let cases = include_str!("../../tests/cases/flags.txt").lines();
        for case in cases.filter(|line| !line.is_empty() && !line.starts_with("# ")) {
            let (expected, flags) = case.split_once(": ").expect(case);
            let flags: Vec<String> = flags.split(' ').map(str::to_string).collect();
            let outcome = match keep_arguments(&flags, Path::new("a.c")) {
                Ok(kept) if kept.is_empty() => "dropped".to_string(),
                Ok(kept) if kept == flags => "kept".to_string(),
                Ok(kept) => format!("as {}", kept.join(" ")),
                Err(error) if error.message.contains("not known") => "unknown".to_string(),
                Err(error) if error.message.contains("layout of types") => "layout".to_string(),
                Err(error) => {
                    assert!(error.place.is_some(), "{case}");
                    "refused".to_string()
                }
            };
            assert_eq!(outcome, expected, "{case}");
        }
    }

    #[test]
    fn every_row_of_the_tables_is_read() {
        let rows = include_str!("flags.csv").lines().count() - 1;
        let read = records(include_str!("flags.csv")).filter_map(|row| Row::new(&row));
        assert_eq!(read.count(), rows);
        let rows = include_str!("long_flags.csv").lines().count() - 1;
        assert_eq!(LONG.len(), rows);
    }
}
