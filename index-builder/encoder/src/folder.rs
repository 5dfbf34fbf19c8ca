//! Reads the description of an encoder from a sentence-transformers folder.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// An encoder without its weights.
#[derive(Debug, Clone)]
pub(super) struct Description {
    pub(super) sizes: Sizes,
    pub(super) family: Family,
    pub(super) pooling: Pooling,
    /// Whether vectors are normalised to unit length.
    pub(super) normalize: bool,
    /// The maximum number of word pieces of a text.
    pub(super) window: usize,
    pub(super) prompts: Prompts,
}

/// The numbers of `config.json`.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct Sizes {
    #[serde(rename = "hidden_size")]
    pub(super) hidden: usize,
    #[serde(rename = "intermediate_size")]
    pub(super) intermediate: usize,
    #[serde(rename = "num_attention_heads")]
    pub(super) heads: usize,
    #[serde(rename = "num_hidden_layers")]
    pub(super) layers: usize,
    #[serde(rename = "vocab_size")]
    pub(super) vocabulary: usize,
    #[serde(rename = "max_position_embeddings")]
    pub(super) positions: usize,
    #[serde(rename = "type_vocab_size")]
    pub(super) types: usize,
    #[serde(rename = "layer_norm_eps")]
    pub(super) epsilon: f32,
    #[serde(default)]
    pad_token_id: usize,
}

/// The variants of the BERT family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Family {
    /// BERT and models derived from it: positions count from 0.
    Bert,
    /// XLM-RoBERTa: positions count from the one after the padding position.
    XlmRoberta { padding: usize },
}

impl Family {
    /// The row of the first position.
    pub(super) fn first_position(self) -> usize {
        match self {
            Self::Bert => 0,
            Self::XlmRoberta { padding } => padding + 1,
        }
    }
}

/// The method of pooling word-piece vectors into the vector of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pooling {
    Mean,
    First,
}

/// The prefixes with which some encoders were trained.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Prompts {
    /// The prefix of a question, such as `query: `.
    pub question: String,
    /// The prefix of a passage, such as `passage: `.
    pub passage: String,
}

#[derive(Deserialize)]
struct Architecture {
    #[serde(default)]
    model_type: String,
    #[serde(default = "gelu")]
    hidden_act: String,
    #[serde(default = "absolute")]
    position_embedding_type: String,
}

fn gelu() -> String {
    GELU.to_owned()
}

fn absolute() -> String {
    ABSOLUTE.to_owned()
}

const GELU: &str = "gelu";
const ABSOLUTE: &str = "absolute";

#[derive(Deserialize)]
struct Module {
    path: String,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
#[allow(clippy::struct_excessive_bools)] // as in the file
struct PoolingModes {
    #[serde(default)]
    pooling_mode_cls_token: bool,
    #[serde(default)]
    pooling_mode_mean_tokens: bool,
    #[serde(default)]
    pooling_mode_max_tokens: bool,
    #[serde(default)]
    pooling_mode_mean_sqrt_len_tokens: bool,
}

#[derive(Default, Deserialize)]
struct Limits {
    max_seq_length: Option<usize>,
}

#[derive(Default, Deserialize)]
struct Extras {
    #[serde(default)]
    prompts: std::collections::BTreeMap<String, String>,
}

const NEEDED: &str = "An encoder is a folder saved by sentence-transformers: config.json, \
                      tokenizer.json, model.safetensors, modules.json, 1_Pooling/config.json";

/// Reads a required file.
pub(super) fn bytes(folder: &Path, name: &str) -> Result<Vec<u8>> {
    let file = folder.join(name);
    fs::read(&file).with_context(|| format!("{}: cannot be read. {NEEDED}", file.display()))
}

fn json<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<T> {
    let bytes = bytes(folder, name)?;
    let wrong = || {
        format!(
            "{}: not in the expected format",
            folder.join(name).display()
        )
    };
    serde_json::from_slice(&bytes).with_context(wrong)
}

fn json_if_there<T: DeserializeOwned + Default>(folder: &Path, name: &str) -> Result<T> {
    if folder.join(name).is_file() {
        return json(folder, name);
    }
    Ok(T::default())
}

impl Description {
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let family = family(folder)?;
        let sizes: Sizes = json(folder, "config.json")?;
        sizes
            .check()
            .with_context(|| folder.join("config.json").display().to_string())?;
        let family = match family {
            Family::XlmRoberta { .. } => Family::XlmRoberta {
                padding: sizes.pad_token_id,
            },
            bert @ Family::Bert => bert,
        };
        let (pooling, normalize) = modules(folder)?;
        let limits: Limits = json_if_there(folder, "sentence_bert_config.json")?;
        let most = sizes.positions.saturating_sub(family.first_position());
        let extras: Extras = json_if_there(folder, "config_sentence_transformers.json")?;
        Ok(Self {
            window: limits.max_seq_length.map_or(most, |limit| limit.min(most)),
            sizes,
            family,
            pooling,
            normalize,
            prompts: extras.prompts(),
        })
    }
}

impl Sizes {
    fn check(&self) -> Result<()> {
        let all = [self.hidden, self.intermediate, self.heads, self.layers];
        let rest = [self.vocabulary, self.positions, self.types];
        let sound = all
            .iter()
            .chain(&rest)
            .all(|size| (1..1 << 24).contains(size));
        ensure!(sound, "its sizes must be whole numbers above 0");
        let (hidden, heads) = (self.hidden, self.heads);
        let even = hidden.is_multiple_of(heads);
        ensure!(
            even,
            "hidden_size {hidden} is not divisible by {heads} attention heads"
        );
        Ok(())
    }
}

impl Extras {
    fn prompts(mut self) -> Prompts {
        let mut first = |names: &[&str]| {
            let found = names.iter().find_map(|name| self.prompts.remove(*name));
            found.unwrap_or_default()
        };
        Prompts {
            question: first(&["query", "question"]),
            passage: first(&["passage", "document"]),
        }
    }
}

fn family(folder: &Path) -> Result<Family> {
    let found: Architecture = json(folder, "config.json")?;
    let file = folder.join("config.json");
    let refused = |key: &str, value: &str, known: &str| {
        format!(
            "{}: {key} is `{value}`, but must be {known}",
            file.display()
        )
    };
    let (act, positions) = (found.hidden_act, found.position_embedding_type);
    ensure!(act == GELU, refused("hidden_act", &act, GELU));
    let key = "position_embedding_type";
    ensure!(positions == ABSOLUTE, refused(key, &positions, ABSOLUTE));
    match found.model_type.as_str() {
        "bert" => Ok(Family::Bert),
        "xlm-roberta" => Ok(Family::XlmRoberta { padding: 0 }),
        other => bail!(refused("model_type", other, "`bert` or `xlm-roberta`")),
    }
}

/// Reads the modules after the transformer: pooling, and whether vectors are normalised.
fn modules(folder: &Path) -> Result<(Pooling, bool)> {
    let modules: Vec<Module> = json(folder, "modules.json")?;
    let (mut pooling, mut normalize) = (None, false);
    for module in &modules {
        match module.kind.rsplit('.').next().unwrap_or_default() {
            "Transformer" => {}
            "Pooling" => pooling = Some(pooling_of(folder, &module.path)?),
            "Normalize" => normalize = true,
            other => bail!(
                "{}: unsupported module `{other}`; the supported modules are Transformer, \
                 Pooling and Normalize",
                folder.join("modules.json").display()
            ),
        }
    }
    let file = folder.join("modules.json");
    let pooling =
        pooling.with_context(|| format!("{}: the module Pooling is missing", file.display()))?;
    Ok((pooling, normalize))
}

fn pooling_of(folder: &Path, module: &str) -> Result<Pooling> {
    ensure!(
        !module.contains(['/', '\\']) && module != "..",
        "{}: the path `{module}` is outside the folder",
        folder.join("modules.json").display()
    );
    let name = format!("{module}/config.json");
    let modes: PoolingModes = json(folder, &name)?;
    let others = modes.pooling_mode_max_tokens || modes.pooling_mode_mean_sqrt_len_tokens;
    match (modes.pooling_mode_mean_tokens, modes.pooling_mode_cls_token) {
        (true, false) if !others => Ok(Pooling::Mean),
        (false, true) if !others => Ok(Pooling::First),
        _ => bail!(
            "{}: one of pooling_mode_mean_tokens and pooling_mode_cls_token must be true, and no \
             other mode",
            folder.join(name).display()
        ),
    }
}
