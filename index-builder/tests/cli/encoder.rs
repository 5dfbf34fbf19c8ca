//! `soru build --encoder` (R19), with the tiny encoders of random weights and their tables.

use std::fs;

use crate::support::{Run, Workplace, assert_contains};

const BERT: &str = "encoder/bert-mean";
const TABLE: &str = "encoder/tables/bert-mean.soru-table";

fn build(place: &Workplace, more: &[&str]) -> Run {
    let own = ["build", "site", "--out", "out", "--index-only", "--json"];
    place.soru(&[&own, more].concat())
}

/// The manifest names every file of the index by its content.
fn manifest(place: &Workplace) -> Vec<u8> {
    fs::read(place.path("out/manifest.msgpack")).unwrap()
}

/// A workplace whose pages have enough sentences.
fn place() -> Workplace {
    let place = Workplace::new();
    let sentence = |number: usize| {
        format!(
            "The {} fee of a student visa is paid {number} days.",
            number * 7 % 31
        )
    };
    let sentences: Vec<String> = (0..150).map(sentence).collect();
    place.write("site/fees.txt", &sentences.join("\n\n"));
    place
}

#[test]
fn r19_a_site_is_built_with_an_encoder_and_its_table() {
    for name in ["bert-mean", "xlm-roberta"] {
        let place = place();
        let folder = format!("encoder/{name}");
        let table = format!("encoder/tables/{name}.soru-table");
        let with = ["--encoder", &folder, "--table", &table];
        build(&place, &with).assert_done();
        let encoded = place.bundle("out");
        build(&place, &with).assert_done();
        assert!(
            place.bundle("out") == encoded,
            "{name}: the same site gave other bytes"
        );
        let found = place.soru(&[
            "query",
            "out",
            "student visa fee",
            "--retriever",
            "semantic",
            "--json",
        ]);
        let hits = found.report();
        assert!(
            hits["hits"][0]["scores"]["semantic"].as_f64() > Some(0.0),
            "{hits}"
        );
        build(&place, &[]).assert_done();
        assert!(
            place.bundle("out") != encoded,
            "{name}: the encoder made no difference"
        );
    }
}

// Sums must not depend on how threads divide the work.
#[test]
fn r2_vectors_have_the_same_bytes_with_any_number_of_threads() {
    let place = place();
    let built = |jobs: &str| {
        let run = build(
            &place,
            &["--encoder", BERT, "--table", TABLE, "--jobs", jobs],
        );
        let report = run.report();
        assert!(report["vectors"]["chunks"].as_u64() > Some(1), "{report}");
        place.bundle("out")
    };
    let one = built("1");
    for jobs in ["2", "3", "8"] {
        assert!(built(jobs) == one, "{jobs} threads");
    }
}

#[test]
fn r2_a_cache_of_vectors_gives_the_same_bundle() {
    let place = place();
    let with = ["--encoder", BERT, "--table", TABLE];
    build(&place, &with).assert_done();
    let plain = place.bundle("out");
    for _ in 0..2 {
        build(&place, &[&with[..], &["--cache", "cache"]].concat()).assert_done();
        assert!(place.bundle("out") == plain);
    }
    assert!(
        fs::metadata(place.path("cache/vectors.soru-cache"))
            .unwrap()
            .len()
            > 1000
    );
}

#[test]
fn r19_the_project_file_names_encoder_and_table_beside_it() {
    let place = place();
    place.write("project/plain.toml", "");
    let with = ["--encoder", BERT, "--table", TABLE];
    build(
        &place,
        &[&["--config", "project/plain.toml"], &with[..]].concat(),
    )
    .assert_done();
    let named = place.bundle("out");
    let toml = format!("[encoder]\nfolder = '../{BERT}'\ntable = '../{TABLE}'\n");
    place.write("project/own.toml", &toml);
    build(&place, &["--config", "project/own.toml"]).assert_done();
    assert!(place.bundle("out") == named);
    place.write("project/own.toml", "[encoder]\nfolder = 'nowhere'\n");
    let refused = build(&place, &["--config", "project/own.toml"]);
    refused.assert_fails_with(&["error: project/nowhere/config.json: cannot be read"]);
}

// The table is learnt from the site's own text.
#[test]
fn r19_an_encoder_that_is_named_needs_no_table() {
    let place = place();
    build(&place, &[]).assert_done();
    let without = manifest(&place);
    let report = build(&place, &["--encoder", BERT]).report();
    assert_eq!(report["encoders"]["en"], "bert-mean", "{report}");
    let once = place.bundle("out");
    assert!(manifest(&place) != without);
    build(&place, &["--encoder", BERT, "--cache", "cache"]).assert_done();
    build(&place, &["--encoder", BERT, "--cache", "cache"]).assert_done();
    assert!(
        place.bundle("out") == once,
        "the same pages give another bundle"
    );
    let asked = place.ask("out", "when is the student fee paid");
    let answer = asked.report();
    assert!(
        answer["hits"][0]["scores"]["semantic"].as_f64() > Some(0.0),
        "{answer}"
    );
}

#[test]
fn r19_an_installed_encoder_without_a_table_serves_sites_in_several_languages() {
    let place = place();
    let german = "Die Gebühr für das Visum wird im Mai an der Kasse der Universität bezahlt, und nicht später.";
    place.write(
        "site/gebuehr.html",
        &format!("<html lang=de><title>Gebühr</title><main><p>{german}</main>"),
    );
    place.write("own.toml", "[site]\nlanguages = ['en', 'de']\n");
    let with = ["--config", "own.toml"];
    let output = place.build(&["--index-only", "--config", "own.toml"]);
    let output = output.printed();
    assert_contains(&output, ["soru encoder add multilingual"]);
    let without = build(&place, &with).report();
    assert!(without.get("encoders").is_none(), "{without}");
    place
        .soru(&["encoder", "add", "one", "--from", BERT, "--lang", "en"])
        .assert_done();
    let report = build(&place, &with).report();
    assert!(
        report.get("encoders").is_none(),
        "it knows one language: {report}"
    );
    place.run("encoder remove one").assert_done();
    let both = [
        "encoder",
        "add",
        "both",
        "--from",
        "encoder/xlm-roberta",
        "--lang",
        "en,de",
    ];
    let added = place.soru(&both);
    assert!(
        added
            .assert_done()
            .out
            .contains("sites in several languages"),
        "{added:?}"
    );
    let report = build(&place, &with).report();
    for tag in ["en", "de"] {
        assert_eq!(report["encoders"][tag], "both (both)", "{report}");
    }
    let once = place.bundle("out");
    build(&place, &with).assert_done();
    assert!(place.bundle("out") == once);
}

#[test]
fn r19_an_installed_encoder_is_used_where_it_knows_the_language() {
    let place = place();
    build(&place, &[]).assert_done();
    let without = manifest(&place);
    let listed = place.run("encoder list");
    assert!(
        listed.assert_done().out.contains("no encoder is installed"),
        "{listed:?}"
    );
    let own = ["encoder", "add", "own", "--from", BERT, "--lang", "en"];
    let output = place.soru(&own);
    assert!(
        output
            .assert_done()
            .out
            .contains("sites in several languages"),
        "{output:?}"
    );
    let built = build(&place, &[]);
    let report = &built.assert_done().out;
    assert!(
        !report.contains("\nvectors"),
        "it is used without a table: {report}"
    );
    fs::copy(
        place.path(TABLE),
        place.path("encoders/own/query.soru-table"),
    )
    .unwrap();
    let listed = place.run("encoder list");
    assert!(
        listed.assert_done().out.contains("pages in en"),
        "{listed:?}"
    );
    let report = build(&place, &[]).report();
    assert_eq!(report["encoders"]["en"], "own (own)", "{report}");
    assert!(manifest(&place) != without);
    build(&place, &["--encoder", "none"]).assert_done();
    assert!(
        manifest(&place) == without,
        "`none` leaves something behind"
    );
    place
        .run("encoder pack own --out own.soru-encoder")
        .assert_done();
    place.run("encoder remove own").assert_done();
    build(&place, &[]).assert_done();
    assert!(manifest(&place) == without);
    place
        .run("encoder add own --from own.soru-encoder")
        .assert_done();
    let listed = place.run("encoder list");
    assert!(listed.assert_done().out.contains("own: own"), "{listed:?}");
}

// A CI machine without the encoder still deploys the site.
#[test]
fn r19_an_encoder_that_is_named_and_not_installed_is_warned_of() {
    let place = place();
    place.write("own.toml", "[encoder]\nname = 'none'\n");
    build(&place, &["--config", "own.toml"]).assert_done();
    let without = manifest(&place);
    place.write("own.toml", "[encoder]\nname = 'en'\n");
    let report = build(&place, &["--config", "own.toml"]).report();
    let warnings = report["warnings"].to_string();
    assert_contains(&warnings, ["soru encoder add en"]);
    assert!(manifest(&place) == without);
    let nowhere = build(&place, &["--encoder", "en"]);
    assert!(
        nowhere.code == 1 && nowhere.err.contains("soru encoder list"),
        "{nowhere:?}"
    );
    let unknown = place.run("encoder add klingon");
    assert_eq!(unknown.code, 1, "{unknown:?}");
    for part in ["`en` or `multilingual`", "--from"] {
        assert!(unknown.err.contains(part), "{unknown:?}");
    }
}

// The vectors of one encoder must survive a build that also needs another.
#[test]
fn r2_encoders_of_several_languages_share_a_cache() {
    let place = place();
    let german = "Die Gebühr für das Visum wird im Mai an der Kasse der Universität bezahlt, und nicht später.";
    place.write(
        "site/gebuehr.html",
        &format!("<html lang=de><title>Gebühr</title><main><p>{german}</main>"),
    );
    for (name, own, lang) in [("one", "bert-mean", "en"), ("two", "bert-first", "de")] {
        let encoder = format!("encoder/{own}");
        let add = ["encoder", "add", name, "--from", &encoder, "--lang", lang];
        place.soru(&add).assert_done();
        let table = place.path(&format!("encoder/tables/{own}.soru-table"));
        let installed = place.path(&format!("encoders/{name}/query.soru-table"));
        fs::copy(table, installed).unwrap();
    }
    place.write("own.toml", "[site]\nlanguages = ['en', 'de']\n");
    let with = ["--config", "own.toml", "--cache", "cache"];
    let report = build(&place, &with).report();
    assert_eq!(report["encoders"]["en"], "one (one)", "{report}");
    assert_eq!(report["encoders"]["de"], "two (two)", "{report}");
    let kept = |place: &Workplace| {
        let cache = rusqlite::Connection::open(place.path("cache/vectors.soru-cache")).unwrap();
        let count = "SELECT count(*) FROM entries";
        cache
            .query_row(count, [], |row| row.get::<_, u32>(0))
            .unwrap()
    };
    let both = kept(&place);
    fs::remove_file(place.path("site/gebuehr.html")).unwrap();
    fs::remove_dir_all(place.path("cache")).unwrap();
    build(&place, &with).assert_done();
    assert!(
        kept(&place) < both,
        "the vectors of one language are missing"
    );
}

#[test]
fn r19_a_build_without_an_encoder_suggests_one_unless_it_is_disabled() {
    let place = place();
    let output = |input: &str, toml: &str| {
        place.write("own.toml", toml);
        let own = [
            "build",
            input,
            "--out",
            "out",
            "--index-only",
            "--config",
            "own.toml",
        ];
        place.soru(&own).printed()
    };
    let one = output("site/fees.txt", "");
    assert_contains(&one, ["soru encoder add en"]);
    let several = output("site", "");
    assert_contains(&several, ["soru encoder add multilingual"]);
    assert!(!output("site", "[encoder]\nname = 'none'\n").contains("soru encoder add"));
    place.write("encoders/en/encoder.json", "{}");
    let report = build(&place, &[]).report();
    let warnings = report["warnings"].to_string();
    assert_contains(&warnings, ["soru encoder remove"]);
}

#[test]
fn r19_a_table_must_be_of_the_encoder() {
    let place = place();
    let other = "encoder/tables/bert-first.soru-table";
    let refused = build(&place, &["--encoder", BERT, "--table", other]);
    assert!(
        refused.err.contains("the table belongs to another encoder"),
        "{refused:?}"
    );
    place.write("table", "no table");
    let refused = build(&place, &["--encoder", BERT, "--table", "table"]);
    assert!(
        refused.err.contains("table: not a table as `table.py`"),
        "{refused:?}"
    );
    assert!(!place.path("out/manifest.msgpack").exists());
}
