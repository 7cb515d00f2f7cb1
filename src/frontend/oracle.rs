//! For tests: the real compiler as an oracle, and random input that is the same in every run.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Builds the C program with `cc`, runs it and gives its output.
pub fn run_c(program: &str, flags: &[&str]) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("tamis-oracle-{}-{number}", std::process::id());
    let binary = std::env::temp_dir().join(name);
    let mut cc = Command::new("cc")
        .args(["-x", "c", "-", "-o"])
        .arg(&binary)
        .args(flags)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cc runs");
    let text = program.to_string();
    let mut input = cc.stdin.take().expect("stdin is a pipe");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let built = cc.wait_with_output().expect("cc ends");
    writer
        .join()
        .expect("the writer does not panic")
        .expect("cc reads its input");
    assert!(
        built.status.success(),
        "{}",
        String::from_utf8_lossy(&built.stderr)
    );
    let run = Command::new(&binary).output().expect("the program runs");
    std::fs::remove_file(&binary).expect("the program was there");
    assert!(run.status.success());
    String::from_utf8(run.stdout).expect("the program prints text")
}

/// A small generator (splitmix64); its seed decides everything.
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Rng(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Any number less than `n`, which is not 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }
}
