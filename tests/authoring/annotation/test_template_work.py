"""Template jobs: the three workflows, valid slots, verified CheckLists, time per template."""

import csv
import io
import json

import pytest

from mteval.authoring.annotation.job import read_job
from mteval.authoring.checklist.quality.cost import read_log, verification_cost
from mteval.checklists.checklist import parse_checklist
from mteval.checklists.templates import Filler, parse_template
from mteval.core.errors import DataError
from tests.authoring.annotation.english_list import ENGLISH_LIST


def result(server, name="ann"):
    return json.loads(server.organiser(f"checklist-{name}.json").text)


def templates_of(document):
    return [
        (capability, test["template"], test.get("label"))
        for capability, content in document["capabilities"].items()
        for test in content["tests"]
    ]


def decide(person, **fields):
    person.look()
    return person.send(**fields)


def test_tea_ver_accepts_edits_deletes_merges_and_adds(jobs, local):
    server = local(jobs.templates("tea-ver"))
    ann = server.annotator("ann")
    assert "This is" in ann.page  # beside its source templates
    assert decide(ann, action="accept").status_code == 303
    assert decide(ann, action="merge", into="0").status_code == 303
    assert decide(ann, **{"action": "edit", "template-0": "{thing} बहुत {bad} है।"}).status_code == 303
    assert decide(ann, **{"action": "add", "template-0": "{bad} {thing}!", "label": "negative"}).status_code == 303
    ann.look()
    assert "All done" not in ann.page  # adding leaves the page open
    assert decide(ann, action="done").status_code == 303
    assert "All done" in ann.look()
    document = result(server)
    assert templates_of(document) == [
        ("Vocabulary", "यह {good} {thing} है।", "positive"),
        ("Vocabulary", "{thing} बहुत {bad} है।", "negative"),
        ("Vocabulary", "{bad} {thing}!", "negative"),
    ]
    checklist = parse_checklist(document)
    for test in checklist.tests:
        assert list(Filler([parse_template(text) for text in test.template], checklist.lexicons))
    rows = list(csv.DictReader(io.StringIO(server.organiser("verification-log.csv").text)))
    assert [row["action"] for row in rows] == ["accept", "merge", "edit", "add"]
    assert all(float(row["seconds"]) >= 0 for row in rows)
    assert json.loads(server.organiser("verification-log.json").text)[2]["result"] == "{thing} बहुत {bad} है।"


def test_checklist_quality_reads_the_time_from_the_log(jobs, local, tmp_path):
    server = local(jobs.templates("tea-ver"))
    tasks = server.database.tasks("ann")
    for task, seconds in zip(tasks, (60.0, 30.0, 90.0), strict=False):
        decision = {"action": "accept", "template": task.payload["template"], "labels": []}
        server.database.decide(task, decision, seconds=seconds, elapsed=seconds, final=True)
    server.database.decide(tasks[3], {"action": "done"}, seconds=30.0, elapsed=30.0, final=True)
    for name in ("verification-log.csv", "verification-log.json"):
        (tmp_path / name).write_text(server.organiser(name).text, encoding="utf-8")
        cost = verification_cost(read_log(tmp_path / name))
        assert (cost.templates, cost.minutes) == (3, pytest.approx(3.5))


def test_saving_without_a_change_is_accepting(jobs, local):
    server = local(jobs.templates("tea-ver"))
    server.annotator("ann").send(**{"action": "edit", "template-0": "यह {good} {thing} है।"})
    assert server.database.decisions()[0].payload["action"] == "accept"


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"action": "edit", "template-0": "{gut} है"}, "gut"),
        ({"action": "edit", "template-0": "{good है"}, "unbalanced"),
        ({"action": "edit", "template-0": "{bad1} {bad2}"}, "needs 2 different values"),
        ({"action": "edit", "template-0": "  "}, "write the template first"),
        ({"action": "edit", "template-0": "x" * 3000}, "longer than 2000"),
        ({"action": "merge"}, "merged into"),
        ({"action": "merge", "into": "7"}, "merged into"),
        ({"action": "explode"}, "Please choose one of"),
    ],
)
def test_slots_stay_valid(jobs, local, fields, problem):
    server = local(jobs.templates("tea-ver"))
    answer = server.annotator("ann").send(**fields)
    assert answer.status_code == 422
    assert problem in answer.text
    assert server.database.decisions() == []


def test_the_preview_shows_instances_or_what_is_wrong(jobs, local):
    person = local(jobs.templates("tea-ver")).annotator("ann")
    good = person.send("preview", **{"template-0": "{thing} {good} है।"}).json()
    assert good["count"] == 4
    assert "फ़िल्म अच्छी है।" in good["instances"]
    assert "unbalanced" in person.send("preview", **{"template-0": "{thing"}).json()["error"]


def test_t9n_translates_every_source_template(jobs, local):
    server = local(jobs.templates("t9n"))
    ann = server.annotator("ann")
    assert len(server.database.tasks("ann")) == 4
    assert decide(ann, **{"action": "translate", "template-0": "यह {good} {thing}।"}).status_code == 303
    assert decide(ann, action="delete").status_code == 303
    assert templates_of(result(server)) == [("Vocabulary", "यह {good} {thing}।", "positive")]
    assert result(server)["language"] == "hi"


def test_scr_shows_a_description_and_two_examples(jobs, local):
    server = local(jobs.templates("scr"))
    ann = server.annotator("ann")
    assert "Words with a feeling" in ann.page
    assert "I saw" not in ann.page  # the third
    assert decide(ann, **{"action": "add", "template-0": "{good} {thing}"}).status_code == 422  # label missing
    assert decide(ann, **{"action": "add", "template-0": "{good} {thing}", "label": "positive"}).status_code == 303
    assert decide(ann, action="done").status_code == 303
    assert templates_of(result(server)) == [("Vocabulary", "{good} {thing}", "positive")]


def test_undo_takes_an_added_template_back(jobs, local):
    server = local(jobs.templates("scr"))
    ann = server.annotator("ann")
    decide(ann, **{"action": "add", "template-0": "{good} {thing}", "label": "positive"})
    ann.look()
    ann.send("undo")
    assert templates_of(result(server)) == []


def test_what_checklist_extract_writes_can_be_verified(jobs, local):
    path = jobs.templates("tea-ver")
    extracted = {"templates": [{"template": "{x} है", "support": 3}], "lexicons": {"x": ["एक"]}}
    jobs.write("tea.json", json.dumps(extracted))
    server = local(path)
    server.annotator("ann").send(action="accept")
    assert templates_of(result(server)) == [("templates", "{x} है", None)]


def test_broken_checklists_are_refused(jobs, local):
    path = jobs.templates("tea-ver")
    jobs.write("tea.json", "{")
    with pytest.raises(DataError, match="is not JSON"):
        local(path)


def test_an_addition_sent_twice_is_added_once(jobs, local):
    server = local(jobs.templates("scr"))
    ann = server.annotator("ann")
    fields = {"action": "add", "template-0": "{good} {thing}", "label": "positive"}
    assert [ann.send(**fields).status_code for _ in range(3)] == [303] * 3
    assert len(templates_of(result(server))) == 1
    ann.look()
    ann.send(**fields)  # the same again from a new page is meant
    assert len(templates_of(result(server))) == 2


def test_taking_back_sent_twice_takes_back_one(jobs, local):
    server = local(jobs.templates("scr"))
    ann = server.annotator("ann")
    for template in ("{good} {thing}", "{bad} {thing}"):
        decide(ann, **{"action": "add", "template-0": template, "label": "positive"})
        ann.look()
    assert [ann.send("undo").status_code for _ in range(3)] == [303] * 3
    assert [template for _, template, _ in templates_of(result(server))] == ["{good} {thing}"]


def test_a_preview_of_as_many_numbered_slots_as_there_are_values_ends(jobs, local):
    server = local(jobs.templates("scr"))
    server.server.work.lexicons = {"n": [f"v{i}" for i in range(20)]}
    text = " ".join(f"{{n{i}}}" for i in range(20))
    shown = server.server.work.preview([text], "", "ann", server.server.database)
    assert len({tuple(sorted(one.split())) for one in shown["instances"]}) == 1
    assert len(set(shown["instances"])) == 6
    assert shown["count"] == "about 10^18"
    assert "longer than" in server.server.work.preview(["x" * 3000], "", "ann", server.server.database)["error"]


def test_t9n_translates_values_then_templates_in_variants(jobs, local):
    server = local(jobs.without_values("t9n", ENGLISH_LIST))
    ann = server.annotator("ann")
    assert "food" in ann.page
    assert decide(ann, action="values").status_code == 422
    assert decide(ann, **{"action": "values", "value-0": "comida", "more": "cena\nsala"}).status_code == 303
    assert decide(ann, **{"action": "values", "value-0": "buena", "value-1": "estupenda; genial"}).status_code == 303
    assert decide(ann, **{"action": "variant", "template-0": "La {thing} era {good}."}).status_code == 303
    assert "La <bdi" in ann.look() or "Variants so far" in ann.page
    assert decide(ann, **{"action": "translate", "template-0": "¡Qué {thing} tan {good}!"}).status_code == 303
    assert "All done" in ann.look()
    document = result(server)
    assert [text for _, text, _ in templates_of(document)] == ["La {thing} era {good}.", "¡Qué {thing} tan {good}!"]
    assert document["lexicons"] == {"thing": ["comida", "cena", "sala"], "good": ["buena", "estupenda", "genial"]}
    rows = json.loads(server.organiser("verification-log.json").text)
    assert [(row["kind"], row["values"]) for row in rows] == [
        ("values", 3),
        ("values", 3),
        ("template", 0),
        ("template", 0),
    ]


def test_a_checklist_is_made_from_nothing(jobs, local):
    nothing = {"language": "es", "labels": ["negative", "positive"], "capabilities": {"Negation": {"tests": []}}}
    server = local(jobs.without_values("scr", nothing))
    ann = server.annotator("ann")
    refused = decide(ann, **{"action": "add", "template-0": "El {noun} no es {adj}.", "label": "negative"})
    assert refused.status_code == 422
    assert "has no values yet" in refused.text
    fields = {"action": "add", "template-0": "El {noun} no es {adj}.", "label": "negative"}
    assert decide(ann, **fields, slots="noun: hotel; vuelo\nadj: bueno").status_code == 303
    again = {"action": "add", "template-0": "No veo el {noun}.", "label": "negative"}
    assert decide(ann, **again, slots="noun: barco").status_code == 303
    decide(ann, action="done")
    checklist = parse_checklist(result(server))
    assert checklist.lexicons == {"noun": ("hotel", "vuelo", "barco"), "adj": ("bueno",)}
    assert [test.title for test in checklist.tests] == ["El {noun} no es {adj}.", "No veo el {noun}."]


def first_template(**fields):
    return {
        "action": "add",
        "capability": "Negation",
        "description": "no, never",
        "template-0": "El {noun} no es {adj}.",
        "label": "negative",
        "slots": "noun: hotel; vuelo\nadj: bueno",
        **fields,
    }


def test_an_empty_page_becomes_a_checklist(jobs, local):
    server = local(jobs.from_nothing())
    ann = server.annotator("ann")
    assert "nothing yet" in ann.page
    assert decide(ann, **first_template(), active_ms="9000", values_ms="6000").status_code == 303
    assert "no, never" in ann.look()
    pair = {"template-0": "Un {noun}.", "template-1": "Un {noun} {adj}.", "label": "neutral", "slots": ""}
    assert decide(ann, **first_template(**pair, capability="  Logic ", description="")).status_code == 303
    assert (
        decide(ann, **first_template(**{"template-0": "Nunca veo un {noun}.", "slots": "noun: barco"})).status_code
        == 303
    )
    assert decide(ann, action="done").status_code == 303
    assert "All done" in ann.look()
    checklist = parse_checklist(result(server))
    assert checklist.language == "es"
    assert checklist.labels == ("negative", "neutral")
    assert checklist.descriptions == {"Negation": "no, never", "Logic": ""}
    assert checklist.lexicons == {"noun": ("hotel", "vuelo", "barco"), "adj": ("bueno",)}
    assert [(test.capability, test.title, test.labels) for test in checklist.tests] == [
        ("Negation", "El {noun} no es {adj}.", ("negative",)),
        ("Negation", "Nunca veo un {noun}.", ("negative",)),
        ("Logic", "Un {noun}. ⟶ Un {noun} {adj}.", ("neutral",)),
    ]


@pytest.mark.parametrize(
    ("missing", "said"),
    [("capability", "name the capability"), ("label", "the label that is right"), ("template-0", "write the template")],
)
def test_an_empty_page_asks_for_what_a_test_needs(jobs, local, missing, said):
    server = local(jobs.from_nothing())
    refused = decide(server.annotator("ann"), **first_template(**{missing: " "}))
    assert refused.status_code == 422
    assert said in refused.text
    assert "no, never" in refused.text  # what was typed is kept


@pytest.mark.parametrize("workflow", ["t9n", "tea-ver"])
def test_only_writing_from_scratch_can_do_without_a_source(jobs, workflow):
    path = jobs.from_nothing()
    path.write_text(path.read_text().replace("scr", workflow))
    with pytest.raises(DataError, match="is missing: it names a file"):
        read_job(path)


@pytest.mark.parametrize("slots", ["noun", "noun:", "no{un: a", "noun1: a", "{a:noun}: x"])
def test_slots_without_values_or_names_are_refused(jobs, local, slots):
    server = local(jobs.templates("scr"))
    ann = server.annotator("ann")
    sent = decide(ann, **{"action": "add", "template-0": "x {noun}", "label": "negative", "slots": slots})
    assert sent.status_code == 422
