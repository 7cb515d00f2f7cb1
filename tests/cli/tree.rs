//! Files in a directory of their own, and `tamis` run there.

use crate::support;
use std::fs;
use std::path::PathBuf;

/// A small tree of files in a directory of its own, and `tamis` run in it.
pub struct Tree(pub PathBuf);

/// What a run left behind.
pub struct Run {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Tree {
    pub fn new(name: &str, files: &[(&str, &str)]) -> Tree {
        let tree = Tree(support::directory(&format!("cli-{name}")));
        for (path, text) in files {
            tree.write(path, text);
        }
        tree
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().expect("in the tree")).expect("made");
        fs::write(path, text).expect("written");
    }

    pub fn read(&self, path: &str) -> String {
        let text = fs::read(self.0.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        String::from_utf8_lossy(&text).into_owned()
    }

    pub fn has(&self, path: &str) -> bool {
        self.0.join(path).exists()
    }

    pub fn tamis(&self, args: &[&str]) -> Run {
        let output = support::tamis(&self.0, args);
        Run {
            code: output.status.code(),
            stdout: support::text(&output.stdout),
            stderr: support::text(&output.stderr),
        }
    }
}

impl Run {
    #[track_caller]
    pub fn ends_with(self, code: i32, parts: &[&str]) -> Run {
        assert_eq!(self.code, Some(code), "{}{}", self.stdout, self.stderr);
        for part in parts {
            let said = self.stderr.contains(part) || self.stdout.contains(part);
            assert!(said, "no `{part}` in:\n{}{}", self.stdout, self.stderr);
        }
        self
    }
}
