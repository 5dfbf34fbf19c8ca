//! Checks facts without a build, for editors of facts and for CI.
//!
//! The check finds everything that a build would reject or warn of. It also finds faults that only
//! the calendar and the pages show: facts that expire soon, sources outside the site's pages,
//! quotations that are no longer on their page. Only [`Online`] requests addresses outside the
//! site.

use std::path::PathBuf;

use serde::Serialize;
use soru::Fact;
use soru_files::place::{Place, Spot};

use super::validate::day;
use super::{Collected, Concern, Frame, all, conflicts};

mod online;
mod pages;

pub use online::Online;
pub use pages::Pages;

/// The findings about facts.
#[derive(Debug, Serialize)]
pub struct FactFindings {
    /// The number of readable facts.
    pub facts: usize,
    /// The files read.
    pub files: Vec<String>,
    /// Whether pages were available to check sources and quotations.
    pub pages_read: bool,
    /// All findings, in order of their places.
    pub findings: Vec<Finding>,
}

/// A present or coming fault of a fact.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Finding {
    /// The place of the fact.
    #[serde(serialize_with = "place_fields", flatten)]
    pub place: Place,
    /// The kind of fault; these names never change.
    pub kind: FindingKind,
    /// Whether the fault should prevent publication.
    pub is_error: bool,
    /// The fault and its remedy.
    pub message: String,
}

/// The kinds of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// A file or a field is malformed.
    Malformed,
    /// A column is not a field of a fact.
    Ignored,
    /// Two facts answer the same question differently.
    Contradiction,
    /// Two facts answer the same question identically.
    Duplicate,
    /// Its expiry date has passed.
    Expired,
    /// Its expiry date is near.
    ExpiresSoon,
    /// Its dates are in the wrong order.
    DatesMixedUp,
    /// Its source is not a page of the site.
    DeadLink,
    /// Its source is a page without that anchor.
    DeadAnchor,
    /// Its source no longer contains its quotation.
    QuoteGone,
    /// Its source is no longer on the web.
    SourceGone,
    /// Its source has another address.
    SourceMoved,
    /// Its source does not respond, temporarily or to programs.
    SourceSilent,
    /// Its source is in a private network, and was not requested.
    SourcePrivate,
}

/// Checks the facts in these files. It reports facts that expire within `within` days, looks up
/// sources and quotations in the pages, if there are any, and requests sources on the web with
/// `online`.
pub fn check(
    files: &[PathBuf],
    frame: &Frame,
    within: i64,
    pages: Option<&Pages>,
    mut online: Option<Online>,
) -> FactFindings {
    let Collected {
        facts,
        problems,
        warnings,
    } = all(files, frame);
    let malformed = problems.into_iter().map(|problem| Finding {
        place: problem.place,
        kind: FindingKind::Malformed,
        is_error: true,
        message: problem.message,
    });
    let ignored = warnings.into_iter().map(|problem| Finding {
        place: problem.place,
        kind: FindingKind::Ignored,
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
    FactFindings {
        facts: facts.len(),
        files: files
            .iter()
            .map(|file| file.display().to_string())
            .collect(),
        pages_read: pages.is_some(),
        findings,
    }
}

fn kind(concern: Concern) -> FindingKind {
    match concern {
        Concern::Contradiction => FindingKind::Contradiction,
        Concern::Duplicate => FindingKind::Duplicate,
        Concern::Expired => FindingKind::Expired,
        Concern::OutOfOrder => FindingKind::DatesMixedUp,
    }
}

fn expires_soon(fact: &Fact, place: &Place, frame: &Frame, within: i64) -> Option<Finding> {
    let until = day(&fact.valid_until)?;
    let left = i64::from(frame.today.until(until).ok()?.get_days());
    (0..=within).contains(&left).then(|| Finding {
        place: place.clone(),
        kind: FindingKind::ExpiresSoon,
        is_error: false,
        message: format!(
            "expires on {until}, {}: `{}`. Check the source and update the dates",
            match left {
                0 => "today".to_owned(),
                1 => "tomorrow".to_owned(),
                days => format!("in {days} days"),
            },
            fact.question
        ),
    })
}

/// Serialises a place for scripts: the file, and the line or row if known.
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
    fn r16_a_fact_that_expires_soon_is_reported_and_an_expired_one_is_a_separate_finding() {
        assert!(within("2026-11-20", 30).unwrap().contains("today"));
        assert!(within("2026-11-21", 30).unwrap().contains("tomorrow"));
        assert!(within("2026-12-20", 30).unwrap().contains("in 30 days"));
        for (until, days) in [("2026-12-21", 30), ("2026-11-19", 30), ("", 30)] {
            assert_eq!(within(until, days), None, "{until}");
        }
        // The message counts months in days.
        assert!(within("2027-02-28", 100).unwrap().contains("in 100 days"));
    }
}
