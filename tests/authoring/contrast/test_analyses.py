"""Nouns are told by UDPipe, by the user's CoNLL-U, or by the inventory."""

import gzip
import json

import pytest

from mteval.authoring.contrast.analyses import Analysis, stream_analyses
from mteval.core.errors import DataError
from tests.trained_here import ENGLISH, FRENCH, udpipe_model

ROWS = [
    (
        "The old man takes a long walk in the green park with his two dogs .",
        "Le vieil homme fait une longue promenade dans le parc vert avec ses deux chiens .",
        "promenade",
    ),
    (
        "Every day the two old men walk in the green park with their small dogs .",
        "Chaque jour les deux vieux hommes marchent dans le parc vert avec leurs petits chiens .",
        "marchent",
    ),
]


def write_bitext(folder, times=6):
    """Sentences that differ enough to be no duplicates of each other, with the links of the one word that matters."""
    sources, targets, links = [], [], []
    for number in range(times):
        for source, target, word in ROWS:
            names = " ".join(f"Name{chr(97 + number)}{chr(97 + place)}" for place in range(20))
            sources.append(f"{source} {names}")
            targets.append(f"{target} {names}")
            links.append(f"{source.split().index('walk')}-{target.split().index(word)}")
    for name, lines in (("en", sources), ("fr", targets), ("links", links)):
        (folder / f"c.{name}").write_text("\n".join(lines) + "\n")
    (folder / "senses.tsv").write_text("walk\tw1\tpromenade\tn\nwalk\tw2\tmarcher\tn\n")
    given = [
        "--source",
        folder / "c.en",
        "--target",
        folder / "c.fr",
        "--alignment",
        folder / "c.links",
        "--languages",
        "en-fr",
    ]
    return [*given, "--inventory", f"tsv:{folder / 'senses.tsv'}", "--min-links", "4", "--no-agreement"]


def conllu(folder, name, verb):
    """Tags as a user would give them: `verb` is the only verb."""
    blocks = []
    for line in (folder / f"c.{name}").read_text().splitlines():
        rows = []
        for place, form in enumerate(line.split(), start=1):
            lemma, tag = "marcher" if form == "marchent" else form.lower(), "VERB" if form == verb(line) else "NOUN"
            rows.append("\t".join((str(place), form, lemma, tag, *"______")))
        blocks.append("\n".join(rows))
    path = folder / f"{name}.conllu.gz"
    path.write_bytes(gzip.compress(("\n\n".join(blocks) + "\n\n").encode()))
    return path


def refusals(output):
    rows = [line.split("\t") for line in (output / "rejections.tsv").read_text().splitlines()[1:]]
    return {reason: int(count) for _, reason, count in rows}


def test_without_tags_the_inventory_is_believed(contrast, tmp_path):
    contrast("build", *write_bitext(tmp_path), "-o", tmp_path / "set")
    assert len((tmp_path / "set" / "translation" / "en-fr.key.txt").read_text().splitlines()) == 12
    told = json.loads((tmp_path / "set" / "build.json").read_text())["nouns"]
    assert told == {"en": "part of speech in the inventory", "fr": "part of speech in the inventory"}


def test_given_tags_decide(contrast, tmp_path):
    options = write_bitext(tmp_path)
    tags = ["--source-tags", conllu(tmp_path, "en", lambda line: "walk" if line.startswith("Every") else "")]
    tags += ["--target-tags", conllu(tmp_path, "fr", lambda _: "marchent")]
    contrast("build", *options, *tags, "-o", tmp_path / "set")
    assert not (tmp_path / "set" / "translation").exists()
    found = refusals(tmp_path / "set")
    assert found["source-not-noun"] == 6
    assert found["single-sense-word"] == 6


@pytest.mark.parametrize("source", ["trained here", "published"])
def test_udpipe_decides(source, request, contrast, tmp_path):
    if source == "trained here":
        english, french = (
            udpipe_model(tmp_path / f"{name}.udpipe", texts) for name, texts in (("en", ENGLISH), ("fr", FRENCH))
        )
    else:
        pytest.importorskip("ufal.udpipe", reason="needs the extra 'udpipe'")
        models = request.getfixturevalue("shared") / "models"
        english = models / "udpipe_en" / "en_small.udpipe"
        (french,) = (models / "udpipe_fr").glob("*.udpipe")
    taggers = ["--tagger", f"en=udpipe:{english}", "--tagger", f"fr=udpipe:{french}"]
    contrast("build", *write_bitext(tmp_path), *taggers, "-o", tmp_path / "set")
    found = refusals(tmp_path / "set")
    assert found["source-not-noun"] + found.get("target-not-noun", 0) == 6
    assert found["single-sense-word"] == 6


def test_tags_of_another_length_are_refused(contrast, tmp_path):
    options = write_bitext(tmp_path)
    path = conllu(tmp_path, "en", lambda _: "")
    short = tmp_path / "short.conllu"
    short.write_text("\n\n".join(gzip.decompress(path.read_bytes()).decode().split("\n\n")[:5]) + "\n\n")
    with pytest.raises(DataError, match="ends at 5, but the corpus 'c' has more pairs"):
        contrast("build", *options, "--source-tags", short, "-o", tmp_path / "set")


def test_conllu_takes_surface_words(tmp_path):
    rows = ["# text = du pain", "1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_", "1\tde\tde\tADP\t_\t_\t_\t_\t_\t_"]
    rows += [
        "2\tle\tle\tDET\t_\t_\t_\t_\t_\t_",
        "3\tpain\tpain\tNOUN\t_\t_\t_\t_\t_\t_",
        "",
        "1\tOui\toui\tINTJ\t_\t_\t_\t_\t_\t_",
        "",
    ]
    (tmp_path / "x.conllu").write_text("\n".join(rows) + "\n")
    first, second = stream_analyses(tmp_path / "x.conllu")
    assert first == Analysis(("du", "pain"), ("du", "pain"), ("ADP", "NOUN"))
    assert first.spans("du  pain") == [(0, 2), (4, 8)]
    assert Analysis.unpack(second.pack()) == second
