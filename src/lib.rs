//! tamis: which test objectives of a C program are worth a test.
//!
//! The modules are listed in the order the data flows through them; each may use only those
//! above it, and `tests/tidy.rs` checks that.

pub mod base;
pub mod ir;
pub mod ranges;

pub mod frontend;
pub mod labels;

pub mod context;
pub mod coreach;
pub mod criteria;

pub mod logic;
pub mod prover;
pub mod vc;

pub mod instrument;
pub mod oracle;
pub mod status;
pub mod steps;

pub mod cache;
pub mod check;
pub mod explain;
pub mod generate;
pub mod replay;
pub mod report;

pub mod cli;
pub mod pipeline;
