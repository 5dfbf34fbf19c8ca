//! The phrases by which a question asks for a kind of thing.

use super::Expected;

/// Fold keys of the phrases that ask for a kind. The first matching kind counts: `kaç yılında` asks
/// for a time, `kaç` alone for an amount. The names are the keys of the site's further languages.
pub(super) const QUESTIONS: [(Expected, &str, &str); 12] = [
    (Expected::Time, "time", joined!(asking.time, ",")),
    (Expected::Hours, "hours", joined!(asking.hours, ",")),
    (
        Expected::Duration,
        "duration",
        joined!(asking.duration, ","),
    ),
    (Expected::Amount, "amount", joined!(asking.amount, ",")),
    (Expected::Person, "person", joined!(asking.person, ",")),
    (
        Expected::Telephone,
        "telephone",
        joined!(asking.telephone, ","),
    ),
    (Expected::Contact, "contact", joined!(asking.contact, ",")),
    (Expected::Place, "place", joined!(asking.place, ",")),
    (Expected::List, "list", joined!(asking.list, ",")),
    (
        Expected::Procedure,
        "procedure",
        joined!(asking.procedure, ","),
    ),
    (Expected::Assent, "assent", joined!(asking.assent, ",")),
    (
        Expected::Definition,
        "definition",
        joined!(asking.definition, ","),
    ),
];

/// Fold keys of phrases that ask who somebody is.
pub(super) const NAMED: &str = joined!(asking.named, ",");

/// Fold keys of phrases about money.
pub(super) const PRICES: &str = joined!(asking.prices, ",");
