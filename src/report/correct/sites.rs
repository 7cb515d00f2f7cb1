//! Where conditions are, line by line, as a compiler without optimisation sees them.
//!
//! The first condition of a decision is reported at the line of its keyword, each other one at the line of the operator
//! before it. So a decision is understood if each condition stands on one line with what comes before it, and if each
//! `&&` and `||` separates two conditions that have labels. A line is understood if it belongs to one decision and has
//! nothing else that makes branches.

use super::probe::{Fork, probe};
use super::scan::{Kind, Token, scan};
use crate::base::{self, Diagnostic, cannot, name_path};
use crate::frontend::Source;
use crate::report::data::Run;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// A condition: the labels of its two outcomes in each unit that has the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaf {
    pub units: Vec<[u64; 2]>,
}

/// The conditions of the main files of a run's units.
#[derive(Default)]
pub struct Sites {
    /// `None` for a line that is not understood.
    lines: HashMap<Arc<str>, BTreeMap<u32, Option<Vec<Leaf>>>>,
    /// As the compiler says; `None` for a line that its units do not agree on.
    forks: HashMap<Arc<str>, BTreeMap<u32, Option<Vec<Fork>>>>,
    /// Labels whose branches the compiler names.
    placed: HashSet<u64>,
    /// What names of the run may be relative to.
    directories: BTreeSet<PathBuf>,
    /// All labels of condition coverage.
    labels: HashMap<Arc<str>, BTreeMap<u32, Vec<u64>>>,
}

impl Sites {
    /// Reads the annotated texts of a directory.
    pub fn read(dir: &Path, run: &Run) -> Result<Sites, Diagnostic> {
        let mut sites = Sites {
            directories: run.directories.clone(),
            ..Sites::default()
        };
        for label in run.labels().filter(|label| label.row.criterion == "cc") {
            let lines = sites
                .labels
                .entry(label.row.place.file.clone())
                .or_default();
            lines
                .entry(label.row.place.line)
                .or_default()
                .push(label.row.id);
        }
        if sites.labels.is_empty() {
            let message = format!("{} has no labels of condition coverage", dir.display());
            return Err(Diagnostic::error(None, message).with_hint(
                "`tamis clean --criteria cc FILE…` makes them: branches are corrected by them",
            ));
        }
        for path in annotated(&dir.join("annotated"))? {
            let bytes = fs::read(&path).map_err(|error| cannot("read", &path, &error))?;
            sites.add(Unit::read(Source::new(path.clone(), bytes)?, run));
        }
        Ok(sites)
    }

    /// Asks the compiler which branches an input has. Without an answer the rules for lines remain.
    pub fn probe(
        &mut self,
        run: &Run,
        source: &Source,
        compile: &dyn Fn(&[u8]) -> Option<Vec<u8>>,
    ) {
        let file = main_file(source);
        let Some(found) = probe(run, source, &file, compile) else {
            return;
        };
        let lines = self.forks.entry(file).or_default();
        for (line, forks) in found {
            let leaves = forks.iter().filter_map(|fork| fork.leaf.as_ref());
            self.placed
                .extend(leaves.flat_map(|leaf| leaf.units.iter().flatten()));
            let known = lines.entry(line).or_insert_with(|| Some(forks.clone()));
            if known.as_ref().is_some_and(|known| *known != forks) {
                *known = None;
            }
        }
    }

    /// The branches of a line, if there are so many.
    pub(super) fn forks(&self, file: &str, line: u32, branches: usize) -> Option<&[Fork]> {
        let forks = self.forks.get(file)?.get(&line)?.as_deref()?;
        let count: usize = forks.iter().map(|fork| fork.arcs).sum();
        (count == branches).then_some(forks)
    }

    /// Whether the compiler says which branches the condition of the label has.
    pub(super) fn is_placed(&self, label: u64) -> bool {
        self.placed.contains(&label)
    }

    fn add(&mut self, unit: Unit) {
        let lines = self.lines.entry(unit.file).or_default();
        for (line, found) in unit.lines {
            let merged = match lines.remove(&line) {
                None => found,
                Some(known) => known.zip(found).and_then(|(a, b)| merge(a, b)),
            };
            lines.insert(line, merged);
        }
    }

    /// The conditions of a line that is understood.
    pub(super) fn leaves(&self, file: &str, line: u32) -> Option<&[Leaf]> {
        self.lines.get(file)?.get(&line)?.as_deref()
    }

    pub(super) fn labels(&self, file: &str, line: u32) -> &[u64] {
        let lines = self.labels.get(file);
        lines
            .and_then(|lines| lines.get(&line))
            .map_or(&[], Vec::as_slice)
    }

    /// The file of the run that each measured path means, where that is certain: no other path means it too.
    pub(super) fn files_of<'a>(&self, measured: &BTreeSet<&'a str>) -> HashMap<&'a str, &str> {
        let meant: Vec<(&str, &str)> = measured
            .iter()
            .filter_map(|path| Some((*path, self.file_of(path)?)))
            .collect();
        let mut times: HashMap<&str, usize> = HashMap::new();
        for (_, file) in &meant {
            *times.entry(file).or_default() += 1;
        }
        meant
            .into_iter()
            .filter(|(_, file)| times[file] == 1)
            .collect()
    }

    fn file_of(&self, measured: &str) -> Option<&str> {
        let mut found = self
            .lines
            .keys()
            .filter(|file| self.is_same(file, measured));
        let only = found.next()?;
        found.next().is_none().then_some(&**only)
    }

    /// Whether two paths mean one file: where both exist they must be the same, else one must end with the other.
    fn is_same(&self, known: &str, measured: &str) -> bool {
        let here = [PathBuf::new()];
        let starts = here.iter().chain(&self.directories);
        let mut there = starts
            .filter_map(|start| fs::canonicalize(start.join(name_path(known))).ok())
            .peekable();
        if let (Ok(measured), Some(_)) = (fs::canonicalize(measured), there.peek()) {
            return there.any(|known| known == measured);
        }
        let (known, measured) = (plain(known), plain(measured));
        let some = !known.is_empty() && !measured.is_empty();
        some && (measured.ends_with(&known) || known.ends_with(&measured))
    }
}

/// The names on the way to a file, without `.` and `..`.
fn plain(path: &str) -> Vec<String> {
    let mut names = Vec::new();
    for part in Path::new(path).components() {
        match part {
            Component::Normal(name) => names.push(name.to_string_lossy().into_owned()),
            Component::ParentDir => drop(names.pop()),
            _ => {}
        }
    }
    names
}

/// Two units agree on a line if they have as many conditions there.
fn merge(a: Vec<Leaf>, b: Vec<Leaf>) -> Option<Vec<Leaf>> {
    let same = a.len() == b.len();
    let both = |(mut a, b): (Leaf, Leaf)| {
        a.units.extend(b.units);
        a
    };
    same.then(|| a.into_iter().zip(b).map(both).collect())
}

/// The annotated texts, sorted. Links are not followed: tamis writes none.
fn annotated(dir: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(dir) = open.pop() {
        for path in base::entries(&dir)? {
            let unreadable = |error| cannot("read", &path, &error);
            let kind = fs::symlink_metadata(&path).map_err(unreadable)?;
            match (kind.is_dir(), kind.is_file()) {
                (true, _) => open.push(path),
                (_, true) => found.push(path),
                _ => {
                    let message = format!("{} is no regular file", path.display());
                    return Err(Diagnostic::error(None, message));
                }
            }
        }
    }
    found.sort();
    Ok(found)
}

/// One annotated text.
struct Unit {
    file: Arc<str>,
    lines: BTreeMap<u32, Option<Vec<Leaf>>>,
}

impl Unit {
    fn read(source: Source, run: &Run) -> Unit {
        let tokens = scan(&source.text);
        let file = main_file(&source);
        let mut reader = Reader {
            source: &source,
            run,
            tokens: &tokens,
            unit: Unit {
                file,
                lines: BTreeMap::new(),
            },
        };
        reader.read();
        reader.unit
    }
}

/// The first marker names the file itself.
fn main_file(source: &Source) -> Arc<str> {
    let marker = match source.text.starts_with("# ") {
        true => 0,
        false => source.text.find("\n# ").map_or(0, |at| at + 1),
    };
    let after = source.text[marker..].find('\n');
    source
        .place(after.map_or(marker, |at| marker + at + 1) as u32)
        .file
}

struct Reader<'a> {
    source: &'a Source,
    run: &'a Run,
    tokens: &'a [Token],
    unit: Unit,
}

/// A condition as it is read: its labels, and the lines that it and what comes before it touch.
#[derive(Default)]
struct Draft {
    lines: BTreeSet<u32>,
    labels: Vec<u64>,
}

impl Reader<'_> {
    fn read(&mut self) {
        let mut at = 0;
        while at < self.tokens.len() {
            at = match self.tokens[at].kind {
                Kind::If | Kind::While | Kind::For => self.decision(at),
                Kind::Switch | Kind::Junction | Kind::Question => {
                    self.spoil(at, at);
                    at + 1
                }
                _ => at + 1,
            };
        }
    }

    /// Reads the decision that a keyword begins; gives the token after its parentheses.
    fn decision(&mut self, keyword: usize) -> usize {
        let Some(close) = self.close(keyword + 1) else {
            self.spoil(keyword, keyword);
            return keyword + 1;
        };
        let inside = match self.tokens[keyword].kind {
            Kind::For => self.second_section(keyword + 2, close),
            _ => Some((keyword + 2, close)),
        };
        match inside.and_then(|(first, end)| self.leaves(keyword, first, end)) {
            Some(leaves) => self.place(leaves),
            None => self.spoil(keyword, close),
        }
        close + 1
    }

    /// The parenthesis that closes the one here.
    fn close(&self, open: usize) -> Option<usize> {
        let mut depth = 0;
        for (i, token) in self.tokens.iter().enumerate().skip(open) {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return (token.kind == Kind::Close).then_some(i);
            }
        }
        None
    }

    /// The condition of a `for`, if the other two sections make no branches.
    fn second_section(&self, first: usize, close: usize) -> Option<(usize, usize)> {
        let ends: Vec<usize> = (first..close)
            .filter(|&i| self.tokens[i].kind == Kind::Semicolon)
            .collect();
        let &[one, two] = ends.as_slice() else {
            return None;
        };
        let makes = |i: usize| {
            matches!(
                self.tokens[i].kind,
                Kind::Junction | Kind::Question | Kind::Brace
            )
        };
        let quiet = !(first..one).chain(two..close).any(makes);
        quiet.then_some((one + 1, two))
    }

    /// The conditions between two tokens, each with its line; `None` if something is not understood.
    fn leaves(&self, keyword: usize, first: usize, end: usize) -> Option<Vec<(u32, Leaf)>> {
        let mut drafts = vec![Draft::default()];
        drafts[0].lines.insert(self.line(keyword)?);
        for i in first..end {
            let line = self.line(i)?;
            match self.tokens[i].kind {
                Kind::Junction => drafts.push(Draft::default()),
                Kind::Label(id) => {
                    if self
                        .run
                        .label(id)
                        .is_some_and(|label| label.row.criterion == "cc")
                    {
                        drafts[0].labels.push(id);
                    }
                    continue;
                }
                // What follows a label on a line of its own is no part of the user's condition.
                Kind::Comma => continue,
                Kind::Other | Kind::Open | Kind::Close => {}
                _ => return None,
            }
            drafts.last_mut()?.lines.insert(line);
        }
        let labels: Vec<u64> = drafts[0].labels.clone();
        if labels.len() != 2 * drafts.len() {
            return None;
        }
        let pairs = labels.chunks_exact(2);
        let leaf = |(draft, pair): (&Draft, &[u64])| {
            // Both outcomes of one condition stand at its place.
            let [yes, no] = [pair[0], pair[1]].map(|id| self.run.label(id));
            (yes?.row.place == no?.row.place).then_some(())?;
            let only = draft.lines.first().filter(|_| draft.lines.len() == 1)?;
            let units = vec![[pair[0], pair[1]]];
            Some((*only, Leaf { units }))
        };
        drafts.iter().zip(pairs).map(leaf).collect()
    }

    fn place(&mut self, leaves: Vec<(u32, Leaf)>) {
        let mut fresh: BTreeMap<u32, Vec<Leaf>> = BTreeMap::new();
        for (line, leaf) in leaves {
            fresh.entry(line).or_default().push(leaf);
        }
        for (line, leaves) in fresh {
            // A second decision on the line: compilers order loops as they like.
            let taken = self.unit.lines.contains_key(&line);
            self.unit.lines.insert(line, (!taken).then_some(leaves));
        }
    }

    /// The lines of these tokens have branches that are not understood.
    fn spoil(&mut self, first: usize, last: usize) {
        let lines: BTreeSet<u32> = (first..=last).filter_map(|i| self.line(i)).collect();
        for line in lines {
            self.unit.lines.insert(line, None);
        }
    }

    /// The line of a token in the main file.
    fn line(&self, token: usize) -> Option<u32> {
        let place = self.source.place(self.tokens.get(token)?.offset);
        (place.file == self.unit.file).then_some(place.line)
    }
}
