"""Ambiguous words with senses of given target words."""

from mteval.authoring.contrast.senses import (
    AmbiguousWord,
    SenseCluster,
)


def word(*senses):
    return AmbiguousWord(
        "w", tuple(SenseCluster(words, (1,) * len(words), ("_".join(words),), ("n",) * len(words)) for words in senses)
    )


def sets(*senses):
    return [frozenset(sense) for sense in senses]
