//! The pages listed as sources of an answer.

use std::num::NonZeroUsize;

use super::excerpt;
use crate::answer::SourceReference;
use crate::fact::Fact;
use crate::hit::Hit;
use crate::ordered::Set;
use crate::query::Query;

crate::settings! {
    /// Settings for listing sources.
    pub struct SourceSettings {
        /// Maximum number of pages.
        pub limit: NonZeroUsize = const { NonZeroUsize::new(3).unwrap() },
        /// Length of a preview, in characters.
        pub preview_characters: usize = 160,
    }
}

/// Returns the hits listed as sources, in their order: the first hit of each page.
pub fn cited<'h>(hits: &'h [Hit], settings: &SourceSettings) -> Vec<&'h Hit> {
    let mut pages = Set::default();
    let first = hits.iter().filter(|hit| pages.insert(hit.id.clone()));
    first.take(settings.limit.get()).collect()
}

/// Returns the pages of the hits, in their order, each page once with its first hit.
pub fn sources(query: &Query, hits: &[Hit], settings: &SourceSettings) -> Vec<SourceReference> {
    let cited = cited(hits, settings).into_iter();
    cited
        .map(|hit| source(query, hit, settings.preview_characters))
        .collect()
}

/// Returns the preview of a fact's source: the words of the page that support the fact, or else the
/// answer that was compared with them.
pub(crate) fn fact_preview(query: &Query, fact: &Fact, settings: &SourceSettings) -> String {
    let text = match fact.source_quote.as_str() {
        "" => &fact.answer,
        quote => quote,
    };
    excerpt(
        text,
        &query.matcher(&fact.lang),
        settings.preview_characters,
    )
    .0
}

fn source(query: &Query, hit: &Hit, preview_characters: usize) -> SourceReference {
    // The hit's excerpt is where the question's words are close together, so the text need not be
    // searched again.
    let text = match hit.excerpt.as_str() {
        "" => &hit.text,
        excerpt => excerpt,
    };
    SourceReference {
        title: hit.title.clone(),
        url: hit.url.clone(),
        relevance: hit.relevance.clamp(0.0, 1.0),
        preview: excerpt(text, &query.matcher(&hit.lang), preview_characters).0,
        heading: hit.heading.clone(),
        lang: hit.lang.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::tests::query;
    use super::*;

    fn hit(id: &str, chunk: u32, text: &str) -> Hit {
        Hit {
            id: id.to_owned(),
            url: format!("/{id}/#{chunk}"),
            title: id.to_uppercase(),
            text: text.to_owned(),
            relevance: 0.5,
            ..Hit::default()
        }
    }

    #[test]
    fn r35_a_page_is_listed_once_with_its_best_chunk() {
        let hits = [hit("a", 2, "x"), hit("a", 1, "y"), hit("b", 0, "z")];
        let found = sources(&query("x", "tr"), &hits, &SourceSettings::default());
        let urls: Vec<&str> = found.iter().map(|source| source.url.as_str()).collect();
        assert_eq!(urls, ["/a/#2", "/b/#0"]);
        assert_eq!(found[0].title, "A");
    }

    #[test]
    fn r35_the_list_of_pages_respects_the_limit() {
        let hits: Vec<Hit> = ["a", "b", "c", "d"].map(|id| hit(id, 0, "x")).into();
        let found = sources(&query("x", "tr"), &hits, &SourceSettings::default());
        assert_eq!(found.len(), 3);
    }

    #[test]
    fn r35_the_preview_shows_the_words_of_the_question() {
        let text = format!(
            "{}Staj ücreti ödenmez.",
            "Uzun bir giriş cümlesi. ".repeat(20)
        );
        let found = sources(
            &query("staj", "tr"),
            &[hit("a", 0, &text)],
            &SourceSettings::default(),
        );
        assert!(
            found[0].preview.contains("Staj ücreti"),
            "{}",
            found[0].preview
        );
        assert!(found[0].preview.chars().count() <= 162);
    }
}
