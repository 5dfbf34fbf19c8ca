use super::super::Rivals;
use super::*;
use crate::query::Query;

fn hit(url: &str, score: f64) -> Hit {
    Hit {
        url: url.to_owned(),
        score,
        relevance: 0.123,
        ..Hit::default()
    }
}

fn source<'s>(settings: &'s ConfidenceSettings, authority: &'s Map<f64>) -> FormulaSource<'s> {
    FormulaSource {
        settings,
        authority,
        site: "",
    }
}

fn weighted(change: impl FnOnce(&mut ConfidenceSettings)) -> Result<Weighted> {
    let mut settings = ConfidenceSettings::default();
    change(&mut settings);
    Weighted::new(&source(&settings, &[("gov".to_owned(), 0.05)].into()))
}

fn with(change: impl FnOnce(&mut ConfidenceSettings)) -> Result<Confidence> {
    let mut settings = ConfidenceSettings::default();
    change(&mut settings);
    Confidence::new(
        &FORMULAS,
        &source(&settings, &[("gov".to_owned(), 0.05)].into()),
    )
}

fn assert_confidence(hits: &[Hit], expected: f64) {
    let weighted = with(|settings| settings.formula = "weighted".into()).unwrap();
    let found = weighted.of_answer(None, &hits.iter().collect::<Vec<_>>());
    assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
}

// Retrieval's relevance does not count, since rerankers change the score.
#[test]
fn r36_weighted_adds_0_6_of_the_mean_final_score_and_0_4_of_the_official_share() {
    assert_confidence(
        &[
            hit("https://x.gov/", 0.9),
            hit("https://blog.com/x.gov", 0.5),
        ],
        0.6 * 0.7 + 0.4 * 0.5,
    );
    assert_confidence(&[hit("https://x.gov/", 1.0)], 1.0);
    assert_confidence(&[], 0.0);
}

#[test]
fn r36_confidence_stays_between_0_and_1() {
    assert_confidence(&[hit("/a", 7.0)], 1.0);
    assert_confidence(&[hit("https://blog.com", -7.0)], 0.0);
}

#[test]
fn r36_the_mark_of_a_page_overrides_its_host() {
    let marked = |url, mark: &str| Hit {
        meta: [("authority".to_owned(), mark.to_owned())].into(),
        ..hit(url, 0.5)
    };
    assert_confidence(&[marked("https://x.gov/", "extended")], 0.3);
    assert_confidence(&[marked("https://blog.com/", "official")], 0.7);
}

#[test]
fn r36_settings_define_the_official_pages() {
    let own = weighted(|_| ()).unwrap();
    assert!(own.is_official("/staj/#son") && own.is_official("a.html"));
    assert!(!own.is_official("mailto:a@x.gov") && !own.is_official("https://gtu.edu.tr"));
    let other = weighted(|settings| {
        settings.own_pages_official = false;
        settings.official_hosts = vec!["edu.tr".into()];
    });
    let other = other.unwrap();
    assert!(!other.is_official("/staj/") && other.is_official("https://gtu.edu.tr"));
}

fn features(margin: f64, relevance: f64) -> Features {
    let hit = Hit {
        score: 2.0,
        relevance,
        ..Hit::default()
    };
    let rivals = Rivals {
        page: 2.0 * (1.0 - margin * margin),
        section: 2.0,
    };
    Features::of(&Query::default(), &[hit], rivals, None).unwrap()
}

// -5.15 + 0.74 · 0.5 + 1.97 · 0.25 = -4.2875
#[test]
fn r36_calibrated_confidence_equals_the_value_computed_by_hand() {
    let sure = with(|_| ()).unwrap();
    let sure = sure.of_answer(Some(&features(0.25, 0.5)), &[]);
    assert!(
        (sure - 1.0 / (1.0 + 4.2875_f64.exp())).abs() < 1e-12,
        "{sure}"
    );
    assert!(with(|_| ()).unwrap().of_answer(None, &[]).abs() < 1e-12);
}

#[test]
fn r36_margin_and_relevance_raise_calibrated_confidence() {
    let confidence = with(|_| ()).unwrap();
    let of = |margin, relevance| confidence.of_answer(Some(&features(margin, relevance)), &[]);
    assert!(of(0.7, 0.5) > of(0.1, 0.5) && of(0.1, 1.0) > of(0.1, 0.5));
}

#[test]
fn r36_an_asserted_answer_has_the_confidence_that_was_measured_unless_the_formula_is_weighted() {
    let confidence = with(|_| ()).unwrap();
    assert!((confidence.of_asserted(0.7) - 0.93).abs() < 1e-12);
    assert!((confidence.of_asserted(0.97) - 0.97).abs() < 1e-12);
    let weighted = with(|settings| settings.formula = "weighted".into()).unwrap();
    assert!((weighted.of_asserted(0.7) - 0.7).abs() < 1e-12);
    let message = with(|settings| settings.asserted = 1.5)
        .unwrap_err()
        .to_string();
    assert!(message.contains("confidence.asserted"), "{message}");
}

#[test]
fn r36_the_weighted_formula_can_be_chosen() {
    let weighted = with(|settings| settings.formula = "weighted".into()).unwrap();
    let official = hit("https://x.gov/", 0.5);
    let sure = weighted.of_answer(Some(&features(0.1, 0.5)), &[&official]);
    assert!((sure - (0.6 * 0.5 + 0.4)).abs() < 1e-12);
    let error = with(|settings| settings.formula = "guess".into()).unwrap_err();
    let message = error.to_string();
    assert!(
        message.contains("confidence.formula") && message.contains("weighted"),
        "{message}"
    );
    let error = with(|settings| settings.calibrated.margin = f64::NAN).unwrap_err();
    assert!(error.to_string().contains("confidence.calibrated.margin"));
}

#[test]
fn r36_the_error_for_an_invalid_setting_names_it() {
    let error = with(|settings| settings.score_weight = f64::NAN).unwrap_err();
    assert!(error.to_string().contains("confidence.score_weight"));
    let error = weighted(|settings| settings.official_hosts = vec!["a/b".into()])
        .err()
        .unwrap();
    assert!(error.to_string().contains("confidence.official_hosts"));
}
