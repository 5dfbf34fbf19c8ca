//! The operators of a stage that an engine has, by name.
//!
//! A catalogue is a value: whoever assembles an engine chooses what is in it
//! ([`Operators`](crate::orchestration::Operators)). A stage looks operators up by the name in the settings and knows
//! nothing of the choice. Operators that no catalogue of a program lists are not linked into it.

use crate::error::{Error, Found, Result};

/// Operators by name. `M` makes one, for instance from the stage's settings.
#[derive(Debug, Clone, Copy)]
pub struct Catalogue<M: 'static> {
    entries: &'static [(&'static str, M)],
    refuse: Refuse<M>,
}

/// Makes the error for a name that is not listed, from the path of its setting and further names that it accepts.
type Refuse<M> = fn(&Catalogue<M>, path: &str, name: &str, further: &[&str]) -> Error;

impl<M: Copy> Catalogue<M> {
    /// Lists all operators of a stage: any other name is a mistake.
    #[must_use]
    pub const fn whole(entries: &'static [(&'static str, M)]) -> Self {
        Self {
            entries,
            refuse: unknown,
        }
    }

    /// Lists some operators of a stage: another name may be that of an operator which this engine lacks.
    #[must_use]
    pub const fn part(entries: &'static [(&'static str, M)]) -> Self {
        Self {
            entries,
            refuse: |_, _, _, _| lacking(),
        }
    }

    /// Returns the names, in order.
    pub fn names<'n>(&self) -> impl Iterator<Item = &'n str> {
        self.entries.iter().map(|(name, _)| *name)
    }

    /// Returns the operator of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<M> {
        let mut entries = self.entries.iter();
        let entry = entries.find(|(known, _)| *known == name);
        entry.map(|(_, operator)| *operator)
    }

    /// Returns the operator that the setting at `path` names.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for an unknown name, [`Error::NeedsFullEngine`] for one that this engine lacks.
    pub fn get(&self, path: &str, name: &str) -> Result<M> {
        self.find(name).ok_or_else(|| self.refuse(path, name, &[]))
    }

    /// Makes the error of [`Catalogue::get`], where the setting accepts `further` names too.
    #[must_use]
    pub fn refuse(&self, path: &str, name: &str, further: &[&str]) -> Error {
        (self.refuse)(self, path, name, further)
    }
}

/// Returns a part of the engine that has no name in the settings, such as traces, if this engine has it.
///
/// # Errors
/// [`Error::NeedsFullEngine`] if it lacks the part.
pub(crate) fn required<P>(part: Option<P>) -> Result<P> {
    part.ok_or_else(lacking)
}

/// Makes the only error for an operator or a part that an engine lacks.
#[must_use]
pub(crate) fn lacking() -> Error {
    Error::NeedsFullEngine
}

fn unknown<M: Copy>(catalogue: &Catalogue<M>, path: &str, name: &str, further: &[&str]) -> Error {
    let known = catalogue.names().chain(further.iter().copied());
    let known: Vec<String> = known.map(|name| format!("`{name}`")).collect();
    let expected = format!("one of {}", known.join(", "));
    Error::invalid(path, Found::text(name), expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: &[(&str, u8)] = &[("one", 1), ("two", 2)];

    #[test]
    fn an_operator_is_found_by_its_name() {
        for catalogue in [Catalogue::whole(NUMBERS), Catalogue::part(NUMBERS)] {
            assert_eq!(catalogue.get("a.number", "two"), Ok(2));
        }
    }

    #[test]
    fn a_name_that_no_operator_has_is_refused_with_those_that_there_are() {
        let error = Catalogue::whole(NUMBERS).refuse("a.number", "too", &["own"]);
        let message = error.to_string();
        for part in ["a.number", "\"too\"", "one of `one`, `two`, `own`"] {
            assert!(message.contains(part), "{message}");
        }
    }

    // It may be the name of an operator that another engine has, which then checks it.
    #[test]
    fn an_engine_with_some_operators_asks_for_the_one_with_all() {
        let error = Catalogue::part(NUMBERS).get("a.number", "three");
        assert_eq!(error, Err(Error::NeedsFullEngine));
        assert_eq!(required(None::<u8>), Err(Error::NeedsFullEngine));
    }
}
