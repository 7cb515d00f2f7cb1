//! What `--cache` names: a directory, or a store that machines share.
//!
//! Comes in: the user's word. Goes out: where that is, or what is wrong with it. No message of tamis has the word itself: it may
//! hold a password. Must not know how a store is talked to.

use crate::base::Diagnostic;
use std::ffi::OsStr;
use std::fmt;
use std::path::PathBuf;

const REDIS_PORT: u16 = 6379;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Address {
    Directory(PathBuf),
    Remote(Endpoint),
}

/// Beyond the network. `Display` leaves out users and passwords, `Debug` too.
#[derive(Clone, PartialEq, Eq)]
pub enum Endpoint {
    Redis {
        host: String,
        port: u16,
        database: i64,
        user: String,
        password: String,
        /// TLS.
        secure: bool,
    },
    S3 {
        bucket: String,
        prefix: String,
    },
}

impl Address {
    /// Whatever has no `://` in it is a path.
    pub fn parse(word: &OsStr) -> Result<Address, Diagnostic> {
        let Some((scheme, rest)) = word.to_str().and_then(|word| word.split_once("://")) else {
            return Ok(Address::Directory(word.into()));
        };
        let place = match scheme {
            "redis" => redis(rest, false),
            "rediss" => redis(rest, true),
            "s3" => s3(rest),
            _ => Err(format!("unknown cache scheme `{scheme}://`")),
        };
        let place = place.map_err(|why| {
            Diagnostic::error(None, format!("--cache: {why}")).with_hint(
                "a directory, redis://HOST[:PORT][/DATABASE], rediss:// with TLS, or s3://BUCKET[/PREFIX]",
            )
        })?;
        match cfg!(feature = "remote-cache") {
            true => Ok(Address::Remote(place)),
            false => Err(Diagnostic::error(
                None,
                format!("--cache {place}: this build of tamis supports directories only"),
            )
            .with_hint("build it with `cargo build --release --features remote-cache`")),
        }
    }
}

/// `[USER[:PASSWORD]@]HOST[:PORT][/DATABASE]`
fn redis(rest: &str, secure: bool) -> Result<Endpoint, String> {
    let (login, rest) = rest.rsplit_once('@').unwrap_or(("", rest));
    let (user, password) = login.split_once(':').unwrap_or((login, ""));
    let (host, database) = rest.split_once('/').unwrap_or((rest, ""));
    // In brackets if it has colons of its own.
    let (host, port) = match host.strip_prefix('[').and_then(|host| host.split_once(']')) {
        Some((host, port)) => (host, port.strip_prefix(':').unwrap_or(port)),
        None => host.split_once(':').unwrap_or((host, "")),
    };
    if host.is_empty() {
        return Err("the address has no host".into());
    }
    let number = |text: &str, of: &str| {
        text.parse()
            .map_err(|_| format!("the {of} of an address must be a number"))
    };
    Ok(Endpoint::Redis {
        host: host.into(),
        port: match port {
            "" => REDIS_PORT,
            port => number(port, "port")?,
        },
        database: match database {
            "" => 0,
            database => number(database, "database")?.into(),
        },
        user: decoded(user)?,
        password: decoded(password)?,
        secure,
    })
}

/// `BUCKET[/PREFIX]`
fn s3(rest: &str) -> Result<Endpoint, String> {
    let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
    match bucket {
        "" => Err("the address has no bucket".into()),
        _ if bucket.contains('@') => {
            Err("keys for s3:// come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY".into())
        }
        _ => Ok(Endpoint::S3 {
            bucket: bucket.into(),
            prefix: prefix.trim_matches('/').into(),
        }),
    }
}

/// `%40` is `@`.
fn decoded(text: &str) -> Result<String, String> {
    let wrong = || "the user or password of an address has a wrong % in it".to_string();
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        let byte = match (first, tail) {
            (b'%', [a, b, tail @ ..]) => {
                rest = tail;
                let digit = |byte: u8| char::from(byte).to_digit(16).ok_or_else(wrong);
                (digit(*a)? * 16 + digit(*b)?) as u8
            }
            (b'%', _) => return Err(wrong()),
            _ => *first,
        };
        bytes.push(byte);
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Endpoint::Redis {
                host,
                port,
                database,
                secure,
                ..
            } => {
                let scheme = if *secure { "rediss" } else { "redis" };
                match host.contains(':') {
                    true => write!(f, "{scheme}://[{host}]:{port}/{database}"),
                    false => write!(f, "{scheme}://{host}:{port}/{database}"),
                }
            }
            Endpoint::S3 { bucket, prefix } => write!(f, "s3://{bucket}/{prefix}"),
        }
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_shown_without_secrets() {
        let shown = |word: &str| {
            let (scheme, rest) = word.split_once("://").expect("an address");
            match scheme {
                "s3" => s3(rest),
                _ => redis(rest, scheme == "rediss"),
            }
            .map(|place| format!("{place} {place:?}"))
        };
        for (word, seen) in [
            ("redis://h", "redis://h:6379/0"),
            ("redis://u:p%40s@h:1/2", "redis://h:1/2"),
            ("rediss://:se@cret@h/3", "rediss://h:6379/3"),
            ("redis://[::1]:7", "redis://[::1]:7/0"),
            ("s3://b", "s3://b/"),
            ("s3://b/some/where/", "s3://b/some/where"),
        ] {
            assert_eq!(shown(word), Ok(format!("{seen} {seen}")), "{word}");
        }
        for word in [
            "redis://",
            "redis://u:secret@",
            "redis://u:secret@h:x",
            "redis://u:secret@h:99999",
            "redis://u:secret@h/x",
            "redis://u:secret%4@h",
            "s3://",
            "s3://key:secret@b",
        ] {
            let why = shown(word).expect_err(word);
            assert!(!why.contains("secret"), "{why}");
        }
        let Ok(Endpoint::Redis { user, password, .. }) = redis("u:p%40s@h", false) else {
            panic!("an address");
        };
        assert_eq!((user.as_str(), password.as_str()), ("u", "p@s"));
    }

    #[test]
    fn what_is_no_address_is_a_path() {
        for path in ["proofs", "/a/b", "redis:", "C:/x", "a:b"] {
            let address = Address::parse(OsStr::new(path)).expect("a path");
            assert_eq!(address, Address::Directory(path.into()));
        }
        let problem = Address::parse(OsStr::new("http://u:secret@h/")).expect_err("unknown");
        assert!(!format!("{problem:?}").contains("secret"));
        assert!(problem.hint.is_some());
    }
}
