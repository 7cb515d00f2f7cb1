//! Questions that a compiler answers: each `tests/cases/types/NAME.c` has declarations and lines `ASK e;`. Every question
//! becomes a function that returns `e`; gcc and clang build them, tamis lowers and interprets them. An answer of tamis must be that of both
//! compilers. Where they differ, the question must be left out; `MAY e;` may be left out though they agree.

#[path = "types/random.rs"]
mod random;
#[path = "types/words.rs"]
mod words;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use tamis::frontend::{TranslationUnit, command, read};
use tamis::ir::interp::{Limits, Machine};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/types");

type Answers = BTreeMap<usize, i64>;

struct Case {
    name: String,
    declarations: String,
    /// Whether tamis must answer, and the expression.
    questions: Vec<(bool, String)>,
}

impl Case {
    fn read(path: &Path) -> Case {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_stem().unwrap().to_string_lossy();
        Case::new(name.into_owned(), &text)
    }

    fn new(name: String, text: &str) -> Case {
        let mut case = Case {
            name,
            declarations: String::new(),
            questions: Vec::new(),
        };
        for line in text.lines() {
            let question = |word: &str| line.strip_prefix(word)?.strip_suffix(';');
            match (question("ASK "), question("MAY ")) {
                (Some(e), _) => case.questions.push((true, e.to_string())),
                (_, Some(e)) => case.questions.push((false, e.to_string())),
                _ => case.declarations += &format!("{line}\n"),
            }
        }
        case
    }

    /// The program that prints the answers to these questions.
    fn program(&self, asked: impl Fn(usize) -> bool) -> PathBuf {
        let mut text = self.declarations.clone();
        let mut body = String::new();
        for (i, (_, e)) in self.questions.iter().enumerate().filter(|(i, _)| asked(*i)) {
            text += &format!("long long question_{i}(void) {{ return (long long)({e}); }}\n");
            body += &format!("printf(\"{i} %lld\\n\", question_{i}());\n");
        }
        text +=
            &format!("int printf(const char *, ...);\nint main(void) {{\n{body}return 0;\n}}\n");
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("types-{}.c", self.name));
        std::fs::write(&path, text).unwrap();
        path
    }

    fn compiled(&self, compiler: &str) -> Answers {
        let source = self.program(|_| true);
        let program = source.with_extension(compiler);
        let mut build = Command::new(compiler);
        build.arg("-w").arg(&source).arg("-o").arg(&program);
        let built = build.output().unwrap();
        let messages = String::from_utf8_lossy(&built.stderr);
        assert!(built.status.success(), "{}: {messages}", self.name);
        let run = Command::new(&program).output().unwrap();
        answers(&run.stdout)
    }

    fn interpreted(&self) -> Answers {
        let whole = lowered(&self.program(|_| true));
        let known = |i: usize| {
            let name = format!("question_{i}");
            whole.unit.functions.iter().any(|f| f.name == name)
        };
        let unit = lowered(&self.program(known));
        let limits = Limits {
            steps: 100_000_000,
            ..Limits::default()
        };
        let outcome = Machine::new(&unit.unit).limits(limits).run(&["types"]);
        answers(&outcome.stdout)
    }
}

fn lowered(path: &Path) -> TranslationUnit {
    read(&command::from_flags(path, &[]).unwrap()).unwrap()
}

fn answers(printed: &[u8]) -> Answers {
    let printed = String::from_utf8_lossy(printed);
    let pair = |line: &str| {
        let (number, answer) = line.split_once(' ')?;
        Some((number.parse().ok()?, answer.parse().ok()?))
    };
    printed.lines().filter_map(pair).collect()
}

#[test]
fn answers_are_those_of_both_compilers() {
    let entries = std::fs::read_dir(FOLDER).unwrap();
    let cases = entries.map(|entry| Case::read(&entry.unwrap().path()));
    let wrong: Vec<String> = cases.flat_map(|case| wrong_answers(&case)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn random_declarations_are_as_both_compilers_have_them() {
    for seed in 0..12 {
        let text = random::declarations(seed);
        let case = Case::new(format!("random-{seed}"), &text);
        let wrong = wrong_answers(&case);
        assert!(wrong.is_empty(), "{}\n{text}", wrong.join("\n"));
        assert!(
            2 * case.interpreted().len() > case.questions.len(),
            "{text}"
        );
    }
}

#[test]
fn type_words_in_any_order_are_as_both_compilers_have_them() {
    let case = Case::new("words".into(), &words::questions());
    let wrong = wrong_answers(&case);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn wrong_answers(case: &Case) -> Vec<String> {
    let (gcc, clang) = (case.compiled("gcc"), case.compiled("clang"));
    let ours = case.interpreted();
    let mut wrong = Vec::new();
    for (i, (must, e)) in case.questions.iter().enumerate() {
        let (gcc, clang, ours) = (gcc.get(&i), clang.get(&i), ours.get(&i));
        let fine = match ours {
            None => !must || gcc != clang,
            Some(_) => ours == gcc && ours == clang,
        };
        if !fine {
            let name = &case.name;
            wrong.push(format!(
                "{name}: {e}: {ours:?}, gcc {gcc:?}, clang {clang:?}"
            ));
        }
    }
    wrong
}
