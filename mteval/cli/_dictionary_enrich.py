"""What `mteval dictionary enrich` writes and says."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mteval.cli._shared import say
from mteval.text.writing import write_lines

if TYPE_CHECKING:
    from mteval.authoring.dictionary.completion import CompletedDictionary

HEADER = ("source", "target", "form", "rules", "evidence")
SYNONYM = "synonym"


def write_completion(found: CompletedDictionary, output: Path, log: Path | None) -> None:
    """Write the dictionary, and where a log is wanted every addition with what speaks for it."""
    if log is not None:
        forms = [(one.source, one.target, one.form, one.rules, "") for one in found.forms.additions]
        added = found.synonyms.additions if found.synonyms else ()
        synonyms = [(one.source, one.target, one.form, SYNONYM, one.evidence) for one in added]
        write_lines(log, ("\t".join(row) for row in (HEADER, *forms, *synonyms)))
    write_lines(output, (f"{pair.source}\t{pair.target}" for pair in found.pairs))


def tell_completion(facts: dict[str, Any], *, forms: bool, as_json: bool) -> None:
    """Say how much each step changed, and what it did to systems; `forms` says whether the first was taken."""
    if as_json:
        import json

        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    if forms:
        _tell_forms(facts)
    else:
        say(f"{facts['pairs']} pairs")
    if "synonyms" in facts:
        _tell_synonyms(facts["synonyms"], facts["pairs"] + facts["added"])


def _tell_forms(facts: dict[str, Any]) -> None:
    name = f" ({facts['language']})" if facts["language"] else ""
    say(f"{facts['pairs']} pairs, {facts['added']} forms added{name}: {facts['added'] / facts['pairs']:+.1%}")
    say(f"  source words with a new gold target: {facts['sources_changed']} of {facts['sources']}")
    say(f"  targets the table does not have: {facts['unknown_targets']} of {facts['pairs']}")
    say(f"  forms left out because the vocabulary lacks them: {facts['out_of_vocabulary']}")
    for rules, count in facts["rules"].items():
        say(f"  {rules}: {count}")
    _tell_systems(facts["systems"])


def _tell_synonyms(facts: dict[str, Any], pairs: int) -> None:
    say(f"then {facts['added']} synonyms added: {facts['added'] / pairs:+.1%} of {pairs} pairs")
    say(f"  source words with a new gold target: {facts['sources_changed']}")
    say(f"  pairs whose target is in no sense of the source word: {facts['unknown_targets']} of {pairs}")
    say(f"  synonyms left out because the vocabulary lacks them: {facts['out_of_vocabulary']}")
    for inventory, count in facts["inventories"].items():
        say(f"  {inventory}: {count}")
    _tell_systems(facts["systems"])


def _tell_systems(systems: list[dict[str, Any]]) -> None:
    for one in systems:
        value, (low, high) = one["values"]["p@1"], one["values"]["p@1"]["interval"]
        say(f"P@1 of {one['system']}: {_rate(value['before'])} before, {_rate(value['after'])} after")
        say(f"  difference {_rate(value['difference'], '+')} [{_rate(low, '+')}, {_rate(high, '+')}]")
        say(f"  words that count: {one['words'][0]} before, {one['words'][1]} after")
        say(f"  words that turned right: {one['turned_right']}")


def _rate(value: float | None, sign: str = "") -> str:
    return "–" if value is None else f"{value:{sign}.4f}"
