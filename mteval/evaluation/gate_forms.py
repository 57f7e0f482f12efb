"""What a gate found, as lines for a terminal, as Markdown for a pull request, and as JUnit XML for a CI server."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree import ElementTree

from mteval.core.formatting import number_text, visible
from mteval.evaluation.gate import Change, FallenCase
from mteval.evaluation.gate_limits import Bound, GateOutcome

# XML 1.0 knows neither of these, not even escaped.
_NOT_XML = re.compile("[\ufffe\uffff\ud800-\udfff]")
_MARKUP = re.compile(r"([\\|`*_<>\[\]&])")
SHOWN_SLICES = 10


def summary_line(outcome: GateOutcome) -> str:
    """How much was compared and how much of it fails, in one sentence."""
    own = [change for change in outcome.changes if not change.repeats]
    lower, significant = sum(c.worse for c in own), sum(c.dropped for c in own)
    parts = [f"{len(own)} scores and slices compared, {lower} lower, {significant} significantly"] if own else []
    if outcome.bounds:
        number = len(outcome.bounds)
        parts.append(f"{number} score{'' if number == 1 else 's'} against a bound, {len(outcome.missed)} outside")
    return f"{'; '.join(parts) or 'Nothing was compared'}."


def gate_lines(outcome: GateOutcome, cases: int) -> Iterator[str]:
    """One line per drop or missed bound, the slices a drop shows in, and the text of its worst cases."""
    for bound in outcome.missed:
        yield f"MISSED {bound.suite} {bound.system} {bound_text(bound)}"
    several = len({change.system for change in outcome.changes}) > 1
    for change, slices in outcome.grouped():
        whose = f" {change.system}" if several else ""
        yield f"DROPPED {change.suite}{whose}{place(change)} {change_text(change)}"
        for part in slices[:SHOWN_SLICES]:
            yield f"  also in{place(part)} {change_text(part)}"
        if len(slices) > SHOWN_SLICES:
            yield f"  and in {len(slices) - SHOWN_SLICES} more slices"
        for case in change.fallen[:cases]:
            yield f"  case {case.id}"
            yield from (f"    {name:<9} {text}" for name, text in case_rows(case))


def place(change: Change) -> str:
    """The slice, where it is one."""
    return f" [{change.tag}={change.value}]" if change.tag else ""


def change_text(change: Change) -> str:
    """A metric, its values before and now, and how sure the difference is."""
    values = " → ".join(number_text(value, change.decimals) for value in (change.before, change.after))
    return f"{change.spec}: {values} ({sureness(change)})"


def sureness(change: Change) -> str:
    """The corrected p-value with two digits, however small."""
    if change.loss == float("inf"):
        return "cannot be scored any more"
    return f"p = {change.p_adjusted:.2g}"


def bound_text(bound: Bound) -> str:
    """A metric, its value, and the bound."""
    sign = "≥" if bound.kind == "min" else "≤"
    return f"{bound.spec}: {number_text(bound.value, bound.decimals)}, must be {sign} {bound.limit:g}"


def case_rows(case: FallenCase) -> Iterator[tuple[str, str]]:
    """What was asked, what was right, and the answers before and now, each with its name."""
    if case.source:
        yield "source", case.source
    for reference in case.references:
        yield "reference", reference
    yield "before", answer_line(case.before)
    yield "now", answer_line(case.after)


def answer_line(answer: Any) -> str:
    """An answer on one line: a translation as it is, of other answers their parts."""
    if isinstance(answer, dict):
        text = answer.get("text")
        return str(text) if text is not None else ", ".join(f"{key} {_part(part)}" for key, part in answer.items())
    return "–" if answer is None else str(answer)


def _part(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_part, value)) + "]"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def gate_markdown(outcome: GateOutcome, cases: int) -> str:
    """The outcome as Markdown: a verdict, a table of what fails, and the worst cases folded away."""
    parts = [f"## {'✅ The gate passed' if outcome.passed else '❌ The gate failed'}", summary_line(outcome)]
    rows = [[b.suite, b.system, "", b.spec, "", _value(b.value, b.decimals), _bound(b)] for b in outcome.missed]
    rows += [
        [c.suite, c.system, place(c).strip(), c.spec, _value(c.before, c.decimals), _value(c.after, c.decimals), sure]
        for c, slices in outcome.grouped()
        for sure in [f"{sureness(c)}{_also(slices)}"]
    ]
    if rows:
        parts.append(_table(["suite", "system", "slice", "metric", "before", "now", ""], rows))
    parts += [_folded(change, cases) for change, _ in outcome.grouped() if change.fallen and cases]
    return "\n\n".join(parts) + "\n"


def _also(slices: Sequence[Change]) -> str:
    """The slices a drop shows in, by name."""
    named = ", ".join(place(part).strip() for part in slices[:SHOWN_SLICES])
    rest = f" and {len(slices) - SHOWN_SLICES} more" if len(slices) > SHOWN_SLICES else ""
    return f"; also in {named}{rest}" if slices else ""


def _value(value: float, decimals: int) -> str:
    return number_text(value, decimals)


def _bound(bound: Bound) -> str:
    return f"must be {'≥' if bound.kind == 'min' else '≤'} {bound.limit:g}"


def _folded(change: Change, cases: int) -> str:
    rows = [
        [case.id if first else "", name, text]
        for case in change.fallen[:cases]
        for first, (name, text) in zip((True, *[False] * 20), case_rows(case), strict=False)
    ]
    title = _plain(f"{change.suite}{place(change)} {change.spec}")
    return f"<details><summary>Cases that fell: {title}</summary>\n\n{_table(['case', '', 'text'], rows)}\n\n</details>"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    return "\n".join([*lines, *("| " + " | ".join(map(_plain, row)) + " |" for row in rows)])


def _plain(text: str) -> str:
    """Text that cannot break out of its cell or turn into markup."""
    return _MARKUP.sub(r"\\\1", re.sub(r"[\r\n]+", " ", visible(text)))


def gate_junit(outcome: GateOutcome, cases: int) -> str:
    """The outcome as JUnit XML: a test case per score, slice and bound, with a failure for each that fails."""
    drops = {id(change) for change in outcome.drops}
    own = [change for change in outcome.changes if not change.repeats]
    suite = ElementTree.Element("testsuite", name="mteval check", tests=str(len(own) + len(outcome.bounds)))
    suite.set("failures", str(len(drops) + len(outcome.missed)))
    for bound in outcome.bounds:
        _test(suite, bound.suite, f"{bound.system} {bound.spec} {bound.kind}", "" if bound.kept else bound_text(bound))
    for change in own:
        failure = change_text(change) if id(change) in drops else ""
        details = [f"case {c.id}\n" + "\n".join(f"{n}: {t}" for n, t in case_rows(c)) for c in change.fallen[:cases]]
        _test(suite, change.suite, f"{change.system}{place(change)} {change.spec}", failure, "\n\n".join(details))
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=False) + "\n"


def _test(suite: ElementTree.Element, group: str, name: str, failure: str, details: str = "") -> None:
    test = ElementTree.SubElement(suite, "testcase", classname=_xml(group), name=_xml(name))
    if failure:
        ElementTree.SubElement(test, "failure", message=_xml(failure)).text = _xml(details or failure)


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", visible(text))
