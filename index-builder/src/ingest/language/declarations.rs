//! Declarations: what the pages of a site declare, beside what they say.
//!
//! A template that declares the same language on every page of a site in another one is found by
//! the pages with enough text; the others follow them.

use std::collections::BTreeMap;

/// Pages on which a declaration has to be wrong before it is taken for the template's mistake.
const LEAST: usize = 2;

/// Pages of a sample after which detection that was never certain is given up.
const ENOUGH: usize = 20;

/// The declarations of a site.
#[derive(Debug, Default)]
pub(super) struct Declarations {
    by_tag: BTreeMap<String, Found>,
}

/// The languages of the pages that declare the same one.
#[derive(Debug, Default)]
struct Found {
    pages: usize,
    /// Pages of which detection is certain, by language.
    certain: BTreeMap<String, usize>,
}

impl Declarations {
    /// Of pages: what each declares, and its language if that is certain.
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

    /// The language that nearly all pages with this declaration are in, if it is another one.
    pub(super) fn actual(&self, declared: &str) -> Option<String> {
        let found = self.by_tag.get(declared)?;
        let all: usize = found.certain.values().sum();
        let (actual, count) = found.certain.iter().max_by_key(|(_, count)| **count)?;
        let is_rule = *count >= LEAST && count * 5 >= all * 4 && actual != declared;
        is_rule.then(|| actual.clone())
    }

    /// Whether nothing can be said of the pages with this declaration: they are no texts, or in a
    /// language that detection does not know.
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
