//! The installation of a tool, and advice where it must be done by hand.

use anyhow::Result;

use super::debian::{self, Access};
use super::{find, go, python};
use crate::invocation::Invocation;
use crate::workspace::Workspace;

/// A way to install something.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Recipe {
    /// `rustup target add`.
    RustTarget(&'static str),
    /// `rustup component add`.
    RustComponent(&'static str),
    /// `cargo install` of a program that mostly waits for others. It is compiled without
    /// optimisation, which takes half the time.
    CargoQuick(&'static str),
    /// `cargo install` of a program that computes for only a few seconds. It is compiled with
    /// little optimisation.
    CargoLight(String),
    /// A program that a Python package contains, compiled for this system.
    Python(&'static str),
    /// `go install`, with a Go from a Python package where there is none.
    Go(&'static str),
    /// `apt-get install`; elsewhere, advice.
    Debian {
        package: &'static str,
        elsewhere: &'static str,
    },
    /// Advice only.
    ByHand(&'static str),
}

impl Recipe {
    /// Returns the manual step, where automatic installation is impossible.
    pub(super) fn by_hand(&self) -> Option<String> {
        self.by_hand_given(find("rustup").is_some(), debian::access())
    }

    fn by_hand_given(&self, has_rustup: bool, access: Access) -> Option<String> {
        match self {
            Self::RustTarget(part) | Self::RustComponent(part) if !has_rustup => Some(format!(
                "this Rust did not come from rustup: install `{part}` from where it came from, or use rustup (https://rustup.rs)"
            )),
            Self::Debian { package, .. } if access == Access::Denied => Some(format!(
                "apt-get install --no-install-recommends {package}   (as root)"
            )),
            Self::Debian { elsewhere, .. } if access == Access::Absent => {
                Some((*elsewhere).to_owned())
            }
            Self::Go(_) if !go::can_install() => Some(go::ADVICE.to_owned()),
            Self::ByHand(advice) => Some((*advice).to_owned()),
            _ => None,
        }
    }

    /// Installs the tool.
    pub(super) fn install(&self, workspace: &Workspace) -> Result<()> {
        match self {
            Self::RustTarget(target) => rustup("target", target).run(),
            Self::RustComponent(component) => rustup("component", component).run(),
            Self::CargoQuick(package) => cargo_install_quick(package).run(),
            Self::CargoLight(package) => cargo_install_light(package).run(),
            Self::Python(package) => python::install_program(workspace, package),
            Self::Go(module) => go::install(workspace, module),
            Self::Debian { package, .. } => debian::install(package),
            Self::ByHand(advice) => anyhow::bail!("{advice}"),
        }
    }
}

fn rustup(kind: &str, name: &str) -> Invocation {
    Invocation::new("rustup").args([kind, "add", name])
}

/// The program is compiled with the dependency versions of its release.
fn cargo_install_quick(package: &str) -> Invocation {
    cargo_install(package).args(["--locked", "--config", "profile.release.opt-level=0"])
}

fn cargo_install_light(package: &str) -> Invocation {
    cargo_install(package).args(["--config", "profile.release.opt-level=1"])
}

fn cargo_install(package: &str) -> Invocation {
    Invocation::new("cargo").args(["install", "--quiet", package])
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIREFOX: Recipe = Recipe::Debian {
        package: "firefox-esr",
        elsewhere: "get Firefox",
    };

    #[test]
    fn where_apt_is_not_for_us_the_advice_names_the_package() {
        let advice = FIREFOX.by_hand_given(true, Access::Denied).unwrap();
        assert!(advice.contains("firefox-esr"), "{advice}");
    }

    #[test]
    fn outside_debian_the_advice_does_not_mention_apt() {
        let advice = FIREFOX.by_hand_given(true, Access::Absent);
        assert_eq!(advice.as_deref(), Some("get Firefox"));
    }

    #[test]
    fn an_installable_tool_needs_no_advice() {
        let target = Recipe::RustTarget("wasm32-unknown-unknown");
        assert_eq!(FIREFOX.by_hand_given(true, Access::Sudo), None);
        assert_eq!(target.by_hand_given(true, Access::Absent), None);
        assert_eq!(
            Recipe::CargoQuick("x").by_hand_given(false, Access::Absent),
            None
        );
    }

    #[test]
    fn without_rustup_the_advice_mentions_it() {
        let target = Recipe::RustTarget("wasm32-unknown-unknown");
        let advice = target.by_hand_given(false, Access::Root).unwrap();
        assert!(advice.contains("rustup"), "{advice}");
    }
}
