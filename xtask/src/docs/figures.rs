//! Fills figures into facts: `{visit: what}` is replaced by the last measurement, so no figure in a
//! fact becomes outdated.

use anyhow::{Context, Result};
use serde_json::Value;

use crate::workspace::Workspace;

/// The measurements of `cargo xtask bench --visit`.
const VISIT: &str = "docs/benchmarks/visit.json";
const OPEN: &str = "{visit: ";

/// Fills the figures into the facts.
///
/// # Errors
/// If there is no such measurement.
pub(super) fn filled(workspace: &Workspace, facts: &str) -> Result<String> {
    let measured = std::fs::read_to_string(workspace.path(VISIT)).context(VISIT)?;
    fill(facts, &serde_json::from_str(&measured)?)
}

fn fill(facts: &str, measured: &Value) -> Result<String> {
    let mut pieces = facts.split(OPEN);
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (what, rest) = piece.split_once('}').context("a figure without a `}`")?;
        let figure =
            figure(measured, what).with_context(|| format!("`{what}` is no row of {VISIT}"))?;
        filled.push_str(&figure);
        filled.push_str(rest);
    }
    Ok(filled)
}

fn figure(measured: &Value, what: &str) -> Option<String> {
    let rows = measured["rows"].as_array()?;
    let row = rows.iter().find(|row| row["what"] == what)?;
    Some(format!(
        "{} {}",
        row["median"].as_f64()?,
        row["unit"].as_str()?
    ))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_figure_is_that_of_the_last_measurement() {
        let measured = json!({"rows": [{"what": "slow: key", "unit": "ms", "median": 12.5}]});
        let filled = fill("About {visit: slow: key}, {a}.", &measured).unwrap();
        assert_eq!(filled, "About 12.5 ms, {a}.");
        let error = fill("{visit: gone}", &measured).unwrap_err().to_string();
        assert!(error.contains("`gone`") && error.contains(VISIT), "{error}");
    }
}
