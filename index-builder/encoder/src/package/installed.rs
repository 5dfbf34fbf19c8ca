//! A user's installed encoders, each in a folder of its name.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use etcetera::BaseStrategy;

use super::super::Encoder;
use super::catalogue::CatalogueEntry;
use super::download::check;
use super::manifest::Manifest;
use super::source::unpack;

/// Environment variable that replaces the user's folder.
const VARIABLE: &str = "SORU_ENCODERS";

/// A folder of encoders.
#[derive(Debug, Clone)]
pub struct Store {
    folder: PathBuf,
}

/// An installed encoder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Installed {
    /// Its folder.
    pub folder: PathBuf,
    /// Its description.
    pub manifest: Manifest,
}

impl Store {
    /// A folder of encoders, whether it exists or not.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
        }
    }

    /// The user's store: the folder in `SORU_ENCODERS`, or `soru/encoders` in the system's folder
    /// for user data.
    ///
    /// # Errors
    /// If the user has no home folder.
    pub fn of_user() -> Result<Self> {
        if let Some(folder) = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty()) {
            return Ok(Self::new(Path::new(&folder)));
        }
        let strategy = etcetera::choose_base_strategy();
        let strategy = strategy.with_context(|| {
            format!("no home folder was found for encoders: name a folder in {VARIABLE}")
        })?;
        Ok(Self::new(
            &strategy.data_dir().join("soru").join("encoders"),
        ))
    }

    /// The folder of the encoders.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// All encoders, by name. Other folders are skipped.
    ///
    /// # Errors
    /// If an encoder's description cannot be read.
    pub fn list(&self) -> Result<Vec<Installed>> {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Ok(Vec::new());
        };
        let mut all = Vec::new();
        for entry in entries.flatten().filter(|entry| !is_hidden(&entry.path())) {
            let folder = entry.path();
            if let Some(manifest) = Manifest::read(&folder)? {
                all.push(Installed { folder, manifest });
            }
        }
        all.sort_by(|a, b| a.manifest.name.cmp(&b.manifest.name));
        Ok(all)
    }

    /// The encoder with a name.
    ///
    /// # Errors
    /// If an encoder's description cannot be read.
    pub fn find(&self, name: &str) -> Result<Option<Installed>> {
        if !is_name(name) {
            return Ok(None);
        }
        let folder = self.folder.join(name);
        let manifest = Manifest::read(&folder)?;
        Ok(manifest.map(|manifest| Installed { folder, manifest }))
    }

    /// Installs an encoder from a folder or file, replacing one with that name. An encoder of the
    /// catalogue must be the tested file.
    ///
    /// # Errors
    /// If the source has no usable encoder, or the folder cannot be written.
    pub fn add(
        &self,
        name: &str,
        source: &Path,
        known: Option<&CatalogueEntry>,
        languages: &[String],
    ) -> Result<Installed> {
        ensure!(
            is_name(name),
            "`{name}` is not a valid name: use a-z, 0-9, - and _"
        );
        let unwritable = || format!("{}: cannot be written", self.folder.display());
        fs::create_dir_all(&self.folder).with_context(unwritable)?;
        let draft = tempfile::Builder::new()
            .prefix(".draft-")
            .tempdir_in(&self.folder);
        let draft = draft.with_context(unwritable)?;
        let is_wheel = source.extension().is_some_and(|ending| ending == "whl");
        if let Some(known) = known.filter(|_| is_wheel) {
            check(source, known)?;
        }
        let mut manifest = unpack(source, draft.path(), name)?;
        name.clone_into(&mut manifest.name);
        if !languages.is_empty() {
            manifest.languages = languages.to_vec();
        }
        if let Some(known) = known {
            known.model.clone_into(&mut manifest.model);
            known.licence.clone_into(&mut manifest.licence);
            manifest.languages = known
                .languages
                .iter()
                .map(|tag| (*tag).to_owned())
                .collect();
            manifest.source = known.project.join(" ");
        }
        ensure!(
            !manifest.languages.is_empty(),
            "name the encoder's languages with --lang"
        );
        manifest.write(draft.path())?;
        try_out(draft.path()).with_context(|| source.display().to_string())?;
        let folder = self.folder.join(name);
        let old = self.set_aside(&folder)?;
        fs::rename(draft.keep(), &folder).with_context(unwritable)?;
        drop(old);
        Ok(Installed { folder, manifest })
    }

    /// Removes an encoder.
    ///
    /// # Errors
    /// If there is no encoder with that name, or it cannot be removed.
    pub fn remove(&self, name: &str) -> Result<()> {
        // This also removes an encoder with an unreadable description.
        let folder = self.folder.join(name);
        ensure!(
            is_name(name) && folder.is_dir(),
            "no encoder `{name}` is installed in {}",
            self.folder.display()
        );
        drop(self.set_aside(&folder)?);
        Ok(())
    }

    /// Moves a folder aside at once; dropping the returned value removes it.
    fn set_aside(&self, folder: &Path) -> Result<Option<tempfile::TempDir>> {
        if !folder.exists() {
            return Ok(None);
        }
        let aside = tempfile::Builder::new()
            .prefix(".old-")
            .tempdir_in(&self.folder)?;
        let moved = fs::rename(folder, aside.path().join("encoder"));
        moved.with_context(|| format!("{}: cannot be replaced", folder.display()))?;
        Ok(Some(aside))
    }
}

/// Whether a name is valid for an encoder, whose folder it names.
fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.".contains(c);
    !name.is_empty() && !name.starts_with('.') && name.chars().all(is_plain)
}

fn is_hidden(folder: &Path) -> bool {
    let name = folder
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    name.is_some_and(|name| name.starts_with('.'))
}

/// Checks that the encoder can embed a text.
fn try_out(folder: &Path) -> Result<()> {
    let encoder = Encoder::open(folder)?;
    let rows = encoder.embed(&["a question"], &|_| {})?;
    let is_sound = rows.iter().all(|x| x.is_finite()) && rows.iter().any(|x| *x != 0.0);
    ensure!(is_sound, "it returns an empty vector for a text");
    Ok(())
}
