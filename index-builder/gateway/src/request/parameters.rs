//! Reads the parameters of an address.

use url::form_urlencoded;

use super::search::{Draft, Invalid, MOST_BYTES, SearchRequest, WrittenWord, invalid};

/// The maximum number of chunks by id.
const MOST_IDS: usize = 50;

/// The length of an id.
const ID: usize = 32;

/// The beginning of a filter's name.
const FILTER: &str = "filter.";

/// Separates word, weight and language. No word has this character.
const SEPARATOR: char = '~';

/// Reads a search from the part of an address behind the question mark.
///
/// # Errors
/// [`Invalid`] for anything that the contract does not declare.
pub fn parameters(query: &str) -> Result<SearchRequest, Invalid> {
    let mut draft = Draft::default();
    for (name, value) in pairs(query)? {
        match name.as_str() {
            "language" => once(&mut draft.language, value, "language")?,
            "limit" => match value.parse() {
                Ok(number) => once(&mut draft.limit, number, "limit")?,
                Err(_) => return invalid("limit", "a number"),
            },
            "word" => draft.words.push(word(&value)?),
            _ => match name.strip_prefix(FILTER) {
                Some(key) => add_filter(&mut draft.filter, key, value),
                None => return unknown(&name),
            },
        }
    }
    draft.finish()
}

/// Reads the ids of chunks.
///
/// # Errors
/// [`Invalid`] for anything else.
pub fn ids(query: &str) -> Result<Vec<String>, Invalid> {
    let mut list = None;
    for (name, value) in pairs(query)? {
        match name.as_str() {
            "ids" => once(&mut list, value, "ids")?,
            _ => return unknown(&name),
        }
    }
    let ids: Vec<String> = list
        .unwrap_or_default()
        .split(',')
        .map(str::to_owned)
        .collect();
    let is_id =
        |id: &String| id.len() == ID && id.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'));
    if ids.len() > MOST_IDS || !ids.iter().all(is_id) {
        return invalid(
            "ids",
            format!("1 to {MOST_IDS} ids of {ID} hexadecimal digits, separated by commas"),
        );
    }
    Ok(ids)
}

/// Checks that there are no parameters.
///
/// # Errors
/// [`Invalid`] for any parameter.
pub fn nothing(query: &str) -> Result<(), Invalid> {
    match pairs(query)?.first() {
        Some((name, _)) => unknown(name),
        None => Ok(()),
    }
}

fn pairs(query: &str) -> Result<Vec<(String, String)>, Invalid> {
    if query.len() > MOST_BYTES {
        return Err(Invalid(format!(
            "the address has more than {MOST_BYTES} bytes of parameters"
        )));
    }
    let pairs = form_urlencoded::parse(query.as_bytes());
    Ok(pairs.into_owned().collect())
}

fn once<T>(place: &mut Option<T>, value: T, name: &str) -> Result<(), Invalid> {
    if place.replace(value).is_some() {
        return invalid(name, "one value");
    }
    Ok(())
}

fn unknown<T>(name: &str) -> Result<T, Invalid> {
    let shown: String = name.chars().take(64).collect();
    Err(Invalid(format!("`{shown}`: no such parameter")))
}

fn word(written: &str) -> Result<WrittenWord, Invalid> {
    let mut parts = written.split(SEPARATOR);
    let text = parts.next().unwrap_or_default().to_owned();
    let weight = match parts.next() {
        None | Some("") => None,
        Some(number) => match number.parse() {
            Ok(weight) => Some(weight),
            Err(_) => return invalid("word", "word~weight~language"),
        },
    };
    let language = parts.next().map(str::to_owned);
    if parts.next().is_some() {
        return invalid("word", "word~weight~language");
    }
    Ok(WrittenWord {
        text,
        weight,
        language,
    })
}

fn add_filter(filter: &mut Vec<(String, Vec<String>)>, key: &str, value: String) {
    match filter.iter_mut().find(|(own, _)| own == key) {
        Some((_, values)) => values.push(value),
        None => filter.push((key.to_owned(), vec![value])),
    }
}
