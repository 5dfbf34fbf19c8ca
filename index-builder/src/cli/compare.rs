//! `soru query --compare`: every method on one question, side by side.

use soru::comparison::{Compared, Comparison, TierAnswer};
use soru::hit::Hit;

use super::styled::{BOLD, FAINT, LINK, kind, level, line, marked, path};

/// The comparison as a page of text. Every hit shows the number of methods that found it.
pub(super) fn page(comparison: &Comparison) -> String {
    let mut page = String::new();
    let route = &comparison.route;
    let (tier, sure) = (route.tier, route.confidence);
    line(
        &mut page,
        &format!("routed to tier {tier} ({sure:.2}): {}", route.reasoning),
    );
    push_tier(&mut page, "tier 1", comparison.tier1.as_ref());
    push_tier(&mut page, "tier 2", comparison.tier2.as_ref());
    for compared in &comparison.methods {
        push_method(&mut page, compared, &comparison.methods);
    }
    page
}

fn push_tier(page: &mut String, name: &str, answer: Option<&TierAnswer>) {
    let Some(answer) = answer else {
        line(page, &format!("{BOLD}{name}{BOLD:#}  no answer"));
        return;
    };
    let text = marked(&answer.answer, &answer.answer_marks).replace('\n', " ");
    line(page, &format!("{BOLD}{name}{BOLD:#}  {text}"));
    let (kind, level) = (kind(answer.method), level(answer.level));
    let url = answer.sources.first().map_or("", |source| &source.url);
    line(
        page,
        &format!(
            "        {FAINT}{kind}; confidence {level} ({:.2}){FAINT:#}  {LINK}{url}{LINK:#}",
            answer.confidence
        ),
    );
}

fn push_method(page: &mut String, compared: &Compared, all: &[Compared]) {
    let time = compared
        .ms
        .map_or(String::new(), |ms| format!("{ms:.3} ms"));
    line(page, "");
    line(
        page,
        &format!("{BOLD}{}{BOLD:#}  {FAINT}{time}{FAINT:#}", compared.method),
    );
    for warning in &compared.warnings {
        line(
            page,
            &format!("  {FAINT}note: {}{FAINT:#}", warning.message),
        );
    }
    for (number, hit) in compared.hits.iter().enumerate() {
        let agreement = format!("{}/{}", agreeing(hit, all), all.len());
        line(
            page,
            &format!(
                "{:>3}. {agreement:>5}  {}  {FAINT}{:.3}{FAINT:#}  {LINK}{}{LINK:#}",
                number + 1,
                path(hit),
                hit.score,
                hit.url
            ),
        );
    }
}

/// The number of methods that found the passage.
fn agreeing(hit: &Hit, all: &[Compared]) -> usize {
    let has = |compared: &&Compared| {
        let mut hits = compared.hits.iter();
        hits.any(|other| (&other.id, other.chunk) == (&hit.id, hit.chunk))
    };
    all.iter().filter(has).count()
}
