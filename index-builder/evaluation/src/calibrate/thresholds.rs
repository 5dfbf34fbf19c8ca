//! Computes the results of asserting passages from a confidence threshold on, and the lowest
//! threshold with enough right ones.

use serde::Serialize;

use super::super::answers::{Figures, share};
use super::examples::Judgement;

/// The number of steps from 0 to 1: thresholds are multiples of 1/100.
const STEPS: u32 = 100;

/// The results if passages are asserted from a threshold on. A share of nothing is none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Asserted {
    /// The confidence threshold.
    pub threshold: f64,
    /// Share of the questions with an asserted passage.
    pub coverage: Option<f64>,
    /// Share of asserted passages that is right.
    pub precision: Option<f64>,
    /// Share of the answerable questions with a right asserted passage.
    pub right: Option<f64>,
    /// The same share for asserted passages that miss the point.
    pub partly: Option<f64>,
    /// The same share for wrong passages.
    pub wrong: Option<f64>,
    /// Share of the unanswerable questions with an asserted passage.
    pub answered: Option<f64>,
}

impl Asserted {
    /// Computes the results for the questions of a site.
    pub(super) fn from(threshold: f64, judged: &[Judgement]) -> Self {
        let mut figures = Figures::default();
        for one in judged {
            figures.add_verdict(one.verdict_from(threshold));
        }
        Self {
            threshold,
            coverage: share(figures.shown(), figures.questions()),
            precision: figures.precision(),
            right: share(figures.right, figures.answerable),
            partly: share(figures.partly, figures.answerable),
            wrong: share(figures.wrong, figures.answerable),
            answered: share(figures.answered, figures.unanswerable),
        }
    }

    /// Means over sites at the same threshold, each figure over the sites that have it.
    pub(super) fn mean(sites: &[Self]) -> Self {
        let of = |figure: fn(&Self) -> Option<f64>| mean(sites.iter().map(figure));
        Self {
            threshold: sites.first().map_or(0.0, |site| site.threshold),
            coverage: of(|site| site.coverage),
            precision: of(|site| site.precision),
            right: of(|site| site.right),
            partly: of(|site| site.partly),
            wrong: of(|site| site.wrong),
            answered: of(|site| site.answered),
        }
    }
}

/// The mean of the present figures; none if there are none.
pub(super) fn mean(figures: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let known: Vec<f64> = figures.flatten().collect();
    (!known.is_empty()).then(|| known.iter().sum::<f64>() / known.len() as f64)
}

/// Returns the lowest confidence threshold at which the mean of the sites' precisions reaches a
/// rate; none if no threshold does.
pub(super) fn least_threshold(sites: &[Vec<Judgement>], rate: f64) -> Option<f64> {
    let precision = |threshold: f64| {
        let sites = sites.iter();
        mean(sites.map(|judged| Asserted::from(threshold, judged).precision))
    };
    let thresholds = (0..STEPS).map(|step| f64::from(step) / f64::from(STEPS));
    let mut enough = thresholds.filter(|at| precision(*at).is_some_and(|reached| reached >= rate));
    enough.next()
}

#[cfg(test)]
mod tests {
    use super::super::super::answers::Verdict;
    use super::super::examples::tests::judgement;
    use super::*;

    fn site() -> Vec<Judgement> {
        vec![
            judgement(0.9, Verdict::Right),
            judgement(0.8, Verdict::Wrong),
            judgement(0.7, Verdict::Right),
            judgement(0.6, Verdict::Partly),
            judgement(0.6, Verdict::Answered),
            judgement(0.2, Verdict::Answered),
        ]
    }

    // From .6 on, five of six questions are asserted and two of these are right; two of the four
    // that the site answers are right.
    #[test]
    fn r36_shares_from_a_threshold_on_by_hand() {
        let asserted = Asserted::from(0.6, &site());
        let expected = Asserted {
            threshold: 0.6,
            coverage: Some(5.0 / 6.0),
            precision: Some(0.4),
            right: Some(0.5),
            partly: Some(0.25),
            wrong: Some(0.25),
            answered: Some(0.5),
        };
        assert_eq!(asserted, expected);
        let nothing = Asserted::from(0.95, &site());
        assert_eq!((nothing.coverage, nothing.precision), (Some(0.0), None));
    }

    #[test]
    fn r36_a_mean_is_over_the_sites_that_have_the_figure() {
        let nothing = vec![judgement(0.5, Verdict::Answered)];
        let sites = [site(), nothing].map(|site| Asserted::from(0.6, &site));
        let mean = Asserted::mean(&sites);
        assert_eq!((mean.threshold, mean.precision), (0.6, Some(0.4)));
        assert_eq!((mean.right, mean.answered), (Some(0.5), Some(0.25)));
        assert_eq!(Asserted::mean(&[]), Asserted::default());
    }

    // From .71 on, one of two is right; from .61 on, two of three; from .81 on, all. A second site,
    // whose only passage is right at .65, raises the mean.
    #[test]
    fn r36_the_least_threshold_at_which_the_mean_precision_reaches_a_rate() {
        let alone = [site()];
        assert_eq!(least_threshold(&alone, 0.0), Some(0.0));
        assert_eq!(least_threshold(&alone, 0.6), Some(0.61));
        assert_eq!(least_threshold(&alone, 0.7), Some(0.81));
        let both = [site(), vec![judgement(0.65, Verdict::Right)]];
        assert_eq!(least_threshold(&both, 0.7), Some(0.21));
        assert_eq!(
            least_threshold(&[vec![judgement(0.5, Verdict::Wrong)]], 0.1),
            None
        );
    }
}
