//! Generates the chapter of all settings from the annotated `soru.toml` that `soru init` writes.
//!
//! A test compares that file with the code, so its form is regular: a bar of `#` around the name of
//! a group, comments (`# text`) above their subject, settings after a `#`, examples indented (`#
//! code`).

use std::fmt::Write as _;

/// The file.
pub(super) const SOURCE: &str = "index-builder/src/project/soru.toml";

/// Converts the file to Markdown: a heading for each group and section, and a table of each
/// section's settings.
pub(super) fn markdown(toml: &str) -> String {
    let mut chapter = Chapter::default();
    chapter.out.push_str("# All settings\n");
    let mut lines = toml.lines().peekable();
    while let Some(line) = lines.next() {
        if line.len() > 2 && line.chars().all(|c| c == '#') {
            let group = lines
                .next()
                .unwrap_or_default()
                .trim_start_matches(['#', ' ']);
            lines.next();
            chapter.heading(2, group);
        } else if line.starts_with('[') {
            chapter.heading(3, line);
        } else if let Some(example) = line.strip_prefix("#   ") {
            chapter.example(example);
        } else if let Some(comment) = line.strip_prefix("# ") {
            chapter.comment.push(comment.to_owned());
        } else if let Some(setting) = line.strip_prefix('#').filter(|text| !text.is_empty()) {
            let mut setting = setting.to_owned();
            if setting.ends_with('[') {
                let rest = lines
                    .by_ref()
                    .map(|line| line.trim_start_matches('#').trim());
                for piece in rest {
                    setting.push_str(piece);
                    if piece == "]" {
                        break;
                    }
                    setting.push(' ');
                }
            }
            chapter.setting(&setting);
        } else {
            chapter.end();
        }
    }
    chapter.end();
    chapter.out
}

/// The chapter so far, and pending text.
#[derive(Debug, Default)]
struct Chapter {
    out: String,
    comment: Vec<String>,
    example: String,
    is_in_table: bool,
}

impl Chapter {
    fn heading(&mut self, level: usize, title: &str) {
        let comment = std::mem::take(&mut self.comment);
        self.end();
        let title = if level == 3 {
            format!("`{title}`")
        } else {
            title.to_owned()
        };
        let _ = write!(self.out, "\n{} {title}\n", "#".repeat(level));
        self.comment = comment;
        self.paragraph();
    }

    fn example(&mut self, line: &str) {
        if self.example.is_empty() && line.starts_with("[[") {
            self.heading(3, line);
        }
        self.paragraph();
        self.example.push_str(line);
        self.example.push('\n');
    }

    fn setting(&mut self, setting: &str) {
        let (key, value) = setting.split_once(" = ").unwrap_or((setting, ""));
        if !self.is_in_table {
            self.out
                .push_str("\n| setting | default | meaning |\n|---|---|---|\n");
            self.is_in_table = true;
        }
        let meaning = std::mem::take(&mut self.comment).join(" ");
        let cell = |text: &str| text.replace('|', "\\|");
        let _ = writeln!(
            self.out,
            "| `{}` | `{}` | {} |",
            cell(key),
            cell(value),
            cell(&meaning)
        );
    }

    /// Handles a blank line, or the end: a comment without anything below it becomes a paragraph.
    fn end(&mut self) {
        self.paragraph();
        if !self.example.is_empty() {
            let _ = write!(self.out, "\n```toml\n{}```\n", self.example);
            self.example.clear();
        }
    }

    fn paragraph(&mut self) {
        if !self.comment.is_empty() {
            let _ = write!(
                self.out,
                "\n{}\n",
                std::mem::take(&mut self.comment).join("\n")
            );
            self.is_in_table = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_sections_settings_and_examples_become_a_chapter() {
        let toml = "# The file.\n\n####\n# A group\n####\n\n# A section.\n[a.b]\n# What it\n# is.\n#key = \"x|y\"\n# More.\n#list = [\n#1, 2,\n#]\n\n# Synonyms.\n#   [[synonyms]]\n#   terms = []\n";
        let expected = "# All settings\n\nThe file.\n\n## A group\n\n### `[a.b]`\n\nA section.\n\n\
            | setting | default | meaning |\n|---|---|---|\n| `key` | `\"x\\|y\"` | What it is. |\n\
            | `list` | `[1, 2, ]` | More. |\n\n### `[[synonyms]]`\n\nSynonyms.\n\n\
            ```toml\n[[synonyms]]\nterms = []\n```\n";
        assert_eq!(markdown(toml), expected);
    }
}
