use super::*;

fn date(day: u16, month: u16, year: u16) -> Meaning {
    let some = |n: u16| (n > 0).then_some(n);
    Meaning::Date(Date {
        day: some(day),
        month,
        year: some(year),
    })
}

fn all(text: &str) -> Vec<(&str, Vec<Meaning>)> {
    let found = values(text).into_iter();
    found
        .map(|value| (&text[value.range], value.meanings))
        .collect()
}

/// Returns the meanings of a text that is a single value.
fn only(text: &str) -> Vec<Meaning> {
    let found = all(text);
    assert_eq!(found.len(), 1, "{text}: {found:?}");
    assert_eq!(found[0].0, text);
    found[0].1.clone()
}

#[test]
fn r35_all_spellings_of_a_date_are_equal() {
    for text in [
        "1 May 2026",
        "May 1, 2026",
        "May 1st, 2026",
        "1st of May 2026",
        "1st of May, 2026",
        "01.05.2026",
        "2026-05-01",
        "1 Mayıs 2026",
        "01 MAYIS 2026",
        "1 May, 2026",
        "1.5.2026",
    ] {
        assert_eq!(only(text), [date(1, 5, 2026)], "{text}");
    }
    for text in ["May 1", "1 Mayıs", "1 Mayıs'ta", "1st May", "1 Mayısta"] {
        assert_eq!(only(text), [date(1, 5, 0)], "{text}");
    }
    for text in ["May 2026", "Mayıs 2026", "May, 2026"] {
        assert_eq!(only(text), [date(0, 5, 2026)], "{text}");
    }
    assert_eq!(only("5/1/2026"), [date(5, 1, 2026), date(1, 5, 2026)]);
    let both = |text| {
        all(text)
            .into_iter()
            .flat_map(|(_, m)| m)
            .collect::<Vec<_>>()
    };
    for text in [
        "1–5 May 2026",
        "May 1-5, 2026",
        "1 ile 5 Mayıs 2026",
        "1 and 5 May 2026",
    ] {
        assert_eq!(both(text), [date(1, 5, 2026), date(5, 5, 2026)], "{text}");
    }
    assert_eq!(both("You may 2 times"), [Meaning::Number("2".into())]);
}

#[test]
fn r35_all_spellings_of_an_amount_are_equal() {
    let amount = |number: &str, unit| [Meaning::Amount(number.to_owned(), unit)];
    for text in [
        "1.500,50 TL",
        "₺1500.50",
        "1,500.5 lira",
        "TL 1.500,50",
        "1500,50 TRY",
    ] {
        assert_eq!(only(text), amount("1500.5", Unit::Lira), "{text}");
    }
    for text in [
        "$1.5 million",
        "1,500,000 dollars",
        "1.5 milyon dolar",
        "USD 1.500.000",
        "1500 bin USD",
    ] {
        assert_eq!(only(text), amount("1500000", Unit::Dollar), "{text}");
    }
    for text in ["%50", "50%", "50 %", "yüzde 50", "50 percent"] {
        assert_eq!(only(text), amount("50", Unit::Percent), "{text}");
    }
    assert_eq!(only("£385 000"), amount("385000", Unit::Pound));
    assert_eq!(only("€10k"), amount("10000", Unit::Euro));
}

#[test]
fn r35_numbers_times_codes_and_telephones_are_distinguished() {
    let number = |text: &str| Meaning::Number(text.to_owned());
    assert_eq!(only("85,000"), [number("85000")]);
    assert_eq!(only("3,50"), [number("3.5")]);
    assert_eq!(only("007"), [number("7")]);
    assert_eq!(only("17.00"), [Meaning::Time(17, 0)]);
    assert_eq!(only("17.30"), [number("17.3"), Meaning::Time(17, 30)]);
    for text in ["17:00", "5 pm", "5:00 p.m", "5 PM"] {
        assert_eq!(only(text), [Meaning::Time(17, 0)], "{text}");
    }
    assert_eq!(only("12:15 am"), [Meaning::Time(0, 15)]);
    let code = |text: &str| [Meaning::Code(text.to_owned())];
    assert_eq!(only("H-1B"), code("h1b"));
    assert_eq!(only("I-20"), code("i20"));
    assert_eq!(only("CS101"), code("cs101"));
    let tel = |text: &str| [Meaning::Telephone(text.to_owned())];
    assert_eq!(only("+90 312 555 01 10"), tel("903125550110"));
    for text in ["0312 555 01 10", "(0312) 555 01 10", "0312-555-0110"] {
        assert_eq!(only(text), tel("3125550110"), "{text}");
    }
    let years = [
        ("2026-27", vec![number("2026")]),
        ("2026-27", vec![number("2027")]),
    ];
    assert_eq!(all("2026-27"), years);
    assert_eq!(all("10-15 days").len(), 2);
    assert_eq!(all("the 2nd year"), [("2", vec![number("2")])]);
}
