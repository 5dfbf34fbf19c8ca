//! The service worker of `soru build --offline`, for answers without a network.
//!
//! A service worker serves only pages of its own folder and below, so its script is the one file
//! written outside of the bundle: to the root of the site. It is the package's `service-worker.js`
//! after a line that lists the files to cache, with their hashes. For a small bundle these are all
//! files. For a larger one these are the files that the manifest names, and the worker caches
//! shards as they are fetched. A line at the end of `soru-search.js` registers the worker, so other
//! sites' boxes do not load any of this code.

use std::borrow::Cow;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use soru::Engine;

use super::integrity::{sha256, sha256_of};
use super::{BrowserFiles, IndexFiles, MANIFEST, TITLES, is_immutable, versioned};

/// The script's name in the site's root.
pub const SERVICE_WORKER: &str = "soru-service-worker.js";

/// Its code in the package; a bundle omits it.
const CODE: &str = "service-worker.js";

/// The module that registers it.
const REGISTERS: &str = "offline.js";

/// The module that pages name.
pub(super) const PAGE: &str = "soru-search.js";

/// The maximum size in bytes of data that is cached whole.
const SMALL: u64 = 2_000_000;

/// The beginning of the names of files with prepared questions.
const PREPARED: &str = "suggest-";

/// The beginning of the script.
const MARK: &str = "self.soruOffline=";

/// The beginning of the script that replaces it when a site is no longer built with `--offline`.
const FAREWELL: &str = "/* This site no longer answers without a network. */\n";

/// The worker's parameters.
#[derive(Debug, Serialize, Deserialize)]
struct WorkerParameters {
    build: String,
    bundle: String,
    files: Vec<(String, String)>,
}

/// A site that answers offline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offline {
    /// The site's root.
    site: PathBuf,
    /// The bundle's folder, relative to it, with a slash at its end; empty if it is the root.
    bundle: String,
}

impl Offline {
    /// The bundle in `out` for the site in `site`.
    ///
    /// # Errors
    /// If the bundle is outside of the site.
    pub fn new(site: &Path, out: &Path) -> anyhow::Result<Self> {
        let site = absolute(site)?;
        let out = absolute(out)?;
        let Ok(relative) = out.strip_prefix(&site) else {
            bail!(
                "{}: the site's root must be the uploaded folder that contains {}: name it with \
                 --site",
                site.display(),
                out.display()
            );
        };
        let mut bundle = relative.to_string_lossy().replace('\\', "/");
        if !bundle.is_empty() {
            bundle.push('/');
        }
        Ok(Self { site, bundle })
    }

    /// The site's root.
    pub fn site(&self) -> &Path {
        &self.site
    }

    /// The bundle's folder, relative to the site, with a slash at its end; empty if it is the root.
    pub fn bundle(&self) -> &str {
        &self.bundle
    }

    /// The path of the script.
    pub fn script(&self) -> PathBuf {
        self.site.join(SERVICE_WORKER)
    }

    /// Puts the browser's files into the folder of their version, makes the box register the
    /// worker, and returns the worker's script.
    ///
    /// # Errors
    /// If the browser's files have another version, or the script's name is taken.
    pub fn prepare(
        &self,
        index: &IndexFiles,
        browser: &mut BrowserFiles,
    ) -> anyhow::Result<String> {
        self.check_owner()?;
        let missing = "--offline needs the browser engine: run `cargo xtask bundle` first";
        let code = browser.get(CODE).context(missing)?.to_vec();
        leave_out(browser);
        *browser = versioned(browser);
        let page = browser.get(PAGE).context(missing)?.to_vec();
        let names = browser.files.iter().map(|(name, _)| name.as_str());
        let mut registers = names.filter(|name| name.rsplit('/').next() == Some(REGISTERS));
        let registration = self.registration(registers.next().unwrap_or(REGISTERS));
        browser.replace(PAGE, [page, registration.into_bytes()].concat());
        let engine = Engine::open(&index.manifest)?;
        let parameters = WorkerParameters {
            build: engine.stats().build_id,
            bundle: self.bundle.clone(),
            files: cached_files(index, browser, &engine),
        };
        let json = serde_json::to_string(&parameters)?;
        Ok(format!("{MARK}{json};\n{}", String::from_utf8_lossy(&code)))
    }

    /// The line at the end of the page's module. It loads nothing before the box is used.
    fn registration(&self, registers: &str) -> String {
        // The script's address is relative to the module that registers it.
        let levels = self.bundle.matches('/').count() + registers.matches('/').count();
        let up = "../".repeat(levels);
        format!(
            "\naddEventListener(\"soru-ready\",()=>import(\"./{registers}\")\
             .then(({{register}})=>register(\"./{up}{SERVICE_WORKER}\")),{{once:true}});\n"
        )
    }

    /// The script that unregisters the worker and deletes its caches: browsers check for a new
    /// script at every visit, and nothing else would remove the old one. Caches of other bundles of
    /// the same origin remain for their own workers.
    fn farewell(&self) -> anyhow::Result<String> {
        let bundle = serde_json::to_string(&self.bundle)?;
        Ok(format!(
            "{FAREWELL}\
             const base=new URL({bundle},location.href).href;\n\
             const isOurs=(key)=>key===`soru-pages ${{base}}`||key.startsWith(`soru ${{base}} `);\n\
             addEventListener('install',()=>skipWaiting());\n\
             addEventListener('activate',(event)=>event.waitUntil((async()=>{{\
             for(const key of await caches.keys())if(isOurs(key))await caches.delete(key);\
             await registration.unregister()}})()));\n"
        ))
    }

    /// Checks that the script belongs to this bundle: a folder has one worker, which serves one
    /// bundle.
    fn check_owner(&self) -> anyhow::Result<()> {
        let script = self.script();
        let Ok(there) = fs::read_to_string(&script) else {
            return Ok(());
        };
        match bundle_of(&there) {
            Some(bundle) if bundle != self.bundle => bail!(
                "{}: this service worker serves the bundle in `{bundle}`, and a site can have \
                 only one: build one of the two without --offline",
                script.display()
            ),
            None if !there.starts_with(FAREWELL) => bail!(
                "{}: `soru build` did not write this file; rename it, then build again",
                script.display()
            ),
            _ => Ok(()),
        }
    }

    /// Writes the script, unless it is unchanged.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, script: &str) -> anyhow::Result<()> {
        let path = self.script();
        if fs::read(&path).is_ok_and(|there| there == script.as_bytes()) {
            return Ok(());
        }
        let write = || -> anyhow::Result<()> {
            let mut file = tempfile::NamedTempFile::new_in(&self.site)?;
            std::io::Write::write_all(&mut file, script.as_bytes())?;
            let file = file.persist(&path)?;
            readable_by_all(&file)
        };
        write().with_context(|| format!("{}: cannot be written", path.display()))
    }
}

/// Makes a file readable by the web server, which is another user; temporary files are private to
/// their owner.
fn readable_by_all(file: &fs::File) -> anyhow::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(0o644))?;
    }
    let _ = file;
    Ok(())
}

/// Removes the browser files that only a service worker needs.
pub fn leave_out(browser: &mut BrowserFiles) {
    browser.remove(CODE);
}

/// Unregisters the worker of a bundle that was once built with `--offline`. Returns the script, if
/// there was one.
///
/// # Errors
/// If it cannot be written.
pub fn end(out: &Path) -> anyhow::Result<Option<PathBuf>> {
    let real = absolute(out)?;
    for site in real.ancestors() {
        let offline = Offline::new(site, &real)?;
        let there = fs::read_to_string(offline.script()).unwrap_or_default();
        if bundle_of(&there) == Some(offline.bundle.clone()) {
            offline.write(&offline.farewell()?)?;
            return Ok(Some(offline.script()));
        }
    }
    Ok(None)
}

/// The bundle of a script, if `soru build` wrote it.
fn bundle_of(script: &str) -> Option<String> {
    let json = script.strip_prefix(MARK)?.lines().next()?;
    let parameters: WorkerParameters = serde_json::from_str(json.strip_suffix(';')?).ok()?;
    Some(parameters.bundle)
}

fn cached_files(
    index: &IndexFiles,
    browser: &BrowserFiles,
    engine: &Engine,
) -> Vec<(String, String)> {
    // Prepared questions are spread over several files. They must not push texts out of the cache.
    let is_of_answers = |name: &str| !name.starts_with(PREPARED);
    // A browser that runs the engine never reads all titles.
    let index_files = || index.files.iter().filter(|file| file.name != TITLES);
    let of_answers = index_files().filter(|file| is_of_answers(&file.name));
    let answers: u64 = of_answers.map(|file| file.size).sum();
    let all: u64 = index_files().map(|file| file.size).sum();
    let room = SMALL.saturating_sub(index.manifest.len() as u64);
    let is_small = |name: &str| all <= room || answers <= room && is_of_answers(name);
    // Before it loads directories, the engine knows the files that the manifest names.
    let named: Vec<String> = engine.files().into_iter().map(|file| file.name).collect();
    let is_kept =
        |name: &str| is_small(name) || !is_immutable(name) || named.iter().any(|file| file == name);
    let data = index_files().filter(|file| is_kept(&file.name));
    let data = data.map(|file| (file.name.clone(), sha256_of(&file.sha256)));
    let manifest = (MANIFEST.to_owned(), sha256(&index.manifest));
    // Of a file and its compressed twin, only the plain one is cached: offline, its size does not
    // matter.
    let is_twin = |name: &str| {
        let plain = name.strip_suffix(".bin");
        plain.is_some_and(|plain| browser.get(plain).is_some())
    };
    let page = browser.files.iter();
    let page = page.filter(|(name, _)| !name.ends_with(".d.ts") && !is_twin(name));
    let page = page.map(|(name, bytes)| (name.clone(), sha256(bytes)));
    data.chain([manifest]).chain(page).collect()
}

/// The canonical path of a folder that may not exist yet.
fn absolute(folder: &Path) -> anyhow::Result<PathBuf> {
    let unreadable = || format!("{}: cannot be read", folder.display());
    if folder.exists() {
        return folder.canonicalize().with_context(unreadable);
    }
    let absolute = std::path::absolute(folder).with_context(unreadable)?;
    let mut missing = Vec::new();
    let mut there = absolute.as_path();
    while !there.exists() {
        missing.extend(there.components().next_back());
        match there.parent() {
            Some(parent) => there = parent,
            None => break,
        }
    }
    let mut real = there.canonicalize().with_context(unreadable)?;
    for part in missing.into_iter().rev() {
        match part {
            Component::ParentDir => drop(real.pop()),
            part => real.push(part),
        }
    }
    Ok(real)
}

impl BrowserFiles {
    fn get(&self, name: &str) -> Option<&[u8]> {
        let file = self.files.iter().find(|(file, _)| file == name);
        file.map(|(_, bytes)| bytes.as_ref())
    }

    fn replace(&mut self, name: &str, content: Vec<u8>) {
        if let Some((_, bytes)) = self.files.iter_mut().find(|(file, _)| file == name) {
            *bytes = Cow::Owned(content);
        }
    }

    fn remove(&mut self, name: &str) {
        self.files.retain(|(file, _)| file != name);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offline(bundle: &str) -> (tempfile::TempDir, Offline) {
        let site = tempfile::tempdir().unwrap();
        let offline = Offline::new(site.path(), &site.path().join(bundle)).unwrap();
        (site, offline)
    }

    fn script(bundle: &str) -> String {
        let parameters = WorkerParameters {
            build: "1".into(),
            bundle: bundle.into(),
            files: Vec::new(),
        };
        format!(
            "{MARK}{};\ncode",
            serde_json::to_string(&parameters).unwrap()
        )
    }

    #[test]
    fn r41_the_worker_is_in_the_site_root_wherever_the_bundle_is() {
        let (_site, deep) = offline("assets/soru");
        assert_eq!(deep.bundle, "assets/soru/");
        assert!(
            deep.registration(REGISTERS)
                .contains("register(\"./../../soru-service-worker.js\")")
        );
        let (_site, root) = offline("");
        assert_eq!(root.bundle, "");
        assert!(
            root.registration("engine-0123456789abcdef/offline.js")
                .contains("register(\"./../soru-service-worker.js\")")
        );
    }

    #[test]
    fn r41_a_site_that_does_not_hold_the_bundle_is_refused() {
        let [site, other] = [(); 2].map(|()| tempfile::tempdir().unwrap());
        let error = Offline::new(site.path(), &other.path().join("soru")).unwrap_err();
        assert!(error.to_string().contains("the site's root"), "{error}");
    }

    #[test]
    fn r41_a_foreign_service_worker_is_left_unchanged() {
        let (_site, ours) = offline("soru");
        for (there, advice) in [
            (script("other/"), "can have only one"),
            ("importScripts('x')".into(), "rename it"),
        ] {
            fs::write(ours.script(), there).unwrap();
            let error = ours.check_owner().unwrap_err().to_string();
            assert!(error.contains(advice), "{error}");
        }
        for there in [script("soru/"), ours.farewell().unwrap()] {
            fs::write(ours.script(), there).unwrap();
            ours.check_owner().unwrap();
        }
    }

    #[test]
    fn r41_a_bundle_that_is_no_longer_offline_ends_its_worker_and_no_other() {
        let (site, ours) = offline("soru");
        let out = site.path().join("soru");
        fs::create_dir(&out).unwrap();
        assert_eq!(end(&out).unwrap(), None);
        ours.write(&script("elsewhere/")).unwrap();
        assert_eq!(end(&out).unwrap(), None);
        ours.write(&script("soru/")).unwrap();
        assert_eq!(end(&out).unwrap(), Some(ours.script()));
        let farewell = fs::read_to_string(ours.script()).unwrap();
        assert_eq!(farewell, ours.farewell().unwrap());
        assert!(farewell.contains(r#"URL("soru/""#), "{farewell}");
        assert_eq!(end(&out).unwrap(), None);
    }
}
