//! Adds a fact to a file, and takes a suggestion out of one. All other bytes stay as they are, so
//! that a difference shows what was changed.
//!
//! What is written is read again before it replaces the file: it must have the facts of before and
//! the new one, or the file is left alone.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use csv::{QuoteStyle, ReaderBuilder, Terminator, WriterBuilder};
use soru::Fact;
use soru_files::place::{Problems, Spot};
use soru_files::whole_file;

use super::csv::delimiter;
use super::record::Record;
use super::{Frame, load_bytes, yaml};

/// The maximum size of a file in megabytes, as for reading facts.
const MOST_MEGABYTES: u64 = 20;

/// Whether facts can be added to a file.
pub(crate) fn is_writable(file: &Path) -> bool {
    matches!(extension(file).as_str(), "csv" | "tsv" | "yaml" | "yml")
}

fn extension(file: &Path) -> String {
    let extension = file.extension().unwrap_or_default();
    extension.to_string_lossy().to_lowercase()
}

/// Adds a fact to the end of a file, which is made if it is missing.
///
/// # Errors
/// If the fact is wrong, contradicts another of the file, or cannot be added to this file.
pub(crate) fn add(file: &Path, fact: &Fact, frame: &Frame) -> anyhow::Result<()> {
    let before = read(file)?;
    let after = match extension(file).as_str() {
        "csv" | "tsv" => with_row(&before, fact)?,
        "yaml" | "yml" => with_entry(file, &before, fact)?,
        _ => bail!(
            "{}: facts can be added to .csv and .yaml files only",
            file.display()
        ),
    };
    let old = facts_of(file, &before, frame)?;
    let new = facts_of(file, &after, frame)?;
    let is_added = new.len() == old.len() + 1 && new.starts_with(&old);
    ensure!(
        is_added,
        "{}: a fact cannot be added to the end of this file; add it by hand",
        file.display()
    );
    replace(file, after.as_bytes())
}

fn facts_of(file: &Path, text: &str, frame: &Frame) -> Result<Vec<Fact>, Problems> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    Ok(load_bytes(file, text.as_bytes(), frame)?.facts)
}

fn read(file: &Path) -> anyhow::Result<String> {
    if !file.exists() {
        return Ok(String::new());
    }
    let bytes = whole_file::read(file, MOST_MEGABYTES)
        .with_context(|| format!("{}: cannot be read", file.display()))?;
    String::from_utf8(bytes).map_err(|_| {
        anyhow::anyhow!(
            "{}: is not UTF-8; save it as UTF-8 in your editor or spreadsheet, then try again",
            file.display()
        )
    })
}

/// The columns of a new file.
const COLUMNS: &str =
    "question,answer,source_url,source_title,aliases,lang,category,checked_on,valid_until\n";

/// Returns CSV with another row, and with the columns that it needs.
fn with_row(before: &str, fact: &Fact) -> anyhow::Result<String> {
    let before = if before.trim().is_empty() {
        COLUMNS
    } else {
        before
    };
    let mark = delimiter(before);
    let mut reader = ReaderBuilder::new()
        .delimiter(mark)
        .from_reader(before.as_bytes());
    let mut columns: Vec<String> = { reader.headers()?.iter() }
        .map(|name| name.trim().trim_start_matches('\u{feff}').to_owned())
        .collect();
    let head = usize::try_from(reader.position().byte())?;
    let line_end = if before.contains("\r\n") {
        "\r\n"
    } else {
        "\n"
    };
    let (head, rows) = before.split_at(head.min(before.len()));
    let fields = fields(fact);
    let missing = fields
        .iter()
        .filter(|(name, value)| !value.is_empty() && !columns.iter().any(|own| own == name));
    let missing: Vec<String> = missing.map(|(name, _)| (*name).to_owned()).collect();
    let mut after = head.trim_end_matches(['\r', '\n']).to_owned();
    for name in &missing {
        after.push(char::from(mark));
        after.push_str(name);
    }
    // As it was, with blank lines after it.
    let ending = &head[head.trim_end_matches(['\r', '\n']).len()..];
    after.push_str(if ending.is_empty() { line_end } else { ending });
    columns.extend(missing);
    after.push_str(rows);
    if !after.ends_with('\n') {
        after.push_str(line_end);
    }
    let value = |column: &String| {
        let found = fields.iter().find(|(name, _)| name == column);
        found.map_or("", |(_, value)| value.as_str()).to_owned()
    };
    let row: Vec<String> = columns.iter().map(value).collect();
    let mut writer = WriterBuilder::new()
        .delimiter(mark)
        .quote_style(QuoteStyle::Necessary)
        .terminator(match line_end {
            "\r\n" => Terminator::CRLF,
            _ => Terminator::Any(b'\n'),
        })
        .from_writer(Vec::new());
    writer.write_record(&row)?;
    after.push_str(&String::from_utf8(writer.into_inner()?)?);
    Ok(after)
}

/// The fields of a fact that the desk writes.
fn fields(fact: &Fact) -> [(&'static str, String); 10] {
    [
        ("question", fact.question.clone()),
        ("answer", fact.answer.clone()),
        ("source_url", fact.source_url.clone()),
        ("source_title", fact.source_title.clone()),
        ("source_quote", fact.source_quote.clone()),
        ("aliases", fact.aliases.join(" | ")),
        ("lang", fact.lang.clone()),
        ("category", fact.category.clone()),
        ("checked_on", fact.checked_on.clone()),
        ("valid_until", fact.valid_until.clone()),
    ]
}

/// Returns YAML with another entry, indented like the first.
fn with_entry(file: &Path, before: &str, fact: &Fact) -> anyhow::Result<String> {
    let records = yaml::read(file, before);
    Problems::none_or_all(records.problems)?;
    let first = records.records.first();
    let line = first.and_then(|record| before.lines().nth(line_of(record)));
    let line = line.unwrap_or_default();
    let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
    let mut after = before.to_owned();
    if !after.is_empty() && !after.ends_with('\n') {
        after.push('\n');
    }
    let entry = yaml::entry(fact, indent);
    after.push_str(&if before.contains("\r\n") {
        entry.replace('\n', "\r\n")
    } else {
        entry
    });
    Ok(after)
}

/// The number of a record's line, from 0.
fn line_of(record: &Record) -> usize {
    match record.place.spot {
        Spot::Line(line) => line.saturating_sub(1),
        _ => 0,
    }
}

/// Takes the suggestion with this question and answer out of a file of suggestions.
///
/// # Errors
/// If it is not there, or the file is not written as `soru facts suggest` writes it.
pub(crate) fn take_out(file: &Path, question: &str, answer: &str) -> anyhow::Result<()> {
    let before = read(file)?;
    let records = yaml::read(file, &before).records;
    let place = records.iter().position(|record| {
        let has = |name: &str, value: &str| record.text(name).is_some_and(|own| own == value);
        has("question", question) && has("answer", answer)
    });
    let gone = place.with_context(|| {
        format!(
            "{}: the suggestion is not in the file any more",
            file.display()
        )
    })?;
    let start = line_of(&records[gone]);
    let mut after = String::new();
    let mut is_inside = false;
    for (number, line) in before.split_inclusive('\n').enumerate() {
        if number == start {
            is_inside = true;
        } else if is_inside && !line.starts_with([' ', '\t']) {
            is_inside = false;
        }
        if !is_inside {
            after.push_str(line);
        }
    }
    let rest = yaml::read(file, &after);
    ensure!(
        rest.problems.is_empty() && rest.records.len() + 1 == records.len(),
        "{}: the suggestion cannot be taken out; delete it by hand",
        file.display()
    );
    replace(file, after.as_bytes())
}

/// Replaces a file: a reader sees all of the old or all of the new bytes. Its permissions stay.
pub(crate) fn replace(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let folder = file.parent().filter(|own| !own.as_os_str().is_empty());
    let cannot = || format!("{}: cannot be written", file.display());
    let mut new = tempfile::Builder::new()
        .prefix(".soru-desk-")
        .tempfile_in(folder.unwrap_or(Path::new(".")))
        .with_context(cannot)?;
    new.write_all(bytes).with_context(cannot)?;
    match fs::metadata(file) {
        Ok(before) => new.as_file().set_permissions(before.permissions()),
        Err(_) => share(new.as_file()),
    }
    .with_context(cannot)?;
    new.as_file().sync_all().with_context(cannot)?;
    new.persist(file).with_context(cannot)?;
    Ok(())
}

/// Lets others read a new file, which a temporary one does not.
#[cfg(unix)]
fn share(file: &fs::File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn share(_file: &fs::File) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn frame() -> Frame {
        Frame {
            languages: vec!["en".to_owned(), "tr".to_owned()],
            today: date(2026, 11, 20),
            table: "facts".to_owned(),
        }
    }

    fn fact(question: &str) -> Fact {
        Fact {
            question: question.to_owned(),
            answer: "From 9, \"not\" later".to_owned(),
            source_url: "open.html".to_owned(),
            aliases: vec!["opening hours".to_owned(), "ne zaman açık".to_owned()],
            checked_on: "2026-11-20".to_owned(),
            ..Fact::default()
        }
    }

    /// Adds a fact to a file with this content, and returns what the file then has.
    fn added(name: &str, before: &str) -> anyhow::Result<String> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join(name);
        fs::write(&file, before)?;
        let result = add(&file, &fact("When is it open?"), &frame());
        let after = fs::read_to_string(&file)?;
        if result.is_err() {
            assert_eq!(after, before, "a file that cannot be changed is left alone");
        }
        result.map(|()| after)
    }

    #[test]
    fn a_row_is_added_and_no_other_byte_of_a_csv_file_changes() {
        let row = |mark: char| {
            format!(
                "When is it open?{mark}\"From 9, \"\"not\"\" later\"{mark}open.html{mark}\
                 opening hours | ne zaman açık{mark}2026-11-20"
            )
        };
        for (before, mark, end) in [
            (
                "question,answer,source_url,aliases,checked_on\nA?,\"B\",a.html,,\n",
                ',',
                "\n",
            ),
            (
                "question;answer;source_url;aliases;checked_on\r\nA?;B;a.html;;\r\n",
                ';',
                "\r\n",
            ),
            (
                "\u{feff}question\tanswer\tsource_url\taliases\tchecked_on\n\nA?\t\"B\nC\"\ta.html\t\t",
                '\t',
                "\n",
            ),
        ] {
            let after = added("a.csv", before).unwrap();
            let rest = after.strip_prefix(before).expect(before);
            assert_eq!(rest.trim_start_matches('\n'), format!("{}{end}", row(mark)));
        }
    }

    #[test]
    fn columns_that_a_fact_needs_are_added_to_the_header_alone() {
        let before = "answer,question,source_url,own\nB,A?,a.html,x\n";
        let after = added("a.csv", before).unwrap();
        assert!(
            after.starts_with("answer,question,source_url,own,aliases,checked_on\nB,A?,a.html,x\n")
        );
        let new = added("new.csv", "").unwrap();
        assert!(new.starts_with("question,answer,source_url"));
        assert_eq!(new.lines().count(), 2);
    }

    #[test]
    fn an_entry_is_added_to_yaml_and_comments_stay() {
        for before in [
            "# By hand\n- question: A? # why\n  answer: B\n  source_url: a.html",
            "facts:\n    - question: A?\n      answer: >\n        B\n      source_url: a.html\n# end\n",
            "facts:\n- question: A?\n  answer: B\n  source_url: a.html\n",
            "",
            "# none yet\n",
        ] {
            let after = added("a.yaml", before).unwrap();
            let rest = after.strip_prefix(before).expect(before);
            assert!(rest.contains("- question: \"When is it open?\""), "{rest}");
        }
    }

    #[test]
    fn what_cannot_be_added_leaves_the_file_alone_and_says_why() {
        for (name, before, says) in [
            (
                "a.yaml",
                "[{question: A?, answer: B, source_url: a.html}]\n",
                "a.yaml",
            ),
            (
                "a.yaml",
                "- question: A?\n  answer: B\n  source_url: a.html\nlast: 1\n",
                "a.yaml",
            ),
            (
                "a.csv",
                "question,answer,source_url\nWhen is it open?,Never,a.html\n",
                "a.csv:",
            ),
            ("a.json", "[]", ".csv and .yaml files only"),
        ] {
            let error = format!("{:#}", added(name, before).unwrap_err());
            assert!(error.contains(says), "{before}: {error}");
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.csv");
        fs::write(&file, b"question,answer,source_url\nA\xe7,B,a.html\n").unwrap();
        let error = add(&file, &fact("A?"), &frame()).unwrap_err();
        assert!(error.to_string().contains("save it as UTF-8"), "{error}");
    }

    #[test]
    fn a_wrong_fact_is_refused_as_by_a_build() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("facts.csv");
        let wrong = Fact {
            source_url: "javascript:alert(1)".to_owned(),
            ..fact("A?")
        };
        let error = add(&file, &wrong, &frame()).unwrap_err();
        assert!(
            format!("{error:#}").contains("an http or https address"),
            "{error:#}"
        );
        assert!(!file.exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("facts.csv");
        fs::write(&file, "question,answer,source_url\n").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o664)).unwrap();
        add(&file, &fact("A?"), &frame()).unwrap();
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o664
        );
    }
}
