//! Names: recognises parts of the template by class names and ids.

use scraper::ElementRef;

use super::attributes::attribute;

/// Words that name template parts, alone or at the end of a word (`sidenav`, `main-menu`).
const FURNITURE_ENDINGS: [&str; 9] = [
    "nav",
    "navbar",
    "navigation",
    "menu",
    "sidebar",
    "breadcrumb",
    "breadcrumbs",
    "pagination",
    "footer",
];

/// Words that name template parts only if they are alone.
const FURNITURE: [&str; 33] = [
    "ad",
    "ads",
    "advert",
    "advertisement",
    "banner",
    "colophon",
    "comments",
    "consent",
    "cookie",
    "cookies",
    "copyright",
    "crumbs",
    "disqus",
    "feedback",
    "gdpr",
    "langs",
    "masthead",
    "newsletter",
    "pager",
    "popup",
    "print",
    "promo",
    "related",
    "respond",
    "search",
    "share",
    "sharing",
    "skip",
    "skiplink",
    "skiplinks",
    "social",
    "subscribe",
    "toc",
];

/// Pairs of neighbouring words that do so.
const FURNITURE_PAIRS: [(&str, &str); 12] = [
    ("back", "top"),
    ("edit", "page"),
    ("lang", "switcher"),
    ("language", "selector"),
    ("language", "switcher"),
    ("page", "header"),
    ("page", "nav"),
    ("post", "meta"),
    ("sign", "in"),
    ("site", "header"),
    ("skip", "to"),
    ("table", "contents"),
];

/// Words that mark an aside as part of the text.
const CALLOUTS: [&str; 16] = [
    "admonition",
    "alert",
    "attention",
    "callout",
    "caution",
    "danger",
    "definition",
    "example",
    "hint",
    "important",
    "info",
    "note",
    "sidenote",
    "tip",
    "warning",
    "quote",
];

/// Words that together with "comments" mark the discussion below a page. "Comments" alone may also
/// be a section on a page about a programming language.
const DISCUSSION: [&str; 7] = ["area", "block", "box", "form", "list", "section", "thread"];

/// Words of the marks that link a heading to itself.
const PERMALINKS: [&str; 9] = [
    "anchor",
    "anchorjs",
    "anchorlink",
    "clicker",
    "direct",
    "hash",
    "headerlink",
    "octicon",
    "permalink",
];

/// The words of a name: `siteHeader`, `site-header` and `site_header` are `site`, `header`.
pub(super) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut in_word = false;
    let mut after_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() {
            in_word = false;
            continue;
        }
        if !in_word || (after_lower && c.is_uppercase()) {
            words.push(String::new());
        }
        in_word = true;
        after_lower = c.is_lowercase();
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
    }
    words
}

/// Whether a class or id names a template part.
pub(super) fn names_furniture(name: &str) -> bool {
    let words = words(name);
    let single = words.iter().any(|word| {
        FURNITURE.contains(&word.as_str())
            || FURNITURE_ENDINGS
                .iter()
                .any(|ending| word.ends_with(ending))
    });
    single
        || words.windows(2).any(|pair| {
            FURNITURE_PAIRS
                .iter()
                .any(|(first, second)| pair[0] == *first && pair[1] == *second)
        })
}

/// Whether a class or id marks an aside as part of the text.
pub(super) fn names_callout(name: &str) -> bool {
    words(name)
        .iter()
        .any(|word| CALLOUTS.contains(&word.as_str()))
}

/// Whether an id marks the comments of readers.
pub(super) fn names_discussion(name: &str) -> bool {
    let words = words(name);
    words
        .iter()
        .any(|word| matches!(word.as_str(), "comment" | "comments"))
        && words.iter().any(|word| DISCUSSION.contains(&word.as_str()))
}

/// Whether an element is the mark with which a heading links to itself.
pub(super) fn is_permalink(element: &ElementRef<'_>) -> bool {
    let to_itself = attribute(element.value(), "href").is_some_and(|href| href.starts_with('#'));
    let named = || {
        element.value().classes().any(|class| {
            words(class)
                .iter()
                .any(|word| PERMALINKS.contains(&word.as_str()))
        })
    };
    let is_uninformative = || {
        !element
            .text()
            .any(|text| text.chars().any(char::is_alphanumeric))
    };
    to_itself && (is_uninformative() || (named() && !is_whole_heading(element)))
}

/// Some templates wrap the heading's own words in the link.
fn is_whole_heading(link: &ElementRef<'_>) -> bool {
    let own: usize = link.text().map(str::len).sum();
    let heading = link.parent().and_then(ElementRef::wrap);
    heading
        .is_some_and(|heading| heading.text().map(|text| text.trim().len()).sum::<usize>() <= own)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_word_by_word() {
        assert_eq!(words("siteHeader-top_2"), ["site", "header", "top", "2"]);
        for furniture in [
            "main-menu",
            "sidenav",
            "cookieBanner",
            "breadcrumbs",
            "page-footer",
        ] {
            assert!(names_furniture(furniture), "{furniture}");
        }
        for content in [
            "content",
            "management",
            "article-body",
            "header",
            "reading",
            "addition",
        ] {
            assert!(!names_furniture(content), "{content}");
        }
    }
}
