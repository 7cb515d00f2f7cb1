//! Gates: Boolean functions of literals, each once, as clauses of the solver.
//!
//! Comes in: literals. Goes out: the literal of a gate over them. A gate is simplified when its inputs are constant, equal
//! or opposite. What a gate is made of is kept, so that a question finds the part of the circuit it is about.

use super::backend::SatSolver;
use super::sat::{Guide, Lit, Value, Variable, View};
use crate::base::{Id, Index};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Input,
    And,
    Xor,
    /// Condition, then, else.
    Mux,
    Majority,
    /// If it is true, one of its inputs is; nothing else is known of it.
    Choice,
}

/// A circuit in a solver.
pub(super) struct Gates {
    pub solver: Box<dyn SatSolver>,
    /// All gates, by what they are made of.
    known: Index,
    pub structure: Structure,
}

/// What the gates are made of.
#[derive(Default)]
pub(super) struct Structure {
    /// By variable: its kind, and where its inputs start; those of the next one end them.
    gates: Vec<(Kind, u32)>,
    inputs: Vec<Lit>,
}

impl Gates {
    pub fn new(solver: Box<dyn SatSolver>) -> Self {
        Gates {
            solver,
            known: Index::default(),
            structure: Structure::default(),
        }
    }

    /// A literal that nothing is known of.
    pub fn input(&mut self, phase: bool) -> Lit {
        self.variable(Kind::Input, &[], phase)
    }

    /// A literal c with c ⇒ l₁ ∨ l₂ ∨ …
    pub fn choice(&mut self, literals: &[Lit]) -> Lit {
        let choice = self.variable(Kind::Choice, literals, true);
        self.solver.clause(&[literals, &[!choice]].concat());
        choice
    }

    fn variable(&mut self, kind: Kind, inputs: &[Lit], phase: bool) -> Lit {
        let literal = self.solver.variable(phase);
        let structure = &mut self.structure;
        let start = structure.inputs.len() as u32;
        // The solver has made the constant itself.
        let constants = literal.variable().index();
        structure.gates.resize(constants, (Kind::Input, start));
        structure.gates.push((kind, start));
        structure.inputs.extend_from_slice(inputs);
        literal
    }

    /// What a gate is made of.
    pub fn inputs(&self, variable: Variable) -> &[Lit] {
        self.structure.gate(variable).1
    }

    fn gate(
        &mut self,
        kind: Kind,
        inputs: &[Lit],
        clauses: impl FnOnce(&mut dyn SatSolver, Lit),
    ) -> Lit {
        let hash = Index::hash((kind, inputs));
        let structure = &self.structure;
        let variable = |number: u32| Variable::from_index(number as usize);
        let same = |number| structure.gate(variable(number)) == (kind, inputs);
        if let Some(number) = self.known.find(hash, same) {
            return Lit::new(variable(number), false);
        }
        let output = self.variable(kind, inputs, false);
        clauses(&mut *self.solver, output);
        let number = output.variable().index() as u32;
        self.known.insert(hash, number);
        output
    }

    pub fn and2(&mut self, a: Lit, b: Lit) -> Lit {
        self.and(&[a, b])
    }

    pub fn or2(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(&[!a, !b])
    }

    pub fn or(&mut self, literals: &[Lit]) -> Lit {
        let negated: Vec<Lit> = literals.iter().map(|&l| !l).collect();
        !self.and(&negated)
    }

    pub fn and(&mut self, literals: &[Lit]) -> Lit {
        let mut inputs: Vec<Lit> = literals
            .iter()
            .copied()
            .filter(|&l| l != Lit::TRUE)
            .collect();
        inputs.sort_unstable();
        inputs.dedup();
        let opposite = inputs.windows(2).any(|pair| pair[0] == !pair[1]);
        if opposite || inputs.contains(&Lit::FALSE) {
            return Lit::FALSE;
        }
        match inputs[..] {
            [] => Lit::TRUE,
            [only] => only,
            _ => self.gate(Kind::And, &inputs, |solver, g| {
                inputs.iter().for_each(|&l| solver.clause(&[!g, l]));
                let mut clause: Vec<Lit> = inputs.iter().map(|&l| !l).collect();
                clause.push(g);
                solver.clause(&clause);
            }),
        }
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        // The gate is of positive literals: ¬a ⊕ b = ¬(a ⊕ b).
        let negated = a.is_negated() != b.is_negated();
        let (a, b) = (positive(a), positive(b));
        let plain = match (a.min(b), a.max(b)) {
            (a, b) if a == b => Lit::FALSE,
            (Lit::TRUE, b) => !b,
            (a, b) => self.gate(Kind::Xor, &[a, b], |solver, g| {
                solver.clause(&[!g, a, b]);
                solver.clause(&[!g, !a, !b]);
                solver.clause(&[g, !a, b]);
                solver.clause(&[g, a, !b]);
            }),
        };
        if negated { !plain } else { plain }
    }

    pub fn equal(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    pub fn mux(&mut self, condition: Lit, yes: Lit, no: Lit) -> Lit {
        if condition.is_negated() {
            return self.mux(!condition, no, yes);
        }
        if condition == Lit::TRUE || yes == no {
            return yes;
        }
        if yes == !no {
            return self.equal(condition, yes);
        }
        if yes.is_constant()
            || no.is_constant()
            || positive(yes) == condition
            || positive(no) == condition
        {
            let (then, otherwise) = (self.or2(!condition, yes), self.or2(condition, no));
            return self.and2(then, otherwise);
        }
        let c = condition;
        self.gate(Kind::Mux, &[c, yes, no], |solver, g| {
            solver.clause(&[!c, !yes, g]);
            solver.clause(&[!c, yes, !g]);
            solver.clause(&[c, !no, g]);
            solver.clause(&[c, no, !g]);
            // Both arms agree: follows, but is found without deciding the condition.
            solver.clause(&[!yes, !no, g]);
            solver.clause(&[yes, no, !g]);
        })
    }

    /// True when at least two are: the carry of an addition.
    pub fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        let [a, b, c] = sorted;
        match (a, b, c) {
            _ if a == b || a == !b => return if a == b { a } else { c },
            _ if b == c || b == !c => return if b == c { b } else { a },
            (Lit::TRUE, ..) => return self.or2(b, c),
            (Lit::FALSE, ..) => return self.and2(b, c),
            _ => {}
        }
        self.gate(Kind::Majority, &[a, b, c], |solver, g| {
            for (x, y) in [(a, b), (a, c), (b, c)] {
                solver.clause(&[!x, !y, g]);
                solver.clause(&[x, y, !g]);
            }
        })
    }
}

impl Structure {
    fn gate(&self, variable: Variable) -> (Kind, &[Lit]) {
        let at = variable.index();
        let Some(&(kind, start)) = self.gates.get(at) else {
            return (Kind::Input, &[]);
        };
        let end = self.gates.get(at + 1).map(|&(_, next)| next as usize);
        let end = end.unwrap_or(self.inputs.len());
        (kind, &self.inputs[start as usize..end])
    }
}

/// Explains a gate by its inputs. Where all other inputs are known, propagation has done so already.
impl Guide for Structure {
    fn explain(&self, literal: Lit, view: &View) -> Option<Lit> {
        let (kind, inputs) = self.gate(literal.variable());
        let is = |l: Lit, value: Value| view.value(l) == value;
        let open = || inputs.iter().copied().filter(|&l| is(l, Value::Open));
        let wanted = match literal.is_negated() {
            false => Value::True,
            true => Value::False,
        };
        match kind {
            Kind::Input => None,
            // True: all inputs follow. False: one has to be.
            Kind::And if wanted == Value::True => None,
            Kind::And if inputs.iter().any(|&l| is(l, Value::False)) => None,
            Kind::And => view.most_active(open()).map(|l| !l),
            Kind::Choice if wanted == Value::False => None,
            Kind::Choice if inputs.iter().any(|&l| is(l, Value::True)) => None,
            Kind::Choice => view.most_active(open()),
            Kind::Xor => view.most_active(open()).map(|l| view.last(l)),
            Kind::Mux => {
                let &[condition, yes, no] = inputs else {
                    return None;
                };
                let fits = (is(yes, wanted), is(no, wanted));
                match (is(condition, Value::Open), fits) {
                    (false, _) | (true, (true, true)) => None,
                    (true, (true, false)) => Some(condition),
                    (true, (false, true)) => Some(!condition),
                    (true, (false, false)) => Some(view.last(condition)),
                }
            }
            Kind::Majority => {
                let agree = inputs.iter().filter(|&&l| is(l, wanted)).count();
                let input = view.most_active(open()).filter(|_| agree < 2)?;
                Some(match wanted {
                    Value::True => input,
                    _ => !input,
                })
            }
        }
    }
}

fn positive(literal: Lit) -> Lit {
    if literal.is_negated() {
        !literal
    } else {
        literal
    }
}
