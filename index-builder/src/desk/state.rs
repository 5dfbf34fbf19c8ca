//! The content of the page.

use jiff::ToSpan;
use jiff::civil::Date;
use serde::Serialize;
use soru::Fact;

use super::proposals::Proposed;
use super::site::Site;
use super::week::Week;

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
        Ok(Self {
            week,
            today,
            site: site.map(SiteState::new).transpose()?,
        })
    }
}

impl SiteState {
    fn new(site: &Site) -> anyhow::Result<Self> {
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
            facts: facts.len(),
            expiring,
        })
    }
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
