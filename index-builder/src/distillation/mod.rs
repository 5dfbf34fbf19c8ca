//! Distillation: learns a table that approximates an encoder's vectors of questions without running
//! the encoder.
//!
//! The table's vector of a question is `bias + Σ row(piece) / √pieces`. The rows are learnt from
//! the encoder's vectors of sentences, and parts of them, that look like questions:
//!
//! 1. *Projection.* The encoder's vectors are rotated so that the first dimensions carry most of
//!    their length, and truncated ([`Recipe::dimensions`]).
//! 2. *Prior.* The initial row of a piece is the encoder's vector of the piece alone, times
//!    `a / (a + frequency)`, which gives frequent pieces a low weight (S. Arora et al., "A Simple
//!    but Tough-to-Beat Baseline for Sentence Embeddings", 2017).
//! 3. *Least squares.* The rows are fitted to the encoder's vectors; rows of pieces that are rare
//!    in the samples stay near the prior (`least_squares.rs`).
//! 4. *Contrastive epochs.* They raise the cosine with the sample's own vector, and bring cosines
//!    with those of others in its batch to the encoder's (`contrastive.rs`).
//!
//! The same samples, seed and processor give the same table, on any number of threads.
//!
//! | file | does |
//! |---|---|
//! | `samples.rs` | makes samples of texts: sentences, parts of sentences, their word pieces |
//! | `vocabulary.rs` | the word pieces of a table, and the rules of their tokenizer |
//! | `projection.rs` | reduces dimensions |
//! | `student.rs` | the table during training |
//! | `least_squares.rs` | fits its rows |
//! | `contrastive.rs` | refines them |
//! | `of_site.rs` | a table for one site and all its languages |
//! | `centre.rs` | centres vectors by language |
//! | `table.rs` | [`Table`]: the finished table, and its file |

mod centre;
mod contrastive;
mod least_squares;
mod of_site;
mod projection;
mod samples;
mod student;
mod table;
#[cfg(test)]
mod tests;
mod vocabulary;

use anyhow::{Result, ensure};
use ndarray::Array2;

pub use self::centre::centre;
use self::contrastive::Contrastive;
pub use self::of_site::SiteLessons;
pub use self::projection::Projection;
pub use self::samples::Samples;
use self::student::Student;
pub use self::table::Table;
use self::vocabulary::Vocabulary;
use crate::cache::Cache;
use crate::encoder::{Done, Encoder};

/// Parameters of distillation.
#[derive(Debug, Clone)]
pub struct Recipe {
    /// Dimensions of the table, 8 to 256.
    pub dimensions: usize,
    /// Seed of the random choices.
    pub seed: u64,
    /// Number of contrastive epochs.
    pub epochs: usize,
    /// Tags of the languages of the samples.
    pub languages: Vec<String>,
    /// The maximum number of pieces: the most frequent in the samples.
    pub pieces: usize,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            dimensions: 128,
            seed: 1,
            epochs: 10,
            languages: vec!["en".to_owned()],
            pieces: 28_000,
        }
    }
}

/// Progress of a distillation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// The encoder is about to embed this many texts.
    Embedding(usize),
    /// Least squares are being fitted.
    Fitting,
    /// An epoch has ended, with this validation cosine.
    Epoch(usize, f64),
}

/// A table and its quality.
#[derive(Debug)]
pub struct Distilled {
    /// The table.
    pub table: Table,
    /// The number of training samples.
    pub samples: usize,
    /// The mean cosine between the table's and the encoder's vectors of held-out samples: after
    /// least squares, and of the finished table.
    pub cosines: [f64; 2],
}

/// One sample in this many is held out for validation.
const VALIDATION: usize = 50;

/// The minimum number of samples.
const FEWEST: usize = 100;

/// Learns a table. Calls `done` with the number of texts that it has embedded.
///
/// # Errors
/// If there are too few samples, or tables do not support the encoder's kind of tokenizer.
pub fn distill(
    encoder: &Encoder,
    samples: &Samples,
    recipe: &Recipe,
    cache: Option<&Cache>,
    watch: &dyn Fn(Step),
    done: Done<'_>,
) -> Result<Distilled> {
    let texts = samples.texts(recipe.seed);
    ensure!(
        texts.len() >= FEWEST,
        "the text has {} sentences and parts of sentences, but at least {FEWEST} are needed; add \
         text: about ten thousand sentences work well",
        texts.len()
    );
    let vocabulary = Vocabulary::new(encoder, &texts, recipe.pieces)?;
    let alone = vocabulary.alone();
    watch(Step::Embedding(texts.len() + alone.len()));
    let prompt = &encoder.prompts().question;
    let taught = teach(encoder, prompt, &texts, cache, done)?;
    let prior = teach(encoder, "", &alone, cache, done)?;
    watch(Step::Fitting);
    let projection = Projection::of(&taught, recipe.dimensions.min(encoder.dimensions()))?;
    let (taught, prior) = (projection.apply(&taught), projection.apply(&prior));
    let lessons = Lessons::new(&vocabulary, &texts, &taught);
    let mut student = Student::new(&vocabulary, &prior, &lessons.learning);
    student.fit(&lessons.learning);
    let fitted = student.cosine(&lessons.validation);
    watch(Step::Epoch(0, fitted));
    let mut contrastive = Contrastive::new(&student, recipe);
    for epoch in 1..=recipe.epochs {
        contrastive.epoch(&mut student, &lessons.learning);
        watch(Step::Epoch(epoch, student.cosine(&lessons.validation)));
    }
    let cosine = student.cosine(&lessons.validation);
    Ok(Distilled {
        table: Table::new(
            encoder,
            &vocabulary,
            &student,
            &projection,
            &recipe.languages,
        ),
        samples: lessons.learning.len(),
        cosines: [fitted, cosine],
    })
}

fn teach(
    encoder: &Encoder,
    prompt: &str,
    texts: &[String],
    cache: Option<&Cache>,
    done: Done<'_>,
) -> Result<Array2<f32>> {
    let prompted: Vec<String> = texts.iter().map(|text| format!("{prompt}{text}")).collect();
    let texts: Vec<&str> = prompted.iter().map(String::as_str).collect();
    encoder.embed_cached(&texts, cache, done)
}

/// A sample: its pieces, and the encoder's vector, projected and of unit length.
#[derive(Debug, Clone)]
struct Lesson {
    pieces: Vec<u32>,
    vector: Vec<f32>,
}

struct Lessons {
    learning: Vec<Lesson>,
    validation: Vec<Lesson>,
}

impl Lessons {
    fn new(vocabulary: &Vocabulary, texts: &[String], vectors: &Array2<f32>) -> Self {
        let (mut learning, mut validation) = (Vec::new(), Vec::new());
        for (number, (text, vector)) in texts.iter().zip(vectors.rows()).enumerate() {
            let pieces = vocabulary.cut(text);
            if pieces.is_empty() {
                continue;
            }
            let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt().max(1e-12);
            let vector = vector.iter().map(|x| x / length).collect();
            let kind = if number % VALIDATION == 0 {
                &mut validation
            } else {
                &mut learning
            };
            kind.push(Lesson { pieces, vector });
        }
        Self {
            learning,
            validation,
        }
    }
}
