//! Cobertura's XML: each line with labels has the live ones as its conditions.

use super::data::{Label, Run, Standing, by_line};
use super::escape::markup;
use std::collections::BTreeMap;
use std::fmt::Write;

#[derive(Clone, Copy, Default)]
struct Count {
    lines: usize,
    lines_hit: usize,
    live: usize,
    covered: usize,
}

pub fn write(run: &Run, seconds: u64) -> String {
    let files = run.by_file();
    let mut total = Count::default();
    let mut packages: BTreeMap<&str, (Count, String)> = BTreeMap::new();
    for (file, labels) in &files {
        let (count, class) = class(file, labels);
        total.add(count);
        let directory = file.rsplit_once('/').map_or("", |(directory, _)| directory);
        let package = packages.entry(directory).or_default();
        package.0.add(count);
        package.1 += &class;
    }
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n\
         <coverage {} lines-covered=\"{}\" lines-valid=\"{}\" branches-covered=\"{}\" branches-valid=\"{}\" \
         complexity=\"0\" version=\"tamis {}\" timestamp=\"{seconds}\">\n<sources><source>.</source></sources>\n<packages>\n",
        total.rates(),
        total.lines_hit,
        total.lines,
        total.covered,
        total.live,
        env!("CARGO_PKG_VERSION"),
    );
    for (name, (count, classes)) in &packages {
        let (name, rates) = (markup(name), count.rates());
        let _ = write!(
            text,
            "<package name=\"{name}\" {rates} complexity=\"0\"><classes>\n{classes}</classes></package>\n"
        );
    }
    text + "</packages>\n</coverage>\n"
}

impl Count {
    fn add(&mut self, other: Count) {
        self.lines += other.lines;
        self.lines_hit += other.lines_hit;
        self.live += other.live;
        self.covered += other.covered;
    }

    fn rates(&self) -> String {
        let rate = |part: usize, whole: usize| match whole {
            0 => "1.0".to_string(),
            whole => format!("{:.4}", part as f64 / whole as f64),
        };
        let (lines, branches) = (
            rate(self.lines_hit, self.lines),
            rate(self.covered, self.live),
        );
        format!("line-rate=\"{lines}\" branch-rate=\"{branches}\"")
    }
}

fn class(file: &str, labels: &[Label]) -> (Count, String) {
    let lines = by_line(labels);
    let mut count = Count::default();
    let mut body = String::new();
    for (number, labels) in lines {
        let (here, line) = line(number, &labels);
        count.add(here);
        body += &line;
    }
    let name = file.rsplit('/').next().unwrap_or(file);
    let (name, file, rates) = (markup(name), markup(file), count.rates());
    let text = format!(
        "<class name=\"{name}\" filename=\"{file}\" {rates} complexity=\"0\"><methods/><lines>\n{body}</lines></class>\n"
    );
    (count, text)
}

fn line(number: u32, labels: &[&Label]) -> (Count, String) {
    let hits = labels.iter().map(|label| label.count().max(label.reached));
    let hits = hits.max().unwrap_or(0);
    let is_live =
        |label: &&&Label| matches!(label.standing(), Standing::Covered | Standing::ToCover);
    let live = labels.iter().filter(is_live).count();
    let covered = labels
        .iter()
        .filter(is_live)
        .filter(|label| label.covered)
        .count();
    let count = Count {
        lines: 1,
        lines_hit: usize::from(hits > 0),
        live,
        covered,
    };
    let text = match live {
        0 => format!("<line number=\"{number}\" hits=\"{hits}\" branch=\"false\"/>\n"),
        live => {
            let percent = 100 * covered / live;
            format!(
                "<line number=\"{number}\" hits=\"{hits}\" branch=\"true\" condition-coverage=\"{percent}% ({covered}/{live})\">\
                 <conditions><condition number=\"0\" type=\"jump\" coverage=\"{percent}%\"/></conditions></line>\n"
            )
        }
    };
    (count, text)
}
