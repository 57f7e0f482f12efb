"""Decisions on templates: the log of time, and the CheckList that was verified."""

from __future__ import annotations

from mteval.authoring.annotation.database import Decision, Task
from mteval.authoring.annotation.template_results import TimeSpent, verification_rows, verified_checklist
from mteval.checklists.checklist import CheckList, ChecklistTest


def task(position, capability, template=(), **more):
    fields = {"capability": capability, **({"template": list(template)} if template else {}), **more}
    return Task("ann", position, f"item {position}", fields)


def decision(position, action, *template, seconds=1.0, annotator="ann", labels=()):
    payload = {"action": action}
    if template:
        payload |= {"template": list(template), "labels": list(labels)}
    final = action != "add"
    return Decision(
        position, "", annotator, position, f"item {position}", payload, seconds, seconds, final, undone=False
    )


def test_time_on_values_is_no_time_on_templates():
    slots = {"good": ["gut", "fein"], "thing": ["Buch"]}
    beside = Decision(
        0,
        "",
        "ann",
        0,
        "new",
        {"action": "add", "lexicons": slots, "values_seconds": 6.0},
        10.0,
        12.0,
        final=False,
        undone=False,
    )
    translated = Decision(
        1,
        "",
        "ann",
        1,
        "values/bad",
        {"action": "values", "lexicons": {"bad": ["übel"]}},
        2.0,
        2.0,
        final=True,
        undone=False,
    )
    # A browser cannot have counted more than there was.
    too_much = Decision(
        2,
        "",
        "ann",
        2,
        "new",
        {"action": "add", "lexicons": {}, "values_seconds": 60.0},
        8.0,
        8.0,
        final=False,
        undone=False,
    )
    tasks = Lists(ann=[task(0, "Negation"), task(1, "", key="bad"), task(2, "Negation")])
    rows = verification_rows([beside, translated, too_much], tasks, "scr")
    assert [row["values_seconds"] for row in rows] == [6.0, 2.0, 8.0]
    spent = TimeSpent.of(rows)
    assert (spent.total, spent.per_template(2), spent.values) == ("0.3 min", "2.0 s", ("4", "4.0 s"))
    assert TimeSpent.of([]).values == ("0", "–")


class Lists:
    """The tasks of each annotator, as the database gives them."""

    def __init__(self, **tasks):
        self.lists = tasks

    def tasks(self, annotator):
        return self.lists[annotator]


TASKS = [
    task(0, "Negation", ("Not {good}.",), test=1),
    task(1, "Negation", ("No {thing}.", "Nothing."), test=2),
    task(2, "Negation"),
    task(3, "Vocabulary", ("A {thing}.",), test=0),
    task(4, "Vocabulary"),
]


def test_every_template_has_a_row_with_what_was_shown_and_what_became_of_it():
    found = verification_rows(
        [
            decision(0, "edit", "Not so {good}.", seconds=4.26, labels=("negative", "neutral")),
            decision(1, "delete", seconds=2),
            decision(2, "add", "Never {good}.", seconds=8),
        ],
        Lists(ann=TASKS),
        "tea-ver",
    )
    assert [(row["template"], row["action"], row["result"], row["label"], row["seconds"]) for row in found] == [
        ("Not {good}.", "edit", "Not so {good}.", "negative, neutral", 4.3),
        ("No {thing}. ⟶ Nothing.", "delete", "", "", 2),
        ("Never {good}.", "add", "Never {good}.", "", 8),
    ]
    assert {(row["annotator"], row["workflow"], row["capability"]) for row in found} == {("ann", "tea-ver", "Negation")}


def test_time_on_a_closing_page_goes_to_the_last_template_of_that_annotator_and_capability():
    other = [task(0, "Negation", ("Not {good}.",)), task(1, "Negation")]
    found = verification_rows(
        [
            decision(4, "done", seconds=50),
            decision(0, "accept", "Not {good}.", seconds=3),
            decision(0, "accept", "Not {good}.", seconds=5, annotator="bob"),
            decision(3, "accept", "A {thing}.", seconds=7),
            decision(2, "done", seconds=0.55),
        ],
        Lists(ann=TASKS, bob=other),
        "t9n",
    )
    # Where nothing stands before a closing page, its time belongs to no template.
    assert [(row["annotator"], row["capability"], row["seconds"]) for row in found] == [
        ("ann", "Negation", 3.5),
        ("bob", "Negation", 5),
        ("ann", "Vocabulary", 7),
    ]


BASE = CheckList(
    "hi",
    "sentiment",
    (
        ChecklistTest("Vocabulary", ("A {thing}.",), ("positive",)),
        ChecklistTest("Negation", ("Not {good}.",), ("negative",)),
        ChecklistTest("Negation", ("No {thing}.", "Nothing."), ("negative",)),
    ),
    {"thing": ("film",), "good": ("good",)},
    {"Vocabulary": "", "Negation": "no"},
)


def test_the_verified_checklist_holds_what_was_kept_edited_and_added_in_the_order_of_capabilities():
    found = verified_checklist(
        BASE,
        [
            decision(0, "edit", "Not so {good}.", labels=("neutral",)),
            decision(1, "delete"),
            decision(2, "add", "Never {good}.", labels=("negative", "neutral")),
            decision(3, "accept", "A {thing}."),
            decision(4, "done"),
        ],
        TASKS,
        "tea-ver",
    )
    assert [(test.capability, test.template, test.labels) for test in found.tests] == [
        ("Vocabulary", ("A {thing}.",), ("positive",)),
        ("Negation", ("Not so {good}.",), ("negative",)),
        ("Negation", ("Never {good}.",), ("negative", "neutral")),
    ]
    assert found.status == "tea-ver, by ann"
    assert (found.lexicons, found.language) == (BASE.lexicons, "hi")


def test_before_anybody_decided_nothing_is_verified():
    found = verified_checklist(BASE, [], TASKS, "tea-ver")
    assert (found.tests, found.status) == ((), "tea-ver, by nobody yet")
