//! Finds the model's text in replies of servers and in batches, in any known format.

use serde_json::Value;

use super::estimate::Usage;

/// The paths of the text, in a reply and in a line of a batch.
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

/// Returns the model's text.
pub(super) fn text_in(body: &Value) -> Option<String> {
    TEXTS.iter().find_map(|path| words(body.pointer(path)?))
}

/// Returns a text, or the texts in a list of parts.
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

/// Returns the model's name.
pub(super) fn model_in(body: &Value) -> Option<String> {
    let mut models = MODELS
        .iter()
        .filter_map(|path| body.pointer(path)?.as_str());
    models.next().map(str::to_owned)
}

/// Returns the id of a request in a batch.
pub(super) fn id_in(line: &Value) -> Option<&str> {
    IDS.iter().find_map(|path| line.pointer(path)?.as_str())
}

/// Returns the server's count of tokens. If only a total is stated, `expected` tokens of it count
/// as sent.
pub(super) fn usage_in(body: &Value, expected: usize) -> Option<Usage> {
    let count = |path: &&str| body.pointer(path).and_then(Value::as_u64);
    let count = |paths: &[&str]| usize::try_from(paths.iter().find_map(count)?).ok();
    let sent = count(&[
        "/usage/prompt_tokens",
        "/usage/input_tokens",
        "/prompt_eval_count",
    ]);
    let received = count(&[
        "/usage/completion_tokens",
        "/usage/output_tokens",
        "/eval_count",
    ]);
    // Some servers count the tokens of thinking only in the total.
    let total = count(&["/usage/total_tokens"]).max(match (sent, received) {
        (None, None) => None,
        _ => Some(sent.unwrap_or(0).saturating_add(received.unwrap_or(0))),
    })?;
    let sent = sent.unwrap_or(expected).min(total);
    Some(Usage {
        sent,
        received: total - sent,
    })
}

/// Returns the server's error message.
pub(super) fn error_in(body: &Value) -> Option<String> {
    let paths = ["/error/message", "/error", "/message", "/detail"];
    let text = paths.iter().find_map(|path| body.pointer(path)?.as_str());
    text.map(|text| text.replace(char::is_control, " "))
}
