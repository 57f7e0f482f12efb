"""Manifests: every key checked, every problem in one sentence that names the place."""

from __future__ import annotations

from hashlib import sha256

import msgspec
import pytest

from mteval.core.errors import DataError
from mteval.storage.manifests import (
    Judged,
    checked,
    read_suite_file,
    read_table,
    read_toml,
    suite_name,
    with_digests,
    with_judged,
)

GOOD = """
name = "senses"
family = "contrastive"
version = "1"
languages = ["en", "es"]
licence = "CC0-1.0"
format = "mucow-scoring"
slices = ["origin"]

[files.data]
path = "en-es.json"
sha256 = "{digest}"

[options]
ties = "wrong"
"""


class Room(msgspec.Struct, frozen=True):
    """A table inside a table."""

    seats: int
    name: str = ""


class House(msgspec.Struct, frozen=True):
    """Every way a table can hold another."""

    street: str
    number: int
    hall: Room | None = None
    rooms: dict[str, Room] = {}
    open: bool = False
    height: float = 2.5


@pytest.fixture
def written(tmp_path):
    def write(text, name="suite.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_a_manifest_is_read_into_types(written):
    found = read_suite_file(written(GOOD))
    assert (found.name, found.languages, found.slices) == ("senses", ("en", "es"), ("origin",))
    assert (found.files["data"].path, found.files["data"].url) == ("en-es.json", "")
    assert found.options == {"ties": "wrong"}
    assert (found.metrics, found.fields, found.status) == ((), {}, "")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("licence =", "license =", "unknown key 'license'. Did you mean 'licence'?"),
        ("sha256 =", "sha265 =", "unknown key 'files.data.sha265'. Did you mean 'sha256'?"),
        ('name = "senses"\n', "", "the key 'name' is missing."),
        ('name = "senses"\nfamily = "contrastive"\n', "", "the keys 'name' and 'family' are missing."),
        ('path = "en-es.json"\n', "", "the key 'files.data.path' is missing."),
        ("[files.data]", "[files.other]", r"\[files\] names no 'data', the suite's main file."),
        ('version = "1"', "version = 1", "'version' must be text."),
        ('["en", "es"]', '"en-es"', "'languages' must be a list."),
        ('slices = ["origin"]', "slices = [", "is not valid TOML"),
    ],
)
def test_what_is_wrong_with_a_manifest_is_said(written, old, new, problem):
    path = written(GOOD.replace(old, new))
    with pytest.raises(DataError, match=problem) as raised:
        read_suite_file(path)
    assert str(path) in str(raised.value)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("number = 3", "the key 'street' is missing."),
        ("street = 'x'\nnumber = 'three'", "'number' must be a whole number."),
        ("street = 'x'\nnumber = 3\nopen = 1", "'open' must be true or false."),
        ("street = 'x'\nnumber = 3\nheight = 'low'", "'height' must be a number."),
        ("street = 'x'\nnumber = 3\nhall = 4", "'hall' must be a table or"),
        ("street = 'x'\nnumber = 3\n[hall]\nseat = 4", "unknown key 'hall.seat'. Did you mean 'seats'?"),
        ("street = 'x'\nnumber = 3\n[rooms.red]\nname = 'r'", "the key 'rooms.red.seats' is missing."),
    ],
)
def test_tables_within_tables_are_checked_too(written, text, problem):
    with pytest.raises(DataError, match=problem):
        read_table(written(text, "house.toml"), House)


def test_tables_within_tables_are_read(written):
    text = "street = 'x'\nnumber = 3\n[hall]\nseats = 4\n[rooms.red]\nseats = 1\nname = 'r'"
    found = read_table(written(text, "house.toml"), House)
    assert found == House("x", 3, Room(4), {"red": Room(1, "r")})


@pytest.mark.parametrize(("least", "problem"), [(0, "'n' cannot be negative."), (2, "'n' must be at least 2.")])
def test_a_number_below_its_least_is_said(tmp_path, least, problem):
    from typing import Annotated

    kind = msgspec.defstruct("Counted", [("n", Annotated[int, msgspec.Meta(ge=least)])])
    with pytest.raises(DataError, match=problem):
        checked({"n": -1}, kind, tmp_path)


def test_toml_alone_is_read_as_it_is(written):
    assert read_toml(written("a = 1\n[b]\nc = [2]")) == {"a": 1, "b": {"c": [2]}}
    with pytest.raises(DataError, match="no such file"):
        read_toml(written("").with_name("other.toml"))


def test_keys_missing_at_all_depths_are_named_at_once(written):
    with pytest.raises(DataError, match=r"the keys 'number' and 'hall.seats' and 'rooms.red.seats' are missing\."):
        read_table(written("street = 'x'\n[hall]\n[rooms.red]\nname = 'r'", "house.toml"), House)


SUITE = "name = 'n'\nfamily = 'f'\nversion = '1'\nlanguages = []\nlicence = ''\nformat = 'lines'\n"


def test_what_is_fetched_needs_a_digest(written):
    path = written(f"{SUITE}[files.data]\npath = 'a'\nurl = 'https://x.org/a'\n", "suite.toml")
    with pytest.raises(DataError, match="needs its sha256"):
        read_suite_file(path)


@pytest.mark.parametrize("form", ["[files]\ndata = { path = 'a' }\n", "[files.data]\npath = 'a'\n\n[options]\nx = 1\n"])
def test_digests_stand_in_either_form_of_table(written, form):
    path = written(SUITE + form, "suite.toml")
    path.with_name("a").write_text("text\n")
    for _ in range(2):
        text, changed = with_digests(path)
        path.write_text(text)
    assert changed == 0
    digest = sha256(b"text\n").hexdigest()
    assert read_suite_file(path).files["data"].sha256 == digest
    assert text.count("sha256") == 1


def test_a_suite_is_named_by_its_manifest_or_by_its_folder(written):
    assert suite_name(written("name = 'mine'", "suite.toml")) == "mine"
    broken = written("name = ", "suite.toml")
    assert suite_name(broken) == broken.parent.name


JUDGED = Judged(by="people", data="d", items=3, annotators=1, precision=0.5, interval=(0.1, 0.9))
FILES = "[files]\ndata = { path = 'a' }\n"
BEFORE = "by = 'x'\ndata = 'y'\nitems = 1\nannotators = 1\nprecision = 0.1\ninterval = [0.0,\n  0.2]\n"


@pytest.mark.parametrize(
    "text",
    [
        FILES,
        f"[judged]\n{BEFORE}[ files.data ]\npath = 'a'\n",
        f'[judged]\n{BEFORE}\n["files"]\ndata = {{ path = "a" }}\n',
        f"  [ judged ] # by people\n{BEFORE}\n# where the data are\n{FILES}",
        f"{FILES}\n[judged]\n{BEFORE}".rstrip("\n"),
        f"{FILES}\n[judged]\n{BEFORE}".replace("\n", "\r\n"),
    ],
)
def test_judgements_replace_those_before_and_nothing_else(written, text):
    path = written(SUITE + text, "suite.toml")
    before = {**read_toml(path), "judged": None}
    for _ in range(2):
        made = with_judged(path, JUDGED)
        path.write_text(made)
    assert read_suite_file(path).judged == JUDGED
    assert {**read_toml(path), "judged": None} == before
    assert made.count("# where") == text.count("# where")


@pytest.mark.parametrize(
    "text",
    [
        f"judged = {{ by = 'x', data = 'y', items = 1, annotators = 1, precision = 0.1 }}\n{FILES}",
        f'description = """\n[judged]\n"""\n{FILES}',
    ],
)
def test_a_manifest_whose_table_of_judgements_is_not_recognised_is_not_written(written, text):
    with pytest.raises(DataError, match=r"\[judged\] is not recognised"):
        with_judged(written(SUITE + text, "suite.toml"), JUDGED)
