"""Everything the command line gives, for notebooks and programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mteval.core.errors import CapabilityError, DataError, UnknownNameError, UsageError
from mteval.core.formatting import interval_text, value_text
from mteval.core.options import Spec, parse_specs, parse_system
from mteval.core.protocols import Exports, GivesSheet, System
from mteval.core.results import Report, Results
from mteval.core.suites import Suite
from mteval.evaluation.cases import source_text
from mteval.evaluation.engine import LOCAL, cluster
from mteval.evaluation.given import (
    References,
    Texts,
    given_lines,
    given_systems,
    named_system,
    reference_suite,
    refuse_transposed,
    several_texts,
)
from mteval.evaluation.given_files import GivenFiles
from mteval.evaluation.given_test_sets import GivenTestSet, held_systems, with_level
from mteval.evaluation.languages import read_languages, speaking, target_language, with_languages
from mteval.evaluation.opened import NamedSystem, distinct_ends, named_systems, open_systems
from mteval.evaluation.run import Watch, answer_cached, evaluate, family_of, judge_all
from mteval.evaluation.segment_metadata import read_metadata
from mteval.evaluation.settings import Settings
from mteval.evaluation.signature import describe_suite
from mteval.library import find_suite, load_suite
from mteval.text.lines import Lines, require_same_length

if TYPE_CHECKING:
    import pandas as pd

WITH_REFERENCES = "bleu,chrf"
WITHOUT_REFERENCES = "length-ratio,copy-rate,repetition"
SHOWN_CASES = 3
SHOWN_ROWS = 10
Systems = str | Sequence[str] | Mapping[str, System | Callable[..., Any]]


class RunResults(Results):
    """The results of a run, with what notebooks and programs want of them."""

    __slots__ = ()

    def to_pandas(self) -> pd.DataFrame:
        """A flat table of all reports, one row per system, slice, metric and value."""
        from mteval.evaluation.frames import score_frame

        return score_frame(self)

    def __getitem__(self, name: str) -> RunResults | Report:
        """The report of a system, `results["sys"]["bleu"]`; with several suites first `results["suite"]`."""
        suites = dict(self.by_suite())
        systems = {report.system["name"]: report for report in self.reports}
        if len(suites) == 1 and name in systems:
            return systems[name]
        if name in suites:
            return RunResults(
                tuple(suites[name]),
                tuple(test for test in self.comparisons if test.suite == name),
                tuple(rank for rank in self.ranks if rank.suite == name),
            )
        if name in systems:
            first = next(iter(suites))
            raise UsageError(f"There are several suites. Name one first, as in results[{first!r}][{name!r}].")
        raise UnknownNameError("suite or system of the results", name, [*suites, *systems])

    def __iter__(self) -> Iterator[str]:
        """The names of the systems; with several suites those of the suites."""
        suites = dict(self.by_suite())
        return iter(suites if len(suites) > 1 else [report.system["name"] for report in self.reports])

    def segments(self) -> pd.DataFrame:
        """The scores of single cases, one row per suite, system, case and metric that has such scores."""
        from mteval.evaluation.frames import segment_frame

        return segment_frame(self)

    def pairs(self) -> pd.DataFrame:
        """Every paired test: the difference a − b with its interval, and its p-values."""
        from mteval.evaluation.frames import pair_frame

        return pair_frame(self)

    def cases(self) -> pd.DataFrame:
        """One row per suite, system and case: its outcome, texts, tags and scores."""
        from mteval.evaluation.frames import case_frame

        return case_frame(self)

    def to_html(self) -> str:
        """The whole report as one page."""
        from mteval.evaluation.views import origin, render

        return render(self, "html", origin())

    def to_json(self) -> str:
        """The document that the command line prints with --json."""
        from mteval.storage.reports import to_json

        return to_json(self)

    def _repr_html_(self) -> str:
        """Notebooks show the page in a frame of its own, so that its style does not leak."""
        from mteval.charts.templates import FOLDER, fragment

        return fragment(FOLDER, "frame.html.j2", page=self.to_html())

    def __repr__(self) -> str:
        """A line per suite and system, the headline of each metric."""
        lines = [
            f"{report.suite['name']}  {report.system['name']}  "
            + "  ".join(f"{score.spec} {value_text(score)} {interval_text(score)}".rstrip() for score in report.scores)
            for report in self.reports[:SHOWN_ROWS]
        ]
        more = [f"… and {len(self.reports) - SHOWN_ROWS} more reports"] if len(self.reports) > SHOWN_ROWS else []
        counts = f"{len(self.reports)} reports, {len(self.comparisons)} paired tests"
        return "\n".join((f"<mteval results: {counts}>", *lines, *more))


def _for_users(results: Results) -> RunResults:
    return RunResults(results.reports, results.comparisons, results.ranks)


def score(
    translations: Mapping[str, Texts] | Sequence[Texts] | Texts,
    references: Sequence[Texts] | Texts = (),
    *,
    source: Texts | None = None,
    documents: Texts | None = None,
    slices: str | Path | None = None,
    languages: str = "",
    metrics: str | Sequence[str] = "",
    test_set: str = "",
    level: str = "segment",
    resegment: bool = False,
    options: Mapping[str, Any] | None = None,
    settings: Settings | None = None,
    test: str | None = None,
    resamples: int | None = None,
    seed: int | None = None,
) -> RunResults:
    """Score translations against references, or beside their source alone, and test every pair of systems.

    Translations and references are files or lists of segments; name systems by giving a mapping. A list of strings holds
    segments, a list of `Path`s holds files. `references` are given as in sacrebleu: one list (or file) per reference, each as
    long as the translations. `languages` ("en-zh") choose the tokenizer; else file names or the script of the references do.
    Metrics are bleu and chrf unless others are named; without references, those that need none.
    `slices` is a file of JSON lines, an object for each segment ({"domain": "news", "document": "d1"}), whose keys make slices;
    segments of one document are resampled together. Lengths (words of the reference, else of the source) are always slices.
    A translation or reference may be a file that holds documents, several systems or references (WMT's XML and JSON Lines,
    XLIFF, TMX, a table with a header); `options` are those of its format, as {"reference": "refA"}. `test_set` names one of
    sacreBLEU's ("wmt23"). At the `level` "paragraph" or "document" segments are joined before they are scored; `resegment` cuts
    translations with other segments than the references' by minimum edit distance.
    `test`, `resamples` and `seed` are those of the command line, and win over the `settings`.
    """
    chosen = (settings or Settings()).given(test, resamples, seed)
    spoken = read_languages(languages) if languages else ()
    files = GivenFiles(translations, references, source, documents, slices)
    found = files.test_set(test_set, spoken, options or {}, joined=level != "segment" or resegment)
    if found is not None:
        return _for_users(_scored_test_set(found, _specs(metrics), chosen, spoken, level, resegment=resegment))
    if options:
        raise UsageError("Options are for a test set that one file holds; files of lines have none.")
    systems = given_systems(translations)
    columns = tuple(given_lines(texts, f"reference {i}") for i, texts in enumerate(several_texts(references), start=1))
    if not systems:
        raise UsageError("There are no translations to score.")
    if columns and not all(isinstance(text, str | Path) for text in several_texts(references)):
        refuse_transposed(systems, columns)
    metadata = None if slices is None else read_metadata(Path(slices))
    given = References(columns, _optional(source, "source"), _optional(documents, "documents"), metadata)
    for lines in systems.values():
        _require_parallel(given, lines)
    opened = [named_system(name, lines) for name, lines in systems.items()]
    suite = with_languages(reference_suite(given), spoken)
    return _for_users(evaluate(suite, opened, _specs(metrics) or _own_metrics(suite, list(systems)), chosen))


def _require_parallel(given: References, lines: Lines) -> None:
    """Refuse translations of another length, and say what can be done about it where there are references."""
    try:
        require_same_length(given.first, lines)
    except DataError as error:
        remedy = " Or have it cut by the reference: --resegment." if given.columns else ""
        raise DataError(error.path, f"{error.problem}{remedy}", line=error.line) from None


def _scored_test_set(
    given: GivenTestSet,
    specs: tuple[Spec, ...],
    settings: Settings,
    languages: Sequence[str],
    level: str,
    *,
    resegment: bool,
) -> Results:
    """Score the outputs that lie beside a test set; joined segments are scored one by one too, for the difference."""
    options = {"level": None if level == "segment" else level, "resegment": resegment or None}
    suite = with_languages(given.suite(options), languages)
    metrics = specs or _own_metrics(suite, list(suite.outputs))
    results = evaluate(suite, held_systems(suite), metrics, settings)
    if level == "segment":
        return results
    try:
        single = with_languages(given.suite({**options, "level": None}), languages)
    except DataError:  # other segments than the source's, which joined do not matter
        return results
    once = replace(settings, test="none", resamples=0, keep_cases=False)
    return with_level(results, evaluate(single, held_systems(single), metrics, once), level)


def _own_metrics(suite: Suite, outputs: Sequence[str]) -> tuple[Spec, ...]:
    """What translations are scored by when nothing is said."""
    if any(case.gold.references for case in suite.cases):
        return _specs(WITH_REFERENCES)
    return _specs(WITHOUT_REFERENCES) + (_specs("language-match") if target_language(suite, outputs) else ())


def run(
    suites: str | Sequence[str],
    *,
    systems: Systems = (),
    metrics: str | Sequence[str] = "",
    format: str | None = None,
    options: Mapping[str, Any] | None = None,
    languages: str = "",
    settings: Settings | None = None,
    test: str | None = None,
    resamples: int | None = None,
    seed: int | None = None,
    watch: Watch | None = None,
    engine: str = LOCAL,
) -> RunResults:
    """Run suites (names, folders, or files with `format`) on systems.

    Systems are specs as on the command line; or, by name, system objects, or functions from a list of texts to a list of
    answers (see `mteval explain python`). `test`, `resamples` and `seed` win over the `settings`. With the `engine`
    `dask:tcp://host:port` models answer on the workers of that cluster. Where the suite's own file holds outputs of systems
    (WMT's XML), these are scored too, and no other system need be named.
    """
    names = _each(suites)
    spoken = read_languages(languages) if languages else ()
    sources = [speaking(find_suite(name, format), spoken) for name in names]
    loaded = _told_apart(names, [load_suite(source, options) for source in sources])
    chosen = (settings or Settings()).given(test, resamples, seed)
    with cluster(engine) as client:
        opened = _open(systems, client)
        return merge(
            evaluate(with_languages(suite, spoken), _all_systems(suite, opened), _specs(metrics), chosen, watch)
            for suite in loaded
        )


def export(suite: str, *, format: str | None = None, options: Mapping[str, Any] | None = None) -> list[str]:
    """The lines a system must translate or score, in the order its answers must come back."""
    loaded = load_suite(find_suite(suite, format), options)
    family = family_of(loaded)
    if not isinstance(family, Exports):
        raise CapabilityError(f"Suites of the family '{loaded.source.family}' have no lines to export.")
    return list(family.export(loaded))


def show(suite: str, *, format: str | None = None, options: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What a suite is: where it comes from, its size, metrics, slices (how many values each tag has) and first cases."""
    loaded = load_suite(find_suite(suite, format), options)
    return {
        **describe_suite(loaded),
        "description": loaded.source.description,
        "metrics": list(loaded.metrics),
        "slices": {tag: len({v for case in loaded.cases for v in case.tags.get(tag, ())}) for tag in loaded.slices},
        "findings": [f"{finding.code}: {finding.message}" for finding in loaded.findings],
        "first cases": [source_text(case.query) for case in loaded.cases[:SHOWN_CASES]],
    }


@dataclass(frozen=True, slots=True)
class OpenCases:
    """What a person must decide of one system's translations: the rows, and of how many cases they are."""

    title: str
    rows: tuple[Any, ...]
    cases: int


def adjudicate(
    suite: str,
    *,
    system: Systems,
    format: str | None = None,
    options: Mapping[str, Any] | None = None,
    output: str | Path | None = None,
    html: str | Path | None = None,
) -> OpenCases:
    """The translations that hold words of both senses or of none, for a person to decide.

    `output` writes them as TSV, `html` as a page to decide on with the mouse; the decided sheet is merged back with the option
    `adjudicated`.
    """
    loaded = load_suite(find_suite(suite, format), options)
    family = family_of(loaded)
    if not isinstance(family, GivesSheet):
        raise CapabilityError(f"Suites of the family '{loaded.source.family}' leave nothing to decide by hand.")
    opened = _open(system)
    if len(opened) != 1:
        raise UsageError("A sheet is of one system. Give one.")
    answers = answer_cached(loaded, opened[0])
    sheet = family.sheet(loaded, answers, judge_all(loaded, answers))
    title = f"{loaded.name}: {opened[0].name}"
    if output is not None:
        sheet.write_table(Path(output))
    if html is not None:
        sheet.write_page(Path(html), title)
    return OpenCases(title, tuple(sheet.rows), len(loaded.cases))


def read_results(path: str | Path) -> RunResults:
    """Read what `write_results` or `mteval run -o DIR` wrote: give the folder, or report.json alone (without cases)."""
    from mteval.evaluation.reading import read_stored

    return _for_users(read_stored(Path(path)))


def write_results(results: Results, folder: str | Path) -> list[Path]:
    """Write report.json and one file of cases per report; each file appears whole."""
    from mteval.storage import reports

    return reports.write_results(results, Path(folder))


def compare_stored(
    parts: Sequence[Results],
    settings: Settings | None = None,
    *,
    test: str | None = None,
    resamples: int | None = None,
    seed: int | None = None,
) -> RunResults:
    """Put the reports of several runs side by side and test every pair again, by default as the runs were made."""
    from mteval.evaluation import stored
    from mteval.evaluation.settings import given_settings
    from mteval.evaluation.stored_settings import settings_of

    if settings is not None:
        return _for_users(stored.compare_stored(parts, settings.given(test, resamples, seed)))
    return _for_users(stored.compare_as(parts, settings_of(parts, given_settings(test, resamples, seed))))


def list_suites(*, family: str = "", language: str = "") -> dict[str, dict[str, Any]]:
    """Every suite by name with its family, languages, number of cases, status and description; some, where asked for."""
    from mteval.library import suite_facts

    return {name: asdict(facts) for name, facts in suite_facts(family=family, language=language).items()}


def list_metrics() -> dict[str, str]:
    """Every metric by name, with a sentence on what it is."""
    from mteval.core import registry
    from mteval.library import plugin_descriptions

    return plugin_descriptions(registry.metrics)


def merge(parts: Iterable[Results]) -> RunResults:
    """Several results as one document."""
    parts = list(parts)
    return RunResults(
        tuple(report for part in parts for report in part.reports),
        tuple(test for part in parts for test in part.comparisons),
        tuple(rank for part in parts for rank in part.ranks),
    )


def _told_apart(given: Sequence[str], suites: Sequence[Suite]) -> list[Suite]:
    """Suites that would share a name in the report have as much of what they were asked for by as tells them apart."""
    if len(set(given)) < len(given):
        raise UsageError("The same suite is given twice. Leave one of them out.")
    names = [suite.name for suite in suites]
    apart = distinct_ends(given)
    return [
        replace(suite, source=replace(suite.source, name=apart[text])) if names.count(suite.name) > 1 else suite
        for text, suite in zip(given, suites, strict=True)
    ]


def _all_systems(suite: Suite, opened: Sequence[NamedSystem]) -> list[NamedSystem]:
    """The systems whose translations the suite's file holds, and those that were named."""
    found = [*held_systems(suite), *opened]
    if not found:
        raise UsageError(f"There is no system to put '{suite.name}' to. Name one: --system BACKEND:ARGUMENT.")
    names = [one.name for one in found]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise UsageError(
            f"Two systems are named '{twice[0]}', one of them in the suite's file. Name yours: NAME=BACKEND:…"
        )
    return found


def _open(systems: Systems, client: Any = None) -> list[NamedSystem]:
    if not isinstance(systems, Mapping):
        return open_systems([parse_system(text) for text in _each(systems)], client)
    if client is not None:
        raise UsageError("Only systems given as specs can be opened on a cluster, not objects of this process.")
    return named_systems(systems)


def _specs(metrics: str | Sequence[str]) -> tuple[Spec, ...]:
    return tuple(spec for text in _each(metrics) for spec in parse_specs(text))


def _each(given: str | Sequence[str]) -> list[str]:
    """One name or several."""
    return [given] if isinstance(given, str) else list(given)


def _optional(texts: Texts | None, name: str) -> Lines | None:
    return None if texts is None else given_lines(texts, name)
