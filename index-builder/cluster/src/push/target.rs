//! A cluster and an alias in it.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use super::lease::Lease;
use super::report::{ListedIndex, Listing, Mode, Report};
use crate::engines::{Engine, Found, Listed, probe};
use crate::failure::{Failure, Result};
use crate::http::{Address, Client, Credentials, Patience};
use crate::kind::Kind;
use crate::names::Alias;
use crate::progress::Progress;

/// The way to a cluster.
#[derive(Debug, Clone)]
pub struct Connection {
    /// Its nodes, at least one.
    pub addresses: Vec<Address>,
    /// Its engine, if it shall not be asked.
    pub engine: Option<Kind>,
    /// A file of certificates that replaces the system's.
    pub authority: Option<PathBuf>,
    /// The credentials.
    pub credentials: Credentials,
    /// The pauses between attempts.
    pub patience: Patience,
}

/// A cluster and an alias in it.
pub struct Target {
    pub(super) alias: Alias,
    found: Found,
    pub(super) patience: Patience,
    pub(super) progress: Arc<dyn Progress>,
    begin: Instant,
}

impl std::fmt::Debug for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Target")
            .field("alias", &self.alias)
            .field("kind", &self.found.kind)
            .finish_non_exhaustive()
    }
}

impl Target {
    /// Connects, and asks the cluster which engine it is.
    ///
    /// # Errors
    /// If no node answers, or the engine is not supported.
    pub fn connect(
        connection: &Connection,
        alias: Alias,
        progress: Arc<dyn Progress>,
    ) -> Result<Self> {
        let client = Client::new(
            &connection.addresses,
            connection.authority.as_deref(),
            connection.credentials.clone(),
            connection.patience,
            Arc::clone(&progress),
        )?;
        Ok(Self {
            alias,
            begin: Instant::now(),
            found: probe(client, connection.engine)?,
            patience: connection.patience,
            progress,
        })
    }

    pub(super) fn engine(&self) -> &dyn Engine {
        &*self.found.engine
    }

    /// Returns the indexes of the alias, newest first.
    pub(super) fn indexes(&self) -> Result<Vec<Listed>> {
        let mut indexes = self.engine().indexes(&self.alias)?;
        indexes.sort_by_key(|own| {
            let parts = self.alias.parts(&own.index);
            std::cmp::Reverse(parts.map(|parts| parts.time))
        });
        Ok(indexes)
    }

    pub(super) fn report(&self, mode: Mode, index: String) -> Report {
        Report {
            engine: self.found.kind,
            version: self.found.version.clone(),
            name: self.alias.as_str().to_owned(),
            index,
            previous: None,
            mode,
            dry_run: false,
            chunks: 0,
            sent: 0,
            deleted: 0,
            removed: Vec::new(),
            check: None,
            seconds: 0.0,
            warnings: Vec::new(),
        }
    }

    pub(super) fn seconds(&self) -> f64 {
        self.begin.elapsed().as_secs_f64()
    }

    /// Lists the indexes of the alias.
    ///
    /// # Errors
    /// If the cluster refuses.
    pub fn list(&self) -> Result<Listing> {
        let current = self.engine().current(&self.alias)?;
        let indexes = self.indexes()?.into_iter();
        Ok(Listing {
            engine: self.found.kind,
            version: self.found.version.clone(),
            name: self.alias.as_str().to_owned(),
            indexes: indexes
                .map(|own| ListedIndex {
                    current: current.as_ref() == Some(&own.index),
                    chunks: own.documents,
                    index: own.index,
                })
                .collect(),
        })
    }

    /// Lets the alias name the index before the present one.
    ///
    /// # Errors
    /// If there is none, or another push is running.
    pub fn roll_back(&self, dry_run: bool) -> Result<Report> {
        let lease = Lease::take(self, dry_run)?;
        let name = self.alias.as_str();
        let current = self.engine().current(&self.alias)?;
        let older = self.indexes()?.into_iter().find(|own| match &current {
            Some(current) => self.time(&own.index) < self.time(current),
            None => true,
        });
        let Some(older) = older else {
            return Err(Failure::Refused(format!(
                "{name}: there is no older index to return to: `soru push --list` shows the \
                 indexes"
            )));
        };
        let mut report = self.report(Mode::Rollback, older.index);
        if !dry_run {
            lease.renew()?;
            self.engine()
                .swap(&self.alias, current.as_deref(), &report.index)?;
        }
        report.previous = current;
        report.chunks = older.documents;
        report.dry_run = dry_run;
        report.seconds = self.seconds();
        Ok(report)
    }

    pub(super) fn time(&self, index: &str) -> Option<String> {
        self.alias.parts(index).map(|parts| parts.time)
    }
}
