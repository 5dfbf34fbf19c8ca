//! Settings that the essential engine omits.

use std::ops::{Deref, DerefMut};

use super::{Setting, Value, Written};
use crate::error::Result;

/// Settings of features that only the full engine has. The essential engine ignores them, and its download contains
/// neither their names nor their defaults.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FullOnly<T> {
    #[cfg(feature = "full")]
    settings: T,
    #[cfg(not(feature = "full"))]
    settings: std::marker::PhantomData<T>,
}

#[cfg(feature = "full")]
impl<T> Deref for FullOnly<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.settings
    }
}

#[cfg(feature = "full")]
impl<T> DerefMut for FullOnly<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.settings
    }
}

// Only code after `full_only()?` reads them.
#[cfg(not(feature = "full"))]
impl<T> Deref for FullOnly<T> {
    type Target = T;

    fn deref(&self) -> &T {
        unreachable!("read by the full engine only")
    }
}

#[cfg(not(feature = "full"))]
impl<T> DerefMut for FullOnly<T> {
    fn deref_mut(&mut self) -> &mut T {
        unreachable!("read by the full engine only")
    }
}

#[cfg(feature = "full")]
impl<T: Setting> Setting for FullOnly<T> {
    fn set(&mut self, value: &Value, path: &str) -> Result<()> {
        self.settings.set(value, path)
    }
}

#[cfg(not(feature = "full"))]
impl<T> Setting for FullOnly<T> {
    fn set(&mut self, _: &Value, _: &str) -> Result<()> {
        Ok(())
    }
}

impl<T: Written> Written for FullOnly<T> {
    fn get(&self) -> Value {
        self.deref().get()
    }
}
