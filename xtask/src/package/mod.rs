//! `cargo xtask package`: what registries and download pages get.
//!
//! Packs `soru`, the plugins for npm and, for every binary that is there, `@soru/<platform>` into `target/packages`, with
//! an archive of the command, wheels and `SHA256SUMS`. Publishes nothing.
//!
//! | file | holds |
//! |---|---|
//! | `platforms.rs` | the platforms, and what rustc calls them |
//! | `crates.rs` | the crates, the command's with engine and box in it |
//! | `npm.rs` | the npm packages |
//! | `python.rs` | the wheels |

mod crates;
mod npm;
mod platforms;
mod python;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use self::platforms::Platform;
use crate::workspace::Workspace;
use crate::{bundle, demo};

/// Options of `cargo xtask package`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// A command that was built for a platform, such as
    /// `linux-x64=target/x86_64-unknown-linux-musl/release/soru`; may be repeated [default: that of this machine,
    /// built now]
    #[arg(long, value_name = "PLATFORM=FILE")]
    binary: Vec<String>,
}

/// Makes the packages and lists them.
///
/// # Errors
/// If a binary is missing, or npm cannot pack.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    let named = options.binary.iter().map(|text| named(text));
    let binaries: Vec<(Platform, PathBuf)> = named.collect::<Result<_>>()?;
    let folder = if binaries.is_empty() {
        bundle::build(workspace)?;
        demo::build_tool(workspace).run()?;
        let out = make_here(workspace)?;
        crates::make(workspace, &out)?;
        write_checksums(&out)?;
        out
    } else {
        let out = make(workspace, &binaries)?;
        write_checksums(&out)?;
        out
    };
    for file in files(&folder)? {
        let size = fs::metadata(&file)?.len() / 1000;
        println!("{size:>8} kB  {}", file.display());
    }
    Ok(())
}

/// Makes the packages of this machine from what is built, and gives their folder.
///
/// # Errors
/// As [`command`].
pub(crate) fn make_here(workspace: &Workspace) -> Result<PathBuf> {
    let out = make_npm_here(workspace)?;
    python::build_wheels(workspace, &out)?;
    Ok(out)
}

/// Makes those of npm only.
///
/// # Errors
/// As [`command`].
pub(crate) fn make_npm_here(workspace: &Workspace) -> Result<PathBuf> {
    make(workspace, &[(Platform::here()?, workspace.soru())])
}

fn named(text: &str) -> Result<(Platform, PathBuf)> {
    let (name, file) = text.split_once('=').with_context(|| {
        format!("`{text}` must be PLATFORM=FILE, such as linux-x64=target/release/soru")
    })?;
    Ok((Platform::named(name)?, PathBuf::from(file)))
}

fn make(workspace: &Workspace, binaries: &[(Platform, PathBuf)]) -> Result<PathBuf> {
    let out = workspace.target("packages");
    let staging = workspace.target("packages/staging");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&staging)?;
    let main = staging.join("soru");
    npm::lay_out_main(workspace, &main)?;
    pack(workspace, &main, &out)?;
    for (platform, binary) in binaries {
        let shown = binary.display();
        ensure!(
            binary.is_file(),
            "{shown} is not there; build it for {}",
            platform.target
        );
        let folder = staging.join(platform.name());
        npm::lay_out_command(workspace, *platform, binary, &folder)?;
        pack(workspace, &folder, &out)?;
        archive(workspace, *platform, binary, &out)?;
    }
    fs::remove_dir_all(&staging)?;
    for plugin in npm::plugins(workspace)? {
        pack(workspace, &plugin, &out)?;
    }
    Ok(out)
}

/// The file that npm packs a package to.
pub(crate) fn npm_file(name: &str, version: &str) -> String {
    format!("{name}-{version}.tgz")
}

/// That of this machine's command.
///
/// # Errors
/// If no package is made for it.
pub(crate) fn npm_file_here(version: &str) -> Result<String> {
    let name = Platform::here()?.name();
    Ok(npm_file(&format!("soru-{name}"), version))
}

fn pack(workspace: &Workspace, folder: &Path, out: &Path) -> Result<()> {
    let [folder, out] = [folder, out].map(|path| path.display().to_string());
    let npm = workspace.invoke("npm");
    let packed = npm.args([
        "pack",
        "--loglevel=error",
        "--pack-destination",
        &out,
        &folder,
    ]);
    packed.capture().map(drop)
}

/// The command by itself, for those who download it.
fn archive(workspace: &Workspace, platform: Platform, binary: &Path, out: &Path) -> Result<()> {
    let name = format!("soru-{}-{}", workspace.version, platform.target);
    let file = fs::File::create(out.join(format!("{name}.tar.gz")))?;
    let mut archive = tar::Builder::new(GzEncoder::new(file, Compression::best()));
    archive.mode(tar::HeaderMode::Deterministic);
    archive.append_path_with_name(binary, format!("{name}/{}", platform.file()))?;
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        archive.append_path_with_name(workspace.path(licence), format!("{name}/{licence}"))?;
    }
    archive.into_inner()?.finish()?;
    Ok(())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut files: Vec<PathBuf> = entries.collect::<Result<_, _>>()?;
    files.retain(|path| path.is_file());
    files.sort();
    Ok(files)
}

/// As `sha256sum` writes them.
fn write_checksums(out: &Path) -> Result<()> {
    let mut lines = String::new();
    for file in files(out)? {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let digest = Sha256::digest(fs::read(&file)?);
        for byte in digest {
            write!(lines, "{byte:02x}")?;
        }
        writeln!(lines, "  {name}")?;
    }
    fs::write(out.join("SHA256SUMS"), lines)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_binary_is_given_with_its_platform() {
        let (platform, file) = named("win32-x64=out/soru.exe").unwrap();
        assert_eq!(
            (platform.file(), file),
            ("soru.exe", PathBuf::from("out/soru.exe"))
        );
        for wrong in ["soru", "beos-x64=soru"] {
            assert!(named(wrong).is_err(), "{wrong}");
        }
    }
}
