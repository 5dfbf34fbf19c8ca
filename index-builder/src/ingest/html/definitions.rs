//! Definition lists: a term and its meaning on one line, `term: definition`.

/// A definition list being read.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    terms: Vec<String>,
    /// Whether a definition followed the terms.
    is_defined: bool,
    in_term: bool,
    /// Whether the next text starts a definition and needs the terms in front.
    opens: bool,
}

impl Definitions {
    pub(super) fn open_term(&mut self) {
        if self.is_defined {
            *self = Self::default();
        }
        self.in_term = true;
    }

    pub(super) fn close_term(&mut self) {
        self.in_term = false;
    }

    pub(super) fn open_definition(&mut self) {
        self.is_defined = true;
        self.opens = true;
    }

    /// Keeps a term for its definition; puts the terms before a definition's first text; gives
    /// any other text back as it is.
    pub(super) fn take(&mut self, text: String) -> Option<String> {
        if self.in_term {
            self.terms.push(text.replace('\n', " "));
            return None;
        }
        if std::mem::take(&mut self.opens) && !self.terms.is_empty() {
            let terms = self.terms.join(", ");
            return Some(format!("{}: {text}", terms.trim_end_matches(':')));
        }
        Some(text)
    }

    /// Terms that were never defined.
    pub(super) fn undefined(self) -> Vec<String> {
        if self.is_defined {
            Vec::new()
        } else {
            self.terms
        }
    }
}
