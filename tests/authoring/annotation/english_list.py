"""A source CheckList whose values nobody has translated yet."""

ENGLISH_LIST = {
    "language": "en",
    "labels": ["negative", "positive"],
    "capabilities": {"Vocabulary": {"tests": [{"template": "The {thing} was {good}.", "label": "positive"}]}},
    "lexicons": {"thing": ["food", "flight"], "good": ["good", "great"]},
}
