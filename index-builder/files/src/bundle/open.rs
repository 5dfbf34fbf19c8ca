//! Reads a bundle: an engine that reads its files from a folder.

use std::collections::HashMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use soru::index::Index;
use soru::index::format::FileEntry;
use soru::orchestration::{Bundle as Part, Method, RelatedPages, Step};
use soru::pre_retrieval::Suggestions;
use soru::settings::Value;
use soru::{Answer, Comparison, Engine, Needs, SearchResult};

use super::{MANIFEST, inflate};

/// The maximum number of times that a look-up reads the same file, as in a call of the engine.
const MOST_TIMES: u32 = 3;

/// A bundle in a folder, or several that are searched as one.
#[derive(Debug)]
pub struct Bundle {
    folder: PathBuf,
    /// The folders of the others.
    further: Vec<PathBuf>,
    engine: Engine,
}

impl Bundle {
    /// Opens the bundle in a folder.
    ///
    /// # Errors
    /// If there is none, or this engine cannot read it.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        Self::open_with(folder, &Value::Null)
    }

    /// Opens the bundle in a folder, with options compiled in ([`Engine::with_options`]).
    ///
    /// # Errors
    /// The errors of [`open`](Self::open), or an option is rejected.
    pub fn open_with(folder: &Path, options: &Value) -> anyhow::Result<Self> {
        let manifest = folder.join(MANIFEST);
        if !manifest.is_file() {
            // `soru build SITE` writes into this folder.
            let inside = folder.join("soru");
            let advice = if inside.join(MANIFEST).is_file() {
                format!("did you mean {}?", inside.display())
            } else {
                "make a bundle with `soru build`".to_owned()
            };
            bail!(
                "{}: not a bundle: {MANIFEST} is missing; {advice}",
                folder.display()
            );
        }
        let bytes = fs::read(&manifest)
            .with_context(|| format!("{}: cannot be read", manifest.display()))?;
        let engine = Engine::open(&bytes).with_context(|| format!("{}", manifest.display()))?;
        Ok(Self {
            folder: folder.to_owned(),
            further: Vec::new(),
            engine: engine.with_clock(milliseconds).with_options(options)?,
        })
    }

    /// Joins bundles behind this one ([`Engine::join`]).
    ///
    /// # Errors
    /// The errors of [`open`](Self::open), or an option is rejected.
    pub fn with(self, folders: &[PathBuf], options: &Value) -> anyhow::Result<Self> {
        if folders.is_empty() {
            return Ok(self);
        }
        let mut parts = vec![Part::new(0, self.engine, "")];
        for (number, folder) in (1..).zip(folders) {
            parts.push(Part::new(number, Self::open(folder)?.engine, ""));
        }
        let engine = Engine::join(parts)?.with_clock(milliseconds);
        Ok(Self {
            folder: self.folder,
            further: folders.to_vec(),
            engine: engine.with_options(options)?,
        })
    }

    /// The engine, for calls that need no files.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Answers a question.
    ///
    /// # Errors
    /// The errors of [`Engine::ask`], or a file cannot be read.
    pub fn ask(&self, question: &str, options: &Value) -> anyhow::Result<Answer> {
        self.call(Method::ASK, question, options)
    }

    /// Finds pages.
    ///
    /// # Errors
    /// The errors of [`Engine::search`], or a file cannot be read.
    pub fn search(&self, query: &str, options: &Value) -> anyhow::Result<SearchResult> {
        self.call(Method::SEARCH, query, options)
    }

    /// Runs every method on one question.
    ///
    /// # Errors
    /// The errors of [`Engine::compare`], or a file cannot be read.
    pub fn compare(&self, question: &str, options: &Value) -> anyhow::Result<Comparison> {
        self.call(Method::COMPARE, question, options)
    }

    /// Reads from the index.
    ///
    /// # Errors
    /// If a file cannot be read, or is damaged.
    pub fn look_up<T>(&self, look: impl Fn(&Index) -> soru::Attempt<T>) -> anyhow::Result<T> {
        self.call(Method::LOAD, "", &Value::Null)?;
        let index = self.engine.index()?;
        let mut supplied: HashMap<String, u32> = HashMap::new();
        loop {
            let needs = match look(index) {
                Err(interruption) => interruption.needs()?,
                Ok(found) => return Ok(found),
            };
            self.provide(&needs)?;
            // The index may have evicted some of the files meanwhile.
            let mut is_progress = false;
            for file in needs.files {
                let times = supplied.entry(file).or_default();
                *times += 1;
                is_progress |= *times <= MOST_TIMES;
            }
            if !is_progress {
                bail!(
                    "{}: a part of the index is missing from its file; build the bundle again",
                    self.folder.display()
                );
            }
        }
    }

    /// Proposes completions of the typed text.
    ///
    /// # Errors
    /// The errors of [`Engine::suggest`], or a file cannot be read.
    pub fn suggest(&self, text: &str, options: &Value) -> anyhow::Result<Suggestions> {
        self.call(Method::SUGGEST, text, options)
    }

    /// Returns pages that resemble the page at an address.
    ///
    /// # Errors
    /// The errors of [`Engine::related`], or a file cannot be read.
    pub fn related(&self, address: &str, options: &Value) -> anyhow::Result<RelatedPages> {
        self.call(Method::RELATED, address, options)
    }

    /// Takes the steps of a call until the result, or until a gateway must be asked
    /// ([`Needs::remote`]).
    ///
    /// # Errors
    /// The errors of the call, or a file cannot be read.
    pub fn begun<T>(
        &self,
        method: Method<T>,
        text: &str,
        options: &Value,
    ) -> anyhow::Result<Step<T>> {
        let mut call = self.engine.begin(method, text, options);
        loop {
            match call.step()? {
                Step::Needs(needs) if needs.remote.is_empty() => self.provide(&needs)?,
                step => return Ok(step),
            }
        }
    }

    /// Returns the inflated content of the data file with this section.
    ///
    /// # Errors
    /// If the bundle has no such file, or it cannot be read or is damaged.
    pub fn content_with(&self, section: &str) -> anyhow::Result<Vec<u8>> {
        let files = self.engine.files().into_iter();
        let mut files = files.filter(|file| file.sections.iter().any(|own| own == section));
        let Some(file) = files.next() else {
            bail!("{}: it has no `{section}`", self.folder.display());
        };
        let stored = read(&self.path_of(&file.name))?;
        self.engine.verify(&file.name, &stored)?;
        Ok(inflate(&stored)?)
    }

    /// Returns the bundle's folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Takes all steps of a call.
    ///
    /// # Errors
    /// The errors of the call, or a file cannot be read.
    pub fn call<T>(&self, method: Method<T>, text: &str, options: &Value) -> anyhow::Result<T> {
        let call = self.engine.begin(method, text, options);
        call.finish(|_, needs| self.provide(&needs))
    }

    /// Supplies the needed files.
    fn provide(&self, needs: &Needs) -> anyhow::Result<()> {
        if !needs.remote.is_empty() {
            let advice = if self.further.is_empty() {
                "name the gateway with --gateway"
            } else {
                "ask the bundle alone, since --with asks no gateway"
            };
            bail!(
                "{}: its pages are in a cluster: {advice}",
                self.folder.display()
            );
        }
        let mut files = needs.files.iter();
        files.try_for_each(|file| Ok(supply(&self.engine, file, &read(&self.path_of(file))?)?))
    }

    /// Returns the path of a file, which has the number of its bundle in front if that is another
    /// than the first.
    fn path_of(&self, file: &str) -> PathBuf {
        let numbered = file.split_once('/').and_then(|(number, own)| {
            let place = number.parse::<usize>().ok()?.checked_sub(1)?;
            Some(self.further.get(place)?.join(own))
        });
        numbered.unwrap_or_else(|| self.folder.join(file))
    }
}

/// Supplies the directories of a bundle in a folder: the engine then knows all its files.
///
/// # Errors
/// The first error, after all were tried.
pub fn load_directories(engine: &Engine, folder: &Path) -> anyhow::Result<()> {
    let files = engine.files().into_iter();
    let directories = files.filter(FileEntry::is_directory);
    directories
        .map(|file| read_into(engine, folder, &file.name))
        .fold(Ok(()), anyhow::Result::and)
}

fn read_into(engine: &Engine, folder: &Path, name: &str) -> anyhow::Result<()> {
    let stored = read(&folder.join(name))?;
    Ok(supply(engine, name, &stored)?)
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => anyhow!("{}: it is missing; build the bundle again", path.display()),
        _ => anyhow!("{}: it cannot be read: {error}", path.display()),
    })
}

fn supply(engine: &Engine, name: &str, stored: &[u8]) -> soru::Result<()> {
    engine.supply(name, stored, inflate)
}

/// Milliseconds since the first call, for traces.
fn milliseconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1000.0
}
