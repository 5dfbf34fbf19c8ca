//! The lists of phrases by which a question asks for a kind of thing.

use super::Expected;

/// The lists of phrases that ask for a kind. The first matching kind counts: `kaç yılında` asks for a
/// time, `kaç` alone for an amount.
pub(super) const QUESTIONS: [(Expected, &str); 12] = [
    (Expected::Time, "time"),
    (Expected::Hours, "hours"),
    (Expected::Duration, "duration"),
    (Expected::Amount, "amount"),
    (Expected::Person, "person"),
    (Expected::Telephone, "telephone"),
    (Expected::Contact, "contact"),
    (Expected::Place, "place"),
    (Expected::List, "list"),
    (Expected::Procedure, "procedure"),
    (Expected::Assent, "assent"),
    (Expected::Definition, "definition"),
];

/// The list of phrases that ask who somebody is.
pub(super) const NAMED: &str = "named";

/// The list of phrases about money.
pub(super) const PRICES: &str = "prices";
