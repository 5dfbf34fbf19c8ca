//! The sites of the gateway, as their last pushes describe them.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use hyper::header::HeaderValue;
use soru_cluster::{SITE, SiteDescription};
use tokio::time::{Instant, sleep};

use crate::cluster::{Cluster, Failed};
use crate::configuration::Configuration;
use crate::engines::{Condition, Dialect, Search};
use crate::kept::KeptAnswers;
use crate::log::Log;
use crate::metrics::OfSite;

/// The pause between two looks at a site.
const PAUSE: Duration = Duration::from_secs(10);

/// The pause while a site is unknown.
const SHORT_PAUSE: Duration = Duration::from_secs(1);

/// The time after which silence of the cluster means that the gateway is not ready.
const SILENCE: Duration = Duration::from_secs(30);

/// A site.
#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) alias: String,
    pub(crate) kept: KeptAnswers,
    origins: Vec<String>,
    state: RwLock<State>,
}

#[derive(Debug, Default)]
struct State {
    description: Option<Arc<SiteDescription>>,
    answered: Option<Instant>,
    /// The last reported problem, so that it is reported once.
    problem: String,
}

impl Site {
    pub(crate) fn new(alias: &str, configuration: &Configuration) -> Self {
        Self {
            alias: alias.to_owned(),
            kept: KeptAnswers::new(configuration),
            origins: configuration.origins_of(alias).to_vec(),
            state: RwLock::default(),
        }
    }

    /// Returns whether pages of an origin may ask.
    pub(crate) fn admits(&self, origin: &HeaderValue) -> bool {
        let mut origins = self.origins.iter();
        origins.any(|own| own.as_bytes() == origin.as_bytes())
    }

    /// Returns the label of its numbers.
    pub(crate) fn label(&self) -> OfSite {
        let site = self.alias.clone();
        OfSite { site }
    }

    /// Returns the description; none if the cluster has never answered.
    pub(crate) fn description(&self) -> Option<Arc<SiteDescription>> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        state.description.clone()
    }

    /// Returns whether the cluster answered lately.
    pub(crate) fn is_ready(&self) -> bool {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        state.answered.is_some_and(|time| time.elapsed() < SILENCE)
    }

    /// Looks at the site again and again.
    pub(crate) async fn watch(
        &self,
        cluster: &Cluster,
        dialect: Dialect,
        time: Duration,
        log: &Log,
    ) {
        loop {
            self.look(cluster, dialect, time, log).await;
            let is_known = self.description().is_some();
            sleep(if is_known { PAUSE } else { SHORT_PAUSE }).await;
        }
    }

    /// Reads the description once.
    async fn look(&self, cluster: &Cluster, dialect: Dialect, time: Duration, log: &Log) {
        let read = read(&self.alias, cluster, dialect, time).await;
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        match read {
            Ok(description) => {
                state.answered = Some(Instant::now());
                state.problem.clear();
                if state.description.as_deref() != Some(&description) {
                    log.says("site", &format!("{}: {}", self.alias, description.index));
                    state.description = Some(Arc::new(description));
                }
            }
            Err(problem) if state.problem != problem => {
                log.says("problem", &format!("{}: {problem}", self.alias));
                state.problem = problem;
            }
            Err(_) => {}
        }
    }
}

async fn read(
    alias: &str,
    cluster: &Cluster,
    dialect: Dialect,
    time: Duration,
) -> Result<SiteDescription, String> {
    let search = Search {
        condition: Condition::Ids(vec![SITE.to_owned()]),
        restrictions: Vec::new(),
        limit: 1,
        fields: &[SITE],
        time,
    };
    let ask = dialect.search(alias, &search);
    let answer = match cluster.ask(&ask, Instant::now() + time).await {
        Ok(answer) => answer,
        Err(Failed::Refused(status)) => {
            return Err(format!(
                "the cluster answers with status {status}: check that `soru push --name {alias}` \
                 was done and that the user may read the index"
            ));
        }
        Err(Failed::Unavailable(why)) => return Err(why),
    };
    let found = dialect.found(answer).unwrap_or_default();
    let document = found.documents.first();
    let text = document.and_then(|(fields, _)| fields.get(SITE)?.as_str());
    let description = text.and_then(|text| serde_json::from_str(text).ok());
    description.ok_or_else(|| {
        "the index has no description of the site: push it again with this version of Soru"
            .to_owned()
    })
}
