//! Tests of written questions, on a page about leave.

mod languages;
mod matching;
mod merging;
mod replies;

use soru::{Block, Document};

use super::plan::{Job, Plan, SiteJobs};
use super::prompt::Prompt;
use crate::project::{Project, QuestionsSettings};

fn heading(level: u8, text: &str) -> Block {
    Block::Heading {
        level,
        text: text.into(),
        anchor: None,
        is_question: false,
    }
}

fn text(text: &str) -> Block {
    Block::Text(text.into())
}

/// A page about leave.
fn page() -> Document {
    Document {
        id: "leave.md".into(),
        title: "Leave".into(),
        lang: "en".into(),
        url: "leave/".into(),
        blocks: vec![
            heading(1, "Leave"),
            text("You have 20 days of leave a year. They end with the year."),
            heading(2, "Sick leave"),
            text("Tell your supervisor on the first day. Bring a note after 3 days."),
            text("The form is HR-17. Send it to the office within a week of your return."),
            heading(2, "Resources"),
            text("The handbook of the office of human resources has more."),
            heading(2, "Unpaid leave"),
            heading(3, "Resources"),
            text("Ask the union about unpaid leave, it has a leaflet."),
        ],
        ..Document::default()
    }
}

fn site() -> SiteJobs {
    SiteJobs {
        documents: vec![page()],
    }
}

/// The section about sick leave.
fn job() -> Job {
    let site = site();
    let plan = Plan::new(&site, Vec::new(), &QuestionsSettings::default());
    let mut jobs = plan.open().into_iter();
    jobs.find(|job| job.section.heading == ["Sick leave"])
        .unwrap()
        .clone()
}

fn prompt() -> Prompt {
    Prompt::new(&Project::default())
}
