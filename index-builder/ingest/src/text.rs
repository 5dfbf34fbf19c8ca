//! Plain text: splits paragraphs at blank lines.

use super::page::{ParsedPage, Piece, Rejection, SkipReason, Titles};
use super::server_code::refuse_program;
use super::{Reader, encoding, labelled, tidy};

/// The maximum length of a title; a longer first line is a paragraph.
const LONGEST_TITLE: usize = 100;

/// Reads plain text files. The first paragraph is the title if it is one short line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TextReader;

impl Reader for TextReader {
    fn read(&self, path: &str, bytes: &[u8]) -> Result<ParsedPage, Rejection> {
        let decoded = encoding::decode(bytes).ok_or(SkipReason::NotText)?;
        refuse_program(&decoded.text)?;
        let text = decoded.text.replace("\r\n", "\n");
        let paragraphs: Vec<String> = paragraphs(&text)
            .map(|paragraph| tidy::line(&paragraph))
            .filter(|paragraph| tidy::has_words(paragraph))
            .collect();
        let heading = match paragraphs.as_slice() {
            [first, _, ..] if first.chars().count() <= LONGEST_TITLE && !ends_sentence(first) => {
                first.clone()
            }
            _ => String::new(),
        };
        let body = paragraphs
            .into_iter()
            .skip(usize::from(!heading.is_empty()));
        let mut pieces = body.map(Piece::text).collect();
        labelled::divide(&mut pieces);
        let name = path.rsplit('/').next().unwrap_or(path);
        let window = name
            .rsplit_once('.')
            .map_or(name, |(stem, _)| stem)
            .to_owned();
        Ok(ParsedPage {
            titles: Titles {
                heading,
                window,
                ..Titles::default()
            },
            pieces,
            lost: decoded.lost(),
            ..ParsedPage::default()
        })
    }
}

fn ends_sentence(line: &str) -> bool {
    line.ends_with(['.', '!', ';', ','])
}

/// Runs of lines that are not blank.
fn paragraphs(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut lines = text.lines().peekable();
    std::iter::from_fn(move || {
        while lines.next_if(|line| line.trim().is_empty()).is_some() {}
        let mut paragraph = String::new();
        while let Some(line) = lines.next_if(|line| !line.trim().is_empty()) {
            paragraph.push_str(line);
            paragraph.push('\n');
        }
        if paragraph.is_empty() {
            None
        } else {
            Some(paragraph)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_lines_part_paragraphs_and_a_short_first_line_is_the_title() {
        let page = TextReader
            .read(
                "a/rules.txt",
                b"Library rules\r\n\r\nBe quiet,\r\nplease.\r\n \r\nNo food.\r\n",
            )
            .unwrap();
        assert_eq!(page.titles.heading, "Library rules");
        let texts: Vec<_> = page.pieces.iter().filter_map(Piece::as_text).collect();
        assert_eq!(texts, ["Be quiet, please.", "No food."]);
    }

    #[test]
    fn a_lone_line_is_text() {
        let page = TextReader.read("a.txt", b"Only this").unwrap();
        assert_eq!(page.titles.heading, "");
        assert_eq!(page.titles.window, "a");
        assert_eq!(page.pieces.len(), 1);
    }
}
