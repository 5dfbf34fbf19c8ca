//! Centres vectors of texts in several languages by subtracting the mean of their language.

use ndarray::{Array1, Array2, Axis};

/// The number of texts at which a language's mean and the mean of all have equal weight.
const FEW: f32 = 8.0;

/// Subtracts every language's mean from its rows. An encoder for several languages puts texts with
/// the same meaning near each other, but texts of one language nearer still; meaning remains after
/// centring.
pub fn centre(languages: &mut [Array2<f32>]) {
    let sums: Vec<Array1<f32>> = languages
        .iter()
        .map(|rows| rows.sum_axis(Axis(0)))
        .collect();
    let count: usize = languages.iter().map(Array2::nrows).sum();
    let Some(mut all) = sums.first().map(|sum| Array1::<f32>::zeros(sum.len())) else {
        return;
    };
    for sum in &sums {
        all += sum;
    }
    all /= count.max(1) as f32;
    for (rows, sum) in languages.iter_mut().zip(&sums) {
        let mean = (sum + &(&all * FEW)) / (rows.nrows() as f32 + FEW);
        *rows -= &mean;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // In columns 0 and 1 both languages have the same meaning; column 2 is the language.
    #[test]
    fn r19_languages_are_centred_each_by_itself() {
        let language = |mark: f32| {
            Array2::from_shape_fn((800, 3), |(row, column)| match column {
                2 => mark,
                _ => f32::from(u8::from(row % 2 == column)),
            })
        };
        let mut both = [language(1.0), language(-1.0)];
        centre(&mut both);
        for rows in &both {
            assert!(rows.sum_axis(Axis(0)).iter().all(|x| x.abs() < 10.0));
        }
        for (one, other) in both[0].iter().zip(&both[1]) {
            assert!((one - other).abs() < 0.03, "{one} {other}");
        }
    }

    // A single text gives no reliable mean.
    #[test]
    fn r19_a_language_of_one_text_keeps_most_of_it() {
        let mut both = [Array2::zeros((100, 2)), Array2::ones((1, 2))];
        centre(&mut both);
        assert!(both[1][(0, 0)] > 0.8, "{}", both[1]);
        centre(&mut []);
    }
}
