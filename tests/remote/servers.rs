//! Real stores for tests, and a network that misbehaves.

use rustix::process::{Pid, Signal, kill_process};
use std::cell::RefCell;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A port that nobody listens at.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

/// Starts a server that is to listen at a free port. Another process may take the port first, so it is tried a few times.
fn started(start: impl Fn(u16) -> Child) -> (Child, u16) {
    for _ in 0..5 {
        let port = free_port();
        let mut child = start(port);
        let clock = Instant::now();
        while clock.elapsed() < Duration::from_secs(60) {
            let is_alive = child.try_wait().expect("a child").is_none();
            match TcpStream::connect(("127.0.0.1", port)) {
                Ok(_) if is_alive => return (child, port),
                _ if !is_alive => break,
                _ => std::thread::sleep(Duration::from_millis(20)),
            }
        }
        let _ = child.kill();
        let _ = child.wait();
    }
    panic!("the server does not start");
}

/// A Redis that keeps nothing on disk, killed at the end.
pub struct Redis {
    child: RefCell<Child>,
    pub port: u16,
}

impl Redis {
    pub fn start(root: &Path, options: &[&str]) -> Redis {
        let (child, port) = started(|port| {
            let log = File::create(root.join("redis.log")).expect("made");
            Command::new("redis-server")
                .args(["--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
                .args(["--port", &port.to_string()])
                .args(options)
                .current_dir(root)
                .stdout(log)
                .spawn()
                .expect("setup.sh brings redis-server")
        });
        let child = RefCell::new(child);
        Redis { child, port }
    }

    pub fn address(&self, database: &str) -> String {
        format!("redis://127.0.0.1:{}{database}", self.port)
    }

    pub fn pid(&self) -> Pid {
        Pid::from_child(&self.child.borrow())
    }

    pub fn has_ended(&self) -> bool {
        let ended = self.child.borrow_mut().try_wait();
        ended.expect("a child").is_some()
    }

    /// The strings of the answer.
    fn ask(&self, words: &[&[u8]]) -> Vec<Vec<u8>> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        let mut command = format!("*{}\r\n", words.len()).into_bytes();
        for word in words {
            command.extend(format!("${}\r\n", word.len()).into_bytes());
            command.extend(*word);
            command.extend(b"\r\n");
        }
        stream.write_all(&command).expect("sent");
        let mut stream = BufReader::new(stream);
        let mut strings = Vec::new();
        let mut left = 1;
        while left > 0 {
            left -= 1;
            let mut line = String::new();
            stream.read_line(&mut line).expect("an answer");
            let (kind, rest) = line.trim_end().split_at(1);
            let number = rest.parse::<usize>();
            match kind {
                "*" => left = number.expect("a length"),
                "$" => {
                    let mut bytes = vec![0; number.expect("a length") + 2];
                    stream.read_exact(&mut bytes).expect("an answer");
                    bytes.truncate(bytes.len() - 2);
                    strings.push(bytes);
                }
                "-" => panic!("{rest}"),
                _ => strings.push(rest.into()),
            }
        }
        strings
    }

    pub fn say(&self, words: &[&str]) -> Vec<Vec<u8>> {
        let words: Vec<&[u8]> = words.iter().map(|word| word.as_bytes()).collect();
        self.ask(&words)
    }

    /// Sorted.
    pub fn keys(&self) -> Vec<String> {
        let keys = self.say(&["KEYS", "tamis/*"]).into_iter();
        let mut keys: Vec<String> = keys.flat_map(String::from_utf8).collect();
        keys.sort();
        keys
    }

    pub fn get(&self, key: &str) -> Vec<u8> {
        self.say(&["GET", key]).remove(0)
    }

    pub fn set(&self, key: &str, value: &[u8]) {
        self.ask(&[b"SET", key.as_bytes(), value]);
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        let child = self.child.get_mut();
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// What a network may do to a connection.
#[derive(Clone, Copy)]
pub enum Fault {
    /// Kills the server after so many pieces from the client.
    Kill(Pid, usize),
    /// Says nothing.
    Mute,
    /// Before each answer.
    Slow(Duration),
    /// Answers what is no answer.
    Garbage,
    /// Ends connections when something is asked.
    Cut,
}

/// Stands before a server, until the test ends.
pub struct Proxy {
    port: u16,
}

impl Proxy {
    pub fn start(server: u16, fault: Fault) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let pieces = Arc::new(AtomicUsize::new(0));
        std::thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let pieces = Arc::clone(&pieces);
                std::thread::spawn(move || serve(client, server, fault, &pieces));
            }
        });
        Proxy { port }
    }

    pub fn address(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }
}

fn serve(mut client: TcpStream, server: u16, fault: Fault, pieces: &AtomicUsize) {
    let Ok(mut server) = TcpStream::connect(("127.0.0.1", server)) else {
        return;
    };
    let (Ok(mut answers), Ok(mut back)) = (server.try_clone(), client.try_clone()) else {
        return;
    };
    let delay = match fault {
        Fault::Slow(delay) => delay,
        _ => Duration::ZERO,
    };
    std::thread::spawn(move || {
        each_piece(&mut answers, |piece| {
            std::thread::sleep(delay);
            back.write_all(piece).is_ok()
        });
        let _ = back.shutdown(Shutdown::Both);
    });
    let Ok(mut direct) = client.try_clone() else {
        return;
    };
    each_piece(&mut client, |piece| match fault {
        Fault::Mute => true,
        Fault::Cut => false,
        Fault::Garbage => direct.write_all(b"HTTP/1.1 200 OK\r\n\r\n<p>\xff").is_ok(),
        Fault::Slow(_) => server.write_all(piece).is_ok(),
        Fault::Kill(pid, after) => {
            if pieces.fetch_add(1, Ordering::Relaxed) == after {
                kill_process(pid, Signal::KILL).expect("it was alive");
            }
            server.write_all(piece).is_ok()
        }
    });
    let _ = direct.shutdown(Shutdown::Both);
}

/// Until the stream ends, or the action says so.
fn each_piece(stream: &mut TcpStream, mut action: impl FnMut(&[u8]) -> bool) {
    let mut buffer = [0; 4096];
    while let Ok(length @ 1..) = stream.read(&mut buffer) {
        if !action(&buffer[..length]) {
            break;
        }
    }
}

/// A server that speaks S3's language, with one bucket.
pub struct Moto {
    child: Child,
    port: u16,
}

impl Moto {
    pub fn start(root: &Path, bucket: &str) -> Moto {
        let (child, port) = started(|port| {
            let log = || File::create(root.join("moto.log")).expect("made");
            Command::new("python3")
                .args(["-m", "moto.server", "-H", "127.0.0.1", "-p"])
                .arg(port.to_string())
                .stdout(log())
                .stderr(log())
                .spawn()
                .expect("python3")
        });
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
        let request = format!(
            "PUT /{bucket} HTTP/1.1\r\nHost: s3.amazonaws.com\r\nContent-Length: 0\r\nConnection: close\r\n\
             Authorization: AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=0\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.contains(" 200 "), "{answer}");
        Moto { child, port }
    }

    pub fn environment(&self) -> Vec<(&'static str, String)> {
        let endpoint = format!("http://127.0.0.1:{}", self.port);
        let given = [
            ("AWS_ACCESS_KEY_ID", "test"),
            ("AWS_SECRET_ACCESS_KEY", "test"),
            ("AWS_REGION", "us-east-1"),
            ("AWS_ENDPOINT_URL", &endpoint),
        ];
        given.map(|(name, value)| (name, value.into())).into()
    }
}

impl Drop for Moto {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
