//! The desk as a whole.

mod meanings;
mod reporting;
mod weeks;

use jiff::civil::{Date, date};
use soru_desk::{Report, State, Store, StoredReport, Thumb};

/// The last day of the week in tests.
const LAST: Date = date(2026, 11, 22);

/// A file of reports in a folder that is removed with it.
struct Place {
    store: Store,
    _folder: tempfile::TempDir,
}

/// A question with what became of it: `answered`, `listed` or `nothing`, then `+`, `-` or a page.
fn asked(day: Date, language: &str, question: &str, became: &str) -> StoredReport {
    let mut parts = became.split(' ');
    let state = match parts.next() {
        Some("answered") => Some(State::Answered),
        Some("listed") => Some(State::Listed),
        Some("nothing") => Some(State::Nothing),
        _ => None,
    };
    let rest = parts.next();
    StoredReport {
        day,
        report: Report {
            question: question.to_owned(),
            language: language.to_owned(),
            state,
            page: rest
                .filter(|own| own.starts_with("http"))
                .map(str::to_owned),
            thumb: match rest {
                Some("+") => Some(Thumb::Up),
                Some("-") => Some(Thumb::Down),
                _ => None,
            },
            note: None,
        },
    }
}

fn place(reports: &[StoredReport]) -> Place {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(&folder.path().join("r")).unwrap();
    store.replace("test", reports).unwrap();
    Place {
        store,
        _folder: folder,
    }
}
