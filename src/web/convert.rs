//! Between Rust and JavaScript values.

use serde::Serialize;
use wasm_bindgen::{JsCast, JsValue};

use crate::error::{Error, Result};
use crate::settings::Value;

/// A plain object, array or value, as `JSON.parse` would give it.
pub(super) fn to_js<T: Serialize>(value: &T) -> Result<JsValue> {
    value
        .serialize(&serde_wasm_bindgen::Serializer::json_compatible())
        .map_err(|error| Error::Operator {
            name: "serialise".to_owned(),
            detail: error.to_string(),
        })
}

/// Options as a page writes them.
pub(super) fn to_value(options: JsValue) -> Result<Value> {
    if options.is_undefined() {
        return Ok(Value::Null);
    }
    serde_wasm_bindgen::from_value(options).map_err(|_| {
        let found = "something that holds a function or a symbol";
        Error::invalid(
            "options",
            found,
            "an object of texts, numbers, truth values and lists",
        )
    })
}

/// An `Error` with a stable `code`.
pub(super) fn to_js_error(error: &Error) -> JsValue {
    let object = js_sys::Error::new(&error.to_string());
    object.set_name("SoruError");
    // Setting a property of a fresh object cannot fail.
    let _ = js_sys::Reflect::set(&object, &"code".into(), &error.code().into());
    object.into()
}

/// What JavaScript threw, in words.
pub(super) fn describe(thrown: &JsValue) -> String {
    thrown.dyn_ref::<js_sys::Error>().map_or_else(
        || format!("{thrown:?}"),
        |error| String::from(error.message()),
    )
}

/// Unicode normalisation form C, which the engine expects; the browser has the tables.
pub(super) fn compose(text: &str) -> String {
    js_sys::JsString::from(text).normalize("NFC").into()
}

/// The visitor's day, ISO 8601.
pub(super) fn today() -> String {
    let now = js_sys::Date::new_0();
    format!(
        "{:04}-{:02}-{:02}",
        now.get_full_year(),
        now.get_month() + 1,
        now.get_date()
    )
}
