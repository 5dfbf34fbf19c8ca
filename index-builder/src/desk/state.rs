//! The content of the page.

use std::collections::BTreeMap;

use jiff::ToSpan;
use jiff::civil::Date;
use serde::Serialize;
use soru::Fact;

use super::proposals::Proposed;
use super::site::Site;
use super::week::{Group, Week};
use super::written::Written;
use crate::log::spelling_key;

/// A fact is shown this number of days before it expires.
const SOON: i64 = 30;

/// The content of the page.
#[derive(Debug, Serialize)]
pub(super) struct State {
    week: Week,
    today: Date,
    site: Option<SiteState>,
}

/// The site, if the desk has one.
#[derive(Debug, Serialize)]
pub(super) struct SiteState {
    bundle: BundleState,
    languages: Vec<String>,
    /// The address of the site; relative addresses of pages begin in its root.
    url: String,
    expiring: Vec<Fact>,
    suggested: Vec<Fact>,
    proposed: Vec<Proposed>,
    written: Written,
    /// For each question of the week, the fact that has it or one of its wordings.
    known: Vec<Option<Fact>>,
    facts: usize,
}

/// The bundle that the box beside the questions asks.
#[derive(Debug, Serialize)]
pub(super) struct BundleState {
    number: usize,
    is_building: bool,
    problem: Option<String>,
}

impl State {
    pub(super) fn new(week: Week, site: Option<&Site>, today: Date) -> anyhow::Result<Self> {
        let site = site.map(|site| SiteState::new(site, &week)).transpose()?;
        Ok(Self { week, today, site })
    }
}

impl SiteState {
    fn new(site: &Site, week: &Week) -> anyhow::Result<Self> {
        let project = site.project()?;
        let facts = site.facts(&project);
        let soon = site.today().saturating_add(SOON.days());
        let is_expiring = |fact: &&Fact| {
            let day: Option<Date> = fact.valid_until.parse().ok();
            day.is_some_and(|day| day <= soon)
        };
        let mut expiring: Vec<Fact> = facts.iter().filter(is_expiring).cloned().collect();
        expiring.sort_by(|a, b| a.valid_until.cmp(&b.valid_until));
        Ok(Self {
            bundle: BundleState::new(site),
            languages: project.languages(),
            url: project.configuration.site.url.clone(),
            suggested: Site::suggestions(&project),
            proposed: Site::proposed(&project),
            written: Site::written(&project),
            known: known(&facts, &project.languages(), week),
            facts: facts.len(),
            expiring,
        })
    }
}

/// An answer to these questions would contradict the fact, or repeat it.
fn known(facts: &[Fact], languages: &[String], week: &Week) -> Vec<Option<Fact>> {
    let main = languages.first().map_or("", String::as_str);
    let keys = facts.iter().flat_map(|fact| {
        let lang = Some(&*fact.lang).filter(|lang| !lang.is_empty());
        let lang = lang.unwrap_or(main);
        let asked = std::iter::once(&fact.question).chain(&fact.aliases);
        asked.map(move |question| ((lang, spelling_key(question, lang)), fact))
    });
    let keys: BTreeMap<(&str, String), &Fact> = keys.collect();
    let of_group = |group: &Group| {
        let mut asked = group.wordings.iter().map(|own| &own.text);
        let fact =
            asked.find_map(|own| keys.get(&(&*group.language, spelling_key(own, &group.language))));
        fact.map(|fact| (*fact).clone())
    };
    week.groups.iter().map(of_group).collect()
}

impl BundleState {
    pub(super) fn new(site: &Site) -> Self {
        let (is_building, problem) = site.building();
        Self {
            number: site.bundle().0,
            is_building,
            problem,
        }
    }
}
