//! Bit-fields: no constant expression shows where their bits are, so constant objects do, each with all bits of one
//! field set. They stand in one object of one section, whose bytes are compared.

use super::compiler::Compiler;
use super::{Answer, named, text};
use crate::base::Diagnostic;
use crate::frontend::facts::{Claim, Fact};
use crate::frontend::{CompileCommand, TranslationUnit};
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const SECTION: &str = ".tamis_bits";

/// Where the object of a fact lies in the section.
struct Witness<'a> {
    /// The number of the fact.
    index: usize,
    offset: u64,
    claim: &'a Claim,
}

/// Asks about the facts that are bit-fields, and changes their answers.
pub(super) fn ask(
    compiler: &Compiler,
    command: &CompileCommand,
    unit: &TranslationUnit,
    facts: &[&Fact],
    stem: &Path,
    answers: &mut [(Answer, String)],
) -> Result<(), Diagnostic> {
    let witnesses = place(facts);
    if witnesses.is_empty() {
        return Ok(());
    }
    let mut text = text::without_bodies(unit);
    text.extend_from_slice(objects(&witnesses).as_bytes());
    let file = named(stem, "_bits.c");
    let bytes = match compiler.object(command, &text, &file)? {
        Err(messages) => Err(messages),
        Ok(object) => section(&object)?.ok_or("the section is missing".to_string()),
    };
    for witness in &witnesses {
        answers[witness.index] = match &bytes {
            Err(messages) => {
                let first = messages.lines().find(|line| line.contains("error"));
                (Answer::Refused, first.unwrap_or("no object").to_string())
            }
            Ok(bytes) => match differs(witness, bytes) {
                None => (Answer::Agreed, String::new()),
                Some(found) => (Answer::Contradicted, found),
            },
        };
    }
    Ok(())
}

/// One after the other, as the members of a structure.
fn place<'a>(facts: &[&'a Fact]) -> Vec<Witness<'a>> {
    let mut next = 0u64;
    let mut witnesses = Vec::new();
    for (index, fact) in facts.iter().enumerate() {
        let Claim::Bits { size, align, .. } = &fact.claim else {
            continue;
        };
        let offset = next.next_multiple_of(*align);
        next = offset + size;
        witnesses.push(Witness {
            index,
            offset,
            claim: &fact.claim,
        });
    }
    witnesses
}

fn objects(witnesses: &[Witness]) -> String {
    let mut members = String::new();
    let mut values = String::new();
    for (number, witness) in witnesses.iter().enumerate() {
        if let Claim::Bits { record, field, .. } = witness.claim {
            // Writing to a string cannot fail.
            let _ = writeln!(members, "{record} f{number};");
            let _ = writeln!(values, ".f{number} = {{ .{field} = -1 }},");
        }
    }
    format!(
        "\n#pragma pack()\nconst struct {{\n{members}}} tamis_bits __attribute__((section(\"{SECTION}\"), used)) = {{\n{values}}};\n"
    )
}

/// The content of the section; `None` if the object has none.
fn section(object: &Path) -> Result<Option<Vec<u8>>, Diagnostic> {
    let target = object.with_extension("bin");
    let fail = |message: String| Diagnostic::error(None, message);
    let done = Command::new("objcopy")
        .args(["-O", "binary", "--only-section", SECTION])
        .arg("--set-section-flags")
        .arg(format!("{SECTION}=alloc"))
        .arg(object)
        .arg(&target)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| fail(format!("cannot run `objcopy`: {error}")))?;
    let bytes = std::fs::read(&target).ok();
    for file in [object, &target] {
        // What is left behind does no harm.
        let _ = std::fs::remove_file(file);
    }
    if !done.status.success() {
        let message = String::from_utf8_lossy(&done.stderr).into_owned();
        return Err(fail(format!("objcopy: {}", message.trim())));
    }
    Ok(bytes.filter(|bytes| !bytes.is_empty()))
}

/// What the bytes show, if not the bits of the claim.
fn differs(witness: &Witness, bytes: &[u8]) -> Option<String> {
    let Claim::Bits {
        size, first, width, ..
    } = witness.claim
    else {
        return None;
    };
    let start = witness.offset as usize;
    let Some(object) = bytes.get(start..start + *size as usize) else {
        return Some("the object ends before".into());
    };
    let is_set = |bit: u64| object[(bit / 8) as usize] >> (bit % 8) & 1 == 1;
    let set: Vec<u64> = (0..8 * size).filter(|bit| is_set(*bit)).collect();
    let expected: Vec<u64> = (*first..first + u64::from(*width)).collect();
    (set != expected).then(|| match (set.first(), set.last()) {
        (Some(low), Some(high)) => format!("bits {low} to {high} are set"),
        _ => "no bit is set".into(),
    })
}
