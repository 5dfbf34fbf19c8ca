//! The index as files: written, cut into shards, read back, damaged.
//!
//! | file | tries |
//! |---|---|
//! | `shards.rs` | that a bundle in shards answers as one in a single file, and finds every word |
//! | `directories.rs` | how shards of texts are found, with and without a part of the directories |
//! | `attempts.rs` | that a call that is made again goes on where it was |
//! | `kept.rs` | what is still there when shards were let go |
//! | `long_lists.rs` | that what is not read of long lists cannot matter |
//! | `rounds.rs` | that what is needed is asked for at once |
//! | `round_trip.rs` | that what is written reads back |
//! | `pieces.rs` | that questions are encoded from shards as from a whole table |
//! | `damage.rs` | that damage is an error with the right code and never more than that |
//! | `sections.rs` | nothing: it reads sections for `damage.rs` |
#![cfg(not(target_arch = "wasm32"))]

mod attempts;
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
