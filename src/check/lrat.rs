//! A checker of LRAT proofs: do these clauses exclude each other?
//!
//! Comes in: a CNF in DIMACS and a proof in LRAT, as text that nobody vouches for. Goes out: that the proof holds, or the first line that
//! does not. Each step names the clauses (hints) by which unit propagation derives it:
//!
//! ```text
//! the literals of the step are false; each hint but the last has one literal that is not false, which becomes true; the last hint
//! has none
//! ```
//!
//! Nothing is searched, nothing else is assumed; the last step has to be the empty clause. Steps that need more (RAT) are refused.

use std::collections::{HashMap, HashSet};

type Clause = Vec<i64>;

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    pub clauses: usize,
    pub steps: usize,
    /// All clauses are literals: no gate, and nothing but what the question itself says.
    pub only_units: bool,
}

/// Checks that the proof derives the empty clause from the clauses.
pub fn check(cnf: &str, proof: &str) -> Result<Checked, String> {
    let clauses = read_cnf(cnf).map_err(|why| format!("CNF: {why}"))?;
    let mut checked = Checked {
        clauses: clauses.len(),
        steps: 0,
        only_units: clauses.iter().all(|clause| clause.len() == 1),
    };
    let mut known: HashMap<u64, Clause> = (1..).zip(clauses).collect();
    let mut last = checked.clauses as u64;
    let mut finished = false;
    for (index, line) in proof.lines().enumerate() {
        let wrong = |why: &str| format!("proof, line {}: {why}", index + 1);
        if finished {
            return Err(wrong("a step after the empty clause"));
        }
        let step = read_step(line).map_err(wrong)?;
        if step.id <= last {
            return Err(wrong("its number is not new"));
        }
        derive(&known, &step).map_err(wrong)?;
        checked.steps += 1;
        last = step.id;
        finished = step.clause.is_empty();
        known.insert(step.id, step.clause);
    }
    match finished {
        true => Ok(checked),
        false => Err("the proof does not end with the empty clause".to_string()),
    }
}

struct Step {
    id: u64,
    clause: Clause,
    hints: Vec<u64>,
}

/// Unit propagation by the hints of a step.
fn derive(known: &HashMap<u64, Clause>, step: &Step) -> Result<(), &'static str> {
    // Literals that are false.
    let mut falsified: HashSet<i64> = step.clause.iter().copied().collect();
    let Some((conflict, hints)) = step.hints.split_last() else {
        return Err("a step without hints");
    };
    let open = |falsified: &HashSet<i64>, hint: &u64| -> Result<Vec<i64>, &'static str> {
        let clause = known.get(hint).ok_or("a hint that names no clause")?;
        let open = clause.iter().filter(|l| !falsified.contains(l));
        Ok(open.copied().collect())
    };
    for hint in hints {
        match open(&falsified, hint)?[..] {
            [unit] => falsified.insert(-unit),
            [] => return Err("a hint after the conflict"),
            _ => return Err("a hint that is not a unit clause"),
        };
    }
    match open(&falsified, conflict)?.is_empty() {
        true => Ok(()),
        false => Err("no conflict"),
    }
}

/// `ID LITERAL… 0 HINT… 0`
fn read_step(line: &str) -> Result<Step, &'static str> {
    let mut words = line.split_ascii_whitespace();
    let id = words.next().and_then(|word| word.parse().ok());
    let id = id.ok_or("no number")?;
    let clause = read_clause(&mut words)?;
    let hints = read_clause(&mut words)?.into_iter().map(u64::try_from);
    let hints = hints.collect::<Result<_, _>>();
    let hints = hints.map_err(|_| "a hint that is no number of a clause")?;
    match words.next() {
        None => Ok(Step { id, clause, hints }),
        Some(_) => Err("something after the hints"),
    }
}

/// Numbers up to a 0. The negation of each is a number as well.
fn read_clause<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Clause, &'static str> {
    let mut clause = Vec::new();
    for word in words {
        match word.parse::<i64>() {
            Ok(0) => return Ok(clause),
            Ok(i64::MIN) | Err(_) => return Err("not a number"),
            Ok(literal) => clause.push(literal),
        }
    }
    Err("no 0 at the end")
}

fn read_cnf(text: &str) -> Result<Vec<Clause>, String> {
    let lines = text.lines().enumerate();
    let mut lines = lines.filter(|(_, line)| !line.starts_with('c'));
    let header = lines.next().map_or("", |(_, line)| line);
    let words: Vec<&str> = header.split_ascii_whitespace().collect();
    let (variables, count) = match words[..] {
        ["p", "cnf", variables, count] => (variables.parse::<u64>(), count.parse::<usize>()),
        _ => return Err("no header".to_string()),
    };
    let (Ok(variables), Ok(count)) = (variables, count) else {
        return Err("no header".to_string());
    };
    let mut clauses = Vec::new();
    for (index, line) in lines {
        let wrong = |why: &str| format!("line {}: {why}", index + 1);
        let mut words = line.split_ascii_whitespace();
        let clause = read_clause(&mut words).map_err(wrong)?;
        if words.next().is_some() {
            return Err(wrong("something after the clause"));
        }
        if clause.iter().any(|l| l.unsigned_abs() > variables) {
            return Err(wrong("a variable that the header does not count"));
        }
        clauses.push(clause);
    }
    match clauses.len() == count {
        true => Ok(clauses),
        false => Err(format!("{} clauses instead of {count}", clauses.len())),
    }
}
