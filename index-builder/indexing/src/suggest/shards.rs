//! Divides questions into shards by the first letters of their words.
//!
//! A shard has at most 16 KB, since a visitor who types waits for it. Letters with more questions
//! lead to the best of these, and one more letter leads to the others. Neighbouring letters with
//! few questions share a shard, so that there are few files.

use std::collections::BTreeSet;

use soru::text::{Language, StopWords, beginnings};

use super::PreparedQuestion;

/// Maximum size of a shard before it is compressed, in bytes: 16 KB with the name of its section.
pub(super) const MOST_BYTES: usize = 16_000;
/// Bytes of a shard besides its questions: the fields' headers and the tags of the languages.
const FRAME_BYTES: usize = 400;
/// Bytes of a question besides its text: lengths, language, turn and the number of its section.
const ROW_BYTES: usize = 8;
/// Maximum number of letters that lead to a shard.
const MOST_LETTERS: usize = 12;

/// Shards, and the letters that lead to them.
#[derive(Debug, Default)]
pub(super) struct Shards {
    rows: Vec<(String, usize)>,
    /// Numbers of questions, ascending.
    shards: Vec<BTreeSet<usize>>,
}

/// The letters that lead to a question.
type Lead = (Vec<char>, usize);

impl Shards {
    /// Divides questions, the best of which are first.
    pub(super) fn new(questions: &[PreparedQuestion]) -> Self {
        let mut leads: Vec<Lead> = Vec::new();
        for (number, question) in questions.iter().enumerate() {
            leads.extend(letters(question).into_iter().map(|own| (own, number)));
        }
        leads.sort_unstable();
        leads.dedup();
        let mut shards = Self::default();
        let all: BTreeSet<usize> = (0..questions.len()).collect();
        if size(questions, &all) <= MOST_BYTES {
            shards.close("", all);
        } else {
            shards.close("", best(questions, &by_turn(questions)));
            shards.divide(questions, &leads, 0);
            shards.rows.sort_unstable();
        }
        shards
    }

    pub(super) fn len(&self) -> usize {
        self.shards.len()
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = (&str, usize)> {
        self.rows
            .iter()
            .map(|(letters, shard)| (&**letters, *shard))
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &BTreeSet<usize>> {
        self.shards.iter()
    }

    fn close(&mut self, letters: &str, shard: BTreeSet<usize>) {
        self.rows.push((letters.to_owned(), self.shards.len()));
        self.shards.push(shard);
    }

    /// Divides words that agree in their first `depth` letters by the next one.
    fn divide(&mut self, questions: &[PreparedQuestion], leads: &[Lead], depth: usize) {
        let longer = leads.iter().position(|(letters, _)| letters.len() > depth);
        let longer = &leads[longer.unwrap_or(leads.len())..];
        let mut open: (Vec<String>, BTreeSet<usize>) = Default::default();
        for same in longer.chunk_by(|one, other| one.0[depth] == other.0[depth]) {
            let letters: String = same[0].0[..=depth].iter().collect();
            let own: BTreeSet<usize> = same.iter().map(|(_, number)| *number).collect();
            if size(questions, &own) > MOST_BYTES {
                self.close(
                    &letters,
                    best(questions, &own.into_iter().collect::<Vec<_>>()),
                );
                self.divide(questions, same, depth + 1);
                continue;
            }
            let both: BTreeSet<usize> = open.1.union(&own).copied().collect();
            if size(questions, &both) > MOST_BYTES {
                self.close_all(std::mem::take(&mut open));
                open.1 = own;
            } else {
                open.1 = both;
            }
            open.0.push(letters);
        }
        self.close_all(open);
    }

    fn close_all(&mut self, (letters, shard): (Vec<String>, BTreeSet<usize>)) {
        if letters.is_empty() {
            return;
        }
        let number = self.shards.len();
        self.rows
            .extend(letters.into_iter().map(|own| (own, number)));
        self.shards.push(shard);
    }
}

/// Returns the first of these questions, as many as a shard has room for.
fn best(questions: &[PreparedQuestion], numbers: &[usize]) -> BTreeSet<usize> {
    let mut room = MOST_BYTES - FRAME_BYTES;
    let fits = |number: &&usize| {
        let left = room.checked_sub(row_size(&questions[**number]));
        room = left.unwrap_or(room);
        left.is_some()
    };
    numbers.iter().take_while(fits).copied().collect()
}

/// Returns the numbers of all questions: the first question of every page, then the second.
fn by_turn(questions: &[PreparedQuestion]) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..questions.len()).collect();
    numbers.sort_by_key(|number| questions[*number].turn);
    numbers
}

fn size(questions: &[PreparedQuestion], numbers: &BTreeSet<usize>) -> usize {
    let rows = numbers.iter().map(|number| row_size(&questions[*number]));
    rows.sum::<usize>() + FRAME_BYTES
}

fn row_size(question: &PreparedQuestion) -> usize {
    question.text.len() + question.valid_until.len() + ROW_BYTES
}

/// Returns the letters that lead to a question: the first letters of its words except stop words,
/// and of its first word.
fn letters(question: &PreparedQuestion) -> Vec<Vec<char>> {
    let language = Language::from_tag(&question.lang);
    let own = beginnings(&question.text).into_iter().enumerate();
    let own = own.filter(|(place, own)| {
        let is_stop_word = || {
            let word = String::from_iter(&own.letters);
            own.is_whole && StopWords::built_in().contains(&word, language)
        };
        own.leads && (*place == 0 || !is_stop_word())
    });
    own.map(|(_, mut own)| {
        own.letters.truncate(MOST_LETTERS);
        own.letters
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn questions(texts: impl Iterator<Item = String>) -> Vec<PreparedQuestion> {
        let question = |(turn, text)| PreparedQuestion {
            text,
            lang: "en".into(),
            turn: u8::try_from(turn).unwrap_or(u8::MAX),
            ..PreparedQuestion::default()
        };
        texts.enumerate().map(question).collect()
    }

    fn of<'s>(shards: &'s Shards, letters: &str) -> Option<&'s BTreeSet<usize>> {
        let mut rows = shards.rows();
        let (_, shard) = rows.find(|(own, _)| *own == letters)?;
        Some(&shards.shards[shard])
    }

    #[test]
    fn r11_few_questions_are_one_shard_to_which_nothing_leads() {
        let few = questions(["How do I pay?".to_owned()].into_iter());
        let shards = Shards::new(&few);
        assert_eq!(shards.rows().collect::<Vec<_>>(), [("", 0)]);
    }

    #[test]
    fn r11_every_shard_has_at_most_16_kb_and_every_question_is_under_each_of_its_words() {
        let places = ["lake", "library", "office", "garden", "lab", "bar"];
        let text = |n: usize| format!("How do I reach the {} of house w{n}?", places[n % 6]);
        let many = questions((0..2000).map(text));
        let shards = Shards::new(&many);
        assert!(shards.len() > 10);
        for shard in shards.all() {
            assert!(size(&many, shard) <= MOST_BYTES);
        }
        for (letter, place) in [("g", 3), ("o", 2)] {
            let own = of(&shards, letter).unwrap();
            let only = own.iter().all(|number| number % 6 == place);
            assert!(only, "{letter}: no other place, and no stop word");
        }
        let exact = shards.rows().filter(|(own, _)| "w1234".starts_with(own));
        let (letters, shard) = exact.last().unwrap();
        assert!(letters.len() > 2 && shards.shards[shard].contains(&1234));
        assert_eq!(of(&shards, "").unwrap().first(), Some(&0));
    }

    #[test]
    fn r11_a_question_in_any_script_is_under_the_characters_that_begin_its_words() {
        let mut own =
            questions(["学生ビザの申請".to_owned(), "Ücret İadesi".to_owned()].into_iter());
        own[1].lang = "tr".into();
        let first =
            |at: usize| -> Vec<char> { letters(&own[at]).into_iter().map(|own| own[0]).collect() };
        assert_eq!(first(0), ['学', '生', 'び', '申', '請']);
        assert_eq!(first(1), ['u', 'i']);
    }
}
