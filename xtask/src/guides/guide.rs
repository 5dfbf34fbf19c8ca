//! Reads a guide: the files that it shows and the commands that it lists.

use anyhow::{Result, bail};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

/// The heading of the manual instructions, in a guide that begins with a plugin.
const BY_HAND: &str = "Without the plugin";

/// The instructions of a guide: one way, or two ways, with a plugin and without.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Guide {
    pub(super) ways: Vec<Way>,
}

/// One way to add the box to a site.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Way {
    /// Paths with their contents.
    pub(super) files: Vec<(String, String)>,
    /// Commands to run in order; empty if the guide cannot be tried.
    pub(super) runs: Vec<Run>,
}

/// Commands, and the location of the site after them: a folder, or `$SITE` for the site's own
/// server.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) commands: String,
    pub(super) site: String,
}

impl Guide {
    /// Reads a guide from its Markdown.
    ///
    /// # Errors
    /// If the info string of a code block has unknown words.
    pub(super) fn read(text: &str) -> Result<Self> {
        let mut ways = vec![Way::default()];
        let mut block: Option<(String, String)> = None;
        for event in Parser::new(text) {
            match event {
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                    block = Some((info.to_string(), String::new()));
                }
                Event::Text(piece) if block.is_none() && &*piece == BY_HAND => {
                    ways.push(Way::default());
                }
                Event::Text(piece) => {
                    if let Some((_, code)) = &mut block {
                        code.push_str(&piece);
                    }
                }
                Event::End(TagEnd::CodeBlock) => {
                    if let (Some((info, code)), Some(way)) = (block.take(), ways.last_mut()) {
                        way.add(&info, code)?;
                    }
                }
                _ => {}
            }
        }
        Ok(Self { ways })
    }

    /// Whether the guide has commands to test.
    pub(super) fn can_be_tried(&self) -> bool {
        self.ways.iter().any(|way| !way.runs.is_empty())
    }
}

impl Way {
    fn add(&mut self, info: &str, code: String) -> Result<()> {
        let words: Vec<&str> = info.split_whitespace().skip(1).collect();
        match words.as_slice() {
            [] => {}
            [file] if file.starts_with("file=") => {
                self.files.push((file["file=".len()..].to_owned(), code));
            }
            ["run", site] if site.starts_with("site=") => {
                self.runs.push(Run {
                    commands: code,
                    site: site["site=".len()..].to_owned(),
                });
            }
            _ => {
                bail!("a block is marked `{info}`: write `LANG file=PATH`, or `sh run site=FOLDER`")
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_blocks_are_files_and_commands_and_others_are_text() {
        let text = "a\n\n```html file=a/b.html\n<p>\n```\n\n```sh run site=out\nmake\n```\n\n```js\nx\n```\n\n\
            ```sh run site=$SITE\ncheck\n```\n";
        let guide = Guide::read(text).unwrap();
        let [way] = guide.ways.as_slice() else {
            panic!("{guide:?}")
        };
        assert_eq!(way.files, [("a/b.html".to_owned(), "<p>\n".to_owned())]);
        let run = |commands: &str, site: &str| Run {
            commands: commands.to_owned(),
            site: site.to_owned(),
        };
        assert_eq!(way.runs, [run("make\n", "out"), run("check\n", "$SITE")]);
    }

    // Both ways show the same file, with different contents.
    #[test]
    fn the_manual_way_has_its_own_files() {
        let text = "```js file=a.js\n1\n```\n\n## Without the plugin\n\n```js file=a.js\n2\n```\n";
        let guide = Guide::read(text).unwrap();
        let files: Vec<_> = guide.ways.iter().map(|way| way.files[0].1.trim()).collect();
        assert_eq!(files, ["1", "2"]);
        assert!(!guide.can_be_tried());
    }

    #[test]
    fn a_mark_that_means_nothing_is_an_error() {
        for info in ["sh run", "html fil=a", "sh run site=a b"] {
            let error = Guide::read(&format!("```{info}\n```\n")).unwrap_err();
            assert!(error.to_string().contains(info), "{error}");
        }
    }
}
