"""Digests: those of hashlib, whatever the order of keys, and never of where a file lies."""

from __future__ import annotations

import gzip
import hashlib
import os

from mteval.storage import digests


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def test_bytes_parts_and_text_have_the_digest_of_their_bytes():
    assert digests.bytes_digest(b"abc") == sha256(b"abc")
    # FIPS 180-2, appendix B.1.
    assert digests.text_digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert digests.parts_digest([b"a", memoryview(b"bc")]) == sha256(b"abc")
    assert digests.text_digest("ü") == sha256("ü".encode())


def test_half_a_surrogate_pair_has_a_digest_of_its_own():
    assert digests.text_digest("\ud83d") != digests.text_digest("\ud83e")


def test_json_is_the_same_in_any_order_of_keys():
    assert digests.json_digest({"a": 1, "b": [2]}) == digests.json_digest({"b": [2], "a": 1})
    assert digests.json_digest([1, 2]) != digests.json_digest([2, 1])


def test_a_file_is_read_again_when_it_changes(tmp_path):
    path = tmp_path / "f"
    path.write_bytes(b"one")
    assert digests.file_digest(path) == sha256(b"one")
    path.write_bytes(b"two")
    os.utime(path, ns=(1, 1))
    assert digests.file_digest(path) == sha256(b"two")


def test_contents_are_unpacked_and_in_order(tmp_path):
    plain, packed, other = tmp_path / "a", tmp_path / "a.gz", tmp_path / "b"
    plain.write_bytes(b"one\n")
    packed.write_bytes(gzip.compress(b"one\n"))
    other.write_bytes(b"two\n")
    assert digests.contents_digest([plain, other]) == digests.contents_digest([packed, other])
    assert digests.contents_digest([plain, other]) != digests.contents_digest([other, plain])
    assert digests.file_digest(plain) != digests.file_digest(packed)


def test_columns_of_lines_are_told_apart():
    assert digests.lines_digest([["a", "b"], ["c"]]) != digests.lines_digest([["a"], ["b", "c"]])
    assert digests.lines_digest([["a"], ["b"]]) != digests.lines_digest([["b"], ["a"]])
    assert digests.lines_digest([["a", "b"]]) == digests.lines_digest([iter(["a", "b"])])


def test_a_joint_digest_knows_no_order():
    assert digests.joint_digest(["a", "b"]) == digests.joint_digest(["b", "a"])
    assert digests.joint_digest(["a"]) != digests.joint_digest(["a", "a"])


def test_a_fingerprint_knows_files_by_name_and_content_and_settings(tmp_path):
    for folder in ("here", "there"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "model").write_bytes(b"weights")
    here, there = (digests.fingerprint([tmp_path / one / "model"], {"beam": "4"}) for one in ("here", "there"))
    assert here == there
    assert here != digests.fingerprint([tmp_path / "here" / "model"], {"beam": "5"})
    (tmp_path / "there" / "model").write_bytes(b"other weights")
    assert here != digests.fingerprint([tmp_path / "there" / "model"], {"beam": "4"})


def test_a_signed_file_says_name_and_twelve_digits(tmp_path):
    (tmp_path / "sheet.tsv").write_bytes(b"x")
    assert digests.signed_file(tmp_path / "sheet.tsv") == f"sheet.tsv@{sha256(b'x')[:12]}"
    assert digests.signed_file(tmp_path / "none.tsv") == "none.tsv"


def test_draws_follow_from_the_text_alone():
    assert digests.draw_key("a") == digests.draw_key("a") != digests.draw_key("b")
    assert len(digests.draw_key("a", 3)) == 3
