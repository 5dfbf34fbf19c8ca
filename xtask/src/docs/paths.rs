//! Paths between files of the checkout, and between pages of the site; both use `/`.

/// Returns the target of a link in this file: the path, and the part after `#`.
///
/// `None` if it is outside of the checkout, or on another host.
pub(super) fn target(source: &str, link: &str) -> Option<(String, String)> {
    let (path, fragment) = link.split_once('#').unwrap_or((link, ""));
    if is_elsewhere(link) {
        return None;
    }
    if path.is_empty() {
        return Some((source.to_owned(), fragment.to_owned()));
    }
    let mut parts: Vec<&str> = source.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some((parts.join("/"), fragment.to_owned()))
}

/// Whether a link names a scheme (`https:`, `mailto:`) or a host.
pub(super) fn is_elsewhere(link: &str) -> bool {
    let scheme = link.split(['/', '#', '?']).next().unwrap_or_default();
    scheme.contains(':') || link.starts_with("//")
}

/// The path from a page to the site's root: `""` or `"../"` for each folder.
pub(super) fn up(page: &str) -> String {
    "../".repeat(page.matches('/').count())
}

/// The relative address of a page or file, from another page.
pub(super) fn relative(from: &str, to: &str) -> String {
    let folder = |path: &str| path.rfind('/').map_or(0, |end| end + 1);
    let here = &from[..folder(from)];
    let shared = here
        .split_inclusive('/')
        .zip(to[..folder(to)].split_inclusive('/'))
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a.len())
        .sum::<usize>();
    format!("{}{}", up(&here[shared..]), &to[shared..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_relative_to_their_file() {
        let of = |source, link| target(source, link).unwrap();
        let at = |path: &str, fragment: &str| (path.to_owned(), fragment.to_owned());
        assert_eq!(of("a/b.md", "c.md#d"), at("a/c.md", "d"));
        assert_eq!(of("a/b.md", "../c/"), at("c", ""));
        assert_eq!(of("a/b.md", "#d"), at("a/b.md", "d"));
        assert_eq!(of("b.md", "./c.md"), at("c.md", ""));
    }

    #[test]
    fn a_path_out_of_the_checkout_is_rejected() {
        for link in [
            "https://a.example/b#c",
            "mailto:a@b.c",
            "//host/a",
            "../../a",
        ] {
            assert_eq!(target("a/b.md", link), None, "{link}");
        }
        assert!(target("a.md", "b.md#c:d").is_some());
    }

    #[test]
    fn pages_link_to_each_other_relatively() {
        assert_eq!(relative("a.html", "b.html"), "b.html");
        assert_eq!(relative("x/a.html", "b.html"), "../b.html");
        assert_eq!(relative("x/a.html", "x/b.html"), "b.html");
        assert_eq!(relative("x/a.html", "y/b.html"), "../y/b.html");
        assert_eq!(relative("a.html", "y/b.html"), "y/b.html");
        assert_eq!(relative("xy/a.html", "x/b.html"), "../x/b.html");
    }
}
