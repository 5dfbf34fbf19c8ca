//! Checks that every link of the site's pages leads to a page, a file, or an element with that id.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Result, bail};

use super::paths;

/// Attributes with addresses, including those of the box.
const LINKS: [&str; 4] = ["href", "src", "results", "bundle"];

/// Checks all links of these pages. `base` is the path of the site on its host.
///
/// # Errors
/// All broken links, if there are any.
pub(super) fn check(
    pages: &BTreeMap<String, String>,
    is_file: &dyn Fn(&str) -> bool,
    base: &str,
) -> Result<()> {
    let ids = |html: &String| values(html, "id").collect::<BTreeSet<_>>();
    let ids: BTreeMap<&str, BTreeSet<String>> = pages
        .iter()
        .map(|(path, html)| (path.as_str(), ids(html)))
        .collect();
    let leads_somewhere = |from: &str, link: &str| {
        let (from, link) = match link.strip_prefix(base) {
            Some(rest) => ("", rest),
            None => (from, link),
        };
        let Some((to, id)) = paths::target(from, link) else {
            return false;
        };
        match ids.get(to.as_str()) {
            Some(ids) => id.is_empty() || ids.contains(&id),
            None => is_file(&to),
        }
    };
    let mut lost = Vec::new();
    for (path, html) in pages {
        let links = LINKS.iter().flat_map(|name| values(html, name));
        for link in links.filter(|link| !paths::is_elsewhere(link)) {
            if !leads_somewhere(path, &link) {
                lost.push(format!("{path}: {link}"));
            }
        }
    }
    if !lost.is_empty() {
        bail!(
            "links of the documentation that lead nowhere:\n{}",
            lost.join("\n")
        );
    }
    Ok(())
}

/// Returns the values of this attribute in our HTML, which always uses double quotes, decoded.
pub(super) fn values<'h>(html: &'h str, name: &str) -> impl Iterator<Item = String> + use<'h> {
    let start = format!(" {name}=\"");
    let pieces: Vec<&str> = html.split(start.as_str()).skip(1).collect();
    let value = |piece: &'h str| Some(plain(piece.split_once('"')?.0));
    pieces.into_iter().filter_map(value)
}

/// Decodes the escapes of HTML and of addresses.
fn plain(value: &str) -> String {
    let value = value.replace("&amp;", "&");
    let mut pieces = value.split('%');
    let mut bytes = pieces.next().unwrap_or_default().as_bytes().to_vec();
    for piece in pieces {
        let code = piece
            .get(..2)
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(b'%'));
        bytes.extend_from_slice(&piece.as_bytes()[if code.is_some() { 2 } else { 0 }..]);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lost(html: &str) -> Option<String> {
        let pages = [("a/b.html", html), ("c.html", "<h2 id=\"ı\">x</h2>")];
        let pages = pages.map(|(path, html)| (path.to_owned(), html.to_owned()));
        let is_file = |path: &str| path == "style.css";
        check(&pages.into(), &is_file, "/base/")
            .err()
            .map(|error| error.to_string())
    }

    #[test]
    fn a_link_that_leads_nowhere_is_found() {
        for right in [
            "../c.html#%C4%B1",
            "b.html",
            "/base/c.html",
            "../style.css",
            "https://a.example/x",
        ] {
            assert_eq!(lost(&format!("<a href=\"{right}\">")), None, "{right}");
        }
        for wrong in [
            "c.html",
            "../c.html#i",
            "#x",
            "../../c.html",
            "/base/d.html",
            "/c.html",
        ] {
            let error = lost(&format!("<a href=\"{wrong}\">")).unwrap_or_default();
            assert!(error.contains(wrong), "{wrong}: {error}");
        }
    }

    #[test]
    fn addresses_are_read_as_browsers_read_them() {
        assert_eq!(plain("a%20b&amp;%C4%B1%zz%"), "a b&ı%zz%");
    }
}
