"""More sorted files than may be open at once."""

from tests.authoring.contrast.built_files import files


def test_more_shards_than_files_may_be_open_at_once(built, synthetic, contrast, tmp_path, monkeypatch):
    monkeypatch.setattr("mteval.authoring.contrast.merging.MOST_FILES", 3)
    options = synthetic.options(tmp_path / "set")
    options[options.index("--shard") + 1] = "60"
    contrast("build", *options)
    assert files(tmp_path / "set") == files(built[0])
