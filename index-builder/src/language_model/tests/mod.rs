//! Tests of asking, with a scripted server.

mod asking;
mod server;
