//! Chunks with everything that rerankers and pages need of them.

use super::Options;
use crate::authority::host;
use crate::error::Result;
use crate::hit::{Hit, Scored};
use crate::index::Index;
use crate::ordered::gather;

/// Chunks with everything that rerankers and pages need of them.
pub(super) fn hydrate(
    index: &Index,
    scored: &[Scored],
    retriever: &str,
    options: &Options,
) -> Result<Vec<Hit>> {
    index.require_texts(scored.iter().map(|hit| hit.chunk))?;
    scored
        .iter()
        .map(|scored| hit(index, scored, retriever, options))
        .collect()
}

fn hit(index: &Index, scored: &Scored, retriever: &str, options: &Options) -> Result<Hit> {
    let row = scored.chunk as usize;
    let (documents, chunks) = (index.documents(), index.chunks());
    let document = chunks.document(row);
    let anchor = chunks.anchor(row);
    let base = &options.configuration.site.url;
    let mut url = absolute(base, documents.url(document));
    if !anchor.is_empty() {
        url = format!("{url}#{anchor}");
    }
    Ok(Hit {
        id: documents.id(document).to_owned(),
        chunk: chunks.number_in_document(row),
        title: documents.title(document).to_owned(),
        heading: chunks.heading(row).map(str::to_owned).collect(),
        url,
        text: index.text(scored.chunk)?.to_owned(),
        score: scored.score,
        scores: gather([(retriever.to_owned(), scored.score)]),
        lang: index.languages()[index.language_of(scored.chunk)]
            .tag
            .clone(),
        importance: documents.importance(document),
        meta: gather(
            documents
                .meta(document)
                .map(|(k, v)| (k.to_owned(), v.to_owned())),
        ),
        chunk_id: scored.chunk,
        relevance: scored.relevance,
        ..Hit::default()
    })
}

/// The address under the site's own, if the site has one and the address is relative.
pub(super) fn absolute(base: &str, url: &str) -> String {
    if base.is_empty() || host(url).is_some() || url.starts_with("//") {
        return url.to_owned();
    }
    format!(
        "{}/{}",
        base.trim_end_matches('/'),
        url.trim_start_matches('/')
    )
}

#[cfg(test)]
mod tests {
    use super::absolute;

    #[test]
    fn relative_addresses_follow_the_site_s_own() {
        assert_eq!(
            absolute("https://a.example/x/", "tr/b.html"),
            "https://a.example/x/tr/b.html"
        );
        assert_eq!(absolute("", "tr/b.html"), "tr/b.html");
        assert_eq!(
            absolute("https://a.example", "https://b.example/c"),
            "https://b.example/c"
        );
    }
}
