//! Tests of asking, with a server that says what they have written down for it.

mod asking;
mod server;
