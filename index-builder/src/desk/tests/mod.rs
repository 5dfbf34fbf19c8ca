//! The desk as a whole.
