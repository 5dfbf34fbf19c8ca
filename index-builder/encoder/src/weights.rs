//! The tensors of `model.safetensors`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use half::f16;
use ndarray::{Array1, Array2};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};

use super::folder::bytes;
use super::rows::{BLOCK, Rows};

const FILE: &str = "model.safetensors";

/// Possible prefixes of names: a model saved with a head prefixes the model's name.
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
            .with_context(|| format!("{}: damaged, or in another format", self.file.display()))
    }

    /// A tensor of two dimensions, in floats.
    pub(super) fn matrix(&self, name: &str, rows: usize, columns: usize) -> Result<Array2<f32>> {
        Ok(self.rows(name, rows, columns)?.into_floats(rows))
    }

    /// A tensor of two dimensions, in its stored form.
    pub(super) fn rows(&self, name: &str, rows: usize, columns: usize) -> Result<Rows> {
        let scale = format!("{name}.scale");
        match self.tensor(name)?.dtype() {
            Dtype::I8 => {
                let steps = self.data(name, Dtype::I8, &[rows, columns])?;
                Ok(Rows::Bytes {
                    steps: steps.iter().map(|byte| byte.cast_signed()).collect(),
                    scales: self.numbers(&scale, &[rows])?,
                })
            }
            Dtype::U8 if columns.is_multiple_of(BLOCK) => {
                let scales = self.data(&scale, Dtype::F16, &[rows, columns / BLOCK])?;
                let scales = scales.as_chunks().0.iter();
                let scales: Vec<f16> = scales.map(|bytes| f16::from_le_bytes(*bytes)).collect();
                self.check(&scale, scales.iter().all(|scale| scale.is_finite()))?;
                Ok(Rows::Nibbles {
                    steps: self.data(name, Dtype::U8, &[rows, columns / 2])?,
                    scales,
                    columns,
                })
            }
            _ => {
                let numbers = self.numbers(name, &[rows, columns])?;
                Ok(Rows::Floats(Array2::from_shape_vec(
                    (rows, columns),
                    numbers,
                )?))
            }
        }
    }

    /// A tensor of one dimension.
    pub(super) fn vector(&self, name: &str, length: usize) -> Result<Array1<f32>> {
        Ok(Array1::from_vec(self.numbers(name, &[length])?))
    }

    fn numbers(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>> {
        let data = self.data(name, Dtype::F32, shape)?;
        let numbers = data.as_chunks().0.iter();
        let numbers: Vec<f32> = numbers.map(|b| f32::from_le_bytes(*b)).collect();
        self.check(name, numbers.iter().all(|x| x.is_finite()))?;
        Ok(numbers)
    }

    fn check(&self, name: &str, is_finite: bool) -> Result<()> {
        ensure!(
            is_finite,
            "{}: the tensor `{name}` contains numbers that are not finite",
            self.file.display()
        );
        Ok(())
    }

    /// The bytes of a tensor; its kind and shape must match.
    fn data(&self, name: &str, kind: Dtype, shape: &[usize]) -> Result<Vec<u8>> {
        let file = self.file.display();
        let tensor = self.tensor(name)?;
        ensure!(
            tensor.shape() == shape,
            "{file}: the tensor `{name}` has the shape {:?}, but config.json requires {shape:?}",
            tensor.shape()
        );
        ensure!(
            tensor.dtype() == kind,
            "{file}: the tensor `{name}` is {:?}; save the model in 32-bit floats",
            tensor.dtype()
        );
        Ok(tensor.data().to_vec())
    }

    fn tensor(&self, name: &str) -> Result<TensorView<'_>> {
        let tensors = self.tensors()?;
        let named = |prefix: &&str| tensors.tensor(&format!("{prefix}{name}")).ok();
        let found = PREFIXES.iter().find_map(named);
        found.with_context(|| {
            let file = self.file.display();
            format!("{file}: the tensor `{name}` is missing")
        })
    }
}
