//! A cache that machines share: parts of a run that use it make the whole, and whatever happens to it changes nothing but time.
//!
//! The store is a real Redis that the tests start; between it and tamis stands a [`Proxy`] where the network is to misbehave.
#![cfg(feature = "remote-cache")]

#[path = "remote/servers.rs"]
mod servers;
mod support;

use serde_json::Value;
use servers::{Fault, Moto, Proxy, Redis, free_port};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::{Duration, Instant};
use support::{results, summary};

/// An empty directory with the two files of the cache's tests, and what a run without a cache finds out about them.
fn directory(name: &str) -> PathBuf {
    let root = support::directory(&format!("remote-{name}"));
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/cache");
    for file in ["a.c", "b.c", "types.h"] {
        fs::copy(cases.join(file), root.join(file)).expect("copied");
    }
    clean(&root, "whole", &["--no-cache"]);
    root
}

fn tamis(root: &Path, args: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = support::command(root, args);
    command.env_remove("REDISCLI_AUTH");
    command.envs(environment.iter().copied());
    command.output().expect("tamis runs")
}

/// A run that has to succeed; what it said.
fn done(root: &Path, args: &[&str], environment: &[(&str, &str)]) -> String {
    let output = tamis(root, args, environment);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {said}");
    said
}

fn clean(root: &Path, out: &str, more: &[&str]) -> String {
    let args = [&["clean", "--jobs", "2", "-o", out, "a.c", "b.c"], more].concat();
    done(root, &args, &[])
}

fn assert_same(root: &Path, out: &str) {
    results::assert_same(&root.join(out), &root.join("whole"), &["inputs.json"], out);
}

/// How many labels there are, and of how many everything was known.
fn labels(root: &Path, out: &str) -> (u64, u64) {
    let summary = summary(&root.join(out));
    let number = |value: &Value| value.as_u64().expect("a number");
    (
        number(&summary["labels"]),
        number(&summary["proving"]["cached"]),
    )
}

fn assert_all_known(root: &Path, out: &str) {
    let (all, known) = labels(root, out);
    assert!(all > 0 && all == known, "{out}: {known} of {all}");
}

/// One note about the cache, with what it says and what to do.
fn assert_told(said: &str, what: &str) {
    assert_eq!(said.matches("note: the cache ").count(), 1, "{said}");
    assert!(said.contains(what), "{what}: {said}");
    assert!(said.contains("results are complete"), "{said}");
}

#[test]
fn parts_share_proofs() {
    let root = directory("parts");
    let redis = Redis::start(&root, &[]);
    let place = redis.address("");
    for k in ["1/3", "2/3", "3/3"] {
        let out = k.replace('/', "-");
        let said = clean(&root, &out, &["--cache", &place, "--shard", k]);
        assert!(!said.contains("the cache"), "{said}");
        // What was proved lies in the store, not only here.
        fs::remove_dir_all(root.join(out).join(".cache")).expect("there");
    }
    let args = ["merge", "--cache", &place, "merged", "1-3", "2-3", "3-3"];
    done(&root, &args, &[]);
    assert_same(&root, "merged");
    assert_all_known(&root, "merged");
    // So another machine finds everything.
    clean(&root, "second", &["--cache", &place]);
    assert_same(&root, "second");
    assert_all_known(&root, "second");
    // And has it at hand from then on.
    drop(redis);
    let said = clean(&root, "second", &["--cache", &place]);
    assert_all_known(&root, "second");
    assert_told(&said, "cannot be used: Connection refused");
}

#[test]
fn databases_are_apart() {
    let root = directory("databases");
    let redis = Redis::start(&root, &[]);
    clean(&root, "one", &["--cache", &redis.address("/1")]);
    clean(&root, "two", &["--cache", &redis.address("/2")]);
    assert_eq!(labels(&root, "two").1, 0);
    clean(&root, "again", &["--cache", &redis.address("/1")]);
    assert_all_known(&root, "again");
    let said = clean(&root, "absent", &["--cache", &redis.address("/999")]);
    assert_told(&said, "failed");
    assert_same(&root, "absent");
}

#[test]
fn a_store_that_is_killed_in_the_middle_costs_time_only() {
    let root = directory("killed");
    let redis = Redis::start(&root, &[]);
    let proxy = Proxy::start(redis.port, Fault::Kill(redis.pid(), 12));
    let said = clean(&root, "killed", &["--cache", &proxy.address()]);
    assert_same(&root, "killed");
    assert_told(&said, "failed");
    assert!(redis.has_ended(), "it was to be killed");
}

#[test]
fn faults_of_the_network_cost_time_only() {
    let root = directory("faults");
    let faults = [
        ("mute", Fault::Mute, "no answer within 5 s"),
        (
            "slow",
            Fault::Slow(Duration::from_millis(900)),
            "disabled for this run",
        ),
        ("garbage", Fault::Garbage, "failed"),
        ("cut", Fault::Cut, "failed"),
    ];
    for (name, fault, what) in faults {
        let redis = Redis::start(&root, &[]);
        let proxy = Proxy::start(redis.port, fault);
        let clock = Instant::now();
        let said = clean(&root, name, &["--cache", &proxy.address()]);
        assert!(clock.elapsed() < Duration::from_secs(90), "{name}");
        assert_same(&root, name);
        assert_told(&said, what);
    }
    let nobody = format!("redis://127.0.0.1:{}", free_port());
    let said = clean(&root, "nobody", &["--cache", &nobody]);
    assert_same(&root, "nobody");
    assert_told(&said, "Connection refused");
}

#[test]
fn a_store_that_is_full_is_still_read() {
    let root = directory("full");
    let redis = Redis::start(&root, &[]);
    let place = redis.address("");
    clean(&root, "first", &["--cache", &place]);
    let keys = redis.keys();
    for key in &keys[..keys.len() / 2] {
        redis.say(&["DEL", key]);
    }
    redis.say(&["CONFIG", "SET", "maxmemory-policy", "noeviction"]);
    redis.say(&["CONFIG", "SET", "maxmemory", "1"]);
    let said = clean(&root, "full", &["--cache", &place]);
    assert_same(&root, "full");
    assert_told(&said, "OOM");
    assert_eq!(redis.keys().len(), keys.len() - keys.len() / 2);
    let (all, known) = labels(&root, "full");
    assert!(0 < known && known < all, "{known} of {all}");
}

#[test]
fn values_that_nobody_put_there_are_proved_again() {
    let root = directory("garbage");
    let redis = Redis::start(&root, &[]);
    let place = redis.address("");
    clean(&root, "first", &["--cache", &place]);
    let keys = redis.keys();
    assert!(keys.len() > 5, "{keys:?}");
    let mut values: Vec<Vec<u8>> = keys.iter().map(|key| redis.get(key)).collect();
    // Those of other functions, cut off, changed, empty, of another kind.
    values.rotate_left(1);
    for (at, (key, value)) in keys.iter().zip(&mut values).enumerate() {
        match at % 5 {
            0 => {}
            1 => value.truncate(value.len() / 2),
            2 => *value = redis.get(key).into_iter().map(|b| b ^ 1).collect(),
            3 => value.clear(),
            _ => *value = b"<html>no such page</html>".to_vec(),
        }
        redis.set(key, value);
    }
    redis.say(&["DEL", &keys[0]]);
    redis.say(&["LPUSH", &keys[0], "a list"]);
    let said = clean(&root, "garbage", &["--cache", &place]);
    assert_same(&root, "garbage");
    assert_eq!(labels(&root, "garbage").1, 0);
    assert_told(&said, "");
    // They were replaced.
    clean(&root, "after", &["--cache", &place]);
    assert_all_known(&root, "after");
    assert_same(&root, "after");
}

#[test]
fn secrets_stay_secret() {
    let root = directory("secrets");
    let redis = Redis::start(&root, &["--requirepass", "sesame@1/x"]);
    let port = redis.port;
    let right = format!("redis://:sesame%401%2Fx@127.0.0.1:{port}");
    let said = clean(&root, "right", &["--cache", &right]);
    assert!(!said.contains("the cache"), "{said}");
    let args = ["clean", "-o", "environment", "a.c", "b.c", "--cache"];
    let bare = format!("redis://127.0.0.1:{port}");
    let variable = [("REDISCLI_AUTH", "sesame@1/x")];
    done(&root, &[&args[..], &[&bare]].concat(), &variable);
    assert_all_known(&root, "environment");
    let wrong = format!("redis://ali:swordfish@127.0.0.1:{port}/0");
    let said = clean(&root, "wrong", &["--cache", &wrong]);
    assert_same(&root, "wrong");
    assert_told(&said, "failed");
    assert!(!said.contains("swordfish") && !said.contains("ali:"));
    for out in ["right", "wrong", "environment"] {
        for entry in fs::read_dir(root.join(out)).expect("there").flatten() {
            let text = fs::read(entry.path()).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            let found = ["swordfish", "sesame"].iter().any(|s| text.contains(s));
            assert!(!found, "{}", entry.path().display());
        }
    }
    for place in ["redis://u:swordfish@h:x", "http://u:swordfish@h"] {
        let args = ["clean", "a.c", "--cache", place];
        let output = tamis(&root, &args, &[]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(!said.contains("swordfish"), "{said}");
        assert!(said.contains("redis://HOST"), "{said}");
    }
}

#[test]
#[ignore = "benchmarks/s3 brings the server, 300 MB, and runs it"]
fn s3_does_the_same() {
    let root = directory("s3");
    let moto = Moto::start(&root, "proofs");
    let environment = moto.environment();
    let environment: Vec<(&str, &str)> = environment.iter().map(|(k, v)| (*k, &v[..])).collect();
    let run = |out: &str, more: &[&str]| {
        let args = [&["clean", "-o", out, "a.c", "b.c"], more].concat();
        done(&root, &args, &environment)
    };
    let place = ["--cache", "s3://proofs/a/b"];
    for k in ["1/2", "2/2"] {
        let said = run(
            &k.replace('/', "-"),
            &[&place[..], &["--shard", k]].concat(),
        );
        assert!(!said.contains("the cache"), "{said}");
    }
    run("again", &place);
    assert_same(&root, "again");
    assert_all_known(&root, "again");
    run("prefix", &["--cache", "s3://proofs/c"]);
    assert_eq!(labels(&root, "prefix").1, 0);
    let said = run("absent", &["--cache", "s3://absent/c"]);
    assert_same(&root, "absent");
    assert_told(&said, "failed");
    drop(moto);
    let said = run("away", &place);
    assert_same(&root, "away");
    assert_told(&said, "failed");
}
