//! The questions of some days, grouped by meaning, the most urgent first.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::Date;
use serde::Serialize;
use soru_desk::{State, Store, StoredReport, Thumb};

use crate::log::{self, Find, Wording, groups, spelling_key, wordings};

/// How often a question must be asked to be rising, and how much more often than before.
const RISING: usize = 3;
const RISE: f64 = 1.5;

/// The questions of some days.
#[derive(Debug, Serialize)]
pub struct Week {
    /// The first day.
    pub from: Date,
    /// The last day.
    pub until: Date,
    /// Number of questions.
    pub questions: usize,
    /// Number of questions in as many days before.
    pub before: usize,
    /// Number of questions that were answered.
    pub answered: usize,
    /// Number of questions for which pages were listed.
    pub listed: usize,
    /// Number of questions for which nothing was found.
    pub nothing: usize,
    /// Number of answers that helped.
    pub up: usize,
    /// Number of answers that did not.
    pub down: usize,
    /// The questions, the most urgent first.
    pub groups: Vec<Group>,
}

/// Why a question comes where it comes, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// Visitors went without an answer and without a page.
    Unanswered,
    /// Visitors said that the answer did not help.
    Unhelpful,
    /// It is asked more often than before.
    Rising,
    /// It was asked.
    Asked,
}

/// Questions that one answer might serve.
#[derive(Debug, Serialize)]
pub struct Group {
    /// Why it comes here.
    pub why: Why,
    /// The most frequent question.
    pub question: String,
    /// The owner's wording of it.
    pub wording: Option<String>,
    /// Its language.
    pub language: String,
    /// How often it was asked.
    pub count: usize,
    /// How often in as many days before.
    pub before: usize,
    /// How often without an answer and without a page.
    pub unanswered: usize,
    /// How often the answer helped.
    pub up: usize,
    /// How often it did not.
    pub down: usize,
    /// All wordings, the most frequent first.
    pub wordings: Vec<Asked>,
    /// The pages that visitors chose, the most frequent first.
    pub pages: Vec<Asked>,
    /// The notes of visitors.
    pub notes: Vec<String>,
}

/// How often a text came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Asked {
    /// The text.
    pub text: String,
    /// How often.
    pub count: usize,
}

/// A question in all its spellings: its language and what they share.
type Key = (String, String);

impl Week {
    /// Reads the questions of `days` days up to the last one, and groups them by their words.
    ///
    /// # Errors
    /// If the reports cannot be read.
    pub fn read(store: &Store, until: Date, days: u32) -> anyhow::Result<Self> {
        Self::read_with(store, until, days, None)
    }

    /// Reads them, and groups them also by the place in which the site answers them.
    ///
    /// # Errors
    /// If the reports cannot be read.
    pub(crate) fn read_with(
        store: &Store,
        until: Date,
        days: u32,
        find: Option<Find<'_>>,
    ) -> anyhow::Result<Self> {
        let days = i64::from(days.max(1));
        let from = until.saturating_sub((days - 1).days());
        let reports = store.reports(from.saturating_sub(days.days()), until)?;
        let own = Own::read(store)?;
        let wordings = wordings(reports.iter().filter_map(asked));
        let grouped = groups(&wordings, find);
        Ok(Self::of(&reports, &grouped, from, until, &own))
    }

    fn of(
        reports: &[StoredReport],
        grouped: &[Vec<&Wording<'_>>],
        from: Date,
        until: Date,
        own: &Own,
    ) -> Self {
        let mut drafts: Vec<Draft<'_>> = grouped.iter().map(|group| Draft::new(group)).collect();
        let places: BTreeMap<Key, usize> = grouped
            .iter()
            .enumerate()
            .flat_map(|(at, group)| group.iter().map(move |wording| (key_of(wording), at)))
            .collect();
        let mut week = Self::empty(from, until);
        for stored in reports {
            let report = &stored.report;
            let is_now = stored.day >= from;
            week.count(stored, is_now);
            let key = key(&report.language, &report.question);
            if let Some(&at) = places.get(&key) {
                drafts[at].count(stored, is_now);
            }
        }
        let drafts = drafts.into_iter();
        week.groups = drafts.filter_map(|draft| draft.finish(own)).collect();
        week.groups.sort_by(|a, b| {
            let order = |group: &Group| (group.why, Reverse(group.weight()));
            order(a)
                .cmp(&order(b))
                .then_with(|| a.question.cmp(&b.question))
        });
        week
    }

    fn empty(from: Date, until: Date) -> Self {
        Self {
            from,
            until,
            questions: 0,
            before: 0,
            answered: 0,
            listed: 0,
            nothing: 0,
            up: 0,
            down: 0,
            groups: Vec::new(),
        }
    }

    fn count(&mut self, stored: &StoredReport, is_now: bool) {
        let report = &stored.report;
        let is_asked = report.state.is_some();
        if !is_now {
            self.before += usize::from(is_asked);
            return;
        }
        self.questions += usize::from(is_asked);
        self.answered += usize::from(report.state == Some(State::Answered));
        self.listed += usize::from(report.state == Some(State::Listed));
        self.nothing += usize::from(report.state == Some(State::Nothing));
        self.up += usize::from(report.thumb == Some(Thumb::Up));
        self.down += usize::from(report.thumb == Some(Thumb::Down));
    }
}

/// The owner's decisions about questions.
#[derive(Debug, Default)]
struct Own {
    wordings: BTreeMap<Key, String>,
    finished: BTreeMap<Key, Date>,
}

impl Own {
    fn read(store: &Store) -> anyhow::Result<Self> {
        let wordings = store.wordings()?.into_iter();
        let finished = store.finished()?.into_iter();
        Ok(Self {
            wordings: wordings
                .map(|(language, question, wording)| (key(&language, &question), wording))
                .collect(),
            finished: finished
                .map(|(language, question, day)| (key(&language, &question), day))
                .collect(),
        })
    }
}

/// A group while its reports are counted.
struct Draft<'w> {
    group: Group,
    members: &'w [&'w Wording<'w>],
    /// The last day on which it was asked.
    last: Date,
    wordings: BTreeMap<String, usize>,
    pages: BTreeMap<String, usize>,
}

impl<'w> Draft<'w> {
    fn new(members: &'w [&'w Wording<'w>]) -> Self {
        let lead = members.first();
        Self {
            group: Group {
                why: Why::Asked,
                question: lead.map_or("", |lead| lead.question).to_owned(),
                wording: None,
                language: lead.map_or("", |lead| lead.lang).to_owned(),
                count: 0,
                before: 0,
                unanswered: 0,
                up: 0,
                down: 0,
                wordings: Vec::new(),
                pages: Vec::new(),
                notes: Vec::new(),
            },
            members,
            last: Date::MIN,
            wordings: BTreeMap::new(),
            pages: BTreeMap::new(),
        }
    }

    fn count(&mut self, stored: &StoredReport, is_now: bool) {
        let (group, report) = (&mut self.group, &stored.report);
        let is_asked = usize::from(report.state.is_some());
        if !is_now {
            group.before += is_asked;
            return;
        }
        group.count += is_asked;
        group.unanswered += usize::from(is_unanswered(stored));
        group.up += usize::from(report.thumb == Some(Thumb::Up));
        group.down += usize::from(report.thumb == Some(Thumb::Down));
        if is_asked > 0 {
            self.last = self.last.max(stored.day);
            *self.wordings.entry(report.question.clone()).or_default() += 1;
        }
        if let Some(page) = &report.page {
            *self.pages.entry(page.clone()).or_default() += 1;
        }
        group.notes.extend(report.note.clone());
    }

    /// Returns the group, unless it was not asked in these days, or the owner has dealt with it.
    fn finish(self, own: &Own) -> Option<Group> {
        let mut group = self.group;
        let keys = || self.members.iter().map(|member| key_of(member));
        let is_finished = keys()
            .filter_map(|key| own.finished.get(&key))
            .any(|day| *day >= self.last);
        if group.count == 0 || is_finished {
            return None;
        }
        group.wording = keys().find_map(|key| own.wordings.get(&key).cloned());
        group.wordings = most_frequent(self.wordings);
        group.pages = most_frequent(self.pages);
        group.why = group.why();
        Some(group)
    }
}

impl Group {
    fn why(&self) -> Why {
        let is_rising =
            self.count >= RISING && self.count as f64 >= RISE * self.before.max(1) as f64;
        if self.unanswered > 0 {
            Why::Unanswered
        } else if self.down > self.up {
            Why::Unhelpful
        } else if is_rising {
            Why::Rising
        } else {
            Why::Asked
        }
    }

    /// How many visitors the order is about.
    fn weight(&self) -> usize {
        match self.why {
            Why::Unanswered => self.unanswered,
            Why::Unhelpful => self.down,
            Why::Rising | Why::Asked => self.count,
        }
    }
}

/// A list of pages is an answer for a visitor who chose one of them.
fn is_unanswered(stored: &StoredReport) -> bool {
    let report = &stored.report;
    match report.state {
        Some(State::Nothing) => true,
        Some(State::Listed) => report.page.is_none() && report.thumb != Some(Thumb::Up),
        _ => false,
    }
}

/// Only the first report on a question has a state.
fn asked(stored: &StoredReport) -> Option<log::Asked<'_>> {
    stored.report.state?;
    Some(log::Asked {
        question: &stored.report.question,
        lang: &stored.report.language,
        is_unanswered: is_unanswered(stored),
    })
}

fn key(language: &str, question: &str) -> Key {
    (language.to_owned(), spelling_key(question, language))
}

fn key_of(wording: &Wording<'_>) -> Key {
    key(wording.lang, wording.question)
}

fn most_frequent(counts: BTreeMap<String, usize>) -> Vec<Asked> {
    let mut counts: Vec<Asked> = counts
        .into_iter()
        .map(|(text, count)| Asked { text, count })
        .collect();
    counts.sort_by_key(|one| Reverse(one.count));
    counts
}
