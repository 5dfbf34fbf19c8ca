//! Tests the rows of tables as visitors read them.
//!
//! Tests draw tables: a line for each row, `|` between cells, `#` before a header, `!` before bold
//! text, `>2` and `^2` after a cell that spans two columns or rows, `/` between the lines of a
//! cell.

use super::*;

fn cell(drawn: &str) -> Cell {
    let mut cell = Cell::default();
    let mut text = drawn.trim();
    if let Some((rest, rows)) = text.split_once('^') {
        (text, cell.rows) = (rest, rows.trim().parse().unwrap());
    }
    if let Some((rest, columns)) = text.split_once('>') {
        (text, cell.columns) = (rest, columns.trim().parse().unwrap());
    }
    cell.emphasis = match text.chars().next() {
        Some('#') => Emphasis::Header,
        Some('!') => Emphasis::Bold,
        _ => Emphasis::Plain,
    };
    let text = text.trim_start_matches(['#', '!']).trim();
    if !text.is_empty() {
        cell.texts.push(text.replace('/', "\n"));
    }
    cell
}

fn table(drawn: &str) -> Table {
    let row = |line: &str| Row {
        cells: line.split('|').map(cell).collect(),
        ..Row::default()
    };
    Table {
        rows: drawn
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .map(row)
            .collect(),
    }
}

/// Returns the lines of a drawn table; `?` precedes a line that no answer quotes.
fn lines(drawn: &str) -> Vec<String> {
    let marked = |line: Line| match line {
        Line::Row(text) | Line::Text(text) => text,
        Line::Unquoted(text) => format!("? {text}"),
    };
    table(drawn).lines().into_iter().map(marked).collect()
}

#[test]
fn every_row_names_all_headers_above_its_cells() {
    let found = lines(
        "#Program ^2 | #Yurttaş >2    | #Yabancı >2
         #Güz        | #Bahar | #Güz   | #Bahar
         Lisans      | 410    | 420    | 910    | 920
         Doktora     | 380    |        | 1.210  | 1.220",
    );
    assert_eq!(
        found,
        [
            "Program: Lisans | Yurttaş, Güz: 410 | Yurttaş, Bahar: 420 | Yabancı, Güz: 910 | Yabancı, Bahar: 920",
            "Program: Doktora | Yurttaş, Güz: 380 | Yabancı, Güz: 1.210 | Yabancı, Bahar: 1.220",
        ]
    );
}

#[test]
fn a_cell_over_several_rows_or_columns_counts_in_all() {
    let found = lines(
        "#Room   | #Guests | #Summer | #Winter
         Single ^2 | one   | 30      | 20
         two     | 50 >2",
    );
    assert_eq!(
        found,
        [
            "Room: Single | Guests: one | Summer: 30 | Winter: 20",
            "Room: Single | Guests: two | Summer / Winter: 50",
        ]
    );
}

#[test]
fn headers_divided_by_a_row_of_ordinary_cells_are_named_whole() {
    let found = lines(
        "#Pool | #Ticket >2
               | Child | Adult
         North | 2     | 4
         South | 3     | 6",
    );
    assert_eq!(
        found[1],
        "Pool: South | Ticket, Child: 3 | Ticket, Adult: 6"
    );
}

#[test]
fn a_bold_first_row_is_a_header_and_a_bold_total_is_not() {
    let found = lines(
        "!Birim | !Kontenjan
         Hukuk  | 40
         Tıp    | 25
         !Toplam | !65",
    );
    assert_eq!(
        found,
        [
            "Birim: Hukuk | Kontenjan: 40",
            "Birim: Tıp | Kontenjan: 25",
            "Birim: Toplam | Kontenjan: 65"
        ]
    );
    let keys = "!Dekan | !Prof. Defne Uysal
                !Oda   | B 12";
    assert_eq!(lines(keys), ["Dekan | Prof. Defne Uysal", "Oda | B 12"]);
}

// Calendars print their most important days in bold.
#[test]
fn a_bold_row_of_data_is_no_header() {
    let calendar = "!22 Mayıs 2027 | !Derslerin son günü
                    3 Temmuz 2027  | Başvurular";
    assert_eq!(lines(calendar)[1], "3 Temmuz 2027 | Başvurular");
    let turned = "!Last day of lectures | !22 May 2027
                  Applications          | 3 July 2027";
    assert_eq!(lines(turned)[1], "Applications | 3 July 2027");
    let deposit = "!Deposit | !5,000 | !5,000
                   Single   | 14,500 | 14,000";
    assert_eq!(lines(deposit)[1], "Single | 14,500 | 14,000");
    let years = "!Ücret | !2026-27 | !2027-2028
                 Lisans | 410      | 450";
    assert_eq!(
        lines(years),
        ["Ücret: Lisans | 2026-27: 410 | 2027-2028: 450"]
    );
}

#[test]
fn many_rows_of_one_text_are_a_list() {
    let found = lines("Fork >2\nKnife >2\nSpoon >2\nCup | 4");
    assert_eq!(found, ["Fork", "Knife", "Spoon", "Cup | 4"]);
}

#[test]
fn a_long_title_is_said_once() {
    let title = "Academic calendar of the faculties of science, of law and of medicine";
    let found = lines(&format!("!{title} >2\n3 May | Start\n9 June | End"));
    assert_eq!(found, [title, "3 May | Start", "9 June | End"]);
}

#[test]
fn words_above_columns_of_figures_are_headers() {
    let drawn = "Bus | First | Last
                 12  | 6:10  | 23:40
                 31  | 7:00  | 21:15";
    assert_eq!(lines(drawn)[1], "Bus: 31 | First: 7:00 | Last: 21:15");
    let years = "        | 2026 | 2027
                 Berth   | €18  | €20
                 Mooring | €9   | €11";
    assert_eq!(lines(years)[0], "Berth | 2026: €18 | 2027: €20");
    let divided = "Pool | Ticket >2
                          | Child | Adult
                   North  | 2     | 4
                   South  | 3     | 6";
    assert_eq!(
        lines(divided)[0],
        "Pool: North | Ticket, Child: 2 | Ticket, Adult: 4"
    );
    let free = "Ride   | Weekday | Sunday
                Wheel  | 4       | free
                Swing  | 3       | 5
                Dodgem | 6       | 8";
    assert_eq!(lines(free)[0], "Ride: Wheel | Weekday: 4 | Sunday: free");
    let mostly_words = "Ride   | Weekday | Sunday
                        Wheel  | free    | free
                        Swing  | 3       | closed
                        Dodgem | 6       | 8";
    assert_eq!(lines(mostly_words)[1], "Wheel | free | free");
    let studies = "MBA | 2021 | 2025
                   MSc | 2022 | 2026
                   PhD | 2019 | 2027";
    assert_eq!(lines(studies)[0], "MBA | 2021 | 2025");
    let people = "Ayla | Dean     | North wing
                  Cem  | Lecturer | Room 4";
    assert_eq!(lines(people)[0], "Ayla | Dean | North wing");
}

#[test]
fn a_row_over_all_columns_names_the_rows_below() {
    let found = lines(
        "#Saat          | #Ders    | #Salon
         3 Şubat Pazartesi >3
         9.00           | Fizik    | A 1
         11.00          | Kimya    | A 2
         4 Şubat Salı >3
         9.00           | Biyoloji | B 1
         * Salonlar değişebilir >3",
    );
    assert_eq!(
        found,
        [
            "3 Şubat Pazartesi | Saat: 9.00 | Ders: Fizik | Salon: A 1",
            "3 Şubat Pazartesi | Saat: 11.00 | Ders: Kimya | Salon: A 2",
            "4 Şubat Salı | Saat: 9.00 | Ders: Biyoloji | Salon: B 1",
            "* Salonlar değişebilir",
        ]
    );
}

#[test]
fn a_break_in_a_timetable_names_nothing() {
    let found = lines(
        "#Hour | #Talk
         9:00  | Rivers
         Lunch >2
         13:00 | Lakes",
    );
    assert_eq!(
        found,
        [
            "Hour: 9:00 | Talk: Rivers",
            "Lunch",
            "Hour: 13:00 | Talk: Lakes"
        ]
    );
}

#[test]
fn a_row_with_only_its_first_cell_names_a_group_where_names_repeat() {
    let found = lines(
        "#Degree | #Home | #Abroad
         Law     |       |
         Master  | 450   | 1,550
         Arts    |       |
         Master  | 350   | 950",
    );
    assert_eq!(
        found,
        [
            "Law | Degree: Master | Home: 450 | Abroad: 1,550",
            "Arts | Degree: Master | Home: 350 | Abroad: 950"
        ]
    );
    let full = "#Unit | #Places
                Law   |
                Day   | 40
                Arts  |
                Night | 30";
    assert_eq!(
        lines(full),
        [
            "Law | Unit: Day | Places: 40",
            "Arts | Unit: Night | Places: 30"
        ]
    );
    let rooms = "#Room | #Opens | #Closes
                 Attic |        |
                 Hall  | 9:00   | 17:00";
    assert_eq!(
        lines(rooms),
        ["Room: Attic", "Room: Hall | Opens: 9:00 | Closes: 17:00"]
    );
}

#[test]
fn a_title_over_the_headers_holds_for_all_groups_below() {
    let found = lines(
        "#Fees of 2027 >2
         #Level | #Fee
         #Day school >2
         Master | 450
         #Evening school >2
         Master | 300",
    );
    assert_eq!(
        found,
        [
            "Fees of 2027 | Day school | Level: Master | Fee: 450",
            "Fees of 2027 | Evening school | Level: Master | Fee: 300"
        ]
    );
}

#[test]
fn headers_in_the_middle_replace_those_above() {
    let found = lines(
        "#Boat >2
         #Size | #Berth
         6 m   | 40
         #Car >2
         #Type | #Day
         Van   | 15
         #Total | #55",
    );
    assert_eq!(
        found,
        [
            "Boat | Size: 6 m | Berth: 40",
            "Car | Type: Van | Day: 15",
            "Car | Type: Total | Day: 55"
        ]
    );
}

// Exam programmes name the day and repeat the headers, all in bold.
#[test]
fn bold_headers_repeat_below_each_group() {
    let found = lines(
        "!4 Ocak Pazartesi >2
         !Saat | !Sınav
         9.00  | Fizik
         !5 Ocak Salı >2
         !Saat | !Sınav
         9.00  | Kimya
         !Ek sınavlar >2
         !Gün  | !Ders
         Cuma  | Botanik",
    );
    assert_eq!(
        found,
        [
            "4 Ocak Pazartesi | Saat: 9.00 | Sınav: Fizik",
            "5 Ocak Salı | Saat: 9.00 | Sınav: Kimya",
            "Ek sınavlar | Gün: Cuma | Ders: Botanik",
        ]
    );
}

#[test]
fn a_group_of_the_same_form_ends_the_one_before() {
    let found = lines(
        "#3 May >2
         #Hour | #Talk
         9:00  | Rivers
         !4 May >2
         9:30  | Lakes",
    );
    assert_eq!(found[1], "4 May | Hour: 9:30 | Talk: Lakes");
}

#[test]
fn parallel_lines_are_rows_and_prose_is_not() {
    let found = lines(
        "#Course | #Day             | #Hour
         Salsa   | Monday/Wednesday | 18:00/20:30",
    );
    assert_eq!(
        found,
        [
            "Course: Salsa | Day: Monday | Hour: 18:00",
            "Course: Salsa | Day: Wednesday | Hour: 20:30"
        ]
    );
    let office = "#Office | #Place | #Call
                  Registry | Main hall/Room 3 | Tel: 211/Fax: 212";
    assert_eq!(
        lines(office),
        ["Office: Registry | Place: Main hall Room 3 | Call: Tel: 211 Fax: 212"]
    );
}

// It is unknown which fee belongs to which degree.
#[test]
fn lists_of_different_lengths_are_no_answer() {
    let found = lines(
        "#Degree                | #Fee
         Bachelor/Master/Doctor | 300/450",
    );
    assert_eq!(found, ["? Degree: Bachelor Master Doctor | Fee: 300 / 450"]);
}

#[test]
fn rows_that_do_not_fit_the_headers_are_no_answer() {
    let found = lines(
        "#Level | #Home | #Abroad
         Master  | 450
         Diploma | 50   | 250 | 9
         Doctor  | 400  | 1,250",
    );
    assert_eq!(
        found,
        [
            "? Master | 450",
            "? Diploma | 50 | 250 | 9",
            "Level: Doctor | Home: 400 | Abroad: 1,250"
        ]
    );
    let overlapping = "#A | #B | #C
                       x | y ^2 | 1
                       z >2 | 2";
    assert_eq!(lines(overlapping)[1], "? z | 2");
}

#[test]
fn a_table_without_headers_joins_its_cells() {
    assert_eq!(
        lines("Fax: | 12\nMonday | closed |"),
        ["Fax: 12", "Monday | closed"]
    );
    assert_eq!(
        lines("#Phone | 211\n#Room | B 4"),
        ["Phone | 211", "Room | B 4"]
    );
    assert_eq!(lines("only\nlines"), ["only", "lines"]);
    assert!(lines("| |\n|").is_empty());
}

#[test]
fn cells_name_their_headers_themselves() {
    let mut table = table(
        "#Day | #Morning | #Evening
         Sunday | closed | open",
    );
    table.rows[0].cells[1].id = Some("m".into());
    table.rows[0].cells[2].id = Some("e".into());
    table.rows[1].cells[1].headers = vec!["e".into()];
    table.rows[1].cells[2].headers = vec!["missing".into()];
    let found = table.lines().into_iter().map(Line::text);
    assert_eq!(
        found.collect::<Vec<_>>(),
        ["Day: Sunday | Evening: closed / open"]
    );
}

#[test]
fn long_texts_side_by_side_stay_separate() {
    let mut layout = table("a | b");
    layout.rows[0].cells[0].texts = vec!["word ".repeat(90).trim().to_owned(); 2];
    let found = layout.lines();
    assert_eq!(found.len(), 3);
    assert_eq!(found[2], Line::Text("b".into()));
    let cards = "Admissions/Room 12 | Finance/Room 30";
    assert_eq!(lines(cards), ["Admissions\nRoom 12", "Finance\nRoom 30"]);
}

// A page-sized cell that spans thousands of rows would fill the memory.
#[test]
fn spans_out_of_all_proportion_cost_no_memory() {
    let mut wide = table("a >1000 ^9999 | b >1000 ^9999");
    wide.rows.extend(vec![table("c").rows.remove(0); 2000]);
    let found = wide.lines();
    assert_eq!(found[0], Line::Unquoted("a | b".into()));
    let long = "word ".repeat(20_000);
    let mut deep = table(&format!("#A | #B\n{long} ^9999 | 1"));
    deep.rows.extend(vec![table("2").rows.remove(0); 2000]);
    let size: usize = deep.lines().into_iter().map(|line| line.text().len()).sum();
    assert!(size < 4 * long.len(), "{size}");
}
