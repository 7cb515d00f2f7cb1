//! A headless Chromium that does what a reader of the report does: loads a page, clicks, types, looks.
//!
//! It is driven through a pair of pipes, with the protocol of the developer tools: a JSON text and a zero byte each way.

use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(60);

pub struct Browser {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Value>,
    calls: u64,
    session: Option<String>,
    /// Exceptions, violations of the policy, errors on the console.
    pub problems: Vec<String>,
    /// Everything that was asked for that is no local file.
    pub requests: Vec<String>,
    loaded: bool,
}

impl Browser {
    /// Starts with a profile of its own below this directory.
    pub fn start(scratch: &Path) -> Browser {
        let profile = scratch.join("chromium");
        std::fs::create_dir_all(&profile).unwrap();
        // The pages are ours and the sandbox is not for root, who runs tests in containers.
        let script = "exec chromium --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --no-first-run \
                      --window-size=1400,1000 --remote-debugging-pipe --user-data-dir=\"$0\" about:blank \
                      3<&0 4>&1 </dev/null >/dev/null 2>/dev/null";
        let mut child = Command::new("sh")
            .args(["-c", script])
            .arg(&profile)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("sh starts");
        let input = child.stdin.take();
        let mut pipe = BufReader::new(child.stdout.take().unwrap());
        let (send, output) = channel();
        std::thread::spawn(move || {
            let mut text = Vec::new();
            while pipe.read_until(0, &mut text).is_ok_and(|read| read > 0) {
                text.pop();
                let sent = serde_json::from_slice(&text).map(|value| send.send(value));
                if !matches!(sent, Ok(Ok(()))) {
                    break;
                }
                text.clear();
            }
        });
        let mut browser = Browser {
            child,
            input,
            output,
            calls: 0,
            session: None,
            problems: Vec::new(),
            requests: Vec::new(),
            loaded: false,
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", attach)["sessionId"].clone();
        browser.session = session.as_str().map(String::from);
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        let answer = self.try_call(method, params);
        answer.unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    fn try_call(&mut self, method: &str, params: Value) -> Result<Value, Value> {
        self.calls += 1;
        let mut message = json!({ "id": self.calls, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        let input = self.input.as_mut().unwrap();
        write!(input, "{message}\0")
            .expect("Chromium listens (is it installed? setup.sh does that)");
        input.flush().unwrap();
        loop {
            let answer = self.next();
            if answer["id"] == self.calls {
                return match &answer["error"] {
                    Value::Null => Ok(answer["result"].clone()),
                    error => Err(error.clone()),
                };
            }
        }
    }

    fn next(&mut self) -> Value {
        let message = self
            .output
            .recv_timeout(PATIENCE)
            .expect("Chromium answers");
        match message["method"].as_str() {
            Some("Page.loadEventFired") => self.loaded = true,
            Some("Runtime.exceptionThrown") => self.problems.push(message["params"].to_string()),
            Some("Log.entryAdded") => self.problems.push(message["params"].to_string()),
            Some("Page.javascriptDialogOpening") => panic!("a page opens a dialog: {message}"),
            Some("Network.requestWillBeSent") => {
                let url = message["params"]["request"]["url"]
                    .as_str()
                    .unwrap_or_default();
                if !url.starts_with("file://") {
                    self.requests.push(url.into());
                }
            }
            _ => {}
        }
        message
    }

    /// Loads a page, until its script is done.
    pub fn open(&mut self, page: &Path, fragment: &str) {
        // Otherwise a new fragment would not load the page again.
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        self.loaded = false;
        let url = format!("file://{}{fragment}", page.display());
        let answer = self.call("Page.navigate", json!({ "url": url }));
        assert!(answer["errorText"].is_null(), "{url}: {answer}");
        while !self.loaded {
            self.next();
        }
        self.wait_until("document.body && document.body.dataset.ready === '1'");
    }

    /// Loads a page; gives the processor time that this took in all processes of the browser, which does not depend on
    /// what else the machine does.
    pub fn open_cost(&mut self, page: &Path) -> Duration {
        let before = self.processor_seconds();
        self.open(page, "");
        let after = self.processor_seconds();
        let spent = after
            .iter()
            .map(|(id, seconds)| seconds - before.get(id).unwrap_or(&0.0));
        Duration::from_secs_f64(spent.sum::<f64>().max(0.0))
    }

    fn processor_seconds(&mut self) -> HashMap<u64, f64> {
        // Only the browser itself knows, no page.
        let session = self.session.take();
        let answer = self.call("SystemInfo.getProcessInfo", json!({}));
        self.session = session;
        let list = answer["processInfo"].as_array().unwrap().iter();
        list.map(|p| (p["id"].as_u64().unwrap(), p["cpuTime"].as_f64().unwrap()))
            .collect()
    }

    /// Waits until an expression is true; a page may go away meanwhile.
    pub fn wait_until(&mut self, expression: &str) {
        let start = Instant::now();
        let params = json!({ "expression": expression, "returnByValue": true });
        loop {
            match self.try_call("Runtime.evaluate", params.clone()) {
                Ok(answer) if answer["result"]["value"] == true => return,
                _ => assert!(
                    start.elapsed() < PATIENCE,
                    "never: {expression}: {:?}",
                    self.problems
                ),
            }
        }
    }

    /// What an expression is in the page.
    pub fn value(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", params);
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {answer}"
        );
        answer["result"]["value"].clone()
    }

    pub fn text(&mut self, selector: &str) -> String {
        let text = self.value(&format!(
            "document.querySelector({}).textContent",
            json!(selector)
        ));
        text.as_str().unwrap_or_default().into()
    }

    pub fn count(&mut self, selector: &str) -> u64 {
        let count = self.value(&format!(
            "document.querySelectorAll({}).length",
            json!(selector)
        ));
        count.as_u64().unwrap_or(0)
    }

    /// Presses the mouse in the middle of the first element that the selector finds.
    pub fn click(&mut self, selector: &str) {
        let script = format!(
            "(() => {{ const node = document.querySelector({}); node.scrollIntoView({{ block: 'center' }}); \
             const box = node.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]; }})()",
            json!(selector)
        );
        let place = self.value(&script);
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Shows pages as a phone does, or on paper.
    pub fn emulate(&mut self, width: u64, medium: &str) {
        let size =
            json!({ "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", size);
        self.call("Emulation.setEmulatedMedia", json!({ "media": medium }));
    }

    /// Asks pages for light or dark colours.
    pub fn prefer(&mut self, scheme: &str) {
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        self.call(
            "Emulation.setEmulatedMedia",
            json!({ "features": [feature] }),
        );
    }

    /// Presses a key.
    pub fn press(&mut self, key: &str) {
        for kind in ["keyDown", "keyUp"] {
            self.call(
                "Input.dispatchKeyEvent",
                json!({ "type": kind, "key": key, "text": key }),
            );
        }
    }

    /// Types into the element that has the focus.
    pub fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// A picture of the window, for people.
    pub fn picture(&mut self, file: &Path) {
        let answer = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        let picture = base64(answer["data"].as_str().unwrap());
        assert!(picture.starts_with(b"\x89PNG"));
        std::fs::write(file, picture).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It ends with its pipe.
        drop(self.input.take());
        let _ = self.child.wait();
    }
}

fn base64(text: &str) -> Vec<u8> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    let (mut word, mut bits) = (0u32, 0);
    for c in text.bytes().filter(|c| *c != b'=') {
        (word, bits) = (word << 6 | u32::from(digit(c)), bits + 6);
        if bits >= 8 {
            bits -= 8;
            bytes.push((word >> bits) as u8);
        }
    }
    bytes
}
