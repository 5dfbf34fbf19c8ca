"""Learns a query table from a sentence encoder and a text.

    pip install numpy tokenizers
    python table.py ENCODER text/english.txt all-minilm-l6-v2-en.soru-table en

ENCODER is a folder of sentence-transformers (BERT or XLM-RoBERTa, weights in 32-bit floats), or one
that `soru encoder add en` installed, with weights of 8 bits. The text has a sentence on each line.
Behind the languages (`en,de`) may stand the number of dimensions, 128 by default. The table's vector of a question is `bias + sum of the rows of
its word pieces / sqrt(pieces)`. The rows are learnt from the encoder's vectors of sentences and
parts of sentences:

1. Projection: the encoder's vectors are rotated so that the first dimensions carry most of their
   length, and cut off. They are not centred, because cosines are to stay.
2. Prior: the first row of a piece is the encoder's vector of the piece alone, times
   a / (a + frequency) (S. Arora et al., "A Simple but Tough-to-Beat Baseline for Sentence
   Embeddings", 2017).
3. Least squares with the prior: conjugate gradients on the normal equations.
4. Contrastive epochs: they raise the cosine with the encoder's vector of the sample, and bring
   cosines with those of others in its batch to the encoder's own (A. van den Oord et al., 2018;
   G. Hinton et al., 2015), by Adam (D. Kingma, J. Ba, 2014) on the rows that occur in a batch.

The same inputs and versions give the same table on one machine.
"""

import gzip
import json
import math
import random
import struct
import sys
from pathlib import Path

import numpy as np

from encoder import Encoder, softmax, unit

SEED, EPOCHS, DIMENSIONS = 1, 10, 128
MOST_WORDS, SHORT, PART = 40, 8, (3, 8)  # of a sentence, of one without parts, of a part
VALIDATION = 50  # one sample in so many is held out
SMOOTHING = 1e-3  # the `a` of the prior
RIDGE, ITERATIONS = 1.0, 25  # the weight of the prior in least squares, and their steps
BATCH, TEMPERATURE, COSINE, RATE, DECAYS, EPSILON = 256, 0.05, 0.5, 0.004, (0.9, 0.999), 1e-8
STEPS = 31  # of a number in the file, in either direction


def samples(file):
    """Sentences and parts of them, in a random order: questions are short."""
    words = (line.split()[:MOST_WORDS] for line in Path(file).read_text().splitlines())
    sentences = [" ".join(own) for own in words if any(c.isalnum() for c in "".join(own))]
    texts = dict.fromkeys(sentences)
    for own in map(str.split, list(texts)):
        if len(own) > SHORT:
            length = min(random.randint(*PART), len(own))
            start = random.randint(0, len(own) - length)
            texts.setdefault(" ".join(own[start : start + length]))
    texts = list(texts)
    random.shuffle(texts)
    return texts


class Vocabulary:
    """The encoder's pieces that consist of characters of the texts, without special ones."""

    def __init__(self, encoder, texts):
        model, normalizer = encoder.description["model"], encoder.description["normalizer"] or {}
        scores = [score for _, score in model["vocab"]] if model.get("type") == "Unigram" else []
        lower = "Lowercase" in json.dumps(normalizer) if scores else normalizer.get("lowercase", True)
        known = set("\u2581" + "".join(map(chr, range(33, 127)))).union(*texts)
        known |= {small for c in known for small in c.lower()}
        special = {token["content"] for token in encoder.description["added_tokens"]}
        numbers = sorted((number, piece) for piece, number in encoder.tokenizer.get_vocab().items())
        kept = [
            (number, piece)
            for number, piece in numbers
            if piece not in special and not piece.startswith("[unused") and piece and known.issuperset(piece)
            if not (lower and any(c.isupper() for c in piece))
        ]
        self.pieces = [piece for _, piece in kept]
        self.rows = {number: row for row, (number, _) in enumerate(kept)}
        self.mark = "\u2581" if scores else "##"
        if scores:
            self.rules = {"Unigram": [floats([scores[number] for number, _ in kept]), lower, ""]}
        else:
            strip = normalizer.get("strip_accents")
            most = model.get("max_input_chars_per_word", 100)
            self.rules = {"WordPiece": [lower, lower if strip is None else strip, model["unk_token"], most]}

    def cut(self, encoder, texts):
        encodings = encoder.tokenizer.encode_batch(texts, add_special_tokens=False)
        return [[self.rows[number] for number in own.ids if number in self.rows] for own in encodings]

    def alone(self):
        return [piece.removeprefix(self.mark) or piece for piece in self.pieces]


class Sums:
    """The matrix A of samples and rows: 1 / sqrt(pieces) for each piece of a sample, 1 for the bias."""

    def __init__(self, lessons, rows):
        self.count, self.rows = len(lessons), rows
        share = [1 / math.sqrt(len(pieces)) for pieces in lessons]
        self.sample = np.array([n for n, own in enumerate(lessons) for _ in (*own, 0)])
        self.row = np.array([row for own in lessons for row in (*own, rows - 1)])
        self.factor = np.array([x for n, own in enumerate(lessons) for x in (*[share[n]] * len(own), 1)], np.float32)
        self.order = np.argsort(self.row, kind="stable")

    def times(self, x):
        return self.sums(self.sample, x[self.row] * self.factor[:, None], self.count)

    def transposed(self, y):
        parts = y[self.sample[self.order]] * self.factor[self.order, None]
        return self.sums(self.row[self.order], parts, self.rows)

    @staticmethod
    def sums(places, parts, count):
        """Sums of parts with the same place; places ascend."""
        out = np.zeros((count, parts.shape[1]), np.float32)
        starts = np.flatnonzero(np.diff(places, prepend=-1))
        out[places[starts]] = np.add.reduceat(parts, starts)
        return out

    def diagonal(self):
        return np.bincount(self.row, self.factor**2, self.rows).astype(np.float32)[:, None]


def least_squares(sums, table, taught):
    """Minimises |A W - T|^2 + ridge |W - W0|^2, all dimensions at once."""
    x, weight = np.zeros_like(table), sums.diagonal() + RIDGE
    rest = sums.transposed(taught - sums.times(table))
    z = rest / weight
    direction, along = z, (rest * z).sum(0, np.float64)
    for _ in range(ITERATIONS):
        image = sums.transposed(sums.times(direction)) + RIDGE * direction
        step = ratio(along, (direction * image).sum(0, np.float64))
        x, rest = x + direction * step, rest - image * step
        z = rest / weight
        before, along = along, (rest * z).sum(0, np.float64)
        direction = z + direction * ratio(along, before)
    return table + x


def ratio(above, below):
    return np.divide(above, below, out=np.zeros_like(above), where=below > 0).astype(np.float32)


def gradient(own, taught):
    """Of the mean of  alpha (1 - s t) + (1 - alpha) H(softmax(t t' / tau), softmax(s t' / tau))."""
    length = np.maximum(np.sqrt((own * own).sum(1, keepdims=True)), 1e-12)
    own = own / length
    found, wanted = softmax(own @ taught.T / TEMPERATURE), softmax(taught @ taught.T / TEMPERATURE)
    slope = (1 - COSINE) / TEMPERATURE * (found - wanted) @ taught - COSINE * taught
    # Only the component that changes the direction counts.
    slope -= (slope * own).sum(1, keepdims=True) * own
    return slope / (length * len(own))


def contrast(table, lessons, taught, report):
    moments, steps = [np.zeros_like(table) for _ in DECAYS], np.zeros((len(table), 1))
    order = list(range(len(lessons)))
    for epoch in range(EPOCHS):
        rate = RATE * (EPOCHS - epoch) / EPOCHS
        random.shuffle(order)
        for batch in (order[at : at + BATCH] for at in range(0, len(order), BATCH)):
            sums = Sums([lessons[number] for number in batch], len(table))
            slope = sums.transposed(gradient(sums.times(table), taught[batch]))
            rows = np.unique(sums.row)
            steps[rows] += 1
            means = []
            for decay, moment, value in zip(DECAYS, moments, (slope[rows], slope[rows] ** 2)):
                moment[rows] = decay * moment[rows] + (1 - decay) * value
                means.append(moment[rows] / (1 - decay ** steps[rows]))
            table[rows] -= rate * means[0] / (np.sqrt(means[1]) + EPSILON)
        report(f"epoch {epoch + 1}", table)


def floats(numbers):
    return np.asarray(numbers, "<f4").tobytes()


def pack(value):
    """MessagePack, as `soru` reads it."""
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return b"\xce" + struct.pack(">I", value)
    if isinstance(value, str):
        return b"\xdb" + struct.pack(">I", len(value.encode())) + value.encode()
    if isinstance(value, bytes):
        return b"\xc6" + struct.pack(">I", len(value)) + value
    if isinstance(value, dict):
        return b"\x81" + b"".join(pack(part) for entry in value.items() for part in entry)
    return b"\xdd" + struct.pack(">I", len(value)) + b"".join(map(pack, value))


def write(file, encoder, vocabulary, projection, table, counts, languages):
    rows, bias = table[:-1], table[-1]
    scales = (np.abs(rows).max(1) / STEPS).astype(np.float32)
    steps = rows / np.where(scales > 0, scales, 1)[:, None]
    steps = (np.sign(steps) * np.floor(np.abs(steps) + 0.5)).astype(np.int8)
    common = sorted(range(len(counts)), key=lambda row: (-counts[row], row))
    content = ["soru query table", 1, encoder.fingerprint, languages, list(projection.shape), floats(projection)]
    content += [vocabulary.pieces, vocabulary.rules, steps.tobytes(), floats(scales), floats(bias), common]
    Path(file).write_bytes(gzip.compress(pack(content), mtime=0))


def main(folder, text, out, languages, dimensions=DIMENSIONS):
    random.seed(SEED)
    encoder, texts = Encoder(folder), samples(text)
    vocabulary = Vocabulary(encoder, texts)
    cut = vocabulary.cut(encoder, texts)
    taught = encoder.embed([encoder.prompt + sample for sample in texts])
    _, directions = np.linalg.eigh((taught.T @ taught).astype(np.float64))
    projection = directions[:, ::-1][:, : int(dimensions)].astype(np.float32)
    taught, prior = unit(taught @ projection), encoder.embed(vocabulary.alone()) @ projection
    kept = [number for number, pieces in enumerate(cut) if pieces]
    learning, held_out = [[n for n in kept if (n % VALIDATION == 0) == is_held] for is_held in (False, True)]
    lessons = [cut[number] for number in learning]
    counts = np.bincount([row for own in cut for row in own], minlength=len(prior))
    table = prior * (SMOOTHING / (SMOOTHING + counts / counts.sum()))[:, None]
    table = np.vstack([table, taught[learning].mean(0)]).astype(np.float32)

    def report(name, table):
        own = unit(Sums([cut[number] for number in held_out], len(table)).times(table))
        print(f"{name}: validation cosine {(own * taught[held_out]).sum(1).mean():.3f}", flush=True)

    table = least_squares(Sums(lessons, len(table)), table, taught[learning])
    report("least squares", table)
    contrast(table, lessons, taught[learning], report)
    write(out, encoder, vocabulary, projection, table, counts.tolist(), languages.split(","))
    print(f"{out}: {len(prior)} pieces of {projection.shape[1]} dimensions, from {len(learning)} samples")


if __name__ == "__main__":
    main(*sys.argv[1:])
