//! The phrases by which a question tells what it asks for.

use super::Expected;

/// Fold keys of the phrases that ask for a kind. The first kind that fits counts: `kaç yılında`
/// asks for a time, `kaç` alone for an amount.
pub(super) const QUESTIONS: [(Expected, &str); 11] = [
    (Expected::Time, joined!(asking.time, ",")),
    (Expected::Hours, joined!(asking.hours, ",")),
    (Expected::Duration, joined!(asking.duration, ",")),
    (Expected::Amount, joined!(asking.amount, ",")),
    (Expected::Person, joined!(asking.person, ",")),
    (Expected::Contact, joined!(asking.contact, ",")),
    (Expected::Place, joined!(asking.place, ",")),
    (Expected::List, joined!(asking.list, ",")),
    (Expected::Procedure, joined!(asking.procedure, ",")),
    (Expected::Assent, joined!(asking.assent, ",")),
    (Expected::Definition, joined!(asking.definition, ",")),
];

/// Fold keys of the phrases that speak of money.
pub(super) const PRICES: &str = joined!(asking.prices, ",");
