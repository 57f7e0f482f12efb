"""JSON and TOML: what later steps could not stand is refused with its place."""

import pytest

from mteval.core.errors import DataError
from mteval.text.documents import NotJSONError, json_lines, parse_json, read_json, read_toml, typed


def test_a_value_is_read_as_it_is(tmp_path):
    (tmp_path / "x.json").write_text('{"a": [1, -2.5, "ä\\ud83d\\ude00", null, true]}')
    assert read_json(tmp_path / "x.json") == {"a": [1, -2.5, "ä😀", None, True]}
    assert list(json_lines('1\n\n{"a": 2}\n', "x")) == [(1, 1), (3, {"a": 2})]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[" * 100_000, "nested more than 100"),
        ("[" * 101 + "]" * 101, "nested more than 100"),
        ('{"a":' * 150 + "1" + "}" * 150, "nested more than 100"),
        ("9" * 5000, "more than 300 digits"),
        (f'[{{"a": -1{"0" * 300}}}]', "more than 300 digits"),
        ('["\\ud800"]', r"holds \\ud800, half of a character"),
        ('{"a\\udc00": 1}', r"holds \\udc00"),
        ("{,}", r"is not JSON \("),
    ],
)
def test_what_nobody_could_use_is_refused_with_its_line(text, problem):
    with pytest.raises(DataError, match=f"x.json, line 7: .*{problem}"):
        parse_json(text, "x.json", line=7)


def test_only_what_is_no_json_is_called_so():
    with pytest.raises(NotJSONError, match="line 2"):
        parse_json("[1,\n}", "x.json")
    with pytest.raises(DataError) as caught:
        parse_json("9" * 5000, "x.json")
    assert not isinstance(caught.value, NotJSONError)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("a = " + "[" * 5000, "nested more than 100"),
        ("a = " + "9" * 5000, "more than 300 digits"),
        ("a = 2020-13-45", "is not valid TOML"),
        ("a = ", "is not valid TOML"),
    ],
)
def test_toml_has_the_same_limits(tmp_path, text, problem):
    (tmp_path / "x.toml").write_text(text)
    with pytest.raises(DataError, match=problem):
        read_toml(tmp_path / "x.toml")


def test_a_value_of_another_type_is_said():
    assert typed([1, 2], tuple[float, float], "x") == (1.0, 2.0)
    with pytest.raises(DataError, match=r"x, line 3: '.*' must be a list"):
        typed({"a": 1}, list[int], "x", line=3)
