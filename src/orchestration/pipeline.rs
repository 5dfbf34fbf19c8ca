//! The stages in order.

use super::{AnswerSettings, Clock, Configuration, Options, Orchestrator, Trace};
use crate::answer::{
    Answer, Level, Method, Route, SearchResult, SourceReference, TraceEvent, Warning,
};
use crate::authority::host;
use crate::error::{Error, Result};
use crate::fact::Fact;
use crate::generation::{AnswerGenerator, Confidence, Extract, Extractive, excerpt, sources};
use crate::hit::{Hit, Scored};
use crate::index::Index;
use crate::ordered::gather;
use crate::post_retrieval::{RerankChain, top_k};
use crate::pre_retrieval::{
    Analysis, FactMatch, FactMatcher, FactTable, Intents, PatternRouter, QueryOperator, Router,
    Synonyms,
};
use crate::query::{Origin, Query};
use crate::retrieval::{drop_weak, retriever};

const PRE_RETRIEVAL: &str = "pre-retrieval";
const RETRIEVAL: &str = "retrieval";
const POST_RETRIEVAL: &str = "post-retrieval";
const GENERATION: &str = "generation";
const ORCHESTRATION: &str = "orchestration";

/// The stages with the operators that a configuration names. What is dear to build (rules,
/// facts) is built once; retrievers and rerankers are built for each call.
#[derive(Debug)]
pub struct Pipeline {
    operators: Vec<Box<dyn QueryOperator>>,
    router: Box<dyn Router>,
    facts: FactTable,
    clock: Option<Clock>,
}

impl Pipeline {
    /// Compiles a configuration. `clock` times traces.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for a setting out of its range.
    pub fn new(
        configuration: &Configuration,
        facts: Vec<Fact>,
        clock: Option<Clock>,
    ) -> Result<Self> {
        let languages = &configuration.site.languages;
        if languages.is_empty() {
            let expected = "a list of at least one language tag";
            return Err(Error::invalid("site.languages", "empty", expected));
        }
        let query = &configuration.query;
        let other_language = configuration.retrieval.other_language_weight;
        for (path, weight) in [
            ("query.stop_word_weight", query.stop_word_weight),
            ("query.extra_weight", query.extra_weight),
            ("query.synonym_weight", query.synonym_weight),
            ("query.booster_weight", query.booster_weight),
            ("retrieval.other_language_weight", other_language),
        ] {
            // Nothing added may outweigh what was typed.
            if !(0.0..=1.0).contains(&weight) {
                return Err(Error::invalid(path, weight, "between 0 and 1"));
            }
        }
        let operators: Vec<Box<dyn QueryOperator>> = vec![
            Box::new(Analysis::new(
                languages,
                &configuration.text,
                query,
                other_language,
            )),
            Box::new(Synonyms::new(&configuration.synonyms, query.synonym_weight)),
            Box::new(Intents::new(
                &configuration.intents,
                query.builtin_intents,
                query.booster_weight,
            )),
        ];
        Ok(Self {
            operators,
            router: Box::new(PatternRouter::new(&configuration.router, languages)?),
            facts: FactTable::new(
                facts,
                languages,
                &configuration.text,
                &configuration.fact_matching,
            ),
            clock,
        })
    }

    fn query(&self, text: &str, options: &Options, trace: &mut Trace) -> Result<Query> {
        let text = beginning(text, options.configuration.query.max_characters.get());
        let mut query = Query {
            text: text.to_owned(),
            language: options.call.lang.clone(),
            ..Query::default()
        };
        for operator in &self.operators {
            let before = || text.to_owned();
            let applied = trace.observe(
                PRE_RETRIEVAL,
                operator.name(),
                before,
                || operator.apply(&mut query).map(|()| query.clone()),
                |query| {
                    query
                        .as_ref()
                        .map_or_else(ToString::to_string, describe_query)
                },
            );
            query = applied?;
        }
        Ok(query)
    }

    fn find(index: &Index, query: &Query, options: &Options, trace: &mut Trace) -> Result<Found> {
        let settings = &options.configuration;
        let retriever = retriever(&settings.retrieval)?;
        let depth = settings
            .ranking
            .depth
            .get()
            .max(settings.ranking.top_k.get());
        let mut scored = trace.observe(
            RETRIEVAL,
            retriever.name(),
            || describe_query(query),
            || retriever.retrieve(index, query, depth),
            |hits| {
                hits.as_ref()
                    .map_or_else(ToString::to_string, |hits| describe_scored(hits))
            },
        )?;
        drop_weak(
            &mut scored,
            settings.retrieval.min_score_weight,
            query.word_count(),
        );

        let mut found = Found::default();
        if scored.is_empty() {
            found.warnings.push(no_hits(query));
            trace.warn(|| found.warnings[0].message.clone());
        }
        let hits = hydrate(index, &scored, retriever.name(), options)?;
        let chain = RerankChain::from_settings(&settings.ranking)?;
        let reranked = trace.observe(
            POST_RETRIEVAL,
            &describe_chain(&chain),
            || format!("{} hits", hits.len()),
            || chain.run(query, hits.clone()),
            |reranked| describe_hits(&reranked.hits),
        );
        for (name, error) in &reranked.failed {
            trace.warn(|| format!("{name}: {error}"));
            let message = format!("the reranker `{name}` failed and left the order: {error}");
            found.warnings.push(Warning {
                code: "reranker_failed",
                message,
            });
            found.rerank_failed = true;
        }
        found.hits = top_k(reranked.hits, settings.ranking.top_k.get())?;
        let longest = settings.answer.excerpt_characters.get();
        for hit in &mut found.hits {
            (hit.excerpt, hit.marks) = excerpt(&hit.text, &query.matcher(&hit.lang), longest);
        }
        Ok(found)
    }

    /// The fact that answers, if the router sends the question to the facts and one does.
    fn fact(
        &self,
        query: &Query,
        options: &Options,
        trace: &mut Trace,
    ) -> (Route, Option<FactMatch<'_>>) {
        let route = trace.observe(
            PRE_RETRIEVAL,
            self.router.name(),
            || query.text.clone(),
            || self.router.route(query, &self.facts),
            |route| {
                format!(
                    "tier {} ({:.2}): {}",
                    route.tier, route.confidence, route.reasoning
                )
            },
        );
        if route.tier != 1 {
            return (route, None);
        }
        let today = Some(options.call.today.as_str()).filter(|today| !today.is_empty());
        let found = trace.observe(
            PRE_RETRIEVAL,
            "facts",
            || format!("{} facts", self.facts.len()),
            || self.facts.find(query, today),
            |found| {
                found.as_ref().map_or_else(
                    || "no fact".to_owned(),
                    |found| format!("\"{}\" ({:.2})", found.fact.question, found.overlap),
                )
            },
        );
        if found.is_none() {
            trace.warn(|| "routed to the facts, but none matched: falling back to pages".into());
        }
        (route, found)
    }

    /// The sentences that answer, if the hits are good enough to be asked (R31).
    fn extract(
        query: &Query,
        hits: &[Hit],
        options: &Options,
        trace: &mut Trace,
    ) -> Result<Option<Extract>> {
        let settings = &options.configuration.answer;
        let best = hits.iter().map(|hit| hit.relevance).fold(0.0, f64::max);
        if hits.is_empty() || best < settings.min_relevance {
            trace.observe(
                ORCHESTRATION,
                "abstain",
                || format!("best relevance {best:.2}"),
                || (),
                |()| format!("no answer: below {:.2}", settings.min_relevance),
            );
            return Ok(None);
        }
        let generator = Extractive::new(&settings.extractive)?;
        trace.observe(
            GENERATION,
            generator.name(),
            || describe_hits(hits),
            || generator.answer(query, hits),
            |extract| match extract {
                Ok(Some(extract)) => extract.text.clone(),
                Ok(None) => "no sentence has a word of the question".to_owned(),
                Err(error) => error.to_string(),
            },
        )
    }
}

impl Orchestrator for Pipeline {
    fn ask(&self, index: &Index, question: &str, options: &Options) -> Result<Answer> {
        let mut trace = Trace::new(options.call.trace, self.clock);
        let query = self.query(question, options, &mut trace)?;
        let settings = &options.configuration.answer;
        let confidence = confidence(&options.configuration)?;
        let (route, fact) = self.fact(&query, options, &mut trace);
        let found = Self::find(index, &query, options, &mut trace)?;
        let mut draft = Draft::new(question, &query, route, found);
        if let Some(fact) = fact {
            draft.answer_with_fact(&fact, &options.configuration.site.url, &confidence);
        } else {
            let extract = Self::extract(&query, &draft.found.hits, options, &mut trace)?;
            draft.answer_with_pages(extract, &query, settings, &confidence);
        }
        Ok(draft.finish(trace.into_events()))
    }

    fn search(&self, index: &Index, query: &str, options: &Options) -> Result<SearchResult> {
        let mut trace = Trace::new(options.call.trace, self.clock);
        let query = self.query(query, options, &mut trace)?;
        let found = Self::find(index, &query, options, &mut trace)?;
        Ok(SearchResult {
            hits: found.hits,
            intent: query.intent,
            lang: query.language,
            warnings: found.warnings,
            rerank_failed: found.rerank_failed,
            trace: trace.into_events(),
        })
    }
}

/// What retrieval and reranking gave.
#[derive(Debug, Default)]
struct Found {
    hits: Vec<Hit>,
    warnings: Vec<Warning>,
    rerank_failed: bool,
}

/// An answer in the making.
struct Draft {
    answer: Answer,
    found: Found,
}

impl Draft {
    fn new(question: &str, query: &Query, route: Route, found: Found) -> Self {
        let answer = Answer {
            question: question.to_owned(),
            answer: None,
            answer_marks: Vec::new(),
            sources: Vec::new(),
            confidence: 0.0,
            level: Level::Low,
            tier: 2,
            method: Method::None,
            route,
            intent: query.intent.clone(),
            lang: query.language.clone(),
            fact: None,
            hits: Vec::new(),
            warnings: Vec::new(),
            rerank_failed: false,
            trace: None,
        };
        Self { answer, found }
    }

    fn answer_with_fact(&mut self, found: &FactMatch<'_>, site: &str, confidence: &Confidence) {
        let fact = found.fact;
        let answer = &mut self.answer;
        answer.answer = Some(fact.answer.clone());
        answer.tier = 1;
        answer.method = found.method;
        answer.confidence = found.confidence;
        answer.level = confidence.level(found.confidence);
        answer.sources = vec![SourceReference {
            title: [&fact.source_title, &fact.source_url]
                .into_iter()
                .find(|title| !title.is_empty())
                .cloned()
                .unwrap_or_default(),
            url: absolute(site, &fact.source_url),
            relevance: found.confidence,
            preview: fact.source_quote.clone(),
            heading: Vec::new(),
            lang: fact.lang.clone(),
        }];
        answer.fact = Some(fact.clone());
    }

    fn answer_with_pages(
        &mut self,
        extract: Option<Extract>,
        query: &Query,
        settings: &AnswerSettings,
        confidence: &Confidence,
    ) {
        // The page that is quoted is the first source.
        let mut hits = self.found.hits.clone();
        let quoted = extract.as_ref().map_or(0, |extract| extract.hit);
        if let Some(front) = hits.get_mut(..=quoted) {
            front.rotate_right(1);
        }
        let sources = sources(query, &hits, &settings.sources);
        let sure = confidence.of(&sources);
        let answer = &mut self.answer;
        answer.confidence = sure;
        let Some(extract) = extract.filter(|_| sure >= settings.min_confidence) else {
            return;
        };
        answer.level = confidence.level(sure);
        answer.method = Method::Extractive;
        answer.answer = Some(extract.text);
        answer.answer_marks = extract.marks;
        answer.sources = sources;
    }

    fn finish(self, trace: Option<Vec<TraceEvent>>) -> Answer {
        Answer {
            hits: self.found.hits,
            warnings: self.found.warnings,
            rerank_failed: self.found.rerank_failed,
            trace,
            ..self.answer
        }
    }
}

fn no_hits(query: &Query) -> Warning {
    let words: Vec<&str> = query.own().map_or_else(Vec::new, |reading| {
        reading
            .terms
            .iter()
            .filter(|term| matches!(term.origin, Origin::Typed | Origin::Stop))
            .map(|term| term.surface.as_str())
            .collect()
    });
    Warning {
        code: "no_hits",
        message: format!("no page has any of: {}", words.join(", ")),
    }
}

/// Chunks with everything that rerankers and pages need of them.
fn hydrate(
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

/// The first characters of a text, up to the end of a word if one ends there.
fn beginning(text: &str, characters: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(characters) else {
        return text;
    };
    let cut = &text[..end];
    cut.rfind(char::is_whitespace)
        .map_or(cut, |word| &cut[..word])
}

/// The site's own pages are official whether their addresses are relative or, because the site
/// says where it is, absolute.
fn confidence(configuration: &Configuration) -> Result<Confidence> {
    let mut settings = configuration.answer.confidence.clone();
    if let Some(own) = host(&configuration.site.url).filter(|_| settings.own_pages_official) {
        settings.official_hosts.push(own);
    }
    Confidence::new(&settings, &configuration.ranking.authority)
}

/// The address under the site's own, if the site has one and the address is relative.
fn absolute(base: &str, url: &str) -> String {
    if base.is_empty() || url.contains("://") || url.starts_with("//") {
        return url.to_owned();
    }
    format!(
        "{}/{}",
        base.trim_end_matches('/'),
        url.trim_start_matches('/')
    )
}

fn describe_query(query: &Query) -> String {
    let readings: Vec<String> = query
        .readings
        .iter()
        .map(|reading| {
            let terms: Vec<String> = reading
                .terms
                .iter()
                .map(|term| format!("{} {:.2} {:?}", term.surface, term.weight, term.origin))
                .collect();
            format!(
                "{} x{:.2} [{}]",
                reading.tag,
                reading.weight,
                terms.join(", ")
            )
        })
        .collect();
    format!("intent {}; {}", query.intent, readings.join("; "))
}

fn describe_chain(chain: &RerankChain) -> String {
    if chain.is_empty() {
        return "no reranker".to_owned();
    }
    chain.names().collect::<Vec<_>>().join(" > ")
}

fn describe_scored(hits: &[Scored]) -> String {
    let best = hits.first().map_or_else(String::new, |hit| {
        format!(", best {:.3} (relevance {:.2})", hit.score, hit.relevance)
    });
    format!("{} hits{best}", hits.len())
}

fn describe_hits(hits: &[Hit]) -> String {
    let best: Vec<String> = hits
        .iter()
        .take(5)
        .map(|hit| format!("{}#{} {:.3}", hit.id, hit.chunk, hit.score))
        .collect();
    format!("{} hits: {}", hits.len(), best.join(", "))
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
