//! `soru questions import --log`: builds a bundle of the site in a temporary folder, and proposes
//! sections from its hits.

use anyhow::bail;
use soru::settings::Value;
use std::fmt::Write as _;

use super::Setting;
use super::arguments::Import;
use crate::build::SiteBundle;
use crate::bundle::BrowserFiles;
use crate::cli::build::today;
use crate::cli::output::{DONE, count, print};
use crate::log::read;
use crate::questions::{REVIEW_FILE, replace, review};

pub(super) fn run(arguments: &Import) -> anyhow::Result<u8> {
    let exports = read(&[&arguments.file])?;
    if exports.entries.is_empty() {
        bail!(
            "{}: no line is an entry of a query log: name a file exported by the box's \
             `exportLog()`",
            arguments.file.display()
        );
    }
    let setting = Setting::read(&arguments.site)?;
    let plan = setting.plan()?;
    let questions = setting.file.is_file().then(|| setting.file.clone());
    let site = SiteBundle::build(
        &arguments.site.inputs,
        &setting.project,
        questions,
        BrowserFiles::none(),
        today()?,
    )?;
    let options = [("today".to_owned(), Value::Text(today()?.to_string()))];
    let review = review(
        &exports.entries,
        arguments.at_least,
        &plan,
        &site.bundle,
        &options,
    )?;
    let file = arguments.out.clone();
    let file = file.unwrap_or_else(|| setting.file.with_file_name(REVIEW_FILE));
    replace(&file, &review.lines)?;
    let mut text = format!(
        "{}: {} of visitors, proposed for {}.\nCheck them, delete those that their section does \
         not answer or that identify a person, and move the rest into {}. Until then no build \
         uses them.\n",
        file.display(),
        count(review.questions, "question"),
        count(review.lines.len(), "section"),
        setting.file.display()
    );
    for (number, what) in [
        (review.known, "are in the file already"),
        (review.unplaced, "fit no section"),
        (exports.bad_lines.len(), "lines of the log are invalid"),
    ] {
        if number > 0 {
            let _ = writeln!(text, "{number} {what}");
        }
    }
    print(&text)?;
    Ok(DONE)
}
