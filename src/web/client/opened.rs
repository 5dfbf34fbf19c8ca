//! The engine of one build of a site, and its downloads.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::rc::Rc;

use futures_util::FutureExt as _;
use futures_util::future::{LocalBoxFuture, Shared, WeakShared};
use web_sys::RequestCache;

use super::download::{Failure, fetch};
use super::stream::inflate;
use crate::error::Result;
use crate::orchestration::Engine;

/// A download shared by several calls. It is cancelled when the last of them is dropped.
pub(super) type Arriving = Shared<LocalBoxFuture<'static, Arrived>>;

type Arrived = Result<(), Failure>;

pub(super) struct Opened {
    pub(super) engine: Engine,
    pub(super) manifest: Vec<u8>,
    base: String,
    arriving: RefCell<HashMap<String, WeakShared<LocalBoxFuture<'static, Arrived>>>>,
    /// Files that may have a damaged copy in the browser's cache.
    distrusted: RefCell<HashSet<String>>,
}

impl Opened {
    pub(super) fn new(engine: Engine, base: &str, manifest: Vec<u8>) -> Self {
        Self {
            engine,
            manifest,
            base: base.to_owned(),
            arriving: RefCell::default(),
            distrusted: RefCell::default(),
        }
    }

    /// Downloads a file and supplies it to the engine.
    pub(super) fn arrive(self: &Rc<Self>, file: &str) -> Arriving {
        let under_way = self
            .arriving
            .borrow()
            .get(file)
            .and_then(WeakShared::upgrade);
        under_way.unwrap_or_else(|| self.start(file))
    }

    fn start(self: &Rc<Self>, file: &str) -> Arriving {
        let (opened, name) = (Rc::clone(self), file.to_owned());
        let arriving = async move {
            let outcome = opened.bring(&name).await;
            opened.arriving.borrow_mut().remove(&name);
            let mut distrusted = opened.distrusted.borrow_mut();
            match outcome {
                Ok(()) => distrusted.remove(&name),
                Err(_) => distrusted.insert(name),
            };
            outcome
        };
        let arriving = arriving.boxed_local().shared();
        if let Some(weak) = arriving.downgrade() {
            self.arriving.borrow_mut().insert(file.to_owned(), weak);
        }
        arriving
    }

    async fn bring(&self, file: &str) -> Arrived {
        let entry = self.engine.file(file)?;
        let cache = if self.distrusted.borrow().contains(file) {
            RequestCache::Reload
        } else {
            RequestCache::Default
        };
        let longest = usize::try_from(entry.size).unwrap_or(usize::MAX);
        let stored = fetch(&format!("{}{file}", self.base), longest, cache).await?;
        self.engine.verify(file, &stored)?;
        let inflated = inflate(file, &stored)?;
        Ok(self.engine.supply_inflated(file, &inflated)?)
    }
}

impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opened")
            .field("base", &self.base)
            .finish_non_exhaustive()
    }
}
