//! Which functions are sure to return.
//!
//! Comes in: for each function of the run what it calls. Goes out: which of them return from
//! every call. The least solution of
//!
//! ```text
//! returns(f)  =  every loop of f ends, nothing in f stops,
//!                and returns(g) for every g that f calls
//! ```
//!
//! so recursion does not return, nor does what calls a function that nobody knows.

use super::outline::{Body, What};

/// What a call may do to its caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// Runs the function with this index.
    Function(usize),
    /// Comes back if all functions do that the library may call by name.
    Library,
    /// The same where only those matter that take the place of its plain functions.
    Plain,
    /// Comes back, and may come back once more when control is elsewhere.
    Twice,
    Unknown,
}

/// The functions of the units that the library may call by name.
pub(super) struct Inside {
    pub all: Vec<usize>,
    /// Those in the place of its functions that neither allocate nor use streams.
    pub plain: Vec<usize>,
}

/// For each function whether it is sure to return. `target` says what the call of a symbol by a
/// function is.
pub(super) fn returning(
    bodies: &[&Body],
    inside: &Inside,
    target: impl Fn(usize, usize) -> Target,
) -> Vec<bool> {
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); bodies.len()];
    // How many calls are not known to return; `None` when one never will be.
    let mut open: Vec<Option<usize>> = Vec::with_capacity(bodies.len());
    for (caller, body) in bodies.iter().enumerate() {
        let calls = calls(caller, body, inside, &target);
        for &callee in calls.iter().flatten() {
            callers[callee].push(caller);
        }
        open.push(calls.map(|calls| calls.len()));
    }
    let mut returns = vec![false; bodies.len()];
    let mut ready: Vec<usize> = (0..bodies.len()).filter(|&f| open[f] == Some(0)).collect();
    while let Some(callee) = ready.pop() {
        returns[callee] = true;
        for &caller in &callers[callee] {
            if let Some(count) = &mut open[caller] {
                *count -= 1;
                if *count == 0 {
                    ready.push(caller);
                }
            }
        }
    }
    returns
}

/// The functions that a function calls, one for each call; `None` if it is not sure to return
/// whatever they do.
fn calls(
    caller: usize,
    body: &Body,
    inside: &Inside,
    target: &impl Fn(usize, usize) -> Target,
) -> Option<Vec<usize>> {
    if body.endless().next().is_some() {
        return None;
    }
    let mut calls = Vec::new();
    for event in body.blocks.iter().flat_map(|block| &block.events) {
        match event.what {
            What::Point(_) => {}
            What::Stop => return None,
            What::Call(symbol) => match target(caller, symbol) {
                Target::Function(callee) => calls.push(callee),
                Target::Library => calls.extend(&inside.all),
                Target::Plain => calls.extend(&inside.plain),
                Target::Twice | Target::Unknown => return None,
            },
        }
    }
    Some(calls)
}
