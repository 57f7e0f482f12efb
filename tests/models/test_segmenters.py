"""Pieces of text and back, and which tokenizer lies next to a model."""

import io
import json

import pytest
import sentencepiece

from mteval.core.errors import DataError
from mteval.models.segmenters import (
    CodePieces,
    SentencePieces,
    SpacedPieces,
    TokenizerFile,
    segmenters_from,
    tokenizer_files,
    tokenizer_signature,
)

# The first merges of "low lower newest widest" (Sennrich et al. 2016), the end of a word on its last letter.
CODES = "#version: 0.2\ne s\nes t</w>\nl o\nlo w\n"


@pytest.mark.parametrize(
    ("word", "pieces"),
    [
        ("lowest", ["low@@", "est"]),
        ("low", ["lo@@", "w"]),
        ("newest", ["n@@", "e@@", "w@@", "est"]),
        ("estlow", ["es@@", "t@@", "lo@@", "w"]),
    ],
)
def test_codes_are_merged_in_their_order(tmp_path, word, pieces):
    (tmp_path / "codes").write_text(CODES)
    segmenter = CodePieces(tmp_path / "codes", "en")
    assert segmenter.pieces(word) == pieces
    assert segmenter.text(pieces) == word


def test_codes_with_frequencies_are_read_and_others_refused(tmp_path):
    (tmp_path / "fast").write_text("e s 9\nes t</w> 9\n")
    assert CodePieces(tmp_path / "fast", "en").pieces("test, test") == ["t@@", "est", ",", "t@@", "est"]
    (tmp_path / "bad").write_text("e s\nonly\n")
    with pytest.raises(DataError, match="line 2: two pieces to merge"):
        CodePieces(tmp_path / "bad", "en")


@pytest.fixture(scope="module")
def spm(tmp_path_factory):
    path, trained = tmp_path_factory.mktemp("spm") / "sentencepiece.model", io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(["a man sat on the mat", "the man ran"] * 20), model_writer=trained, vocab_size=25,
        hard_vocab_limit=False, minloglevel=2,
    )  # fmt: skip
    path.write_bytes(trained.getvalue())
    return path


def test_sentencepiece_goes_there_and_back(spm):
    segmenter = SentencePieces(spm)
    assert segmenter.pieces("the man") == sentencepiece.SentencePieceProcessor(model_file=str(spm)).encode(
        "the man", out_type=str
    )
    assert segmenter.text(segmenter.pieces("the man sat")) == "the man sat"


def test_a_tokenizer_file_goes_there_and_back(tmp_path):
    tokenizers = pytest.importorskip("tokenizers", reason="needs the extra 'hf'")
    made = tokenizers.Tokenizer(tokenizers.models.WordLevel({"[UNK]": 0, "a": 1, "man": 2}, unk_token="[UNK]"))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    made.save(str(tmp_path / "tokenizer.json"))
    segmenter = TokenizerFile(tmp_path / "tokenizer.json")
    assert segmenter.pieces("a man") == ["a", "man"]
    assert segmenter.text(["a", "man", "never seen"]) == "a man"


def test_files_that_are_no_tokenizers_are_refused(tmp_path):
    pytest.importorskip("tokenizers", reason="needs the extra 'hf'")
    (tmp_path / "x.model").write_text("no model")
    with pytest.raises(DataError, match="not a SentencePiece model"):
        SentencePieces(tmp_path / "x.model")
    (tmp_path / "tokenizer.json").write_text(json.dumps({"no": "tokenizer"}))
    with pytest.raises(DataError, match=r"not a tokenizer\.json"):
        TokenizerFile(tmp_path / "tokenizer.json")


def test_the_tokenizer_beside_a_model_is_found(tmp_path, spm):
    with pytest.raises(DataError, match="the tokenizer is missing"):
        tokenizer_files(tmp_path, None, "ctranslate2")
    (tmp_path / "sentencepiece.model").write_bytes(spm.read_bytes())
    assert tokenizer_files(tmp_path, None, "ctranslate2") == (tmp_path / "sentencepiece.model",)
    for name in ("source.spm", "target.spm"):
        (tmp_path / name).write_bytes(spm.read_bytes())
    assert tokenizer_files(tmp_path, None, "ctranslate2") == (tmp_path / "source.spm", tmp_path / "target.spm")
    assert tokenizer_files(tmp_path, "none", "ctranslate2") == ()
    assert tokenizer_files(tmp_path, "target.spm", "ctranslate2") == (tmp_path / "target.spm",)
    with pytest.raises(DataError, match="no such tokenizer file"):
        tokenizer_files(tmp_path, "nowhere.spm", "ctranslate2")


def test_source_and_target_may_have_a_tokenizer_each(spm):
    one, other = segmenters_from((spm,))
    assert one is other
    assert all(isinstance(side, SpacedPieces) for side in segmenters_from(()))
    assert SpacedPieces().text(SpacedPieces().pieces(" a  b ")) == "a b"
    assert tokenizer_signature(()) == "none"
    assert tokenizer_signature((spm, spm)).count("sentencepiece.model@") == 2
