//! Small functions from C to findings.
