//! Conversion between Rust and JavaScript values.

use js_sys::{Array, Object};
use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};

use crate::error::{Error, Result};
use crate::settings::Value;

/// Returns a plain object, array or value, as `JSON.parse` would.
///
/// # Errors
/// [`Error::Operator`] for a value that has no such form.
pub fn to_js<T: Serialize>(value: &T) -> Result<JsValue> {
    let plain = Value::collect(value).map_err(|error| unwritable(&error))?;
    plain
        .serialize(&serde_wasm_bindgen::Serializer::json_compatible())
        .map_err(|error| unwritable(&error))
}

fn unwritable(error: &dyn std::fmt::Display) -> Error {
    Error::Operator {
        name: "serialise".to_owned(),
        detail: error.to_string().into(),
    }
}

/// Maximum nesting of options. An object that contains itself would be endless.
const MAX_DEPTH: usize = 16;

/// Converts options as a page writes them. Decoded by hand: a generic decoder, used for this single
/// type, is ten times the code.
///
/// # Errors
/// [`Error::InvalidValue`] for a value with a function or a symbol, or one that contains itself.
pub fn to_value(options: &JsValue) -> Result<Value> {
    read(options, MAX_DEPTH).ok_or_else(|| {
        Error::invalid(
            "options",
            "a value that contains a function, a symbol or itself",
            "an object of texts, numbers, booleans and lists",
        )
    })
}

fn read(value: &JsValue, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    let read = |value: &JsValue| read(value, depth);
    Some(if value.is_null() || value.is_undefined() {
        Value::Null
    } else if let Some(value) = value.as_bool() {
        Value::Bool(value)
    } else if let Some(number) = value.as_f64() {
        Value::Number(number)
    } else if let Some(text) = value.as_string() {
        Value::Text(text)
    } else if let Some(list) = value.dyn_ref::<Array>() {
        let values = list.iter().map(|value| read(&value));
        Value::List(values.collect::<Option<_>>()?)
    } else if value.is_object() {
        let entries = Object::entries(value.unchecked_ref());
        let entry = |entry: JsValue| {
            let entry: Array = entry.unchecked_into();
            Some((entry.get(0).as_string()?, read(&entry.get(1))?))
        };
        Value::Map(entries.iter().map(entry).collect::<Option<_>>()?)
    } else {
        return None;
    })
}

/// Returns an `Error` with a stable `code`.
pub fn js_error(code: &str, description: &str) -> JsValue {
    let object = js_sys::Error::new(description);
    object.set_name("SoruError");
    // Setting a property of a fresh object cannot fail.
    let _ = js_sys::Reflect::set(&object, &"code".into(), &code.into());
    object.into()
}
