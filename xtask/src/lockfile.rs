//! The version of a dependency, read from `Cargo.lock`.
//!
//! The WebAssembly tools must match the library's exact version, which only the lock file states.

use std::fs;

use anyhow::{Context, Result};

use crate::workspace::Workspace;

/// The locked version of a package; none if nothing depends on it.
///
/// # Errors
/// If `Cargo.lock` cannot be read.
pub(crate) fn version(workspace: &Workspace, package: &str) -> Result<Option<String>> {
    let path = workspace.path("Cargo.lock");
    let lock = fs::read_to_string(&path).with_context(|| format!("read {}", path.display()))?;
    Ok(version_in(&lock, package).map(str::to_owned))
}

fn version_in<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines();
    lines.find(|line| *line == name)?;
    lines
        .next()?
        .strip_prefix("version = \"")?
        .strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = r#"
[[package]]
name = "wasm-bindgen-shared"
version = "0.2.99"

[[package]]
name = "wasm-bindgen"
version = "0.2.130"
dependencies = [
 "wasm-bindgen-shared",
]
"#;

    #[test]
    fn a_package_is_found_by_its_whole_name() {
        assert_eq!(version_in(LOCK, "wasm-bindgen"), Some("0.2.130"));
    }

    #[test]
    fn a_package_that_nothing_depends_on_has_no_version() {
        assert_eq!(version_in(LOCK, "wasm"), None);
    }
}
