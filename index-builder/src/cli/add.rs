//! `soru add`.

use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Parser};
use dialoguer::Confirm;

use super::arguments::Build;
use super::build::{build_options, command, make};
use super::output::{DONE, FAILED, count, print};
use crate::add::{Change, Found, Script, look, undo};
use crate::build::BuildReport;
use crate::project::Project;

#[derive(Debug, Args)]
pub(super) struct Add {
    /// The folder of the finished pages, or of the project that a site generator builds
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Make all changes without questions, and replace the search that is there
    #[arg(long, short)]
    yes: bool,
    /// Restore every file as it was before `soru add`
    #[arg(long, conflicts_with = "yes")]
    undo: bool,
}

/// The arguments of the build that follows.
#[derive(Debug, Parser)]
struct BuildCall {
    #[command(flatten)]
    build: Build,
}

/// What to tell visitors, by language.
const PRIVACY: [(&str, &str); 2] = [
    (
        "en",
        "The search of this site runs in your browser. Your questions are not sent to us or to anyone else. \
         It sets no cookies and does not identify you.",
    ),
    (
        "tr",
        "Bu sitenin arama özelliği tarayıcınızda çalışır. Sorularınız bize ya da başka birine gönderilmez. \
         Çerez kullanılmaz ve kimliğiniz belirlenmez.",
    ),
];

pub(super) fn run(arguments: &Add) -> anyhow::Result<u8> {
    if arguments.undo {
        return take_back(&arguments.folder);
    }
    let found = look(&arguments.folder)?;
    refuse_second_box(&found)?;
    print(&findings(&found))?;
    let Some(replace) = ask(arguments, &found)? else {
        print("Nothing was changed.\n")?;
        return Ok(DONE);
    };
    let own_settings = found.has_own_settings()?;
    let changes = found.apply(replace)?;
    let report = match found.generator {
        Some(_) => None,
        None => Some(build(&found)?),
    };
    let older = replace.then(|| older_search(&found, own_settings));
    let older = older.unwrap_or_default();
    print(&summary(&found, &changes, report.as_ref(), &older))?;
    Ok(report_failures(report.as_ref()))
}

/// Prints the pages that could not be written, and returns the exit code.
fn report_failures(report: Option<&BuildReport>) -> u8 {
    let failed = report
        .into_iter()
        .filter_map(|report| report.published.injected.as_ref());
    let mut failed = failed.flat_map(|injected| &injected.failed).peekable();
    let is_done = failed.peek().is_none();
    for (page, reason) in failed {
        eprintln!("error: {page}: {reason}; the button was not added");
    }
    if is_done { DONE } else { FAILED }
}

/// Refuses a site that has the box in another way.
fn refuse_second_box(found: &Found) -> anyhow::Result<()> {
    if found
        .generator
        .as_ref()
        .is_some_and(|generator| generator.has_plugin)
    {
        bail!(
            "this project uses a plugin of Soru already, which builds the index and places the box"
        );
    }
    if found.survey.has_box {
        bail!(
            "{}: the pages contain a <soru-search> or its script already; remove them from the \
             template, or keep them and run `soru build` only",
            found.site.display()
        );
    }
    Ok(())
}

/// Asks what to change: whether to replace the search that is there; none if nothing is to be changed.
fn ask(arguments: &Add, found: &Found) -> anyhow::Result<Option<bool>> {
    if arguments.yes {
        return Ok(Some(true));
    }
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        bail!(
            "nothing was changed, because there is no terminal for questions; repeat the command with --yes"
        );
    }
    let confirm = |question: &str| {
        let asked = Confirm::new()
            .with_prompt(question)
            .default(true)
            .interact();
        asked.context("the question was not answered; nothing was changed")
    };
    let replace = match &found.survey.search {
        Some(_) => confirm("Replace the search that is there, with its keys?")?,
        None => false,
    };
    Ok(confirm("Add the search?")?.then_some(replace))
}

fn findings(found: &Found) -> String {
    let mut text = String::new();
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "{name:9} {value}");
    };
    let site = found.name(&found.site);
    match &found.generator {
        Some(generator) => line(
            "project",
            &format!("{}, which writes the site to {site}", generator.name),
        ),
        None => line("site", &found.site.display().to_string()),
    }
    match found.survey.pages {
        0 => line(
            "pages",
            "none yet: build the site once and repeat `soru add`, so that it finds the search that is there",
        ),
        pages => line(
            "pages",
            &format!("{pages} {}", in_languages(&found.survey.languages)),
        ),
    }
    if let Some(search) = &found.survey.search {
        line("search", &format!("{} ({})", search.name, search.selector));
    }
    for preview in &found.previews {
        line(
            "previews",
            &format!("{preview}/: results lead to the pages outside of it"),
        );
    }
    for policy in &found.policies {
        line(
            "policy",
            &format!("{}: {}", found.name(&policy.file), policy.words()),
        );
    }
    text
}

fn in_languages(languages: &[String]) -> String {
    match languages {
        [] => "that name no language (<html lang>)".to_owned(),
        languages => format!("in {}", languages.join(", ")),
    }
}

/// Builds the index of finished pages and puts the button into them.
fn build(found: &Found) -> anyhow::Result<BuildReport> {
    let site = found.site.display().to_string();
    let config = found.settings.display().to_string();
    let words = [
        "build", "--quiet", "--inject", "--config", &config, "--", &site,
    ];
    let BuildCall { build: arguments } = BuildCall::parse_from(words);
    let mut options = build_options(&arguments, arguments.inputs.clone())?;
    make(&arguments, &mut options)
}

fn summary(found: &Found, changes: &[Change], report: Option<&BuildReport>, older: &str) -> String {
    let mut text = String::from("\n");
    for Change { place, done } in changes {
        let _ = writeln!(text, "changed   {place}: {done}");
    }
    if let Some(report) = report {
        text += &built(found, report);
    }
    text + older + &privacy(&found.survey.languages) + &next_steps(found)
}

/// What happens to the search that is there.
fn older_search(found: &Found, has_own_settings: bool) -> String {
    let Some(search) = &found.survey.search else {
        return String::new();
    };
    let replaced = Project::load(&found.settings).map(|project| project.inject.replace);
    if has_own_settings && replaced.is_ok_and(|replaced| replaced.is_empty()) {
        return format!(
            "settings  {} is yours and was not changed; to replace the search, add to it:\n            \
             [inject]\n            replace = {}\n",
            found.name(&found.settings),
            toml::Value::from(&*search.selector)
        );
    }
    format!(
        "replaced  {}: visitors without scripts still have it; its own scripts can go from your \
         template later\n",
        search.name
    )
}

fn built(found: &Found, report: &BuildReport) -> String {
    let mut text = String::new();
    if let Some(injected) = &report.published.injected {
        let (changed, unchanged) = (injected.changed, injected.unchanged);
        let _ = match (changed, unchanged) {
            (0, _) => writeln!(
                text,
                "unchanged {}: the button is in them",
                count(unchanged, "page")
            ),
            _ => writeln!(
                text,
                "changed   {}: the button is in their header",
                count(changed, "page")
            ),
        };
        for (page, reason) in injected.skipped.iter().take(3) {
            let _ = writeln!(text, "skipped   {page}: {reason}");
        }
    }
    let pages = count(usize::try_from(report.pages).unwrap_or(usize::MAX), "page");
    let _ = writeln!(text, "built     {}: {pages}", found.name(&found.out()));
    for warning in report.warnings.iter().take(3) {
        let _ = writeln!(text, "warning   {warning}");
    }
    text
}

/// Returns the paragraph for the site's privacy policy in its languages, or else in English.
fn privacy(languages: &[String]) -> String {
    let spoken = PRIVACY
        .iter()
        .filter(|(tag, _)| languages.iter().any(|own| own == tag));
    let mut texts: Vec<&str> = spoken.map(|(_, text)| *text).collect();
    if texts.is_empty() {
        texts.push(PRIVACY[0].1);
    }
    format!("\nFor your privacy policy:\n  {}\n", texts.join("\n  "))
}

fn next_steps(found: &Found) -> String {
    let soru = command();
    let folder = |path: &Path| match path.to_string_lossy() {
        path if path.contains(' ') => format!("\"{path}\""),
        path => path.strip_prefix("./").unwrap_or(&path).to_owned(),
    };
    let serve = format!("{soru} serve {}", folder(&found.site));
    let undo = match folder(&found.project) {
        project if project == "." => format!("{soru} add --undo"),
        project => format!("{soru} add {project} --undo"),
    };
    let steps = match (&found.generator, &found.script) {
        (None, _) => vec![serve],
        (Some(_), Script::Extended(name, _) | Script::Done(name)) => {
            let install = (!found.has_command).then(|| "npm install --save-dev soru".to_owned());
            install
                .into_iter()
                .chain([format!("npm run {name}"), serve])
                .collect()
        }
        (Some(generator), Script::None) => {
            let build = found.build_command().unwrap_or_default();
            let npx = if generator.is_npm { "npx " } else { "" };
            vec![format!("{npx}{} && {build}", generator.command), serve]
        }
    };
    let note = match (&found.generator, &found.script) {
        (Some(_), Script::None) => {
            "Wherever the site is built, the first of these replaces the command of the generator.\n"
        }
        _ => "",
    };
    format!(
        "\nNext:\n  {}\n{note}Take everything back:\n  {undo}\n",
        steps.join("\n  ")
    )
}

/// Undoes an earlier `soru add`. The folder may be that of the pages, beside which the journal is.
fn take_back(folder: &Path) -> anyhow::Result<u8> {
    let undone = undo(&crate::add::journal_folder(folder))?;
    for file in &undone.files {
        print(&format!("restored  {file}\n"))?;
    }
    if undone.pages > 0 {
        print(&format!("restored  {}\n", count(undone.pages, "page")))?;
    }
    Ok(DONE)
}
