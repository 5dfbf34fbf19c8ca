//! Tables (R19) of the tiny encoders in `tests/fixtures`.

use std::path::Path;

use nalgebra::DMatrix;
use ndarray::Array2;

use super::least_squares::least_squares;
use super::student::{Lesson, Student};
use super::vocabulary::Vocabulary;
use super::*;
use crate::Encoder;

const WORDS: [&str; 16] = [
    "visa", "fee", "how", "much", "is", "a", "the", "of", "student", "and", "when", "it", "paid",
    "b", "ef", "cab",
];

/// The encoders with a table in the fixtures, one for each kind of tokenizer.
const NAMES: [&str; 2] = ["bert-mean", "xlm-roberta"];

fn encoder(name: &str) -> Encoder {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    Encoder::open(&folder.join(name)).unwrap()
}

/// The table that `table.py` learnt from an encoder.
fn table(name: &str) -> Table {
    let file = format!("tests/fixtures/tables/{name}.soru-table");
    Table::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// The table's vector of a text, computed from its file by the engine's tokenizer.
fn encode(table: &Table, text: &str) -> Vec<f32> {
    let pieces = soru::text::Pieces::new(&table.pieces, &table.rules).cut(text);
    let mut sum = table.bias.clone();
    for piece in &pieces {
        for (sum, x) in sum.iter_mut().zip(table.rows.row(*piece as usize)) {
            *sum += x / (pieces.len() as f32).sqrt();
        }
    }
    sum
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

#[test]
fn r19_a_table_approximates_its_encoder_on_questions() {
    for name in NAMES {
        let (encoder, table) = (encoder(name), table(name));
        assert_eq!(table.fingerprint, encoder.fingerprint(), "{name}");
        // Neither question is in the text from which the table was learnt.
        for question in [
            "is the student visa fee paid",
            "how much of the fee is paid",
        ] {
            let taught = encoder.embed(&[question], &|_| {}).unwrap();
            let taught = table.projection.apply(&taught);
            let found = cosine(&encode(&table, question), taught.row(0).as_slice().unwrap());
            assert!(found > 0.75, "{name}: {found}");
        }
    }
}

/// Returns sentences of the first words, and of the last words: two languages.
fn two_languages() -> [Vec<String>; 2] {
    [0, 8].map(|first| {
        let sentence = |number: usize| {
            let word = |place: usize| WORDS[first + (number * (place + 1) + place * place) % 8];
            let words: Vec<&str> = (0..number % 5 + 3).map(word).collect();
            format!("{}.", words.join(" "))
        };
        (0..200).map(sentence).collect()
    })
}

#[test]
fn r19_a_site_table_approximates_the_centred_vectors_of_its_encoder() {
    for name in NAMES {
        let encoder = encoder(name);
        let texts = two_languages();
        let sentences = texts
            .each_ref()
            .map(|own| own.iter().map(String::as_str).collect());
        let lessons = SiteLessons::new(&encoder, &sentences).unwrap();
        let table = lessons.table(&encoder, None, &|_| {}).unwrap();
        let embed = |own: &Vec<&str>| encoder.embed(own, &|_| {}).unwrap();
        let mut taught = sentences.each_ref().map(embed);
        centre(&mut taught);
        let mut mean = 0.0;
        for (own, rows) in sentences.iter().zip(&taught) {
            for (text, row) in own.iter().zip(rows.rows()) {
                mean += cosine(&encode(&table, text), &row.to_vec()) / 400.0;
            }
        }
        assert!(mean > 0.7, "{name}: {mean}");
    }
}

// The browser cuts by the longest piece even for Unigram tokenizers, because it has no list of all
// pieces.
#[test]
fn r19_the_table_of_a_site_cuts_words_from_their_beginning_on() {
    let texts = vec!["visa fee of a student".to_owned()];
    for name in NAMES {
        let (own, shares) = Vocabulary::new(&encoder(name), &texts, 1000).unwrap();
        assert_eq!(shares.len(), own.pieces.len());
        assert!(
            matches!(own.rules, soru::text::PieceRules::WordPiece { .. }),
            "{name}"
        );
        let cut = |text: &str| {
            own.cut(text)
                .iter()
                .map(|row| own.pieces[*row as usize].clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(cut("visa fee"), ["visa", "fee"], "{name}");
        assert!(cut("feast").len() > 1, "{name}");
    }
}

// The engine's tokenizer has only the table's pieces, and must cut as the encoder's does.
#[test]
fn r19_tables_cut_questions_as_their_encoder_does() {
    for name in NAMES {
        let (encoder, table) = (encoder(name), table(name));
        let cutter = soru::text::Pieces::new(&table.pieces, &table.rules);
        let all = encoder.vocabulary();
        for text in [
            "How much?",
            "visafee",
            "is the Fee paid when",
            "a cab of it",
        ] {
            let own = cutter.cut(text).into_iter();
            let own: Vec<&str> = own.map(|row| table.pieces[row as usize].as_str()).collect();
            let theirs = encoder.pieces(text).unwrap().into_iter();
            let theirs: Vec<&str> = theirs.map(|piece| all[piece as usize].as_str()).collect();
            assert_eq!(own, theirs, "{name}: {text}");
        }
        let is_special = |piece: &String| piece.contains("CLS") || piece == "<pad>";
        assert!(!table.pieces.iter().any(is_special), "{name}");
    }
}

#[test]
fn r19_a_small_table_keeps_the_pieces_that_the_text_has_most_often() {
    let encoder = encoder("bert-mean");
    let texts = vec!["visa fee visa".to_owned(), "visa fee student".to_owned()];
    let (vocabulary, shares) = Vocabulary::new(&encoder, &texts, 2).unwrap();
    assert_eq!(vocabulary.pieces, ["visa", "fee"]);
    assert_eq!(vocabulary.cut("the visa"), [0]);
    assert_eq!(vocabulary.common(), [0, 1]);
    assert_eq!(shares, [0.6, 0.4]);
}

fn lesson(pieces: &[u32], vector: &[f32]) -> Lesson {
    Lesson {
        pieces: pieces.to_vec(),
        vector: vector.to_vec(),
    }
}

fn small() -> (Student, Vec<Lesson>) {
    let student = Student {
        width: 2,
        rows: vec![0.3, -0.2, 0.5, 0.1, -0.4, 0.6, 0.1, 0.2],
    };
    let lessons = vec![
        lesson(&[0, 1], &[0.6, 0.8]),
        lesson(&[1, 2, 2], &[-0.6, 0.8]),
        lesson(&[2], &[0.0, -1.0]),
        lesson(&[0, 0, 1, 2], &[1.0, 0.0]),
    ];
    (student, lessons)
}

// The expected rows are W = W₀ + (AᵀA + λ)⁻¹ Aᵀ (T − A W₀), here with λ = 1.
#[test]
fn r19_least_squares_are_those_of_the_normal_equations() {
    let (mut student, lessons) = small();
    let share = |lesson: &Lesson, row: usize| match row {
        3 => 1.0,
        row => {
            let count = lesson
                .pieces
                .iter()
                .filter(|piece| **piece as usize == row)
                .count();
            count as f64 / (lesson.pieces.len() as f64).sqrt()
        }
    };
    let a = DMatrix::from_fn(4, 4, |row, column| share(&lessons[row], column));
    let t = DMatrix::from_fn(4, 2, |row, column| f64::from(lessons[row].vector[column]));
    let prior = DMatrix::from_fn(4, 2, |row, column| f64::from(student.row(row)[column]));
    let normal = a.transpose() * &a + DMatrix::identity(4, 4);
    let change = normal
        .lu()
        .solve(&(a.transpose() * (t - &a * &prior)))
        .unwrap();
    least_squares(&mut student, &lessons);
    for row in 0..4 {
        for column in 0..2 {
            let expected = prior[(row, column)] + change[(row, column)];
            let found = f64::from(student.row(row)[column]);
            assert!(
                (found - expected).abs() < 1e-4,
                "{row} {column}: {found} {expected}"
            );
        }
    }
}

#[test]
fn r19_a_projection_keeps_lengths_within_the_main_directions() {
    let rows = Array2::from_shape_fn((40, 3), |(row, column)| {
        let [a, b] = [row as f32 - 20.0, (row * 7 % 11) as f32];
        [a, b, a + b][column]
    });
    let projection = Projection::of(&rows, 2).unwrap();
    let projected = projection.apply(&rows);
    for (row, own) in rows.rows().into_iter().zip(projected.rows()) {
        assert!((row.dot(&row).sqrt() - own.dot(&own).sqrt()).abs() < 1e-3);
    }
    assert_eq!((projection.from(), projection.dimensions()), (3, 2));
}

#[test]
fn r19_damaged_tables_are_refused_and_no_bytes_panic() {
    let file = "tests/fixtures/tables/xlm-roberta.soru-table";
    let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let plain = soru_files::bundle::inflate(&bytes).unwrap();
    for length in (0..plain.len()).step_by(7) {
        let cut = soru_files::bundle::compress(&plain[..length]).unwrap();
        assert!(Table::from_bytes(&cut).is_err(), "{length}");
    }
    for at in (0..plain.len()).step_by(5) {
        let mut flipped = plain.clone();
        flipped[at] ^= 0x55;
        let packed = soru_files::bundle::compress(&flipped).unwrap();
        if let Ok(table) = Table::from_bytes(&packed) {
            assert_eq!(table.rows.dim(), (table.pieces.len(), table.bias.len()));
            assert!(table.rows.iter().chain(&table.bias).all(|x| x.is_finite()));
        }
    }
}
