//! Settings of the basic kinds: booleans, numbers, counts, texts, and lists and tables of them.

use std::num::NonZeroUsize;

use super::{Setting, Value, Written, for_each_entry, for_each_item};
use crate::error::{Error, Expected, Result};
use crate::ordered::Map;

impl Setting for bool {
    fn set(&mut self, value: &Value, path: &str) -> Result<()> {
        let Value::Bool(new) = value else {
            return Err(Error::invalid(path, value, "true or false"));
        };
        *self = *new;
        Ok(())
    }
}

impl Written for bool {
    fn get(&self) -> Value {
        Value::Bool(*self)
    }
}

/// A section that another crate reads: kept as written, and replaced as a whole.
impl Setting for Value {
    fn set(&mut self, value: &Value, path: &str) -> Result<()> {
        if !matches!(value, Value::Map(_)) {
            return Err(Error::invalid(path, value, "a table"));
        }
        self.clone_from(value);
        Ok(())
    }
}

impl Written for Value {
    fn get(&self) -> Value {
        self.clone()
    }
}

impl Setting for f64 {
    fn set(&mut self, value: &Value, path: &str) -> Result<()> {
        match value {
            Value::Number(new) if new.is_finite() => *self = *new,
            _ => return Err(Error::invalid(path, value, "a finite number")),
        }
        Ok(())
    }
}

impl Written for f64 {
    fn get(&self) -> Value {
        Value::Number(*self)
    }
}

/// Larger counts are reduced to this, 2^31 - 1: no count here reaches it, and a script that wants
/// everything passes the largest number it has.
const MOST: f64 = 2_147_483_647.0;

/// Floats compare exactly here: a number is whole or not.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::float_cmp
)]
fn whole_number(value: &Value, least: usize, path: &str) -> Result<usize> {
    match value {
        Value::Number(n) if n.is_finite() && *n >= least as f64 && *n == libm::floor(*n) => {
            Ok(n.min(MOST) as usize)
        }
        _ => Err(Error::invalid(path, value, Expected::WholeNumber(least))),
    }
}

impl Setting for usize {
    fn set(&mut self, value: &Value, path: &str) -> Result<()> {
        *self = whole_number(value, 0, path)?;
        Ok(())
    }
}

impl Written for usize {
    fn get(&self) -> Value {
        Value::Number(*self as f64)
    }
}

impl Setting for NonZeroUsize {
    fn set(&mut self, value: &Value, path: &str) -> Result<()> {
        if let Some(new) = NonZeroUsize::new(whole_number(value, 1, path)?) {
            *self = new;
        }
        Ok(())
    }
}

impl Written for NonZeroUsize {
    fn get(&self) -> Value {
        Value::Number(NonZeroUsize::get(*self) as f64)
    }
}

impl Setting for String {
    fn set(&mut self, value: &Value, path: &str) -> Result<()> {
        let Value::Text(new) = value else {
            return Err(Error::invalid(path, value, "a text"));
        };
        self.clone_from(new);
        Ok(())
    }
}

impl Written for String {
    fn get(&self) -> Value {
        Value::Text(self.clone())
    }
}

/// `null` clears it, anything else sets it.
impl<T: Setting + Default> Setting for Option<T> {
    fn set(&mut self, value: &Value, path: &str) -> Result<()> {
        if matches!(value, Value::Null) {
            *self = None;
            return Ok(());
        }
        let mut new = T::default();
        new.set(value, path)?;
        *self = Some(new);
        Ok(())
    }
}

impl<T: Written> Written for Option<T> {
    fn get(&self) -> Value {
        self.as_ref().map_or(Value::Null, Written::get)
    }
}

/// A list replaces the existing list.
impl<T: Setting + Default> Setting for Vec<T> {
    fn set(&mut self, value: &Value, path: &str) -> Result<()> {
        let mut new = Vec::new();
        for_each_item(value, path, &mut |value, path| {
            let mut item = T::default();
            item.set(value, path)?;
            new.push(item);
            Ok(())
        })?;
        *self = new;
        Ok(())
    }
}

impl<T: Written> Written for Vec<T> {
    fn get(&self) -> Value {
        Value::List(self.iter().map(Written::get).collect())
    }
}

/// A table is merged into the existing table and replaces equal keys. Its keys are data (hosts,
/// languages, names), so any key is accepted.
impl<T: Setting + Default> Setting for Map<T> {
    fn set(&mut self, value: &Value, path: &str) -> Result<()> {
        for_each_entry(value, path, &mut |key, value, path| {
            let mut item = T::default();
            item.set(value, path)?;
            self.insert(key, item);
            Ok(())
        })
    }
}

impl<T: Written> Written for Map<T> {
    fn get(&self) -> Value {
        Value::Map(
            self.iter()
                .map(|(key, value)| (key.clone(), value.get()))
                .collect(),
        )
    }
}
