//! The variables that took part in conflicts lately, the most active first.

use super::Variable;
use crate::base::Id;

/// Activities are scaled down when one exceeds this.
const LARGEST: f64 = 1e100;
const DECAY: f64 = 0.95;
const ABSENT: u32 = u32::MAX;

pub(super) struct Active {
    /// A binary heap of variables.
    order: Vec<Variable>,
    /// By variable: its place in `order`, or `ABSENT`.
    places: Vec<u32>,
    /// By variable: how often it took part in conflicts, later ones counting more.
    pub activities: Vec<f64>,
    /// What the next conflict counts.
    weight: f64,
    /// By variable: whether it took part in a conflict of this question.
    involved: Vec<bool>,
    /// Those that did.
    list: Vec<Variable>,
}

impl Default for Active {
    fn default() -> Self {
        Active {
            order: Vec::new(),
            places: Vec::new(),
            activities: Vec::new(),
            weight: 1.0,
            involved: Vec::new(),
            list: Vec::new(),
        }
    }
}

impl Active {
    pub fn variable(&mut self) {
        self.places.push(ABSENT);
        self.activities.push(0.0);
        self.involved.push(false);
    }

    /// Another question begins.
    pub fn clear(&mut self) {
        for variable in self.list.drain(..) {
            self.involved[variable.index()] = false;
        }
        for variable in self.order.drain(..) {
            self.places[variable.index()] = ABSENT;
        }
    }

    /// The variable has no value any more.
    pub fn offer(&mut self, variable: Variable) {
        if self.involved[variable.index()] && self.places[variable.index()] == ABSENT {
            self.order.push(variable);
            self.up(self.order.len() - 1);
        }
    }

    /// Takes the most active variable.
    pub fn pop(&mut self) -> Option<Variable> {
        let &first = self.order.first()?;
        self.places[first.index()] = ABSENT;
        let last = self.order.pop()?;
        if last != first {
            self.order[0] = last;
            self.down(0);
        }
        Some(first)
    }

    /// The variable took part in a conflict.
    pub fn bump(&mut self, variable: Variable) {
        let at = variable.index();
        self.activities[at] += self.weight;
        if self.activities[at] > LARGEST {
            self.activities.iter_mut().for_each(|a| *a /= LARGEST);
            self.weight /= LARGEST;
        }
        if !std::mem::replace(&mut self.involved[at], true) {
            self.list.push(variable);
        }
        if self.places[at] != ABSENT {
            self.up(self.places[at] as usize);
        }
    }

    /// What was bumped before counts less from now on.
    pub fn decay(&mut self) {
        self.weight /= DECAY;
    }

    /// Whether `a` comes before `b`.
    fn before(&self, a: Variable, b: Variable) -> bool {
        let (x, y) = (self.activities[a.index()], self.activities[b.index()]);
        x > y || (x == y && a < b)
    }

    fn up(&mut self, mut place: usize) {
        let variable = self.order[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.before(variable, self.order[parent]) {
                break;
            }
            self.put(self.order[parent], place);
            place = parent;
        }
        self.put(variable, place);
    }

    fn down(&mut self, mut place: usize) {
        let variable = self.order[place];
        loop {
            let children = [2 * place + 1, 2 * place + 2];
            let children = children.into_iter().filter(|&c| c < self.order.len());
            let child = children.reduce(|a, b| match self.before(self.order[b], self.order[a]) {
                true => b,
                false => a,
            });
            let Some(child) = child.filter(|&c| self.before(self.order[c], variable)) else {
                break;
            };
            self.put(self.order[child], place);
            place = child;
        }
        self.put(variable, place);
    }

    fn put(&mut self, variable: Variable, place: usize) {
        self.order[place] = variable;
        self.places[variable.index()] = place as u32;
    }
}
