//! Files in a directory of their own, and `tamis` run there.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

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
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{name}"));
        let _ = fs::remove_dir_all(&root);
        let tree = Tree(root);
        fs::create_dir_all(&tree.0).expect("made");
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
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
        let output = command
            .args(args)
            .current_dir(&self.0)
            .output()
            .expect("tamis runs");
        Run {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
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
