"""How much of injected garbage the triage finds, and how often it cries wolf on real systems.

    python scripts/benchmarks/triage.py [--data DIR] [--seeds N] [--parts alarms,faults,without,speed,identifiers] [--show]

DIR holds the folders `wmt17_en_de`, `flores`, `wmt23_metrics`, `ted_slk_eng` and `multi30k` of ../shared/data, without which
nothing can be measured.

- `alarms`: what is reported of real systems, per 1 000 segments and detector; `--show` prints every line, to be read.
- `faults`: each fault in a tenth and in half of the lines of a clean system (German: WMT17; Bulgarian, Spanish: FLORES): the
  share of broken lines that the right finding names, and of clean lines that any finding names.
- `without`: the same with less to compare with: no other systems; no references; sources only.
- `speed`: milliseconds for a clean system of 3 004 segments, and what it imports.

The faults are made here and know nothing of the detectors: foreign sentences are real ones, mojibake comes from the codecs,
and of the phrases of chat models those called unseen were written without looking at the detector's list.
"""

from __future__ import annotations

import argparse
import gzip
import html
import random
import re
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from mteval.evaluation.triage import Rescore, Rescored, TranslatedBatch, triage, triage_references

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
SHARES = (0.1, 0.5)
DEBUG = False


@dataclass(frozen=True)
class Outputs:
    """The systems of one test set."""

    name: str
    languages: tuple[str, str]
    sources: tuple[str, ...]
    references: tuple[str, ...]
    systems: dict[str, tuple[str, ...]]

    def batch(self, system: str) -> TranslatedBatch:
        return TranslatedBatch(
            ids=tuple(str(number) for number in range(1, len(self.references) + 1)),
            translations=self.systems[system],
            sources=self.sources,
            references=tuple((one,) for one in self.references),
            others=tuple(lines for name, lines in self.systems.items() if name != system),
            source_language=self.languages[0],
            target_language=self.languages[1],
        )


def bleu(translations: Sequence[str], references: Sequence[str]) -> float:
    from sacrebleu.metrics import BLEU

    return BLEU().corpus_score(list(translations), [list(references)]).score


def rescoring(translations: Sequence[str], references: Sequence[str]) -> Rescore:
    """BLEU before and after normalising, by sacrebleu."""

    def rescore(places: Sequence[int], normal: Callable[[str], str]) -> Rescored:
        chosen = set(places)

        def mended(texts: Sequence[str]) -> list[str]:
            return [normal(text) if at in chosen else text for at, text in enumerate(texts)]

        return Rescored("bleu", bleu(translations, references), bleu(mended(translations), mended(references)))

    return rescore


def with_rescoring(batch: TranslatedBatch) -> TranslatedBatch:
    references = [one[0] for one in batch.references]
    return replace(batch, rescore=rescoring(batch.translations, references)) if references else batch


def lines(path: Path) -> tuple[str, ...]:
    opening = gzip.open if path.suffix == ".gz" else open
    with opening(path, "rt", encoding="utf-8", newline="\n") as file:
        return tuple(file.read().removesuffix("\n").split("\n"))


def wmt17(data: Path) -> Outputs:
    folder = data / "wmt17_en_de"
    systems = {path.name.split(".")[1]: lines(path) for path in sorted(folder.glob("newstest2017.*"))}
    return Outputs("WMT17 en-de", ("en", "de"), (), lines(folder / "ref.de"), systems)


def flores(data: Path, target: str) -> Outputs:
    folder = data / "flores" / f"en-{target}"
    systems = {path.name.split(".")[1]: lines(path) for path in sorted(folder.glob(f"flores-test.*.{target}"))}
    sources, references = lines(folder / "flores-test.en"), lines(folder / f"flores-test.{target}")
    return Outputs(f"FLORES en-{target}", ("en", target), sources, references, systems)


def wmt23(data: Path) -> Outputs:
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(data / "wmt23_metrics" / "wmt23.en-de.tar.xz") as archive:
            archive.extractall(folder, filter="data")
        root = Path(folder) / "wmt23"
        files = sorted((root / "system-outputs" / "en-de").iterdir())
        systems = {path.stem: lines(path) for path in files if path.stem != "refA"}
        sources, references = lines(root / "sources" / "en-de.txt"), lines(root / "references" / "en-de.refA.txt")
    return Outputs("WMT23 en-de", ("en", "de"), sources, references, systems)


def ted(data: Path) -> Outputs:
    folder = data / "ted_slk_eng"
    systems = {name: lines(folder / f"ted.{name}.detok.eng") for name in ("sys1", "sys2")}
    return Outputs(
        "TED sk-en", ("sk", "en"), lines(folder / "ted.orig.slk"), lines(folder / "ted.ref.detok.eng"), systems
    )


# --- false alarms ---------------------------------------------------------------------------------------------------


def alarms(data: Path, *, show: bool) -> None:
    """Lines reported of real systems, by finding; what is true of them has to be read."""
    codes: dict[str, Counter[str]] = defaultdict(Counter)
    sizes: Counter[str] = Counter()
    for outputs in (wmt17(data), flores(data, "bg"), flores(data, "es"), wmt23(data), ted(data)):
        for finding in triage_references(outputs.batch(next(iter(outputs.systems)))):
            print(f"references of {outputs.name}: {finding.code}: {finding.message}")
        for system in outputs.systems:
            sizes[outputs.name] += len(outputs.references)
            for finding in triage(with_rescoring(outputs.batch(system))):
                codes[outputs.name][finding.code] += len(finding.cases)
                if show:
                    show_finding(outputs, system, finding)
    names = sorted({code for found in codes.values() for code in found})
    print("| lines reported | segments |", " | ".join(names), "| per 1 000 |")
    for name, size in sizes.items():
        counts = [codes[name][code] for code in names]
        print(f"| {name} | {size} |", " | ".join(map(str, counts)), f"| {1000 * sum(counts) / size:.2f} |")


def show_finding(outputs: Outputs, system: str, finding) -> None:
    print(f"\n## {outputs.name} {system}: {finding.code}: {finding.message}")
    for case in finding.cases[:40]:
        line = int(case) - 1
        source = outputs.sources[line][:100] if outputs.sources else ""
        print(f"{case}\t{outputs.systems[system][line][:160]} …{outputs.systems[system][line][-40:]}\n\t\tref: "
              f"{outputs.references[line][:130]}\n\t\tsrc: {source}")  # fmt: skip


# --- faults ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Injury:
    """A batch with broken lines, and which they are."""

    batch: TranslatedBatch
    broken: frozenset[int]


Break = Callable[[str, int, random.Random, Outputs], str]


def by_line(damage: Break) -> Callable[[Outputs, str, float, random.Random], Injury]:
    """Break a random share of the lines, each by itself; lines that the damage leaves as they were are not broken."""

    def injure(outputs: Outputs, system: str, share: float, rng: random.Random) -> Injury:
        batch = outputs.batch(system)
        chosen = rng.sample(range(len(batch.ids)), round(share * len(batch.ids)))
        translations = list(batch.translations)
        for line in chosen:
            translations[line] = damage(translations[line], line, rng, outputs)
        broken = frozenset(line for line in chosen if translations[line] != batch.translations[line])
        return Injury(replace(batch, translations=tuple(translations)), broken)

    return injure


@cache
def foreign_sentences(data: Path, language: str) -> tuple[str, ...]:
    """Real sentences of a language, of five words or more: captions, talks, or FLORES."""
    files = {"sk": "ted_slk_eng/ted.orig.slk", "es": "flores/en-es/flores-test.es", "bg": "flores/en-bg/flores-test.bg"}
    found = lines(data / files.get(language, f"multi30k/train.{language}.gz"))
    return tuple(one for one in found if len(one.split()) >= 5)


def foreign(language: str) -> Break:
    def damage(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
        sentences = foreign_sentences(DATA, language)
        return sentences[(7 * line) % len(sentences)]

    return damage


def untranslated(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    return outputs.sources[line]


def nearly_untranslated(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    """The source with a word in ten replaced by one of the translation."""
    words = outputs.sources[line].split()
    for place in rng.sample(range(len(words)), len(words) // 10):
        words[place] = rng.choice(text.split() or ["x"])
    return " ".join(words)


OPENINGS = (
    "Here is the translation: ", "Sure! Here is the German translation: ", "Translation: ", "Certainly! ", "**Translation:** ",
    "Sure, I can help with that. ", "Output: ", "Hier ist die Übersetzung: ", "Voici la traduction : ",
    "Aquí está la traducción: ", "以下是翻译：", "Ето превода: ",
)  # fmt: skip
ENDINGS = (
    " (Note: the idiom has no direct equivalent.)", " Let me know if you need anything else!", "\n\nNote: I kept the names.",
    " [Translator's note: literal.]", " (Anmerkung: wörtlich übersetzt)", " I hope this helps!",
)  # fmt: skip
# Written without looking at the detector's list.
UNSEEN_OPENINGS = (
    "My best attempt would be as follows: ", "Great question! ", "The sentence reads, in the other language: ",
    "I think you are looking for this: ", "Response text -> ", "Thanks for asking! One option is ", "Possible rendering: ",
    "Dein gewünschter Satz: ", "Con mucho gusto te ayudo con eso. ", "Step 1: ",
)  # fmt: skip
UNSEEN_ENDINGS = (
    " (literally: as written above)", " Do you want another version?", " — alternative wording possible.", " (formal register)",
    " That should be it.", " Confidence: high",
)  # fmt: skip


def talking(openings: Sequence[str], endings: Sequence[str]) -> Break:
    """One of the openings before the line, or, in a third of the lines, one of the endings after it."""

    def damage(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
        return rng.choice(openings) + text if rng.random() < 0.65 else text + rng.choice(endings)

    return damage


def dressed(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    """One kind of wrapping in all the lines."""
    if text.startswith(('"', "„", "“", "«", "'")):
        return text
    return f'"{text}"'


def fenced(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    return rng.choice(("```{}```", "**{}**", "<translation>{}</translation>", '{{"translation": "{}"}}')).format(text)


def refused(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    return rng.choice((
        "I'm sorry, but I can't help with that.", "I cannot translate this text as it contains harmful content.",
        "As an AI language model, I am not able to do this.", "Lo siento, no puedo traducir ese texto.",
        "Es tut mir leid, aber ich kann diesen Text nicht übersetzen.", "This request goes against my guidelines.",
    ))  # fmt: skip


def looping(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    """A unit of one to eight words again and again, from some word on."""
    words = text.split()
    start = rng.randrange(len(words)) if words else 0
    unit = words[start : start + rng.randint(1, 8)]
    times = rng.randint(max(3, 6 - len(unit)), 20)
    return " ".join([*words[:start], *unit * times, *([] if rng.random() < 0.7 else words[start + len(unit) :])])


def stuttering(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    words = text.split()
    place = rng.randrange(len(words)) if words else 0
    syllable = "".join(words[place : place + 1])[: rng.randint(2, 6)] or "la"
    return " ".join([*words[:place], syllable * rng.randint(15, 60)])


def cut_at_word(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    """The line up to some word in its last nine tenths; lines of one word are left."""
    words = text.split()
    if len(words) < 3:
        return text
    kept = rng.randint(max(1, len(words) // 10), len(words) - 1)
    return " ".join(words[:kept])


def cut_in_word(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    places = [at for at in range(len(text) // 4, len(text) - 1) if text[at - 1 : at].isalpha() and text[at].isalpha()]
    return text[: rng.choice(places)] if places else text


def merged(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    """The line, and after it another one that is at least as long."""
    own = next(iter(outputs.systems.values()))
    return f"{text} {rng.choice([one for one in own if len(one) >= len(text)] or [text])}"


def gutted(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    """A short sentence with its full stop instead of a long one."""
    words = text.split()
    return " ".join([*words[: max(1, len(words) // 4)]]).rstrip(".,;:") + "." if len(words) >= 8 else text


def constant(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    return {"de": "Das ist ein Satz.", "bg": "Това е изречение.", "es": "Esta es una frase."}[outputs.languages[1]]


def misread(codec: str, times: int = 1) -> Break:
    """UTF-8 read as something else, bytes that it leaves open becoming control characters as in browsers."""

    def once(text: str) -> str:
        return "".join(
            chr(byte) if (one := bytes([byte]).decode(codec, errors="replace")) == "\ufffd" else one
            for byte in text.encode("utf-8")
        )

    def damage(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
        for _ in range(times):
            text = once(text)
        return text

    return damage


def misread_bytes(written: str, read: str) -> Break:
    """Text of one old encoding read as another."""

    def damage(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
        return text.encode(written, errors="xmlcharrefreplace").decode(read, errors="replace")

    return damage


def replaced(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    return (
        text.encode("cp1252", errors="ignore").decode("utf-8", errors="replace")
        if text.encode("cp1252", errors="ignore")
        else text
    )


def questioned(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    """Letters beyond ASCII inside words become question marks; lines without any stay."""
    return (
        re.sub(r"(?<=\w)[^\W\d_a-zA-Z](?=\w)", "?", text)
        if outputs.languages[1] != "bg"
        else re.sub(r"[а-яА-Я]", "?", text)
    )


def escaped(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    return html.escape(text).encode("ascii", errors="xmlcharrefreplace").decode()


def subwords(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    return re.sub(r"(\w{4})(\w{3,})", r"\1@@ \2", text)


def emptied(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    return rng.choice(("", " ", "\u200b", "\u00a0"))


def decomposed(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    return unicodedata.normalize("NFD", text)


def curly(text: str, line: int, rng: random.Random, outputs: Outputs) -> str:
    """The other form of every quotation mark, where the reference has the same marks."""
    marks = set(re.findall(r"[„“”«»\"]", text))
    if not marks or not marks <= set(re.findall(r"[„“”«»\"]", outputs.references[line])):
        return text
    if re.search(r"[„“”«»]", text):
        return re.sub(r"[„“”«»]", '"', text)
    return re.sub(r'"([^"]*)"', r"„\1“", text)


def slipped(shift: int) -> Callable[[Outputs, str, float, random.Random], Injury]:
    """A stretch of lines that is so many lines late or early."""

    def injure(outputs: Outputs, system: str, share: float, rng: random.Random) -> Injury:
        batch = outputs.batch(system)
        size = round(share * len(batch.ids))
        start = rng.randrange(len(batch.ids) - size + 1)
        stretch = list(batch.translations[start : start + size])
        stretch = stretch[shift:] + stretch[:shift]
        translations = (*batch.translations[:start], *stretch, *batch.translations[start + size :])
        return Injury(replace(batch, translations=translations), frozenset(range(start, start + size)))

    return injure


def lost_line(outputs: Outputs, system: str, share: float, rng: random.Random) -> Injury:
    """A line lost in the middle, so that the rest comes too early; an empty one is added at the end."""
    batch = outputs.batch(system)
    start = len(batch.ids) - round(share * len(batch.ids))
    translations = (*batch.translations[:start], *batch.translations[start + 1 :], "")
    return Injury(replace(batch, translations=translations), frozenset(range(start, len(batch.ids) - 1)))


def turned(outputs: Outputs, system: str, share: float, rng: random.Random) -> Injury:
    """A whole file in reverse order, whatever the share."""
    batch = outputs.batch(system)
    return Injury(replace(batch, translations=batch.translations[::-1]), frozenset(range(len(batch.ids))))


def shuffled(outputs: Outputs, system: str, share: float, rng: random.Random) -> Injury:
    """A share of the lines in any order."""
    batch = outputs.batch(system)
    chosen = rng.sample(range(len(batch.ids)), round(share * len(batch.ids)))
    translations = list(batch.translations)
    for line, place in zip(chosen, sorted(chosen), strict=True):
        translations[line] = batch.translations[place]
    broken = frozenset(line for line in chosen if translations[line] != batch.translations[line])
    return Injury(replace(batch, translations=tuple(translations)), broken)


def placeholders(text: str) -> Callable[[Outputs, str, float, random.Random], Injury]:
    """References that are no translations; the triage of references is asked."""

    def injure(outputs: Outputs, system: str, share: float, rng: random.Random) -> Injury:
        batch = outputs.batch(system)
        chosen = frozenset(rng.sample(range(len(batch.ids)), round(share * len(batch.ids))))
        references = tuple((text,) if line in chosen else one for line, one in enumerate(batch.references))
        return Injury(replace(batch, references=references), chosen)

    return injure


@dataclass(frozen=True)
class Fault:
    """A kind of damage, the finding that should name it, and the target languages it makes sense for."""

    name: str
    code: str
    injure: Callable[[Outputs, str, float, random.Random], Injury]
    targets: tuple[str, ...] = ("de", "bg", "es")
    needs_sources: bool = False
    also: tuple[str, ...] = field(default=())
    """Findings that name the fault as well as the code does."""


def faults() -> Iterator[Fault]:
    for text in ("NO TRANSLATION AVAILABLE", "N/A", "—", "keine Übersetzung vorhanden", "FILL ME IN LATER"):
        yield Fault(f"placeholder '{text}'", "placeholder-reference", placeholders(text))
    for language, targets in {"fr": ("de", "bg", "es"), "cs": ("de", "bg", "es"), "en": ("de", "bg", "es"), "de": ("bg", "es"),
                              "es": ("de", "bg"), "bg": ("de", "es"), "sk": ("de", "bg", "es")}.items():  # fmt: skip
        yield Fault(
            f"wrong language {language}",
            "wrong-language",
            by_line(foreign(language)),
            targets,
            also=("constant-output",),
        )
    yield Fault(
        "source copied", "identical-to-source", by_line(untranslated), needs_sources=True, also=("wrong-language",)
    )
    yield Fault(
        "source nearly copied",
        "identical-to-source",
        by_line(nearly_untranslated),
        needs_sources=True,
        also=("wrong-language",),
    )
    yield Fault("chatter, usual", "chatter", by_line(talking(OPENINGS, ENDINGS)))
    yield Fault("chatter, unseen", "chatter", by_line(talking(UNSEEN_OPENINGS, UNSEEN_ENDINGS)))
    yield Fault("quotation marks around", "chatter", by_line(dressed))
    yield Fault("markup around", "chatter", by_line(fenced))
    yield Fault("refusal", "refusal", by_line(refused), also=("constant-output", "wrong-language"))
    yield Fault("loop of words", "repetition-loop", by_line(looping))
    yield Fault("loop of letters", "repetition-loop", by_line(stuttering))
    yield Fault("cut after a word", "truncated", by_line(cut_at_word), also=("length-outlier",))
    yield Fault("cut within a word", "truncated", by_line(cut_in_word), also=("length-outlier",))
    yield Fault("two lines in one", "length-outlier", by_line(merged))
    yield Fault("a quarter of the line", "length-outlier", by_line(gutted))
    for shift in (1, -1, 3, 20):
        yield Fault(f"lines slipped by {shift}", "shifted-lines", slipped(shift))
    yield Fault("line lost", "shifted-lines", lost_line)
    yield Fault("reversed", "shifted-lines", turned)
    yield Fault("shuffled", "shifted-lines", shuffled)
    yield Fault("constant output", "constant-output", by_line(constant))
    for codec in ("latin-1", "cp1252", "cp1251", "mac-roman", "cp437"):
        yield Fault(f"UTF-8 as {codec}", "encoding-damage", by_line(misread(codec)))
    yield Fault("UTF-8 as cp1252 twice", "encoding-damage", by_line(misread("cp1252", 2)))
    yield Fault("cp1252 as cp1251", "encoding-damage", by_line(misread_bytes("cp1252", "cp1251")), ("de", "es"))
    yield Fault("cp1251 as cp1252", "encoding-damage", by_line(misread_bytes("cp1251", "cp1252")), ("bg",))
    yield Fault("replacement characters", "encoding-damage", by_line(replaced), ("de", "es"))
    yield Fault("question marks", "encoding-damage", by_line(questioned))
    yield Fault("HTML entities", "encoding-damage", by_line(escaped))
    yield Fault("subword marks", "encoding-damage", by_line(subwords))
    yield Fault("empty", "empty-line", by_line(emptied))
    yield Fault("NFD", "normalisation", by_line(decomposed))
    yield Fault("quotation marks exchanged", "normalisation", by_line(curly))


@dataclass(frozen=True)
class Rates:
    """Shares of broken lines that the right finding or any finding names, and of clean lines that any names."""

    right: float
    any: float
    clean: float
    broken: int


def examined(injury: Injury, fault: Fault, ordinary: frozenset[int]) -> Rates:
    """`ordinary` are lines that are reported without any injury."""
    ask = triage_references if fault.code == "placeholder-reference" else triage
    found: dict[str, set[int]] = defaultdict(set)
    for finding in ask(with_rescoring(injury.batch)):
        found[finding.code] |= {int(case) - 1 for case in finding.cases}
    right = set().union(*(found[code] for code in (fault.code, *fault.also)))
    every = set().union(*found.values())
    if DEBUG:
        for code, where in found.items():
            wrong = sorted(where - injury.broken - ordinary)
            missed = sorted(injury.broken - right)
            print(
                "   ",
                code,
                len(where),
                "clean flagged",
                wrong[:5],
                [injury.batch.translations[i][:60] for i in wrong[:2]],
            )
        for i in missed[:8]:
            print("    missed", i + 1, "|", injury.batch.translations[i][:110], "|", injury.batch.references[i][0][:60])
    clean = [line for line in range(len(injury.batch.ids)) if line not in injury.broken and line not in ordinary]
    broken = len(injury.broken)
    return Rates(
        len(right & injury.broken) / broken,
        len(every & injury.broken) / broken,
        sum(line in every for line in clean) / max(1, len(clean)),
        broken,
    )


CLEAN = {"de": "uedin-nmt", "bg": "microsoft", "es": "microsoft"}


def less_of(part: str, injury: Injury) -> Injury:
    """The same injury with less to compare with."""
    kept = {
        "everything": {},
        "no other systems": {"others": ()},
        "no references": {"references": ()},
        "sources only": {"references": (), "others": ()},
    }[part]
    return replace(injury, batch=replace(injury.batch, **kept))


def table(data: Path, seeds: int, part: str, only: str) -> None:
    """One row per fault, averaged over seeds and languages: broken lines found at a tenth and at half, clean lines flagged."""
    sets = {"de": wmt17(data), "bg": flores(data, "bg"), "es": flores(data, "es")}
    print(
        f"\n{part}\n| fault | finding | found of a tenth | worst | found of half | worst "
        "| any finding, a tenth | clean lines flagged |"
    )
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for fault in faults():
        if only and not re.search(only, f"{fault.name} {fault.code}"):
            continue
        rates = {share: [one for _, one in measured(fault, sets, seeds, share, part)] for share in SHARES}
        if not all(rates.values()):
            continue
        tenth, half = rates[0.1], rates[0.5]
        print(f"| {fault.name} | {fault.code} "
              f"| {statistics.mean(one.right for one in tenth):.1%} | {min(one.right for one in tenth):.1%} "
              f"| {statistics.mean(one.right for one in half):.1%} | {min(one.right for one in half):.1%} "
              f"| {statistics.mean(one.any for one in tenth):.1%} "
              f"| {statistics.mean(one.clean for one in (*tenth, *half)):.2%} |", flush=True)  # fmt: skip


def measured(
    fault: Fault, sets: dict[str, Outputs], seeds: int, share: float, part: str
) -> Iterator[tuple[str, Rates]]:
    for target in fault.targets:
        outputs = sets[target]
        if fault.needs_sources and not outputs.sources:
            continue
        if part == "sources only" and not outputs.sources:
            continue
        for seed in range(seeds):
            injury = fault.injure(outputs, CLEAN[target], share, random.Random(f"{fault.name}{seed}"))
            if len(injury.broken) >= 10:
                yield target, examined(less_of(part, injury), fault, ordinary_lines(outputs, CLEAN[target]))


ORDINARY: dict[tuple[str, str], frozenset[int]] = {}


def ordinary_lines(outputs: Outputs, system: str) -> frozenset[int]:
    key = (outputs.name, system)
    if key not in ORDINARY:
        ORDINARY[key] = frozenset(
            int(case) - 1 for finding in triage(with_rescoring(outputs.batch(system))) for case in finding.cases
        )
    return ORDINARY[key]


# --- speed ----------------------------------------------------------------------------------------------------------


def speed(data: Path) -> None:
    outputs = wmt17(data)
    for system in ("uedin-nmt", "SYSTRAN"):
        for label, batch in (
            ("with 7 other systems", outputs.batch(system)),
            ("alone", replace(outputs.batch(system), others=())),
        ):
            times = []
            for _ in range(7):
                start = time.perf_counter()
                triage(batch)
                times.append(time.perf_counter() - start)
            print(f"{system} {label}: first {1000 * times[0]:.0f} ms, best of 7 {1000 * min(times):.0f} ms")
    code = (
        "import sys; import mteval.evaluation.triage; "
        "print('imported:', *(m for m in ('scipy', 'pandas', 'py3langid', 'ftfy', 'regex', 'sacrebleu') if m in sys.modules))"
    )
    print(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--parts", default="alarms,faults,without,speed")
    parser.add_argument("--only", default="", help="a pattern of faults")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--debug", action="store_true")
    arguments = parser.parse_args()
    if not arguments.data.is_dir():
        sys.exit(f"{arguments.data}: no such folder. The data of ../shared is needed; say where it is: --data DIR.")
    parts = arguments.parts.split(",")
    globals()["DEBUG"] = arguments.debug
    if "speed" in parts:
        speed(arguments.data)
    if "alarms" in parts:
        alarms(arguments.data, show=arguments.show)
    if "faults" in parts:
        table(arguments.data, arguments.seeds, "everything", arguments.only)
    if "without" in parts:
        for part in ("no other systems", "no references", "sources only"):
            table(arguments.data, arguments.seeds, part, arguments.only)


if __name__ == "__main__":
    main()
