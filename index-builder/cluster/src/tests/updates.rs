//! Updates of the present index.

use super::*;
use crate::Mode;

#[test]
fn an_update_sends_changed_chunks_and_deletes_vanished_ones() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        let mut site = pages(20);
        let first = pushed(&cluster, &site).unwrap();
        site.remove(3);
        site[7].title = "Rule on silence".into();
        let report = pushed_with(&cluster, &site, &update()).unwrap();
        assert_eq!((report.mode, &report.index), (Mode::Update, &first.index));
        assert_eq!((report.deleted, report.chunks), (1, 19));
        let titles = cluster.titles();
        assert!(titles.contains(&"Rule on silence".into()) && !titles.contains(&"Rule 3".into()));
        assert_eq!(titles.len(), 19);
        // Nothing is left to send.
        let writes = cluster.state().writes;
        let again = pushed_with(&cluster, &site, &update()).unwrap();
        assert_eq!(
            (again.sent, again.deleted, cluster.state().writes),
            (0, 0, writes)
        );
    }
}

#[test]
fn many_changes_another_schema_or_no_index_make_a_new_index() {
    for kind in BOTH {
        let cluster = Cluster::new(kind);
        let report = pushed_with(&cluster, &pages(10), &update()).unwrap();
        assert_eq!((report.mode, report.warnings.len()), (Mode::Full, 1));
        let report = pushed_with(&cluster, &pages(15), &update()).unwrap();
        assert_eq!(report.mode, Mode::Full);
        assert!(report.warnings[0].contains("30 %"), "{:?}", report.warnings);
        let old = "site-00000000-20200101-000000-000".to_owned();
        {
            let state = &mut *cluster.state();
            let documents = state.documents("site").unwrap().clone();
            state.indexes.insert(old.clone(), documents);
            state.aliases.insert("site".into(), old.clone());
        }
        let report = pushed_with(&cluster, &pages(15), &update()).unwrap();
        assert!(
            report.warnings[0].contains("schema"),
            "{:?}",
            report.warnings
        );
        assert_eq!((report.mode, report.previous), (Mode::Full, Some(old)));
    }
}

#[test]
fn a_rehearsed_update_counts_and_changes_nothing() {
    let cluster = Cluster::new(Kind::OpenSearch);
    pushed(&cluster, &pages(20)).unwrap();
    let options = PushOptions {
        dry_run: true,
        ..update()
    };
    let report = pushed_with(&cluster, &pages(19), &options).unwrap();
    assert_eq!(
        (report.mode, report.deleted, cluster.titles().len()),
        (Mode::Update, 1, 20)
    );
}
