//! A signal that ends work early, shared by whoever gives it and whoever works: what was found is kept.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// False until the work shall end. A new one is `Stop::default()`.
pub type Stop = Arc<AtomicBool>;
