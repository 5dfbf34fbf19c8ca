//! The WebAssembly modules for the browser: compiles each, then generates its JavaScript glue.
//!
//! `wasm-pack` generates the glue where it and the matching `wasm-bindgen` are installed. Elsewhere
//! the library behind `wasm-bindgen` does it, with the same result, so that neither needs to be
//! installed.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use super::optimise;
use crate::invocation::side_by_side;
use crate::lockfile;
use crate::tools::{self, Tool, find, wasm_bindgen};
use crate::workspace::{WASM_TARGET, Workspace};

/// A WebAssembly module.
#[derive(Debug, Clone, Copy)]
pub(super) struct Build {
    /// The base name of generated files: `soru_engine.js`, `soru_engine_bg.wasm`.
    pub(super) name: &'static str,
    /// Its crate, and the crate's folder.
    package: (&'static str, &'static str),
    features: &'static [&'static str],
    /// Its profile in the root `Cargo.toml`.
    profile: &'static str,
    /// Whether the package has its code only in compressed form.
    pub(super) is_packed: bool,
    /// Whether it must not have costly code (`costly.rs`). Working indexes are made by the builder's.
    pub(super) is_lean: bool,
    /// The folder for compilation: builds with other features have files of the same names.
    target: &'static str,
}

/// The engine for a first question, the one with all operators (`src/web/essential.rs` and
/// `full.rs`), answers of language models, and indexes of pages that a gateway found.
pub(super) const BUILDS: &[Build; 4] = &[
    Build {
        name: "soru_engine",
        package: ENGINE,
        features: &["--no-default-features", "--features", "essential-bindings"],
        profile: "wasm",
        is_packed: false,
        is_lean: true,
        target: "essential",
    },
    Build {
        name: "soru_engine_full",
        package: ENGINE,
        features: &["--no-default-features", "--features", "bindings"],
        profile: "wasm-full",
        is_packed: true,
        is_lean: true,
        target: "",
    },
    LANGUAGE_MODEL,
    WORKING_INDEX,
];

const ENGINE: (&str, &str) = ("soru", ".");

const LANGUAGE_MODEL: Build = Build {
    name: "soru_language_model",
    package: ("soru-language-model", "src/language-model"),
    features: &["--features", "bindings"],
    profile: "wasm",
    is_packed: true,
    is_lean: true,
    // Its build of `soru` has other features, and a file of the same name as the engine.
    target: "language-model",
};

const WORKING_INDEX: Build = Build {
    name: "soru_working_index",
    package: ("soru-working-index", "index-builder/working-index"),
    features: &["--features", "bindings"],
    profile: "wasm",
    is_packed: true,
    is_lean: false,
    // As for language models.
    target: "working-index",
};

/// One module with everything under all names: a third of the compilation, for a visitor who
/// downloads from the same machine.
pub(super) const COMPILED_ONCE: &[Build; 3] = &[
    Build {
        name: "soru_engine",
        is_packed: false,
        ..EVERYTHING
    },
    Build {
        name: "soru_engine_full",
        ..EVERYTHING
    },
    EVERYTHING,
];

const EVERYTHING: Build = Build {
    features: &["--features", "with-engine"],
    target: "",
    ..LANGUAGE_MODEL
};

/// Builds modules and returns their folders. They are built at the same time, because optimising
/// one takes a single core.
///
/// # Errors
/// If one does not compile, or its glue cannot be generated.
pub(super) fn build_all<const N: usize>(
    workspace: &Workspace,
    builds: &[Build; N],
) -> Result<Vec<(Build, PathBuf)>> {
    tools::ensure(workspace, &[Tool::WasmTarget])?;
    if builds[0].compiles_as(builds[1]) {
        compile(workspace, builds[0])?;
    }
    let built = side_by_side((*builds).map(|own| move || build(workspace, own)));
    builds
        .iter()
        .copied()
        .zip(built)
        .map(|(own, folder)| Ok((own, folder?)))
        .collect()
}

fn build(workspace: &Workspace, build: Build) -> Result<PathBuf> {
    let compiled = compile(workspace, build)?;
    let folder = workspace.target(&format!("xtask/{}", build.name));
    let stamp = folder.with_extension("stamp");
    if fs::read_to_string(&stamp).is_ok_and(|old| old == describe(&compiled, &folder)) {
        return Ok(folder);
    }
    join(workspace, build, &compiled, &folder)?;
    let module = folder.join(format!("{}_bg.wasm", build.name));
    optimise::optimise(&module, &folder.join(format!("{}.js", build.name)))?;
    fs::write(&stamp, describe(&compiled, &folder))?;
    Ok(folder)
}

fn compile(workspace: &Workspace, build: Build) -> Result<PathBuf> {
    let cargo = workspace
        .invoke("cargo")
        .args(["build", "--package", build.package.0, "--lib"]);
    cargo
        .args(["--target", WASM_TARGET, "--profile", build.profile])
        .args(build.features.iter().copied())
        .env("CARGO_TARGET_DIR", build.folder(workspace)?)
        .beside_others()
        .run()?;
    Ok(compiled(workspace, build))
}

/// The compiler's output, with the names of functions.
pub(super) fn compiled(workspace: &Workspace, build: Build) -> PathBuf {
    let name = build.package.0.replace('-', "_");
    let file = format!("{WASM_TARGET}/{}/{name}.wasm", build.profile);
    workspace.target(build.target).join(file)
}

impl Build {
    /// Whether the compiler's output for both is the same file.
    fn compiles_as(self, other: Self) -> bool {
        let inputs = |own: Self| (own.package, own.features, own.profile, own.target);
        inputs(self) == inputs(other)
    }

    fn folder(self, workspace: &Workspace) -> Result<String> {
        let folder = workspace.target(self.target);
        let folder = folder.to_str().map(str::to_owned);
        folder.context("the build folder has a name that is not Unicode")
    }
}

fn join(workspace: &Workspace, build: Build, compiled: &Path, folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    if find("wasm-pack").is_some() && wasm_bindgen::is_installed(workspace)? {
        join_with_wasm_pack(workspace, build, folder)
    } else {
        join_with_library(workspace, build, compiled, folder)
    }
}

fn join_with_wasm_pack(workspace: &Workspace, build: Build, folder: &Path) -> Result<()> {
    let folder = folder
        .to_str()
        .context("the build folder has a name that is not Unicode")?;
    workspace
        .invoke("wasm-pack")
        .args([
            "--quiet",
            "build",
            build.package.1,
            "--target",
            "web",
            "--profile",
            build.profile,
        ])
        .args([
            "--mode",
            "no-install",
            "--no-opt",
            "--no-pack",
            "--no-typescript",
            "--no-gitignore",
        ])
        .args(["--out-dir", folder, "--out-name", build.name, "--"])
        .args(build.features.iter().copied())
        .env("CARGO_TARGET_DIR", build.folder(workspace)?)
        .run()
}

fn join_with_library(
    workspace: &Workspace,
    build: Build,
    compiled: &Path,
    folder: &Path,
) -> Result<()> {
    check_library_version(workspace)?;
    Bindgen::new()
        .input_path(compiled)
        .out_name(build.name)
        .web(true)?
        // The package has separate types; these contain nothing that a page could use.
        .typescript(false)
        // The default of the library differs from that of the command.
        .omit_default_module_path(false)
        .generate(folder)
        .context("wasm-bindgen could not join the engine to JavaScript")
}

/// The library and the command of `wasm-bindgen` work together only in exactly the same version.
fn check_library_version(workspace: &Workspace) -> Result<()> {
    let engine = wasm_bindgen::locked(workspace)?;
    let library = lockfile::version(workspace, "wasm-bindgen-cli-support")?;
    if library.as_deref() != Some(engine.as_str()) {
        bail!(
            "the engine uses wasm-bindgen {engine}, but xtask uses wasm-bindgen-cli-support {}: \
             set it to \"={engine}\" in xtask/Cargo.toml",
            library.unwrap_or_default()
        );
    }
    Ok(())
}

/// A description of everything that determines whether the generated engine is up to date: inputs,
/// outputs, and the tools used.
fn describe(compiled: &Path, folder: &Path) -> String {
    let mut paths = vec![compiled.to_owned()];
    paths.extend(env::current_exe());
    paths.extend(files_in(folder));
    paths.iter().fold(String::new(), |mut text, path| {
        let _ = writeln!(text, "{} {:?}", path.display(), size_and_time(path));
        text
    })
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.sort();
    files
}

fn size_and_time(path: &Path) -> Option<(u64, u128)> {
    let file = path.metadata().ok()?;
    let time = file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    Some((file.len(), time.as_nanos()))
}
