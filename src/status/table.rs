//! Tables of fields as text, and back; errors have their line. Must not know what the columns mean.

use crate::base::{Diagnostic, Place, cannot, name_text};
use std::fs;
use std::path::Path;

/// A table as text: a header, then rows of strings.
pub(super) fn to_text<R>(header: &[&str], rows: R) -> Vec<u8>
where
    R: IntoIterator<Item = Vec<String>>,
{
    let mut text = Vec::new();
    let mut writer = csv::WriterBuilder::new()
        .flexible(true)
        .from_writer(&mut text);
    // Writing to memory cannot fail.
    let _ = writer.write_record(header);
    for row in rows {
        let _ = writer.write_record(row);
    }
    let _ = writer.flush();
    drop(writer);
    text
}

/// A file that is read row by row.
pub(super) struct Rows<'a> {
    path: &'a Path,
}

/// The fields of a row, and its line.
pub(super) struct Row<'a> {
    path: &'a Path,
    line: u64,
    fields: csv::StringRecord,
}

impl<'a> Rows<'a> {
    pub fn new(path: &'a Path) -> Self {
        Rows { path }
    }

    /// Reads each row after a header of exactly these columns.
    pub fn read<T>(
        &self,
        header: &[&str],
        mut row: impl FnMut(&Row) -> Result<T, Diagnostic>,
    ) -> Result<Vec<T>, Diagnostic> {
        let text = fs::read(self.path).map_err(|error| cannot("read", self.path, &error))?;
        let mut reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .trim(csv::Trim::All)
            .from_reader(text.as_slice());
        let mut rows = Vec::new();
        for (index, record) in reader.records().enumerate() {
            let fields = record.map_err(|error| self.broken(&error))?;
            let line = fields.position().map_or(1, csv::Position::line);
            let fields = Row {
                path: self.path,
                line,
                fields,
            };
            if index > 0 {
                rows.push(row(&fields)?);
            } else if !fields.is_header(header) {
                return Err(fields.error(format!("expected the columns {}", header.join(","))));
            }
        }
        Ok(rows)
    }

    fn broken(&self, error: &csv::Error) -> Diagnostic {
        let line = error.position().map_or(1, csv::Position::line);
        Diagnostic::error(
            Some(place(self.path, line)),
            format!("not a table: {error}"),
        )
    }
}

impl Row<'_> {
    fn is_header(&self, header: &[&str]) -> bool {
        let names = self
            .fields
            .iter()
            .map(|name| name.trim_start_matches(['#', ' ']));
        names.eq(header
            .iter()
            .map(|name| name.trim_start_matches(['#', ' '])))
    }

    pub fn text(&self, column: usize) -> Result<&str, Diagnostic> {
        self.fields.get(column).ok_or_else(|| {
            let count = self.fields.len();
            self.error(format!("this row has {count} fields, too few"))
        })
    }

    /// The fields from this column on.
    pub fn rest(&self, column: usize) -> impl Iterator<Item = &str> {
        self.fields.iter().skip(column)
    }

    pub fn number<N: std::str::FromStr>(&self, column: usize) -> Result<N, Diagnostic> {
        let text = self.text(column)?;
        text.parse()
            .map_err(|_| self.error(format!("`{text}` is not a number")))
    }

    /// Numbers with blanks between them.
    pub fn numbers(&self, text: &str) -> Result<Vec<u64>, Diagnostic> {
        let number = |word: &str| {
            word.parse()
                .map_err(|_| self.error(format!("`{word}` is not a label's id")))
        };
        text.split_ascii_whitespace().map(number).collect()
    }

    pub fn error(&self, message: String) -> Diagnostic {
        Diagnostic::error(Some(place(self.path, self.line)), message)
    }
}

fn place(path: &Path, line: u64) -> Place {
    let line = u32::try_from(line).unwrap_or(u32::MAX);
    Place {
        file: name_text(path).into(),
        line,
        column: 1,
    }
}

/// Numbers as [`Row::numbers`] reads them.
pub(super) fn spaced(numbers: &[u64]) -> String {
    numbers
        .iter()
        .map(u64::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
