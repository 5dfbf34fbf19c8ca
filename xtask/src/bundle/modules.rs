//! Makes the package's modules of the element's TypeScript, with the program in `xtask/modules`.

use std::fs;

use anyhow::{Context, Result};

use super::package::{Package, extension};
use crate::workspace::{Profile, Workspace};

/// The element's modules, and what the package has beside them.
const ELEMENT: &str = "www/element";
const BESIDE: [&str; 2] = ["README.md", "custom-elements.json"];
/// Types of the tags for frameworks, written by hand.
const TYPES: &str = "www/types";

/// The JavaScript of the same modules, in the same folders, for tests.
const UNJOINED: &str = "element";

/// Adds the files that the modules are joined into (`xtask/modules/src/chunks.rs` lists them), and
/// their types. The JavaScript of the engines, which is in the package already, is one of them.
///
/// # Errors
/// If a module is not TypeScript or has a form that cannot be joined, or the program does not
/// compile.
pub(super) fn add(package: &mut Package, workspace: &Workspace) -> Result<()> {
    let glue = glue(package, workspace)?;
    let modules = workspace.target("xtask/modules").display().to_string();
    let element = workspace.path(ELEMENT);
    run(
        workspace,
        &[&glue, &element.display().to_string(), &modules],
    )?;
    package.add_folder(modules.as_ref())?;
    package.add_folder(&workspace.path(TYPES))?;
    BESIDE
        .iter()
        .try_for_each(|name| package.add_file(name, &element.join(name)))
}

/// Writes the element's modules without their types, and returns their folder.
///
/// # Errors
/// If one is not TypeScript.
pub(crate) fn without_types(workspace: &Workspace) -> Result<String> {
    let folder = workspace.target(UNJOINED).display().to_string();
    let element = workspace.path(ELEMENT).display().to_string();
    run(workspace, &["--unjoined", &element, &folder])?;
    Ok(folder)
}

/// Moves the engines' JavaScript out of the package, into a folder.
fn glue(package: &mut Package, workspace: &Workspace) -> Result<String> {
    let folder = workspace.target("xtask/glue");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let paths = package.files().map(|(path, _)| path.to_owned());
    let names: Vec<String> = paths.filter(|path| extension(path) == "js").collect();
    for name in names {
        let file = folder.join(&name);
        fs::write(&file, package.take(&name)?).with_context(|| file.display().to_string())?;
    }
    Ok(folder.display().to_string())
}

fn run(workspace: &Workspace, args: &[&str]) -> Result<()> {
    let program = "xtask-modules";
    // For one package cargo would compile the dependencies with other features than for tests.
    workspace
        .invoke("cargo")
        .args(["build", "--quiet", "--workspace", "--bin", program])
        .run()?;
    let built = workspace.program(program, Profile::Debug);
    workspace
        .invoke(&built.display().to_string())
        .args(args.iter().copied())
        .run()
}
