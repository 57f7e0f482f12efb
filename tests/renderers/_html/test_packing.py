"""Data packed into a page come back as they were."""

import base64
import json
import math
import struct
import zlib

import pytest

from mteval.renderers._html.packing import MISSING, embedded_json, pack, pack_json, pack_numbers


def unpacked(text):
    return zlib.decompress(base64.b64decode(text), -zlib.MAX_WBITS)


def numbers(column, count):
    return [
        math.nan if one == MISSING else one / 10**column.places
        for one in struct.unpack(f"<{count}i", unpacked(column.text))
    ]


def test_bytes_and_json_come_back():
    assert unpacked(pack(b"\x00abc" * 100)) == b"\x00abc" * 100
    value = {"a": ["</script>", "ü", None, 1.5]}
    assert json.loads(unpacked(pack_json(value))) == value


def test_a_lone_surrogate_does_not_stop_the_report():
    assert json.loads(unpacked(pack_json(["a\ud800b"]))) == ["a?b"]


def test_numbers_keep_two_decimals_more_than_they_are_read_with():
    values = [0.0, 28.123449, -1.5, math.nan, math.inf, 100.0]
    column = pack_numbers(values, 2)
    assert column.places == 4
    assert numbers(column, 6) == pytest.approx([0.0, 28.1234, -1.5, math.nan, math.nan, 100.0], nan_ok=True, abs=1e-9)


def test_large_numbers_lose_decimals_not_their_size():
    column = pack_numbers([3.5e7, 1.25], 2)
    assert numbers(column, 2) == pytest.approx([3.5e7, 1.25], abs=0.1)


@pytest.mark.parametrize("text", ["</script><b>", "<!--<script>", "\u2028\u2029"])
def test_no_text_ends_the_script_it_stands_in(text):
    written = embedded_json([text])
    assert "<" not in written
    assert not set("\u2028\u2029") & set(written)
    assert json.loads(written) == [text]
