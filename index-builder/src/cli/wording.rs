//! Checks the wording of help texts and of the comments in the project file, and that the
//! documentation names every command.
//!
//! The readers are site owners, many of them not native speakers. [`MANNERED`] lists phrases that
//! these texts used to contain, each with its plain replacement.

use clap::CommandFactory;

use super::commands::Arguments;
use crate::project::TEMPLATE;

/// A mannered phrase and its plain replacement.
const MANNERED: [(&str, &str); 22] = [
    (", at most", "maximum number of"),
    ("at the most", "maximum number of"),
    ("so many", "maximum number of"),
    ("how many ", "number of"),
    ("how long ", "timeout, duration, length"),
    ("left out", "skipped"),
    ("leave out", "skip"),
    ("mend", "fix"),
    ("look after", "check"),
    ("is told", "the message's subject and verb"),
    ("spoken to", "API"),
    ("stands for", "is replaced by, means"),
    ("stand in", "is in"),
    ("is worth", "weight of"),
    ("are worth", "weight of"),
    ("nothing but", "only"),
    ("nobody", "a subject and a verb"),
    ("the crawl before", "an earlier crawl"),
    ("in other words than", "worded differently from"),
    ("goes on", "continues"),
    ("cannot be had", "is unavailable"),
    (
        "as sentence-transformers saves it",
        "saved by sentence-transformers",
    ),
];

/// Panics if a text contains a mannered phrase.
fn assert_plain(place: &str, text: &str) {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (phrase, plain) in MANNERED {
        assert!(
            !text.to_lowercase().contains(phrase),
            "{place}: write `{plain}` for `{phrase}`: {text}"
        );
    }
}

fn assert_plain_help(command: &clap::Command) {
    let texts = [
        command.get_about(),
        command.get_long_about(),
        command.get_after_help(),
    ];
    for text in texts.into_iter().flatten() {
        assert_plain(command.get_name(), &text.to_string());
    }
    for argument in command.get_arguments() {
        let place = format!("{} {}", command.get_name(), argument.get_id());
        let texts = [argument.get_help(), argument.get_long_help()];
        for text in texts.into_iter().flatten() {
            assert_plain(&place, &text.to_string());
        }
        for value in argument.get_possible_values() {
            let text = value.get_help().map(ToString::to_string);
            assert_plain(&place, &text.unwrap_or_default());
        }
    }
    command.get_subcommands().for_each(assert_plain_help);
}

#[test]
fn help_texts_use_plain_words() {
    assert_plain_help(&Arguments::command());
}

// The chapter leaves options to `--help`, so it must at least lead to every command.
#[test]
fn the_documentation_names_every_command() {
    let chapter = include_str!("../../../www/docs/command-line.md");
    let arguments = Arguments::command();
    let shown = arguments
        .get_subcommands()
        .filter(|command| !command.is_hide_set());
    for command in shown {
        let name = format!("| `soru {}", command.get_name());
        let row = chapter.lines().find(|line| line.starts_with(&name));
        let row = row.unwrap_or_else(|| panic!("command-line.md has no row of `{name}`"));
        for below in command.get_subcommands() {
            let below = below.get_name();
            assert!(
                row.contains(below),
                "command-line.md: {below} is not in {row}"
            );
        }
    }
}

// Values are not checked: some are prompts, whose wording was chosen by measurement.
#[test]
fn comments_of_the_project_file_use_plain_words() {
    let paragraphs = TEMPLATE.split('\n').collect::<Vec<_>>();
    let is_comment = |line: &&str| line.starts_with("# ");
    for comment in paragraphs.chunk_by(|a, b| is_comment(a) == is_comment(b)) {
        let lines = comment.iter().filter(|line| is_comment(line));
        let text: Vec<&str> = lines.map(|line| line.trim_start_matches("# ")).collect();
        assert_plain("soru.toml", &text.join(" "));
    }
}
