//! Finds the browsers: by a name on the `PATH`, or in the usual place of a system without such a
//! name.

use std::env;
use std::path::{Path, PathBuf};

use super::find;

const CHROMIUM: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];
const HEADLESS_SHELL: &str = "chromium-headless-shell";
const CHROMIUM_PLACES: [&str; 2] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const FIREFOX: [&str; 2] = ["firefox", "firefox-esr"];
const FIREFOX_PLACES: [&str; 1] = ["/Applications/Firefox.app/Contents/MacOS/firefox"];

/// Returns Chromium or Chrome; the variable `CHROMIUM` has precedence.
pub(crate) fn chromium() -> Option<PathBuf> {
    match env::var_os("CHROMIUM") {
        Some(path) => asked_for(Path::new(&path)),
        None => search(&CHROMIUM, &CHROMIUM_PLACES),
    }
}

/// Returns Chromium's headless shell, if installed, or else [`chromium`]. The shell has the same
/// engine without the parts for windows, and takes half the processor time for a page.
pub(crate) fn headless() -> Option<PathBuf> {
    let is_asked_for = env::var_os("CHROMIUM").is_some();
    let shell = headless_shell().filter(|_| !is_asked_for);
    shell.or_else(chromium)
}

/// Chromium's headless shell.
pub(super) fn headless_shell() -> Option<PathBuf> {
    find(HEADLESS_SHELL)
}

/// Firefox.
pub(super) fn firefox() -> Option<PathBuf> {
    search(&FIREFOX, &FIREFOX_PLACES)
}

/// Returns the requested browser, or none: another browser must not replace the one that the user
/// wants to test.
fn asked_for(path: &Path) -> Option<PathBuf> {
    path.is_file().then(|| path.to_owned())
}

fn search(names: &[&str], places: &[&str]) -> Option<PathBuf> {
    let in_place = || places.iter().map(PathBuf::from).find(|path| path.is_file());
    names.iter().find_map(|name| find(name)).or_else(in_place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_that_was_asked_for_is_not_replaced_by_another() {
        assert_eq!(asked_for(Path::new("/no/such/browser")), None);
        assert!(asked_for(Path::new(env!("CARGO"))).is_some());
    }

    #[test]
    fn programs_on_the_path_come_before_fixed_locations() {
        let place = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
        assert_eq!(search(&["cargo"], &[place]), find("cargo"));
        assert_eq!(search(&["no-such-browser"], &[place]), Some(place.into()));
    }
}
