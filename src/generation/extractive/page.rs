//! A hit as its sentences, and what each is worth as an answer.

use std::ops::Range;

use super::ExtractiveSettings;
use super::rarity::Rarity;
use crate::generation::Extract;
use crate::generation::expected::{Expected, Sentence};
use crate::generation::lists;
use crate::generation::marks::{Found, find, find_among, marks};
use crate::hit::{Hit, HitSection};
use crate::ordered::add;
use crate::query::{Matcher, Query};
use crate::text::{Token, holds, tokenise};

/// A hit, read for an answer.
pub(super) struct Page<'h> {
    pub(super) hit: &'h Hit,
    pub(super) matcher: Matcher,
    pub(super) lines: Vec<Line>,
    /// Byte ranges of its lists.
    pub(super) lists: Vec<Range<usize>>,
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
pub(super) struct Line {
    range: Range<usize>,
    characters: usize,
    /// Numbers of the terms in it, ascending, each once.
    pub(super) terms: Vec<usize>,
    asks: bool,
    /// Whether it is the heading of what follows, and so no answer.
    is_heading: bool,
    expected: f64,
}

impl<'h> Page<'h> {
    pub(super) fn new(hit: &'h Hit, query: &Query, expected: Option<Expected>) -> Self {
        let matcher = query.matcher(&hit.lang);
        let tokens = tokenise(&hit.text, matcher.language());
        let found = find_among(&tokens, &matcher);
        let lists = lists::lists(&hit.text);
        let mut lines: Vec<Line> = lists::lines(&hit.text, &lists)
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
            lists,
        }
    }

    /// Sentences in a row that are no longer together than an answer may be; single ones always.
    pub(super) fn runs(&self, settings: &ExtractiveSettings) -> impl Iterator<Item = Range<usize>> {
        let most = settings.max_sentences.get();
        let longest = settings.max_characters.get();
        (0..self.lines.len()).flat_map(move |start| {
            let ends = start + 1..=(start + most).min(self.lines.len());
            let runs = ends.map(move |end| start..end);
            let runs = runs.take_while(|run| !self.lines[run.end - 1].is_heading);
            runs.filter(move |run| {
                let text = self.text(run.clone());
                run.len() == 1 || text.chars().count() <= longest && !lists::is_row(text)
            })
        })
    }

    /// Whether every one of these years stands on the page's passage or above it.
    pub(super) fn is_of_the_years(&self, years: &[String]) -> bool {
        let above = self.hit.heading.iter().chain([&self.hit.title]);
        let texts: Vec<&String> = above.chain([&self.hit.text]).collect();
        years
            .iter()
            .all(|year| texts.iter().any(|text| holds(text, year)))
    }

    pub(super) fn bytes(&self, run: Range<usize>) -> Range<usize> {
        self.lines[run.start].range.start..self.lines[run.end - 1].range.end
    }

    fn text(&self, run: Range<usize>) -> &'h str {
        &self.hit.text[self.bytes(run)]
    }

    /// What the sentences are worth as an answer; 0 if they are none.
    pub(super) fn score(
        &self,
        run: Range<usize>,
        rarity: &Rarity,
        settings: &ExtractiveSettings,
    ) -> f64 {
        let lines = &self.lines[run.clone()];
        let above = self.above(run.start);
        let shown = lines.iter().map(|line| line.expected).fold(0.0, f64::max);
        let place = run.start - self.section(run.start).map_or(0, |section| section.first);
        let bonus = settings.expected * shown + settings.first * earliness(place);
        // The worst sentence decides, so that no company makes up for it.
        let form = lines
            .iter()
            .map(|line| line.form(settings))
            .fold(1.0, f64::min);
        let mut score = self.words(run.clone(), &above, rarity, settings) * (1.0 + bonus) * form;
        for _ in 1..lines.len() {
            score *= settings.further_sentence;
        }
        score
    }

    /// What the question's words in the sentences and above them are worth; 0 if they are too few.
    fn words(
        &self,
        run: Range<usize>,
        above: &[usize],
        rarity: &Rarity,
        settings: &ExtractiveSettings,
    ) -> f64 {
        let mut own = Vec::new();
        for term in self.lines[run].iter().flat_map(|line| &line.terms) {
            add(&mut own, *term);
        }
        if own.is_empty() && above.len() * 2 < self.matcher.len().max(1) {
            return 0.0;
        }
        let worth = |term: &usize| rarity.worth(&self.hit.lang, *term);
        let words: f64 = own.iter().map(worth).sum();
        let inherited = above.iter().filter(|term| !own.contains(term));
        words + settings.heading * inherited.map(worth).sum::<f64>()
    }

    /// What a list is worth as an answer, and what of it is quoted.
    pub(super) fn list(
        &self,
        list: &Range<usize>,
        rarity: &Rarity,
        settings: &ExtractiveSettings,
    ) -> Option<(f64, Range<usize>)> {
        let text = &self.hit.text;
        let mut quoted = lists::shortened(text, list, settings.max_list_characters.get())?;
        let mut first = self
            .lines
            .partition_point(|line| line.range.start < list.start);
        let behind = self
            .lines
            .partition_point(|line| line.range.start < quoted.end);
        let leads = |line: &Line| !line.is_heading && text[line.range.clone()].ends_with(':');
        if let Some(before) = first
            .checked_sub(1)
            .filter(|before| leads(&self.lines[*before]))
        {
            first = before;
            quoted.start = self.lines[before].range.start;
        }
        // The text in front of a list says what it is a list of.
        let mut above = self.above(first);
        let from = self.section(first).map_or(0, |section| section.first);
        for term in self.lines[from.min(first)..first]
            .iter()
            .flat_map(|line| &line.terms)
        {
            add(&mut above, *term);
        }
        let words = self.words(first..behind, &above, rarity, settings);
        Some((words * (1.0 + settings.list), quoted))
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

    pub(super) fn quote(&self, bytes: Range<usize>, hit: usize, most: usize) -> Extract {
        let all = &self.hit.text[bytes.clone()];
        let found = find(all, &self.matcher);
        let cut = shortened(all, &found, most);
        let text = &all[cut.clone()];
        Extract {
            text: text.to_owned(),
            marks: marks(text, &self.matcher),
            hit,
            start: bytes.start + cut.start,
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

/// The sentence, or as much of it as is allowed, in whole words, from its beginning or, if no word
/// of the question would be left, from the first such word.
fn shortened(text: &str, found: &[Found], max: usize) -> Range<usize> {
    let Some((limit, _)) = text.char_indices().nth(max) else {
        return 0..text.len();
    };
    let start = match found.first() {
        Some(first) if first.end > limit => first.start,
        _ => 0,
    };
    start..start + whole_words(&text[start..], max).len()
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
