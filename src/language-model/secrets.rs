//! Keeps keys out of everything that is built from a server's reply: a server may repeat the
//! request in an error, or a model may be tricked into repeating its input.

/// The text that replaces a key.
const MASK: &str = "***";
/// The minimum length of a key; shorter words are not keys, and would be masked in ordinary text.
const SHORTEST: usize = 4;

/// The keys of a request, and the end of a streamed text that may be the beginning of one.
#[derive(Debug, Default)]
pub(super) struct Secrets {
    keys: Vec<String>,
    held: String,
}

impl Secrets {
    pub(super) fn new(mut keys: Vec<String>) -> Self {
        keys.retain(|key| key.len() >= SHORTEST);
        let held = String::new();
        Self { keys, held }
    }

    /// Masks the keys in further text of a stream. A possible beginning of a key is held back.
    pub(super) fn feed(&mut self, text: &str) -> String {
        self.held.push_str(text);
        self.take(false)
    }

    /// Returns the text that was held back.
    pub(super) fn finish(&mut self) -> String {
        self.take(true)
    }

    /// Masks the keys in a message, even if it was cut off within a key.
    pub(super) fn masked(&self, message: &str) -> String {
        let mut cut = Self::new(self.keys.clone());
        let settled = cut.feed(message);
        let begun = cut.held.len();
        let rest = cut.finish();
        let is_cut = begun >= SHORTEST && begun == rest.len();
        settled + if is_cut { MASK } else { &rest }
    }

    fn take(&mut self, is_over: bool) -> String {
        let mut out = String::new();
        loop {
            let begun = if is_over { 0 } else { self.begun() };
            let settled = self.held.len() - begun;
            match self.first() {
                // A key that begins before it may contain it.
                Some((at, length)) if at < settled => {
                    out.push_str(&self.held[..at]);
                    out.push_str(MASK);
                    self.held = self.held.split_off(at + length);
                }
                _ => {
                    let begun = self.held.split_off(settled);
                    out.push_str(&std::mem::replace(&mut self.held, begun));
                    return out;
                }
            }
        }
    }

    /// Returns the place and the length of the first key in the held text.
    fn first(&self) -> Option<(usize, usize)> {
        let mut first = None;
        for key in &self.keys {
            let mut places = self.held.as_bytes().windows(key.len());
            let found = places.position(|place| place == key.as_bytes());
            let is_before =
                |at| first.is_none_or(|(other, length)| (at, length) < (other, key.len()));
            if let Some(at) = found.filter(|at| is_before(*at)) {
                first = Some((at, key.len()));
            }
        }
        first
    }

    /// Returns the length of the longest end of the held text that begins a key.
    fn begun(&self) -> usize {
        let begun = |key: &String| {
            let longest = self.held.len().min(key.len() - 1);
            let mut lengths = (1..=longest).rev().filter(|at| key.is_char_boundary(*at));
            lengths.find(|length| self.held.ends_with(&key[..*length]))
        };
        self.keys.iter().filter_map(begun).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "sk-ğ1-sk-ğ2";

    fn keys() -> Secrets {
        Secrets::new(vec![
            "abcd".into(),
            KEY.into(),
            format!("Basic {KEY}"),
            "no".into(),
        ])
    }

    fn streamed(text: &str, length: usize) -> String {
        let mut secrets = keys();
        let chars: Vec<char> = text.chars().collect();
        let pieces = chars.chunks(length);
        let out: String = pieces
            .map(|piece| secrets.feed(&piece.iter().collect::<String>()))
            .collect();
        out + &secrets.finish()
    }

    #[test]
    fn a_key_is_masked_however_the_text_is_cut() {
        for (text, shown) in [
            (format!("It is {KEY}."), "It is ***."),
            (format!("{KEY}{KEY} abcd"), "****** ***"),
            (format!("sk-ğ1-{KEY}"), "sk-ğ1-***"),
            (format!("Basic {KEY} no"), "*** no"),
            ("Basic sk-ğ1 abcd".to_owned(), "Basic sk-ğ1 ***"),
            ("sk-ğ1-sk-ğ3".to_owned(), "sk-ğ1-sk-ğ3"),
            ("ends in sk-ğ1-".to_owned(), "ends in sk-ğ1-"),
        ] {
            for length in 1..=text.len() {
                assert_eq!(streamed(&text, length), shown, "{text} by {length}");
            }
        }
    }

    #[test]
    fn the_beginning_of_a_key_at_the_end_of_a_cut_message_is_masked() {
        assert_eq!(keys().masked(&format!("bad key {KEY}!")), "bad key ***!");
        assert_eq!(keys().masked("bad key sk-ğ1-s"), "bad key ***");
        assert_eq!(keys().masked("tasks"), "tasks");
        assert_eq!(keys().masked(""), "");
    }
}
