//! The options of one call, on top of the site's configuration.

use std::num::NonZeroUsize;
use std::rc::Rc;

use super::Configuration;
use crate::catalogue::lacking;
use crate::error::{Error, Found, Result};
use crate::post_retrieval::Reranker;
use crate::restrictions::Filter;
use crate::settings::{Fields, Setting, Settings, Value, set_field, snake_case, unknown_key};

crate::settings! {
    /// Options of a call that are not part of the configuration.
    pub struct CallOptions {
        /// The expected language, for instance of the page.
        pub lang: String = String::new(),
        /// Whether to keep a trace.
        pub trace: bool = false,
        /// The visitor's date (ISO 8601), for the expiry of facts.
        pub today: String = String::new(),
        /// Required metadata of pages: `lang`, or a key of their metadata, with one or more
        /// accepted values.
        pub filter: Filter = Filter::default(),
        /// Whether the question is still being typed: a last word without a following space also
        /// matches its completions.
        pub partial: bool = false,
        /// The earlier messages, oldest first.
        pub history: Vec<Turn> = Vec::new(),
    }
}

crate::settings! {
    /// An earlier message of a conversation.
    pub struct Turn {
        /// `user` or `assistant`.
        pub role: String = "user".to_owned(),
        /// The text.
        pub content: String = String::new(),
    }
}

crate::settings! {
    /// Options of a call for completions.
    pub struct SuggestOptions {
        /// Maximum number of questions, up to 100.
        pub limit: NonZeroUsize = const { NonZeroUsize::new(3).unwrap() },
        /// The language of the page; questions in others are returned only if none in it fits.
        pub lang: String = String::new(),
        /// The visitor's date (ISO 8601); questions of facts that expired before it are not
        /// proposed.
        pub today: String = String::new(),
    }
}

impl SuggestOptions {
    /// Maximum of `limit`: more than anybody reads, and the work grows with the number.
    const MOST: usize = 100;

    /// Parses options as written by a caller.
    ///
    /// # Errors
    /// [`Error::UnknownKey`] and [`Error::InvalidValue`], naming the option as written.
    pub fn new(call: &Value) -> Result<Self> {
        let options: Self = written(call)?;
        if options.limit.get() > Self::MOST {
            let expected = format!("a whole number from 1 to {}", Self::MOST);
            return Err(Error::invalid("limit", options.limit.get(), expected));
        }
        check_day("today", &options.today)?;
        Ok(options)
    }
}

/// Parses a call's own settings as written by a caller.
///
/// # Errors
/// [`Error::UnknownKey`] and [`Error::InvalidValue`], naming the option as written.
pub(super) fn written<S: Settings>(call: &Value) -> Result<S> {
    let mut options = S::default();
    fill(&mut options, call)?;
    Ok(options)
}

/// Fills in options. Separate from [`written`], so that all kinds of options share one copy.
fn fill(options: &mut dyn Fields, call: &Value) -> Result<()> {
    for (key, value) in given(call)? {
        set_field(options, &snake_case(key), value, key)?;
    }
    Ok(())
}

/// Returns the options that a caller sets, by their names as written.
fn given(call: &Value) -> Result<impl Iterator<Item = &(String, Value)>> {
    let entries = match call {
        Value::Null => &[],
        Value::Map(entries) => entries.as_slice(),
        other => return Err(Error::invalid("options", other, "a table of options")),
    };
    // JavaScript passes every option of a destructured object.
    let is_given = |entry: &&(String, Value)| !matches!(entry.1, Value::Null);
    Ok(entries.iter().filter(is_given))
}

/// The options of one call, applied to a site's configuration.
///
/// A call may name the options of [`CallOptions`]; `topK`, `retriever`, `rerankers`,
/// `minScoreWeight` and `spelling` as shorthands; and any
/// section of the [`Configuration`] that is not compiled into the bundle:
/// `{ topK: 3, retrieval: { bm25: { b: 0.4 } } }`.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Options that are not part of the configuration.
    pub call: CallOptions,
    /// The configuration with the call's changes.
    pub configuration: Configuration,
    /// Whether the call changes anything that is compiled when a bundle is opened.
    pub recompile: bool,
    /// Custom rerankers, which `rerankers` may name.
    pub rerankers: Vec<Rc<dyn Reranker>>,
}

/// Shorthand as JavaScript spells it, section, key in the section.
const SHORTHANDS: [(&str, &str, &str); 5] = [
    ("topK", "ranking", "top_k"),
    ("rerankers", "ranking", "rerankers"),
    ("retriever", "retrieval", "retriever"),
    ("minScoreWeight", "retrieval", "min_score_weight"),
    ("spelling", "spelling", "enabled"),
];

/// Sections of operators that are built for each call anyway.
const LIGHT_SECTIONS: [&str; 2] = ["ranking", "answer"];

/// Sections that are compiled into the bundle.
const BUILT: [&str; 5] = ["site", "chunking", "indexing", "texts", "suggestions"];

/// Applies an option as written by a caller.
pub type ReadOption = fn(&mut Options, key: &str, value: &Value) -> Result<()>;

impl Options {
    /// Applies a call's options to a site's configuration.
    ///
    /// # Errors
    /// [`Error::UnknownKey`] and [`Error::InvalidValue`], naming the option as written.
    pub fn new(configuration: &Configuration, call: &Value) -> Result<Self> {
        Self::read(read_option, configuration, call)
    }

    /// Like [`Options::new`], with a choice of options.
    ///
    /// # Errors
    /// As [`Options::new`], and [`Needs::full_engine`](crate::Needs::full_engine) for an option
    /// that is not among them.
    pub fn read(read: ReadOption, configuration: &Configuration, call: &Value) -> Result<Self> {
        let mut options = Self {
            configuration: configuration.clone(),
            ..Self::default()
        };
        for (key, value) in given(call)? {
            read(&mut options, key, value)?;
        }
        Ok(options)
    }

    fn set(&mut self, key: &str, value: &Value) -> Result<()> {
        let name = snake_case(key);
        if name == "top_k" {
            return self.configuration.ranking.set_key(&name, value, key);
        }
        if CallOptions::KEYS.contains(&name.as_str()) {
            self.call.set_key(&name, value, key)?;
            return check_day(key, &self.call.today);
        }
        // `spelling` is also a section.
        let is_section = name == "spelling" && matches!(value, Value::Map(_));
        let mut shorthands = SHORTHANDS.iter().filter(|_| !is_section);
        if let Some((_, section, inner)) = shorthands.find(|(short, ..)| snake_case(short) == name)
        {
            return match *section {
                "ranking" => self.configuration.ranking.set_key(inner, value, key),
                "spelling" => self.configuration.spelling.set_key(inner, value, key),
                _ => self.configuration.retrieval.set_key(inner, value, key),
            };
        }
        if BUILT.contains(&name.as_str()) {
            return Err(built(key));
        }
        if name == "generation" {
            return Err(Error::InvalidInput {
                what: format!("the option `{key}`"),
                detail: "only `generate` reads it".to_owned(),
            });
        }
        if Configuration::KEYS.contains(&name.as_str()) {
            self.recompile |= !LIGHT_SECTIONS.contains(&name.as_str()) && name != "retrieval";
            self.recompile |= name == "retrieval" && names_other_language_weight(value);
            self.configuration.set_key(&name, value, key)?;
            // Those of the bundle are in its section `words`.
            let has_words = !self.configuration.text.words.is_empty();
            return if has_words {
                Err(built("text.words"))
            } else {
                Ok(())
            };
        }
        let known = CallOptions::KEYS
            .iter()
            .chain(Configuration::KEYS)
            .copied()
            .chain(SHORTHANDS.iter().map(|(short, ..)| *short));
        Err(unknown_key(key, known.collect()))
    }
}

fn built(key: &str) -> Error {
    Error::InvalidInput {
        what: format!("the option `{key}`"),
        detail: "it takes effect when the bundle is built; set it in soru.toml".to_owned(),
    }
}

/// Applies any option.
pub(super) fn read_option(options: &mut Options, key: &str, value: &Value) -> Result<()> {
    options.set(key, value)
}

/// Applies an option that a box sets.
pub(super) fn read_usual_option(options: &mut Options, key: &str, value: &Value) -> Result<()> {
    let call = &mut options.call;
    match snake_case(key).as_str() {
        "lang" => call.lang.set(value, key),
        "partial" => call.partial.set(value, key),
        "history" => call.history.set(value, key),
        "filter" => call.filter.set(value, key),
        "top_k" => options.configuration.ranking.top_k.set(value, key),
        "spelling" if matches!(value, Value::Bool(_)) => {
            options.configuration.spelling.enabled.set(value, key)
        }
        "today" => {
            call.today.set(value, key)?;
            check_day(key, &call.today)
        }
        _ => Err(lacking()),
    }
}

fn names_other_language_weight(section: &Value) -> bool {
    let Value::Map(entries) = section else {
        return false;
    };
    let mut keys = entries.iter().map(|(key, _)| snake_case(key));
    keys.any(|key| key == "other_language_weight")
}

fn check_day(key: &str, day: &str) -> Result<()> {
    if day.is_empty() || is_day(day) {
        return Ok(());
    }
    let expected = "an ISO day such as \"2026-11-20\"";
    Err(Error::invalid(key, Found::text(day), expected))
}

/// Returns whether a text is an ISO 8601 date, `2026-11-20`: dates are compared as texts, which
/// requires this form.
fn is_day(text: &str) -> bool {
    let number = |range: std::ops::Range<usize>| {
        let digits = text
            .get(range)
            .filter(|part| part.bytes().all(|b| b.is_ascii_digit()));
        digits.and_then(|digits| digits.parse::<u32>().ok())
    };
    let dashes = text.len() == 10 && text.get(4..5) == Some("-") && text.get(7..8) == Some("-");
    dashes
        && number(0..4).is_some()
        && number(5..7).is_some_and(|month| (1..=12).contains(&month))
        && number(8..10).is_some_and(|day| (1..=31).contains(&day))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(entries: &[(&str, Value)]) -> Result<Options> {
        let map = entries
            .iter()
            .map(|(k, v)| ((*k).to_owned(), v.clone()))
            .collect();
        Options::new(&Configuration::default(), &Value::Map(map))
    }

    #[test]
    fn r27_top_k_is_overridden_per_query_and_an_error_names_invalid_values() {
        let five = options(&[]).unwrap().configuration.ranking.top_k.get();
        assert_eq!(five, 5);
        let three = options(&[("topK", Value::Number(3.0))]).unwrap();
        assert_eq!(three.configuration.ranking.top_k.get(), 3);
        for bad in [
            Value::Number(0.0),
            Value::Number(-2.0),
            Value::Number(1.5),
            Value::Text("5".into()),
        ] {
            let message = options(&[("topK", bad.clone())]).unwrap_err().to_string();
            assert!(
                message.contains("topK") && message.contains(&bad.to_string()),
                "{message}"
            );
        }
    }

    #[test]
    fn sections_of_the_configuration_are_overridden_in_javascript_spelling() {
        let bm25 = Value::Map(vec![("b".into(), Value::Number(0.9))]);
        let retrieval = Value::Map(vec![
            ("bm25".into(), bm25),
            ("minScoreWeight".into(), Value::Number(0.1)),
        ]);
        let options = options(&[("retrieval", retrieval), ("lang", Value::Null)]).unwrap();
        assert!((options.configuration.retrieval.bm25.b - 0.9).abs() < 1e-12);
        assert!(!options.recompile);
    }

    #[test]
    fn r11_a_call_can_disable_spelling_without_rebuilding_the_pipeline() {
        let off = options(&[("spelling", Value::Bool(false))]).unwrap();
        assert!(!off.configuration.spelling.enabled && !off.recompile);
        let section = Value::Map(vec![("typedWeight".into(), Value::Number(0.5))]);
        let changed = options(&[("spelling", section)]).unwrap();
        assert!(changed.configuration.spelling.enabled && changed.recompile);
        let message = options(&[("spelling", Value::Number(3.0))])
            .unwrap_err()
            .to_string();
        assert!(
            message.contains("spelling") && message.contains("true or false"),
            "{message}"
        );
    }

    #[test]
    fn a_section_that_is_compiled_into_the_bundle_is_no_option_of_a_call() {
        for key in BUILT {
            let message = options(&[(key, Value::Map(Vec::new()))])
                .unwrap_err()
                .to_string();
            assert!(
                message.contains(key) && message.contains("soru.toml"),
                "{message}"
            );
        }
        let words = Value::table([("time", "hora".into())]);
        let text = Value::table([("words", words)]);
        let message = options(&[("text", text)]).unwrap_err().to_string();
        assert!(message.contains("text.words"), "{message}");
    }

    #[test]
    fn the_error_for_an_unknown_option_names_the_nearest() {
        for (key, nearest) in [("topk", "topK"), ("min_score_weigt", "minScoreWeight")] {
            let error = options(&[(key, Value::Number(3.0))]).unwrap_err();
            let expected = format!("unknown setting `{key}`; did you mean `{nearest}`?");
            assert_eq!(error.to_string(), expected);
        }
    }
}
