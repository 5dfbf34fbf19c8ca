//! The platforms that have a package with a compiled command.

use anyhow::{Context, Result};

use crate::tools::{QEMU, Tool};

/// A platform, as Node.js names it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Platform {
    /// `process.platform`.
    pub(super) os: &'static str,
    /// `process.arch`.
    pub(super) cpu: &'static str,
    /// Its rustc target, for binaries that run on any such machine.
    pub(super) target: &'static str,
}

/// A way to run a command.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Runner {
    /// This machine cannot run it.
    Nothing,
    /// It runs as it is.
    Itself,
    /// This program runs it.
    Emulator(Tool, &'static str),
}

/// `index-builder/npm/lib/binary.cjs` has the same list.
pub(super) const PLATFORMS: [Platform; 5] = [
    Platform {
        os: "linux",
        cpu: "x64",
        target: "x86_64-unknown-linux-musl",
    },
    Platform {
        os: "linux",
        cpu: "arm64",
        target: "aarch64-unknown-linux-musl",
    },
    Platform {
        os: "darwin",
        cpu: "x64",
        target: "x86_64-apple-darwin",
    },
    Platform {
        os: "darwin",
        cpu: "arm64",
        target: "aarch64-apple-darwin",
    },
    Platform {
        os: "win32",
        cpu: "x64",
        target: "x86_64-pc-windows-gnu",
    },
];

impl Platform {
    /// Returns the name, such as `linux-x64`, as in the package's name.
    pub(super) fn name(self) -> String {
        format!("{}-{}", self.os, self.cpu)
    }

    /// Returns the name of the command's file.
    pub(super) fn file(self) -> &'static str {
        match self.os {
            "win32" => "soru.exe",
            _ => "soru",
        }
    }

    /// Returns how this machine runs the platform's commands: not at all, by themselves, or by an
    /// emulator.
    pub(super) fn runner(self) -> Runner {
        match (std::env::consts::OS, self.os) {
            _ if Self::here().is_ok_and(|here| here == self) => Runner::Itself,
            // Apple's machines run commands for both of their processors.
            ("macos", "darwin") => Runner::Itself,
            ("linux", "linux") => Runner::Emulator(Tool::Qemu, QEMU),
            ("linux", "win32") => Runner::Emulator(Tool::Wine, "wine"),
            _ => Runner::Nothing,
        }
    }

    /// Returns the platform with this name.
    ///
    /// # Errors
    /// If there is none.
    pub(super) fn named(name: &str) -> Result<Self> {
        let mut all = PLATFORMS.into_iter();
        all.find(|platform| platform.name() == name)
            .with_context(|| {
                let names = PLATFORMS.map(Self::name).join(", ");
                format!("`{name}` is no platform that packages are made for: {names}")
            })
    }

    /// Returns the platform of this machine.
    ///
    /// # Errors
    /// If there is no package for it.
    pub(super) fn here() -> Result<Self> {
        let os = match std::env::consts::OS {
            "macos" => "darwin",
            "windows" => "win32",
            other => other,
        };
        let cpu = match std::env::consts::ARCH {
            "x86_64" => "x64",
            "aarch64" => "arm64",
            other => other,
        };
        Self::named(&format!("{os}-{cpu}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn platforms_are_known_by_their_names() {
        for platform in PLATFORMS {
            assert_eq!(Platform::named(&platform.name()).unwrap(), platform);
        }
        let error = Platform::named("plan9-x64").unwrap_err().to_string();
        assert!(
            error.contains("plan9-x64") && error.contains("win32-x64"),
            "{error}"
        );
    }

    #[test]
    fn the_script_that_looks_for_the_command_knows_the_same_platforms() {
        let script = include_str!("../../../index-builder/npm/lib/binary.cjs");
        let names = PLATFORMS.map(|platform| format!("'{}'", platform.name()));
        let list = format!("[{}]", names.join(", "));
        assert!(script.contains(&list), "{list}");
    }
}
