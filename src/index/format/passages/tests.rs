//! Tests passages that are written and read back.

use super::*;

fn bytes() -> Vec<u8> {
    let mut builder = PassageShardBuilder::default();
    builder.push_page(&Page {
        id: "a.html".into(),
        title: "Başlık".into(),
        url: "a.html".into(),
        importance: 255,
        meta: vec![
            ("date".into(), "2026-01-02".into()),
            ("x".into(), String::new()),
        ],
    });
    let section = |start, heading: &[&str], anchor: &str| Section {
        start,
        heading: heading.iter().map(|part| (*part).to_owned()).collect(),
        anchor: anchor.into(),
        is_answer: false,
    };
    builder.push(&Passage {
        text: "Ücretler. Harç.".into(),
        sections: vec![
            section(0, &["Ücret"], "u"),
            section(11, &["Ücret", "Harç"], "h"),
        ],
        questions: ["Harç ne kadar?", "ücret"].map(str::to_owned).into(),
        ..Passage::default()
    });
    builder.push_page(&Page {
        id: "b".into(),
        ..Page::default()
    });
    builder.push(&Passage {
        sections: vec![Section::default()],
        ..Passage::default()
    });
    builder.finish("test").unwrap()
}

#[test]
fn written_questions_read_back_and_a_shard_without_any_has_no_field_for_them() {
    let shard = PassageShard::read("test", &bytes()).unwrap();
    let questions = |row| shard.questions(row).collect::<Vec<_>>();
    assert_eq!(questions(0), ["Harç ne kadar?", "ücret"]);
    assert!(questions(1).is_empty() && questions(7).is_empty());
    let excerpt = shard.excerpt(0).unwrap();
    assert_eq!(excerpt.questions(0).count(), 2);
    let mut plain = PassageShardBuilder::default();
    plain.push_page(&Page::default());
    plain.push(&Passage {
        sections: vec![Section::default()],
        ..Passage::default()
    });
    let fields = Node::decode_fields("test", &plain.finish("test").unwrap()).unwrap();
    assert_eq!(fields.len(), 7);
}

#[test]
fn answers_and_unquoted_texts_read_back_and_cost_nothing_where_there_are_none() {
    let passage = |answers: &[bool], unquoted: &[Range<u32>]| Passage {
        text: "Ten lira. Hidden.".into(),
        sections: { answers.iter() }
            .map(|is_answer| Section {
                is_answer: *is_answer,
                ..Section::default()
            })
            .collect(),
        unquoted: unquoted.to_vec(),
        ..Passage::default()
    };
    let write = |passages: &[Passage]| {
        let mut builder = PassageShardBuilder::default();
        builder.push_page(&Page::default());
        for passage in passages {
            builder.push(passage);
        }
        builder.finish("test").unwrap()
    };
    let bytes = write(&[
        passage(&[true, false], &[]),
        passage(&[false], std::slice::from_ref(&(10..17))),
        passage(&[true], &[0..4, 10..17]),
    ]);
    let shard = PassageShard::read("test", &bytes).unwrap();
    let copy = shard.excerpt(2).unwrap();
    let unquoted = |shard: &PassageShard, row| shard.unquoted(row).collect::<Vec<_>>();
    let answers = [(0, 0), (0, 1), (1, 0), (2, 0)].map(|(row, at)| shard.is_answer(row, at));
    assert_eq!(answers, [true, false, false, true]);
    assert!(
        unquoted(&shard, 1)
            .into_iter()
            .eq([(10, 17)].map(|(start, end)| start..end))
    );
    assert!(unquoted(&shard, 0).is_empty() && copy.is_answer(0, 0));
    assert_eq!(unquoted(&copy, 0), [0..4, 10..17]);
    let fields = |bytes: &[u8]| Node::decode_fields("test", bytes).unwrap().len();
    let plain = write(&[passage(&[false], &[])]);
    let answered = write(&[passage(&[true], &[])]);
    assert_eq!(
        (fields(&plain), fields(&answered), fields(&bytes)),
        (7, 9, 10)
    );
    for len in 0..bytes.len() {
        assert!(PassageShard::read("test", &bytes[..len]).is_err(), "{len}");
    }
}

#[test]
fn the_answers_of_questions_and_near_misses_read_back() {
    let passage = |questions: &[&str], extents: &[Range<u32>], near_misses: &[&str]| Passage {
        text: "Ten lira. In May.".into(),
        sections: vec![Section::default()],
        questions: questions.iter().map(|text| (*text).to_owned()).collect(),
        extents: extents.to_vec(),
        near_misses: near_misses.iter().map(|text| (*text).to_owned()).collect(),
        ..Passage::default()
    };
    let write = |passages: &[Passage]| {
        let mut builder = PassageShardBuilder::default();
        builder.push_page(&Page::default());
        for passage in passages {
            builder.push(passage);
        }
        builder.finish("test").unwrap()
    };
    let plain = passage(&["who?"], std::slice::from_ref(&(0..0)), &[]);
    let known = passage(&["how much?", "so?", "when?"], &[0..8, 0..0, 10..16], &[]);
    let near = passage(
        &["how much?"],
        std::slice::from_ref(&(0..8)),
        &["in 1999?", "in euro?"],
    );
    let bytes = write(&[plain.clone(), known.clone(), near.clone()]);
    let shard = PassageShard::read("test", &bytes).unwrap();
    let extents = |shard: &PassageShard, row| shard.extents(row).collect::<Vec<_>>();
    assert!(extents(&shard, 0).is_empty());
    assert_eq!(extents(&shard, 1), [0..8, 0..0, 10..16]);
    let copy = shard.excerpt(2).unwrap();
    assert_eq!(extents(&copy, 0), [(0, 8)].map(|(start, end)| start..end));
    assert_eq!(
        copy.near_misses(0).collect::<Vec<_>>(),
        ["in 1999?", "in euro?"]
    );
    assert_eq!(shard.near_misses(1).count(), 0);
    let fields = |passages: &[Passage]| {
        let bytes = write(passages);
        Node::decode_fields("test", &bytes).unwrap().len()
    };
    assert_eq!(
        (fields(&[plain]), fields(&[known]), fields(&[near])),
        (8, 11, 12)
    );
    for len in 0..bytes.len() {
        assert!(PassageShard::read("test", &bytes[..len]).is_err(), "{len}");
    }
}

#[test]
fn passages_read_back_with_their_pages_and_sections() {
    let shard = PassageShard::read("test", &bytes()).unwrap();
    assert_eq!(
        (shard.len(), shard.id(1), shard.title(0)),
        (2, "b", "Başlık")
    );
    assert_eq!(shard.text(0), "Ücretler. Harç.");
    assert_eq!(
        shard.meta(0).collect::<Vec<_>>(),
        [("date", "2026-01-02"), ("x", "")]
    );
    assert!((shard.importance(0) - 1.0).abs() < 1e-9);
    assert_eq!(
        [0, 10, 11, 99].map(|at| shard.section_at(0, at)),
        [0, 0, 1, 1]
    );
    assert_eq!(shard.heading(0, 1).collect::<Vec<_>>(), ["Ücret", "Harç"]);
    assert_eq!(
        (shard.anchor(0, 0), shard.anchor(0, 1), shard.anchor(1, 0)),
        ("u", "h", "")
    );
}

#[test]
fn an_excerpt_has_the_properties_of_its_passage_in_the_shard() {
    let shard = PassageShard::read("test", &bytes()).unwrap();
    for row in 0..shard.len() {
        let alone = shard.excerpt(row).unwrap();
        assert_eq!(alone.len(), 1);
        let shown = |shard: &PassageShard, row: usize| {
            let texts = [
                shard.text(row),
                shard.id(row),
                shard.title(row),
                shard.url(row),
            ];
            let sections: Vec<_> = shard.section_starts(row).collect();
            let anchors = [0, 1].map(|section| shard.anchor(row, section).to_owned());
            let headings = shard.headings(row).collect::<Vec<_>>().join("/");
            let meta: Vec<_> = shard.meta(row).collect();
            format!(
                "{texts:?} {sections:?} {:?} {headings} {meta:?} {}",
                &anchors[..sections.len()],
                shard.importance(row)
            )
        };
        assert_eq!(shown(&alone, 0), shown(&shard, row));
        assert!(alone.size() < shard.size());
    }
    assert!(shard.excerpt(2).is_none());
}

#[test]
fn a_truncated_shard_is_damage_and_missing_rows_are_empty() {
    let bytes = bytes();
    for len in 0..bytes.len() {
        assert!(PassageShard::read("test", &bytes[..len]).is_err(), "{len}");
    }
    let shard = PassageShard::read("test", &bytes).unwrap();
    assert_eq!(
        (shard.text(9), shard.anchor(9, 3), shard.section_at(9, 0)),
        ("", "", 0)
    );
}

proptest::proptest! {
    #[test]
    fn any_flipped_bit_gives_a_shard_or_an_error(at: usize, bit in 0_u8..8) {
        let mut bytes = bytes();
        let at = at % bytes.len();
        bytes[at] ^= 1 << bit;
        if let Ok(shard) = PassageShard::read("test", &bytes) {
            for row in 0..shard.len() {
                let _ = (shard.id(row), shard.text(row), shard.headings(row).count());
            }
        }
    }
}
