//! Reads the entries of query logs.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Context;
use jiff::Timestamp;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// One question, as recorded by the box. Unknown keys are ignored.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// Time of the answer.
    #[serde(deserialize_with = "timestamp")]
    pub time: Timestamp,
    /// The question as asked.
    pub question: String,
    /// Its language tag.
    pub lang: String,
    /// The tier that the router chose: 1 for facts, 2 for pages.
    pub routed_tier: u8,
    /// The tier of the answer.
    pub tier: u8,
    /// Confidence, 0 to 1.
    pub confidence: f64,
    /// Confidence level: `high` or `low`.
    pub level: String,
    /// The method of the answer; `none` if there was none.
    pub method: String,
    /// Number of passages found.
    pub hits: usize,
    /// The name of the intent.
    #[serde(default)]
    pub intent: String,
}

impl Entry {
    /// Whether the site had no answer.
    pub fn is_unanswered(&self) -> bool {
        self.method == "none"
    }

    /// Whether a checked fact answered.
    pub fn is_from_fact(&self) -> bool {
        self.method.starts_with("fact_")
    }

    /// Whether it is a greeting or thanks, not a question.
    pub fn is_small_talk(&self) -> bool {
        self.method == "small_talk"
    }
}

fn timestamp<'de, D: Deserializer<'de>>(from: D) -> Result<Timestamp, D::Error> {
    let written = String::deserialize(from)?;
    written.parse().map_err(|_| {
        D::Error::custom(format!(
            "`time` must look like 2026-11-20T09:30:00Z, not `{written}`"
        ))
    })
}

/// A line that is not an entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BadLine {
    /// The file, as the user named it.
    pub file: String,
    /// Line number, from 1.
    pub line: usize,
    /// The problem.
    pub message: String,
}

/// The content of exports.
#[derive(Debug, Default)]
pub struct Exports {
    /// The entries, in the order of the files.
    pub entries: Vec<Entry>,
    /// Number of repeated entries, in several exports of one browser or in one file: every
    /// occurrence after the first.
    pub repeated: usize,
    /// Unreadable lines.
    pub bad_lines: Vec<BadLine>,
}

/// Reads exports, one line of JSON for each question; empty lines are skipped.
///
/// # Errors
/// If a file cannot be read. An invalid line is listed in `bad_lines`.
pub fn read(files: &[impl AsRef<Path>]) -> anyhow::Result<Exports> {
    let mut exports = Exports::default();
    let mut seen = BTreeSet::new();
    for file in files {
        let file = file.as_ref();
        let bytes =
            std::fs::read(file).with_context(|| format!("{}: cannot be read", file.display()))?;
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        for (number, line) in (1..).zip(text.split(|byte| *byte == b'\n')) {
            match line.trim_ascii() {
                b"" => {}
                line => exports.add(parse(line), file, number, &mut seen),
            }
        }
    }
    Ok(exports)
}

impl Exports {
    /// Adds an entry unless it is known, because each export of a browser contains the earlier
    /// ones. Two visitors do not ask the same question in the same millisecond.
    fn add(
        &mut self,
        parsed: Result<Entry, String>,
        file: &Path,
        line: usize,
        seen: &mut BTreeSet<(Timestamp, String)>,
    ) {
        match parsed {
            Ok(entry) if seen.insert((entry.time, entry.question.clone())) => {
                self.entries.push(entry);
            }
            Ok(_) => self.repeated += 1,
            Err(message) => self.bad_lines.push(BadLine {
                file: file.display().to_string(),
                line,
                message,
            }),
        }
    }
}

fn parse(line: &[u8]) -> Result<Entry, String> {
    let entry: Entry = serde_json::from_slice(line).map_err(|error| {
        let message = error.to_string();
        let what = message.split(" at line ").next().unwrap_or_default();
        format!("not an entry of a query log: {what}")
    })?;
    if entry.question.trim().is_empty() {
        return Err("not an entry of a query log: its `question` is empty".into());
    }
    Ok(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"time":"2026-11-20T09:30:00.000Z","question":"Staj kaç gün?","lang":"tr","routedTier":1,"tier":2,"confidence":0.25,"level":"low","method":"none","hits":0,"intent":"unknown"}"#;

    fn read_texts(texts: &[&[u8]]) -> Exports {
        let folder = tempfile::tempdir().unwrap();
        let files = texts.iter().enumerate().map(|(number, text)| {
            let file = folder.path().join(format!("{number}.jsonl"));
            std::fs::write(&file, text).unwrap();
            file
        });
        read(&files.collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn r39_a_line_of_the_box_is_an_entry() {
        let exports = read_texts(&[format!("\u{feff}{LINE}\r\n\n").as_bytes()]);
        assert_eq!(exports.bad_lines, []);
        let [entry] = exports.entries.as_slice() else {
            panic!("{exports:?}")
        };
        assert_eq!(
            (
                entry.routed_tier,
                entry.tier,
                entry.hits,
                entry.is_unanswered()
            ),
            (1, 2, 0, true)
        );
        assert_eq!(entry.question, "Staj kaç gün?");
        assert_eq!(entry.time.to_string(), "2026-11-20T09:30:00Z");
    }

    // A browser's second export contains the first.
    #[test]
    fn r39_an_entry_of_several_exports_counts_once() {
        let later = LINE.replace("09:30", "09:31");
        let exports = read_texts(&[LINE.as_bytes(), format!("{LINE}\n{later}").as_bytes()]);
        assert_eq!((exports.entries.len(), exports.repeated), (2, 1));
    }

    #[test]
    fn r39_a_bad_line_is_named_and_costs_no_other() {
        let bad = [
            "{",
            "[]",
            "{}",
            &LINE.replace("2026-11-20T", "yesterday"),
            &LINE.replace("Staj kaç gün?", " "),
            &LINE.replace(r#""hits":0"#, r#""hits":-1"#),
        ];
        let mut text = bad.join("\n").into_bytes();
        text.extend(b"\n\xff\xfe\n");
        text.extend(LINE.as_bytes());
        let exports = read_texts(&[&text]);
        assert_eq!(exports.entries.len(), 1);
        let lines: Vec<usize> = exports.bad_lines.iter().map(|bad| bad.line).collect();
        assert_eq!(lines, [1, 2, 3, 4, 5, 6, 7]);
        for bad in &exports.bad_lines {
            assert!(bad.file.ends_with("0.jsonl"), "{bad:?}");
            assert!(bad.message.starts_with("not an entry"), "{bad:?}");
            assert!(!bad.message.contains("at line"), "{bad:?}");
        }
    }

    #[test]
    fn r39_missing_file_is_an_error_with_its_name() {
        let error = read(&["no/such.jsonl"]).unwrap_err().to_string();
        assert!(error.contains("no/such.jsonl"), "{error}");
    }
}
