//! A guide's project: a copy of its small site, with the files of the guide.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::invocation::{Attended, Invocation};
use crate::package;
use crate::workspace::{Profile, Workspace};

/// Files kept between runs, because installing them takes long.
const KEPT: [&str; 2] = ["node_modules", ".venv"];

#[derive(Debug)]
pub(super) struct Project<'w> {
    workspace: &'w Workspace,
    folder: PathBuf,
}

impl<'w> Project<'w> {
    /// Creates the project anew.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub(super) fn make(
        workspace: &'w Workspace,
        name: &str,
        files: &[(String, String)],
    ) -> Result<Self> {
        let folder = workspace.target(&format!("guides/{name}"));
        fs::create_dir_all(&folder)?;
        empty(&folder)?;
        let source = workspace.path(&format!("tests/guides/{name}"));
        copy(&source, &folder).with_context(|| format!("copy {}", source.display()))?;
        for (path, text) in files {
            let file = folder.join(path);
            fs::create_dir_all(file.parent().unwrap_or(&folder))?;
            fs::write(file, text)?;
        }
        Ok(Self { workspace, folder })
    }

    pub(super) fn path(&self, relative: &str) -> PathBuf {
        self.folder.join(relative)
    }

    /// Installs the packages of `package.json` or `requirements.txt`, the plugin in a folder of the
    /// repository, and `soru` if its types are used.
    ///
    /// # Errors
    /// If npm or pip fails.
    pub(super) fn install(
        &self,
        plugin: Option<&Path>,
        is_typed: bool,
        packages: &Path,
    ) -> Result<()> {
        if self.path("package.json").is_file() {
            let own = if plugin.is_some() || is_typed {
                self.npm_packages(plugin, packages)?
            } else {
                String::new()
            };
            self.sh(&format!("npm install --no-save --no-audit --no-fund {own}"))
                .run()?;
        }
        if self.path("requirements.txt").is_file() {
            let install = "python3 -m venv .venv && .venv/bin/pip install --quiet --requirement requirements.txt";
            self.sh(install).run()?;
            if let Some(plugin) = plugin {
                let plugin = plugin.display();
                self.sh(&format!(
                    ".venv/bin/pip install --quiet --no-deps --force-reinstall '{plugin}'"
                ))
                .run()?;
            }
        }
        Ok(())
    }

    /// `soru`, the command for this machine and the plugin, packed as registries receive them.
    fn npm_packages(&self, plugin: Option<&Path>, packages: &Path) -> Result<String> {
        let version = &self.workspace.version;
        let mut own = vec![
            package::npm_file("soru", version),
            package::npm_file_here(version)?,
        ];
        if let Some(name) = plugin.and_then(Path::file_name) {
            let name = format!("soru-{}", name.to_string_lossy());
            own.push(package::npm_file(&name, version));
        }
        let paths = own
            .iter()
            .map(|file| format!("'{}'", packages.join(file).display()));
        Ok(paths.collect::<Vec<_>>().join(" "))
    }

    /// Runs a guide's commands, with the `soru` that was just built and, as `SITE`, the address of
    /// the site's own server, if it has one. Generators that are not packages of npm or Python must
    /// be installed.
    ///
    /// # Errors
    /// If one fails.
    pub(super) fn run(&self, commands: &str, address: Option<&str>) -> Result<()> {
        let commands = self.sh(commands);
        match address {
            Some(address) => commands.env("SITE", address).run(),
            None => commands.run(),
        }
    }

    /// Starts the server of a site that needs one, with `serve.sh`, and returns its address.
    ///
    /// # Errors
    /// If it ends without printing its address.
    pub(super) fn serve(&self) -> Result<Option<(Attended, String)>> {
        self.script("serve.sh")
            .map(|script| script.attended())
            .transpose()
    }

    /// Starts the generator's development server, with `dev.sh`, and returns its address.
    ///
    /// # Errors
    /// If it does not answer.
    pub(super) fn develop(&self) -> Result<Option<(Attended, String)>> {
        let exists = self.path("dev.sh").is_file();
        let script = self.workspace.path("tests/guides/develop.sh");
        let script = exists.then(|| self.sh(&format!("sh -e '{}'", script.display())));
        script.map(|script| script.attended()).transpose()
    }

    /// Runs `check.sh`, which checks the results of the commands.
    ///
    /// # Errors
    /// If the check fails.
    pub(super) fn check(&self) -> Result<()> {
        self.script("check.sh")
            .map_or(Ok(()), |script| script.run())
    }

    fn script(&self, name: &str) -> Option<Invocation> {
        let exists = self.path(name).is_file();
        exists.then(|| self.sh(&format!("sh -e {name}")))
    }

    fn sh(&self, commands: &str) -> Invocation {
        let soru = self.workspace.soru(Profile::Debug);
        let ours = [
            soru.parent().map(Path::to_owned),
            Some(self.path(".venv/bin")),
        ];
        let ours: Vec<String> = ours
            .into_iter()
            .flatten()
            .map(|path| path.display().to_string())
            .collect();
        let path = format!(
            "{}:{}",
            ours.join(":"),
            std::env::var("PATH").unwrap_or_default()
        );
        Invocation::new("sh")
            .args(["-e", "-c", commands])
            .rooted_at(&self.folder)
            .env("PATH", path)
            // Python's plugins use the API in this repository; npm's plugins receive it as a
            // package.
            .env(
                "PYTHONPATH",
                self.workspace
                    .path("index-builder/python")
                    .display()
                    .to_string(),
            )
            .env("SORU_BINARY_PATH", soru.display().to_string())
            .env("ASTRO_TELEMETRY_DISABLED", "1")
    }
}

fn empty(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        if KEPT.iter().any(|kept| name == *kept) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            fs::create_dir_all(&target)?;
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
