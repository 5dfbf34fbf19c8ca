//! Injects the box into a finished site's pages: `soru build --inject`.
//!
//! Every page gets the script, at the end of the head, and the box: in the element with
//! `data-soru-box`, around the search that it replaces, or as a button in the header. All pieces are
//! between markers, so that the next build replaces them and no page has them twice. All other bytes
//! of a page are unchanged.
//!
//! | file | does |
//! |---|---|
//! | `lines.rs` | [`Lines`]: the script and a box |
//! | `page.rs` | puts them into one page, or takes them out |
//! | `scan.rs` | walks through its tags |
//! | `beginning.rs` | keeps its first tags as a tree |
//! | `header.rs` | finds the place in its header |

mod beginning;
mod header;
mod lines;
mod page;
mod scan;

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Serialize;
use walkdir::{DirEntry, WalkDir};

pub use lines::{Integrity, Lines};

use self::page::{Edited, edit, strip};
use crate::project::InjectSettings;

/// The result of injecting into a site's pages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Injected {
    /// Number of changed pages.
    pub changed: usize,
    /// Number of pages that were up to date.
    pub unchanged: usize,
    /// Pages that were skipped, relative to the site, with the reason.
    pub skipped: Vec<(String, String)>,
    /// Pages that could not be read or written, relative to the site, with the reason.
    pub failed: Vec<(String, String)>,
}

/// Adds the lines to every page of the site, except pages of the bundle in `out`.
pub fn inject(site: &Path, out: &Path, lines: &Lines, placement: &InjectSettings) -> Injected {
    let mut injected = Injected::default();
    for file in pages(site, out) {
        let relative = file.strip_prefix(site).unwrap_or(&file);
        let name = relative.to_string_lossy().replace('\\', "/");
        match put_in(&file, &name, lines, placement) {
            Ok(Put::Changed) => injected.changed += 1,
            Ok(Put::Unchanged) => injected.unchanged += 1,
            Ok(Put::Skipped(reason)) => injected.skipped.push((name, reason.to_owned())),
            // An unreadable page does not prevent injection into the others.
            Err(error) => injected.failed.push((name, format!("{error:#}"))),
        }
    }
    injected
}

enum Put {
    Changed,
    Unchanged,
    Skipped(&'static str),
}

fn put_in(
    file: &Path,
    name: &str,
    lines: &Lines,
    placement: &InjectSettings,
) -> anyhow::Result<Put> {
    if lines.is_relative() && name.rsplit('/').next() == Some("404.html") {
        return Ok(Put::Skipped(
            "shown at any address: use an absolute address, --inject=/soru/",
        ));
    }
    let before = fs::read(file).context("cannot be read")?;
    let [head, _] = lines.for_page(name);
    Ok(match edit(&before, &head, placement) {
        Edited::Not(reason) => Put::Skipped(reason),
        Edited::Page(after) if after == before => Put::Unchanged,
        Edited::Page(after) => {
            replace(file, &after).context("cannot be written")?;
            Put::Changed
        }
    })
}

/// Returns a page without the lines.
///
/// # Errors
/// If somebody has changed the markers or the lines, or the page cannot be parsed.
pub(crate) fn without_lines(page: &[u8]) -> anyhow::Result<Vec<u8>> {
    match strip(page) {
        Edited::Page(page) => Ok(page),
        Edited::Not(reason) => bail!("{reason}"),
    }
}

/// Returns the bytes of the lines in a page with their markers, if nobody has changed them.
pub(crate) fn marked(page: &[u8]) -> Option<Vec<Range<usize>>> {
    page::marked(page).ok()
}

/// Replaces a file atomically, so that no visitor gets half a page.
pub(crate) fn replace(file: &Path, content: &[u8]) -> anyhow::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut new = tempfile::NamedTempFile::new_in(folder)?;
    new.write_all(content)?;
    new.as_file()
        .set_permissions(fs::metadata(file)?.permissions())?;
    new.persist(file)?;
    Ok(())
}

/// Returns the HTML files below the site, sorted. Links are not followed, since they may lead
/// elsewhere.
pub(crate) fn pages(site: &Path, out: &Path) -> Vec<PathBuf> {
    let bundle = out.canonicalize().ok();
    let is_visited = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        let is_hidden = entry.depth() > 0 && (name.starts_with('.') || name == "node_modules");
        let is_bundle = entry.file_type().is_dir()
            && entry.depth() > 0
            && bundle.is_some()
            && entry.path().canonicalize().ok() == bundle;
        !is_hidden && !is_bundle
    };
    let walk = WalkDir::new(site).sort_by_file_name().into_iter();
    let entries = walk.filter_entry(is_visited).flatten();
    let files = entries.filter(|entry| entry.file_type().is_file() && is_html(entry.path()));
    files.map(DirEntry::into_path).collect()
}

pub(crate) fn is_html(file: &Path) -> bool {
    let ending = file.extension().map(OsStr::to_ascii_lowercase);
    ending.is_some_and(|ending| ending == "html" || ending == "htm")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(pages: &[(&str, &str)]) -> tempfile::TempDir {
        let site = tempfile::tempdir().unwrap();
        for (name, text) in pages {
            let file = site.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        site
    }

    const PAGE: &str = "<html><head></head><body></body></html>";

    #[test]
    fn r41_every_page_of_the_site_gets_the_box_once() {
        let site = site(&[
            ("index.html", PAGE),
            ("en/deep/a.HTM", PAGE),
            ("soru/page.html", PAGE),
            (".hidden/a.html", PAGE),
            ("note.txt", PAGE),
            ("404.html", PAGE),
        ]);
        let out = site.path().join("soru");
        let lines = Lines::relative("soru/");
        let usual = InjectSettings::default();
        let first = inject(site.path(), &out, &lines, &usual);
        assert_eq!((first.changed, first.unchanged), (2, 0));
        assert_eq!(first.skipped[0].0, "404.html");
        let deep = fs::read_to_string(site.path().join("en/deep/a.HTM")).unwrap();
        assert!(deep.contains("src=\"../../soru/soru-search.js\""), "{deep}");
        for untouched in ["soru/page.html", ".hidden/a.html", "note.txt", "404.html"] {
            let text = fs::read_to_string(site.path().join(untouched)).unwrap();
            assert_eq!(text, PAGE, "{untouched}");
        }
        let second = inject(site.path(), &out, &lines, &usual);
        assert_eq!((second.changed, second.unchanged), (0, 2));
        let anywhere = inject(
            site.path(),
            &out,
            &Lines::at("/soru"),
            &InjectSettings::default(),
        );
        assert_eq!((anywhere.changed, anywhere.skipped.len()), (3, 0));
    }

    #[cfg(unix)]
    #[test]
    fn an_unreadable_page_does_not_stop_the_others_from_getting_the_box() {
        use std::os::unix::fs::PermissionsExt;
        let site = site(&[("a.html", PAGE), ("b.html", PAGE), ("c.html", PAGE)]);
        let locked = site.path().join("b.html");
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o0)).unwrap();
        // Root can read a locked file.
        let is_root = fs::read(&locked).is_ok();
        let injected = inject(
            site.path(),
            &site.path().join("soru"),
            &Lines::at("/x/"),
            &InjectSettings::default(),
        );
        assert_eq!(injected.changed, 2 + usize::from(is_root));
        let failed: Vec<&str> = injected.failed.iter().map(|(page, _)| &**page).collect();
        let expected: &[&str] = if is_root { &[] } else { &["b.html"] };
        assert_eq!(failed, expected, "{injected:?}");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_site_is_not_followed_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let elsewhere = site(&[("a.html", PAGE)]);
        let site = site(&[("index.html", PAGE)]);
        symlink(elsewhere.path(), site.path().join("linked")).unwrap();
        symlink(elsewhere.path().join("a.html"), site.path().join("b.html")).unwrap();
        let index = site.path().join("index.html");
        fs::set_permissions(&index, fs::Permissions::from_mode(0o640)).unwrap();
        let injected = inject(
            site.path(),
            &site.path().join("soru"),
            &Lines::at("/x/"),
            &InjectSettings::default(),
        );
        assert_eq!(injected.changed, 1);
        assert_eq!(
            fs::read(elsewhere.path().join("a.html")).unwrap(),
            PAGE.as_bytes()
        );
        assert_eq!(
            fs::metadata(index).unwrap().permissions().mode() & 0o777,
            0o640
        );
    }
}
