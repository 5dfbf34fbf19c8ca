//! Replies as servers and batches write them: where the model's words stand, whoever wrote the file.

use serde_json::Value;

/// Where words stand: of one reply, and of a line of a batch.
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

/// The words of a model.
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

/// What the model calls itself.
pub(super) fn model_in(body: &Value) -> Option<String> {
    let mut models = MODELS
        .iter()
        .filter_map(|path| body.pointer(path)?.as_str());
    models.next().map(str::to_owned)
}

/// The name that a request of a batch had.
pub(super) fn id_in(line: &Value) -> Option<&str> {
    IDS.iter().find_map(|path| line.pointer(path)?.as_str())
}

/// Tokens that the server counted, sent and received.
pub(super) fn tokens_in(body: &Value) -> Option<usize> {
    let count = |path: &str| body.pointer(path).and_then(Value::as_u64);
    let total = count("/usage/total_tokens").or_else(|| {
        let (sent, received) = (count("/prompt_eval_count"), count("/eval_count"));
        sent.or(received)?;
        Some(sent.unwrap_or(0) + received.unwrap_or(0))
    });
    usize::try_from(total?).ok()
}

/// What a server says went wrong.
pub(super) fn error_in(bytes: &[u8]) -> Option<String> {
    let body: Value = serde_json::from_slice(bytes).ok()?;
    let paths = ["/error/message", "/error", "/message", "/detail"];
    let said = paths.iter().find_map(|path| body.pointer(path)?.as_str());
    said.map(|said| said.replace(char::is_control, " "))
}
