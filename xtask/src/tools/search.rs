//! Finds a program on the `PATH`, as a shell does.

use std::env;
use std::path::{Path, PathBuf};

/// The first program with that name on the `PATH`.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    find_in(program, env::split_paths(&folders))
}

/// Returns nginx, also from the folders of servers, which the `PATH` may lack.
pub(crate) fn nginx() -> Option<PathBuf> {
    find("nginx").or_else(|| find_in("nginx", [PathBuf::from("/usr/sbin")].into_iter()))
}

fn find_in(program: &str, mut folders: impl Iterator<Item = PathBuf>) -> Option<PathBuf> {
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    folders.find_map(|folder| Some(folder.join(&file)).filter(|path| is_program(path)))
}

#[cfg(unix)]
fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata()
        .is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(path: &Path) -> bool {
    path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_is_on_the_path_of_its_own_tests() {
        assert!(find("cargo").is_some());
    }

    // A text file called `firefox` in a folder of the `PATH` is not a browser.
    #[cfg(unix)]
    #[test]
    fn a_file_that_cannot_be_run_is_not_a_program() {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        assert_eq!(find_in("Cargo.toml", [folder].into_iter()), None);
    }
}
