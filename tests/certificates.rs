//! Certificates: every removal of the small programs of `tests/cases/clean` has one that `tamis check` verifies, and whatever is changed
//! about them is noticed. What was changed is sealed again, so that it is the checker that refuses it and not a digest.

mod support;

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use support::summary;
use tamis::base::Digest;
use tamis::check::check_lrat;
use tamis::status::{
    CertificateEntry, CertificateRow, CertifiedClaim, Shown, certificates_table, certificates_text,
    read_certificates, read_certificates_table,
};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/clean");

fn clean(file: &str, name: &str, flags: &[&str]) -> (Output, PathBuf) {
    let out = support::absent(&format!("certificates-{name}"));
    let args = ["clean", "--criteria", "none", "--library", file, "-o"];
    let mut command = support::command(Path::new(FOLDER), &args);
    command.arg(&out).args(flags);
    (command.output().expect("tamis runs"), out)
}

/// The exit code, and the report if there is one.
fn check(out: &Path) -> (Option<i32>, Value) {
    let ran = support::tamis(out, &["check", "--format", "json", "."]);
    let report = serde_json::from_slice(&ran.stdout).unwrap_or(Value::Null);
    (ran.status.code(), report)
}

fn entries(out: &Path, row: &CertificateRow) -> Vec<CertificateEntry> {
    let text = fs::read_to_string(out.join(&row.file)).expect("certificates");
    let entries = read_certificates(&text).into_iter();
    entries.collect::<Result<_, _>>().expect("certificates")
}

fn table(out: &Path) -> Vec<CertificateRow> {
    read_certificates_table(&out.join("certificates.csv")).expect("a table")
}

/// Replaces a table, and its seal in the summary.
fn replace(out: &Path, name: &str, content: &[u8]) {
    fs::write(out.join(name), content).expect("written");
    let mut summary = summary(out);
    let digest = Digest::of_bytes(content).to_string();
    summary["files_sealed"][name] = json!({ "bytes": content.len(), "digest": digest });
    fs::write(out.join("summary.json"), summary.to_string()).expect("written");
}

/// Replaces a file of certificates, and all that seals it.
fn replace_file(out: &Path, index: usize, text: &str, claims: usize) {
    let mut rows = table(out);
    let CertificateRow { file, function, .. } = rows[index].clone();
    fs::write(out.join(&file), text).expect("written");
    rows[index] = CertificateRow::new(file, function, claims, text.as_bytes());
    replace(out, "certificates.csv", &certificates_table(&rows));
}

/// Changes the first entry that the change applies to, and seals everything again.
fn change(out: &Path, mut change: impl FnMut(&mut CertificateEntry) -> bool) {
    for (index, row) in table(out).iter().enumerate() {
        let mut entries = entries(out, row);
        if entries.iter_mut().any(&mut change) {
            return replace_file(out, index, &certificates_text(&entries), entries.len());
        }
    }
    panic!("nothing to change");
}

/// Changes the proof of the first claim whose proof has steps.
fn change_proof(out: &Path, edit: impl Fn(&mut String, &mut String)) {
    change(out, |entry| match &mut entry.shown {
        Shown::Proof { cnf, lrat, .. } if lrat.lines().count() > 1 => {
            edit(cnf, lrat);
            true
        }
        _ => false,
    });
}

/// A directory with certificates, to be tampered with.
fn certified(name: &str) -> PathBuf {
    let (_, out) = clean("memory.c", name, &["--certificates"]);
    assert_eq!(check(&out).0, Some(0));
    out
}

/// The first problem of a check that has to fail.
fn problem(out: &Path) -> String {
    let (code, report) = check(out);
    assert_eq!(code, Some(4), "{report}");
    report["problems"][0]
        .as_str()
        .unwrap_or_default()
        .to_string()
}

#[test]
fn every_removal_has_a_certificate_that_is_verified() {
    let mut files: Vec<String> = fs::read_dir(FOLDER)
        .expect("cases")
        .map(|entry| entry.expect("a case").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".c"))
        .collect();
    files.sort();
    let (mut proofs, mut settled, mut steps) = (0, 0, 0);
    for file in files {
        let (ran, out) = clean(&file, &file, &["--certificates"]);
        let stderr = String::from_utf8_lossy(&ran.stderr);
        // 2: some of its functions are left out on purpose.
        assert!(matches!(ran.status.code(), Some(0 | 2)), "{file}: {stderr}");
        let made = &summary(&out)["certificates"];
        assert_eq!(
            made["removals"], made["removals_certified"],
            "{file}: {made}"
        );
        assert_eq!(
            (&made["open"], &made["faulty"]),
            (&json!(0), &json!(0)),
            "{file}"
        );
        let (code, report) = check(&out);
        assert_eq!(code, Some(0), "{file}: {report}");
        assert_eq!(report["removals"], report["removals_verified"], "{file}");
        assert_eq!(report["removals"], made["removals"], "{file}");
        assert_eq!(report["proofs"], made["proofs"], "{file}");
        let count = |name: &str| report[name].as_u64().unwrap_or(0);
        proofs += count("proofs");
        settled += count("settled_by_rewriting");
        steps += count("steps");
    }
    assert!(
        proofs > 100 && settled < proofs && steps > proofs,
        "{proofs} {settled} {steps}"
    );
}

#[test]
fn verdicts_are_the_same_with_certificates() {
    let status = |out: &Path| fs::read_to_string(out.join("status.csv")).expect("verdicts");
    let (_, plain) = clean("traps.c", "plain", &[]);
    let (_, strict) = clean("traps.c", "strict", &["--certificates", "--strict"]);
    assert_eq!(status(&plain), status(&strict));
    assert_eq!(check(&plain), (Some(2), Value::Null));
}

#[test]
fn a_changed_byte_is_noticed() {
    let out = certified("byte");
    let file = out.join(&table(&out)[0].file);
    let mut text = fs::read(&file).expect("certificates");
    let last = text.len() - 2;
    text[last] ^= 1;
    fs::write(&file, &text).expect("written");
    assert!(problem(&out).contains("is not what tamis wrote there"));
    fs::remove_file(&file).expect("removed");
    assert!(problem(&out).contains("No such file"));
}

#[test]
fn a_dropped_clause_is_noticed() {
    let out = certified("clause");
    change_proof(&out, |cnf, _| {
        let mut lines: Vec<String> = cnf.lines().map(String::from).collect();
        let empty = lines.len() - 1;
        // It is still counted, and says nothing.
        lines[empty] = "1 -1 0".to_string();
        *cnf = lines.join("\n") + "\n";
    });
    assert!(problem(&out).contains("proof, line"), "{}", problem(&out));
}

#[test]
fn a_wrong_hint_is_noticed() {
    let out = certified("hint");
    change_proof(&out, |_, lrat| {
        let cut = lrat.trim_end().rfind("\n").map_or(0, |at| at + 1);
        let words: Vec<&str> = lrat[cut..].split_ascii_whitespace().collect();
        // The last step without the first of its hints: the first literal of the question.
        let hints = words[3..].join(" ");
        *lrat = format!("{}{} 0 {hints}\n", &lrat[..cut], words[0]);
    });
    assert!(problem(&out).contains("proof, line"), "{}", problem(&out));
}

#[test]
fn proofs_that_are_exchanged_are_noticed() {
    let out = certified("exchange");
    let rows = table(&out);
    let claims = |text: &str| text.matches("\nclaim ").count();
    for (index, row) in rows.iter().enumerate() {
        let text = fs::read_to_string(out.join(&row.file)).expect("certificates");
        let heads: Vec<&str> = text.lines().filter(|l| l.starts_with("claim ")).collect();
        let proofs: Vec<&&str> = heads.iter().filter(|h| !h.ends_with("always")).collect();
        if let [first, .., last] = proofs[..] {
            let changed = text.replace(first, "FIRST").replace(last, first);
            let changed = changed.replace("FIRST", last);
            replace_file(&out, index, &changed, claims(&changed));
            assert!(problem(&out).contains("digest"), "{}", problem(&out));
            return;
        }
    }
    panic!("no function has two proofs");
}

#[test]
fn a_claim_that_is_left_out_is_noticed() {
    let out = certified("absent");
    for (index, row) in table(&out).iter().enumerate() {
        let mut all = entries(&out, row);
        let never = |entry: &CertificateEntry| matches!(entry.claim, CertifiedClaim::Never(_));
        if let Some(place) = all.iter().position(never) {
            all.remove(place);
            replace_file(&out, index, &certificates_text(&all), all.len());
            assert!(problem(&out).contains("no certificates show that it is infeasible"));
            return;
        }
    }
    panic!("nothing is infeasible");
}

#[test]
fn a_removal_that_nothing_shows_is_noticed() {
    let out = certified("status");
    let status = fs::read_to_string(out.join("status.csv")).expect("verdicts");
    let added = |from: &str, to: &str| {
        let line = status.lines().find(|line| line.contains(from));
        let line = line.expect("a label that stays");
        let id = line.split(',').next().expect("an id");
        status.replacen(line, &format!("{id},{to}"), 1)
    };
    let by = status.lines().rev().find(|line| line.contains(",unknown,"));
    let by = by.and_then(|line| line.split(',').next()).expect("an id");
    let verdicts = [
        "infeasible,,1,by hand".to_string(),
        format!("subsumed,{by},3,by hand"),
        format!("duplicate,{by},3,by hand"),
    ];
    for verdict in verdicts {
        let text = added(",unknown,", &verdict);
        fs::write(out.join("status.csv"), &text).expect("written");
        assert_eq!(check(&out), (Some(2), Value::Null), "{verdict}");
        replace(&out, "status.csv", text.as_bytes());
        assert!(problem(&out).starts_with("label "), "{}", problem(&out));
    }
}

#[test]
fn proofs_are_extracted_for_other_checkers() {
    let (_, out) = clean("memory.c", "extract", &["--certificates"]);
    let proofs = support::absent("certificates-extracted");
    let extract = |more: &[&str]| {
        let mut command = support::command(&out, &["check", ".", "--extract"]);
        command.arg(&proofs);
        let ran = command.args(more).output().expect("tamis runs");
        assert_eq!(ran.status.code(), Some(0));
        let mut names: Vec<PathBuf> = fs::read_dir(&proofs)
            .expect("proofs")
            .map(|entry| entry.expect("a proof").path())
            .filter(|path| path.extension().is_some_and(|suffix| suffix == "cnf"))
            .collect();
        names.sort();
        names
    };
    let rows = table(&out);
    let claim = entries(&out, &rows[0])[0].claim;
    let label = claim.labels()[0].to_string();
    assert!(!extract(&["--label", &label]).is_empty());
    let all = extract(&[]);
    assert_eq!(json!(all.len()), summary(&out)["certificates"]["proofs"]);
    for cnf in all {
        let [clauses, proof] = [cnf.clone(), cnf.with_extension("lrat")]
            .map(|path| fs::read_to_string(path).expect("text"));
        check_lrat(&clauses, &proof).unwrap_or_else(|why| panic!("{}: {why}", cnf.display()));
    }
}

#[test]
fn what_has_no_certificates_is_a_message() {
    let ran = support::tamis(Path::new("/"), &["check", "/nowhere"]);
    assert_eq!(ran.status.code(), Some(2));
    let (ran, _) = clean("memory.c", "usage", &["--certificates", "--shard", "1/2"]);
    assert_eq!(ran.status.code(), Some(1));
}

/// The solver learns clauses that do not follow: there is no proof, the labels stay live, the exit code is 3.
#[cfg(feature = "seeded-bugs")]
#[test]
fn a_mistake_of_the_solver_is_caught() {
    for bug in ["ClauseTooShort", "ClauseTooSmall"] {
        let mut caught = 0;
        for entry in fs::read_dir(FOLDER).expect("cases") {
            let case = entry.expect("a case").path();
            if case.extension().is_none_or(|suffix| suffix != "c") {
                continue;
            }
            let out = support::absent(&format!("certificates-mistake-{bug}"));
            let options = ["--criteria", "none", "--library", "--certificates", "-o"];
            let mut command = support::command(Path::new(FOLDER), &["clean"]);
            command.args(options).arg(&out).arg(&case);
            let ran = command.env("TAMIS_BUG", bug).output();
            let ran = ran.expect("tamis runs");
            let stderr = String::from_utf8_lossy(&ran.stderr);
            let told = stderr.matches("a tamis proof is wrong").count();
            assert_eq!(ran.status.code() == Some(3), told > 0, "{bug}: {stderr}");
            assert_eq!(check(&out).0, Some(0), "{bug}: what is left is proved");
            caught += told;
        }
        assert!(caught > 0, "{bug}");
    }
}
