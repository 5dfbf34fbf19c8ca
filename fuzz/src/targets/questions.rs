//! The builder's readers of written questions and of replies of a language model: a build attaches
//! only questions to sections of the page, and a reply yields only questions, facts with words of
//! the section, or nothing.

use std::path::Path;

use soru::{Block, Document};
use soru_files::place::Problems;
use soru_index_builder::facts::suggest::{FactsPrompt, KnownFacts, check_facts};
use soru_index_builder::language_model::ReplyContent;
use soru_index_builder::project::{Project, QuestionsSettings};
use soru_index_builder::questions::{
    Job, Line, MatchStatus, Plan, Prompt, QuestionsFile, SiteJobs, check_reply, matches,
};

fn page() -> Document {
    let heading = |text: &str| Block::Heading {
        level: 2,
        text: text.into(),
        anchor: None,
        is_question: false,
    };
    Document {
        id: "p".into(),
        title: "Ücretler".into(),
        lang: "tr".into(),
        blocks: vec![
            Block::Text("Öğrenciler her dönem başında 410 kron öder. Şubat ayında ödenir.".into()),
            heading("Geç ödeme"),
            Block::Text("Her hafta için on kron eklenir. İtiraz dekana HR-17 ile yapılır.".into()),
            heading("Geç ödeme"),
        ],
        ..Document::default()
    }
}

/// `questions.jsonl`.
pub(super) fn file(bytes: &[u8]) {
    let read = match QuestionsFile::parse(Path::new("q.jsonl"), bytes) {
        Ok(read) => read.into_lines(),
        Err(Problems(problems)) => {
            assert!(!problems.is_empty());
            return assert!(problems.iter().all(|problem| !problem.message.is_empty()));
        }
    };
    let page = page();
    let text: Vec<&str> = page.blocks.iter().map(Block::text).collect();
    let text = text.join("\n");
    let lines: Vec<&Line> = read.iter().collect();
    for found in matches(&page, &lines, 5) {
        assert!(text.get(found.range.clone()).is_some(), "{found:?}");
        assert_eq!(found.range.is_empty(), found.fate == MatchStatus::Orphaned);
    }
    for line in lines {
        let json = line.to_json().unwrap();
        assert!(!json.contains('\n'));
        assert_eq!(Line::parse(&json).as_ref(), Ok(line));
    }
}

/// A reply of a model about a section.
pub(super) fn reply(bytes: &[u8]) {
    let site = SiteJobs {
        documents: vec![page()],
    };
    let plan = Plan::new(&site, Vec::new(), &QuestionsSettings::default());
    let job: &Job = plan.open()[0];
    let prompt = Prompt::new(&Project::default());
    let said = String::from_utf8_lossy(bytes);
    facts_of(&said, job);
    let checked = check_reply(&said, job, &prompt);
    assert!(checked.questions.len() <= prompt.most(job));
    assert!(checked.near_misses.len() <= prompt.most(job));
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let section = words(&job.section.text);
    let answers = checked.questions.iter().map(|question| &question.answer);
    for answer in answers {
        assert!(section.contains(answer.as_str()), "{answer}");
    }
    let questions = checked.questions.iter().map(|question| &question.text);
    for question in questions.chain(&checked.near_misses) {
        assert!((3..=200).contains(&question.chars().count()), "{question}");
        assert!(!question.contains(char::is_control), "{question:?}");
        assert!(!question.contains("<<<"), "{question}");
    }
}

/// The same reply to a request for facts.
fn facts_of(said: &str, job: &Job) {
    let prompt = FactsPrompt::new(&Project::default());
    let said = ReplyContent::Text(said.to_owned());
    let checked = check_facts(&said, job, &prompt, &KnownFacts::new("en"));
    assert!(checked.facts.len() <= prompt.most());
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for fact in &checked.facts {
        assert!(words(&job.section.text).contains(&fact.answer), "{fact:?}");
        for question in std::iter::once(&fact.question).chain(&fact.aliases) {
            assert!((3..=200).contains(&question.chars().count()), "{question}");
            assert!(!question.contains(char::is_control), "{question:?}");
        }
    }
}
