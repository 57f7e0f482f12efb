"""The settings of a build, from the options of the command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from mteval.authoring.contrast.settings import BuildSettings, Corpus, SenseSettings, SentenceSettings, TextSettings
from mteval.cli._contrast_presets import PRESETS
from mteval.core.errors import UsageError
from mteval.text.packed import is_input

SENSES = (
    "min_links", "min_targets", "min_share", "min_back", "threshold", "overlap", "derived", "shared_sources", "parts", "unlinked",
    "unlinked_threshold", "akin",
)  # fmt: skip
VARIANTS = {"scoring": ("scoring",), "translation": ("translation",), "both": ("scoring", "translation")}


def with_preset(given: Mapping[str, Any], by_default: Set[str]) -> dict[str, Any]:
    """The options, those the user did not give as the preset has them."""
    chosen = PRESETS.get(given["preset"] or "", {})
    found = {**given, **{name: value for name, value in chosen.items() if name in by_default}}
    embeddings = given["embeddings"]
    if "words" in chosen and embeddings.startswith("fasttext:") and "?" not in embeddings:
        found["embeddings"] = f"{embeddings}?words={chosen['words']}"
    return found


def settings_from(given: Mapping[str, Any]) -> BuildSettings:
    """Check the options and put them together."""
    languages = _languages(given["languages"])
    corpora = _corpora(given)
    names = [corpus.name for corpus in corpora]
    known = [one for one in given["training"] if one in names]
    files = [Path(one) for one in given["training"] if one not in names]
    for path in files:
        if not is_input(path):
            raise UsageError(f"--training {path} is neither a corpus ({', '.join(names)}) nor a file.")
    if given["domain_corpus"] and given["domain_corpus"] not in names:
        raise UsageError(f"--domain-corpus {given['domain_corpus']} is no corpus; there are: {', '.join(names)}.")
    for option in (
        "min_links",
        "min_targets",
        "per_sense",
        "contrasts",
        "most_examples",
        "shard",
        "align_block",
        "pool",
    ):
        if given[option] < 1:
            raise UsageError(f"--{option.replace('_', '-')} must be at least 1.")
    if set(given["parts"]) - set("nvar"):
        raise UsageError(f"--parts {given['parts']} is not possible. Write letters of n, v, a and r, as in n.")
    if not 0 <= given["told_apart"] <= 1:
        raise UsageError("--told-apart must be from 0 to 1.")
    if not 0 <= given["doubt"] <= 1:
        raise UsageError("--doubt must be from 0 to 1.")
    if given["unlinked"] < 0:
        raise UsageError("--unlinked must not be negative.")
    return BuildSettings(
        corpora=corpora,
        text=TextSettings(languages, given["tokens"], given["lemmatiser"], shard=given["shard"]),
        inventory=tuple(given["inventory"]),
        output=given["output"],
        variants=VARIANTS[given["variant"]],
        senses=SenseSettings(**{name: given[name] for name in SENSES}),
        sentences=_sentences(given, tuple(known), tuple(files)),
        embeddings=given["embeddings"],
        taggers=_taggers(given["tagger"], languages),
        morphology=given["morphology"],
        work=given["work"],
        engine=given["engine"],
        jobs=given["jobs"],
        align_block=given["align_block"],
    )


def _sentences(given: Mapping[str, Any], training: tuple[str, ...], files: tuple[Path, ...]) -> SentenceSettings:
    names = ("longer_than", "per_sense", "contrasts", "least_examples", "most_examples", "pool", "near_duplicates")
    same = {name: given[name] for name in (*names, "seed", "agreement", "told_apart", "doubt", "domain_corpus")}
    return SentenceSettings(**same, training=training, training_text=files)


def _languages(text: str) -> tuple[str, str]:
    parts = tuple(part for part in text.split("-") if part)
    if len(parts) != 2:
        raise UsageError(f"--languages {text} is not possible. Write SOURCE-TARGET, as in en-fr.")
    return parts[0], parts[1]


def _corpora(given: Mapping[str, Any]) -> tuple[Corpus, ...]:
    sources, targets, bitexts = given["source"], given["target"], given["bitext"]
    if len(sources) != len(targets):
        raise UsageError(f"{len(sources)} --source but {len(targets)} --target: give one of each for every corpus.")
    if not sources and not bitexts:
        raise UsageError("No bitext. Give --source and --target, or --bitext.")
    number = len(sources) + len(bitexts)
    beside = {name: _one_each(given[name], name, number) for name in ("alignment", "source_tags", "target_tags")}
    corpora = []
    for place, text in enumerate((*sources, *bitexts)):
        name, path = _named(text)
        pair = {"source": path, "target": Path(targets[place])} if place < len(sources) else {"bitext": path}
        links, one, other = (beside[key][place] for key in ("alignment", "source_tags", "target_tags"))
        corpora.append(Corpus(name, **pair, links=links, source_tags=one, target_tags=other))
    names = [corpus.name for corpus in corpora]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"Two corpora are named '{name}'. Name them apart: --source NAME=FILE.")
    return tuple(corpora)


def _named(text: str) -> tuple[str, Path]:
    name, equals, path = text.partition("=")
    if equals and name and "/" not in name:
        return name, Path(path)
    return Path(text).name.split(".")[0] or "corpus", Path(text)


def _one_each(paths: Sequence[str], option: str, number: int) -> list[Path | None]:
    if paths and len(paths) != number:
        raise UsageError(
            f"{len(paths)} --{option.replace('_', '-')} for {number} corpora: give one for each, in order."
        )
    return [Path(path) for path in paths] or [None] * number


def _taggers(given: Sequence[str], languages: tuple[str, str]) -> dict[str, str]:
    found = {}
    for text in given:
        language, equals, spec = text.partition("=")
        if not equals or language not in languages:
            raise UsageError(
                f"--tagger {text} is not possible. Write LANG=udpipe:FILE, LANG being {' or '.join(languages)}."
            )
        found[language] = spec
    return found


def sweep_from(text: str) -> tuple[float, ...]:
    """The thresholds of `LOW:HIGH:STEP`, both ends included; `mucow` are those the paper tried."""
    text = "0.15:0.65:0.05" if text == "mucow" else text
    try:
        low, high, step = map(float, text.split(":"))
        number = round((high - low) / step)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise UsageError(f"--thresholds {text} is not possible. Write LOW:HIGH:STEP, as in 0.15:0.65:0.05.") from None
    if number < 0 or number > 10_000:
        raise UsageError(f"--thresholds {text} is not possible: LOW must be below HIGH and STEP above 0.")
    return tuple(round(low + place * step, 6) for place in range(number + 1))
