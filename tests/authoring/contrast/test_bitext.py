"""Bitext of every form, packed or not, and input that is wrong."""

import gzip

import pytest

from mteval.authoring.contrast.bitext import stream_pairs
from mteval.authoring.contrast.settings import Corpus
from mteval.core.errors import DataError

PAIRS = [("A  cat sat .", "Un chat assis ."), ("", "vide"), ("Two < three & four", "Deux < trois & quatre")]
FLAT = [(" ".join(one.split()), other) for one, other in PAIRS]
TMX = """<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4"><header srclang="en"/><body>
<tu><tuv xml:lang="en-GB"><seg>A  cat <ph/>sat .</seg></tuv><tuv xml:lang="fr"><seg>Un chat assis .</seg></tuv></tu>
<tu><tuv xml:lang="de"><seg>leer</seg></tuv><tuv xml:lang="fr"><seg>vide</seg></tuv></tu>
<tu><tuv lang="EN"><seg>Two &lt; three &amp; four</seg></tuv><tuv lang="FR-ca"><seg>Deux &lt; trois &amp; quatre</seg></tuv></tu>
</body></tmx>"""


def packed(path, text):
    raw = text.encode()
    if path.suffix == ".gz":
        raw = gzip.compress(raw)
    elif path.suffix == ".zst":
        raw = pytest.importorskip("zstandard", reason="zstandard is not installed").compress(raw)
    path.write_bytes(raw)
    return path


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
@pytest.mark.parametrize("kind", ["moses", "tmx", "tsv"])
def test_every_form_gives_the_same_pairs(tmp_path, kind, suffix):
    if kind == "moses":
        sides = ["".join(f"{pair[place]}\n" for pair in PAIRS) for place in (0, 1)]
        one, other = (
            packed(tmp_path / f"c.{name}{suffix}", text) for name, text in zip(("en", "fr"), sides, strict=True)
        )
        corpus = Corpus("c", one, other)
    else:
        text = TMX if kind == "tmx" else "".join("\t".join(pair) + "\n" for pair in PAIRS)
        corpus = Corpus("c", bitext=packed(tmp_path / f"c.{kind}{suffix}", text))
    assert list(stream_pairs(corpus, ("en", "fr"))) == FLAT


def test_sides_of_different_length_are_counted_and_the_slip_is_found(tmp_path):
    lines = [f"line {number} with {'word ' * (number % 7)}{number}" for number in range(200)]
    (tmp_path / "c.en").write_text("\n".join(lines) + "\n")
    (tmp_path / "c.fr").write_text("\n".join([*lines[:120], *lines[123:]]) + "\n")
    with pytest.raises(DataError, match=r"has 197 lines, but .* has 200\. They seem to slip at line 121\."):
        list(stream_pairs(Corpus("c", tmp_path / "c.en", tmp_path / "c.fr"), ("en", "fr")))


def test_a_tmx_without_the_languages_says_which_it_has(tmp_path):
    path = packed(tmp_path / "c.tmx", TMX)
    with pytest.raises(DataError, match="both en and fi; its languages are: de, en, en-gb, fr, fr-ca"):
        list(stream_pairs(Corpus("c", bitext=path), ("en", "fi")))


def test_other_bad_bitext(tmp_path):
    for name, text, message in (
        ("c.tmx", "<tmx><body>", "not a TMX file"),
        ("c.tsv", "only one column\n", "2 columns expected"),
        ("c.docx", "", "neither TMX nor TSV"),
    ):
        with pytest.raises(DataError, match=message):
            list(stream_pairs(Corpus("c", bitext=packed(tmp_path / name, text)), ("en", "fr")))
    with pytest.raises(DataError, match="no such file"):
        list(stream_pairs(Corpus("c", bitext=tmp_path / "none.tsv"), ("en", "fr")))


def test_empty_lines_are_counted(synthetic, contrast, tmp_path):
    lines = synthetic.target.read_text().splitlines()
    lines[10] = lines[20] = ""
    (tmp_path / "made.de").write_text("\n".join(lines) + "\n")
    options = synthetic.options(tmp_path / "set")
    options[options.index("--target") + 1] = tmp_path / "made.de"
    contrast("build", *options)
    assert "pair\tempty-line\t2" in (tmp_path / "set" / "rejections.tsv").read_text().splitlines()


def test_a_build_from_one_packed_file(built, synthetic, contrast, tmp_path):
    zstandard = pytest.importorskip("zstandard", reason="zstandard is not installed")
    sides = [path.read_text().splitlines() for path in (synthetic.source, synthetic.target)]
    text = "".join(f"{one}\t{other}\n" for one, other in zip(*sides, strict=True))
    (tmp_path / "made.tsv.zst").write_bytes(zstandard.compress(text.encode()))
    options = synthetic.options(tmp_path / "set")[4:]
    contrast("build", "--bitext", tmp_path / "made.tsv.zst", *options)
    assert (tmp_path / "set" / "provenance.jsonl").read_bytes() == (built[0] / "provenance.jsonl").read_bytes()
