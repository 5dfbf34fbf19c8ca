//! A request to the gateway: a body, the parameters of an address, or its path. What is accepted is
//! within the bounds of the contract, and a question is the same in both forms.

use soru_gateway::request::{MOST_BYTES, SearchRequest, body, ids, nothing, parameters, route};

/// A body if the first byte is even, else parameters or a path.
pub(super) fn request(bytes: &[u8]) {
    let Some((kind, bytes)) = bytes.split_first() else {
        return;
    };
    if kind % 2 == 0 {
        return check(body(bytes));
    }
    let text = String::from_utf8_lossy(bytes);
    check(parameters(&text));
    if let Ok(ids) = ids(&text) {
        assert!((1..=50).contains(&ids.len()));
        assert!(ids.iter().all(|id| id.len() == 32 && id.is_ascii()));
    }
    assert!(nothing(&text).is_err() || ids(&text).is_err());
    if let Some(route) = route(&text) {
        let name = route
            .site
            .map(|name| format!("/{name}"))
            .unwrap_or_default();
        assert_eq!(format!("{name}{}", route.path), text);
        assert!(
            route
                .site
                .is_none_or(|name| !name.is_empty() && !name.contains('/'))
        );
    }
}

fn check(read: Result<SearchRequest, soru_gateway::request::Invalid>) {
    let request = match read {
        Ok(request) => request,
        Err(invalid) => {
            assert!(!invalid.to_string().is_empty());
            return;
        }
    };
    assert!((1..=64).contains(&request.words.len()));
    for word in &request.words {
        assert!((1..=64).contains(&word.text.len()), "{:?}", word.text);
        let is_syntax = |c: char| {
            c.is_whitespace() || c.is_control() || "\"'\\{}()[]*?~^$&|!/=<>%@;`".contains(c)
        };
        assert!(!word.text.contains(is_syntax), "{:?}", word.text);
        assert!(word.weight > 0.0 && word.weight <= 10.0);
    }
    assert!((1..=50).contains(&request.limit) && request.filter.len() <= 8);
    for (key, values) in &request.filter {
        assert!((1..=64).contains(&key.len()) && (1..=16).contains(&values.len()));
        assert!(values.iter().all(|value| (1..=256).contains(&value.len())));
    }
    let address = address(&request);
    if address.len() <= MOST_BYTES {
        assert_eq!(parameters(&address).as_ref(), Ok(&request), "{address}");
    }
}

/// Writes a request as the parameters of an address.
fn address(request: &SearchRequest) -> String {
    let mut address = url::form_urlencoded::Serializer::new(String::new());
    address.append_pair("language", &request.language);
    address.append_pair("limit", &request.limit.to_string());
    for word in &request.words {
        let written = format!("{}~{}~{}", word.text, word.weight, word.language);
        address.append_pair("word", &written);
    }
    for (key, values) in &request.filter {
        for value in values {
            address.append_pair(&format!("filter.{key}"), value);
        }
    }
    address.finish()
}
