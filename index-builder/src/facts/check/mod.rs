//! Checking facts without building: for whoever edits them, and for CI.
//!
//! Everything that a build would refuse or warn of, and what only a look at the calendar and at the
//! pages tells: facts that expire soon, sources that are no page of the site, quotations that no
//! longer stand there. Addresses outside the site are asked only by [`Online`].

use std::path::PathBuf;

use serde::Serialize;
use soru::Fact;

use super::validate::day;
use super::{Collected, Concern, Frame, all, conflicts};
use crate::place::{Place, Spot};

mod online;
mod pages;

pub use online::Online;
pub use pages::Pages;

/// What is wrong with facts.
#[derive(Debug, Serialize)]
pub struct Checked {
    /// How many facts there are that can be read.
    pub facts: usize,
    /// The files that were read.
    pub files: Vec<String>,
    /// Whether there were pages to look sources and quotations up in.
    pub pages_read: bool,
    /// All findings, by place.
    pub findings: Vec<Finding>,
}

/// One thing that is wrong, or soon will be.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Finding {
    /// Where the fact is.
    #[serde(serialize_with = "place_fields", flatten)]
    pub place: Place,
    /// What kind of thing; these names never change.
    pub kind: Kind,
    /// Whether facts with it should not go online.
    pub is_error: bool,
    /// What is wrong, and what to do.
    pub message: String,
}

/// What can be wrong with a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A file or a field is not what it should be.
    Malformed,
    /// A column is no field of a fact.
    Ignored,
    /// Two facts answer the same question differently.
    Contradiction,
    /// Two facts answer the same question alike.
    Duplicate,
    /// Its last day is over.
    Expired,
    /// Its last day is near.
    ExpiresSoon,
    /// Its days are in the wrong order.
    DatesMixedUp,
    /// Its source is no page of the site.
    DeadLink,
    /// Its source is a page that has no such place.
    DeadAnchor,
    /// What it quotes does not stand on its source.
    QuoteGone,
    /// Its source is no longer on the web.
    SourceGone,
    /// Its source has another address.
    SourceMoved,
    /// Its source does not answer, for now or to programs.
    SourceSilent,
    /// Its source is in a private network, and was not asked.
    SourcePrivate,
}

/// Checks the facts of these files. `within` is how many days ahead an expiry is told; sources and
/// quotations are looked up in the pages, if there are any, and sources on the web if that is wanted.
#[must_use]
pub fn check(
    files: &[PathBuf],
    frame: &Frame,
    within: i64,
    pages: Option<&Pages>,
    mut online: Option<Online>,
) -> Checked {
    let Collected {
        facts,
        problems,
        warnings,
    } = all(files, frame);
    let malformed = problems.into_iter().map(|problem| Finding {
        place: problem.place,
        kind: Kind::Malformed,
        is_error: true,
        message: problem.message,
    });
    let ignored = warnings.into_iter().map(|problem| Finding {
        place: problem.place,
        kind: Kind::Ignored,
        is_error: false,
        message: problem.message,
    });
    let mut findings: Vec<Finding> = malformed.chain(ignored).collect();
    findings.extend(
        conflicts::concerns(&facts, frame)
            .into_iter()
            .map(|(concern, problem)| Finding {
                kind: kind(concern),
                is_error: matches!(concern, Concern::Contradiction | Concern::Expired),
                place: problem.place,
                message: problem.message,
            }),
    );
    for (fact, place) in &facts {
        findings.extend(expires_soon(fact, place, frame, within));
        if let Some(pages) = pages {
            findings.extend(pages.findings(fact, place));
        }
        let online = online.as_mut();
        findings.extend(online.and_then(|online| online.finding(fact, place)));
    }
    findings.sort();
    Checked {
        facts: facts.len(),
        files: files
            .iter()
            .map(|file| file.display().to_string())
            .collect(),
        pages_read: pages.is_some(),
        findings,
    }
}

fn kind(concern: Concern) -> Kind {
    match concern {
        Concern::Contradiction => Kind::Contradiction,
        Concern::Duplicate => Kind::Duplicate,
        Concern::Expired => Kind::Expired,
        Concern::OutOfOrder => Kind::DatesMixedUp,
    }
}

fn expires_soon(fact: &Fact, place: &Place, frame: &Frame, within: i64) -> Option<Finding> {
    let until = day(&fact.valid_until)?;
    let left = i64::from(frame.today.until(until).ok()?.get_days());
    (0..=within).contains(&left).then(|| Finding {
        place: place.clone(),
        kind: Kind::ExpiresSoon,
        is_error: false,
        message: format!(
            "expires on {until}, {}: `{}`. Check the source and renew the dates",
            match left {
                0 => "today".to_owned(),
                1 => "tomorrow".to_owned(),
                days => format!("in {days} days"),
            },
            fact.question
        ),
    })
}

/// As a script reads a place: the file, and the line or row if it is known.
fn place_fields<S: serde::Serializer>(place: &Place, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Fields<'p> {
        file: &'p str,
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<usize>,
        #[serde(skip_serializing_if = "Option::is_none")]
        row: Option<i64>,
    }
    let (line, row) = match place.spot {
        Spot::Whole => (None, None),
        Spot::Line(line) => (Some(line), None),
        Spot::Row(row) => (None, Some(row)),
    };
    let file = place.file.as_str();
    Fields { file, line, row }.serialize(serializer)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn within(until: &str, days: i64) -> Option<String> {
        let frame = Frame {
            languages: vec!["en".into()],
            today: date(2026, 11, 20),
            table: String::new(),
        };
        let fact = Fact {
            question: "Fee?".into(),
            valid_until: until.into(),
            ..Fact::default()
        };
        let place = Place::file(std::path::Path::new("facts.csv"));
        expires_soon(&fact, &place, &frame, days).map(|finding| finding.message)
    }

    #[test]
    fn r16_a_fact_whose_last_day_is_near_is_told_and_one_that_is_over_is_another_matter() {
        assert!(within("2026-11-20", 30).unwrap().contains("today"));
        assert!(within("2026-11-21", 30).unwrap().contains("tomorrow"));
        assert!(within("2026-12-20", 30).unwrap().contains("in 30 days"));
        for (until, days) in [("2026-12-21", 30), ("2026-11-19", 30), ("", 30)] {
            assert_eq!(within(until, days), None, "{until}");
        }
        // Months are counted in days as well.
        assert!(within("2027-02-28", 100).unwrap().contains("in 100 days"));
    }
}
