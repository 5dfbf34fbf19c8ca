//! Tests the messages about mistakes in a project file.

use super::*;

fn parse(text: &str) -> Result<Project, String> {
    Project::parse(Path::new("soru.toml"), text).map_err(|problems| problems.to_string())
}

#[test]
fn the_builders_sections_are_its_own_and_the_rest_is_the_engines() {
    let project = parse(
        "[site]\nlanguages = ['tr', 'en-GB']\n[input]\ncontent = ['main']\n[facts]\n\
         files = ['a.csv']\n[ranking]\ntop_k = 3\n",
    )
    .unwrap();
    assert_eq!(project.languages(), ["tr", "en"]);
    assert_eq!(project.input.content, ["main"]);
    assert_eq!(project.configuration.ranking.top_k.get(), 3);
    let Value::Map(written) = &project.written else {
        panic!()
    };
    let keys: Vec<&str> = written.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys, ["site", "ranking"]);
}

// Other languages are detected only if the site lists none.
#[test]
fn a_list_of_languages_counts_even_if_it_is_the_default() {
    for (text, lists) in [
        ("[site]\nlanguages = ['en', 'tr']\n", true),
        ("[site]\ntitle = 'A'\n", false),
        ("", false),
    ] {
        assert_eq!(parse(text).unwrap().lists_languages(), lists, "{text}");
    }
    assert!(!Project::default().lists_languages());
}

#[test]
fn every_mistake_is_reported_with_its_line() {
    let message = parse(
        "[input]\ncontent = 'main'\n\n[ranking]\ntop_k = 0\n\n[rankin]\nx = 1\n\n\
         [[synonyms]]\nterms = ['a']\n[[synonyms]]\ntrems = ['b']\n",
    )
    .unwrap_err();
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines.len(), 4, "{message}");
    assert!(
        lines[0].starts_with("soru.toml:2: `input.content` cannot be \"main\""),
        "{message}"
    );
    assert!(
        lines[1].starts_with("soru.toml:5: `ranking.top_k` cannot be 0"),
        "{message}"
    );
    assert!(
        lines[2].starts_with("soru.toml:7: unknown setting `rankin`; did you mean `ranking`"),
        "{message}"
    );
    assert!(lines[3].starts_with("soru.toml:13: "), "{message}");
    assert!(lines[3].contains("trems"), "{message}");
}

#[test]
fn values_that_the_engine_refuses_are_reported_with_their_lines() {
    for (text, expected) in [
        (
            "[retrieval]\nretriever = 'nope'\nfusion = 'x'\n",
            &["2: `retrieval.retriever`", "3: `retrieval.fusion`"][..],
        ),
        (
            "[ranking]\nrerankers = ['matching', 'nope']\n[answer]\nmin_confidence = 5\n",
            &["2: `ranking.rerankers[1]`", "4: `answer.min_confidence`"],
        ),
        (
            "[answer.confidence]\nformula = 'x'\n",
            &["2: `answer.confidence.formula`"],
        ),
    ] {
        let message = parse(text).unwrap_err();
        for begin in expected {
            assert!(message.contains(&format!("soru.toml:{begin}")), "{message}");
        }
    }
}

#[test]
fn invalid_toml_is_reported_with_its_line() {
    assert!(
        parse("[site]\ntitle = \n")
            .unwrap_err()
            .starts_with("soru.toml:2: not TOML: ")
    );
    assert!(
        parse("a = 1\na = 2\n")
            .unwrap_err()
            .starts_with("soru.toml:2: not TOML: ")
    );
}

#[test]
fn a_language_by_its_name_is_refused_with_its_tag() {
    for (name, tag) in [
        ("english", "en"),
        ("Turkish", "tr"),
        ("Türkçe", "such as \"en\""),
    ] {
        let message = parse(&format!("[site]\nlanguages = ['de', '{name}']\n")).unwrap_err();
        assert!(
            message.starts_with("soru.toml:2: `site.languages[1]`") && message.contains(tag),
            "{message}"
        );
    }
}

// The documentation promises an error for every misspelt key.
#[test]
fn a_text_that_the_box_does_not_have_is_refused_with_the_nearest() {
    let message = parse("[texts.en]\nask = 'Go'\nplaceholdr = 'Search'\n").unwrap_err();
    assert_eq!(
        message,
        "soru.toml:3: unknown setting `texts.en.placeholdr`; did you mean \
         `texts.en.placeholder`?"
    );
}

// The nearest existing setting would be the wrong one: `retrieval.encoder.uncovered`.
#[test]
fn a_setting_of_an_earlier_version_is_refused_with_its_successor() {
    for (path, advice) in GONE {
        let (section, key) = path.rsplit_once('.').unwrap();
        let message = parse(&format!("[{section}]\n{key} = 0.5\n")).unwrap_err();
        let expected = format!("soru.toml:2: the setting `{path}` is gone; {advice}");
        assert_eq!(message, expected);
    }
}

#[test]
fn numbers_that_nothing_can_be_are_refused() {
    for (text, line) in [
        ("[ranking]\ntop_k = 1e308", "soru.toml:2: `ranking.top_k`"),
        (
            "[input]\nmax_page_megabytes = 1e300",
            "soru.toml:2: `input.max_page_megabytes`",
        ),
        (
            "[router]\ncomplex_weight = 0.6",
            "soru.toml:2: `router.complex_weight`",
        ),
        (
            "[router]\nmatch_weight = -1",
            "soru.toml:2: `router.match_weight`",
        ),
    ] {
        let message = parse(text).unwrap_err();
        assert!(message.starts_with(line), "{message}");
    }
}

#[test]
fn a_site_has_a_language() {
    let message = parse("[site]\ntitle = 'x'\nlanguages = []\n").unwrap_err();
    assert!(
        message.starts_with("soru.toml:3: `site.languages`"),
        "{message}"
    );
}
