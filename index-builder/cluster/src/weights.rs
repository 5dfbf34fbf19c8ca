//! Fields of a chunk's terms, and the weights of a question's terms in them.
//!
//! Queries of both engines use these weights. On gtu-regulations and mtrag-govt they beat the
//! engines' own analysers of Turkish and English by .03 to .05 nDCG@10.

/// A field of a chunk, in the order of the index's postings.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The beginning of its name in the engines.
    pub name: &'static str,
    /// The weight of a match in it.
    pub weight: f64,
}

/// The fields.
pub const FIELDS: [Field; 4] = [
    Field {
        name: "body",
        weight: 1.0,
    },
    Field {
        name: "headings",
        weight: 0.3,
    },
    Field {
        name: "title",
        weight: 0.3,
    },
    Field {
        name: "questions",
        weight: 1.0,
    },
];

/// The place of headings among the fields.
pub(crate) const HEADINGS: usize = 1;

/// A form of a word: the word itself, its stem, its first letters.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// The end of the field's name.
    pub suffix: &'static str,
    /// The weight of a match in it.
    pub weight: f64,
}

/// The forms: a stricter match also counts in the looser forms.
pub const FORMS: [Form; 3] = [
    Form {
        suffix: "w",
        weight: 0.4,
    },
    Form {
        suffix: "s",
        weight: 0.6,
    },
    Form {
        suffix: "p",
        weight: 0.6,
    },
];

/// The place of the word itself among the forms.
pub(crate) const SURFACE: usize = 0;

/// Returns the name of the field with a form of its words.
#[must_use]
pub fn name(field: Field, form: Form) -> String {
    format!("{}_{}", field.name, form.suffix)
}

/// Returns the names of all fields of terms.
pub fn names() -> impl Iterator<Item = String> {
    FIELDS
        .iter()
        .flat_map(|field| FORMS.iter().map(|form| name(*field, *form)))
}

/// The field of fold keys, by which spellings are found. No score counts it.
pub const FOLDS: &str = "folds";
