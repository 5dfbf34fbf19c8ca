//! Restrictions of a question beyond its words: phrases, exclusions, filters.
//!
//! Pre-retrieval reads them from the question and the call's options; retrieval and the facts table
//! drop everything they exclude. They do not change scores.

use crate::error::{Error, Result};
use crate::number::Plain;
use crate::settings::{Setting, Value, Written, join};
use crate::text::{Language, Token, fold, primary, stem, tokenise};

/// The phrases an answer must contain, those it must not contain, and the metadata its page must
/// have.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Restrictions {
    /// Phrases that must occur: `"staj defteri"`.
    pub phrases: Vec<String>,
    /// Words and phrases that must not occur: `-erasmus`, `-"summer school"`.
    pub excluded: Vec<String>,
    /// Required metadata of pages.
    pub filter: Filter,
}

impl Restrictions {
    /// Returns whether nothing is excluded.
    pub fn is_empty(&self) -> bool {
        self.phrases.is_empty() && self.excluded.is_empty() && self.filter.is_empty()
    }

    /// Returns the phrases and exclusions, analysed by the rules of a language.
    pub fn wordings(&self, language: Language) -> Wordings {
        let read = |texts: &[String], kind| -> Vec<Wording> {
            let words = texts.iter().map(|text| Wording::new(text, language, kind));
            words.filter(|wording| !wording.words.is_empty()).collect()
        };
        Wordings {
            required: read(&self.phrases, RestrictionKind::Phrase),
            excluded: read(&self.excluded, RestrictionKind::Exclusion),
        }
    }
}

/// A filter by metadata: keys with the accepted values.
///
/// `lang` is the page's language. `authority` is `official` or `extended`; a page without the key
/// is `official`. Any other key is metadata of the page (`data-soru-meta`, front matter, further
/// keys of a JSON line). All keys must match, each with one of its values. A page's value matches
/// if it is the same text, or a list (`a, b`) that contains the text.
///
/// ```
/// use soru::restrictions::Filter;
/// use soru::settings::{Setting, Value};
/// let mut filter = Filter::default();
/// let written = r#"{ "lang": "tr-TR", "section": ["Visa", "Housing"] }"#;
/// filter.set(&serde_json::from_str::<Value>(written).unwrap(), "filter")?;
/// let section = |wanted| move |key: &str| (key == "section").then_some(wanted);
/// assert!(filter.admits("tr", section("Fees, Housing")));
/// assert!(!filter.admits("en", section("Visa")));
/// assert!(!filter.admits("tr", section("Fees")));
/// # Ok::<(), soru::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter {
    entries: Vec<(String, Vec<String>)>,
}

/// The key of a page's language.
const LANGUAGE: &str = "lang";

/// The key that marks whether a page or a fact is an official source of the site.
pub const AUTHORITY: &str = "authority";

/// Value of [`AUTHORITY`]: official, the default without a mark.
pub const OFFICIAL: &str = "official";

/// Value of [`AUTHORITY`]: written by others, or beyond what the site vouches for.
pub const EXTENDED: &str = "extended";

impl Filter {
    /// Returns whether every page matches.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the keys with their accepted values, in the order given.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.entries
            .iter()
            .map(|(key, values)| (key.as_str(), values.as_slice()))
    }

    /// Returns whether something in the language `tag` with the metadata `value(key)` matches.
    pub fn admits<'m>(&self, tag: &str, value: impl Fn(&str) -> Option<&'m str>) -> bool {
        self.entries.iter().all(|(key, wanted)| {
            if key == LANGUAGE {
                return wanted.iter().any(|wanted| primary(wanted) == primary(tag));
            }
            let unmarked = Some(OFFICIAL).filter(|_| key == AUTHORITY);
            let Some(own) = value(key).filter(|own| !own.is_empty()).or(unmarked) else {
                return false;
            };
            wanted
                .iter()
                .any(|wanted| own == wanted || own.split(", ").any(|item| item == wanted))
        })
    }

    fn set_key(&mut self, key: &str, value: &Value, path: &str) -> Result<()> {
        let values = match value {
            Value::List(values) => values.as_slice(),
            single => std::slice::from_ref(single),
        };
        let texts: Option<Vec<String>> = values.iter().map(text).collect();
        let Some(texts) = texts.filter(|texts| !texts.is_empty()) else {
            return Err(Error::invalid(path, value, "a text or a list of texts"));
        };
        if key == AUTHORITY
            && let Some(other) = texts
                .iter()
                .find(|text| ![OFFICIAL, EXTENDED].contains(&text.as_str()))
        {
            let expected = format!("`{OFFICIAL}` or `{EXTENDED}`");
            return Err(Error::invalid(path, format!("\"{other}\""), expected));
        }
        self.entries.retain(|(known, _)| known != key);
        self.entries.push((key.to_owned(), texts));
        Ok(())
    }
}

/// Converts a value to its text in metadata.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::Number(number) => Some(Plain(*number).to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// A table replaces the keys that it names. Any key is accepted, since keys are data.
impl Setting for Filter {
    fn set(&mut self, value: &Value, path: &str) -> Result<()> {
        let Value::Map(entries) = value else {
            return Err(Error::invalid(path, value, "a table of metadata"));
        };
        for (key, value) in entries {
            self.set_key(key, value, &join(path, key))?;
        }
        Ok(())
    }
}

impl Written for Filter {
    fn get(&self) -> Value {
        let texts = |texts: &Vec<String>| texts.iter().cloned().map(Value::Text).collect();
        let entries = self.entries.iter();
        Value::Map(
            entries
                .map(|(key, values)| (key.clone(), Value::List(texts(values))))
                .collect(),
        )
    }
}

/// Phrases and exclusions, analysed for one language.
#[derive(Debug, Clone, Default)]
pub struct Wordings {
    /// All of them must occur.
    pub required: Vec<Wording>,
    /// None of them may occur.
    pub excluded: Vec<Wording>,
}

impl Wordings {
    /// Returns whether these texts together (a passage with its title and its headings) contain
    /// every required wording, each within one text, and no excluded one.
    pub fn admit(&self, texts: &[&str]) -> bool {
        let stands = |wording: &Wording| texts.iter().any(|text| wording.stands_in(text));
        self.required.iter().all(stands) && !self.excluded.iter().any(stands)
    }
}

/// A sequence of words.
///
/// Words are compared by fold key, and by their concatenation, so that `"add-drop"`, `"add drop"`
/// and `"adddrop"` are equal; a sequence ends at the end of a line. The last of several words may
/// be inflected, since Turkish puts the endings of a whole phrase there; a single word in quotes
/// matches only as typed, and a single excluded word is excluded in all its forms.
///
/// ```
/// use soru::restrictions::Restrictions;
/// use soru::text::Language;
/// let restrictions = Restrictions { phrases: vec!["staj defteri".into()], ..Default::default() };
/// let wordings = restrictions.wordings(Language::Turkish);
/// assert!(wordings.admit(&["Her öğrenci STAJ DEFTERİNİ teslim eder."]));
/// assert!(!wordings.admit(&["Staj sonunda defteri teslim eder."]));
/// ```
#[derive(Debug, Clone)]
pub struct Wording {
    words: Vec<Word>,
    /// The concatenated fold keys.
    whole: String,
    language: Language,
    inflected: bool,
}

#[derive(Debug, Clone)]
struct Word {
    surface: String,
    key: String,
    /// Stems of the word as typed, and of its fold key: a capital `I` may be either letter.
    stems: [String; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RestrictionKind {
    Phrase,
    Exclusion,
}

impl Wording {
    fn new(text: &str, language: Language, kind: RestrictionKind) -> Self {
        let words: Vec<Word> = tokenise(text, language)
            .into_iter()
            .filter(Token::is_word)
            .map(|token| Word::new(token.text, language))
            .collect();
        Self {
            whole: words.iter().map(|word| word.key.as_str()).collect(),
            inflected: kind == RestrictionKind::Exclusion || words.len() > 1,
            words,
            language,
        }
    }

    /// Returns the language that determines its rules.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Returns whether its last word may be inflected.
    pub fn is_inflected(&self) -> bool {
        self.inflected
    }

    /// Returns the surface forms of the words.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(|word| word.surface.as_str())
    }

    /// Returns whether the text contains the words in sequence.
    pub fn stands_in(&self, text: &str) -> bool {
        text.lines().any(|line| {
            let tokens: Vec<Token> = tokenise(line, self.language);
            let keys: Vec<(String, &Token)> = tokens
                .iter()
                .filter(|token| token.is_word())
                .map(|token| (fold(&token.text), token))
                .collect();
            (0..keys.len()).any(|start| self.begins(&keys[start..]))
        })
    }

    fn begins(&self, text: &[(String, &Token)]) -> bool {
        let mut rest = self.whole.as_str();
        for (key, token) in text {
            match rest.strip_prefix(key.as_str()) {
                Some("") => return true,
                Some(shorter) => rest = shorter,
                None => return self.is_inflected_end(rest, key, token),
            }
        }
        false
    }

    /// Returns whether all but the last word match here, and the last in another form.
    fn is_inflected_end(&self, rest: &str, key: &str, token: &Token) -> bool {
        let Some(last) = self
            .words
            .last()
            .filter(|last| self.inflected && last.key == rest)
        else {
            return false;
        };
        // Stemming is the expensive part.
        if key.chars().next() != last.key.chars().next() {
            return false;
        }
        let stem = fold(&stem(&token.text, self.language));
        let same = |own: &String| *own == stem || own == key;
        stem == last.key || last.stems.iter().any(same)
    }
}

impl Word {
    fn new(surface: String, language: Language) -> Self {
        let key = fold(&surface);
        Self {
            stems: [&surface, &key].map(|word| fold(&stem(word, language))),
            surface,
            key,
        }
    }
}

#[cfg(test)]
mod tests;
