//! Joins the modules of the element into the files of [`CHUNKS`].
//!
//! Many small files compress to a third more than one, and a browser fetches each. In a file the
//! modules share one scope, each behind its imports, and what they declare has unique names, which
//! minifying shortens. Classes exist once on a page, whichever file it names.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail, ensure};

use crate::chunks::{ALONE, CHUNKS, Chunk};
use crate::link::{Part, linked};
use crate::module::{self, Export, Module, Place, unique};
use crate::modules::Modules;

/// The greatest number of files, with those of the engine.
const MOST_FILES: usize = 25;

/// Replaces the modules by the files that they are joined into.
///
/// # Errors
/// If a module is missing, in no file, imports itself through others, or has a form that cannot be
/// joined; if there are too many files, or one would have no code of its own.
pub(crate) fn join(modules: &mut Modules) -> Result<()> {
    join_into(modules, CHUNKS, &ALONE)
}

fn join_into(modules: &mut Modules, chunks: &[Chunk], alone: &[&str]) -> Result<()> {
    let plan = Plan::new(modules, chunks, alone)?;
    let texts = plan.texts(modules)?;
    let alone: Vec<(String, String)> = alone
        .iter()
        .filter_map(|name| Some(((*name).to_owned(), modules.get(name)?.to_owned())))
        .collect();
    ensure!(
        texts.len() + alone.len() <= MOST_FILES,
        "the package would have more than {MOST_FILES} files of JavaScript: join some in xtask/modules/src/chunks.rs"
    );
    *modules = Modules::default();
    texts
        .into_iter()
        .chain(alone)
        .try_for_each(|(name, text)| modules.add(&name, text))
}

/// Which modules are in which file, and what they are called there.
#[derive(Debug)]
struct Plan<'c> {
    modules: BTreeMap<String, Module>,
    numbers: BTreeMap<String, usize>,
    /// Modules of each file in the order in which they run.
    members: Vec<(&'c Chunk, Vec<String>)>,
    /// Files by the modules that are shared with others.
    homes: BTreeMap<String, String>,
}

impl<'c> Plan<'c> {
    fn new(modules: &Modules, chunks: &'c [Chunk], alone: &[&str]) -> Result<Self> {
        let mut plan = Self {
            modules: BTreeMap::new(),
            numbers: BTreeMap::new(),
            members: Vec::new(),
            homes: BTreeMap::new(),
        };
        for (name, text) in modules.iter().filter(|(name, _)| !alone.contains(name)) {
            let module = Module::read(text).with_context(|| name.to_owned())?;
            plan.numbers.insert(name.to_owned(), plan.numbers.len());
            plan.modules.insert(name.to_owned(), module);
        }
        chunks.iter().try_for_each(|chunk| plan.fill(chunk))?;
        plan.check(alone)?;
        Ok(plan)
    }

    /// Puts modules into a file: its roots and all that they import and no file that it needs has.
    fn fill(&mut self, chunk: &'c Chunk) -> Result<()> {
        let mut members = Vec::new();
        for root in chunk.roots {
            self.add(chunk, root, &mut members, &mut Vec::new())?;
        }
        if !chunk.is_apart {
            let homes = members
                .iter()
                .map(|path| (path.clone(), chunk.file().to_owned()));
            self.homes.extend(homes);
        }
        self.members.push((chunk, members));
        Ok(())
    }

    fn add(
        &self,
        chunk: &Chunk,
        path: &str,
        members: &mut Vec<String>,
        above: &mut Vec<String>,
    ) -> Result<()> {
        if above.iter().any(|earlier| earlier == path) {
            bail!("{path} imports itself by way of {}", above.join(", "));
        }
        if members.iter().any(|member| member == path) || self.is_elsewhere(chunk, path)? {
            return Ok(());
        }
        let module = self.modules.get(path);
        let module = module.with_context(|| format!("there is no {path}"))?;
        above.push(path.to_owned());
        for needed in &module.needs {
            self.add(chunk, needed, members, above)?;
        }
        above.pop();
        members.push(path.to_owned());
        Ok(())
    }

    /// Whether a file that this one needs has the module.
    fn is_elsewhere(&self, chunk: &Chunk, path: &str) -> Result<bool> {
        let Some(home) = self.homes.get(path).filter(|_| !chunk.is_apart) else {
            return Ok(false);
        };
        ensure!(
            chunk.needs.contains(&home.as_str()),
            "{} would load {home} for {path}: let it need that file, or list {path} in one that it needs \
             (xtask/modules/src/chunks.rs)",
            chunk.file()
        );
        Ok(true)
    }

    /// Checks that every module is in a file, and every module behind `import()` exported by one.
    fn check(&self, alone: &[&str]) -> Result<()> {
        const ADVICE: &str = "list it in xtask/modules/src/chunks.rs";
        let members: BTreeSet<&String> = self.members.iter().flat_map(|(_, all)| all).collect();
        let files = self.files();
        for (path, module) in &self.modules {
            ensure!(members.contains(path), "no file has {path}: {ADVICE}");
            for later in &module.later {
                ensure!(
                    files.contains_key(later) || alone.contains(&later.as_str()),
                    "{path} loads {later}, which no file exports: {ADVICE}"
                );
            }
        }
        Ok(())
    }

    /// Files by the modules that they export.
    fn files(&self) -> BTreeMap<String, String> {
        let chunks = self.members.iter().map(|(chunk, _)| chunk);
        chunks
            .flat_map(|chunk| {
                chunk
                    .roots
                    .iter()
                    .map(|root| ((*root).to_owned(), chunk.file().to_owned()))
            })
            .collect()
    }

    /// The texts of all files.
    fn texts(&self, modules: &Modules) -> Result<Vec<(String, String)>> {
        let files = self.files();
        let mut parts = Vec::new();
        for (chunk, members) in &self.members {
            let mut part = Part::new(chunk, self.public(chunk)?);
            for path in members {
                let place = Place {
                    imported: self.imported(chunk, path, &mut part)?,
                    number: self.numbers[path],
                    files: &files,
                };
                let text = modules.get(path).unwrap_or_default();
                part.code += &module::code(text, &place).with_context(|| path.clone())?;
            }
            ensure!(
                !part.code.trim().is_empty(),
                "{} would only re-export what other files have: let pages name those",
                chunk.file()
            );
            parts.push(part);
        }
        Ok(linked(&parts))
    }

    /// The names that a file exports for others to name, and the values' unique names.
    fn public(&self, chunk: &Chunk) -> Result<BTreeMap<String, String>> {
        let mut public = BTreeMap::new();
        for root in chunk.roots.iter().filter(|root| self.is_named(chunk, root)) {
            for name in self.modules[*root].exports.keys() {
                let (_, value) = self.resolve(root, name)?;
                if public.insert(name.clone(), value).is_some() {
                    bail!(
                        "two modules of {} export `{name}`: rename one",
                        chunk.file()
                    );
                }
            }
        }
        Ok(public)
    }

    /// Whether pages or `import()` name a module.
    fn is_named(&self, chunk: &Chunk, root: &str) -> bool {
        let mut later = self.modules.values().flat_map(|module| &module.later);
        root == chunk.file() || later.any(|path| path == root)
    }

    /// The unique names of what a module imports; those from other files are noted.
    fn imported(
        &self,
        chunk: &Chunk,
        path: &str,
        part: &mut Part<'_>,
    ) -> Result<BTreeMap<String, String>> {
        let mut imported = BTreeMap::new();
        for import in &self.modules[path].imports {
            let (from, name) = self
                .resolve(&import.path, &import.there)
                .with_context(|| path.to_owned())?;
            if let Some(home) = self.homes.get(from).filter(|_| !chunk.is_apart)
                && home != chunk.file()
            {
                let names = part.imports.entry(home.clone()).or_default();
                names.insert(name.clone());
            }
            imported.insert(import.here.clone(), name);
        }
        Ok(imported)
    }

    /// The module that declares an exported name, and the unique name there.
    fn resolve<'p>(&'p self, path: &'p str, name: &'p str) -> Result<(&'p str, String)> {
        let module = self.modules.get(path);
        match module.and_then(|module| module.exports.get(name)) {
            Some(Export::Own(here)) => Ok((path, unique(here, self.numbers[path]))),
            Some(Export::Of(other, there)) => self.resolve(other, there),
            None => bail!("{path} does not export `{name}`"),
        }
    }
}

#[cfg(test)]
mod tests;
