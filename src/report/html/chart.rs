//! Pictures: inline SVG made of numbers.

use crate::report::data::Standing;
use crate::status::percent_text;
use std::fmt::Write;

/// The mark of the project: a sieve.
pub const SIEVE: &str = "<svg class=\"sieve\" viewBox=\"0 0 24 24\" aria-hidden=\"true\"><ellipse cx=\"12\" cy=\"8\" rx=\"9\" ry=\"3.6\"/>\
<path d=\"M3 8v5.5c0 2 4 3.6 9 3.6s9-1.6 9-3.6V8\"/><circle cx=\"8.5\" cy=\"20\" r=\"1\"/><circle cx=\"12\" cy=\"21.5\" r=\"1\"/><circle cx=\"15.5\" cy=\"20\" r=\"1\"/></svg>";

/// Counts by standing, in the order of [`Standing::ALL`].
pub type Counts = [usize; 5];

/// One bar whose pieces are as long as the counts.
pub fn stacked(counts: &Counts) -> String {
    let total: usize = counts.iter().sum();
    let named = counts.iter().zip(Standing::ALL);
    let named: Vec<String> = named
        .map(|(count, standing)| format!("{count} {}", standing.name()))
        .collect();
    let mut text = format!(
        "<svg class=\"stack\" viewBox=\"0 0 1000 20\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{}\">",
        named.join(", ")
    );
    let mut x = 0.0;
    for (i, (&count, standing)) in counts.iter().zip(Standing::ALL).enumerate() {
        if count == 0 {
            continue;
        }
        let width = 1000.0 * count as f64 / total as f64;
        let name = standing.name();
        let _ = write!(
            text,
            "<rect class=\"f{i}\" x=\"{x:.1}\" width=\"{width:.1}\" height=\"20\"><title>{count} {name}</title></rect>"
        );
        x += width;
    }
    text + "</svg>"
}

/// The counts with their colours.
pub fn legend(counts: &Counts) -> String {
    let mut text = String::from("<ul class=\"legend\">");
    for (i, (count, standing)) in counts.iter().zip(Standing::ALL).enumerate() {
        let name = standing.name();
        let _ = write!(
            text,
            "<li><span class=\"dot b{i}\"></span>{name} <b>{}</b></li>",
            grouped(*count)
        );
    }
    text + "</ul>"
}

/// A ratio as a ring with the number inside.
pub fn ring(percent: f64, caption: &str) -> String {
    let around = 2.0 * std::f64::consts::PI * 34.0;
    let drawn = around * percent / 100.0;
    format!(
        "<svg class=\"ring\" viewBox=\"0 0 88 88\" role=\"img\" aria-label=\"{0} {caption}\"><circle class=\"track\" cx=\"44\" cy=\"44\" r=\"34\"/>\
         <circle class=\"turn\" cx=\"44\" cy=\"44\" r=\"34\" stroke-dasharray=\"{drawn:.1} {around:.1}\" transform=\"rotate(-90 44 44)\"/>\
         <text class=\"big\" x=\"44\" y=\"46\">{0}</text><text class=\"small\" x=\"44\" y=\"60\">{caption}</text></svg>",
        percent_text(percent)
    )
}

/// With a thin space between thousands.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_is_a_hundred_percent() {
        assert_eq!(percent_text(100.0), "100.0%");
        assert_eq!(percent_text(99.99), "99.9%");
        assert_eq!(percent_text(50.0), "50.0%");
    }

    #[test]
    fn thousands_are_apart() {
        assert_eq!(grouped(1234567), "1\u{202f}234\u{202f}567");
        assert_eq!(grouped(123), "123");
    }
}
