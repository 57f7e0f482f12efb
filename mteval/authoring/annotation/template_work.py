"""Verifying and writing CheckList templates: the paper's three workflows, TEA-ver, t9n and SCR.

TEA-ver: each template TEA proposes is accepted, edited, deleted or merged into another, beside the source templates of its
capability; then missing ones are added. t9n: each source template is translated, in several variants where there are. SCR:
templates are written for each capability from its description and two examples.

Where the job names no file of values, annotators make these too: in t9n they translate the values of each slot first, and in
every workflow they may write slots of their own with the values they take. Without a source CheckList, SCR begins with an
empty page and makes a whole CheckList from nothing.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mteval.authoring.annotation import blank_checklist
from mteval.authoring.annotation.assignment import deal
from mteval.authoring.annotation.database import Database, Decision, Task
from mteval.authoring.annotation.job import AnnotationJob
from mteval.authoring.annotation.security import whole_number
from mteval.authoring.annotation.slot_values import NEW_SLOTS, joined, own_lexicons, read_new_slots, read_translations
from mteval.authoring.annotation.template_results import TimeSpent, verification_rows, verified_checklist
from mteval.authoring.annotation.work import Download, FormError, FormReading, Item, Page, WorkSummary, as_csv
from mteval.checklists.checklist import CheckList, ChecklistTest, checklist_document, parse_checklist, read_checklist
from mteval.checklists.templates import Filler, parse_template
from mteval.core.errors import DataError, MtevalError
from mteval.text.documents import read_json

EXAMPLES_SHOWN = 2  # SCR: a description and two examples, as in the paper
PREVIEW = 6
LONGEST_TEMPLATE = 2000
MOST_TEXTS = 8
VALUES_MS = "values_ms"
COUNTED = 10**12  # more instances are given as a power of ten
ACTIONS = {
    "verify": ("accept", "edit", "delete", "merge"),
    "translate": ("translate", "variant", "delete"),
    "values": ("values", "delete"),
    "write": ("add", "done"),
    "start": ("add", "done"),
}


class TemplateWork:
    """Deals capabilities out, keeps slots valid, and makes a verified CheckList of each annotator's decisions."""

    def __init__(self, job: AnnotationJob) -> None:
        self.job = job
        self.workflow = str(job.settings["workflow"])
        self.blank = "source" not in job.files
        self.source = blank_checklist.empty(job) if self.blank else read_checklist(job.files["source"])
        self.base = read_target(job.files["checklist"]) if self.workflow == "tea-ver" else self.source
        self.lexicons = self._lexicons()
        self.base = _with_lexicons(self.base, self.lexicons, job)

    def _lexicons(self) -> Mapping[str, Sequence[str]]:
        """The values all annotators are given: none in t9n and SCR without a file, since they make them."""
        if "lexicons" in self.job.files:
            return read_lexicons(self.job.files["lexicons"])
        return self.base.lexicons if self.workflow == "tea-ver" else {}

    def lexicons_of(self, annotator: str, database: Database) -> dict[str, tuple[str, ...]]:
        """The values an annotator has been given and has made."""
        return joined(self.lexicons, own_lexicons(database.decisions(annotator)))

    def lists(self) -> dict[str, list[Item]]:
        """Whole capabilities go to annotators, and within one the file's order is kept: neighbours help each other."""
        if self.blank:
            return {annotator: [blank_checklist.TASK] for annotator in self.job.annotators}
        groups = list(self.base.capabilities)
        dealt = deal(groups, self.job.annotators, self.job.overlap, self.job.seed)
        return {
            annotator: [
                *self._value_tasks(given),
                *(task for name in groups if name in given for task in self._tasks(name)),
            ]
            for annotator, given in dealt.items()
        }

    def _value_tasks(self, capabilities: Sequence[str]) -> Iterator[Item]:
        """A task for each slot whose values have to be translated before the templates of some capabilities."""
        if self.workflow != "t9n" or "lexicons" in self.job.files:
            return
        tests = [test for test in self.source.tests if test.capability in capabilities]
        texts = [text for test in tests for texts in (test.template, *test.then) for text in texts]
        for key in dict.fromkeys(slot.key for text in texts for slot in parse_template(text).slots):
            examples = [text for text in texts if any(slot.key == key for slot in parse_template(text).slots)]
            yield (
                f"values/{key}",
                {
                    "mode": "values",
                    "capability": "",
                    "key": key,
                    "sources": list(self.source.lexicons.get(key, ())),
                    "examples": list(dict.fromkeys(examples))[:EXAMPLES_SHOWN],
                },
            )

    def _tasks(self, capability: str) -> Iterator[Item]:
        """The tasks of one capability; in TEA-ver and SCR a page for writing closes it."""
        tests = [(number, test) for number, test in enumerate(self.base.tests) if test.capability == capability]
        sources = [list(test.template) for test in self.source.tests_of(capability)]
        common = {"capability": capability, "description": self.source.descriptions.get(capability, "")}
        if self.workflow != "scr":
            mode = "verify" if self.workflow == "tea-ver" else "translate"
            for number, test in tests:
                yield (
                    f"{capability}/{number}",
                    {
                        **common,
                        "mode": mode,
                        "test": number,
                        "template": list(test.template),
                        "labels": list(test.labels),
                        "sources": _sources(test, sources) if mode == "verify" else [],
                    },
                )
        if self.workflow != "t9n":
            shown = sources[:EXAMPLES_SHOWN] if self.workflow == "scr" else sources
            labels = self.source.labels or tuple(dict.fromkeys(one for _, test in tests for one in test.labels))
            yield (
                f"{capability}/new",
                {
                    **common,
                    "mode": "write",
                    "sources": shown,
                    "labels": list(labels),
                    "texts": max((len(source) for source in sources), default=1),
                },
            )

    def page(self, task: Task, database: Database) -> Page:
        """The template beside its sources, the slots there are, and what can be done with it."""
        mode = task.payload["mode"]
        context = {
            **task.payload,
            "workflow": self.workflow,
            "lexicons": {
                key: list(values)[:PREVIEW] for key, values in self.lexicons_of(task.annotator, database).items()
            },
            "others": self._others(task, database) if mode == "verify" else [],
            "added": self._added(task, database) if mode in ("write", "translate") else [],
        }
        if mode == "start":
            context.update(blank_checklist.made_so_far(database.decisions(task.annotator)))
        return Page(f"templates_{mode}.html", context)

    def _others(self, task: Task, database: Database) -> list[dict[str, Any]]:
        """The other templates of the capability, which this one may be merged into."""
        return [
            {"position": other.position, "template": other.payload["template"]}
            for other in database.tasks(task.annotator)
            if other.payload["mode"] == "verify"
            and other.payload["capability"] == task.payload["capability"]
            and other.position != task.position
        ]

    def _added(self, task: Task, database: Database) -> list[dict[str, Any]]:
        return [
            {"template": one.payload["template"], "labels": one.payload["labels"]}
            for one in database.decisions(task.annotator)
            if one.position == task.position and one.payload["action"] in ("add", "variant")
        ]

    def read(self, task: Task, form: Mapping[str, str], database: Database) -> FormReading:
        """Check the action and, where there is a template, its slots."""
        mode, action = task.payload["mode"], form.get("action", "")
        if action not in ACTIONS[mode]:
            raise FormError(f"Please choose one of {', '.join(ACTIONS[mode])}.")
        if action in ("delete", "done"):
            return FormReading({"action": action})
        if action == "merge":
            return FormReading({"action": action, "into": self._merge_target(task, form, database)})
        if action == "values":
            return FormReading({"action": action, **read_translations(task.payload, form)})
        new = read_new_slots(form.get(NEW_SLOTS, ""))
        head = blank_checklist.read_head(form) if mode == "start" else {}
        template = list(task.payload["template"]) if action == "accept" else self.texts(task, form)
        self.check(template, joined(self.lexicons_of(task.annotator, database), new))
        if action == "edit" and template == task.payload["template"]:
            action = "accept"
        labels = _labels(task, form) if mode == "write" else list(task.payload["labels"])
        made = {"lexicons": new, "values_seconds": (whole_number(form.get(VALUES_MS, ""), digits=11) or 0) / 1000}
        payload = {"action": action, "template": template, "labels": labels, **head, **(made if new else {})}
        return FormReading(payload, final=action not in ("add", "variant"))

    def _merge_target(self, task: Task, form: Mapping[str, str], database: Database) -> int:
        possible = {str(other["position"]): other["position"] for other in self._others(task, database)}
        wanted = form.get("into", "")
        if wanted not in possible:
            raise FormError("Please choose the template this one is to be merged into.")
        return int(possible[wanted])

    def texts(self, task: Task, form: Mapping[str, str]) -> list[str]:
        """The template as sent: one text, or premise and hypothesis."""
        count = task.payload.get("texts") or len(task.payload["template"])
        texts = [form.get(f"template-{number}", "").strip() for number in range(count)]
        if task.payload["mode"] == "start":
            texts = texts[:1] + [text for text in texts[1:] if text]
        if not all(texts):
            raise FormError("Please write the template first.")
        _require_short(texts)
        return texts

    def check(self, texts: Sequence[str], lexicons: Mapping[str, Sequence[str]]) -> Filler:
        """Refuse a template whose slots are not valid; else give what makes its instances."""
        try:
            parsed = [parse_template(text) for text in texts]
            new = dict.fromkeys(slot.key for one in parsed for slot in one.slots if slot.key not in lexicons)
            if new:
                raise FormError(
                    f"The slot {{{next(iter(new))}}} has no values yet. Write them under 'New slots', one slot a line: "
                    f"{next(iter(new))}: first value; second value"
                )
            return Filler(parsed, lexicons)
        except FormError:
            raise
        except MtevalError as error:
            raise FormError(str(error)) from None

    def preview(self, texts: Sequence[str], new_slots: str, annotator: str, database: Database) -> dict[str, Any]:
        """A few instances of a template as it stands, or what is wrong with it."""
        texts = [text.strip() for text in texts[:MOST_TEXTS]]
        try:
            _require_short(texts)
            filler = self.check(texts, joined(self.lexicons_of(annotator, database), read_new_slots(new_slots)))
        except FormError as error:
            return {"error": str(error)}
        instances = [" ⟶ ".join(one.texts) for one in filler.sample(PREVIEW, self.job.seed)]
        return {"instances": instances, "count": _count(filler.combinations)}

    def rows(self, decisions: Sequence[Decision], database: Database) -> Iterator[Mapping[str, Any]]:
        """The verification log."""
        yield from verification_rows(decisions, database, self.workflow)

    def summary(self, database: Database) -> WorkSummary:
        """Each annotator's CheckList, and the time it took."""
        rows = list(self.rows(database.decisions(), database))
        people = [one.annotator for one in database.progress()]
        downloads = [
            Download("verification-log.csv", "text/csv", as_csv(rows), "Verification log with time per template (CSV)"),
            Download(
                "verification-log.json",
                "application/json",
                json.dumps(rows, ensure_ascii=False, indent=1) + "\n",
                "Verification log (JSON)",
            ),
        ]
        body = []
        for name in people:
            own = [row for row in rows if row["annotator"] == name]
            decisions = database.decisions(name)
            checklist = verified_checklist(
                replace(self.base, lexicons=joined(self.source.lexicons, self.lexicons_of(name, database), over=True)),
                decisions,
                database.tasks(name),
                self.workflow,
            )
            text = json.dumps(checklist_document(checklist), ensure_ascii=False, indent=1) + "\n"
            downloads.append(Download(f"checklist-{name}.json", "application/json", text, f"CheckList of {name}"))
            spent = TimeSpent.of(own)
            body.append(
                (name, str(len(checklist.tests)), spent.total, spent.per_template(len(checklist.tests)), *spent.values)
            )
        header = ("annotator", "templates", "active time", "per template", "values", "per value")
        return WorkSummary((("CheckLists so far", header, body),), downloads)


def _require_short(texts: Sequence[str]) -> None:
    if any(len(text) > LONGEST_TEMPLATE for text in texts):
        raise FormError(f"The template is longer than {LONGEST_TEMPLATE} characters.")


def _count(combinations: int) -> int | str:
    """How many instances there are, as a page can show it."""
    return combinations if combinations <= COUNTED else f"about 10^{math.log10(combinations):.0f}"


def read_target(path: Any) -> CheckList:
    """The CheckList to verify: a CheckList file, or the bare list of templates that 'checklist extract' writes."""
    document = read_json(path)
    if isinstance(document, dict) and isinstance(document.get("templates"), list) and "capabilities" not in document:
        capability = {"description": "", "tests": document["templates"]}
        document = {**document, "capabilities": {"templates": capability}}
        document.pop("templates")
    return parse_checklist(document, path)


def read_lexicons(path: Any) -> dict[str, tuple[str, ...]]:
    """Lexicons as {KEY: [value, …]}, alone or under "lexicons"."""
    document = read_json(path)
    lexicons = document.get("lexicons", document) if isinstance(document, dict) else None
    if not isinstance(lexicons, dict) or not all(isinstance(values, list) and values for values in lexicons.values()):
        raise DataError(path, "an object of non-empty lists is expected: {KEY: [value, …]}.")
    return {str(key): tuple(str(value) for value in values) for key, values in lexicons.items()}


def _with_lexicons(checklist: CheckList, lexicons: Mapping[str, Sequence[str]], job: AnnotationJob) -> CheckList:
    language = job.target_language or checklist.language
    return replace(checklist, lexicons={key: tuple(values) for key, values in lexicons.items()}, language=language)


def _sources(test: ChecklistTest, sources: list[list[str]]) -> list[list[str]]:
    """The source templates shown: the one the test says it comes from, else all of its capability."""
    own = test.extra.get("source") or test.extra.get("sources")
    if isinstance(own, str):
        return [[own]]
    if isinstance(own, list) and own:
        return [list(one) if isinstance(one, list) else [str(one)] for one in own]
    return sources


def _labels(task: Task, form: Mapping[str, str]) -> list[str]:
    label = form.get("label", "")
    known = task.payload["labels"]
    if known and label not in known:
        raise FormError(f"Please choose a label: {', '.join(known)}.")
    return [label] if label else []
