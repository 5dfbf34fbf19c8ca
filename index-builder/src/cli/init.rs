//! `soru init`.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;

use super::output::{DONE, print};
use crate::project::{FILE_NAME, Preset, template};

#[derive(Debug, Args)]
pub(super) struct Init {
    /// The file to write, or its folder
    #[arg(default_value = "soru.toml")]
    pub(super) path: PathBuf,
    /// Add the abbreviations and intents of a kind of site; several presets are separated by commas
    #[arg(long, value_name = "PRESET", value_enum, value_delimiter = ',')]
    pub(super) preset: Vec<Preset>,
    /// Replace an existing file
    #[arg(long)]
    pub(super) force: bool,
}

pub(super) fn run(arguments: &Init) -> anyhow::Result<u8> {
    let mut path = arguments.path.clone();
    if path.is_dir() {
        path.push(FILE_NAME);
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("{}: cannot be created", folder.display()))?;
    }
    let mut open = OpenOptions::new();
    open.write(true).create(true).truncate(true);
    if !arguments.force {
        open.create_new(true);
    }
    let mut file = match open.open(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            bail!(
                "{}: the file exists already; replace it with --force",
                path.display()
            )
        }
        other => other.with_context(|| format!("{}: cannot be written", path.display()))?,
    };
    file.write_all(template(&arguments.preset).as_bytes())
        .with_context(|| format!("{}: cannot be written", path.display()))?;
    let path = path.display();
    print(&format!(
        "{path}: written, with every setting at its default\n"
    ))?;
    Ok(DONE)
}
