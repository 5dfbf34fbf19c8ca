//! Distillation: a table that encodes questions as an encoder does, nearly, and needs no encoder to.
//!
//! A question's vector by the table is `bias + Σ row(piece) / √pieces`. The rows are learnt from how
//! the encoder embeds sentences, and parts of them, that look like questions:
//!
//! 1. *Projection.* The encoder's vectors are turned so that the first dimensions hold most of them, and
//!    cut ([`Recipe::dimensions`]).
//! 2. *Prior.* The row of a piece is at first the vector that the encoder gives the piece alone, times
//!    `a / (a + frequency)`, which makes frequent pieces light (S. Arora et al., "A Simple but
//!    Tough-to-Beat Baseline for Sentence Embeddings", 2017).
//! 3. *Least squares.* The rows that come nearest to the encoder's vectors, and to the prior as far as
//!    the samples say little of a piece (`least_squares.rs`).
//! 4. *Contrastive epochs.* The cosine with the sample's own vector is raised, and cosines with those of
//!    others in its batch are brought to what the encoder gives (`contrastive.rs`).
//!
//! The same samples, seed and processor give the same table, on however many threads.
//!
//! | file | does |
//! |---|---|
//! | `samples.rs` | texts to samples: sentences, parts of sentences, their word pieces |
//! | `vocabulary.rs` | the word pieces of a table, and the rules of their tokenizer |
//! | `projection.rs` | fewer dimensions |
//! | `student.rs` | a table in the making |
//! | `least_squares.rs` | its first rows |
//! | `contrastive.rs` | its last |
//! | `of_site.rs` | a table for one site and all its languages |
//! | `centre.rs` | vectors of each language from its mean |
//! | `table.rs` | [`Table`]: a finished one, and its file |

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

/// How a table is learnt.
#[derive(Debug, Clone)]
pub struct Recipe {
    /// Dimensions of the table, 8 to 256.
    pub dimensions: usize,
    /// Where random choices begin.
    pub seed: u64,
    /// How often contrastive learning goes through the samples.
    pub epochs: usize,
    /// Tags of the languages of the samples.
    pub languages: Vec<String>,
    /// The most pieces of the table: those that are most frequent in the samples.
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

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Step {
    /// So many texts are to be embedded by the encoder.
    Embedding(usize),
    /// Least squares are computed.
    Fitting,
    /// An epoch is over; the validation cosine is now this.
    Epoch(usize, f64),
}

/// A table and how good it is.
#[derive(Debug)]
pub struct Distilled {
    /// The table.
    pub table: Table,
    /// How many samples it was learnt from.
    pub samples: usize,
    /// The mean cosine of what the table and what the encoder makes of samples that it was not learnt
    /// from: of least squares, and of the finished table.
    pub cosines: [f64; 2],
}

/// One sample in so many is kept for validation.
const VALIDATION: usize = 50;

/// Fewer samples say nothing.
const FEWEST: usize = 100;

/// Learns a table. Calls `done` with the number of texts that it has embedded.
///
/// # Errors
/// If there are too few samples, or the encoder's tokenizer is of a kind that tables do not know.
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
        "the text has {} sentences and parts of sentences, and at least {FEWEST} are needed; give \
         more of it: some ten thousand sentences serve well",
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

/// A sample: its pieces, and the encoder's vector, projected and 1 long.
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
