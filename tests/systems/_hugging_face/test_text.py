"""Language codes: each family of tokenizers puts them elsewhere, and a target is scored after its code."""

from __future__ import annotations

import io
import json
from types import SimpleNamespace

import pytest

from mteval.core.errors import UnknownNameError
from mteval.systems._hugging_face.text import Languages, SequenceText

transformers = pytest.importorskip("transformers", reason="the hugging-face backend needs transformers")

PIECES = [
    ("<s>", 0.0),
    ("<pad>", 0.0),
    ("</s>", 0.0),
    ("<unk>", 0.0),
    *((f"▁{word}", -5.0) for word in ("man", "Mann")),
]


@pytest.fixture(scope="module")
def pieces(tmp_path_factory):
    """A SentencePiece model of a few words, and its vocabulary with Marian's codes."""
    import sentencepiece

    folder, model = tmp_path_factory.mktemp("pieces"), io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["a man man Mann der Mann ein man"] * 20), model_writer=model, vocab_size=20,
        hard_vocab_limit=False, minloglevel=2,
    )  # fmt: skip
    (folder / "spm.model").write_bytes(model.getvalue())
    known = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    tokens = ["<s>", "<pad>", "</s>", *(known.id_to_piece(i) for i in range(known.get_piece_size()))]
    for name, more in (("vocab.json", []), ("codes.json", [">>deu<<", ">>fra<<"])):
        (folder / name).write_text(json.dumps({token: i for i, token in enumerate(dict.fromkeys([*tokens, *more]))}))
    return folder


def ends(tokenizer, start, languages):
    """The first tokens of source and target, and the last ones."""
    text = SequenceText(tokenizer, SimpleNamespace(decoder_start_token_id=start), languages)
    source, target = (tokenizer.convert_ids_to_tokens(list(ids)) for ids in (text.source("man"), text.target("Mann")))
    assert target[-1] == "</s>"
    assert text.text(list(text.target("Mann"))) == "Mann"
    return source[0], source[-1], target[: text.unscored]


def test_m2m100(pieces):
    tokenizer = transformers.M2M100Tokenizer(str(pieces / "vocab.json"), str(pieces / "spm.model"))
    assert ends(tokenizer, 2, Languages("en", "de")) == ("__en__", "</s>", ["</s>", "__de__"])
    target = SequenceText(tokenizer, SimpleNamespace(decoder_start_token_id=2), Languages("en", "de")).target("Mann")
    assert tokenizer.convert_ids_to_tokens(list(target)).count("__de__") == 1
    with pytest.raises(UnknownNameError, match=r"language code 'dee'.*'de'"):
        ends(tokenizer, 2, Languages("en", "dee"))


def test_marian_says_the_target_language_in_the_source(pieces):
    spm = str(pieces / "spm.model")
    several = transformers.MarianTokenizer(source_spm=spm, target_spm=spm, vocab=str(pieces / "codes.json"))
    assert ends(several, 1, Languages(None, "deu")) == (">>deu<<", "</s>", ["<pad>"])
    one = transformers.MarianTokenizer(source_spm=spm, target_spm=spm, vocab=str(pieces / "vocab.json"))
    assert ends(one, 1, Languages())[1:] == ("</s>", ["<pad>"])


def test_mbart_starts_with_the_code_and_mbart50_forces_it():
    languages = Languages("en_XX", "de_DE")
    assert ends(transformers.MBartTokenizer(vocab=PIECES), None, languages) == ("▁man", "en_XX", ["de_DE"])
    assert ends(transformers.MBart50Tokenizer(vocab=PIECES), 2, languages) == ("en_XX", "</s>", ["</s>", "de_DE"])
