//! Packages the crates: the engine, the parts of the command, and the command with the browser's
//! engine and box in it.

use std::fs;
use std::path::Path;

use anyhow::Result;

use super::{files, npm};
use crate::notices;
use crate::workspace::Workspace;

/// The folder in which `index-builder/build.rs` finds the browser's package in a packaged crate.
const INSIDE: &str = "index-builder/pkg";

/// The crates, each before the crates that depend on it, which is the order of publishing.
pub(crate) const CRATES: [&str; 15] = [
    "soru",
    "soru-language-model",
    "soru-indexing",
    "soru-working-index",
    "soru-files",
    "soru-documents",
    "soru-ingest",
    "soru-crawl",
    "soru-cluster",
    "soru-serving",
    "soru-gateway",
    "soru-desk",
    "soru-encoder",
    "soru-evaluation",
    "soru-index-builder",
];

/// Packages them, without compiling them again.
///
/// # Errors
/// If cargo cannot package one.
pub(super) fn make(workspace: &Workspace, out: &Path) -> Result<()> {
    complete(workspace, || {
        workspace
            .invoke("cargo")
            .args(["package", "--quiet", "--locked"])
            .args(["--no-verify", "--allow-dirty"])
            .args(CRATES.iter().flat_map(|name| ["--package", name]))
            .run()
    })?;
    let ending = format!("-{}.crate", workspace.version);
    for file in files(&workspace.target("package"))? {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        if name.ends_with(&ending) {
            fs::copy(&file, out.join(&*name))?;
        }
    }
    Ok(())
}

/// Does something while the command's crate has the package for browsers and the notices.
///
/// # Errors
/// If these cannot be copied, or what is done fails.
pub(crate) fn complete(workspace: &Workspace, act: impl FnOnce() -> Result<()>) -> Result<()> {
    notices::write(workspace)?;
    let inside = workspace.path(INSIDE);
    npm::copy_folder(&workspace.path("pkg"), &inside)?;
    let done = act();
    // The checkout's own package is `pkg`; a second one would only become outdated.
    fs::remove_dir_all(&inside)?;
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    // A crate that is not packaged would be missing when the command is installed from the
    // registry.
    #[test]
    fn every_crate_that_the_command_depends_on_is_packed_before_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let manifest = fs::read_to_string(root.join("index-builder/Cargo.toml")).unwrap();
        let own = manifest.lines().filter(|line| line.starts_with("soru"));
        let own = own.filter(|line| line.contains("path = "));
        let names: Vec<&str> = own.filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(names.len(), CRATES.len() - 1, "{names:?}");
        for name in names {
            assert!(CRATES[..CRATES.len() - 1].contains(&name), "{name}");
        }
    }
}
