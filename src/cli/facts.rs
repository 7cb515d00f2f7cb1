//! `tamis facts`

use super::Exit;
use super::annotate::failed;
use super::args::FactsArgs;
use super::render::{Renderer, Styles};
use super::terminal;
use crate::pipeline::{self, FactsRequest, Inputs, Verdicts};
use serde_json::{Map, Value, json};

/// A contradiction is a fault of tamis; a file or a fact that could not be asked about is one of the input.
pub(super) fn run(args: FactsArgs) -> Exit {
    let renderer = Renderer::new(Styles::of_stderr(), terminal::is_verbose());
    let request = FactsRequest {
        inputs: Inputs {
            files: args.files,
            flags: args.cflags,
            database: args.build,
            trust_compiler: args.trust.trust_compiler,
            ..Inputs::default()
        },
        compilers: args.compilers,
        out: args.out,
    };
    let found = match pipeline::facts(&request) {
        Ok(found) => found,
        Err(failure) => return failed(&renderer, failure),
    };
    renderer.print(&found.diagnostics);
    let list: Vec<Value> = found.verdicts.iter().map(as_json).collect();
    let printed = terminal::output(format!("{:#}\n", Value::Array(list)).as_bytes());
    let contradicted = |v: &Verdicts| v.counts.values().any(|count| count.contradicted > 0);
    let incomplete =
        |v: &Verdicts| v.skipped > 0 || v.counts.values().any(|count| count.refused > 0);
    match &found.verdicts {
        list if list.iter().any(contradicted) => Exit::Internal,
        list if list.iter().any(incomplete) => Exit::Input,
        _ => printed,
    }
}

fn as_json(verdicts: &Verdicts) -> Value {
    let mut kinds = Map::new();
    for (kind, count) in &verdicts.counts {
        let value = json!({
            "agreed": count.agreed,
            "contradicted": count.contradicted,
            "refused": count.refused,
        });
        kinds.insert(kind.name().to_string(), value);
    }
    json!({
        "compiler": verdicts.compiler,
        "files": verdicts.files,
        "skipped": verdicts.skipped,
        "kinds": kinds,
    })
}
