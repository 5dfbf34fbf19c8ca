//! Asks a language model about sections: the common part of `soru questions write` and `soru facts
//! suggest`.

mod arguments;
mod batch;
mod progress;

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

pub(super) use self::arguments::OfModel;
pub(super) use self::batch::Batch;
use self::progress::{RequestProgress, stop_on_interrupt};
use super::output::{DONE, FAILED, MOST_PROBLEMS, count, print, print_json};
use crate::language_model::{
    AskOutcome, Asking, Budget, CostEstimate, Endpoint, Limits, Message, Model, Prices, Request,
    RetryPolicy, StopReason, ask, estimate,
};
use crate::project::QuestionsSettings;
use crate::questions::{Dropped, Job};

/// The number of requests about a section: the first, and another if its reply is poor.
const ROUNDS: usize = 2;

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
    /// of the model. Returns whether another request about the section is worthwhile; it is made
    /// once.
    fn take(&mut self, job: &Job, reply: &str, by: &str) -> anyhow::Result<bool>;
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
    /// The server's count of tokens, of all requests.
    pub(super) tokens: usize,
    /// Their cost, if the prices are known.
    pub(super) cost: Option<f64>,
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
    let endpoint: Arc<dyn Model> = Arc::new(endpoint(&settings, arguments)?);
    let budget = Arc::new(Budget::new(limits(arguments)));
    let stop = stop_on_interrupt();
    let mut jobs = jobs.to_vec();
    for _ in 0..ROUNDS {
        let asking = Asking {
            requests: jobs.iter().map(|job| request(job, task)).collect(),
            concurrency: usize::from(arguments.concurrency),
            budget: Arc::clone(&budget),
            patience: RetryPolicy::default(),
        };
        let mut again = Vec::new();
        let progress = RequestProgress::of(task, jobs.len(), arguments.quiet);
        let end = ask(asking, Arc::clone(&endpoint), &stop, |outcome| {
            match outcome {
                AskOutcome::Replied(number, reply) => {
                    if task.take(jobs[number], &reply.text, &settings.model)? {
                        again.push(jobs[number]);
                    }
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
        let is_done = end == StopReason::Done;
        asked.end = Some(end);
        jobs = again;
        if jobs.is_empty() || !is_done {
            break;
        }
    }
    asked.tokens = budget.used().total();
    asked.cost = budget.cost();
    Ok(asked)
}

fn request(job: &Job, task: &impl Task) -> Request {
    Request::new(task.messages(job), task.tokens_back(job))
}

fn limits(arguments: &OfModel) -> Limits {
    Limits {
        max_tokens: arguments.max_tokens,
        max_cost: arguments.max_cost,
        prices: prices(arguments),
    }
}

fn prices(arguments: &OfModel) -> Option<Prices> {
    let prices = arguments.price_in.zip(arguments.price_out);
    prices.map(|(sent, received)| Prices { sent, received })
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
    /// The line about the tokens that the server counted, and their cost; empty if there are none.
    pub(super) fn usage_text(&self) -> String {
        let cost = self.cost.map(|cost| format!(", cost {cost:.4}"));
        match self.tokens {
            0 => String::new(),
            tokens => format!("tokens    {tokens} used{}\n", cost.unwrap_or_default()),
        }
    }

    /// The line about a reached limit; empty if none was reached.
    pub(super) fn limit_text(&self) -> &'static str {
        match self.end {
            Some(StopReason::Spent) => {
                "limit     another request could exceed --max-tokens or --max-cost; run the \
                 command again to continue\n"
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

/// Reports the estimated cost; `sections` is the number of sections as text.
pub(super) fn print_estimate(
    jobs: &[&Job],
    task: &impl Task,
    sections: &str,
    arguments: &OfModel,
) -> anyhow::Result<u8> {
    let requests = jobs.iter().map(|job| request(job, task));
    let estimate = estimate(requests, prices(arguments));
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
    format!(
        "dropped   {}: {}\n",
        count(all, noun),
        reasons_text(dropped)
    )
}

/// The number of items by fault.
pub(super) fn reasons_text(faults: &Dropped) -> String {
    let reasons = faults.iter();
    let reasons: Vec<String> = reasons
        .map(|(fault, count)| format!("{count} {}", fault.message()))
        .collect();
    reasons.join(", ")
}
