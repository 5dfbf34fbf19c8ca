//! Nodes that are silent, gone or broken.

use std::sync::Condvar;

use super::server::Answer;
use super::*;

/// Lets requests of a silent node wait until it is dropped.
#[derive(Clone, Default)]
struct Frozen(Arc<(Mutex<bool>, Condvar)>);

impl Frozen {
    fn hold(&self) {
        let (is_over, changed) = &*self.0;
        let is_over = is_over.lock().unwrap();
        drop(changed.wait_while(is_over, |own| !*own).unwrap());
    }

    fn end(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }
}

/// Returns the address of a node that accepts requests and never answers.
fn silent() -> (String, Frozen) {
    let frozen = Frozen::default();
    let own = frozen.clone();
    let address = server::serve(move |_| {
        own.hold();
        Answer::Dropped
    });
    (address, frozen)
}

/// Returns a number of the metrics.
async fn number(gateway: &Running, name: &str) -> u64 {
    let numbers = gateway.numbers().await;
    let line = numbers
        .lines()
        .find_map(|line| line.strip_prefix(&format!("soru_gateway_{name} ")));
    line.and_then(|own| own.parse().ok())
        .unwrap_or_else(|| panic!("{name}: {numbers}"))
}

#[tokio::test]
async fn a_silent_node_is_hedged_and_rests() {
    for kind in BOTH {
        let cluster = filled(kind);
        let (silent, frozen) = silent();
        let mut configuration = configuration(kind, &[silent, cluster.address()]);
        configuration.times.hedge = Duration::from_millis(50);
        configuration.times.rest = Duration::from_mins(10);
        configuration.times.longest_rest = Duration::from_mins(10);
        let gateway = start(configuration).await;
        // The first look at the site went to the silent node, or the first or second question does.
        for word in ["fees", "books", "library"] {
            assert_eq!(gateway.post(&words(&[word])).await.status, 200, "{kind}");
        }
        assert_eq!(number(&gateway, "resting_nodes").await, 1, "{kind}");
        let hedges = number(&gateway, "hedges_total").await;
        assert!(hedges >= 1);
        for word in ["march", "days", "students"] {
            gateway.post(&words(&[word])).await;
        }
        assert_eq!(
            number(&gateway, "cluster_failures_total").await,
            1,
            "it rests"
        );
        frozen.end();
    }
}

#[tokio::test]
async fn a_node_that_is_gone_or_broken_is_replaced_at_once() {
    for kind in BOTH {
        let cluster = filled(kind);
        let broken = server::serve(|_| Answer::Json(503, json!({})));
        let gone = "http://127.0.0.1:9".to_owned();
        // The hedge of these settings would come after a minute.
        let nodes = [gone, broken, cluster.address()];
        let gateway = start(configuration(kind, &nodes)).await;
        for word in ["fees", "books", "library", "march"] {
            let response = gateway.post(&words(&[word])).await;
            assert_eq!(
                (response.status, response.pages().is_empty()),
                (200, false),
                "{kind}"
            );
        }
    }
}

#[tokio::test]
async fn all_nodes_silent_is_an_error_within_the_deadline() {
    for kind in BOTH {
        let cluster = filled(kind);
        let mut configuration = configuration(kind, &[cluster.address()]);
        configuration.times.deadline = Duration::from_millis(300);
        let gateway = start(configuration).await;
        let frozen = Frozen::default();
        let own = frozen.clone();
        cluster.guard(move |_, _| {
            own.hold();
            None
        });
        let response = gateway.post(&words(&["fees"])).await;
        assert_eq!(
            (response.status, response.json()["error"]["code"].as_str()),
            (503, Some("unavailable")),
            "{kind}"
        );
        assert!(!response.header("retry-after").is_empty());
        frozen.end();
    }
}

/// Lets all nodes fail from now on.
fn fails(cluster: &Cluster) {
    cluster.guard(|_, _| Some(Answer::Json(503, json!({}))));
}

#[tokio::test]
async fn an_answer_is_fresh_for_a_time_and_then_given_while_no_node_answers() {
    for kind in BOTH {
        let cluster = filled(kind);
        let mut configuration = configuration(kind, &[cluster.address()]);
        configuration.times.fresh = Duration::ZERO;
        let gateway = start(configuration).await;
        let first = gateway.post(&words(&["fees"])).await;
        tokio::time::sleep(Duration::from_millis(1_100)).await;
        fails(&cluster);
        let stale = gateway.post(&words(&["fees"])).await;
        assert_eq!((stale.status, &stale.body), (200, &first.body), "{kind}");
        assert!(stale.header("soru-age").parse::<u64>().unwrap() >= 1);
        assert_eq!(stale.header("cache-control"), "no-store");
        assert_eq!(gateway.post(&words(&["books"])).await.status, 503);
        assert_eq!(number(&gateway, "stale_total{site=\"site\"}").await, 1);
    }
}

#[tokio::test]
async fn an_answer_that_is_too_old_is_not_given() {
    let cluster = filled(Kind::OpenSearch);
    let mut configuration = configuration(Kind::OpenSearch, &[cluster.address()]);
    configuration.times.fresh = Duration::ZERO;
    configuration.times.stale = Duration::from_millis(1);
    let gateway = start(configuration).await;
    gateway.post(&words(&["fees"])).await;
    tokio::time::sleep(Duration::from_millis(5)).await;
    fails(&cluster);
    assert_eq!(gateway.post(&words(&["fees"])).await.status, 503);
}

// Otherwise a missing shard would make the browser say that a word is nowhere.
#[tokio::test]
async fn a_missing_part_of_the_index_is_told_and_the_answer_not_kept() {
    for kind in BOTH {
        let (cluster, gateway) = with_pages(kind).await;
        cluster.state().failed_shards = 1;
        let part = gateway.post(&words(&["fees"])).await;
        assert_eq!(
            (part.status, &part.json()["complete"]),
            (200, &json!(false)),
            "{kind}"
        );
        cluster.state().failed_shards = 0;
        let whole = gateway.post(&words(&["fees"])).await;
        assert_eq!(whole.json()["complete"], true);
    }
}

#[tokio::test]
async fn a_gateway_starts_before_its_cluster_has_the_site() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        let gateway = start_unready(configuration(kind, &[cluster.address()])).await;
        let response = gateway.post(&words(&["fees"])).await;
        assert_eq!(response.status, 503);
        assert_eq!(gateway.get("/readyz").await.status, 503);
        assert_eq!(gateway.get("/healthz").await.status, 200);
        while !gateway.log().contains("soru push --name site") {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        push_to(&cluster, "site", &pages());
        while gateway.get("/readyz").await.status != 200 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(gateway.post(&words(&["fees"])).await.status, 200, "{kind}");
    }
}

#[tokio::test]
async fn credentials_are_sent_to_the_cluster_and_to_nobody_else() {
    let cluster = filled(Kind::OpenSearch);
    let mut configuration = configuration(Kind::OpenSearch, &[cluster.address()]);
    configuration.credentials = Credentials::new("KEY", Some("bearer geheim")).unwrap();
    let gateway = start(configuration).await;
    let response = gateway.post(&words(&["fees"])).await;
    let state = cluster.state();
    assert_eq!(state.log.last().unwrap().authorization, "Bearer geheim");
    assert!(!format!("{response:?}").contains("geheim") && !gateway.log().contains("geheim"));
}
