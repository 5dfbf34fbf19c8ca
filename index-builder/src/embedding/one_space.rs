//! Puts all languages of a site into one space, for an encoder without a table. A table made for
//! the site encodes questions in any of them.

use anyhow::Result;
use ndarray::{Array2, ArrayView2, Axis, concatenate};
use soru_encoder::table::{SiteLessons, centre};
use soru_indexing::{Embedding, Passages, QueryTable};

use super::site_encoder::{SiteEncoder, fitted};

/// Embeds a site's languages.
pub(super) fn embed(
    encoder: &SiteEncoder,
    site: &[&Passages<'_>],
    dimensions: usize,
) -> Result<Vec<Embedding>> {
    let plain_texts: Vec<Vec<&str>> = site.iter().map(|own| all_of(own)).collect();
    let lessons = SiteLessons::new(encoder.encoder(), &plain_texts)?;
    let texts: Vec<Vec<String>> = site.iter().map(|own| encoder.texts(own)).collect();
    let all = texts.iter().map(Vec::len).sum::<usize>() + lessons.count();
    let rows: Vec<Array2<f32>> = texts
        .iter()
        .map(|own| encoder.rows(own, all))
        .collect::<Result<_>>()?;
    let report_progress = |count| encoder.report_progress(count, all);
    let table = lessons.table(encoder.encoder(), encoder.cache(), &report_progress)?;
    let chunks: Vec<usize> = site.iter().map(|own| own.texts.len()).collect();
    let [own, questions] = [
        centred(&rows, &chunks, |(chunks, _)| chunks)?,
        centred(&rows, &chunks, |(_, questions)| questions)?,
    ];
    let together = concatenate(Axis(0), &[own.view(), questions.view()])?;
    let embedding = fitted(&table, &together, own.nrows(), dimensions)?;
    let questions = rows.iter().zip(&chunks);
    let questions: Vec<usize> = questions.map(|(rows, own)| rows.nrows() - own).collect();
    Ok(shares(&embedding, &chunks, &questions))
}

/// Returns all texts of a language's pages, and the questions written for them.
fn all_of<'p>(own: &Passages<'p>) -> Vec<&'p str> {
    let titles = own.titles.iter().flatten();
    let questions = own.questions.iter().flatten();
    let all = own.texts.iter().chain(titles).chain(questions);
    all.copied().collect()
}

type Sides<'r> = (ArrayView2<'r, f32>, ArrayView2<'r, f32>);

/// Returns one side of every language's rows, either chunks or written questions, minus the mean of
/// the language.
fn centred<'r>(
    languages: &'r [Array2<f32>],
    chunks: &[usize],
    side: impl Fn(Sides<'r>) -> ArrayView2<'r, f32>,
) -> Result<Array2<f32>> {
    let split = languages.iter().zip(chunks);
    let mut rows: Vec<Array2<f32>> = split
        .map(|(rows, chunks)| owned(&side(rows.view().split_at(Axis(0), *chunks))))
        .collect::<Result<_>>()?;
    centre(&mut rows);
    let rows: Vec<ArrayView2<'_, f32>> = rows.iter().map(|rows| rows.view()).collect();
    Ok(concatenate(Axis(0), &rows)?)
}

/// Copies a view. `to_owned` panics for empty views after the last row.
fn owned(rows: &ArrayView2<'_, f32>) -> Result<Array2<f32>> {
    let flat = rows.iter().copied().collect();
    Ok(Array2::from_shape_vec(rows.dim(), flat)?)
}

/// Splits a joint embedding into each language's own rows, with the same table.
fn shares(all: &Embedding, chunks: &[usize], questions: &[usize]) -> Vec<Embedding> {
    let width = all.dimensions;
    let (mut chunk, mut question) = (0, 0);
    let mut shares = Vec::with_capacity(chunks.len());
    for (chunks, questions) in chunks.iter().zip(questions) {
        let next = [chunk + chunks * width, question + questions * width];
        shares.push(Embedding {
            dimensions: all.dimensions,
            rows: all.rows[chunk..next[0]].to_vec(),
            questions: all.questions[question..next[1]].to_vec(),
            table: QueryTable {
                is_shared: true,
                ..all.table.clone()
            },
        });
        [chunk, question] = next;
    }
    shares
}
