//! Clusters that are busy, lose connections or reject documents.

use serde_json::json;
use soru_files::bundle::MANIFEST;

use super::cluster::error;
use super::server::{Answer, Received};
use super::*;

#[test]
fn items_that_were_refused_for_the_moment_are_sent_again_alone() {
    let cluster = Cluster::new(Kind::OpenSearch);
    let busy = "rejected_execution_exception";
    cluster.fails([
        Fault::Items(5, 429, busy),
        Fault::Items(2, 503, "unavailable_shards_exception"),
    ]);
    let report = pushed(&cluster, &pages(9)).unwrap();
    assert_eq!(
        (report.sent, cluster.titles().len(), cluster.state().writes),
        (9, 9, 3)
    );
    let state = cluster.state();
    let bulks = state.log.iter().filter(|own| own.path.ends_with("/_bulk"));
    let sizes: Vec<usize> = bulks
        .map(|own| {
            String::from_utf8_lossy(&own.body)
                .matches("{\"index\":")
                .count()
        })
        .collect();
    // The first request also has the document of the site.
    assert_eq!(sizes, [10, 5, 2]);
}

#[test]
fn whole_requests_are_repeated_after_busy_answers_and_lost_connections() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        cluster.fails([
            Fault::Answer(Answer::Later(429, 0)),
            Fault::Answer(Answer::Json(503, json!({}))),
            Fault::Answer(Answer::Json(502, json!({}))),
            Fault::Answer(Answer::Dropped),
            Fault::DroppedAfterwards,
        ]);
        let report = pushed(&cluster, &pages(6)).unwrap();
        assert_eq!(
            (report.sent, cluster.titles().len(), cluster.state().writes),
            (6, 6, 6)
        );
    }
}

#[test]
fn the_server_decides_how_long_to_wait() {
    let cluster = Cluster::new(Kind::OpenSearch);
    cluster.fails([Fault::Answer(Answer::Later(429, 1))]);
    let begin = std::time::Instant::now();
    pushed(&cluster, &pages(2)).unwrap();
    assert!(begin.elapsed() >= Duration::from_secs(1));
}

#[test]
fn attempts_end_after_their_time_and_nothing_is_swapped() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        pushed(&cluster, &pages(2)).unwrap();
        cluster.fails((0..1000).map(|_| Fault::Answer(Answer::Json(503, json!({})))));
        let connection = Connection {
            patience: Patience {
                total: Duration::from_millis(100),
                ..QUICK
            },
            ..connection(&cluster.address())
        };
        let target = connect_as(&connection).unwrap();
        let failure = push(&bundle(&pages(3)), &target, &PushOptions::default()).unwrap_err();
        assert_eq!(failure.exit_code(), 3, "{failure}");
        assert_eq!((cluster.titles().len(), cluster.indexes().len()), (2, 1));
    }
}

#[test]
fn rejected_documents_are_named_and_nothing_is_swapped() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        pushed(&cluster, &pages(2)).unwrap();
        cluster.state().rejects = Some("house 3");
        let failure = pushed(&cluster, &pages(6)).unwrap_err();
        assert_eq!(failure.exit_code(), 4, "{failure}");
        assert!(
            failure.to_string().contains("rejected 1 documents"),
            "{failure}"
        );
        assert_eq!((cluster.titles().len(), cluster.indexes().len()), (2, 1));
    }
}

// Solr answers so while a shard has no leader.
#[test]
fn a_shard_without_a_leader_is_awaited() {
    let cluster = Cluster::new(Kind::Solr);
    let lost = [
        "Async exception during distributed update: Connection refused",
        "2 Async exceptions during distributed update: \njava.net.ConnectException",
        "No registered leader was found after waiting for 4000ms",
    ];
    cluster.fails(lost.map(|lost| Fault::Answer(error(500, "", lost))));
    assert_eq!(pushed(&cluster, &pages(3)).unwrap().sent, 3);
}

#[test]
fn every_request_waits_for_a_leader() {
    for lost in [
        "Async exception during distributed update: Connection refused",
        "Error trying to proxy request for url: http://a:8983/solr/site/update",
    ] {
        let cluster = Cluster::new(Kind::Solr);
        cluster.guard(move |received, state| {
            let same = |own: &&Received| own.path == received.path && own.query == received.query;
            let is_first = state.log.iter().filter(same).count() == 1;
            (received.path.ends_with("/update") && is_first).then(|| error(500, "", lost))
        });
        pushed(&cluster, &pages(3)).unwrap();
        assert_eq!(cluster.titles().len(), 3);
        assert!(cluster.state().locks.is_empty());
    }
}

// Waiting would take ten minutes, and the disk would still be full.
#[test]
fn a_full_disk_is_reported_at_once() {
    let reason = "blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, \
                  index has read-only-allow-delete block]";
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        cluster.fails([Fault::Answer(error(429, "cluster_block_exception", reason))]);
        let failure = pushed(&cluster, &pages(3)).unwrap_err();
        assert_eq!(failure.exit_code(), 3);
        assert!(failure.to_string().contains("free disk space"), "{failure}");
        assert!(cluster.indexes().is_empty());
    }
}

#[test]
fn another_node_is_asked_if_one_is_gone() {
    let cluster = Cluster::new(Kind::OpenSearch);
    let gone = "http://127.0.0.1:9";
    let addresses = [gone, &cluster.address()].map(|own| Address::new(own, false).unwrap());
    let connection = Connection {
        addresses: addresses.into(),
        ..connection(gone)
    };
    let target = connect_as(&connection).unwrap();
    push(&bundle(&pages(2)), &target, &PushOptions::default()).unwrap();
    assert_eq!(cluster.titles().len(), 2);
}

// The answer to the swap is lost: the alias decides.
#[test]
fn a_swap_whose_answer_was_lost_is_a_swap() {
    let cluster = Cluster::new(Kind::OpenSearch);
    cluster.guard(|received, state| {
        let is_first = !state
            .log
            .iter()
            .rev()
            .skip(1)
            .any(|own| own.path == "/_aliases");
        (received.path == "/_aliases" && is_first).then_some(Answer::Dropped)
    });
    pushed(&cluster, &pages(2)).unwrap();
    assert_eq!(cluster.titles().len(), 2);
}

#[test]
fn a_bundle_with_a_missing_file_swaps_nothing() {
    let cluster = Cluster::new(Kind::OpenSearch);
    let folder = tempfile::tempdir().unwrap();
    let site = bundle(&pages(4));
    for file in site.engine().files() {
        std::fs::write(folder.path().join(&file.name), b"").unwrap();
    }
    let manifest = std::fs::read(site.folder.path().join(MANIFEST)).unwrap();
    std::fs::write(folder.path().join(MANIFEST), manifest).unwrap();
    let damaged = soru_files::bundle::Bundle::open(folder.path()).unwrap();
    let target = connect(&cluster).unwrap();
    let failure = push(&damaged, &target, &PushOptions::default()).unwrap_err();
    assert_eq!(failure.exit_code(), 1, "{failure}");
    assert!(cluster.indexes().is_empty() && cluster.state().locks.is_empty());
}
