//! The project file, `soru.toml`: everything a site says about itself, in one place.
//!
//! `[input]`, `[facts]`, `[questions]` and `[encoder]` are the builder's own; every other section is the engine's
//! ([`Configuration`]) and is compiled into the bundle as written. Every mistake is told with
//! its line, and an unknown key with its nearest neighbour.

mod document;
mod encoder;
mod prompts;
mod settings;
mod template;

use std::fs;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;

use anyhow::Context;
use soru::settings::{Settings, Value, set_all, unknown_key};
use soru::{Configuration, Error};

pub use encoder::WantedEncoder;
pub use settings::{EncoderSettings, FactsSettings, InputSettings, QuestionsSettings};
pub use template::TEMPLATE;

use self::document::Document;
use crate::ingest::primary;
use crate::place::{Place, Problem, Problems, line_of};
use crate::whole_file;

/// The name of the project file.
pub const FILE_NAME: &str = "soru.toml";

/// Nobody writes longer ones.
const MOST_MEGABYTES: u64 = 10;

/// A project: what `soru.toml` says, or the defaults.
#[derive(Debug, Clone, Default)]
pub struct Project {
    /// The file it was read from, if any.
    pub file: Option<PathBuf>,
    /// Which files are pages and what is their text.
    pub input: InputSettings,
    /// Where the facts are.
    pub facts: FactsSettings,
    /// Questions that its sections answer.
    pub questions: QuestionsSettings,
    /// What embeds the pages.
    pub encoder: EncoderSettings,
    /// What the engine makes of the rest.
    pub configuration: Configuration,
    /// The rest as written.
    pub written: Value,
}

impl Project {
    /// Reads a project file.
    ///
    /// # Errors
    /// If it cannot be read; all mistakes in it, with their lines.
    pub fn load(file: &Path) -> anyhow::Result<Self> {
        let unreadable = || format!("{}: the project file cannot be read", file.display());
        let bytes = whole_file::read_any(file, MOST_MEGABYTES).with_context(unreadable)?;
        let text = String::from_utf8(bytes).map_err(|error| not_utf8(file, &error))?;
        let mut project = Self::parse(file, &text)?;
        project.file = Some(file.to_owned());
        Ok(project)
    }

    /// The project file to use when none is named: in the current folder, beside an input or in
    /// it.
    #[must_use]
    pub fn find(inputs: &[PathBuf]) -> Option<PathBuf> {
        let beside = inputs.iter().filter_map(|input| {
            let parent = input.parent()?;
            // `pages` has an empty parent, which is the current folder.
            Some(if parent.as_os_str().is_empty() {
                PathBuf::from(".")
            } else {
                parent.to_owned()
            })
        });
        let within = inputs.iter().cloned();
        let folders = std::iter::once(PathBuf::new()).chain(beside).chain(within);
        folders
            .map(|folder| folder.join(FILE_NAME))
            .find(|file| file.is_file())
    }

    /// The files of facts, relative paths counted from the project file.
    #[must_use]
    pub fn fact_files(&self) -> Vec<PathBuf> {
        let folder = self.folder();
        let files = self.facts.files.iter();
        files.map(|file| folder.join(file)).collect()
    }

    /// The file of suggested facts, a relative path counted from the project file; none without a project
    /// file.
    #[must_use]
    pub fn suggested_facts_file(&self) -> Option<PathBuf> {
        self.file.as_ref()?;
        Some(self.folder().join(&self.facts.suggested))
    }

    /// The file of written questions, a relative path counted from the project file; none without a
    /// project file.
    #[must_use]
    pub fn questions_file(&self) -> Option<PathBuf> {
        self.file.as_ref()?;
        Some(self.folder().join(&self.questions.file))
    }

    /// The encoder that is wanted; the path of a folder is counted from the project file.
    #[must_use]
    pub fn wanted_encoder(&self) -> WantedEncoder {
        if !self.encoder.folder.is_empty() {
            return WantedEncoder::Folder(self.folder().join(&self.encoder.folder));
        }
        WantedEncoder::of_name(&self.encoder.name)
    }

    /// The file of the encoder's table, a relative path counted from the project file.
    #[must_use]
    pub fn encoder_table(&self) -> Option<PathBuf> {
        let named = Some(&self.encoder.table).filter(|file| !file.is_empty());
        named.map(|file| self.folder().join(file))
    }

    /// Where the project file is.
    fn folder(&self) -> &Path {
        let folder = self.file.as_deref().and_then(Path::parent);
        folder.unwrap_or(Path::new(""))
    }

    /// The site's languages as primary subtags, the default first.
    #[must_use]
    pub fn languages(&self) -> Vec<String> {
        self.configuration
            .site
            .languages
            .iter()
            .filter_map(|tag| primary(tag))
            .collect()
    }

    /// The line of a setting, if the project file has it.
    #[must_use]
    pub fn place_of(&self, error: &Error) -> Option<Place> {
        let file = self.file.as_deref()?;
        let text = fs::read_to_string(file).ok()?;
        let document = Document::parse(&text).ok()?;
        Some(Place::line(file, document.line(path_of(error)?)?))
    }

    /// From the text of a `soru.toml`; `file` is what messages call it.
    ///
    /// # Errors
    /// Everything that is wrong with it, each with its line.
    pub fn parse(file: &Path, text: &str) -> Result<Self, Problems> {
        let document = Document::parse(text)
            .map_err(|(line, message)| Problems(vec![Place::line(file, line).problem(message)]))?;
        let mut project = Self::default();
        let mut engine = Vec::new();
        let mut problems: Vec<Problem> = Vec::new();
        for (key, value) in document.sections() {
            if let Err(error) = project.set(key, value) {
                problems.push(problem(file, &document, &error));
            }
            if !OWN_SECTIONS.contains(&key.as_str()) {
                engine.push((key.clone(), value.clone()));
            }
        }
        problems.extend(project.check(file, &document));
        // What could not be read keeps its default, which is none.
        if problems.is_empty() {
            let mistakes = project.configuration.mistakes();
            problems.extend(mistakes.iter().map(|error| problem(file, &document, error)));
        }
        Problems::none_or_all(problems)?;
        project.written = Value::Map(engine);
        Ok(project)
    }

    fn set(&mut self, key: &str, value: &Value) -> soru::Result<()> {
        match key {
            "input" => set_all(&mut self.input, value, key),
            "facts" => set_all(&mut self.facts, value, key),
            "questions" => set_all(&mut self.questions, value, key),
            "encoder" => set_all(&mut self.encoder, value, key),
            _ if Configuration::KEYS.contains(&key) => self.configuration.set_key(key, value, key),
            _ => {
                let known: Vec<&str> = OWN_SECTIONS
                    .iter()
                    .chain(Configuration::KEYS)
                    .copied()
                    .collect();
                Err(unknown_key(key, key, &known))
            }
        }
    }

    /// What the sections cannot check by themselves.
    fn check(&self, file: &Path, document: &Document) -> Vec<Problem> {
        let mut errors = Vec::new();
        if self.languages().is_empty() {
            errors.push(Error::invalid(
                "site.languages",
                "without a language tag",
                "a list such as [\"en\"]",
            ));
        }
        for (key, prompt) in [
            ("questions.prompt", &self.questions.prompt),
            ("questions.facts_prompt", &self.questions.facts_prompt),
        ] {
            if !prompt.contains(prompts::DELIMITER) {
                errors.push(Error::invalid(
                    key,
                    "without `{delimiter}`",
                    "an instruction that says which word encloses the section",
                ));
            }
        }
        errors
            .iter()
            .map(|error| problem(file, document, error))
            .collect()
    }
}

/// Sections that the engine does not read.
const OWN_SECTIONS: [&str; 4] = ["input", "facts", "questions", "encoder"];

/// Editors of old write other encodings, which would turn letters into others unseen.
fn not_utf8(file: &Path, error: &FromUtf8Error) -> Problems {
    let valid = error.utf8_error().valid_up_to();
    let line = line_of(&String::from_utf8_lossy(&error.as_bytes()[..valid]), valid);
    let problem = "a letter is not UTF-8; save the file as UTF-8 in your editor";
    Problems(vec![Place::line(file, line).problem(problem)])
}

fn problem(file: &Path, document: &Document, error: &Error) -> Problem {
    let line = path_of(error).and_then(|path| document.line(path));
    let place = line.map_or_else(|| Place::file(file), |line| Place::line(file, line));
    place.problem(error.to_string())
}

/// The key an error is about.
fn path_of(error: &Error) -> Option<&str> {
    match error {
        Error::UnknownKey { path, .. } | Error::InvalidValue { path, .. } => Some(path),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Project, String> {
        Project::parse(Path::new("soru.toml"), text).map_err(|problems| problems.to_string())
    }

    #[test]
    fn the_builders_sections_are_its_own_and_the_rest_is_the_engines() {
        let project = parse(
            "[site]\nlanguages = ['tr', 'en-GB']\n[input]\ncontent = ['main']\n[facts]\n\
             files = ['a.csv']\n[ranking]\ntop_k = 3\n",
        )
        .unwrap();
        assert_eq!(project.languages(), ["tr", "en"]);
        assert_eq!(project.input.content, ["main"]);
        assert_eq!(project.configuration.ranking.top_k.get(), 3);
        let Value::Map(written) = &project.written else {
            panic!()
        };
        let keys: Vec<&str> = written.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["site", "ranking"]);
    }

    #[test]
    fn every_mistake_is_told_with_its_line() {
        let told = parse(
            "[input]\ncontent = 'main'\n\n[ranking]\ntop_k = 0\n\n[rankin]\nx = 1\n\n\
             [[synonyms]]\nterms = ['a']\n[[synonyms]]\ntrems = ['b']\n",
        )
        .unwrap_err();
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 4, "{told}");
        assert!(
            lines[0].starts_with("soru.toml:2: `input.content` cannot be \"main\""),
            "{told}"
        );
        assert!(
            lines[1].starts_with("soru.toml:5: `ranking.top_k` cannot be 0"),
            "{told}"
        );
        assert!(
            lines[2]
                .starts_with("soru.toml:7: there is no setting `rankin`; did you mean `ranking`"),
            "{told}"
        );
        assert!(lines[3].starts_with("soru.toml:13: "), "{told}");
        assert!(lines[3].contains("trems"), "{told}");
    }

    #[test]
    fn what_the_engine_would_refuse_is_told_with_its_line() {
        let told = parse(
            "[retrieval]\nretriever = 'nope'\n[ranking]\nrerankers = ['matching', 'nope']\n\
             [answer]\nmin_confidence = 5\n[answer.confidence]\nformula = 'x'\n",
        )
        .unwrap_err();
        let lines: Vec<&str> = told.lines().collect();
        let begins = [
            "soru.toml:6: `answer.min_confidence`",
            "soru.toml:2: `retrieval.retriever`",
            "soru.toml:4: `ranking.rerankers[1]`",
        ];
        for begin in begins {
            assert!(lines.iter().any(|line| line.starts_with(begin)), "{told}");
        }
    }

    #[test]
    fn what_is_not_toml_is_told_with_its_line() {
        assert!(
            parse("[site]\ntitle = \n")
                .unwrap_err()
                .starts_with("soru.toml:2: not TOML: ")
        );
        assert!(
            parse("a = 1\na = 2\n")
                .unwrap_err()
                .starts_with("soru.toml:2: not TOML: ")
        );
    }

    #[test]
    fn a_site_has_a_language() {
        let told = parse("[site]\ntitle = 'x'\nlanguages = []\n").unwrap_err();
        assert!(told.starts_with("soru.toml:3: `site.languages`"), "{told}");
    }
}
