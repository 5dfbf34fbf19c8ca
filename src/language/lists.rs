//! The lists of a language as bundles have them: each with its place there, and the form in which the
//! engine compares its items.

use super::forms::Knowledge;

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

/// A list of words or phrases.
#[derive(Debug, Clone, Copy)]
pub struct List<P> {
    pub place: P,
    pub words: &'static str,
    /// The separator of its items.
    pub between: &'static str,
    pub form: Form,
}

macro_rules! lists {
    (@words $own:ident) => {
        ""
    };
    (@words $own:ident $($field:ident).+) => {
        $own.$($field).+
    };
    ($(#[$doc:meta])+ $Place:ident {
        $($list:ident $name:literal, $form:ident $between:literal, $($($field:ident).+)?;)+
    }) => {
        $(#[$doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs, reason = "`forms.rs` describes the lists")]
        pub enum $Place {
            $($list,)+
        }

        impl $Place {
            /// All of them, in the order of a bundle.
            pub const ALL: &[Self] = &[$(Self::$list,)+];

            /// Returns its name in documentation and settings.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$list => $name,)+
                }
            }

            /// Returns the separator of its items.
            #[must_use]
            pub fn between(self) -> &'static str {
                match self {
                    $(Self::$list => $between,)+
                }
            }

            /// Returns those of a language, also empty ones.
            fn of(own: &Knowledge) -> Vec<List<Self>> {
                vec![$(List {
                    place: Self::$list,
                    words: lists!(@words own $($($field).+)?),
                    between: Self::$list.between(),
                    form: Form::$form,
                },)+]
            }
        }
    };
}

lists! {
    /// A list for questions and pages in any language of the site.
    SharedList {
        Time "time", Keys ",", asking.time;
        Hours "hours", Keys ",", asking.hours;
        Duration "duration", Keys ",", asking.duration;
        Amount "amount", Keys ",", asking.amount;
        Person "person", Keys ",", asking.person;
        Telephone "telephone", Keys ",", asking.telephone;
        Contact "contact", Keys ",", asking.contact;
        Place "place", Keys ",", asking.place;
        List "list", Keys ",", asking.list;
        Procedure "procedure", Keys ",", asking.procedure;
        Assent "assent", Keys ",", asking.assent;
        Definition "definition", Keys ",", asking.definition;
        Prices "prices", Keys ",", asking.prices;
        Named "named", Keys ",", asking.named;
        What "what", Keys ",", kinds.what;
        Dates "dates", Keys " ", statement.dates;
        Clock "clock", Keys " ", statement.clock;
        Numbers "numbers", Keys " ", statement.numbers;
        One "one", Keys " ", statement.one;
        UnitsOfTime "units_of_time", Keys " ", statement.units_of_time;
        Currencies "currencies", Keys " ", statement.currencies;
        Free "free", Keys " ", statement.free;
        Offices "offices", Keys " ", statement.offices;
        Places "places", Keys " ", statement.places;
        Deeds "deeds", Keys " ", statement.deeds;
        Assents "assents", Keys " ", statement.assents;
        Meanings "meanings", Keys " ", statement.meanings;
        ModalEndings "modal_endings", Keys " ", statement.modal_endings;
        DefiningEndings "defining_endings", Keys " ", statement.defining_endings;
        YesAndNo "yes_and_no", AsWritten "|", statement.yes_and_no;
        Leaning "leaning", Folded "|", statement.leaning;
        Labels "labels", Folded "|", page_words.labels;
        Furniture "furniture", Folded "|", page_words.furniture;
        Homes "homes", Folded "|", page_words.homes;
        Units "units", Keys " ", routing.units;
        Negations "negations", Keys " ", fact_words.negations;
        NegativeEndings "negative_endings", Keys " ", fact_words.negative_endings;
        Articles "articles", Folded "|", follow_up.articles;
        Chat "chat", Folded "|", follow_up.chat;
        Endings "endings", Folded "|", follow_up.endings;
        Exams "exams", Folded "|", follow_up.classes.exams;
        Degrees "degrees", Folded "|", follow_up.classes.degrees;
        Rooms "rooms", Folded "|", follow_up.classes.rooms;
        Seasons "seasons", Folded "|", follow_up.classes.seasons;
        Periods "periods", Folded "|", follow_up.classes.periods;
        SharesOfTime "shares_of_time", Folded "|", follow_up.classes.hours;
        Origins "origins", Folded "|", follow_up.classes.origins;
        Meals "meals", Folded "|", follow_up.classes.meals;
        People "people", Folded "|", follow_up.classes.people;
        Days "days", Folded "|", follow_up.classes.days;
        TimesOfDay "times_of_day", Folded "|", follow_up.classes.times_of_day;
        Months "months", Folded "|", follow_up.classes.months;
        Compounds "compounds", AsWritten " ",;
        Suffixes "suffixes", AsWritten " ", compounds.suffixes;
        Variants "variants", AsWritten " ",;
    }
}

lists! {
    /// A list for questions and pages in its language.
    OwnList {
        StopWords "stop_words", Folded " ", stop_words.folded;
        HowLong "how_long", Keys ",", kinds.how_long;
        When "when", Keys ",", kinds.when;
        HowMuch "how_much", Keys ",", kinds.how_much;
        Who "who", Keys ",", kinds.who;
        Where "where", Keys ",", kinds.place;
        Why "why", Keys ",", kinds.why;
        How "how", Keys ",", kinds.how;
        YesNo "yes_no", Keys ",", kinds.yes_no;
        YesNoFirst "yes_no_first", Keys ",", kinds.yes_no_first;
        WhenNouns "when_nouns", Keys ",", kinds.nouns.when;
        HowMuchNouns "how_much_nouns", Keys ",", kinds.nouns.how_much;
        WhereNouns "where_nouns", Keys ",", kinds.nouns.place;
        HowLongNouns "how_long_nouns", Keys ",", kinds.nouns.how_long;
        HowNouns "how_nouns", Keys ",", kinds.nouns.how;
        QuantityPatterns "quantity_patterns", Keys ",", routing.quantity;
        DefinitionPatterns "definition_patterns", Keys ",", routing.definition;
        ComplexPatterns "complex_patterns", Keys ",", routing.complex;
        Keywords "keywords", AsWritten ",", routing.keywords;
        TellsApart "tells_apart", Keys " ", fact_words.tells_apart;
        NounEndings "noun_endings", Keys " ", fact_words.noun_endings;
        Ordinary "ordinary", Folded " ", spelling.ordinary;
        EndingsOfNames "endings_of_names", Folded " ", spelling.endings_of_names;
        SmallTalk "small_talk", AsWritten "|", small_talk.phrases;
        SaidBeside "said_beside", AsWritten "|", small_talk.fillers;
        Openers "openers", Folded "|", follow_up.openers;
        Pronouns "pronouns", Folded "|", follow_up.pronouns;
        Pointers "pointers", Folded "|", follow_up.pointers;
        AfterPointers "after_pointers", Folded "|", follow_up.after_pointers;
        Asking "asking", Folded "|", follow_up.asking;
        Fillers "fillers", Folded "|", follow_up.fillers;
        Circumstance "circumstance", Folded "|", follow_up.circumstance;
        Attributes "attributes", Folded "|", follow_up.attributes;
        Classifiers "classifiers", Folded "|", follow_up.classifiers;
        Predicates "predicates", Folded "|", follow_up.predicates;
        Persons "persons", Folded "|", follow_up.persons;
    }
}

impl Knowledge {
    /// Returns the lists for all languages.
    #[must_use]
    pub fn shared_lists(&self) -> Vec<List<SharedList>> {
        SharedList::of(self)
    }

    /// Returns the lists for this language. Some questions for a figure may be in two tables.
    #[must_use]
    pub fn own_lists(&self) -> Vec<List<OwnList>> {
        let mut all = OwnList::of(self);
        let asking = &self.asking;
        if self.routing.asks_figures {
            for words in [asking.time, asking.hours, asking.duration, asking.amount] {
                all.push(List {
                    place: OwnList::QuantityPatterns,
                    words,
                    between: ",",
                    form: Form::Keys,
                });
            }
        }
        all
    }
}
