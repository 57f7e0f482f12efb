"""What is no XML, or another XML, is not of the format."""

import pytest

from mteval.core.errors import WrongFormatError
from mteval.formats._xml_root import read_root


def put(tmp_path, text):
    path = tmp_path / "file.xml"
    path.write_text(text, encoding="utf-8")
    return path


def test_one_of_the_named_elements_opens_the_file(tmp_path):
    assert read_root(put(tmp_path, "<doc/>"), "wmt-xml", "dataset", "doc").tag == "doc"
    assert read_root(put(tmp_path, "<any/>"), "tbx").tag == "any"


@pytest.mark.parametrize(
    ("text", "problem"), [("<tmx/>", "its first element is tmx, not xliff"), ("<xliff>\n<", "line 2")]
)
def test_another_file_is_of_another_format(tmp_path, text, problem):
    with pytest.raises(WrongFormatError, match=problem):
        read_root(put(tmp_path, text), "xliff", "xliff")
