//! Asking a language model about sections: the common part of `soru questions write` and `soru
//! facts suggest`.

mod arguments;
mod progress;

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

pub(super) use self::arguments::OfModel;
use self::progress::{RequestProgress, stop_on_interrupt};
use super::{DONE, FAILED, MOST_PROBLEMS, count, print, print_json};
use crate::language_model::{
    AskOutcome, Asking, CostEstimate, Endpoint, Message, Prices, RetryPolicy, StopReason, ask,
    estimate,
};
use crate::project::QuestionsSettings;
use crate::questions::{Dropped, Job};

/// The requests to a model, and the use of its replies.
pub(super) trait Task {
    /// The activity for the progress bar.
    const DOING: &'static str;
    /// The noun for the results, in the plural.
    const MADE: &'static str;

    /// The request about a section.
    fn messages(&self, job: &Job) -> [Message; 2];
    /// The approximate number of tokens in a reply.
    fn tokens_back(&self, job: &Job) -> usize;
    /// Stores the content of a reply in the file before the next reply is handled. `by` is the name
    /// of the model.
    fn take(&mut self, job: &Job, reply: &str, by: &str) -> anyhow::Result<()>;
    /// The number of results so far.
    fn made(&self) -> usize;
}

/// The result of asking.
#[derive(Debug, Default)]
pub(super) struct RunSummary {
    /// Sections to ask about.
    pub(super) sections: usize,
    /// The reasons for missing replies.
    pub(super) failed: Vec<String>,
    /// The server's count of tokens.
    pub(super) tokens: usize,
    end: Option<StopReason>,
}

/// Asks about all sections.
pub(super) fn asked(
    jobs: &[&Job],
    task: &mut impl Task,
    settings: &QuestionsSettings,
    arguments: &OfModel,
) -> anyhow::Result<RunSummary> {
    let mut asked = RunSummary {
        sections: jobs.len(),
        ..RunSummary::default()
    };
    if jobs.is_empty() {
        return Ok(asked);
    }
    let settings = with_arguments(settings, arguments);
    let endpoint = endpoint(&settings, arguments)?;
    let asking = Asking {
        messages: jobs.iter().map(|job| task.messages(job)).collect(),
        concurrency: usize::from(arguments.concurrency),
        max_tokens: arguments.max_tokens,
        patience: RetryPolicy::default(),
    };
    let stop = stop_on_interrupt();
    let progress = RequestProgress::of(task, jobs.len(), arguments.quiet);
    let end = ask(asking, Arc::new(endpoint), &stop, |outcome| {
        match outcome {
            AskOutcome::Replied(number, reply) => {
                asked.tokens = asked.tokens.saturating_add(reply.tokens.unwrap_or(0));
                task.take(jobs[number], &reply.text, &settings.model)?;
            }
            AskOutcome::Failed(number, why) => {
                asked.failed.push(format!("{}: {why}", place(jobs[number])));
            }
            AskOutcome::Waits(wait, why) => {
                progress.waits(wait, &why);
                return Ok(());
            }
        }
        progress.one_more(task);
        Ok(())
    })?;
    asked.end = Some(end);
    Ok(asked)
}

/// The project's settings, overridden by the command line.
fn with_arguments(settings: &QuestionsSettings, arguments: &OfModel) -> QuestionsSettings {
    let mut settings = settings.clone();
    for (own, named) in [
        (&mut settings.endpoint, &arguments.endpoint),
        (&mut settings.api, &arguments.api),
        (&mut settings.model, &arguments.model),
    ] {
        if let Some(named) = named {
            named.clone_into(own);
        }
    }
    settings
}

fn endpoint(settings: &QuestionsSettings, arguments: &OfModel) -> anyhow::Result<Endpoint> {
    let key = std::env::var(&settings.key_env).ok();
    Endpoint::new(settings, key, Duration::from_secs(arguments.timeout))
}

fn place(job: &Job) -> String {
    let mut place = vec![job.page.as_str()];
    place.extend(job.section.heading.iter().map(String::as_str));
    place.join(" > ")
}

impl RunSummary {
    /// The line about a reached limit; empty if none was reached.
    pub(super) fn limit_text(&self) -> &'static str {
        match self.end {
            Some(StopReason::SpentTokens) => {
                "tokens    the limit of --max-tokens was reached; run the command again to \
                 continue\n"
            }
            _ => "",
        }
    }

    /// Reports failures. Returns the exit code, or the error that ended asking.
    pub(super) fn finish(&self) -> anyhow::Result<u8> {
        for failed in self.failed.iter().take(MOST_PROBLEMS) {
            anstream::eprintln!("error: {failed}");
        }
        if self.failed.len() > MOST_PROBLEMS {
            anstream::eprintln!("... and {} more", self.failed.len() - MOST_PROBLEMS);
        }
        let rest = "the answers so far are in the file; run the command again to continue";
        match &self.end {
            Some(StopReason::GivenUp(why)) => anyhow::bail!("stopped: {why}; {rest}"),
            Some(StopReason::Stopped) => anyhow::bail!("stopped: {rest}"),
            _ if self.failed.is_empty() => Ok(DONE),
            _ => Ok(FAILED),
        }
    }
}

/// Reports the estimated cost; `sections` is the number of sections in words.
pub(super) fn print_estimate(
    jobs: &[&Job],
    task: &impl Task,
    sections: &str,
    arguments: &OfModel,
) -> anyhow::Result<u8> {
    let prices = arguments.price_in.zip(arguments.price_out);
    let prices = prices.map(|(sent, received)| Prices { sent, received });
    let requests = jobs.iter();
    let requests = requests.map(|job| (task.messages(job), task.tokens_back(job)));
    let estimate = estimate(requests, prices);
    if arguments.json {
        print_json(&estimate)?;
    } else {
        print(&estimate_text(&estimate, sections))?;
    }
    Ok(DONE)
}

fn estimate_text(estimate: &CostEstimate, sections: &str) -> String {
    let (sent, received) = (estimate.tokens_sent, estimate.tokens_received);
    let mut text = format!(
        "sections  {sections}\n\
         tokens    about {sent} input, about {received} output\n"
    );
    match estimate.cost {
        Some(cost) => {
            let _ = writeln!(
                text,
                "cost      about {cost:.2}, in the currency of the prices"
            );
        }
        None => {
            text += "cost      unknown: give the prices per million tokens with --price-in and \
                --price-out\n";
        }
    }
    text + "nothing was sent (--dry-run)\n"
}

/// The number of dropped items by fault, for people; empty if there are none. `noun` names the
/// items.
pub(super) fn dropped_text(dropped: &Dropped, noun: &str) -> String {
    let all: usize = dropped.values().sum();
    if all == 0 {
        return String::new();
    }
    let reasons = dropped.iter();
    let reasons: Vec<String> = reasons
        .map(|(fault, count)| format!("{count} {}", fault.message()))
        .collect();
    format!("dropped   {}: {}\n", count(all, noun), reasons.join(", "))
}
