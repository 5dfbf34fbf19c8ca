//! `soru questions write`.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use super::arguments::Write;
use super::progress::{Progress, stop_on_interrupt};
use super::{Setting, count, dropped_text, merge_text};
use crate::cli::{DONE, FAILED, MOST_PROBLEMS, say, say_json};
use crate::project::QuestionsSettings;
use crate::questions::{
    Asking, Dropped, End, Endpoint, Estimate, Job, Merge, Outcome, Patience, Prices, Reply, append,
    ask, check_reply, estimate,
};

pub(super) fn run(arguments: &Write) -> anyhow::Result<u8> {
    let setting = Setting::read(&arguments.site)?;
    let plan = setting.plan()?;
    let mut jobs = plan.open();
    jobs.truncate(arguments.limit.unwrap_or(usize::MAX));
    if arguments.dry_run {
        let prices = arguments.price_in.zip(arguments.price_out);
        let prices = prices.map(|(sent, received)| Prices { sent, received });
        let estimate = estimate(&jobs, &setting.prompt, prices);
        let lacking = match setting.project.questions.languages.as_slice() {
            [] => "have no questions",
            _ => "lack questions in a language",
        };
        let sections = format!("{} of {} {lacking}", jobs.len(), plan.sections.len());
        tell_estimate(&estimate, &sections, arguments)?;
        return Ok(DONE);
    }
    let mut run = Run::default();
    if !jobs.is_empty() {
        run.ask(&jobs, &setting, arguments)?;
    }
    let merge = setting.tidy(arguments.prune)?;
    run.tell(merge, jobs.len(), &setting, arguments)
}

/// The project's settings, with those of the command line in their places.
fn settings(setting: &Setting, arguments: &Write) -> QuestionsSettings {
    let mut settings = setting.project.questions.clone();
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

/// What has come of asking.
#[derive(Debug, Default)]
struct Run {
    sections: usize,
    questions: usize,
    unusable: usize,
    tokens: usize,
    dropped: Dropped,
    failed: Vec<String>,
    end: Option<End>,
}

impl Run {
    fn ask(&mut self, jobs: &[&Job], setting: &Setting, arguments: &Write) -> anyhow::Result<()> {
        let settings = settings(setting, arguments);
        let key = std::env::var(&settings.key_env).ok();
        let within = Duration::from_secs(arguments.timeout);
        let endpoint = Endpoint::new(&settings, key, within)?;
        let prompt = &setting.prompt;
        let asking = Asking {
            messages: jobs.iter().map(|job| prompt.messages(job)).collect(),
            concurrency: usize::from(arguments.concurrency),
            max_tokens: arguments.max_tokens,
            patience: Patience::default(),
        };
        let stop = stop_on_interrupt();
        let progress = Progress::new(jobs.len(), arguments.quiet);
        let end = ask(asking, Arc::new(endpoint), &stop, |outcome| {
            match outcome {
                Outcome::Replied(number, reply) => {
                    self.take(jobs[number], &reply, setting, &settings.model)?;
                }
                Outcome::Failed(number, why) => {
                    self.failed.push(format!("{}: {why}", place(jobs[number])));
                }
            }
            progress.one_more(self.questions);
            Ok(())
        })?;
        self.end = Some(end);
        Ok(())
    }

    /// The line is in the file before the next answer is looked at.
    fn take(
        &mut self,
        job: &Job,
        reply: &Reply,
        setting: &Setting,
        by: &str,
    ) -> anyhow::Result<()> {
        self.tokens += reply.tokens.unwrap_or(0);
        let checked = check_reply(&reply.text, job, &setting.prompt);
        for (fault, count) in &checked.dropped {
            *self.dropped.entry(*fault).or_default() += count;
        }
        if !checked.is_usable() {
            self.unusable += 1;
            return Ok(());
        }
        self.sections += 1;
        self.questions += checked.questions.len();
        append(&setting.file, &job.line(checked.questions, by))
    }

    fn tell(
        &self,
        merge: Merge,
        asked: usize,
        setting: &Setting,
        arguments: &Write,
    ) -> anyhow::Result<u8> {
        if arguments.json {
            say_json(&self.report(merge, asked, setting))?;
        } else if !arguments.quiet {
            say(&self.text(merge, asked, setting))?;
        }
        for failed in self.failed.iter().take(MOST_PROBLEMS) {
            anstream::eprintln!("error: {failed}");
        }
        if self.failed.len() > MOST_PROBLEMS {
            anstream::eprintln!("... and {} more", self.failed.len() - MOST_PROBLEMS);
        }
        let rest = "what was answered is in the file; run it again to go on";
        match &self.end {
            Some(End::GivenUp(why)) => anyhow::bail!("given up: {why}; {rest}"),
            Some(End::Stopped) => anyhow::bail!("stopped: {rest}"),
            _ if self.failed.is_empty() => Ok(DONE),
            _ => Ok(FAILED),
        }
    }

    fn text(&self, merge: Merge, asked: usize, setting: &Setting) -> String {
        let mut text = match asked {
            0 => "sections  all have questions already; nothing was sent\n".to_owned(),
            _ => format!(
                "sections  {} of {asked} have questions now, {} in all\n",
                self.sections, self.questions
            ),
        };
        text += &dropped_text(&self.dropped);
        if self.unusable > 0 {
            let _ = writeln!(
                text,
                "unusable  {} without a question that its section could answer; the next run asks again",
                count(self.unusable, "answer")
            );
        }
        if self.end == Some(End::SpentTokens) {
            text += "tokens    as many were used as --max-tokens allows; run it again to go on\n";
        }
        text += &merge_text(merge);
        let _ = writeln!(text, "file      {}", setting.file.display());
        text
    }

    fn report(&self, merge: Merge, asked: usize, setting: &Setting) -> impl Serialize + use<> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Report {
            file: String,
            asked: usize,
            sections: usize,
            questions: usize,
            dropped: Dropped,
            unusable: usize,
            failed: Vec<String>,
            tokens: usize,
            replaced: usize,
            pruned: usize,
            orphaned: usize,
        }
        Report {
            file: setting.file.display().to_string(),
            asked,
            sections: self.sections,
            questions: self.questions,
            dropped: self.dropped.clone(),
            unusable: self.unusable,
            failed: self.failed.clone(),
            tokens: self.tokens,
            replaced: merge.replaced,
            pruned: merge.pruned,
            orphaned: merge.orphaned,
        }
    }
}

fn place(job: &Job) -> String {
    let mut place = vec![job.page.as_str()];
    place.extend(job.section.heading.iter().map(String::as_str));
    place.join(" > ")
}

fn tell_estimate(estimate: &Estimate, sections: &str, arguments: &Write) -> anyhow::Result<()> {
    if arguments.json {
        return say_json(estimate);
    }
    let (sent, received) = (estimate.tokens_sent, estimate.tokens_received);
    let mut text = format!(
        "sections  {sections}\n\
         tokens    about {sent} to be sent, about {received} to come back\n"
    );
    match estimate.cost {
        Some(cost) => {
            let _ = writeln!(
                text,
                "cost      about {cost:.2}, in the currency of the prices"
            );
        }
        None => {
            text += "cost      unknown: name prices per million tokens with --price-in and --price-out\n";
        }
    }
    text += "nothing was sent (--dry-run)\n";
    say(&text)
}
