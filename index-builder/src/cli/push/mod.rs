//! `soru push`.
//!
//! | file | does |
//! |---|---|
//! | `arguments.rs` | the arguments |
//! | `pages.rs` | the reports as text |
//! | `progress.rs` | a bar on a terminal, and messages about waiting |

mod arguments;
mod pages;
mod progress;

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use soru::retrieval::REMOTE;
use soru_cluster::{
    Address, Alias, CheckQuestion, Connection, Credentials, Failure, Patience, PushOptions, Report,
    Target, push,
};
use soru_evaluation::answers::Question;

pub(super) use self::arguments::Push;
use self::progress::PushProgress;
use super::output::{DONE, print, print_json};
use crate::bundle::Bundle;

pub(super) fn run(arguments: &Push) -> anyhow::Result<u8> {
    match act(arguments) {
        Ok(()) => Ok(DONE),
        Err(error) => match error.downcast_ref::<Failure>() {
            Some(failure @ Failure::Input(_)) => bail!("{failure}"),
            Some(failure) => {
                anstream::eprintln!("error: {failure}");
                Ok(failure.exit_code())
            }
            None => Err(error),
        },
    }
}

fn act(arguments: &Push) -> anyhow::Result<()> {
    let alias = Alias::new(&arguments.name)?;
    let connection = connection(arguments)?;
    // Files are read before anything is asked of the cluster.
    let check = arguments
        .check
        .as_deref()
        .map_or(Ok(Vec::new()), questions)?;
    let bundle = arguments.bundle.as_deref().map(Bundle::open).transpose()?;
    if let Some(bundle) = &bundle {
        refuse_a_small_index(bundle)?;
    }
    let progress = Arc::new(PushProgress::new(arguments.quiet || arguments.json));
    let target = Target::connect(&connection, alias, Arc::clone(&progress) as _)?;
    if arguments.list {
        return listed(arguments, &target);
    }
    let report = match bundle {
        Some(bundle) if !arguments.rollback => push(&bundle, &target, &options(arguments, check)),
        _ => target.roll_back(arguments.dry_run),
    };
    progress.end();
    reported(arguments, &report?)
}

/// Rejects a bundle that has only the most important pages: the cluster would lose all others.
fn refuse_a_small_index(bundle: &Bundle) -> anyhow::Result<()> {
    if bundle.engine().configuration().retrieval.retriever == REMOTE {
        bail!(
            "{}: it was built with --layout remote, and has only the most important pages: push a \
             bundle that was built without it",
            bundle.folder().display()
        );
    }
    Ok(())
}

fn connection(arguments: &Push) -> Result<Connection, Failure> {
    let addresses = arguments.to.iter();
    let addresses = addresses.map(|own| Address::new(own, arguments.allow_http));
    let variable = &arguments.credentials_env;
    let value = std::env::var(variable).ok();
    Ok(Connection {
        addresses: addresses.collect::<Result<_, _>>()?,
        engine: arguments.engine.map(Into::into),
        authority: arguments.ca.clone(),
        credentials: Credentials::new(variable, value.as_deref())?,
        patience: Patience::default(),
    })
}

fn options(arguments: &Push, check: Vec<CheckQuestion>) -> PushOptions {
    PushOptions {
        update: arguments.update,
        check,
        dry_run: arguments.dry_run,
    }
}

/// Reads the questions of a check that have a page.
fn questions(file: &Path) -> anyhow::Result<Vec<CheckQuestion>> {
    let questions = Question::read(file)?.into_iter();
    let with_page = questions.filter(|question| !question.page.is_empty());
    let check: Vec<CheckQuestion> = with_page
        .map(|question| CheckQuestion {
            text: question.text,
            pages: question.page,
        })
        .collect();
    (!check.is_empty()).then_some(check).with_context(|| {
        format!(
            "{}: no question has a `page`: write lines such as \
             {{\"text\": \"How long are books lent?\", \"page\": \"library.html\"}}",
            file.display()
        )
    })
}

fn listed(arguments: &Push, target: &Target) -> anyhow::Result<()> {
    let listing = target.list()?;
    if arguments.json {
        return print_json(&listing);
    }
    print(&pages::listing(&listing))
}

fn reported(arguments: &Push, report: &Report) -> anyhow::Result<()> {
    for warning in &report.warnings {
        anstream::eprintln!("warning: {warning}");
    }
    if arguments.json {
        return print_json(report);
    }
    if arguments.quiet {
        return Ok(());
    }
    print(&pages::report(report))
}
