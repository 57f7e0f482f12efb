"""The table of what was written."""

import json


def test_statistics_count_what_was_written(built):
    items = json.loads((built[0] / "scoring" / "en-de.mucow.scoring.json").read_text(encoding="utf-8"))
    words, senses = {item["ambig word"] for item in items}, {(item["ambig word"], item["sense"]) for item in items}
    made = sum(len(item["errors"]) for item in items)
    row = next(
        line for line in (built[0] / "statistics.md").read_text().splitlines() if line.startswith("| en-de | all")
    )
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert [cells[2], cells[3], cells[5], cells[7]] == [str(len(words)), str(len(senses)), str(len(items)), str(made)]
