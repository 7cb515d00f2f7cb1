//! Names of the annotated files in the output directory.
//!
//! Comes in: the inputs' paths. Goes out: relative names, plain and distinct.

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// Where each input's annotated text goes, below `annotated/`: the input's path from the
/// directory that all inputs share, as `NAME_labels.c`. Names are relative, plain and distinct.
pub fn annotated_names(inputs: &[PathBuf]) -> Vec<PathBuf> {
    let paths: Vec<Vec<OsString>> = inputs.iter().map(|input| plain_components(input)).collect();
    let shared = shared_directories(&paths);
    let mut taken = HashSet::new();
    paths
        .iter()
        .map(|path| distinct_name(&path[shared..], &mut taken))
        .collect()
}

/// The names on the way from the root, with `.` and `..` resolved by the text alone.
fn plain_components(path: &Path) -> Vec<OsString> {
    let mut names = Vec::new();
    for component in path.components() {
        match component {
            Component::Normal(name) => names.push(name.to_os_string()),
            Component::ParentDir => drop(names.pop()),
            Component::CurDir | Component::RootDir | Component::Prefix(_) => {}
        }
    }
    names
}

/// How many leading directories all paths have in common.
fn shared_directories(paths: &[Vec<OsString>]) -> usize {
    let Some(first) = paths.first() else { return 0 };
    let shared_with = |path: &Vec<OsString>| {
        let directories = path
            .len()
            .saturating_sub(1)
            .min(first.len().saturating_sub(1));
        (0..directories)
            .take_while(|&i| path[i] == first[i])
            .count()
    };
    paths.iter().map(shared_with).min().unwrap_or(0)
}

fn distinct_name(path: &[OsString], taken: &mut HashSet<PathBuf>) -> PathBuf {
    let (name, directories) = path
        .split_last()
        .map_or((OsString::new(), path), |(n, d)| (n.clone(), d));
    let mut file = Path::new(&name)
        .file_stem()
        .unwrap_or_default()
        .to_os_string();
    file.push("_labels.c");
    let directory: PathBuf = directories.iter().collect();
    let mut candidate = directory.join(&file);
    let mut number = 1;
    // The same file compiled twice, or `a.c` beside `a.i`.
    while !taken.insert(candidate.clone()) {
        number += 1;
        candidate = directory.join(number.to_string()).join(&file);
    }
    candidate
}
