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
//! | `kinds.rs` | lists them |
//! | `survey.rs` | looks at pages: name, languages, the search that is there |
//! | `signs.rs` | reads the signs in one page |
//! | `searches.rs` | lists searches and their signs |
//! | `script.rs` | the script in `package.json` |
//! | `policies.rs` | the policies of a site, and what they lack |
//! | `policy.rs` | what a content security policy lacks |
//! | `policy_files.rs` | policies in files of hosts and in pages |
//! | `apply.rs` | makes the changes |
//! | `change.rs` | a change as pieces of text |
//! | `journal.rs` | keeps changes, and undoes them |

mod apply;
mod change;
mod generators;
mod journal;
mod kinds;
mod policies;
mod policy;
mod policy_files;
mod script;
mod searches;
mod signs;
mod survey;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;

pub use apply::Change;
pub use change::Piece;
pub use generators::Generator;
pub use journal::{FILE_NAME as JOURNAL, Journal, Undone, undo};
pub use policies::{PolicyChange, host_policies};
pub use script::Script;
pub use survey::{OlderSearch, Survey};

use self::policies::{changes_of_hosts, changes_of_site, page_policies};
use crate::project::{FILE_NAME, Project};

/// The folder of the bundle in a site.
const BUNDLE: &str = "soru";

/// The number of folders above one of finished pages in which a project is looked for.
const ABOVE: usize = 3;

/// Names of folders with copies of the site that show proposed changes.
const PREVIEWS: [&str; 4] = ["preview", "previews", "pr-preview", "pr-previews"];

/// The findings in a folder.
#[derive(Debug)]
pub struct Found {
    /// The folder of the project, or of `soru.toml`.
    pub project: PathBuf,
    /// The folder of the finished pages, which may not be there yet.
    pub site: PathBuf,
    /// The generator that writes them, if there is one.
    pub generator: Option<Generator>,
    /// The findings in its pages.
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
        settings: Project::find(std::slice::from_ref(&site))
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

/// Returns the folder of the journal for a folder that was added to: it is in it, or beside it.
pub fn journal_folder(folder: &Path) -> PathBuf {
    let (project, _, _) = place(folder);
    let mut folders = [folder.to_owned(), project].into_iter();
    folders
        .find(|folder| folder.join(JOURNAL).is_file())
        .unwrap_or_else(|| folder.to_owned())
}
