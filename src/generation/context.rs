//! What a language model is given to answer from: numbered sources and the question.
//!
//! No model is called here, and none is needed for an answer.

use std::fmt::Write as _;
use std::num::NonZeroUsize;

use crate::error::{Error, Result};
use crate::hit::Hit;
use crate::ordered::Map;
use crate::text::Language;

const PATH: &str = "context";

crate::settings! {
    /// What a language model is told.
    pub struct ContextSettings {
        /// How many chunks it gets at most.
        pub chunks: NonZeroUsize = const { NonZeroUsize::new(5).unwrap() },
        /// How many characters of them it gets at most; the last chunk that still fits is the
        /// last one given, and the first is given whole in any case.
        pub max_characters: usize = 8000,
        /// The message by language tag; `{data}` stands for the chunks, `{query}` for the
        /// question.
        pub templates: Map<String> = default_templates(),
    }
}

fn default_templates() -> Map<String> {
    [
        (
            "en",
            "Answer the question based only on the context below. Name the sources you use as \
             [Source n]. If the context does not answer the question, say so.\n\n\
             Context:\n{data}\n\nQuestion: {query}",
        ),
        (
            "tr",
            "Soruyu yalnızca aşağıdaki bağlama dayanarak yanıtla. Kullandığın kaynakları \
             [Source n] biçiminde belirt. Bağlam soruyu yanıtlamıyorsa bunu söyle.\n\n\
             Bağlam:\n{data}\n\nSoru: {query}",
        ),
    ]
    .map(|(tag, template)| (tag, template.to_owned()))
    .into()
}

/// Writes the message for a language model.
#[derive(Debug, Clone, PartialEq)]
pub struct Prompt {
    settings: ContextSettings,
}

impl Prompt {
    /// # Errors
    /// [`Error::InvalidValue`] for a template without `{data}` or without `{query}`, and for a
    /// table without any template.
    pub fn new(settings: &ContextSettings) -> Result<Self> {
        for (tag, template) in &settings.templates {
            if !template.contains("{data}") || !template.contains("{query}") {
                let path = format!("{PATH}.templates.{tag}");
                let expected = "a text with `{data}` and `{query}` in it";
                return Err(Error::invalid(path, format!("\"{template}\""), expected));
            }
        }
        if settings.templates.is_empty() {
            let path = format!("{PATH}.templates");
            return Err(Error::invalid(path, "empty", "a table with a template"));
        }
        Ok(Self {
            settings: settings.clone(),
        })
    }

    /// The chunks that fit, best first. Their numbers in the message are their places here,
    /// counted from 1.
    #[must_use]
    pub fn chosen<'h>(&self, hits: &'h [Hit]) -> &'h [Hit] {
        let mut characters = 0;
        let fits = |(number, hit): (usize, &Hit)| {
            characters += hit.text.chars().count();
            number == 0 || characters <= self.settings.max_characters
        };
        let most = &hits[..hits.len().min(self.settings.chunks.get())];
        let count = most
            .iter()
            .enumerate()
            .map(fits)
            .take_while(|fits| *fits)
            .count();
        &most[..count]
    }

    /// The chunks as `[Source n] title` and text.
    #[must_use]
    pub fn context(&self, hits: &[Hit]) -> String {
        let mut out = String::new();
        for (number, hit) in self.chosen(hits).iter().enumerate() {
            if number > 0 {
                out.push_str("\n\n");
            }
            // Writing to a string cannot fail.
            let _ = write!(out, "[Source {}] {}\n{}", number + 1, hit.title, hit.text);
        }
        out
    }

    /// The message in the language of the question.
    #[must_use]
    pub fn message(&self, question: &str, tag: &str, hits: &[Hit]) -> String {
        fill(self.template(tag), &self.context(hits), question)
    }

    /// By tag, else by language, else in English, else whatever there is.
    fn template(&self, tag: &str) -> &str {
        let templates = &self.settings.templates;
        let language = Language::from_tag(tag);
        let same = |key: &&String| Language::from_tag(key) == language;
        let key = Some(tag)
            .filter(|tag| templates.contains_key(tag))
            .or_else(|| templates.keys().find(same).map(String::as_str))
            .unwrap_or("en");
        let any = || templates.values().next();
        templates.get(key).or_else(any).map_or("", String::as_str)
    }
}

/// In one pass: what stands in braces in a page or in the question stays as it is.
fn fill(template: &str, data: &str, query: &str) -> String {
    let mut out = String::with_capacity(template.len() + data.len() + query.len());
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(behind) = rest.strip_prefix("{data}") {
            out.push_str(data);
            rest = behind;
        } else if let Some(behind) = rest.strip_prefix("{query}") {
            out.push_str(query);
            rest = behind;
        } else {
            out.push('{');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(title: &str, text: &str) -> Hit {
        Hit {
            title: title.to_owned(),
            text: text.to_owned(),
            ..Hit::default()
        }
    }

    fn prompt(change: impl FnOnce(&mut ContextSettings)) -> Result<Prompt> {
        let mut settings = ContextSettings::default();
        change(&mut settings);
        Prompt::new(&settings)
    }

    #[test]
    fn r33_the_context_numbers_its_sources() {
        let context = prompt(|_| ())
            .unwrap()
            .context(&[hit("Staj", "20 gün"), hit("B", "c")]);
        assert_eq!(context, "[Source 1] Staj\n20 gün\n\n[Source 2] B\nc");
    }

    #[test]
    fn r33_the_message_is_in_the_language_of_the_question() {
        let prompt = prompt(|_| ()).unwrap();
        let message = |tag| prompt.message("Kaç gün?", tag, &[hit("Staj", "20 gün")]);
        assert!(message("tr").ends_with("[Source 1] Staj\n20 gün\n\nSoru: Kaç gün?"));
        assert!(
            message("en-GB").starts_with("Answer the question based only on the context below")
        );
        assert!(message("fr").starts_with("Answer"));
    }

    // A page about templates must not be able to write the visitor's question anew.
    #[test]
    fn r33_placeholders_in_a_page_or_a_question_stay_as_they_are() {
        let prompt = prompt(|settings| {
            settings.templates = [("en", "{x} {data} {query} {".into())].into();
        });
        let message = prompt
            .unwrap()
            .message("a {data}", "en", &[hit("T", "{query}")]);
        assert_eq!(message, "{x} [Source 1] T\n{query} a {data} {");
    }

    #[test]
    fn r33_only_as_many_chunks_as_fit_are_given_and_at_least_one() {
        let prompt = prompt(|settings| settings.max_characters = 5).unwrap();
        let hits = [hit("A", "1234567"), hit("B", "1")];
        assert_eq!(prompt.chosen(&hits).len(), 1);
        assert_eq!(prompt.chosen(&hits[1..]).len(), 1);
        assert_eq!(prompt.chosen(&[]).len(), 0);
    }

    #[test]
    fn r33_a_template_without_its_placeholders_is_refused_by_name() {
        let error = prompt(|settings| {
            settings.templates.insert("tr", "{data}".into());
        });
        assert!(
            error
                .unwrap_err()
                .to_string()
                .contains("context.templates.tr")
        );
        assert!(prompt(|settings| settings.templates.clear()).is_err());
    }
}
