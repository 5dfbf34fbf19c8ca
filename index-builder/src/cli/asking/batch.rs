//! Writes requests to a file, for a batch service or for pasting into an assistant.

use std::path::Path;

use anyhow::{Context, bail};

use crate::cli::output::{DONE, count, print};
use crate::language_model::{BatchFormat, Message, requests};
use crate::questions::Job;

/// A file of requests about sections.
pub(in crate::cli) struct Batch<'b> {
    pub(in crate::cli) file: &'b Path,
    pub(in crate::cli) format: BatchFormat,
    /// The name of the model.
    pub(in crate::cli) model: &'b str,
    /// The parts that the sections lack, for the reader of the report.
    pub(in crate::cli) lacking: &'static str,
    /// The command that reads the answers.
    pub(in crate::cli) import: &'static str,
}

impl Batch<'_> {
    /// Writes the file, and says what to do with it.
    pub(in crate::cli) fn write(
        &self,
        jobs: &[&Job],
        messages: impl Fn(&Job) -> [Message; 2],
    ) -> anyhow::Result<u8> {
        if self.format == BatchFormat::OpenaiBatch && self.model.is_empty() {
            bail!(
                "a batch needs the name of the model: set `model` under [questions] in \
                 soru.toml, or give --model"
            );
        }
        let asked = jobs.iter().map(|job| (job.id.as_str(), messages(job)));
        let file = self.file.display();
        std::fs::write(self.file, requests(asked, self.model, self.format))
            .with_context(|| format!("{file}: cannot be written"))?;
        print(&format!(
            "{file}: {}, one for each section without {}. Import the answers with `{}`: one per \
             line, with the `custom_id` or `id` of its request\n",
            count(jobs.len(), "request"),
            self.lacking,
            self.import
        ))?;
        Ok(DONE)
    }
}
