//! Makes the package's JavaScript and types of the element's TypeScript, for `cargo xtask bundle`.
//!
//! | file | does |
//! |---|---|
//! | `sources.rs` | reads the modules in folders |
//! | `types.rs` | removes the types of one |
//! | `declarations.rs` | writes the types that the package publishes |
//! | `modules.rs` | holds and writes the modules of one folder |
//! | `chunks.rs` | lists the files that they are joined into |
//! | `join.rs`, `link.rs` | join them, and connect the files |
//! | `module.rs` | reads one, and gives its names a place among others |
//! | `minify.rs` | minifies each module |
//! | `sheets.rs` | minifies the style sheets in it |
//!
//! `--unjoined` only removes the types, for tests, and for those who try a change.
//!
//! A program of its own, which compiles beside the engine: its dependencies were a quarter of the
//! compilation of `xtask`.

mod chunks;
mod declarations;
mod join;
mod link;
mod minify;
mod module;
mod modules;
mod sheets;
mod sources;
mod types;

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use self::sources::Sources;

const USAGE: &str = "usage: xtask-modules [--unjoined] FOLDER... TO";

fn main() -> Result<()> {
    let (options, folders): (Vec<String>, Vec<String>) =
        env::args().skip(1).partition(|arg| arg.starts_with('-'));
    let folders: Vec<PathBuf> = folders.into_iter().map(PathBuf::from).collect();
    let Some((to, from @ [_, ..])) = folders.split_last() else {
        bail!(USAGE);
    };
    let sources = Sources::read(from)?;
    match options.as_slice() {
        [] => package(&sources, to),
        [option] if option == "--unjoined" => sources.write_javascript(to),
        _ => bail!(USAGE),
    }
}

fn package(sources: &Sources, to: &Path) -> Result<()> {
    let mut modules = sources.modules()?;
    join::join(&mut modules)?;
    modules.edit(minify::minify)?;
    declarations::add(&mut modules, sources)?;
    modules.write(to)
}
