//! The operators of a stage that an engine has, by name.
//!
//! A catalogue is a value: whoever assembles an engine chooses its content
//! ([`Operators`](crate::orchestration::Operators)). A stage looks operators up by the name in the
//! settings, and does not depend on the choice. Operators that no catalogue of a program lists are
//! not linked into it.

use crate::error::{Error, Found, Result};

/// Operators by name. `M` makes one, for instance from the stage's settings.
#[derive(Debug, Clone, Copy)]
pub struct Catalogue<M: 'static> {
    entries: &'static [(&'static str, M)],
    refuse: Refuse<M>,
}

/// Makes the error for a name that is not listed, from the path of its setting and further names
/// that it accepts.
type Refuse<M> = fn(&Catalogue<M>, path: &str, name: &str, further: &[&str]) -> Error;

impl<M: Copy> Catalogue<M> {
    /// Lists all operators of a stage: any other name is a mistake.
    pub const fn whole(entries: &'static [(&'static str, M)]) -> Self {
        Self {
            entries,
            refuse: unknown,
        }
    }

    /// Lists some operators of a stage: another name may be that of an operator which this engine
    /// lacks.
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
    pub fn find(&self, name: &str) -> Option<M> {
        let mut entries = self.entries.iter();
        let entry = entries.find(|(known, _)| *known == name);
        entry.map(|(_, operator)| *operator)
    }

    /// Returns the operator that the setting at `path` names.
    ///
    /// # Errors
    /// [`Error::InvalidValue`] for an unknown name,
    /// [`Needs::full_engine`](crate::Needs::full_engine) for one that this engine lacks.
    pub fn get(&self, path: &str, name: &str) -> Result<M> {
        self.find(name).ok_or_else(|| self.refuse(path, name, &[]))
    }

    /// Makes the error of [`Catalogue::get`], where the setting accepts `further` names too.
    pub fn refuse(&self, path: &str, name: &str, further: &[&str]) -> Error {
        (self.refuse)(self, path, name, further)
    }
}

/// Returns a part of the engine that has no name in the settings, such as traces, if this engine
/// has it.
///
/// # Errors
/// [`Needs::full_engine`](crate::Needs::full_engine) if it lacks the part.
pub(crate) fn required<P>(part: Option<P>) -> Result<P> {
    part.ok_or_else(lacking)
}

/// Makes the only error for an operator or a part that an engine lacks.
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
    fn the_error_for_an_unknown_name_lists_the_known_names() {
        let error = Catalogue::whole(NUMBERS).refuse("a.number", "too", &["own"]);
        let message = error.to_string();
        for part in ["a.number", "\"too\"", "one of `one`, `two`, `own`"] {
            assert!(message.contains(part), "{message}");
        }
    }

    // The full engine may have an operator of this name; it checks the name then.
    #[test]
    fn a_missing_operator_needs_the_full_engine() {
        let error = Catalogue::part(NUMBERS).get("a.number", "three");
        assert_eq!(error, Err(Error::NeedsFullEngine));
        assert_eq!(required(None::<u8>), Err(Error::NeedsFullEngine));
    }
}
