//! Joins and minifies the JavaScript modules of a folder, in place, for `cargo xtask bundle`.
//!
//! | file | does |
//! |---|---|
//! | `modules.rs` | reads and writes the modules |
//! | `concatenate.rs` | joins those that a page loads first |
//! | `minify.rs` | minifies each module |
//! | `sheets.rs` | minifies the style sheets in it |
//!
//! A program of its own: its dependencies were a quarter of the compilation of `xtask`, and the
//! demo does not need them.

mod concatenate;
mod minify;
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
    concatenate::concatenate(&mut modules)?;
    modules.edit(minify::minify)?;
    modules.write(&folder)
}
