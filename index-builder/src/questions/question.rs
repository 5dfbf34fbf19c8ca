//! A question of the file: a text, or an object with the words of the section that answer it.

use serde::{Deserialize, Serialize};

/// A question that a section answers.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Question {
    /// The question.
    pub text: String,
    /// The words of the section that answer it; if empty, all of the section.
    pub answer: String,
}

/// The JSON form of a question.
#[derive(Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "a question must be a text, or {\"question\": \"...\", \"answer\": \"...\"}"
)]
enum Written {
    Text(String),
    WithAnswer {
        question: String,
        #[serde(default)]
        answer: String,
    },
}

impl From<Written> for Question {
    fn from(written: Written) -> Self {
        match written {
            Written::Text(text) => text.into(),
            Written::WithAnswer { question, answer } => Self {
                text: question,
                answer,
            },
        }
    }
}

impl From<Question> for Written {
    fn from(question: Question) -> Self {
        if question.answer.is_empty() {
            return Self::Text(question.text);
        }
        Self::WithAnswer {
            question: question.text,
            answer: question.answer,
        }
    }
}

impl From<String> for Question {
    fn from(text: String) -> Self {
        Self {
            text,
            answer: String::new(),
        }
    }
}

impl From<&str> for Question {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}
