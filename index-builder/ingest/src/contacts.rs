//! Contacts of a site: addresses, opening hours, telephone numbers and mail addresses that occur
//! only in its template.
//!
//! Contacts appear in the footer or a side box of every page, and in no page's content. Each
//! contact is indexed once, as a line of a section that leads to the page that shows it and has the
//! shortest path. A contact that some page has in its content is left out, because search finds it
//! there.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use soru::Document;

/// The maximum number of contacts of a site in one language.
const MOST: usize = 40;

/// A line of a page that has the form of a contact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct ContactLine {
    /// The hash of the run that contains it.
    pub(super) run: u64,
    /// The line with the words that announce it: `Telephone: 0212 555 10 20`.
    pub(super) text: String,
    /// The line without those words.
    pub(super) own: String,
}

/// A contact of the site.
#[derive(Debug)]
struct Contact {
    lang: String,
    path: String,
    text: String,
    /// Its letters and digits.
    key: String,
    /// Its longest word; a text without this word is skipped quickly.
    word: String,
    /// Whether some page has it in its content.
    is_content: AtomicBool,
}

/// The contacts of a site.
#[derive(Debug, Default)]
pub(super) struct Contacts {
    all: Vec<Contact>,
}

impl Contacts {
    /// Collects the contacts from lines of the template, each given with the path and the language
    /// of its page.
    pub(super) fn of<'l>(lines: impl Iterator<Item = (&'l str, &'l str, &'l ContactLine)>) -> Self {
        let mut lines: Vec<_> = lines.collect();
        lines.sort_by_key(|(path, ..)| (path.len(), *path));
        let mut seen = HashSet::new();
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut contacts = Self::default();
        for (path, lang, line) in lines {
            let key = letters(&line.own);
            let count = counts.entry(lang).or_default();
            if *count == MOST || !seen.insert((lang, key.clone())) {
                continue;
            }
            *count += 1;
            contacts.all.push(Contact {
                lang: lang.to_owned(),
                path: path.to_owned(),
                text: line.text.clone(),
                key,
                word: longest_word(&line.own).to_owned(),
                is_content: AtomicBool::new(false),
            });
        }
        contacts
    }

    /// Marks the contacts that occur in the content of a page.
    pub(super) fn look_into(&self, document: &Document) {
        for contact in &self.all {
            let may_hold = |text: &str| text.contains(&contact.word);
            let is_there = !contact.is_content.load(Ordering::Relaxed)
                && document.blocks.iter().any(|block| may_hold(block.text()))
                && letters(&document.text()).contains(&contact.key);
            if is_there {
                contact.is_content.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Returns the contacts that no page has in its content: the path and the lines of each
    /// section.
    pub(super) fn sections(&self) -> Vec<(&str, Vec<&str>)> {
        let mut sections: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
        for contact in &self.all {
            if !contact.is_content.load(Ordering::Relaxed) {
                let section = sections.entry((&contact.path, &contact.lang));
                section.or_default().push(&contact.text);
            }
        }
        let sections = sections.into_iter();
        sections.map(|((path, _), lines)| (path, lines)).collect()
    }
}

fn letters(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

fn longest_word(text: &str) -> &str {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.max_by_key(|word| word.len()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use soru::Block;

    use super::*;

    fn line(text: &str) -> ContactLine {
        ContactLine {
            run: 1,
            text: format!("Telefon: {text}"),
            own: text.to_owned(),
        }
    }

    #[test]
    fn a_contact_is_kept_once_at_the_shortest_path_unless_a_page_has_it_as_content() {
        let (one, two) = (line("0212 555 10 20"), line("0212 555 10 30"));
        let lines = [
            ("a/b.html", "tr", &one),
            ("a.html", "tr", &one),
            ("a.html", "tr", &two),
        ];
        let contacts = Contacts::of(lines.into_iter());
        let section = vec!["Telefon: 0212 555 10 20", "Telefon: 0212 555 10 30"];
        assert_eq!(contacts.sections(), [("a.html", section)]);
        contacts.look_into(&Document {
            blocks: vec![Block::Text("Yurt: (0212) 555 10 30, her gün".into())],
            ..Document::default()
        });
        assert_eq!(
            contacts.sections(),
            [("a.html", vec!["Telefon: 0212 555 10 20"])]
        );
    }
}
