//! Options of a question from the command line.

use anyhow::{Context, bail};
use soru::settings::Value;

use super::arguments::Query;
use super::build::today;

/// The options of a query, in the engine's form.
pub(super) fn of(arguments: &Query) -> anyhow::Result<Value> {
    let mut entries = vec![("today".to_owned(), Value::Text(today()?.to_string()))];
    if arguments.trace {
        entries.push(("trace".to_owned(), Value::Bool(true)));
    }
    let texts = [
        ("lang", &arguments.lang),
        ("retriever", &arguments.retriever),
    ];
    for (key, text) in texts {
        entries.extend(
            text.iter()
                .map(|text| (key.to_owned(), Value::Text(text.clone()))),
        );
    }
    if let Some(top_k) = &arguments.top_k {
        entries.push(("top_k".to_owned(), value(top_k)));
    }
    if !arguments.filters.is_empty() {
        entries.push(("filter".to_owned(), filter(&arguments.filters)?));
    }
    if !arguments.after.is_empty() {
        let turns = arguments.after.iter().map(|question| turn(question));
        entries.push(("history".to_owned(), Value::List(turns.collect())));
    }
    for option in &arguments.options {
        entries.push(entry(option)?);
    }
    Ok(Value::Map(entries))
}

/// A visitor's question as a message of a conversation.
fn turn(question: &str) -> Value {
    let content = Value::Text(question.to_owned());
    Value::Map(vec![("content".to_owned(), content)])
}

/// `section=Visa` and similar filters, with the values of equal keys combined.
fn filter(written: &[String]) -> anyhow::Result<Value> {
    let mut entries: Vec<(String, Value)> = Vec::new();
    for entry in written {
        let Some((key, value)) = entry.split_once('=').filter(|(key, _)| !key.is_empty()) else {
            bail!("--filter `{entry}`: it must be KEY=VALUE, such as lang=en");
        };
        let value = Value::Text(value.to_owned());
        let same = entries.iter_mut().find(|(known, _)| known == key);
        match same {
            Some((_, Value::List(values))) => values.push(value),
            _ => entries.push((key.to_owned(), Value::List(vec![value]))),
        }
    }
    Ok(Value::Map(entries))
}

/// The settings for every question of a file, and the day.
pub(super) fn of_settings(written: &[String]) -> anyhow::Result<Value> {
    let mut entries = vec![("today".to_owned(), Value::Text(today()?.to_string()))];
    for option in written {
        entries.push(entry(option)?);
    }
    Ok(Value::Map(entries))
}

/// The options of a call for completions.
pub(super) fn of_suggest(arguments: &Query) -> anyhow::Result<Value> {
    let mut entries = vec![("today".to_owned(), Value::Text(today()?.to_string()))];
    if let Some(lang) = &arguments.lang {
        entries.push(("lang".to_owned(), Value::Text(lang.clone())));
    }
    if let Some(limit) = &arguments.top_k {
        entries.push(("limit".to_owned(), value(limit)));
    }
    Ok(Value::Map(entries))
}

/// The options of a call for related pages.
pub(super) fn of_related(arguments: &Query) -> Value {
    let lang = arguments.lang.iter();
    let lang = lang.map(|lang| ("lang".to_owned(), Value::Text(lang.clone())));
    let top_k = arguments.top_k.iter();
    let top_k = top_k.map(|number| ("top_k".to_owned(), value(number)));
    Value::Map(lang.chain(top_k).collect())
}

/// `retrieval.bm25.b=0.4` as nested tables.
fn entry(option: &str) -> anyhow::Result<(String, Value)> {
    let (path, written) = option
        .split_once('=')
        .with_context(|| format!("--option `{option}`: it must be KEY=VALUE"))?;
    if path.split('.').any(|part| part.trim().is_empty()) {
        bail!("--option `{option}`: it must be KEY=VALUE");
    }
    let (top, below) = path.split_once('.').unwrap_or((path, ""));
    let keys = below
        .split('.')
        .map(str::trim)
        .filter(|key| !key.is_empty());
    let value = keys.rev().fold(value(written.trim()), |value, key| {
        Value::Map(vec![(key.to_owned(), value)])
    });
    Ok((top.trim().to_owned(), value))
}

/// Reads a value as TOML, or else as text.
fn value(written: &str) -> Value {
    let parsed = format!("value = {written}").parse::<toml::Table>();
    match parsed.ok().and_then(|mut table| table.remove("value")) {
        Some(value) => convert(value),
        None => Value::Text(written.to_owned()),
    }
}

fn convert(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::Text(text),
        toml::Value::Integer(number) => Value::Number(number as f64),
        toml::Value::Float(number) => Value::Number(number),
        toml::Value::Boolean(truth) => Value::Bool(truth),
        toml::Value::Datetime(date) => Value::Text(date.to_string()),
        toml::Value::Array(items) => Value::List(items.into_iter().map(convert).collect()),
        toml::Value::Table(table) => Value::Map(
            table
                .into_iter()
                .map(|(key, value)| (key, convert(value)))
                .collect(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dotted_key_is_a_table_in_a_table() {
        let b = Value::Map(vec![("b".into(), Value::Number(0.4))]);
        let bm25 = Value::Map(vec![("bm25".into(), b)]);
        assert_eq!(
            entry("retrieval.bm25.b=0.4").unwrap(),
            ("retrieval".into(), bm25)
        );
    }

    #[test]
    fn values_are_toml_or_text() {
        assert_eq!(
            value("[\"a\", 1, true]"),
            Value::List(vec![
                Value::Text("a".into()),
                Value::Number(1.0),
                Value::Bool(true)
            ])
        );
        assert_eq!(value("hybrid"), Value::Text("hybrid".into()));
        assert_eq!(value("-1"), Value::Number(-1.0));
        assert_eq!(value("2026-11-20"), Value::Text("2026-11-20".into()));
    }

    // `2026` is a text here, like metadata.
    #[test]
    fn filters_with_equal_keys_are_one_with_several_values() {
        let text = |text: &str| Value::Text(text.into());
        let written = ["year=2026", "section=a=b", "year=2027"].map(str::to_owned);
        assert_eq!(
            filter(&written).unwrap(),
            Value::Map(vec![
                ("year".into(), Value::List(vec![text("2026"), text("2027")])),
                ("section".into(), Value::List(vec![text("a=b")])),
            ])
        );
        for wrong in ["section", "=x"] {
            let error = filter(&[wrong.to_owned()]).unwrap_err().to_string();
            assert!(error.contains("KEY=VALUE"), "{error}");
        }
    }

    #[test]
    fn an_option_without_key_and_value_is_refused() {
        for wrong in ["top_k", "=1", "a..b=1"] {
            assert!(
                entry(wrong).unwrap_err().to_string().contains("KEY=VALUE"),
                "{wrong}"
            );
        }
    }
}
