//! The receiver and its file as a whole.

mod receiving;
mod storing;
