//! The content security policies of the server.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use url::{Origin, Url};
use walkdir::WalkDir;

use crate::bundle::{Bundle, MANIFEST};
use crate::remote::Gateway;

/// The policy of a strict site: only its own files, WebAssembly but no `eval`, Trusted Types.
const STRICT: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
                      require-trusted-types-for 'script'; trusted-types soru";

/// How far below the served folder bundles are looked for.
const DEEPEST: usize = 5;

/// How long the bundles that were found count. A site may be built while it is served.
const VALID: Duration = Duration::from_secs(3);

/// The policies that are sent with each file; browsers enforce all of them.
#[derive(Debug, Clone)]
pub enum Policy {
    /// As given.
    Given(Vec<String>),
    /// That of a strict site, which may ask the gateways that its bundles name.
    Strict(Arc<StrictPolicy>),
}

/// The policy of a strict site.
#[derive(Debug)]
pub struct StrictPolicy {
    folder: PathBuf,
    found: Mutex<Option<(Instant, String)>>,
}

impl Policy {
    /// Creates the policy of a strict site in a folder.
    #[must_use]
    pub fn strict(folder: &Path) -> Self {
        Self::Strict(Arc::new(StrictPolicy {
            folder: folder.to_owned(),
            found: Mutex::default(),
        }))
    }

    /// Returns the values of the header.
    pub(super) fn headers(&self) -> Vec<String> {
        match self {
            Self::Given(policies) => policies.clone(),
            Self::Strict(strict) => vec![strict.header()],
        }
    }
}

impl StrictPolicy {
    fn header(&self) -> String {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        match &*found {
            Some((at, header)) if at.elapsed() < VALID => header.clone(),
            _ => {
                let header = written(&gateways(&self.folder));
                *found = Some((Instant::now(), header.clone()));
                header
            }
        }
    }
}

/// Returns the policy of a site that may also ask these hosts.
fn written(hosts: &BTreeSet<String>) -> String {
    if hosts.is_empty() {
        return STRICT.to_owned();
    }
    let hosts: Vec<&str> = hosts.iter().map(String::as_str).collect();
    format!("{STRICT}; connect-src 'self' {}", hosts.join(" "))
}

/// Returns the origins of the gateways that the bundles in a folder name.
fn gateways(folder: &Path) -> BTreeSet<String> {
    let entries = WalkDir::new(folder).max_depth(DEEPEST).into_iter();
    let files = entries.flatten().filter(|entry| {
        let is_manifest = entry.file_name() == MANIFEST;
        is_manifest && entry.file_type().is_file()
    });
    files.filter_map(|file| origin(file.path())).collect()
}

/// Returns the origin of the gateway that a manifest names; none for the site's own host.
fn origin(manifest: &Path) -> Option<String> {
    let bundle = Bundle::open(manifest.parent()?).ok()?;
    let gateway = Url::parse(&Gateway::of(&bundle)?).ok()?;
    match gateway.origin() {
        origin @ Origin::Tuple(..) => Some(origin.ascii_serialization()),
        Origin::Opaque(_) => None,
    }
}
