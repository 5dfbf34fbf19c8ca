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
    use serde_json::Value;

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

    // Without a lock file, a test would install the latest published versions. Plugins have none:
    // they depend on packages of this version, which no registry contains during development.
    #[test]
    fn every_npm_folder_that_tests_install_has_a_lock_file() {
        let workspace = Workspace::locate().unwrap();
        let guides = fs::read_dir(workspace.path("tests/guides")).unwrap();
        let guides = guides.map(|entry| entry.unwrap().path());
        let others = ["tests/e2e", "benches/peers"].map(|folder| workspace.path(folder));
        let folders: Vec<_> = guides.chain(others).collect();
        let folders = folders
            .iter()
            .filter(|folder| folder.join("package.json").is_file());
        let mut count = 0;
        for folder in folders {
            let read = |name: &str| -> Value {
                let text = fs::read(folder.join(name));
                let text =
                    text.unwrap_or_else(|error| panic!("{}/{name}: {error}", folder.display()));
                serde_json::from_slice(&text).unwrap()
            };
            let (package, lock) = (read("package.json"), read("package-lock.json"));
            for kind in ["dependencies", "devDependencies"] {
                assert_eq!(
                    package[kind],
                    lock["packages"][""][kind],
                    "{}",
                    folder.display()
                );
            }
            let packages = lock["packages"].as_object().unwrap().iter();
            for (name, locked) in packages.filter(|(name, _)| !name.is_empty()) {
                assert!(
                    locked["integrity"].is_string() || locked["inBundle"] == true,
                    "{name}"
                );
                assert!(locked["resolved"].is_null(), "{name}");
            }
            count += 1;
        }
        assert!(count >= 7, "{count}");
    }

    #[test]
    fn a_package_is_found_by_its_whole_name() {
        assert_eq!(version_in(LOCK, "wasm-bindgen"), Some("0.2.130"));
    }

    #[test]
    fn a_package_that_nothing_depends_on_has_no_version() {
        assert_eq!(version_in(LOCK, "wasm"), None);
    }
}
