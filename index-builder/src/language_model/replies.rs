//! Finds the model's text in replies of servers and in batches, in any known format.

use serde_json::Value;

/// The paths of the text: in a reply, and in a line of a batch.
const TEXTS: [&str; 10] = [
    "/choices/0/message/content",
    "/message/content",
    "/response/body/choices/0/message/content",
    "/result/message/content",
    "/response/message/content",
    "/answer",
    "/reply",
    "/response",
    "/output",
    "/text",
];

const MODELS: [&str; 3] = ["/model", "/response/body/model", "/result/message/model"];

const IDS: [&str; 3] = ["/custom_id", "/id", "/key"];

/// The model's text.
pub(super) fn text_in(body: &Value) -> Option<String> {
    TEXTS.iter().find_map(|path| words(body.pointer(path)?))
}

/// A text, or a list of parts of which some are texts.
fn words(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| part.get("text")?.as_str());
            let texts: Vec<&str> = texts.collect();
            (!texts.is_empty()).then(|| texts.join(""))
        }
        _ => None,
    }
}

/// The model's name.
pub(super) fn model_in(body: &Value) -> Option<String> {
    let mut models = MODELS
        .iter()
        .filter_map(|path| body.pointer(path)?.as_str());
    models.next().map(str::to_owned)
}

/// The id of a request in a batch.
pub(super) fn id_in(line: &Value) -> Option<&str> {
    IDS.iter().find_map(|path| line.pointer(path)?.as_str())
}

/// The server's count of tokens, sent and received.
pub(super) fn tokens_in(body: &Value) -> Option<usize> {
    let count = |path: &str| body.pointer(path).and_then(Value::as_u64);
    let total = count("/usage/total_tokens").or_else(|| {
        let (sent, received) = (count("/prompt_eval_count"), count("/eval_count"));
        sent.or(received)?;
        Some(sent.unwrap_or(0).saturating_add(received.unwrap_or(0)))
    });
    usize::try_from(total?).ok()
}

/// The server's error message.
pub(super) fn error_in(body: &Value) -> Option<String> {
    let paths = ["/error/message", "/error", "/message", "/detail"];
    let text = paths.iter().find_map(|path| body.pointer(path)?.as_str());
    text.map(|text| text.replace(char::is_control, " "))
}
