//! Makes the tokens of a run: words, and second readings of them.

use super::super::scripts::characters;
use super::super::{Language, is_alphabetic, lower};
use super::apostrophe::{elided, without_article, without_seeming_article, without_suffix};
use super::dotted::is_dotted;
use super::numbers::{
    date_in_figures, date_in_words, is_digits, number, ordinal, ordinal_word, range_end,
};
use super::parts::{
    Piece, belongs, code_parts, is_code, is_name, is_short_form, joined, sides, split,
};
use super::runs::{Run, begins_word, graded, is_apostrophe, is_initial};
use super::signs::{signs, unit};
use super::split_compounds::spaced_numbers;
use super::token::{Token, TokenKind};

/// Longer runs of letters are data, not words; they are cut so that no token is unbounded.
const LONGEST_TOKEN: usize = 64;

/// Minimum number of digits of numbers that are also joined at hyphens; their parts are tokens in
/// any case. With fewer digits, the joined number would be another number (`5-10` is not 510); with
/// more, it is a telephone number or a range.
const FEWEST_JOINED_DIGITS: usize = 7;

/// Makes the tokens of runs in sequence.
pub(super) struct Emitter<'t> {
    text: &'t str,
    language: Language,
    tokens: Vec<Token>,
    position: u32,
    /// The two previous runs, the last one second.
    before: [(usize, usize); 2],
}

impl<'t> Emitter<'t> {
    pub(super) fn new(text: &'t str, language: Language) -> Self {
        Self {
            text,
            language,
            tokens: Vec::with_capacity(text.len() / 6),
            position: 0,
            before: [(0, 0); 2],
        }
    }

    pub(super) fn into_tokens(self) -> Vec<Token> {
        self.tokens
    }

    /// Converts the signs between two runs to words.
    pub(super) fn signs(&mut self, from: usize, to: usize) {
        for (at, length, word) in signs(self.text, from, to, self.language) {
            self.word(word, at, at + length);
        }
    }

    pub(super) fn run(&mut self, run: Run) {
        let Run {
            start,
            end,
            is_plain,
            is_unspaced,
        } = run;
        let run = &self.text[start..end];
        if is_unspaced {
            return self.pairs(run, start);
        }
        if is_plain {
            return self.letters(run, start, end);
        }
        if let Some((letters, sign)) = graded(run) {
            return self.grade(letters, sign, start, end);
        }
        for (side, from, to) in sides(run, start, self.language) {
            let elided = elided(side, self.language);
            let kept = without_suffix(&side[elided..], self.language);
            self.side(kept, from + elided, to);
        }
    }

    /// Adds a run that consists of letters, as most runs do: it is one word without parts.
    fn letters(&mut self, run: &str, start: usize, end: usize) {
        let mut text = lower(without_article(run), self.language);
        if let Some(unit) = unit(&text, self.language) {
            unit.clone_into(&mut text);
        }
        self.push_spelt(text, start, end, self.position, TokenKind::Word);
        self.position += 1;
        if let Some(figure) = ordinal_word(run) {
            self.extra(figure, start, end);
        }
        if let Some(bare) = without_seeming_article(without_article(run)) {
            self.extra(bare, start, end);
        }
        self.neighbours(run, start, end);
        self.before = [self.before[1], (start, end)];
    }

    /// Adds a grade with a sign. Without the sign, it is still the letter that visitors may type.
    fn grade(&mut self, letters: &str, sign: char, start: usize, end: usize) {
        self.word(&format!("{letters}{sign}"), start, end);
        self.extra(letters, start, start + letters.len());
        self.before = [(0, 0); 2];
    }

    /// Adds every pair of characters as a word, and every character as a second reading, so that a
    /// single character matches. A single character alone is a word.
    fn pairs(&mut self, run: &str, start: usize) {
        let starts = characters(run);
        for (number, own) in starts.windows(2).enumerate() {
            let [from, to] = [own[0], own[1]];
            let pair = starts.get(number + 2);
            if pair.is_some() || number == 0 {
                let end = *pair.unwrap_or(&to);
                self.word(&run[from..end], start + from, start + end);
            }
            if starts.len() > 2 {
                self.extra(&run[from..to], start + from, start + to);
            }
        }
        self.before = [(0, 0); 2];
    }

    /// Adds a run, or the part of it on one side of a slash.
    fn side(&mut self, kept: &str, start: usize, end: usize) {
        let pieces = split(kept, start);
        let figures = kept.contains(|c: char| c.is_ascii_digit());
        let letters = kept.contains(is_alphabetic);
        if let Some(date) = date_in_figures(kept, self.language) {
            self.word(&date.text(), start, end);
            for word in date.words(self.language) {
                self.extra(&word, start, end);
            }
        } else if let [(piece, ..)] = pieces.as_slice() {
            self.single(piece, start, end);
        } else if figures && letters && is_code(&pieces) {
            self.code(&pieces, start, end);
        } else if is_short_form(&pieces) {
            self.word(&joined(&pieces), start, end);
            self.extra(pieces[1].0, pieces[1].1, end);
        } else if figures && !letters {
            self.figures(&pieces, start, end);
        } else {
            self.compound(&pieces, start, end);
        }
        self.sharing(&pieces);
        self.grouped(kept, start, end);
        self.neighbours(kept, start, end);
        self.before = [self.before[1], (start, start + kept.len())];
    }

    /// Adds a run without hyphens.
    fn single(&mut self, run: &str, start: usize, end: usize) {
        if let Some(figures) = ordinal(run) {
            return self.word(figures, start, end);
        }
        self.word(run, start, end);
        if let Some(figure) = ordinal_word(run) {
            self.extra(figure, start, end);
        }
        let Some((first, rest)) = code_parts(run) else {
            return self.plain_number(run, start, end);
        };
        let named = is_name(first) || (is_digits(first) && rest.len() > 1);
        self.part(first, named, start, end);
        self.part(rest, named, start, end);
    }

    /// Adds a code such as `H-1B`: one word with its parts as extras, the same as the extras of
    /// `H1B`.
    fn code(&mut self, pieces: &[Piece<'_>], start: usize, end: usize) {
        let whole = joined(pieces);
        self.word(&whole, start, end);
        let named = pieces.iter().any(|(piece, ..)| is_name(piece));
        for (piece, from, to) in pieces {
            self.part(piece, named, *from, *to);
        }
    }

    /// Adds the second code of `CSE101/102`, which omits the letters of both.
    fn sharing(&mut self, pieces: &[Piece<'_>]) {
        let first = pieces.first().and_then(|(first, ..)| code_parts(first));
        let Some((letters, figures)) = first.filter(|(_, figures)| is_digits(figures)) else {
            return;
        };
        for (piece, from, to) in &pieces[1..] {
            let beside_a_slash = self.text[..*from].ends_with('/');
            if beside_a_slash && is_digits(piece) && piece.len() == figures.len() {
                self.extra(&format!("{letters}{piece}"), *from, *to);
            }
        }
    }

    /// Adds a part of a code. A single letter is not added, and a single figure only beside a word:
    /// `madde-5`, `5kg`.
    fn part(&mut self, part: &str, named: bool, start: usize, end: usize) {
        if part.chars().count() > 1 || (named && is_digits(part)) {
            self.extra(part, start, end);
        }
    }

    /// Adds numbers such as `2026-27` and `10-15`.
    fn figures(&mut self, pieces: &[Piece<'_>], start: usize, end: usize) {
        let whole: Vec<String> = match pieces {
            [(first, ..), (second, ..)] => {
                let last = range_end(first, second)
                    .map_or_else(|| (*second).to_owned(), |year| year.to_string());
                vec![(*first).to_owned(), last]
            }
            _ => pieces
                .iter()
                .map(|(piece, ..)| (*piece).to_owned())
                .collect(),
        };
        for (i, (full, (written, from, to))) in whole.iter().zip(pieces).enumerate() {
            let to = if i + 1 == pieces.len() { end } else { *to };
            self.word(full, *from, to);
            if full == written {
                self.plain_number(written, *from, to);
            } else {
                self.extra(written, *from, to);
            }
        }
        let joined = whole.concat();
        if is_digits(&joined) && joined.len() >= FEWEST_JOINED_DIGITS {
            self.extra(&joined, start, end);
        }
    }

    /// Adds the words of a compound (`add-drop`), and the joined word as an extra.
    fn compound(&mut self, pieces: &[Piece<'_>], start: usize, end: usize) {
        let last = pieces.len().saturating_sub(1);
        for (i, (piece, from, to)) in pieces.iter().enumerate() {
            self.word(piece, *from, if i == last { end } else { *to });
        }
        if !pieces.is_empty() {
            self.extra(&joined(pieces), start, end);
        }
    }

    /// Adds a number written in groups of figures, `385 000`, and the forms of a telephone number,
    /// unless the run itself is that number.
    fn grouped(&mut self, kept: &str, start: usize, end: usize) {
        let known = self.tokens.iter().rposition(|token| token.start < start);
        let known = known.map_or(0, |before| before + 1);
        for (from, figures) in spaced_numbers(self.text, start, start + kept.len()) {
            if self.tokens[known..]
                .iter()
                .all(|token| token.text != figures)
            {
                self.extra(&figures, from, end);
            }
        }
    }

    /// Adds the words that a run forms with the ones before it: `H 1B`, `e mail`, `1 Mayıs 2026`.
    fn neighbours(&mut self, run: &str, start: usize, end: usize) {
        let [first, second] = self.before;
        let text = self.text;
        let previous = &text[second.0..second.1];
        if previous.is_empty() {
            return;
        }
        if matches!(&text[second.1..start], " " | "\u{a0}") && belongs(previous, run) {
            self.extra(&format!("{previous}{run}"), second.0, end);
        }
        if is_dotted(text, second, (start, start + run.len())) {
            self.extra(&format!("{previous}{run}"), second.0, end);
        }
        if !run.starts_with(|c: char| c.is_ascii_digit()) {
            return;
        }
        let near = |from: usize, to: usize| {
            let between = &text[from..to];
            between.len() <= 4
                && between
                    .chars()
                    .all(|c| matches!(c, ' ' | '\u{a0}' | ',' | '.'))
        };
        let dated = first.1 > first.0 && near(first.1, second.0) && near(second.1, start);
        if dated && let Some(date) = date_in_words([&text[first.0..first.1], previous, run]) {
            self.extra(&date.text(), first.0, end);
        }
    }

    fn word(&mut self, text: &str, start: usize, end: usize) {
        self.push(text, start, end, self.position, TokenKind::Word);
        self.position += 1;
    }

    fn extra(&mut self, text: &str, start: usize, end: usize) {
        let position = self.position.saturating_sub(1);
        self.push(text, start, end, position, TokenKind::Extra);
    }

    fn plain_number(&mut self, run: &str, start: usize, end: usize) {
        if !run.starts_with(|c: char| c.is_ascii_digit()) {
            return;
        }
        if let Some(plain) = number(run).plain {
            self.extra(&plain, start, end);
        }
    }

    fn push(&mut self, text: &str, start: usize, end: usize, position: u32, kind: TokenKind) {
        // A piece that consists of marks has no letter to match.
        if !text.contains(begins_word) {
            return;
        }
        let mut text = lower(text, self.language);
        // This handles `don't`, and names such as `O'Brien-Smith`.
        text.retain(|c| !is_apostrophe(c));
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            text = number(&text).text;
        } else if is_initial(&text) {
            text.retain(|c| c != '.');
        } else if let Some(unit) = unit(&text, self.language) {
            unit.clone_into(&mut text);
        }
        self.push_spelt(text, start, end, position, kind);
    }

    fn push_spelt(
        &mut self,
        mut text: String,
        start: usize,
        end: usize,
        position: u32,
        kind: TokenKind,
    ) {
        if text.len() > LONGEST_TOKEN
            && let Some((cut, _)) = text.char_indices().nth(LONGEST_TOKEN)
        {
            text.truncate(cut);
        }
        self.tokens.push(Token {
            text,
            start,
            end,
            position,
            kind,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::runs::is_plain;
    use super::*;

    // The fast path for runs of letters must give the same result as the path for all runs.
    #[test]
    fn runs_of_letters_give_the_same_tokens_in_the_short_and_the_long_way() {
        let long = "ğü".repeat(35);
        let text = format!(
            "Kilometres KM kilometre euro Euros percent per cent third Third birinci ilk first e mail E MAIL I II İ \
             ISPARTA İzmir ılık IŞIK Straße Ǆ ﬁne ΣΟΦΟΣ é {long} a H DS x"
        );
        for language in [Language::Turkish, Language::English, Language::Other] {
            let mut ways = [Emitter::new(&text, language), Emitter::new(&text, language)];
            let mut from = 0;
            for run in text.split(' ') {
                let to = from + run.len();
                if is_plain(run) {
                    ways[0].letters(run, from, to);
                } else {
                    ways[0].side(run, from, to);
                }
                ways[1].side(run, from, to);
                from = to + 1;
            }
            let [short, long] = ways.map(Emitter::into_tokens);
            assert!(short.len() > 30, "{short:?}");
            assert_eq!(short, long);
        }
    }
}
