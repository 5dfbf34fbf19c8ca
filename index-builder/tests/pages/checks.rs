//! Whether a check holds, and what was seen where it does not.

use serde_json::Value;

use super::indexed::flat;
use super::running::Running;
use super::spec::{Check, Query};

/// What was seen instead.
type Held = Result<(), String>;

/// Whether a check holds.
pub(crate) fn holds(check: &Check, run: &Running) -> Held {
    text(check, run)
        .or_else(|| hits(check, run))
        .or_else(|| answer(check, run))
        .unwrap_or_else(|| of_run(check, run))
}

fn held(holds: bool, seen: impl FnOnce() -> String) -> Held {
    if holds { Ok(()) } else { Err(short(&seen())) }
}

fn short(seen: &str) -> String {
    seen.chars().take(240).collect()
}

/// Checks of the indexed text.
fn text(check: &Check, run: &Running) -> Option<Held> {
    let indexed = &run.indexed;
    let words = |page: &Option<String>| indexed.words(page.as_deref());
    let lines = |page: &Option<String>| indexed.lines(page.as_deref());
    Some(match check {
        Check::TextContains { value, page } => {
            let words = words(page);
            held(words.contains(&flat(value)), || {
                format!("not in the {} bytes indexed", words.len())
            })
        }
        Check::TextNotContains { value, page } => {
            let words = words(page);
            held(!words.contains(&flat(value)), || {
                around(&words, &flat(value))
            })
        }
        Check::LineContains { all, none, page } => line_with(&lines(page), all, none),
        Check::LineOrder { values, page } => {
            let is_in_order = |line: &String| in_order(line, values) == values.len();
            let lines = lines(page);
            held(lines.iter().any(is_in_order), || {
                let nearest = lines.iter().max_by_key(|line| in_order(line, values));
                format!("nearest line: {}", nearest.map_or("none", String::as_str))
            })
        }
        Check::NoLineContains { all, page } => {
            let lines = lines(page);
            let found = lines.iter().find(|line| count(line, all) == all.len());
            held(found.is_none(), || {
                format!("line: {}", found.map_or("", String::as_str))
            })
        }
        Check::Order { values, page } => {
            let words = words(page);
            let count = in_order(&words, values);
            held(count == values.len(), || {
                format!("{:?} is not after the one before it", values[count])
            })
        }
        Check::Heading { value } => {
            let headings = indexed.headings();
            held(headings.contains(&flat(value)), || {
                format!("headings: {headings:?}")
            })
        }
        Check::Title { value } => {
            let titles = indexed.titles();
            held(titles.contains(&flat(value)), || {
                format!("titles: {titles:?}")
            })
        }
        Check::NotTitle { value } => {
            let titles = indexed.titles();
            held(!titles.contains(&flat(value)), || {
                format!("titles: {titles:?}")
            })
        }
        _ => return None,
    })
}

fn around(words: &str, value: &str) -> String {
    let at = words.find(value).unwrap_or_default();
    let start = words.floor_char_boundary(at.saturating_sub(30));
    format!("…{}", words[start..].chars().take(90).collect::<String>())
}

fn line_with(lines: &[String], all: &[String], none: &[String]) -> Held {
    let is_wanted = |line: &&String| count(line, all) == all.len() && count(line, none) == 0;
    held(lines.iter().any(|line| is_wanted(&line)), || {
        let nearest = lines.iter().max_by_key(|line| count(line, all));
        format!("nearest line: {}", nearest.map_or("none", String::as_str))
    })
}

/// How many of these a line contains.
fn count(line: &str, values: &[String]) -> usize {
    values
        .iter()
        .filter(|value| line.contains(&flat(value)))
        .count()
}

/// How many of these follow each other, from the first on.
fn in_order(line: &str, values: &[String]) -> usize {
    let mut rest = line;
    for (at, value) in values.iter().enumerate() {
        let Some((_, after)) = rest.split_once(flat(value).as_str()) else {
            return at;
        };
        rest = after;
    }
    values.len()
}

/// Checks of the hits of a question.
fn hits(check: &Check, run: &Running) -> Option<Held> {
    let urls = |query: &Query| fields(&run.ask(query)["hits"], "url");
    let texts = |query: &Query| -> Vec<String> {
        fields(&run.ask(query)["hits"], "text")
            .iter()
            .map(|text| flat(text))
            .collect()
    };
    Some(match check {
        Check::FirstHit { value, query } => {
            let urls = urls(query);
            held(urls.first().is_some_and(|url| leads_to(url, value)), || {
                seen(&urls)
            })
        }
        Check::Hit {
            value,
            within,
            query,
        } => {
            let urls = urls(query);
            let mut first = urls.iter().take(within.unwrap_or(3));
            held(first.any(|url| leads_to(url, value)), || seen(&urls))
        }
        Check::NoHit { value, query } => {
            let urls = urls(query);
            held(!urls.iter().any(|url| url.contains(value)), || seen(&urls))
        }
        Check::Url { value, query } => {
            let urls = urls(query);
            held(urls.contains(value), || seen(&urls))
        }
        Check::HitText {
            value,
            within,
            query,
        } => {
            let texts = texts(query);
            let mut first = texts.iter().take(within.unwrap_or(1));
            held(first.any(|text| text.contains(&flat(value))), || {
                seen(&texts)
            })
        }
        Check::HitsWith { value, max, query } => {
            let texts = texts(query);
            let count = texts
                .iter()
                .filter(|text| text.contains(&flat(value)))
                .count();
            held(count <= *max, || {
                format!("in {count} hits: {}", seen(&urls(query)))
            })
        }
        Check::Lang { value, query } => {
            let langs = fields(&run.ask(query)["hits"], "lang");
            held(langs.first() == Some(value), || seen(&langs))
        }
        _ => return None,
    })
}

/// Whether an address, but for its fragment, ends like this.
fn leads_to(url: &str, end: &str) -> bool {
    url.split('#').next().unwrap_or_default().ends_with(end)
}

fn seen(values: &[String]) -> String {
    let first: Vec<String> = values.iter().take(5).map(|value| short(value)).collect();
    format!("hits: {first:?}")
}

/// A field of every value of a list.
fn fields(list: &Value, name: &str) -> Vec<String> {
    let values = list.as_array().map(Vec::as_slice).unwrap_or_default();
    let text = |value: &Value| value[name].as_str().map(str::to_owned);
    values
        .iter()
        .map(|value| text(value).unwrap_or_default())
        .collect()
}

/// Checks of what a question is answered with.
fn answer(check: &Check, run: &Running) -> Option<Held> {
    let asserted = |query: &Query| flat(run.ask(query)["answer"].as_str().unwrap_or_default());
    Some(match check {
        Check::Answered { value, query } => {
            let answer = asserted(query);
            held(answer.contains(&flat(value)), || {
                format!("answer: {answer:?}")
            })
        }
        Check::AssertedNot { value, query } => {
            let answer = asserted(query);
            held(!answer.contains(&flat(value)), || {
                format!("asserted: {answer}")
            })
        }
        Check::Shown { value, query } => {
            let shown = shown(&run.ask(query));
            held(shown.iter().any(|text| text.contains(&flat(value))), || {
                seen(&shown)
            })
        }
        Check::Corrected { value, query } => {
            let done = fields(&run.ask(query)["corrections"], "to");
            held(done.contains(value), || format!("corrections: {done:?}"))
        }
        Check::NotCorrected { query } => {
            let done = fields(&run.ask(query)["corrections"], "to");
            held(done.is_empty(), || format!("corrections: {done:?}"))
        }
        Check::QuestionLang { value, query } => {
            let answer = run.ask(query);
            let lang = answer["lang"].as_str().unwrap_or_default();
            held(lang == value, || {
                format!("language of the question: {lang}")
            })
        }
        Check::Suggests { value, query } => {
            let found = run.suggestions(query);
            held(found.iter().any(|text| text.contains(value)), || {
                format!("completions: {found:?}")
            })
        }
        _ => return None,
    })
}

/// The texts that a visitor sees first.
fn shown(answer: &Value) -> Vec<String> {
    let mut shown = vec![flat(answer["answer"].as_str().unwrap_or_default())];
    shown.push(flat(&answer["offers"].to_string()));
    let excerpts = fields(&answer["hits"], "excerpt");
    shown.extend(excerpts.iter().take(3).map(|excerpt| flat(excerpt)));
    shown
}

/// Checks of the run itself.
fn of_run(check: &Check, run: &Running) -> Held {
    let report = || run.report.to_lowercase();
    match check {
        Check::Pages { value } => {
            let count = pages(&run.report);
            held(count == *value, || format!("{count} pages"))
        }
        Check::ExitCode { value } => {
            let code = run.exit_code;
            held(code == *value, || {
                format!("exit code {code}: {}", run.report)
            })
        }
        Check::ReportContains { value } => held(report().contains(&value.to_lowercase()), || {
            run.report.clone()
        }),
        Check::ReportNotContains { value } => {
            held(!report().contains(&value.to_lowercase()), || {
                run.report.clone()
            })
        }
        Check::Fetched { value } => held(run.requested.contains(value), || {
            format!("requested: {:?}", run.requested)
        }),
        Check::NotFetched { value } => held(!run.requested.contains(value), || {
            format!("requested: {:?}", run.requested)
        }),
        other => Err(format!("{other:?} is no check of the runner")),
    }
}

/// The pages that the report counts.
fn pages(report: &str) -> usize {
    let line = report.lines().find_map(|line| line.strip_prefix("pages"));
    let number = line.and_then(|line| line.split_whitespace().next());
    let digits = number.map(|number| number.replace(',', ""));
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}
