//! Reads questions with their labels.
//!
//! A line of the questions' file is a JSON object:
//!
//! | key | |
//! |---|---|
//! | `text` | the question; `question` is the same |
//! | `id` | default: the number of the line |
//! | `lang` | language tag |
//! | `relevant` | ids of the pages that answer it: a list, or a table of grades |
//! | `unanswerable` | `true`: nothing on the site answers it |
//! | `tier` | the right tier: 1 for facts, 2 for pages |
//! | `fact` | the question of the fact that answers it, or a list of several; `null`: no fact does |
//! | `answers` | texts of which a right answer contains one |
//!
//! Other keys are ignored. Relevance may come in a second file instead, one judgement per line:
//! question id, page id, grade, separated by tabs (or TREC's four columns, or BEIR's header line).
//! Answers may come in a third: `{"id": ..., "answers": [...]}`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Deserialize, Deserializer, Serialize};

use soru_files::place::{Place, Problem, Problems};

/// The files with a set's questions and labels.
#[derive(Debug, Clone, Default)]
pub struct Files {
    /// The questions.
    pub questions: PathBuf,
    /// The judgements, unless the questions have them.
    pub qrels: Option<PathBuf>,
    /// The answers, if there are any.
    pub answers: Option<PathBuf>,
}

/// A question and its labels.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// Its id in the set.
    pub id: String,
    /// Its text.
    pub text: String,
    /// Language tag, empty if not labelled.
    pub lang: String,
    /// Grades above 0 by page.
    pub relevant: BTreeMap<String, f64>,
    /// Whether the site has no answer to it.
    pub unanswerable: bool,
    /// The right tier.
    pub tier: Option<u8>,
    /// The fact that answers it.
    #[serde(skip)]
    pub fact: FactLabel,
    /// Texts of which a right answer contains one.
    #[serde(skip)]
    pub answers: Vec<String>,
}

/// The label of a question about facts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum FactLabel {
    /// No label.
    #[default]
    Unlabelled,
    /// No fact answers it.
    NoFact,
    /// Any of the facts with these questions answers it.
    OneOf(Vec<String>),
}

impl Question {
    /// Reads questions with all their labels.
    ///
    /// # Errors
    /// All mistakes in the files together, with their lines; or the error of an unreadable file.
    pub fn read(files: &Files) -> anyhow::Result<Vec<Self>> {
        let mut reading = Reading::default();
        reading.questions(&files.questions)?;
        if let Some(qrels) = &files.qrels {
            reading.judgements(qrels)?;
        }
        if let Some(answers) = &files.answers {
            reading.answers(answers)?;
        }
        Ok(reading.finish(files)?)
    }

    /// Whether the order of pages can be scored, because some page answers it.
    pub fn is_ranked(&self) -> bool {
        !self.unanswerable && !self.relevant.is_empty()
    }
}

#[derive(Debug, Default)]
struct Reading {
    questions: Vec<Question>,
    by_id: BTreeMap<String, usize>,
    problems: Vec<Problem>,
}

/// A line of the questions' file.
#[derive(Debug, Deserialize)]
struct QuestionLine {
    id: Option<String>,
    #[serde(alias = "question")]
    text: String,
    #[serde(default)]
    lang: Option<String>,
    #[serde(default)]
    relevant: Relevant,
    #[serde(default)]
    unanswerable: bool,
    tier: Option<u8>,
    #[serde(default, deserialize_with = "fact_label")]
    fact: FactLabel,
    #[serde(default)]
    answers: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Relevant {
    Pages(Vec<String>),
    Grades(BTreeMap<String, f64>),
}

impl Default for Relevant {
    fn default() -> Self {
        Self::Pages(Vec::new())
    }
}

#[derive(Debug, Deserialize)]
struct AnswerLine {
    id: String,
    answers: Vec<String>,
}

/// Reads `null` as "no fact answers the question", and an absent key as "no label".
fn fact_label<'de, D: Deserializer<'de>>(source: D) -> Result<FactLabel, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Label {
        One(String),
        Several(Vec<String>),
    }
    Ok(match Option::deserialize(source)? {
        None => FactLabel::NoFact,
        Some(Label::One(question)) => FactLabel::OneOf(vec![question]),
        Some(Label::Several(questions)) => FactLabel::OneOf(questions),
    })
}

impl Reading {
    fn questions(&mut self, file: &Path) -> anyhow::Result<()> {
        for (place, line) in lines(&open(file)?, file) {
            let number = self.questions.len() + 1;
            match serde_json::from_str::<QuestionLine>(line) {
                Err(error) => self.problems.push(place.problem(not_a_line(&error))),
                Ok(line) => self.add(&place, line.question(number)),
            }
        }
        Ok(())
    }

    fn add(&mut self, place: &Place, question: Result<Question, String>) {
        match question {
            Err(message) => self.problems.push(place.problem(message)),
            Ok(question) => {
                let at = self.questions.len();
                if self.by_id.insert(question.id.clone(), at).is_some() {
                    let message = format!("the id `{}` occurs twice", question.id);
                    self.problems.push(place.problem(message));
                }
                self.questions.push(question);
            }
        }
    }

    fn judgements(&mut self, file: &Path) -> anyhow::Result<()> {
        let text = open(file)?;
        for (number, (place, line)) in lines(&text, file).enumerate() {
            match judgement(line) {
                Some((id, page, grade)) => self.judge(&place, id, page, grade),
                // BEIR files name their columns.
                None if number == 0 && line.starts_with("query-id") => {}
                None => {
                    let message = "a judgement consists of question id, page id and a grade of 0 \
                        or more, separated by tabs";
                    self.problems.push(place.problem(message));
                }
            }
        }
        Ok(())
    }

    fn judge(&mut self, place: &Place, id: &str, page: &str, grade: f64) {
        let Some(at) = self.by_id.get(id) else {
            let message = format!("no question has the id `{id}`");
            self.problems.push(place.problem(message));
            return;
        };
        if grade > 0.0 {
            let relevant = &mut self.questions[*at].relevant;
            relevant.insert(page.to_owned(), grade);
        }
    }

    fn answers(&mut self, file: &Path) -> anyhow::Result<()> {
        for (place, line) in lines(&open(file)?, file) {
            let line: AnswerLine = match serde_json::from_str(line) {
                Ok(line) => line,
                Err(error) => {
                    self.problems.push(place.problem(not_a_line(&error)));
                    continue;
                }
            };
            if let Some(at) = self.by_id.get(&line.id) {
                self.questions[*at].answers.extend(line.answers);
            } else {
                let message = format!("no question has the id `{}`", line.id);
                self.problems.push(place.problem(message));
            }
        }
        Ok(())
    }

    fn finish(mut self, files: &Files) -> Result<Vec<Question>, Problems> {
        let labelled = |question: &Question| {
            question.is_ranked()
                || question.unanswerable
                || question.tier.is_some()
                || question.fact != FactLabel::Unlabelled
        };
        if self.problems.is_empty() && !self.questions.iter().any(labelled) {
            let message = "no question has labels: name the judgements with --qrels, or add \
                `relevant`, `tier`, `fact` or `unanswerable` to the questions";
            let place = Place::file(&files.questions);
            self.problems.push(place.problem(message));
        }
        for question in &mut self.questions {
            question.answers.retain(|answer| !answer.trim().is_empty());
        }
        Problems::none_or_all(self.problems)?;
        Ok(self.questions)
    }
}

impl QuestionLine {
    fn question(self, number: usize) -> Result<Question, String> {
        if self.text.trim().is_empty() {
            return Err("the question is empty".to_owned());
        }
        if self.tier.is_some_and(|tier| tier != 1 && tier != 2) {
            return Err("`tier` must be 1 or 2".to_owned());
        }
        let relevant = match self.relevant {
            Relevant::Pages(pages) => pages.into_iter().map(|page| (page, 1.0)).collect(),
            Relevant::Grades(grades) => grades,
        };
        if relevant.values().any(|grade| !is_grade(*grade)) {
            return Err("a grade in `relevant` must be 0 or more".to_owned());
        }
        // If no fact is named, a label that lists pages, or states that there is no answer, rules
        // facts out.
        let fact = match self.fact {
            FactLabel::Unlabelled if self.unanswerable || self.tier == Some(2) => FactLabel::NoFact,
            other => other,
        };
        Ok(Question {
            id: self.id.unwrap_or_else(|| number.to_string()),
            text: self.text,
            lang: self.lang.unwrap_or_default(),
            relevant: relevant
                .into_iter()
                .filter(|(_, grade)| *grade > 0.0)
                .collect(),
            unanswerable: self.unanswerable,
            tier: self.tier,
            fact,
            answers: self.answers,
        })
    }
}

/// Above this grade the gain 2^grade is meaningless.
const HIGHEST_GRADE: f64 = 30.0;

fn is_grade(grade: f64) -> bool {
    (0.0..=HIGHEST_GRADE).contains(&grade)
}

fn judgement(line: &str) -> Option<(&str, &str, f64)> {
    let tabs: Vec<&str> = line.split('\t').map(str::trim).collect();
    let spaces: Vec<&str> = line.split_whitespace().collect();
    let (id, page, grade) = match (tabs.as_slice(), spaces.as_slice()) {
        ([id, page, grade] | [id, _, page, grade], _) | (_, [id, _, page, grade]) => {
            (*id, *page, *grade)
        }
        _ => return None,
    };
    // TREC marks junk with negative grades.
    let grade: f64 = grade.parse().ok()?;
    let usable = !id.is_empty() && !page.is_empty() && (grade < 0.0 || is_grade(grade));
    usable.then_some((id, page, grade))
}

fn open(file: &Path) -> anyhow::Result<String> {
    fs::read_to_string(file).with_context(|| format!("{}: cannot be read", file.display()))
}

fn lines<'t>(text: &'t str, file: &Path) -> impl Iterator<Item = (Place, &'t str)> {
    let text = text.trim_start_matches('\u{feff}');
    let numbered = (1..).zip(text.lines());
    numbered
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(number, line)| (Place::line(file, number), line))
}

fn not_a_line(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    format!("not a line of this file: {message}")
}

#[cfg(test)]
mod tests;
