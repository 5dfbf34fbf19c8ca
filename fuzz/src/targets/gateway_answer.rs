//! The answer of a gateway: refused, or an index that opens and answers.

use soru::Engine;
use soru::settings::Value;
use soru_working_index::Basis;

use super::site;

thread_local! {
    static BASIS: Basis = basis();
}

/// The settings and facts of a site.
fn basis() -> Basis {
    let files = site::build(site::LONG_LISTS);
    let (_, manifest) = files.last().unwrap();
    let core = files.iter().find(|(name, _)| name.starts_with("core"));
    Basis::read(manifest, &core.unwrap().1).unwrap()
}

/// An answer as it was received.
pub(super) fn answer(bytes: &[u8]) {
    BASIS.with(|basis| {
        let Ok(index) = basis.index(bytes) else {
            return;
        };
        let engine = Engine::open(&index.manifest).unwrap();
        engine.supply_inflated(&index.file, &index.content).unwrap();
        engine.ask("When is the fee due?", &Value::Null).unwrap();
    });
}

/// Inputs to start from.
pub(super) fn seeds() -> Vec<(&'static str, Vec<Vec<u8>>)> {
    let whole = r#"{"site":"x","index":"x-1","complete":true,"chunks":9,
        "languages":[{"language":"en","chunks":9,"mean_words":[12.5,2,1]}],
        "words":[{"word":"fee","language":"en","chunks":[2,3,4],
        "spellings":[{"word":"fees","kind":"correction","chunks":[1,2,3]}]}],
        "hits":[{"id":"0","page":"a","position":1,"title":"Fees","url":"a.html","language":"en",
        "importance":0.5,"text":"The fee is due in May.\nÖdeme.","sections":[{"start":0,
        "headings":["Fees"],"anchor":"f","is_answer":true},{"start":23}],"meta":[["k","v"]],
        "questions":["When?"],"answers":[[4,7]],"near_misses":["Why?"],"unquoted":[[0,3]],
        "also":"due","group":"g","translation":"t","newest":"b","news":true,"weight":0.5}]}"#;
    let none = r#"{"complete":false,"languages":[],"words":[],"hits":[]}"#;
    let inputs = [whole, none].map(|text| text.as_bytes().to_vec());
    vec![("gateway_answer", inputs.into())]
}
