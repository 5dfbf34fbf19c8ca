//! Pushes that swap the alias, and rollbacks.

use serde_json::Value;

use super::server::Received;
use super::*;
use crate::Mode;

#[test]
fn a_push_sends_every_chunk_with_its_terms_and_swaps_the_alias() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        let report = pushed(&cluster, &pages(7)).unwrap();
        assert_eq!(report.engine, kind);
        assert_eq!(
            (report.chunks, report.sent, report.mode),
            (7, 7, Mode::Full)
        );
        assert_eq!(cluster.titles().len(), 7);
        let state = cluster.state();
        let document = state.documents("site").unwrap().values();
        let document = document
            .clone()
            .find(|own| own["page"] == "page-004.html")
            .unwrap();
        let expected = [
            ("title", "Rule 4"),
            ("title_w", "4 rule"),
            ("lang", "en"),
            ("url", "page-004.html"),
            ("text", "The library of house 4 lends books for 7 days."),
        ];
        for (field, value) in expected {
            assert_eq!(document[field], value, "{field}");
        }
        assert_eq!(
            words(&document["body_w"]),
            words(&"4 7 books days for house lends library of the".into())
        );
        let stems = words(&document["body_s"]);
        assert!(
            stems.contains(&"librari") && stems.contains(&"book"),
            "{stems:?}"
        );
        let starts = words(&document["body_p"]);
        assert!(
            starts.contains(&"librar") && starts.contains(&"book"),
            "{starts:?}"
        );
    }
}

fn words(text: &Value) -> Vec<&str> {
    let mut words: Vec<&str> = text.as_str().unwrap().split(' ').collect();
    words.sort_unstable();
    words
}

#[test]
fn one_old_index_is_kept_and_others_of_the_pattern_are_deleted() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        let stranger = "site-2-0a1b2c3d-20200101-000000-000";
        cluster
            .state()
            .indexes
            .insert(stranger.into(), std::collections::BTreeMap::default());
        let reports: Vec<Report> = (1..=4)
            .map(|n| pushed(&cluster, &pages(n)).unwrap())
            .collect();
        assert_eq!(reports[3].previous.as_ref(), Some(&reports[2].index));
        assert_eq!(reports[3].removed, [reports[1].index.clone()]);
        let mut left = vec![
            stranger.to_owned(),
            reports[2].index.clone(),
            reports[3].index.clone(),
        ];
        left.sort();
        assert_eq!(cluster.indexes(), left);
        let listing = connect(&cluster).unwrap().list().unwrap();
        let rows: Vec<(u64, bool)> = listing
            .indexes
            .iter()
            .map(|own| (own.chunks, own.current))
            .collect();
        assert_eq!(rows, [(4, true), (3, false)]);
    }
}

#[test]
fn a_rollback_returns_to_the_index_before_and_fails_if_there_is_none() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        pushed(&cluster, &pages(2)).unwrap();
        pushed(&cluster, &pages(5)).unwrap();
        let target = connect(&cluster).unwrap();
        let rehearsal = target.roll_back(true).unwrap();
        assert_eq!((rehearsal.chunks, cluster.titles().len()), (2, 5));
        let report = target.roll_back(false).unwrap();
        assert_eq!((report.mode, cluster.titles().len()), (Mode::Rollback, 2));
        let refused = target.roll_back(false).unwrap_err();
        assert_eq!(refused.exit_code(), 3);
        // The next push keeps the index that is in use.
        pushed(&cluster, &pages(3)).unwrap();
        assert_eq!(
            connect(&cluster).unwrap().roll_back(false).unwrap().chunks,
            2
        );
    }
}

#[test]
fn a_rehearsal_changes_nothing() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        let options = PushOptions {
            dry_run: true,
            ..PushOptions::default()
        };
        let report = pushed_with(&cluster, &pages(3), &options).unwrap();
        assert_eq!((report.sent, report.dry_run), (3, true));
        assert!(cluster.indexes().is_empty() && cluster.state().locks.is_empty());
    }
}

#[test]
fn a_check_that_loses_pages_swaps_nothing() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        pushed(&cluster, &pages(8)).unwrap();
        let question = |n: usize| CheckQuestion {
            text: format!("For which days does house {n} lend?"),
            pages: vec![format!("page-{n:03}.html")],
        };
        let options = PushOptions {
            check: (0..8).map(question).collect(),
            ..PushOptions::default()
        };
        let before = cluster.indexes();
        let failure = pushed_with(&cluster, &pages(7), &options).unwrap_err();
        assert_eq!(failure.exit_code(), 5, "{failure}");
        assert!(
            failure.to_string().contains("7 of 8 questions"),
            "{failure}"
        );
        assert_eq!((cluster.titles().len(), cluster.indexes()), (8, before));
        let report = pushed_with(&cluster, &pages(9), &options).unwrap();
        let check = report.check.unwrap();
        assert_eq!((check.found, check.found_before), (8, Some(8)));
    }
}

// An index without all of its copies can be used; one without a part cannot.
#[test]
fn missing_copies_are_a_warning_and_missing_parts_a_failure() {
    for (kind, some, none) in [
        (Kind::OpenSearch, "yellow", "red"),
        (Kind::Solr, "YELLOW", "RED"),
    ] {
        let cluster = Cluster::new(kind);
        cluster.state().health = Some(some);
        let report = pushed(&cluster, &pages(2)).unwrap();
        assert!(
            report.warnings[0].contains("copies"),
            "{:?}",
            report.warnings
        );
        cluster.state().health = Some(none);
        let failure = pushed(&cluster, &pages(3)).unwrap_err();
        assert_eq!((failure.exit_code(), cluster.titles().len()), (3, 2));
    }
}

// A copy that takes over from a killed one may know nothing of what was made visible before: a push
// to Solr then counted no chunk.
#[test]
fn changes_are_made_visible_again_after_waiting_for_the_copies() {
    let is_visible = |own: &Received| {
        own.path.ends_with("/_refresh")
            || own.path.ends_with("/update") && own.query.contains("commit=true")
    };
    let is_health = |own: &Received| {
        own.path.contains("/health/") || own.query.contains("CLUSTERSTATUS&collection")
    };
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        pushed(&cluster, &pages(2)).unwrap();
        let state = cluster.state();
        let last = |is: &dyn Fn(&Received) -> bool| state.log.iter().rposition(is).unwrap();
        assert!(last(&is_visible) > last(&is_health), "{kind:?}");
    }
}

#[test]
fn a_reader_sees_all_pages_through_twenty_swaps() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        pushed(&cluster, &pages(4)).unwrap();
        let reader = cluster.clone();
        let is_over = Arc::new(std::sync::atomic::AtomicBool::new(false));
        let end = Arc::clone(&is_over);
        let reading = std::thread::spawn(move || {
            while !end.load(std::sync::atomic::Ordering::Relaxed) {
                assert_eq!(reader.titles().len(), 4);
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        for _ in 0..20 {
            pushed(&cluster, &pages(4)).unwrap();
        }
        is_over.store(true, std::sync::atomic::Ordering::Relaxed);
        reading.join().unwrap();
    }
}
