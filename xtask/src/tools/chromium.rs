//! Where Chromium is: a name on the `PATH`, a usual place, or `CHROMIUM`.

use std::env;
use std::path::PathBuf;

use super::find;

const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];
const PLACES: [&str; 2] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/// The browser that the tests drive; the variable `CHROMIUM` wins.
pub(crate) fn chromium() -> Option<PathBuf> {
    choose(env::var_os("CHROMIUM").map(PathBuf::from))
}

/// A path that was asked for but is not there is not replaced by another
/// browser: whoever set it wants that one tested.
fn choose(asked_for: Option<PathBuf>) -> Option<PathBuf> {
    match asked_for {
        Some(path) => Some(path).filter(|path| path.is_file()),
        None => NAMES.into_iter().find_map(find).or_else(in_usual_place),
    }
}

fn in_usual_place() -> Option<PathBuf> {
    PLACES
        .into_iter()
        .map(PathBuf::from)
        .find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_that_was_asked_for_is_not_replaced_by_another() {
        let here = PathBuf::from(file!()).file_name().map(PathBuf::from);
        assert_eq!(choose(Some(PathBuf::from("/no/such/browser"))), None);
        assert_eq!(
            choose(here.map(|_| PathBuf::from(env!("CARGO")))),
            Some(env!("CARGO").into())
        );
    }
}
