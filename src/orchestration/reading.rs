//! Turns the visitor's text into the query for all later stages.

use std::borrow::Cow;

use super::describe::Described;
use super::scope::Scope;
use super::{Configuration, Options, Trace};
use crate::error::{Error, Expected, Result};
use crate::fact::Fact;
use crate::needs::{Attempt, Needs};
use crate::pre_retrieval::{
    Analysis, CompoundJoiner, Intents, KnownText, QueryOperator, SmallTalk, Synonyms, Syntax,
    TextKind, VocabularySpeller, follow_up, keep_letters, known_words,
};
use crate::query::{Certainty, Query};
use crate::restrictions::Filter;
use crate::text::{StopWords, WordLists, primary, visible};

const PRE_RETRIEVAL: &str = "pre-retrieval";

/// The operators that turn a question into a query, in order: analysis, spelling correction, and
/// expansion.
#[derive(Debug)]
pub(super) struct QuestionReader {
    pub(super) analysis: Analysis,
    compound_joiner: CompoundJoiner,
    speller: VocabularySpeller,
    operators: Vec<Box<dyn QueryOperator>>,
    pub(super) small_talk: SmallTalk,
    words: WordLists,
}

/// A question that waits for the files of its words.
#[derive(Debug)]
pub(super) struct ReadQuestion {
    query: Query,
    /// Number of its words that the site uses, by language; none until counted.
    known: Option<Vec<(String, usize)>>,
    is_joined: bool,
}

impl QuestionReader {
    /// Creates it for a site with these languages and facts.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for a weight out of its range.
    pub(super) fn new(
        configuration: &Configuration,
        languages: &[String],
        words: &WordLists,
        facts: &[Fact],
    ) -> Result<Self> {
        let query = &configuration.query;
        let other_language = configuration.retrieval.other_language_weight;
        for (path, weight) in [
            ("query.stop_word_weight", query.stop_word_weight),
            ("query.extra_weight", query.extra_weight),
            ("query.synonym_weight", query.synonym_weight),
            ("query.everyday_weight", query.everyday_weight),
            ("query.booster_weight", query.booster_weight),
            ("retrieval.other_language_weight", other_language),
        ] {
            // Added words may not outweigh typed ones.
            if !(0.0..=1.0).contains(&weight) {
                return Err(Error::invalid(path, weight, Expected::Between(0.0, 1.0)));
            }
        }
        let intents = Intents::new(&configuration.intents, query.booster_weight);
        let known = known_texts(configuration, languages, &intents, facts);
        let stop_words = StopWords::new(&configuration.text.stop_words, words);
        let compound_joiner = CompoundJoiner::new(stop_words.clone(), &known);
        let speller = VocabularySpeller::new(
            &configuration.spelling,
            stop_words,
            words,
            languages,
            &known,
        )?;
        Ok(Self {
            analysis: Analysis::new(languages, &configuration.text, words, query, other_language),
            compound_joiner,
            speller,
            operators: vec![
                Box::new(Synonyms::new(&configuration.synonyms, query.synonym_weight)),
                Box::new(Synonyms::everyday(
                    &configuration.everyday,
                    query.everyday_weight,
                )),
                Box::new(intents),
            ],
            small_talk: SmallTalk::new(
                &configuration.small_talk,
                languages,
                &configuration.text,
                words,
            ),
            words: words.clone(),
        })
    }

    /// Returns the query of a text. `kept` is the question as earlier steps read it.
    ///
    /// # Errors
    /// [`Error::EmptyQuestion`], [`Needs`] or [`Error::Corrupt`].
    pub(super) fn read(
        &self,
        scope: &Scope<'_>,
        text: &str,
        trace: &mut Trace,
        kept: &mut Option<ReadQuestion>,
    ) -> Attempt<Query> {
        let question = match kept {
            Some(question) => question,
            none => none.insert(self.begin(scope, text, trace)?),
        };
        observe(self.analysis.name(), &mut question.query, trace, |query| {
            self.analyse_once(scope, query, &mut question.known)
        })?;
        self.join(scope, question, trace)?;
        // Another step would correct the corrected words.
        let mut query = question.query.clone();
        self.require(scope, &query, &[])?;
        // A cluster has words that this index lacks, and its gateway corrects the others.
        if scope.options.configuration.spelling.enabled && !scope.is_remote() {
            let known = question.known.as_deref().unwrap_or_default();
            self.repair(scope, &mut query, known, trace)?;
        }
        keep_letters(scope.index, &mut query)?;
        for operator in &self.operators {
            observe(operator.name(), &mut query, trace, |query| {
                Ok(operator.apply(query)?)
            })?;
        }
        Ok(query)
    }

    /// Returns a question with its restrictions, not analysed yet.
    fn begin(&self, scope: &Scope<'_>, text: &str, trace: &mut Trace) -> Result<ReadQuestion> {
        let options = scope.options;
        let full = in_full(text, options, &self.words, trace);
        let text = visible(part_read(full.as_deref().unwrap_or(text), options));
        let text = &*self.respelt(&text, "");
        let mut query = Query {
            partial: options.call.partial,
            language: options.call.lang.clone(),
            completed: full.clone(),
            ..Query::default()
        };
        read_syntax(text, &options.call.filter, &mut query)?;
        if !query.restrictions.is_empty() {
            trace.begin(PRE_RETRIEVAL, "syntax", &Described::Text(text));
            trace.end(&Described::Restrictions(&query.restrictions));
        }
        Ok(ReadQuestion {
            query,
            known: None,
            is_joined: false,
        })
    }

    /// Returns a text of this language, if known, in the characters of the site's pages.
    pub(super) fn respelt(&self, text: &str, tag: &str) -> String {
        self.analysis.respelt(text, tag)
    }

    /// Analyses the question, once, and chooses its language by the words that the site uses in
    /// each of its languages, if it has several: a short question alone is weak evidence.
    fn analyse_once(
        &self,
        scope: &Scope<'_>,
        query: &mut Query,
        known: &mut Option<Vec<(String, usize)>>,
    ) -> Attempt<()> {
        if query.readings.is_empty() {
            self.analysis.read(query, &[])?;
        }
        if known.is_some() {
            return Ok(());
        }
        let mut words = Vec::new();
        if query.readings.len() > 1 {
            self.require(scope, query, &self.compound_joiner.candidates(query))?;
            words = known_words(scope.index, query)?;
            let expected = &scope.options.call.lang;
            self.analysis.revise(query, expected, &words)?;
        }
        query.text = self.respelt(&query.text, &query.language);
        *known = Some(words);
        Ok(())
    }

    /// Rewrites codes, numbers and names as the site writes them, once.
    fn join(
        &self,
        scope: &Scope<'_>,
        question: &mut ReadQuestion,
        trace: &mut Trace,
    ) -> Attempt<()> {
        if question.is_joined {
            return Ok(());
        }
        let query = &mut question.query;
        let candidates = self.compound_joiner.candidates(query);
        if !candidates.is_empty() {
            self.require(scope, query, &candidates)?;
            if let Some(joined) = self.compound_joiner.join(scope.index, query)? {
                trace.begin(PRE_RETRIEVAL, "joins", &Described::Text(&query.text));
                trace.end(&Described::Text(&joined));
                query.text = joined;
                query.language.clone_from(&scope.options.call.lang);
                self.analyse(query, question.known.as_deref().unwrap_or_default(), trace)?;
            }
        }
        question.is_joined = true;
        Ok(())
    }

    /// Requires the shards of the question's words and of their combinations. If any must be
    /// fetched, the files that the question will most likely need next are requested with them.
    fn require(&self, scope: &Scope<'_>, query: &Query, together: &[String]) -> Attempt<()> {
        let (index, retriever) = (scope.index, &scope.retriever);
        let mut needs = Needs::default();
        let known = needs.note(retriever.require_words(index, query, together))?;
        // Small talk needs no further files.
        if known.is_none() && !self.small_talk.is_all_of(query) {
            let mut likely = query.clone();
            for operator in &self.operators {
                operator.apply(&mut likely)?;
            }
            needs.note(retriever.prefetch(index, &likely))?;
        }
        needs.end()
    }

    fn analyse(
        &self,
        query: &mut Query,
        known: &[(String, usize)],
        trace: &mut Trace,
    ) -> Attempt<()> {
        observe(self.analysis.name(), query, trace, |query| {
            Ok(self.analysis.read(query, known)?)
        })
    }

    /// Repairs the query's misspelt words, if it has any.
    fn repair(
        &self,
        scope: &Scope<'_>,
        query: &mut Query,
        known: &[(String, usize)],
        trace: &mut Trace,
    ) -> Attempt<()> {
        let options = scope.options;
        trace.begin(
            PRE_RETRIEVAL,
            VocabularySpeller::NAME,
            &Described::Text(&query.text),
        );
        let corrections = self.speller.corrections(scope.index, query);
        trace.end(&Described::outcome(&corrections, |found| {
            Described::Corrections(found)
        }));
        let corrections = corrections?;
        if corrections.is_empty() {
            return Ok(());
        }
        query.repair(corrections);
        query.language.clone_from(&options.call.lang);
        self.analyse(query, known, trace)?;
        self.require(scope, query, &[])?;
        options.configuration.spelling.weigh(query);
        Ok(())
    }
}

/// Returns the complete question, if it makes sense only after the earlier ones of the
/// conversation.
fn in_full(text: &str, options: &Options, words: &WordLists, trace: &mut Trace) -> Option<String> {
    if options.call.history.is_empty() {
        return None;
    }
    // Phrases and exclusions show that the visitor wrote a complete question.
    let demands = |read: &Syntax<'_>| !read.phrases.is_empty() || !read.excluded.is_empty();
    if Syntax::read(text).is_ok_and(|read| demands(&read)) {
        return None;
    }
    let history = options.call.history.iter();
    let asked = history.filter(|turn| turn.role == "user");
    let asked = asked.filter_map(|turn| Syntax::read(&turn.content).ok());
    let texts: Vec<String> = asked.map(|read| read.text).collect();
    let before: Vec<&str> = texts.iter().map(String::as_str).collect();
    trace.begin(PRE_RETRIEVAL, "follow-up", &Described::Text(text));
    let full = follow_up(part_read(text, options), &before, words);
    trace.end(&Described::FollowUp(full.as_deref()));
    full
}

/// Moves a question's phrases and exclusions, and the filter of the options, to the query, and the
/// rest of its text.
fn read_syntax(text: &str, filter: &Filter, query: &mut Query) -> Result<()> {
    let syntax = Syntax::read(text)?;
    query.restrictions = syntax.restrictions(filter);
    query.text = syntax.text;
    Ok(())
}

fn observe(
    operator: &'static str,
    query: &mut Query,
    trace: &mut Trace,
    apply: impl FnOnce(&mut Query) -> Attempt<()>,
) -> Attempt<()> {
    trace.begin(PRE_RETRIEVAL, operator, &Described::Text(&query.text));
    let applied = apply(query);
    trace.end(&Described::outcome(&applied, |()| Described::Query(query)));
    applied
}

/// Returns the query for facts: a wrong fact is worse than none, so facts are matched to the typed
/// text if its meaning is uncertain.
pub(super) fn for_facts(query: &Query) -> Cow<'_, Query> {
    let mut corrections = query.corrections.iter();
    if corrections.all(|correction| correction.certainty == Certainty::Certain) {
        return Cow::Borrowed(query);
    }
    Cow::Owned(Query {
        text: query.as_asked().to_owned(),
        asked: None,
        corrections: Vec::new(),
        ..query.clone()
    })
}

/// Returns texts of the site. Their words count as known even if no page has them.
fn known_texts(
    configuration: &Configuration,
    languages: &[String],
    intents: &Intents,
    facts: &[Fact],
) -> Vec<KnownText> {
    let mut texts: Vec<KnownText> = Vec::new();
    let mut add = |tag: &str, text: &str, kind| {
        texts.push(KnownText {
            tag: tag.to_owned(),
            text: text.to_owned(),
            kind,
        });
    };
    for group in &configuration.synonyms {
        let every = group.lang.is_empty();
        for tag in languages
            .iter()
            .filter(|tag| every || primary(&group.lang) == **tag)
        {
            group
                .terms
                .iter()
                .for_each(|term| add(tag, term, TextKind::Rules));
        }
    }
    for (tag, words) in &configuration.everyday {
        add(tag, words, TextKind::Everyday);
    }
    intents.for_each_text(&mut |tag, text| add(tag, text, TextKind::Rules));
    for fact in facts {
        let tag = if fact.lang.is_empty() {
            &languages[0]
        } else {
            &fact.lang
        };
        for text in [&fact.question, &fact.answer] {
            add(tag, text, TextKind::Shown);
        }
        fact.aliases
            .iter()
            .for_each(|alias| add(tag, alias, TextKind::Rules));
    }
    texts
}

/// Returns the part of a question that is read.
pub(super) fn part_read<'q>(question: &'q str, options: &Options) -> &'q str {
    let longest = options.configuration.query.max_characters.get();
    beginning(question.trim_start(), longest)
}

/// Returns the first characters of a text, up to the end of a word if one ends there.
fn beginning(text: &str, characters: usize) -> &str {
    let Some((end, _)) = text.char_indices().nth(characters) else {
        return text;
    };
    let cut = &text[..end];
    cut.rfind(char::is_whitespace)
        .map_or(cut, |word| &cut[..word])
}
