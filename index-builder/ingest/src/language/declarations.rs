//! Compares the languages that the pages of a site declare with the languages of their texts.
//!
//! A template may declare the same language on every page of a site in another language. Pages with
//! enough text reveal this, and the other pages follow them.

use std::collections::BTreeMap;

/// The number of pages with a wrong declaration from which it counts as a mistake of the template.
const LEAST: usize = 2;

/// The number of sampled pages after which detection is given up if it was never certain.
const ENOUGH: usize = 20;

/// The declarations of a site.
#[derive(Debug, Default)]
pub(super) struct Declarations {
    by_tag: BTreeMap<String, Found>,
}

/// The languages of the pages with the same declaration.
#[derive(Debug, Default)]
struct Found {
    pages: usize,
    /// Number of pages with certain detection, by language.
    certain: BTreeMap<String, usize>,
}

impl Declarations {
    /// Collects the declaration of each page, and its language if detection is certain.
    pub(super) fn of(pages: impl Iterator<Item = (String, Option<String>)>) -> Self {
        let mut by_tag: BTreeMap<String, Found> = BTreeMap::new();
        for (declared, actual) in pages {
            let found = by_tag.entry(declared).or_default();
            found.pages += 1;
            if let Some(actual) = actual {
                *found.certain.entry(actual).or_default() += 1;
            }
        }
        Self { by_tag }
    }

    /// Returns the language of nearly all pages with this declaration, if it differs from the
    /// declaration.
    pub(super) fn actual(&self, declared: &str) -> Option<String> {
        let found = self.by_tag.get(declared)?;
        let all: usize = found.certain.values().sum();
        let (actual, count) = found.certain.iter().max_by_key(|(_, count)| **count)?;
        let is_rule = *count >= LEAST && count * 5 >= all * 4 && actual != declared;
        is_rule.then(|| actual.clone())
    }

    /// Whether detection fails for the pages with this declaration: they contain no text, or are in
    /// a language that detection does not support.
    pub(super) fn is_beyond_detection(&self, declared: &str) -> bool {
        let found = self.by_tag.get(declared);
        found.is_some_and(|found| {
            let certain: usize = found.certain.values().sum();
            found.pages >= ENOUGH && certain * 4 < found.pages
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pages: &[(&str, Option<&str>, usize)]) -> Declarations {
        let pages = pages.iter().flat_map(|(declared, actual, count)| {
            let page = ((*declared).to_owned(), actual.map(str::to_owned));
            std::iter::repeat_n(page, *count)
        });
        Declarations::of(pages)
    }

    #[test]
    fn a_declaration_is_wrong_if_nearly_all_pages_say_so() {
        let site = of(&[
            ("en", Some("tr"), 8),
            ("en", Some("en"), 2),
            ("en", None, 30),
        ]);
        assert_eq!(site.actual("en").as_deref(), Some("tr"));
        assert_eq!(
            of(&[("en", Some("tr"), 7), ("en", Some("en"), 3)]).actual("en"),
            None
        );
        assert_eq!(of(&[("en", Some("tr"), 1)]).actual("en"), None);
        assert_eq!(of(&[("en", Some("en"), 9)]).actual("en"), None);
        assert_eq!(site.actual("de"), None);
    }

    #[test]
    fn pages_of_which_nothing_is_certain_are_given_up() {
        assert!(of(&[("en", None, 30), ("en", Some("fr"), 2)]).is_beyond_detection("en"));
        assert!(!of(&[("en", None, 3)]).is_beyond_detection("en"));
        assert!(!of(&[]).is_beyond_detection("en"));
    }
}
