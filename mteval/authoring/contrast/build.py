"""The whole build, stage after stage; each stage's results stay on disk until the last has finished."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import time
from collections import Counter
from collections.abc import Callable, Iterator, Set
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, field
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from mteval.authoring.contrast import counting
from mteval.authoring.contrast.aligning import INSTEAD, align_block, blocks
from mteval.authoring.contrast.candidates import POOLS, UNLINKED, SelectionPlan, merged_candidates, select_shard
from mteval.authoring.contrast.candidates import write_training_hashes as write_hashes
from mteval.authoring.contrast.counting import CountingPlan, count_shard, merged
from mteval.authoring.contrast.determiners import genders
from mteval.authoring.contrast.drawing import ITEMS, DrawingPlan, DrawnItem, draw_bucket, lexicon_rows
from mteval.authoring.contrast.engine import Engine
from mteval.authoring.contrast.inflecting import singular
from mteval.authoring.contrast.inventories import Inventory, open_inventories
from mteval.authoring.contrast.lexicon import CorpusKnowledge, SenseLexicon, make_lexicon, table_lines
from mteval.authoring.contrast.outputs import Outputs, write_json
from mteval.authoring.contrast.replacing import NO_LEXICON
from mteval.authoring.contrast.sentences import both_sides
from mteval.authoring.contrast.settings import BuildSettings, plain
from mteval.authoring.contrast.shards import (
    digest,
    fingerprint,
    read_records,
    shard_paths,
    summary_path,
    write_shards,
)
from mteval.authoring.contrast.statistics import markdown, rejection_lines, scoring_table, translation_table
from mteval.core.errors import MtevalError
from mteval.core.version import own_version
from mteval.lexical.nouns import noun_lexicon
from mteval.storage.digests import file_digest
from mteval.storage.locks import folder_lock
from mteval.text.eflomal import find_eflomal
from mteval.text.writing import whole_file, write_lines, write_text

Progress = Callable[[str, int, int], None]
BUCKETS = 64
STAGES = ("shards", "links", "counts", "pools", "items")
FINISHED = "finished-"
LEXICON_HINT = (
    "Nouns of this language agree by a lexicon of their forms: give one by --morphology (German: pip install german-nouns), "
    "or say --no-agreement."
)
RECORD, OLD_RECORD = "build.json", ".build.json.old"
"""The record of a build is written last; while a build is written over another, that one's has another name."""


@dataclass
class Build:
    """A build under way: its settings, the stages done so far, and what was refused."""

    settings: BuildSettings
    progress: Progress
    stages: list[dict[str, Any]] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    pairs: int = 0

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time a stage."""
        start = time.perf_counter()
        yield
        seconds = time.perf_counter() - start
        rate = round(self.pairs / seconds) if seconds else 0
        self.stages.append({"stage": name, "seconds": round(seconds, 2), "pairs": self.pairs, "pairs per second": rate})

    def report(self, name: str) -> Callable[[int, int], None]:
        """How the engine tells of one stage."""
        return lambda done, total: self.progress(name, done, total)

    @property
    def engine(self) -> Engine:
        """Where shards are worked on."""
        return Engine(self.settings.engine, self.settings.jobs)


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What a build made."""

    lexicon: SenseLexicon
    items: dict[str, list[DrawnItem]]
    stages: list[dict[str, Any]]
    refused: Counter[str]
    tables: str


def build(settings: BuildSettings, progress: Progress) -> BuildResult:
    """Make both sets from the corpora; what was finished before an interruption is not done again."""
    with folder_lock(settings.output), folder_lock(settings.work) if settings.work else nullcontext():
        return _build(settings, progress)


def _build(settings: BuildSettings, progress: Progress) -> BuildResult:
    run = Build(settings, progress)
    _remove_finished(settings.folder)
    inventory = open_inventories(settings.inventories, settings.text.languages)
    if any(corpus.links is None for corpus in settings.corpora):
        find_eflomal("--aligner eflomal", INSTEAD)
    both_sides(settings.text)
    shards = _read(run)
    plan = _align(run, shards)
    counts = _count(run, shards, plan)
    lexicon = _senses(run, inventory, counts)
    pools = _select(run, shards, plan, lexicon)
    items = _draw(run, pools, plan, lexicon, counts)
    outputs = _BuildOutputs(lexicon, items, lambda: _save_links(run, shards, plan))
    tables = _write(run, inventory, outputs)
    _clean_up(settings.folder)
    return BuildResult(lexicon, items, run.stages, run.refused, tables)


def _clean_up(folder: Path) -> None:
    """Remove what the stages left, and nothing else: each folder gets another name first, the last stage's before the others'.

    So a clean-up that is killed leaves whole stages or none, never half of one that a later build would take for its own.
    """
    for stage in reversed(STAGES):
        for done in folder.glob(f"{stage}-*"):
            done.rename(done.with_name(f"{FINISHED}{done.name}"))
    _remove_finished(folder)
    if folder.exists() and not any(folder.iterdir()):
        folder.rmdir()


def _remove_finished(folder: Path) -> None:
    for done in folder.glob(f"{FINISHED}*"):
        shutil.rmtree(done, ignore_errors=True)


def _read(run: Build) -> list[Path]:
    settings = run.settings
    folder = settings.folder / f"shards-{digest(settings.text, fingerprint(settings.corpora))}"
    with run.stage("read"):
        for read in write_shards(settings.corpora, settings.text, folder):
            run.progress("read", read, read)
            run.pairs = read
    shards = shard_paths(folder)
    for shard in shards:
        run.refused.update(json.loads(summary_path(shard).read_text(encoding="utf-8"))["refused"])
    if not any(shard.stat().st_size for shard in shards):
        raise MtevalError("The corpora hold no sentence pair with text on both sides. Check --source and --target.")
    return shards


def _align(run: Build, shards: list[Path]) -> CountingPlan:
    settings = run.settings
    folder = settings.folder / f"links-{digest(shards[0].parent.name, settings.align_block)}"
    with run.stage("align"):
        if any(corpus.links is None for corpus in settings.corpora):
            groups = list(blocks(shards, settings.align_block))
            for number, block in enumerate(groups):
                run.progress("align", number, len(groups))
                align_block(block, folder, settings.text)
            run.progress("align", len(groups), len(groups))
    made = [file_digest(path) for path in sorted(folder.glob("*.links"))]
    given = tuple(str(corpus.links or "") for corpus in settings.corpora)
    return CountingPlan(settings.text, folder, given, digest(folder.name, made))


def _count(run: Build, shards: list[Path], plan: CountingPlan) -> list[Path]:
    folder = run.settings.folder / f"counts-{digest(plan.key)}"
    jobs = [(shard, folder / f"{shard.stem}.json") for shard in shards]
    with run.stage("count"):
        for summary in run.engine.run(count_shard, jobs, plan, run.report("count")):
            run.refused.update(summary["refused"])
    return [summary.with_suffix("") for _, summary in jobs]


def _tables(counts: list[Path], name: str) -> list[Path]:
    return [path.with_suffix(f".{name}") for path in counts]


def _senses(run: Build, inventory: Inventory, counts: list[Path]) -> SenseLexicon:
    from mteval.authoring.contrast.similarity import WordSimilarity, open_similarity

    settings = run.settings
    with run.stage("senses"):
        similarity = open_similarity(settings.embeddings) if settings.embeddings else None
        lemma = singular(settings.text.languages[1], both_sides(settings.text)[1].lemma)
        rows = merged(_tables(counts, counting.LINKS))
        alike = similarity.sources if isinstance(similarity, WordSimilarity) and similarity.source else None
        corpus = CorpusKnowledge(lambda wanted: _forms(counts, wanted), lambda wanted: _sources(counts, wanted), alike)
        return make_lexicon(rows, inventory, lemma, similarity, settings.senses, corpus)


def _forms(counts: list[Path], wanted: Set[str]) -> dict[str, dict[str, int]]:
    """How often each form of the wanted target lemmas was seen."""
    rows = groupby(merged(_tables(counts, counting.FORMS)), key=itemgetter(0))
    return {lemma: {form: number for _, form, number in group} for lemma, group in rows if lemma in wanted}


def _sources(counts: list[Path], wanted: Set[str]) -> dict[str, dict[str, int]]:
    """How often each source lemma was linked to each of the wanted target lemmas."""
    found: dict[str, dict[str, int]] = {}
    for source, target, number in merged(_tables(counts, counting.LINKS)):
        if target in wanted:
            found.setdefault(target, {})[source] = number
    return found


def _select(run: Build, shards: list[Path], plan: CountingPlan, lexicon: SenseLexicon) -> list[Path]:
    settings = run.settings
    numbered = {
        word.word: {
            target: number if count else UNLINKED
            for number, sense in enumerate(word.senses)
            for target, count in zip(sense.words, sense.counts, strict=True)
        }
        for word in lexicon.words
    }
    key = digest(plan.key, numbered, settings.sentences, settings.variants)
    folder = settings.folder / f"pools-{key}"
    selection = SelectionPlan(
        plan, settings.sentences, settings.variants, tuple(corpus.name for corpus in settings.corpora),
        folder / "lexicon", folder / "training",
    )  # fmt: skip
    write_text(selection.lexicon, json.dumps(numbered, ensure_ascii=False))
    write_hashes(settings.sentences.training_text, selection.training)
    jobs = [(shard, folder / f"{shard.stem}.json") for shard in shards]
    with run.stage("select"):
        for summary in run.engine.run(select_shard, jobs, selection, run.report("select")):
            run.refused.update(summary["refused"])
    return [summary.with_suffix(f".{POOLS}") for _, summary in jobs]


def _draw(
    run: Build, pools: list[Path], plan: CountingPlan, lexicon: SenseLexicon, counts: list[Path]
) -> dict[str, list[DrawnItem]]:
    settings = run.settings
    with run.stage("draw"):
        knowledge = _knowledge(settings, lexicon, counts)
        key = digest(pools[0].parent.name, settings.taggers, settings.morphology, knowledge)
        folder = settings.folder / f"items-{key}"
        drawing = DrawingPlan(
            plan.text, settings.sentences, folder / "knowledge", dict(settings.taggers), settings.morphology
        )
        write_text(drawing.knowledge, knowledge)
        jobs = [(bucket, bucket.with_suffix(".json")) for bucket in _buckets(pools, folder, len(lexicon.words))]
        for summary in run.engine.run(draw_bucket, jobs, drawing, run.report("draw")):
            run.refused.update(summary["refused"])
    items: dict[str, list[DrawnItem]] = {variant: [] for variant in settings.variants}
    for bucket, _ in jobs:
        for line in bucket.with_suffix(f".{ITEMS}").read_text(encoding="utf-8").splitlines():
            item = DrawnItem.of(line)
            items[item.candidate.variant].append(item)
    return items


def _knowledge(settings: BuildSettings, lexicon: SenseLexicon, counts: list[Path]) -> str:
    """The lexicon with the forms and genders of its target words: what putting words in needs to know."""
    wanted = {target for word in lexicon.words for sense in word.senses for target in sense.words}
    forms = _forms(counts, wanted)
    known = {form for found in forms.values() for form in found}
    seen = genders(row for row in merged(_tables(counts, counting.DETERMINED)) if row[0] in known)
    language = settings.text.languages[1].split("-", maxsplit=1)[0].lower()
    path = settings.nouns if settings.sentences.agreement else None
    rows = noun_lexicon(path, wanted, known).rows if path else ()
    nouns = [(row.lemma, row.form, *asdict(row.reading).values()) for row in rows]
    known_of = {"lexicon": lexicon_rows(lexicon.words), "forms": forms, "genders": seen, "nouns": nouns}
    return json.dumps({**known_of, "language": language}, ensure_ascii=False)


def _buckets(pools: list[Path], folder: Path, words: int) -> list[Path]:
    """The candidates of all shards, word by word, in a few files of many words each."""
    size = max(1, -(-words // BUCKETS))
    paths: list[Path] = []
    lines: list[str] = []
    for number, (_, candidates) in enumerate(merged_candidates(pools), start=1):
        lines.extend(f"{candidate.text()}\n" for candidate in candidates)
        if number % size == 0:
            paths.append(_bucket(folder, len(paths), lines))
            lines = []
    if lines:
        paths.append(_bucket(folder, len(paths), lines))
    return paths


def _bucket(folder: Path, number: int, lines: list[str]) -> Path:
    path = folder / f"{number:04d}.bucket"
    write_text(path, "".join(lines))
    return path


@dataclass(frozen=True, slots=True)
class _BuildOutputs:
    """What is to be written, and how the links are."""

    lexicon: SenseLexicon
    items: dict[str, list[DrawnItem]]
    save_links: Callable[[], None]


def _write(run: Build, inventory: Inventory, made: _BuildOutputs) -> str:
    settings, lexicon, items = run.settings, made.lexicon, made.items
    if not any(items.values()):
        told = "; ".join(f"{reason}: {number}" for reason, number in run.refused.most_common(8))
        hint = f" {LEXICON_HINT}" if run.refused[f"contrast: {NO_LEXICON}"] else ""
        raise MtevalError(f"No sentence qualified for {len(lexicon.words)} ambiguous words. Refused: {told}.{hint}")
    languages = settings.text.languages
    licence = str(inventory.description.get("licence", ""))
    outputs = Outputs(settings.output, languages, {word.word: word for word in lexicon.words}, licence)
    texts, provenance = [], []
    _remove_earlier(settings.output)
    if items.get("scoring"):
        outputs.scoring(items["scoring"])
        texts.append(f"## Scoring variant\n\n{markdown(scoring_table(items['scoring'], outputs.pair))}")
        provenance += outputs.provenance(items["scoring"], "scoring")
    if items.get("translation"):
        domains = outputs.translation(items["translation"], settings.sentences.domain_corpus)
        table = translation_table(items["translation"], domains, outputs.pair)
        texts.append(f"## Translation variant\n\n{markdown(table)}")
        provenance += outputs.provenance(items["translation"], "translation")
    write_lines(settings.output / "lexicon.tsv", table_lines(lexicon.words, languages))
    write_lines(settings.output / "lexicon-unmerged.tsv", table_lines(lexicon.before, languages))
    write_lines(settings.output / "provenance.jsonl", provenance)
    write_lines(settings.output / "rejections.tsv", rejection_lines(run.refused))
    steps = "".join(f"| {name} | {number} |\n" for name, number in lexicon.steps.items())
    texts.append(f"## Words kept by each step\n\n| step | words |\n| --- | --- |\n{steps}")
    write_text(settings.output / "statistics.md", "\n".join(texts))
    made.save_links()
    write_json(settings.output / RECORD, _record(run, inventory, lexicon))
    (settings.output / OLD_RECORD).unlink(missing_ok=True)
    return "\n".join(texts)


def _remove_earlier(output: Path) -> None:
    """Remove the sets of an earlier build, which would otherwise pass for a part of this one."""
    if (output / RECORD).exists():
        (output / RECORD).replace(output / OLD_RECORD)
    if (output / OLD_RECORD).exists():
        for old in ("scoring", "translation", "alignments"):
            shutil.rmtree(output / old, ignore_errors=True)


def _record(run: Build, inventory: Inventory, lexicon: SenseLexicon) -> dict[str, Any]:
    return {
        "mteval": own_version(),
        # The settings are written down for others to read; a key to a service is nobody's business.
        "settings": {
            **plain(run.settings),
            "inventory": " ".join(re.sub(r"\bkey=[^&]*", "key=…", one) for one in run.settings.inventories),
        },
        "corpora": {
            corpus.name: {path.name: file_digest(path) for path in corpus.files()} for corpus in run.settings.corpora
        },
        "inventory": dict(inventory.description),
        "steps": lexicon.steps,
        "stages": run.stages,
        "nouns": _how_nouns_were_told(run.settings),
        "noun forms": {path.name: file_digest(path)} if (path := run.settings.nouns) else {},
    }


def _how_nouns_were_told(settings: BuildSettings) -> dict[str, str]:
    found = {}
    for number, language in enumerate(settings.text.languages):
        given = all((corpus.source_tags, corpus.target_tags)[number] for corpus in settings.corpora)
        found[language] = "CoNLL-U" if given else settings.taggers.get(language, "part of speech in the inventory")
    return found


def _save_links(run: Build, shards: list[Path], plan: CountingPlan) -> None:
    """Keep the aligner's links beside the sets: it is not deterministic, so a build is repeated from its links."""
    for number, corpus in enumerate(run.settings.corpora):
        if corpus.links is not None:
            continue
        path = run.settings.output / "alignments" / f"{corpus.name}.links.gz"
        with whole_file(path) as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file:
            last = 0
            for shard in shards:
                links = (plan.links / f"{shard.stem}.links").read_text(encoding="utf-8").split("\n")
                for record, line in zip(read_records(shard), links, strict=False):
                    if record.corpus == number:
                        file.write(b"\n" * (record.line - last - 1) + f"{line}\n".encode())
                        last = record.line
