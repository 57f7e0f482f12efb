"""Files of a build: provenance, training data, and nothing from an earlier one."""

import json

from mteval.library import find_suite


def test_what_an_earlier_build_left_goes(synthetic, contrast, tmp_path):
    contrast("build", *synthetic.options(tmp_path / "set"))
    contrast("build", *synthetic.options(tmp_path / "set"), "--variant", "translation")
    assert not (tmp_path / "set" / "scoring").exists()
    assert find_suite(str(tmp_path / "set")).family == "sense-choice"


def test_provenance_leads_back_to_the_corpus(built, synthetic):
    sources = synthetic.source.read_text().splitlines()
    items = json.loads((built[0] / "scoring" / "en-de.mucow.scoring.json").read_text(encoding="utf-8"))
    origins = [json.loads(line) for line in (built[0] / "provenance.jsonl").read_text().splitlines()]
    scoring = {one["id"]: one for one in origins if one["variant"] == "scoring"}
    for item in items:
        origin = scoring[item["id"]]
        assert sources[origin["line"] - 1] == item["source"]
        assert item["source"].split()[int(origin["alignment"].split("-")[0])] == item["ambig word"]
        assert origin["corpus"] == item["origin"] == "made"
    assert {"stage\treason\tcount"} < set((built[0] / "rejections.tsv").read_text().splitlines())


def test_every_item_is_also_training_data(built):
    items = json.loads((built[0] / "scoring" / "en-de.mucow.scoring.json").read_text(encoding="utf-8"))
    pairs = [(item["source"], item["reference"], error["contrastive"]) for item in items for error in item["errors"]]
    rows = [tuple(line.split("\t")[:3]) for line in (built[0] / "adversarial.tsv").read_text().splitlines()[1:]]
    assert rows == pairs
