//! The tensors of `model.safetensors`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use ndarray::{Array1, Array2};
use safetensors::{Dtype, SafeTensors};

use super::folder::bytes;

const FILE: &str = "model.safetensors";

/// What names may begin with: a model that was saved with a head has its name in front.
const PREFIXES: [&str; 4] = ["", "bert.", "roberta.", "0.auto_model."];

/// A file of tensors.
pub(super) struct Weights {
    file: PathBuf,
    bytes: Vec<u8>,
}

impl Weights {
    pub(super) fn read(folder: &Path) -> Result<Self> {
        let weights = Self {
            file: folder.join(FILE),
            bytes: bytes(folder, FILE)?,
        };
        weights.tensors()?;
        Ok(weights)
    }

    pub(super) fn fingerprint(&self) -> [u8; 32] {
        soru::index::format::sha256(&self.bytes)
    }

    fn tensors(&self) -> Result<SafeTensors<'_>> {
        SafeTensors::deserialize(&self.bytes)
            .with_context(|| format!("{}: is damaged, or of another format", self.file.display()))
    }

    /// A tensor of two dimensions.
    pub(super) fn matrix(&self, name: &str, rows: usize, columns: usize) -> Result<Array2<f32>> {
        let numbers = self.numbers(name, &[rows, columns])?;
        Ok(Array2::from_shape_vec((rows, columns), numbers)?)
    }

    /// A tensor of one dimension.
    pub(super) fn vector(&self, name: &str, length: usize) -> Result<Array1<f32>> {
        Ok(Array1::from_vec(self.numbers(name, &[length])?))
    }

    fn numbers(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>> {
        let tensors = self.tensors()?;
        let file = self.file.display();
        let named = |prefix: &&str| tensors.tensor(&format!("{prefix}{name}")).ok();
        let found = PREFIXES.iter().find_map(named);
        let tensor = found.with_context(|| format!("{file}: the tensor `{name}` is missing"))?;
        ensure!(
            tensor.shape() == shape,
            "{file}: the tensor `{name}` has the shape {:?}, and config.json makes it {shape:?}",
            tensor.shape()
        );
        ensure!(
            tensor.dtype() == Dtype::F32,
            "{file}: the tensor `{name}` is {:?}; save the model in 32-bit floats",
            tensor.dtype()
        );
        let (numbers, _) = tensor.data().as_chunks();
        let numbers: Vec<f32> = numbers.iter().map(|b| f32::from_le_bytes(*b)).collect();
        let finite = numbers.iter().all(|x| x.is_finite());
        ensure!(
            finite,
            "{file}: the tensor `{name}` has numbers that are not finite"
        );
        Ok(numbers)
    }
}
