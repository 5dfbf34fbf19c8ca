//! `soru query --questions`: many questions to one bundle.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, bail};
use serde_json::Value as Json;
use soru::settings::Value;

use super::output::{DONE, print};
use super::page::page;
use crate::bundle::Bundle;

/// Asks one question after the other and reports the times. A question that fails ends the run with
/// its line number.
pub(super) fn run(
    bundle: &Bundle,
    file: &Path,
    options: &Value,
    json: bool,
    timings: Option<&Path>,
) -> anyhow::Result<u8> {
    let questions = read(file)?;
    let contact = bundle.engine().configuration().answer.contact_url.clone();
    let mut times = Vec::with_capacity(questions.len());
    for (line, question) in &questions {
        let start = Instant::now();
        let answer = bundle
            .ask(question, options)
            .with_context(|| format!("{}:{line}", file.display()))?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
        if json {
            print(&format!("{}\n", serde_json::to_string(&answer)?))?;
        } else {
            print(&format!("? {question}\n{}\n", page(&answer, &contact)))?;
        }
    }
    times.sort_unstable_by(f64::total_cmp);
    let [p50, p95] = [0.5, 0.95].map(|share| percentile(&times, share));
    anstream::eprintln!(
        "{} questions: half within {p50:.2} ms, 95 % within {p95:.2} ms",
        times.len(),
    );
    if let Some(file) = timings {
        let timings = serde_json::json!({ "questions": times.len(), "p50": p50, "p95": p95 });
        std::fs::write(file, format!("{timings}\n")).with_context(|| file.display().to_string())?;
    }
    Ok(DONE)
}

/// The questions of a file, each with its line.
fn read(file: &Path) -> anyhow::Result<Vec<(usize, String)>> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut questions = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(question) =
            question(line).with_context(|| format!("{}:{number}", file.display()))?
        {
            questions.push((number, question));
        }
    }
    if questions.is_empty() {
        bail!("{}: the file has no questions", file.display());
    }
    Ok(questions)
}

/// The question of a line: the line itself, or the `text` of a JSON object.
fn question(line: &str) -> anyhow::Result<Option<String>> {
    let line = line.trim();
    if !line.starts_with('{') {
        return Ok(Some(line.to_owned()).filter(|line| !line.is_empty()));
    }
    let object: Json = serde_json::from_str(line)?;
    let text = ["text", "question"]
        .iter()
        .find_map(|key| object[*key].as_str());
    let text = text.context("the object has no `text`")?;
    Ok(Some(text.to_owned()))
}

/// The value below which this share of ascending values lies (nearest rank).
fn percentile(ascending: &[f64], share: f64) -> f64 {
    let rank = (share * ascending.len() as f64).ceil();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and the number of values"
    )]
    let row = (rank as usize).saturating_sub(1);
    ascending.get(row).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_question_or_an_object_with_one() {
        let question = |line| question(line).unwrap();
        assert_eq!(question(" staj nedir? "), Some("staj nedir?".into()));
        assert_eq!(
            question(r#"{"id": "1", "text": "staj?"}"#),
            Some("staj?".into())
        );
        assert_eq!(question(r#"{"question": "staj?"}"#), Some("staj?".into()));
        assert_eq!(question("  "), None);
    }

    #[test]
    fn an_object_without_a_question_is_refused() {
        for line in [r#"{"id": "1"}"#, "{", r#"{"text": 7}"#] {
            assert!(question(line).is_err(), "{line}");
        }
    }

    #[test]
    fn percentiles_are_values_that_were_measured() {
        let times: Vec<f64> = (1..=20).map(f64::from).collect();
        for (share, expected) in [(0.5, 10.0), (0.95, 19.0), (1.0, 20.0)] {
            assert!((percentile(&times, share) - expected).abs() < 1e-12);
        }
        assert!(percentile(&[], 0.5).abs() < 1e-12);
    }
}
