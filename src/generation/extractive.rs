//! `extractive`: the sentence or two of a hit that answer best, word for word.

use std::num::NonZeroUsize;
use std::ops::Range;

use super::expected::{Expected, Sentence};
use super::marks::{Found, find, find_among, marks};
use super::{AnswerGenerator, Extract};
use crate::error::Result;
use crate::hit::{Hit, HitSection};
use crate::ordered::{Map, add};
use crate::query::{Matcher, Query};
use crate::settings::{between, usual};
use crate::text::{Language, Token, holds, sentences, tokenise};

crate::settings! {
    /// How sentences are chosen as an answer.
    pub struct ExtractiveSettings {
        /// How many sentences in a row an answer has at most.
        pub max_sentences: NonZeroUsize = const { NonZeroUsize::new(2).unwrap() },
        /// How long an answer is at most; a longer sentence is cut at a word.
        pub max_characters: NonZeroUsize = const { NonZeroUsize::new(400).unwrap() },
        /// How many hits, from the best on, are read for an answer.
        pub hits: NonZeroUsize = const { NonZeroUsize::new(3).unwrap() },
        /// What a word of the question is worth that stands not in the sentence but above it: in
        /// the title, in a heading, or in a question that the sentence follows.
        pub heading: f64 = 0.7,
        /// Bonus for the kind of thing asked for: a date for `when`.
        pub expected: f64 = 0.3,
        /// Bonus for the first sentence of a chunk; the second gets half.
        pub first: f64 = 0.1,
        /// What a sentence is worth that asks itself, 0 to 1.
        pub question: f64 = 0.2,
        /// What a sentence of unusual length is worth, 0 to 1.
        pub unusual_length: f64 = 0.8,
        /// Sentences of fewer characters are unusually short.
        pub short: usize = 25,
        /// Sentences of more characters are unusually long.
        pub long: usize = 350,
        /// What an answer is worth for every sentence after its first, 0 to 1.
        pub further_sentence: f64 = 0.9,
        /// What a hit is worth for every place behind the first, 0 to 1.
        pub further_hit: f64 = 0.85,
    }
}

/// Scores every sentence, and every few in a row, of the best hits:
///
/// * each different word of the question counts once, rare ones (among the sentences read) more:
///   weight × ln(1 + sentences / sentences with the word);
/// * the sum is raised by the bonuses and lowered by the shares of [`ExtractiveSettings`];
/// * and multiplied by the hit's relevance against the best of the hits read, and by the weight of
///   its language, which is 1 for the question's own.
///
/// A sentence answers only if it has a word of the question, or if what stands above it has at
/// least half of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Extractive {
    settings: ExtractiveSettings,
}

impl Extractive {
    /// # Errors
    /// [`Error::InvalidValue`](crate::Error::InvalidValue) for a weight or a share out of its range.
    pub fn new(settings: &ExtractiveSettings) -> Result<Self> {
        usual(
            "extractive",
            &[
                ("heading", settings.heading),
                ("expected", settings.expected),
                ("first", settings.first),
            ],
        )?;
        for (path, share) in [
            ("extractive.question", settings.question),
            ("extractive.unusual_length", settings.unusual_length),
            ("extractive.further_sentence", settings.further_sentence),
            ("extractive.further_hit", settings.further_hit),
        ] {
            between(path, share, 0.0, 1.0)?;
        }
        Ok(Self {
            settings: settings.clone(),
        })
    }
}

impl AnswerGenerator for Extractive {
    fn name(&self) -> &'static str {
        "extractive"
    }

    fn answer(&self, query: &Query, hits: &[Hit]) -> Result<Option<Extract>> {
        let read = &hits[..hits.len().min(self.settings.hits.get())];
        let expected = Expected::of(query);
        let pages: Vec<Page<'_>> = read
            .iter()
            .map(|hit| Page::new(hit, query, expected))
            .collect();
        let years = years(&query.text);
        let rarity = Rarity::of(&pages);
        let best_relevance = read
            .iter()
            .fold(0.0, |best: f64, hit| best.max(hit.relevance));
        let mut best: Option<(f64, usize, Range<usize>)> = None;
        let mut place = 1.0;
        for (number, page) in pages.iter().enumerate() {
            if !page.is_of_the_years(&years) {
                continue;
            }
            let relevance = share(page.hit.relevance, best_relevance);
            let worth = place * relevance * query.weight_of(&page.hit.lang);
            place *= self.settings.further_hit;
            for run in page.runs(&self.settings) {
                let score = worth * page.score(run.clone(), &rarity, &self.settings);
                if score > 0.0 && best.as_ref().is_none_or(|(most, ..)| score > *most) {
                    best = Some((score, number, run));
                }
            }
        }
        Ok(best.map(|(_, hit, run)| pages[hit].quote(run, hit, &self.settings)))
    }
}

/// The years that a question names: what a page says of another year is no answer.
fn years(question: &str) -> Vec<String> {
    let is_year = |word: &String| {
        let four = word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit());
        four && (word.starts_with("19") || word.starts_with("20"))
    };
    tokenise(question, Language::Other)
        .into_iter()
        .map(|token| token.text)
        .filter(is_year)
        .collect()
}

/// Relevance against the best; 1 where relevances are not known.
fn share(relevance: f64, best: f64) -> f64 {
    if best > 0.0 { relevance / best } else { 1.0 }
}

/// A hit, read for an answer.
struct Page<'h> {
    hit: &'h Hit,
    matcher: Matcher,
    lines: Vec<Line>,
    sections: Vec<Section>,
}

/// A part of a passage under one heading.
struct Section {
    /// Number of its first line.
    first: usize,
    /// Terms of the question in title and headings.
    above: Vec<usize>,
}

/// A sentence and what speaks for it.
struct Line {
    range: Range<usize>,
    characters: usize,
    /// Numbers of the terms in it, ascending, each once.
    terms: Vec<usize>,
    asks: bool,
    /// Whether it is the heading of what follows, and so no answer.
    is_heading: bool,
    expected: f64,
}

impl<'h> Page<'h> {
    fn new(hit: &'h Hit, query: &Query, expected: Option<Expected>) -> Self {
        let matcher = query.matcher(&hit.lang);
        let tokens = tokenise(&hit.text, matcher.language());
        let found = find_among(&tokens, &matcher);
        let mut lines: Vec<Line> = sentences(&hit.text)
            .into_iter()
            .map(|range| Line::new(&hit.text, range, &tokens, &found, expected))
            .collect();
        mark_headings(hit, &mut lines);
        let only = [HitSection {
            heading: hit.heading.clone(),
            ..HitSection::default()
        }];
        let own = if hit.sections.is_empty() {
            &only
        } else {
            hit.sections.as_slice()
        };
        let sections = own.iter().map(|section| {
            let mut above = Vec::new();
            let title = std::iter::once(&hit.title).chain(&section.heading);
            for found in title.flat_map(|text| find(text, &matcher)) {
                add(&mut above, found.term);
            }
            let first = lines.partition_point(|line| line.range.start < section.start);
            Section { first, above }
        });
        Self {
            hit,
            sections: sections.collect(),
            matcher,
            lines,
        }
    }

    /// Sentences in a row that are no longer together than an answer may be; single ones always.
    fn runs(&self, settings: &ExtractiveSettings) -> impl Iterator<Item = Range<usize>> {
        let most = settings.max_sentences.get();
        let longest = settings.max_characters.get();
        (0..self.lines.len()).flat_map(move |start| {
            let ends = start + 1..=(start + most).min(self.lines.len());
            let runs = ends.map(move |end| start..end);
            let runs = runs.take_while(|run| !self.lines[run.end - 1].is_heading);
            runs.filter(move |run| {
                run.len() == 1 || self.text(run.clone()).chars().count() <= longest
            })
        })
    }

    /// Whether every one of these years stands on the page's passage or above it.
    fn is_of_the_years(&self, years: &[String]) -> bool {
        let above = self.hit.heading.iter().chain([&self.hit.title]);
        let texts: Vec<&String> = above.chain([&self.hit.text]).collect();
        years
            .iter()
            .all(|year| texts.iter().any(|text| holds(text, year)))
    }

    fn bytes(&self, run: Range<usize>) -> Range<usize> {
        self.lines[run.start].range.start..self.lines[run.end - 1].range.end
    }

    fn text(&self, run: Range<usize>) -> &'h str {
        &self.hit.text[self.bytes(run)]
    }

    /// What the sentences are worth as an answer; 0 if they are none.
    fn score(&self, run: Range<usize>, rarity: &Rarity, settings: &ExtractiveSettings) -> f64 {
        let lines = &self.lines[run.clone()];
        let above = self.above(run.start);
        let mut own = Vec::new();
        for term in lines.iter().flat_map(|line| &line.terms) {
            add(&mut own, *term);
        }
        if own.is_empty() && above.len() * 2 < self.matcher.len().max(1) {
            return 0.0;
        }
        let worth = |term: &usize| rarity.worth(&self.hit.lang, *term);
        let words: f64 = own.iter().map(worth).sum();
        let inherited = above.iter().filter(|term| !own.contains(term));
        let inherited: f64 = inherited.map(worth).sum();
        let shown = lines.iter().map(|line| line.expected).fold(0.0, f64::max);
        let place = run.start - self.section(run.start).map_or(0, |section| section.first);
        let bonus = settings.expected * shown + settings.first * earliness(place);
        // The worst sentence decides, so that no company makes up for it.
        let form = lines
            .iter()
            .map(|line| line.form(settings))
            .fold(1.0, f64::min);
        let mut score = (words + settings.heading * inherited) * (1.0 + bonus) * form;
        for _ in 1..lines.len() {
            score *= settings.further_sentence;
        }
        score
    }

    fn section(&self, line: usize) -> Option<&Section> {
        let before = self
            .sections
            .partition_point(|section| section.first <= line);
        self.sections
            .get(before.saturating_sub(1))
            .filter(|section| section.first <= line)
    }

    /// Terms in title and headings, and in the question that the line follows.
    fn above(&self, line: usize) -> Vec<usize> {
        let section = self.section(line);
        let mut above = section.map_or_else(Vec::new, |section| section.above.clone());
        if let Some(before) = line.checked_sub(1).map(|before| &self.lines[before])
            && before.asks
        {
            before.terms.iter().for_each(|term| add(&mut above, *term));
        }
        above
    }

    fn quote(&self, run: Range<usize>, hit: usize, settings: &ExtractiveSettings) -> Extract {
        let found = find(self.text(run.clone()), &self.matcher);
        let text = shortened(self.text(run), &found, settings.max_characters.get());
        Extract {
            text: text.to_owned(),
            marks: marks(text, &self.matcher),
            hit,
        }
    }
}

/// Of a passage that consists of several sections, the lines in front of a section that are its headings.
fn mark_headings(hit: &Hit, lines: &mut [Line]) {
    for section in hit.sections.iter().skip(1) {
        let headings = section.headed..section.start;
        let own = lines.iter_mut();
        for line in own.filter(|line| headings.contains(&line.range.start)) {
            line.is_heading = true;
        }
    }
}

fn earliness(line: usize) -> f64 {
    match line {
        0 => 1.0,
        1 => 0.5,
        _ => 0.0,
    }
}

impl Line {
    fn new(
        text: &str,
        range: Range<usize>,
        tokens: &[Token],
        found: &[Found],
        expected: Option<Expected>,
    ) -> Self {
        let sentence = &text[range.clone()];
        let from = tokens.partition_point(|token| token.start < range.start);
        let to = tokens.partition_point(|token| token.start < range.end);
        let shown = expected.map_or(0.0, |kind| {
            kind.shown_by(&Sentence {
                text: sentence,
                start: range.start,
                tokens: &tokens[from..to],
            })
        });
        let mut terms = Vec::new();
        for found in found.iter().filter(|found| range.contains(&found.start)) {
            add(&mut terms, found.term);
        }
        Self {
            characters: sentence.chars().count(),
            terms,
            asks: sentence
                .trim_end_matches(['"', '\'', '”', '’', '»', ')'])
                .ends_with('?'),
            is_heading: false,
            expected: shown,
            range,
        }
    }

    fn form(&self, settings: &ExtractiveSettings) -> f64 {
        let mut form = 1.0;
        if self.asks {
            form *= settings.question;
        }
        if self.characters < settings.short || self.characters > settings.long {
            form *= settings.unusual_length;
        }
        form
    }
}

/// How rare the words of the question are among the sentences read. Numbers of terms are those
/// of a reading, so they are kept apart by language.
struct Rarity {
    /// What a term is worth, by its number. One that stands in headings alone counts as one of
    /// middling rarity.
    languages: Map<Vec<f64>>,
}

impl Rarity {
    fn of(pages: &[Page<'_>]) -> Self {
        let sentences: usize = pages.iter().map(|page| page.lines.len()).sum();
        let mut languages = Map::new();
        for page in pages {
            if languages.contains_key(&page.hit.lang) {
                continue;
            }
            let same = |other: &&Page<'_>| other.hit.lang == page.hit.lang;
            let lines = || pages.iter().filter(same).flat_map(|page| &page.lines);
            let worth = |(term, weight): (usize, &f64)| match lines()
                .filter(|line| line.terms.contains(&term))
                .count()
            {
                0 => 1.0,
                count => weight * libm::log1p(sentences as f64 / count as f64),
            };
            let weights = page.matcher.weights().iter().enumerate();
            languages.insert(&page.hit.lang, weights.map(worth).collect());
        }
        Self { languages }
    }

    fn worth(&self, lang: &str, term: usize) -> f64 {
        let own = self.languages.get(lang);
        own.and_then(|own| own.get(term)).copied().unwrap_or(1.0)
    }
}

/// The sentence, or as much of it as is allowed, in whole words, from its beginning or, if no word
/// of the question would be left, from the first such word.
fn shortened<'t>(text: &'t str, found: &[Found], max: usize) -> &'t str {
    let Some((limit, _)) = text.char_indices().nth(max) else {
        return text;
    };
    match found.first() {
        Some(first) if first.end > limit => whole_words(&text[first.start..], max),
        _ => whole_words(text, max),
    }
}

fn whole_words(text: &str, max: usize) -> &str {
    let Some((limit, next)) = text.char_indices().nth(max) else {
        return text;
    };
    let head = &text[..limit];
    if next.is_whitespace() {
        return head.trim_end();
    }
    match head.rfind(char::is_whitespace) {
        Some(at) => head[..at].trim_end(),
        None => head,
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::tests::{marked, query};
    use super::*;

    fn hit(text: &str, lang: &str) -> Hit {
        Hit {
            text: text.to_owned(),
            lang: lang.to_owned(),
            relevance: 0.8,
            ..Hit::default()
        }
    }

    fn answer(question: &str, tag: &str, hits: &[Hit]) -> Option<String> {
        let extractive = Extractive::new(&ExtractiveSettings::default()).unwrap();
        let extract = extractive.answer(&query(question, tag), hits).unwrap();
        extract.map(|extract| extract.text)
    }

    const INTERNSHIP: &str = "Bu sayfa öğrenciler içindir. Staj zorunludur ve her öğrenci yapar. \
        Staj başvuruları her yıl Mayıs ayının ilk haftasında yapılır. Staj defteri de gerekir.";

    #[test]
    fn r32_the_answer_is_the_sentence_with_the_question_s_words() {
        assert_eq!(
            answer("staj defteri", "tr", &[hit(INTERNSHIP, "tr")]).unwrap(),
            "Staj defteri de gerekir."
        );
    }

    #[test]
    fn r32_a_question_of_when_prefers_the_sentence_with_a_date() {
        let text = "Staj başvurusu önemlidir, dikkatle hazırlanır. Bilgi için ofise gelin ve \
                    sorun, yardım ederiz. Staj başvurusu Mayıs ayında başlar.";
        let found = answer("staj başvurusu ne zaman", "tr", &[hit(text, "tr")]).unwrap();
        assert_eq!(found, "Staj başvurusu Mayıs ayında başlar.");
    }

    #[test]
    fn r32_the_sentence_behind_a_question_answers_it() {
        let text = "What is the H-1B cap? There are 85,000 of them every fiscal year. Other visas \
                    differ from this one.";
        let found = answer("how many H-1B cap", "en", &[hit(text, "en")]).unwrap();
        assert!(found.contains("85,000"), "{found}");
    }

    #[test]
    fn r32_a_heading_with_the_question_s_words_lends_them_to_its_text() {
        let mut faq = hit("Each year 85,000 are given out. Ask us for more.", "en");
        faq.heading = vec!["The H-1B cap".into()];
        let found = answer("H-1B cap", "en", &[faq]).unwrap();
        assert!(found.starts_with("Each year 85,000"), "{found}");
    }

    #[test]
    fn r32_a_better_sentence_of_the_second_hit_wins() {
        let first = hit(
            "The office is open on weekdays, as every visa office is.",
            "en",
        );
        let second = hit(
            "The visa fee is 160 dollars, paid in advance by card.",
            "en",
        );
        let found = answer("how much is the visa fee", "en", &[first, second]).unwrap();
        assert!(found.contains("160"), "{found}");
    }

    #[test]
    fn r31_no_word_of_the_question_gives_no_answer() {
        assert_eq!(answer("yurt", "tr", &[hit(INTERNSHIP, "tr")]), None);
        assert_eq!(answer("yurt", "tr", &[]), None);
        assert_eq!(answer("", "tr", &[hit(INTERNSHIP, "tr")]), None);
        assert_eq!(answer("yurt", "tr", &[hit("", "tr")]), None);
    }

    #[test]
    fn r32_an_endless_sentence_is_quoted_in_part_with_a_word_of_the_question() {
        let text = format!("{} ücret {}", "uzun ".repeat(200), "daha ".repeat(200));
        let extractive = Extractive::new(&ExtractiveSettings::default()).unwrap();
        let extract = extractive
            .answer(&query("ücret", "tr"), &[hit(&text, "tr")])
            .unwrap()
            .unwrap();
        assert!(text.contains(&extract.text));
        assert!(extract.text.chars().count() <= 400 && extract.text.ends_with("daha"));
        assert_eq!(marked(&extract.text, &extract.marks), ["ücret"]);
    }

    #[test]
    fn r32_a_negative_weight_and_a_share_above_the_whole_are_refused_by_name() {
        let negative = ExtractiveSettings {
            heading: -1.0,
            ..ExtractiveSettings::default()
        };
        let large = ExtractiveSettings {
            further_hit: 1.5,
            ..ExtractiveSettings::default()
        };
        for (settings, name) in [(negative, "heading"), (large, "further_hit")] {
            let message = Extractive::new(&settings).unwrap_err().to_string();
            assert!(message.contains(&format!("extractive.{name}")), "{message}");
        }
    }
}
