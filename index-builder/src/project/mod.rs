//! The project file, `soru.toml`: all settings of a site.
//!
//! `[input]`, `[facts]`, `[questions]`, `[encoder]`, `[inject]`, `[chunking]` and `[indexing]` belong
//! to the builder; every other section belongs to the engine ([`Configuration`]) and is compiled into the
//! bundle as written. Every mistake is reported with its line, and an unknown key with its nearest
//! neighbour.

mod contact;
mod document;
mod encoder;
mod presets;
mod prompts;
mod settings;
mod template;
mod texts;

use std::fs;
use std::path::{Path, PathBuf};
use std::string::FromUtf8Error;

use anyhow::Context;
use soru::ordered::Map;
use soru::settings::{
    LARGEST, Setting, Settings, Value, between, join, set_all, unknown_key, usual,
};
use soru::{Configuration, Error};
use soru_files::place::{Place, Problem, Problems, line_of};
use soru_files::whole_file;
use soru_indexing::{ChunkingSettings, IndexingSettings};
use soru_ingest::{InputSettings, SiteFacts, primary, tag_of_language};
use soru_language_model::GenerationSettings;

pub use encoder::WantedEncoder;
pub use presets::Preset;
pub(crate) use presets::with_presets;
pub use settings::{EncoderSettings, FactsSettings, InjectSettings, QuestionsSettings};
#[cfg(test)]
pub(crate) use template::TEMPLATE;
pub use template::{starter, with_presets_of};
pub(crate) use texts::{early, with_texts};

use self::document::Document;
use self::settings::sheet_copy;
use crate::remote::Gateway;

/// The name of the project file.
pub const FILE_NAME: &str = soru_files::PROJECT_FILE;

/// The maximum size of a project file in megabytes.
const MOST_MEGABYTES: u64 = 10;

/// A project: the settings of `soru.toml`, or the defaults.
#[derive(Debug, Clone, Default)]
pub struct Project {
    /// The file it was read from, if any.
    pub file: Option<PathBuf>,
    /// Input settings: the files that are pages, and their text.
    pub input: InputSettings,
    /// The files of facts.
    pub facts: FactsSettings,
    /// Questions that the site's sections answer.
    pub questions: QuestionsSettings,
    /// The encoder.
    pub encoder: EncoderSettings,
    /// The place of the box in pages.
    pub inject: InjectSettings,
    /// How pages are cut.
    pub chunking: ChunkingSettings,
    /// The contents of the index.
    pub indexing: IndexingSettings,
    /// Weights of pages, by patterns of their paths.
    pub weights: Map<f64>,
    /// Answers of language models.
    pub generation: GenerationSettings,
    /// The configuration of the engine.
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

    /// Reads the named project file, or else the one that [`find`](Self::find) finds; the default if
    /// there is none.
    ///
    /// # Errors
    /// As for [`load`](Self::load).
    pub fn of(named: Option<&Path>, inputs: &[PathBuf]) -> anyhow::Result<Self> {
        let file = named.map(Path::to_owned).or_else(|| Self::find(inputs));
        file.map_or_else(|| Ok(Self::default()), |file| Self::load(&file))
    }

    /// Returns the default project file: in the current folder, next to an input or in it.
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

    /// Returns the files of facts; relative paths start at the project file's folder. A published
    /// sheet is in its copy.
    pub fn fact_files(&self) -> Vec<PathBuf> {
        let folder = self.folder();
        let files = self.facts.files.iter();
        files
            .map(|file| folder.join(sheet_copy(file).as_ref().unwrap_or(file)))
            .collect()
    }

    /// Returns the addresses of published sheets, each with the file of its copy.
    pub fn sheets(&self) -> Vec<(&str, PathBuf)> {
        let files = self.facts.files.iter();
        let copies = files.filter_map(|file| Some((file.as_str(), sheet_copy(file)?)));
        copies
            .map(|(address, copy)| (address, self.folder().join(copy)))
            .collect()
    }

    /// Returns the file of suggested facts; a relative path starts at the project file's folder.
    /// Returns none without a project file.
    pub fn suggested_facts_file(&self) -> Option<PathBuf> {
        self.file.as_ref()?;
        Some(self.folder().join(&self.facts.suggested))
    }

    /// Returns the file of written questions; a relative path starts at the project file's folder.
    /// Returns none without a project file.
    pub fn questions_file(&self) -> Option<PathBuf> {
        self.file.as_ref()?;
        Some(self.folder().join(&self.questions.file))
    }

    /// Returns the requested encoder; the path of a folder is relative to the project file.
    pub fn wanted_encoder(&self) -> WantedEncoder {
        if !self.encoder.folder.is_empty() {
            return WantedEncoder::Folder(self.folder().join(&self.encoder.folder));
        }
        WantedEncoder::of_name(&self.encoder.name)
    }

    /// Returns the file of the encoder's table; a relative path starts at the project file's
    /// folder.
    pub fn encoder_table(&self) -> Option<PathBuf> {
        let named = Some(&self.encoder.table).filter(|file| !file.is_empty());
        named.map(|file| self.folder().join(file))
    }

    /// Returns the folder of the project file.
    fn folder(&self) -> &Path {
        let folder = self.file.as_deref().and_then(Path::parent);
        folder.unwrap_or(Path::new(""))
    }

    /// Returns the site's languages as primary subtags, the default first.
    pub fn languages(&self) -> Vec<String> {
        self.configuration
            .site
            .languages
            .iter()
            .filter_map(|tag| primary(tag))
            .collect()
    }

    /// Returns the settings on which reading the site's pages depends.
    pub fn site_facts(&self) -> SiteFacts {
        SiteFacts {
            url: self.configuration.site.url.clone(),
            languages: self.languages(),
            lists_languages: self.lists_languages(),
            weights: self.weights.clone(),
        }
    }

    /// Whether the project file lists languages.
    fn lists_languages(&self) -> bool {
        self.written
            .get("site")
            .is_some_and(|site| site.get("languages").is_some())
    }

    /// Returns the line of a setting, if the project file contains it.
    pub fn place_of(&self, error: &Error) -> Option<Place> {
        let file = self.file.as_deref()?;
        let text = fs::read_to_string(file).ok()?;
        let document = Document::parse(&text).ok()?;
        Some(Place::line(file, document.line(path_of(error)?)?))
    }

    /// Parses the text of a `soru.toml`; `file` is its name in messages.
    ///
    /// # Errors
    /// Every mistake in it, each with its line.
    pub fn parse(file: &Path, text: &str) -> Result<Self, Problems> {
        let document = Document::parse(text)
            .map_err(|(line, message)| Problems(vec![Place::line(file, line).problem(message)]))?;
        let mut project = Self::default();
        let mut engine = Vec::new();
        let mut problems: Vec<Problem> = Vec::new();
        for (key, value) in document.sections() {
            let numbers = unusable_numbers(value, key);
            problems.extend(numbers.iter().map(|error| problem(file, &document, error)));
            if let Err(error) = project.set(key, value) {
                problems.push(problem(file, &document, &error));
            }
            if !OWN_SECTIONS.contains(&key.as_str()) {
                engine.push((key.clone(), value.clone()));
            }
        }
        problems.extend(project.check(file, &document));
        // An unreadable value keeps its default, which is empty.
        if problems.is_empty() {
            let mut mistakes = project.configuration.mistakes();
            mistakes.extend(project.generation.check().err());
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
            "inject" => set_all(&mut self.inject, value, key),
            "chunking" => set_all(&mut self.chunking, value, key),
            "indexing" => set_all(&mut self.indexing, value, key),
            "weights" => self.weights.set(value, key),
            "generation" => {
                set_all(&mut self.generation, value, key)?;
                self.configuration.set_key(key, value, key)
            }
            _ if Configuration::KEYS.contains(&key) => self.configuration.set_key(key, value, key),
            _ => {
                let known = OWN_SECTIONS
                    .iter()
                    .chain(Configuration::KEYS)
                    .copied()
                    .collect();
                Err(unknown_key(key, known))
            }
        }
    }

    /// Returns an error for each invalid language tag: `en` is one, `english` is not.
    fn languages_that_are_none(&self) -> Vec<Error> {
        let tags = self.configuration.site.languages.iter().enumerate();
        let none = tags.filter(|(_, tag)| primary(tag).is_none());
        none.map(|(number, tag)| {
            let expected = tag_of_language(tag).map_or_else(
                || "a language tag of two or three letters, such as \"en\" or \"tr-TR\"".to_owned(),
                |known| format!("a language tag; did you mean \"{known}\"?"),
            );
            let path = format!("site.languages[{number}]");
            Error::invalid(path, format_args!("\"{tag}\""), expected)
        })
        .collect()
    }

    /// Returns an error for each invalid CSS selector.
    fn selectors_that_are_none(&self) -> Vec<Error> {
        let InjectSettings { place, replace } = &self.inject;
        let named = [("inject.place", place), ("inject.replace", replace)];
        let wrong = named.iter().filter(|(_, selector)| {
            !selector.is_empty() && selector.parse::<lol_html::Selector>().is_err()
        });
        wrong
            .map(|(path, selector)| {
                let expected = "a CSS selector of names, classes, ids and attributes, such as \
                                \"header nav\" or \"form.search\"";
                Error::invalid(*path, format_args!("\"{selector}\""), expected)
            })
            .collect()
    }

    /// Rejects weights with the wrong sign, which would send questions to the wrong tier.
    fn weights_of_the_router(&self) -> soru::Result<()> {
        let router = &self.configuration.router;
        between(
            "router.complex_weight",
            router.complex_weight,
            -LARGEST,
            0.0,
        )?;
        usual(
            "router",
            &[
                ("quantity_weight", router.quantity_weight),
                ("definition_weight", router.definition_weight),
                ("keyword_weight", router.keyword_weight),
                ("phrase_weight", router.phrase_weight),
                ("coverage_weight", router.coverage_weight),
                ("match_weight", router.match_weight),
            ],
        )
    }

    /// Returns an error for a gateway that pages cannot ask.
    fn gateway_without_an_address(&self) -> Option<Error> {
        let gateway = self.indexing.gateway.as_str();
        let is_path = gateway.starts_with('/') && !gateway.starts_with("//");
        let is_address = gateway.is_empty() || is_path || Gateway::new(gateway).is_ok();
        let expected = "an address such as \"https://search.example.org\", or a path of the site's \
                        own host, such as \"/search\"";
        let found = format_args!("\"{gateway}\"");
        (!is_address).then(|| Error::invalid("indexing.gateway", found, expected))
    }

    /// Runs checks that span several sections.
    fn check(&self, file: &Path, document: &Document) -> Vec<Problem> {
        let mut errors = Vec::new();
        if self.languages().is_empty() {
            errors.push(Error::invalid(
                "site.languages",
                "without a language tag",
                "a list such as [\"en\"]",
            ));
        }
        errors.extend(self.languages_that_are_none());
        errors.extend(texts::mistakes(&self.configuration));
        errors.extend(contact::mistakes(&self.configuration));
        errors.extend(self.selectors_that_are_none());
        errors.extend(self.weights_of_the_router().err());
        errors.extend(self.gateway_without_an_address());
        for (key, prompt) in [
            ("questions.prompt", &self.questions.prompt),
            ("questions.facts_prompt", &self.questions.facts_prompt),
        ] {
            if !prompt.contains(prompts::DELIMITER) {
                errors.push(Error::invalid(
                    key,
                    "without `{delimiter}`",
                    "an instruction that contains the word that encloses the section",
                ));
            }
        }
        errors
            .iter()
            .map(|error| problem(file, document, error))
            .collect()
    }
}

/// The maximum of numeric settings, larger than any count or weight.
const LARGEST_NUMBER: f64 = 2_147_483_647.0;

/// Returns errors for numbers that are not finite or too large, such as the typing error `1e30`.
fn unusable_numbers(value: &Value, path: &str) -> Vec<Error> {
    match value {
        Value::Number(number) if number.abs() <= LARGEST_NUMBER => Vec::new(),
        Value::Number(_) => vec![Error::invalid(
            path,
            value,
            format!("a number up to {LARGEST_NUMBER}"),
        )],
        Value::Map(entries) => {
            let entries = entries.iter();
            let all = entries.flat_map(|(key, value)| unusable_numbers(value, &join(path, key)));
            all.collect()
        }
        Value::List(items) => {
            let items = items.iter().enumerate();
            let all = items.flat_map(|(i, value)| unusable_numbers(value, &format!("{path}[{i}]")));
            all.collect()
        }
        _ => Vec::new(),
    }
}

/// Sections that the engine does not read.
const OWN_SECTIONS: [&str; 8] = [
    "input",
    "facts",
    "questions",
    "encoder",
    "inject",
    "chunking",
    "indexing",
    "weights",
];

/// Returns the error for a file in another encoding, such as old editors write. Reading it as UTF-8
/// would silently change letters.
fn not_utf8(file: &Path, error: &FromUtf8Error) -> Problems {
    let valid = error.utf8_error().valid_up_to();
    let line = line_of(&String::from_utf8_lossy(&error.as_bytes()[..valid]), valid);
    let problem = "the file is not UTF-8; save it as UTF-8 in your editor";
    Problems(vec![Place::line(file, line).problem(problem)])
}

fn problem(file: &Path, document: &Document, error: &Error) -> Problem {
    let line = path_of(error).and_then(|path| document.line(path));
    let place = line.map_or_else(|| Place::file(file), |line| Place::line(file, line));
    let advice = path_of(error).and_then(|path| GONE.iter().find(|(gone, _)| *gone == path));
    place.problem(match advice {
        Some((gone, advice)) => format!("the setting `{gone}` is gone; {advice}"),
        None => error.to_string(),
    })
}

/// Settings of earlier versions, with advice.
const GONE: [(&str, &str); 3] = [
    (
        "indexing.vectors.enabled",
        "remove it: a site has vectors if it has an encoder (`soru encoder add`)",
    ),
    (
        "retrieval.encoder.covered",
        "set `retrieval.weighted.semantic` to its value and `retrieval.weighted.bm25` to the rest",
    ),
    (
        "retrieval.encoder.min_similarity",
        "set `retrieval.min_similarity` instead",
    ),
];

/// Returns the key of an error.
fn path_of(error: &Error) -> Option<&str> {
    match error {
        Error::UnknownKey { path, .. } | Error::InvalidValue { path, .. } => Some(path),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
