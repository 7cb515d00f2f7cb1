//! `tamis criteria`: explains them.

use super::Exit;
use super::args::CriteriaArgs;
use super::terminal::{self, say};
use crate::criteria::{self, CRITERIA, Definition, MUTATORS};
use std::fmt::Write as _;

pub(super) fn run(args: &CriteriaArgs) -> Exit {
    let text = if args.names.is_empty() {
        Ok(overview())
    } else {
        details(&args.names)
    };
    match text {
        Ok(text) => terminal::output(text.as_bytes()),
        Err(message) => {
            say!("error: {message}");
            Exit::Usage
        }
    }
}

fn overview() -> String {
    let mut text = String::from("Criteria, for --criteria (in detail: tamis criteria NAME):\n");
    for definition in &CRITERIA {
        let _ = writeln!(text, "  {:<6} {}", definition.name, definition.summary);
    }
    let _ = writeln!(text, "The default is {}.\n", criteria::DEFAULT);
    text += "Mutation operators of wm, for --mutators:\n";
    for mutator in &MUTATORS {
        let _ = writeln!(text, "  {:<6} {}", mutator.name, mutator.summary);
    }
    text
}

fn details(names: &[String]) -> Result<String, String> {
    let selection =
        criteria::parse_list(&names.join(",")).map_err(|unknown| unknown.to_string())?;
    let texts: Vec<String> = selection.into_iter().map(detail).collect();
    Ok(texts.join("\n"))
}

fn detail(definition: &Definition) -> String {
    let Definition {
        name,
        tag,
        summary,
        explanation,
        ..
    } = definition;
    let mut text = format!("{name}: {summary}\n\n{explanation}\n\nTag in tables: {tag}\n");
    if !definition.aliases.is_empty() {
        let _ = writeln!(text, "Also called: {}", definition.aliases.join(", "));
    }
    if *name == "wm" {
        text += "Operators:\n";
        for mutator in &MUTATORS {
            let _ = writeln!(text, "  {:<6} {}", mutator.name, mutator.summary);
        }
    }
    text
}
