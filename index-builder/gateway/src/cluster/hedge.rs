//! Asks nodes until one answers: the next one when a node fails, and also while one is silent.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use hyper::StatusCode;
use serde_json::Value;
use tokio::time::{Instant, sleep_until};

use super::client::{Client, Reply};
use super::node::Node;
use crate::configuration::{Configuration, Times};
use crate::engines::Ask;
use crate::metrics::Metrics;

/// The path below the address of a Solr node.
const SOLR: &str = "/solr";

/// The cluster.
#[derive(Debug)]
pub(crate) struct Cluster {
    client: Client,
    nodes: Vec<Node>,
    /// The number of the node that is asked first; questions are spread over the nodes.
    next: AtomicUsize,
    times: Times,
    metrics: Arc<Metrics>,
}

/// Why no node gave an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failed {
    /// The cluster refuses the request.
    Refused(StatusCode),
    /// No node answered; the reason of the last one.
    Unavailable(String),
}

impl Cluster {
    pub(crate) fn new(
        configuration: &Configuration,
        metrics: Arc<Metrics>,
    ) -> soru_cluster::Result<Self> {
        let below = match configuration.engine {
            soru_cluster::Kind::OpenSearch => "",
            soru_cluster::Kind::Solr => SOLR,
        };
        let address = |node: &soru_cluster::Address| {
            let written = node.as_str();
            let host = written.strip_suffix(below).unwrap_or(written);
            Node::new(format!("{host}{below}"))
        };
        Ok(Self {
            client: Client::new(configuration.ca.as_deref(), &configuration.credentials)?,
            nodes: configuration.nodes.iter().map(address).collect(),
            next: AtomicUsize::new(0),
            times: configuration.times,
            metrics,
        })
    }

    /// Returns the numbers of the nodes in the order in which they are asked: resting ones last,
    /// the one whose rest ends first before the others.
    fn order(&self) -> Vec<usize> {
        let count = self.nodes.len();
        let first = self.next.fetch_add(1, Ordering::Relaxed);
        let mut order: Vec<usize> = (0..count).map(|step| (first + step) % count).collect();
        order.sort_by_cached_key(|number| self.nodes[*number].rests_until());
        order
    }

    /// Asks until a node answers or the time is over.
    pub(crate) async fn ask(&self, ask: &Ask, deadline: Instant) -> Result<Value, Failed> {
        let mut waiting = self.order().into_iter();
        let mut running = FuturesUnordered::new();
        let mut started: Vec<(usize, Instant)> = Vec::new();
        let mut last = "there is no node".to_owned();
        loop {
            if let Some(number) = waiting.next() {
                self.metrics.cluster_requests.inc();
                self.metrics.hedges.inc_by(u64::from(!running.is_empty()));
                started.push((number, Instant::now()));
                running.push(async move {
                    let reply = self.client.send(&self.nodes[number].address, ask);
                    (number, reply.await)
                });
            } else if running.is_empty() {
                return Err(Failed::Unavailable(last));
            }
            let Some((number, reply)) = self
                .next_reply(&mut running, waiting.len() > 0, deadline)
                .await
            else {
                if Instant::now() < deadline {
                    continue;
                }
                self.note_silent(&started);
                return Err(Failed::Unavailable("no node answered in time".to_owned()));
            };
            started.retain(|(own, _)| *own != number);
            match reply {
                Reply::Done(answer) => {
                    self.nodes[number].works();
                    self.note_silent(&started);
                    return Ok(answer);
                }
                Reply::Refused(status) => {
                    self.nodes[number].works();
                    return Err(Failed::Refused(status));
                }
                Reply::Failed(why) => {
                    self.note_failure(number);
                    last = format!("{}: {why}", self.nodes[number].address);
                }
            }
        }
    }

    /// Waits for a reply: until another node shall be asked, if there is one, or for all the time.
    async fn next_reply<F>(
        &self,
        running: &mut FuturesUnordered<F>,
        is_more: bool,
        deadline: Instant,
    ) -> Option<(usize, Reply)>
    where
        F: Future<Output = (usize, Reply)>,
    {
        let hedge = Instant::now() + self.times.hedge;
        let until = if is_more {
            hedge.min(deadline)
        } else {
            deadline
        };
        tokio::select! {
            reply = running.next() => reply,
            () = sleep_until(until) => None,
        }
    }

    /// Notes nodes that have not answered for some time as failing.
    fn note_silent(&self, started: &[(usize, Instant)]) {
        for (number, start) in started {
            if start.elapsed() >= self.times.hedge {
                self.note_failure(*number);
            }
        }
    }

    fn note_failure(&self, number: usize) {
        self.metrics.cluster_failures.inc();
        self.nodes[number].fails(self.times.rest, self.times.longest_rest);
    }

    /// Returns the number of nodes that rest.
    pub(crate) fn resting(&self) -> usize {
        let rests = |node: &&Node| node.rests_until().is_some();
        self.nodes.iter().filter(rests).count()
    }
}
