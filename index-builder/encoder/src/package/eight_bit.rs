//! Quantises weights from floats to 8 bits, a quarter of their size.
//!
//! Every row of a matrix has a separate scale; vectors (biases, norms) remain floats.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};

use super::super::rows::in_bytes;

/// Converts a weights file to 8 bits.
pub(super) fn eight_bit(weights: &[u8], file: &Path) -> Result<Vec<u8>> {
    let damaged = || format!("{}: damaged, or in another format", file.display());
    let tensors = SafeTensors::deserialize(weights).with_context(damaged)?;
    let mut kept: HashMap<String, (Dtype, Vec<usize>, Vec<u8>)> = HashMap::new();
    for (name, tensor) in tensors.tensors() {
        let shape = tensor.shape().to_vec();
        let [_, columns] = shape[..] else {
            kept.insert(name, (tensor.dtype(), shape, tensor.data().to_vec()));
            continue;
        };
        if tensor.dtype() != Dtype::F32 || columns == 0 {
            kept.insert(name, (tensor.dtype(), shape, tensor.data().to_vec()));
            continue;
        }
        let numbers = tensor.data().as_chunks().0.iter();
        let numbers: Vec<f32> = numbers.map(|bytes| f32::from_le_bytes(*bytes)).collect();
        let rows: Vec<(Vec<i8>, f32)> = numbers.chunks(columns).map(in_bytes).collect();
        let scales = rows
            .iter()
            .flat_map(|(_, scale)| scale.to_le_bytes())
            .collect();
        let steps = rows.iter().flat_map(|(steps, _)| steps);
        let steps = steps.map(|step| step.cast_unsigned()).collect();
        kept.insert(
            format!("{name}.scale"),
            (Dtype::F32, vec![shape[0]], scales),
        );
        kept.insert(name, (Dtype::I8, shape, steps));
    }
    written(&kept)
}

/// Serialises tensors, always in the same order.
pub(super) fn written(tensors: &HashMap<String, (Dtype, Vec<usize>, Vec<u8>)>) -> Result<Vec<u8>> {
    let views: Result<Vec<(&String, TensorView<'_>)>> = tensors
        .iter()
        .map(|(name, (kind, shape, bytes))| {
            Ok((name, TensorView::new(*kind, shape.clone(), bytes)?))
        })
        .collect();
    Ok(safetensors::serialize(views?, None)?)
}
