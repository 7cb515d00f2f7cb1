//! Where objects lie, for a solver that knows numbers only.
//!
//! Comes in: terms, whose table knows which variables are addresses of objects. Goes out: SMT-LIB formulas that say of these
//! addresses what the table says: objects do not wrap and those that share nothing do not overlap. That an address computed from
//! an object's address by adding numbers lies in the object is said apart: it holds of what is executed only, so a proof
//! that needs it of all accesses confirms less than one that does not.

use crate::logic::{Op, Printer, TermId, Terms};

/// Assertions about the addresses of objects below these terms that are not among the known ones, which grow.
pub(super) fn apart(terms: &Terms, roots: &[TermId], known: &mut Vec<TermId>) -> String {
    let mut text = String::new();
    let printer = Printer::default();
    let name = |term: TermId| printer.name(terms, term);
    for base in terms.cone(roots) {
        let Some(size) = terms.object_size(base) else {
            continue;
        };
        if known.contains(&base) {
            continue;
        }
        let (own, last) = (name(base), u64::MAX - size);
        text += &format!("(assert (bvule {own} (_ bv{last} 64)))\n");
        for &other in known
            .iter()
            .filter(|&&other| terms.are_separate(base, other))
        {
            let before = ends_before((&own, size), &name(other));
            let after = ends_before((&name(other), terms.object_size(other).unwrap_or(0)), &own);
            text += &format!("(assert (or {before} {after}))\n");
        }
        known.push(base);
    }
    text
}

fn ends_before((base, size): (&str, u64), next: &str) -> String {
    format!("(bvule (bvadd {base} (_ bv{size} 64)) {next})")
}

/// For each access below these terms that is computed from an object's address: it lies in the object.
pub(super) fn inside(terms: &Terms, roots: &[TermId]) -> Vec<String> {
    let printer = Printer::default();
    let name = |term: TermId| printer.name(terms, term);
    let mut facts = Vec::new();
    for term in terms.cone(roots) {
        let args = terms.args(term);
        let bytes = match terms.op(term) {
            Op::Select => terms.width(term) / 8,
            Op::Store => terms.width(args[2]) / 8,
            _ => continue,
        };
        let address = args[1];
        let object = terms.object_of(address).filter(|&base| base != address);
        let Some((base, size)) = object.and_then(|base| Some((base, terms.object_size(base)?)))
        else {
            continue;
        };
        let (address, base) = (name(address), name(base));
        // size ≥ bytes, and address − base ≤ size − bytes
        let fact = match size.checked_sub(u64::from(bytes)) {
            Some(last) => format!("(bvule (bvsub {address} {base}) (_ bv{last} 64))"),
            None => "false".to_string(),
        };
        facts.push(fact);
    }
    facts.sort();
    facts.dedup();
    facts
}
