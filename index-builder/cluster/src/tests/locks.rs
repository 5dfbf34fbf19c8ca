//! Two pushes to one alias, and pushes that were killed.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::*;

fn lock(cluster: &Cluster, until: i64) {
    let lock: Value = json!({"owner": "another", "until": until});
    cluster.state().locks.insert("site".into(), (lock, 7));
    cluster.state().next_version = 7;
    // Solr has a collection of locks then.
}

#[test]
fn a_second_push_is_refused_while_the_first_runs() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        let target = connect(&cluster).unwrap();
        lock(&cluster, Timestamp::now().as_millisecond() + 30_000);
        for options in [PushOptions::default(), update()] {
            let failure = push(&bundle(&pages(2)), &target, &options).unwrap_err();
            assert_eq!(failure.exit_code(), 6, "{failure}");
        }
        assert_eq!(target.roll_back(false).unwrap_err().exit_code(), 6);
        assert!(cluster.indexes().is_empty());
        // The lock of the other push is left alone.
        assert_eq!(cluster.state().locks["site"].0["owner"], "another");
    }
}

#[test]
fn of_two_pushes_at_once_at_least_one_swaps_and_the_other_is_locked_or_late() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        let ends: Vec<_> = std::thread::scope(|scope| {
            let run = || scope.spawn(|| pushed(&cluster, &pages(3)));
            let runs = [run(), run()];
            runs.map(|run| run.join().unwrap()).into()
        });
        assert!(ends.iter().any(Result::is_ok));
        for failure in ends.iter().filter_map(|end| end.as_ref().err()) {
            assert_eq!(failure.exit_code(), 6, "{failure}");
        }
        assert_eq!(cluster.titles().len(), 3);
        assert!(cluster.state().locks.is_empty());
    }
}

// A killed push leaves its lock, half of an index, and the alias as it was.
#[test]
fn the_next_push_takes_over_and_tidies_after_one_that_was_killed() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        pushed(&cluster, &pages(2)).unwrap();
        let now = Timestamp::now();
        let half = Alias::new("site").unwrap().index("00000000", now).whole;
        cluster
            .state()
            .indexes
            .insert(half.clone(), std::collections::BTreeMap::default());
        lock(&cluster, now.as_millisecond() - 1);
        assert_eq!(cluster.titles().len(), 2);
        let report = pushed(&cluster, &pages(3)).unwrap();
        assert_eq!((report.removed, cluster.titles().len()), (vec![half], 3));
        assert!(cluster.state().locks.is_empty());
    }
}

#[test]
fn a_push_whose_lock_was_taken_over_swaps_nothing() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        pushed(&cluster, &pages(2)).unwrap();
        let other = cluster.clone();
        // While the documents are on their way.
        cluster.guard(move |_, _| None);
        let target = connect(&cluster).unwrap();
        let questions = (0..3).map(|_| CheckQuestion::default()).collect();
        let options = PushOptions {
            check: questions,
            ..PushOptions::default()
        };
        let site = bundle(&pages(4));
        let thief = std::thread::spawn(move || {
            while other.state().writes < 2 {
                std::thread::yield_now();
            }
            lock(&other, Timestamp::now().as_millisecond() + 60_000);
        });
        cluster.fails([Fault::Answer(super::server::Answer::Later(503, 1))]);
        let failure = push(&site, &target, &options).unwrap_err();
        thief.join().unwrap();
        assert_eq!(
            (failure.exit_code(), cluster.titles().len()),
            (6, 2),
            "{failure}"
        );
    }
}
