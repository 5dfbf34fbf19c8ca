//! Finds citations in a model's text while it streams: `[1]`, `[1, 2]`, `[2-4]`, `[Source 1]`.
//!
//! An incomplete marker is held back, and so are the spaces before it. Code does not change.
//! Numbers of unknown sources are dropped. Every character is read once, and an unclosed marker
//! becomes text after [`LONGEST`] characters.

/// Maximum characters between the brackets of a marker.
const LONGEST: usize = 48;
/// Maximum spaces held back.
const MOST_SPACES: usize = 8;
/// The maximum number of digits of a source number; larger numbers are years and sums.
const MOST_DIGITS: usize = 3;

/// A part of the text, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shown {
    /// Text without markers.
    Text(String),
    /// A marker: the number of a source, counted from 1.
    Citation(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Code {
    None,
    /// The text is between lines of this mark, repeated at least this often.
    Fence(char, usize),
    /// The text is between this many backticks, until the end of the paragraph.
    Inline(usize),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Marker {
    None,
    /// The text follows a `[`.
    Open,
    /// The text follows a `]`; it is a link if `(` follows.
    Closed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// The line has only spaces.
    Blank,
    /// The line is the end of a fence, if nothing else follows.
    Closing,
    /// The line has other text.
    Text,
}

/// Finds citations.
#[derive(Debug)]
pub struct Citations {
    sources: usize,
    code: Code,
    marker: Marker,
    /// Spaces that are dropped together with a dropped marker.
    spaces: String,
    /// An incomplete marker, with its bracket.
    held: String,
    /// A sequence of backticks or tildes: the character, its count, and whether the sequence began
    /// its line.
    run: Option<(char, usize, bool)>,
    /// The number of spaces at the beginning of the line, if nothing else precedes; three at most.
    indent: Option<usize>,
    /// Content of the line so far.
    line: Line,
    escaped: bool,
    /// Whether an unfinished marker directly precedes, such as `[4` in `[4[9]]`: dropping the
    /// present marker would complete it.
    begun_before: bool,
    cited: Vec<bool>,
    unknown: usize,
    out: Vec<Shown>,
}

impl Citations {
    /// Creates a finder for this many sources.
    pub fn new(sources: usize) -> Self {
        Self {
            sources,
            code: Code::None,
            marker: Marker::None,
            spaces: String::new(),
            held: String::new(),
            run: None,
            indent: Some(0),
            line: Line::Blank,
            escaped: false,
            begun_before: false,
            cited: vec![false; sources],
            unknown: 0,
            out: Vec::new(),
        }
    }

    /// Returns the parts completed by further text.
    pub fn feed(&mut self, text: &str) -> Vec<Shown> {
        for c in text.chars() {
            self.character(c);
        }
        std::mem::take(&mut self.out)
    }

    /// Returns the text still held back.
    pub fn finish(&mut self) -> Vec<Shown> {
        match self.marker {
            Marker::Closed => self.accept(),
            _ => self.release(),
        }
        self.release_spaces();
        std::mem::take(&mut self.out)
    }

    /// Returns the numbers of the cited sources, in order.
    pub fn cited(&self) -> Vec<usize> {
        let cited = self.cited.iter().enumerate();
        cited
            .filter(|(_, cited)| **cited)
            .map(|(at, _)| at + 1)
            .collect()
    }

    /// Returns how many numbers of unknown sources were dropped.
    pub fn unknown(&self) -> usize {
        self.unknown
    }

    fn character(&mut self, c: char) {
        if self.marker == Marker::Open && self.continues(c) {
            return;
        }
        match self.marker {
            Marker::Open => {
                self.release();
                self.begun_before = c == '[';
            }
            Marker::Closed if c == '(' => self.release(),
            Marker::Closed => self.accept(),
            Marker::None => {}
        }
        self.end_run(c);
        let escaped = std::mem::take(&mut self.escaped);
        if self.code != Code::None || escaped {
            self.release_spaces();
            self.show(c);
        } else if c == '[' {
            self.marker = Marker::Open;
            self.held.push(c);
        } else if c == ' ' && self.spaces.len() < MOST_SPACES {
            self.spaces.push(c);
        } else {
            self.release_spaces();
            self.show(c);
            self.escaped = c == '\\';
        }
        self.place(c, escaped);
    }

    /// Returns whether a character may be part of a marker.
    fn continues(&mut self, c: char) -> bool {
        let fits =
            c.is_alphanumeric() || matches!(c, ',' | ';' | ' ' | '-' | '–' | '&' | '^' | ']');
        if !fits || self.held.len() > LONGEST {
            return false;
        }
        self.held.push(c);
        if c == ']' {
            self.marker = Marker::Closed;
        }
        true
    }

    /// Releases the held text, which is not a marker.
    fn release(&mut self) {
        self.marker = Marker::None;
        self.release_spaces();
        let held = std::mem::take(&mut self.held);
        if !held.is_empty() {
            (self.indent, self.line) = (None, Line::Text);
        }
        self.push_text(&held);
    }

    /// Accepts the held text as a marker, if it has numbers.
    fn accept(&mut self) {
        let inside = self.held.trim_matches(['[', ']']);
        let Some(numbers) = numbers(inside, self.sources) else {
            return self.release();
        };
        self.marker = Marker::None;
        self.held.clear();
        (self.indent, self.line) = (None, Line::Text);
        let known = |number: &&usize| (1..=self.sources).contains(*number);
        let known: Vec<usize> = numbers.iter().filter(known).copied().collect();
        self.unknown += numbers.len() - known.len();
        if known.is_empty() {
            self.spaces.clear();
            if self.begun_before {
                self.push_text(" ");
            }
            return;
        }
        self.begun_before = false;
        self.release_spaces();
        for number in known {
            self.cited[number - 1] = true;
            self.out.push(Shown::Citation(number));
        }
    }

    fn release_spaces(&mut self) {
        let spaces = std::mem::take(&mut self.spaces);
        self.push_text(&spaces);
    }

    fn show(&mut self, c: char) {
        self.begun_before = false;
        self.push_text(c.encode_utf8(&mut [0; 4]));
    }

    fn push_text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some(Shown::Text(last)) = self.out.last_mut() {
            last.push_str(text);
        } else {
            self.out.push(Shown::Text(text.to_owned()));
        }
    }

    /// Tracks the position of the next character on its line, and in a sequence of marks.
    fn place(&mut self, c: char, escaped: bool) {
        match c {
            '\n' => self.end_line(),
            ' ' | '\t' => {
                self.indent = self
                    .indent
                    .map(|indent| indent + 1)
                    .filter(|indent| *indent <= 3);
            }
            '`' | '~' if !escaped => {
                let (_, count, first) = self.run.unwrap_or((c, 0, self.indent.is_some()));
                self.run = Some((c, count + 1, first));
                self.line = Line::Text;
            }
            _ => (self.indent, self.line) = (None, Line::Text),
        }
    }

    fn end_line(&mut self) {
        let ends_fence = matches!(self.code, Code::Fence(..)) && self.line == Line::Closing;
        // Inline code ends with its paragraph, even if it was not closed.
        let ends_inline = matches!(self.code, Code::Inline(_)) && self.line == Line::Blank;
        if ends_fence || ends_inline {
            self.code = Code::None;
        }
        (self.indent, self.line) = (Some(0), Line::Blank);
    }

    /// Ends a sequence of backticks or tildes at another character.
    fn end_run(&mut self, next: char) {
        let Some((mark, count, first)) = self.run.filter(|(mark, ..)| *mark != next) else {
            return;
        };
        self.run = None;
        self.indent = None;
        match self.code {
            Code::None if first && count >= 3 => self.code = Code::Fence(mark, count),
            Code::None if mark == '`' => self.code = Code::Inline(count),
            Code::Inline(open) if mark == '`' && open == count => self.code = Code::None,
            Code::Fence(open, least) if first && mark == open && count >= least => {
                self.line = Line::Closing;
            }
            _ => {}
        }
    }
}

/// Returns the numbers in a marker; none if it is not a marker.
fn numbers(inside: &str, sources: usize) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    for item in inside.split([',', ';', '&']) {
        let item = without_word(item.trim());
        let (first, last) = item.split_once(['-', '–']).unwrap_or((item, item));
        let (first, last) = (number(first)?, number(without_word(last.trim()))?);
        if last < first {
            return None;
        }
        // For a range that exceeds the sources, one number represents the rest.
        found.extend(first..=last.min(sources.max(first) + 1));
    }
    Some(found)
}

/// Returns `1` for `Source 1`.
fn without_word(item: &str) -> &str {
    const WORDS: [&str; 8] = [
        "sources", "source", "Sources", "Source", "Kaynak", "kaynak", "SOURCE", "^",
    ];
    let known = WORDS.iter().find_map(|word| item.strip_prefix(word));
    known.unwrap_or(item).trim_start()
}

fn number(text: &str) -> Option<usize> {
    let text = text.trim();
    let fits = (1..=MOST_DIGITS).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|_| fits)
}

#[cfg(test)]
mod tests;
