//! Clocks that are wrong: a computer whose battery is empty starts in 1970, and one may be far ahead.

use crate::support::{Workplace, command};

fn run(place: &Workplace, seconds: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let output = command(&place.path(""))
        .args(arguments)
        .env("SOURCE_DATE_EPOCH", seconds)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (
        output.status.code(),
        String::from_utf8_lossy(&text).into_owned(),
    )
}

#[test]
fn a_site_is_built_and_asked_in_1970_and_in_2099() {
    for seconds in ["0", "86399", "4070908800", "4102444799"] {
        let place = Workplace::new();
        let built = run(
            &place,
            seconds,
            &["build", "site", "--out", "out", "--index-only"],
        );
        assert_eq!(built.0, Some(0), "{seconds}: {}", built.1);
        let asked = run(
            &place,
            seconds,
            &["query", "out", "When does the library open?"],
        );
        assert_eq!(asked.0, Some(0), "{seconds}: {}", asked.1);
        let verified = run(&place, seconds, &["verify", "out"]);
        assert_eq!(verified.0, Some(0), "{seconds}: {}", verified.1);
    }
}

#[test]
fn a_time_that_no_calendar_has_is_an_error() {
    let place = Workplace::new();
    for seconds in ["99999999999999999", "soon", "1e9"] {
        let built = run(
            &place,
            seconds,
            &["build", "site", "--out", "out", "--index-only"],
        );
        assert_eq!(built.0, Some(1), "{}", built.1);
        assert!(built.1.contains("SOURCE_DATE_EPOCH"), "{}", built.1);
    }
}
