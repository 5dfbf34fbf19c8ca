//! Recognises folders with another state of the site: versions of its documentation, previews of
//! changes.

use std::cmp::Ordering;

/// Names of folders for previews.
const PREVIEWS: [&str; 12] = [
    "_preview",
    "draft",
    "drafts",
    "pr-preview",
    "pr-previews",
    "preview",
    "previews",
    "pull",
    "review",
    "staging",
    "önizleme",
    "onizleme",
];

/// Named versions, the newest first.
const NAMED: [&str; 8] = [
    "latest", "current", "stable", "main", "master", "next", "dev", "nightly",
];

/// Returns the version in a path, as its folder is named.
pub(super) fn version(path: &str) -> Option<&str> {
    folders(path).find(|folder| is_version(folder))
}

/// Whether a version has a number.
pub(super) fn is_numbered(version: &str) -> bool {
    numbers(version).is_some()
}

/// Whether a word of a title names a version.
pub(super) fn names_version(word: &str) -> bool {
    word.contains(|c: char| c.is_numeric()) || NAMED.contains(&word)
}

/// Returns the parts of a path before and after the folder of its version.
pub(super) fn around_version(path: &str) -> Option<[String; 2]> {
    let parts: Vec<&str> = path.split('/').collect();
    let (_, folders) = parts.split_last()?;
    let at = folders.iter().position(|folder| is_version(folder))?;
    Some([parts[..at].join("/"), parts[at + 1..].join("/")])
}

fn folders(path: &str) -> impl Iterator<Item = &str> {
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    folders.split('/').filter(|folder| !folder.is_empty())
}

/// Whether a folder is a version: `1.0`, `v2`, `3.x`, `latest`. A year is not, since it is usually
/// a date.
fn is_version(folder: &str) -> bool {
    NAMED.contains(&folder) || numbers(folder).is_some()
}

fn numbers(folder: &str) -> Option<Vec<u32>> {
    let plain = folder.strip_prefix(['v', 'V']).unwrap_or(folder);
    let has_mark = plain.len() < folder.len();
    let parts = plain.split('.').filter(|part| *part != "x");
    let numbers: Vec<u32> = parts.map(|part| part.parse().ok()).collect::<Option<_>>()?;
    (!numbers.is_empty() && (has_mark || plain.contains('.'))).then_some(numbers)
}

/// Compares the versions of two paths, the newer first. Of named versions, `latest` is the newest,
/// and `dev` is older than every release. A path without a version is newer than all.
pub(super) fn newest_first(path: &str, other: &str) -> Ordering {
    rank(path).cmp(&rank(other)).reverse()
}

fn rank(path: &str) -> (usize, Vec<u32>) {
    const NUMBERED: usize = 3;
    let Some(version) = version(path) else {
        return (NAMED.len() + 2, Vec::new());
    };
    match NAMED.iter().position(|named| *named == version) {
        Some(at) if at < NUMBERED => (NAMED.len() + 1 - at, Vec::new()),
        Some(at) => (NUMBERED + 1 - at.min(NUMBERED + 1), Vec::new()),
        None => (NUMBERED + 2, numbers(version).unwrap_or_default()),
    }
}

/// Returns the paths outside of a preview at which the page of the preview may be published:
/// `preview/pr-2/fees.html` is a preview of `fees.html`.
pub(super) fn outside_preview(path: &str) -> Vec<String> {
    let parts: Vec<&str> = path.split('/').collect();
    let last = parts.len() - 1;
    let is_preview =
        |part: &&str| PREVIEWS.contains(&part.to_lowercase().as_str()) || is_request(part);
    let Some(at) = parts[..last].iter().position(is_preview) else {
        return Vec::new();
    };
    let behind = (at + 1..=last.min(at + 3)).map(|end| {
        let kept = parts[..at].iter().chain(&parts[end..]);
        kept.copied().collect::<Vec<_>>().join("/")
    });
    behind.collect()
}

/// Whether a folder is a pull or merge request: `pr-12`, `mr12`.
fn is_request(folder: &str) -> bool {
    let number = ["pr", "mr"]
        .iter()
        .find_map(|name| folder.strip_prefix(name));
    let number = number.map(|number| number.trim_start_matches(['-', '_']));
    number.is_some_and(|number| {
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_told_from_other_folders() {
        for (path, expected) in [
            ("docs/1.0/kurulum.html", Some("1.0")),
            ("v2/a/b.html", Some("v2")),
            ("docs/3.x/a.html", Some("3.x")),
            ("docs/latest/a.html", Some("latest")),
            ("2024/05/yazi.html", None),
            ("docs/1.0.html", None),
            ("sinif/9/a.html", None),
        ] {
            assert_eq!(version(path), expected, "{path}");
        }
    }

    #[test]
    fn a_path_is_parted_at_the_first_version() {
        let parts = |before: &str, behind: &str| Some([before, behind].map(str::to_owned));
        assert_eq!(
            around_version("docs/1.0/a/b.html"),
            parts("docs", "a/b.html")
        );
        assert_eq!(around_version("latest/api/v1/a"), parts("", "api/v1/a"));
        assert_eq!(around_version("docs/1.0"), None);
    }

    #[test]
    fn the_newest_version_is_first() {
        let mut paths = [
            "d/1.9/a",
            "d/dev/a",
            "d/1.10/a",
            "d/latest/a",
            "d/a",
            "d/stable/a",
        ];
        paths.sort_by(|a, b| newest_first(a, b));
        assert_eq!(
            paths,
            [
                "d/a",
                "d/latest/a",
                "d/stable/a",
                "d/1.10/a",
                "d/1.9/a",
                "d/dev/a"
            ]
        );
    }

    #[test]
    fn a_page_of_a_preview_knows_its_place_outside() {
        assert!(
            outside_preview("preview/pr-2/harc/index.html").contains(&"harc/index.html".into())
        );
        assert!(outside_preview("site/pr12/a.html").contains(&"site/a.html".into()));
        assert!(outside_preview("staging/a.html").contains(&"a.html".into()));
        assert!(outside_preview("harc/preview.html").is_empty());
        assert!(outside_preview("project/a.html").is_empty());
    }
}
