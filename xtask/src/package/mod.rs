//! `cargo xtask package`: makes the files for registries and download pages.
//!
//! It packs `soru`, the plugins for npm and, for every existing binary, `@soru/<platform>` into
//! `target/packages`, with an archive of the command, the crates and `SHA256SUMS`, and without
//! `--binary` also the wheels. It publishes nothing.
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
use crate::workspace::{Profile, Workspace};
use crate::{bundle, demo, notices};

/// Options of `cargo xtask package`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// A command that was built for a platform, such as
    /// `linux-x64=target/x86_64-unknown-linux-musl/release/soru`; may be repeated [default: the
    /// command for this machine, built now]
    #[arg(long, value_name = "PLATFORM=FILE")]
    binary: Vec<String>,
}

/// Makes the packages and lists them.
///
/// # Errors
/// If a binary is missing, or npm cannot pack.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    let named = options.binary.iter().map(|text| named(text));
    let commands: Vec<Command> = named.collect::<Result<_>>()?;
    let out = if commands.is_empty() {
        bundle::build(workspace)?;
        demo::build_tool(workspace).run()?;
        make_here(workspace, Profile::Release)?
    } else {
        make(workspace, &commands)?
    };
    crates::make(workspace, &out)?;
    write_checksums(&out)?;
    for file in files(&out)? {
        let size = fs::metadata(&file)?.len() / 1000;
        println!("{size:>8} kB  {}", file.display());
    }
    Ok(())
}

/// Makes the packages for this machine from the command that was built in a profile, and returns
/// their folder.
///
/// # Errors
/// The errors of [`command`].
pub(crate) fn make_here(workspace: &Workspace, profile: Profile) -> Result<PathBuf> {
    let out = make_npm_here(workspace, profile)?;
    python::build_wheels(workspace, profile, &out)?;
    Ok(out)
}

/// Makes only the npm packages.
///
/// # Errors
/// The errors of [`command`].
pub(crate) fn make_npm_here(workspace: &Workspace, profile: Profile) -> Result<PathBuf> {
    let host = workspace
        .invoke("rustc")
        .args(["--print", "host-tuple"])
        .capture()?;
    let command = Command {
        platform: Platform::here()?,
        target: host.trim().to_owned(),
        binary: workspace.soru(profile),
    };
    make(workspace, &[command])
}

/// A command that was built.
#[derive(Debug)]
struct Command {
    platform: Platform,
    /// The rustc target of the machines on which it runs, for the name of its archive.
    target: String,
    binary: PathBuf,
}

fn named(text: &str) -> Result<Command> {
    let (name, file) = text.split_once('=').with_context(|| {
        format!("`{text}` must be PLATFORM=FILE, such as linux-x64=target/release/soru")
    })?;
    let platform = Platform::named(name)?;
    Ok(Command {
        platform,
        target: platform.target.to_owned(),
        binary: PathBuf::from(file),
    })
}

fn make(workspace: &Workspace, commands: &[Command]) -> Result<PathBuf> {
    let out = workspace.target("packages");
    let staging = workspace.target("packages/staging");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&staging)?;
    notices::write(workspace)?;
    let main = staging.join("soru");
    npm::lay_out_main(workspace, &main)?;
    pack(workspace, &main, &out)?;
    for command in commands {
        let shown = command.binary.display();
        let target = &command.target;
        ensure!(
            command.binary.is_file(),
            "{shown} is not there; build it for {target}"
        );
        let folder = staging.join(command.platform.name());
        npm::lay_out_command(workspace, command.platform, &command.binary, &folder)?;
        pack(workspace, &folder, &out)?;
        archive(workspace, command, &out)?;
    }
    for plugin in npm::plugins(workspace)? {
        let folder = staging.join(plugin.file_name().unwrap_or_default());
        npm::lay_out_plugin(workspace, &plugin, &folder)?;
        pack(workspace, &folder, &out)?;
    }
    fs::remove_dir_all(&staging)?;
    Ok(out)
}

/// Returns the file into which npm packs a package.
pub(crate) fn npm_file(name: &str, version: &str) -> String {
    format!("{name}-{version}.tgz")
}

/// Returns the file of the package with this machine's command.
///
/// # Errors
/// If there is no package for this machine.
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

/// Archives the command alone, for downloads.
fn archive(workspace: &Workspace, command: &Command, out: &Path) -> Result<()> {
    let name = format!("soru-{}-{}", workspace.version, command.target);
    let file = fs::File::create(out.join(format!("{name}.tar.gz")))?;
    let mut archive = tar::Builder::new(GzEncoder::new(file, Compression::best()));
    archive.mode(tar::HeaderMode::Deterministic);
    let file = format!("{name}/{}", command.platform.file());
    archive.append_path_with_name(&command.binary, file)?;
    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        archive.append_path_with_name(workspace.path(licence), format!("{name}/{licence}"))?;
    }
    let text = format!("{name}/{}", npm::NOTICES);
    archive.append_path_with_name(workspace.path(notices::FILE), text)?;
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

/// Writes checksums in the format of `sha256sum`.
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
        let command = named("win32-x64=out/soru.exe").unwrap();
        assert_eq!(command.platform.file(), "soru.exe");
        assert_eq!(command.binary, PathBuf::from("out/soru.exe"));
        assert_eq!(command.target, "x86_64-pc-windows-gnu");
        for wrong in ["soru", "beos-x64=soru"] {
            assert!(named(wrong).is_err(), "{wrong}");
        }
    }
}
