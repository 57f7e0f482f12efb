"""Pages: escaping, slots, and the direction of a language."""

import pytest

from mteval.authoring.annotation.pages import direction, with_slots

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&"


def test_everything_shown_is_escaped(jobs, local):
    path = jobs.rating(title=EVIL, instructions=EVIL, annotators=[EVIL, "bob"])
    jobs.write("source.txt", (EVIL + "\n") * 12)
    jobs.write("A.txt", (EVIL + "\n") * 12)
    server = local(path)
    person = server.annotator(EVIL)
    refused = person.rate("9", **{"comment-0": EVIL})
    for page in (person.page, refused.text, server.organiser().text):
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert "&lt;script&gt;" in page


def test_slots_are_marked_and_escaped():
    assert with_slots("a <b> {x1} {{y}}") == 'a &lt;b&gt; <bdi class="slot">{x1}</bdi> {y}'
    assert with_slots("{<img>}") == '<bdi class="slot">{&lt;img&gt;}</bdi>'


@pytest.mark.parametrize(
    ("language", "expected"),
    [("ar", "rtl"), ("he-IL", "rtl"), ("ur", "rtl"), ("az-Arab", "rtl"), ("hi", "ltr"), ("en", "ltr"), ("", "auto")],
)
def test_direction_follows_the_language(language, expected):
    assert direction(language) == expected
