"""MuCoW at WMT 2019, translation variant: the released example, English to Finnish."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

from mteval.api import run
from mteval.evaluation.settings import Settings
from mteval.recipes._reproduction import PublishedFile, PublishedNumber, Reproduction, recipes

MUCOW = "Helsinki-NLP/MuCoW"
COMMIT = "805bdb906a3ae372e30dcebcfc94f6f617a595ae"
FOLDER = "WMT2019/translation test suite"
SYSTEM = "newstest2019.Helsinki_NLP.6860.en-fi"
COUNTS = {"in": (115, 21, 72), "out": (241, 163, 218), "all": (356, 184, 290)}
RATES = {"coverage": 65.06, "precision": 65.93, "recall_a": 55.11, "recall_b": 42.89, "f1_a": 60.03, "f1_b": 51.97}


@recipes.register("mucow-wmt19-translation")
class MucowWmt19Translation:
    """Raganato et al. (2019): what the released script counts for the released output of one Finnish system."""

    files: ClassVar[tuple[PublishedFile, ...]] = (
        PublishedFile(
            MUCOW,
            COMMIT,
            f"{FOLDER}/txt/en-fi.key.txt",
            "2fa91a942ca56e809a24ef4f5a32737613ea705d8e6bd165f0b290ec30233f33",
        ),
        PublishedFile(
            MUCOW,
            COMMIT,
            f"{FOLDER}/txt/en-fi.domain.txt",
            "2b3e33057bca52d4284ec1c41afab6b6b27c37046d36ae24adfda388ebe7adc0",
        ),
        PublishedFile(
            MUCOW,
            COMMIT,
            f"{FOLDER}/txt/en-fi.text.txt",
            "31cbb3e681e180b04e99da2dba6eb5edade8c16d7a72d6f817d0f46ba6904894",
        ),
        PublishedFile(
            MUCOW,
            COMMIT,
            f"{FOLDER}/txt/en-fi.ref.txt",
            "9cd68969e1a20ae18091c74117819df06bb599ced8fcdf18c2f4cb18c9487eb4",
        ),
        PublishedFile(
            MUCOW,
            COMMIT,
            f"{FOLDER}/examples/newstest2019.Helsinki_NLP.6860.en-fi",
            "3707d410b4919808916c71ad99fdb26988f3e39ba06e27149875d727508d17f8",
        ),
        PublishedFile(
            MUCOW,
            COMMIT,
            f"{FOLDER}/examples/newstest2019.Helsinki_NLP.6860.en-fi.parsed.toklemma",
            "4de3cd87d9d7736da652d84445fabfc2bc37f14f5011c509b50ed983a8359198",
        ),
    )

    def reproduce(self, files: Mapping[str, Path], folder: Path | None) -> Reproduction:
        """Judge the output with its lemma file, in domain, out of domain and over all."""
        lemmas = files[f"{SYSTEM}.parsed.toklemma"]
        results = run(
            str(files["en-fi.key.txt"]),
            systems=f"output-file:{files[SYSTEM]}?lemmas={lemmas}",
            format="mucow-translation",
            settings=Settings(resamples=0, test="none", keep_cases=False),
        )
        report = results.reports[0]
        values = {"all": report.score("sense-f1").values}
        values |= {part.value: part.scores[0].values for part in report.slices if part.tag == "domain"}
        counts = [
            PublishedNumber(f"{domain} {key}", float(published), values[domain][key])
            for domain, numbers in COUNTS.items()
            for key, published in zip(("positive", "negative", "unknown"), numbers, strict=True)
        ]
        rates = [
            PublishedNumber(f"all {key}", published, 100 * values["all"][key], 0.005)
            for key, published in RATES.items()
        ]
        notes = (
            "recall_a, of the published tables, leaves negatives out of its denominator; the paper defines recall_b.",
        )
        return Reproduction((*counts, *rates), notes)
