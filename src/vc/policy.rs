//! How far loops and calls are followed. Whoever asks chooses; every choice is sound, and says how large the formula may grow.

use super::Context;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Policy {
    /// How many instructions of one function may be encoded in copies.
    pub copies: usize,
    /// A loop with more trips is cut.
    pub trips: u32,
    /// After so many trips a solver is asked whether there may be more, where nothing folds.
    pub asked: &'static [u32],
    /// A call inside of this many others is not looked into.
    pub depth: usize,
    /// Nor is a function with more instructions.
    pub body: usize,
}

impl Policy {
    /// What is usual in a context.
    pub fn of(context: Context) -> Policy {
        let function = Policy {
            copies: 3_000,
            trips: 20,
            asked: &[],
            depth: 3,
            body: 60,
        };
        match context {
            Context::Function => function,
            // The last time finds only that the loop is over.
            Context::Trips => Policy {
                asked: &[5, 9, 17, 20],
                ..function
            },
            Context::Block => Policy {
                depth: 0,
                ..function
            },
        }
    }
}
