//! Joins and minifies the JavaScript modules of a folder, in place, for `cargo xtask bundle`.
//!
//! | file | does |
//! |---|---|
//! | `modules.rs` | reads and writes the modules |
//! | `chunks.rs` | lists the files that they are joined into |
//! | `join.rs`, `link.rs` | join them, and connect the files |
//! | `module.rs` | reads one, and gives its names a place among others |
//! | `minify.rs` | minifies each module |
//! | `sheets.rs` | minifies the style sheets in it |
//!
//! A program of its own, which compiles beside the engine: its dependencies were a quarter of the
//! compilation of `xtask`.

mod chunks;
mod join;
mod link;
mod minify;
mod module;
mod modules;
mod sheets;

use std::env;
use std::path::PathBuf;

use anyhow::{Context, Result};

use self::modules::Modules;

fn main() -> Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.context("usage: xtask-modules FOLDER")?;
    let mut modules = Modules::read(&folder)?;
    join::join(&mut modules)?;
    modules.edit(minify::minify)?;
    modules.write(&folder)
}
