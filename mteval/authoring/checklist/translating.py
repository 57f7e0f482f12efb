"""Any backend that translates, as a function from texts to translations, with its answers kept on disk."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mteval.core import registry
from mteval.core.errors import CapabilityError, MtevalError
from mteval.core.options import parse_system
from mteval.core.queries import Translate, Translation
from mteval.storage.answers import AnswerCache, answer_all

Progress = Callable[[int, int], None]


def translator(
    spec: str, progress: Progress | None = None, keep: Callable[[str, Translation], None] | None = None
) -> Callable[[Sequence[str]], list[str]]:
    """Open the system of a spec; one that does not translate is refused at once. `keep` is told of every translation."""
    wanted = parse_system(spec)
    system = registry.systems.find(wanted.backend)(wanted.argument, wanted.options)
    if Translate not in system.answers:
        raise CapabilityError(
            f"'{wanted.backend}' does not translate. Use apertium:PAIR, ctranslate2:DIR or output-file:FILE."
        )

    def translate(texts: Sequence[str]) -> list[str]:
        cache = AnswerCache() if system.fingerprint else None
        answers = answer_all(system, [Translate(text) for text in texts], cache, progress)
        for answer, text in zip(answers, texts, strict=True):
            if keep is not None and isinstance(answer, Translation):
                keep(text, answer)
        return [_text(answer, text) for answer, text in zip(answers, texts, strict=True)]

    return translate


def _text(answer: object, source: str) -> str:
    if not isinstance(answer, Translation):
        raise MtevalError(f"The translator gave no translation of '{source}': {getattr(answer, 'reason', answer)}.")
    return answer.text
