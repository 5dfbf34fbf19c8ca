//! Writes the words of a site's further languages into its manifest.
//!
//! The engine itself has only the words of Turkish and English; others would be in the download of
//! every site. `src/language` has stop words, patterns of the router, greetings, and the words that
//! characterise questions and answers. They are written as the settings that a site could write
//! itself.

use soru::language::{Asking, Knowledge, StatementWords, bundled};
use soru::settings::Value;
use soru::text::{Language, Token, fold, primary, tokenise};

use super::variants::Respelling;

/// Returns the configuration with the words of these languages after the site's own, as its pages
/// would write them, and with the characters that visitors may type in place of the pages'
/// characters.
pub(super) fn with_language_words<'t>(
    configuration: &Value,
    tags: impl Iterator<Item = &'t str>,
    mut respelling: Option<Respelling<'_>>,
) -> Value {
    let mut configuration = configuration.clone();
    for tag in tags {
        let tag = primary(tag);
        let Some(words) = bundled(&tag) else {
            continue;
        };
        match respelling.take_if(|own| own.tag() == tag) {
            None => add(&mut configuration, &tag, words, &mut |words| words),
            Some(respelling) => add_respelt(&mut configuration, &tag, words, respelling),
        }
    }
    configuration
}

/// Adds the words of a language whose characters have several forms.
fn add_respelt(
    configuration: &mut Value,
    tag: &str,
    words: &Knowledge,
    mut respelling: Respelling<'_>,
) {
    let mut all = String::new();
    add(&mut Value::default(), tag, words, &mut |words| {
        all += &words;
        words
    });
    respelling.add_words(&all);
    add(configuration, tag, words, &mut |words| {
        respelling.words(&words)
    });
    add_text(
        configuration,
        ["text", "words", "variants"],
        &respelling.pairs(),
        "",
    );
}

/// Adds the words of a language, each as `written` returns it.
fn add(
    configuration: &mut Value,
    tag: &str,
    words: &Knowledge,
    written: &mut dyn FnMut(String) -> String,
) {
    let stop_words = words.stop_words.folded.split_whitespace();
    add_list(
        configuration,
        ["text", "stop_words", tag],
        stop_words.map(|word| written(word.to_owned())),
    );
    for (name, list) in asking(&words.asking) {
        let phrases = written(phrases(list));
        add_text(configuration, ["text", "words", name], &phrases, ",");
    }
    for (name, list) in statement(&words.statement) {
        let words: Vec<String> = list.split_whitespace().map(key).collect();
        let words = written(words.join(" "));
        add_text(configuration, ["text", "words", name], &words, " ");
    }
    if !words.compounds.linking.is_empty() {
        let suffixes = words.compounds.suffixes;
        for (name, list) in [("compounds", tag), ("suffixes", suffixes)] {
            add_text(configuration, ["text", "words", name], list, " ");
        }
    }
    for (name, lists) in routing(words) {
        let patterns = lists.iter().flat_map(|list| list.split(',')).map(key);
        let patterns = patterns.filter(|pattern| !pattern.is_empty());
        add_list(
            configuration,
            ["router", name, tag],
            patterns.map(&mut *written),
        );
    }
    let chat = [words.small_talk.phrases, words.small_talk.fillers];
    let chat = chat.iter().flat_map(|list| list.split('|'));
    let chat = chat.filter(|said| !said.is_empty()).map(str::to_owned);
    add_list(
        configuration,
        ["small_talk", "phrases", tag],
        chat.map(written),
    );
}

/// Returns phrases of questions, by the name of the expected kind of answer.
fn asking(asking: &Asking) -> [(&'static str, &'static str); 13] {
    [
        ("time", asking.time),
        ("hours", asking.hours),
        ("duration", asking.duration),
        ("amount", asking.amount),
        ("person", asking.person),
        ("telephone", asking.telephone),
        ("contact", asking.contact),
        ("place", asking.place),
        ("list", asking.list),
        ("procedure", asking.procedure),
        ("assent", asking.assent),
        ("definition", asking.definition),
        ("prices", asking.prices),
    ]
}

fn statement(statement: &StatementWords) -> [(&'static str, &'static str); 12] {
    [
        ("dates", statement.dates),
        ("clock", statement.clock),
        ("numbers", statement.numbers),
        ("one", statement.one),
        ("units_of_time", statement.units_of_time),
        ("currencies", statement.currencies),
        ("free", statement.free),
        ("offices", statement.offices),
        ("places", statement.places),
        ("deeds", statement.deeds),
        ("assents", statement.assents),
        ("meanings", statement.meanings),
    ]
}

/// Returns patterns of the router: questions that ask for a figure go to the facts.
fn routing(words: &Knowledge) -> [(&'static str, Vec<&'static str>); 4] {
    let Knowledge {
        routing, asking, ..
    } = words;
    let figures = vec![
        asking.time,
        asking.hours,
        asking.duration,
        asking.amount,
        routing.quantity,
    ];
    [
        ("quantity_patterns", figures),
        ("definition_patterns", vec![routing.definition]),
        ("complex_patterns", vec![routing.complex]),
        ("keywords", vec![routing.keywords]),
    ]
}

fn phrases(list: &str) -> String {
    let marked = |phrase: &str| match phrase.strip_prefix("^ ") {
        Some(phrase) => format!("^ {}", key(phrase)),
        None => key(phrase),
    };
    list.split(',').map(marked).collect::<Vec<_>>().join(",")
}

/// Returns a phrase in the form of analysed questions: the fold keys of its words, which in scripts
/// without spaces are pairs of characters.
fn key(phrase: &str) -> String {
    let words = tokenise(phrase, Language::Other);
    let words = words.iter().filter(|token| Token::is_word(token));
    let keys: Vec<String> = words.map(|token| fold(&token.text)).collect();
    keys.join(" ")
}

fn add_list(configuration: &mut Value, path: [&str; 3], items: impl Iterator<Item = String>) {
    let mut items = items.map(Value::Text).peekable();
    if items.peek().is_none() {
        return;
    }
    match place(configuration, path) {
        Value::List(list) => list.extend(items),
        other => *other = Value::List(items.collect()),
    }
}

fn add_text(configuration: &mut Value, path: [&str; 3], text: &str, between: &str) {
    if text.is_empty() {
        return;
    }
    match place(configuration, path) {
        Value::Text(known) => *known += &[between, text].concat(),
        other => *other = Value::Text(text.to_owned()),
    }
}

fn place<'v>(configuration: &'v mut Value, path: [&str; 3]) -> &'v mut Value {
    path.into_iter().fold(configuration, entry)
}

/// Returns the value of a key in a table, adding an empty one if it is missing.
fn entry<'v>(table: &'v mut Value, key: &str) -> &'v mut Value {
    if !matches!(table, Value::Map(_)) {
        *table = Value::Map(Vec::new());
    }
    let Value::Map(entries) = table else {
        unreachable!("it was made a table above");
    };
    let known = entries.iter().position(|(name, _)| name == key);
    let place = known.unwrap_or(entries.len());
    if known.is_none() {
        entries.push((key.to_owned(), Value::Null));
    }
    &mut entries[place].1
}

#[cfg(test)]
mod tests {
    use serde::Serialize;

    use super::*;
    use soru::language::BUNDLED;

    fn table(key: &str, value: Value) -> Value {
        Value::Map(vec![(key.to_owned(), value)])
    }

    fn words<'v>(configuration: &'v Value, tag: &str) -> Vec<&'v str> {
        let lists = configuration
            .get("text")
            .and_then(|text| text.get("stop_words"));
        match lists.and_then(|lists| lists.get(tag)) {
            Some(Value::List(list)) => list
                .iter()
                .map(|word| match word {
                    Value::Text(word) => word.as_str(),
                    _ => "",
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn r5_a_manifest_has_the_stop_words_of_the_site_s_languages_only() {
        let plain = with_language_words(&Value::Null, ["de", "xx", "en"].into_iter(), None);
        assert!(words(&plain, "de").contains(&"der"));
        assert!(words(&plain, "fr").is_empty() && words(&plain, "en").is_empty());
        let unchanged = with_language_words(&Value::Null, ["tr", "en"].into_iter(), None);
        assert_eq!(unchanged, Value::Null);
    }

    #[test]
    fn r5_a_site_s_own_stop_words_stay() {
        let own = Value::List(vec![Value::Text("hallo".into())]);
        let site = table("text", table("stop_words", table("de", own)));
        let all = with_language_words(&site, ["de"].into_iter(), None);
        let words = words(&all, "de");
        assert!(words[0] == "hallo" && words.contains(&"der"), "{words:?}");
    }

    #[test]
    fn words_in_the_manifest_have_the_form_of_questions() {
        let all = with_language_words(&Value::Null, ["de", "fr", "zh"].into_iter(), None);
        let text = |name: &str| match all
            .get("text")
            .and_then(|text| text.get("words")?.get(name))
        {
            Some(Value::Text(words)) => format!(",{words},"),
            _ => String::new(),
        };
        for phrase in [
            "wie viel",
            "was heisst",
            "qu est ce qu",
            "多少",
            "什么 么时 时候",
        ] {
            let lists = [text("amount"), text("definition"), text("time")].concat();
            let (bare, first) = (format!(",{phrase},"), format!(",^ {phrase},"));
            assert!(
                lists.contains(&bare) || lists.contains(&first),
                "{phrase}: {lists}"
            );
        }
        assert!(text("dates").contains("marz"), "{}", text("dates"));
    }

    #[test]
    fn r18_a_manifest_has_the_languages_with_compounds() {
        let of = |tags: &[&'static str], name: &str| {
            let all = with_language_words(&Value::Null, tags.iter().copied(), None);
            let words = all
                .get("text")
                .and_then(|text| text.get("words")?.get(name));
            match words {
                Some(Value::Text(words)) => words.clone(),
                _ => String::new(),
            }
        };
        assert_eq!(of(&["de", "fr", "sv"], "compounds"), "de sv");
        assert!(of(&["de", "sv"], "suffixes").contains("innen haft weise ande ende"));
        assert_eq!(of(&["en", "fr", "tr"], "compounds"), "");
    }

    // Visitors download these words with the manifest.
    #[test]
    fn a_language_is_below_eight_kilobytes() {
        for (name, tag) in BUNDLED {
            let mut bytes = Vec::new();
            let words = with_language_words(&Value::Null, [*tag].into_iter(), None);
            words
                .serialize(&mut rmp_serde::Serializer::new(&mut bytes))
                .unwrap();
            let size = bytes.len();
            // These languages have short lists of stop words, and nothing else.
            let least = if ["fa", "ja", "nl"].contains(tag) {
                300
            } else {
                500
            };
            assert!((least..8_000).contains(&size), "{name}: {size} bytes");
        }
    }
}
