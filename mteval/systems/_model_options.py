"""Options that several model backends share, and what their answers depend on."""

from __future__ import annotations

from collections.abc import Mapping

from mteval.core.options import CHOICE, TEXT, TRUTH, WHOLE, Option, OptionValues

DECODING = (
    Option("beam_size", WHOLE, 5, "width of the beam when translating", minimum=1),
    Option("max_length", WHOLE, 256, "longest translation in tokens", minimum=1),
)
TORCH = (
    Option("device", TEXT, "auto", "cpu, cuda, cuda:1; auto takes a GPU where there is one", signed=False),
    Option("batch_tokens", WHOLE, 4096, "tokens at once", minimum=1, signed=False),
    Option("engine", CHOICE, "auto", "plain: score every target alone, sharing no prefixes", choices=("auto", "plain")),
    Option("trust", TRUTH, False, "allow unpickling, which can run code that came with the model", signed=False),
)
TOKENIZER = Option(
    "tokenizer",
    TEXT,
    None,
    "SentencePiece model or tokenizer.json (the one in DIR); none: text is cut into pieces already",
)


def answer_settings(backend: str, chosen: OptionValues, signature: Mapping[str, str]) -> dict[str, str]:
    """What answers depend on besides files: signed options, and what the system says of itself, which wins over them."""
    signed = {option.name: option.write(value) for option, value in chosen.signed()}
    return {"backend": backend, **signed, **signature}
