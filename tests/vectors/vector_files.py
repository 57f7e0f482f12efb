"""Four words with vectors in every form."""

import struct

import numpy as np

WORDS = ("the", "straße", "слово", "U.S.A.")
VECTORS = np.array([[0.5, -1.25, 3e-5], [1, 2, 3], [0.1, 0.2, -0.3], [7, 8, 9]], dtype=np.float32)
LINES = [f"{word} {' '.join(map(str, row.tolist()))}" for word, row in zip(WORDS, VECTORS, strict=True)]


def write(path, text):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def as_word2vec(words, vectors):
    body = b"".join(
        w.encode() + b" " + struct.pack(f"<{len(v)}f", *v) + b"\n" for w, v in zip(words, vectors, strict=True)
    )
    return f"{len(words)} {vectors.shape[1]}\n".encode() + body


def npz(path, **arrays):
    np.savez(path, **arrays)
    return path


def codes(embeddings):
    return {finding.code: finding.count for finding in embeddings.findings}
