//! What the steps number in one function.
//!
//! Labels by their place among those of the function, atoms and regions by theirs in its partition. Labels of the whole run have
//! ids of their own (`labels`).

use crate::base::id_type;
use serde::{Deserialize, Serialize};

id_type!(
    /// A label among those of its function.
    #[derive(Serialize, Deserialize)]
    LabelId,
    "l"
);
id_type!(
    /// A predicate at a point.
    AtomId,
    "a"
);
id_type!(
    /// Atoms that share a reach term.
    RegionId,
    "r"
);
