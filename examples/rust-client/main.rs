//! A search box in Rust: a form that asks a bundle through `soru::web::Client`. See the README
//! beside it.

use std::rc::Rc;

use soru::web::Client;
use soru::{Answer, Error};
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen::{JsCast as _, JsError, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Document, Element, HtmlAnchorElement, HtmlInputElement, SubmitEvent};

/// Where the site's bundle is.
const BUNDLE: &str = "/soru/";

// The module has to be a program for Cargo, and is a library for the page.
fn main() {}

/// Runs when the page has loaded the module.
#[wasm_bindgen(start)]
async fn start() -> Result<(), JsValue> {
    let client = Client::open(BUNDLE).await.map_err(JsError::from)?;
    let client = Rc::new(client);
    let ask = Closure::<dyn Fn(SubmitEvent)>::new(move |event: SubmitEvent| {
        event.prevent_default();
        let client = Rc::clone(&client);
        spawn_local(async move {
            let asked = client.ask(&input().value()).await;
            show(&asked).unwrap_or_else(|thrown| web_sys::console::error_1(&thrown));
        });
    });
    let form = by_id("form");
    form.add_event_listener_with_callback("submit", ask.as_ref().unchecked_ref())?;
    ask.forget();
    form.remove_attribute("inert")
}

fn show(asked: &Result<Answer, Error>) -> Result<(), JsValue> {
    let (answer, results) = (by_id("answer"), by_id("results"));
    results.set_inner_html("");
    match asked {
        Ok(found) => {
            let said = found.answer.as_deref();
            answer.set_text_content(said.or(Some("No answer; these pages may help.")));
            for hit in &found.hits {
                let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
                link.set_href(&hit.url);
                link.set_text_content(Some(&hit.title));
                let item = document().create_element("li")?;
                item.append_child(&link)?;
                results.append_child(&item)?;
            }
        }
        Err(error) => answer.set_text_content(Some(&error.to_string())),
    }
    Ok(())
}

fn document() -> Document {
    let window = web_sys::window().expect("a page has a window");
    window.document().expect("a page has a document")
}

fn by_id(id: &str) -> Element {
    document().get_element_by_id(id).expect("index.html has it")
}

fn input() -> HtmlInputElement {
    by_id("question").unchecked_into()
}
