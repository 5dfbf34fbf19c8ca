//! Checks what a package contains: the licences in every one, and the works of others where the
//! engine or the command is.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use flate2::read::GzDecoder;
use object::read::elf::{ElfFile64, ProgramHeader};

use crate::notices;

/// The endings of compiled parts: the command, the engine for browsers.
const COMPILED: [&str; 5] = [
    "/soru",
    "/soru.exe",
    "soru_engine_bg.wasm",
    "soru_engine_bg.wasm.bin",
    ".soru-table",
];

/// The files of a package, by their paths.
type Files = BTreeMap<String, Vec<u8>>;

/// Whether a file is a package or an archive, and not a list or a text beside them.
pub(super) fn is_package(file: &Path) -> bool {
    let endings = ["tgz", "gz", "crate", "whl"];
    let ending = file.extension().and_then(|ending| ending.to_str());
    ending.is_some_and(|ending| endings.contains(&ending))
}

/// Checks a package.
///
/// # Errors
/// If it lacks a licence or the notices, or these do not name what it contains.
pub(super) fn check(package: &Path, notices: &str) -> Result<()> {
    let files = read(package).with_context(|| format!("read {}", package.display()))?;
    check_files(&files, notices).with_context(|| format!("{} is not complete", package.display()))
}

fn check_files(files: &Files, notices: &str) -> Result<()> {
    let named = |name: &str| {
        let is_named = |path: &&String| path.rsplit('/').next() == Some(name);
        files.keys().find(is_named).map(|path| &files[path])
    };
    for licence in super::LICENCES {
        ensure!(named(licence).is_some(), "it has no {licence}");
    }
    let text = named(notices::NAME).with_context(|| format!("it has no {}", notices::NAME))?;
    let compiled = files.keys().find(|path| is_compiled(path));
    let is_full = text == notices.as_bytes();
    match compiled {
        Some(path) if !is_full => bail!(
            "it contains {path}, but its {} is not the list that `cargo xtask notices` writes",
            notices::NAME
        ),
        _ => Ok(()),
    }
}

fn is_compiled(path: &str) -> bool {
    COMPILED.iter().any(|end| path.ends_with(end))
}

/// Reads a package of npm or cargo, an archive, or a wheel.
fn read(package: &Path) -> Result<Files> {
    let file = File::open(package)?;
    let mut files = Files::new();
    if package.extension().is_some_and(|end| end == "whl") {
        let mut archive = zip::ZipArchive::new(file)?;
        for at in 0..archive.len() {
            let mut entry = archive.by_index(at)?;
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes)?;
            let name = entry.name()?.into_owned();
            files.insert(name, bytes);
        }
        return Ok(files);
    }
    for entry in tar::Archive::new(GzDecoder::new(file)).entries()? {
        let mut entry = entry?;
        let path = entry.path()?.to_string_lossy().into_owned();
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes)?;
        files.insert(path, bytes);
    }
    Ok(files)
}

/// Returns the text of a file in a package of npm.
///
/// # Errors
/// If it is not there.
pub(crate) fn text(package: &Path, path: &str) -> Result<String> {
    let mut files = read(package)?;
    let bytes = files.remove(path);
    let bytes = bytes.with_context(|| format!("{} has no {path}", package.display()))?;
    Ok(String::from_utf8(bytes)?)
}

/// Checks that a command for Linux needs no library of the system.
///
/// # Errors
/// If it does, or is no such command.
pub(super) fn check_static(binary: &Path) -> Result<()> {
    let shown = binary.display();
    let bytes = std::fs::read(binary).with_context(|| format!("read {shown}"))?;
    let file: ElfFile64<'_> =
        ElfFile64::parse(&*bytes).with_context(|| format!("{shown} is no command for Linux"))?;
    let endian = file.endian();
    for header in file.elf_program_headers() {
        let loader = header.interpreter(endian, &*bytes)?;
        if let Some(loader) = loader {
            let loader = String::from_utf8_lossy(loader);
            bail!("{shown} is not static: it needs {loader} and libraries of the system");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(paths: &[(&str, &str)]) -> Files {
        let files = paths
            .iter()
            .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()));
        files.collect()
    }

    const COMPLETE: [(&str, &str); 4] = [
        ("soru/LICENSE-MIT", ""),
        ("soru/LICENSE-APACHE", ""),
        ("soru/THIRD-PARTY-NOTICES.txt", "all"),
        ("soru/bin/soru", ""),
    ];

    #[test]
    fn a_package_with_the_command_and_all_texts_is_complete() {
        check_files(&files(&COMPLETE), "all").unwrap();
    }

    #[test]
    fn a_package_without_one_of_the_texts_is_refused_by_its_name() {
        for missing in 0..3 {
            let mut paths = COMPLETE.to_vec();
            let (path, _) = paths.remove(missing);
            let error = check_files(&files(&paths), "all").unwrap_err().to_string();
            assert!(error.contains(path.trim_start_matches("soru/")), "{error}");
        }
    }

    // The short text of a package with nothing by others would be wrong beside the command.
    #[test]
    fn notices_that_do_not_list_what_the_package_contains_are_refused() {
        let mut paths = COMPLETE;
        paths[2].1 = "short";
        let error = check_files(&files(&paths), "all").unwrap_err().to_string();
        assert!(error.contains("soru/bin/soru"), "{error}");
        check_files(&files(&paths[..3]), "all").unwrap();
    }

    #[test]
    fn a_file_that_is_no_program_is_not_static() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let error = check_static(&file).unwrap_err().to_string();
        assert!(error.contains("no command for Linux"), "{error}");
    }

    // The tests are linked with the libraries of the system.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn a_program_with_a_loader_is_not_static() {
        let program = std::env::current_exe().unwrap();
        let error = check_static(&program).unwrap_err().to_string();
        assert!(error.contains("is not static: it needs /lib"), "{error}");
    }
}
