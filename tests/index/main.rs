//! The index as files: written, cut into shards, read back, damaged.
//!
//! | file | tests |
//! |---|---|
//! | `shards.rs` | a bundle in shards answers like one in a single file, and finds every word |
//! | `directories.rs` | how shards of texts are found, with and without a part of the directories |
//! | `kept.rs` | what remains cached when shards are evicted |
//! | `long_lists.rs` | the unread parts of long lists cannot matter |
//! | `rounds.rs` | needed files are requested together |
//! | `round_trip.rs` | written data reads back unchanged |
//! | `pieces.rs` | questions are encoded from shards as from a whole table |
//! | `damage.rs` | damage is an error with the right code and nothing worse |
//! | `sections.rs` | none: it reads sections for `damage.rs` |
#![cfg(not(target_arch = "wasm32"))]

mod damage;
mod directories;
mod kept;
mod long_lists;
mod pieces;
mod round_trip;
mod rounds;
mod sections;
mod shards;
#[path = "../site/mod.rs"]
mod site;
