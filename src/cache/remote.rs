//! A store beyond the network: Redis, or whatever speaks S3's language.
//!
//! Comes in: sealed content. Goes out: what the store has. A store that is away, slow, full or talks nonsense costs a little time
//! and a note: every request has an end, and after a few failures none is made any more. Must not know what the content means.

use super::address::Endpoint;
use super::directory::KEPT;
use super::outbox::Outbox;
use super::patience::Patience;
use super::store::Store;
use crate::base::{Diagnostic, Digest};
use opendal::{ErrorKind, Operator, services};
use std::net::TcpStream;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Handle, Runtime};

/// For what is still on its way when all is proved.
const LAST: Duration = Duration::from_secs(10);
/// Where redis-cli looks for a password as well: an address can be seen in lists of processes.
const PASSWORD: &str = "REDISCLI_AUTH";

pub struct Remote {
    place: Endpoint,
    link: Connection,
    lookups: Patience,
    writes: Arc<Patience>,
    outbox: Outbox<(String, Vec<u8>)>,
    /// How often something else was found than what tamis puts there.
    spoilt: AtomicU64,
    /// Outlives the rest; `drop` ends it without waiting.
    runtime: Option<Runtime>,
}

/// Who makes requests.
#[derive(Clone)]
struct Connection {
    operator: Operator,
    handle: Handle,
}

impl Remote {
    /// An error if the place makes no sense; a store that is away is none.
    pub fn open(place: &Endpoint) -> Result<Remote, Diagnostic> {
        let wrong = |why: String| {
            Diagnostic::error(None, format!("cannot use the cache {place}: {why}"))
                .with_hint("docs/cluster.md describes the values of --cache")
        };
        // TLS of both kinds of store asks the process for this; another thread may have been first.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build();
        let runtime = runtime.map_err(|error| wrong(error.to_string()))?;
        let link = Connection {
            operator: operator(place).map_err(|error| wrong(shown(&error)))?,
            handle: runtime.handle().clone(),
        };
        let writes = Arc::new(Patience::default());
        let outbox = outbox(link.clone(), Arc::clone(&writes));
        let remote = Remote {
            place: place.clone(),
            link,
            lookups: Patience::default(),
            writes,
            outbox: outbox.map_err(|error| wrong(error.to_string()))?,
            spoilt: AtomicU64::new(0),
            runtime: Some(runtime),
        };
        if let Err(why) = remote.reachable() {
            remote.lookups.give_up(&why);
            remote.writes.give_up(&why);
        }
        Ok(remote)
    }

    /// Whether anybody listens. The client of Redis tries for long before it says so.
    fn reachable(&self) -> Result<(), String> {
        let Endpoint::Redis { host, port, .. } = &self.place else {
            return Ok(());
        };
        let to = (host.clone(), *port);
        let connected = self.link.handle.spawn_blocking(|| TcpStream::connect(to));
        let answer = self.link.ask(self.lookups.limit(), async {
            let failed = |error: std::io::Error| error.to_string();
            connected
                .await
                .map_err(|error| error.to_string())?
                .map_err(failed)
        });
        answer.map(drop)
    }
}

impl Connection {
    /// What becomes of the request, within the limit.
    fn ask<T: Send + 'static>(
        &self,
        limit: Duration,
        request: impl Future<Output = Result<T, String>> + Send + 'static,
    ) -> Result<T, String> {
        let (sender, receiver) = mpsc::sync_channel(1);
        let task = self.handle.spawn(async move {
            // Nobody listens any more when it was too late.
            let _ = sender.send(request.await);
        });
        receiver.recv_timeout(limit).unwrap_or_else(|_| {
            task.abort();
            Err(format!("no answer within {} s", limit.as_secs()))
        })
    }
}

/// Sends what is put into it.
fn outbox(link: Connection, writes: Arc<Patience>) -> std::io::Result<Outbox<(String, Vec<u8>)>> {
    Outbox::new(move |(path, bytes): (String, Vec<u8>)| {
        if writes.is_over() {
            return;
        }
        let operator = link.operator.clone();
        let write = async move { operator.write(&path, bytes).await };
        let answer = link.ask(writes.limit(), async { write.await.map_err(|e| shown(&e)) });
        // Nobody waits for it, so it costs no time.
        writes.count(Duration::ZERO, &answer);
    })
}

fn operator(place: &Endpoint) -> opendal::Result<Operator> {
    match place {
        Endpoint::Redis {
            host,
            port,
            database,
            user,
            password,
            secure,
        } => {
            let scheme = if *secure { "rediss" } else { "redis" };
            let host = match host.contains(':') {
                true => format!("[{host}]"),
                false => host.clone(),
            };
            let from_environment = std::env::var(PASSWORD).unwrap_or_default();
            let password = match password.as_str() {
                "" => &from_environment,
                given => given,
            };
            let builder = services::Redis::default()
                .endpoint(&format!("{scheme}://{host}:{port}"))
                .db(*database)
                .username(user)
                .password(password)
                .root("/tamis")
                .default_ttl(KEPT);
            Ok(Operator::new(builder)?.finish())
        }
        // Endpoint, region and keys come from the environment and the files that AWS has for it.
        Endpoint::S3 { bucket, prefix } => {
            let builder = services::S3::default().bucket(bucket).root(prefix);
            Ok(Operator::new(builder)?.finish())
        }
    }
}

/// As in a directory: names that start alike lie together.
fn path(name: &Digest) -> String {
    let name = name.to_string();
    format!("{}/{}", &name[..2], &name[2..])
}

/// What the store says, without what it was asked: one line, and not too long.
fn shown(error: &opendal::Error) -> String {
    const MOST: usize = 160;
    let source = std::error::Error::source(error).map(|source| source.to_string());
    let text = source.unwrap_or_else(|| format!("{}: {}", error.kind(), error.message()));
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().take(MOST).collect()
}

impl Store for Remote {
    fn read(&self, name: &Digest) -> Option<Vec<u8>> {
        if self.lookups.is_over() {
            return None;
        }
        let clock = Instant::now();
        let (operator, path) = (self.link.operator.clone(), path(name));
        let answer = self.link.ask(self.lookups.limit(), async move {
            match operator.read(&path).await {
                Ok(bytes) => Ok(Some(bytes.to_vec())),
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
                Err(error) => Err(shown(&error)),
            }
        });
        self.lookups.count(clock.elapsed(), &answer);
        answer.ok().flatten()
    }

    fn write(&self, name: &Digest, bytes: Vec<u8>) {
        if self.writes.is_over() {
            return;
        }
        let clock = Instant::now();
        if !self.outbox.put((path(name), bytes), self.writes.limit()) {
            let answer: Result<(), String> = Err("it takes too long to write".into());
            self.writes.count(clock.elapsed(), &answer);
        }
    }

    fn is_spoilt(&self) {
        self.spoilt.fetch_add(1, Ordering::Relaxed);
    }

    fn finish(&self) {
        if self.outbox.flush(LAST) > 0 {
            self.writes.give_up("it takes too long to write");
        }
    }

    fn problem(&self) -> Option<Diagnostic> {
        let spoilt = match self.spoilt.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(("held one entry not written by tamis".into(), None)),
            n => Some((format!("held {n} entries not written by tamis"), None)),
        };
        let (what, why) = self
            .lookups
            .outcome()
            .or_else(|| self.writes.outcome())
            .or(spoilt)?;
        let why = why.map(|why| format!(": {why}")).unwrap_or_default();
        let message = format!("the cache {} {what}{why}", self.place);
        let hint = "the results are complete, only time was lost; check that it is up, close, writable and not full";
        // No warning: every input has its results.
        Some(Diagnostic::note(None, message).with_hint(hint))
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
