"""A CheckList of two capabilities, and a way to write it down."""

import json


def write(path, content):
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


CHECKLIST = {
    "language": "en",
    "task": "nli",
    "capabilities": {
        "spatial": {"description": "", "tests": [{"template": ["{x1} is near {x2}.", "{x2} is far."], "label": "no"}]},
        "plain": {"description": "", "tests": [{"template": "{x} is here.", "label": "yes"}]},
    },
    "lexicons": {"x": ["Al", "Bo", "Cy"]},
}
