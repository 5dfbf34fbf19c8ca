//! A guide, read: the files that it shows and the commands that it gives.

use anyhow::{Result, bail};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

/// What a guide says to do.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Guide {
    /// Paths with their contents.
    pub(super) files: Vec<(String, String)>,
    /// What to run, if it can be tried.
    pub(super) run: Option<Run>,
}

/// Commands, and where the site is then.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) commands: String,
    pub(super) site: String,
}

impl Guide {
    /// From its Markdown.
    ///
    /// # Errors
    /// If a block has words that mean nothing, or there are two with commands.
    pub(super) fn read(text: &str) -> Result<Self> {
        let mut guide = Self::default();
        let mut block: Option<(String, String)> = None;
        for event in Parser::new(text) {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    block = Some((info.to_string(), String::new()));
                }
                Event::Text(piece) => {
                    if let Some((_, code)) = &mut block {
                        code.push_str(&piece);
                    }
                }
                Event::End(TagEnd::CodeBlock) => {
                    if let Some((info, code)) = block.take() {
                        guide.add(&info, code)?;
                    }
                }
                _ => {}
            }
        }
        Ok(guide)
    }

    fn add(&mut self, info: &str, code: String) -> Result<()> {
        let words: Vec<&str> = info.split_whitespace().skip(1).collect();
        match words.as_slice() {
            [] => {}
            [file] if file.starts_with("file=") => {
                self.files.push((file["file=".len()..].to_owned(), code));
            }
            ["run", site] if site.starts_with("site=") && self.run.is_none() => {
                self.run = Some(Run {
                    commands: code,
                    site: site["site=".len()..].to_owned(),
                });
            }
            _ => bail!(
                "a block is marked `{info}`: write `LANG file=PATH`, or once `sh run site=FOLDER`"
            ),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_blocks_are_files_and_commands_and_others_are_text() {
        let text = "a\n\n```html file=a/b.html\n<p>\n```\n\n```sh run site=out\nmake\n```\n\n```js\nx\n```\n";
        let guide = Guide::read(text).unwrap();
        assert_eq!(guide.files, [("a/b.html".to_owned(), "<p>\n".to_owned())]);
        let run = guide.run.unwrap();
        assert_eq!(
            (run.commands.as_str(), run.site.as_str()),
            ("make\n", "out")
        );
    }

    #[test]
    fn a_mark_that_means_nothing_is_an_error() {
        for info in ["sh run", "html fil=a", "sh run site=a b"] {
            let error = Guide::read(&format!("```{info}\n```\n")).unwrap_err();
            assert!(error.to_string().contains(info), "{error}");
        }
        assert!(Guide::read("```sh run site=a\n```\n\n```sh run site=b\n```\n").is_err());
    }
}
