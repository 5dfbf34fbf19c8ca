//! Numbers for operators, in the format of Prometheus.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// Bounds of the histograms in seconds.
const BOUNDS: [f64; 11] = [0.001, 0.003, 0.01, 0.03, 0.06, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2];

/// The label of numbers of a site.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct OfSite {
    pub(crate) site: String,
}

/// The labels of answers.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct Answered {
    pub(crate) site: String,
    pub(crate) path: &'static str,
    pub(crate) status: u16,
}

/// The numbers.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    pub(crate) answers: Family<Answered, Counter>,
    pub(crate) seconds: Histogram,
    pub(crate) cluster_seconds: Histogram,
    pub(crate) kept: Family<OfSite, Counter>,
    pub(crate) stale: Family<OfSite, Counter>,
    pub(crate) ready: Family<OfSite, Gauge>,
    pub(crate) cluster_requests: Counter,
    pub(crate) cluster_failures: Counter,
    pub(crate) hedges: Counter,
    pub(crate) resting: Gauge<u64, AtomicU64>,
    pub(crate) in_flight: Gauge<u64, AtomicU64>,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let mut metrics = Self {
            registry: Registry::with_prefix("soru_gateway"),
            answers: Family::default(),
            seconds: Histogram::new(BOUNDS),
            cluster_seconds: Histogram::new(BOUNDS),
            kept: Family::default(),
            stale: Family::default(),
            ready: Family::default(),
            cluster_requests: Counter::default(),
            cluster_failures: Counter::default(),
            hedges: Counter::default(),
            resting: Gauge::default(),
            in_flight: Gauge::default(),
        };
        metrics.register();
        metrics
    }

    fn register(&mut self) {
        let registry = &mut self.registry;
        registry.register(
            "answers",
            "Answers by site, path and status",
            self.answers.clone(),
        );
        registry.register_with_unit(
            "answering",
            "Time to answer a request",
            Unit::Seconds,
            self.seconds.clone(),
        );
        registry.register_with_unit(
            "searching",
            "Time that the cluster takes for a question",
            Unit::Seconds,
            self.cluster_seconds.clone(),
        );
        registry.register(
            "kept",
            "Questions answered without the cluster",
            self.kept.clone(),
        );
        registry.register(
            "stale",
            "Old answers given because no node answered",
            self.stale.clone(),
        );
        registry.register(
            "site_ready",
            "Whether the cluster answered lately for a site",
            self.ready.clone(),
        );
        for (name, says, counter) in [
            (
                "cluster_requests",
                "Requests to nodes",
                &self.cluster_requests,
            ),
            (
                "cluster_failures",
                "Requests to nodes that failed or stayed without an answer",
                &self.cluster_failures,
            ),
            (
                "hedges",
                "Requests to a second node because the first was silent",
                &self.hedges,
            ),
        ] {
            registry.register(name, says, counter.clone());
        }
        registry.register("resting_nodes", "Nodes that rest", self.resting.clone());
        registry.register(
            "in_flight",
            "Questions that wait for the cluster",
            self.in_flight.clone(),
        );
    }

    /// Notes an answer.
    pub(crate) fn answered(&self, site: &str, path: &'static str, status: u16, time: Duration) {
        let site = site.to_owned();
        let labels = Answered { site, path, status };
        self.answers.get_or_create(&labels).inc();
        self.seconds.observe(time.as_secs_f64());
    }

    /// Returns the numbers as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a text cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
