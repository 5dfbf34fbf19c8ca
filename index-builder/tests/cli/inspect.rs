//! `soru inspect` and `soru init`, end to end.

use std::fs;

use soru_index_builder::bundle::is_immutable;

use crate::query::built;
use crate::support::{Workplace, assert_contains};

#[test]
fn r4_inspect_reports_which_spellings_of_words_are_found() {
    let place = built();
    let arguments = ["inspect", "out", "--vocabulary"];
    let output = place.soru(&arguments).printed();
    assert_contains(&output, ["typed in"]);
    let json = place.soru(&[&arguments[..], &["--json"]].concat()).json();
    let rows = json["vocabulary"].as_array().unwrap();
    let of = |key: &str| rows.iter().map(|row| row[key].as_str()).collect::<Vec<_>>();
    for (key, value) in [
        ("interface", "en"),
        ("language", "tr"),
        ("variant", "ascii"),
    ] {
        assert!(of(key).contains(&Some(value)), "{rows:?}");
    }
    for row in rows {
        assert!(row["words"].as_u64() > Some(0), "{row}");
        assert_eq!(row["found"], row["words"], "{row}");
    }
    let plain = place.run("inspect out --json").json();
    assert!(plain.get("vocabulary").is_none());
}

#[test]
fn a_bundle_is_described_and_questions_name_its_missing_and_damaged_files() {
    let place = built();
    let output = place.run("inspect out").printed();
    assert_contains(&output, ["Lake University", "9 in ", "different words"]);
    let data = place
        .files("out")
        .into_iter()
        .find(|file| is_immutable(file))
        .unwrap();
    place.write(&format!("out/{data}"), "damaged");
    place
        .run("query out fees")
        .assert_fails_with(&[&format!("error: {data} is damaged")]);
    place.remove(&format!("out/{data}"));
    let asked = place.run("query out fees");
    assert!(asked.err.contains("build the bundle again"), "{asked:?}");
}

#[test]
fn init_writes_a_project_file_that_builds_and_replaces_none_unasked() {
    let place = Workplace::new();
    place.run("init new/soru.toml").assert_done();
    place
        .run("build site --out out --config new/soru.toml")
        .assert_done();
    place
        .run("init")
        .assert_fails_with(&["error: soru.toml: the file exists already; replace it with --force"]);
    place.run("init --force").assert_done();
    place.write(
        "pages/index.html",
        "<html lang=tr><title>Liman</title><p>Feribot</p>",
    );
    place.run("init pages").assert_done();
    let text = fs::read_to_string(place.path("pages/soru.toml")).unwrap();
    assert_eq!(text, "[site]\ntitle = \"Liman\"\nlanguages = [\"tr\"]\n");
}

#[test]
fn r6_the_presets_of_init_detect_the_usual_questions_in_both_languages() {
    for (preset, asked) in [
        (
            "university",
            [
                ("Ada hocanın odası nerede?", "staff_lookup"),
                ("staj başvurusu", "internship"),
                ("KAYIT YENILEME", "registration"),
                ("what is the tuition fee", "fees"),
                ("final exam deadline", "deadlines"),
                ("capital of the country", "unknown"),
            ],
        ),
        (
            "visa",
            [
                ("vize ucreti ne kadar", "visa_fees"),
                ("how long is the processing time", "processing_time"),
                ("hangi evraklar gerekli", "visa_documents"),
                ("can my employer extend my work permit", "work"),
                ("kalış süresi", "length_of_stay"),
                ("capital of the country", "unknown"),
            ],
        ),
    ] {
        let place = Workplace::new();
        place
            .soru(&["init", "--force", "--preset", preset])
            .assert_done();
        place.run("build site --out out").assert_done();
        for (question, intent) in asked {
            let answer = place.ask("out", question);
            let answer: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
            assert_eq!(answer["intent"], intent, "{question}");
        }
    }
}
