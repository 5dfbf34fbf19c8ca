//! Excerpts of a text around the words of a question.

use super::marks::{Found, find, utf16};
use crate::query::Matcher;
use crate::text::{begins_character, sentences};

/// Returns at most `max_characters` of the text, around the place with most of the question's
/// different words, and the marks of those words in UTF-16 code units.
///
/// The excerpt keeps words whole, begins with a sentence if possible, and has an ellipsis on each
/// side where text is left out; the ellipses are not counted in `max_characters`. White space
/// becomes single spaces. Without any word of the question it is the beginning of the text.
///
/// ```
/// use soru::generation::excerpt;
/// use soru::query::Matcher;
/// let (excerpt, marks) = excerpt("One two\n three four.", &Matcher::default(), 10);
/// assert_eq!((excerpt.as_str(), marks.len()), ("One two…", 0));
/// ```
pub fn excerpt(text: &str, matcher: &Matcher, max_characters: usize) -> (String, Vec<[u32; 2]>) {
    excerpt_around(text, &find(text, matcher), max_characters)
}

/// Like [`excerpt`], with the positions of the question's words given.
pub(crate) fn excerpt_around(
    text: &str,
    found: &[Found],
    max_characters: usize,
) -> (String, Vec<[u32; 2]>) {
    let plain = Plain::new(text);
    let moved = found.iter().map(|found| Found {
        start: plain.moved(found.start),
        end: plain.moved(found.end),
        ..*found
    });
    let found: Vec<Found> = moved.collect();
    let (start, end) = plain.window(&found, max_characters);
    plain.cut(start, end, &found)
}

/// A text with single spaces, measured in characters.
struct Plain {
    text: String,
    /// Byte offset of every character, and of the end.
    offsets: Vec<usize>,
    /// Byte offset of every character in the original text, where a space may be several.
    origins: Vec<usize>,
    /// Numbers of the characters that begin a sentence.
    sentences: Vec<usize>,
}

impl Plain {
    fn new(text: &str) -> Self {
        let mut starts = sentences(text)
            .into_iter()
            .map(|range| range.start)
            .peekable();
        let mut plain = Self {
            text: String::with_capacity(text.len()),
            offsets: Vec::with_capacity(text.len() + 1),
            origins: Vec::with_capacity(text.len()),
            sentences: Vec::new(),
        };
        let mut space = None;
        for (at, c) in text.char_indices() {
            if c.is_whitespace() {
                if !plain.text.is_empty() {
                    space.get_or_insert(at);
                }
                continue;
            }
            if let Some(space) = space.take() {
                plain.push(space, ' ');
            }
            if starts.next_if_eq(&at).is_some() {
                plain.sentences.push(plain.offsets.len());
            }
            plain.push(at, c);
        }
        plain.offsets.push(plain.text.len());
        plain
    }

    fn push(&mut self, origin: usize, c: char) {
        self.origins.push(origin);
        self.offsets.push(self.text.len());
        self.text.push(c);
    }

    fn len(&self) -> usize {
        self.offsets.len() - 1
    }

    /// Maps a byte offset of the original text to this one.
    fn moved(&self, origin: usize) -> usize {
        let character = self.origins.partition_point(|at| *at < origin);
        self.offsets[character]
    }

    /// Returns the number of the character at a byte offset.
    fn character(&self, offset: usize) -> usize {
        self.offsets.partition_point(|at| *at < offset)
    }

    fn is_space(&self, character: usize) -> bool {
        self.text.as_bytes().get(self.offsets[character]) == Some(&b' ')
    }

    /// Returns whether a script without spaces may be cut before a character.
    fn begins_character(&self, character: usize) -> bool {
        self.text[self.offsets[character]..].starts_with(begins_character)
    }

    /// Returns the range of characters to show.
    fn window(&self, found: &[Found], max: usize) -> (usize, usize) {
        if self.len() <= max {
            return (0, self.len());
        }
        let Some((first, last)) = self.densest(found, max) else {
            return (0, self.end(0, 0, max));
        };
        let start = self.start(first, last, max);
        (start, self.end(start, last, max))
    }

    /// Returns the smallest range of at most `max` characters with the largest weight of different
    /// words; the first of equals. One pass with two pointers.
    fn densest(&self, found: &[Found], max: usize) -> Option<(usize, usize)> {
        let terms = found.iter().map(|found| found.term + 1).max();
        let mut within = vec![0_usize; terms.unwrap_or_default()];
        let mut weight = 0.0;
        let mut left = 0;
        let mut best: Option<(f64, usize, usize)> = None;
        for right in found {
            within[right.term] += 1;
            if within[right.term] == 1 {
                weight += right.value;
            }
            let end = self.character(right.end);
            loop {
                let first = &found[left];
                let repeated = within[first.term] > 1;
                if !repeated && end.saturating_sub(self.character(first.start)) <= max {
                    break;
                }
                if std::ptr::eq(first, right) {
                    break;
                }
                left += 1;
                within[first.term] -= 1;
                if within[first.term] == 0 {
                    weight -= first.value;
                }
            }
            // Subtraction leaves rounding errors in the sums.
            if best.is_none_or(|(most, ..)| weight > most + 1e-9) {
                best = Some((weight, self.character(found[left].start), end));
            }
        }
        best.map(|(_, first, last)| (first, last))
    }

    /// Returns the start of an excerpt that includes `first..last`: at its sentence, else a few
    /// words before.
    fn start(&self, first: usize, last: usize, max: usize) -> usize {
        let earliest = last.saturating_sub(max).min(first);
        let own = self.sentences.partition_point(|at| *at <= first);
        let fits = |at: &&usize| **at >= earliest;
        let Some(own) = self.sentences[..own].last().filter(fits) else {
            return self.word_start(earliest.max(first.saturating_sub(max / 4)), first);
        };
        // Near the end of the text there is room for the sentences before.
        let reach = self.len() - max;
        if *own > reach {
            let at = self.sentences.partition_point(|at| *at < reach);
            return self.sentences[at];
        }
        *own
    }

    /// Returns the first word start from `from` on, or `limit` if none comes before it.
    fn word_start(&self, from: usize, limit: usize) -> usize {
        (from..limit)
            .find(|at| *at == 0 || self.is_space(at - 1) || self.begins_character(*at))
            .unwrap_or(limit)
    }

    /// Returns the end of the excerpt: after a whole word, but not before `last`.
    fn end(&self, start: usize, last: usize, max: usize) -> usize {
        let limit = (start + max).min(self.len());
        if limit == self.len() {
            return limit;
        }
        (last.max(start + 1)..=limit)
            .rev()
            .find(|at| self.is_space(*at) || self.begins_character(*at))
            .unwrap_or(limit)
    }

    fn cut(&self, start: usize, end: usize, found: &[Found]) -> (String, Vec<[u32; 2]>) {
        let (from, to) = (self.offsets[start], self.offsets[end]);
        let before = if start > 0 { "…" } else { "" };
        let after = if end < self.len() { "…" } else { "" };
        let excerpt = [before, &self.text[from..to], after].concat();
        let spans = found
            .iter()
            .map(|found| (found.start.max(from), found.end.min(to)))
            .filter(|(start, end)| start < end)
            .map(|(start, end)| (start - from + before.len(), end - from + before.len()));
        let marks = utf16(&excerpt, spans);
        (excerpt, marks)
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::tests::{marked, query};
    use super::*;

    fn of(text: &str, question: &str, max: usize) -> (String, Vec<String>) {
        let (excerpt, marks) = excerpt(text, &query(question, "tr").matcher("tr"), max);
        let marked = marked(&excerpt, &marks);
        (excerpt, marked)
    }

    #[test]
    fn a_short_text_is_kept_whole_with_single_spaces() {
        let (excerpt, marked) = of("  Staj\n\n 20  gün. ", "staj", 80);
        assert_eq!(excerpt, "Staj 20 gün.");
        assert_eq!(marked, ["Staj"]);
    }

    #[test]
    fn the_window_covers_most_different_words() {
        let text = "Staj vardır, staj iyidir. Bu cümle uzundur ve hiçbir şey söylemez. \
                    Staj ücreti ödenmez. Bundan sonra yine uzun bir cümle gelir.";
        let (excerpt, marked) = of(text, "staj ücreti", 30);
        assert_eq!(excerpt, "…Staj ücreti ödenmez. Bundan…");
        assert_eq!(marked, ["Staj", "ücreti"]);
    }

    #[test]
    fn a_text_without_spaces_is_cut_between_characters() {
        let text = "長い文の終わりの方にだけ学費という言葉があってまだ続いている";
        let (excerpt, marked) = of(text, "学費", 12);
        assert_eq!(excerpt, "…にだけ学費という言葉があ…");
        assert_eq!(marked, ["学費"]);
        let (excerpt, _) = of("ที่อยู่ของนักศึกษาใหม่ทุกคน", "", 9);
        assert_eq!(excerpt, "ที่อยู่ขอ…");
    }

    #[test]
    fn a_long_sentence_is_cut_at_a_word() {
        let text = "Çok uzun bir cümlenin en sonunda ancak ücret sözü geçer ve bitmez";
        let (excerpt, marked) = of(text, "ücret", 24);
        assert_eq!(excerpt, "…ancak ücret sözü geçer…");
        assert_eq!(marked, ["ücret"]);
    }

    #[test]
    fn an_excerpt_near_the_end_includes_earlier_sentences() {
        let text = "Bir uzun ilk cümle burada. İki kısa. Üç ücret.";
        assert_eq!(of(text, "ücret", 25).0, "…İki kısa. Üç ücret.");
    }

    #[test]
    fn without_matching_words_the_excerpt_is_the_beginning() {
        assert_eq!(of("Bir iki üç dört", "beş", 8).0, "Bir iki…");
        assert_eq!(of("", "beş", 8).0, "");
        assert_eq!(of("Bir", "bir", 0).0, "…");
    }

    #[test]
    fn a_word_longer_than_the_window_is_cut() {
        let (excerpt, marked) = of(&"ö".repeat(50), &"ö".repeat(50), 5);
        assert_eq!(excerpt, "ööööö…");
        assert_eq!(marked, ["ööööö"]);
    }

    #[cfg(not(target_arch = "wasm32"))]
    mod properties {
        use proptest::prelude::*;

        use super::*;

        proptest! {
            #[test]
            fn excerpts_respect_the_limit_and_marks_respect_characters(
                text in "([a-cğıİ🎓東のｶﾞที่ \u{301}]{0,5}[ \n.,'?!。-]{0,2}){0,40}|.{0,120}",
                question in "[a-cğıİ東のที่]{1,3}( [a-cğıİ]{1,3}){0,3}|.{0,9}",
                max in 0..60_usize,
            ) {
                let matcher = query(&question, "tr").matcher("tr");
                let (excerpt, marks) = excerpt(&text, &matcher, max);
                prop_assert!(excerpt.chars().count() <= max + 2);
                prop_assert!(marks.windows(2).all(|pair| pair[0][1] <= pair[1][0]));
                prop_assert!(marks.iter().all(|mark| mark[0] < mark[1]));
                // Fails if a mark ends between the surrogates of a character.
                marked(&excerpt, &marks);
            }
        }
    }
}
