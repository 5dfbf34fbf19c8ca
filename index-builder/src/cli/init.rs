//! `soru init`.

use std::fs::{self, OpenOptions};
use std::io::Write;

use anyhow::{Context, bail};

use super::arguments::Init;
use super::{DONE, print};
use crate::project::{FILE_NAME, template};

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
