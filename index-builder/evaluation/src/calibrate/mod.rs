//! Calibrates confidence (R36): fits weights so that confidence is the probability that a passage
//! is right, and suggests the threshold from which passages should be asserted.
//!
//! Every question of every site is an example: its features ([`Features`]), and whether its best
//! passage is right by the question's labels. If the site does not answer a question, every passage
//! is wrong. All sites have the same weight, however many questions they have. Each site is
//! evaluated with the weights and the threshold fitted to the other sites (leave-one-out).
//!
//! | file | does |
//! |---|---|
//! | `examples.rs` | questions as training examples, and their judgement by weights |
//! | `logistic.rs` | fits the weights |
//! | `thresholds.rs` | the results of asserting passages from a threshold on |
//! | `text.rs` | the result as text |

mod examples;
mod logistic;
mod text;
mod thresholds;

use anyhow::bail;
use serde::Serialize;
use soru::generation::Features;

use self::examples::{Examples, Judgement, error, fitted, has_both};
pub use self::text::calibrated_text;
pub use self::thresholds::Asserted;
use self::thresholds::least_threshold;
use super::answers::AnswerRow;

/// The minimum number of sites for leave-one-out evaluation of weights and threshold.
const LEAST_SITES: usize = 3;

/// The reported thresholds, besides the suggested one.
const THRESHOLDS: [f64; 8] = [0.0, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8];

/// The result of calibration.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Calibrated {
    /// The settings below `answer.confidence.calibrated`, by name.
    pub weights: Vec<(String, f64)>,
    /// The share of asserted passages that should be right.
    pub precision: f64,
    /// The lowest threshold at which this share of asserted passages is right, by the mean of the
    /// sites left out; none if no threshold reaches it.
    pub min_confidence: Option<f64>,
    /// Means over the sites, for each threshold.
    pub thresholds: Vec<Asserted>,
    /// Each site, evaluated with the choices of the other sites.
    pub sites: Vec<CalibratedSite>,
}

/// One site, evaluated with weights fitted to the other sites.
#[derive(Debug, Serialize)]
pub struct CalibratedSite {
    /// Its name.
    pub name: String,
    /// Questions with labels that no fact answers.
    pub questions: usize,
    /// Questions with labels that a fact answers.
    pub facts: usize,
    /// Questions with a passage.
    pub passages: usize,
    /// Share of the passages that is right.
    pub right: Option<f64>,
    /// Expected calibration error over the passages.
    pub error: Option<f64>,
    /// Results for each threshold.
    pub thresholds: Vec<Asserted>,
    /// The result for the threshold that the other sites choose.
    pub chosen: Option<Asserted>,
}

/// Fits the weights to the responses of sites, whatever their confidence. `precision` is the
/// desired share of right passages among the asserted ones.
///
/// # Errors
/// With fewer than three sites, or if all passages are right or none is.
pub fn calibrate(sites: &[(String, Vec<AnswerRow>)], precision: f64) -> anyhow::Result<Calibrated> {
    if sites.len() < LEAST_SITES {
        bail!(
            "calibration needs at least {LEAST_SITES} sites, because each is validated with the \
             weights of the others; {} given",
            sites.len()
        );
    }
    let sites: Vec<Examples> = sites
        .iter()
        .map(|(name, rows)| Examples::of(name, rows))
        .collect();
    let sites: Vec<&Examples> = sites.iter().collect();
    if !has_both(&sites) {
        bail!(
            "calibration needs right and wrong passages, but all are right or all are wrong; add \
             questions with and without an answer on the sites"
        );
    }
    Ok(calibrated(&sites, precision))
}

fn calibrated(sites: &[&Examples], precision: f64) -> Calibrated {
    let judged = left_out(sites);
    let min_confidence = least_threshold(&judged, precision);
    let thresholds = thresholds(min_confidence);
    let judge = |number: usize| CalibratedSite {
        chosen: least_threshold(&left_out(&without(sites, number)), precision)
            .map(|threshold| Asserted::from(threshold, &judged[number])),
        ..CalibratedSite::of(sites[number], &judged[number], &thresholds)
    };
    let judged_sites: Vec<CalibratedSite> = (0..sites.len()).map(judge).collect();
    let mean = |at: usize| {
        let sites = judged_sites.iter().map(|site| site.thresholds[at]);
        Asserted::mean(&sites.collect::<Vec<_>>())
    };
    let names = std::iter::once("intercept").chain(Features::NAMES);
    Calibrated {
        weights: names.map(str::to_owned).zip(fitted(sites)).collect(),
        precision,
        min_confidence,
        thresholds: (0..thresholds.len()).map(mean).collect(),
        sites: judged_sites,
    }
}

/// Every site's questions, judged by weights fitted to the other sites.
fn left_out(sites: &[&Examples]) -> Vec<Vec<Judgement>> {
    let judge = |number: usize| sites[number].judged_by(&fitted(&without(sites, number)));
    (0..sites.len()).map(judge).collect()
}

fn without<'e>(sites: &[&'e Examples], number: usize) -> Vec<&'e Examples> {
    let mut others = sites.to_vec();
    others.remove(number);
    others
}

fn thresholds(suggested: Option<f64>) -> Vec<f64> {
    let mut thresholds: Vec<f64> = THRESHOLDS.into_iter().chain(suggested).collect();
    thresholds.sort_by(f64::total_cmp);
    thresholds.dedup();
    thresholds
}

impl CalibratedSite {
    fn of(site: &Examples, judged: &[Judgement], thresholds: &[f64]) -> Self {
        let from = |threshold: &f64| Asserted::from(*threshold, judged);
        Self {
            name: site.name.clone(),
            questions: judged.len(),
            facts: site.facts,
            passages: judged.iter().filter(|one| one.confidence.is_some()).count(),
            right: from(&0.0).precision,
            error: error(judged),
            thresholds: thresholds.iter().map(from).collect(),
            chosen: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::answers::Verdict;
    use super::examples::tests::row;
    use super::*;

    /// Creates a site where relevant passages are right and others wrong, except
    /// every fourth, which is reversed.
    fn site(name: &str) -> (String, Vec<AnswerRow>) {
        let rows = (0..40).map(|number| {
            let fits = number % 2 == 0;
            let right = fits != (number % 8 < 2);
            let verdict = [Verdict::Wrong, Verdict::Right][usize::from(right)];
            row(verdict, f64::from(u8::from(fits)))
        });
        (name.to_owned(), rows.collect())
    }

    /// Creates a site unlike the others: relevant passages are wrong.
    fn odd_site() -> (String, Vec<AnswerRow>) {
        let rows = (0..40).map(|_| row(Verdict::Answered, 1.0));
        ("odd".to_owned(), rows.collect())
    }

    // Three of four relevant passages are right. The penalty lowers .75 a little.
    #[test]
    fn r36_weights_and_threshold_are_learnt() {
        let sites = ["a", "b", "c"].map(site);
        let calibrated = calibrate(&sites, 0.7).unwrap();
        let weight = |name: &str| {
            let mut weights = calibrated.weights.iter();
            weights.find(|(known, _)| known == name).unwrap().1
        };
        assert!((weight("relevance") - 2.0 * 3.0_f64.ln()).abs() < 0.1);
        assert!(weight("margin").abs() < 1e-9);
        let threshold = calibrated.min_confidence.unwrap();
        assert!(threshold > 0.24 && threshold < 0.3, "{threshold}");
        let site = &calibrated.sites[0];
        assert_eq!(
            (site.questions, site.passages, site.right),
            (40, 40, Some(0.5))
        );
        assert!(site.error.unwrap() < 0.01);
        assert_eq!(site.chosen.unwrap().precision, Some(0.75));
        assert_eq!(calibrated.thresholds.len(), THRESHOLDS.len() + 1);
        assert_eq!(calibrated.thresholds[0].precision, Some(0.5));
    }

    #[test]
    fn r36_a_site_is_judged_by_weights_learnt_on_the_others() {
        let sites = [site("a"), site("b"), site("c"), odd_site()];
        let calibrated = calibrate(&sites, 0.7).unwrap();
        let odd = &calibrated.sites[3];
        assert!((odd.error.unwrap() - 0.75).abs() < 0.01, "{odd:?}");
        let chosen = odd.chosen.unwrap();
        assert_eq!((chosen.precision, chosen.answered), (Some(0.0), Some(1.0)));
        // The mean of the others and this one never reaches .7.
        assert_eq!(calibrated.min_confidence, None);
        assert!(calibrated_text(&calibrated).contains("No threshold"));
    }

    #[test]
    fn r36_too_few_sites_and_too_few_verdicts_are_refused() {
        let error = calibrate(&[site("a"), site("b")], 0.7).unwrap_err();
        assert!(error.to_string().contains("at least 3 sites"), "{error}");
        let odd = || odd_site();
        let error = calibrate(&[odd(), odd(), odd()], 0.7).unwrap_err();
        assert!(
            error.to_string().contains("add questions with and without"),
            "{error}"
        );
    }
}
