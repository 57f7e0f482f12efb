"""Everything a plugin author imports: register a class here, or offer it through an entry point of your package.

| kind | entry point group | write |
| --- | --- | --- |
| metric | `mteval.metrics` | a subclass of `AdditiveMetric` (`observe`, `combine`) or of `MetricBase` (`observe`, `estimate`) |
| format | `mteval.formats` | a class with `family`, `read`, `write`, `recognise` (see `Format`) |
| family | `mteval.families` | a class with `metrics`, `load`, `judge` (see `Family`) |
| backend | `mteval.systems` | a class with `answers`, `answer`, `signature`, `fingerprint`, `findings` (see `System`) |
| renderer | `mteval.renderers` | a class with `render` (see `Renderer`) |
| suites | `mteval.suites` | a package whose folder holds one folder per suite, each with a suite.toml |
"""

from __future__ import annotations

from mteval.core.errors import (
    CapabilityError,
    DataError,
    MissingDependencyError,
    MtevalError,
    UsageError,
    WrongFormatError,
)
from mteval.core.evidence import Comparison, Evidence, Outcome, Ranking, Rating, Skipped, Verdict
from mteval.core.options import (
    CHOICE,
    FILE,
    FILES,
    FOLDER,
    LANGUAGE,
    LIST,
    REAL,
    SOURCE_LANGUAGE,
    SYSTEM,
    TEXT,
    TRUTH,
    WHOLE,
    Kind,
    Option,
    OptionValues,
    read_options,
)
from mteval.core.protocols import (
    Consultant,
    Contents,
    Decisions,
    Family,
    Format,
    Measure,
    Metric,
    Renderer,
    Statistics,
    System,
)
from mteval.core.queries import (
    Answer,
    Candidate,
    Classification,
    Classify,
    Complete,
    Completion,
    LogProb,
    LogProbs,
    Query,
    Rank,
    RankedWords,
    Rate,
    Rated,
    Translate,
    Translation,
    Unanswered,
)
from mteval.core.records import Contrast, ContrastItem, DictionaryPair, Segment, SenseItem
from mteval.core.registry import families, formats, metrics, renderers, systems
from mteval.core.results import PERCENT, RATE, Finding, PairedTest, Report, Results, Scale, Score, Slice
from mteval.core.suites import Case, Suite, SuiteSource, unique_ids
from mteval.core.views import ReportView, Section, TextTable, View
from mteval.statistics.additive import AdditiveMetric, ratio
from mteval.statistics.metric_base import MetricBase
from mteval.text.lines import Lines, read_lines, read_text, require_same_length
from mteval.text.writing import write_lines, write_text

__all__ = [
    "CHOICE",
    "FILE",
    "FILES",
    "FOLDER",
    "LANGUAGE",
    "LIST",
    "PERCENT",
    "RATE",
    "REAL",
    "SOURCE_LANGUAGE",
    "SYSTEM",
    "TEXT",
    "TRUTH",
    "WHOLE",
    "AdditiveMetric",
    "Answer",
    "Candidate",
    "CapabilityError",
    "Case",
    "Classification",
    "Classify",
    "Comparison",
    "Complete",
    "Completion",
    "Consultant",
    "Contents",
    "Contrast",
    "ContrastItem",
    "DataError",
    "Decisions",
    "DictionaryPair",
    "Evidence",
    "Family",
    "Finding",
    "Format",
    "Kind",
    "Lines",
    "LogProb",
    "LogProbs",
    "Measure",
    "Metric",
    "MetricBase",
    "MissingDependencyError",
    "MtevalError",
    "Option",
    "OptionValues",
    "Outcome",
    "PairedTest",
    "Query",
    "Rank",
    "RankedWords",
    "Ranking",
    "Rate",
    "Rated",
    "Rating",
    "Renderer",
    "Report",
    "ReportView",
    "Results",
    "Scale",
    "Score",
    "Section",
    "Segment",
    "SenseItem",
    "Skipped",
    "Slice",
    "Statistics",
    "Suite",
    "SuiteSource",
    "System",
    "TextTable",
    "Translate",
    "Translation",
    "Unanswered",
    "UsageError",
    "Verdict",
    "View",
    "WrongFormatError",
    "families",
    "formats",
    "metrics",
    "ratio",
    "read_lines",
    "read_options",
    "read_text",
    "renderers",
    "require_same_length",
    "systems",
    "unique_ids",
    "write_lines",
    "write_text",
]
