//! Compiles the command for a platform, together with its wheel, and tries it.
//!
//! maturin compiles both at once. It uses zig as C compiler and linker, so that one machine makes the
//! commands of all platforms but macOS, and a command for Linux needs no library of the system. The
//! result is in `target/commands/PLATFORM`: the command, and its wheel.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use super::platforms::{Platform, Runner};
use super::{Command, python};
use crate::invocation::Invocation;
use crate::notices;
use crate::tools;
use crate::workspace::{Profile, Workspace};

/// The folder of all compiled commands, in cargo's build folder.
const FOLDER: &str = "commands";

/// zig's compiler forbids `__DATE__`, which mimalloc prints. mimalloc learns of the end of a thread by
/// means of Microsoft's compiler, which others skip, and would then keep some memory of each thread;
/// the other means works with all compilers.
const FLAGS_FOR_WINDOWS: &str = "-Wno-error=date-time -DMI_WIN_INIT_USE_FLS=1";

/// The folder of pages, a question, and words of its answer, for a trial of the command.
const SITE: &str = "www/demo";
const QUESTION: &str = "When are the final exams?";
const ANSWER: &str = "January 2027";

/// Compiles the command for a platform, and tries it where this machine can run it.
///
/// # Errors
/// If this machine cannot compile for the platform, or the command fails.
pub(super) fn compile(workspace: &Workspace, platform: Platform, profile: Profile) -> Result<()> {
    ensure!(
        platform.os != "darwin" || cfg!(target_os = "macos"),
        "the command for macOS needs Apple's linker: compile {} on a Mac",
        platform.name()
    );
    let out = folder(workspace, platform);
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&out)?;
    // The wheel has them.
    notices::write(workspace)?;
    tools::ensure_target(workspace, platform.target)?;
    let python = python::environment(workspace)?;
    let mut maturin = python::maturin(workspace, &python, profile, &out)
        .args(["--target", platform.target])
        .env("CFLAGS_x86_64_pc_windows_gnu", FLAGS_FOR_WINDOWS);
    if platform.os != "darwin" {
        maturin = python::with_zig(maturin, &python)?;
    }
    if platform.os == "linux" {
        // The command is static, so its wheel fits systems with glibc and with musl. By itself maturin
        // would offer it only to the latter, and pip would find nothing on Debian, Fedora and Ubuntu.
        maturin = maturin.args(["--compatibility", "manylinux2014", "musllinux_1_2"]);
    }
    maturin.run()?;
    let compiled = format!("{}/{}", platform.target, profile.folder());
    let compiled = workspace.target(&compiled).join(platform.file());
    fs::copy(&compiled, out.join(platform.file()))
        .with_context(|| compiled.display().to_string())?;
    attempt(workspace, platform)
}

/// Returns the commands of these platforms that were compiled, on this machine or on others.
///
/// # Errors
/// If there is none.
pub(super) fn compiled(workspace: &Workspace, platforms: &[Platform]) -> Result<Vec<Command>> {
    let commands = platforms.iter().map(|&platform| Command {
        platform,
        target: platform.target.to_owned(),
        binary: folder(workspace, platform).join(platform.file()),
    });
    let commands: Vec<Command> = commands.filter(|one| one.binary.is_file()).collect();
    ensure!(
        !commands.is_empty(),
        "{} has no command; compile one first: cargo xtask package --only compile",
        workspace.target(FOLDER).display()
    );
    commands
        .iter()
        .try_for_each(|command| allow_to_run(&command.binary))?;
    Ok(commands)
}

/// Commands that come from other machines have lost their right to be run.
#[cfg(unix)]
fn allow_to_run(binary: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(binary, fs::Permissions::from_mode(0o755))
        .with_context(|| binary.display().to_string())
}

#[cfg(not(unix))]
fn allow_to_run(_binary: &Path) -> Result<()> {
    Ok(())
}

fn folder(workspace: &Workspace, platform: Platform) -> PathBuf {
    workspace.target(FOLDER).join(platform.name())
}

/// Builds an index with the command and asks it.
fn attempt(workspace: &Workspace, platform: Platform) -> Result<()> {
    let name = platform.name();
    let Some(command) = startable(workspace, platform)? else {
        println!("{name}: compiled, but not tried, because this machine cannot run it");
        return Ok(());
    };
    let trial = workspace.target(&format!("trials/{name}"));
    let index = trial.display().to_string();
    let config = format!("{SITE}/soru.toml");
    let run = |args: &[&str]| command.clone().args(args.iter().copied()).capture();
    run(&["build", SITE, "--out", &index, "--config", &config])?;
    run(&["verify", &index])?;
    let answer = run(&["query", &index, QUESTION])?;
    ensure!(
        answer.contains(ANSWER),
        "the command for {name} does not answer {QUESTION:?} with {ANSWER:?}:\n{answer}"
    );
    println!("{name}: builds and answers");
    Ok(())
}

/// Returns the command as this machine runs it, perhaps by an emulator, or none.
fn startable(workspace: &Workspace, platform: Platform) -> Result<Option<Invocation>> {
    let binary = folder(workspace, platform).join(platform.file());
    let binary = binary.display().to_string();
    let (tool, emulator) = match platform.runner() {
        Runner::Nothing => return Ok(None),
        Runner::Itself => return Ok(Some(workspace.invoke(&binary))),
        Runner::Emulator(tool, emulator) => (tool, emulator),
    };
    tools::ensure(workspace, &[tool])?;
    Ok(Some(workspace.invoke(emulator).args([binary])))
}
