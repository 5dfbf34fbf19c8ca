//! How the time grows with the length of a page or a question that somebody made to be slow to
//! read: four times the length may take eight times as long, and quadratic work takes sixteen.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::demo;
use crate::workspace::{Profile, Workspace};

/// How much longer the longer text may take, which has four times the length.
const LIMIT: f64 = 8.0;

/// Repetitions of the shorter text.
const COUNT: usize = 50_000;

/// Starts of elements that a page never ends, by kind of file.
const PAGES: [(&str, &str); 11] = [
    ("html", "<main><p>x</p></main>"),
    ("md", "!!! a\n    "),
    ("md", "```{note}\n"),
    ("md", ":::{a}\n---\n"),
    ("md", "<Aa\n"),
    ("md", "[["),
    ("md", "{{< tab >}}"),
    ("md", "export const a = {\n"),
    ("md", "++a"),
    ("md", "{a}`"),
    ("md", "::: x\n"),
];

/// Parts of questions.
const QUESTIONS: [&str; 6] = ["İ", "a.", "a-", "1,", "x'", "fee?!"];

/// Measures all texts.
///
/// # Errors
/// If a text cannot be read, or the time of one grows too fast.
pub(super) fn command(workspace: &Workspace) -> Result<()> {
    demo::build_tool(workspace).run()?;
    let folder = workspace.target("bench/growth");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("site"))?;
    // Beside a sound page, one without text is no error.
    fs::write(folder.join("site/page.md"), "# Fees\n\nA fee is paid once.")?;
    let bench = Bench { workspace, folder };
    let mut slow = Vec::new();
    for (kind, text) in texts() {
        let [short, long] = [COUNT, 4 * COUNT].map(|count| bench.seconds(kind, &text(count)));
        let (short, long) = (short?, long?);
        let name = format!("{kind}: {:?}", text(1));
        println!("{name}: {short:.2} s, four times as long {long:.2} s");
        if grows_too_fast(short, long) {
            slow.push(name);
        }
    }
    fs::remove_dir_all(&bench.folder)?;
    if !slow.is_empty() {
        bail!(
            "more than {LIMIT} times the time for four times the text: {}",
            slow.join(", ")
        );
    }
    Ok(())
}

/// Below a second, most of the time is that of starting.
fn grows_too_fast(short: f64, long: f64) -> bool {
    long > 1.0 && long > LIMIT * short
}

/// Makes a text of this many parts.
type Text = Box<dyn Fn(usize) -> String>;

/// Returns the texts with their kinds: of a file, or `question`.
fn texts() -> Vec<(&'static str, Text)> {
    let repeated = |part: &'static str| -> Text { Box::new(move |count| part.repeat(count)) };
    let mut texts: Vec<(&str, Text)> = Vec::new();
    texts.extend(PAGES.map(|(kind, part)| (kind, repeated(part))));
    texts.extend(QUESTIONS.map(|part| ("question", repeated(part))));
    texts.push(("md", Box::new(backticks)));
    texts.push(("md", Box::new(keys)));
    texts.push(("question", Box::new(words)));
    texts
}

struct Bench<'w> {
    workspace: &'w Workspace,
    folder: PathBuf,
}

impl Bench<'_> {
    /// Returns the time of building a site with the text, or of asking it.
    fn seconds(&self, kind: &str, text: &str) -> Result<f64> {
        let [site, out, questions] = ["site", "out", "questions.txt"]
            .map(|name| self.folder.join(name).display().to_string());
        let soru = self.workspace.soru(Profile::Release).display().to_string();
        let soru = self.workspace.invoke(&soru);
        let run = if kind == "question" {
            fs::write(&questions, text)?;
            soru.args(["query", &out, "--json", "--questions", &questions])
        } else {
            fs::write(format!("{site}/text.{kind}"), text)?;
            soru.args(["build", &site, "--out", &out, "--index-only", "--quiet"])
        };
        let start = Instant::now();
        run.capture()?;
        let seconds = start.elapsed().as_secs_f64();
        for kind in ["html", "md"] {
            let _ = fs::remove_file(format!("{site}/text.{kind}"));
        }
        Ok(seconds)
    }
}

/// Runs of backticks of all lengths, none of which ends another.
fn backticks(count: usize) -> String {
    // The sum of the lengths grows with the square of their number.
    let longest = (2 * count).isqrt() + 2;
    let runs = (1..longest).map(|length| "`".repeat(length) + "a");
    runs.collect()
}

/// A page with this many keys before its text.
fn keys(count: usize) -> String {
    let keys: Vec<String> = (0..count).map(|number| format!("k{number}: x\n")).collect();
    let keys = keys.concat();
    format!("---\n{keys}---\nA page.\n")
}

/// Different words.
fn words(count: usize) -> String {
    let words = (0..count).map(|number| format!("fee{number} how{number}much "));
    words.collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linear_work_passes_and_quadratic_work_does_not() {
        assert!(!grows_too_fast(1.0, 4.5));
        assert!(grows_too_fast(1.0, 16.0));
        assert!(!grows_too_fast(0.01, 0.16));
    }

    #[test]
    fn texts_grow_with_their_number_of_parts() {
        for text in [backticks, keys, words] {
            let growth = text(4_000).len() as f64 / text(1_000).len() as f64;
            assert!((3.5..4.5).contains(&growth), "{growth}");
        }
    }
}
