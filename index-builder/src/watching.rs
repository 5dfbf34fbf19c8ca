//! Watches a site's files: waits until something has changed and no further change follows.
//!
//! Generators write hundreds of files, and may remove and recreate the folder first. So changes
//! count only when no other follows for a moment, and the folders are looked up again afterwards.
//! The system reports the changes (`notify`). Changes by a build itself must not count, or builds
//! would follow each other endlessly.

use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::Context;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

/// The time without changes after which they have ended.
const QUIET: Duration = Duration::from_millis(120);

/// The maximum wait for a process that writes without a pause.
const PATIENCE: Duration = Duration::from_secs(3);

type Change = notify::Result<Event>;

/// The watched paths.
#[derive(Debug, Clone, Default)]
pub(crate) struct Watched {
    /// Folders, with all files in them that are not hidden, and single files.
    pub(crate) paths: Vec<PathBuf>,
    /// The files that builds write.
    pub(crate) own: Vec<PathBuf>,
}

/// Waits for changes.
#[derive(Debug)]
pub(crate) struct Watching {
    watched: Watched,
    changes: Receiver<Change>,
    sender: Sender<Change>,
    /// The watcher; dropping it stops the reports.
    watcher: Option<RecommendedWatcher>,
}

impl Watching {
    /// Starts watching.
    ///
    /// # Errors
    /// If the system cannot watch more files.
    pub(crate) fn start(watched: &Watched) -> anyhow::Result<Self> {
        let (sender, changes) = channel();
        let mut watching = Self {
            watched: watched.real(),
            changes,
            sender,
            watcher: None,
        };
        watching.look_up()?;
        Ok(watching)
    }

    /// Watches other files from now on.
    pub(crate) fn watch(&mut self, watched: &Watched) -> anyhow::Result<()> {
        self.watched = watched.real();
        self.look_up()
    }

    /// Returns once files have changed and no others do.
    ///
    /// # Errors
    /// If the system cannot watch more files.
    pub(crate) fn wait(&mut self) -> anyhow::Result<()> {
        while !self
            .changes
            .recv()
            .is_ok_and(|change| self.matters(&change))
        {}
        let start = Instant::now();
        while start.elapsed() < PATIENCE && self.changes.recv_timeout(QUIET).is_ok() {}
        self.look_up()
    }

    /// Looks the paths up again: to the system, a recreated folder is another one.
    fn look_up(&mut self) -> anyhow::Result<()> {
        let sender = self.sender.clone();
        let mut watcher = notify::recommended_watcher(move |change| {
            // The receiver may have been dropped.
            let _ = sender.send(change);
        })
        .context(ADVICE)?;
        for path in &self.watched.paths {
            watch_path(&mut watcher, path)?;
        }
        self.watcher = Some(watcher);
        Ok(())
    }

    /// Whether a change matters: some systems also report reads of a file.
    fn matters(&self, change: &Change) -> bool {
        match change {
            Ok(event) => {
                !event.kind.is_access() && event.paths.iter().any(|path| self.watched.holds(path))
            }
            // Some changes, of any file, were lost.
            Err(_) => true,
        }
    }
}

const ADVICE: &str = "the files cannot be watched. On Linux, raise the limit: sudo sysctl \
    fs.inotify.max_user_watches=524288";

fn watch_path(watcher: &mut RecommendedWatcher, path: &Path) -> anyhow::Result<()> {
    // The folder above reports when a folder is recreated, or an editor replaces a file.
    let above = path.parent().filter(|above| above.is_dir());
    if let Some(above) = above {
        watcher
            .watch(above, RecursiveMode::NonRecursive)
            .with_context(|| format!("{}: {ADVICE}", above.display()))?;
    }
    // The path may be absent at the moment.
    if path.is_dir()
        && let Err(error) = watcher.watch(path, RecursiveMode::Recursive)
        && path.is_dir()
    {
        return Err(error).with_context(|| format!("{}: {ADVICE}", path.display()));
    }
    Ok(())
}

impl Watched {
    /// Returns the paths as the system names them.
    fn real(&self) -> Self {
        let real = |paths: &Vec<PathBuf>| paths.iter().map(|path| real_path(path)).collect();
        Self {
            paths: real(&self.paths),
            own: real(&self.own),
        }
    }

    /// Whether a build reads the file.
    fn holds(&self, file: &Path) -> bool {
        let is_visible = |below: &Path| !below.components().any(is_hidden);
        let mut below = self
            .paths
            .iter()
            .filter_map(|path| file.strip_prefix(path).ok());
        below.any(is_visible) && !self.own.iter().any(|own| file.starts_with(own))
    }
}

/// Returns the canonical form of a path that may not exist, but whose folder does.
fn real_path(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    match (path.parent(), path.file_name()) {
        (Some(above), Some(name)) if above.as_os_str().is_empty() => {
            real_path(Path::new(".")).join(name)
        }
        (Some(above), Some(name)) => real_path(above).join(name),
        _ => path.to_owned(),
    }
}

fn is_hidden(part: Component<'_>) -> bool {
    let name = part.as_os_str();
    name.as_encoded_bytes().starts_with(b".") || name == "node_modules"
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn build_output_and_hidden_files_are_not_watched() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("site/soru")).unwrap();
        let watched = Watched {
            paths: vec![folder.path().join("site"), folder.path().join("soru.toml")],
            own: vec![folder.path().join("site/soru")],
        };
        let watched = watched.real();
        let root = folder.path().canonicalize().unwrap();
        let holds = |name: &str| watched.holds(&root.join(name));
        for counts in ["site/a.html", "site/new/b.md", "site", "soru.toml"] {
            assert!(holds(counts), "{counts}");
        }
        for other in [
            "site/soru/manifest.msgpack",
            "site/.git/x",
            "site/node_modules/a.md",
            "other.toml",
        ] {
            assert!(!holds(other), "{other}");
        }
    }

    // Generators recreate folders, which ends the system's watch.
    #[test]
    fn a_folder_that_is_made_again_is_watched_again() {
        let folder = tempfile::tempdir().unwrap();
        let site = folder.path().join("site");
        fs::create_dir(&site).unwrap();
        let watched = Watched {
            paths: vec![site.clone()],
            own: Vec::new(),
        };
        let mut watching = Watching::start(&watched).unwrap();
        fs::remove_dir_all(&site).unwrap();
        watching.wait().unwrap();
        fs::create_dir(&site).unwrap();
        watching.wait().unwrap();
        fs::write(site.join("a.html"), "a").unwrap();
        watching.wait().unwrap();
    }
}
