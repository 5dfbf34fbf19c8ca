//! Settings: one mechanism for `soru.toml`, the compiled manifest and per-query options.
//!
//! A settings struct is declared once with [`settings!`](macro@crate::settings), with documentation
//! and default of every field. Values written by people ([`Value`]) are then applied on top
//! ([`Setting::set`]): the site's file on the defaults, a call's options on the site's file. Errors
//! for unknown keys name the nearest key; keys may be written in `snake_case` (TOML) or `camelCase`
//! (JavaScript).

mod collect;
mod kinds;
mod range;
mod value;

pub use collect::Unwritable;
pub use range::{LARGEST, between, usual};
pub use value::Value;

use crate::error::{Error, Result};

/// A setting that a written value can change.
pub trait Setting {
    /// Applies `value` on top of the current setting. A table changes only the keys it names.
    ///
    /// # Errors
    /// [`Error::UnknownKey`] or [`Error::InvalidValue`], with the full path of the key.
    fn set(&mut self, value: &Value, path: &str) -> Result<()>;
}

/// A setting that can be written out again. Separate from [`Setting`], so that the download, which
/// only reads, does not contain the code that writes.
pub trait Written {
    /// Returns the value as a person would write it.
    fn get(&self) -> Value;
}

/// A struct of settings with its keys.
pub trait Settings: Fields + Setting + Default {
    /// All keys, in order of declaration, in `snake_case`.
    const KEYS: &'static [&'static str];

    /// Applies one entry.
    ///
    /// # Errors
    /// As [`Setting::set`].
    fn set_key(&mut self, key: &str, value: &Value, path: &str) -> Result<()>
    where
        Self: Sized,
    {
        set_field(self, key, value, path)
    }
}

/// The fields of a struct of settings, the only part that differs between structs; looking up keys
/// and reporting errors is shared code.
pub trait Fields {
    /// Returns [`Settings::KEYS`].
    fn keys(&self) -> &'static [&'static str];

    /// Returns the field of the key with this number.
    fn field(&mut self, number: usize) -> Option<&mut dyn Setting>;
}

/// Declares a struct of settings with documentation and defaults, and implements
/// [`Settings`], [`Setting`], [`Written`], `Default`, `Debug`, `Clone` and `PartialEq` for it.
///
/// ```
/// soru::settings! {
///     /// How ripe fruit is ranked.
///     pub struct FruitSettings {
///         /// Weight of the colour, 0 or more.
///         pub colour: f64 = 0.5,
///         /// Names that are never shown.
///         pub hidden: Vec<String> = Vec::new(),
///     }
/// }
/// use soru::settings::{Setting, Value};
/// let mut fruit = FruitSettings::default();
/// fruit.set(&Value::Map(vec![("colour".into(), Value::Number(0.7))]), "fruit")?;
/// assert_eq!(fruit.colour, 0.7);
/// # Ok::<(), soru::Error>(())
/// ```
#[macro_export]
macro_rules! settings {
    ($(#[$meta:meta])* pub struct $name:ident {
        $($(#[$field_meta:meta])* pub $field:ident : $type:ty = $default:expr,)*
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $crate::settings::Settings for $name {
            const KEYS: &'static [&'static str] = &[$(stringify!($field)),*];
        }

        impl $crate::settings::Fields for $name {
            fn keys(&self) -> &'static [&'static str] {
                <Self as $crate::settings::Settings>::KEYS
            }

            // The compiler turns this into a table.
            fn field(&mut self, number: usize) -> Option<&mut dyn $crate::settings::Setting> {
                let mut own = 0..;
                $(if Some(number) == own.next() {
                    return Some(&mut self.$field);
                })*
                None
            }
        }

        impl $crate::settings::Setting for $name {
            fn set(&mut self, value: &$crate::settings::Value, path: &str) -> $crate::Result<()> {
                $crate::settings::set_all(self, value, path)
            }
        }

        impl $crate::settings::Written for $name {
            fn get(&self) -> $crate::settings::Value {
                $crate::settings::Value::Map(vec![
                    $((
                        stringify!($field).to_owned(),
                        $crate::settings::Written::get(&self.$field),
                    ),)*
                ])
            }
        }
    };
}

/// Applies every entry of a table to a settings struct.
///
/// # Errors
/// As [`Setting::set`].
pub fn set_all(settings: &mut dyn Fields, value: &Value, path: &str) -> Result<()> {
    for_each_entry(value, path, &mut |key, value, _| {
        let key = snake_case(key);
        set_field(settings, &key, value, &join(path, &key))
    })
}

pub(crate) type Entry<'a> = dyn FnMut(&str, &Value, &str) -> Result<()> + 'a;
type Item<'a> = dyn FnMut(&Value, &str) -> Result<()> + 'a;

/// Calls `visit` with every key of a table, its value and its path.
pub(crate) fn for_each_entry(value: &Value, path: &str, visit: &mut Entry<'_>) -> Result<()> {
    let Value::Map(entries) = value else {
        return Err(Error::invalid(path, value, "a table"));
    };
    for (key, value) in entries {
        visit(key, value, &join(path, key))?;
    }
    Ok(())
}

/// Calls `visit` with every item of a list and its path.
fn for_each_item(value: &Value, path: &str, visit: &mut Item<'_>) -> Result<()> {
    let Value::List(values) = value else {
        return Err(Error::invalid(path, value, "a list"));
    };
    for (number, value) in values.iter().enumerate() {
        visit(value, &item_path(path, number))?;
    }
    Ok(())
}

/// Returns the path of an item of a list.
pub(crate) fn item_path(list: &str, number: usize) -> String {
    format!("{list}[{number}]")
}

/// Applies [`Settings::set_key`] to any settings.
pub(crate) fn set_field(
    settings: &mut dyn Fields,
    key: &str,
    value: &Value,
    path: &str,
) -> Result<()> {
    let keys = settings.keys();
    let number = keys.iter().position(|known| *known == key);
    match number.and_then(|number| settings.field(number)) {
        Some(field) => field.set(value, path),
        None => Err(unknown_key(path, keys.to_vec())),
    }
}

/// Returns the error for a path whose last key does not exist, from the keys that do.
pub fn unknown_key(path: &str, known: Vec<&'static str>) -> Error {
    Error::UnknownKey {
        path: path.to_owned(),
        known,
    }
}

/// Joins keys to `parent.key`, or `key` at the top.
pub fn join(parent: &str, key: &str) -> String {
    if parent.is_empty() {
        key.to_owned()
    } else {
        [parent, key].join(".")
    }
}

/// Returns a key as `soru.toml` spells it: `top_k` for `topK`.
pub fn snake_case(key: &str) -> String {
    let mut out = String::with_capacity(key.len() + 2);
    for c in key.chars() {
        if c.is_ascii_uppercase() {
            out.push('_');
        }
        out.push(c.to_ascii_lowercase());
    }
    out
}

#[cfg(test)]
#[allow(unreachable_pub)] // the macro declares public structs
mod tests {
    use std::num::NonZeroUsize;

    use super::*;

    crate::settings! {
        /// Inner.
        pub struct Inner {
            /// A count.
            pub top_k: NonZeroUsize = NonZeroUsize::new(5).unwrap_or(NonZeroUsize::MIN),
            /// A weight.
            pub weight: f64 = 0.5,
        }
    }
    crate::settings! {
        /// Outer.
        pub struct Outer {
            /// Nested.
            pub inner: Inner = Inner::default(),
            /// Names.
            pub names: Vec<String> = vec!["a".to_owned()],
        }
    }

    fn map(entries: &[(&str, Value)]) -> Value {
        Value::Map(
            entries
                .iter()
                .map(|(k, v)| ((*k).to_owned(), v.clone()))
                .collect(),
        )
    }

    #[test]
    fn a_table_changes_only_the_keys_it_names_in_either_spelling() {
        let mut outer = Outer::default();
        outer
            .set(&map(&[("inner", map(&[("topK", Value::Number(9.0))]))]), "")
            .unwrap();
        assert_eq!(outer.inner.top_k.get(), 9);
        assert!((outer.inner.weight - 0.5).abs() < f64::EPSILON);
        assert_eq!(outer.names, ["a"]);
    }

    #[test]
    fn an_unknown_key_is_named_with_its_path_and_its_nearest_neighbour() {
        let error = Outer::default()
            .set(
                &map(&[("inner", map(&[("top_q", Value::Number(9.0))]))]),
                "",
            )
            .unwrap_err();
        assert!(matches!(&error, Error::UnknownKey { path, .. } if path == "inner.top_q"));
        assert_eq!(error.nearest_key().as_deref(), Some("inner.top_k"));
    }

    #[test]
    fn r27_a_count_of_zero_minus_one_or_a_half_is_refused_by_name_and_value() {
        for (bad, named) in [
            (0.0, "0"),
            (-1.0, "-1"),
            (2.5, "2.5"),
            (f64::NAN, "NaN"),
            (f64::INFINITY, "inf"),
        ] {
            let error = Outer::default()
                .set(
                    &map(&[("inner", map(&[("top_k", Value::Number(bad))]))]),
                    "",
                )
                .unwrap_err();
            assert_eq!(error.code(), "INVALID_OPTION");
            assert!(error.to_string().contains("inner.top_k"), "{error}");
            assert!(error.to_string().contains(named), "{error}");
        }
    }

    // JavaScript's `Number.MAX_SAFE_INTEGER` among them.
    #[test]
    fn r27_a_very_large_count_is_accepted() {
        for large in [
            4_294_967_295.0,
            4_294_967_296.0,
            9_007_199_254_740_991.0,
            1e300,
        ] {
            let mut outer = Outer::default();
            let inner = map(&[("top_k", Value::Number(large))]);
            outer.set(&map(&[("inner", inner)]), "").unwrap();
            assert_eq!(outer.inner.top_k.get(), 2_147_483_647, "{large}");
        }
    }

    #[test]
    fn written_settings_read_back_the_same() {
        let outer = Outer {
            names: vec!["x".into(), "y".into()],
            ..Outer::default()
        };
        let mut copy = Outer::default();
        copy.set(&outer.get(), "").unwrap();
        assert_eq!(copy, outer);
    }
}
