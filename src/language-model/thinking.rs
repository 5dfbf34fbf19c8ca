//! Removes a model's thinking before its answer, between `<think>` and `</think>`.

use soru::text::place_in;

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// Removes the thinking at the beginning of a streamed text.
#[derive(Debug, Default)]
pub(super) struct Thinking {
    state: State,
    /// The possible beginning of a mark.
    held: String,
}

#[derive(Debug, Default, Clone, Copy, PartialEq)]
enum State {
    #[default]
    Begins,
    Thinks,
    Answers,
}

impl Thinking {
    pub(super) fn feed(&mut self, text: &str) -> String {
        if self.state == State::Answers {
            return text.to_owned();
        }
        self.held.push_str(text);
        if self.state == State::Begins {
            let bare = self.held.trim_start();
            if OPEN.starts_with(bare) {
                return String::new();
            }
            if !bare.starts_with(OPEN) {
                self.state = State::Answers;
                return std::mem::take(&mut self.held);
            }
            self.state = State::Thinks;
        }
        if let Some(at) = place_in(&self.held, CLOSE) {
            self.state = State::Answers;
            let held = std::mem::take(&mut self.held);
            return held[at + CLOSE.len()..].trim_start().to_owned();
        }
        // Only a possible beginning of the end mark is kept.
        let mut keep = self.held.len().saturating_sub(CLOSE.len() - 1);
        while !self.held.is_char_boundary(keep) {
            keep -= 1;
        }
        self.held.drain(..keep);
        String::new()
    }

    /// Returns held text that looked like the beginning of thinking but was not.
    pub(super) fn finish(&mut self) -> String {
        let held = std::mem::take(&mut self.held);
        if self.state == State::Begins {
            held
        } else {
            String::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r34_thinking_is_not_part_of_the_answer() {
        for (text, answer) in [
            ("<think>Hm, ğ < 5?</think>\n\nYes.", "Yes."),
            ("\n<think></think>Yes.", "Yes."),
            ("Yes <think>no</think>", "Yes <think>no</think>"),
            ("<thin", "<thin"),
            ("<think>never ends", ""),
            ("<p>", "<p>"),
        ] {
            for length in 1..=text.len() {
                let mut thinking = Thinking::default();
                let mut found = String::new();
                let chars: Vec<char> = text.chars().collect();
                for piece in chars.chunks(length) {
                    found += &thinking.feed(&piece.iter().collect::<String>());
                }
                found += &thinking.finish();
                // White space after the mark may come with a later piece.
                assert_eq!(
                    found.trim_start(),
                    answer.trim_start(),
                    "{text} by {length}"
                );
            }
        }
    }
}
