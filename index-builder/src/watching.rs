//! Watching a site's files: waits until something changed and all is quiet again.
//!
//! Generators write hundreds of files, and may remove the folder first and make it anew. So changes count once no
//! other follows for a moment, and the folders are looked up again after each. The system reports the changes
//! (`notify`); none that a build itself makes may count, or builds would follow each other without end.

use std::path::{Component, Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use anyhow::Context;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

/// Changes have ended if none came for so long.
const QUIET: Duration = Duration::from_millis(120);

/// Whoever writes without a pause is not waited for longer.
const PATIENCE: Duration = Duration::from_secs(3);

type Change = notify::Result<Event>;

/// What is watched.
#[derive(Debug, Clone, Default)]
pub(crate) struct Watched {
    /// Folders, with all that is in them and not hidden, and single files.
    pub(crate) paths: Vec<PathBuf>,
    /// What builds write.
    pub(crate) own: Vec<PathBuf>,
}

/// Waits for changes.
#[derive(Debug)]
pub(crate) struct Watching {
    watched: Watched,
    changes: Receiver<Change>,
    sender: Sender<Change>,
    /// Ends when it is dropped.
    watcher: Option<RecommendedWatcher>,
}

impl Watching {
    /// Starts to watch.
    ///
    /// # Errors
    /// If the system watches no more files.
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
    /// If the system watches no more files.
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

    /// A folder that was removed and made anew is another one to the system.
    fn look_up(&mut self) -> anyhow::Result<()> {
        let sender = self.sender.clone();
        let mut watcher = notify::recommended_watcher(move |change| {
            // Whoever waited may be gone.
            let _ = sender.send(change);
        })
        .context(ADVICE)?;
        for path in &self.watched.paths {
            watch_path(&mut watcher, path)?;
        }
        self.watcher = Some(watcher);
        Ok(())
    }

    /// Reading a file is no change, though some systems report it.
    fn matters(&self, change: &Change) -> bool {
        match change {
            Ok(event) => {
                !event.kind.is_access() && event.paths.iter().any(|path| self.watched.holds(path))
            }
            // Changes were lost: there may have been any.
            Err(_) => true,
        }
    }
}

const ADVICE: &str = "the files cannot be watched. On Linux raise the limit: sudo sysctl fs.inotify.max_user_watches=524288";

fn watch_path(watcher: &mut RecommendedWatcher, path: &Path) -> anyhow::Result<()> {
    // Sees that a folder is made again, and a file that an editor replaces.
    let above = path.parent().filter(|above| above.is_dir());
    if let Some(above) = above {
        watcher
            .watch(above, RecursiveMode::NonRecursive)
            .with_context(|| format!("{}: {ADVICE}", above.display()))?;
    }
    // It may be gone for the moment.
    if path.is_dir()
        && let Err(error) = watcher.watch(path, RecursiveMode::Recursive)
        && path.is_dir()
    {
        return Err(error).with_context(|| format!("{}: {ADVICE}", path.display()));
    }
    Ok(())
}

impl Watched {
    /// As the system names them.
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

/// A path that does not exist yet, or no longer, lies in one that does.
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
    fn what_a_build_writes_and_what_is_hidden_does_not_count() {
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

    // Generators do it, and the system forgets what it watched.
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
