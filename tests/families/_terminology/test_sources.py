"""Which terms stand in a source."""

from mteval.core.records import Term, TermSegment
from mteval.families._terminology.sources import terms_in_sources

GLOSSARY = (Term("provider", ("Provider",)), Term("data provider", ("Datenprovider",)), Term("index", ("Index",)))


def names(found):
    return [[term.source for term in terms] for terms, _ in found]


def test_a_glossary_is_looked_for_inflected_and_longest_first():
    segments = [
        TermSegment("The data providers answer.", GLOSSARY),
        TermSegment("A provider, and a data provider.", GLOSSARY),
        TermSegment("Nothing here.", GLOSSARY),
    ]
    assert names(terms_in_sources(segments, "en", "lemma")) == [["data provider"], ["provider", "data provider"], []]
    assert names(terms_in_sources(segments, "en", "surface"))[0] == []


def test_a_listed_term_that_is_not_in_the_source_is_kept_apart():
    segment = TermSegment("The indexes.", GLOSSARY[1:], listed=True)
    ((there, missing),) = terms_in_sources([segment], "en", "wmt25")
    assert [term.source for term in there] == ["index"]
    assert [term.source for term in missing] == ["data provider"]
