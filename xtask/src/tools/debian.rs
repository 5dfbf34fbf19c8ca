//! Installs packages with `apt-get`, if permitted.

use std::sync::Once;

use anyhow::Result;

use super::find;
use crate::invocation::Invocation;

/// The right to use `apt-get`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// We are root.
    Root,
    /// `sudo` works without a password.
    Sudo,
    /// `apt-get` exists, but needs rights that this user lacks.
    Denied,
    /// Not a Debian-like system.
    Absent,
}

/// Determines the access, without asking for a password.
pub(super) fn access() -> Access {
    let may = |program: &str, args: &[&str], answer: &str| {
        let output = Invocation::new(program)
            .args(args.iter().copied())
            .capture();
        output.is_ok_and(|output| output.trim() == answer)
    };
    if find("apt-get").is_none() {
        Access::Absent
    } else if may("id", &["-u"], "0") {
        Access::Root
    } else if may("sudo", &["-n", "id", "-u"], "0") {
        Access::Sudo
    } else {
        Access::Denied
    }
}

/// Updates the package lists and installs one package.
pub(super) fn install(package: &str) -> Result<()> {
    static UPDATE: Once = Once::new();
    let access = access();
    let mut updated = Ok(());
    UPDATE.call_once(|| updated = apt_get(access, &["update", "-qq"]).run());
    updated?;
    apt_get(
        access,
        &["install", "-y", "-qq", "--no-install-recommends", package],
    )
    .run()
}

fn apt_get(access: Access, args: &[&str]) -> Invocation {
    let args = args.iter().copied();
    let env = match access {
        Access::Sudo => Invocation::new("sudo").args(["-n", "env"]),
        _ => Invocation::new("env"),
    };
    // At run level 1 newly installed servers do not start.
    env.args(["DEBIAN_FRONTEND=noninteractive", "RUNLEVEL=1", "apt-get"])
        .args(args)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sudo_is_used_only_where_we_are_not_root() {
        let line = |access| apt_get(access, &["update"]).to_string();
        assert_eq!(
            line(Access::Root),
            "env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get update"
        );
        assert!(line(Access::Sudo).starts_with("sudo -n env "));
    }
}
