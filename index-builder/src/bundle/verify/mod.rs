//! Verifies that browsers can read all of a bundle.
//!
//! Every file is compared with its entry in the manifest or a directory and decompressed; then the
//! engine's own code, which browsers run too, reads all content and compares it with everything
//! that refers to it.
//!
//! | file | does |
//! |---|---|
//! | `walk.rs` | reads the whole index |

mod walk;

use std::collections::HashSet;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::Serialize;
use soru::index::format::{FileEntry, hex};
use soru::{Engine, Error};
use soru_files::bundle::{CHECKSUMS, FileState, compare_checksums};

use self::walk::Walk;
pub use self::walk::Walked;
use super::outline::{BundleContent, check as check_outline};
use super::write::UNFINISHED;
use super::{MANIFEST, OUTLINE, TITLES, inflate, is_immutable};

/// The result of verifying a bundle.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Verification {
    /// Whether there are no problems.
    pub sound: bool,
    /// The build, empty if the manifest cannot be read.
    pub build_id: String,
    /// Data files that the manifest and its directories name.
    pub files: usize,
    /// Their size in bytes.
    pub bytes: u64,
    /// Counts of the content read.
    pub read: Walked,
    /// The problems.
    pub problems: Vec<Finding>,
    /// Notes that are not problems.
    pub notes: Vec<String>,
}

/// A problem of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Its name.
    pub file: String,
    /// The problem.
    pub problem: String,
    /// The remedy.
    pub advice: &'static str,
}

const LOST: &str = "upload it again, or build the bundle again";
const ALTERED: &str = "the file was altered or truncated after the build: upload it again in \
    binary mode, or build the bundle again";
const NO_BUNDLE: &str = "name the folder of a bundle written by `soru build`";
const FOREIGN: &str = "this version of soru cannot read the bundle: check the content of the \
    file, or build the bundle again";
const UNREADABLE: &str = "check the permissions of the file, and the disk";
const MIXED: &str = "the file was altered or truncated after the build, or belongs to another \
    build: unless a build is running, upload it again, or build the whole bundle again, not with \
    --index-only";
const MISBUILT: &str = "build the bundle again; if the problem remains, it is a bug in soru: \
    please report it";
const MISSET: &str = "fix this setting in soru.toml and build the bundle again";

/// Verifies the bundle in a folder.
pub fn verify(folder: &Path) -> Verification {
    let mut verification = Verification::default();
    match open(folder) {
        Ok(engine) => verification.check(folder, &engine),
        Err(finding) => verification.problems.push(finding),
    }
    verification.sound = verification.problems.is_empty();
    verification
}

fn open(folder: &Path) -> Result<Engine, Finding> {
    let no_folder = match folder.metadata() {
        Ok(kind) if kind.is_dir() => None,
        Ok(_) => Some("it is a file".to_owned()),
        Err(error) => Some(format!("it cannot be opened: {error}")),
    };
    if let Some(problem) = no_folder {
        return Err(Finding {
            file: folder.display().to_string(),
            problem,
            advice: NO_BUNDLE,
        });
    }
    let bytes = read(folder, MANIFEST)?;
    Engine::open(&bytes).map_err(|error| Finding {
        file: MANIFEST.to_owned(),
        advice: match error {
            Error::NotAnIndex { .. } | Error::UnsupportedVersion { .. } => FOREIGN,
            Error::Corrupt { .. } => ALTERED,
            Error::UnknownKey { .. } | Error::InvalidValue { .. } => MISSET,
            _ => MISBUILT,
        },
        problem: error.to_string(),
    })
}

fn read(folder: &Path, name: &str) -> Result<Vec<u8>, Finding> {
    fs::read(folder.join(name)).map_err(|error| Finding {
        file: name.to_owned(),
        advice: match error.kind() {
            ErrorKind::NotFound => LOST,
            _ => UNREADABLE,
        },
        problem: match error.kind() {
            ErrorKind::NotFound => "it is missing".to_owned(),
            _ => format!("it cannot be read: {error}"),
        },
    })
}

impl Verification {
    fn check(&mut self, folder: &Path, engine: &Engine) {
        self.build_id = engine.stats().build_id;
        // Directories come first, because they name other files.
        for directories in [true, false] {
            let mut files = engine.files();
            files.retain(|file| file.is_directory() == directories);
            for file in files {
                self.files += 1;
                self.bytes += file.size;
                let found = supply(folder, engine, &file).err();
                self.problems.extend(found.into_iter().flatten());
            }
        }
        let mistakes = engine.configuration().mistakes();
        self.problems.extend(mistakes.iter().map(|error| Finding {
            file: MANIFEST.to_owned(),
            problem: error.to_string(),
            advice: MISSET,
        }));
        let mut walk = Walk::new(engine);
        walk.over();
        self.read = walk.walked;
        // A damaged index does not yield all pages.
        let addresses = walk
            .is_sound()
            .then_some(std::mem::take(&mut walk.addresses));
        for (section, problem) in walk.problems {
            self.problems.push(Finding {
                file: holder(engine, &section),
                problem: format!("{section}: {problem}"),
                advice: MISBUILT,
            });
        }
        let bundle_content = BundleContent { addresses };
        self.check_outline(folder, &bundle_content);
        self.check_loaded(folder);
        self.look_around(folder, engine);
    }

    /// Checks the outline; boxes work without one.
    fn check_outline(&mut self, folder: &Path, bundle_content: &BundleContent) {
        let Ok(bytes) = fs::read(folder.join(OUTLINE)) else {
            self.notes.push(format!(
                "{OUTLINE} is missing: the box finds nothing until the engine has loaded"
            ));
            return;
        };
        self.compare_outline(folder, OUTLINE, &bytes, bundle_content);
        if let Ok(bytes) = fs::read(folder.join(TITLES)) {
            self.compare_outline(folder, TITLES, &bytes, bundle_content);
        }
    }

    fn compare_outline(&mut self, folder: &Path, name: &str, bytes: &[u8], own: &BundleContent) {
        let Err(problem) = check_outline(bytes, Some(own)) else {
            return;
        };
        // The outline is replaced one step before the manifest, and works with either.
        if unfinished(folder) > 0 && check_outline(bytes, None).is_ok() {
            self.notes.push(format!(
                "{name}: {problem}; a build was interrupted; the next build writes it again"
            ));
            return;
        }
        self.problems.push(Finding {
            file: name.to_owned(),
            problem,
            advice: ALTERED,
        });
    }

    /// Checks the files that pages load, which no manifest names.
    fn check_loaded(&mut self, folder: &Path) {
        let Some(compared) = compare_checksums(folder) else {
            self.notes.push(format!(
                "{CHECKSUMS} is missing, so the files that pages load were not verified"
            ));
            return;
        };
        for (file, state) in compared {
            let (problem, advice) = match state {
                FileState::Sound => continue,
                FileState::Missing => ("it is missing".to_owned(), LOST),
                FileState::Unreadable(why) => (format!("it cannot be read: {why}"), UNREADABLE),
                FileState::Damaged(problem) => (problem, MIXED),
            };
            self.problems.push(Finding {
                file,
                problem,
                advice,
            });
        }
    }

    /// Notes files that the build does not name: files of the previous build, or of one that was
    /// killed.
    fn look_around(&mut self, folder: &Path, engine: &Engine) {
        let named: HashSet<String> = engine.files().into_iter().map(|f| f.name).collect();
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let left = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        let is_earlier = |name: &String| is_immutable(name) && !named.contains(name);
        let (earlier, unfinished) = (left.filter(is_earlier).count(), unfinished(folder));
        if earlier > 0 {
            self.notes.push(format!(
                "data files of other builds: {earlier}; those of the previous build are kept for \
                 visitors who still have its manifest"
            ));
        }
        if unfinished > 0 {
            self.notes.push(format!(
                "unfinished files: {unfinished}; a build was interrupted; the next build removes \
                 them"
            ));
        }
    }
}

/// Returns the number of unfinished files, from a build that was killed or is still running.
fn unfinished(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name());
    names
        .filter(|name| name.to_string_lossy().starts_with(UNFINISHED))
        .count()
}

/// Compares a file with its entry and supplies it to the engine.
fn supply(folder: &Path, engine: &Engine, file: &FileEntry) -> Result<(), Vec<Finding>> {
    let stored = read(folder, &file.name).map_err(|finding| vec![finding])?;
    let damage = |error: &Error| Finding {
        file: file.name.clone(),
        problem: error.to_string(),
        advice: ALTERED,
    };
    engine
        .verify(&file.name, &stored)
        .map_err(|error| vec![damage(&error)])?;
    let misbuilt = |problem: String| Finding {
        file: file.name.clone(),
        problem,
        advice: MISBUILT,
    };
    let mut findings = Vec::new();
    let hash = hex(file.sha256.get(..8).unwrap_or_default());
    if !file.name.contains(&hash) {
        findings.push(misbuilt(
            "its name does not contain the hash of its content".into(),
        ));
    }
    let supplied =
        inflate(&stored).and_then(|inflated| engine.supply_inflated(&file.name, &inflated));
    findings.extend(supplied.err().map(|error| misbuilt(error.to_string())));
    if findings.is_empty() {
        Ok(())
    } else {
        Err(findings)
    }
}

/// The file that has a section.
fn holder(engine: &Engine, section: &str) -> String {
    let holds =
        |file: &&FileEntry| file.name == section || file.sections.iter().any(|s| s == section);
    let file = engine.files().into_iter().find(|file| holds(&file));
    file.map_or_else(|| MANIFEST.to_owned(), |file| file.name)
}
