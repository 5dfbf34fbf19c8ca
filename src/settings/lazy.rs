//! Sections that are made when they are read.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, OnceLock};

use super::{Setting, Value, Written};
use crate::error::Result;

/// A section of settings that few calls read. It gets its defaults when it is first read or set,
/// and copies share it until one is set. So copying a configuration for each call does not copy the
/// section, and a program that never reads it contains neither its names nor its defaults.
///
/// ```
/// use soru::settings::Lazy;
/// let mut words: Lazy<Vec<String>> = Lazy::default();
/// let before = words.clone();
/// words.push("one".to_owned());
/// assert!(before.is_empty() && words.len() == 1);
/// ```
#[derive(Debug)]
pub struct Lazy<T> {
    made: Arc<OnceLock<T>>,
}

impl<T> Default for Lazy<T> {
    fn default() -> Self {
        Self {
            made: Arc::default(),
        }
    }
}

impl<T> Clone for Lazy<T> {
    fn clone(&self) -> Self {
        Self {
            made: Arc::clone(&self.made),
        }
    }
}

impl<T: Default + PartialEq> PartialEq for Lazy<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Default> Deref for Lazy<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.made.get_or_init(T::default)
    }
}

impl<T: Default + Clone> DerefMut for Lazy<T> {
    fn deref_mut(&mut self) -> &mut T {
        let own = T::clone(self);
        self.made = Arc::new(OnceLock::from(own));
        let own = Arc::get_mut(&mut self.made).and_then(OnceLock::get_mut);
        own.unwrap_or_else(|| unreachable!("it was made above, and nothing shares it"))
    }
}

impl<T: Setting + Default + Clone> Setting for Lazy<T> {
    fn set(&mut self, value: &Value, path: &str) -> Result<()> {
        (**self).set(value, path)
    }
}

impl<T: Written + Default> Written for Lazy<T> {
    fn get(&self) -> Value {
        (**self).get()
    }
}
