"""A real OpenAI-compatible server, llama.cpp's, with a model of a few thousand random weights.

    python serve.py FOLDER TEXT

Writes the model into FOLDER, prints the server's address when it answers, and ends when its standard
input does. A grammar lets the model say TEXT and nothing else, token by token: what it knows is not what
is tested. The key is `test-key`.
"""

import pathlib
import sys

import gguf
import numpy
import xllamacpp
from xllamacpp.xllamacpp import CommonGrammar

WIDTH, HEADS, INNER, CONTEXT = 32, 4, 64, 16384
BYTE, CONTROL, UNKNOWN = 6, 3, 2


def write_model(path):
    """One block of a llama, with a token for every byte."""
    tokens = [b"<unk>", b"<s>", b"</s>"] + [b"<0x%02X>" % byte for byte in range(256)]
    kinds = [UNKNOWN, CONTROL, CONTROL] + [BYTE] * 256
    random = numpy.random.default_rng(1)
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(1)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_vocab_size(len(tokens))
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types(kinds)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_unk_token_id(0)
    writer.add_chat_template(
        "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}\n{% endfor %}assistant:"
    )
    square, wide, high = (WIDTH, WIDTH), (INNER, WIDTH), (WIDTH, INNER)
    shapes = {"token_embd": (len(tokens), WIDTH), "output": (len(tokens), WIDTH)}
    shapes |= {f"blk.0.attn_{part}": square for part in ("q", "k", "v", "output")}
    shapes |= {"blk.0.ffn_gate": wide, "blk.0.ffn_up": wide, "blk.0.ffn_down": high}
    for name, shape in shapes.items():
        weights = random.standard_normal(shape) * 0.1
        writer.add_tensor(f"{name}.weight", weights.astype(numpy.float32))
    for name in ("blk.0.attn_norm", "blk.0.ffn_norm", "output_norm"):
        writer.add_tensor(f"{name}.weight", numpy.ones(WIDTH, dtype=numpy.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def serve(path, text):
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.model_alias = {"tiny"}
    params.api_keys = ["test-key"]
    params.port = 0
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.warmup = False
    quoted = text.replace("\\", "\\\\").replace('"', '\\"')
    params.sampling.grammar = CommonGrammar(1, f'root ::= "{quoted}"')
    return xllamacpp.Server(params)


if __name__ == "__main__":
    model = pathlib.Path(sys.argv[1]) / "tiny.gguf"
    write_model(model)
    server = serve(model, sys.argv[2])
    print(f"address {server.listening_address}", flush=True)
    sys.stdin.read()
