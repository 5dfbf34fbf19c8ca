"""A sentence encoder of the BERT family in NumPy, for `table.py`: the vectors that `soru build` makes."""

import hashlib
import json
import math
import struct
import sys
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer


class Encoder:
    """A folder of sentence-transformers, or one that `soru encoder add` installed."""

    def __init__(self, folder):
        def read(name):
            file = Path(folder, name)
            return json.loads(file.read_text()) if file.is_file() else {}

        self.config = read("config.json")
        self.description = read("tokenizer.json")
        self.tokenizer = Tokenizer.from_file(f"{folder}/tokenizer.json")
        self.tokenizer.no_padding()
        first = self.config["pad_token_id"] + 1 if self.config["model_type"] == "xlm-roberta" else 0
        window = self.config["max_position_embeddings"] - first
        window = min(window, read("sentence_bert_config.json").get("max_seq_length") or window)
        self.tokenizer.enable_truncation(window)
        self.first = first
        pooling = next(m["path"] for m in read("modules.json") if m["type"].endswith("Pooling"))
        self.is_mean = read(f"{pooling}/config.json")["pooling_mode_mean_tokens"]
        prompts = read("config_sentence_transformers.json").get("prompts", {})
        self.prompt = prompts.get("query", prompts.get("question", ""))
        weights = Path(folder, "model.safetensors").read_bytes()
        own = hashlib.sha256(weights).hexdigest()
        self.fingerprint = bytes.fromhex(read("encoder.json").get("weights", own))
        self.tensors = tensors(weights)

    def layer(self, name, x):
        return x @ self.tensors[f"{name}.weight"].T + self.tensors[f"{name}.bias"]

    def norm(self, name, x):
        x = x - x.mean(-1, keepdims=True)
        x /= np.sqrt((x * x).mean(-1, keepdims=True) + self.config["layer_norm_eps"])
        return x * self.tensors[f"{name}.weight"] + self.tensors[f"{name}.bias"]

    def batch(self, ids):
        """Vectors of texts with the same number of pieces."""
        t, (count, length), heads = self.tensors, ids.shape, self.config["num_attention_heads"]
        x = t["embeddings.word_embeddings.weight"][ids] + t["embeddings.token_type_embeddings.weight"][0]
        x = x + t["embeddings.position_embeddings.weight"][self.first : self.first + length]
        x = self.norm("embeddings.LayerNorm", x)
        for number in range(self.config["num_hidden_layers"]):
            own = f"encoder.layer.{number}"
            q, k, v = (
                self.layer(f"{own}.attention.self.{name}", x).reshape(count, length, heads, -1).swapaxes(1, 2)
                for name in ("query", "key", "value")
            )
            weights = softmax(q @ k.swapaxes(2, 3) / math.sqrt(q.shape[-1]))
            y = (weights @ v).swapaxes(1, 2).reshape(x.shape)
            x = self.norm(f"{own}.attention.output.LayerNorm", x + self.layer(f"{own}.attention.output.dense", y))
            wide = gelu(self.layer(f"{own}.intermediate.dense", x))
            x = self.norm(f"{own}.output.LayerNorm", x + self.layer(f"{own}.output.dense", wide))
        return x.mean(1) if self.is_mean else x[:, 0]

    def embed(self, texts):
        """A row of unit length for each text."""
        by_length = {}
        for row, encoding in enumerate(self.tokenizer.encode_batch(texts)):
            by_length.setdefault(len(encoding.ids), []).append((row, encoding.ids))
        rows = np.zeros((len(texts), self.config["hidden_size"]), np.float32)
        for own in by_length.values():
            for batch in (own[at : at + 64] for at in range(0, len(own), 64)):
                rows[[row for row, _ in batch]] = self.batch(np.array([ids for _, ids in batch]))
        return unit(rows)


def tensors(weights):
    """The tensors of a safetensors file, in floats."""
    (length,) = struct.unpack_from("<Q", weights)
    found = {}
    for name, entry in json.loads(weights[8 : 8 + length]).items():
        if name == "__metadata__":
            continue
        kind = {"F32": np.float32, "I8": np.int8, "I64": np.int64}.get(entry["dtype"])
        if kind is None:
            sys.exit(f"model.safetensors: {name} is {entry['dtype']}; save the model in 32-bit floats")
        begin, end = entry["data_offsets"]
        data = np.frombuffer(weights[8 + length + begin : 8 + length + end], kind)
        found[name.removeprefix("bert.").removeprefix("roberta.")] = data.reshape(entry["shape"])
    for name in [name for name in found if f"{name}.scale" in found]:
        found[name] = found[name] * found[f"{name}.scale"].reshape(-1, 1)
    return found


def softmax(x):
    x = np.exp(x - x.max(-1, keepdims=True))
    return x / x.sum(-1, keepdims=True)


def gelu(x):
    """x (1 + erf(x / sqrt 2)) / 2, with erf to 1.5e-7 (M. Abramowitz, I. Stegun, 7.1.26)."""
    z = np.abs(x) / np.float32(math.sqrt(2))
    t = 1 / (1 + np.float32(0.3275911) * z)
    sum = 0
    for factor in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592):
        sum = (sum + np.float32(factor)) * t
    return x * (1 + np.sign(x) * (1 - sum * np.exp(-z * z))) / 2


def unit(rows):
    return rows / np.maximum(np.sqrt((rows * rows).sum(1, keepdims=True)), 1e-12)
