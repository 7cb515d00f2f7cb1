//! What gcc writes beside an object for gcov: the graph of each function, and the lines of its blocks.
//!
//! Comes in: a `.gcno` file of gcc 9 or later. Goes out: the blocks with several ways out, in the order in which gcov shows
//! them. Anything else is no answer.

const MAGIC: u32 = 0x6763_6e6f;
const FUNCTION: u32 = 0x0100_0000;
const ARCS: u32 = 0x0143_0000;
const LINES: u32 = 0x0145_0000;
/// Of an arc that is there for calls that do not return.
const FAKE: u32 = 2;

/// A block that ends with a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branching {
    pub file: String,
    /// The last line of the block: gcov shows its branches there.
    pub line: u32,
    pub arcs: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Function {
    pub name: String,
    pub blocks: Vec<Branching>,
}

/// Reads a whole file.
pub fn read(bytes: &[u8]) -> Option<Vec<Function>> {
    let mut reader = Reader {
        rest: bytes,
        unit: 4,
    };
    (reader.word()? == MAGIC).then_some(())?;
    let version = reader.word()?.to_be_bytes();
    let major =
        10 * u32::from(version[0].checked_sub(b'A')?) + u32::from(version[1].checked_sub(b'0')?);
    if major < 9 {
        return None;
    }
    // The stamp; since gcc 12 also a checksum, and lengths are in bytes.
    reader.word()?;
    if major >= 12 {
        reader.unit = 1;
        reader.word()?;
    }
    reader.text()?;
    reader.word()?;
    let mut functions: Vec<Graph> = Vec::new();
    while let (Some(tag), Some(length)) = (reader.word(), reader.word()) {
        let mut record = reader.part(length)?;
        match tag {
            0 => break,
            FUNCTION => functions.push(Graph::new(&mut record)?),
            ARCS => functions.last_mut()?.arcs(&mut record)?,
            LINES => functions.last_mut()?.lines(&mut record)?,
            _ => {}
        }
    }
    Some(functions.into_iter().map(Graph::function).collect())
}

struct Reader<'a> {
    rest: &'a [u8],
    /// Bytes per unit of a length.
    unit: usize,
}

impl<'a> Reader<'a> {
    fn word(&mut self) -> Option<u32> {
        let (word, rest) = self.rest.split_first_chunk::<4>()?;
        self.rest = rest;
        Some(u32::from_le_bytes(*word))
    }

    fn part(&mut self, length: u32) -> Option<Reader<'a>> {
        let bytes = (length as usize).checked_mul(self.unit)?;
        let (part, rest) = self.rest.split_at_checked(bytes)?;
        self.rest = rest;
        Some(Reader {
            rest: part,
            unit: self.unit,
        })
    }

    fn text(&mut self) -> Option<String> {
        let length = self.word()?;
        let part = self.part(length)?.rest;
        let end = part.iter().position(|&byte| byte == 0);
        let text = &part[..end.unwrap_or(part.len())];
        Some(String::from_utf8_lossy(text).into_owned())
    }
}

/// A function as it is read.
struct Graph {
    name: String,
    /// By block: its arcs, and its last line.
    blocks: std::collections::BTreeMap<u32, (usize, Option<(String, u32)>)>,
}

impl Graph {
    fn new(record: &mut Reader) -> Option<Graph> {
        // An identifier and two checksums.
        for _ in 0..3 {
            record.word()?;
        }
        Some(Graph {
            name: record.text()?,
            blocks: Default::default(),
        })
    }

    fn arcs(&mut self, record: &mut Reader) -> Option<()> {
        let block = self.blocks.entry(record.word()?).or_default();
        while let (Some(_), Some(flags)) = (record.word(), record.word()) {
            block.0 += usize::from(flags & FAKE == 0);
        }
        Some(())
    }

    fn lines(&mut self, record: &mut Reader) -> Option<()> {
        let block = record.word()?;
        let mut file = String::new();
        while let Some(line) = record.word() {
            if line > 0 {
                self.blocks.entry(block).or_default().1 = Some((file.clone(), line));
                continue;
            }
            let name = record.text()?;
            if name.is_empty() {
                break;
            }
            file = name;
        }
        Some(())
    }

    fn function(self) -> Function {
        let branching = self.blocks.into_values().filter(|(arcs, _)| *arcs > 1);
        let block = |(arcs, place): (usize, Option<(String, u32)>)| {
            let (file, line) = place.unwrap_or_default();
            Branching { file, line, arcs }
        };
        Function {
            name: self.name,
            blocks: branching.map(block).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_such_file_is_no_answer() {
        for bytes in [
            &b""[..],
            b"oncg",
            b"oncg*22B",
            b"oncg*33A\0\0\0\0",
            b"\x7fELF",
        ] {
            assert_eq!(read(bytes).filter(|list| !list.is_empty()), None);
        }
    }
}
