//! Reads questions and answers that a page states as data for search engines: `FAQPage`, `QAPage`
//! and `HowTo` of schema.org, as JSON-LD anywhere on the page, or as microdata and `RDFa`.
//!
//! Data that the page's text repeats is not read twice: in the text, the paragraph with the words
//! of a question becomes its heading, and the answer ends where the answer in the data ends.

use scraper::{ElementRef, Html};
use serde_json::Value;
use soru::Block;

use super::attributes::attribute;
use super::pictures::letters;
use crate::page::Piece;
use crate::tidy;

/// The maximum nesting depth of data.
const DEEPEST: usize = 32;

/// The maximum number of questions of a page.
const MOST: usize = 2000;

/// The maximum size of a page's data in bytes.
const LONGEST: usize = 4_000_000;

/// A question and its answer, as markup or text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stated {
    pub(super) question: String,
    pub(super) answer: String,
}

/// Returns the questions and answers that a page states as data, each once.
pub(super) fn stated(html: &Html) -> Vec<Stated> {
    let mut all = Vec::new();
    let mut left = LONGEST;
    for element in html.root_element().descendent_elements() {
        let own = element.value();
        if own.name() == "script" {
            if is_json_ld(&element) {
                let text = element.text().collect::<String>();
                left = left.saturating_sub(text.len());
                if let Some(data) = parsed(&text).filter(|_| left > 0) {
                    read(&data, 0, &mut all);
                }
            }
        } else if !own.attrs.is_empty() && is_of_type(&element, "Question") {
            all.extend(in_markup(&element));
        }
        if all.len() >= MOST {
            break;
        }
    }
    let mut seen: Vec<String> = Vec::new();
    all.retain(|own: &Stated| {
        let key = letters(&own.question);
        let is_new = !key.is_empty() && tidy::has_words(&own.answer) && !seen.contains(&key);
        seen.push(key);
        is_new
    });
    all
}

fn is_json_ld(script: &ElementRef<'_>) -> bool {
    attribute(script.value(), "type").is_some_and(|kind| {
        let kind = kind.split(';').next().unwrap_or_default().trim();
        kind.eq_ignore_ascii_case("application/ld+json")
    })
}

/// Parses data leniently: pages put it into comments, and line breaks into its texts.
fn parsed(text: &str) -> Option<Value> {
    // The maximum number of positions at which the data may begin. A comment around it may contain
    // a bracket: `<![CDATA[`.
    const BEGINNINGS: usize = 4;
    let first = |text: &str| {
        let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
        values.next()?.ok()
    };
    let starts = text.match_indices(['{', '[']).take(BEGINNINGS);
    { starts }.find_map(|(start, _)| {
        let json = &text[start..];
        first(json).or_else(|| first(&json.replace(|c: char| c.is_control(), " ")))
    })
}

/// Reads the questions below a value.
fn read(value: &Value, depth: usize, all: &mut Vec<Stated>) {
    if depth > DEEPEST || all.len() >= MOST {
        return;
    }
    match value {
        Value::Array(values) => values.iter().for_each(|value| read(value, depth + 1, all)),
        Value::Object(object) => {
            let found = match kind(value) {
                Some("Question") => question(value),
                Some("HowTo") => how_to(value),
                _ => None,
            };
            let is_read = found.is_some();
            all.extend(found);
            if !is_read {
                object
                    .values()
                    .for_each(|value| read(value, depth + 1, all));
            }
        }
        _ => {}
    }
}

/// Returns the type of an object, without the address of its vocabulary.
fn kind(value: &Value) -> Option<&str> {
    let written = value.get("@type").or_else(|| value.get("type"))?;
    let written = match written {
        Value::Array(kinds) => kinds.iter().find_map(Value::as_str)?,
        other => other.as_str()?,
    };
    written.rsplit(['/', ':', '#']).next()
}

fn question(value: &Value) -> Option<Stated> {
    let question = text_of(value, &["name", "text", "headline"])?;
    let answer = answer_of(value.get("acceptedAnswer"))
        .or_else(|| answer_of(value.get("suggestedAnswer")))?;
    Some(Stated { question, answer })
}

/// Returns the text of the first answer that has one.
fn answer_of(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) => Some(text.clone()),
        Value::Array(answers) => answers.iter().find_map(|answer| answer_of(Some(answer))),
        answer => text_of(answer, &["text", "articleBody", "description", "name"]),
    }
}

fn text_of(value: &Value, keys: &[&str]) -> Option<String> {
    let texts = keys.iter().filter_map(|key| value.get(key));
    let mut texts = texts.filter_map(|text| match text {
        Value::String(text) => Some(text.as_str()),
        Value::Array(texts) => texts.first()?.as_str(),
        other => other.get("@value")?.as_str(),
    });
    texts.find(|text| tidy::has_words(text)).map(str::to_owned)
}

/// Returns a procedure with its steps as a list.
fn how_to(value: &Value) -> Option<Stated> {
    let question = text_of(value, &["name", "headline"])?;
    let mut steps = Vec::new();
    list_steps(
        value.get("step").or_else(|| value.get("steps"))?,
        0,
        &mut steps,
    );
    if steps.is_empty() {
        return None;
    }
    let lead = text_of(value, &["description"]).map(|text| format!("<p>{text}</p>"));
    let items = steps.join("</li><li>");
    let answer = format!("{}<ol><li>{items}</li></ol>", lead.unwrap_or_default());
    Some(Stated { question, answer })
}

fn list_steps(value: &Value, depth: usize, steps: &mut Vec<String>) {
    if depth > DEEPEST || steps.len() >= MOST {
        return;
    }
    match value {
        Value::String(text) => steps.push(text.clone()),
        Value::Array(values) => values
            .iter()
            .for_each(|value| list_steps(value, depth + 1, steps)),
        Value::Object(_) => {
            let within = value.get("itemListElement").or_else(|| value.get("steps"));
            match (text_of(value, &["text", "description"]), within) {
                (None, Some(within)) => list_steps(within, depth + 1, steps),
                (text, _) => {
                    let name = text_of(value, &["name"]);
                    let is_new = |name: &String| {
                        text.as_ref()
                            .is_none_or(|text| !letters(text).starts_with(&letters(name)))
                    };
                    let parts = name.filter(is_new).into_iter().chain(text.clone());
                    let step = parts.collect::<Vec<_>>().join(": ");
                    steps.extend(Some(step).filter(|step| !step.is_empty()));
                }
            }
        }
        _ => {}
    }
}

/// Whether an element is an item of this type, in microdata or `RDFa`.
fn is_of_type(element: &ElementRef<'_>, name: &str) -> bool {
    let written =
        attribute(element.value(), "itemtype").or_else(|| attribute(element.value(), "typeof"));
    let mut types = written.into_iter().flat_map(str::split_whitespace);
    types.any(|own| own.rsplit(['/', ':', '#']).next() == Some(name))
}

fn in_markup(question: &ElementRef<'_>) -> Option<Stated> {
    let property = |element: &ElementRef<'_>, names: &[&str]| {
        let own = attribute(element.value(), "itemprop")
            .or_else(|| attribute(element.value(), "property"));
        own.is_some_and(|own| own.split_whitespace().any(|own| names.contains(&own)))
    };
    let inside = || question.descendent_elements().skip(1);
    let name = inside().find(|own| property(own, &["name"]))?;
    let answer = inside().find(|own| property(own, &["acceptedAnswer", "suggestedAnswer"]))?;
    let mut parts = answer.descendent_elements();
    let text = parts.find(|own| property(own, &["text"])).unwrap_or(answer);
    Some(Stated {
        question: attribute(name.value(), "content")
            .map_or_else(|| name.text().collect(), str::to_owned),
        answer: attribute(text.value(), "content").map_or_else(|| text.inner_html(), str::to_owned),
    })
}

/// Returns the blocks of a question and its answer, below the page's title.
pub(super) fn section(question: &str, answer: Vec<Piece>) -> Vec<Piece> {
    let heading = Block::Heading {
        level: 2,
        text: tidy::line(question),
        anchor: None,
        is_question: true,
    };
    let end = Piece::Content(Block::End(2));
    std::iter::once(Piece::Content(heading))
        .chain(answer)
        .chain([end])
        .collect()
}

/// Finds a question and its answer among the pieces of a page, and marks both. Returns whether the
/// answer was found.
pub(super) fn mark(pieces: &mut Vec<Piece>, question: &str, answer: &str) -> bool {
    let (asked, said) = (letters(question), letters(answer));
    if said.is_empty() {
        return true;
    }
    let all: Vec<String> = pieces.iter().map(|piece| letters(words(piece))).collect();
    let starts = (0..all.len()).filter(|at| all[*at] == asked);
    for start in starts {
        if let Some(end) = end_of(&all, start + 1, &said) {
            mark_section(pieces, start, end);
            return true;
        }
    }
    all.concat().contains(&said)
}

/// Whether a page contains the text of an answer.
pub(super) fn has_answer(pieces: &[Piece], answer: &str) -> bool {
    let all: String = pieces.iter().map(|piece| letters(words(piece))).collect();
    all.contains(&letters(answer))
}

/// Returns the end of the pieces from `start` on whose joined text equals this one.
fn end_of(all: &[String], start: usize, said: &str) -> Option<usize> {
    let mut rest = said;
    for (at, own) in all.iter().enumerate().skip(start) {
        rest = rest.strip_prefix(own.as_str())?;
        if rest.is_empty() {
            return Some(at + 1);
        }
    }
    None
}

fn mark_section(pieces: &mut Vec<Piece>, start: usize, end: usize) {
    if let Piece::Content(Block::Heading { is_question, .. }) = &mut pieces[start] {
        *is_question = true;
        return;
    }
    let above = pieces[..start].iter().rev().find_map(|piece| match piece {
        Piece::Content(Block::Heading { level, .. }) => Some(*level),
        Piece::Content(Block::End(level)) => Some(level.saturating_sub(1)),
        _ => None,
    });
    let level = above.map_or(2, |level| (level + 1).clamp(2, 6));
    pieces.insert(end, Piece::Content(Block::End(level)));
    let text = words(&pieces[start])
        .trim_start_matches(['•', '→', ' '])
        .to_owned();
    pieces[start] = Piece::Content(Block::Heading {
        level,
        text: tidy::line(&text),
        anchor: None,
        is_question: true,
    });
}

fn words(piece: &Piece) -> &str {
    match piece {
        Piece::Content(block) => block.text(),
        Piece::Picture(text) => text,
        Piece::Gap => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(markup: &str) -> Vec<(String, String)> {
        let html = Html::parse_document(markup);
        let all = stated(&html).into_iter();
        all.map(|own| (own.question, own.answer)).collect()
    }

    fn data(json: &str) -> Vec<(String, String)> {
        of(&format!(
            "<script type='application/ld+json'>{json}</script>"
        ))
    }

    #[test]
    fn questions_are_read_wherever_the_data_has_them() {
        let own = r#"{"@type":"Question","name":"Pets?","acceptedAnswer":{"@type":"Answer","text":"No."}}"#;
        let expected = [("Pets?".to_owned(), "No.".to_owned())];
        for json in [
            format!(r#"{{"@type":"FAQPage","mainEntity":[{own}]}}"#),
            format!(r#"{{"@graph":[{{"@type":["WebPage","FAQPage"],"mainEntity":{own}}}]}}"#),
            format!("/*<![CDATA[*/ [{own},{own}] /*]]>*/"),
            own.replace("\"Question\"", "\"https://schema.org/Question\""),
            own.replace(
                r#"{"@type":"Answer","text":"No."}"#,
                r#"[{"text":["No."]}]"#,
            ),
            own.replace("acceptedAnswer", "suggestedAnswer"),
        ] {
            assert_eq!(data(&json), expected, "{json}");
        }
        let microdata = "<div itemscope itemtype='https://schema.org/Question'><b itemprop=name>Pets?</b>\
            <div itemprop=acceptedAnswer><p itemprop=text>No.</p></div></div>";
        assert_eq!(of(microdata), expected);
        assert_eq!(
            of(&microdata
                .replace("itemprop", "property")
                .replace("itemtype='https://", "typeof='")),
            expected
        );
    }

    #[test]
    fn steps_are_a_list() {
        let json = r#"{"@type":"HowTo","name":"Cancel a room","step":[{"@type":"HowToSection","name":"x",
            "itemListElement":[{"@type":"HowToStep","text":"Write."}]},{"name":"Pay","text":"At the desk."},"Leave."]}"#;
        let list = "<ol><li>Write.</li><li>Pay: At the desk.</li><li>Leave.</li></ol>";
        assert_eq!(data(json), [("Cancel a room".to_owned(), list.to_owned())]);
    }

    #[test]
    fn damaged_data_is_passed_over() {
        for json in [
            "",
            "{",
            "{\"@type\":\"Question\"}",
            "[[[[]]]]",
            "{\"@type\":7,\"x\":null}",
        ] {
            assert!(data(json).is_empty(), "{json}");
        }
        let deep = format!("{}1{}", "[".repeat(100), "]".repeat(100));
        assert!(data(&deep).is_empty());
        let broken =
            "{\"@type\":\"Question\",\"name\":\"Pets?\",\"acceptedAnswer\":\"No,\nnone.\"}";
        assert_eq!(data(broken)[0].1, "No, none.");
    }

    #[test]
    fn an_answer_that_the_page_shows_is_marked_and_not_added() {
        let text = |text: &str| Piece::text(text.to_owned());
        let mut pieces = vec![
            text("Pets?"),
            text("No."),
            text("Not even fish."),
            text("Other."),
        ];
        assert!(mark(&mut pieces, "Pets?", "No. Not even fish"));
        assert!(matches!(
            &pieces[0],
            Piece::Content(Block::Heading {
                is_question: true,
                ..
            })
        ));
        assert_eq!(pieces[3], Piece::Content(Block::End(2)));
        assert!(mark(&mut pieces, "Fish?", "Not even fish."));
        assert!(!mark(&mut pieces, "Cats?", "Perhaps."));
        assert_eq!(pieces.len(), 5);
    }
}
