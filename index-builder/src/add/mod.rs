//! `soru add`: puts the search into a site or into the project of one.
//!
//! It looks at a folder first and changes nothing ([`look`]). Then it writes a `soru.toml` of a few
//! lines, adds the build of the index to the script of the generator, and extends content security
//! policies by what the box needs ([`Found::apply`]). Pages get the box by `soru build --inject`, which
//! the caller runs. A journal keeps every change, for [`undo`].
//!
//! | file | does |
//! |---|---|
//! | `generators.rs` | tells site generators |
//! | `survey.rs` | looks at pages: name, languages, the search that is there |
//! | `searches.rs` | lists searches and their signs |
//! | `script.rs` | the script in `package.json` |
//! | `policy.rs` | what a content security policy lacks |
//! | `policy_files.rs` | policies in files of hosts and in pages |
//! | `change.rs` | a change as pieces of text |
//! | `journal.rs` | keeps changes, and undoes them |

mod change;
mod generators;
mod journal;
mod policy;
pub(crate) mod policy_files;
mod script;
mod searches;
mod survey;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

pub use change::Piece;
pub use generators::Generator;
pub use journal::{FILE_NAME as JOURNAL, Journal, Undone, undo};
pub use script::Script;
pub use survey::{OlderSearch, Survey};

use self::change::applied;
use self::journal::compared;
use self::policy_files::WrittenPolicy;
use crate::bundle::MANIFEST;
use crate::inject::{marked, replace};
use crate::project::{FILE_NAME, Project, starter};

/// The folder of the bundle in a site.
const BUNDLE: &str = "soru";

/// The number of folders above one of finished pages in which a project is looked for.
const ABOVE: usize = 3;

/// Names of folders with copies of the site that show proposed changes.
const PREVIEWS: [&str; 4] = ["preview", "previews", "pr-preview", "pr-previews"];

/// What was found in a folder.
#[derive(Debug)]
pub struct Found {
    /// The folder of the project, or of `soru.toml`.
    pub project: PathBuf,
    /// The folder of the finished pages, which may not be there yet.
    pub site: PathBuf,
    /// The generator that writes them, if there is one.
    pub generator: Option<Generator>,
    /// What the pages show.
    pub survey: Survey,
    /// The project's settings.
    pub settings: PathBuf,
    /// The script that builds the site.
    pub script: Script,
    /// Whether `package.json` names the package of the command.
    pub has_command: bool,
    /// Policies that the box needs extended.
    pub policies: Vec<PolicyChange>,
    /// Folders with previews of the site.
    pub previews: Vec<String>,
}

/// A file whose policy is to be extended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyChange {
    /// The file.
    pub file: PathBuf,
    /// Its pieces, or the reason why only its owner can change it.
    pub pieces: Result<Vec<Piece>, String>,
}

/// A change that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The file, relative to the project, or how many there are.
    pub place: String,
    /// What was done.
    pub done: String,
}

/// Looks at a folder of finished pages, or at the project of a generator.
///
/// # Errors
/// If it is neither.
pub fn look(folder: &Path) -> anyhow::Result<Found> {
    if !folder.is_dir() {
        bail!(
            "{}: no such folder; name the folder of finished pages, or that of a project",
            folder.display()
        );
    }
    let (project, site, generator) = place(folder);
    let out = site.join(BUNDLE);
    let survey = survey::survey(&site, &out);
    if generator.is_none() && survey.pages == 0 {
        bail!(
            "{}: no pages (.html), and no site generator that Soru knows. Name the folder of the \
             finished pages: `soru add FOLDER`",
            folder.display()
        );
    }
    let written = generator.as_ref().map(|_| &*site);
    let package = fs::read_to_string(project.join("package.json")).unwrap_or_default();
    let script = generator
        .as_ref()
        .map_or(Script::None, |generator| script::find(&package, generator));
    let packages = generators::package(&project)
        .as_ref()
        .map(generators::dependencies);
    let mut policies = changes_of_hosts(&project, written);
    policies.extend(changes_of_site(&project, &site, written));
    policies.extend(page_policies(&site, &survey, written.is_some()));
    Ok(Found {
        settings: Project::find(&[site.clone()])
            .filter(|file| file.parent() == Some(&*project) || generator.is_none())
            .unwrap_or_else(|| project.join(FILE_NAME)),
        script,
        has_command: packages.is_some_and(|packages| packages.iter().any(|own| own == "soru")),
        previews: previews(&site),
        policies,
        project,
        site,
        generator,
        survey,
    })
}

/// Returns the project, the folder of its pages, and its generator.
fn place(folder: &Path) -> (PathBuf, PathBuf, Option<Generator>) {
    if let Some(generator) = Generator::find(folder) {
        return (
            folder.to_owned(),
            folder.join(&generator.output),
            Some(generator),
        );
    }
    // The folder of a generator's output: its pages are written anew by each build.
    let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let projects = real.ancestors().skip(1).take(ABOVE);
    let mut writers = projects.filter_map(|project| {
        let generator = Generator::find(project)?;
        (project.join(&generator.output) == real)
            .then(|| (project.to_owned(), real.clone(), Some(generator)))
    });
    writers
        .next()
        .unwrap_or_else(|| (beside(folder), folder.to_owned(), None))
}

/// The folder for `soru.toml`: beside the pages, or with them if they are in the current folder.
fn beside(folder: &Path) -> PathBuf {
    match folder.parent() {
        _ if folder == Path::new(".") => folder.to_owned(),
        Some(parent) if parent.as_os_str().is_empty() => PathBuf::from("."),
        Some(parent) => parent.to_owned(),
        None => folder.to_owned(),
    }
}

fn previews(site: &Path) -> Vec<String> {
    let names = PREVIEWS.iter().filter(|name| site.join(name).is_dir());
    names.map(|name| (*name).to_owned()).collect()
}

fn changes_of_hosts(project: &Path, written: Option<&Path>) -> Vec<PolicyChange> {
    let files = policy_files::files(project, written).into_iter();
    files
        .filter_map(|file| {
            let text = fs::read_to_string(&file).ok()?;
            let policies = policy_files::policies(&file, &text);
            Some(PolicyChange {
                pieces: lacking(&text, &policies),
                file,
            })
            .filter(PolicyChange::is_one)
        })
        .collect()
}

/// The files of hosts in a folder of pages that no generator writes.
fn changes_of_site(project: &Path, site: &Path, written: Option<&Path>) -> Vec<PolicyChange> {
    if written.is_some() || project == site {
        return Vec::new();
    }
    let known = changes_of_hosts(project, None);
    let own = changes_of_hosts(site, None).into_iter();
    own.filter(|own| !known.iter().any(|known| known.file == own.file))
        .collect()
}

/// The policies in pages. Those that a generator writes are only reported, once.
fn page_policies(site: &Path, survey: &Survey, is_written: bool) -> Vec<PolicyChange> {
    let pages = survey.with_policy.iter().filter_map(|name| {
        let file = site.join(name);
        let page = compared(&file, fs::read(&file).ok()?);
        let pieces = lacking_in_page(&page);
        Some(PolicyChange { file, pieces }).filter(PolicyChange::is_one)
    });
    if !is_written {
        return pages.collect();
    }
    let reported = pages.map(|page| PolicyChange {
        pieces: Err(match page.pieces {
            Ok(pieces) => format!(
                "its template has a policy in a <meta> tag; add {} to it",
                words(&pieces)
            ),
            Err(reason) => reason,
        }),
        ..page
    });
    reported.take(1).collect()
}

fn lacking_in_page(page: &[u8]) -> Result<Vec<Piece>, String> {
    let mut all = Vec::new();
    for tag in survey::policy_tags(page) {
        let Ok(text) = std::str::from_utf8(&page[tag.clone()]) else {
            continue;
        };
        let policies: Vec<WrittenPolicy> = policy_files::of_tag(text).into_iter().collect();
        let own = lacking(text, &policies)?.into_iter();
        all.extend(own.map(|piece| Piece {
            at: piece.at + tag.start,
            ..piece
        }));
    }
    Ok(all)
}

/// What the policies of a file lack.
fn lacking(text: &str, policies: &[WrittenPolicy]) -> Result<Vec<Piece>, String> {
    let mut all = Vec::new();
    for policy in policies {
        let own = policy::lacking(&text[policy.range.clone()])?;
        if !own.is_empty() && !policy.is_editable {
            return Err(format!(
                "add {} to its policy by hand, because of its quotation marks",
                words(&own)
            ));
        }
        all.extend(own.into_iter().map(|piece| Piece {
            at: piece.at + policy.range.start,
            ..piece
        }));
    }
    Ok(all)
}

/// The added sources, for a sentence.
fn words(pieces: &[Piece]) -> String {
    let mut words: Vec<String> = pieces
        .iter()
        .map(|piece| format!("`{}`", piece.after.trim_matches([' ', ';'])))
        .collect();
    words.dedup();
    words.join(" and ")
}

impl PolicyChange {
    /// Whether anything is to be done or said.
    fn is_one(&self) -> bool {
        !matches!(&self.pieces, Ok(pieces) if pieces.is_empty())
    }

    /// What is added, or why nothing is.
    pub fn words(&self) -> String {
        match &self.pieces {
            Ok(pieces) => format!(
                "its content security policy allows the box: {}",
                words(pieces)
            ),
            Err(reason) => reason.clone(),
        }
    }
}

impl Found {
    /// The folder of the bundle.
    pub fn out(&self) -> PathBuf {
        self.site.join(BUNDLE)
    }

    /// The command that builds the index after the generator.
    pub fn build_command(&self) -> Option<String> {
        self.generator.as_ref().map(script::command)
    }

    /// The lines of `soru.toml`.
    pub fn settings_text(&self, replace: bool) -> String {
        let title = self.survey.title.clone();
        let title = title.or_else(|| self.generator.as_ref()?.title.clone());
        let search = self.survey.search.as_ref().filter(|_| replace);
        let selector = search.map(|search| &*search.selector);
        starter(title.as_deref(), &self.survey.languages, selector)
    }

    /// Whether `soru.toml` is written by a person.
    ///
    /// # Errors
    /// If the journal cannot be read.
    pub fn has_own_settings(&self) -> anyhow::Result<bool> {
        let journal = Journal::load(&self.project)?;
        let content = fs::read(&self.settings);
        Ok(content.is_ok_and(|content| !journal.made(&self.name(&self.settings), &content)))
    }

    /// Makes the changes, except those by a build.
    ///
    /// # Errors
    /// If a file cannot be written; the journal then has the changes that were made.
    pub fn apply(&self, replace: bool) -> anyhow::Result<Vec<Change>> {
        let mut journal = Journal::load(&self.project)?;
        let result = self.apply_to(&mut journal, replace);
        journal.save(&self.project)?;
        result
    }

    fn apply_to(&self, journal: &mut Journal, replace: bool) -> anyhow::Result<Vec<Change>> {
        let mut changes = Vec::new();
        changes.extend(self.write_settings(journal, replace)?);
        if let Script::Extended(name, piece) = &self.script {
            self.edit(
                journal,
                &self.project.join("package.json"),
                vec![piece.clone()],
            )?;
            let command = self.build_command().unwrap_or_default();
            changes.push(self.change("package.json", format!("`{name}` also runs `{command}`")));
        }
        if self.generator.is_none() {
            self.keep_pages(journal)?;
        }
        changes.extend(self.extend_policies(journal)?);
        Ok(changes)
    }

    fn change(&self, place: &str, done: String) -> Change {
        Change {
            place: place.to_owned(),
            done,
        }
    }

    fn write_settings(
        &self,
        journal: &mut Journal,
        replaced: bool,
    ) -> anyhow::Result<Option<Change>> {
        let name = self.name(&self.settings);
        let text = self.settings_text(replaced);
        let before = fs::read(&self.settings).ok();
        let is_own = before
            .as_ref()
            .is_some_and(|before| !journal.made(&name, before));
        // Another site beside this one may have written it.
        let is_shared = before.is_some() && !journal.is_of(&self.name(&self.site));
        if is_own || is_shared || before.as_deref() == Some(text.as_bytes()) {
            return Ok(None);
        }
        let unwritable = || format!("{name}: cannot be written");
        fs::write(&self.settings, &text).with_context(unwritable)?;
        journal.keep_new(&name, text.as_bytes());
        Ok(Some(
            self.change(&name, "the settings of the search".to_owned()),
        ))
    }

    /// Keeps the lines of an earlier build in pages, which the next build replaces.
    fn keep_pages(&self, journal: &mut Journal) -> anyhow::Result<()> {
        let out = self.out();
        if !journal.has_site(&self.name(&self.site)) {
            for file in crate::inject::pages(&self.site, &out) {
                let page = fs::read(&file)
                    .with_context(|| format!("{}: cannot be read", file.display()))?;
                let pieces = earlier_lines(&page);
                if let Some(after) = applied(&page, &pieces).filter(|_| !pieces.is_empty()) {
                    journal.keep(&self.name(&file), &page, &after, pieces);
                }
            }
        }
        let is_new = !out.join(MANIFEST).exists();
        journal.keep_site(&self.name(&self.site), &self.name(&out), is_new);
        Ok(())
    }

    fn extend_policies(&self, journal: &mut Journal) -> anyhow::Result<Vec<Change>> {
        let mut changes = Vec::new();
        let mut pages = 0;
        for policy in &self.policies {
            let Ok(pieces) = &policy.pieces else { continue };
            self.edit(journal, &policy.file, pieces.clone())?;
            match crate::inject::is_html(&policy.file) {
                true => pages += 1,
                false => changes.push(self.change(&self.name(&policy.file), policy.words())),
            }
        }
        if pages > 0 {
            changes.push(self.change(
                &format!("{pages} pages"),
                "their content security policy allows the box".to_owned(),
            ));
        }
        Ok(changes)
    }

    /// Changes a file and keeps that in the journal. A page is written without the lines of the box,
    /// which the build adds again.
    fn edit(&self, journal: &mut Journal, file: &Path, pieces: Vec<Piece>) -> anyhow::Result<()> {
        let name = self.name(file);
        let content = fs::read(file).with_context(|| format!("{name}: cannot be read"))?;
        let before = compared(file, content);
        let changed = || format!("{name}: changed while `soru add` was running; try again");
        let after = applied(&before, &pieces).with_context(changed)?;
        replace(file, &after).with_context(|| format!("{name}: cannot be written"))?;
        journal.keep(&name, &before, &after, pieces);
        Ok(())
    }

    /// A path within the project, with slashes.
    pub fn name(&self, file: &Path) -> String {
        let relative = file.strip_prefix(&self.project).unwrap_or(file);
        let relative = relative.strip_prefix(".").unwrap_or(relative);
        let name = relative.to_string_lossy().replace('\\', "/");
        if name.is_empty() {
            ".".to_owned()
        } else {
            name
        }
    }
}

/// The pieces that remove the lines of an earlier build.
fn earlier_lines(page: &[u8]) -> Vec<Piece> {
    let ranges = marked(page).unwrap_or_default().into_iter();
    let texts = ranges.map(|range| Piece {
        at: range.start,
        before: String::from_utf8_lossy(&page[range]).into_owned(),
        after: String::new(),
    });
    texts.collect()
}

/// Returns the folder of the journal for a folder that was added to: it is in it, or beside it.
pub fn journal_folder(folder: &Path) -> PathBuf {
    let (project, _, _) = place(folder);
    let mut folders = [folder.to_owned(), project].into_iter();
    folders
        .find(|folder| folder.join(JOURNAL).is_file())
        .unwrap_or_else(|| folder.to_owned())
}

/// Returns the policies that a host sends with every page of a site, each with the file that sets it.
pub fn host_policies(site: &Path) -> Vec<(PathBuf, String)> {
    let (project, _, _) = place(site);
    let mut found: Vec<(PathBuf, String)> = Vec::new();
    for folder in [site, &project] {
        for file in policy_files::files(folder, None) {
            let text = fs::read_to_string(&file).unwrap_or_default();
            let policies = policy_files::policies(&file, &text).into_iter();
            let own = policies.filter(WrittenPolicy::is_of_all_pages);
            let own = own.map(|policy| text[policy.range].replace("\\\"", "\""));
            // A generator copies files of the project into the site.
            for policy in own {
                if !found.iter().any(|(_, known)| *known == policy) {
                    found.push((file.clone(), policy));
                }
            }
        }
    }
    found
}
