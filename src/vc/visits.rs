//! From the visits of a point in the unrolled graph to one reach and one predicate.
//!
//! A point in a loop of n trips has n visits in the passive form, with `reachᵢ` and `φᵢ`. What they become:
//!
//! - If nothing was cut and nothing stops the function on its way, the terms describe a whole call of the function: for
//!   every call there are values of the variables such that `reachᵢ` and `φᵢ` are what happens in it. Then
//!   `reach = ⋁ reachᵢ` is "the call passes the point" and `φ = ⋁ reachᵢ ∧ φᵢ` is "and makes the predicate true once",
//!   and an implication between two points holds for calls, wherever in it their visits are.
//! - Otherwise a variable `trip` for each loop chooses one of the visits: `reach = ⋁ (trip = i) ∧ reachᵢ`, and φ is the
//!   `φᵢ` of that trip. For every visit there are values that describe it, namely those with its trips; points of the same
//!   trip are seen in that trip, and points elsewhere in the same call. So a point that comes first was passed by the
//!   time of the visit, in the trip that is looked at, and one that comes later is passed unless the way to it is
//!   interrupted: what relations between points rest on is the same as with loops that are cut. When the visit is
//!   outside of the loop, any trip may be looked at: what is proved then holds for all trips, and so for one.

use crate::logic::{TermId, Terms};

/// A loop, by its variable, and the trip through it.
#[derive(Clone, Copy, Debug)]
pub struct Trip {
    pub choice: TermId,
    pub number: u32,
}

/// A predicate in one copy of its point.
pub struct Visit {
    pub predicate: usize,
    /// Of the loops around it, outermost first.
    pub trips: Vec<Trip>,
    pub reach: TermId,
    pub holds: TermId,
    /// What was watched there, by its index.
    pub values: Vec<(usize, TermId)>,
}

/// The reach and the predicate of each; `through` says that the terms describe whole calls.
pub fn settle(
    terms: &mut Terms,
    count: usize,
    visits: Vec<Visit>,
    runs_through: bool,
) -> (Vec<TermId>, Vec<TermId>) {
    let mut by_predicate: Vec<Vec<Visit>> = Vec::new();
    by_predicate.resize_with(count, Vec::new);
    for visit in visits {
        by_predicate[visit.predicate].push(visit);
    }
    let both = by_predicate.iter().map(|visits| match runs_through {
        true => of_call(terms, visits),
        false => of_one_trip(terms, visits),
    });
    both.unzip()
}

fn of_call(terms: &mut Terms, visits: &[Visit]) -> (TermId, TermId) {
    if let [only] = visits {
        return (only.reach, only.holds);
    }
    let reach: Vec<TermId> = visits.iter().map(|visit| visit.reach).collect();
    let covered: Vec<TermId> = visits
        .iter()
        .map(|visit| terms.and2(visit.reach, visit.holds))
        .collect();
    (terms.or(&reach), terms.or(&covered))
}

fn of_one_trip(terms: &mut Terms, visits: &[Visit]) -> (TermId, TermId) {
    let mut reach = Vec::with_capacity(visits.len());
    let mut holds = terms.bool(false);
    for visit in visits {
        let chosen = chosen(terms, visit);
        reach.push(terms.and2(chosen, visit.reach));
        holds = terms.ite(chosen, visit.holds, holds);
    }
    (terms.or(&reach), holds)
}

/// The trips of the visit are those that are looked at.
fn chosen(terms: &mut Terms, visit: &Visit) -> TermId {
    let trips = visit.trips.iter().map(|trip| {
        let number = terms.bv(u128::from(trip.number), 8);
        terms.eq(trip.choice, number)
    });
    let trips: Vec<TermId> = trips.collect();
    terms.and(&trips)
}

/// What was watched, as it is in the visit that is looked at: the first that covers the predicate, or that of the chosen
/// trips.
pub fn value_in(
    terms: &mut Terms,
    watched: usize,
    visits: &[Visit],
    runs_through: bool,
) -> Option<TermId> {
    let mut value = None;
    for visit in visits.iter().rev() {
        let own = visit.values.iter().find(|(index, _)| *index == watched);
        let Some(&(_, here)) = own else { continue };
        value = Some(match value {
            None => here,
            Some(other) => {
                let looked_at = match runs_through {
                    true => terms.and2(visit.reach, visit.holds),
                    false => chosen(terms, visit),
                };
                terms.ite(looked_at, here, other)
            }
        });
    }
    value
}
