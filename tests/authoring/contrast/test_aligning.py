"""Alignments from files that do not fit, and a missing aligner."""

import pytest

from mteval.core.errors import DataError, MtevalError


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("0-0 99-3", r"made\.links, line 5: the link 99-3 lies outside the sentences"),
        ("0:0", r"line 5: links of the form 0-0"),
    ],
)
def test_links_outside_a_sentence_are_named_with_their_line(synthetic, contrast, tmp_path, line, message):
    lines = synthetic.links.read_text().splitlines()
    lines[4] = line
    bad = tmp_path / "made.links"
    bad.write_text("\n".join(lines) + "\n")
    options = synthetic.options(tmp_path / "set")
    options[options.index("--alignment") + 1] = bad
    with pytest.raises(MtevalError, match=message):
        contrast("build", *options)
    assert not (tmp_path / "set" / "suite.toml").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [(lambda lines: lines[:-3], "ends at 957"), (lambda lines: [*lines, "0-0"], "goes on after the 960")],
)
def test_alignments_of_another_length_are_refused(synthetic, contrast, tmp_path, change, message):
    bad = tmp_path / "made.links"
    bad.write_text("\n".join(change(synthetic.links.read_text().splitlines())) + "\n")
    options = synthetic.options(tmp_path / "set")
    options[options.index("--alignment") + 1] = bad
    with pytest.raises(DataError, match=message):
        contrast("build", *options)


def test_missing_aligner_says_how_to_get_it(synthetic, contrast, tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    with pytest.raises(MtevalError, match=r"needs eflomal, which is not installed\. pip install .*--alignment FILE"):
        contrast("build", *synthetic.options(tmp_path / "set", links=False))
