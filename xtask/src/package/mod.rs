//! `cargo xtask package`: makes the files for registries and download pages.
//!
//! It compiles the engine and the command, and packs `soru`, the plugins and, for every platform
//! whose command was compiled, `@soru/<platform>`, a wheel and an archive into `target/packages`, with
//! the crates and `SHA256SUMS`. It publishes nothing; `cargo xtask publish` does.
//!
//! | file | holds |
//! |---|---|
//! | `platforms.rs` | the platforms, and what rustc calls them |
//! | `compile.rs` | compiles the command of a platform, and tries it |
//! | `crates.rs` | the crates, the command's with engine and box in it |
//! | `npm.rs` | the npm packages |
//! | `python.rs` | the wheels |
//! | `components.rs` | the list of what the command is made of |
//! | `contents.rs` | checks that every package has its licences and notices |

mod compile;
mod components;
mod contents;
pub(crate) mod crates;
mod npm;
mod platforms;
mod python;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

pub(crate) use self::contents::text;
use self::platforms::{PLATFORMS, Platform};
use crate::workspace::{Profile, Workspace};
use crate::{bundle, notices};

/// The folder of the packages, in cargo's build folder.
pub(crate) const PACKAGES: &str = "packages";

/// The licences of the project, which every package includes.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Minutes on two idle processors, from a fresh checkout: for the engine with the box, for the command
/// of a platform, and for packing.
const MINUTES: (u32, u32, u32) = (4, 10, 1);

/// Options of `cargo xtask package`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Compile the command for this platform, such as `linux-arm64`; may be repeated [default: this
    /// machine's]
    #[arg(long, value_name = "PLATFORM", value_parser = Platform::named)]
    platform: Vec<Platform>,
    /// Do only a part, so that several machines can share the work
    #[arg(long, value_name = "PART")]
    only: Option<Part>,
    /// Compile the command without optimisation, to try the packages sooner
    #[arg(long)]
    dev: bool,
}

/// A part of the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Compile the commands and their wheels into `target/commands`, with the `pkg/` that `cargo xtask
    /// bundle` made
    Compile,
    /// Pack `pkg/` and all commands in `target/commands` as they are, and list the components
    Pack,
}

/// Makes the packages and lists them.
///
/// # Errors
/// If something cannot be compiled or packed, or a package lacks its notices.
pub(crate) fn command(workspace: &Workspace, options: &Options) -> Result<()> {
    let start = Instant::now();
    let platforms = options.platforms()?;
    println!("{}", options.announcement(platforms.len()));
    match options.only {
        None => bundle::build(workspace).map(drop)?,
        Some(_) => ensure!(
            workspace.path("pkg/package.json").is_file(),
            "pkg/ has no package for browsers: run `cargo xtask bundle` first"
        ),
    }
    if options.only != Some(Part::Pack) {
        for &platform in &platforms {
            compile::compile(workspace, platform, options.profile())?;
        }
    }
    if options.only != Some(Part::Compile) {
        pack_all(workspace, options, &platforms)?;
    }
    println!("done in {} s", start.elapsed().as_secs());
    Ok(())
}

impl Options {
    fn platforms(&self) -> Result<Vec<Platform>> {
        match self.only {
            Some(Part::Pack) => Ok(PLATFORMS.to_vec()),
            _ if self.platform.is_empty() => Ok(vec![Platform::here()?]),
            _ => Ok(self.platform.clone()),
        }
    }

    fn profile(&self) -> Profile {
        if self.dev {
            Profile::Debug
        } else {
            Profile::Release
        }
    }

    /// Says before it starts how long it will take.
    fn announcement(&self, platforms: usize) -> String {
        let (engine, command, packing) = MINUTES;
        let commands = command * u32::try_from(platforms).unwrap_or(u32::MAX);
        let minutes = match self.only {
            None => engine + commands + packing,
            Some(Part::Compile) => commands,
            Some(Part::Pack) => packing,
        };
        format!(
            "This takes about {minutes} minutes on two idle processors, and less if parts were compiled before."
        )
    }
}

fn pack_all(workspace: &Workspace, options: &Options, platforms: &[Platform]) -> Result<()> {
    let commands = compile::compiled(workspace, platforms)?;
    let out = make(workspace, &commands)?;
    for command in &commands {
        python::copy(command.folder(), &out)?;
    }
    python::build_plugins(workspace, &out)?;
    crates::make(workspace, &out)?;
    fs::copy(workspace.path(notices::FILE), out.join(notices::NAME))?;
    check_contents(workspace, &out)?;
    if options.only == Some(Part::Pack) {
        components::list(workspace, &out)?;
    }
    write_checksums(&out)?;
    for file in files(&out)? {
        let size = fs::metadata(&file)?.len() / 1000;
        println!("{size:>8} kB  {}", file.display());
    }
    Ok(())
}

/// Checks that every package has its licences and its notices.
fn check_contents(workspace: &Workspace, out: &Path) -> Result<()> {
    let notices = fs::read_to_string(workspace.path(notices::FILE))?;
    let packages: Vec<PathBuf> = files(out)?
        .into_iter()
        .filter(|file| contents::is_package(file))
        .collect();
    packages
        .iter()
        .try_for_each(|package| contents::check(package, &notices))?;
    println!(
        "{} packages have both licences and their notices",
        packages.len()
    );
    Ok(())
}

/// Makes the packages for this machine from the command that was built in a profile, and returns
/// their folder.
///
/// # Errors
/// The errors of [`command`].
pub(crate) fn make_here(workspace: &Workspace, profile: Profile) -> Result<PathBuf> {
    let out = make_npm_here(workspace, profile)?;
    python::build_here(workspace, profile, &out)?;
    python::build_plugins(workspace, &out)?;
    check_contents(workspace, &out)?;
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

impl Command {
    /// The folder in which it was compiled, which has its wheel.
    fn folder(&self) -> &Path {
        self.binary.parent().unwrap_or(Path::new(""))
    }
}

fn make(workspace: &Workspace, commands: &[Command]) -> Result<PathBuf> {
    let out = workspace.target(PACKAGES);
    let staging = out.join("staging");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&staging)?;
    notices::write(workspace)?;
    let main = staging.join("soru");
    npm::lay_out_main(workspace, &main)?;
    pack(workspace, &main, &out)?;
    for command in commands {
        if command.target.ends_with("musl") {
            contents::check_static(&command.binary)?;
        }
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

/// Whether a package of npm is that of a platform's command.
pub(crate) fn is_command(name: &str) -> bool {
    PLATFORMS
        .iter()
        .any(|&platform| npm::name_of(platform) == name)
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
    for licence in LICENCES {
        archive.append_path_with_name(workspace.path(licence), format!("{name}/{licence}"))?;
    }
    let text = format!("{name}/{}", notices::NAME);
    archive.append_path_with_name(workspace.path(notices::FILE), text)?;
    archive.into_inner()?.finish()?;
    Ok(())
}

/// Returns the files of a folder, in order.
///
/// # Errors
/// If it cannot be read.
pub(crate) fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("read {}", folder.display()))?;
    let entries = entries.map(|entry| entry.map(|entry| entry.path()));
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

    fn options(only: Option<Part>, platforms: &[&str]) -> Options {
        let named = platforms.iter().map(|name| Platform::named(name));
        Options {
            platform: named.collect::<Result<_>>().unwrap(),
            only,
            dev: false,
        }
    }

    // The budget is twenty minutes for the machine's own platform.
    #[test]
    fn the_announced_time_grows_with_the_platforms_and_is_within_the_budget() {
        let (engine, command, packing) = MINUTES;
        assert!(engine + command + packing <= 20);
        let three = options(None, &["linux-x64", "linux-arm64", "win32-x64"]);
        let minutes = format!("about {} minutes", engine + 3 * command + packing);
        assert!(three.announcement(3).contains(&minutes));
        let pack = options(Some(Part::Pack), &[]);
        assert!(
            pack.announcement(5)
                .contains(&format!("about {packing} minutes"))
        );
    }

    #[test]
    fn every_platform_is_packed_and_only_the_machine_s_own_is_compiled_unasked() {
        let here = options(None, &[]).platforms().unwrap();
        assert_eq!(here, [Platform::here().unwrap()]);
        let pack = options(Some(Part::Pack), &[]).platforms().unwrap();
        assert_eq!(pack, PLATFORMS);
        let named = options(None, &["win32-x64"]).platforms().unwrap();
        assert_eq!(named[0].file(), "soru.exe");
    }
}
