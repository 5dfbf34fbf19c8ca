//! Keeps the questions that continue the text best, and chooses a few of them.

use super::typed::Rank;
use crate::index::format::SuggestedQuestion;

/// The questions of the least tier so far.
#[derive(Debug, Default)]
pub(super) struct Ranked<'s> {
    tier: u16,
    entries: Vec<Entry<'s>>,
}

#[derive(Debug)]
struct Entry<'s> {
    place: u8,
    /// Number of chosen questions with an answer in the same section.
    chosen: usize,
    question: SuggestedQuestion<'s>,
}

impl<'s> Ranked<'s> {
    /// Adds a question, if no better tier has one.
    pub(super) fn offer(&mut self, rank: Rank, question: SuggestedQuestion<'s>) {
        if rank.tier < self.tier || self.entries.is_empty() {
            self.entries.clear();
            self.tier = rank.tier;
        }
        if rank.tier == self.tier {
            self.entries.push(Entry {
                place: rank.place,
                chosen: 0,
                question,
            });
        }
    }

    /// Returns the best questions, each once, the first of equals first. As several questions of
    /// one section have the same answer, sections take turns.
    pub(super) fn into_best(mut self, limit: usize) -> Vec<SuggestedQuestion<'s>> {
        let mut best: Vec<SuggestedQuestion<'s>> = Vec::new();
        while best.len() < limit {
            let next = { self.entries.iter() }.min_by_key(|own| (own.place, own.chosen));
            let Some(next) = next.map(|own| own.question) else {
                break;
            };
            best.push(next);
            self.entries.retain(|own| own.question.text != next.text);
            for own in &mut self.entries {
                own.chosen += usize::from(own.question.section == next.section);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(offered: &[(u16, u8, &'static str, u32)], limit: usize) -> Vec<&'static str> {
        let mut ranked = Ranked::default();
        for (tier, place, text, section) in offered.iter().copied() {
            let question = SuggestedQuestion {
                text,
                section,
                ..SuggestedQuestion::default()
            };
            ranked.offer(Rank { tier, place }, question);
        }
        let best = ranked.into_best(limit).into_iter();
        best.map(|own| own.text).collect()
    }

    #[test]
    fn r11_questions_of_the_least_tier_are_kept_in_order_and_each_once() {
        let offered = [
            (5, 0, "a", 1),
            (3, 1, "b", 2),
            (9, 0, "c", 3),
            (3, 0, "d", 4),
            (3, 1, "b", 2),
            (3, 0, "e", 5),
        ];
        assert_eq!(best(&offered, 9), ["d", "e", "b"]);
        assert_eq!(best(&offered, 1), ["d"]);
    }

    #[test]
    fn r11_a_section_has_a_second_question_only_where_another_has_none() {
        let offered = [(0, 0, "a", 1), (0, 0, "b", 1), (0, 0, "c", 2)];
        assert_eq!(best(&offered, 2), ["a", "c"]);
        assert_eq!(best(&offered, 3), ["a", "c", "b"]);
    }
}
