"""The family terminology: from files to scores, by hand and against WMT25's published scores."""

import json
import tarfile
from pathlib import Path

import pytest

import mteval
from mteval.core.errors import DataError, MtevalError, UsageError

SHARED = Path(__file__).parents[3] / "shared" / "data" / "terminology_wmt25"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "terms.en-de.tsv").write_text("provider\tProvider\tAnbieter\ndata provider\tDatenprovider\n", "utf-8")
    source = "The data provider fails.\nA provider pays.\nNo term.\nProviders pay.\n"
    (tmp_path / "source.en").write_text(source, "utf-8")
    (tmp_path / "out.de").write_text(
        "Der Provider fehlt.\nEin Anbieter zahlt.\nNichts.\nDie Provider zahlen.\n", "utf-8"
    )
    return tmp_path


def run(files, **options):
    given = {"source": files / "source.en", **options}
    system = f"output-file:{files / 'out.de'}"
    return mteval.run(str(files / "terms.en-de.tsv"), format="glossary", systems=[system], options=given, resamples=0)


def test_terms_are_counted_by_hand(files):
    """Of `data provider`, `provider` and `providers` the last two are found; `provider` is rendered in two ways."""
    report = run(files).reports[0]
    score = report["term-success"]
    assert score.values["success_rate"] == pytest.approx(2 / 3)
    assert score.values["surface_rate"] == pytest.approx(2 / 3)
    assert score.values["consistency"] == pytest.approx(1 / 2)
    assert (score.values["found"], score.values["terms"], score.n, score.skipped) == (2, 3, 3, 0)


def test_references_bring_bleu_over_whole_segments(files):
    (files / "ref.de").write_text((files / "out.de").read_text("utf-8"), "utf-8")
    report = run(files, reference=files / "ref.de").reports[0]
    assert report["bleu"].value == pytest.approx(100)
    assert (report["bleu"].n, report["bleu"].skipped) == (4, 0)
    assert report["term-success"].n == 3


def test_every_segment_is_exported_once(files):
    lines = mteval.export(str(files / "terms.en-de.tsv"), format="glossary", options={"source": files / "source.en"})
    assert lines == (files / "source.en").read_text("utf-8").splitlines()


def test_a_glossary_without_its_text_or_without_any_term_in_it_is_refused(files):
    with pytest.raises(UsageError, match="needs the source text"):
        mteval.export(str(files / "terms.en-de.tsv"), format="glossary")
    (files / "source.en").write_text("Nothing.\n", "utf-8")
    with pytest.raises(DataError, match="no term of it"):
        mteval.export(str(files / "terms.en-de.tsv"), format="glossary", options={"source": files / "source.en"})


def test_an_unknown_target_language_is_a_finding(files):
    (files / "terms.en-de.tsv").rename(files / "terms.tsv")
    system = f"output-file:{files / 'out.de'}"
    options = {"source": files / "source.en"}
    results = mteval.run(str(files / "terms.tsv"), format="glossary", systems=[system], options=options, resamples=0)
    assert "no-lemmas" in [finding.code for finding in results.reports[0].findings]


def test_the_references_of_the_shipped_suite_have_every_term():
    folder = Path(mteval.__file__).parents[1] / "challenge_sets" / "terms-en-de"
    report = mteval.run("terms-en-de", systems=[f"output-file:{folder / 'reference.de'}"], resamples=0).reports[0]
    assert report["term-success"].values["success_rate"] == 1
    assert report["term-success"].values["terms"] == 60


def test_translations_in_json_lines_are_read_by_the_target_language(files):
    rows = [{"en": "x", "de": text} for text in (files / "out.de").read_text("utf-8").splitlines()]
    path = files / "team.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    options = {"source": files / "source.en"}
    results = mteval.run(
        str(files / "terms.en-de.tsv"), format="glossary", systems=[f"output-file:{path}"], options=options, resamples=0
    )
    assert results.reports[0]["term-success"].values["found"] == 2
    with pytest.raises(MtevalError, match="one of en, de"):
        mteval.run(
            str(files / "terms.en-de.tsv"),
            format="glossary",
            systems=[f"output-file:{path}?field=xx"],
            options=options,
        )


@pytest.mark.skipif(not SHARED.exists(), reason="WMT25's terminology data is not there")
def test_scores_of_wmt25_are_the_published_ones(tmp_path):
    """BLEU and chrF++ to 1e-6; success rates within .02, as ours use simplemma's lemmas and theirs stanza's."""
    expected = json.loads((SHARED / "expected.ende.json").read_text("utf-8"))["de"]
    with tarfile.open(SHARED / "track1.ende.tar.xz") as archive:
        archive.extractall(tmp_path, filter="data")
    names = [("CommandA_MT", "noterm"), ("salamandrata", "proper"), ("laniqo", "random")]
    systems = [f"output-file:{tmp_path}/submissions/track1/{t}/{t}.ende.{m}.jsonl" for t, m in names]
    suite = str(tmp_path / "references" / "track1" / "full_data.ende.jsonl")
    results = mteval.run(suite, format="terminology-wmt25", systems=systems, resamples=0, test="none")
    for (team, mode), report in zip(names, results.reports, strict=True):
        own = expected[mode][team]
        assert report["bleu"].value == pytest.approx(own["bleu4"], abs=1e-6)
        assert report["chrf++"].value == pytest.approx(own["chrf2++"], abs=1e-6)
        rates = {part.value: part.scores[0].value for part in report.slices}
        assert rates["proper"] == pytest.approx(own["proper_term_success_rate"], abs=0.02)
        assert rates["random"] == pytest.approx(own["random_term_success_rate"], abs=0.02)
