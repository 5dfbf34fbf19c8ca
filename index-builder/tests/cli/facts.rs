//! R16 end to end: facts of every format answer, and their faults stop the build.

use crate::support::Workplace;

const QUESTION: &str = "Until when can I enrol?";

fn answers(place: &Workplace) -> bool {
    let answer = place.ask("out", QUESTION).report();
    answer["tier"] == 1
        && answer["method"] == "fact_exact"
        && answer["answer"] == "Until the end of September."
        && answer["sources"][0]["url"] == "enrolment/"
        && answer["fact"]["checkedOn"] == "2026-09-01"
}

#[test]
fn r16_r37_a_fact_from_a_file_or_a_table_answers() {
    let place = Workplace::new();
    place.write(
        "f.csv",
        "question,answer,source_url,checked_on\n\
         Until when can I enrol?,Until the end of September.,enrolment/,2026-09-01\n",
    );
    let database = rusqlite::Connection::open(place.path("f.db")).unwrap();
    database
        .execute_batch(
            "CREATE TABLE answers (question TEXT, answer TEXT, source_url TEXT, checked_on TEXT);
             INSERT INTO answers VALUES ('Until when can I enrol?', 'Until the end of September.',
                                         'enrolment/', '2026-09-01');",
        )
        .unwrap();
    place.write("soru.toml", "[facts]\ntable = 'answers'\n");
    for file in ["f.csv", "f.db"] {
        place.build(&["--facts", file]).assert_done();
        assert!(answers(&place), "{file}");
    }
}

// The page has another address than its file, which people name as the source.
#[test]
fn r14_a_source_has_the_title_of_its_page_under_every_name_of_the_page() {
    let place = Workplace::new();
    place.write(
        "site/about/index.html",
        "<title>About the school</title><link rel=canonical href='https://school.example/about/'>\
         <main><h1>About the school</h1><p>The school opened its doors in 1911.</p></main>",
    );
    for name in [
        "about/index.html",
        "/about/index.html",
        "about/",
        "about",
        "./about/#doors",
    ] {
        place.write(
            "f.csv",
            &format!("question,answer,source_url\nWhen did you open?,In 1911.,{name}\n"),
        );
        place.build(&["--facts", "f.csv"]).assert_done();
        let answer = place.ask("out", "When did you open?").report();
        assert_eq!(answer["sources"][0]["title"], "About the school", "{name}");
    }
}

#[test]
fn r16_mistakes_in_facts_are_reported_with_file_and_line_before_any_page_is_read() {
    let place = Workplace::new();
    place.write(
        "bad.csv",
        "question,answer,source_url,lang,valid_until\n\
         A?,a,a.html,fr,2026-13-01\n\
         B?,,javascript:x,,\n\
         Lisans ücreti ne kadar?,Beş yüz kron,c.html,tr,\n",
    );
    place.build(&["--facts", "bad.csv"]).assert_fails_with(&[
        "bad.csv:2: `lang` must be a language of the site (en, tr), not `fr`",
        "bad.csv:2: `valid_until` must be a day such as 2026-11-20, not `2026-13-01`",
        "bad.csv:3: `answer` is empty",
        "bad.csv:3: `source_url` must be an http or https address",
        "bad.csv:4: `Lisans ücreti ne kadar?` has a different answer at facts.csv:3",
        "error: 5 problems in the input, nothing was written",
    ]);
    assert!(!place.path("out").exists());
    place
        .build(&["--facts", "none.csv"])
        .assert_fails_with(&["none.csv: cannot be read"]);
}

#[test]
fn r16_expired_and_repeated_facts_are_warned_of_and_not_answered_as_current() {
    let place = Workplace::new();
    place.write(
        "old.csv",
        "question,answer,source_url,valid_until\n\
         Until when can I enrol?,Until the end of September.,enrolment/,2025-09-30\n",
    );
    place.write(
        "again.csv",
        "question,answer,source_url,lang\n\
         lisans ücreti NE KADAR,Lisans ücreti dönem başına 410 krondur.,tr/fees.html,tr\n",
    );
    let run = place.build(&[
        "--facts",
        "old.csv",
        "--facts",
        "again.csv",
        "--strict",
        "--json",
    ]);
    assert_eq!(run.code, 3, "{run:?}");
    let report = run.json();
    let warnings = report["warnings"].as_array().unwrap();
    assert!(
        warnings[0]
            .as_str()
            .unwrap()
            .starts_with("old.csv:2: expired on 2025-09-30")
    );
    assert!(
        warnings[1].as_str().unwrap().starts_with("again.csv:2: "),
        "{warnings:?}"
    );
    assert!(
        warnings[1].as_str().unwrap().ends_with("at facts.csv:3"),
        "{warnings:?}"
    );
    let answer = place.ask("out", QUESTION).report();
    assert_eq!(answer["tier"], 2, "{answer}");
}

#[test]
fn a_file_of_facts_named_twice_is_read_once() {
    let place = Workplace::new();
    let report = place.build(&["--facts", "facts.csv", "--json"]).report();
    assert_eq!(report["facts"], 2);
    assert_eq!(report["warnings"].as_array().map(Vec::len), Some(0));
}

/// A site with every kind of outdated fact. The day is 20 November 2026.
fn neglected() -> Workplace {
    let place = Workplace::new();
    place.write(
        "more.csv",
        "question,answer,source_url,lang,checked_on,valid_until,source_quote\n\
         Who pays late?,Ten crowns a week.,en/fees.html#late,en,,,ten crowns for EVERY week\n\
         What does a master cost?,620 crowns.,en/fees.html,en,,,630 crowns\n\
         Where are boats?,At the pier.,en/boats.html,en,,,\n\
         When is the fair?,In December.,en/library.html#fair,en,2026-11-01,2026-12-10,\n\
         When was the fair?,In October.,en/library.html,en,2026-11-01,2026-10-31,\n\
         Which sea?,The lake.,https://elsewhere.example/sea,en,,,never looked up\n\
         which SEA,A lake.,en/library.html,en,,,\n",
    );
    place.write(
        "site/soru.toml",
        "[site]\nlanguages = ['en', 'tr']\n[facts]\nfiles = ['../more.csv']\n",
    );
    place
}

#[test]
fn r16_facts_are_checked_against_calendar_and_pages_without_building() {
    let place = neglected();
    let run = place.run("facts check site");
    assert_eq!(run.code, 1, "{run:?}");
    for (line, expected) in [
        (3, "error: `source_quote` is no longer on `en/fees.html`"),
        (
            4,
            "error: `source_url`: the site has no page at `en/boats.html`",
        ),
        (
            5,
            "warning: `source_url`: the page has no element with the id `fair`",
        ),
        (5, "warning: expires on 2026-12-10, in 20 days"),
        (6, "error: expired on 2026-10-31"),
        (
            6,
            "warning: `valid_until` (2026-10-31) is before `checked_on`",
        ),
        (8, "error: `which SEA` has a different answer at"),
    ] {
        let start = format!("more.csv:{line}: {expected}");
        let found = run.out.lines().filter(|output| output.contains(&start));
        assert_eq!(found.count(), 1, "{start}: {}", run.out);
    }
    assert!(
        run.out
            .ends_with("7 facts in 1 file: 4 errors, 3 warnings\n"),
        "{}",
        run.out
    );
    assert!(!place.path("out").exists());
}

// `soru init` writes soru.toml into the folder where it runs, which may be above the site.
#[test]
fn pages_read_from_above_the_site_are_named_with_the_option_that_reads_them_from_there() {
    let place = Workplace::new();
    place.write(
        "more.csv",
        "question,answer,source_url,lang\nWho pays late?,Ten crowns a week.,en/fees.html#late,en\n",
    );
    place.write(
        "soru.toml",
        "[site]\nlanguages = ['en', 'tr']\n[facts]\nfiles = ['more.csv']\n",
    );
    let run = place.run("facts check .");
    let expected = "no page at `en/fees.html#late`, but one in the folder `site`: if that is the site, name it with --pages";
    assert!(run.out.contains(expected), "{run:?}");
    let run = place.run("facts check . --pages site");
    assert!(run.out.contains("1 fact in 1 file: 0 errors"), "{run:?}");
}

#[test]
fn r16_the_check_s_exit_code_and_json_are_for_ci() {
    let place = neglected();
    let json = place.run("facts check site --json").json();
    assert_eq!(json["facts"], 7);
    assert_eq!(json["pages_read"], true);
    let kinds: Vec<&str> = json["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["kind"].as_str().unwrap())
        .collect();
    for kind in [
        "quote_gone",
        "dead_link",
        "dead_anchor",
        "expires_soon",
        "contradiction",
    ] {
        assert!(kinds.contains(&kind), "{kinds:?}");
    }
    assert_eq!(json["findings"][0]["line"], 3);
    // Valid facts, and a fact that expires in 20 days.
    let check = |arguments: &[&str]| place.soru(&[&["facts", "check"], arguments].concat()).code;
    assert_eq!(check(&["facts.csv", "--pages", "site", "--strict"]), 0);
    // Anchors beyond ASCII, as in pages and in addresses.
    place.write(
        "site/en/late.html",
        "<main><h1>Late</h1><h2 id='geç-ödeme'>A</h2><p>Pay early.</p></main>",
    );
    for (anchor, code) in [("geç-ödeme", 0), ("ge%C3%A7-%C3%B6deme", 0), ("geç", 3)] {
        let fact = format!("question,answer,source_url\nA?,a,en/late.html#{anchor}\n");
        place.write("late.csv", &fact);
        let checked = check(&["late.csv", "--pages", "site", "--strict"]);
        assert_eq!(checked, code, "{anchor}");
    }
    place.write(
        "soon.csv",
        "question,answer,source_url,valid_until\nA?,a,en/fees.html,2026-12-10\n",
    );
    assert_eq!(check(&["soon.csv"]), 0);
    assert_eq!(check(&["soon.csv", "--strict"]), 3);
    assert_eq!(check(&["soon.csv", "--strict", "--within", "2w"]), 0);
    assert_eq!(check(&["soon.csv", "--within", "soon"]), 2);
    // `many` is a folder of files of facts; `site/tr` has none, but the project above it does.
    place.write("many/one.csv", "question,answer,source_url\nB?,,b.html\n");
    assert_eq!(check(&["many"]), 1);
    assert_eq!(check(&["site/tr", "--strict"]), 0);
    place.write("soru.toml", "");
    assert_eq!(check(&["site/tr"]), 1);
}
