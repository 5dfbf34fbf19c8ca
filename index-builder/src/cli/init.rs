//! `soru init`.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;

use super::output::{DONE, print};
use crate::add::look;
use crate::project::{FILE_NAME, Preset, starter, with_presets_of};

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
    let text = with_presets_of(&lines(&path), &arguments.preset);
    file.write_all(text.as_bytes())
        .with_context(|| format!("{}: cannot be written", path.display()))?;
    print(&format!("{}: written\n", path.display()))?;
    Ok(DONE)
}

/// What is known of the site in the folder of a project file.
fn lines(path: &Path) -> String {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    match look(folder.unwrap_or(Path::new("."))) {
        Ok(found) => found.settings_text(false),
        Err(_) => starter(None, &[], None),
    }
}
