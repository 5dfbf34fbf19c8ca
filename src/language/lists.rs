//! The lists of a language as bundles have them: each with its name, and the form in which the engine
//! compares it.

use super::forms::{
    Asking, Chat, Classes, FactWords, FollowUp, KindNouns, Kinds, Knowledge, PageWords, Routing,
    Spelling, StatementWords, StopWordLists,
};

/// A list of words or phrases.
#[derive(Debug, Clone, Copy)]
pub struct List {
    pub name: &'static str,
    pub words: &'static str,
    /// The separator of its items.
    pub between: char,
    pub form: Form,
    pub scope: Scope,
}

/// The form in which a bundle has the items of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// The fold keys of their words, as of analysed questions.
    Keys,
    /// Folded texts, with their punctuation.
    Folded,
    /// As written.
    AsWritten,
}

/// The questions and pages for which a list counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Those in its language.
    Own,
    /// Those in any language of the site.
    Any,
}

use Form::{AsWritten, Folded, Keys};
use Scope::{Any, Own};

impl Knowledge {
    /// Returns all lists that bundles may have, also empty ones.
    #[must_use]
    pub fn lists(&self) -> Vec<List> {
        [
            stop_words(&self.stop_words),
            asking(&self.asking),
            statement(&self.statement),
            kinds(&self.kinds),
            fact_words(&self.fact_words),
            spelling(&self.spelling),
            self.routing(),
            small_talk(&self.small_talk),
            follow_up(&self.follow_up),
            classes(&self.follow_up.classes),
            page_words(&self.page_words),
        ]
        .concat()
    }

    /// Questions for a figure go to the facts.
    fn routing(&self) -> Vec<List> {
        let Routing {
            asks_figures,
            quantity,
            definition,
            complex,
            keywords,
            units,
        } = self.routing;
        let own = &self.asking;
        let figures = [own.time, own.hours, own.duration, own.amount];
        let figures = figures.into_iter().filter(|_| asks_figures);
        let quantity = figures.chain([quantity]);
        let mut all: Vec<List> = { quantity }
            .map(|words| list("quantity_patterns", words, ',', Keys, Own))
            .collect();
        all.extend([
            list("definition_patterns", definition, ',', Keys, Own),
            list("complex_patterns", complex, ',', Keys, Own),
            list("keywords", keywords, ',', AsWritten, Own),
            list("units", units, ' ', Keys, Any),
        ]);
        all
    }
}

fn list(name: &'static str, words: &'static str, between: char, form: Form, scope: Scope) -> List {
    List {
        name,
        words,
        between,
        form,
        scope,
    }
}

/// Returns lists of one kind.
fn all<const N: usize>(
    lists: [(&'static str, &'static str); N],
    between: char,
    form: Form,
    scope: Scope,
) -> Vec<List> {
    let lists = lists.into_iter();
    lists
        .map(|(name, words)| list(name, words, between, form, scope))
        .collect()
}

/// The engine has the stop words of languages that it detects (`StopWords`).
fn stop_words(own: &StopWordLists) -> Vec<List> {
    vec![list("stop_words", own.folded, ' ', Folded, Own)]
}

fn asking(own: &Asking) -> Vec<List> {
    let lists = [
        ("time", own.time),
        ("hours", own.hours),
        ("duration", own.duration),
        ("amount", own.amount),
        ("person", own.person),
        ("telephone", own.telephone),
        ("contact", own.contact),
        ("place", own.place),
        ("list", own.list),
        ("procedure", own.procedure),
        ("assent", own.assent),
        ("definition", own.definition),
        ("prices", own.prices),
        ("named", own.named),
    ];
    all(lists, ',', Keys, Any)
}

fn statement(own: &StatementWords) -> Vec<List> {
    let lists = [
        ("dates", own.dates),
        ("clock", own.clock),
        ("numbers", own.numbers),
        ("one", own.one),
        ("units_of_time", own.units_of_time),
        ("currencies", own.currencies),
        ("free", own.free),
        ("offices", own.offices),
        ("places", own.places),
        ("deeds", own.deeds),
        ("assents", own.assents),
        ("meanings", own.meanings),
        ("modal_endings", own.modal_endings),
        ("defining_endings", own.defining_endings),
    ];
    let mut all = all(lists, ' ', Keys, Any);
    all.push(list("yes_and_no", own.yes_and_no, '|', AsWritten, Any));
    all.push(list("leaning", own.leaning, '|', Folded, Any));
    all
}

fn kinds(own: &Kinds) -> Vec<List> {
    let KindNouns {
        when,
        how_much,
        place,
        how_long,
        how,
    } = own.nouns;
    let lists = [
        ("how_long", own.how_long),
        ("when", own.when),
        ("how_much", own.how_much),
        ("who", own.who),
        ("where", own.place),
        ("why", own.why),
        ("how", own.how),
        ("yes_no", own.yes_no),
        ("yes_no_first", own.yes_no_first),
        ("when_nouns", when),
        ("how_much_nouns", how_much),
        ("where_nouns", place),
        ("how_long_nouns", how_long),
        ("how_nouns", how),
    ];
    let mut all = all(lists, ',', Keys, Own);
    all.push(list("what", own.what, ',', Keys, Any));
    all
}

fn fact_words(own: &FactWords) -> Vec<List> {
    vec![
        list("tells_apart", own.tells_apart, ' ', Keys, Own),
        list("noun_endings", own.noun_endings, ' ', Keys, Own),
        list("negations", own.negations, ' ', Keys, Any),
        list("negative_endings", own.negative_endings, ' ', Keys, Any),
    ]
}

fn spelling(own: &Spelling) -> Vec<List> {
    let lists = [
        ("ordinary", own.ordinary),
        ("endings_of_names", own.endings_of_names),
    ];
    all(lists, ' ', Folded, Own)
}

fn small_talk(own: &Chat) -> Vec<List> {
    let lists = [("small_talk", own.phrases), ("said_beside", own.fillers)];
    all(lists, '|', AsWritten, Own)
}

fn follow_up(own: &FollowUp) -> Vec<List> {
    let lists = [
        ("openers", own.openers),
        ("pronouns", own.pronouns),
        ("pointers", own.pointers),
        ("after_pointers", own.after_pointers),
        ("asking", own.asking),
        ("fillers", own.fillers),
        ("circumstance", own.circumstance),
        ("attributes", own.attributes),
        ("classifiers", own.classifiers),
        ("predicates", own.predicates),
        ("persons", own.persons),
    ];
    let mut lists = all(lists, '|', Folded, Own);
    lists.extend(all(
        [
            ("articles", own.articles),
            ("chat", own.chat),
            ("endings", own.endings),
        ],
        '|',
        Folded,
        Any,
    ));
    lists
}

fn classes(own: &Classes) -> Vec<List> {
    let lists = [
        ("exams", own.exams),
        ("degrees", own.degrees),
        ("rooms", own.rooms),
        ("seasons", own.seasons),
        ("periods", own.periods),
        ("shares_of_time", own.hours),
        ("origins", own.origins),
        ("meals", own.meals),
        ("people", own.people),
        ("days", own.days),
        ("times_of_day", own.times_of_day),
        ("months", own.months),
    ];
    all(lists, '|', Folded, Any)
}

/// Words for news are for the builder alone.
fn page_words(own: &PageWords) -> Vec<List> {
    let lists = [
        ("labels", own.labels),
        ("furniture", own.furniture),
        ("homes", own.homes),
    ];
    all(lists, '|', Folded, Any)
}
