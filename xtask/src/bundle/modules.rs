//! Joins and minifies the package's modules, with the program in `xtask/modules`.

use std::fs;

use anyhow::{Context, Result};

use super::package::{Package, extension, files_below};
use crate::workspace::Workspace;

/// Joins the modules into the files that `xtask/modules/src/chunks.rs` lists, and minifies them.
///
/// # Errors
/// If a module is not JavaScript or has a form that cannot be joined, or the program does not
/// compile.
pub(super) fn compact(package: &mut Package, workspace: &Workspace) -> Result<()> {
    let folder = workspace.target("xtask/modules");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let names: Vec<String> = package
        .files()
        .map(|(path, _)| path.to_owned())
        .filter(|path| extension(path) == "js")
        .collect();
    for name in names {
        let file = folder.join(&name);
        fs::write(&file, package.take(&name)?).with_context(|| file.display().to_string())?;
    }
    workspace
        .invoke("cargo")
        .args(["run", "--quiet", "--package", "xtask-modules", "--"])
        .args([folder.display().to_string()])
        .run()?;
    files_below(&folder)?
        .iter()
        .try_for_each(|name| package.add_file(name, &folder.join(name)))
}
