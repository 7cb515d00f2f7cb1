//! `certificates.csv` and the files that it lists: what removals rest on, claim by claim, with clauses and proofs as text.
//!
//! ```text
//! claim never 12 block DIGEST         a claim, where it is proved, a digest of it and of the lines up to the next one
//! p cnf 1 2                           the clauses in DIMACS
//! 1 0
//! -1 0
//! proof
//! 3 0 1 2 0                           the steps in LRAT
//! claim implies 3 4 always            nothing but `always 4`, since label 4 is reached with label 3
//! ```
//!
//! Must not know what clauses and steps say. The digest keeps proofs from being mixed up; who forges one can forge the other.

use super::table::{Rows, to_text};
use crate::base::{Diagnostic, Digest};
use std::fmt;
use std::path::Path;

/// The table of the files.
pub const CERTIFICATES: &str = "certificates.csv";
const COLUMNS: [&str; 5] = ["file", "function", "claims", "bytes", "digest"];
/// The first line of a file.
const HEAD: &str = "tamis certificates 1";
/// So many digits of a digest tell claims apart.
const DIGITS: usize = 32;

/// A file with the certificates of one function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateRow {
    /// Its name in the output directory.
    pub file: String,
    pub function: String,
    pub claims: usize,
    pub bytes: usize,
    /// BLAKE3.
    pub digest: String,
}

/// What a removal may rest on; labels by id.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CertifiedClaim {
    /// No state covers it.
    Never(u64),
    /// Whatever reaches it covers it.
    Always(u64),
    /// Whatever covers the first covers the second.
    Implies(u64, u64),
}

/// A claim with what shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateEntry {
    pub claim: CertifiedClaim,
    pub shown: Shown,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    Proof {
        /// `block` or `function`.
        context: String,
        cnf: String,
        lrat: String,
    },
    /// The second label of an implication is always covered, and is reached with the first.
    Always,
}

impl CertificateRow {
    /// Of a file with this content.
    pub fn new(file: String, function: String, claims: usize, text: &[u8]) -> Self {
        CertificateRow {
            file,
            function,
            claims,
            bytes: text.len(),
            digest: Digest::of_bytes(text).to_string(),
        }
    }

    /// Whether this is the content of the file.
    pub fn fits(&self, text: &[u8]) -> bool {
        self.bytes == text.len() && self.digest == Digest::of_bytes(text).to_string()
    }
}

impl fmt::Display for CertifiedClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertifiedClaim::Never(label) => write!(f, "never {label}"),
            CertifiedClaim::Always(label) => write!(f, "always {label}"),
            CertifiedClaim::Implies(a, b) => write!(f, "implies {a} {b}"),
        }
    }
}

impl CertifiedClaim {
    /// The labels that it names.
    pub fn labels(self) -> Vec<u64> {
        match self {
            CertifiedClaim::Never(label) | CertifiedClaim::Always(label) => vec![label],
            CertifiedClaim::Implies(a, b) => vec![a, b],
        }
    }
}

impl CertificateEntry {
    fn write(&self, text: &mut String) {
        let claim = self.claim;
        match &self.shown {
            Shown::Always => *text += &format!("claim {claim} always\n"),
            Shown::Proof { context, cnf, lrat } => {
                let body = format!("{cnf}proof\n{lrat}");
                let digest = digest(claim, context, &body);
                *text += &format!("claim {claim} {context} {digest}\n{body}");
            }
        }
    }
}

fn digest(claim: CertifiedClaim, context: &str, body: &str) -> String {
    let whole = format!("{claim} {context}\n{body}");
    let mut digits = Digest::of_bytes(whole.as_bytes()).to_string();
    digits.truncate(DIGITS);
    digits
}

/// The content of `certificates.csv`.
pub fn certificates_table(rows: &[CertificateRow]) -> Vec<u8> {
    let rows = rows.iter().map(|row| {
        let (file, function) = (row.file.clone(), row.function.clone());
        let (claims, bytes) = (row.claims.to_string(), row.bytes.to_string());
        vec![file, function, claims, bytes, row.digest.clone()]
    });
    to_text(&COLUMNS, rows)
}

pub fn read_certificates_table(path: &Path) -> Result<Vec<CertificateRow>, Diagnostic> {
    Rows::new(path).read(&COLUMNS, |row| {
        Ok(CertificateRow {
            file: row.text(0)?.into(),
            function: row.text(1)?.into(),
            claims: row.number(2)?,
            bytes: row.number(3)?,
            digest: row.text(4)?.into(),
        })
    })
}

/// The content of one file.
pub fn certificates_text(entries: &[CertificateEntry]) -> String {
    let mut text = format!("{HEAD}\n");
    entries.iter().for_each(|entry| entry.write(&mut text));
    text
}

/// The inverse. A claim whose digest does not fit is an error, as is anything else that [`certificates_text`] does not write.
pub fn read_certificates(text: &str) -> Vec<Result<CertificateEntry, String>> {
    let Some(rest) = text.strip_prefix(HEAD).and_then(|r| r.strip_prefix('\n')) else {
        return vec![Err("not a file of certificates".to_string())];
    };
    let mut starts: Vec<usize> = rest
        .match_indices("\nclaim ")
        .map(|(at, _)| at + 1)
        .collect();
    starts.insert(0, 0);
    let ends = starts[1..].iter().copied().chain([rest.len()]);
    let sections = starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| &rest[start..end]);
    let sections = sections.filter(|section| !section.is_empty());
    sections.map(read_section).collect()
}

fn read_section(text: &str) -> Result<CertificateEntry, String> {
    let (head, body) = text.split_once('\n').ok_or("a claim without an end")?;
    let broken = || format!("`{head}` is not a claim");
    let number = |word: &str| word.parse::<u64>().map_err(|_| broken());
    let words: Vec<&str> = head.split(' ').collect();
    let (claim, rest) = match words[..] {
        ["claim", "never", label, ref rest @ ..] => (CertifiedClaim::Never(number(label)?), rest),
        ["claim", "always", label, ref rest @ ..] => (CertifiedClaim::Always(number(label)?), rest),
        ["claim", "implies", a, b, ref rest @ ..] => {
            (CertifiedClaim::Implies(number(a)?, number(b)?), rest)
        }
        _ => return Err(broken()),
    };
    let shown = match (rest, claim) {
        (["always"], CertifiedClaim::Implies(..)) if body.is_empty() => Shown::Always,
        (&[context, told], _) => {
            if told != digest(claim, context, body) {
                return Err(format!("`{claim}` does not have the digest of its proof"));
            }
            let (cnf, lrat) = body.split_once("proof\n").ok_or_else(broken)?;
            let (context, cnf, lrat) = (context.into(), cnf.into(), lrat.into());
            Shown::Proof { context, cnf, lrat }
        }
        _ => return Err(broken()),
    };
    Ok(CertificateEntry { claim, shown })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<CertificateEntry> {
        let proof = |cnf: &str| Shown::Proof {
            context: "block".into(),
            cnf: cnf.into(),
            lrat: "3 0 1 2 0\n".into(),
        };
        let entry = |claim, shown| CertificateEntry { claim, shown };
        vec![
            entry(CertifiedClaim::Never(1), proof("p cnf 1 2\n1 0\n-1 0\n")),
            entry(CertifiedClaim::Implies(2, 3), Shown::Always),
            entry(CertifiedClaim::Always(3), proof("p cnf 1 2\n-1 0\n1 0\n")),
        ]
    }

    #[test]
    fn what_was_written_is_read() {
        let text = certificates_text(&entries());
        let read: Result<Vec<CertificateEntry>, String> =
            read_certificates(&text).into_iter().collect();
        assert_eq!(read, Ok(entries()));
        assert_eq!(read_certificates(&certificates_text(&[])), []);
    }

    #[test]
    fn what_was_not_written_is_refused() {
        let text = certificates_text(&entries());
        let changed = [
            text.replace("claim never 1", "claim never 2"),
            text.replace("3 0 1 2 0", "3 0 2 1 0"),
            text.replace("claim implies 2 3 always", "claim never 2 always"),
            text.replace("proof\n", ""),
            text.replace(HEAD, ""),
            text.replace("claim always 3", "claim implies 9 9"),
        ];
        for text in changed {
            assert!(
                read_certificates(&text).iter().any(Result::is_err),
                "{text}"
            );
        }
        for end in 0..text.len() {
            let _ = read_certificates(&text[..end]);
        }
    }
}
