//! Short text of a term for people: infix, cut where it gets long.

use super::term::Op;
use super::{Sort, TermId, Terms, bits};

/// How deep the text goes, and how many terms it shows.
const DEPTH: u32 = 12;
const TERMS: u32 = 120;

impl Terms {
    /// The term in a form like `x + 1 <s y`; `…` stands for what was cut.
    pub fn text(&self, term: TermId) -> String {
        let mut out = String::new();
        let mut left = TERMS;
        self.write_text(term, DEPTH, &mut left, &mut out);
        out
    }

    fn write_text(&self, term: TermId, depth: u32, left: &mut u32, out: &mut String) {
        if depth == 0 || *left == 0 {
            out.push('…');
            return;
        }
        *left -= 1;
        let (open, between, close) = match self.op(term) {
            Op::Const(index) => {
                out.push_str(&constant_text(self.constant_at(index), self.sort(term)));
                return;
            }
            Op::Var(var) => {
                out.push_str(&self.variables()[var].name);
                return;
            }
            Op::Apply(function) => {
                out.push_str(&self.functions()[function].name);
                ("(".to_string(), ", ", ")")
            }
            Op::Extract(low) => {
                let high = low + self.width(term) - 1;
                (format!("bits[{high}..{low}]("), "", ")")
            }
            Op::Zext => (format!("zext{}(", self.width(term)), "", ")"),
            Op::Sext => (format!("sext{}(", self.width(term)), "", ")"),
            op => {
                let (open, between, close) = shape(op);
                (open.to_string(), between, close)
            }
        };
        out.push_str(&open);
        for (i, &arg) in self.args(term).iter().enumerate() {
            if i > 0 {
                out.push_str(between);
            }
            self.write_text(arg, depth - 1, left, out);
            if *left == 0 {
                break;
            }
        }
        out.push_str(close);
    }
}

/// What stands before, between and after the arguments.
fn shape(op: Op) -> (&'static str, &'static str, &'static str) {
    let infix = match op {
        Op::Not => return ("!", "", ""),
        Op::BvNot => return ("~", "", ""),
        Op::Neg => return ("-", "", ""),
        Op::Ite => return ("ite(", ", ", ")"),
        Op::Select => return ("select(", ", ", ")"),
        Op::Store => return ("store(", ", ", ")"),
        Op::And => " && ",
        Op::Or => " || ",
        Op::Eq => " == ",
        Op::Add => " + ",
        Op::Sub => " - ",
        Op::Mul => " * ",
        Op::Udiv => " /u ",
        Op::Sdiv => " /s ",
        Op::Urem => " %u ",
        Op::Srem => " %s ",
        Op::Shl => " << ",
        Op::Lshr => " >>u ",
        Op::Ashr => " >>s ",
        Op::BvAnd => " & ",
        Op::BvOr => " | ",
        Op::BvXor => " ^ ",
        Op::Ult => " <u ",
        Op::Slt => " <s ",
        Op::Concat => " ++ ",
        // These have their own form above.
        Op::Const(_) | Op::Var(_) | Op::Apply(_) | Op::Extract(_) | Op::Zext | Op::Sext => ", ",
    };
    ("(", infix, ")")
}

/// Small negative numbers as such, large ones in hexadecimal.
fn constant_text(value: u128, sort: Sort) -> String {
    let Sort::BitVec(width) = sort else {
        return (value == 1).to_string();
    };
    match bits::signed(value, width) {
        small @ -65536..=65536 => small.to_string(),
        _ => format!("{value:#x}"),
    }
}
