//! Sizes, alignments and offsets.
