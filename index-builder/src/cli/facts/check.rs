//! `soru facts check`.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, bail};

use super::arguments::FactsCheck;
use crate::cli::build::today;
use crate::cli::output::{CONCERNS, DONE, FAILED, count, print, print_json};
use crate::facts::{FactFindings, Frame, Online, Pages, check, is_file_of_facts};
use crate::project::{FILE_NAME, Project};

pub(super) fn run(arguments: &FactsCheck) -> anyhow::Result<u8> {
    let paths = &arguments.paths;
    // A folder that is a site is checked with its own project file.
    let mut own = paths.iter().map(|path| path.join(FILE_NAME));
    let named = arguments.config.clone();
    let named = named.or_else(|| own.find(|file| file.is_file()));
    let project = Project::of(named.as_deref(), paths)?;
    let files = files(&arguments.paths, &project)?;
    let frame = Frame {
        languages: project.languages(),
        today: today()?,
        table: project.facts.table.clone(),
    };
    let inputs = inputs(arguments);
    let pages = match inputs.as_slice() {
        [] => None,
        inputs => Some(Pages::read(inputs, &project)?),
    };
    let online = arguments.online.then(|| Online::new(&arguments.allow_host));
    let checked = check(&files, &frame, arguments.within, pages.as_ref(), online);
    if arguments.json {
        print_json(&checked)?;
    } else {
        print(&page(&checked))?;
    }
    Ok(code(&checked, arguments.strict))
}

fn code(checked: &FactFindings, strict: bool) -> u8 {
    if checked.findings.iter().any(|finding| finding.is_error) {
        FAILED
    } else if strict && !checked.findings.is_empty() {
        CONCERNS
    } else {
        DONE
    }
}

/// Returns the named files, the files in named folders, and the project's files if a named folder
/// is its site.
fn files(paths: &[PathBuf], project: &Project) -> anyhow::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        if path.join(FILE_NAME).is_file() {
            files.extend(project.fact_files());
            continue;
        }
        let entries = std::fs::read_dir(path)
            .with_context(|| format!("{}: cannot be read", path.display()))?;
        let mut inside = Vec::new();
        for entry in entries {
            inside.push(entry?.path());
        }
        inside.retain(|file| file.is_file() && is_file_of_facts(file));
        inside.sort();
        if inside.is_empty() {
            inside = project.fact_files();
        }
        files.extend(inside);
    }
    let mut seen = Vec::new();
    files.retain(|file| {
        let real = file.canonicalize().unwrap_or_else(|_| file.clone());
        let is_new = !seen.contains(&real);
        seen.push(real);
        is_new
    });
    if files.is_empty() {
        bail!(
            "no files of facts found: name the files, their folder, or a site whose {FILE_NAME} \
             lists them under [facts]"
        );
    }
    Ok(files)
}

/// The pages: the named ones, or else the folders that are sites.
fn inputs(arguments: &FactsCheck) -> Vec<PathBuf> {
    if !arguments.pages.is_empty() {
        return arguments.pages.clone();
    }
    let sites = arguments.paths.iter();
    let sites = sites.filter(|path| path.join(FILE_NAME).is_file());
    sites.cloned().collect()
}

fn page(checked: &FactFindings) -> String {
    let mut page = String::new();
    for finding in &checked.findings {
        let severity = if finding.is_error { "error" } else { "warning" };
        let _ = writeln!(page, "{}: {severity}: {}", finding.place, finding.message);
    }
    let errors = checked.findings.iter().filter(|one| one.is_error).count();
    let _ = writeln!(
        page,
        "{} in {}: {}, {}",
        count(checked.facts, "fact"),
        count(checked.files.len(), "file"),
        count(errors, "error"),
        count(checked.findings.len() - errors, "warning"),
    );
    if !checked.pages_read {
        page.push_str(
            "sources and quotations were not checked: name the site's pages with --pages\n",
        );
    }
    page
}
