//! `soru query`.

use soru::Answer;
use soru::pre_retrieval::Completion;
use soru::settings::Value;

use super::arguments::Query;
use super::output::{DONE, print, print_json};
use super::page::page;
use super::styled::{FAINT, LINK, line};
use super::{batch, compare, options};
use crate::bundle::Bundle;
use crate::remote::{self, Gateway, RemoteBundle};

pub(super) fn run(arguments: &Query) -> anyhow::Result<u8> {
    if let Some(text) = &arguments.suggest {
        return suggest(arguments, text);
    }
    if let Some(address) = &arguments.related {
        return related(arguments, address);
    }
    let options = options::of(arguments)?;
    let bundle = Bundle::open(&arguments.bundle)?.with(&arguments.with, &Value::Null)?;
    if let Some(questions) = &arguments.questions {
        let timings = arguments.timings.as_deref();
        return batch::run(&bundle, questions, &options, arguments.json, timings);
    }
    let question = arguments.question.as_deref().unwrap_or_default();
    if arguments.compare {
        let comparison = bundle.compare(question, &options)?;
        if arguments.json {
            print_json(&comparison)?;
        } else {
            print(&compare::page(&comparison))?;
        }
        return Ok(DONE);
    }
    let answer: Answer = match &arguments.gateway {
        Some(address) => {
            let gateway = Gateway::new(address)?;
            RemoteBundle::new(&bundle, gateway)?.call(question, &options)?
        }
        None if arguments.retriever.is_some() || !arguments.with.is_empty() => {
            bundle.ask(question, &options)?
        }
        None => remote::call(&bundle, question, &options)?,
    };
    if arguments.json {
        print_json(&answer)?;
    } else {
        let contact = &bundle.engine().configuration().answer.contact_url;
        print(&page(&answer, contact))?;
    }
    Ok(DONE)
}

fn suggest(arguments: &Query, text: &str) -> anyhow::Result<u8> {
    let options = options::of_suggest(arguments)?;
    let found = Bundle::open(&arguments.bundle)?.suggest(text, &options)?;
    if arguments.json {
        print_json(&found)?;
    } else {
        let mut page = String::new();
        found
            .suggestions
            .iter()
            .for_each(|completion| push_completion(&mut page, completion));
        print(&page)?;
    }
    Ok(DONE)
}

fn related(arguments: &Query, address: &str) -> anyhow::Result<u8> {
    let options = options::of_related(arguments);
    let found = Bundle::open(&arguments.bundle)?.related(address, &options)?;
    if arguments.json {
        print_json(&found)?;
        return Ok(DONE);
    }
    let mut page = String::new();
    for other in &found.pages {
        let similarity = format!("{:.2}", other.similarity);
        let (title, url) = (&other.title, &other.url);
        line(
            &mut page,
            &format!("{FAINT}{similarity:<6}{FAINT:#}{title}  {LINK}{url}{LINK:#}"),
        );
    }
    if found.pages.is_empty() {
        line(
            &mut page,
            "the bundle has no page at this address, or no related pages for it",
        );
    }
    print(&page)?;
    Ok(DONE)
}

fn push_completion(page: &mut String, completion: &Completion) {
    let lang = &completion.lang;
    line(
        page,
        &format!("{FAINT}{lang:<9}{FAINT:#}{}", completion.text),
    );
}
