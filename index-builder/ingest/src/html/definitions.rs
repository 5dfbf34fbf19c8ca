//! Converts definition lists: a term and its meaning on one line, `term: definition`.
//!
//! A term that is a question, or whose definition is as long as a section, becomes a heading.

use scraper::ElementRef;
use soru::text::has_question_mark;

/// The minimum number of words, or letters in scripts without spaces, of a definition that is a
/// section.
const WORDS: usize = 20;
const LETTERS: usize = 50;

/// The kind of the next text.
#[derive(Debug, Default, PartialEq)]
enum Place {
    #[default]
    Elsewhere,
    Term,
    /// The start of a definition, which must follow its terms.
    Definition,
}

/// A definition list being read.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    terms: Vec<String>,
    /// Whether a definition followed the terms.
    is_defined: bool,
    place: Place,
    /// Whether the last term is a heading.
    pub(super) is_section: bool,
}

/// Returns the last definition of a term, if the term is their heading.
pub(super) fn headed<'h>(term: &ElementRef<'h>) -> Option<ElementRef<'h>> {
    let next = term.next_siblings().filter_map(ElementRef::wrap);
    let mut definitions = next.take_while(|next| next.value().name() == "dd");
    let first = definitions.next()?;
    let text: String = term.text().take(50).collect();
    (has_question_mark(&text) || is_long(&first)).then(|| definitions.last().unwrap_or(first))
}

fn is_long(definition: &ElementRef<'_>) -> bool {
    let (mut words, mut letters) = (0, 0);
    for text in definition.text() {
        words += text.split_whitespace().count();
        letters += text.chars().filter(|c| *c >= '\u{2e80}').count();
        if words >= WORDS || letters >= LETTERS {
            return true;
        }
    }
    let mut inside = definition.descendent_elements().skip(1);
    inside.any(|own| matches!(own.value().name(), "ol" | "table" | "ul"))
}

impl Definitions {
    pub(super) fn open_term(&mut self) {
        if self.is_defined {
            *self = Self::default();
        }
        self.is_section = false;
        self.place = Place::Term;
    }

    /// Starts a term that is a heading.
    pub(super) fn open_section(&mut self) {
        *self = Self {
            is_section: true,
            is_defined: true,
            ..Self::default()
        };
    }

    pub(super) fn close_term(&mut self) {
        self.place = Place::Elsewhere;
    }

    pub(super) fn open_definition(&mut self) {
        if !self.is_section {
            self.place = Place::Definition;
        }
        self.is_defined = true;
    }

    /// Keeps a term until its definition, and prefixes the terms to the first text of a definition.
    /// Returns any other text unchanged.
    pub(super) fn take(&mut self, text: String) -> Option<String> {
        if self.place == Place::Term {
            self.terms.push(text.replace('\n', " "));
            return None;
        }
        let place = std::mem::take(&mut self.place);
        if place == Place::Definition && !self.terms.is_empty() {
            let terms = self.terms.join(", ");
            return Some(format!("{}: {text}", terms.trim_end_matches(':')));
        }
        Some(text)
    }

    /// Returns terms without a definition.
    pub(super) fn undefined(self) -> Vec<String> {
        if self.is_defined {
            Vec::new()
        } else {
            self.terms
        }
    }
}
