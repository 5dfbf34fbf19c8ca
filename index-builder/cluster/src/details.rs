//! The properties of a chunk that only the engine in the browser needs. The cluster keeps them as
//! one text.

use std::collections::HashMap;
use std::ops::Range;

use serde::Serialize;
use soru::Attempt;
use soru::index::{ChunkId, Index, Passage};
use soru::text::{Language, tokenise};

use crate::document::id;

/// A range of a text in bytes, as the wire has it.
type Bytes = [usize; 2];

/// The properties, which are left out if they are empty.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Details {
    sections: Vec<Section>,
    /// For each prepared question, the words that answer it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    answers: Vec<Bytes>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    near_misses: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unquoted: Vec<Bytes>,
    /// Words that count as headings and are in no heading of a section.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) also: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    translation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    newest: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    news: bool,
    /// None if it is the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<f64>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
struct Section {
    start: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    headings: Vec<String>,
    #[serde(skip_serializing_if = "String::is_empty")]
    anchor: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    is_answer: bool,
}

/// Names for sets of chunks and pages. The numbers in a bundle change with every build: the first
/// member of a set names it instead.
#[derive(Debug, Default)]
pub(crate) struct Sets {
    groups: HashMap<u32, String>,
    translations: HashMap<u32, String>,
}

impl Details {
    /// Reads the properties that the passage itself has.
    pub(crate) fn of_passage(passage: &Passage) -> Self {
        let mut sections: Vec<Section> = Vec::new();
        for start in passage.section_starts() {
            if sections.last().is_none_or(|last| last.start != start) {
                sections.push(Section::at(passage, start));
            }
        }
        Self {
            sections,
            answers: passage.extents().map(bytes).collect(),
            near_misses: passage.near_misses().map(str::to_owned).collect(),
            unquoted: passage.unquoted().map(bytes).collect(),
            ..Self::default()
        }
    }

    /// Adds what the index knows of the chunk and of its page.
    pub(crate) fn relate(&mut self, index: &Index, chunk: ChunkId) -> Attempt<()> {
        let table = index.chunks();
        let page = table.document(chunk);
        let number = u32::try_from(page).unwrap_or(u32::MAX);
        self.news = table.is_news(number);
        let weight = table.weight_of(chunk);
        self.weight = weight.total_cmp(&1.0).is_ne().then_some(weight);
        if let Some(newest) = table.newest_of(number).checked_sub(1) {
            let first = table.borders().of(newest as usize).start;
            index.require_passages(std::iter::once(first))?;
            self.newest = Some(index.passage(first)?.id().to_owned());
        }
        Ok(())
    }

    /// Names the sets to which a chunk belongs; `place` is its page and its position there.
    pub(crate) fn name_sets(
        &mut self,
        sets: &mut Sets,
        numbers: SetNumbers,
        (page, position): (&str, u32),
    ) {
        let SetNumbers { group, translation } = numbers;
        if group > 0 {
            let first = sets.groups.entry(group);
            self.group = Some(first.or_insert_with(|| id(page, position)).clone());
        }
        if translation > 0 {
            let first = sets.translations.entry(translation);
            self.translation = Some(first.or_insert_with(|| page.to_owned()).clone());
        }
    }

    /// Keeps those of the words that count as headings which are in no heading.
    pub(crate) fn keep_further_words(&mut self, words: &str, rules: Language) {
        let headings = self.sections.iter().flat_map(|section| &section.headings);
        let headings: Vec<&str> = headings.map(String::as_str).collect();
        let mut known: HashMap<String, u32> = HashMap::new();
        for token in tokenise(&headings.join("\n"), rules) {
            *known.entry(token.text).or_default() += 1;
        }
        let is_further = |word: &&str| match known.get_mut(*word) {
            Some(count @ 1..) => {
                *count -= 1;
                false
            }
            _ => true,
        };
        let further: Vec<&str> = words.split(' ').filter(is_further).collect();
        self.also = further.join(" ");
    }
}

/// The numbers of a chunk's sets in the bundle; 0 for none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SetNumbers {
    group: u32,
    translation: u32,
}

impl SetNumbers {
    pub(crate) fn of(index: &Index, chunk: ChunkId) -> Self {
        let table = index.chunks();
        let page = u32::try_from(table.document(chunk)).unwrap_or(u32::MAX);
        Self {
            group: table.group_of(chunk),
            translation: table.translation_of(page),
        }
    }
}

impl Section {
    fn at(passage: &Passage, start: usize) -> Self {
        Self {
            start,
            headings: passage.heading_at(start).map(str::to_owned).collect(),
            anchor: passage.anchor_at(start).to_owned(),
            is_answer: passage.is_answer_at(start),
        }
    }
}

fn bytes(range: Range<usize>) -> Bytes {
    [range.start, range.end]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_beside_the_headings_are_kept_as_often_as_they_exceed_them() {
        let mut details = Details {
            sections: vec![Section {
                headings: vec!["Paying the fees".into()],
                ..Section::default()
            }],
            ..Details::default()
        };
        details.keep_further_words("fees fees money paying", Language::English);
        assert_eq!(details.also, "fees money");
        details.keep_further_words("", Language::English);
        assert_eq!(details.also, "");
    }

    #[test]
    fn the_first_member_names_a_set() {
        let mut sets = Sets::default();
        let mut named = |group, page: &str| {
            let mut details = Details::default();
            let numbers = SetNumbers {
                group,
                translation: group,
            };
            details.name_sets(&mut sets, numbers, (page, 0));
            (details.group, details.translation)
        };
        assert_eq!(named(0, "a"), (None, None));
        let first = named(1, "b");
        assert_eq!(first, (Some(id("b", 0)), Some("b".to_owned())));
        assert_eq!(named(1, "c"), first);
        assert_ne!(named(2, "d"), first);
    }
}
