"""Which translations of one template's instances fall outside the main target templates."""

from __future__ import annotations

from collections.abc import Sequence

from mteval.checklists.tea.better import extract
from mteval.checklists.tea.extraction import ExtractedTemplate, Extraction
from mteval.checklists.tea.tokens import tokenizer as tokenizer_of
from mteval.checklists.templates import match, parse_template


def inconsistent(translations: Sequence[str], tokenizer: str = "") -> dict[int, str]:
    """The places of translations that no well-supported template makes, with the reason.

    Templates are extracted from the translations; those marked as suspected (little support beside the best) are not
    main templates, nor are those without a word outside their slots: translations that share no wording at all have a
    template of that kind. An empty translation is always outside.
    """
    texts = [" ".join(text.split()) for text in translations]
    found = extract(texts, tokenizer=tokenizer_of(tokenizer) if tokenizer else None)
    main = [template.template for template in found.templates if _is_main(template)]
    outside: dict[int, str] = {}
    for place, text in enumerate(texts):
        if not text:
            outside[place] = "the translation is empty"
        elif not _made(text, main, found):
            outside[place] = f"outside the main templates ({_maker(text, found)})"
    return outside


def _is_main(template: ExtractedTemplate) -> bool:
    parts = parse_template(template.template).parts
    worded = any(isinstance(part, str) and any(map(str.isalpha, part)) for part in parts)
    return worded and not template.suspected


def _made(text: str, templates: Sequence[str], found: Extraction) -> bool:
    return any(next(match(parse_template(template), text, found.lexicons), None) is not None for template in templates)


def _maker(text: str, found: Extraction) -> str:
    own = (one.template for one in found.templates if _made(text, [one.template], found))
    return next(own, "made by no template")
