//! Validation: turns a record as written into a usable fact.

use jiff::civil::Date;
use soru::Fact;
use soru::restrictions::{AUTHORITY, EXTENDED, OFFICIAL};
use soru_files::place::{Place, Problem};
use soru_ingest::{primary, tidy_line, tidy_lines};
use url::Url;

use super::record::{REQUIRED, unknown_field};
use super::{Cell, Field, Frame, Record};

/// Returns the fact of a record and its place, or none if the record has problems.
pub(super) fn fact(
    record: &Record,
    frame: &Frame,
    problems: &mut Vec<Problem>,
) -> Option<(Fact, Place)> {
    let before = problems.len();
    let mut check = Check {
        record,
        frame,
        problems,
    };
    check.names();
    let fact = check.fact();
    (problems.len() == before).then(|| (fact, record.place.clone()))
}

/// Parses a date such as `2026-11-20`, the only accepted form.
pub(super) fn day(text: &str) -> Option<Date> {
    let shaped = text.len() == 10
        && text.bytes().enumerate().all(|(i, byte)| match i {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if shaped { text.parse().ok() } else { None }
}

struct Check<'c> {
    record: &'c Record,
    frame: &'c Frame,
    problems: &'c mut Vec<Problem>,
}

impl Check<'_> {
    fn fact(&mut self) -> Fact {
        self.require();
        Fact {
            question: self.text("question"),
            answer: self.text("answer"),
            source_url: self.url(),
            aliases: self.aliases(),
            lang: self.lang(),
            category: self.text("category"),
            checked_on: self.date("checked_on"),
            valid_until: self.date("valid_until"),
            source_title: self.text("source_title"),
            source_quote: self.text("source_quote"),
            authority: self.authority(),
            site: String::new(),
        }
    }

    fn authority(&mut self) -> String {
        let text = self.text(AUTHORITY);
        if ["", OFFICIAL, EXTENDED].contains(&text.as_str()) {
            return text;
        }
        let Some(field) = self.record.field(AUTHORITY) else {
            return text;
        };
        let expected = format!("`{OFFICIAL}` or `{EXTENDED}`, not `{text}`");
        self.wrong(field, &expected)
    }

    fn names(&mut self) {
        let unknown = self.record.fields.iter();
        let unknown = unknown.filter_map(|field| unknown_field(&field.name, &field.place));
        self.problems.extend(unknown);
    }

    fn require(&mut self) {
        for name in REQUIRED {
            let is_given = self
                .record
                .field(name)
                .is_some_and(|field| match &field.cell {
                    // A text without a visible character counts as empty.
                    Cell::Text(text) => !tidy_line(text).is_empty(),
                    Cell::List(_) | Cell::Unusable(_) => true,
                });
            if !is_given {
                self.problems
                    .push(self.record.place.problem(format!("`{name}` is empty")));
            }
        }
    }

    fn text(&mut self, name: &str) -> String {
        let Some(field) = self.record.field(name) else {
            return String::new();
        };
        match &field.cell {
            Cell::Text(text) if name == "answer" => tidy_lines(text),
            Cell::Text(text) => tidy_line(text),
            Cell::List(_) => self.wrong(field, "a text, not a list"),
            Cell::Unusable(kind) => self.wrong(field, &format!("a text, not {kind}")),
        }
    }

    fn wrong<T: Default>(&mut self, field: &Field, expected: &str) -> T {
        self.problems.push(
            field
                .place
                .problem(format!("`{}` must be {expected}", field.name)),
        );
        T::default()
    }

    fn aliases(&mut self) -> Vec<String> {
        let Some(field) = self.record.field("aliases") else {
            return Vec::new();
        };
        let written: Vec<String> = match &field.cell {
            Cell::Text(text) => text.split('|').map(tidy_line).collect(),
            Cell::List(texts) => texts.iter().map(|text| tidy_line(text)).collect(),
            Cell::Unusable(kind) => self.wrong(field, &format!("a list of texts, not {kind}")),
        };
        written
            .into_iter()
            .filter(|alias| !alias.is_empty())
            .collect()
    }

    fn lang(&mut self) -> String {
        let written = self.text("lang");
        let Some(field) = self.record.field("lang").filter(|_| !written.is_empty()) else {
            return written;
        };
        let tag = primary(&written).filter(|tag| self.frame.languages.contains(tag));
        tag.unwrap_or_else(|| {
            let known = self.frame.languages.join(", ");
            self.wrong(
                field,
                &format!("a language of the site ({known}), not `{written}`"),
            )
        })
    }

    fn date(&mut self, name: &str) -> String {
        let written = self.text(name);
        if let Some(field) = self.record.field(name)
            && !written.is_empty()
            && day(&written).is_none()
        {
            return self.wrong(field, &format!("a day such as 2026-11-20, not `{written}`"));
        }
        written
    }

    /// Sources are shown as links, so scripts and local files are not accepted.
    fn url(&mut self) -> String {
        let written = self.text("source_url");
        let Some(field) = self
            .record
            .field("source_url")
            .filter(|_| !written.is_empty())
        else {
            return written;
        };
        match Url::parse(&written) {
            // Browsers remove such characters: `java\tscript:` is a script.
            _ if field.has_control_characters() => self.wrong(
                field,
                "an address without tabs, line breaks or other control characters",
            ),
            Ok(url) if matches!(url.scheme(), "http" | "https") => written,
            Err(url::ParseError::RelativeUrlWithoutBase) => written,
            _ => self.wrong(
                field,
                &format!("an http or https address or a path of the site, not `{written}`"),
            ),
        }
    }
}
