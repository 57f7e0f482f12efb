"""Any Python callable as a system: `python:package.module:function`.

The function gets a list of questions and returns an equally long sequence of answers. A question is the text for
`Translate`; the text, or the tuple (premise, hypothesis), for `Classify`; the query itself for every other kind. An
answer is a string (the translation, the label, or what follows the messages of `Complete`), a pair (label, probabilities by
label), a sequence of log-probabilities, or one of mteval's own answer objects; None leaves the question unanswered.

Queries and the answers they want, all in `mteval.plugins`:

  Translate(source, context)            Translation(text, lemmas, unknown,
                                          links)
  LogProb(source, targets,              LogProbs(values, tokens, unknown)
    source_context, target_context)
  Rank(source, gold, k, fold_case,      RankedWords(known_source, candidates,
    vocabulary, all_ranks)                known_gold, gold_ranks)
  Classify(texts, labels)               Classification(label, probabilities)
  Rate(item, scale, annotator,          Rated(value)
    system, type, texts)
  Complete(messages, draw)              Completion(text, cut)

  # mteval run demo-en-es --system python:mine:translate
  def translate(texts):
      return [text.upper() for text in texts]

  # mteval run senses-en-es --system python:mine:score
  def score(queries):
      return [[-float(len(one)) for one in query.targets] for query in queries]
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, get_args

from mteval.core import registry
from mteval.core.errors import CapabilityError, MtevalError, UsageError
from mteval.core.options import TRUTH, WHOLE, Option, read_options
from mteval.core.protocols import Options
from mteval.core.queries import (
    Answer,
    Classification,
    Classify,
    Complete,
    Completion,
    LogProb,
    LogProbs,
    Query,
    Rank,
    Rate,
    Translate,
    Translation,
    Unanswered,
)
from mteval.core.results import Finding
from mteval.storage.digests import SHORT, file_digest


@registry.systems.register("python")
class PythonCallable:
    """Answers every kind of query by calling a function the user names; the function's module is imported and run."""

    answers: ClassVar[tuple[type, ...]] = (Translate, LogProb, Rank, Classify, Rate, Complete)
    options: ClassVar = (
        Option("queries", TRUTH, False, "give the function query objects, whatever the kind of question"),
        Option("batch", WHOLE, 256, "questions in one call", minimum=1, signed=False),
    )

    def __init__(self, argument: str, options: Options, function: Callable[..., Any] | None = None) -> None:
        self.chosen = read_options(type(self).options, options, "the system backend 'python'")
        self.argument = argument
        self.function = function or _find(argument)

    @classmethod
    def of(cls, function: Callable[..., Any], **options: Any) -> PythonCallable:
        """A system made of a callable at hand."""
        return cls(getattr(function, "__qualname__", type(function).__name__), options, function)

    def answer(self, queries: Sequence[Query]) -> Iterator[Answer]:
        """Call the function batch by batch."""
        batch, whole = self.chosen["batch"], self.chosen["queries"]
        for start in range(0, len(queries), batch):
            part = queries[start : start + batch]
            given = self._called([query if whole else _question(query) for query in part])
            if len(given) != len(part):
                raise MtevalError(
                    f"The function {self.argument} was asked {len(part)} questions and gave {len(given)} answers. "
                    "Return one for each, in order."
                )
            yield from (_answer(query, one, self.argument) for query, one in zip(part, given, strict=True))

    def _called(self, questions: list[Any]) -> list[Any]:
        try:
            return list(self.function(questions))
        except MtevalError:
            raise
        except Exception as error:
            # The user's own function: what goes wrong in it is told as its fault, and MTEVAL_DEBUG=1 shows where.
            raise MtevalError(f"The function {self.argument} failed ({type(error).__name__}: {error}).") from error

    @property
    def signature(self) -> Mapping[str, str]:
        """The function, and a digest of its source file where there is one."""
        return {"backend": "python", "function": self.argument, **_source_digest(self.function)}

    @property
    def fingerprint(self) -> str:
        """A function may depend on anything, so its answers are not cached."""
        return ""

    def findings(self) -> Iterable[Finding]:
        """None."""
        return ()


def _find(argument: str) -> Callable[..., Any]:
    module_name, colon, name = argument.partition(":")
    if not (module_name and colon and name):
        raise UsageError(f"'{argument}' names no function. Write python:package.module:function.")
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        found: Any = importlib.import_module(module_name)
    except Exception as error:
        raise UsageError(
            f"The module '{module_name}' cannot be imported ({error}). Run mteval from its folder, or install it."
        ) from error
    for part in name.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise UsageError(f"'{name}' is no function in '{module_name}'.")
    return found  # type: ignore[no-any-return]


def _question(query: Query) -> Any:
    if isinstance(query, Translate):
        return query.source
    if isinstance(query, Classify):
        return query.texts[0] if len(query.texts) == 1 else query.texts
    return query


def _answer(query: Query, given: Any, function: str) -> Answer:
    if given is None:
        return Unanswered("the function gave no answer")
    if isinstance(given, get_args(Answer)):
        return given  # type: ignore[no-any-return]
    if isinstance(query, Translate) and isinstance(given, str):
        return Translation(given)
    if isinstance(query, Complete) and isinstance(given, str):
        return Completion(given)
    if isinstance(query, Classify):
        if isinstance(given, str):
            return Classification(given)
        if isinstance(given, tuple) and len(given) == 2 and isinstance(given[1], Mapping):
            return Classification(str(given[0]), {str(label): float(p) for label, p in given[1].items()})
    if isinstance(query, LogProb) and isinstance(given, Sequence) and len(given) == len(query.targets):
        return LogProbs(tuple(float(value) for value in given))
    raise CapabilityError(
        f"The function {function} answered a {type(query).__name__} question with {type(given).__name__}; "
        "see 'mteval explain python' for what it may return."
    )


def _source_digest(function: Callable[..., Any]) -> dict[str, str]:
    module = sys.modules.get(getattr(function, "__module__", ""))
    path = Path(getattr(module, "__file__", None) or "")
    return {"source": file_digest(path)[:SHORT]} if path.is_file() else {}
