//! From chunks with scores to hits.

use super::Options;
use crate::authority::absolute;
use crate::error::Result;
use crate::hit::{Hit, Scored};
use crate::index::Index;
use crate::ordered::Map;
use crate::query::Query;
use crate::retrieval::evidence;

/// Chunks with everything that rerankers and pages need of them, but their texts.
pub(super) fn hydrate(
    index: &Index,
    query: &Query,
    scored: &[Scored],
    retriever: &str,
    options: &Options,
) -> Result<Vec<Hit>> {
    let evidence = evidence(index, query, scored)?;
    let hits = scored.iter().zip(evidence).map(|(scored, evidence)| Hit {
        evidence,
        ..hit(index, scored, retriever, options)
    });
    Ok(hits.collect())
}

/// Gives hits their texts.
pub(super) fn load_texts(index: &Index, hits: &mut [Hit]) -> Result<()> {
    index.require_texts(hits.iter().map(|hit| hit.chunk_id))?;
    for hit in hits {
        index.text(hit.chunk_id)?.clone_into(&mut hit.text);
    }
    Ok(())
}

fn hit(index: &Index, scored: &Scored, retriever: &str, options: &Options) -> Hit {
    let row = scored.chunk as usize;
    let (documents, chunks) = (index.documents(), index.chunks());
    let document = chunks.document(row);
    let anchor = chunks.anchor(row);
    let base = &options.configuration.site.url;
    let mut url = absolute(base, documents.url(document));
    if !anchor.is_empty() {
        url = format!("{url}#{anchor}");
    }
    Hit {
        id: documents.id(document).to_owned(),
        chunk: chunks.number_in_document(row),
        title: documents.title(document).to_owned(),
        heading: chunks.heading(row).map(str::to_owned).collect(),
        url,
        score: scored.score,
        scores: scores(retriever, scored),
        lang: index.languages()[index.language_of(scored.chunk)]
            .tag
            .clone(),
        importance: documents.importance(document),
        meta: documents
            .meta(document)
            .map(|(key, value)| (key, value.to_owned()))
            .collect(),
        chunk_id: scored.chunk,
        group: chunks.group_of(row),
        relevance: scored.relevance,
        ..Hit::default()
    }
}

/// The score by the retriever's name, and those that it was made from by theirs.
fn scores(retriever: &str, hit: &Scored) -> Map<f64> {
    let mut scores: Map<f64> = hit.parts.into_iter().flatten().collect();
    scores.insert(retriever, hit.score);
    scores
}
