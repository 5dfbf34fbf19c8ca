//! Reads and checks the reply of a language model like any untrusted bytes: it drops everything
//! that is not a fact of the section, and counts the faults.

use std::collections::BTreeSet;

use serde_json::Value;
use soru::Fact;
use soru_ingest::{reads_like_an_instruction, tidy_line};

use super::known::KnownFacts;
use super::prompt::FactsPrompt;
use super::quotation::Quotation;
use crate::language_model::{ReplyContent, bare, values_in};
use crate::questions::{Checking, Dropped, Fault, Job, essence, has_invisible};

/// The maximum length of an answer in characters: a fact is not a passage.
const LONGEST: usize = 300;

/// A reply after the check.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CheckedFacts {
    /// The accepted facts.
    pub facts: Vec<Fact>,
    /// The number of dropped facts, and of dropped aliases of accepted facts.
    pub dropped: Dropped,
    /// Whether the reply is a list of facts, even an empty one. Otherwise another request is
    /// worthwhile.
    pub is_readable: bool,
}

/// Accepts the facts of a reply that the section states and that are not known.
pub fn check_facts(
    content: &ReplyContent,
    job: &Job,
    prompt: &FactsPrompt,
    known: &KnownFacts,
) -> CheckedFacts {
    let values = match content {
        ReplyContent::Text(text) => values_in(bare(text)),
        ReplyContent::List(values) => Some(values.clone()),
    };
    let mut check = Check {
        checking: Checking::new(job, prompt.names()),
        job,
        prompt,
        known,
        wordings: BTreeSet::new(),
        checked: CheckedFacts::default(),
    };
    let Some(values) = values else {
        check.drop(Fault::Unreadable);
        return check.checked;
    };
    check.checked.is_readable = values.is_empty() || values.iter().any(Value::is_object);
    for value in values {
        match ProposedFact::read(value) {
            Some(written) => check.take(written),
            None => check.drop(Fault::Unreadable),
        }
    }
    check.checked
}

/// A fact in the model's reply.
struct ProposedFact {
    question: String,
    aliases: Vec<String>,
    answer: String,
}

impl ProposedFact {
    fn read(value: Value) -> Option<Self> {
        let Value::Object(mut fields) = value else {
            return None;
        };
        let text = |value: Value| {
            let text = value.as_str().filter(|text| !has_invisible(text));
            text.map(tidy_line)
        };
        let aliases = match fields.remove("aliases") {
            Some(Value::Array(items)) => items.into_iter().filter_map(text).collect(),
            Some(alias) => text(alias).into_iter().collect(),
            None => Vec::new(),
        };
        Some(Self {
            question: text(fields.remove("question")?)?,
            aliases,
            // The quotation from the section replaces this text.
            answer: tidy_line(fields.remove("answer")?.as_str()?),
        })
    }
}

/// The check of one reply.
struct Check<'c> {
    checking: Checking,
    job: &'c Job,
    prompt: &'c FactsPrompt,
    known: &'c KnownFacts,
    /// The wordings so far, in folded spelling.
    wordings: BTreeSet<String>,
    checked: CheckedFacts,
}

impl Check<'_> {
    fn drop(&mut self, fault: Fault) {
        *self.checked.dropped.entry(fault).or_default() += 1;
    }

    fn take(&mut self, written: ProposedFact) {
        match self.fact(&written) {
            Ok(fact) => {
                let aliases = self.aliases(written.aliases, &fact);
                self.checked.facts.push(Fact { aliases, ..fact });
            }
            Err(fault) => self.drop(fault),
        }
    }

    fn fact(&mut self, written: &ProposedFact) -> Result<Fact, Fault> {
        let section = &self.job.section;
        let quotation = Quotation::find(&section.text, &written.answer).ok_or(Fault::Quotation)?;
        if quotation.answer.chars().count() > LONGEST {
            return Err(Fault::Length);
        }
        // The page may contain instructions to models, quoted word for word.
        if reads_like_an_instruction(&quotation.context) || quotation.answer.contains("<<<") {
            return Err(Fault::Instruction);
        }
        if self.checked.facts.len() >= self.prompt.most() {
            return Err(Fault::TooMany);
        }
        self.wording(&written.question, &quotation.answer)?;
        Ok(Fact {
            question: written.question.clone(),
            answer: quotation.answer,
            source_url: source(self.job),
            lang: self.prompt.lang(self.job).unwrap_or_default(),
            source_title: self.job.title.clone(),
            source_quote: quotation.context,
            ..Fact::default()
        })
    }

    /// Accepts a wording without faults.
    fn wording(&mut self, question: &str, answer: &str) -> Result<(), Fault> {
        if let Some(fault) = self.checking.fault(question) {
            return Err(fault);
        }
        if self.known.has(question, &self.job.lang, answer) {
            return Err(Fault::Known);
        }
        let is_new = self.wordings.insert(essence(question));
        is_new.then_some(()).ok_or(Fault::Duplicate)
    }

    fn aliases(&mut self, written: Vec<String>, fact: &Fact) -> Vec<String> {
        let mut aliases = Vec::new();
        for alias in written {
            if aliases.len() >= self.prompt.most_aliases() {
                self.drop(Fault::TooMany);
                continue;
            }
            match self.wording(&alias, &fact.answer) {
                Ok(()) => aliases.push(alias),
                Err(fault) => self.drop(fault),
            }
        }
        aliases
    }
}

/// The address of the section.
fn source(job: &Job) -> String {
    match job.section.anchor.as_str() {
        "" => job.url.clone(),
        anchor => format!("{}#{anchor}", job.url),
    }
}
