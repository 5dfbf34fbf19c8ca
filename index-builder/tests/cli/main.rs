//! The command line tool, end to end: round trips over a small site of two languages, and every
//! message that a user may have to act on.

mod add;
mod build;
mod cache;
mod clocks;
mod crawl;
mod desk;
mod documents;
mod encoder;
mod eval;
mod facts;
mod gateway;
mod hostile;
mod hostile_documents;
mod inspect;
mod killed;
mod languages;
mod layouts;
mod mcp;
mod mistakes;
mod mutations;
mod publishing;
mod push;
mod query;
mod query_gateway;
mod questions;
mod related;
mod remote_layout;
mod serve;
mod sharded;
#[cfg(unix)]
mod stories;
mod suggest;
mod support;
mod verify;
mod watch;
