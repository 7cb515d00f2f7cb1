//! Deliberate mistakes, one line each, for the laboratory: `benchmarks/seeded` shows that its checks catch them.
//!
//! A module of the copy of the tree that `benchmarks/mistakes.py` makes; `replacements.toml` has what asks for them.
//! The variable `TAMIS_BUG` names the one mistake that is made, and `TAMIS_CHAOS`, a number, lets one of twenty answers
//! of solvers go wrong.

macro_rules! bugs {
    ($($name:ident $what:literal;)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Bug {
            $(#[doc = $what] $name,)*
        }

        const NAMES: &[(&str, Bug)] = &[$((stringify!($name), Bug::$name),)*];
    };
}

bugs! {
    // frontend
    BitFieldSignLost "a signed bit-field is read as an unsigned one";
    BitFieldSpills "writing a bit-field overwrites its neighbours";
    BoolTruncates "conversion to _Bool takes the lowest bits";
    ContinueSkipsStep "continue goes to the test of a for loop, not to its step";
    PointerDifferenceInBytes "the difference of pointers is not divided by the size";
    PostIncrementIsPre "x++ has the new value";
    PromotionForgotten "the left side of a shift is not promoted";
    SignWins "a signed and an unsigned operand of one width are compared as signed ones";
    // logic
    AndDropped "a mask on an extended value is dropped if it has a bit of it";
    BranchesJoined "two branches under different conditions are one branch";
    CompareOffByOne "a zero-extended value is below a bound that it may have";
    EqualityOfExtension "a sign-extended value may be any number";
    EqualityOfMask "a masked value never is the mask";
    EqualityOfSum "x + c = k is x = k + c";
    ExtractWithoutSign "bits above a sign-extended value are zeros";
    OverlapForgotten "a read does not see a write to a part of its bytes";
    ProductTooNarrow "a product is computed in one bit too few";
    RangeOfOneBranch "a choice has the range of its first branch";
    RangeWithoutWrap "a sum that may wrap stays at the end of its type";
    ShortWriteWins "a write hides all of an earlier, wider one at its address";
    SignedCompareOffByOne "a sign-extended value is below a bound that it may have";
    SignedCompareUnsigned "sign-extended values are compared as unsigned numbers";
    SignedDivisionByShift "a signed division by a power of two is a shift";
    SignedDivisionUnsigned "a signed division is an unsigned one";
    WritesNeverMeet "a write and a read at different address terms have no byte in common";
    // vc
    AddressTakenIsPrivate "an object whose address went elsewhere changes only by its name";
    CallKeepsGlobals "a call writes no static object";
    CallKeepsMemory "a call writes nothing that pointers reach";
    CaseRangeUnsigned "the range of a case is one of unsigned numbers";
    CastByTarget "a conversion extends as the target's sign says";
    CopyTooShort "a copy leaves out the last byte";
    FloatLessIsNotGreater "x <= y is !(y < x), NaN or not";
    FloatsSwapped "x > y is x < y of floating numbers";
    IntervalTooTight "x < b leaves one value too few";
    IntervalsUnfinished "intervals are taken before they stop to grow";
    LoopEndsAfterTrips "a loop has no more trips than are looked at";
    LoopKeepsMemory "writes through pointers in a loop are not forgotten at its head";
    LoopKeepsVariables "variables that a loop changes are not forgotten at its head";
    ResultOfLastReturn "a function gives back what its last return does";
    ResultUnknownIsZero "an unknown function gives back zero";
    ShiftAmountCut "a shift amount has three bits";
    ShiftIsLogical "a signed shift to the right brings in zeros";
    ScaleForgotten "an index is a number of bytes";
    StopsForgotten "what may stop a function does not keep a loop from its last trip";
    TableOffByOne "a constant table is read one index too far at the middle";
    VolatileKept "a volatile object is read once";
    // coreach
    CalledTwiceIsOnce "a function that is called from two places belongs to each";
    CallbacksForgotten "unknown code does not call back";
    ExitReturns "an unknown function, exit and abort come back";
    FollowsIsPrecedes "what precedes a point follows it";
    GroupsIgnoreLoops "what is in a loop is reached with what is around it";
    IndirectCallsReturn "a call through a pointer comes back";
    LoopsEnd "every loop ends";
    SetjmpReturnsOnce "setjmp is a function like others";
    // steps
    EveryPairCovers "two labels behind a third one always stand for it";
    ImplicationIsEquivalence "what implies a label is its duplicate";
    OpenIsProved "a question without an answer is a proof";
    ReachedAnyway "what a label implies is reached with it";
    StatesAreProofs "what holds in all states that were seen holds always";
    ModelIsProof "a state that answers a question is a proof";
    // prover
    ByteOrderTurned "two values that are put together change places";
    CarryLost "a sum loses the carry into its seventh bit";
    ChoiceStays "one of the choices of a question holds in all that come after it";
    ClauseTooShort "a learned clause lacks its last literal";
    ClauseTooSmall "a learned clause is made smaller where one literal of a reason is known";
    CompareWithoutTopBit "an order of numbers does not look at the highest bit";
    CoreIncomplete "the assumption that failed is not in the core";
    EqualityWithoutTopBit "numbers are equal that differ in the highest bit";
    ExtensionBitsZero "a sign-extended value has zeros above";
    LemmaEverywhere "what two reads share is equal wherever they are";
    LemmaOfOneArgument "a function's value depends on its first argument only";
    OutOfStepsIsProof "a search that reaches its limit is a proof";
    OverlapsExcluded "a proof may need that no two accesses overlap in part";
    ProductRowForgotten "a product lacks the row of the fourth bit";
    RemainderOfDivisorsSign "a signed remainder has the sign of the divisor";
    ScopeStays "what holds in one scope holds in those that come after it";
    ShiftStageForgotten "a shift to the right does not look at the bit of its amount that stands for half the width";
    SignNotShiftedIn "a signed shift of a circuit brings in zeros";
}

/// What may happen to an answer of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chaos {
    /// The solver dies while it searches.
    Killed,
    /// It does not come to an end.
    Hung,
    /// It has no memory left.
    Memory,
    /// It answers what is not so, or makes no sense.
    Garbage,
}

/// What is to happen to the next answer.
pub fn chaos() -> Option<Chaos> {
    use std::sync::atomic::{AtomicU64, Ordering};
    static SEED: std::sync::LazyLock<Option<u64>> =
        std::sync::LazyLock::new(|| std::env::var("TAMIS_CHAOS").ok()?.parse().ok());
    static ANSWERS: AtomicU64 = AtomicU64::new(0);
    let seed = (*SEED)?;
    let answer = seed.wrapping_add(ANSWERS.fetch_add(1, Ordering::Relaxed));
    let mixed = answer.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let mixed = (mixed ^ mixed >> 31).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 33;
    let kinds = [Chaos::Killed, Chaos::Hung, Chaos::Memory, Chaos::Garbage];
    (mixed % 20 == 0).then(|| kinds[(mixed / 20 % 4) as usize])
}

/// Whether this mistake is to be made.
pub fn seeded(bug: Bug) -> bool {
    static CHOSEN: std::sync::LazyLock<Option<Bug>> = std::sync::LazyLock::new(|| {
        let name = std::env::var("TAMIS_BUG").ok()?;
        let known = NAMES.iter().find(|(known, _)| *known == name);
        Some(known.expect("TAMIS_BUG names a mistake").1)
    });
    *CHOSEN == Some(bug)
}
