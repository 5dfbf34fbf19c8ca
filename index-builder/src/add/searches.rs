//! Searches that sites have: how to tell them in a page.

/// A search of another maker, or a form.
#[derive(Debug, Clone, Copy)]
pub(super) struct Known {
    pub(super) name: &'static str,
    /// A CSS selector of all that visitors see of it outside of results.
    pub(super) selector: &'static str,
}

/// The searches, those with the surest signs first.
pub(super) const SEARCHES: [Known; 33] = [
    known("Docusaurus", ".navbar__search"),
    known("VitePress", ".VPNavBarSearch"),
    known("Starlight", "site-search"),
    known("Algolia DocSearch", "#docsearch"),
    known("Algolia DocSearch", ".DocSearch-Button"),
    known("Algolia", ".algolia-autocomplete"),
    known("Pagefind", "pagefind-searchbox"),
    known("Pagefind", "pagefind-modal-trigger"),
    known("Pagefind", "[data-pagefind-ui]"),
    known("Pagefind", ".pagefind-ui"),
    known(
        "Google",
        ".gcse-searchbox-only, .gcse-searchbox, .gcse-search",
    ),
    known(
        "Material for MkDocs",
        ".md-search, label.md-header__button[for=__search]",
    ),
    known("mdBook", "#mdbook-search-toggle"),
    known("mdBook", "#search-toggle.icon-button"),
    known("Furo", ".sidebar-search-container"),
    known(
        "PyData",
        ".search-button-field, .search-button, .pst-navbar-icon.search-button__button",
    ),
    known("Read the Docs", "#rtd-search-form"),
    known("Sphinx", "#searchbox"),
    known(
        "Just the Docs",
        ".site-header .search, .main-header .search",
    ),
    known("Docsy", ".td-search"),
    known("Hextra", ".hextra-search-wrapper"),
    known("Hextra", ".search-wrapper"),
    known("Antora", ".navbar .search, #search-field"),
    known("lunr", "#lunr-search"),
    known("WordPress", "form.search-form"),
    known("WordPress", ".wp-block-search"),
    known("WordPress", "form#searchform, form.searchform"),
    known("Drupal", "#search-block-form"),
    known("a form", "form[role=search]"),
    known("a form", "search"),
    known("a form", "[role=search]"),
    known(
        "a form",
        "form[action*=search], form[action*=duckduckgo], form[action*='google.']",
    ),
    known("a form", "form[action*='/ara'], form[action*='/arama']"),
];

const fn known(name: &'static str, selector: &'static str) -> Known {
    Known { name, selector }
}

/// Names of the input of a form that searches.
pub(super) const INPUTS: &str = "input[type=search], input[name=q], input[name=s], input[name=query], \
    input[name=search], input[name=ara]";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_is_a_selector() {
        for Known { name, selector } in SEARCHES {
            assert!(
                selector.parse::<lol_html::Selector>().is_ok(),
                "{name}: {selector}"
            );
        }
        assert!(INPUTS.parse::<lol_html::Selector>().is_ok());
    }
}
