//! A week as Markdown, HTML or CSV: for an issue, a mail, a spreadsheet.
//!
//! A question can identify who asked it. It is shown only if it was asked three times, or if the
//! owner has edited its wording; other wordings and notes are not shown.

use std::fmt::Write as _;

use clap::ValueEnum;
use serde::Serialize;

use super::sheet;
use super::texts::{Texts, Tongue};
use super::week::{Group, Week, Why};

/// How often a question must be asked to be shown.
const LEAST: usize = 3;

/// The form of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For an issue or a terminal
    Markdown,
    /// For a mail
    Html,
    /// For a spreadsheet
    Csv,
    /// For a program
    Json,
}

/// A week without questions that may identify who asked them.
#[derive(Debug, Serialize)]
pub struct Report {
    #[serde(flatten)]
    week: Week,
    /// Number of groups that are not shown.
    rare: usize,
}

impl Report {
    /// Removes from a week what a report does not show.
    pub fn new(mut week: Week) -> Self {
        let all = week.groups.len();
        week.groups
            .retain(|group| group.count >= LEAST || group.wording.is_some());
        for group in &mut week.groups {
            if let Some(wording) = group.wording.take() {
                group.question = wording;
            }
            group.notes.clear();
            group.wordings.clear();
        }
        Self {
            rare: all - week.groups.len(),
            week,
        }
    }

    /// Returns the report in a form.
    ///
    /// # Errors
    /// None in practice: everything happens in memory.
    pub fn text(&self, format: Format, tongue: Tongue) -> anyhow::Result<String> {
        let texts = tongue.texts();
        Ok(match format {
            Format::Markdown => self.markdown(texts),
            Format::Html => self.html(texts),
            Format::Csv => self.csv(texts)?,
            Format::Json => serde_json::to_string_pretty(self)? + "\n",
        })
    }

    fn summary(&self) -> [String; 6] {
        let week = &self.week;
        [
            week.questions.to_string(),
            week.before.to_string(),
            week.answered.to_string(),
            week.listed.to_string(),
            week.nothing.to_string(),
            format!("{} / {}", week.up, week.down),
        ]
    }

    fn period(&self) -> String {
        format!("{} – {}", self.week.from, self.week.until)
    }

    /// The sections that have a question, each with its title.
    fn sections<'r>(&'r self, texts: &Texts) -> Vec<(&'static str, Vec<&'r Group>)> {
        let all = [Why::Unanswered, Why::Unhelpful, Why::Rising, Why::Asked];
        let sections = all.into_iter().zip(texts.sections).map(|(why, title)| {
            let groups = self.week.groups.iter().filter(|group| group.why == why);
            (title, groups.collect::<Vec<_>>())
        });
        sections.filter(|(_, groups)| !groups.is_empty()).collect()
    }

    fn markdown(&self, texts: &Texts) -> String {
        let mut page = format!("# {}, {}\n\n", texts.title, self.period());
        for (name, value) in texts.summary.iter().zip(self.summary()) {
            let _ = writeln!(page, "* {name}: {value}");
        }
        for (title, groups) in self.sections(texts) {
            let _ = writeln!(page, "\n## {title}\n\n| {} |", texts.columns.join(" | "));
            page.push_str("|---|---:|---:|---:|---:|\n");
            for group in groups {
                let cells = cells(group).map(|cell| plain_markdown(&cell));
                let _ = writeln!(page, "| {} |", cells.join(" | "));
            }
        }
        self.end(&mut page, texts, |text| format!("\n{text}\n"));
        page
    }

    fn html(&self, texts: &Texts) -> String {
        let mut page = format!(
            "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<title>{}</title>\n\
             <h1>{}, {}</h1>\n<ul>\n",
            texts.tag,
            texts.title,
            texts.title,
            self.period()
        );
        for (name, value) in texts.summary.iter().zip(self.summary()) {
            let _ = writeln!(page, "<li>{name}: {value}</li>");
        }
        page.push_str("</ul>\n");
        for (title, groups) in self.sections(texts) {
            let head = texts.columns.map(|column| format!("<th>{column}</th>"));
            let _ = writeln!(
                page,
                "<h2>{title}</h2>\n<table border=\"1\" cellpadding=\"6\">\n<tr>{}</tr>",
                head.concat()
            );
            for group in groups {
                let row = cells(group).map(|cell| format!("<td>{}</td>", plain_html(&cell)));
                let _ = writeln!(page, "<tr>{}</tr>", row.concat());
            }
            page.push_str("</table>\n");
        }
        self.end(&mut page, texts, |text| format!("<p>{text}</p>\n"));
        page.push_str("</html>\n");
        page
    }

    fn end(&self, page: &mut String, texts: &Texts, paragraph: impl Fn(&str) -> String) {
        if self.week.groups.is_empty() {
            page.push_str(&paragraph(texts.none));
        }
        if self.rare > 0 {
            page.push_str(&paragraph(&format!("{}: {}.", texts.rare, self.rare)));
        }
    }

    fn csv(&self, texts: &Texts) -> anyhow::Result<String> {
        let head = texts.columns.map(str::to_owned).to_vec();
        let rows = self.week.groups.iter().map(|group| cells(group).to_vec());
        sheet::text(std::iter::once(head).chain(rows))
    }
}

fn cells(group: &Group) -> [String; 5] {
    [
        group.question.clone(),
        group.count.to_string(),
        group.before.to_string(),
        group.unanswered.to_string(),
        format!("{} / {}", group.up, group.down),
    ]
}

/// A text that Markdown shows as it is: no link, no name that is notified, no HTML.
fn plain_markdown(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' | '<' | '>' | '@' | ':' | '#' => {
                let _ = write!(out, "&#{};", u32::from(character));
            }
            mark if mark.is_ascii_punctuation()
                && !matches!(mark, '/' | '?' | ',' | '\'' | '"') =>
            {
                out.push('\\');
                out.push(mark);
            }
            other => out.push(other),
        }
    }
    out
}

fn plain_html(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
